"""The evenings to come as a calendar subscribes to them: RFC 5545, with the time zone's rules in it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterable
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from league import words
from league.models import Invitation, LogEntry

LASTS = timedelta(hours=5)


def feed(club: str, invitations: Iterable[Invitation], address: Callable[[Invitation], str]) -> bytes:
    """The calendar of a club. `address` gives the page of an invitation."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Mattisboken//NO")
    calendar.add("x-wr-calname", club)
    calendar.add("refresh-interval", timedelta(hours=6), {"value": "DURATION"})
    book = _identity_of_book()
    for invitation in invitations:
        calendar.add_component(_event(invitation, address(invitation), book))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event(invitation: Invitation, address: str, book: uuid.UUID) -> Event:
    """One evening. Its number in a calendar is the version of its row, so that every change is seen."""
    host = invitation.host.who.name if invitation.host else ""
    title = _("Mattis hos %(host)s") % {"host": host} if host else _("Mattis")
    starts_at = timezone.localtime(invitation.starts_at)
    event = Event()
    event.add("uid", str(uuid.uuid5(book, str(invitation.pk))))
    event.add("sequence", invitation.version - 1)
    event.add("dtstamp", timezone.now())
    event.add("dtstart", starts_at)
    event.add("dtend", timezone.localtime(invitation.starts_at + LASTS))
    event.add("status", "CANCELLED" if invitation.cancelled_at else "CONFIRMED")
    event.add("summary", _("Avlyst: %(title)s") % {"title": title} if invitation.cancelled_at else title)
    event.add("url", address)
    if place := _harmless(invitation.place):
        event.add("location", place)
    if told := "\n".join(_told(invitation)):
        event.add("description", told)
    return event


def _told(invitation: Invitation) -> Iterable[str]:
    if remark := _harmless(invitation.remark):
        yield remark
    if invitation.answer_by:
        yield _("Svarfrist: %(day)s") % {"day": words.short(invitation.answer_by)}


def _harmless(text: str) -> str:
    """The text, unless it holds an e-mail address or a telephone number: a feed's address may go astray."""
    return "" if re.search(r"@|(?:\d ?){8}", text) else text


def _identity_of_book() -> uuid.UUID:
    """What no other book has: the moment its first line was written, which nothing can change."""
    began = LogEntry.objects.order_by("pk").values_list("at", flat=True).first()
    return uuid.uuid5(uuid.NAMESPACE_URL, f"mattisboken {began and began.isoformat()}")
