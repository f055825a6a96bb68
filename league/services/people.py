"""Members and guests: names, member periods, leave.

Every write reads the row it changes anew, under the lock: the one it is given may be old, and stays untouched.
"""

from __future__ import annotations

from datetime import date, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from league import log
from league.errors import Refused
from league.log import Entry
from league.models import Leave, MemberPeriod, Office, Person, User
from league.services.locks import fresh, lock_club
from league.services.offices import refuse_anonymised, refuse_without_administrator
from league.verbs import Verb

ADD = {MemberPeriod: Verb.ADD_PERIOD, Leave: Verb.ADD_LEAVE}
CHANGE = {MemberPeriod: Verb.CHANGE_PERIOD, Leave: Verb.CHANGE_LEAVE}
DELETE = {MemberPeriod: Verb.DELETE_PERIOD, Leave: Verb.DELETE_LEAVE}


@transaction.atomic
def add_person(
    *, actor: User, name: str, short_name: str = "", sort_name: str = "", member_from: date | None = None
) -> Person:
    """A new person, a member from a day or (None) a guest. Two may share a name. Raises Refused without a name."""
    lock_club()
    _refuse_nameless(name)
    with log.entry(Verb.ADD_PERSON, actor=actor) as entry:
        person = entry.create(Person(name=name.strip(), short_name=short_name.strip(), sort_name=sort_name.strip()))
        if member_from:
            entry.create(MemberPeriod(person=person, first_day=member_from))
        return person


@transaction.atomic
def rename(*, actor: User, person: Person, seen: int, name: str, short_name: str, sort_name: str) -> Person:
    """Another name for the same person: every old evening shows it, the log keeps the old one.

    Raises Stale, Refused without a name, or for who is anonymised.
    """
    lock_club()
    _refuse_nameless(name)
    person = fresh(person)
    refuse_anonymised(person)
    with log.entry(Verb.RENAME, actor=actor) as entry:
        entry.change(person, seen=seen, name=name.strip(), short_name=short_name.strip(), sort_name=sort_name.strip())
    return person


@transaction.atomic
def delete_person(*, actor: User, person: Person) -> None:
    """Take away a person nothing has happened to. Raises Refused with any history."""
    lock_club()
    person = fresh(person)
    if person.has_history():
        raise Refused(
            _("%(name)s har historie i boken og kan ikke slettes. Avslutt medlemstiden i stedet.")
            % {"name": person.name}
        )
    with log.entry(Verb.DELETE_PERSON, actor=actor) as entry:
        entry.delete(person)


@transaction.atomic
def add_period[P: (MemberPeriod, Leave)](
    *,
    actor: User,
    kind: type[P],
    person: Person,
    first_day: date,
    last_day: date | None,
    earlier_rounds: bool = False,
) -> P:
    """A member period or a leave, both days included.

    With `earlier_rounds` what a new member has played as a guest that season counts in its table.
    Raises Refused if it overlaps another of its kind, ends before it begins, or is a leave from no membership.
    """
    lock_club()
    with log.entry(ADD[kind], actor=actor) as entry:
        period = kind(person=person, first_day=first_day, last_day=last_day)
        if isinstance(period, MemberPeriod):
            period.earlier_rounds = earlier_rounds
        return put_period(entry, period)


@transaction.atomic
def change_period[P: (MemberPeriod, Leave)](
    *,
    actor: User,
    period: P,
    seen: int,
    first_day: date,
    last_day: date | None,
    earlier_rounds: bool | None = None,
) -> P:
    """Move an end of a member period or leave. Ending a membership is giving it a last day.

    `earlier_rounds` as with `add_period`; None: as it was.
    With the membership end the leave and the offices that ran past that day.
    Raises Stale, Refused as `add_period` and where the club would be without an administrator.
    """
    lock_club()
    period = fresh(period)
    lasted_to = period.last_day
    _refuse_bad_days(period, first_day, last_day)
    with log.entry(CHANGE[type(period)], actor=actor) as entry:
        entry.change(period, seen=seen, first_day=first_day, last_day=last_day)
        if isinstance(period, MemberPeriod) and earlier_rounds is not None:
            entry.change(period, earlier_rounds=earlier_rounds)
        if isinstance(period, MemberPeriod) and last_day and last_day != lasted_to:
            _end_with_membership(entry, period.person, last_day, lasted_to)
    return period


@transaction.atomic
def delete_period[P: (MemberPeriod, Leave)](*, actor: User, period: P, seen: int) -> None:
    """Take back a period entered by mistake; with a membership, the leave and the offices in it.

    Raises Stale, Refused where the club would be without an administrator.
    """
    lock_club()
    period = fresh(period)
    with log.entry(DELETE[type(period)], actor=actor) as entry:
        entry.change(period, seen=seen)
        entry.delete(period)
        if isinstance(period, MemberPeriod):
            _end_with_membership(entry, period.person, period.first_day - timedelta(days=1), period.last_day)


def put_period[P: (MemberPeriod, Leave)](entry: Entry, period: P) -> P:
    """Within an entry: store a period that fits those there are. Raises Refused."""
    _refuse_bad_days(period, period.first_day, period.last_day)
    return entry.create(period)


def _end_with_membership(entry: Entry, person: Person, last_day: date, lasted_to: date | None) -> None:
    """He is no member after `last_day`, though he was to be one until `lasted_to`: neither on leave nor in office."""
    him, after = Person.objects.same_as(person.pk), last_day + timedelta(days=1)
    if MemberPeriod.objects.filter(person__in=him).running(after).exists():
        return  # by another period
    lost = [
        *Leave.objects.filter(person__in=him).touching(after, lasted_to),
        *Office.objects.filter(person__in=him).touching(after, lasted_to),
    ]
    for period in lost:
        if period.first_day > last_day:
            entry.delete(period)
        else:
            entry.change(period, last_day=last_day)
    if any(isinstance(period, Office) and period.kind == Office.Kind.ADMINISTRATOR for period in lost):
        refuse_without_administrator()


def _refuse_nameless(name: str) -> None:
    if not name.strip():
        raise Refused(_("Skriv et navn."))


def _refuse_bad_days(period: MemberPeriod | Leave, first_day: date, last_day: date | None) -> None:
    if last_day and last_day < first_day:
        raise Refused(_("Siste dag er før første dag."))
    # Those of a double may overlap his own: they did before anybody knew that the two are one.
    others = type(period).objects.filter(person=period.person).exclude(pk=period.pk)
    if other := others.touching(first_day, last_day).first():
        raise Refused(_("Det overlapper med %(period)s.") % {"period": other})
    memberships = MemberPeriod.objects.filter(person__in=Person.objects.same_as(period.person_id))
    if isinstance(period, Leave) and not memberships.touching(first_day, last_day):
        raise Refused(_("%(name)s er ikke medlem da.") % {"name": period.person.name})
