"""What the club settles for itself: its settings, a season's rules, the attendance requirement from a day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log
from league.books import last_day_of
from league.errors import Refused
from league.facts import ChairmanWord, Deadline, Deal, Extra, Minimum, OpenToAll, Ranking, UnlawfulPlay
from league.models import Club, Evening, Person, QuorumChange, Season, User
from league.services.locks import fresh, lock_club
from league.services.seasons import anniversary
from league.verbs import Verb
from league.words import short


class ClubSettings(TypedDict, total=False):
    """What may be changed of the club."""

    name: str
    chairman_word: ChairmanWord
    next_deal: Deal
    unlawful_play: UnlawfulPlay
    dispute_deadline: Deadline
    open_to_all: OpenToAll
    switched_off: list[Extra]
    trophy: Person | None


class SeasonSettings(TypedDict, total=False):
    """What may be changed of a season: its name, its first day, and the rules of all its days."""

    name: str
    first_day: date
    percent: int
    whole_evening: bool
    ranking: Ranking
    minimum: Minimum
    minimum_percent: int
    a: int
    penalties_count: bool


@transaction.atomic
def change_club(*, actor: User, seen: int, **settings: Unpack[ClubSettings]) -> Club:
    """Settle something anew for the club. Raises Stale, Refused without a name."""
    club = lock_club()
    if not settings.get("name", club.name).strip():
        raise Refused(_("Skriv et navn."))
    with log.entry(Verb.CHANGE_CLUB, actor=actor) as entry:
        entry.change(club, seen=seen, **settings)
    return club


@transaction.atomic
def change_season(*, actor: User, season: Season, seen: int, **settings: Unpack[SeasonSettings]) -> Season:
    """Give a season another name, first day or other rules.

    With its first day the season before ends. Raises Stale, and Refused without a name of its own, with a first day
    that leaves either season without a day or an evening without a season, or if it is closed.
    """
    lock_club()
    season = fresh(season)
    _refuse_bad_name(season, settings.get("name", season.name))
    _refuse_bad_first_day(season, settings.get("first_day", season.first_day))
    with log.entry(Verb.CHANGE_SEASON, actor=actor) as entry:
        entry.change(season, seen=seen, **settings)
    return season


@transaction.atomic
def add_quorum_change(*, actor: User, first_day: date, percent: int, whole_evening: bool) -> QuorumChange:
    """From that day on another attendance requirement, until the next change or the season's end.

    Raises Refused if one begins that day already, for a day that is a season's first or before the first season,
    or in a closed season.
    """
    lock_club()
    _refuse_bad_change(first_day)
    with log.entry(Verb.CHANGE_QUORUM, actor=actor) as entry:
        return entry.create(QuorumChange(first_day=first_day, percent=percent, whole_evening=whole_evening))


@transaction.atomic
def move_quorum_change(
    *, actor: User, change: QuorumChange, seen: int, first_day: date, percent: int, whole_evening: bool
) -> QuorumChange:
    """Let a change begin another day, or require something else. Raises Stale, Refused as `add_quorum_change`."""
    lock_club()
    change = fresh(change)
    _refuse_bad_change(first_day, besides=change)
    with log.entry(Verb.CHANGE_QUORUM, actor=actor) as entry:
        entry.change(change, seen=seen, first_day=first_day, percent=percent, whole_evening=whole_evening)
    return change


@transaction.atomic
def delete_quorum_change(*, actor: User, change: QuorumChange, seen: int) -> None:
    """Let what was required before go on. Raises Stale, Refused in a closed season."""
    lock_club()
    change = fresh(change)
    with log.entry(Verb.CHANGE_QUORUM, actor=actor) as entry:
        entry.change(change, seen=seen)
        entry.delete(change)


def _refuse_bad_name(season: Season, name: str) -> None:
    if not name.strip():
        raise Refused(_("Skriv et navn."))
    if Season.objects.filter(name=name).exclude(pk=season.pk).exists():
        raise Refused(_("Det finnes alt en sesong som heter %(name)s.") % {"name": name})


def _refuse_bad_first_day(season: Season, first_day: date) -> None:
    if first_day == season.first_day:
        return
    before = Season.objects.filter(first_day__lt=season.first_day).newest_first().first()
    last_day = last_day_of(season)
    if before and first_day <= before.first_day:
        raise Refused(
            _("Sesongen %(season)s begynner %(day)s. Velg en senere dag.")
            % {"season": before.name, "day": short(before.first_day)}
        )
    if last_day and first_day > last_day:
        raise Refused(
            _("Den neste sesongen begynner %(day)s. Velg en tidligere dag.")
            % {"day": short(last_day + timedelta(days=1))}
        )
    if first_day > anniversary(timezone.localdate(), 1):
        raise Refused(_("Sesongen kan ikke begynne %(day)s.") % {"day": short(first_day)})
    if before is None and (early := Evening.objects.filter(date__lt=first_day).order_by("date").first()):
        raise Refused(
            _("Kvelden %(day)s må høre til en sesong. Velg den dagen eller en tidligere.") % {"day": short(early.date)}
        )


def _refuse_bad_change(first_day: date, besides: QuorumChange | None = None) -> None:
    season = Season.objects.on(first_day)
    if season is None:
        raise Refused(_("%(day)s er før den første sesongen.") % {"day": short(first_day)})
    if season.first_day == first_day:
        raise Refused(
            _("%(day)s er sesongens første dag. Endre reglene for sesongen %(season)s i stedet.")
            % {"day": short(first_day), "season": season.name}
        )
    others = QuorumChange.objects.filter(first_day=first_day).exclude(pk=besides.pk if besides else 0)
    if others.exists():
        raise Refused(_("Det er alt en endring fra %(day)s.") % {"day": short(first_day)})
