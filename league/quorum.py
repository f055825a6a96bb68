"""Whether an evening counts for the year: quorum, and from which round."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from league.facts import (
    EveningFacts,
    PlayedRound,
    Rules,
    SeasonFacts,
    Span,
    State,
    by_play,
    ended_at,
    numbered,
    play_order,
)


@dataclass(frozen=True, slots=True)
class Quorum:
    """Members present against the members of the day. With nobody a member it is never met."""

    present: int
    members: int
    percent: int

    @property
    def met(self) -> bool:
        return self.members > 0 and 100 * self.present >= self.percent * self.members

    @property
    def needed(self) -> int:
        """The least number present that is enough; 0 where nobody is a member."""
        return share(self.percent, self.members)

    @property
    def lacking(self) -> int:
        return max(0, self.needed - self.present)

    @property
    def shown_percent(self) -> Decimal:
        """The share present in per cent, with at most one decimal, never rounded up to what was not reached."""
        if not self.members:
            return Decimal(0)
        tenths = (2000 * self.present + self.members) // (2 * self.members)  # half rounds up
        if not self.met and tenths >= 10 * self.percent:
            tenths = 1000 * self.present // self.members
        return Decimal(tenths) / 10


class Reason(StrEnum):
    """Why an evening counts or does not."""

    MET = "met"
    KNOWN_REACH = "known_reach"  # attendance not recorded, but those known to have come are enough
    DECIDED_TO_COUNT = "decided_to_count"  # attendance not recorded; the keeper's word
    NOT_MET = "not_met"
    NO_MEMBERS = "no_members"  # nobody was a member that day
    DECIDED_NOT_TO_COUNT = "decided_not_to_count"
    UNDECIDED = "undecided"  # attendance not recorded and the keeper has not decided: does not count


COUNTS = frozenset({Reason.MET, Reason.KNOWN_REACH, Reason.DECIDED_TO_COUNT})


@dataclass(frozen=True, slots=True)
class EveningVerdict:
    """The judgement of one evening."""

    quorum: Quorum
    reason: Reason
    members: frozenset[int]  # the members of the day, as the quorum counts them
    ranked: frozenset[int]  # whose rounds count in the year's table: the members, and guests by a stored choice
    met_at: datetime | None  # when quorum was reached; None: not reached, or not known when
    met_from_round: int | None  # shown number of the first round begun after that; None: not known, or none yet
    counting_rounds: tuple[PlayedRound, ...]  # standing, with a mattis, in the order of play

    @property
    def counts(self) -> bool:
        return self.reason in COUNTS


def share(percent: int, whole: int) -> int:
    """The least whole number that is at least `percent` per cent of `whole`."""
    return -(-percent * whole // 100)


def members_on(
    day: date, periods: Iterable[Span], leaves: Iterable[Span], present: Iterable[int] = ()
) -> frozenset[int]:
    """The members of a day; who is on leave is one of them only if he is among those present."""
    away = _covered(day, leaves).difference(present)
    return frozenset(_covered(day, periods) - away)


def judge(
    evening: EveningFacts,
    periods: Collection[Span],
    leaves: Collection[Span],
    rules: Rules,
    earlier: Collection[Span] = (),
) -> EveningVerdict:
    """Whether the evening counts, why, and which of its rounds do; `rules` are those of its day."""
    came = evening.came
    members = members_on(evening.date, periods, leaves, came)
    quorum = Quorum(len(members & came), len(members), rules.percent)
    reason = _reason(evening, quorum)
    standing = evening.standing
    met_at = _met_at(evening, members, _covered(evening.date, leaves), rules) if quorum.met else None
    after = _begun_after(met_at, evening) if met_at else frozenset[int]()
    every_round = rules.whole_evening or met_at is None
    return EveningVerdict(
        quorum=quorum,
        reason=reason,
        members=members,
        ranked=members | _covered(evening.date, earlier) if earlier else members,
        met_at=met_at,
        met_from_round=next((numbered(standing)[round_.id] for round_ in standing if round_.id in after), None),
        counting_rounds=tuple(
            round_
            for round_ in standing
            if reason in COUNTS and round_.mattis is not None and (every_round or round_.id in after)
        ),
    )


def judged(facts: SeasonFacts, until: int | None = None) -> list[tuple[EveningFacts, EveningVerdict]]:
    """The season's evenings with their judgements, in the order of play.

    `until` is the id of the last evening wanted. Raises ValueError if the season has no such evening.
    """
    evenings = sorted(facts.evenings, key=by_play)
    if until is not None:
        evenings = evenings[: [evening.id for evening in evenings].index(until) + 1]
    return [
        (evening, judge(evening, facts.periods, facts.leaves, facts.rules_on(evening.date), facts.earlier))
        for evening in evenings
    ]


def _covered(day: date, spans: Iterable[Span]) -> set[int]:
    return {span.person for span in spans if span.covers(day)}


def _reason(evening: EveningFacts, quorum: Quorum) -> Reason:
    if evening.attendance_recorded:
        if quorum.met:
            return Reason.MET
        return Reason.NOT_MET if quorum.members else Reason.NO_MEMBERS
    if quorum.met:
        return Reason.KNOWN_REACH
    if evening.counts_by_decision is None:
        return Reason.UNDECIDED
    return Reason.DECIDED_TO_COUNT if evening.counts_by_decision else Reason.DECIDED_NOT_TO_COUNT


def _met_at(evening: EveningFacts, members: frozenset[int], on_leave: set[int], rules: Rules) -> datetime | None:
    """The arrival that made quorum; None where the known arrivals do not reach it.

    Who is on leave is outside both counts until he comes, so the count of members grows with him.
    """
    arrivals = [(time, person) for person, time in _arrivals(evening).items() if person in members]
    count = len(members - on_leave)
    for here, (time, person) in enumerate(sorted(arrivals), start=1):
        count += person in on_leave
        if Quorum(here, count, rules.percent).met:
            return time
    return None


def _begun_after(moment: datetime, evening: EveningFacts) -> frozenset[int]:
    """The ids of the rounds begun at `moment` or later, those included of which no time is known.

    A round begins when the last of its players is free: has come, and has finished his round before,
    at whichever table. Where nobody's coming is known it begins with the evening.
    """
    played = [round_ for round_ in evening.rounds if round_.state in (State.STANDING, State.VOID)]
    ends = ended_at(played)
    arrivals = _arrivals(evening)
    late = {person for person, time in arrivals.items() if time >= moment}  # not free before the moment
    evening_is_late = evening.opened_at is None or evening.opened_at >= moment
    after = set()
    for round_ in play_order(played):
        players = round_.players or frozenset()
        if not players.isdisjoint(late) or (evening_is_late and players.isdisjoint(arrivals)):
            after.add(round_.id)
        if round_.id in ends and ends[round_.id] >= moment:
            late |= players
    return frozenset(after)


def _arrivals(evening: EveningFacts) -> dict[int, datetime]:
    """When each person came, where that is known."""
    known = sorted((p.arrived_at, p.person) for p in evening.present if p.arrived_at)
    return {person: time for time, person in reversed(known)}
