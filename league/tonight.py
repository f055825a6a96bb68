"""What to do with this evening: go on with an open one, or open one, and at whose place."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import date
from functools import cached_property

from django.db.models import Max, Q
from django.utils import timezone

from league.alphabet import in_order
from league.books import people_named, spans_on
from league.coming import Coming, next_coming
from league.facts import SeasonFacts
from league.identity import Identities
from league.models import Evening, Person
from league.quorum import members_on
from league.services.evenings import suggested_date


class Tonight:
    """The evening the front page offers: open ones to go on with, or one to open; and the next one called in to.

    `facts`: the season in progress, where it has been read already.
    """

    def __init__(self, facts: SeasonFacts | None = None) -> None:
        self.day = suggested_date(timezone.now())
        self.open = open_evenings()
        self.token = secrets.token_hex(16)
        self._facts = facts

    @cached_property
    def next(self) -> Coming | None:
        """The next evening called in to that nobody has opened."""
        return next_coming(self.day, self._facts)

    @property
    def invited(self) -> Coming | None:
        """The same, if it is to be tonight."""
        return self.next if self.next and self.next.day == self.day else None

    @cached_property
    def host(self) -> Person | None:
        return suggested_host(self.day)


def open_evenings() -> list[Evening]:
    """Evenings that can be logged in now, newest first: of tonight, or opened again to be filled in."""
    now = timezone.now()
    begun = Q(opened_at__isnull=False, date__gte=suggested_date(now)) | Q(reopened_at__isnull=False)
    found = Evening.objects.filter(begun, closed_at=None).select_related("host").order_by("-date", "-pk")
    return [evening for evening in found if evening.ended_at(now) is None]


def suggested_host(day: date, besides: Collection[int] = ()) -> Person | None:
    """The member, not on leave, who has waited longest: since he last was host, else since he became a member.

    Not one of `besides`, whose turn it is before that day.
    """
    who = Identities()
    periods, leaves = spans_on(day, who)
    waiting = {span.person: span.first_day for span in periods if span.person in members_on(day, periods, leaves)}
    doubles = {double for double, kept in who.pairs() if kept in waiting}
    hosted = Evening.objects.filter(host__in=waiting.keys() | doubles, date__lte=day)
    for host, last in hosted.values_list("host").annotate(last=Max("date")).order_by("last"):
        waiting[who.of(host)] = last
    people = in_order(people_named(waiting.keys() - set(besides)).values())
    return min(people, key=lambda person: waiting[person.pk], default=None)
