"""Rounds as they followed one another at each table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from league.facts import EveningFacts, PlayedRound


def at_tables(evening: EveningFacts) -> list[list[PlayedRound]]:
    """The evening's standing rounds, table by table, each in the order of play."""
    tables: defaultdict[int, list[PlayedRound]] = defaultdict(list)
    for round_ in evening.standing:
        tables[round_.table].append(round_)
    return [tables[table] for table in sorted(tables)]


def recorded(evenings: Iterable[EveningFacts]) -> Iterator[tuple[EveningFacts, PlayedRound, frozenset[int]]]:
    """The standing rounds whose players are known, with them."""
    for evening in evenings:
        for round_ in evening.standing:
            if round_.players is not None:
                yield evening, round_, round_.players
