"""A hundred years of evenings, to measure the pages on.

A season is 26 fortnights, an evening ten rounds. Counted back from the newest evening everything is
the same however many seasons there are, so that one year and a hundred can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from random import Random

from django.utils import timezone

from league import log
from league.demo.clock import Clock
from league.models import (
    Attendance,
    Club,
    Evening,
    MemberPeriod,
    Office,
    Person,
    Round,
    RoundPlayer,
    Season,
    User,
)
from league.verbs import Verb

FORTNIGHT = timedelta(days=14)
EVENINGS = 26  # in a season
ROUNDS = 10  # in an evening
SERVES = 25  # seasons that one man keeps his place in the club
CHAIRMAN = "formann@hundre.example"
PASSWORD = "hundre-aar-med-kort"  # noqa: S105  # to a club of nobody

FIRST = ("Arne", "Bjørn", "Dag", "Eirik", "Frode", "Geir", "Håkon", "Jan", "Kåre", "Magne", "Odd", "Pål")
LAST = ("Aasen", "Berg", "Moen", "Ødegård", "Ås")


def fill(clock: Clock, *, seasons: int, today: date) -> None:
    """Fill an empty database; `today` is the newest evening and still open, the chairman can log in."""
    first_days = [today - FORTNIGHT * (EVENINGS * (back + 1) - 1) for back in range(seasons)]  # newest first
    clock.now = _after_seven(first_days[-1], 0)
    _found(first_days)
    members = _members(first_days)
    for back in reversed(range(seasons)):
        for number, evening in enumerate(_evenings(first_days[back], members[back], newest=today)):
            clock.now = _after_seven(evening.date, ROUNDS + 1)
            _play(evening, members[back], Random(f"{back} {number}"))  # noqa: S311


def _found(first_days: list[date]) -> None:
    with log.entry(Verb.FOUND_CLUB, actor=None) as entry:
        entry.create(Club(pk=Club.ONLY, name="Hundreårsklubben"))
        entry.create_all([Season(name=f"{day:%Y}", first_day=day) for day in first_days])


def _members(first_days: list[date]) -> list[list[Person]]:
    """Who is a member in each season: twelve places, whose men follow one another each in his time."""
    seasons: list[list[Person]] = [[] for _ in first_days]
    with log.entry(Verb.ADD_PERSON, actor=None) as entry:
        for place, first in enumerate(FIRST):
            last_day = None
            for generation, last in enumerate(LAST):
                newest = SERVES * generation - 2 * place - 1
                served = range(max(0, newest), min(len(first_days), newest + SERVES))
                if not served:
                    break
                person = entry.create(Person(name=f"{first} {last}"))
                first_day = first_days[served[-1]]
                entry.create(MemberPeriod(person=person, first_day=first_day, last_day=last_day))
                last_day = first_day - timedelta(days=1)
                for back in served:
                    seasons[back].append(person)
        chairman = seasons[0][0]
        entry.create(Office(person=chairman, kind=Office.Kind.CHAIRMAN, first_day=first_days[-1]))
        user = User(email=CHAIRMAN, person=chairman)
        user.set_password(PASSWORD)
        entry.create(user)
    return seasons


def _evenings(first_day: date, members: list[Person], newest: date) -> Sequence[Evening]:
    """A season's evenings, host by turn."""
    days = [first_day + FORTNIGHT * number for number in range(EVENINGS)]
    with log.entry(Verb.OPEN_EVENING, actor=None) as entry:
        return entry.create_all(
            [
                Evening(
                    date=day,
                    host=members[number % len(members)],
                    opened_at=_after_seven(day, 0),
                    closed_at=_after_seven(day, ROUNDS + 1) if day < newest else None,
                )
                for number, day in enumerate(days)
            ]
        )


def _play(evening: Evening, members: list[Person], rng: Random) -> None:
    """The host and seven to nine others come and play every round."""
    others = [person for person in members if person != evening.host]
    absent = rng.sample(others, rng.choice((2, 3, 3, 4)))
    players = [person for person in members if person not in absent]
    with log.entry(Verb.ADD_ROUND, actor=None, evening=evening.pk) as entry:
        come = _after_seven(evening.date, 0)
        entry.create_all([Attendance(evening=evening, person=person, table=1, arrived_at=come) for person in players])
        rounds = entry.create_all(
            [
                Round(
                    evening=evening,
                    place=number,
                    mattis=rng.choice(players),
                    dealer=rng.choice(players),
                    logged_at=_after_seven(evening.date, number),
                )
                for number in range(1, ROUNDS + 1)
            ]
        )
        entry.create_all([RoundPlayer(round=round_, person=person) for round_ in rounds for person in players])


def _after_seven(day: date, rounds: int) -> datetime:
    """When so many rounds have been played."""
    return timezone.make_aware(datetime.combine(day, time(19))) + timedelta(minutes=25) * rounds
