"""One person's season in figures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate, groupby
from typing import NamedTuple

from league.facts import EveningFacts, SeasonFacts
from league.quorum import EveningVerdict, judged
from league.standings import counting_rounds, expected_strek


class Came(StrEnum):
    """What the book says of one person at one evening."""

    PRESENT = "present"
    GUEST = "guest"  # came without being a member
    ABSENT = "absent"
    ON_LEAVE = "on_leave"
    NOT_RECORDED = "not_recorded"  # a member, but the book does not say whether he came
    NOT_A_MEMBER = "not_a_member"


@dataclass(frozen=True, slots=True)
class EveningLine:
    """One evening, as it was for one person."""

    evening: int
    came: Came
    strek: int  # all his standing strek, counting or not
    counts: bool  # the evening counts for the year


@dataclass(frozen=True, slots=True)
class Share:
    """His counting rounds with one host, or at one size of table."""

    strek: int
    rounds: int
    expected: Fraction  # strek to be expected: the sum of 1 / players
    approx: bool  # the players of some of these rounds are not recorded


@dataclass(frozen=True, slots=True)
class Chart:
    """Strek gathered over the counting evenings."""

    evenings: tuple[int, ...]
    lines: Mapping[int, tuple[int, ...]]  # his strek after each evening, for everybody who came while his rounds count
    expected: tuple[Fraction, ...]  # what the page's own person was to expect after each evening


@dataclass(frozen=True, slots=True)
class PersonSeason:
    """One person's season; figures on rounds are of counting rounds while he was a member."""

    evenings: tuple[EveningLine, ...]  # every evening, in order
    chart: Chart
    by_host: Mapping[int | None, Share]  # None: a *Mattistur*
    by_size: Mapping[int, Share]  # number of players, smallest first; recorded rounds only
    left_out: int  # rounds whose players or order are not recorded: not in `by_size`, not in the runs
    longest_without: int  # his most rounds in a row without strek
    most_in_a_row: int  # his most strek in a row


class _Mine(NamedTuple):
    """One round he played."""

    host: int | None
    size: int
    lost: bool
    recorded: bool  # its players and its place in the order
    guessed: bool  # he is only taken to have played it


def statistics(facts: SeasonFacts, person: int) -> PersonSeason:
    """The season of one person, whoever he is: a guest has evenings, but no rounds that count for him."""
    evenings = judged(facts)
    counting = [pair for pair in evenings if pair[1].counts]
    mine = [_rounds_of(person, evening, verdict) for evening, verdict in counting]
    all_mine = [round_ for evening in mine for round_ in evening]
    by_host: defaultdict[int | None, list[_Mine]] = defaultdict(list)
    by_size: defaultdict[int, list[_Mine]] = defaultdict(list)
    for round_ in all_mine:
        by_host[round_.host].append(round_)
        if round_.recorded:
            by_size[round_.size].append(round_)
    return PersonSeason(
        evenings=tuple(_line(person, facts, evening, verdict) for evening, verdict in evenings),
        chart=Chart(
            evenings=tuple(evening.id for evening, _ in counting),
            lines=_lines(counting),
            expected=tuple(accumulate(_share(evening).expected for evening in mine)),
        ),
        by_host={host: _share(rounds) for host, rounds in by_host.items()},
        by_size={size: _share(by_size[size]) for size in sorted(by_size)},
        left_out=sum(not round_.recorded for round_ in all_mine),
        longest_without=_longest_run(all_mine, lost=False),
        most_in_a_row=_longest_run(all_mine, lost=True),
    )


def came(person: int, facts: SeasonFacts, evening: EveningFacts, verdict: EveningVerdict) -> Came:
    """What the book says of him at one evening."""
    if person in evening.came:
        return Came.PRESENT if person in verdict.members else Came.GUEST
    if person in verdict.members:
        return Came.ABSENT if evening.attendance_recorded else Came.NOT_RECORDED
    member = any(period.person == person and period.covers(evening.date) for period in facts.periods)
    return Came.ON_LEAVE if member else Came.NOT_A_MEMBER


def _rounds_of(person: int, evening: EveningFacts, verdict: EveningVerdict) -> list[_Mine]:
    return [
        _Mine(evening.host, len(players), round_.mattis == person, round_.recorded, round_.players is None)
        for round_, players in counting_rounds(evening, verdict)
        if person in players & verdict.ranked
    ]


def _share(rounds: Sequence[_Mine]) -> Share:
    return Share(
        strek=sum(round_.lost for round_ in rounds),
        rounds=len(rounds),
        expected=expected_strek(Counter(round_.size for round_ in rounds)),
        approx=any(round_.guessed for round_ in rounds),
    )


def _longest_run(rounds: Sequence[_Mine], *, lost: bool) -> int:
    """A round that is not recorded ends a run: it may belong anywhere."""
    runs = groupby(rounds, key=lambda round_: round_.lost if round_.recorded else None)
    return max((len(list(run)) for outcome, run in runs if outcome is lost), default=0)


def _lines(counting: Sequence[tuple[EveningFacts, EveningVerdict]]) -> dict[int, tuple[int, ...]]:
    people = frozenset[int]().union(*(verdict.ranked & evening.came for evening, verdict in counting))
    strek = [
        Counter(round_.mattis for round_ in verdict.counting_rounds if round_.mattis in verdict.ranked)
        for _, verdict in counting
    ]
    return {person: tuple(accumulate(evening[person] for evening in strek)) for person in sorted(people)}


def _line(person: int, facts: SeasonFacts, evening: EveningFacts, verdict: EveningVerdict) -> EveningLine:
    return EveningLine(
        evening=evening.id,
        came=came(person, facts, evening, verdict),
        strek=sum(round_.mattis == person for round_ in evening.standing),
        counts=verdict.counts,
    )
