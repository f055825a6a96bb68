"""The shed phase: what beats what, what a player takes in, when a trick is full and who is out."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine import blank
from engine.cards import ABOVE, BIT, CLUBS, OTHER_OF_COLOUR, SPADES, SUIT, SUIT_OF, Cards, Suit
from engine.errors import Illegal
from engine.moves import TAKE, Kind, Move, Play, held_key, lay
from engine.phase import NOBODY, UNSEEN, Phase
from engine.ruleset import CounterTrump, MustBeat, RuleSet, SeriesBeat, SeriesStart, ShedLead, Take, TrumpWhen
from engine.tables import Lays, lays, ring

if TYPE_CHECKING:
    from engine.position import Position

_S, _H, _D, _C = SUIT


class Way:
    """What the shed phase asks of a rule set and a trump suit, worked out once.

    `lays` and `series` give what can be laid of a set of cards of one suit, `safe` is all that trumps do not beat.
    """

    __slots__ = ("always", "by_series", "free", "lays", "lowest_play", "never", "safe", "series", "trumps", "void")

    def __init__(self, rules: RuleSet, trump: Suit) -> None:
        from_two = rules.series_start is SeriesStart.TWO
        self.lays: Lays = lays(rules.series, from_two)
        self.series: Lays = lays(rules.series, from_two, singles=False)
        self.trumps: Cards = SUIT[trump]
        self.safe: Cards = SUIT[trump] | counter_trumps(rules.counter_trump, trump)
        self.by_series = rules.series_beat is SeriesBeat.SERIES_BY_SERIES
        self.free = rules.trump_when is TrumpWhen.FREE
        self.void = rules.trump_when is TrumpWhen.VOID_IN_SUIT
        self.never = rules.must_beat is MustBeat.NEVER
        self.always = rules.must_beat is MustBeat.ALWAYS
        self.lowest_play = rules.take is Take.LOWEST_PLAY


def counter_trumps(counter: CounterTrump, trump: Suit) -> Cards:
    """The cards that trumps do not beat."""
    if counter is CounterTrump.SAME_COLOUR:
        return SUIT[OTHER_OF_COLOUR[trump]]
    if counter is CounterTrump.ELECTRIC_CLUBS:
        return SUIT[SPADES if trump == CLUBS else CLUBS]
    return 0


@cache
def way(rules: RuleSet, trump: Suit) -> Way:
    """The one such value for these rules and this trump suit."""
    return Way(rules, trump)


# --- What may be done


def legal(position: Position) -> tuple[Move, ...]:
    """The moves of the player whose turn it is."""
    seat, table, way = position.turn, position.table, position.way
    held = position.hands[seat]
    if position.waiting >> seat & 1:
        return (TAKE,) if table else ()
    laid = way.lays
    if not table:
        return laid[held & _S] + laid[held & _H] + laid[held & _D] + laid[held & _C]
    top = table[-1]
    in_suit = (way.series if way.by_series and top.low != top.high else laid)[held & ABOVE[top.high]]
    if top.cards & way.safe or not may_trump(way, held, top, in_suit):
        trumps: tuple[Move, ...] = ()
    else:
        trumps = laid[held & way.trumps]
    if way.never:
        return in_suit + trumps + _TAKE
    if in_suit or (trumps and way.always):
        return in_suit + trumps
    return trumps + _TAKE


_TAKE = (TAKE,)


def may_trump(way: Way, held: Cards, top: Play, in_suit: tuple[Move, ...]) -> bool:
    """Whether a trump is allowed on a card that trumps beat: always, without the suit, or without a card to beat it."""
    if way.free:
        return True
    return not (held & SUIT[SUIT_OF[top.high]] if way.void else in_suit)


def due(position: Position) -> tuple[Cards, tuple[Play, ...]]:
    """What a player who takes must pick up, and the plays that stay on the table."""
    table, rule = position.table, position.rules.take
    oldest = table[0]
    if rule is Take.TOP_PLAY:
        return table[-1].cards, table[:-1]
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
    return upper.low == lower.high + 1 and SUIT_OF[upper.low] == SUIT_OF[lower.high]


# --- From the collect phase to this one


def begin(position: Position) -> None:
    """Take up what was won, show the trump, see to blank players and give the lead."""
    if position.trump_card is None or position.trump_card == UNSEEN:
        raise Illegal("the trump card must be known before the shed phase can begin")
    position.table, position.laid = (), 0
    position.window = position.fighters = position.to_play = ()
    position.rounds = (0,)
    _gather(position)
    position.trump = SUIT_OF[position.trump_card]
    position.phase = Phase.SHED
    if position.rules.dreck:
        blank.deal_dreck(position)
    if blank.see_to(position):
        holder = position.trump_holder if position.rules.shed_lead is ShedLead.TRUMP_HOLDER else position.previous
        open_play(position, holder)


def _gather(position: Position) -> None:
    """Hand left, won pile, cards laid aside and the trump card become the hand."""
    for seat in range(position.players):
        gained = position.piles[seat] | position.aside[seat]
        if seat == position.trump_holder and position.trump_card is not None:
            gained |= BIT[position.trump_card] & ~position.hands[seat]  # Mas: drawn into the hand, maybe played since
        change(position, seat, gained)
    position.unseen = tuple(map(sum, zip(position.unseen, position.unseen_piles, strict=True)))
    position.piles = position.aside = position.unseen_piles = (0,) * position.players


def change(position: Position, seat: int, cards: Cards) -> None:
    """Put cards into a hand, or take them out of it."""
    position.hands[seat] ^= cards
    position.held ^= held_key(seat, cards)


def open_play(position: Position, leader: int) -> None:
    """Give the first lead, or what comes of it if all players wait."""
    position.way = way(position.rules, position.trump or 0)
    count_in(position)
    inside = inside_of(position)
    if not inside & ~position.waiting:
        blank.lapse(position, leader if inside >> leader & 1 else position.ring[leader])
    if position.phase is Phase.SHED:
        lead(position, leader if inside_of(position) >> leader & 1 else position.ring[leader])


# --- Who is in


def inside_of(position: Position) -> int:
    """The players neither out nor excluded, a bit a seat."""
    inside = (1 << position.players) - 1
    for seat in (*position.finish, *position.excluded):
        inside &= ~(1 << seat)
    return inside


def count_in(position: Position) -> None:
    """Count anew, after somebody joined or went out: who comes after whom, how many plays make the next trick full."""
    inside = inside_of(position)
    position.ring = ring(position.players, inside)
    if position.rules.least_to_join > 1:
        inside &= ~position.waiting
    position.next_size = max(2, inside.bit_count())


def lead(position: Position, seat: int) -> None:
    """Let this player lead, or the next one who does not wait."""
    while position.waiting >> seat & 1:
        seat = position.ring[seat]
    position.turn = seat
    position.table, position.laid = (), 0
    position.size = position.next_size


def end(position: Position, losers: tuple[int, ...]) -> None:
    """The round is over."""
    position.phase = Phase.OVER
    position.turn = NOBODY
    position.losers = losers


# --- Moves


def push(position: Position, move: Move) -> None:
    """Make a move; whether it is legal has been looked at."""
    if move.kind is not Kind.LAY:
        _take(position, move)
        return
    seat, table = position.turn, position.table
    play = move.plays[seat]
    held = position.hands[seat] ^ play.cards
    rare = not held or position.partial
    position.save(move, rare)
    position.hands = hands = position.hands.copy()
    hands[seat] = held
    position.held ^= play.held
    if rare and not held and not position.unseen[seat]:
        _go_out(position, seat)
        if position.phase is Phase.OVER:
            return
        out = True
    else:
        out = False
    if len(table) + 1 >= position.size or (position.rules.trump_ends_trick and _trumps_in(position, play)):
        if position.partial:
            position.gone |= play.cards | sum(laid.cards for laid in table)
        lead(position, position.ring[seat] if out else seat)
    else:
        position.table = (*table, play)
        position.laid ^= play.laid
        position.turn = position.ring[seat]


def push_anyway(position: Position, move: Move, seat: int) -> None:
    """Make a move that the rules may not allow, by whoever made it. Raises Illegal for one of the other phase."""
    claimed = move.cards & sum(play.cards for play in position.table)
    if move.kind not in (Kind.LAY, Kind.TAKE) or not (claimed or position.table or move.kind is Kind.LAY):
        raise Illegal(f"cannot have happened in the shed phase: {move}")
    if move.kind is Kind.LAY and not move.cards:
        raise Illegal("nothing was laid")
    if move.kind is Kind.TAKE and move.cards and not claimed:
        raise Illegal(f"not on the table: {move}")
    position.turn = seat
    push(position, move)


def _trumps_in(position: Position, play: Play) -> bool:
    """Whether this is a trump laid on a card that is none."""
    trumps = position.way.trumps
    return bool(position.table and play.cards & trumps and not position.table[-1].cards & trumps)


def _go_out(position: Position, seat: int) -> None:
    """He has laid his last card: that may end the round, or the waiting of the others."""
    position.finish += (seat,)
    inside = inside_of(position)
    count_in(position)
    if inside.bit_count() <= 1:
        end(position, tuple(position.seats(inside)))
    elif not inside & ~position.waiting:
        blank.lapse(position, position.ring[seat])


def _take(position: Position, move: Move) -> None:
    seat = position.turn
    waits = position.waiting >> seat & 1
    position.save(move, bool(waits or position.partial))
    taken, rest = due(position) if not move.cards else _claimed(position, move.cards)
    position.hands = hands = position.hands.copy()
    hands[seat] |= taken
    position.held ^= held_key(seat, taken)
    if waits and hands[seat].bit_count() + position.unseen[seat] >= position.rules.least_to_join:
        position.waiting &= ~(1 << seat)
        count_in(position)
    if rest:
        position.table = rest
        position.laid = 0
        for play in rest:
            position.laid ^= play.laid
        position.turn = position.ring[seat]
    else:
        lead(position, position.ring[seat])


def _claimed(position: Position, claim: Cards) -> tuple[Cards, tuple[Play, ...]]:
    """The cards somebody took, whatever was due, and what he left of the plays."""
    rest = [(play, play.cards & ~claim) for play in position.table]
    left = tuple(play if cards == play.cards else lay(cards).plays[play.seat] for play, cards in rest if cards)
    return claim & sum(play.cards for play in position.table), left
