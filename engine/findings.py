"""What speaks against a move: each reason with what makes it sure, or the unseen cards it depends on.

Written from the rules' own words and apart from the look-up tables that list the legal moves; the tests hold the two
against each other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine import collect, mas, shed, slough
from engine.cards import ABOVE, BIT, RANK_OF, SUIT, SUIT_OF, TWO, Card, Cards, each, is_series
from engine.errors import Illegal
from engine.moves import FROM_HAND, Kind, Move, Play
from engine.phase import OVER, SHED
from engine.position import Position
from engine.reasons import Reason
from engine.ruleset import MustBeat, RuleSet, SeriesBeat, SeriesStart, TrumpWhen


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason. If it is not sure: it holds if the hand has any of `cards`, all of a set in `together`, or none of
    `unless`; but any of `excuse` makes a trump among `cards` harmless. If it is, `cards` are the ones it is about.
    """

    reason: Reason
    sure: bool = True
    cards: Cards = 0
    together: tuple[Cards, ...] = ()
    unless: Cards = 0
    excuse: Cards = 0


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand as far as it is known at the moment of the move: `unseen` more cards, each one of `possible`."""

    known: Cards
    unseen: int
    possible: Cards

    @classmethod
    def of(cls, known: Cards, unseen: int, possible: Cards) -> "Holding":
        """Where no more cards are possible than he holds unseen, they are known after all."""
        if unseen and possible.bit_count() <= unseen:
            return cls(known | possible, 0, 0)
        return cls(known, unseen, possible)

    def finding(self, reason: Reason, wanted: Cards) -> Iterator[Finding]:
        """The reason that he holds any of these cards."""
        yield from self.finding_of(reason, [BIT[card] for card in each(wanted)])

    def finding_of(self, reason: Reason, sets: list[Cards]) -> Iterator[Finding]:
        """The reason that he holds all cards of any of these sets."""
        held = [cards for cards in sets if not cards & ~self.known]
        if held:
            yield Finding(reason, cards=_union(held))
            return
        missing = {cards & ~self.known for cards in sets}
        could = [cards for cards in missing if not cards & ~self.possible and cards.bit_count() <= self.unseen]
        singles = _union(cards for cards in could if cards.bit_count() == 1)
        together = tuple(sorted(cards for cards in could if not cards & singles))
        if singles and (self.possible & ~singles).bit_count() < self.unseen:
            yield Finding(reason, cards=singles)  # too few other cards are left for a hand without any of these
        elif could:
            yield Finding(reason, sure=False, cards=singles, together=together)


def _union(sets: Iterator[Cards] | list[Cards]) -> Cards:
    union = 0
    for cards in sets:
        union |= cards
    return union


def findings(position: Position, seat: int, move: Move) -> Iterator[Finding]:
    """All that speaks against this move by this player. Raises Illegal for a player who does not exist."""
    if not 0 <= seat < position.players:
        raise Illegal("there is no player {}", seat)
    if position.phase is OVER:
        yield Finding(Reason.ROUND_IS_OVER)
        return
    if seat != position.turn:
        if position.fighters and seat not in position.fighters and move.kind in (Kind.PLAY, Kind.CHANCE):
            yield Finding(Reason.NOT_A_FIGHTER)
        yield Finding(Reason.NOT_YOUR_TURN)
    held = position.hands[seat]
    laid = move.cards if move.kind in FROM_HAND else 0
    missing = laid & ~held
    possible = position.could_be_unseen if position.unseen[seat] else 0
    if missing & ~possible or missing.bit_count() > position.unseen[seat]:
        yield Finding(Reason.CARD_NOT_HELD, cards=missing & ~possible or missing)
        holding = Holding.of(held, position.unseen[seat], possible)
    else:
        holding = Holding.of(held | missing, position.unseen[seat] - missing.bit_count(), possible & ~missing)
    if position.phase is SHED:
        yield from _in_shed(position, seat, move, holding)
    else:
        yield from _in_collect(position, seat, move, holding)


# --- Shed phase


def _in_shed(position: Position, seat: int, move: Move, holding: Holding) -> Iterator[Finding]:
    if move.kind is Kind.LAY and move.cards:
        if position.waiting >> seat & 1:
            yield Finding(Reason.WAITING)
        faults = list(make(position.rules, move.cards))
        yield from (Finding(reason) for reason in faults)
        if position.table and not faults:
            yield from _beats(position, position.table[-1], move, holding)
    elif move.kind is Kind.TAKE:
        yield from _takes(position, seat, move, holding)
    else:
        yield Finding(Reason.NOT_IN_THESE_RULES)


def make(rules: RuleSet, cards: Cards) -> Iterator[Reason]:
    """What is wrong with laying these cards as one play, whatever lies on the table."""
    if cards.bit_count() == 1:
        return
    if not rules.series:
        yield Reason.SERIES_NOT_ALLOWED
    if not is_series(cards):
        yield Reason.SERIES_BROKEN
    elif rules.series_start is SeriesStart.TWO and RANK_OF[_lowest(cards)] != TWO:
        yield Reason.SERIES_NOT_ALLOWED
    if cards.bit_count() < rules.series:
        yield Reason.SERIES_TOO_SHORT


def _lowest(cards: Cards) -> Card:
    return (cards & -cards).bit_length() - 1


def _beats(position: Position, top: Play, move: Move, holding: Holding) -> Iterator[Finding]:
    rules = position.rules
    if SUIT_OF[move.low] == SUIT_OF[top.high] and move.low > top.high:
        if rules.series_beat is SeriesBeat.SERIES_BY_SERIES and _is_long(top) and move.low == move.high:
            yield Finding(Reason.DOES_NOT_BEAT, cards=top.cards)
    elif not move.cards & ~_trumps(position) and not top.cards & _safe(position):
        if rules.trump_when is TrumpWhen.VOID_IN_SUIT:
            yield from holding.finding(Reason.TRUMP_NOT_ALLOWED, SUIT[SUIT_OF[top.high]])
        elif rules.trump_when is TrumpWhen.CANNOT_BEAT_IN_SUIT:
            yield from holding.finding_of(Reason.COULD_BEAT_IN_SUIT, in_suit(rules, top))
    else:
        yield Finding(Reason.DOES_NOT_BEAT, cards=top.cards)


def _trumps(position: Position) -> Cards:
    return SUIT[position.trump] if position.trump is not None else 0


def _safe(position: Position) -> Cards:
    """Trumps and counter-trumps: what trumps do not beat."""
    return position.way.safe


def _is_long(play: Play) -> bool:
    return play.low != play.high


def in_suit(rules: RuleSet, top: Play) -> list[Cards]:
    """The smallest sets of cards that beat a play in its suit: single ones or, where only a series will do, series."""
    if not (rules.series_beat is SeriesBeat.SERIES_BY_SERIES and _is_long(top)):
        return [BIT[card] for card in each(ABOVE[top.high])]
    if rules.series_start is SeriesStart.TWO:
        return []  # a series from 2 is higher than nothing
    run = (1 << rules.series) - 1
    return [run << card for card in each(ABOVE[top.high]) if not (run << card) & ~SUIT[SUIT_OF[card]]]


def _takes(position: Position, seat: int, move: Move, holding: Holding) -> Iterator[Finding]:
    on_table = collect.on_table(position)
    if not position.table or move.cards & ~on_table:
        yield Finding(Reason.NO_SUCH_CARD, cards=move.cards & ~on_table)
    elif move.cards and move.cards != (due := shed.due(position.table, position.way.take)[0]):
        yield Finding(Reason.WRONG_TAKE, cards=due)
    if position.table and not position.waiting >> seat & 1:
        yield from _should_beat(position, position.table[-1], holding)


def _should_beat(position: Position, top: Play, holding: Holding) -> Iterator[Finding]:
    """Taking is not allowed to who can beat, as far as these rules say."""
    rules = position.rules
    beats = in_suit(rules, top)
    if rules.must_beat is MustBeat.NEVER:
        return
    suit = list(holding.finding_of(Reason.COULD_BEAT_IN_SUIT, beats))
    if rules.must_beat is MustBeat.IN_SUIT or any(finding.sure for finding in suit):
        yield from suit
        return
    trumps = [] if top.cards & _safe(position) else [BIT[card] for card in each(_trumps(position))]
    if trumps and rules.trump_when is TrumpWhen.VOID_IN_SUIT:
        yield from _should_trump_if_void(top, holding, beats, trumps)
    else:
        yield from holding.finding_of(Reason.MUST_BEAT, beats + trumps)


def _should_trump_if_void(top: Play, holding: Holding, beats: list[Cards], trumps: list[Cards]) -> Iterator[Finding]:
    """Who holds the suit may not trump: an unseen card of it that does not beat would excuse him."""
    suit = SUIT[SUIT_OF[top.high]]
    if holding.known & suit:
        yield from holding.finding_of(Reason.MUST_BEAT, beats)
        return
    excuse = holding.possible & suit & ~_union(beats) if holding.unseen else 0
    for finding in holding.finding_of(Reason.MUST_BEAT, beats + trumps):
        if finding.sure and excuse:
            yield Finding(Reason.MUST_BEAT, sure=False, unless=excuse)
        elif not finding.sure and holding.unseen > 1:
            yield replace(finding, excuse=excuse)
        else:
            yield finding


# --- Collect phase


def _in_collect(position: Position, seat: int, move: Move, holding: Holding) -> Iterator[Finding]:
    rules = position.rules
    match move.kind:
        case Kind.PLAY if not position.window:
            if rules.is_mas:
                if move.cards & ~mas.beating(position):
                    yield Finding(Reason.DOES_NOT_BEAT, cards=collect.on_table(position))
            else:
                yield from _ties(position, move, holding)
        case Kind.CHANCE if rules.chance and not position.window:
            if position.stock == 1:
                yield Finding(Reason.LAST_STOCK_CARD)
            elif not position.stock:
                yield Finding(Reason.NOT_IN_THESE_RULES)
            yield from _ties(position, move, holding)
        case Kind.SLOUGH if position.window:
            if move.cards & ~slough.losing(position):
                yield Finding(Reason.NOT_IN_THESE_RULES)
        case Kind.PASS if position.window:
            pass
        case Kind.TAKE if rules.is_mas:
            if not position.table or move.cards & ~collect.on_table(position):
                yield Finding(Reason.NO_SUCH_CARD, cards=move.cards)
        case Kind.SWAP if rules.is_mas and seat == position.turn and mas.may_swap(position):
            pass
        case Kind.ASIDE if rules.is_mas and seat == position.turn and mas.may_lay_aside(position):
            pass
        case _:
            yield Finding(Reason.NOT_IN_THESE_RULES)


def _ties(position: Position, move: Move, holding: Holding) -> Iterator[Finding]:
    """Atlanta: who holds a card of the highest rank of this round must play one."""
    if position.rules.must_tie:
        ties = collect.must_tie(position, sum(SUIT))
        if not ties & move.cards or move.kind is Kind.CHANCE:
            yield from holding.finding(Reason.MUST_TIE, ties)
