"""Who may do what: offices as dated facts, log-ins, and links for reading.

Every write reads the row it changes anew, under the lock: the one it is given may be old, and stays untouched.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log, words
from league.club import chairman
from league.errors import Refused
from league.identity import Identities
from league.models import Office, Person, ReadLink, User
from league.services.locks import fresh, lock_club
from league.verbs import Verb


@transaction.atomic
def give_office(*, actor: User, person: Person, kind: Office.Kind, first_day: date) -> Office:
    """The person holds the office from that day. A new chairman ends the old one's time the day before.

    Who was named chairman for the same day never was. Raises Refused if the person already holds the
    office, or if another chairman is to begin after that day.
    """
    lock_club()
    running = Office.objects.filter(kind=kind).touching(first_day, None).select_related("person")
    if running.filter(person__in=Person.objects.same_as(person.pk)).exists():
        raise Refused(_("%(name)s har alt dette vervet.") % {"name": person.name})
    with log.entry(Verb.GIVE_OFFICE, actor=actor) as entry:
        for before in running if kind == Office.Kind.CHAIRMAN else ():
            if before.first_day > first_day:
                when = {"name": before.person.name, "day": words.short(before.first_day), "chairman": chairman()}
                raise Refused(_("%(name)s tiltrer som %(chairman)s %(day)s. Velg en senere dag.") % when)
            if before.first_day == first_day:
                entry.delete(before)
            else:
                entry.change(before, last_day=first_day - timedelta(days=1))
        return entry.create(Office(person=person, kind=kind, first_day=first_day))


@transaction.atomic
def end_office(*, actor: User, office: Office, last_day: date, seen: int) -> None:
    """That day is the last one in office; a day before the first takes the office away: he never held it.

    Raises Stale, Refused where the club would be without an administrator.
    """
    lock_club()
    office = fresh(office)
    with log.entry(Verb.END_OFFICE, actor=actor) as entry:
        if last_day < office.first_day:
            entry.change(office, seen=seen)
            entry.delete(office)
        else:
            entry.change(office, seen=seen, last_day=last_day)
        if office.kind == Office.Kind.ADMINISTRATOR:
            refuse_without_administrator()


@transaction.atomic
def give_login(*, actor: User, person: Person, email: str) -> User:
    """A log-in for a person, without a password until he chooses one through the link he is given.

    Raises Refused if he has one, is anonymised, or the address is taken.
    """
    lock_club()
    refuse_anonymised(fresh(person))
    if User.objects.filter(person__in=Person.objects.same_as(person.pk)).exists():
        raise Refused(_("%(name)s har alt innlogging.") % {"name": person.name})
    _refuse_taken(email)
    user = User(email=email.casefold(), person=person, link_made_at=timezone.now())
    user.set_unusable_password()
    with log.entry(Verb.GIVE_LOGIN, actor=actor) as entry:
        return entry.create(user)


@transaction.atomic
def make_login_link(*, actor: User, user: User) -> User:
    """A new link to choose a password with; `league.tokens` writes it. The links before it are dead.

    Raises Refused for who is anonymised.
    """
    lock_club()
    user = fresh(user)
    refuse_anonymised(user.person)
    with log.entry(Verb.MAKE_LOGIN_LINK, actor=actor) as entry:
        entry.change(user, link_made_at=timezone.now())
    return user


@transaction.atomic
def change_address(*, actor: User, user: User, seen: int, email: str) -> User:
    """He logs in with another address. Raises Stale, Refused if it is taken or he is anonymised."""
    lock_club()
    user = fresh(user)
    refuse_anonymised(user.person)
    _refuse_taken(email, besides=user)
    with log.entry(Verb.CHANGE_LOGIN, actor=actor) as entry:
        entry.change(user, seen=seen, email=email.casefold())
    return user


@transaction.atomic
def shut_login(*, actor: User, user: User) -> User:
    """He is logged out everywhere and cannot log in. Raises Refused where no administrator could any more."""
    return _set_active(actor, user, active=False)


@transaction.atomic
def open_login(*, actor: User, user: User) -> User:
    """He can log in again, with the password he had. Raises Refused for who is anonymised."""
    return _set_active(actor, user, active=True)


@transaction.atomic
def add_link(*, actor: User, label: str) -> tuple[ReadLink, str]:
    """A link for reading, and its secret, which is not stored and so shown only now."""
    lock_club()
    secret = secrets.token_urlsafe(24)
    with log.entry(Verb.ADD_LINK, actor=actor) as entry:
        link = entry.create(ReadLink(label=label.strip(), digest=digest(secret), created_at=timezone.now()))
    return link, secret


@transaction.atomic
def add_calendar(*, actor: User, person: Person) -> tuple[ReadLink, str]:
    """The address his calendar subscribes by, and its secret, shown only now. It opens nothing but the calendar."""
    lock_club()
    secret = secrets.token_urlsafe(24)
    link = ReadLink(kind=ReadLink.Kind.CALENDAR, person=person, digest=digest(secret), created_at=timezone.now())
    with log.entry(Verb.ADD_LINK, actor=actor) as entry:
        entry.create(link)
    return link, secret


@transaction.atomic
def revoke_link(*, actor: User, link: ReadLink) -> ReadLink:
    """The link opens nothing any more; revoking twice is revoking once."""
    lock_club()
    link = fresh(link)
    if link.revoked_at is None:
        with log.entry(Verb.REVOKE_LINK, actor=actor) as entry:
            entry.change(link, revoked_at=timezone.now())
    return link


def digest(secret: str) -> str:
    """What is stored of a secret: enough to know it again, not to tell it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def refuse_anonymised(person: Person | None) -> None:
    """Raises Refused for who is anonymised: he stays so, and is a new person if he comes back."""
    if person and person.who.former:
        raise Refused(_("%(name)s er anonymisert, og det kan ikke angres.") % {"name": person.who.name})


def refuse_without_administrator() -> None:
    """After a write: raises Refused unless an administrator without a last day can log in."""
    who = Identities()
    administrators = Office.objects.filter(kind=Office.Kind.ADMINISTRATOR, last_day=None)
    able = User.objects.filter(is_active=True).exclude(person=None)
    named, can_log_in = (
        {who.of(person) for person in rows.values_list("person_id", flat=True)} for rows in (administrators, able)
    )
    if named.isdisjoint(can_log_in):
        raise Refused(_("Klubben må ha en administrator som kan logge inn. Utnevn en ny først."))


def _set_active(actor: User, user: User, *, active: bool) -> User:
    lock_club()
    user = fresh(user)
    if active:
        refuse_anonymised(user.person)
    with log.entry(Verb.CHANGE_LOGIN, actor=actor) as entry:
        changed = entry.change(user, is_active=active)
        him = Person.objects.same_as(user.person_id or 0)
        if changed and not active and Office.objects.filter(person__in=him, kind=Office.Kind.ADMINISTRATOR):
            refuse_without_administrator()
    return user


def _refuse_taken(email: str, besides: User | None = None) -> None:
    if User.objects.filter(email=email.casefold()).exclude(pk=besides.pk if besides else 0).exists():
        raise Refused(_("Adressen er i bruk."))
