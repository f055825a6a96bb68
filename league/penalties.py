"""Reading the *straffestrek* of some evenings: who got them, why, and what became of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from league.models import LogEntry, Penalty, Person
from league.verbs import Verb


@dataclass(frozen=True, slots=True)
class Act:
    """Why, by whom and when one was given or struck."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PenaltyTold:
    """One *straffestrek*. An act is None where it has not happened, or the log does not tell of it (an old book)."""

    penalty: Penalty
    person: Person
    given: Act | None
    struck: Act | None


def penalties_of(evenings: Iterable[int]) -> dict[int, list[PenaltyTold]]:
    """By evening, as they were given. Where there are none it is one query."""
    rows = Penalty.objects.filter(evening__in=list(evenings)).select_related("person__merged_into")
    penalties = list(rows.order_by("pk"))
    acts = _acts({penalty.evening_id for penalty in penalties})
    found: dict[int, list[PenaltyTold]] = defaultdict(list)
    for penalty in penalties:
        given, struck = (acts.get((verb, penalty.pk)) for verb in (Verb.GIVE_PENALTY, Verb.STRIKE_PENALTY))
        found[penalty.evening_id].append(PenaltyTold(penalty, penalty.person.who, given, struck))
    return found


def _acts(evenings: set[int]) -> dict[tuple[Verb, int], Act]:
    if not evenings:
        return {}
    entries = LogEntry.objects.filter(evening_id__in=evenings, verb__in=(Verb.GIVE_PENALTY, Verb.STRIKE_PENALTY))
    return {
        (Verb(entry.verb), change["id"]): Act(
            reason=entry.reason.text if entry.reason else "", by=str(entry.user) if entry.user else "", at=entry.at
        )
        for entry in entries.select_related("user__person__merged_into", "reason")
        for change in entry.changes
    }
