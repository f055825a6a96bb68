"""Everybody in the book: members, those who were, and guests."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Max
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.alphabet import full_names, in_order
from league.identity import Identities
from league.models import Attendance, Leave, MemberPeriod, Person
from league.services.attendance import is_nameless
from league.words import short


@dataclass(frozen=True, slots=True)
class Entry:
    """One person and what the list says of him."""

    person: Person
    name: str  # told apart from whoever shares it
    word: str
    on_leave: bool = False


class PeoplePage:
    """The three lists, each in the order of the alphabet; with `query` only those whose name it is part of."""

    def __init__(self, query: str = "") -> None:
        self.query = query.strip()
        today, who = timezone.localdate(), Identities()
        periods = periods_of_all(who)
        away = set(map(who.of, Leave.objects.running(today).values_list("person_id", flat=True)))
        self.members: list[Entry] = []
        self.former: list[Entry] = []
        guests = []
        everybody = in_order(Person.objects.kept())
        names = full_names(everybody)
        for person in everybody:
            if not _matches(person, self.query):
                continue
            if person.pk not in periods:
                guests.append(person)
                continue
            over = all(period.last_day and period.last_day < today for period in periods[person.pk])
            entry = Entry(person, names[person.pk], spell(periods[person.pk], today), person.pk in away)
            (self.former if over else self.members).append(entry)
        self.guests = _guests(guests, names, who)

    @property
    def found(self) -> bool:
        return bool(self.members or self.former or self.guests)


def periods_of_all(who: Identities) -> dict[int, list[MemberPeriod]]:
    """The member periods of everybody who has any, by the person kept."""
    found: dict[int, list[MemberPeriod]] = defaultdict(list)
    for period in MemberPeriod.objects.all():
        found[who.of(period.person_id)].append(period)
    return found


def spell(periods: Sequence[MemberPeriod], today: date) -> str:
    """*Medlem siden 2022*, *Var medlem 2019–2021 og 2023*; *Gjest* who has never been one."""
    if not periods:
        return _("Gjest")
    *earlier, (first_day, last_day) = _stretches(periods)
    if first_day > today:
        return _("Blir medlem %(day)s") % {"day": short(first_day)}
    if last_day < today:
        return _("Var medlem %(years)s") % {"years": _and([*map(_years, earlier), _years((first_day, last_day))])}
    since = _("siden %(year)d") % {"year": first_day.year}
    return _("Medlem %(years)s") % {"years": _and([*map(_years, earlier), since])}


def _stretches(periods: Sequence[MemberPeriod]) -> list[tuple[date, date]]:
    """From which day to which, in order; those of a double may overlap his own."""
    found: list[tuple[date, date]] = []
    for first_day, last_day in sorted((period.first_day, period.last_day or date.max) for period in periods):
        if found and first_day <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], last_day))
        else:
            found.append((first_day, last_day))
    return found


def _years(stretch: tuple[date, date]) -> str:
    """*2019–2021*, of one that has ended."""
    first, last = stretch[0].year, stretch[1].year
    return f"{first}–{last}" if first < last else f"{first}"


def _and(words: list[str]) -> str:
    return get_text_list(words, _("og"))


def _guests(people: list[Person], names: dict[int, str], who: Identities) -> list[Entry]:
    """Those with a name, and when they last came."""
    named = [person for person in people if not is_nameless(person)]
    mine = {person.pk: person.pk for person in named}
    mine |= {double: kept for double, kept in who.pairs() if kept in mine}
    came = Attendance.objects.filter(person__in=mine, present=True)
    last: dict[int, date] = {}
    for person_id, day in came.values("person").annotate(day=Max("evening__date")).values_list("person", "day"):
        last[mine[person_id]] = max(day, last.get(mine[person_id], day))
    return [
        Entry(person, names[person.pk], _("sist her %(day)s") % {"day": short(last[person.pk])})
        if person.pk in last
        else Entry(person, names[person.pk], "")
        for person in named
    ]


def _matches(person: Person, query: str) -> bool:
    return any(_folded(query) in _folded(name) for name in (person.name, person.short_name))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
