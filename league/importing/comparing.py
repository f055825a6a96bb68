"""An evening as it stands in the book beside what a file says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from league import words
from league.books import evening_facts
from league.exporting.book import kept_evenings
from league.exporting.columns import OF_EVERY_LINE, Column, Line
from league.exporting.kept import Cells, KeptEvening, lines
from league.facts import EveningFacts
from league.importing.cells import text_of
from league.importing.people import People
from league.importing.values import ReadEvening
from league.models import Evening


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing the two say differently, in words."""

    what: str
    stored: str
    read: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """An evening that is in the book already and differs from the file, and not by an earlier import of it."""

    evening: Evening
    read: ReadEvening
    differences: tuple[Difference, ...]


def compared(twins: Sequence[tuple[ReadEvening, Evening]], people: People) -> list[Conflict]:
    """Each evening of the file beside the one in the book, with what the two say differently."""
    kept = iter(kept_evenings([evening for read, evening in twins if read.kept]))
    return [
        Conflict(
            evening,
            read,
            tuple(_line_by_line(next(kept), read.kept)) if read.kept else _differences(evening, read, people),
        )
        for read, evening in twins
    ]


def _differences(evening: Evening, read: ReadEvening, people: People) -> tuple[Difference, ...]:
    """What the file says otherwise than the book; a book of rounds says nothing of who came without playing."""
    facts = evening_facts(evening)
    pairs = [(_("Sted"), evening.place, read.venue), (_("Merknad"), evening.remark, read.remark)]
    pairs += _rounds(facts, read, people) if read.rounds else _strek(facts, read, people)
    return tuple(
        Difference(what, stored or words.NOTHING, said or words.NOTHING)
        for what, stored, said in pairs
        if stored != said
    )


def _line_by_line(stored: KeptEvening, read: KeptEvening) -> Iterator[Difference]:
    """What two exports say differently of one evening. The ids of another book say nothing here."""
    ids = stored.book == read.book
    mine, theirs = _by_line(stored, ids), _by_line(read, ids)
    for line in dict.fromkeys([*mine, *theirs]):
        if line not in mine:
            yield Difference(line, words.NOTHING, _("står i filen"))
        elif line not in theirs:
            yield Difference(line, _("står i boken"), words.NOTHING)
        else:
            for column in Column:
                ours, said = (text_of(cells[line].get(column, "")) for cells in (mine, theirs))
                if ours != said:
                    yield Difference(f"{line}, {column}", ours or words.NOTHING, said or words.NOTHING)


def _by_line(evening: KeptEvening, ids: bool) -> dict[str, Cells]:
    """The evening's lines, each by what it is called."""
    found: dict[str, Cells] = {}
    count: Counter[str] = Counter()
    unsaid: tuple[Column, ...]
    for cells in lines(evening):
        line = str(cells[Column.LINE])
        if line == Line.EVENING:
            name, unsaid = _("Kvelden"), (Column.BOOK, Column.EVENING)
        else:
            count[line] += 1
            number = cells[Column.ROUND] if ids and line == Line.ROUND else count[line]
            name, unsaid = f"{capfirst(line)} {number}", (*OF_EVERY_LINE, Column.ROUND)
        found[name] = dict(pair for pair in cells.items() if pair[0] not in unsaid)
    return found


def _strek(facts: EveningFacts, read: ReadEvening, people: People) -> Iterator[tuple[str, str, str]]:
    lost = Counter(one.mattis for one in facts.standing if one.mattis)
    stored = {people.label[pk]: lost[pk] for pk in sorted(facts.came | set(lost)) if pk in people.label}
    for name in dict.fromkeys([*read.strek, *stored]):
        yield name, _presence(stored.get(name)), _presence(read.strek.get(name))
    nameless = sum(count for pk, count in lost.items() if pk not in people.label)
    yield _("Gjester uten navn"), words.strek(nameless), words.strek(read.guest_strek)


def _presence(strek: int | None) -> str:
    return _("ikke til stede") if strek is None else words.strek(strek)


def _rounds(facts: EveningFacts, read: ReadEvening, people: People) -> Iterator[tuple[str, str, str]]:
    stored = [
        (people.named(one.mattis) if one.mattis else "", {people.named(pk) for pk in one.players or ()})
        for one in facts.standing
    ]
    said = [(one.mattis, set(one.players)) for one in read.rounds]
    for number, (mine, theirs) in enumerate(zip_longest(stored, said), 1):
        yield _("Runde %(number)d") % {"number": number}, _round(mine), _round(theirs)


def _round(one: tuple[str, set[str]] | None) -> str:
    if one is None:
        return ""
    mattis, players = one
    return f"{mattis} ({', '.join(sorted(players))})"
