"""What a player can do in his turn.

There is one object for each move, so moves are compared by identity and can be kept in look-up tables.
"""

from enum import StrEnum
from functools import cache
from typing import Final
from weakref import WeakValueDictionary

from engine.cards import ABOVE, BIT, NAMES, PACK, RANK_OF, SUIT_OF, Card, Cards, Rank, Suit, by_rank

SEATS = 17  # most players that 52 cards can serve
NO_CARD = -1


class Kind(StrEnum):
    PLAY = "play"  # collect phase: a card from the hand
    CHANCE = "chance"  # collect phase: the unseen top card of the stock
    SLOUGH = "slough"  # collect phase, Atlanta: a further card to an undecided trick
    PASS = "pass"  # collect phase, Atlanta: no slough  # noqa: S105
    SWAP = "swap"  # collect phase, Mas: the 2 of trumps for the turned-up card
    ASIDE = "aside"  # collect phase, Mas: a hand of three trumps, kept for the shed phase
    LAY = "lay"  # shed phase: a card or a series
    TAKE = "take"  # pick up from the table


LAY: Final = Kind.LAY  # as plain names: looked at on every move
PLAY: Final = Kind.PLAY
SLOUGH: Final = Kind.SLOUGH
FROM_HAND: Final = frozenset((Kind.PLAY, Kind.SLOUGH, Kind.LAY))  # what puts cards of the hand on the table


class Play:
    """A move of cards made by one seat: what lies on the table, with its owner.

    `above` are the cards that beat it in its suit, `others` all cards but these; `alone` is a table with nothing else
    on it, ready to be put after another; `place` is where tables of what answers a play have it: its highest card, and
    52 more for a series; `rank_bit` is the bit of its rank.
    """

    __slots__ = (
        "above", "alone", "cards", "high", "low", "move", "others", "place", "rank", "rank_bit", "seat", "suit",
    )  # fmt: skip

    def __init__(self, move: "Move", seat: int) -> None:
        self.move = move
        self.seat = seat
        self.cards: Cards = move.cards
        self.low: Card = move.low
        self.high: Card = move.high
        self.above: Cards = ABOVE[move.high] if move.cards else 0
        self.others: Cards = PACK ^ self.above
        self.suit: Suit = SUIT_OF[move.high] if move.cards else NO_CARD
        self.place = move.high if move.low == move.high else move.high + 52
        self.alone: tuple[Play, ...] = (self,)
        self.rank: Rank = RANK_OF[move.high] if move.cards else NO_CARD
        self.rank_bit = BIT[self.rank] if move.cards else 0

    def __repr__(self) -> str:
        return f"{self.seat}:{self.move}"

    def __reduce__(self) -> tuple[object, ...]:
        return _play, (self.move, self.seat)


class Move:
    """One thing a player can do. Make one with the functions below, never by itself.

    `low` and `high` are its lowest and highest card, -1 without cards; `label` its cards in one word; `plays[seat]` is
    the move as made by a seat, `alone[seat]` a table with nothing else on it.
    """

    __slots__ = ("__weakref__", "alone", "cards", "high", "kind", "label", "low", "plays")

    def __init__(self, kind: Kind, held: Cards) -> None:
        ordered = by_rank(held)
        self.kind = kind
        self.cards = held
        self.low: Card = ordered[0] if ordered else NO_CARD
        self.high: Card = ordered[-1] if ordered else NO_CARD
        self.label = "-".join(self.names)
        self.plays = tuple(Play(self, seat) for seat in range(SEATS))
        self.alone = tuple(play.alone for play in self.plays)

    @property
    def names(self) -> list[str]:
        """The names of its cards, the lowest first."""
        return [NAMES[card] for card in by_rank(self.cards)]

    def __str__(self) -> str:
        return f"{self.kind} {self.label}".rstrip()

    def __repr__(self) -> str:
        return f"<{self}>"

    def __copy__(self) -> "Move":
        return self

    def __deepcopy__(self, memo: object) -> "Move":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _move, (self.kind, self.cards)


@cache
def _regular(kind: Kind, held: Cards) -> Move:
    return Move(kind, held)


_IRREGULAR: WeakValueDictionary[tuple[Kind, Cards], Move] = WeakValueDictionary()


def _move(kind: Kind, held: Cards = 0) -> Move:
    """The one move of this kind with these cards. Only regular ones, a few hundred, are kept for ever."""
    lowest = held & -held
    if not held or (kind is not Kind.TAKE and (held + lowest) & held == 0 and _one_suit(held)):
        return _regular(kind, held)
    return _IRREGULAR.setdefault((kind, held), Move(kind, held))


def _one_suit(held: Cards) -> bool:
    return SUIT_OF[(held & -held).bit_length() - 1] == SUIT_OF[held.bit_length() - 1]


def _play(move: Move, seat: int) -> Play:
    return move.plays[seat]


CHANCE, PASS, SWAP, ASIDE, TAKE = (_move(kind) for kind in (Kind.CHANCE, Kind.PASS, Kind.SWAP, Kind.ASIDE, Kind.TAKE))
PLAYS: tuple[Move, ...] = tuple(_move(Kind.PLAY, bit) for bit in BIT)
SLOUGHS: tuple[Move, ...] = tuple(_move(Kind.SLOUGH, bit) for bit in BIT)


def play(card: Card) -> Move:
    """Play this card from the hand in the collect phase."""
    return PLAYS[card]


def slough(card: Card) -> Move:
    """Add this card to an undecided trick (Atlanta)."""
    return SLOUGHS[card]


def lay(held: Cards) -> Move:
    """Lay these cards in the shed phase. They need not be a series: people lay what they like."""
    return _move(Kind.LAY, held)


def chance(card: Card) -> Move:
    """A chance that turned up this card, for a stock whose order is not known."""
    return _move(Kind.CHANCE, BIT[card])


def take(held: Cards = 0) -> Move:
    """Pick up: what the rules say, or, as a claim to be judged, these cards."""
    return _move(Kind.TAKE, held)
