"""The collect phase of Mas: a turned-up trump, two cards a trick, taken by suit or trump or picked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import collect, shed
from engine.cards import ABOVE, BIT, SUIT, SUIT_OF, TWO, Cards
from engine.moves import ASIDE, SWAP, TAKE, Kind, Move
from engine.stock import draw_up, size_of_hand
from engine.tables import plays

if TYPE_CHECKING:
    from engine.position import Position


def legal(position: Position) -> tuple[Move, ...]:
    """Play, take, and before that swap the 2 of trumps or lay three trumps aside."""
    held = position.hands[position.turn]
    moves = plays(held & beating(position))
    if position.table:
        moves += (TAKE,)
    if may_swap(position):
        moves += (SWAP,)
    if may_lay_aside(position):
        moves += (ASIDE,)
    return moves


def trumps(position: Position) -> Cards:
    """All cards of the trump suit."""
    return SUIT[position.trump] if position.trump is not None else 0


def beating(position: Position) -> Cards:
    """The cards that may be played: all of them to lead, else those that take the led one."""
    if not position.table:
        return sum(SUIT)
    led = position.table[-1].high
    return ABOVE[led] | (trumps(position) if SUIT_OF[led] != position.trump else 0)


def may_swap(position: Position) -> bool:
    """Whether he holds the 2 of trumps while the turned-up card lies there."""
    two = BIT[13 * (position.trump or 0) + TWO]
    return bool(position.stock and position.hands[position.turn] & two)


def may_lay_aside(position: Position) -> bool:
    """Whether his hand is three trumps and nothing else."""
    held = position.hands[position.turn]
    full = size_of_hand(position, position.turn) == held.bit_count() == position.rules.hand
    return full and held & ~trumps(position) == 0


def push(position: Position, move: Move) -> None:
    """Make a move; the position has been saved."""
    seat = position.turn
    match move.kind:
        case Kind.SWAP:
            _swap(position, seat)
        case Kind.ASIDE:
            _lay_aside(position, seat)
        case Kind.TAKE:
            _take(position, seat)
        case _:
            collect.lay_down(position, seat, move)
            if position.to_play:
                collect.advance(position)
            else:
                _win(position, seat)


def _swap(position: Position, seat: int) -> None:
    turned_up, two = position.deck[-1], 13 * (position.trump or 0) + TWO
    position.hands[seat] ^= BIT[turned_up] | BIT[two]
    position.save_seldom()
    position.deck = (*position.deck[:-1], two)
    position.trump_card = two


def _lay_aside(position: Position, seat: int) -> None:
    held = position.hands[seat]
    position.save_seldom()
    position.aside = tuple(kept | held if other == seat else kept for other, kept in enumerate(position.aside))
    position.hands[seat] = 0
    draw_up(position, seat)
    if not position.stock and not position.table:
        shed.begin(position)


def _take(position: Position, seat: int) -> None:
    position.hands[seat] |= position.table[-1].cards
    _next_trick(position, (seat + 1) % position.players)


def _win(position: Position, seat: int) -> None:
    collect.pile(position, seat, collect.on_table(position))
    _next_trick(position, seat)


def _next_trick(position: Position, leader: int) -> None:
    """The phase ends with the trick in which the turned-up card was drawn."""
    position.table = ()
    if position.stock:
        collect.lead(position, leader)
    else:
        shed.begin(position)
