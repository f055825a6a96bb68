"""Opening, changing, closing an evening."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league import log
from league.errors import Refused
from league.models import Attendance, Evening, Invitation, Pen, Person, PersonalText, Photo, Season, User
from league.models.evenings import DAY_BREAKS
from league.services.locks import fresh, lock_club, lock_evening
from league.services.seasons import anniversary, season_for
from league.verbs import Verb
from league.words import short

EARLIER = 10  # years before the first season; each makes a season, so a mistyped year must not pass


def suggested_date(now: datetime) -> date:
    """The date an evening opened at `now` gets: before six in the morning, yesterday's."""
    local = timezone.localtime(now)
    return local.date() - timedelta(days=local.time() < DAY_BREAKS)


@transaction.atomic
def open_evening(
    *,
    actor: User,
    day: date,
    host: Person | None,
    place: str = "",
    remark: str = "",
    token: str | None = None,
) -> Evening:
    """Begin an evening, or open one of an earlier day to fill it in: then no time is taken for the time of play.

    The same tap again answers with the evening it made. Raises TokenUsed, and Refused if there is an
    evening on that date with that host already, or the day has not come.
    """
    lock_club()
    asked: dict[str, Any] = {
        "day": day.isoformat(),
        "host": host and host.pk,
        "place": PersonalText(text=place),
        "remark": PersonalText(text=remark),
    }
    if done := log.answered(token, Verb.OPEN_EVENING, asked):
        return fresh(Evening(pk=done.made("evening")))
    refuse_bad_day(day)
    refuse_twin(day=day, host=host)
    season_for(day, actor=actor)
    now = timezone.now()
    tonight = day >= suggested_date(now)
    evening = Evening(
        date=day,
        host=host,
        place=place,
        remark=remark,
        opened_at=now if tonight else None,
        reopened_at=None if tonight else now,
    )
    with log.entry(Verb.OPEN_EVENING, actor=actor, token=token, asked=asked) as entry:
        entry.create(evening)
        entry.evening = evening.pk
        if invitation := _invitation_to(evening):
            entry.change(invitation, evening=evening)
    return evening


@transaction.atomic
def change_evening(
    *,
    actor: User,
    evening_id: int,
    seen: int,
    day: date,
    host: Person | None,
    place: str,
    remark: str,
    reason: str = "",
) -> Evening:
    """Give the evening another date, host, place or remark.

    Raises Stale, and Refused if another evening has that date and host, or the day has not come.
    """
    lock_club()
    evening = lock_evening(evening_id)
    refuse_bad_day(day)
    refuse_twin(day=day, host=host, besides=evening)
    season_for(day, actor=actor)
    if host and evening.host and evening.host.who == host:
        host = evening.host  # by the double he is down as
    with log.entry(Verb.CHANGE_EVENING, actor=actor, evening=evening.pk, reason=reason) as entry:
        entry.change(evening, seen=seen, date=day, host=host, place=place, remark=remark)
    return evening


@transaction.atomic
def close_evening(*, actor: User, evening_id: int, seen: int) -> Evening:
    """End the evening; closing a closed one changes nothing. One forgotten ended at six. Raises Stale."""
    evening = lock_evening(evening_id)
    now = timezone.now()
    if evening.closed_at is None:
        with log.entry(Verb.CLOSE_EVENING, actor=actor, evening=evening.pk) as entry:
            entry.change(evening, seen=seen, closed_at=evening.ended_at(now) or now)
    return evening


@transaction.atomic
def reopen_evening(*, actor: User, evening_id: int, seen: int, reason: str) -> Evening:
    """Open an ended evening again; the reason stands in the log. Raises Stale, Refused without a reason."""
    evening = lock_evening(evening_id)
    now = timezone.now()
    if evening.ended_at(now) is None:
        return evening
    if not reason.strip():
        raise Refused(_("Skriv hvorfor kvelden åpnes igjen."))
    with log.entry(Verb.REOPEN_EVENING, actor=actor, evening=evening.pk, reason=reason) as entry:
        entry.change(evening, seen=seen, closed_at=None, reopened_at=now)
    return evening


@transaction.atomic
def discard_evening(*, actor: User, evening_id: int, seen: int) -> None:
    """Take away an evening opened by mistake. Raises Stale, Refused once a round or penalty is logged."""
    evening = lock_evening(evening_id)
    if evening.rounds.exists():
        raise Refused(_("Kvelden har runder og kan ikke slettes."))
    if evening.penalties.exists():
        raise Refused(_("Kvelden har straffestrek og kan ikke slettes."))
    with log.entry(Verb.DISCARD_EVENING, actor=actor, evening=evening.pk) as entry:
        entry.change(evening, seen=seen)
        for invitation in Invitation.objects.filter(evening=evening):
            entry.change(invitation, evening=None)  # it may be opened again
        for kind in (Attendance, Pen, Photo):
            for row in kind._default_manager.filter(evening=evening):
                entry.delete(row)
        entry.delete(evening)


@transaction.atomic
def decide_counting(*, actor: User, evening_id: int, seen: int, counts: bool | None) -> Evening:
    """The keeper's word on an evening whose attendance is not recorded; None: no word, so it does not count.

    Raises Stale, Refused where the attendance itself decides.
    """
    evening = lock_evening(evening_id)
    if evening.attendance_recorded:
        raise Refused(_("Her er frammøtet ført, og det avgjør om kvelden teller."))
    with log.entry(Verb.DECIDE_COUNTING, actor=actor, evening=evening.pk) as entry:
        entry.change(evening, seen=seen, counts_by_decision=counts)
    return evening


def _invitation_to(evening: Evening) -> Invitation | None:
    """The invitation that has become this evening: to its day and host."""
    waiting = Invitation.objects.filter(evening=None, cancelled_at=None, host=evening.host)
    return next((one for one in waiting if timezone.localdate(one.starts_at) == evening.date), None)


def refuse_bad_day(day: date) -> None:
    """Raises Refused for a day that has not come, or so long before the book that its year must be mistyped."""
    first = Season.objects.order_by("first_day")[0]
    if not anniversary(first.first_day, -EARLIER) <= day <= timezone.localdate():
        raise Refused(_("Kvelden kan ikke være %(day)s.") % {"day": short(day)})


def refuse_twin(*, day: date, host: Person | None, besides: Evening | None = None) -> None:
    """Two evenings may share a date, but not a host. Raises Refused."""
    him = Person.objects.same_as(host.pk) if host else None
    twins = Evening.objects.filter(date=day, **({"host": None} if him is None else {"host__in": him}))
    if besides:
        twins = twins.exclude(pk=besides.pk)
    if twins.exists():
        where = _("hos %(host)s") % {"host": host.name} if host else _("uten vert")
        raise Refused(_("Det finnes alt en kveld %(day)s %(where)s.") % {"day": short(day), "where": where})
