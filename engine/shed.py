"""The shed phase: what beats what, what a player takes in, when a trick is full and who is out."""

from __future__ import annotations

from operator import add, or_
from typing import TYPE_CHECKING

from engine import blank
from engine.cards import BIT, ONE_SUIT, SUIT, SUIT_OF, TWO_SUITS, Cards
from engine.errors import Illegal
from engine.moves import LAY, TAKE, Kind, Move, Play, lay
from engine.phase import NOBODY, OVER, SHED, UNSEEN
from engine.ruleset import ShedLead, Take
from engine.tables import ring
from engine.way import way_of

if TYPE_CHECKING:
    from engine.position import Position


LOWEST_PLAY, TOP_PLAY = Take.LOWEST_PLAY, Take.TOP_PLAY  # as plain names: looked at on every take

# --- What may be done


def legal(position: Position) -> tuple[Move, ...]:
    """The moves of the player whose turn it is."""
    seat, table, way = position.turn, position.table, position.way
    if position.waiting and position.waiting >> seat & 1:
        return _TAKE if table else ()
    held = position.hands[seat]
    if not table:
        spades, hearts, diamonds, clubs = way.lays
        lower, upper = held & TWO_SUITS, held >> 26
        return spades[lower & ONE_SUIT] + hearts[lower >> 13] + diamonds[upper & ONE_SUIT] + clubs[upper >> 13]
    top = table[-1]
    suit, higher, in_suit, trump, besides, instead = way.answers[top.place]
    found = in_suit[held >> suit & higher]
    trumps = besides if found else instead
    if trumps is None:
        return found
    if way.void and held & SUIT[top.suit]:
        return _TAKE
    return found + trumps[held >> trump & ONE_SUIT]


_TAKE = (TAKE,)


def allows(position: Position, move: Move) -> bool:
    """Whether a move is legal, without listing the others where that is plain.

    A led play may be anything in hand, and a higher one in the suit is always allowed; a take is where nobody must
    beat, or nobody who cannot in the suit.
    """
    way, table = position.way, position.table
    if position.waiting or way.by_series:
        return move in legal(position)
    held = position.hands[position.turn]
    if move is TAKE:
        if way.always:
            return move in legal(position)
        return bool(table and (way.never or not held & table[-1].above))
    cards = move.cards
    if held & cards != cards or move not in way.plays:
        return False
    return not table or not cards & table[-1].others or move in legal(position)


def due(table: tuple[Play, ...], rule: Take) -> tuple[Cards, tuple[Play, ...]]:
    """What a player who takes must pick up, and the plays that stay on the table."""
    oldest = table[0]
    if rule is TOP_PLAY:
        return table[-1].cards, table[0].alone if len(table) == 2 else table[:-1]
    if rule is LOWEST_PLAY:
        return oldest.cards, table[1].alone if len(table) == 2 else table[1:]
    if rule is Take.LOWEST_CARD and oldest.low != oldest.high:
        rest = lay(oldest.cards ^ BIT[oldest.low]).plays[oldest.seat]
        return BIT[oldest.low], (rest, *table[1:])
    taken, length = oldest.cards, 1
    if rule is Take.LOWEST_RUN:
        while length < len(table) and continues(table[length - 1], table[length]):
            taken |= table[length].cards
            length += 1
    return taken, table[length:]


def continues(lower: Play, upper: Play) -> bool:
    """Whether a play follows another in its suit without a gap."""
    return upper.low == lower.high + 1 and upper.suit == lower.suit


# --- From the collect phase to this one


def begin(position: Position) -> None:
    """Take up what was won, show the trump, see to blank players and give the lead."""
    if position.trump_card is None or position.trump_card == UNSEEN:
        raise Illegal("the trump card must be known before the shed phase can begin")
    position.save_seldom()
    position.table = ()
    position.window = position.fighters = position.to_play = ()
    position.rounds = (0,)
    _gather(position)
    position.trump = SUIT_OF[position.trump_card]
    position.phase = SHED
    position.even = False
    if position.rules.dreck:
        blank.deal_dreck(position)
    if blank.see_to(position):
        holder = position.trump_holder if position.rules.shed_lead is ShedLead.TRUMP_HOLDER else position.previous
        open_play(position, holder)


def _gather(position: Position) -> None:
    """Hand left, won pile, cards laid aside and the trump card become the hand."""
    position.hands = hands = list(map(or_, position.hands, position.piles))
    position.piles = [0] * position.players
    if position.way.mas:
        position.hands = list(map(or_, hands, position.aside))
        position.aside = (0,) * position.players
    elif position.trump_card is not None and position.trump_holder >= 0:  # in Mas it was drawn into the hand
        hands[position.trump_holder] |= BIT[position.trump_card]
    if position.partial:
        position.unseen = tuple(map(add, position.unseen, position.unseen_piles))
        position.unseen_piles = (0,) * position.players


def change(position: Position, seat: int, cards: Cards) -> None:
    """Put cards into a hand, or take them out of it."""
    position.hands[seat] ^= cards


def open_play(position: Position, leader: int) -> None:
    """Give the first lead, or what comes of it if all players wait."""
    position.way = way_of(position.rules, position.trump or 0)
    count_in(position)
    if not position.inside & ~position.waiting:
        blank.lapse(position, leader if position.inside >> leader & 1 else position.ring[leader])
    if position.phase is SHED:
        lead(position, leader if position.inside >> leader & 1 else position.ring[leader])


# --- Who is in


def count_in(position: Position) -> None:
    """Count anew who is in, after somebody joined or went out: who comes after whom, how many plays make the next
    trick full.
    """
    inside = (1 << position.players) - 1
    for seat in (*position.finish, *position.excluded):
        inside &= ~(1 << seat)
    position.inside = inside
    position.ring = ring(position.players, inside)
    counted = inside & ~position.waiting if position.rules.least_to_join > 1 else inside
    position.next_size = max(2, counted.bit_count())
    position.quick = position.phase is SHED and position.way.quick and not (position.partial or position.waiting)


def lead(position: Position, seat: int) -> None:
    """Let this player lead, or the next one who does not wait."""
    if position.waiting:
        while position.waiting >> seat & 1:
            seat = position.ring[seat]
    position.turn = seat
    position.table = ()
    position.size = position.next_size


def end(position: Position, losers: tuple[int, ...]) -> None:
    """The round is over."""
    position.phase = OVER
    position.quick = False
    position.turn = NOBODY
    position.losers = losers


# --- Moves


def push(position: Position, move: Move) -> None:
    """Make a move; whether it is legal has been looked at."""
    (_lay if move.kind is LAY else _take)(position, move)


def _lay(position: Position, move: Move) -> None:
    position.save(move)
    seat, table = position.turn, position.table
    play = move.plays[seat]
    position.hands = hands = position.hands.copy()
    hands[seat] ^= play.cards
    if not hands[seat] and not position.unseen[seat]:
        _go_out(position, seat)
    if len(table) + 1 < position.size and not (position.way.trump_ends and _trumps_in(position, play)):
        position.table = table + move.alone[seat]
        if position.phase is SHED:
            position.turn = position.ring[seat]
    else:
        _clear(position, play)


def lay_last(position: Position, move: Move) -> None:
    """Lay the last card of a hand in a quick moment: as `push` would, without what cannot be then."""
    seat, table = position.turn, position.table
    leaving = position.inside, position.ring, position.next_size, position.losers
    position._undo.append((move, table, seat, position.size, position.finish, leaving))
    position._offered = ()
    position.hands[seat] = 0
    position.finish += (seat,)
    position.inside = inside = position.inside & ~(1 << seat)
    full = len(table) + 1 >= position.size
    position.table = () if full else table + move.alone[seat]
    if inside & (inside - 1):  # two or more are left
        position.ring = ring(position.players, inside)
        position.next_size = inside.bit_count()
        position.turn = position.ring[seat]
        if full:
            position.size = position.next_size
    else:
        end(position, tuple(position.seats(inside)))


def _clear(position: Position, last: Play) -> None:
    """The trick is full: it leaves the game, and who laid the last play leads, or the next one still in."""
    if position.partial:
        position.gone |= last.cards | sum(laid.cards for laid in position.table)
    if position.phase is OVER:
        position.table = ()
    else:
        lead(
            position, last.seat if position.hands[last.seat] or position.unseen[last.seat] else position.ring[last.seat]
        )


def push_anyway(position: Position, move: Move, seat: int) -> None:
    """Make a move that the rules may not allow, by whoever made it. Raises Illegal for one of the other phase."""
    claimed = move.cards & sum(play.cards for play in position.table)
    if move.kind not in (Kind.LAY, Kind.TAKE) or not (claimed or position.table or move.kind is Kind.LAY):
        raise Illegal("cannot have happened in the shed phase: {}", move)
    if move.kind is Kind.LAY and not move.cards:
        raise Illegal("nothing was laid")
    if move.kind is Kind.TAKE and move.cards and not claimed:
        raise Illegal("not on the table: {}", move)
    position.turn = seat
    push(position, move)


def _trumps_in(position: Position, play: Play) -> bool:
    """Whether this is a trump laid on a card that is none."""
    trumps = position.way.trumps
    return bool(position.table and play.cards & trumps and not position.table[-1].cards & trumps)


def _go_out(position: Position, seat: int) -> None:
    """He has laid his last card: that may end the round, or the waiting of the others."""
    position.finish += (seat,)
    count_in(position)
    if position.inside.bit_count() <= 1:
        end(position, tuple(position.seats(position.inside)))
    elif not position.inside & ~position.waiting:
        blank.lapse(position, position.ring[seat])


def _take(position: Position, move: Move) -> None:
    position.save(move)
    seat = position.turn
    taken, rest = _taken(position, move)
    position.hands = hands = position.hands.copy()
    hands[seat] |= taken
    if position.waiting:
        _join(position, seat)
    if rest:
        position.table = rest
        position.turn = position.ring[seat]
    else:
        lead(position, position.ring[seat])


def _taken(position: Position, move: Move) -> tuple[Cards, tuple[Play, ...]]:
    """The cards that are picked up, and what stays on the table."""
    if move.cards:
        return _claimed(position, move.cards)
    return due(position.table, position.way.take)


def _join(position: Position, seat: int) -> None:
    """Who waited and has cards enough now plays on as the others."""
    enough = position.hands[seat].bit_count() + position.unseen[seat] >= position.rules.least_to_join
    if position.waiting >> seat & 1 and enough:
        position.waiting &= ~(1 << seat)
        count_in(position)


def _claimed(position: Position, claim: Cards) -> tuple[Cards, tuple[Play, ...]]:
    """The cards somebody took, whatever was due, and what he left of the plays."""
    rest = [(play, play.cards & ~claim) for play in position.table]
    left = tuple(play if cards == play.cards else lay(cards).plays[play.seat] for play, cards in rest if cards)
    return claim & sum(play.cards for play in position.table), left
