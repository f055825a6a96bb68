"""What a closed season refuses: every write that would change its book, until it is reopened.

Every entry of the log asks here before it is stored, so that no write can forget to.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from league.errors import Refused
from league.models import (
    Attendance,
    Evening,
    Leave,
    MemberPeriod,
    Penalty,
    Period,
    Person,
    QuorumChange,
    Round,
    RoundPlayer,
    Season,
)

type Stretch = tuple[date, date | None]  # both days included; None: it has no end

NOT_RULES = frozenset({"closed_at", "meeting"})  # what closing and reopening themselves change


class Touched:
    """The days of the book that one act has changed so far."""

    def __init__(self) -> None:
        self._evenings: set[int] = set()
        self._stretches: list[Stretch] = []
        self._doubles: set[int] = set()

    def note(self, row: models.Model, before: dict[str, Any] | None, after: dict[str, Any] | None) -> None:
        """Remember what a changed row concerns; `before` None: it was made, `after` None: it was deleted."""
        match row:
            case Round():
                self._evenings |= {row.evening_id, (before or {}).get("evening_id", row.evening_id)}
            case Attendance() | Penalty():
                self._evenings.add(row.evening_id)
            case RoundPlayer():
                self._evenings.add(row.round.evening_id)
            case Evening():
                self._days(row.date, _day(before, "date"))
            case MemberPeriod() | Leave():
                self._stretches += _changed_stretches(row, before, after)
            case QuorumChange():
                self._days(row.first_day, _day(before, "first_day"))
            case Season() if "first_day" in (before or {}):
                # The days between go from one season to the other; the one before ends another day than it did.
                days = sorted({row.first_day, _day(before, "first_day") or row.first_day})
                self._stretches.append((days[0] - timedelta(days=1), days[-1]))
            case Season() if before is None or not before.keys() <= NOT_RULES:
                self._days(row.first_day)
            case Person() if "merged_into_id" in (before or {}):
                self._doubles.add(row.pk)

    def refuse_closed(self) -> None:
        """Raises Refused if any of it lies in a closed season."""
        closed = _closed_seasons()
        if not closed or not (self._evenings or self._stretches or self._doubles):
            return
        days = Evening.objects.filter(pk__in=self._evenings).values_list("date", flat=True)
        stretches = [*self._stretches, *((day, day) for day in days), *stretches_of(self._doubles)]
        for season, last_day in closed:
            if any(_overlap((season.first_day, last_day), stretch) for stretch in stretches):
                raise Refused(
                    _("Sesongen %(season)s er avsluttet. Den må åpnes igjen før noe i den kan endres.")
                    % {"season": season.name}
                )

    def _days(self, *days: date | None) -> None:
        self._stretches += [(day, day) for day in days if day]


def _closed_seasons() -> list[tuple[Season, date | None]]:
    """The closed seasons with their last days."""
    seasons = list(Season.objects.order_by("first_day"))
    ends = [*(season.first_day - timedelta(days=1) for season in seasons[1:]), None]
    return [(season, end) for season, end in zip(seasons, ends, strict=True) if season.closed_at]


def _changed_stretches(
    period: MemberPeriod | Leave, before: dict[str, Any] | None, after: dict[str, Any] | None
) -> Iterator[Stretch]:
    """The days on which he is something else than he was."""
    now = (period.first_day, period.last_day)
    if before is None or after is None:
        yield now
        return
    was = (_day(before, "first_day") or now[0], _day(before, "last_day") if "last_day" in before else now[1])
    if was[0] != now[0]:
        yield min(was[0], now[0]), max(was[0], now[0]) - timedelta(days=1)
    if was[1] != now[1]:
        ends = [end for end in (was[1], now[1]) if end]
        yield min(ends) + timedelta(days=1), max(ends) if len(ends) == 2 else None
    if "earlier_rounds" in before:
        yield period.first_day, period.first_day


def stretches_of(people: set[int]) -> Iterator[Stretch]:
    """All the days that hold something of these people."""
    if not people:
        return
    evenings = Evening.objects.filter(
        models.Q(attendances__person__in=people)
        | models.Q(host__in=people)
        | models.Q(penalties__person__in=people)
        | models.Q(rounds__mattis__in=people)
        | models.Q(rounds__seats__person__in=people)
    )
    yield from ((day, day) for day in evenings.values_list("date", flat=True).distinct())
    kinds: tuple[type[Period], ...] = (MemberPeriod, Leave)
    for kind in kinds:
        yield from kind._default_manager.filter(person__in=people).values_list("first_day", "last_day")


def _overlap(one: Stretch, other: Stretch) -> bool:
    return (one[1] is None or other[0] <= one[1]) and (other[1] is None or one[0] <= other[1])


def _day(values: dict[str, Any] | None, name: str) -> date | None:
    value = (values or {}).get(name)
    return date.fromisoformat(value) if value else None
