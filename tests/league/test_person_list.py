"""Everybody in the book: members, those who were, and guests."""

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Leave, MemberPeriod
from league.people_page import spell
from league.services import attendance, people
from tests.factories import actor, at, client_of, day, found_club, guest, login, member, named, open_evening, play
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

MARCH = day(3, 5)
TODAY = day(6, 1)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(at(TODAY, "12.00"), tick=False):
        yield


def lists(query: str = "", who: str = "") -> dict[str, list[str]]:
    """What is said below each heading."""
    text = page(client_of(login(who) if who else actor()), "people", query=query)
    found = re.findall(r"<h2>(.*?)</h2>\s*<ul class=\"rows\">(.*?)</ul>", text, re.DOTALL)
    return {heading: [said(line) for line in re.findall(r"<a href.*?</a>", body, re.DOTALL)] for heading, body in found}


def test_members_those_who_were_and_guests_stand_in_lists_of_their_own():
    found_club("Ås", "Berg", "Ærlig")
    member("Dina", day(1, 1, 2019), day(12, 31, 2021))
    guest("Gunnar")
    play(MARCH, losers=["Berg"], host="Berg", present=["Ås", "Berg", "Ærlig", "Gunnar"])
    assert lists() == {
        "Medlemmer nå": ["Berg Medlem siden 2026", "Ærlig Medlem siden 2026", "Ås Medlem siden 2026"],
        "Tidligere medlemmer": ["Dina Var medlem 2019–2021"],
        "Gjester": ["Gunnar sist her 05.03.2026"],
    }


def test_who_is_on_leave_is_marked():
    found_club("Arne", "Berit")
    people.add_period(actor=actor(), kind=Leave, person=named("Berit"), first_day=TODAY, last_day=None)
    assert lists()["Medlemmer nå"] == ["Arne Medlem siden 2026", "Berit Medlem siden 2026 permisjon"]


def test_who_is_to_be_a_member_is_among_them():
    found_club("Arne")
    member("Berit", day(9, 1))
    assert lists() == {"Medlemmer nå": ["Arne Medlem siden 2026", "Berit Blir medlem 01.09.2026"]}


def test_guests_without_a_name_are_not_listed():
    found_club("Arne", "Berit")
    evening = open_evening(TODAY)
    attendance.add_guest(actor=actor(), evening_id=evening.pk)
    assert "Gjester" not in lists()


@pytest.mark.parametrize("query", ["åse", "ÅSE", "  åse ", "a\u030ase", "se w"])
def test_a_search_finds_a_name_however_it_is_typed(query):
    found_club("Arne", "Åse Wiik")
    assert lists(f"?q={query}") == {"Medlemmer nå": ["Åse Wiik Medlem siden 2026"]}


def test_a_search_finds_a_nickname_and_a_guest():
    found_club("Arne")
    people.add_person(actor=actor(), name="Gunnar Lie", short_name="Gulle")
    assert lists("?q=gull") == {"Gjester": ["Gunnar Lie"]}


def test_a_search_that_finds_nobody_says_what_was_asked_for():
    found_club("Arne")
    text = page(client_of(actor()), "people", query="?q=<b>")
    assert "Ingen i boken heter noe med «<b>»." in said(text)
    assert "<b>»" not in text


def test_only_who_may_change_people_is_offered_it():
    found_club("Arne", "Berit")
    edit, add = reverse("person_edit", args=[named("Berit").pk]), reverse("person_add")
    mine = page(client_of(actor()), "people")
    theirs = page(client_of(login("Berit")), "people")
    assert edit in mine
    assert add in mine
    assert edit not in theirs
    assert add not in theirs


def test_the_list_asks_the_database_as_often_however_many_there_are():
    found_club("Arne", "Berit")
    guest("Gunnar")
    client = client_of(actor())

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("people"))
        return len(captured)

    few = queries()
    for name in ("Carl", "Dina", "Einar"):
        member(name, day(1, 1, 2020), day(12, 31, 2024))
        guest(f"{name}s venn")
    assert queries() == few


@pytest.mark.parametrize(
    ("periods", "words"),
    [
        ([], "Gjest"),
        ([(2022, None)], "Medlem siden 2022"),
        ([(2022, 2027)], "Medlem siden 2022"),
        ([(2019, 2021), (2024, None)], "Medlem 2019–2021 og siden 2024"),
        ([(2024, 2024)], "Var medlem 2024"),
        ([(2015, 2015), (2017, 2018), (2020, 2024)], "Var medlem 2015, 2017–2018 og 2020–2024"),
        ([(2019, 2021), (2027, None)], "Blir medlem 01.01.2027"),
    ],
)
def test_membership_is_told_in_few_words(periods, words):
    spans = [MemberPeriod(first_day=day(1, 1, first), last_day=last and day(12, 31, last)) for first, last in periods]
    assert spell(spans, TODAY) == words


def test_f18_two_of_one_name_are_told_apart_in_the_list():
    found_club("Berg")
    one, other = (people.add_person(actor=actor(), name="Per Lie", member_from=day(1, 1)) for _ in range(2))
    shown = " ".join(lists()["Medlemmer nå"])
    assert f"Per Lie ({one.pk})" in shown
    assert f"Per Lie ({other.pk})" in shown
