"""Who is here, and who plays the next round: a tap each, changing only the rounds after."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log
from league.errors import Refused
from league.identity import Identities
from league.log import Entry
from league.models import Attendance, Evening, Person, PersonalText, Round, RoundPlayer, User
from league.services.locks import lock_evening
from league.verbs import Verb

TABLES = range(1, 10)


@transaction.atomic
def arrive(*, actor: User, evening_id: int, person: Person, table: int | None = 1) -> Attendance:
    """He is here, at `table` (None: only looking on). Once present, he stays as he is."""
    refuse_no_table(table)
    evening = _open_evening(evening_id)
    with log.entry(Verb.ARRIVE, actor=actor, evening=evening.pk) as entry:
        return be_present(entry, evening, person, table)


@transaction.atomic
def add_guest(
    *, actor: User, evening_id: int, name: str = "", table: int | None = 1, token: str | None = None
) -> Attendance:
    """A guest who is not in the book yet; without a name he becomes *Gjest 1* and so on."""
    refuse_no_table(table)
    evening = lock_evening(evening_id)
    asked: dict[str, Any] = {"evening": evening.pk, "name": PersonalText(text=name.strip()), "table": table}
    if done := log.answered(token, Verb.ADD_GUEST, asked):
        return Attendance.objects.select_related("person").get(pk=done.made("attendance"))
    refuse_ended(evening)
    with log.entry(Verb.ADD_GUEST, actor=actor, evening=evening.pk, token=token, asked=asked) as entry:
        guest = entry.create(Person(name=name.strip() or _free_guest_name(evening)))
        return be_present(entry, evening, guest, table)


@transaction.atomic
def not_here(*, actor: User, attendance_id: int, seen: int) -> Attendance:
    """Take back a presence tapped by mistake. Raises Stale, Refused if he has played a round that stands."""
    attendance = _locked(attendance_id)
    if any(map(has_played, [attendance, *_by_doubles(attendance)])):
        raise Refused(_("%(name)s har spilt i kveld. Rett rundene først.") % {"name": attendance.person.who.name})
    return _change(attendance, seen, Verb.NOT_HERE, actor, present=False, left_at=None, sits_out=None, deals=None)


@transaction.atomic
def go_home(*, actor: User, attendance_id: int, seen: int) -> Attendance:
    """He has left; he was there all the same. Leaving twice is leaving once. Raises Stale."""
    attendance = _locked(attendance_id)
    if attendance.left_at:
        return attendance
    return _change(attendance, seen, Verb.GO_HOME, actor, left_at=timezone.now(), sits_out=None, deals=None)


@transaction.atomic
def come_back(*, actor: User, attendance_id: int, seen: int) -> Attendance:
    """He who had left is at the table again. Raises Stale."""
    return _change(_locked(attendance_id), seen, Verb.COME_BACK, actor, left_at=None)


@transaction.atomic
def sit_out(*, actor: User, attendance_id: int, seen: int, out: bool) -> Attendance:
    """*Stå over* the next round, or take that back. Raises Stale."""
    attendance = _locked(attendance_id)
    coming = coming_round(attendance.evening, attendance.table) if out else None
    return _change(attendance, seen, Verb.SIT_OUT if out else Verb.SIT_IN, actor, sits_out=coming)


@transaction.atomic
def change_table(*, actor: User, attendance_id: int, seen: int, table: int | None) -> Attendance:
    """He plays at another table from the next round; None: he only looks on. Raises Stale."""
    refuse_no_table(table)
    moved = {"table": table, "seat": None, "sits_out": None, "deals": None}
    return _change(_locked(attendance_id), seen, Verb.CHANGE_TABLE, actor, **moved)


@transaction.atomic
def join_tables(*, actor: User, evening_id: int, seen: int) -> Evening:
    """Everybody plays at table 1 from now on. Raises Stale."""
    evening = _open_evening(evening_id)
    with log.entry(Verb.CHANGE_TABLE, actor=actor, evening=evening.pk) as entry:
        entry.change(evening, seen=seen)
        for attendance in evening.attendances.filter(table__gt=1):
            entry.change(attendance, table=1, seat=None, sits_out=None, deals=None)
    return evening


@transaction.atomic
def choose_dealer(*, actor: User, attendance_id: int, seen: int) -> Attendance:
    """The keeper says who deals the coming round at that table. Raises Stale."""
    attendance = _locked(attendance_id)
    coming = coming_round(attendance.evening, attendance.table)
    with log.entry(Verb.CHOOSE_DEALER, actor=actor, evening=attendance.evening_id) as entry:
        entry.change(attendance, seen=seen, deals=coming)
        for other in attendance.evening.attendances.filter(table=attendance.table, deals=coming).exclude(
            pk=attendance.pk
        ):
            entry.change(other, deals=None)
    return attendance


@transaction.atomic
def seat(*, actor: User, evening_id: int, table: int, order: Sequence[int], seen: Mapping[int, int]) -> Evening:
    """Number the seats at a table with the clock; `order` names attendances, `seen` their versions.

    Who is at the table and not in `order` has no seat any more. Raises Stale, and Refused if somebody in `order` is
    not at the table.
    """
    evening = _open_evening(evening_id)
    sitting = {one.pk: one for one in evening.attendances.filter(table=table, present=True).order_by("pk")}
    if not sitting.keys() >= set(order):
        raise Refused(_("Noen av dem sitter ikke ved bordet lenger."))
    numbers = {pk: number for number, pk in enumerate(dict.fromkeys(order), start=1)}
    with log.entry(Verb.SEAT, actor=actor, evening=evening.pk) as entry:
        for pk, attendance in sitting.items():
            entry.change(attendance, seen=seen.get(pk), seat=numbers.get(pk))
    return evening


@transaction.atomic
def correct_attendance(*, actor: User, evening_id: int, seen: int, present: set[Person], reason: str) -> Evening:
    """Say afterwards who was at an ended evening. Where it was *ikke ført*, it is recorded from now on.

    Raises Stale, and Refused without a reason, on an open evening or if somebody who played would be absent.
    """
    evening = lock_evening(evening_id)
    if not reason.strip():
        raise Refused(_("Skriv hvorfor frammøtet rettes."))
    if evening.ended_at(timezone.now()) is None:
        raise Refused(_("Kvelden er åpen: trykk på navnene i stedet."))
    standing = evening.rounds.standing()
    played = Person.objects.filter(models.Q(seats__round__in=standing) | models.Q(strek__in=standing)).distinct()
    missing = {person.who for person in played.select_related("merged_into")} - present
    if missing:
        names = ", ".join(sorted(person.name for person in missing))
        raise Refused(_("%(names)s har spilt denne kvelden. Rett rundene først.") % {"names": names})
    with log.entry(Verb.CORRECT_ATTENDANCE, actor=actor, evening=evening.pk, reason=reason) as entry:
        entry.change(evening, seen=seen, attendance_recorded=True, counts_by_decision=None)
        for attendance in evening.attendances.filter(present=True).select_related("person__merged_into"):
            if attendance.person.who in present:
                continue
            entry.change(attendance, present=False, left_at=None, sits_out=None, deals=None)
        for person in sorted(present, key=lambda person: person.pk):
            be_present(entry, evening, person, None)
        entry.touch(evening)
    return evening


def be_present(entry: Entry, evening: Evening, person: Person, table: int | None) -> Attendance:
    """Within an entry: the person is at the evening, whatever was known before.

    Somebody put in afterwards came at a time nobody noted. Who is down there as a double of his stays so.
    """
    attendance = attendance_of(evening, person)
    now = timezone.now()
    came = now if evening.goes_on(now) else None
    if attendance is None:
        return entry.create(Attendance(evening=evening, person=person, table=table, arrived_at=came))
    if not attendance.present:
        entry.change(attendance, present=True, table=table, seat=None, arrived_at=came, left_at=None)
    return attendance


def attendance_of(evening: Evening, person: Person) -> Attendance | None:
    """The row that tells of him at the evening, his own or a double's; None if none does."""
    his = Attendance.objects.filter(evening=evening, person__in=Person.objects.same_as(person.pk))
    found = list(his.select_related("person").order_by("pk"))
    return found[0] if len(found) == 1 else next(iter(Identities().one_each(found)), None)


def has_played(attendance: Attendance) -> bool:
    """Whether he is in a round of the evening that stands."""
    standing = Round.objects.standing().filter(evening=attendance.evening_id)
    seats = RoundPlayer.objects.filter(round__in=standing, person=attendance.person_id)
    return seats.exists() or standing.filter(mattis=attendance.person_id).exists()


@contextmanager
def marks_kept(entry: Entry, evening: Evening, table: int) -> Iterator[None]:
    """Within an entry that renumbers a table's rounds: who sits out or deals next still does, and nobody else.

    A mark names the coming round by its number, so it would else be lost, or an old one come true again.
    """
    before = coming_round(evening, table)
    yield
    coming = coming_round(evening, table)
    if coming == before:
        return
    marked = models.Q(sits_out__isnull=False) | models.Q(deals__isnull=False)
    for one in evening.attendances.filter(marked, table=table):
        entry.change(
            one,
            sits_out=coming if one.sits_out == before else None,
            deals=coming if one.deals == before else None,
        )


def coming_round(evening: Evening, table: int | None) -> int:
    """The number of the round about to be played at a table; None is no table, where it is always the first."""
    return evening.rounds.standing().filter(table=table or 0).count() + 1


def _open_evening(evening_id: int) -> Evening:
    evening = lock_evening(evening_id)
    refuse_ended(evening)
    return evening


def refuse_no_table(table: int | None) -> None:
    """Raises Refused for a number no table has."""
    if table is not None and table not in TABLES:
        raise Refused(_("Det finnes ikke noe bord %(table)s.") % {"table": table})


def refuse_ended(evening: Evening) -> None:
    """Raises Refused if the evening is over."""
    if evening.ended_at(timezone.now()):
        raise Refused(_("Kvelden er avsluttet. Åpne den igjen for å føre mer."))


def _locked(attendance_id: int) -> Attendance:
    evening = _open_evening(Attendance.objects.values_list("evening_id", flat=True).get(pk=attendance_id))
    attendance = Attendance.objects.select_related("person__merged_into").get(pk=attendance_id)
    attendance.evening = evening
    return attendance


def _change(attendance: Attendance, seen: int, verb: Verb, actor: User, **values: Any) -> Attendance:
    if all(getattr(attendance, name) == value for name, value in values.items()):
        return attendance  # the second of two taps
    with log.entry(verb, actor=actor, evening=attendance.evening_id) as entry:
        entry.change(attendance, seen=seen, **values)
        for double in _by_doubles(attendance):
            entry.change(double, **values)
    return attendance


def _by_doubles(attendance: Attendance) -> list[Attendance]:
    """The other rows by which he is at the evening."""
    him = Person.objects.same_as(attendance.person_id)
    rows = Attendance.objects.filter(evening=attendance.evening_id, present=True, person__in=him)
    return list(rows.exclude(pk=attendance.pk).select_related("person__merged_into"))


def _free_guest_name(evening: Evening) -> str:
    taken = set(evening.attendances.values_list("person__name", flat=True))
    number = 1
    while (name := guest_name(number)) in taken:
        number += 1
    return name


def is_nameless(person: Person) -> bool:
    """Whether he is one of the guests nobody has given a name."""
    return is_nameless_name(person.name)


def is_nameless_name(name: str) -> bool:
    """Whether a name is one that `guest_name` gives."""
    return re.fullmatch(guest_name(r"\d+"), name) is not None


def guest_name(number: object) -> str:
    """What a guest without a name is called: a name in the book, and so the same in every language."""
    return f"Gjest {number}"
