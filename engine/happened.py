"""What happened at a table: moves of cards that were unseen until now, and moves that the rules do not allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import collect, shed
from engine.cards import Cards
from engine.errors import Illegal
from engine.moves import FROM_HAND, Kind, Move
from engine.phase import NOBODY, SHED, UNSEEN

if TYPE_CHECKING:
    from engine.position import Position


def push_anyway(position: Position, move: Move, seat: int) -> None:
    """Make a move whether the rules allow it or not. Raises Illegal, the position unchanged, if it cannot be."""
    if seat == position.turn and move in position.legal_moves():
        position.push(move)
    elif position.over or not could_hold(position, move, seat):
        raise Illegal("cannot have happened: {}", move)
    else:
        _push_revealed(position, move, seat, legal=False)


def push_unseen(position: Position, move: Move) -> None:
    """Make a legal move of cards that were unseen until now. Raises Illegal, the position unchanged, if it is none."""
    if position.over or move.kind is Kind.TAKE or not could_hold(position, move, position.turn):
        raise Illegal("not legal here: {}", move)
    _push_revealed(position, move, position.turn, legal=True)


def could_hold(position: Position, move: Move, seat: int) -> bool:
    """Whether the cards of a move can be where it takes them from: his hand, or the top of the stock."""
    if move.kind is Kind.CHANCE:
        card = position.deck[position.drawn] if position.stock >= 2 else NOBODY
        hidden = position.stock >= 2 and card == UNSEEN
        return move.low == card or (hidden and not move.cards & ~position.could_be_unseen)
    missing = _missing(position, move, seat)
    return not missing & ~position.could_be_unseen and missing.bit_count() <= position.unseen[seat]


def _missing(position: Position, move: Move, seat: int) -> Cards:
    """The cards of a move that are not known to be in his hand."""
    return move.cards & ~position.hands[seat] if move.kind in FROM_HAND else 0


def _push_revealed(position: Position, move: Move, seat: int, *, legal: bool) -> None:
    """Make a move after its unseen cards have been put into the hand, in one step for `pop`."""
    depth = len(position._undo)
    missing = _missing(position, move, seat)
    position.save(move)
    position.hands = position.hands.copy()
    position.hands[seat] |= missing
    shown = missing.bit_count()
    position.unseen = tuple(n - shown if other == seat else n for other, n in enumerate(position.unseen))
    try:
        if legal and move.kind is not Kind.CHANCE and move not in position.legal_moves():
            raise Illegal("not legal here: {}", move)
        (shed if position.phase is SHED else collect).push_anyway(position, move, seat)
    except Illegal:
        del position._undo[depth + 1 :]
        position.pop()
        raise
    del position._undo[depth + 1 :]
