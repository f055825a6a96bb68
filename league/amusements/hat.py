"""*Mattishatten*: whoever lost the evening's last round takes it home and has it until the next evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter

from league.facts import EveningFacts


@dataclass(frozen=True, slots=True)
class Stay:
    """The hat at somebody's home; `person` None: the book does not say at whose."""

    person: int | None
    evening: int  # the id of the one it was taken home from
    first_day: date
    last_day: date  # it moved on, or today

    @property
    def days(self) -> int:
        return (self.last_day - self.first_day).days


def taken_home(evening: EveningFacts) -> int | None:
    """Who wore the hat when the evening was over; None where it is unknown which round was last, or none was."""
    last = evening.standing[-1:]
    return last[0].mattis if last and last[0].ordered else None


def travels(evenings: Iterable[EveningFacts], today: date) -> list[Stay]:
    """Where the hat has been, evening by evening; `evenings` come in the order of play."""
    return stays(((taken_home(evening), evening.id, evening.date) for evening in evenings if evening.standing), today)


def stays(taken: Iterable[tuple[int | None, int, date]], today: date) -> list[Stay]:
    """The same from who took it home, at which evening and on which day.

    Who loses the last round of two evenings in a row keeps it all along.
    """
    moves = [next(kept) for _person, kept in groupby(taken, key=itemgetter(0))]
    ends = [*(day for _person, _evening, day in moves[1:]), today]
    return [Stay(person, evening, day, max(day, end)) for (person, evening, day), end in zip(moves, ends, strict=False)]


def longest(stays: Sequence[Stay]) -> Stay | None:
    """The longest stay with somebody known, the latest of equals; None if there is none."""
    known = [stay for stay in stays if stay.person is not None]
    return max(known, key=lambda stay: (stay.days, stay.first_day), default=None)


def days_with(stays: Iterable[Stay]) -> Counter[int]:
    """Days with each person, all his stays together."""
    days: Counter[int] = Counter()
    for stay in stays:
        if stay.person is not None:
            days[stay.person] += stay.days
    return days
