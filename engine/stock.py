"""The stock: drawing from it, chances, its last card, and the shuffles inside a round."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.cards import BIT, NAMES, Card, Cards, by_rank, each
from engine.errors import Illegal, ShuffleMissing
from engine.moves import NO_CARD, PLAYS, Move
from engine.phase import UNSEEN

if TYPE_CHECKING:
    from engine.position import Position


def receive(position: Position, seat: int, card: Card) -> None:
    """Put a card from the stock into a hand, one that nobody knows as a number."""
    if card == UNSEEN:
        position.save_seldom()
        position.unseen = tuple(n + (other == seat) for other, n in enumerate(position.unseen))
    else:
        position.hands[seat] |= BIT[card]


def from_stock(position: Position, move: Move) -> Move:
    """The top card of the stock, or what the move says it was."""
    card = position.deck[position.drawn]
    card = move.low if card == UNSEEN else card
    if card == NO_CARD:
        raise Illegal("which card the chance turned up is not known")
    position.drawn += 1
    return PLAYS[card]


def draw_up(position: Position, seat: int) -> None:
    """Fill his hand while the stock lasts; whoever should draw its last card lays it aside unseen."""
    deck = position.deck
    wanting = position.way.full - size_of_hand(position, seat)
    while wanting > 0 and position.drawn < position.bottom:
        receive(position, seat, deck[position.drawn])
        position.drawn += 1
        wanting -= 1
    if wanting > 0 and position.drawn == position.bottom:
        _draw_last(position, seat)


def _draw_last(position: Position, seat: int) -> None:
    position.drawn += 1
    position.trump_card, position.trump_holder = position.deck[-1], seat
    if position.way.mas:  # it has lain open, and goes into the hand
        receive(position, seat, position.deck[-1])


def size_of_hand(position: Position, seat: int) -> int:
    """How many cards he holds, unseen ones included."""
    return position.hands[seat].bit_count() + position.unseen[seat]


def shuffle(position: Position, held: Cards) -> tuple[int, ...]:
    """The next shuffle inside the round: as given from outside, else made from the seed.

    Raises ShuffleMissing without either, Illegal if the given one is of other cards.
    """
    position.save_seldom()
    number = position.shuffled
    if number == len(position.shuffles):
        if not held:
            return ()
        if position.seed is None:
            raise ShuffleMissing("a shuffle is needed here, and its order is not given")
        order = list(each(held))
        Random(f"{position.seed} {number}").shuffle(order)  # noqa: S311  # a game's chance, and it must be repeatable
        position.shuffles += (tuple(order),)
    given = position.shuffles[number]
    if len(given) != held.bit_count() or sum(BIT[card] for card in set(given)) != held:
        wanted = " ".join(NAMES[card] for card in by_rank(held))
        raise Illegal("shuffle {} is not of the cards to be shuffled: {}", number + 1, wanted)
    position.shuffled += 1
    return given
