"""The collect phase: tricks, wars, draws and how the phase ends."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine import mas, shed, slough
from engine.cards import BIT, NAMES, RANK_OF, SUIT, SUIT_OF, Cards, by_rank, each
from engine.errors import Illegal, ShuffleMissing, Unreadable
from engine.moves import CHANCE, PLAYS, SLOUGHS, Kind, Move, Play, held_key
from engine.ruleset import Draw, FirstLead, RunningOut, Trick, UnresolvedWar
from engine.tables import PLAYS_OF, clockwise
from engine.war import contenders

if TYPE_CHECKING:
    from engine.position import Position

# --- What may be done


def legal(position: Position) -> tuple[Move, ...]:
    """The moves of the player whose turn it is; none when the round is over."""
    seat = position.turn
    if seat < 0:
        return ()
    if position.rules.is_mas:
        return mas.legal(position)
    if position.window:
        return slough.legal(position)
    if position.rules.must_tie and (ties := must_tie(position, position.hands[seat])):
        return tuple(PLAYS[card] for card in each(ties))
    moves = plays(position.hands[seat])
    return (*moves, CHANCE) if may_chance(position) else moves


def plays(held: Cards) -> tuple[Move, ...]:
    """A play for each card of a hand."""
    spades, hearts, diamonds, clubs = SUIT
    table = PLAYS_OF
    return table[held & spades] + table[held & hearts] + table[held & diamonds] + table[held & clubs]


def may_chance(position: Position) -> bool:
    """The last card of the stock is the trump card and cannot be chanced."""
    return position.rules.chance and position.stock >= 2


def must_tie(position: Position, held: Cards) -> Cards:
    """Atlanta: the cards that equal the highest one of this round of the trick."""
    ranks = [RANK_OF[play.low] for play in this_round(position)]
    return sum(BIT[card] for card in each(held) if RANK_OF[card] == max(ranks)) if ranks else 0


def this_round(position: Position) -> list[Play]:
    """The cards played in the present round of the trick, without those added by slough."""
    return [play for play in position.table[position.rounds[-1] :] if play.move.kind is not Kind.SLOUGH]


def can_play(position: Position, seat: int) -> bool:
    """Whether he has a card to play: from the hand, or from the stock by a chance."""
    return bool(position.hands[seat] or position.unseen[seat]) or may_chance(position)


# --- The deal


def begin(position: Position) -> None:
    """Deal one card at a time from the dealer's left, and let the first player lead."""
    players, hand = position.players, position.rules.hand
    first = (position.dealer + 1) % players
    for place, seat in enumerate(clockwise(players, first)):
        for card in position.deck[place : players * hand : players]:
            _receive(position, seat, card)
    position.drawn = players * hand
    if position.rules.is_mas:
        position.trump_card = position.deck[-1]
        if position.trump_card < 0:
            raise Unreadable("the turned-up card lies open: it must be known")
        position.trump = SUIT_OF[position.trump_card]
    lead(position, position.dealer if position.rules.first_lead is FirstLead.DEALER else first)


def _receive(position: Position, seat: int, card: int) -> None:
    if card < 0:
        position.unseen = tuple(n + (other == seat) for other, n in enumerate(position.unseen))
    else:
        position.hands[seat] |= BIT[card]
        position.held ^= held_key(seat, BIT[card])


# --- Moves


def push(position: Position, move: Move) -> None:
    """Make a move; whether it is legal has been looked at."""
    position.save(move)
    position.hands = position.hands.copy()
    _make(position, move)


def push_anyway(position: Position, move: Move, seat: int) -> None:
    """Make a move that the rules may not allow, by whoever made it. Raises Illegal for one of the other phase."""
    if move.kind is Kind.LAY or (move.kind in (Kind.TAKE, Kind.SWAP, Kind.ASIDE) and move not in legal(position)):
        raise Illegal(f"not a move of the collect phase here: {move}")
    asked = bool(position.window) if move.kind is Kind.PASS else move.kind is not Kind.CHANCE or not position.window
    if not asked or (seat != position.turn and move.kind in (Kind.PASS, Kind.CHANCE)):
        raise Illegal(f"cannot have happened: {move}")
    position.save(move)
    position.hands = position.hands.copy()
    if seat == position.turn:
        _make(position, move)
    elif seat in position.to_play:  # out of turn: the one who was passed over plays later
        others = tuple(other for other in position.to_play if other != seat)
        position.turn, position.to_play = seat, (position.turn, *others)
        _make(position, move)
    else:  # no part in this round of the trick: the card lies there and counts for nothing
        lay_down(position, seat, SLOUGHS[move.low])


def _make(position: Position, move: Move) -> None:
    if position.rules.is_mas:
        mas.push(position, move)
        return
    seat, kind = position.turn, move.kind
    if kind is Kind.PASS:
        slough.next_asked(position)
        return
    lay_down(position, seat, move)
    if kind is Kind.SLOUGH:
        position.sloughed = True
        slough.next_asked(position)
    elif position.rules.slough and slough.undecided(position):
        slough.ask(position, seat)
    else:
        advance(position)


def lay_down(position: Position, seat: int, move: Move) -> None:
    """Put a card on the table, from the hand or the stock, and draw if these rules draw after each card."""
    if move.kind is Kind.CHANCE:
        card = position.deck[position.drawn]
        if card < 0:
            card = move.low
        if card < 0:
            raise Illegal("which card the chance turned up is not known")
        position.drawn += 1
        play = PLAYS[card].plays[seat]
    else:
        play = move.plays[seat]
        position.hands[seat] ^= play.cards
        position.held ^= play.held
    position.table += (play,)
    position.laid ^= play.laid
    if move.kind is not Kind.CHANCE and position.rules.draw is Draw.CARD:
        draw_up(position, seat)


def draw_up(position: Position, seat: int) -> None:
    """Fill his hand while the stock lasts; whoever should draw its last card lays it aside unseen."""
    while position.drawn < len(position.deck) and size_of_hand(position, seat) < position.rules.hand:
        card = position.deck[position.drawn]
        position.drawn += 1
        if position.drawn == len(position.deck):
            position.trump_card, position.trump_holder = card, seat
        if position.drawn < len(position.deck) or position.rules.is_mas:
            _receive(position, seat, card)


def size_of_hand(position: Position, seat: int) -> int:
    return position.hands[seat].bit_count() + position.unseen[seat]


# --- Tricks


def lead(position: Position, leader: int) -> None:
    """Begin a trick, or end the phase if that cannot be."""
    position.table, position.laid = (), 0
    position.rounds, position.fighters = (0,), ()
    if position.rules.running_out is RunningOut.SKIP:
        having = [seat for seat in clockwise(position.players, leader) if can_play(position, seat)]
        if len(having) <= 1:
            shed.begin(position)
            return
        leader, order = having[0], tuple(having)
    else:
        order = clockwise(position.players, leader)
    position.leader = leader
    position.to_play = order[:2] if position.rules.trick is Trick.PAIR else order
    advance(position)


def advance(position: Position) -> None:
    """Let the next player of this round of the trick play, or settle the round."""
    while position.to_play:
        seat, *rest = position.to_play
        if can_play(position, seat):
            position.turn, position.to_play = seat, tuple(rest)
            return
        if position.rules.running_out is RunningOut.STOP and position.stock:
            draw_up(position, seat)  # drawing after the trick: the phase does not end while there is a stock
        elif position.rules.running_out is RunningOut.STOP:
            _return_cards(position)
            shed.begin(position)
            return
        else:
            position.to_play = tuple(rest)
    _settle(position)


def _return_cards(position: Position) -> None:
    for play in position.table:
        position.hands[play.seat] |= play.cards
        position.held ^= play.held
    position.table, position.laid = (), 0


def _settle(position: Position) -> None:
    """Everybody has played: somebody takes the trick, or there is a war."""
    played = this_round(position)
    tied = [played[place] for place in contenders([RANK_OF[play.low] for play in played], position.rules.tie)]
    if len(tied) == 1:
        _win(position, tied[0].seat)
    elif position.rules.tie_split:
        _split(position, tied)
    else:
        _war(position, tuple(play.seat for play in tied))


def _war(position: Position, tied: tuple[int, ...]) -> None:
    """The tied lay a further card each, in playing order; what happens if they have none is the rule set's."""
    fighters = tied
    if position.rules.unresolved_war is not UnresolvedWar.RETURN:
        fighters = tuple(seat for seat in tied if can_play(position, seat))
    if position.rules.unresolved_war is UnresolvedWar.DEAL_OUT and fighters != tied:
        _deal_out(position, tied)
    elif not fighters:
        _win(position, tied[-1])
    else:
        position.fighters = position.to_play = fighters
        position.rounds += (len(position.table),)
        advance(position)


def _win(position: Position, winner: int) -> None:
    pile(position, winner, on_table(position))
    _next_trick(position, winner)


def on_table(position: Position) -> Cards:
    """All cards on the table."""
    held = 0
    for play in position.table:
        held |= play.cards
    return held


def pile(position: Position, seat: int, won: Cards) -> None:
    position.piles = tuple(pile | won if other == seat else pile for other, pile in enumerate(position.piles))


def _next_trick(position: Position, leader: int) -> None:
    if position.rules.draw is Draw.TRICK:
        for seat in clockwise(position.players, leader):
            draw_up(position, seat)
    lead(position, leader)


def _deal_out(position: Position, tied: tuple[int, ...]) -> None:
    """Koira: the trick's cards are shuffled and dealt, face down, to the piles of the tied."""
    for place, card in enumerate(shuffle(position, on_table(position))):
        pile(position, tied[place % len(tied)], BIT[card])
    _next_trick(position, position.leader)


def _split(position: Position, tied: list[Play]) -> None:
    """Koira's variant: the tied take their cards back; the others are dealt out upwards, the last to play first."""
    backwards = [play.seat for play in reversed(tied)]
    others = [play for play in position.table if play not in tied]
    for play in tied:
        if others:
            position.hands[play.seat] |= play.cards
            position.held ^= play.held
        else:
            pile(position, play.seat, play.cards)
    for place, play in enumerate(sorted(others, key=lambda play: RANK_OF[play.low])):
        pile(position, backwards[place % len(backwards)], play.cards)
    _next_trick(position, position.leader)


def shuffle(position: Position, held: Cards) -> tuple[int, ...]:
    """The next shuffle inside the round: as given from outside, else made from the seed.

    Raises ShuffleMissing without either, Illegal if the given one is of other cards.
    """
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
        raise Illegal(f"shuffle {number + 1} is not of the cards to be shuffled: {wanted}")
    position.shuffled += 1
    return given
