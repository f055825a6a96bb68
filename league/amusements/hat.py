"""*Mattishatten*: whoever lost the evening's last round takes it home and has it until the next evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

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
    """Where the hat has been, evening by evening; `evenings` come in the order of play.

    Who loses the last round of two evenings in a row keeps it all along.
    """
    stays: list[Stay] = []
    for evening in evenings:
        if not evening.standing:
            continue
        person, day = taken_home(evening), evening.date
        if stays:
            stays[-1] = replace(stays[-1], last_day=day)
        if not stays or stays[-1].person != person:
            stays.append(Stay(person, evening.id, day, day))
    if stays:
        stays[-1] = replace(stays[-1], last_day=max(today, stays[-1].first_day))
    return stays


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
