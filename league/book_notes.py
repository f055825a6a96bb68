"""The corrections of a season, told in numbered notes: what, why, by whom and when."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import words
from league.books import RoundChange
from league.facts import EveningFacts, PlayedRound, State, numbered
from league.penalties import PenaltyTold
from league.verbs import Verb

SIGNED = {
    Verb.INSERT_ROUND: gettext_lazy("Satt inn av %(by)s %(day)s."),
    Verb.CORRECT_ROUND: gettext_lazy("Rettet av %(by)s %(day)s."),
    Verb.STRIKE_ROUND: gettext_lazy("Strøket av %(by)s %(day)s."),
    Verb.VOID_ROUND: gettext_lazy("Rettet av %(by)s %(day)s."),
    Verb.RESTORE_ROUND: gettext_lazy("Satt tilbake av %(by)s %(day)s."),
    Verb.MOVE_ROUNDS: gettext_lazy("Flyttet av %(by)s %(day)s."),
    Verb.CONTEST_ROUND: gettext_lazy("Reist av %(by)s %(day)s."),
    Verb.RULE_ON_ROUND: gettext_lazy("Kjennelse av %(by)s %(day)s."),
}

GIVEN = gettext_lazy("Gitt av %(by)s %(day)s.")


@dataclass(frozen=True, slots=True)
class Sources:
    """What the notes are written from."""

    changes: Mapping[int, Sequence[RoundChange]]  # by round, oldest first
    names: Mapping[int, str]
    days: Mapping[int, date]  # of the evenings, those of other seasons that rounds were moved from included
    reasons: Mapping[int, str]  # of the rounds that do not stand
    penalties: Mapping[int, Sequence[PenaltyTold]] = field(default_factory=dict)  # by evening


@dataclass(slots=True)
class Notes:
    """The notes, numbered from 1 in the order of the book, and the places that point to them."""

    texts: list[SafeString] = field(default_factory=list)
    by_evening: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_person: defaultdict[int, defaultdict[int, list[int]]] = field(  # by evening, then person
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    struck: Counter[tuple[int, int]] = field(default_factory=Counter)  # strek crossed out, by evening and person
    penalties: Counter[tuple[int, int]] = field(default_factory=Counter)  # those that stand, by evening and person
    corrected: set[int] = field(default_factory=set)  # standing rounds whose strek was somebody else's

    def add(self, text: SafeString) -> int:
        self.texts.append(text)
        return len(self.texts)


def season_notes(evenings: Sequence[EveningFacts], sources: Sources) -> Notes:
    """Everything the book of a season has to tell of its rounds, but for what was undone at once, and of penalties."""
    notes = Notes()
    for evening in evenings:
        shown = [round_ for round_ in evening.rounds if round_.state is not State.UNDONE]
        if any(round_.id in sources.changes or round_.state is not State.STANDING for round_ in shown):
            _note_moves(notes, evening, shown, sources)
            _note_rounds(notes, evening, shown, sources)
        for told in sources.penalties.get(evening.id, ()):
            _note_penalty(notes, evening, told)
    return notes


def _note_moves(notes: Notes, evening: EveningFacts, rounds: Sequence[PlayedRound], sources: Sources) -> None:
    """One note for each act, however many rounds it moved."""
    moved: defaultdict[tuple[datetime, int | None], list[RoundChange]] = defaultdict(list)
    for round_ in rounds:
        for change in sources.changes.get(round_.id, ()):
            if change.verb is Verb.MOVE_ROUNDS:
                moved[change.at, change.origin].append(change)
    for (_at, origin), changes in moved.items():
        count = words.rounds(len(changes))
        if origin is None:
            what = format_html(_("{} flyttet til et annet bord."), count)
        else:
            what = format_html(_("{} flyttet fra {}."), count, _day(sources.days[origin], evening.date))
        number = notes.add(format_html("{}: {} {}", words.day_month(evening.date), what, _signed(changes[0], evening)))
        for row in {evening.id, origin or evening.id}:
            notes.by_evening[row].append(number)


def _note_penalty(notes: Notes, evening: EveningFacts, told: PenaltyTold) -> None:
    penalty, person = told.penalty, told.person
    name = format_html("<del>{}</del>", person.name) if penalty.struck else person.name
    said = [format_html(_("{}, straffestrek til {}:"), words.day_month(evening.date), name), _sentence(penalty.reason)]
    for act, who in ((told.given, GIVEN), (told.struck, SIGNED[Verb.STRIKE_ROUND])):
        if act and act is told.struck:
            said.append(_sentence(act.reason))
        if act:
            said.append(who % {"by": act.by, "day": _day(localtime(act.at).date(), evening.date)})
    number = notes.add(format_html_join(" ", "{}", ((part,) for part in said if part)))
    notes.by_person[evening.id][person.pk].append(number)
    notes.penalties[evening.id, person.pk] += not penalty.struck


def _note_rounds(notes: Notes, evening: EveningFacts, rounds: Sequence[PlayedRound], sources: Sources) -> None:
    places = _places(evening, rounds)
    for round_ in rounds:
        changes = [c for c in sources.changes.get(round_.id, ()) if c.verb is not Verb.MOVE_ROUNDS]
        if not changes and round_.state is State.STANDING:
            continue
        told = " ".join(_told(round_, changes, evening, sources))
        number = notes.add(
            format_html("{}, {}: {}", words.day_month(evening.date), places[round_.id], SafeString(told))
        )
        lost_by = {person for person in (round_.mattis, *(change.was for change in changes)) if person}
        stands_for = round_.mattis if round_.state is State.STANDING else None
        for person in lost_by:
            notes.by_person[evening.id][person].append(number)
            notes.struck[evening.id, person] += person != stands_for
        if not lost_by:
            notes.by_evening[evening.id].append(number)
        if stands_for and len(lost_by) > 1:
            notes.corrected.add(round_.id)


def _told(
    round_: PlayedRound, changes: Sequence[RoundChange], evening: EveningFacts, sources: Sources
) -> Iterator[SafeString]:
    """What has happened to a round, act by act."""
    if not changes:  # it was so when it was logged, or read in from another book
        struck = format_html(_("<del>{}</del> strøket."), sources.names.get(round_.mattis or 0, ""))
        what = struck if round_.state is State.STRUCK else _("uten Mattis.")
        yield format_html("{} {}", what, _sentence(sources.reasons.get(round_.id, "")))
    mattis = next((change.was for change in changes if change.was), round_.mattis)
    for change in changes:
        yield format_html("{} {}", _act(change, sources.names.get(mattis or 0, ""), sources), _signed(change, evening))
        mattis = change.became or mattis


def _act(change: RoundChange, mattis: str, sources: Sources) -> SafeString:
    match change.verb:
        case Verb.INSERT_ROUND:
            return format_html(_("{}, en glemt runde."), mattis)
        case Verb.STRIKE_ROUND:
            return format_html(_("<del>{}</del> strøket."), mattis)
        case Verb.VOID_ROUND:
            return format_html(_("<del>{}</del> strøket, runden er uten Mattis."), mattis)
        case Verb.RESTORE_ROUND:
            return format_html(_("{} satt tilbake."), mattis)
        case Verb.CONTEST_ROUND:
            return format_html(_("{}, omstridt."), mattis or _("uten Mattis"))
        case Verb.RULE_ON_ROUND if change.state is State.VOID:
            return format_html(_("<del>{}</del> annullert, runden er uten Mattis."), mattis)
        case Verb.RULE_ON_ROUND if change.became is None:
            return format_html(_("{} beholder streken."), mattis) if mattis else format_html(_("Runden blir stående."))
    if change.became is None:
        return format_html(_("{} er fortsatt Mattis."), mattis)
    became = sources.names[change.became]
    return format_html(_("<del>{}</del> rettet til {}."), mattis, became) if change.was else format_html("{}.", became)


def _signed(change: RoundChange, evening: EveningFacts) -> SafeString:
    """Why, by whom and when."""
    who = SIGNED[change.verb] % {"by": change.by, "day": _day(localtime(change.at).date(), evening.date)}
    return format_html("{} {}", _sentence(change.reason), who)


def _sentence(reason: str) -> str:
    return capfirst(reason.strip().rstrip(".")) + "." if reason.strip() else ""


def _day(day: date, beside: date) -> str:
    """*17. oktober*, on one line; with the year where it is another than that of the day it stands beside."""
    return words.day_month(day).replace(" ", "\u00a0") if day.year == beside.year else words.short(day)


def _places(evening: EveningFacts, rounds: Sequence[PlayedRound]) -> dict[int, str]:
    """Where each round stands: *runde 4*, and for one that does not count, *etter runde 3*."""
    numbers = numbered(evening.rounds)
    several = len({round_.table for round_ in rounds}) > 1
    before: Counter[int] = Counter()
    places = {}
    for round_ in rounds:
        before[round_.table] = numbers.get(round_.id, before[round_.table])
        table = _("bord %(table)d") % {"table": round_.table} + ", " if several else ""
        places[round_.id] = table + _place(round_, before[round_.table])
    return places


def _place(round_: PlayedRound, number: int) -> str:
    """`number` is the last one given at the table, its own if it has one."""
    if not round_.ordered:
        return _("en runde")
    if round_.state is State.STANDING:
        return _("runde %(number)d") % {"number": number}
    return _("etter runde %(number)d") % {"number": number} if number else _("før runde 1")
