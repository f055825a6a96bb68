"""The names behind the ids of some log entries, fetched in a number of queries that does not grow with them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.apps import apps
from django.utils.translation import gettext as _

from league.alphabet import short_names
from league.club import office_name
from league.facts import State
from league.models import Change, Evening, LogEntry, Person, PersonalText, Round
from league.verbs import Verb
from league.words import short

type Key = tuple[str, int]  # model and id of a row

# What a row is known by, whichever of its other columns an act changed
KNOWN_BY = {
    "person": ("name",),
    "attendance": ("person_id",),
    "memberperiod": ("person_id",),
    "leave": ("person_id",),
    "office": ("person_id", "kind"),
    "user": ("person_id",),
    "roundplayer": ("person_id",),
    "round": ("mattis_id", "evening_id"),
    "season": ("name",),
    "quorumchange": ("first_day",),
    "award": ("person_id", "title", "year", "name"),
    "penalty": ("person_id",),
    "pen": ("person_id",),
    "invitation": ("starts_at",),
    "answer": ("person_id", "coming"),
    "readlink": ("kind",),
}
DELETING = (
    Verb.DELETE_PERSON,
    Verb.DELETE_PERIOD,
    Verb.DELETE_LEAVE,
    Verb.CHANGE_PERIOD,  # and what ended with the membership
    Verb.GIVE_OFFICE,  # and the one that never began
    Verb.DISCARD_EVENING,
    Verb.CHANGE_INVITATION,  # and the answers to another day
    Verb.TAKE_BACK_AWARD,
    Verb.CHANGE_QUORUM,
)
PEOPLE = ("person_id", "host_id", "mattis_id", "dealer_id", "bladmattis_id", "merged_into_id", "trophy_id")
SECRET = frozenset({"user", "readlink"})  # models whose texts are never told; nor are those of other apps


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a round stands in its evening now: its number, or without one the number of the round before it."""

    table: int
    number: int | None
    after: int
    several: bool  # the evening has several tables


class Names:
    """What some entries speak of."""

    def __init__(self, entries: Sequence[LogEntry]) -> None:
        # An evening of an old book brings many rows, and is told of by their number alone.
        changes = [c for entry in entries if entry.verb != Verb.IMPORT_BOOK for c in entry.changes]
        self._rows = _rows(changes)
        self._offices: dict[str, str] = {}
        self._texts = _texts(changes)
        bags = [*self._rows.values(), *_values(changes)]
        evening_ids = {entry.evening_id for entry in entries} | {bag.get("evening_id") for bag in bags}
        self.evenings = Evening.objects.in_bulk(evening_ids - {None})
        self._seats = _seats({self._rows[key]["evening_id"] for key in self._rows if key[0] == "round"})
        people = {bag.get(column) for bag in bags for column in PEOPLE}
        people |= {evening.host_id for evening in self.evenings.values()}
        people |= {entry.user.person_id for entry in entries if entry.user}
        people |= {pk for model, pk in self._rows if model == "person"}
        self._people = self._deleted_people() | _labels(people)

    def row(self, change: Change) -> dict[str, Any]:
        """What the changed row is known by."""
        return self._rows.get((change["model"], change["id"]), {})

    def person_of(self, change: Change) -> int | None:
        """The person a row belongs to, or is."""
        return change["id"] if change["model"] == "person" else self.row(change).get("person_id", 0)

    def person(self, pk: int | None) -> str:
        return _("ingen") if pk is None else self._people.get(pk, _("noen"))

    def actor(self, entry: LogEntry) -> str:
        """Who did it: the book itself where nobody did. The address of a log-in without a person is not told."""
        if entry.user is None:
            return "Mattisboken"
        return self.person(entry.user.person_id) if entry.user.person_id else _("Driftsansvarlig")

    def office(self, kind: str) -> str:
        """What the club calls it; asked once."""
        if kind not in self._offices:
            self._offices[kind] = office_name(kind)
        return self._offices[kind]

    def evening(self, pk: int | None) -> str:
        """Date and host of an evening as they are now."""
        evening = self.evenings.get(pk or 0)
        return self.evening_on(evening.date, evening.host_id) if evening else _("(slettet)")

    def evening_on(self, day: date, host: int | None) -> str:
        """*12.11.2026 hos Kåre*."""
        if host is None:
            return _("%(day)s uten vert") % {"day": short(day)}
        return _("%(day)s hos %(host)s") % {"day": short(day), "host": self.person(host)}

    def text(self, pointer: dict[str, int] | None) -> str:
        """A text the log points to; empty once it has been emptied."""
        return self._texts.get(pointer["text"], "") if pointer else ""

    def said(self, text: str | dict[str, int] | None) -> str:
        """A text of a row, or what the log remembers of it."""
        return self.text(text) if isinstance(text, dict) else text or ""

    def seat(self, pk: int) -> Seat | None:
        return self._seats.get(pk)

    def _deleted_people(self) -> dict[int, str]:
        rows = {pk: row["name"] for (model, pk), row in self._rows.items() if model == "person"}
        return {pk: self.text(name) for pk, name in rows.items() if isinstance(name, dict)}


def _labels(people: set[int | None]) -> dict[int, str]:
    """Each by the name he was entered with, a double too; but who is anonymised, is so as one."""
    found = Person.objects.select_related("merged_into").in_bulk(people - {None})
    shown = {pk: person.who if person.who.former else person for pk, person in found.items()}
    labels = short_names(set(shown.values()))
    return {pk: labels[person.pk] for pk, person in shown.items()}


def _values(changes: Iterable[Change]) -> Iterator[dict[str, Any]]:
    for change in changes:
        for values in (change["before"], change["after"]):
            if values:
                yield values


def _rows(changes: Sequence[Change]) -> dict[Key, dict[str, Any]]:
    """The rows the changes are about: as they are now, or as the log knew those deleted since."""
    wanted: dict[str, set[int]] = defaultdict(set)
    for change in changes:
        wanted[change["model"]].add(change["id"])
    found: dict[Key, dict[str, Any]] = {}
    for model, columns in KNOWN_BY.items():
        if wanted[model]:
            stored = apps.get_model("league", model)._base_manager.filter(pk__in=wanted[model])
            found |= {(model, row["pk"]): row for row in stored.values("pk", *columns)}
    for change in changes:
        if change["before"] is None or change["after"] is None:  # then the whole row stands here
            found.setdefault((change["model"], change["id"]), change["after"] or change["before"] or {})
    missing = {(model, pk) for model in KNOWN_BY for pk in wanted[model]} - found.keys()
    if missing:
        found |= _deleted_rows(missing)
    return found


def _deleted_rows(missing: set[Key]) -> dict[Key, dict[str, Any]]:
    entries = LogEntry.objects.filter(verb__in=DELETING).order_by().values_list("changes", flat=True)
    deleted = [change for changes in entries for change in changes if change["before"] and change["after"] is None]
    return {key: c["before"] or {} for c in deleted if (key := (c["model"], c["id"])) in missing}


def _texts(changes: Sequence[Change]) -> dict[int, str]:
    told = [change for change in changes if change["model"] in apps.all_models["league"].keys() - SECRET]
    pointers = {value["text"] for bag in _values(told) for value in bag.values() if isinstance(value, dict)}
    return dict(PersonalText.objects.filter(pk__in=pointers).values_list("pk", "text")) if pointers else {}


def _seats(evenings: set[int]) -> dict[int, Seat]:
    """Every round of the evenings by its id."""
    if not evenings:
        return {}
    rounds = Round.objects.filter(evening__in=evenings).in_order()
    rows = list(rounds.values_list("pk", "evening_id", "table", "state"))
    tables: dict[int, set[int]] = defaultdict(set)
    for _pk, evening, table, _state in rows:
        tables[evening].add(table)
    count: Counter[tuple[int, int]] = Counter()
    seats = {}
    for pk, evening, table, state in rows:
        before = count[evening, table]
        count[evening, table] += state == State.STANDING
        number = count[evening, table] if state == State.STANDING else None
        seats[pk] = Seat(table, number, before, len(tables[evening]) > 1)
    return seats
