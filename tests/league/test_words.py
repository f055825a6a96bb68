"""How figures, days and times are written."""

from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction

import pytest
import time_machine
from django.template import Context, Template
from django.utils import translation

from league import words
from league.quorum import Quorum


@pytest.fixture(autouse=True)
def _in_norwegian():
    with translation.override("nb"):
        yield


@pytest.mark.parametrize(
    ("count", "written"), [(0, "0 streker"), (1, "1 strek"), (2, "2 streker"), (1234, "1234 streker")]
)
def test_one_strek_is_singular(count, written):
    assert words.strek(count) == written


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        (Fraction(9, 134), 3, "0,067"),
        (Fraction(1, 8), 2, "0,13"),  # half rounds up
        (Decimal("64.7"), 1, "64,7"),
        (0.5, 2, "0,50"),
        (1, 3, "1,000"),
        (Fraction(2, 3), 0, "1"),
        (None, 3, "–"),
    ],
)
def test_figures_have_a_decimal_comma(value, places, written):
    assert words.dec(value, places) == written


@time_machine.travel(datetime(2025, 12, 1, tzinfo=UTC))
def test_a_day_is_written_out():
    day = date(2025, 11, 27)
    assert words.day(day) == "Torsdag 27. november"
    assert words.day_year(day) == "Torsdag 27. november 2025"
    assert words.day_month(day) == "27. november"
    assert words.short(day) == "27.11.2025"


@time_machine.travel(datetime(2025, 12, 31, 23, 30, tzinfo=UTC))  # and in Oslo it is 2026
def test_a_day_of_another_year_says_which():
    assert words.day(date(1926, 11, 29)) == "Mandag 29. november 1926"
    assert words.day(date(2025, 12, 31)) == "Onsdag 31. desember 2025"
    assert words.day(date(2026, 1, 1)) == "Torsdag 1. januar"


def test_a_time_is_oslo_time():
    moment = datetime(2025, 11, 27, 21, 47, tzinfo=UTC)
    assert words.clock(moment) == "22.47"


def test_a_moment_after_midnight_in_oslo_has_the_day_of_oslo():
    assert words.short(datetime(2025, 12, 31, 23, 30, tzinfo=UTC)) == "01.01.2026"


def shown(source: str, **values: object) -> str:
    return Template("{% load marks %}" + source).render(Context(values))


def test_templates_write_as_the_code_does():
    assert shown("{{ rate|dec:3 }}, {{ n|strek }}", rate=Fraction(9, 134), n=2) == "0,067, 2 streker"


def test_the_last_rounds_are_said_in_words():
    assert shown("{% form_marks lost %}", lost=[True, False]).endswith('<span class="vh">strek, fri</span>')


def test_templates_draw_the_marks():
    assert shown("{% quorum_bar q %}", q=Quorum(7, 12, 65)).count("seg on") == 7
    assert 'class="tally"' in shown("{% tally 3 seed=1 %}")
    assert 'width="18"' in shown("{% hat width=18 %}")
    assert 'class="bar"' in shown("{% bar 0.5 %}")
