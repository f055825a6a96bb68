"""A turn of a position: what may be done, doing it, and taking it back.

The long way is that of the phase's module, `engine.collect` or `engine.shed`, which knows every rule. Nearly every
turn goes a short way here, which would do the same and asks only what can matter then: in the shed phase while
`position.quick`, in the collect phase while `position.even`. A call or an attribute read twice costs as much as a card
moved, so the short ways stand in one piece; the tests hold each of their moves against the long way.

They say `held - cards` where cards leave a hand and `held + cards` where they join it: Python is quicker with these
than with `^` and `|`, and they are the same for cards that are there, and not there yet.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from engine import collect, happened, shed
from engine.cards import BIT, ONE_SUIT, TWO_SUITS
from engine.errors import Illegal
from engine.moves import CHANCE, PLAYS, TAKE, Move
from engine.phase import SHED
from engine.tables import LOWER, UPPER, UPPER_AND_CHANCE

if TYPE_CHECKING:
    from engine.position import Position

# What `pop` needs of a move: nothing but itself if it lies on top of the table and all it changed can be told from
# that; else what it may change. `pop` tells the kinds by their lengths.
type Frame = Move | tuple[Any, ...]

# What many a move changes, and what seldom changes.
OFTEN = (
    "hands", "table", "turn", "size", "piles", "drawn", "to_play", "fighters", "rounds", "trump_card", "trump_holder",
)  # fmt: skip
SELDOM = (
    "phase", "even", "quick", "deck", "window", "sloughed", "aside", "trump", "way", "next_size", "inside", "ring",
    "waiting", "finish", "excluded", "losers", "shuffles", "shuffled", "unseen", "unseen_piles", "gone",
)  # fmt: skip
_often, _seldom = attrgetter(*OFTEN), attrgetter(*SELDOM)


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Everything the player whose turn it is may do, none when the round is over.

    With unseen cards in his hand: what his known cards allow; it may yet depend on the others (`engine.verdict`).
    """
    if position.quick:  # the end of `shed.legal`
        held, table = position.hands[position.turn], position.table
        if table:
            suit, higher, in_suit, trump, besides, instead = position.way.answers[table[-1].place]
            legal = in_suit[held >> suit & higher]
            if not legal:
                legal = instead[held >> trump & ONE_SUIT]
            elif besides is not None:
                legal += besides[held >> trump & ONE_SUIT]
        else:
            spades, hearts, diamonds, clubs = position.way.lays
            lower, upper = held & TWO_SUITS, held >> 26
            legal = spades[lower & ONE_SUIT] + hearts[lower >> 13] + diamonds[upper & ONE_SUIT] + clubs[upper >> 13]
    elif position.even:  # the end of `collect.legal`, from tables
        held = position.hands[position.turn]
        plays = UPPER_AND_CHANCE if position.way.chance and position.drawn < position.bottom else UPPER
        try:
            legal = LOWER[held & TWO_SUITS] + plays[held >> 26]
        except KeyError:  # more than three cards of two suits
            legal = collect.legal(position)
    else:
        legal = shed.legal(position) if position.phase is SHED else collect.legal(position)
    position._offered = legal
    return legal


def push(position: Position, move: Move) -> None:
    """Make a legal move. Raises Illegal, the position unchanged, if it is not one."""
    if move not in position._offered and not (shed if position.phase is SHED else collect).allows(position, move):
        if not position.partial:
            raise Illegal("not legal here: {}", move)
        happened.push_unseen(position, move)
    elif position.quick:
        seat, hands, table = position.turn, position.hands, position.table
        if move is TAKE:
            held = hands[seat]
            position._undo.append((move, held, table, seat, position.size))
            position._offered = ()
            position.turn = position.ring[seat]
            if len(table) == 1:
                hands[seat] = held + table[0].cards
                position.table = ()
                position.size = position.next_size
            elif position.way.lowest_play:
                hands[seat] = held + table[0].cards
                position.table = table[1:]
            else:
                taken, position.table = shed.due(table, position.way.take)
                hands[seat] = held + taken
                if not position.table:
                    position.size = position.next_size
        elif left := hands[seat] - move.cards:
            position._offered = ()
            if len(table) + 1 < position.size:
                position._undo.append(move)
                position.table = table + move.alone[seat]
                position.turn = position.ring[seat]
            else:  # full: he leads again
                position._undo.append((move, hands[seat], table, seat, position.size))
                position.table = ()
                position.size = position.next_size
            hands[seat] = left
        else:
            shed.lay_last(position, move)
    elif position.even:
        drawn, hands, to_play = position.drawn, position.hands, position.to_play
        seat, table = position.turn, position.table
        held = hands[seat]
        if drawn < position.bottom:  # a card is drawn, by the player or as his chance
            position._offered = ()
            if to_play:
                position._undo.append(move)
            else:
                position._undo.append(
                    (move, held, table, seat, drawn, position.piles, position.fighters, position.rounds)
                )
            position.drawn = drawn + 1
            if move is CHANCE:
                move = PLAYS[position.deck[drawn]]
            else:
                hands[seat] = held - move.cards + BIT[position.deck[drawn]]
        elif to_play and drawn > position.bottom and hands[to_play[0]]:  # the stock is out, the next one can play
            position._offered = ()
            position._undo.append(move)
            hands[seat] = held - move.cards
        elif (to_play and drawn > position.bottom) or (position.way.shuffles and not to_play):
            return collect.push(position, move)  # the next one cannot, or this may fail for want of a shuffle
        else:  # the last card of the stock is laid aside, or the phase may end after this trick
            save(position, move, seldom=False)
            position.hands = hands = hands.copy()
            hands[seat] = held - move.cards
            if drawn == position.bottom:
                position.drawn, position.trump_card, position.trump_holder = drawn + 1, position.deck[drawn], seat
        position.table = table + move.alone[seat]
        if to_play:
            position.turn, position.to_play = to_play[0], to_play[1:]
        else:
            collect.settle(position)
    elif position.phase is SHED:
        shed.push(position, move)
    else:
        collect.push(position, move)


def pop(position: Position) -> Move:
    """Take the last move back and return it. Raises IndexError if there is none."""
    frame = position._undo.pop()
    position._offered = ()
    if isinstance(frame, Move):
        table = position.table
        seat = table[-1].seat
        left = len(table) - 1
        position.table = table[:left] if left > 1 else table[0].alone if left else ()
        if position.phase is not SHED:
            position.to_play = (position.turn, *position.to_play)
            if position.drawn <= position.bottom:  # a card was drawn, or this was the chance
                position.drawn -= 1
                if frame is not CHANCE:
                    position.hands[seat] -= BIT[position.deck[position.drawn]]
        if frame is not CHANCE:
            position.hands[seat] += frame.cards
        position.turn = seat
        return frame
    move: Move = frame[0]
    if len(frame) == 5:  # a trick of the shed phase that got shorter
        _, held, position.table, position.turn, position.size = frame
        position.hands[position.turn] = held
    elif len(frame) == 6:  # the last card of a hand
        _, position.table, position.turn, position.size, position.finish, leaving = frame
        position.inside, position.ring, position.next_size, position.losers = leaving
        position.hands[position.turn] = move.cards
        position.phase, position.quick = SHED, True
    elif len(frame) == 8:  # the end of a trick of the collect phase
        _, held, position.table, position.turn, position.drawn, position.piles, position.fighters, position.rounds = (
            frame
        )
        position.hands[position.turn] = held
        position.to_play = ()
    else:
        _, often, seldom = frame
        _restore(position, OFTEN, often)
        position.hands = position.hands.copy()  # a copy of this position may have the same frame
        if seldom is not None:
            _restore(position, SELDOM, seldom)
    return move


def _restore(position: Position, names: tuple[str, ...], values: tuple[object, ...]) -> None:
    for name, value in zip(names, values, strict=True):
        setattr(position, name, value)


def save(position: Position, move: Move, *, seldom: bool = True) -> None:
    """Keep all that `pop` may need of a move; without `seldom`, all but what seldom changes."""
    position._undo.append((move, _often(position), _seldom(position) if seldom else None))
    position._offered = ()


def save_seldom(position: Position) -> None:
    """Keep for the last move also what seldom changes, before it does."""
    frame = position._undo[-1] if position._undo else None
    if isinstance(frame, tuple) and frame[-1] is None:
        position._undo[-1] = (*frame[:-1], _seldom(position))
