"""What a write would do to evenings and places that stand already: listed before it is saved.

    saved, effects = unless_it_flips(write, first_day=day, last_day=None, accepted=request.POST.get("accepted", ""))

`write` is any callable that writes through the services, such as `lambda: people.change_period(...)`. The
days say which stretch of the book it can touch: every season that has a day in it is judged before and
after. What is compared is which rounds that stand both times count, and who has which place.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import words
from league.books import people_named, season_facts
from league.facts import EveningFacts, State
from league.models import Season
from league.quorum import EveningVerdict, Reason, judged
from league.standings import standings


@dataclass(frozen=True, slots=True)
class Effects:
    """What would flip, in sentences for the reader; nothing of it is falsy."""

    evenings: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.evenings or self.places)

    @property
    def key(self) -> str:
        """What the reader accepts: these effects in this language, and no others."""
        return hashlib.sha256("\n".join((*self.evenings, "", *self.places)).encode()).hexdigest()


def effects_of(write: Callable[[], object], *, first_day: date, last_day: date | None) -> Effects:
    """What `write` would flip; nothing of it is kept. Raises what `write` raises."""
    with transaction.atomic():
        _, effects = _compared(write, first_day, last_day)
        transaction.set_rollback(True)
    return effects


def unless_it_flips[R](
    write: Callable[[], R], *, first_day: date, last_day: date | None, accepted: str = ""
) -> tuple[R | None, Effects]:
    """Write if nothing flips, or just what has been accepted by its key; else keep nothing.

    Returns what `write` returned, or None with the effects that wait to be accepted. Raises what `write` raises.
    """
    with transaction.atomic():
        saved, effects = _compared(write, first_day, last_day)
        if effects and effects.key != accepted:
            transaction.set_rollback(True)
            return None, effects
    return saved, Effects()


@dataclass(frozen=True, slots=True)
class _Book:
    """The judgements of some seasons."""

    evenings: dict[int, tuple[EveningFacts, EveningVerdict]]
    places: dict[tuple[int, int], int | None]  # by season and person


def _compared[R](write: Callable[[], R], first_day: date, last_day: date | None) -> tuple[R, Effects]:
    before = _book(first_day, last_day)
    written = write()
    after = _book(first_day, last_day)
    return written, Effects(tuple(_evening_lines(before, after)), tuple(_place_lines(before, after)))


def _book(first_day: date, last_day: date | None) -> _Book:
    book = _Book({}, {})
    for season in Season.objects.newest_first():
        if last_day and season.first_day > last_day:
            continue
        facts = season_facts(season)
        if facts.last_day and facts.last_day < first_day:
            break
        book.evenings.update({evening.id: (evening, verdict) for evening, verdict in judged(facts)})
        book.places.update({(season.pk, row.person): row.place for row in standings(facts).rows})
    return book


def _evening_lines(before: _Book, after: _Book) -> Iterator[str]:
    both = before.evenings.keys() & after.evenings.keys()
    dates = Counter(before.evenings[pk][0].date for pk in before.evenings)
    hosts = people_named(before.evenings[pk][0].host or 0 for pk in both)
    for pk in sorted(both, key=lambda pk: (before.evenings[pk][0].date, pk)):
        (evening, was), (changed, now) = before.evenings[pk], after.evenings[pk]
        which = words.short(evening.date)
        if dates[evening.date] > 1 and evening.host:
            which = _("%(day)s hos %(host)s") % {"day": which, "host": hosts[evening.host].name}
        same = _standing(evening) & _standing(changed)
        counted, counts = (same & {round_.id for round_ in verdict.counting_rounds} for verdict in (was, now))
        if was.counts != now.counts:
            line = _("%(evening)s teller nå: %(why)s") if now.counts else _("%(evening)s teller ikke lenger: %(why)s")
            yield line % {"evening": which, "why": _why(now)}
        elif counted != counts:
            rounds = {"evening": which, "now": len(counts), "before": len(counted)}
            yield (
                ngettext(
                    "%(evening)s: %(now)d runde teller, før %(before)d",
                    "%(evening)s: %(now)d runder teller, før %(before)d",
                    len(counts),
                )
                % rounds
            )


def _standing(evening: EveningFacts) -> set[int]:
    return {round_.id for round_ in evening.rounds if round_.state is State.STANDING}


def _why(verdict: EveningVerdict) -> str:
    quorum = verdict.quorum
    figures = {"present": quorum.present, "members": quorum.members, "needed": quorum.needed}
    match verdict.reason:
        case Reason.MET | Reason.KNOWN_REACH:
            return _("%(present)d av %(members)d – nok") % figures
        case Reason.NOT_MET:
            return _("%(present)d av %(members)d, trengte %(needed)d") % figures
        case Reason.NO_MEMBERS:
            return _("ingen var medlem den dagen")
        case Reason.UNDECIDED:
            return _("frammøtet er ikke ført")
        case Reason.DECIDED_TO_COUNT | Reason.DECIDED_NOT_TO_COUNT:
            return _("bokføreren har avgjort det")


def _place_lines(before: _Book, after: _Book) -> Iterator[str]:
    keys = before.places | after.places
    moved = [(*key, before.places.get(key), after.places.get(key)) for key in keys]
    moved = [line for line in moved if line[2] != line[3]]
    seasons = Season.objects.in_bulk({season for season, *_rest in moved})
    people = people_named(person for _season, person, *_rest in moved)
    nowhere = len(keys) + 1
    for season, person, was, now in sorted(
        moved, key=lambda line: (seasons[line[0]].first_day, line[3] or nowhere, line[2] or nowhere, line[1])
    ):
        said = {"name": people[person].name, "before": was, "now": now, "season": seasons[season].name}
        if now is None:
            yield _("%(name)s: %(before)d. plass → uten plass i %(season)s") % said
        elif was is None:
            yield _("%(name)s: uten plass → %(now)d. plass i %(season)s") % said
        else:
            yield _("%(name)s: %(before)d. → %(now)d. plass i %(season)s") % said
