"""Atlanta's slough: cards added to an undecided trick, in an order that leaves nothing to argue about.

After each ordinary card the others who have played, clockwise and the one who laid it last, may each add a card or
pass; whole rounds of that, until nobody added one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import collect
from engine.cards import RANK, Cards, each
from engine.moves import PASS, SLOUGH, SLOUGHS, Move, Play
from engine.tables import clockwise
from engine.war import contenders

if TYPE_CHECKING:
    from engine.position import Position


def legal(position: Position) -> tuple[Move, ...]:
    """Pass, or add one card that equals a losing one."""
    held = position.hands[position.turn] & losing(position)
    return (PASS, *(SLOUGHS[card] for card in each(held)))


def losing(position: Position) -> Cards:
    """All cards of the ranks in the trick that are not winning it at present."""
    newest = [play.rank for play in newest_round(position)]
    winning = max(newest, default=-1)
    ranks = {play.rank for play in position.table} - {winning}
    return sum(RANK[rank] for rank in ranks)


def newest_round(position: Position) -> list[Play]:
    """The plays of the newest round of the trick that has one, without those added by slough."""
    end = len(position.table)
    for start in reversed(position.rounds):
        played = [play for play in position.table[start:end] if play.move.kind is not SLOUGH]
        if played:
            return played
        end = start
    return []


def undecided(position: Position) -> bool:
    """Whether the trick goes on: somebody is to play, or the best cards tie."""
    if position.to_play:
        return True
    ranks = [play.rank for play in collect.this_round(position)]
    return len(contenders(ranks, position.way.tie)) > 1


def ask(position: Position, after: int) -> None:
    """Begin a round of asking with the player after the one who laid a card; that one is asked last."""
    position.save_seldom()
    position.sloughed = False
    position.window = clockwise(position.players, (after + 1) % position.players)
    _find(position)


def next_asked(position: Position) -> None:
    """He whose turn it was has answered: ask the next one."""
    position.save_seldom()
    position.window = position.window[1:]
    _find(position)


def _find(position: Position) -> None:
    """Give the turn to the next one who can slough; when nobody did in a whole round, the trick goes on."""
    losers = losing(position)
    played = {play.seat for play in position.table if play.move.kind is not SLOUGH}
    for place, seat in enumerate(position.window):
        if seat in played and position.hands[seat] & losers:
            position.window = position.window[place:]
            position.turn = seat
            return
    position.window = ()
    if position.sloughed:
        ask(position, newest_round(position)[-1].seat)
    else:
        collect.advance(position)
