"""Blank players: who begins the shed phase with too few cards, and what these rules do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import shed
from engine.cards import BIT, FIVE, RANK, SIX, SUIT, Cards, by_rank
from engine.ruleset import Blank
from engine.stock import shuffle, size_of_hand
from engine.tables import clockwise

if TYPE_CHECKING:
    from engine.position import Position

LOW: Cards = sum(RANK[: FIVE + 1])  # the cards from 2 to 5
FULL = 6  # cards that spare an Atlanta player the dreck


def see_to(position: Position) -> bool:
    """Find the blank players and do what the rules say; whether the shed phase is played."""
    blank = _short(position, position.rules.least_to_join)
    if not blank:
        return True
    match position.rules.blank:
        case Blank.LOSES:
            shed.end(position, tuple(blank))
            return False
        case Blank.EXCLUDED:
            position.excluded = tuple(blank)
            if len(blank) >= position.players - 1:
                shed.end(position, ())
                return False
        case Blank.GETS_LOW_CARDS:
            _hand_over_low_cards(position, blank)
            position.waiting = _bits(_short(position, position.rules.least_to_join))
        case Blank.TAKES_FIRST:
            position.waiting = _bits(blank)
    return True


def _short(position: Position, least: int) -> list[int]:
    """The players with fewer cards than that."""
    unseen = position.unseen
    return [seat for seat, held in enumerate(position.hands) if held.bit_count() + unseen[seat] < least]


def _bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def _from_left(position: Position, seats: list[int]) -> list[int]:
    """These seats in turn, from the dealer's left."""
    return [seat for seat in clockwise(position.players, (position.dealer + 1) % position.players) if seat in seats]


def _give_up(position: Position, receivers: list[int], wanted: Cards) -> Cards:
    """Take these cards from everybody else and return them."""
    given = 0
    for seat in range(position.players):
        if seat not in receivers:
            given |= position.hands[seat] & wanted
            shed.change(position, seat, position.hands[seat] & wanted)
    return given


def _hand_over_low_cards(position: Position, blank: list[int]) -> None:
    """The others' 2 to 5 go to the blank players one by one, the lowest first."""
    order = _from_left(position, blank)
    for place, card in enumerate(by_rank(_give_up(position, blank, LOW))):
        shed.change(position, order[place % len(order)], BIT[card])


def deal_dreck(position: Position) -> None:
    """Atlanta: whoever has fewer than six cards is dealt the others' 2 to 5 and 6 of trumps, shuffled."""
    short = _from_left(position, _short(position, FULL))
    if short and position.trump is not None:
        dreck = _give_up(position, short, LOW | RANK[SIX] & SUIT[position.trump])
        for place, card in enumerate(shuffle(position, dreck)):
            shed.change(position, short[place % len(short)], BIT[card])


def lapse(position: Position, due: int) -> None:
    """Only waiting players are left: those without cards are out, the others play on.

    `due` is whose turn it would be.
    """
    position.waiting = 0
    inside = position.seats(position.inside)
    having = [seat for seat in inside if size_of_hand(position, seat)] or [due]
    position.finish += tuple(seat for seat in clockwise(position.players, due) if seat in inside and seat not in having)
    shed.count_in(position)
    if len(having) == 1:
        shed.end(position, tuple(having))
