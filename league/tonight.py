"""What to do with this evening: go on with an open one, or open one, and at whose place."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Max, Q
from django.utils import timezone

from league.alphabet import in_order
from league.books import people_named, spans_on
from league.models import Evening, Person
from league.quorum import members_on
from league.services.evenings import suggested_date


@dataclass(frozen=True, slots=True)
class Tonight:
    """The evening the front page offers: open ones to go on with, or one to open."""

    day: date
    host: Person | None
    open: list[Evening] = field(default_factory=list)
    token: str = field(default_factory=lambda: secrets.token_hex(16))


def tonight() -> Tonight:
    """What to do with this evening."""
    day = suggested_date(timezone.now())
    open_ones = open_evenings()
    return Tonight(day=day, host=None if open_ones else suggested_host(day), open=open_ones)


def open_evenings() -> list[Evening]:
    """Evenings that can be logged in now, newest first: of tonight, or opened again to be filled in."""
    now = timezone.now()
    begun = Q(opened_at__isnull=False, date__gte=suggested_date(now)) | Q(reopened_at__isnull=False)
    found = Evening.objects.filter(begun, closed_at=None).select_related("host").order_by("-date", "-pk")
    return [evening for evening in found if evening.ended_at(now) is None]


def suggested_host(day: date) -> Person | None:
    """The member, not on leave, who has waited longest: since he last was host, else since he became a member."""
    periods, leaves = spans_on(day)
    waiting = {span.person: span.first_day for span in periods if span.person in members_on(day, periods, leaves)}
    hosted = Evening.objects.filter(host__in=waiting, date__lte=day).values("host").annotate(last=Max("date"))
    waiting |= {row["host"]: row["last"] for row in hosted}
    people = in_order(people_named(waiting).values())
    return min(people, key=lambda person: waiting[person.pk], default=None)
