"""*Plageånd*: who loses when we two sit at the same table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from league.amusements.chance import Luck
from league.amusements.tables import recorded
from league.facts import EveningFacts

LEAST = 20  # rounds together: with fewer, two say nothing of one another


@dataclass(frozen=True, slots=True)
class Together:
    """What befell one person in the rounds he played with another."""

    person: int
    other: int
    luck: Luck  # his strek in them
    theirs: int  # the other's strek in them


def together(evenings: Iterable[EveningFacts]) -> dict[tuple[int, int], Together]:
    """Every two who have sat at one table, each seen from both; by person and other."""
    seats: defaultdict[int, Counter[tuple[int, int]]] = defaultdict(Counter)  # by the number of players
    lost: Counter[tuple[int, int]] = Counter()
    for _evening, round_, players in recorded(evenings):
        seats[len(players)].update(combinations(sorted(players), 2))
        if round_.mattis is not None:
            lost.update((round_.mattis, other) for other in players if other != round_.mattis)
    sizes: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for size, counted in seats.items():
        for pair, rounds in counted.items():
            sizes[pair][size] = rounds
    found = {}
    for (one, other), counts in sizes.items():
        for person, them in ((one, other), (other, one)):
            found[person, them] = Together(person, them, Luck(lost[person, them], counts), lost[them, person])
    return found


def known_enough(pairs: Iterable[Together]) -> list[Together]:
    """Those who have played enough rounds together to be spoken of."""
    return [pair for pair in pairs if pair.luck.rounds >= LEAST]


def worst(pairs: Iterable[Together]) -> list[Together]:
    """Those who lose more than expected together, the farthest out first."""
    far_out = [pair for pair in pairs if pair.luck.deviation > 0]
    return sorted(far_out, key=lambda pair: (-pair.luck.deviation, pair.person, pair.other))
