"""A club, its people and its evenings in few words, for arranging tests.

Everything goes through the services, so what a test rests on is in the log too. Names are always the same.

    secretary = found_club("Arne", "Berit", "Carl")   # members from 1 January 2026; Arne is chairman and administrator
    played = play(day(3, 5), losers=["Berit", "Carl"])   # an evening at Arne's, everybody there, closed
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import time_machine
from django.test import Client

from league.models import Attendance, Evening, MemberPeriod, Office, Person, Round, User
from league.services import attendance, evenings, offices, people, rounds, seasons

OSLO = ZoneInfo("Europe/Oslo")
NAMES = ("Arne", "Berit", "Carl", "Dina", "Einar", "Frode", "Geir", "Hilde", "Ivar", "Jorunn", "Kåre", "Liv")
NEW_YEAR = date(2026, 1, 1)
PASSWORD = "krig-om-esset"  # everybody's


def day(month: int, day: int, year: int = 2026) -> date:
    return date(year, month, day)


def at(when: date, clock: str) -> datetime:
    """at(day(3, 5), "20.15"); an hour before six is the morning after, as an evening sees it."""
    hour, minute = map(int, clock.split("."))
    return datetime(when.year, when.month, when.day, hour, minute, tzinfo=OSLO) + timedelta(days=hour < 6)


def found_club(*names: str, first_day: date = NEW_YEAR, percent: int = 65) -> User:
    """A club whose members are `names`, twelve without any; the first is chairman and administrator. His log-in."""
    chairman, *members = names or NAMES
    return seasons.found_club(
        name="Klubben",
        founders=seasons.Founders(chairman, f"{chairman.lower()}@example.org", PASSWORD, tuple(members)),
        percent=percent,
        first_day=first_day,
    )


def actor() -> User:
    """The log-in of the chairman."""
    return User.objects.order_by("pk")[0]


def named(name: str) -> Person:
    return Person.objects.get(name=name)


def member(name: str, first_day: date, last_day: date | None = None) -> Person:
    person = people.add_person(actor=actor(), name=name)
    people.add_period(actor=actor(), kind=MemberPeriod, person=person, first_day=first_day, last_day=last_day)
    return person


def guest(name: str) -> Person:
    return people.add_person(actor=actor(), name=name)


def joins(name: str, first_day: date, *, earlier_rounds: bool) -> MemberPeriod:
    """A guest becomes a member; `earlier_rounds`: what he has played as a guest that season counts."""
    return people.add_period(
        actor=actor(),
        kind=MemberPeriod,
        person=named(name),
        first_day=first_day,
        last_day=None,
        earlier_rounds=earlier_rounds,
    )


def login(name: str, *, office: Office.Kind | None = None, since: date = NEW_YEAR) -> User:
    """A log-in for a person, in office or not."""
    user = offices.give_login(actor=actor(), person=named(name), email=f"{name.lower()}@example.org")
    user.set_password(PASSWORD)
    user.save(update_fields=["password"])
    if office:
        offices.give_office(actor=actor(), person=named(name), kind=office, first_day=since)
    return user


def client_of(user: User) -> Client:
    """A browser in which he is logged in."""
    client = Client()
    client.force_login(user)
    return client


def open_evening(
    when: date, *, host: str | None = "Arne", present: Iterable[str] | None = None, clock: str = "19.00"
) -> Evening:
    """An evening opened on its day at that time; present are all members of the day unless said otherwise."""
    if present is None:
        present = Person.objects.members_on(when).order_by("pk").values_list("name", flat=True)
    with time_machine.travel(at(when, clock), tick=False):
        evening = evenings.open_evening(actor=actor(), day=when, host=named(host) if host else None)
        for name in present:
            arrive(evening, name)
    return evening


def arrive(evening: Evening, name: str, *, table: int | None = 1) -> Attendance:
    return attendance.arrive(actor=actor(), evening_id=evening.pk, person=named(name), table=table)


def strek(evening: Evening, name: str, *, table: int = 1, token: str | None = None) -> Round:
    """A tap now: he has lost the round just played."""
    return rounds.add_round(actor=actor(), evening_id=evening.pk, table=table, mattis=named(name), token=token)


def play(
    when: date, *, losers: Sequence[str], host: str | None = "Arne", present: Iterable[str] | None = None
) -> Evening:
    """A whole evening: begun at seven, a round every quarter of an hour from half past, closed after the last."""
    evening = open_evening(when, host=host, present=present)
    begun = at(when, "19.15")
    for number, loser in enumerate(losers, start=1):
        with time_machine.travel(begun + timedelta(minutes=15 * number), tick=False):
            strek(evening, loser)
    with time_machine.travel(begun + timedelta(minutes=15 * len(losers) + 5), tick=False):
        return evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=evening.version)
