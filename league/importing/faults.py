"""What can be wrong with an old book, and how it is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy


class Kind(Enum):
    """One kind of fault each; `EXPECTED` has the words."""

    # The file
    EMPTY = auto()
    TOO_BIG = auto()
    TOO_MANY_ROWS = auto()
    TOO_WIDE = auto()
    NOT_TEXT = auto()
    LOCKED = auto()
    OTHER_FORMAT = auto()
    BROKEN = auto()
    OPEN_QUOTE = auto()
    # The headings
    NO_HEADING = auto()
    NO_NAMES = auto()
    NO_COLUMN = auto()
    HEADING_TWICE = auto()
    NO_COLUMN_HEADING = auto()
    BEFORE_HEADING = auto()
    NO_EVENINGS = auto()
    # The cells
    NO_DATE = auto()
    NOT_A_DAY = auto()
    FUTURE = auto()
    NOT_A_NUMBER = auto()
    TOO_MANY = auto()
    TOO_LONG = auto()
    UNKNOWN_HOST = auto()
    NEAR_NAME = auto()
    TOO_MANY_NAMES = auto()
    # The evening
    NOBODY = auto()
    STREK_MISSING = auto()
    STREK_TOO_MANY = auto()
    EVENING_TWICE = auto()
    SUM_DIFFERS = auto()
    # The rounds
    NO_ROUND_NUMBER = auto()
    ROUND_TWICE = auto()
    ROUND_MISSING = auto()
    NO_MATTIS = auto()
    MATTIS_NOT_PLAYING = auto()
    TOO_FEW_PLAYERS = auto()
    PLAYER_TWICE = auto()
    # A book of our own
    NO_EVENING_LINE = auto()
    LINES_DIFFER = auto()
    OTHER_WORD = auto()
    NOT_A_TIME = auto()
    NO_TABLE = auto()
    NO_NAME = auto()
    NOT_PRESENT = auto()
    NOT_FINISHED = auto()


_ = gettext_lazy

EXPECTED: dict[Kind, str | Promise] = {
    Kind.EMPTY: _("en fil med noe i"),
    Kind.TOO_BIG: _("en fil på høyst %(most)d MB"),
    Kind.TOO_MANY_ROWS: _("høyst %(most)d linjer"),
    Kind.TOO_WIDE: _("høyst %(most)d kolonner"),
    Kind.NOT_TEXT: _("en tekstfil (.csv) eller et regneark (.xlsx)"),
    Kind.LOCKED: _("en fil uten passord"),
    Kind.OTHER_FORMAT: _("et regneark lagret som .xlsx eller .csv"),
    Kind.BROKEN: _("et helt regneark (.xlsx); dette er skadet"),
    Kind.OPEN_QUOTE: _("at hvert anførselstegn har sin make"),
    Kind.NO_HEADING: _("en linje med overskrifter, der én er «Dato»"),
    Kind.NO_NAMES: _("minst én kolonne med et navn"),
    Kind.NO_COLUMN: _("en kolonne «%(column)s»"),
    Kind.HEADING_TWICE: _("at kolonnen står én gang; den står også i kolonne %(first)d"),
    Kind.NO_COLUMN_HEADING: _("en overskrift over kolonnen"),
    Kind.BEFORE_HEADING: _("en linje med overskrifter over kveldene"),
    Kind.NO_EVENINGS: _("minst én kveld"),
    Kind.NO_DATE: _("en dato"),
    Kind.NOT_A_DAY: _("en dag som finnes, skrevet som 09.01.2025"),
    Kind.FUTURE: _("en dag som har vært"),
    Kind.NOT_A_NUMBER: _("et helt tall"),
    Kind.TOO_MANY: _("høyst %(most)d"),
    Kind.TOO_LONG: _("høyst %(most)d tegn"),
    Kind.UNKNOWN_HOST: _("et navn i boken, eller tomt for Mattistur"),
    Kind.NEAR_NAME: _("et navn klubben kjenner; mente du %(names)s?"),
    Kind.TOO_MANY_NAMES: _("høyst %(most)d navn"),
    Kind.NOBODY: _("minst én til stede"),
    Kind.STREK_MISSING: ngettext_lazy(
        "%(sum)d, som er summen av strekene: %(missing)d strek mangler",
        "%(sum)d, som er summen av strekene: %(missing)d streker mangler",
        "missing",
    ),
    Kind.STREK_TOO_MANY: ngettext_lazy(
        "%(sum)d, som er summen av strekene: %(over)d strek for mye",
        "%(sum)d, som er summen av strekene: %(over)d streker for mye",
        "over",
    ),
    Kind.EVENING_TWICE: _("at kvelden står én gang; den står også i %(first)s"),
    Kind.SUM_DIFFERS: _("summene av linjene over: %(found)s"),
    Kind.NO_ROUND_NUMBER: _("rundens nummer, fra 1 til %(most)d"),
    Kind.ROUND_TWICE: _("at runden står én gang; den står også i linje %(first)d"),
    Kind.ROUND_MISSING: _("runde %(missing)s"),
    Kind.NO_MATTIS: _("navnet på rundens Mattis"),
    Kind.MATTIS_NOT_PLAYING: _("en av deltakerne"),
    Kind.TOO_FEW_PLAYERS: _("minst to deltakere"),
    Kind.PLAYER_TWICE: _("at hver deltaker står én gang"),
    Kind.NO_EVENING_LINE: _("en linje for selve kvelden"),
    Kind.LINES_DIFFER: _("«%(said)s» som i linje %(line)d"),
    Kind.OTHER_WORD: _("et av ordene %(words)s"),
    Kind.NOT_A_TIME: _("et tidspunkt skrevet som 2026-03-05T19:30:00+01:00"),
    Kind.NO_TABLE: _("et bord fra 1 til %(most)d"),
    Kind.NO_NAME: _("et navn"),
    Kind.NOT_PRESENT: _("en av dem som var til stede"),
    Kind.NOT_FINISHED: _("et nummer og en av deltakerne"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the file: the first line and column are 1; None where the fault is wider than that."""

    line: int | None = None
    column: int | None = None
    heading: str = ""
    sheet: str = ""

    def __str__(self) -> str:
        parts = []
        if self.sheet:
            parts.append(gettext("ark «%(sheet)s»") % {"sheet": self.sheet})
        if self.line is not None:
            parts.append(gettext("linje %(line)d") % {"line": self.line})
        if self.column is not None:
            parts.append(gettext("kolonne %(column)d") % {"column": self.column})
        where = ", ".join(parts)
        return f"{where} ({self.heading})" if self.heading else where


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: its place, what was read there, and through `expected` what should have been.

    `about` fills the words in; `names` are the names a misspelt one may have meant, `columns` the
    headings a sum row is wrong about, `more` at how many further places the same fault stands.
    """

    kind: Kind
    place: Place
    read: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    more: int = 0

    @property
    def expected(self) -> str:
        return str(EXPECTED[self.kind] % {**self.about, "names": " / ".join(self.names)})

    def __str__(self) -> str:
        where = str(self.place)
        words = {"read": self.read, "expected": self.expected, "more": self.more}
        said = gettext("leste «%(read)s», ventet %(expected)s") if self.read else gettext("ventet %(expected)s")
        said %= words
        if self.more:
            said += ngettext(" (og %(more)d sted til)", " (og %(more)d steder til)", self.more) % words
        return f"{where}: {said}" if where else said


class Unreadable(ValueError):
    """The file cannot be read at all; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault
