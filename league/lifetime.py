"""All years at once: what each person has gathered since the first evening in the book.

Counted by the database over every standing round, whether its evening counts or not. The number of
queries does not depend on how much there is to count.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import Count, Func, IntegerField, OuterRef, QuerySet, Subquery

from league.facts import State
from league.identity import Identities
from league.models import Attendance, Evening, MemberPeriod, Person, Round, RoundPlayer, Season


@dataclass(slots=True)
class Figures:
    """What one person has gathered."""

    strek: int = 0
    rounds: int = 0  # where the players are not recorded, all rounds of an evening he came to
    approx: bool = False  # the players of some of his rounds are not recorded
    evenings: int = 0  # he came to

    @property
    def rate(self) -> Fraction | None:
        """Strek per round; None without rounds."""
        return Fraction(self.strek, self.rounds) if self.rounds else None


@dataclass(slots=True)
class Lifetime(Figures):
    """One person over all years."""

    seasons: int = 0  # he was a member in


@dataclass(slots=True)
class SeasonLine(Figures):
    """One season of one person."""

    season: Season = field(kw_only=True)


def lifetimes(who: Identities | None = None) -> dict[int, Lifetime]:
    """Everybody in the book but the doubles, by id, in no order. `who` where they have been read already."""
    who = Identities() if who is None else who
    him = OuterRef("pk")
    counted = Person.objects.values_list(
        "pk",
        _number(_strek().filter(mattis=him)),
        _number(RoundPlayer.objects.filter(person=him)),
        _number(_came().filter(person=him)),
    )
    found = {
        person: Lifetime(strek=strek, rounds=seats, evenings=evenings) for person, strek, seats, evenings in counted
    }
    # Few rounds do not stand: taking their seats away again costs less than looking up the round of every seat.
    fallen = RoundPlayer.objects.filter(round__in=Round.objects.exclude(state=State.STANDING))
    for person, number in _count(fallen, "person"):
        found[person].rounds -= number
    for person, number in _count(_unrecorded(), "person"):
        found[person].rounds += number
        found[person].approx = True
    _add_doubles(found, who)
    for person, number in _seasons_by_member(who).items():
        found[person].seasons = number
    return found


def seasons_of(person: int) -> list[SeasonLine]:
    """The seasons one person came in, newest first."""
    seasons = list(Season.objects.order_by("first_day"))
    first_days = [season.first_day for season in seasons]
    lines = [SeasonLine(season=season) for season in seasons]

    def on(day: date) -> SeasonLine:
        return lines[bisect_right(first_days, day) - 1]

    him = Person.objects.same_as(person)
    came = Evening.objects.filter(pk__in=_came().filter(person__in=him).values("evening"))
    for day, number in _count(_strek().filter(mattis__in=him), "evening__date"):
        on(day).strek += number
    for day, number in _count(_seats().filter(person__in=him), "round__evening__date"):
        on(day).rounds += number
    for day, number in _count(
        Round.objects.standing().filter(players_recorded=False, evening__in=came), "evening__date"
    ):
        on(day).rounds += number
        on(day).approx = True
    for day, number in _count(came, "date"):
        on(day).evenings += number
    return [line for line in reversed(lines) if line.evenings]


def _add_doubles(found: dict[int, Lifetime], who: Identities) -> None:
    """Let each double's figures be those of the person kept. Where both came to one evening, he came once."""
    if not who:
        return
    for double, kept in who.pairs():
        his, life = found.pop(double), found[kept]
        life.strek += his.strek
        life.rounds += his.rounds
        life.evenings += his.evenings
        life.approx |= his.approx
    people = {person for pair in who.pairs() for person in pair}
    rows = _came().filter(person__in=people).values_list("person_id", "evening_id")
    twice = Counter((who.of(person), evening) for person, evening in rows)
    twice -= Counter(twice.keys())
    rounds = Round.objects.standing().filter(players_recorded=False, evening__in={evening for _him, evening in twice})
    guessed = dict(_count(rounds, "evening")) if twice else {}
    for (person, evening), times in twice.items():
        found[person].evenings -= times
        found[person].rounds -= times * guessed.get(evening, 0)


def _strek() -> QuerySet[Round]:
    return Round.objects.standing().filter(mattis__isnull=False)


def _seats() -> QuerySet[RoundPlayer]:
    return RoundPlayer.objects.filter(round__state=State.STANDING)


def _came() -> QuerySet[Attendance]:
    return Attendance.objects.filter(present=True)


def _unrecorded() -> QuerySet[Attendance]:
    """Who came, once for each standing round of the evening whose players are not recorded."""
    return _came().filter(evening__rounds__in=Round.objects.standing().filter(players_recorded=False))


def _count(rows: QuerySet[Any], by: str) -> Iterable[tuple[Any, int]]:
    counted: Iterable[tuple[Any, int]] = rows.order_by().values_list(by).annotate(number=Count("*"))
    return counted


def _number(rows: QuerySet[Any]) -> Subquery:
    """How many rows one person has: his stretch of an index.

    Grouping them all instead would compare each with the one before, and `Count` would group.
    """
    return Subquery(rows.order_by().values(number=Func(template="COUNT(*)", output_field=IntegerField())))


def _seasons_by_member(who: Identities) -> Counter[int]:
    first_days = list(Season.objects.order_by("first_day").values_list("first_day", flat=True))
    last = len(first_days) - 1

    def at(day: date | None) -> int:
        return last if day is None else bisect_right(first_days, day) - 1

    members: dict[int, set[int]] = defaultdict(set)
    for person, first_day, last_day in MemberPeriod.objects.values_list("person", "first_day", "last_day"):
        members[who.of(person)].update(range(max(0, at(first_day)), at(last_day) + 1))
    return Counter({person: len(seasons) for person, seasons in members.items()})
