"""A season in the figures an annual meeting asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from league.facts import SeasonFacts
from league.quorum import judged


@dataclass(frozen=True, slots=True)
class Attended:
    """One member's evenings, counting or not, of those that say who came."""

    came: int
    held: int  # while he was a member; on leave only those he came to

    @property
    def percent(self) -> int | None:
        """Half rounds up, but 100 is every evening and 0 is none; None where there was none to come to."""
        if not self.held:
            return None
        rounded = (200 * self.came + self.held) // (2 * self.held)
        if self.came in {0, self.held}:
            return rounded
        return min(max(rounded, 1), 99)


@dataclass(frozen=True, slots=True)
class YearFigures:
    """One season."""

    held: int  # evenings
    valid: int  # of which count
    unrecorded: int  # that do not say who came, and are left out of the attendance
    rounds: int  # standing, with a mattis
    counting_rounds: int
    guests: int  # different people who came without being members
    visits: int  # theirs
    penalties: int
    hosts: Mapping[int | None, int]  # evenings by host; None: a *Mattistur*
    attendance: Mapping[int, Attended]  # of everybody who was a member at an evening


def year_figures(facts: SeasonFacts) -> YearFigures:
    """Add a season up."""
    evenings = judged(facts)
    visits: Counter[int] = Counter()
    came: Counter[int] = Counter()
    held: Counter[int] = Counter()
    for evening, verdict in evenings:
        visits.update(evening.came - verdict.members)
        held.update(dict.fromkeys(verdict.members, int(evening.attendance_recorded)))
        if evening.attendance_recorded:
            came.update(evening.came & verdict.members)
    return YearFigures(
        held=len(evenings),
        valid=sum(verdict.counts for _, verdict in evenings),
        unrecorded=sum(not evening.attendance_recorded for evening, _ in evenings),
        rounds=sum(round_.mattis is not None for evening, _ in evenings for round_ in evening.standing),
        counting_rounds=sum(len(verdict.counting_rounds) for _, verdict in evenings),
        guests=len(visits),
        visits=visits.total(),
        penalties=sum(len(evening.penalties) for evening, _ in evenings),
        hosts=Counter(evening.host for evening, _ in evenings),
        attendance={person: Attended(came[person], held[person]) for person in held},
    )
