"""*Vertens forbannelse*: does one lose more at home than away?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from league.amusements.chance import Luck
from league.amusements.tables import recorded
from league.facts import EveningFacts


@dataclass(slots=True)
class Curse:
    """One person's rounds on the evenings he was host, and all his others."""

    home: Luck = field(default_factory=Luck)
    away: Luck = field(default_factory=Luck)


def curses(evenings: Iterable[EveningFacts]) -> dict[int, Curse]:
    """Everybody who has played while he was host."""
    found: defaultdict[int, Curse] = defaultdict(Curse)
    for evening, round_, players in recorded(evenings):
        for person in players:
            curse = found[person]
            (curse.home if person == evening.host else curse.away).add(len(players), lost=person == round_.mattis)
    return {person: curse for person, curse in found.items() if curse.home.rounds}
