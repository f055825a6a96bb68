"""A way of playing: what the two phases ask of a rule set and a trump suit, worked out once."""

from collections.abc import Iterator
from functools import cache

from engine.cards import ABOVE, BIT, CLUBS, OTHER_OF_COLOUR, SPADES, SUIT, SUIT_OF, Cards, Suit
from engine.moves import Move
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
from engine.tables import Moves, Table, lays, with_take

# Where the suit of a play is in a hand, the higher cards of it, and what may be done with those of them that are held;
# where the trumps are, and what they add: besides that, and instead of it where it is nothing. None adds nothing.
type Answers = tuple[int, int, Moves, int, Moves | None, Moves]


class Way:
    """One for each rule set and trump suit; the engine reads it on every move.

    `lays` gives what can be laid of the cards held in a suit, `answers` what can be done about a play, by its `place`;
    `plays` is all that can be laid, `safe` all that trumps do not beat; `any_card` lets him play what he likes in the
    collect phase. Rules that are `even` let him too and keep every hand full while there is a stock; those that are
    `quick` know no rule of the shed phase that is seldom asked. `engine.turn` has a short way for both.
    """

    __slots__ = (
        "always", "answers", "any_card", "by_series", "chance", "deals_out", "draws_each", "draws_trick", "even",
        "full", "lays", "lowest_play", "mas", "must_tie", "never", "pair", "plain", "plays", "quick", "returns",
        "safe", "shuffles", "skip", "slough", "split", "stop", "take", "tie", "trump", "trump_ends", "trumps", "void",
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
        self.even = self.any_card and self.draws_each and not rules.tie_split
        self.pair = rules.trick is Trick.PAIR
        self.tie = rules.tie
        self.split = rules.tie_split
        self.stop = rules.running_out is RunningOut.STOP
        self.skip = rules.running_out is RunningOut.SKIP
        self.deals_out = rules.unresolved_war is UnresolvedWar.DEAL_OUT
        self.shuffles = self.deals_out or rules.dreck
        self.returns = rules.unresolved_war is UnresolvedWar.RETURN

        self.by_series = rules.series_beat is SeriesBeat.SERIES_BY_SERIES
        self.lays: Table = lays(rules.series, rules.series_start is SeriesStart.TWO)
        self.plays = _every_play(self.lays)
        self.trump = trump
        self.trumps: Cards = SUIT[trump]
        self.safe: Cards = SUIT[trump] | counter_trumps(rules.counter_trump, trump)
        self.void = rules.trump_when is TrumpWhen.VOID_IN_SUIT
        self.never = rules.must_beat is MustBeat.NEVER
        self.always = rules.must_beat is MustBeat.ALWAYS
        self.answers = (*self._answers(rules, singles=True), *self._answers(rules, singles=not self.by_series))
        self.take: Take = rules.take
        self.lowest_play = rules.take is Take.LOWEST_PLAY
        self.trump_ends = rules.trump_ends_trick
        self.quick = not (self.void or self.trump_ends or rules.take is Take.LOWEST_CARD)

    def _answers(self, rules: RuleSet, *, singles: bool) -> Iterator[Answers]:
        """For each card on top of the table, what answers it; without `singles`, what answers a series in its suit."""
        free = rules.trump_when is TrumpWhen.FREE
        which = rules.series, rules.series_start is SeriesStart.TWO
        beside = with_take(self.trump, *which, True, besides=self.never, instead=self.never) if free else None
        instead = with_take(self.trump, *which, True, besides=not self.always, instead=True)
        for card in range(52):
            suit, safe = SUIT_OF[card], bool(BIT[card] & self.safe)
            in_suit = with_take(suit, *which, singles, besides=self.never and (safe or not free), instead=safe)
            yield 13 * suit, ABOVE[card] >> 13 * suit, in_suit, 13 * self.trump, None if safe else beside, instead


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
