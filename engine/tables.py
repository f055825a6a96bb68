"""Look-up tables: what can be laid from a hand, and who comes after whom."""

from collections.abc import Callable
from functools import cache
from itertools import combinations

from engine.cards import BIT, RANK_OF, TWO, Card, Cards, Suit
from engine.moves import CHANCE, PLAYS, TAKE, Move, lay

type Moves = list[tuple[Move, ...]]  # by the 13 bits of the cards held in a suit
type Table = tuple[Moves, ...]  # for each suit


def plays(held: Cards) -> tuple[Move, ...]:
    """A play for each card of a hand."""
    found = []
    while held:
        lowest = held & -held
        found.append(PLAYS[lowest.bit_length() - 1])
        held ^= lowest
    return tuple(found)


# The plays of up to three cards of two suits: of spades and hearts, of diamonds and clubs, and these with the chance.
# Nearly all hands of the collect phase are put together from two of them; going through the cards takes four times as
# long.
_FEW = [sum(bits) for count in range(4) for bits in combinations(BIT[:26], count)]
LOWER = {held: plays(held) for held in _FEW}
UPPER = {held: plays(held << 26) for held in _FEW}
UPPER_AND_CHANCE = {held: (*found, CHANCE) for held, found in UPPER.items()}


@cache
def lays(least: int, from_two: bool, singles: bool = True) -> Table:
    """Every lay that can be made of the cards held in a suit.

    `least` is the shortest series, 0 for none; `from_two` allows only series that start with a 2; without `singles`
    only series are given.
    """
    return tuple([_by_lowest(suit, lambda low: _from(low, least, from_two, singles)) for suit in range(4)])


def _from(low: Card, least: int, from_two: bool, singles: bool) -> list[Move | None]:
    """The lays that begin with this card, by length: 1, 2, … up to the ace; None where the rules have none."""
    found: list[Move | None] = []
    for length in range(1, 14 - RANK_OF[low]):
        allowed = singles if length == 1 else 0 < least <= length and (RANK_OF[low] == TWO or not from_two)
        found.append(lay((1 << low + length) - BIT[low]) if allowed else None)
    return found


def _by_lowest(suit: Suit, lays_from: Callable[[Card], list[Move | None]]) -> list[tuple[Move, ...]]:
    """Build a table upwards: what begins with the lowest card, then what the others give."""
    starts = [lays_from(13 * suit + rank) for rank in range(13)]
    table: list[tuple[Move, ...]] = [()]
    for held in range(1, 1 << 13):
        lowest = (held & -held).bit_length() - 1
        run = (~(held >> lowest) & (held >> lowest) + 1).bit_length() - 1  # cards in a row from the lowest
        table.append((*[move for move in starts[lowest][:run] if move], *table[held & held - 1]))
    return table


@cache
def with_take(suit: Suit, least: int, from_two: bool, singles: bool, *, besides: bool, instead: bool) -> Moves:
    """The same for one suit, and the take: besides what can be laid, and instead of it where nothing can."""
    found = lays(least, from_two, singles)[suit]
    if not (besides or instead):
        return found
    return [(*laid, TAKE) if (besides if laid else instead) else laid for laid in found]


@cache
def clockwise(players: int, seat: int) -> tuple[int, ...]:
    """All seats in turn, beginning with this one."""
    return tuple((seat + step) % players for step in range(players))


@cache
def followers(players: int, count: int) -> tuple[tuple[int, ...], ...]:
    """For each seat, who plays after him to a trick that he leads: so many of the others, clockwise."""
    return tuple(clockwise(players, seat)[1 : count + 1] for seat in range(players))


@cache
def ring(players: int, inside: int) -> tuple[int, ...]:
    """For each seat the next one clockwise among those whose bit is set in `inside`; his own if there is no other."""
    return tuple(
        next((after for after in clockwise(players, (seat + 1) % players) if inside >> after & 1), seat)
        for seat in range(players)
    )
