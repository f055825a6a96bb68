"""What the annual meeting does to a season: closing it, and now and then opening it again.

What a closed season refuses is guarded where every write passes: `league.closing`.
"""

from __future__ import annotations

from bisect import bisect
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log
from league.books import last_day_of
from league.errors import Refused
from league.models import Evening, Round, Season, User
from league.models.evenings import EveningQuerySet
from league.services.evenings import suggested_date
from league.services.locks import fresh, lock_club
from league.services.seasons import add_season, anniversary
from league.verbs import Verb
from league.words import short


@transaction.atomic
def close_season(*, actor: User, season: Season, seen: int, meeting: date, last_day: date | None = None) -> Season:
    """The meeting of that day closes the season: nothing in it can change until it is opened again.

    The newest season ends on `last_day` (None: as `suggested_last_day` says), and the next one begins the day
    after with the rules in force, so that no evening is ever without a season. Any other has its last day
    already. Closing a closed one changes nothing.

    Raises Stale, and Refused for what `in_the_way` of closing it or for a day that cannot be.
    """
    lock_club()
    season = fresh(season)
    if season.closed_at:
        return season
    # A round being written holds its evening's row: it comes before, or finds the season closed.
    list(evenings_of(season).select_for_update().order_by("pk").values_list("pk"))
    for refusal in in_the_way(season):
        raise refusal
    if not season.first_day <= meeting <= timezone.localdate():
        raise Refused(_("Årsmøtet kan ikke ha vært %(day)s.") % {"day": short(meeting)})
    if last_day_of(season) is None:
        last_day = last_day or suggested_last_day(season)
        _refuse_bad_end(season, last_day)
        add_season(season, last_day + timedelta(days=1), actor)
    elif last_day not in {None, last_day_of(season)}:
        raise Refused(_("Sesongen etter har begynt, så siste dag ligger fast."))
    with log.entry(Verb.CLOSE_SEASON, actor=actor) as entry:
        entry.change(season, seen=seen, closed_at=timezone.now(), meeting=meeting)
    return season


@transaction.atomic
def reopen_season(*, actor: User, season: Season, seen: int, reason: str) -> Season:
    """Let the season be changed again; the reason stands in the log, and whoever has been named stays named.

    Raises Stale, Refused without a reason.
    """
    lock_club()
    season = fresh(season)
    if season.closed_at is None:
        return season
    if not reason.strip():
        raise Refused(_("Skriv hvorfor sesongen åpnes igjen."))
    with log.entry(Verb.REOPEN_SEASON, actor=actor, reason=reason) as entry:
        entry.change(season, seen=seen, closed_at=None)
    return season


class InTheWay(Refused):
    """Something has to be settled before the season is closed: it stands at `evening`, or in `season`."""

    def __init__(self, message: str, *, evening: Evening | None = None, season: Season | None = None) -> None:
        super().__init__(message)
        self.evening = evening
        self.season = season


def in_the_way(season: Season) -> list[InTheWay]:
    """Why the season cannot be closed now; empty if it can."""
    if season.first_day > timezone.localdate():
        return [InTheWay(_("Sesongen %(season)s har ikke begynt.") % {"season": season.name})]
    now = timezone.now()
    found = [
        InTheWay(_("Kvelden %(day)s er ikke avsluttet.") % {"day": short(evening.date)}, evening=evening)
        for evening in evenings_of(season).filter(closed_at=None).in_order()
        if evening.ended_at(now) is None
    ]
    contested = Round.objects.filter(contested=True, evening__in=evenings_of(season)).values("evening")
    contested = contested.union(evenings_of(season).exclude(contested_tables=[]).values("pk"))
    found += [
        InTheWay(_("En runde kvelden %(day)s er omstridt.") % {"day": short(evening.date)}, evening=evening)
        for evening in Evening.objects.filter(pk__in=contested).in_order()
    ]
    found += [
        InTheWay(_("Sesongen %(season)s må avsluttes først.") % {"season": before.name}, season=before)
        for before in _open_before(season)
    ]
    return found


def suggested_last_day(season: Season) -> date:
    """Of the newest season: a year after it began, or the day before the night that is coming or going on.

    So the club can play on after the meeting; an evening that has been today is the last of the season.
    """
    eve = suggested_date(timezone.now()) - timedelta(days=1)
    year = anniversary(season.first_day, 1) - timedelta(days=1)
    return max(min(eve, year), _earliest_end(season))


def evenings_of(season: Season) -> EveningQuerySet:
    """Its evenings, in any order."""
    return Evening.objects.between(season.first_day, last_day_of(season))


def _open_before(season: Season) -> list[Season]:
    """Earlier seasons still open in which something was kept here; those of an old book alone are not waited for."""
    seasons = list(Season.objects.filter(first_day__lt=season.first_day).order_by("first_day"))
    if all(before.closed_at for before in seasons):
        return []
    kept = Evening.objects.filter(imported="", date__lt=season.first_day).values_list("date", flat=True).distinct()
    first_days = [before.first_day for before in seasons]
    used = {bisect(first_days, day) for day in kept}
    return [before for number, before in enumerate(seasons, start=1) if number in used and not before.closed_at]


def _earliest_end(season: Season) -> date:
    """The day of its last evening, or its first day."""
    last = evenings_of(season).order_by("-date").values_list("date", flat=True).first()
    return max(season.first_day, last or season.first_day)


def _refuse_bad_end(season: Season, last_day: date) -> None:
    if last_day < _earliest_end(season):
        raise Refused(_("Sesongen kan ikke slutte før %(day)s.") % {"day": short(_earliest_end(season))})
    if last_day > timezone.localdate():
        raise Refused(_("Siste dag har ikke vært ennå."))
