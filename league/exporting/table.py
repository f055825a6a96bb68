"""The year's table as lines for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from league.exporting.sheets import Cell
from league.standings import Row, Tie
from league.year_page import YearPage


def table_heading() -> list[str]:
    """What stands above the columns."""
    return [
        _("Plass"),
        _("Navn"),
        _("Strek"),
        _("Straffestrek"),
        _("Runder"),
        _("Strek per runde"),
        _("Ventet strek"),
        _("Av ventet"),
        _("Kvelder møtt"),
        _("Kvelder"),
        _("Frammøte i prosent"),
        _("Mangler til kåringen"),
        _("Skilt ved"),
        _("Spillerne er ikke ført i alle runder"),
    ]


def table_rows(page: YearPage, names: dict[int, str]) -> Iterator[list[Cell]]:
    """The lines under that heading, as the table stands."""
    for row in page.standings.rows:
        yield [
            row.place,
            names[row.person],
            row.strek,
            row.penalties,
            row.rounds,
            row.rate,
            row.expected,
            row.fair,
            row.attended,
            row.held,
            Fraction(100 * row.attended, row.held) if row.held else None,
            row.lacking,
            _tie(row),
            _("ja") if row.approx else "",
        ]


def _tie(row: Row) -> str:
    match row.tie:
        case Tie.MORE_ROUNDS:
            return _("flere runder")
        case Tie.SHARED:
            return _("delt plass")
    return ""
