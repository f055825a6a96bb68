"""What importing a book would do to what is stored."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from league.books import last_day_of, quorum_changes, spans_within
from league.exporting.book import book_id
from league.facts import EveningFacts, Presence, Span, changed_rules
from league.identity import Identities
from league.importing.comparing import Conflict, compared
from league.importing.faults import Fault, Kind
from league.importing.people import People
from league.importing.periods import Days, implied
from league.importing.values import Choices, Form, ReadBook, ReadEvening
from league.models import Evening, MemberPeriod, Season, User
from league.quorum import EveningVerdict, judge
from league.services.seasons import season_for

NAME_FAULTS = frozenset({Kind.NEAR_NAME, Kind.UNKNOWN_HOST, Kind.TOO_MANY_NAMES})


@dataclass(frozen=True, slots=True)
class Membership:
    """A member period to confirm: it comes instead of what it covers."""

    name: str
    days: Days


@dataclass(frozen=True, slots=True)
class Judged:
    """An evening to be written and how it will be judged."""

    read: ReadEvening
    season: Season
    verdict: EveningVerdict


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything an import would write, or why it writes nothing.

    `kept` are evenings that are in the book already, by an earlier import or as the file has them.
    """

    book: ReadBook
    faults: tuple[Fault, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    kept: tuple[ReadEvening, ...] = ()
    new: tuple[Judged, ...] = ()
    names: tuple[str, ...] = ()  # nobody in the club is called so yet
    proposed: tuple[Membership, ...] = ()
    memberships: tuple[Membership, ...] = ()  # of those proposed, the ones the importer has not made guests

    @property
    def refused(self) -> bool:
        return bool(self.faults or self.conflicts)

    @property
    def asks(self) -> bool:
        """Whether people have to be confirmed."""
        return bool(self.names or self.memberships)

    @property
    def key(self) -> str:
        """Whoever confirms a plan confirms this one."""
        said = [*(one.read.digest for one in self.new), *self.names, *map(str, self.memberships)]
        return hashlib.sha256("\n".join(said).encode()).hexdigest()


def plan(book: ReadBook, faults: tuple[Fault, ...], people: People, *, choices: Choices, actor: User | None) -> Plan:
    """Compare a read book with what is stored. Makes the seasons it needs: call it within a transaction."""
    imported = set(Evening.objects.exclude(imported="").values_list("imported", flat=True))
    fresh = [evening for evening in book.evenings if evening.digest not in imported]
    if book.evenings and not fresh and {fault.kind for fault in faults} <= NAME_FAULTS:
        return Plan(book, kept=book.evenings)  # whatever the people are called by now
    if faults:
        return Plan(book, faults)
    twins = _twins(fresh, people)
    conflicts = tuple(conflict for conflict in compared(twins, people) if conflict.differences)
    taken = {read.digest for read, _twin in twins}
    new = [read for read in fresh if read.digest not in taken]
    unwritten = {read.digest for read in new} | {conflict.read.digest for conflict in conflicts}
    kept = tuple(read for read in book.evenings if read.digest not in unwritten)
    if conflicts or not new:
        return Plan(book, conflicts=conflicts, kept=kept)
    seasons = _seasons(new, actor)
    proposed = _proposed(book, seasons, people)
    memberships = tuple(one for one in proposed if one.name not in choices.guests)
    return Plan(
        book,
        kept=kept,
        new=tuple(_judged(new, seasons, memberships, people)),
        names=tuple(name for name in _named(book, seasons) if name not in people.of),
        proposed=proposed,
        memberships=memberships,
    )


type Seasons = Mapping[str, tuple[Season, Days]]  # of the evenings to be written, by digest


def _twins(fresh: list[ReadEvening], people: People) -> list[tuple[ReadEvening, Evening]]:
    """The evenings that are in the book: with the same id, where the file is of this book, or else date and host."""
    book, who = book_id(), Identities()
    ids = {read.digest: read.kept.id for read in fresh if read.kept and read.kept.book == book}
    by_id = Evening.objects.in_bulk(ids.values())
    evenings = Evening.objects.filter(date__in={read.date for read in fresh}).order_by("-pk")
    stored = {(evening.date, who.of(evening.host_id)): evening for evening in evenings}
    hosts = {read.digest: people.of.get(read.host) if read.host else None for read in fresh}
    found = []
    for read in fresh:
        host = hosts[read.digest]
        twin = by_id.get(ids.get(read.digest, 0))
        if not twin and (host or not read.host):
            twin = stored.get((read.date, host.pk if host else None))
        if twin:
            found.append((read, twin))
    return found


def _seasons(new: list[ReadEvening], actor: User | None) -> Seasons:
    """The season of each evening; those that are missing are made."""
    for day in (min(read.date for read in new), max(read.date for read in new)):
        season_for(day, actor=actor)
    spans = [(season, Days(season.first_day, last_day_of(season))) for season in Season.objects.newest_first()]
    return {read.digest: next(pair for pair in spans if pair[0].first_day <= read.date) for read in new}


def _named(book: ReadBook, seasons: Seasons) -> Iterable[str]:
    """Everybody in the parts that have something new, hosts included."""
    found: dict[str, None] = {}
    for part in book.parts:
        new = [evening for evening in part.evenings if evening.digest in seasons]
        if new:
            found |= dict.fromkeys([*part.names, *(evening.host for evening in new if evening.host)])
    return found


def _proposed(book: ReadBook, seasons: Seasons, people: People) -> tuple[Membership, ...]:
    existing: dict[str, list[Days]] = defaultdict(list)
    for pk, first_day, last_day in MemberPeriod.objects.values_list("person_id", "first_day", "last_day"):
        existing[people.named(pk)].append(Days(first_day, last_day))
    wanted: dict[str, dict[Days, Form]] = defaultdict(dict)
    for part in book.parts:
        for evening in part.evenings:
            if evening.digest in seasons:
                names = part.names if part.form is Form.MATRIX else evening.strek
                for name in (name for name in names if name not in evening.guests):
                    # A guest the club knows does not become a member by playing.
                    if part.form is Form.MATRIX or name not in people.of or existing[name]:
                        wanted[name].setdefault(seasons[evening.digest][1], part.form)
    return tuple(
        Membership(name, days) for name, forms in wanted.items() for days in implied(existing[name], forms.items())
    )


def _judged(
    new: list[ReadEvening], seasons: Seasons, memberships: tuple[Membership, ...], people: People
) -> Iterable[Judged]:
    """What each new evening will be judged, with the member periods as proposed."""
    numbers: dict[str, int] = {name: person.pk for name, person in people.of.items()}

    def number(name: str) -> int:
        return numbers.setdefault(name, -len(numbers) - 1)  # nobody's yet

    periods, leaves = spans_within(date.min, date.max)
    periods += tuple(Span(number(one.name), *one.days) for one in memberships)
    changes = quorum_changes(date.min, None)
    for read in new:
        facts = EveningFacts(
            id=0,
            date=read.date,
            host=None,
            present=tuple(Presence(number(name)) for name in read.strek),
            rounds=(),
            attendance_recorded=read.attendance_recorded,
            counts_by_decision=read.kept.counts_by_decision if read.kept else None,
        )
        season = seasons[read.digest][0]
        rules = changed_rules(season.rules, [one for one in changes if one.first_day >= season.first_day], read.date)
        yield Judged(read, season, judge(facts, periods, leaves, rules))
