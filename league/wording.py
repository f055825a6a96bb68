"""The log in words: one sentence for each act, which reads on from who did it.

    for line in describe(entries):
        print(line.who, line.sentence, line.details, line.reason)
    # Kåre  rettet runde 4: Frode → Geir  ()  feil navn

E-mail addresses and what read links are called are never told: whoever may read the book may read the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.db import models
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from league.club import EXTRA_NAMES
from league.facts import Extra
from league.log_names import SECRET, Names, Seat
from league.log_sentences import (
    ANSWERED_HIMSELF,
    AS_MEMBER,
    COUNTED,
    COUNTS,
    DOES_NOT_COUNT,
    NEVER_IN_OFFICE,
    ONLY_LOOKS_ON,
    OPENED_LOGIN,
    OTHER_NAMES,
    OTHER_PLAYERS,
    OTHER_TABLE,
    PEN_NOBODY_TOOK,
    PEOPLE_OF_BOOK,
    QUORUM_BACK,
    QUORUM_FROM,
    REDONE_WITHOUT_MATTIS,
    RESTORED,
    SENTENCES,
    SHUT_LOGIN,
    STRUCK_WITHOUT_MATTIS,
    SUBSCRIBED,
    TOLD,
    UNDONE_WITHOUT_MATTIS,
    UNSAID,
    UNSUBSCRIBED,
    WITHOUT_MATTIS,
    WORDS,
)
from league.models import Change, Evening, LogEntry, Person
from league.verbs import Verb
from league.words import NOTHING, clock, rounds, short


@dataclass(frozen=True, slots=True)
class Line:
    """One act. `sentence` reads on from `who`; `details` say what the sentence leaves out, each on its own."""

    entry: LogEntry
    when: datetime
    who: str
    sentence: str
    details: tuple[str, ...]
    reason: str
    evening: Evening | None

    @property
    def day(self) -> date:
        return localtime(self.when).date()


def describe(entries: Sequence[LogEntry]) -> list[Line]:
    """The entries in words, in the order given. The number of queries does not grow with theirs."""
    names = Names(entries)
    return [_line(Act(entry, names)) for entry in entries]


NOTHING_CHANGED: Change = {"model": "", "id": 0, "version": None, "before": None, "after": None}


class Act:
    """One entry and what its sentence may be asked for: `template % act`."""

    def __init__(self, entry: LogEntry, names: Names) -> None:
        self.entry = entry
        self.verb = Verb(entry.verb)
        self.names = names

    def __getitem__(self, word: str) -> str:
        return str(getattr(self, word))

    def of(self, model: str) -> list[Change]:
        return [change for change in self.entry.changes if change["model"] == model]

    @property
    def subject(self) -> Change:
        """The change the act is about; the others came with it."""
        if self.verb is Verb.GIVE_OFFICE:
            return self.entry.changes[-1]  # before it the time of the former chairman ends
        changes = self.entry.changes or [NOTHING_CHANGED]
        if self.verb is Verb.ANONYMISE:
            return changes[0]  # the texts that named him come after
        return next((c for c in changes if c["model"] == "round"), changes[0])

    def value(self, change: Change, column: str, *, was: bool = False) -> Any:
        """What the column became, or was; from the row itself if this act did not change it."""
        values = (change["before"] if was else change["after"]) or change["before"] or {}
        return values.get(column, self.names.row(change).get(column))

    # --- Words of the sentences

    @property
    def person(self) -> str:
        return self.names.person(self.names.person_of(self.subject))

    @property
    def people(self) -> str:
        return _listed(self.names.person(self.names.person_of(change)) for change in self.of("attendance"))

    @property
    def old_name(self) -> str:
        return self.names.text((self.subject["before"] or {}).get("name"))

    @property
    def new_name(self) -> str:
        return self.names.text((self.subject["after"] or {}).get("name"))

    @property
    def days(self) -> str:
        """*fra 01.01.2026*, *01.01.2026–31.12.2026*, of the period the act is about, or made with who it is about."""
        made = (c for c in (self.subject, *self.entry.changes) if "first_day" in (c["after"] or c["before"] or {}))
        change = next(made)
        first_day, last_day = self.value(change, "first_day"), self.value(change, "last_day")
        if last_day:
            return f"{_day(first_day)}–{_day(last_day)}"
        return gettext("fra %(day)s") % {"day": _day(first_day)}

    @property
    def first_day(self) -> str:
        return _day(self.value(self.subject, "first_day"))

    @property
    def last_day(self) -> str:
        return _day(self.value(self.subject, "last_day"))

    @property
    def percent(self) -> str:
        return str(self.value(self.subject, "percent"))

    @property
    def seated(self) -> str:
        """Those who got a seat, in the order of the table."""
        seats = {seat: c for c in self.of("attendance") if (seat := (c["after"] or {}).get("seat"))}
        return _listed(f"{at}. {self.names.person(self.names.person_of(seats[at]))}" for at in sorted(seats)) or NOTHING

    @property
    def office(self) -> str:
        return _shown(self.names, "office", "kind", self.value(self.subject, "kind"))

    @property
    def season(self) -> str:
        return str(self.names.row(self.subject).get("name", ""))

    @property
    def kept(self) -> str:
        """Whom a double was merged into, or was parted from."""
        after = (self.subject["after"] or {}).get("merged_into_id")
        return self.names.person(after or (self.subject["before"] or {}).get("merged_into_id"))

    @property
    def winner(self) -> str:
        row = self.names.row(self.subject)
        name = row.get("name")
        return self.names.person(row["person_id"]) if row.get("person_id") else self.names.said(name)

    @property
    def title(self) -> str:
        return _shown(self.names, "award", "title", self.value(self.subject, "title"))

    @property
    def year(self) -> str:
        return str(self.value(self.subject, "year"))

    @property
    def starts_at(self) -> str:
        return _shown(self.names, "invitation", "starts_at", self.value(self.subject, "starts_at"))

    @property
    def coming(self) -> str:
        return _shown(self.names, "answer", "coming", self.value(self.subject, "coming"))

    @property
    def mattis(self) -> str:
        return self.names.person(self.value(self.subject, "mattis_id"))

    @property
    def was(self) -> str:
        return self.names.person(self.value(self.subject, "mattis_id", was=True))

    @property
    def round(self) -> str:
        return _seat(self.names.seat(self.subject["id"]))

    @property
    def rounds(self) -> str:
        return rounds(len(self.of("round")))

    @property
    def table(self) -> str:
        return str(self.value(self.subject, "table"))

    @property
    def evening(self) -> str:
        """Date and host; of an evening made or deleted as they then were, of a moved round where it went."""
        if self.verb is Verb.IMPORT_BOOK:
            return self.names.evening(self.entry.evening_id)
        if not (changed := self.of("evening")):
            return self.names.evening(self.value(self.subject, "evening_id"))
        day, host = self.value(changed[0], "date"), self.value(changed[0], "host_id")
        return self.names.evening_on(date.fromisoformat(day), host)

    @property
    def origin(self) -> str:
        return self.names.evening(self.value(self.subject, "evening_id", was=True))

    @property
    def new_people(self) -> str:
        names, periods = len(self.of("person")), len(self.of("memberperiod"))
        return gettext("%(names)s og %(periods)s") % {
            "names": ngettext("%(count)d navn", "%(count)d navn", names) % {"count": names},
            "periods": ngettext("%(count)d medlemstid", "%(count)d medlemstider", periods) % {"count": periods},
        }


def _line(act: Act) -> Line:
    entry = act.entry
    return Line(
        entry=entry,
        when=entry.at,
        who=act.names.actor(entry),
        sentence=str(_template(act)) % act,
        details=tuple(_details(act)),
        reason=entry.reason.text if entry.reason else "",
        evening=act.names.evenings.get(entry.evening_id or 0),
    )


def _template(act: Act) -> Any:
    """The sentence of the verb, or the one that fits better what the act did."""
    after = act.subject["after"] or {}
    without_mattis = act.subject["model"] == "round" and act.value(act.subject, "mattis_id") is None
    match act.verb:
        case Verb.IMPORT_BOOK if not act.of("evening"):
            return PEOPLE_OF_BOOK
        case Verb.CHANGE_QUORUM if act.subject["before"] is None:
            return QUORUM_FROM
        case Verb.CHANGE_QUORUM if not after:
            return QUORUM_BACK
        case Verb.ADD_PERSON if act.of("memberperiod"):
            return AS_MEMBER
        case Verb.RENAME if "name" not in after:
            return OTHER_NAMES
        case Verb.END_OFFICE if not after:
            return NEVER_IN_OFFICE
        case Verb.CHANGE_LOGIN if "is_active" in after:
            return OPENED_LOGIN if after["is_active"] else SHUT_LOGIN
        case Verb.DECIDE_COUNTING if after["counts_by_decision"] is not None:
            return COUNTS if after["counts_by_decision"] else DOES_NOT_COUNT
        case Verb.ADD_LINK | Verb.REVOKE_LINK if act.value(act.subject, "kind") == "calendar":
            return SUBSCRIBED if act.verb is Verb.ADD_LINK else UNSUBSCRIBED
        case Verb.END_PEN if act.names.person_of(act.subject) is None:
            return PEN_NOBODY_TOOK
        case Verb.ANSWER if act.entry.user and act.entry.user.person_id == act.names.person_of(act.subject):
            return ANSWERED_HIMSELF
        case Verb.CHANGE_TABLE if "table" in after and after["table"] is None:
            return ONLY_LOOKS_ON
        case Verb.ADD_ROUND if without_mattis:
            return WITHOUT_MATTIS
        case Verb.UNDO_ROUND if without_mattis:
            return UNDONE_WITHOUT_MATTIS
        case Verb.REDO_ROUND if without_mattis:
            return REDONE_WITHOUT_MATTIS
        case Verb.STRIKE_ROUND if without_mattis:
            return STRUCK_WITHOUT_MATTIS
        case Verb.CORRECT_ROUND if "mattis_id" not in after:
            return OTHER_PLAYERS if act.of("roundplayer") else RESTORED
        case Verb.MOVE_ROUNDS if "evening_id" not in after:
            return OTHER_TABLE
    return SENTENCES[act.verb]


def _details(act: Act) -> Iterator[str]:
    """What changed besides."""
    if act.verb in COUNTED:
        return
    for change in act.entry.changes:
        if change["before"] and change["after"] and change["model"] in apps.all_models["league"].keys() - SECRET:
            yield from _differences(act, change)
    arrived = [c for c in act.of("attendance") if c["before"] is None]
    if act.verb not in {Verb.ARRIVE, Verb.ADD_GUEST} and arrived:
        yield gettext("til stede: %(people)s") % {"people": _people(act, arrived)}
    if played := [c for c in act.of("roundplayer") if c["before"] is None]:
        yield gettext("spilte: %(people)s") % {"people": _people(act, played)}
    if left := [c for c in act.of("roundplayer") if c["after"] is None]:
        yield gettext("spilte ikke: %(people)s") % {"people": _people(act, left)}
    for change in act.entry.changes:
        if change["after"] is None and change["model"] in {"leave", "office"} and change is not act.subject:
            yield gettext("%(what)s slettet") % {"what": _called(change["model"])}


def _differences(act: Act, change: Change) -> Iterator[str]:
    before, after = change["before"] or {}, change["after"] or {}
    for column in after:
        if column not in TOLD.get(act.verb, ()) and (change["model"], column) not in UNSAID:
            yield "{}{}: {} → {}".format(
                _whose(act, change),
                word(change["model"], column),
                _shown(act.names, change["model"], column, before[column]),
                _shown(act.names, change["model"], column, after[column]),
            )


def _whose(act: Act, change: Change) -> str:
    """Whose row it is that changed, where the sentence is about another."""
    if change is act.subject or change["model"] not in {"attendance", "roundplayer", "leave", "office"}:
        return ""
    person = act.names.person(act.names.person_of(change))
    if change["model"] in {"leave", "office"}:
        person += f" ({_called(change['model'])})"
    return f"{person}, "


def _called(model: str) -> str:
    return str(apps.get_model("league", model)._meta.verbose_name)


def _people(act: Act, changes: Iterable[Change]) -> str:
    return _listed(act.names.person(act.names.person_of(change)) for change in changes)


def word(model: str, column: str) -> str:
    """What a column is called, on screen."""
    return str(WORDS.get(column) or apps.get_model("league", model)._meta.get_field(column).verbose_name)


def _shown(names: Names, model: str, column: str, value: Any) -> str:
    """A value as people write it."""
    field: Any = apps.get_model("league", model)._meta.get_field(column)
    if isinstance(value, dict):
        return names.text(value) or NOTHING
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return gettext("ja") if value else gettext("nei")
    if field.is_relation:
        return names.person(value) if field.related_model is Person else names.evening(value)
    if (model, column) == ("office", "kind"):
        return names.office(value)
    if isinstance(value, list):
        return _listed(str(EXTRA_NAMES[Extra(extra)]) for extra in value) or NOTHING
    if field.choices:
        return str(dict(field.flatchoices).get(value, value))
    if isinstance(field, models.DateTimeField):
        when = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        return f"{short(when)} {clock(when)}"
    return _day(value) if isinstance(field, models.DateField) else str(value)


def _seat(seat: Seat | None) -> str:
    """*runde 4*, *bord 2, runde 4*, and of a round without a number the one before it."""
    if seat is None:
        return gettext("en runde")
    if seat.number:
        said = gettext("runde %(number)s") % {"number": seat.number}
    elif seat.after:
        said = gettext("etter runde %(number)s") % {"number": seat.after}
    else:
        said = gettext("først")
    return gettext("bord %(table)s, %(round)s") % {"table": seat.table, "round": said} if seat.several else said


def _day(value: str | date | None) -> str:
    if not value:
        return NOTHING
    return short(date.fromisoformat(value) if isinstance(value, str) else value)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
