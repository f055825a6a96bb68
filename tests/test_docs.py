"""What the documents tell people to type and to open is there."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

DOCUMENTS = [Path("README.md"), *sorted(Path("docs").glob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_every_command_of_the_site_that_is_named_exists(document):
    named = set(re.findall(r"manage\.py ([a-z_]+)", document.read_text(encoding="utf-8")))
    assert named - get_commands().keys() == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_every_make_target_that_is_named_exists(document):
    phony = re.findall(r"^\.PHONY: (.*)$", Path("Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    text = document.read_text(encoding="utf-8")
    typed = "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    named = {*re.findall(r"`make ([a-z-]+)", text), *re.findall(r"^make ([a-z-]+)", typed, re.MULTILINE)}
    assert named - set(phony[0].split()) == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_every_file_that_is_linked_exists(document):
    linked = re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8"))
    assert [name for name in linked if not (document.parent / name).exists()] == []


def test_backing_up_and_restoring_are_told_of():
    text = Path("docs/backup.md").read_text(encoding="utf-8")
    assert {"backup", "restore", "migrate"} <= set(re.findall(r"manage\.py ([a-z_]+)", text))
    assert "docs/backup.md" in Path("README.md").read_text(encoding="utf-8")
