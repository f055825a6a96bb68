"""Reading the book: the facts of a season or an evening, as the plain values judgements take.

The number of queries does not depend on how much there is to read, and what is read of a season
does not depend on how many other seasons there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from league.facts import EveningFacts, PlayedRound, Presence, QuorumFrom, Rules, SeasonFacts, Span, State, changed_rules
from league.identity import Identities
from league.models import (
    Attendance,
    Change,
    Evening,
    Leave,
    LogEntry,
    MemberPeriod,
    Penalty,
    Person,
    QuorumChange,
    Round,
    RoundPlayer,
    Season,
)
from league.verbs import Verb

SHOWN_CHANGES = (
    Verb.INSERT_ROUND,
    Verb.CORRECT_ROUND,
    Verb.STRIKE_ROUND,
    Verb.VOID_ROUND,
    Verb.RESTORE_ROUND,
    Verb.MOVE_ROUNDS,
    Verb.CONTEST_ROUND,
    Verb.RULE_ON_ROUND,
)


@dataclass(frozen=True, slots=True)
class RoundChange:
    """One act on a round that the book tells of.

    `was` is the mattis it took the strek from, `became` the one it gave it to, where it changed that;
    `state` what the round became, `origin` the evening it moved the round from, likewise.
    """

    verb: Verb
    at: datetime
    by: str
    was: int | None
    became: int | None
    state: State | None
    origin: int | None
    reason: str


def last_day_of(season: Season) -> date | None:
    """The day before the next season begins; None for the newest."""
    following = Season.objects.filter(first_day__gt=season.first_day).order_by("first_day").first()
    return following.first_day - timedelta(days=1) if following else None


def season_facts(season: Season, who: Identities | None = None) -> SeasonFacts:
    """Everything the judgements of a season rest on. `who` where the doubles have been read already."""
    last_day, who = last_day_of(season), Identities() if who is None else who
    evenings = Evening.objects.between(season.first_day, last_day)
    return SeasonFacts(
        first_day=season.first_day,
        last_day=last_day,
        rules=season.rules,
        evenings=_evening_facts(list(evenings.in_order()), who),
        periods=_spans(MemberPeriod, season.first_day, last_day, who),
        leaves=_spans(Leave, season.first_day, last_day, who),
        changes=quorum_changes(season.first_day, last_day),
        earlier=_earlier_rounds(season.first_day, last_day, who),
    )


def rules_on(day: date) -> Rules:
    """The rules that hold on a day; the default ones before the first season."""
    season = Season.objects.on(day)
    if season is None:
        return Rules()
    return changed_rules(season.rules, quorum_changes(season.first_day, day), day)


def quorum_changes(first_day: date, last_day: date | None) -> tuple[QuorumFrom, ...]:
    """How the attendance requirement changes between two days, in their order."""
    rows = QuorumChange.objects.filter(first_day__gte=first_day, first_day__lte=last_day or date.max)
    return tuple(QuorumFrom(*row) for row in rows.values_list("first_day", "percent", "whole_evening"))


def evening_facts(evening: Evening, who: Identities | None = None) -> EveningFacts:
    """One evening alone. `who` as with `season_facts`."""
    return _evening_facts([evening], Identities() if who is None else who)[0]


def spans_on(day: date, who: Identities | None = None) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Member periods and leaves that run on a day."""
    return spans_within(day, day, who)


def spans_within(
    first_day: date, last_day: date, who: Identities | None = None
) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Member periods and leaves that run on any day from the one to the other."""
    who = Identities() if who is None else who
    return _spans(MemberPeriod, first_day, last_day, who), _spans(Leave, first_day, last_day, who)


def changes_to_rounds(evenings: Iterable[int], who: Identities | None = None) -> dict[int, list[RoundChange]]:
    """What the log tells of the rounds of these evenings, by round, oldest first.

    What befell a round before it was moved is told of the evening it was moved from, so that one is read
    too; rounds that stayed there may be in the answer.
    """
    entries: dict[int, list[tuple[int, RoundChange]]] = {}
    read: set[int] = set()
    wanted, who = set(evenings), Identities() if who is None else who
    while wanted:
        rows = LogEntry.objects.filter(evening_id__in=wanted, verb__in=SHOWN_CHANGES)
        for entry in rows.select_related("user__person__merged_into", "reason"):
            entries[entry.pk] = [
                (change["id"], _round_change(entry, change, who))
                for change in entry.changes
                if change["model"] == "round"
            ]
        read |= wanted
        wanted = {change.origin for told in entries.values() for _, change in told if change.origin} - read
    found: dict[int, list[RoundChange]] = defaultdict(list)
    for _, told in sorted(entries.items()):
        for round_id, change in told:
            found[round_id].append(change)
    return found


def _round_change(entry: LogEntry, change: Change, who: Identities) -> RoundChange:
    before, after = change["before"] or {}, change["after"] or {}
    was, became = who.of(before.get("mattis_id")), who.of(after.get("mattis_id"))
    if was == became:  # from a double to the person kept, as it turned out later
        was = became = None
    return RoundChange(
        verb=Verb(entry.verb),
        at=entry.at,
        by=str(entry.user) if entry.user else "",
        was=was,
        became=became,
        state=State(after["state"]) if "state" in after else None,
        origin=before.get("evening_id"),
        reason=entry.reason.text if entry.reason else "",
    )


def people_named(ids: Iterable[int]) -> dict[int, Person]:
    """The people of these ids, each by his; an id nobody has is left out."""
    return Person.objects.in_bulk(set(ids))


def people_of(facts: SeasonFacts) -> set[int]:
    """Everybody who appears in a season: members, those who came, hosts, mattises, players."""
    found = {span.person for span in facts.periods}
    for evening in facts.evenings:
        found.update(presence.person for presence in evening.present)
        found.update(evening.penalties)
        if evening.host:
            found.add(evening.host)
        for played in evening.rounds:
            if played.mattis:
                found.add(played.mattis)
            found.update(played.players or ())
    return found


def _evening_facts(evenings: list[Evening], who: Identities) -> tuple[EveningFacts, ...]:
    ids = [evening.pk for evening in evenings]
    present = _present(ids, who)
    rounds = _rounds(ids, who)
    penalties = _penalties(ids, who)
    return tuple(
        EveningFacts(
            id=evening.pk,
            date=evening.date,
            host=who.of(evening.host_id),
            present=tuple(present.get(evening.pk, ())),
            rounds=tuple(rounds[evening.pk]),
            attendance_recorded=evening.attendance_recorded,
            counts_by_decision=evening.counts_by_decision,
            opened_at=evening.opened_at,
            place=evening.place,
            remark=evening.remark,
            penalties=tuple(penalties[evening.pk]),
        )
        for evening in evenings
    )


def _present(evenings: list[int], who: Identities) -> dict[int, list[Presence]]:
    found: dict[int, list[Presence]] = defaultdict(list)
    rows = Attendance.objects.filter(evening__in=evenings, present=True).order_by("pk")
    for evening, person, arrived_at in rows.values_list("evening_id", "person_id", "arrived_at"):
        found[evening].append(Presence(who.of(person), arrived_at))
    return {evening: _once_each(present) for evening, present in found.items()} if who else found


def _once_each(present: list[Presence]) -> list[Presence]:
    """Who is there twice, by a double, came when the first of the two did."""
    came: dict[int, datetime | None] = {}
    for one in present:
        times = [time for time in (came.get(one.person), one.arrived_at) if time]
        came[one.person] = min(times, default=None)
    return [Presence(person, time) for person, time in came.items()]


def _rounds(evenings: list[int], who: Identities) -> dict[int, list[PlayedRound]]:
    players: dict[int, list[int]] = defaultdict(list)
    for round_id, person in RoundPlayer.objects.filter(round__evening__in=evenings).values_list(
        "round_id", "person_id"
    ):
        players[round_id].append(who.of(person))
    found: dict[int, list[PlayedRound]] = defaultdict(list)
    rows = Round.objects.filter(evening__in=evenings).in_order()
    for pk, evening, table, place, state, mattis, recorded, logged_at in rows.values_list(
        "pk", "evening_id", "table", "place", "state", "mattis_id", "players_recorded", "logged_at"
    ):
        seated = frozenset(players[pk]) if recorded else None
        found[evening].append(
            PlayedRound(pk, table, State(state), who.of(mattis), seated, logged_at, place is not None)
        )
    return found


def _penalties(evenings: list[int], who: Identities) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    rows = Penalty.objects.filter(evening__in=evenings, struck=False).order_by("pk")
    for evening, person in rows.values_list("evening_id", "person_id"):
        found[evening].append(who.of(person))
    return found


def _earlier_rounds(first_day: date, last_day: date | None, who: Identities) -> tuple[Span, ...]:
    """The days of the season before a membership on which what he played as a guest counts."""
    chosen = MemberPeriod.objects.filter(
        earlier_rounds=True, first_day__gt=first_day, first_day__lte=last_day or date.max
    )
    return tuple(
        Span(who.of(person), first_day, day - timedelta(days=1))
        for person, day in chosen.values_list("person_id", "first_day")
    )


def _spans(
    kind: type[MemberPeriod] | type[Leave], first_day: date, last_day: date | None, who: Identities
) -> tuple[Span, ...]:
    rows = kind.objects.touching(first_day, last_day)
    return tuple(
        Span(who.of(person), begins, ends)
        for person, begins, ends in rows.values_list("person_id", "first_day", "last_day")
    )
