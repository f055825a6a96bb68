"""Naming winners at the annual meeting, those of the years before the book, and who has the trophy."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log
from league.awards import Table
from league.books import season_facts
from league.errors import Refused
from league.facts import Title
from league.models import Award, Club, Person, Season, User
from league.services.locks import fresh, lock_club
from league.standings import standings
from league.verbs import Verb
from league.words import short


@transaction.atomic
def name_award(
    *, actor: User, season: Season, title: Title, people: Collection[Person], day: date, meeting: str = ""
) -> list[Award]:
    """The meeting names these people, whatever the book says; the table is stored as it stands.

    Who has been named already stays named. Returns the awards of these people. Raises Refused while the season is
    open, for nobody, or for a day that has not come.
    """
    lock_club()
    season = fresh(season)
    if season.closed_at is None:
        raise Refused(_("Avslutt sesongen først, så tabellen ligger fast."))
    if not people:
        raise Refused(_("Velg hvem som er kåret."))
    if day > timezone.localdate():
        raise Refused(_("Kåringen kan ikke ha vært %(day)s.") % {"day": short(day)})
    facts = season_facts(season)
    table = Table.of(standings(facts), facts.rules).as_json(version=season.version)
    named = {award.person_id: award for award in Award.objects.filter(season=season, title=title)}
    for person in sorted(people, key=lambda one: one.pk):
        if person.pk not in named:
            award = Award(season=season, title=title, year=season.name, person=person, day=day, meeting=meeting)
            award.table = table
            named[person.pk] = _store(award, actor)
    return [named[person.pk] for person in people]


@transaction.atomic
def add_winner(*, actor: User, title: Title, year: str, person: Person | None = None, name: str = "") -> Award:
    """Who was named in a year before the book: one it knows, or a name it does not.

    Raises Refused without either, if it stands there already, or for a season of the book: it names its own.
    """
    lock_club()
    if person is None and not name.strip():
        raise Refused(_("Velg hvem det var, eller skriv navnet."))
    if Season.objects.filter(name=year).exists():
        raise Refused(_("Sesongen %(season)s står i boken. Kår vinneren der.") % {"season": year})
    award = Award(title=title, year=year, person=person, name="" if person else name)
    if Award.objects.filter(title=title, year=year, person=person, name=award.name).exists():
        raise Refused(_("Det står på æreslisten fra før."))
    return _store(award, actor)


@transaction.atomic
def take_back_award(*, actor: User, award: Award, seen: int, reason: str) -> None:
    """The naming was a mistake; the log remembers it. Raises Stale, Refused without a reason."""
    lock_club()
    award = fresh(award)
    if not reason.strip():
        raise Refused(_("Skriv hvorfor kåringen trekkes tilbake."))
    with log.entry(Verb.TAKE_BACK_AWARD, actor=actor, reason=reason) as entry:
        entry.change(award, seen=seen)
        entry.delete(award)


@transaction.atomic
def place_trophy(*, actor: User, seen: int, person: Person | None) -> Club:
    """He has the trophy now; None: it goes with the title. Raises Stale."""
    club = lock_club()
    with log.entry(Verb.CHANGE_CLUB, actor=actor) as entry:
        entry.change(club, seen=seen, trophy=person)
    return club


def _store(award: Award, actor: User) -> Award:
    with log.entry(Verb.NAME_AWARD, actor=actor) as entry:
        return entry.create(award)
