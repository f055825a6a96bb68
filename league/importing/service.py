"""Importing an old book: first what it would do, then doing it, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import log
from league.effects import Effects, effects_of
from league.errors import Refused
from league.importing.book import read_book
from league.importing.faults import Fault
from league.importing.keeping import write_kept
from league.importing.people import People
from league.importing.plan import Membership, Plan, plan
from league.importing.values import Choices, ReadBook, ReadEvening
from league.models import Attendance, Evening, MemberPeriod, Person, Round, RoundPlayer, User
from league.services.attendance import guest_name
from league.services.locks import lock_club
from league.verbs import Verb


class NotImported(Refused):
    """Nothing of the book was stored; `plan` says what is in the way."""

    def __init__(self, message: str, plan: Plan) -> None:
        super().__init__(message)
        self.plan = plan


def preview(data: bytes, *, choices: Choices) -> tuple[Plan, Effects]:
    """What importing the file would store, and what the new member periods would flip in the book as it is.

    Keeps nothing, and never raises over what is in the file.
    """
    people = People()
    book, faults = _read(data, people, choices)
    with transaction.atomic():
        found = plan(book, faults, people, choices=choices, actor=None)
        effects = _effects(found, people)
        transaction.set_rollback(True)
    return found, effects


@transaction.atomic
def import_book(
    data: bytes, *, actor: User | None, source: str = "", choices: Choices, seen: str | None = None
) -> Plan:
    """Store every evening of a book that is not stored yet, or nothing at all. Returns what was stored.

    A book imported before changes nothing, whatever has been corrected since. `source` is the file's name,
    for the log; `seen` the key of the plan the importer confirmed, None for a command.
    Raises NotImported for any fault, an evening that is stored otherwise, people not confirmed, and where
    the plan is another than the one seen; Refused where it would change a closed season.
    """
    lock_club()
    people = People()
    book, faults = _read(data, people, choices)
    found = plan(book, faults, people, choices=choices, actor=actor)
    _refuse(found, choices, seen)
    everybody = people.of | _write_people(found, people, actor, source)
    for one in found.new:
        _write_evening(one.read, everybody, actor, source)
    return found


def _read(data: bytes, people: People, choices: Choices) -> tuple[ReadBook, tuple[Fault, ...]]:
    meant = people.meant | dict(choices.names)
    return read_book(data, known=people.of, choices=replace(choices, today=timezone.localdate(), names=meant))


def _effects(found: Plan, people: People) -> Effects:
    days = [one.days for one in found.memberships]
    if not days or not Evening.objects.filter(date__gte=min(days).first).exists():
        return Effects()
    last_day = None if any(one.last is None for one in days) else max(one.last for one in days if one.last)
    try:
        return effects_of(
            lambda: _write_people(found, people, None, ""), first_day=min(one.first for one in days), last_day=last_day
        )
    except Refused:  # a closed season, which will say so when the book is to be stored
        return Effects()


def _refuse(found: Plan, choices: Choices, seen: str | None) -> None:
    if found.faults:
        count = len(found.faults)
        said = ngettext("Det er %(count)d feil i filen.", "Det er %(count)d feil i filen.", count) % {"count": count}
    elif found.conflicts:
        count = len(found.conflicts)
        said = ngettext(
            "%(count)d kveld står annerledes i boken.", "%(count)d kvelder står annerledes i boken.", count
        ) % {"count": count}
    elif found.asks and not choices.people:
        said = _("Navnene og medlemstidene må bekreftes.")
    elif seen is not None and seen != found.key:
        said = _("Noe er endret siden du så over. Se over en gang til.")
    else:
        return
    raise NotImported(said + " " + _("Ingenting er lest inn."), found)


def _write_people(found: Plan, people: People, actor: User | None, source: str) -> dict[str, Person]:
    """Make the new people and the member periods. Returns the new people by name."""
    with log.entry(Verb.IMPORT_BOOK, actor=actor, reason=source) as entry:
        new = {name: entry.create(Person(name=name)) for name in found.names}
        for one in found.memberships:
            _write_membership(entry, (new | people.of)[one.name], one)
    return new


def _write_membership(entry: log.Entry, person: Person, one: Membership) -> None:
    """A period of its own, or the first of those it covers made longer and the others taken into it."""
    his = MemberPeriod.objects.filter(person__in=Person.objects.same_as(person.pk))
    covered = list(his.touching(*one.days))
    if not covered:
        entry.create(MemberPeriod(person=person, first_day=one.days.first, last_day=one.days.last))
        return
    for period in covered[1:]:
        entry.delete(period)
    entry.change(covered[0], first_day=one.days.first, last_day=one.days.last)


def _write_evening(read: ReadEvening, people: Mapping[str, Person], actor: User | None, source: str) -> None:
    """One evening with all that is known of it: one entry of the log."""
    evening = Evening(
        date=read.date,
        host=people[read.host] if read.host else None,
        place=read.venue,
        remark=read.remark,
        attendance_recorded=read.attendance_recorded,
        imported=read.digest,
    )
    if read.kept:
        evening.opened_at = read.kept.opened_at
        evening.counts_by_decision = read.kept.counts_by_decision
    now = timezone.now()
    if evening.ended_at(now) is None:  # today's
        evening.closed_at = now
    with log.entry(Verb.IMPORT_BOOK, actor=actor, reason=source) as entry:
        entry.create(evening)
        entry.evening = evening.pk
        if read.kept:
            write_kept(entry, evening, read.kept, people)
        else:
            _write_book(entry, evening, read, people)


def _write_book(entry: log.Entry, evening: Evening, read: ReadEvening, people: Mapping[str, Person]) -> None:
    """What an old book knows of who came and who lost."""
    here = [people[name] for name in read.strek]
    mattises = [people[name] for name, strek in read.strek.items() for _nth in range(strek)]
    if read.guest_strek:
        guest = entry.create(Person(name=guest_name(1)))
        here.append(guest)
        mattises += [guest] * read.guest_strek
    entry.create_all([Attendance(evening=evening, person=person, table=1) for person in here])
    if read.rounds:
        _write_rounds(entry, evening, read, people)
    else:
        entry.create_all([Round(evening=evening, mattis=person, players_recorded=False) for person in mattises])


def _write_rounds(entry: log.Entry, evening: Evening, read: ReadEvening, people: Mapping[str, Person]) -> None:
    """Rounds of which order and players are known."""
    rounds = [
        Round(evening=evening, place=one.number, mattis=people[one.mattis], remark=one.remark) for one in read.rounds
    ]
    entry.create_all(rounds)
    entry.create_all(
        [
            RoundPlayer(round_id=round_.pk, person_id=people[name].pk)
            for round_, one in zip(rounds, read.rounds, strict=True)
            for name in one.players
        ]
    )
