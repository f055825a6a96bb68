"""*Med alle fordeler*: the mattis deals and leads. Does he lose the next round too?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from league.amusements.chance import Luck
from league.amusements.tables import at_tables
from league.facts import EveningFacts


def repeats(evenings: Iterable[EveningFacts]) -> dict[int, Luck]:
    """For each mattis the rounds he played straight after at the same table, and how many of them he lost.

    Both rounds must be recorded: their players, and that they followed one another.
    """
    found: defaultdict[int, Luck] = defaultdict(Luck)
    for evening in evenings:
        for rounds in at_tables(evening):
            for before, after in pairwise(rounds):
                players = after.players or frozenset()
                if before.recorded and after.recorded and before.mattis is not None and before.mattis in players:
                    found[before.mattis].add(len(players), lost=after.mattis == before.mattis)
    return dict(found)
