"""The facts of a season as plain values: what judgements are computed from.

Nothing here knows the database. `league.books` reads these values from it; `quorum`, `standings`
and `statistics` judge them. People are named by their id, days are dates in Europe/Oslo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property


class State(StrEnum):
    """What has become of a round."""

    STANDING = "standing"
    UNDONE = "undone"  # *angret* the same evening: shows only in the log
    STRUCK = "struck"  # *strøket*: keeps its place in the book, without a number
    VOID = "void"  # *uten Mattis*: broken off or annulled, counts nowhere


class Ruling(StrEnum):
    """What a contested round is ruled to be."""

    UPHOLD = "uphold"  # it stays as it is
    GIVE = "give"  # the strek is another's
    ANNUL = "annul"  # *uten Mattis*


class Ranking(StrEnum):
    """How *årets spiller* is found: a choice of the season."""

    RATE = "rate"  # strek per round, fewest first
    ADJUSTED = "adjusted"  # (strek + a) / (expected + a), least first
    FEWEST = "fewest"  # fewest strek
    MOST = "most"  # most strek: the rules' own irony allows it


class Minimum(StrEnum):
    """What a member must have played to be ranked: a share of the counting rounds or evenings."""

    ROUNDS = "rounds"
    EVENINGS = "evenings"
    NONE = "none"


class ChairmanWord(StrEnum):
    """What the club calls its chairman."""

    FORMANN = "formann"
    LEDER = "leder"


class Deal(StrEnum):
    """Who deals the next round: a choice of the club (RULES: S2 names the evening's first dealer only)."""

    PREVIOUS_MATTIS = "previous_mattis"
    CLOCKWISE = "clockwise"


class UnlawfulPlay(StrEnum):
    """*Følge av ulovlig utspill*: S2 promises a punishment and names none, so the club chooses."""

    NONE = "none"
    CARDS_BACK = "cards_back"  # and the lowest play on the table is taken in
    PENALTY = "penalty"  # a *straffestrek*
    HAT = "hat"  # he wears *Mattishatten*


class Deadline(StrEnum):
    """How long a round may be disputed; the annual meeting may take up any."""

    NEXT_EVENING = "next_evening"  # until the next evening begins
    WEEK = "week"  # seven days after the evening
    MEETING = "meeting"  # until the season is closed


class OpenToAll(StrEnum):
    """What may be seen without a log-in."""

    NOTHING = "nothing"
    TABLE = "table"
    BOOK = "book"  # the table, the book and the evenings


class Title(StrEnum):
    """What somebody is named at the annual meeting."""

    PLAYER = "player"  # *årets spiller*
    MATTIS = "mattis"  # *årets Mattis*


class Extra(StrEnum):
    """What the club may switch off: amusements beside the book."""

    HAT = "hat"  # *Mattishatten*
    REPEAT = "repeat"  # *Med alle fordeler*
    CHASE = "chase"  # *Jakten*
    TORMENTOR = "tormentor"  # *Plageånd*
    CURSE = "curse"  # *Vertens forbannelse*
    RECORDS = "records"
    CHAT = "chat"  # the evening's text for the group chat
    PHOTO = "photo"
    PICTURES = "pictures"  # the race, the calendar, the grid


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules a season carries."""

    percent: int = 65  # quorum, in per cent of the members on the day
    ranking: Ranking = Ranking.RATE
    minimum: Minimum = Minimum.ROUNDS
    minimum_percent: int = 50  # share of the counting rounds or evenings, in per cent
    a: int = 5  # weight, in strek, that pulls the table-size-fair rate towards 1
    whole_evening: bool = True  # False: only rounds begun after quorum was met count
    penalties_count: bool = False  # a *straffestrek* counts as a strek in the table


@dataclass(frozen=True, slots=True)
class QuorumFrom:
    """From a day on another attendance requirement."""

    first_day: date
    percent: int
    whole_evening: bool


@dataclass(frozen=True, slots=True)
class Span:
    """A member period or a leave of one person; both days are included."""

    person: int
    first_day: date
    last_day: date | None = None  # None: still running

    def covers(self, day: date) -> bool:
        return self.first_day <= day and (self.last_day is None or day <= self.last_day)


@dataclass(frozen=True, slots=True)
class Presence:
    """One person came to one evening, however briefly."""

    person: int
    arrived_at: datetime | None = None  # None: not recorded (imported)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of an evening. `players` is None where only the mattis is known."""

    id: int
    table: int
    state: State
    mattis: int | None
    players: frozenset[int] | None
    logged_at: datetime | None = None  # None: imported, or put in afterwards
    ordered: bool = True  # False: its place among the evening's rounds is not recorded

    @property
    def recorded(self) -> bool:
        """Both who played it and its place in the order are known."""
        return self.players is not None and self.ordered


@dataclass(frozen=True)  # without slots, for what is asked again and again is kept
class EveningFacts:
    """One evening; `rounds` stand in the order of play within each table, the tables in any order."""

    id: int
    date: date
    host: int | None
    present: tuple[Presence, ...]
    rounds: tuple[PlayedRound, ...]
    attendance_recorded: bool = True  # False: *ikke ført*
    counts_by_decision: bool | None = None  # the keeper's word where attendance is not recorded
    opened_at: datetime | None = None
    place: str = ""
    remark: str = ""
    penalties: tuple[int, ...] = ()  # who got a *straffestrek*, once for each

    @cached_property
    def came(self) -> frozenset[int]:
        """The people present, each once."""
        return frozenset(presence.person for presence in self.present)

    @cached_property
    def standing(self) -> tuple[PlayedRound, ...]:
        """The standing rounds, in the order of play across tables."""
        return play_order([round_ for round_ in self.rounds if round_.state is State.STANDING])


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """Everything a season's judgements rest on. Its evenings come in any order."""

    first_day: date
    last_day: date | None
    rules: Rules
    evenings: tuple[EveningFacts, ...]
    periods: tuple[Span, ...]  # member periods that touch the season
    leaves: tuple[Span, ...]
    changes: tuple[QuorumFrom, ...] = ()  # within the season, in the order of their days
    earlier: tuple[Span, ...] = ()  # days before a membership on which what he played as a guest counts

    def rules_on(self, day: date) -> Rules:
        """The rules that hold on a day: the attendance requirement may change within the season."""
        return changed_rules(self.rules, self.changes, day)


def changed_rules(rules: Rules, changes: Sequence[QuorumFrom], day: date) -> Rules:
    """A season's rules as they are on a day, after the changes of that season, which stand in order."""
    last = next((change for change in reversed(changes) if change.first_day <= day), None)
    return replace(rules, percent=last.percent, whole_evening=last.whole_evening) if last else rules


def by_play(evening: EveningFacts) -> tuple[date, float, int, int]:
    """Sort key that puts evenings in the order they were played.

    Two of one date were begun one after the other; where nobody knows when, the host decides, and
    never which of them was typed first.
    """
    return evening.date, evening.opened_at.timestamp() if evening.opened_at else 0.0, evening.host or 0, evening.id


def ended_at(rounds: Sequence[PlayedRound]) -> dict[int, datetime]:
    """When each round was over at the latest, by its id; a round is missing where no time is known.

    A round ends before every later one at its table, so a forgotten round put in its place
    ends no later than the round after it, whenever it was logged.
    """
    ends: dict[int, datetime] = {}
    table_ends: dict[int, datetime] = {}
    for round_ in reversed(rounds):
        known = [time for time in (round_.logged_at, table_ends.get(round_.table)) if time]
        if known:
            ends[round_.id] = table_ends[round_.table] = min(known)
    return ends


def play_order(rounds: Sequence[PlayedRound]) -> tuple[PlayedRound, ...]:
    """The rounds of one evening in the order of play across its tables.

    Without times the tables are taken in step: the first round of each, then the second of each.
    """
    if len({round_.table for round_ in rounds}) < 2:
        return tuple(rounds)
    ends = ended_at(rounds)
    last = max(ends.values(), default=None)
    step: Counter[int] = Counter()
    keys = {}
    for round_ in rounds:
        step[round_.table] += 1
        keys[round_.id] = (ends.get(round_.id, last), round_.id not in ends, step[round_.table], round_.table)
    return tuple(sorted(rounds, key=lambda round_: keys[round_.id]))


def numbered(rounds: Iterable[PlayedRound]) -> dict[int, int]:
    """The number each standing round is shown with, by its id: counted at its own table, without gaps."""
    count: Counter[int] = Counter()
    numbers = {}
    for round_ in rounds:
        if round_.state is State.STANDING:
            count[round_.table] += 1
            numbers[round_.id] = count[round_.table]
    return numbers
