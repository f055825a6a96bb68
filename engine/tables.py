"""Look-up tables: what can be laid from a hand, and who comes after whom. Filled as they are asked."""

from functools import cache

from engine.cards import BIT, RANK_OF, TWO, Cards, each
from engine.moves import PLAYS, Move, lay


class Lays(dict[Cards, tuple[Move, ...]]):
    """For a set of cards of one suit: every lay that can be made of it.

    `least` is the shortest series, 0 for none; `from_two` allows only series that start with a 2; without `singles`
    only series are given.
    """

    def __init__(self, least: int, from_two: bool, singles: bool) -> None:
        super().__init__()
        self._least = least
        self._from_two = from_two
        self._singles = singles

    def __missing__(self, held: Cards) -> tuple[Move, ...]:
        found = [lay(BIT[card]) for card in each(held)] if self._singles else []
        if self._least:
            for card in each(held):
                if not self._from_two or RANK_OF[card] == TWO:
                    found += self._series_from(card, held)
        self[held] = moves = tuple(found)
        return moves

    def _series_from(self, low: int, held: Cards) -> list[Move]:
        found = []
        series, card = BIT[low], low + 1
        while card < 52 and held >> card & 1:
            series |= BIT[card]
            if card - low + 1 >= self._least:
                found.append(lay(series))
            card += 1
        return found


@cache
def lays(least: int, from_two: bool, singles: bool = True) -> Lays:
    """The shared table for these options of a rule set."""
    return Lays(least, from_two, singles)


class Plays(dict[Cards, tuple[Move, ...]]):
    """For a set of cards of one suit: the plays of one card in the collect phase."""

    def __missing__(self, held: Cards) -> tuple[Move, ...]:
        self[held] = moves = tuple(PLAYS[card] for card in each(held))
        return moves


PLAYS_OF = Plays()


@cache
def clockwise(players: int, seat: int) -> tuple[int, ...]:
    """All seats in turn, beginning with this one."""
    return tuple((seat + step) % players for step in range(players))


@cache
def ring(players: int, inside: int) -> tuple[int, ...]:
    """For each seat the next one clockwise among those whose bit is set in `inside`; his own if there is no other."""
    return tuple(
        next((after for after in clockwise(players, (seat + 1) % players) if inside >> after & 1), seat)
        for seat in range(players)
    )
