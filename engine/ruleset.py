"""A rule set is data: one immutable value that answers small named questions.

The options and their values are those of the rule page (`docs/rules.md`). A preset is a named value, a house rule a
preset with some options changed: `engine.presets`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Self, get_type_hints

from engine.errors import ImpossibleRules, Unreadable
from engine.moves import SEATS


class FirstLead(StrEnum):
    DEALER = "dealer"
    LEFT = "left"


class Trick(StrEnum):
    ALL = "all"
    PAIR = "pair"


class Tie(StrEnum):
    HIGHEST = "highest"
    ANY_RANK = "any rank"
    MOST_THEN_RANK = "most then rank"
    NONE = "none"


class Draw(StrEnum):
    CARD = "card"
    TRICK = "trick"


class RunningOut(StrEnum):
    STOP = "stop"
    SKIP = "skip"
    NONE = "none"


class UnresolvedWar(StrEnum):
    RETURN = "return"
    LAST_FIGHTER = "last fighter"
    DEAL_OUT = "deal out"
    NONE = "none"


class Capture(StrEnum):
    RANK = "rank"
    SUIT_OR_TRUMP = "suit or trump"


class Trump(StrEnum):
    LAST_STOCK_CARD = "last stock card"
    TURNED_UP = "turned up"


class ShedLead(StrEnum):
    TRUMP_HOLDER = "trump holder"
    PREVIOUS_MATTIS = "previous mattis"


class TrumpWhen(StrEnum):
    FREE = "free"
    CANNOT_BEAT_IN_SUIT = "cannot beat in suit"
    VOID_IN_SUIT = "void in suit"


class MustBeat(StrEnum):
    NEVER = "never"
    IN_SUIT = "in suit"
    ALWAYS = "always"


class Take(StrEnum):
    LOWEST_PLAY = "lowest play"
    TOP_PLAY = "top play"
    LOWEST_CARD = "lowest card"
    LOWEST_RUN = "lowest run"


class SeriesStart(StrEnum):
    ANY = "any"
    TWO = "two"


class SeriesBeat(StrEnum):
    ANY = "any"
    SERIES_BY_SERIES = "series by series"


class Blank(StrEnum):
    TAKES_FIRST = "takes first"
    EXCLUDED = "excluded"
    LOSES = "loses"
    GETS_LOW_CARDS = "gets low cards"


class CounterTrump(StrEnum):
    NONE = "none"
    SAME_COLOUR = "same colour"
    ELECTRIC_CLUBS = "electric clubs"


type Value = object  # of an option: a bool, an int, a StrEnum, or the pairs of `players` and `removed`


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One value an option; without arguments, the standard game. Raises ImpossibleRules for what cannot go together.

    `players` is the least and the most number of them, `removed` the pairs (players, cards taken out unseen) and
    `series` the shortest series, 0 for none.
    """

    # Collect phase
    players: tuple[int, int] = (2, 6)
    removed: tuple[tuple[int, int], ...] = ()
    hand: int = 3
    first_lead: FirstLead = FirstLead.LEFT
    trick: Trick = Trick.ALL
    tie: Tie = Tie.HIGHEST
    chance: bool = False
    draw: Draw = Draw.CARD
    running_out: RunningOut = RunningOut.STOP
    unresolved_war: UnresolvedWar = UnresolvedWar.RETURN
    tie_split: bool = False
    must_tie: bool = False
    slough: bool = False
    capture: Capture = Capture.RANK
    trump: Trump = Trump.LAST_STOCK_CARD
    # Shed phase
    shed_lead: ShedLead = ShedLead.TRUMP_HOLDER
    trump_when: TrumpWhen = TrumpWhen.CANNOT_BEAT_IN_SUIT
    must_beat: MustBeat = MustBeat.ALWAYS
    take: Take = Take.LOWEST_PLAY
    series: int = 0
    series_start: SeriesStart = SeriesStart.ANY
    series_beat: SeriesBeat = SeriesBeat.ANY
    trump_ends_trick: bool = False
    blank: Blank = Blank.TAKES_FIRST
    least_to_join: int = 1
    counter_trump: CounterTrump = CounterTrump.NONE
    dreck: bool = False

    def __hash__(self) -> int:
        """Of the options that differ most: asked on every deal, and all of them would take it three times as long."""
        return hash((self.hand, self.trick, self.tie, self.chance, self.take, self.series))

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise fault

    @property
    def is_mas(self) -> bool:
        """Whether the collect phase is that of Mas: two cards, taken by suit or trump."""
        return self.capture is Capture.SUIT_OR_TRUMP

    def pack_size(self, players: int) -> int:
        """How many cards are dealt from, for this number of players."""
        return 52 - dict(self.removed).get(players, 0) if self.removed else 52

    def check_players(self, players: int) -> None:
        """Raises ImpossibleRules if these rules are not for that many players."""
        least, most = self.players
        if not least <= players <= most:
            raise ImpossibleRules("these rules are for {} to {} players, not {}", least, most, players)

    def with_options(self, options: Mapping[str, Any]) -> Self:
        """These rules with some options changed, given by name and in the JSON spelling of their values.

        Raises Unreadable for an unknown option or value, ImpossibleRules for what cannot go together.
        """
        changed: dict[str, Any] = {name: _value(name, value) for name, value in options.items()}
        return replace(self, **changed)

    def options(self) -> dict[str, Any]:
        """Every option by name, in the JSON spelling."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in OPTIONS}
        plain["players"] = list(self.players)
        plain["removed"] = {str(players): count for players, count in self.removed}
        return {name: str(value) if isinstance(value, StrEnum) else value for name, value in plain.items()}

    def changed_from(self, other: "RuleSet") -> dict[str, Any]:
        """The options in which these rules differ from others, in the JSON spelling."""
        theirs = other.options()
        return {name: value for name, value in self.options().items() if value != theirs[name]}


HINTS = get_type_hints(RuleSet)
OPTIONS: tuple[str, ...] = tuple(field.name for field in fields(RuleSet))


def choices(option: str) -> tuple[Value, ...]:
    """Every value of an option that has a few; none for `players`, `removed` and `hand`."""
    kind = HINTS[option]
    if kind is bool:
        return False, True
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(kind)
    return {"series": (0, 2, 3), "least_to_join": (1, 2)}.get(option, ())


def _value(option: str, value: object) -> Value:
    if option not in HINTS:
        raise Unreadable("unknown option: {!r}", str(option)[:40])
    match option, value:
        case "players", [int(least), int(most)] if not isinstance(value, str):
            return least, most
        case "removed", dict():
            return _removed(value)
        case "hand", int() if not isinstance(value, bool):
            return value
    for choice in choices(option):
        if type(value) is not bool and isinstance(choice, bool):
            continue
        if choice == value and isinstance(choice, bool) == isinstance(value, bool):
            return choice
    raise Unreadable("{} cannot be {!r}", option, str(value)[:40])


def _removed(value: Mapping[Any, Any]) -> tuple[tuple[int, int], ...]:
    pairs = []
    for players, count in value.items():
        if str(players) not in map(str, range(SEATS + 1)) or type(count) is not int:
            raise Unreadable("{} cannot be {!r}", "removed", str(value)[:40])
        pairs.append((int(players), count))
    return tuple(sorted(pairs))


def _faults(rules: RuleSet) -> Iterator[ImpossibleRules]:
    """What cannot go together, the first of which is raised."""
    least, most = rules.players
    if not 2 <= least <= most <= SEATS:
        yield ImpossibleRules("the number of players runs from 2 to {}, the least first", SEATS)
    if rules.hand < 1:
        yield ImpossibleRules("a hand has at least one card")
    for players, count in rules.removed:
        if not (0 <= count < 52 and 2 <= players <= SEATS):
            yield ImpossibleRules("removed cards: fewer than the pack, for 2 players or more")
    for players in range(least, most + 1):
        if players * rules.hand >= rules.pack_size(players):
            yield ImpossibleRules("{} hands of {} leave no card for the stock", players, rules.hand)
    if rules.series not in (0, 2, 3) or rules.least_to_join not in (1, 2):
        yield ImpossibleRules("the shortest series is 2 or 3 (0: none); a player joins with 1 card or 2")
    if not rules.series and rules.series_start is not SeriesStart.ANY:
        yield ImpossibleRules("a rule for how series start needs series")
    if not rules.series and rules.series_beat is not SeriesBeat.ANY:
        yield ImpossibleRules("a rule for how series are beaten needs series")
    yield from _mas_faults(rules) if rules.is_mas else _ordinary_faults(rules)


def _mas_faults(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if rules.trump is not Trump.TURNED_UP:
        yield ImpossibleRules("taking by suit or trump needs a turned-up trump")
    if rules.trick is not Trick.PAIR or rules.tie is not Tie.NONE:
        yield ImpossibleRules("taking by suit or trump is for two cards that cannot tie")
    if rules.running_out is not RunningOut.NONE or rules.unresolved_war is not UnresolvedWar.NONE:
        yield ImpossibleRules("with a turned-up trump the collect phase ends with that card: no running out and no war")
    if rules.chance or rules.tie_split or rules.must_tie or rules.slough:
        yield ImpossibleRules("taking by suit or trump knows no chance, tie or slough")
    if rules.draw is not Draw.CARD:
        yield ImpossibleRules("taking by suit or trump draws after each card")


def _ordinary_faults(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if rules.trump is not Trump.LAST_STOCK_CARD:
        yield ImpossibleRules("a turned-up trump is for taking by suit or trump")
    if rules.tie is Tie.NONE or rules.running_out is RunningOut.NONE or rules.unresolved_war is UnresolvedWar.NONE:
        yield ImpossibleRules("where the rank decides, ties, running out and a war that cannot be fought need a rule")
    if (rules.unresolved_war is UnresolvedWar.RETURN) != (rules.running_out is RunningOut.STOP):
        yield ImpossibleRules("cards of an unresolved war are returned if running out stops the phase, and only then")
    if rules.tie_split and rules.tie is not Tie.HIGHEST:
        yield ImpossibleRules("splitting the trick needs ties on the highest rank only")
    if rules.must_tie and rules.tie is not Tie.HIGHEST:
        yield ImpossibleRules("the duty to tie needs ties on the highest rank only")
