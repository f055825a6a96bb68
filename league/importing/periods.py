"""Which member periods a book implies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from league.importing.values import Form

_DAY = timedelta(days=1)


class Days(NamedTuple):
    """From one day to another, both included; no last day: without end."""

    first: date
    last: date | None

    def touches(self, other: Days) -> bool:
        return (self.last is None or other.first <= self.last) and (other.last is None or self.first <= other.last)

    def meets(self, later: Days) -> bool:
        """Whether a period that begins no earlier goes on where this one ends, or overlaps it."""
        return self.last is None or later.first <= self.last + _DAY


def implied(existing: Sequence[Days], seasons: Iterable[tuple[Days, Form]]) -> list[Days]:
    """The periods of one person that are to come instead of, or beside, those he has.

    In a matrix he is a member for the whole season, in a book of rounds from its first day until the next
    period begins. A season in which something is known of him already is left as it is. What comes to lie
    end to end is joined.
    """
    periods = list(existing)
    for season, form in sorted(seasons, key=lambda pair: pair[0].first):
        if any(period.touches(season) for period in periods):
            continue
        later = [period.first - _DAY for period in periods if period.first > season.first]
        periods.append(season if form is Form.MATRIX else Days(season.first, min(later, default=None)))
    return [period for period in _joined(periods) if period not in existing] if len(periods) > len(existing) else []


def _joined(periods: Iterable[Days]) -> list[Days]:
    found: list[Days] = []
    for period in sorted(periods, key=lambda period: period.first):
        if found and found[-1].meets(period):
            found[-1] = found[-1]._replace(last=_later(found[-1].last, period.last))
        else:
            found.append(period)
    return found


def _later(one: date | None, other: date | None) -> date | None:
    return None if one is None or other is None else max(one, other)
