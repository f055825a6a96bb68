"""The examples in the pages on records and the engine, run."""

import re

import pytest

from engine import presets, reader, record, ruleset, text
from engine.faults import FaultKind
from tests.engine.tables import FIXTURES

DOCS = FIXTURES.parent / "docs"


def examples(page, kind):
    return re.findall(rf"```{kind}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", examples("records.md", "record"))
def test_a_record_of_the_page_can_be_read_and_written(example):
    reading = reader.read(example)
    assert reading.record.entries
    assert {fault.kind for fault in reading.faults} <= {FaultKind.ILLEGAL}
    assert record.write(reader.read(record.write(reading.record)).record) == record.write(reading.record)


@pytest.mark.parametrize("example", examples("records.md", "position"))
def test_a_position_of_the_page_is_written_as_it_stands_there(example):
    assert text.line(text.read(example)) == example.strip()


def test_the_example_of_the_engine_page_runs():
    for example in examples("engine.md", "python"):
        exec(example, {})


def test_the_rule_page_names_every_option_preset_and_house_rule():
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert all(name in page for name in ruleset.OPTIONS)
    assert all(f"`{name}`" in page for name in presets.ALL)


def test_the_record_page_names_every_field_of_a_position():
    page = (DOCS / "records.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in text._READERS)
