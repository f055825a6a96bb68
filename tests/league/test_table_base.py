"""The one base of the site's tables: order, pages, headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import django_tables2 as tables
import pytest
from django.test import RequestFactory

from league.models import Person
from league.tables import ClubTable, LifetimeTable, YearTable


@dataclass
class Score:
    name: str
    points: int | None


class ScoreTable(ClubTable):
    points = tables.Column("Poeng", order_by="points")


class PersonTable(ClubTable):
    name = tables.Column("Navn")

    class Meta:
        per_page = 3


def pages(query: str) -> Iterator[PersonTable]:
    for number in range(1, 5):
        yield PersonTable(Person.objects.all(), RequestFactory().get(f"/?{query}&page={number}"))


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["sort=name", "sort=-name", "sort=nothing", ""])
def test_equals_in_the_database_are_told_apart_by_key_so_that_every_row_is_on_one_page(query: str):
    Person.objects.bulk_create([Person(name="Ola" if number % 2 else "Kari") for number in range(12)])
    shown = [person.pk for table in pages(query) for person in table.records]
    assert sorted(shown) == sorted(Person.objects.values_list("pk", flat=True))
    assert all("pk" in table.data.data.query.order_by for table in pages(query))


@pytest.mark.parametrize(("query", "shown"), [("per_page=2", 2), ("per_page=0", 25), ("per_page=-1", 25)])
def test_a_page_has_as_many_rows_as_are_asked_for_within_reason(query: str, shown: int):
    table = ScoreTable([Score(str(n), n) for n in range(200)], RequestFactory().get(f"/?{query}"))
    assert len(table.records) == shown


def test_a_page_never_has_more_than_a_hundred_rows():
    table = ScoreTable([Score(str(n), n) for n in range(200)], RequestFactory().get("/?per_page=50000"))
    assert len(table.records) == 100


@pytest.mark.parametrize(("query", "names"), [("sort=points", "badc"), ("sort=-points", "adbc")])
def test_in_a_list_equals_keep_their_order_and_the_unknown_stand_last(query: str, names: str):
    scores = [Score("a", 2), Score("c", None), Score("b", 1), Score("d", 2)]
    table = ScoreTable(scores, RequestFactory().get(f"/?{query}"))
    assert "".join(score.name for score in table.records) == names


@pytest.mark.parametrize("table", [YearTable, LifetimeTable])
def test_every_column_has_a_heading_of_its_own(table: type[ClubTable]):
    headings = [column.verbose_name for column in table.base_columns.values()]
    assert all(headings)
    assert len(set(map(str, headings))) == len(headings)
