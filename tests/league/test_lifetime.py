"""The numbers of all years, held against a hand count and against a plain count over the facts."""

from collections import Counter
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.books import season_facts
from league.facts import State
from league.lifetime import Lifetime, lifetimes, seasons_of
from league.models import Attendance, Evening, Round, Season
from league.services import rounds
from tests import factories as club
from tests.factories import day, named

pytestmark = pytest.mark.django_db


def old_evening(when: date, *, present: list[str], losers: list[str]) -> None:
    """An evening of an old book: of each round only the loser is known."""
    evening = Evening.objects.create(date=when, host=named(present[0]))
    for name in present:
        Attendance.objects.create(evening=evening, person=named(name))
    for name in losers:
        Round.objects.create(evening=evening, mattis=named(name), players_recorded=False)


@pytest.fixture
def book() -> None:
    """Two seasons: an old evening, a guest, a counting evening and one that does not, a struck round."""
    actor = club.found_club("Arne", "Berit", "Carl", first_day=day(1, 1, 2025))
    club.guest("Gunnar")
    club.member("Dina", day(6, 1))
    old_evening(day(2, 6, 2025), present=["Arne", "Berit", "Gunnar"], losers=["Arne", "Gunnar", "Arne"])
    club.play(day(3, 6, 2025), losers=["Berit", "Berit"], present=["Arne", "Berit", "Carl", "Dina"])
    club.play(day(1, 8), losers=["Arne"], present=["Arne", "Gunnar"])
    evening = club.play(day(3, 5), losers=["Carl", "Carl", "Berit"], present=["Arne", "Berit", "Carl"])
    twice = evening.rounds.in_order()[0]
    rounds.strike_round(actor=actor, round_id=twice.pk, seen=twice.version, reason="registrert to ganger")


@pytest.mark.usefixtures("book")
def test_everybody_has_the_figures_of_all_his_years():
    assert lifetimes() == {
        named("Arne").pk: Lifetime(strek=3, rounds=8, approx=True, evenings=4, seasons=2),
        named("Berit").pk: Lifetime(strek=3, rounds=7, approx=True, evenings=3, seasons=2),
        named("Carl").pk: Lifetime(strek=1, rounds=4, approx=False, evenings=2, seasons=2),
        named("Dina").pk: Lifetime(strek=0, rounds=2, approx=False, evenings=1, seasons=1),
        named("Gunnar").pk: Lifetime(strek=1, rounds=4, approx=True, evenings=2, seasons=0),
    }


@pytest.mark.usefixtures("book")
def test_the_figures_are_those_of_a_plain_count():
    strek, played, evenings = Counter[int](), Counter[int](), Counter[int]()
    for season in Season.objects.all():
        for evening in season_facts(season).evenings:
            evenings.update(evening.came)
            for round_ in evening.rounds:
                if round_.state is State.STANDING:
                    strek[round_.mattis or 0] += 1
                    played.update(evening.came if round_.players is None else round_.players)
    found = lifetimes()
    assert {person: line.strek for person, line in found.items() if line.strek} == strek
    assert {person: line.rounds for person, line in found.items()} == played
    assert {person: line.evenings for person, line in found.items()} == evenings


@pytest.mark.usefixtures("book")
def test_the_seasons_of_a_person_add_up_to_his_lifetime():
    for person, line in lifetimes().items():
        seasons = seasons_of(person)
        assert sum(season.strek for season in seasons) == line.strek
        assert sum(season.rounds for season in seasons) == line.rounds
        assert sum(season.evenings for season in seasons) == line.evenings
        assert any(season.approx for season in seasons) == line.approx


@pytest.mark.usefixtures("book")
def test_the_seasons_of_a_person_are_those_he_came_in_newest_first():
    berit = seasons_of(named("Berit").pk)
    assert [(line.season.name, line.strek, line.rounds, line.evenings) for line in berit] == [
        ("2026", 1, 2, 1),
        ("2025", 2, 5, 2),
    ]
    assert [line.season.name for line in seasons_of(named("Dina").pk)] == ["2025"]


@pytest.mark.usefixtures("book")
def test_a_new_member_who_has_not_come_yet_stands_with_nothing():
    einar = club.member("Einar", day(3, 1))
    assert lifetimes()[einar.pk] == Lifetime(seasons=1)
    assert seasons_of(einar.pk) == []


@pytest.mark.usefixtures("book")
def test_a_lifetime_takes_no_more_queries_when_there_are_more_years():
    def queries() -> list[int]:
        counts = []
        for ask in (lifetimes, lambda: seasons_of(named("Arne").pk)):
            with CaptureQueriesContext(connection) as captured:
                ask()
            counts.append(len(captured))
        return counts

    few = queries()
    for year in (2027, 2028):
        club.play(day(3, 5, year), losers=["Arne", "Gunnar"], present=["Arne", "Gunnar"])
    assert queries() == few
