"""A book that Mattisboken itself has written: a line for each evening, and one for each of its rounds and penalties."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from league.exporting.columns import (
    ATTENDANCE,
    DECISION,
    OF_EVERY_LINE,
    STATES,
    TRUMPS,
    Column,
    Line,
    parted,
)
from league.exporting.kept import KeptEvening, KeptPenalty, KeptRound
from league.facts import State
from league.importing.cells import FIRST_YEAR, LAST_YEAR, number_of, text_of
from league.importing.draft import LONGEST_REMARK, LONGEST_VENUE, MOST_NAMES, Draft
from league.importing.faults import Kind
from league.importing.headings import Columns
from league.importing.reading import Row
from league.importing.values import Form, Part, ReadEvening, digest
from league.services.attendance import TABLES, is_nameless_name

_LONGEST = {
    Column.PLACE: LONGEST_VENUE,
    Column.REMARK: LONGEST_REMARK,
    Column.REASON: LONGEST_REMARK,
    Column.ROUND_REMARK: LONGEST_REMARK,
}


def is_own(columns: Columns) -> bool:
    """Whether these are the headings of a book that Mattisboken has written."""
    return {Column.EVENING.value, Column.LINE.value} <= set(columns.headings.values())


def read_own(heading: Row, rows: Sequence[Row], columns: Columns, draft: Draft) -> Part:
    """The evenings under one line of headings; the lines of one evening may stand anywhere."""
    at = {column: n for n, column in ((n, Column(h)) for n, h in columns.headings.items() if h in set(Column))}
    missing = [column for column in Column if column not in at]
    for column in missing:
        draft.fault(Kind.NO_COLUMN, heading.place(), column=column.value)
    if missing:
        return Part(Form.OWN, (), ())
    reader = _Own(at, columns, draft)
    for row in rows:
        reader.read(row)
    evenings = tuple(reader.evenings())
    names = [name for name in reader.names if not is_nameless_name(name)]
    draft.distinct(names)
    return Part(Form.OWN, tuple(dict.fromkeys(map(draft.meant, names))), evenings)


@dataclass(slots=True)
class _Gathered:
    """The lines of one evening so far."""

    first: Row
    evening: KeptEvening
    told: Row | None = None  # the line of the evening itself
    guests: tuple[str, ...] = ()
    rounds: list[KeptRound] = field(default_factory=list)
    penalties: list[KeptPenalty] = field(default_factory=list)


class _Own:
    """Reads one row after the other and gathers them by evening."""

    def __init__(self, at: Mapping[Column, int], columns: Columns, draft: Draft) -> None:
        self.names: dict[str, None] = {}
        self._at = at
        self._columns = columns
        self._draft = draft
        self._found: dict[tuple[str, int], _Gathered] = {}
        self._rounds: dict[tuple[str, int], int] = {}  # id to line

    def read(self, row: Row) -> None:
        self._draft.check_headings(row, self._columns)
        common = self._common(row)
        line = self._word(row, Column.LINE, {line.value: line for line in Line})
        if common is None or line is None:
            return
        gathered = self._found.setdefault((common.book, common.id), _Gathered(row, common))
        self._check_alike(row, gathered)
        match line:
            case Line.EVENING:
                self._read_evening(row, gathered)
            case Line.ROUND:
                if one := self._round(row):
                    self._check_round_once(row, (common.book, one.id))
                    gathered.rounds.append(one)
            case Line.PENALTY:
                if penalty := self._penalty(row):
                    gathered.penalties.append(penalty)

    def evenings(self) -> Iterable[ReadEvening]:
        draft = self._draft
        for gathered in self._found.values():
            if gathered.told is None:
                draft.fault(Kind.NO_EVENING_LINE, gathered.first.place(), str(gathered.evening.id))
                continue
            written = replace(gathered.evening, rounds=_in_order(gathered.rounds), penalties=tuple(gathered.penalties))
            kept = written.renamed(draft.meant)
            self._check_once(gathered.first, kept)
            guests = frozenset(map(draft.meant, gathered.guests))
            strek = Counter(one.mattis for one in kept.rounds if one.state is State.STANDING)
            yield ReadEvening(
                place=gathered.first.place(),
                date=kept.date,
                host=kept.host or None,
                venue=kept.place,
                remark=kept.remark,
                strek={name: strek[name] for name in dict.fromkeys([*kept.present, *strek])},
                digest=digest(repr(written)),
                guests=guests | {name for name in kept.present if is_nameless_name(name)},
                kept=kept,
            )

    # Lines

    def _common(self, row: Row) -> KeptEvening | None:
        """What every line says of its evening."""
        number, day = self._number(row, Column.EVENING), self._day(row)
        if number is None or day is None:
            return None
        host, place, remark = (self._text(row, column) for column in (Column.HOST, Column.PLACE, Column.REMARK))
        return KeptEvening(
            self._text(row, Column.BOOK), number, day, self._known(row, Column.HOST, host), place, remark
        )

    def _read_evening(self, row: Row, gathered: _Gathered) -> None:
        if gathered.told:
            self._fault(Kind.EVENING_TWICE, row, Column.EVENING, first=gathered.told.place())
            return
        gathered.told = row
        present = self._people(row, Column.PRESENT)
        gathered.guests = self._people(row, Column.GUESTS)
        gathered.evening = replace(
            gathered.evening,
            attendance_recorded=self._word(row, Column.ATTENDANCE, _by_word(ATTENDANCE)) is not False,
            counts_by_decision=self._word(row, Column.DECISION, _by_word(DECISION)),
            present=present,
            arrived=self._arrived(row, present),
            opened_at=self._time(row, Column.OPENED, self._text(row, Column.OPENED)),
        )
        for name in gathered.guests:
            if name not in present:
                self._fault(Kind.NOT_PRESENT, row, Column.GUESTS, name)

    def _arrived(self, row: Row, present: Sequence[str]) -> tuple[tuple[str, datetime], ...]:
        found = []
        for text, name in self._pairs(row, Column.ARRIVED):
            time = self._time(row, Column.ARRIVED, text)
            if name not in present:
                self._fault(Kind.NOT_PRESENT, row, Column.ARRIVED, name)
            elif time:
                found.append((name, time))
        return tuple(found)

    def _round(self, row: Row) -> KeptRound | None:
        number, table = self._number(row, Column.ROUND), self._number(row, Column.TABLE)
        state = self._word(row, Column.STATE, _by_word(STATES))
        if table is not None and table not in TABLES:
            self._fault(Kind.NO_TABLE, row, Column.TABLE, most=TABLES[-1])
        mattis = self._person(row, Column.MATTIS)
        players = self._people(row, Column.PLAYERS) or None
        self._check_people(row, state, mattis, players)
        trump = self._word(row, Column.TRUMP, _by_word(TRUMPS))
        time = self._time(row, Column.LOGGED, self._text(row, Column.LOGGED))
        if number is None or table is None or state is None or trump is None:
            return None
        return KeptRound(
            id=number,
            table=table,
            number=self._number(row, Column.NUMBER) if row.cell(self._at[Column.NUMBER]) != "" else None,
            state=state,
            mattis=mattis,
            players=players,
            reason=self._text(row, Column.REASON),
            finish=self._finish(row, players or ()),
            bladmattis=self._person(row, Column.BLADMATTIS),
            trump=trump,
            dealer=self._person(row, Column.DEALER),
            remark=self._text(row, Column.ROUND_REMARK),
            logged_at=time,
        )

    def _check_people(self, row: Row, state: State | None, mattis: str, players: tuple[str, ...] | None) -> None:
        if state is not State.VOID and not mattis:
            self._fault(Kind.NO_MATTIS, row, Column.MATTIS)
        if players is None:
            return
        if len(players) < 2:
            self._fault(Kind.TOO_FEW_PLAYERS, row, Column.PLAYERS)
        if len(set(players)) < len(players):
            self._fault(Kind.PLAYER_TWICE, row, Column.PLAYERS, Counter(players).most_common(1)[0][0])
        if mattis and mattis not in players:
            self._fault(Kind.MATTIS_NOT_PLAYING, row, Column.MATTIS, mattis)

    def _finish(self, row: Row, players: Sequence[str]) -> tuple[tuple[int, str], ...]:
        found = []
        for text, name in self._pairs(row, Column.FINISH):
            number = number_of(text)
            if not number or number > MOST_NAMES or name not in players:
                self._fault(Kind.NOT_FINISHED, row, Column.FINISH, f"{text} {name}")
            else:
                found.append((number, name))
        return tuple(found)

    def _penalty(self, row: Row) -> KeptPenalty | None:
        person, state = self._person(row, Column.PENALIZED), self._word(row, Column.STATE, _by_word(STATES))
        if not person:
            self._fault(Kind.NO_NAME, row, Column.PENALIZED)
        if not person or state is None:
            return None
        return KeptPenalty(person, self._text(row, Column.REASON), state is State.STRUCK)

    # Checks

    def _check_alike(self, row: Row, gathered: _Gathered) -> None:
        """What the lines of one evening say of it must be the same in all of them."""
        for column in OF_EVERY_LINE:
            mine, first = (text_of(one.cell(self._at[column])) for one in (row, gathered.first))
            if mine != first:
                self._fault(Kind.LINES_DIFFER, row, column, mine or "–", said=first, line=gathered.first.line)

    def _check_round_once(self, row: Row, key: tuple[str, int]) -> None:
        first = self._rounds.setdefault(key, row.line)
        if first != row.line:
            self._fault(Kind.ROUND_TWICE, row, Column.ROUND, first=first)

    def _check_once(self, row: Row, kept: KeptEvening) -> None:
        self._draft.check_once(row, self._columns, kept.date, kept.host)

    # Cells

    def _number(self, row: Row, column: Column) -> int | None:
        found = number_of(row.cell(self._at[column]))
        if not found:
            self._fault(Kind.NOT_A_NUMBER, row, column)
        return found or None

    def _day(self, row: Row) -> date | None:
        return self._draft.day(row, self._columns)

    def _text(self, row: Row, column: Column) -> str:
        text = text_of(row.cell(self._at[column]))
        if len(text) > _LONGEST.get(column, len(text)):
            self._fault(Kind.TOO_LONG, row, column, text, most=_LONGEST[column])
        return text

    def _word[T](self, row: Row, column: Column, words: Mapping[str, T]) -> T | None:
        word = self._text(row, column)
        if word not in words:
            self._fault(Kind.OTHER_WORD, row, column, word, words=" / ".join(filter(None, words)))
        return words.get(word)

    def _time(self, row: Row, column: Column, text: str) -> datetime | None:
        if not text:
            return None
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            found = None
        if found is None or found.tzinfo is None or not FIRST_YEAR <= found.year <= LAST_YEAR:
            self._fault(Kind.NOT_A_TIME, row, column, text)
            return None
        return found

    def _person(self, row: Row, column: Column) -> str:
        return self._known(row, column, self._text(row, column))

    def _people(self, row: Row, column: Column) -> tuple[str, ...]:
        return tuple(self._known(row, column, name) for name in self._parted(row, column))

    def _pairs(self, row: Row, column: Column) -> Iterable[tuple[str, str]]:
        """What stands before each name, and the name."""
        for text in self._parted(row, column):
            before, _space, name = text.partition(" ")
            yield before, self._known(row, column, name)

    def _parted(self, row: Row, column: Column) -> list[str]:
        text = self._text(row, column)
        try:
            return parted(text)
        except csv.Error:
            self._fault(Kind.OPEN_QUOTE, row, column, text)
            return []

    def _known(self, row: Row, column: Column, name: str) -> str:
        if name:
            self.names[name] = None
            if not is_nameless_name(name):
                self._draft.mention(name, row, self._at[column], self._columns)
        return name

    def _fault(self, kind: Kind, row: Row, column: Column, read: str = "", **about: object) -> None:
        at = self._at[column]
        self._draft.fault(kind, row.place(at, self._columns.headings[at]), read or text_of(row.cell(at)), **about)


def _in_order(rounds: Iterable[KeptRound]) -> tuple[KeptRound, ...]:
    """As the book has them: those of unknown order first in each table."""
    return tuple(sorted(rounds, key=lambda one: (one.table, one.number or 0)))


def _by_word[T](words: Mapping[T, str]) -> dict[str, T]:
    return {word: value for value, word in words.items()}
