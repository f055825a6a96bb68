"""Whether a position that somebody set up can be."""

from collections.abc import Iterable

from engine.cards import PACK, Cards
from engine.errors import Unreadable
from engine.moves import SLOUGH
from engine.phase import COLLECT, NOBODY, OVER, SHED, UNSEEN
from engine.position import Position


def check(position: Position) -> None:
    """Raises Unreadable for a position that cannot be."""
    seats = [*position.finish, *position.excluded, *position.losers, *position.fighters, *position.to_play]
    seats += [*position.window, position.previous, *(play.seat for play in position.table), max(position.turn, 0)]
    if not all(0 <= seat < position.players for seat in seats) or position.waiting >> position.players:
        raise Unreadable("seats run from 0 to {}", position.players - 1)
    if len(position.piles) != position.players or len(position.aside) != position.players:
        raise Unreadable("as many piles as players are needed")
    if (position.turn == NOBODY) != (position.phase is OVER):
        raise Unreadable("it is somebody's turn until the round is over")
    check_cards(position)
    if position.phase is SHED:
        _check_shed(position)
    elif position.phase is COLLECT:
        _check_collect(position)


def check_cards(position: Position) -> None:
    """Raises Unreadable for a card in two places, and for more cards than the pack has."""
    places = [position.gone, position.removed, *position.hands, *position.piles, *position.aside]
    places += [play.cards for play in position.table] + [1 << card for card in position.deck if card != UNSEEN]
    if position.phase is COLLECT and position.trump_holder != NOBODY and (position.trump_card or 0) >= 0:
        places += [1 << (position.trump_card or 0)] if not position.rules.is_mas else []
    unseen = sum(position.unseen) + sum(position.unseen_piles) + position.deck.count(UNSEEN)
    total = sum(place.bit_count() for place in places)
    if total != _union(places).bit_count() or total + unseen > PACK.bit_count():
        raise Unreadable("a card lies in two places, or there are more than 52")


def _union(places: Iterable[Cards]) -> Cards:
    union = 0
    for place in places:
        union |= place
    return union


def _check_shed(position: Position) -> None:
    inside = position.inside
    if not inside >> position.turn & 1 or inside.bit_count() < 2 or not inside & ~position.waiting:
        raise Unreadable("two players or more are in, one of them in turn and one not waiting")
    if position.waiting & ~inside or (position.waiting >> position.turn & 1 and not position.table):
        raise Unreadable("only a player who is in can wait, and nobody who waits can lead")
    if len(position.rounds) > 1 or position.window or position.fighters or position.to_play:
        raise Unreadable("wars belong to the collect phase")
    if any(play.move.kind is SLOUGH or not play.cards for play in position.table):
        raise Unreadable("no such play in the shed phase")
    if not position.table and not (position.hands[position.turn] or position.unseen[position.turn]):
        raise Unreadable("who leads needs a card")


def _check_collect(position: Position) -> None:
    if any(play.cards.bit_count() != 1 for play in position.table):
        raise Unreadable("in the collect phase cards are played one by one")
    if position.rules.is_mas and (position.deck[-1:] == (UNSEEN,) or position.trump is None):
        raise Unreadable("the turned-up card lies open: it and the trump suit must be known")
    if position.trump_holder == NOBODY and not position.deck:
        raise Unreadable("somebody has the trump card once the stock is out")
    if (position.window or position.sloughed) and not (position.rules.slough and position.table):
        raise Unreadable("a slough needs a trick, and rules that know it")
    twice = position.turn in position.to_play and not position.window
    if twice or len(set(position.to_play)) != len(position.to_play):
        raise Unreadable("each player plays once in a round of the trick")
    if bool(position.fighters) != (len(position.rounds) > 1):
        raise Unreadable("a war has fighters")
