"""A book with an evening a row and a member a column."""

from __future__ import annotations

from collections.abc import Sequence

from league.importing.cells import number_of, text_of
from league.importing.draft import LONGEST_REMARK, LONGEST_VENUE, Draft
from league.importing.faults import Kind
from league.importing.headings import Columns, Role
from league.importing.lines import Sort, Sums, note_unread, sort_of
from league.importing.reading import Row
from league.importing.values import Form, Part, ReadEvening, digest


def read_matrix(heading: Row, rows: Sequence[Row], columns: Columns, draft: Draft) -> Part:
    """The evenings under one line of headings."""
    _check_names(heading, columns, draft)
    matrix = _Matrix(columns, draft)
    evenings = [evening for row in rows if (evening := matrix.read(row))]
    return Part(Form.MATRIX, tuple(map(draft.meant, columns.names.values())), tuple(evenings))


def _check_names(heading: Row, columns: Columns, draft: Draft) -> None:
    if not columns.names:
        draft.fault(Kind.NO_NAMES, heading.place())
    first: dict[str, int] = {}
    for column, name in columns.names.items():
        draft.mention(name, heading, column, columns)
        meant = first.setdefault(draft.meant(name), column)
        if meant != column:
            draft.fault(Kind.HEADING_TWICE, heading.place(column, name), name, first=meant)
    draft.together(columns.names.values())


class _Matrix:
    """Reads one row after the other."""

    def __init__(self, columns: Columns, draft: Draft) -> None:
        self._columns = columns
        self._draft = draft
        self._sums = Sums(columns)

    def read(self, row: Row) -> ReadEvening | None:
        """The evening in a row; None if it is another sort of line or lacks what makes an evening."""
        sort = sort_of(row, self._columns)
        if sort is Sort.FACTS:
            return self._evening(row)
        if sort is Sort.SUM:
            self._sums.check(row, self._draft)
        else:
            note_unread(row, self._draft)
        return None

    def _evening(self, row: Row) -> ReadEvening | None:
        """Every fault in the row is found, also where one alone would do to spoil it."""
        draft, columns = self._draft, self._columns
        draft.check_headings(row, columns)
        day = draft.day(row, columns)
        host = draft.host(row, columns)
        venue = draft.text(row, columns, Role.VENUE, LONGEST_VENUE)
        remark = draft.text(row, columns, Role.REMARK, LONGEST_REMARK)
        if day:
            draft.check_once(row, columns, day, draft.meant(host))
        counts = self._counts(row)
        if counts is None:
            return None
        strek, guests = counts
        if day is None:
            return None
        if not strek:
            self._fault(Kind.NOBODY, row, Role.DATE, f"{day:%d.%m.%Y}")
        return ReadEvening(
            place=row.place(),
            date=day,
            host=draft.meant(host) or None,
            venue=venue,
            remark=remark,
            strek={draft.meant(name): count for name, count in strek.items()},
            digest=digest(day, host, venue, remark, strek, guests),
            guest_strek=guests,
        )

    def _counts(self, row: Row) -> tuple[dict[str, int], int] | None:
        """Strek for each one present, and those of guests without a name; None if a cell cannot be read."""
        columns, roles = self._columns, self._columns.roles
        sums = [roles[role] for role in (Role.ROUNDS, Role.SUM) if role in roles]
        counted = [*columns.names, *columns.guests, *sums]
        cells = {column: self._draft.number(row, column, columns) for column in counted if row.cell(column) != ""}
        numbers = {column: number for column, number in cells.items() if number is not None}
        strek = {columns.names[column]: number for column, number in numbers.items() if column in columns.names}
        guests = sum(numbers.get(column, 0) for column in columns.guests)
        named = sum(strek.values()) + guests
        rounds = numbers.get(roles.get(Role.ROUNDS, 0), named)
        self._sums.add({**dict.fromkeys(counted, 0), **numbers, **self._rounds(rounds)})
        if len(numbers) < len(cells):
            return None
        self._check(row, named, numbers)
        return strek, guests + max(rounds - named, 0)

    def _rounds(self, rounds: int) -> dict[int, int]:
        """The row's rounds in their column, also where the cell is blank."""
        roles = self._columns.roles
        return {roles[Role.ROUNDS]: rounds} if Role.ROUNDS in roles else {}

    def _check(self, row: Row, named: int, numbers: dict[int, int]) -> None:
        roles = self._columns.roles
        rounds = numbers.get(roles.get(Role.ROUNDS, 0), named)
        total = numbers.get(roles.get(Role.SUM, 0), named)
        if rounds < named or (rounds > named and not self._draft.choices.unnamed_guests):
            self._differs(row, Role.ROUNDS, named)
        if total not in (named, rounds):
            self._differs(row, Role.SUM, named)

    def _differs(self, row: Row, role: Role, named: int) -> None:
        read = text_of(row.cell(self._columns.roles[role]))
        difference = (number_of(read) or 0) - named
        if difference > 0:
            self._fault(Kind.STREK_MISSING, row, role, read, sum=named, missing=difference)
        else:
            self._fault(Kind.STREK_TOO_MANY, row, role, read, sum=named, over=-difference)

    def _fault(self, kind: Kind, row: Row, role: Role, read: str, **about: object) -> None:
        column = self._columns.roles[role]
        self._draft.fault(kind, row.place(column, self._columns.headings[column]), read, **about)
