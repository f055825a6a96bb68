"""What one cell says: a text, a whole number or a day."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, timedelta

Cell = str | int | float | date

FIRST_YEAR, LAST_YEAR = 1900, 2199

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
_NUMBER = re.compile(r"([0-9]{1,9})(?:[.,]0+)?")
_WEEKDAY = re.compile(r"\A(?:man|tir|ons|tor|fre|lør|laur|søn|sun|mon|tue|wed|thu|fri|sat)\w*\.?,?\s+(?:den\s+)?", re.I)
_CLOCK = re.compile(r"(?:T|,?\s+)(?:kl\.?\s*)?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?Z?$")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\s*[./-]\s*([0-9]{1,2})(?:\s*[./-]\s*|\s+)'?([0-9]{4}|[0-9]{2})\.?")
_YEAR_FIRST = re.compile(r"([0-9]{4})\s*[./-]\s*([0-9]{1,2})\s*[./-]\s*([0-9]{1,2})")
_COMPACT = re.compile(r"([12][0-9]{3})([0-9]{2})([0-9]{2})")
_MONTH_NAMED = re.compile(r"([0-9]{1,2})\.?[\s-]*([^\W\d_]{3,9})\.?,?[\s-]*'?([0-9]{4}|[0-9]{2})")
_MONTHS = (
    ("januar", "january"),
    ("februar", "february"),
    ("mars", "march"),
    ("april",),
    ("mai", "may"),
    ("juni", "june"),
    ("juli", "july"),
    ("august",),
    ("september",),
    ("oktober", "october"),
    ("november",),
    ("desember", "december"),
)
# What a spreadsheet would take for a formula, with the apostrophes that keep it from that
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_LONGEST_DATE = 60  # torsdag den 25. september 2025 kl. 19:00:00
_SERIALS = range(18264, 109575)  # Excel's numbers for the days of 1950 to 2199


def clean(text: str) -> str:
    """One line, composed letters, single spaces, nothing invisible."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_INVISIBLE).split())


def neutral(text: str) -> str:
    """A text for a CSV file: an apostrophe before what would be a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def plain(text: str) -> str:
    """The text that `neutral` made a CSV cell of."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def text_of(value: Cell) -> str:
    """The cell as a person sees it."""
    if isinstance(value, date):
        return f"{value:%d.%m.%Y}"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value).replace(".", ",")
    return str(value)


def number_of(value: Cell) -> int | None:
    """A whole number from 0 up, or None."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and value >= 0 else None
    if isinstance(value, int):
        return value if value >= 0 else None
    found = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    return int(found[1]) if found else None


def date_of(value: Cell, epoch: date) -> date | None:
    """The day a cell names, or None; `epoch` is the workbook's day 0."""
    if isinstance(value, date):
        return value if FIRST_YEAR <= value.year <= LAST_YEAR else None
    serial = number_of(value)
    if serial is not None and serial in _SERIALS:
        return epoch + timedelta(days=serial)
    if not isinstance(value, str) or len(value) > _LONGEST_DATE:
        return None
    text = _CLOCK.sub("", _WEEKDAY.sub("", value))
    if found := _DAY_FIRST.fullmatch(text):
        return _day(found[3], int(found[2]), found[1])
    if found := _YEAR_FIRST.fullmatch(text) or _COMPACT.fullmatch(text):
        return _day(found[1], int(found[2]), found[3])
    if found := _MONTH_NAMED.fullmatch(text):
        return _day(found[3], month_of(found[2]), found[1])
    return None


def month_of(word: str) -> int:
    """The number of a month named or shortened (three letters or more); 0 if it is none."""
    word = word.casefold()
    if len(word) < 3:
        return 0
    return next((n for n, names in enumerate(_MONTHS, 1) if any(name.startswith(word) for name in names)), 0)


def _day(year: str, month: int, day: str) -> date | None:
    whole = int(year) if len(year) == 4 else int(year) + (2000 if int(year) < 70 else 1900)
    try:
        found = date(whole, month, int(day))
    except ValueError:
        return None
    return found if FIRST_YEAR <= found.year <= LAST_YEAR else None
