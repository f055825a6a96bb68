"""The collect phase: tricks, wars, draws and how the phase ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import mas, shed, slough
from engine.cards import BIT, RANK, SUIT_OF, Cards
from engine.errors import Illegal, Unreadable
from engine.moves import CHANCE, PASS, PLAY, SLOUGH, SLOUGHS, Kind, Move, Play
from engine.phase import COLLECT, NOBODY
from engine.ruleset import FirstLead
from engine.stock import draw_up, from_stock, receive, shuffle
from engine.tables import clockwise, plays
from engine.war import contenders

if TYPE_CHECKING:
    from engine.position import Position

FIRST_ROUND = (0,)

# --- What may be done


def legal(position: Position) -> tuple[Move, ...]:
    """The moves of the player whose turn it is; none when the round is over."""
    seat, way = position.turn, position.way
    if seat < 0:
        return ()
    held = position.hands[seat]
    if not way.any_card:
        if way.mas:
            return mas.legal(position)
        if position.window:
            return slough.legal(position)
        if way.must_tie and (ties := must_tie(position, held)):
            return plays(ties)
    return (*plays(held), CHANCE) if may_chance(position) else plays(held)


def allows(position: Position, move: Move) -> bool:
    """Whether a move is legal, without listing the others where that is plain."""
    seat = position.turn
    if move.kind is PLAY and position.way.any_card and seat >= 0:
        return bool(position.hands[seat] & move.cards)
    return move in legal(position)


def may_chance(position: Position) -> bool:
    """The last card of the stock is the trump card and cannot be chanced."""
    return position.way.chance and position.drawn < position.bottom


def must_tie(position: Position, held: Cards) -> Cards:
    """Atlanta: the cards that equal the highest one of this round of the trick."""
    ranks = [play.rank for play in this_round(position)]
    return held & RANK[max(ranks)] if ranks else 0


def this_round(position: Position) -> Sequence[Play]:
    """The cards played in the present round of the trick, without those added by slough."""
    played = position.table[position.rounds[-1] :]
    return [play for play in played if play.move.kind is not SLOUGH] if position.way.slough else played


def can_play(position: Position, seat: int) -> bool:
    """Whether he has a card to play: from the hand, or from the stock by a chance."""
    return bool(position.hands[seat] or position.unseen[seat]) or may_chance(position)


# --- The deal


def begin(position: Position) -> None:
    """Deal one card at a time from the dealer's left, and let the first player lead."""
    players, hand, deck = position.players, position.rules.hand, position.deck
    first = (position.dealer + 1) % players
    position.drawn = drawn = players * hand
    for place, seat in enumerate(clockwise(players, first)):
        if position.partial:
            for card in deck[place:drawn:players]:
                receive(position, seat, card)
        else:
            position.hands[seat] = sum([BIT[card] for card in deck[place:drawn:players]])
    position.even = position.way.even and not position.partial
    if position.way.mas:
        position.trump_card = position.deck[-1]
        if position.trump_card < 0:
            raise Unreadable("the turned-up card lies open: it must be known")
        position.trump = SUIT_OF[position.trump_card]
    lead(position, position.dealer if position.rules.first_lead is FirstLead.DEALER else first)


# --- Moves


def push(position: Position, move: Move) -> None:
    """Make a move; whether it is legal has been looked at."""
    depth = len(position._undo)
    position.save(move, seldom=position.partial or not position.way.plain)
    position.hands = position.hands.copy()
    try:
        _make(position, move)
    except Illegal:  # the shuffle or the trump card it needs is not known: leave all as it was
        del position._undo[depth + 1 :]
        position.pop()
        raise


def push_anyway(position: Position, move: Move, seat: int) -> None:
    """Make a move that the rules may not allow, by whoever made it. Raises Illegal for what cannot have happened."""
    if move.kind not in (Kind.PLAY, Kind.SLOUGH) and (seat != position.turn or not _could_be(position, move)):
        raise Illegal("cannot have happened: {}", move)
    position.save(move)
    position.even = False
    position.hands = position.hands.copy()
    if move.kind is Kind.PLAY and position.window:  # those who were still to be asked have passed
        position.window = ()
        advance(position)
        if position.phase is not COLLECT:
            raise Illegal("the collect phase had ended")
    if seat == position.turn and (move.kind is not Kind.SLOUGH or position.window):
        _make(position, move)
    elif seat in position.to_play and move.kind is Kind.PLAY:  # out of turn: who was passed over plays later
        others = tuple(other for other in position.to_play if other != seat)
        position.turn, position.to_play = seat, (position.turn, *others)
        _make(position, move)
    else:  # no part in this round of the trick: the card lies there and counts for nothing
        lay_down(position, seat, SLOUGHS[move.low])


def _could_be(position: Position, move: Move) -> bool:
    """Whether a move without a card from the hand can be made here at all."""
    if move.kind is Kind.CHANCE:
        return position.stock >= 2 and not position.window and not position.way.mas
    return move in legal(position)


def _make(position: Position, move: Move) -> None:
    seat = position.turn
    if position.way.mas:
        mas.push(position, move)
    elif move is PASS:
        slough.next_asked(position)
    elif move.kind is SLOUGH:
        lay_down(position, seat, move)
        position.save_seldom()
        position.sloughed = True
        slough.next_asked(position)
    else:
        lay_down(position, seat, move)
        if position.way.slough and slough.undecided(position):
            slough.ask(position, seat)
        else:
            advance(position)


def lay_down(position: Position, seat: int, move: Move) -> None:
    """Put a card on the table, from the hand or the stock, and draw if these rules draw after each card."""
    if move.kind is Kind.CHANCE:
        move = from_stock(position, move)
    else:
        position.hands[seat] ^= move.cards
        if position.way.draws_each and position.drawn <= position.bottom:
            draw_up(position, seat)
    position.table += move.alone[seat]


# --- Tricks


def lead(position: Position, leader: int) -> None:
    """Begin a trick, after drawing for it if these rules do that, or end the phase if it cannot be."""
    position.table = ()
    if position.fighters:
        position.rounds, position.fighters = FIRST_ROUND, ()
    if position.way.draws_trick:
        for seat in clockwise(position.players, leader):
            draw_up(position, seat)
    hands, followers = position.hands, position.followers[leader]
    if hands[leader] and (position.drawn <= position.bottom or all(hands)):  # as nearly always
        position.turn, position.to_play = leader, followers
        return
    order = (leader, *followers)
    if position.way.skip and position.drawn > position.bottom:
        unseen = position.unseen
        order = tuple([seat for seat in clockwise(position.players, leader) if hands[seat] or unseen[seat]])
        if len(order) <= 1:
            shed.begin(position)
            return
        order = order[:2] if position.way.pair else order
    position.to_play = order
    advance(position)


def advance(position: Position) -> None:
    """Let the next player of this round of the trick play, or settle the round."""
    while position.to_play:
        seat = position.to_play[0]
        if position.hands[seat] or can_play(position, seat):
            position.turn, position.to_play = seat, position.to_play[1:]
            return
        if not position.way.stop:
            position.to_play = position.to_play[1:]
        elif position.stock:
            draw_up(position, seat)  # drawing after the trick: the phase does not end while there is a stock
        else:
            _return_cards(position)
            shed.begin(position)
            return
    settle(position)


def _return_cards(position: Position) -> None:
    for play in position.table:
        position.hands[play.seat] |= play.cards
    position.table = ()


def settle(position: Position) -> None:
    """Everybody has played: somebody takes the trick, or there is a war."""
    way, table = position.way, position.table
    played = this_round(position) if position.fighters or way.slough else table
    ranks = best = won = 0
    winner = NOBODY
    for play in played:
        bit = play.rank_bit
        ranks += bit
        won += play.cards
        if bit > best:
            best, winner = bit, play.seat
    if ranks.bit_count() != len(played):  # seldom: two are equal
        places = contenders([play.rank for play in played], way.tie)
        if len(places) > 1:
            if way.split:
                _split(position, [played[place] for place in places])
            else:
                _war(position, tuple([played[place].seat for place in places]))
            return
        winner = played[places[0]].seat
    if played is not table:
        won = on_table(position)
    position.piles = piles = position.piles.copy()
    piles[winner] += won
    if position.even and played is table and position.drawn <= position.bottom:  # the same as `lead` then
        position.table = ()
        position.turn, position.to_play = winner, position.followers[winner]
    else:
        lead(position, winner)


def _war(position: Position, tied: tuple[int, ...]) -> None:
    """The tied lay a further card each, in playing order; what happens if they have none is the rule set's."""
    fighters, hands = tied, position.hands
    if not position.way.returns and not all(hands[seat] for seat in tied):
        fighters = tuple([seat for seat in tied if can_play(position, seat)])
    if fighters != tied and position.way.deals_out:
        _deal_out(position, tied)
    elif not fighters:
        pile(position, tied[-1], on_table(position))
        lead(position, tied[-1])
    else:
        position.fighters = position.to_play = fighters
        position.rounds = (*position.rounds, len(position.table))
        advance(position)


def on_table(position: Position) -> Cards:
    """All cards on the table."""
    held = 0
    for play in position.table:
        held |= play.cards
    return held


def pile(position: Position, seat: int, won: Cards) -> None:
    """Put cards on a player's won pile."""
    position.piles = piles = position.piles.copy()
    piles[seat] |= won


def _deal_out(position: Position, tied: tuple[int, ...]) -> None:
    """Koira: the trick's cards are shuffled and dealt, face down, to the piles of the tied."""
    leader = position.table[0].seat
    for place, card in enumerate(shuffle(position, on_table(position))):
        pile(position, tied[place % len(tied)], BIT[card])
    lead(position, leader)


def _split(position: Position, tied: list[Play]) -> None:
    """Koira's variant: the tied take their cards back; the others are dealt out upwards, the last to play first."""
    leader = position.table[0].seat
    backwards = [play.seat for play in reversed(tied)]
    others = [play for play in position.table if play not in tied]
    for play in tied:
        if others:
            position.hands[play.seat] |= play.cards
        else:
            pile(position, play.seat, play.cards)
    for place, play in enumerate(sorted(others, key=lambda play: play.rank)):
        pile(position, backwards[place % len(backwards)], play.cards)
    lead(position, leader)
