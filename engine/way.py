"""A way of playing: what the two phases ask of a rule set and a trump suit, worked out once."""

from functools import cache

from engine.cards import CLUBS, OTHER_OF_COLOUR, SPADES, SUIT, Cards, Suit
from engine.moves import TAKE, Move
from engine.ruleset import (
    Capture,
    CounterTrump,
    Draw,
    MustBeat,
    RuleSet,
    RunningOut,
    SeriesBeat,
    SeriesStart,
    Take,
    Trick,
    TrumpWhen,
    UnresolvedWar,
)
from engine.tables import Table, lays


class Way:
    """One for each rule set and trump suit; the engine reads it on every move.

    `lays` and `series` give what can be laid of the cards held in a suit, `trumps_or_take` what of the trumps held, and
    the take; `plays` is all that can be laid, `safe` all that trumps do not beat; with `suit_first` who can beat in the
    suit has no other choice; `any_card` lets him play what he likes in the collect phase.
    """

    __slots__ = (
        "always", "any_card", "by_series", "chance", "draws_each", "draws_trick", "free", "full", "lays", "lowest",
        "mas", "must_tie", "never", "pair", "plain", "plays", "returns", "safe", "series", "shift", "skip", "slough",
        "split", "stop", "suit_first", "take", "tie", "top", "trump_ends", "trump_lays", "trumps", "trumps_or_take",
        "void", "whole",
    )  # fmt: skip

    def __init__(self, rules: RuleSet, trump: Suit) -> None:
        self.full = rules.hand
        self.mas = rules.capture is Capture.SUIT_OR_TRUMP
        self.chance = rules.chance
        self.draws_each = rules.draw is Draw.CARD
        self.draws_trick = rules.draw is Draw.TRICK
        self.must_tie = rules.must_tie
        self.slough = rules.slough
        self.plain = not (self.mas or rules.slough)
        self.any_card = self.plain and not rules.must_tie
        self.pair = rules.trick is Trick.PAIR
        self.tie = rules.tie
        self.split = rules.tie_split
        self.stop = rules.running_out is RunningOut.STOP
        self.skip = rules.running_out is RunningOut.SKIP
        self.returns = rules.unresolved_war is UnresolvedWar.RETURN

        from_two = rules.series_start is SeriesStart.TWO
        self.by_series = rules.series_beat is SeriesBeat.SERIES_BY_SERIES
        self.lays: Table = lays(rules.series, from_two)
        self.series: Table = lays(rules.series, from_two, singles=False) if self.by_series else self.lays
        self.plays = _every_play(self.lays)
        self.shift = 13 * trump
        self.trump_lays = self.lays[trump]
        self.trumps_or_take = [(*laid, TAKE) for laid in self.trump_lays]
        self.trumps: Cards = SUIT[trump]
        self.safe: Cards = SUIT[trump] | counter_trumps(rules.counter_trump, trump)
        self.free = rules.trump_when is TrumpWhen.FREE
        self.void = rules.trump_when is TrumpWhen.VOID_IN_SUIT
        self.never = rules.must_beat is MustBeat.NEVER
        self.always = rules.must_beat is MustBeat.ALWAYS
        self.suit_first = not (self.free or self.void or self.never)
        self.take: Take = rules.take
        self.whole = rules.take is not Take.LOWEST_CARD
        self.top = rules.take is Take.TOP_PLAY
        self.lowest = rules.take is Take.LOWEST_PLAY
        self.trump_ends = rules.trump_ends_trick


def _every_play(lays: Table) -> frozenset[Move]:
    """All plays the rules know: what can be laid of the whole suits."""
    return frozenset(move for suit in lays for move in suit[-1])


def counter_trumps(counter: CounterTrump, trump: Suit) -> Cards:
    """The cards that trumps do not beat."""
    if counter is CounterTrump.SAME_COLOUR:
        return SUIT[OTHER_OF_COLOUR[trump]]
    if counter is CounterTrump.ELECTRIC_CLUBS:
        return SUIT[SPADES if trump == CLUBS else CLUBS]
    return 0


@cache
def way_of(rules: RuleSet, trump: Suit) -> Way:
    """The one such value for these rules and this trump suit."""
    return Way(rules, trump)
