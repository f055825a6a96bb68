"""Who may do what: offices as dated facts, log-ins, and links for reading."""

from __future__ import annotations

import hashlib
import secrets
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log
from league.errors import Refused
from league.models import Office, Person, ReadLink, User
from league.services.locks import lock_club
from league.verbs import Verb


@transaction.atomic
def give_office(*, actor: User, person: Person, kind: Office.Kind, first_day: date) -> Office:
    """The person holds the office from that day. A new chairman ends the old one's time the day before.

    Raises Refused if he already holds it.
    """
    lock_club()
    running = Office.objects.filter(kind=kind).touching(first_day, None)
    if running.filter(person=person).exists():
        raise Refused(_("%(name)s har alt dette vervet.") % {"name": person.name})
    with log.entry(Verb.GIVE_OFFICE, actor=actor) as entry:
        if kind == Office.Kind.CHAIRMAN:
            for before in running:
                entry.change(before, last_day=max(before.first_day, first_day - timedelta(days=1)))
        return entry.create(Office(person=person, kind=kind, first_day=first_day))


@transaction.atomic
def end_office(*, actor: User, office: Office, last_day: date, seen: int) -> Office:
    """That day is the last one in office. Raises Stale, Refused before the first day or for the last administrator."""
    lock_club()
    if last_day < office.first_day:
        raise Refused(_("Siste dag er før første dag."))
    others = Office.objects.filter(kind=Office.Kind.ADMINISTRATOR, last_day__isnull=True).exclude(pk=office.pk)
    if office.kind == Office.Kind.ADMINISTRATOR and not others.exists():
        raise Refused(_("Klubben må ha en administrator. Utnevn en ny først."))
    with log.entry(Verb.END_OFFICE, actor=actor) as entry:
        entry.change(office, seen=seen, last_day=last_day)
    return office


@transaction.atomic
def give_login(*, actor: User, person: Person, email: str) -> User:
    """A log-in for a person, without a password until he sets one himself through the link he is sent.

    Raises Refused if he has one or the address is taken.
    """
    lock_club()
    if User.objects.filter(person=person).exists():
        raise Refused(_("%(name)s har alt innlogging.") % {"name": person.name})
    if User.objects.filter(email=email.casefold()).exists():
        raise Refused(_("Adressen er i bruk."))
    user = User(email=email.casefold(), person=person)
    user.set_unusable_password()
    with log.entry(Verb.GIVE_LOGIN, actor=actor) as entry:
        return entry.create(user)


@transaction.atomic
def change_login(*, actor: User, user: User, email: str, is_active: bool) -> User:
    """Another address, or shut and open the log-in. Raises Refused if the address is taken."""
    lock_club()
    if User.objects.filter(email=email.casefold()).exclude(pk=user.pk).exists():
        raise Refused(_("Adressen er i bruk."))
    with log.entry(Verb.CHANGE_LOGIN, actor=actor) as entry:
        entry.change(user, email=email.casefold(), is_active=is_active)
    return user


@transaction.atomic
def add_link(*, actor: User, label: str) -> tuple[ReadLink, str]:
    """A link for reading, and its secret, which is not stored and so shown only now."""
    lock_club()
    secret = secrets.token_urlsafe(24)
    with log.entry(Verb.ADD_LINK, actor=actor) as entry:
        link = entry.create(ReadLink(label=label.strip(), digest=digest(secret), created_at=timezone.now()))
    return link, secret


@transaction.atomic
def revoke_link(*, actor: User, link: ReadLink) -> ReadLink:
    """The link opens nothing any more; revoking twice is revoking once."""
    lock_club()
    if link.revoked_at is None:
        with log.entry(Verb.REVOKE_LINK, actor=actor) as entry:
            entry.change(link, revoked_at=timezone.now())
    return link


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
