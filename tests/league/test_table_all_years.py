"""The table of all years, over HTTP, counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.models import MemberPeriod, Person
from league.services import people
from tests.factories import actor, at, client_of, day, found_club, guest, member, named, play
from tests.league.seen import line, names, page, rows, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(at(day(4, 1), "12.00"), tick=False) as traveller:
        yield traveller


@pytest.fixture
def client() -> Client:
    """Two seasons: an evening that counts in each, and one that does not. Dag ended, Gunnar was a guest."""
    chairman = found_club("Arne", "Berit", "Carl", first_day=day(1, 1, 2025))
    member("Dag", day(1, 1, 2025), day(12, 31, 2025))
    guest("Gunnar")
    play(day(3, 6, 2025), losers=["Dag", "Gunnar", "Berit"], present=["Arne", "Berit", "Dag", "Gunnar"])
    play(day(1, 8), losers=["Arne"], present=["Arne", "Gunnar"])  # 1 of 3
    play(day(3, 5), losers=["Berit", "Berit"], present=["Arne", "Berit"])
    return client_of(chairman)


def test_every_cell_counted_by_hand(client: Client):
    headings, *lines = rows(page(client, "lifetime"))
    assert " | ".join(headings) == "Strek | Navn | Runder | Strek per runde | Kvelder | Sesonger"
    assert [" | ".join(line) for line in lines] == [
        "strek: 3 | Berit Medlem siden 2025 | 5 runder | 0,600 | 2 kvelder | 2 sesonger",
        "strek: 1 | Arne Medlem siden 2025 | 6 runder | 0,167 | 3 kvelder | 2 sesonger",
        "strek: 1 | Dag Var medlem 2025 | 3 runder | 0,333 | 1 kveld | 1 sesong",
        "strek: 0 | Carl Medlem siden 2025 | 0 runder | – | 0 kvelder | 2 sesonger",
    ]


def test_f15_a_guest_has_no_line_and_gets_one_when_he_becomes_a_member(client: Client):
    assert "Gunnar" not in names(page(client, "lifetime"))
    people.add_period(actor=actor(), kind=MemberPeriod, person=named("Gunnar"), first_day=day(4, 1), last_day=None)
    assert line(page(client, "lifetime"), "strek: 1")[1] == "Arne Medlem siden 2025"
    assert "Gunnar" in names(page(client, "lifetime"))


def test_each_name_leads_to_all_years_of_its_person(client: Client):
    assert f'href="{reverse("person_lifetime", args=[named("Dag").pk])}"' in page(client, "lifetime")


def test_it_is_sorted_by_the_heading_chosen(client: Client):
    assert names(page(client, "lifetime", query="?sort=who")) == ["Arne", "Berit", "Carl", "Dag"]
    assert names(page(client, "lifetime", query="?sort=-evenings")) == ["Arne", "Berit", "Dag", "Carl"]
    # without rounds there is no figure, and who has none stands last both ways
    assert names(page(client, "lifetime", query="?sort=rate")) == ["Arne", "Dag", "Berit", "Carl"]
    assert names(page(client, "lifetime", query="?sort=-rate")) == ["Berit", "Dag", "Arne", "Carl"]


def test_htmx_gets_the_table_alone(client: Client):
    assert "<html" not in page(client, "lifetime", query="?sort=who", HX_Request="true")


def test_more_than_twenty_stand_on_pages_that_show_everybody_once(client: Client):
    with_many = Person.objects.bulk_create([Person(name=f"Person {number:02}") for number in range(26)])
    MemberPeriod.objects.bulk_create([MemberPeriod(person=person, first_day=day(1, 1)) for person in with_many])
    first, second = (page(client, "lifetime", query=f"?sort=who&page={number}") for number in (1, 2))
    assert "Side 1 av 2 Neste" in said(first)
    assert 'href="?sort=who&amp;page=2" hx-get="?sort=who&amp;page=2"' in first
    assert "Forrige Side 2 av 2" in said(second)
    assert len(names(first)) == 20
    assert len({*names(first), *names(second)}) == 30


def test_nobody_can_ask_for_more_than_a_hundred_at_once(client: Client):
    with_many = Person.objects.bulk_create([Person(name=f"Person {number:03}") for number in range(120)])
    MemberPeriod.objects.bulk_create([MemberPeriod(person=person, first_day=day(1, 1)) for person in with_many])
    assert len(names(page(client, "lifetime", query="?per_page=50000"))) == 100
