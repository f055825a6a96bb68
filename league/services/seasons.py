"""Founding the club, and the seasons that follow one another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain, count

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from league import log
from league.books import rules_on
from league.errors import Refused
from league.models import Club, MemberPeriod, Office, Person, Season, User
from league.services.locks import lock_club
from league.verbs import Verb

RULES = ("percent", "ranking", "minimum", "minimum_percent", "a", "whole_evening", "penalties_count")


@dataclass(frozen=True)
class Founders:
    """Who begins the book: the chairman with his log-in, and the names of all members, his own among them or not."""

    chairman: str
    email: str
    password: str
    members: tuple[str, ...]


@transaction.atomic
def found_club(*, name: str, founders: Founders, percent: int, first_day: date) -> User:
    """Begin an empty book: the club, its first season, the members from that day, chairman and administrator.

    Returns the chairman's log-in. Raises Refused if there is a club already.
    """
    with log.entry(Verb.FOUND_CLUB, actor=None) as entry:
        try:
            entry.create(Club(pk=Club.ONLY, name=name))
        except IntegrityError as taken:  # before, or by somebody else at this very moment
            raise Refused(_("Klubben finnes alt.")) from taken
        entry.create(Season(name=season_name(first_day), first_day=first_day, percent=percent))
        names = dict.fromkeys((founders.chairman, *founders.members))
        people = {member: entry.create(Person(name=member)) for member in names}
        for person in people.values():
            entry.create(MemberPeriod(person=person, first_day=first_day))
        chairman = people[founders.chairman]
        for kind in (Office.Kind.CHAIRMAN, Office.Kind.ADMINISTRATOR):
            entry.create(Office(person=chairman, kind=kind, first_day=first_day))
        user = User(email=founders.email.casefold(), person=chairman)
        user.set_password(founders.password)
        return entry.create(user)


@transaction.atomic
def season_for(day: date, *, actor: User | None) -> Season:
    """The season `day` falls in; missing ones are made, a year each, with the neighbour's rules.

    So a season never stops an evening, neither a new one nor one from an old book.
    """
    lock_club()
    season = Season.objects.on(day)
    while season is None:
        earliest = Season.objects.order_by("first_day")[0]
        add_season(earliest, anniversary(earliest.first_day, -1), actor)
        season = Season.objects.on(day)
    while not Season.objects.filter(first_day__gt=season.first_day).exists():
        following = anniversary(season.first_day, 1)
        if day < following:
            break
        season = add_season(season, following, actor)
    return season


def season_name(first_day: date) -> str:
    """`2026` for a calendar year, `2026/27` for one that crosses it."""
    if (first_day.month, first_day.day) == (1, 1):
        return str(first_day.year)
    return f"{first_day.year}/{(first_day.year + 1) % 100:02}"


def add_season(neighbour: Season, first_day: date, actor: User | None) -> Season:
    """A season beside another one, with its rules; a later one begins with the requirement then in force."""
    rules = {name: getattr(neighbour, name) for name in RULES}
    if first_day > neighbour.first_day:
        latest = rules_on(first_day - timedelta(days=1))
        rules |= {"percent": latest.percent, "whole_evening": latest.whole_evening}
    with log.entry(Verb.ADD_SEASON, actor=actor) as entry:
        return entry.create(Season(name=_unused(season_name(first_day)), first_day=first_day, **rules))


def _unused(name: str) -> str:
    """The name, or `2026/27 (2)` where a season closed early has it already."""
    taken = set(Season.objects.values_list("name", flat=True))
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(free for free in names if free not in taken)


def anniversary(day: date, years: int) -> date:
    """The same day so many years later; 28 February for the 29th where there is none."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # 29 February
        return day.replace(year=day.year + years, day=28)
