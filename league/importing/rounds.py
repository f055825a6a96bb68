"""A book with a round a row: its evening, number, mattis and players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from league.importing.cells import number_of, text_of
from league.importing.draft import LONGEST_REMARK, LONGEST_VENUE, MOST_ROUNDS, Draft, evening_read
from league.importing.faults import Fault, Kind
from league.importing.headings import Columns, Role
from league.importing.lines import Sort, Sums, note_unread, sort_of
from league.importing.reading import Row
from league.importing.values import Form, Part, ReadEvening, ReadRound, digest

_SEPARATOR = re.compile(r"[,;]|\sog\s")


@dataclass(frozen=True, slots=True)
class _Line:
    """One row; its names are as they are written. A number of 0 is none that can be read."""

    row: Row
    host: str
    venue: str
    round: ReadRound


def read_rounds(heading: Row, rows: Sequence[Row], columns: Columns, draft: Draft) -> Part:
    """The evenings under one line of headings; the rows of one date and host make an evening."""
    if Role.PLAYERS not in columns.roles:
        draft.fault(Kind.NO_COLUMN, heading.place(), column=Role.PLAYERS.value)
        return Part(Form.LONG, (), ())
    reader = _Rounds(columns, draft)
    for row in rows:
        reader.read(row)
    evenings = reader.evenings()
    return Part(Form.LONG, tuple(dict.fromkeys(name for evening in evenings for name in evening.strek)), evenings)


class _Rounds:
    """Reads one row after the other and gathers them by evening."""

    def __init__(self, columns: Columns, draft: Draft) -> None:
        self._columns = columns
        self._draft = draft
        self._sums = Sums(columns)
        self._lines: dict[tuple[date, str], list[_Line]] = {}

    def read(self, row: Row) -> None:
        sort = sort_of(row, self._columns)
        if sort is Sort.FACTS:
            self._read_round(row)
        elif sort is Sort.SUM:
            self._sums.check(row, self._draft)
        else:
            note_unread(row, self._draft)

    def evenings(self) -> tuple[ReadEvening, ...]:
        return tuple(self._evening(day, host, lines) for (day, host), lines in self._lines.items())

    def _read_round(self, row: Row) -> None:
        draft, columns = self._draft, self._columns
        draft.check_headings(row, columns)
        day = draft.day(row, columns)
        host = draft.host(row, columns)
        venue = draft.text(row, columns, Role.VENUE, LONGEST_VENUE)
        remark = draft.text(row, columns, Role.REMARK, LONGEST_REMARK)
        number = self._number(row)
        mattis, players = self._people(row)
        if day:
            line = _Line(row, host, venue, ReadRound(number, mattis, players, remark))
            self._lines.setdefault((day, draft.meant(host)), []).append(line)

    def _number(self, row: Row) -> int:
        column = self._columns.roles.get(Role.ROUND)
        if column is None:
            return 0
        self._sums.add({column: 1})
        cell = row.cell(column)
        number = number_of(cell) or 0
        if not 1 <= number <= MOST_ROUNDS:
            self._fault(Kind.NO_ROUND_NUMBER, row, Role.ROUND, text_of(cell), most=MOST_ROUNDS)
            return 0
        return number

    def _people(self, row: Row) -> tuple[str, tuple[str, ...]]:
        draft, roles = self._draft, self._columns.roles
        mattis = text_of(row.cell(roles[Role.MATTIS]))
        written = text_of(row.cell(roles[Role.PLAYERS]))
        players = tuple(name for part in _SEPARATOR.split(written) if (name := part.strip()))
        for name in players:
            draft.mention(name, row, roles[Role.PLAYERS], self._columns)
        if mattis:
            draft.mention(mattis, row, roles[Role.MATTIS], self._columns)
        draft.together(players)
        meant = [draft.meant(name) for name in players]
        if len(set(meant)) < 2:
            self._fault(Kind.TOO_FEW_PLAYERS, row, Role.PLAYERS, written)
        elif len(set(meant)) < len(meant):
            self._fault(Kind.PLAYER_TWICE, row, Role.PLAYERS, Counter(meant).most_common(1)[0][0])
        if not mattis:
            self._fault(Kind.NO_MATTIS, row, Role.MATTIS, "")
        elif draft.meant(mattis) not in meant:
            column = roles[Role.MATTIS]
            place = row.place(column, self._columns.headings[column])
            draft.fault_if_known(Fault(Kind.MATTIS_NOT_PLAYING, place, mattis), {mattis, *players})
        return mattis, players

    def _evening(self, day: date, host: str, lines: list[_Line]) -> ReadEvening:
        """One evening of all its rows, in the order of their numbers."""
        if Role.ROUND in self._columns.roles:
            self._check_numbers(day, host, lines)
            lines = sorted(lines, key=lambda line: line.round.number)
        else:
            lines = [replace(line, round=replace(line.round, number=n)) for n, line in enumerate(lines, 1)]
        first, meant = lines[0], self._draft.meant
        self._draft.check_once(first.row, self._columns, day, host)
        rounds = [line.round for line in lines]
        strek = dict.fromkeys((meant(name) for one in rounds for name in one.players), 0)
        for one in rounds:
            strek[meant(one.mattis)] = strek.get(meant(one.mattis), 0) + 1
        written = [(one.number, one.mattis, sorted(one.players), one.remark) for one in rounds]
        return ReadEvening(
            place=min((line.row for line in lines), key=lambda row: row.line).place(),
            date=day,
            host=host or None,
            venue=first.venue,
            remark="",
            strek=strek,
            digest=digest(day, first.host, first.venue, written),
            rounds=tuple(
                replace(one, mattis=meant(one.mattis), players=tuple(map(meant, one.players))) for one in rounds
            ),
        )

    def _check_numbers(self, day: date, host: str, lines: list[_Line]) -> None:
        """Rounds are numbered from 1, each once. A whole evening that comes again is one fault."""
        first: dict[int, int] = {}
        again = []
        for line in lines:
            if first.setdefault(line.round.number, line.row.line) != line.row.line:
                again.append(line)
        if 0 in first:
            return
        if len(again) == len(first) > 1:
            place = again[0].row.place()
            first_place = replace(place, line=first[again[0].round.number])
            self._fault(Kind.EVENING_TWICE, again[0].row, Role.DATE, evening_read(day, host), first=first_place)
        else:
            for line in again:
                number = line.round.number
                self._fault(Kind.ROUND_TWICE, line.row, Role.ROUND, str(number), first=first[number])
        self._check_gaps(sorted(first), {line.round.number: line.row for line in lines})

    def _check_gaps(self, numbers: list[int], rows: dict[int, Row]) -> None:
        for before, after in zip([0, *numbers], numbers, strict=False):
            if after > before + 1:
                missing = str(before + 1) if after == before + 2 else f"{before + 1}–{after - 1}"
                self._fault(Kind.ROUND_MISSING, rows[after], Role.ROUND, str(after), missing=missing)

    def _fault(self, kind: Kind, row: Row, role: Role, read: str, **about: object) -> None:
        column = self._columns.roles[role]
        self._draft.fault(kind, row.place(column, self._columns.headings[column]), read, **about)
