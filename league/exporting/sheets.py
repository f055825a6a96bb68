"""Rows as a file for a spreadsheet: CSV as Norwegian Excel opens it, or XLSX."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from league.importing.cells import neutral

type Cell = str | int | Fraction | date | None


class Form(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"


CONTENT_TYPES = {
    Form.CSV: "text/csv; charset=utf-8",
    Form.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
_DECIMALS = Decimal("0.001")


def sheet(form: Form, title: str, heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A file with one sheet. No text in it is ever a formula, whatever it begins with."""
    return _csv(heading, rows) if form is Form.CSV else _xlsx(title, heading, rows)


def _csv(heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(map(neutral, heading))
    writer.writerows(map(_as_text, row) for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _as_text(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case str():
            return neutral(cell)
        case date():
            return f"{cell:%d.%m.%Y}"
        case Fraction():
            return str(_rounded(cell)).replace(".", ",")
    return str(cell)


def _xlsx(title: str, heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    book = Workbook(write_only=True)
    page = book.create_sheet(title)
    page.freeze_panes = "A2"

    def filled(value: Cell) -> Any:
        if value is None or value == "":
            return None
        cell: Any = WriteOnlyCell(page)
        cell.value = float(_rounded(value)) if isinstance(value, Fraction) else value
        if isinstance(value, str):
            cell.data_type = "s"  # openpyxl takes a text that begins with = for a formula
        elif isinstance(value, date):
            cell.number_format = "dd.mm.yyyy"
        elif isinstance(value, Fraction):
            cell.number_format = "0.000"
        return cell

    bold = [filled(word) for word in heading]
    for cell in bold:
        cell.font = Font(bold=True)
    page.append(bold)
    for row in rows:
        page.append([filled(cell) for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _rounded(value: Fraction) -> Decimal:
    return (Decimal(value.numerator) / value.denominator).quantize(_DECIMALS, ROUND_HALF_UP)
