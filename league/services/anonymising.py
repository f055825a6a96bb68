"""Taking a person's name out of the book for good; what he did stays, under *Tidligere medlem*."""

from __future__ import annotations

from collections.abc import Collection

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log
from league.errors import Refused, Stale
from league.log import Entry
from league.mentions import Mentions, free_texts, key_of, logged_texts, mentions_of
from league.models import MemberPeriod, Office, Person, PersonalText, ReadLink, User
from league.services.locks import fresh, lock_club
from league.verbs import Verb


@transaction.atomic
def anonymise(*, actor: User, person: Person, seen: int, emptied: Collection[str] = ()) -> Person:
    """His names, addresses and log-in go, here, in his doubles and in the log; figures stay as they were.

    His whole name is replaced wherever a free text has it; `emptied` are the keys of the texts that go altogether
    (`league.mentions.key_of`). It cannot be undone. Raises Stale, and Refused for a member or holder of an office.
    Doing it twice is doing it once.
    """
    lock_club()
    person = fresh(person).who
    if person.former:
        return person
    if seen != person.version:
        raise Stale(log.changes_since(person, seen))
    refuse_unless_gone(person)
    everybody = [person, *person.doubles.all()]
    number = (Person.objects.aggregate(last=models.Max("former"))["last"] or 0) + 1
    name = former_name(number)
    found = mentions_of(everybody)
    _clean_log(found, name, emptied)
    with log.entry(Verb.ANONYMISE, actor=actor) as entry:
        entry.change(person, name=name, short_name="", sort_name="", former=number)
        for double in everybody[1:]:
            entry.change(double, name=name, short_name="", sort_name="")
        for user in User.objects.filter(person__in=everybody):
            _take_log_in(entry, user)
        for link in ReadLink.objects.filter(person__in=everybody):
            entry.change(link, label="", revoked_at=link.revoked_at or timezone.now())
        _clean_rows(entry, found, name, emptied)
    old = [value["text"] for change in entry.changes for value in (change["before"] or {}).values() if _points(value)]
    PersonalText.objects.filter(pk__in=old).update(text="")
    return person


def refuse_unless_gone(person: Person) -> None:
    """Raises Refused as long as he is a member, is to become one, or holds an office."""
    him, today = Person.objects.same_as(person.pk), timezone.localdate()
    said = {"name": person.name}
    if Office.objects.filter(person__in=him).touching(today, None).exists():
        raise Refused(_("%(name)s har verv. Avslutt vervet først.") % said)
    if MemberPeriod.objects.filter(person__in=him).touching(today, None).exists():
        raise Refused(_("%(name)s er medlem. Avslutt medlemskapet først, og vent til siste dag er gått.") % said)


def former_name(number: int) -> str:
    """A name in the book, and so the same in every language."""
    return f"Tidligere medlem {number}"


def _take_log_in(entry: Entry, user: User) -> None:
    """Nobody logs in by it any more, and who is logged in is so no longer: the session goes by the password."""
    address = f"{user.pk}@tidligere.invalid"
    entry.change(user, email=address, is_active=False, is_staff=False, is_superuser=False, link_made_at=None)
    user.set_unusable_password()
    user.last_login = None
    user.save(update_fields=["password", "last_login"])


def _clean_log(found: Mentions, name: str, emptied: Collection[str]) -> None:
    """The log's texts so far: nothing else of it is ever changed."""
    PersonalText.objects.filter(pk__in=found.own).update(text="")
    PersonalText.objects.filter(pk__in=found.freed).update(person=None)
    changed = []
    for text in logged_texts(found):
        new = _cleaned(text.text, found, name, emptied)
        if new != text.text:
            text.text = new
            changed.append(text)
    PersonalText.objects.bulk_update(changed, ["text"], batch_size=500)


def _clean_rows(entry: Entry, found: Mentions, name: str, emptied: Collection[str]) -> None:
    for row, column in free_texts():
        longest = row._meta.get_field(column).max_length  # type: ignore[union-attr]
        new = _cleaned(getattr(row, column), found, name, emptied)[:longest]
        entry.change(row, seen=None, **{column: new})


def _cleaned(text: str, found: Mentions, name: str, emptied: Collection[str]) -> str:
    return "" if key_of(text) in emptied else found.replaced(text, name)


def _points(value: object) -> bool:
    """Whether a value in the log is a pointer to a text."""
    return isinstance(value, dict)
