"""The collect phase: tricks, wars, draws and how the phase ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from engine import mas, shed, slough
from engine.cards import BIT, RANK, SUIT_OF, Cards
from engine.errors import Illegal, Unreadable
from engine.moves import CHANCE, PASS, PLAY, PLAYS, SLOUGH, SLOUGHS, Kind, Move, Play
from engine.phase import COLLECT
from engine.ruleset import FirstLead, UnresolvedWar
from engine.stock import draw_up, from_stock, receive, shuffle
from engine.tables import clockwise
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
    upper = _UPPER_AND_CHANCE if way.chance and position.drawn + 2 <= len(position.deck) else _UPPER
    try:
        return _LOWER[held & _HALF] + upper[held >> 26]
    except KeyError:  # more than three cards: seldom
        return (*plays(held), CHANCE) if upper is _UPPER_AND_CHANCE else plays(held)


def plays(held: Cards) -> tuple[Move, ...]:
    """A play for each card of a hand."""
    found = []
    while held:
        lowest = held & -held
        found.append(PLAYS[lowest.bit_length() - 1])
        held ^= lowest
    return tuple(found)


def allows(position: Position, move: Move) -> bool:
    """Whether a move is legal, without listing the others where that is plain."""
    seat = position.turn
    if move.kind is PLAY and position.way.any_card and seat >= 0:
        return bool(position.hands[seat] & move.cards)
    return move in legal(position)


# The plays of up to three cards of two suits: of spades and hearts, of diamonds and clubs, and these with the chance.
# Nearly all hands of this phase are put together from two of them; going through the cards takes four times as long.
_HALF = (1 << 26) - 1
_FEW = [sum(bits) for count in range(4) for bits in combinations(BIT[:26], count)]
_LOWER = {held: plays(held) for held in _FEW}
_UPPER = {held: plays(held << 26) for held in _FEW}
_UPPER_AND_CHANCE = {held: (*found, CHANCE) for held, found in _UPPER.items()}


def may_chance(position: Position) -> bool:
    """The last card of the stock is the trump card and cannot be chanced."""
    return position.way.chance and position.drawn + 2 <= len(position.deck)


def must_tie(position: Position, held: Cards) -> Cards:
    """Atlanta: the cards that equal the highest one of this round of the trick."""
    ranks = [play.rank for play in this_round(position)]
    return held & RANK[max(ranks)] if ranks else 0


def this_round(position: Position) -> Sequence[Play]:
    """The cards played in the present round of the trick, without those added by slough."""
    return [play for play in position.table[position.rounds[-1] :] if play.move.kind is not SLOUGH]


def can_play(position: Position, seat: int) -> bool:
    """Whether he has a card to play: from the hand, or from the stock by a chance."""
    return bool(position.hands[seat] or position.unseen[seat]) or may_chance(position)


# --- The deal


def begin(position: Position) -> None:
    """Deal one card at a time from the dealer's left, and let the first player lead."""
    players, hand, deck = position.players, position.rules.hand, position.deck
    first = (position.dealer + 1) % players
    for place, card in enumerate(deck[: players * hand]):
        seat = (first + place) % players
        if card >= 0:
            position.hands[seat] |= BIT[card]
        else:
            receive(position, seat, card)
    position.drawn = players * hand
    position.even = position.way.even and not position.partial
    if position.rules.is_mas:
        position.trump_card = position.deck[-1]
        if position.trump_card < 0:
            raise Unreadable("the turned-up card lies open: it must be known")
        position.trump = SUIT_OF[position.trump_card]
    lead(position, position.dealer if position.rules.first_lead is FirstLead.DEALER else first)


# --- Moves


def push(position: Position, move: Move) -> None:
    """Make a move; whether it is legal has been looked at."""
    deck, drawn, hands, to_play = position.deck, position.drawn, position.hands, position.to_play
    stock = len(deck) - drawn
    if not position.even or stock == 1 or (stock == 0 and not (to_play and hands[to_play[0]])):
        _push_saving(position, move)
        return
    # As nearly always: the same as `_make`, where one card is drawn or none, and the next one has a card to play.
    seat, table = position.turn, position.table
    held = hands[seat]
    position._legal = None
    if to_play:
        position._undo.append(move)
    else:
        position._undo.append((move, held, table, seat, drawn, position.piles, position.fighters, position.rounds))
    if not stock:
        hands[seat] = held ^ move.cards
    else:
        position.drawn = drawn + 1
        if move is CHANCE:
            move = PLAYS[deck[drawn]]
        else:
            hands[seat] = held ^ move.cards | BIT[deck[drawn]]
    position.table = table + move.alone[seat]
    if to_play:
        position.turn, position.to_play = to_play[0], to_play[1:]
    else:
        _settle(position)


def take_back(position: Position, move: Move, seat: int) -> None:
    """Undo what `push` did in the middle of a trick, but for the table and the turn."""
    position.to_play = (position.turn, *position.to_play)
    if move is not CHANCE:
        position.hands[seat] ^= move.cards
    if position.drawn < len(position.deck):  # then there was a stock: a card was drawn from it, or the chance
        position.drawn -= 1
        if move is not CHANCE:
            position.hands[seat] ^= BIT[position.deck[position.drawn]]


def _push_saving(position: Position, move: Move) -> None:
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
        if position.way.draws_each and position.drawn < len(position.deck):
            draw_up(position, seat)
    position.table += move.alone[seat]


# --- Tricks


def lead(position: Position, leader: int) -> None:
    """Begin a trick, or end the phase if that cannot be."""
    position.table = ()
    if position.fighters:
        position.rounds, position.fighters = FIRST_ROUND, ()
    hands, followers = position.hands, position.followers[leader]
    if hands[leader] and position.drawn < len(position.deck):  # as nearly always
        position.turn, position.to_play = leader, followers
        return
    order = (leader, *followers)
    if position.way.skip and position.drawn == len(position.deck):
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
    _settle(position)


def _return_cards(position: Position) -> None:
    for play in position.table:
        position.hands[play.seat] |= play.cards
    position.table = ()


def _settle(position: Position) -> None:
    """Everybody has played: somebody takes the trick, or there is a war."""
    way, table = position.way, position.table
    played = this_round(position) if way.slough else table[position.rounds[-1] :] if position.fighters else table
    ranks = {play.rank: play.seat for play in played}
    if len(ranks) == len(played):  # as mostly: no two are equal
        _win(position, ranks[max(ranks)])
        return
    places = contenders([play.rank for play in played], way.tie)
    if len(places) == 1:
        _win(position, played[places[0]].seat)
    elif way.split:
        _split(position, [played[place] for place in places])
    else:
        _war(position, tuple([played[place].seat for place in places]))


def _war(position: Position, tied: tuple[int, ...]) -> None:
    """The tied lay a further card each, in playing order; what happens if they have none is the rule set's."""
    fighters, hands = tied, position.hands
    if not position.way.returns and not all(hands[seat] for seat in tied):
        fighters = tuple([seat for seat in tied if can_play(position, seat)])
    if fighters != tied and position.rules.unresolved_war is UnresolvedWar.DEAL_OUT:
        _deal_out(position, tied)
    elif not fighters:
        _win(position, tied[-1])
    else:
        position.fighters = position.to_play = fighters
        position.rounds = (*position.rounds, len(position.table))
        advance(position)


def _win(position: Position, winner: int) -> None:
    position.piles = piles = position.piles.copy()
    won = piles[winner]
    for play in position.table:
        won |= play.cards
    piles[winner] = won
    if position.way.draws_each:
        lead(position, winner)
    else:
        _next_trick(position, winner)


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


def _next_trick(position: Position, leader: int) -> None:
    if position.way.draws_trick and position.drawn < len(position.deck):
        for seat in clockwise(position.players, leader):
            draw_up(position, seat)
    lead(position, leader)


def _deal_out(position: Position, tied: tuple[int, ...]) -> None:
    """Koira: the trick's cards are shuffled and dealt, face down, to the piles of the tied."""
    leader = position.table[0].seat
    for place, card in enumerate(shuffle(position, on_table(position))):
        pile(position, tied[place % len(tied)], BIT[card])
    _next_trick(position, leader)


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
    _next_trick(position, leader)
