"""The chronicle of all years: what the database counts is what the judgements find in the facts."""

from itertools import chain
from random import Random

import pytest
import time_machine
from django.utils import timezone

from league import log
from league.amusements import hat, records
from league.books import season_facts
from league.chronicle import evenings_of, evenings_of_most_strek, hats_taken_home
from league.chronicle_page import LifetimeRecords
from league.facts import State, by_play
from league.models import Attendance, Evening, Person, Round, Season
from league.services import identity, seasons
from league.verbs import Verb
from tests.factories import actor, at, client_of, day, found_club, guest, named
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

FOUR = ("Arne", "Berit", "Carl", "Dina")


@pytest.fixture(autouse=True)
def _today():
    with time_machine.travel(at(day(12, 1), "12.00"), tick=False):
        yield


def club_of(seed: int) -> None:
    """A small club of two seasons at random: several tables, old books, doubles, rounds that do not stand."""
    chance = Random(seed)
    found_club(*FOUR)
    seasons.season_for(day(5, 1, 2025), actor=actor())
    people = [named(name) for name in FOUR] + [guest("Gunn"), guest("Gunn igjen")]
    with log.entry(Verb.IMPORT_BOOK, actor=None) as entry:
        for number in range(chance.randint(1, 8)):
            evening = Evening(date=day(1 + number, 5, chance.choice([2025, 2026])), host=chance.choice([*people, None]))
            _play(entry, chance, entry.create(evening), people)
    if chance.random() < 0.5:
        double = named("Gunn igjen")
        identity.merge(actor=actor(), double=double, kept=named("Gunn"), seen=double.version)


def _play(entry: log.Entry, chance: Random, evening: Evening, people: list[Person]) -> None:
    clock = chance.random() < 0.5
    placed = chance.random() < 0.7
    entry.create_all([Attendance(evening=evening, person=person) for person in people])
    entry.create_all(
        [
            Round(
                evening=evening,
                table=chance.randint(1, chance.choice([1, 1, 2])),
                place=place if placed or chance.random() < 0.3 else None,
                state=chance.choice([State.STANDING] * 4 + [State.STRUCK]),
                mattis=chance.choice(people),
                players_recorded=False,
                logged_at=at(evening.date, f"{chance.randint(19, 22)}.{chance.randint(10, 59)}") if clock else None,
            )
            for place in range(chance.randint(0, 12))
        ]
    )


@pytest.mark.parametrize("seed", range(25))
def test_what_the_database_counts_is_what_the_judgements_find(seed):
    club_of(seed)
    facts = sorted(chain.from_iterable(season_facts(season).evenings for season in Season.objects.all()), key=by_play)
    today = timezone.localdate()
    assert hat.stays(hats_taken_home(), today) == hat.travels(facts, today)
    most = records.top(records.most_in_one_evening(facts), lambda mark: mark.count)
    ids = evenings_of_most_strek()
    assert ids == {mark.evening for mark in most}
    assert records.top(records.most_in_one_evening(evenings_of(ids)), lambda mark: mark.count) == most


@pytest.mark.parametrize("seed", range(10))
def test_the_latest_round_numbers_are_found_without_reading_every_evening(seed, monkeypatch):
    club_of(seed)
    monkeypatch.setattr("league.chronicle_page.EVERY", 7)
    monkeypatch.setattr("league.chronicle_page.LATEST", 2)
    facts = sorted(chain.from_iterable(season_facts(season).evenings for season in Season.objects.all()), key=by_play)
    numbered = records.round_numbers(facts, before=0, every=7)
    latest = list(dict.fromkeys(one.evening for one in numbered))[-2:]
    told = [feat for feat in LifetimeRecords().records if feat.label.startswith("Strek nr.")]
    assert [(feat.label, feat.holders[0].evening) for feat in told] == [
        (f"Strek nr. {one.number}", one.evening) for one in numbered if one.evening in latest
    ]


def test_all_years_say_where_the_rest_is_found():
    found_club(*FOUR)
    assert "de andre rekordene står under hver sesong" in said(page(client_of(actor()), "lifetime_records"))
