"""From the bytes of a file to a grid of cells: CSV in the encodings of thirty years, and XLSX."""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice, starmap, zip_longest
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils.datetime import CALENDAR_WINDOWS_1900

from league.importing.cells import Cell, clean, plain
from league.importing.faults import Fault, Kind, Place, Unreadable
from league.importing.headings import is_heading

MOST_BYTES = 10_000_000  # all rounds of a hundred years take 8
MOST_BYTES_UNPACKED = 40_000_000  # of a workbook: 26 000 rounds take about 8
MOST_ROWS = 50_000
MOST_COLUMNS = 200

_EXCEL_LINES = 1_048_576
_WINDOWS_EPOCH = CALENDAR_WINDOWS_1900.date()
_DELIMITERS = ";\t,"
_SEP_LINE = re.compile(r'"?sep=(.)"?\r?\n', re.I)  # what Excel writes to tell itself the delimiter
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")  # Excel before 2007, and every workbook with a password


@dataclass(frozen=True, slots=True)
class Row:
    """One line that is not blank. A blank cell is ""; texts are cleaned."""

    line: int
    cells: tuple[Cell, ...]
    sheet: str = ""

    def cell(self, column: int) -> Cell:
        """The cell in a column (the first is 1); "" beyond the last."""
        return self.cells[column - 1] if column <= len(self.cells) else ""

    def place(self, column: int | None = None, heading: str = "") -> Place:
        return Place(self.line, column, heading, self.sheet)


@dataclass(frozen=True, slots=True)
class Grid:
    """All lines of a file, and the day 0 of its numbered dates. `sheet` is named where there are several."""

    rows: tuple[Row, ...]
    epoch: date = _WINDOWS_EPOCH


def read_grid(data: bytes) -> Grid:
    """The grid in a file; what kind of file it is, its bytes say. Raises Unreadable."""
    if len(data) > MOST_BYTES:
        raise _unreadable(Kind.TOO_BIG, most=MOST_BYTES // 1_000_000)
    if data.startswith(b"PK"):
        grid = _read_workbook(data)
    elif data.startswith(_OLE):
        raise _unreadable(Kind.LOCKED if "EncryptedPackage".encode("utf-16-le") in data else Kind.OTHER_FORMAT)
    else:
        grid = _read_text(_decode(data))
    if not grid.rows:
        raise _unreadable(Kind.EMPTY)
    return grid


def _unreadable(kind: Kind, place: Place | None = None, **about: int) -> Unreadable:
    return Unreadable(Fault(kind, place or Place(), about=about))


def _row(line: int, values: Iterable[Any], sheet: str = "") -> Row | None:
    """A row without the blank cells at its end; None if nothing in it has a letter or a digit."""
    cells = [_cell(value) for value in values]
    while cells and cells[-1] == "":
        cells.pop()
    if len(cells) > MOST_COLUMNS:
        raise _unreadable(Kind.TOO_WIDE, Place(line, sheet=sheet), most=MOST_COLUMNS)
    if any(not isinstance(cell, str) or any(map(str.isalnum, cell)) for cell in cells):
        return Row(line, tuple(cells), sheet)
    return None


def _cell(value: Any) -> Cell:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int | float | date) and not isinstance(value, bool):
        return value
    return clean(str(value))


def _gather(rows: Iterable[Row | None]) -> Iterator[Row]:
    kept = 0
    for row in rows:
        if row:
            kept += 1
            if kept > MOST_ROWS:
                raise _unreadable(Kind.TOO_MANY_ROWS, Place(row.line, sheet=row.sheet), most=MOST_ROWS)
            yield row


# Text


def _decode(data: bytes) -> str:
    """UTF-16 and UTF-8 by their marks, else UTF-8 if it is that, else Windows-1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    elif data.startswith(b"\xef\xbb\xbf"):
        encodings = ["utf-8-sig"]
    else:
        encodings = ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text):
            return text
    raise _unreadable(Kind.NOT_TEXT)


def _read_text(text: str) -> Grid:
    if told := _SEP_LINE.match(text):
        rows = _split(text[told.end() :], told[1], lines_before=1)
    else:
        rows = _split(text, _delimiter(text))
    return Grid(tuple(_gather(rows)))


def _delimiter(text: str) -> str:
    """The one that makes headings of one of the first lines."""
    start = "\n".join(islice(text.splitlines(), 100))
    for delimiter in _DELIMITERS:
        records = csv.reader(io.StringIO(start, newline=""), delimiter=delimiter)
        try:
            if any(is_heading([clean(cell) for cell in record]) for record in records):
                return delimiter
        except csv.Error:
            continue
    return _DELIMITERS[0]


def _split(text: str, delimiter: str, lines_before: int = 0) -> Iterator[Row | None]:
    """The records of a text; a record that runs over several lines has the number of its first."""
    try:
        records = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except (TypeError, ValueError):  # a delimiter that csv does not take
        raise _unreadable(Kind.NOT_TEXT, Place(1)) from None
    line = 1
    try:
        for record in records:
            yield _row(line + lines_before, map(plain, record))
            line = records.line_num + 1
    except csv.Error:
        raise _unreadable(Kind.OPEN_QUOTE, Place(line + lines_before)) from None


# Workbooks


def _read_workbook(data: bytes) -> Grid:
    """All visible sheets, one below the other. Formulas are read as the value Excel last gave them."""
    try:
        _check_package(data)
        with warnings.catch_warnings():  # openpyxl warns of styles and of dates out of bounds
            warnings.simplefilter("ignore")
            return _read_sheets(data)
    except Unreadable:
        raise
    except Exception:  # openpyxl raises nearly anything on a damaged workbook
        raise _unreadable(Kind.BROKEN) from None


def _check_package(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        parts = package.infolist()
        if any(part.flag_bits & 1 for part in parts):
            raise _unreadable(Kind.LOCKED)
        if "[Content_Types].xml" not in package.namelist():  # a zip, but of another kind: OpenDocument, say
            raise _unreadable(Kind.OTHER_FORMAT)
        if sum(part.file_size for part in parts) > MOST_BYTES_UNPACKED:
            raise _unreadable(Kind.TOO_BIG, most=MOST_BYTES_UNPACKED // 1_000_000)


def _read_sheets(data: bytes) -> Grid:
    values = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    formulas = load_workbook(io.BytesIO(data), read_only=True) if _has_formulas(data) else None
    visible = [sheet for sheet in values.worksheets if sheet.sheet_state == "visible"]
    rows = (
        row
        for sheet in visible
        for row in _sheet_rows(
            clean(sheet.title) if len(visible) > 1 else "", sheet, formulas and formulas[sheet.title]
        )
    )
    return Grid(tuple(_gather(rows)), values.epoch.date())


def _has_formulas(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        sheets = (name for name in package.namelist() if "worksheets/" in name)
        return any(_FORMULA.search(package.read(name)) for name in sheets)


def _sheet_rows(name: str, sheet: Any, formulas: Any) -> Iterator[Row | None]:
    written = _lines(formulas) if formulas else ()
    for line, (row, beside) in enumerate(zip_longest(_lines(sheet), written, fillvalue=()), 1):
        if line > _EXCEL_LINES:  # a damaged file may claim any number
            raise _unreadable(Kind.TOO_MANY_ROWS, Place(line, sheet=name), most=MOST_ROWS)
        yield _row(line, starmap(_or_formula, zip_longest(row, beside)), name)


def _lines(sheet: Any) -> Iterable[tuple[Any, ...]]:
    sheet.reset_dimensions()  # what the file claims its size to be is often wrong
    lines: Iterable[tuple[Any, ...]] = sheet.iter_rows(values_only=True)
    return lines


def _or_formula(value: Any, written: Any) -> Any:
    """A formula that was never computed has no value: the formula itself is kept, to be found at fault.

    A blank cell would silently say *absent*.
    """
    formula = getattr(written, "text", written)
    return formula if value is None and isinstance(formula, str) and formula.startswith("=") else value
