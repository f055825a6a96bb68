"""From the bytes of a file to the book it holds and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby

from league.importing.cells import date_of, text_of
from league.importing.draft import Draft
from league.importing.faults import Fault, Kind, Place, Unreadable
from league.importing.headings import columns_of, is_heading
from league.importing.matrix import read_matrix
from league.importing.own import is_own, read_own
from league.importing.reading import Grid, Row, read_grid
from league.importing.rounds import read_rounds
from league.importing.values import Choices, Part, ReadBook

_NO_CHOICES = Choices()


def read_book(
    data: bytes, *, known: Collection[str] = (), choices: Choices = _NO_CHOICES
) -> tuple[ReadBook, tuple[Fault, ...]]:
    """The book in a file and its faults in the order of the file; raises nothing, whatever the bytes.

    `known` are the names the club has. Where there are faults the book lacks what they spoil.
    """
    try:
        grid = read_grid(data)
    except Unreadable as error:
        return ReadBook(), (error.fault,)
    draft = Draft(grid.epoch, known, choices)
    parts = tuple(_read_parts(grid, draft))
    draft.check_names()
    if parts and not draft.faults and not any(part.evenings for part in parts):
        draft.fault(Kind.NO_EVENINGS, grid.rows[-1].place())
    sheets = list(dict.fromkeys(row.sheet for row in grid.rows))
    faults = sorted(draft.faults, key=lambda fault: _order(fault, sheets))
    return ReadBook(parts, tuple(draft.unread)), tuple(faults)


def _order(fault: Fault, sheets: list[str]) -> tuple[int, int, int]:
    place = fault.place
    return (sheets.index(place.sheet) if place.sheet else 0, place.line or 0, place.column or 0)


def _read_parts(grid: Grid, draft: Draft) -> Iterator[Part]:
    """Every line of headings begins a part: a file may hold several years, below each other or in sheets."""
    if not any(is_heading(row.cells) for row in grid.rows):
        first = grid.rows[0]
        draft.fault(Kind.NO_HEADING, first.place(), text_of(next(cell for cell in first.cells if cell != "")))
        return
    for sheet, of_sheet in groupby(grid.rows, key=lambda row: row.sheet):
        rows = list(of_sheet)
        starts = _starts(rows)
        if not starts:
            _check_before(rows, draft, grid, titles=False)
            draft.unread.append((Place(sheet=sheet), sheet))
            continue
        _check_before(rows[: starts[0]], draft, grid, titles=True)
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            yield _read_part(rows[start], rows[start + 1 : end], draft)


def _starts(rows: list[Row]) -> list[int]:
    """Where the parts begin. Headings repeated on every page begin nothing, and are left out of `rows`."""
    last: tuple[object, ...] = ()
    kept: list[Row] = []
    starts = []
    for row in rows:
        if is_heading(row.cells):
            if row.cells == last:
                continue
            last = row.cells
            starts.append(len(kept))
        kept.append(row)
    rows[:] = kept
    return starts


def _check_before(rows: list[Row], draft: Draft, grid: Grid, *, titles: bool) -> None:
    """Above the headings stand titles. What looks like an evening there must not be lost."""
    for row in rows:
        filled = [cell for cell in row.cells if cell != ""]
        if len(filled) > 2 and date_of(filled[0], grid.epoch):
            draft.fault(Kind.BEFORE_HEADING, row.place(), text_of(filled[0]))
        elif titles:
            draft.unread.append((row.place(), " ".join(map(text_of, filled))))


def _read_part(heading: Row, rows: list[Row], draft: Draft) -> Part:
    columns = columns_of(heading.cells)
    for first, again in columns.twice:
        draft.fault(
            Kind.HEADING_TWICE, heading.place(again, columns.headings[again]), columns.headings[again], first=first
        )
    if is_own(columns):
        return read_own(heading, rows, columns, draft)
    for column in columns.unread:
        draft.unread.append((heading.place(column), columns.headings[column]))
    reader = read_rounds if columns.is_long else read_matrix
    return reader(heading, rows, columns, draft)
