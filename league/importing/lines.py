"""What a line under the headings is: an evening or a round, a sum, or a title to pass over."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from enum import Enum, auto

from league.importing.cells import month_of, number_of, text_of
from league.importing.draft import Draft
from league.importing.faults import Fault, Kind
from league.importing.headings import Columns, Role, is_computed, is_sum
from league.importing.reading import Row

_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_WORD = re.compile(r"[^\W\d_]{3,}")


class Sort(Enum):
    FACTS = auto()
    SUM = auto()
    UNREAD = auto()


def sort_of(row: Row, columns: Columns) -> Sort:
    filled = [column for column, cell in enumerate(row.cells, 1) if cell != ""]
    first = filled[0]
    if first in columns.names:
        return Sort.FACTS
    label = text_of(row.cell(first))
    if is_sum(label):
        return Sort.SUM
    if is_computed(label):
        return Sort.UNREAD
    alone = len(filled) == 1 and first in (1, columns.roles[Role.DATE])
    return Sort.UNREAD if alone and _is_title(label) else Sort.FACTS


def _is_title(text: str) -> bool:
    """Whether a lone text is words or a year, and not a day that may be mistyped."""
    return _YEAR.fullmatch(text) is not None or any(not month_of(word) for word in _WORD.findall(text))


def note_unread(row: Row, draft: Draft) -> None:
    draft.unread.append((row.place(), text_of(next(cell for cell in row.cells if cell != ""))))


class Sums:
    """What the columns add up to, since the start and since the last sum row: a book may have subtotals."""

    def __init__(self, columns: Columns) -> None:
        self._headings = columns.headings
        self._all: Counter[int] = Counter()
        self._since: Counter[int] = Counter()

    def add(self, values: Mapping[int, int]) -> None:
        self._all.update(values)
        self._since.update(values)

    def check(self, row: Row, draft: Draft) -> None:
        """Compare a sum row with the lines above it: one fault, naming the columns that differ."""
        wrong = min((self._differing(row, sums) for sums in (self._all, self._since)), key=len)
        self._since.clear()
        if wrong:
            said = ", ".join(f"{self._headings[column]} {text_of(row.cell(column))}" for column in wrong)
            found = ", ".join(f"{self._headings[column]} {total}" for column, total in wrong.items())
            names = tuple(self._headings[column] for column in wrong)
            draft.faults.append(Fault(Kind.SUM_DIFFERS, row.place(), said, {"found": found}, columns=names))

    def _differing(self, row: Row, sums: Counter[int]) -> dict[int, int]:
        """The columns in which the row says something else. A formula that was never computed says nothing."""
        cells = {column: row.cell(column) for column in sorted(self._all)}
        return {
            column: sums[column]
            for column, cell in cells.items()
            if cell != "" and not text_of(cell).startswith("=") and number_of(cell) != sums[column]
        }
