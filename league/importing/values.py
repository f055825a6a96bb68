"""What an old book says, as plain values. People are named as the importer says they are meant."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum

from league.exporting.kept import KeptEvening
from league.importing.faults import Place


class Form(Enum):
    """How a book is kept."""

    MATRIX = "matrix"  # an evening a row, a member a column
    LONG = "long"  # a round a row
    OWN = "own"  # as Mattisboken itself writes it


@dataclass(frozen=True, slots=True)
class Choices:
    """What the importer has decided.

    `names`: a name as it is read → the person it means, by a known name or one to be made. A name
    that only looks like another's is mapped to itself.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    unnamed_guests: bool = False  # a strek that no column explains belongs to a guest without a name
    people: bool = False  # new names and member periods may be made as proposed
    guests: frozenset[str] = frozenset()  # for these no member period
    today: date | None = None  # later days are faults


@dataclass(frozen=True, slots=True)
class ReadRound:
    """A row of the long form."""

    number: int
    mattis: str
    players: tuple[str, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True)
class ReadEvening:
    """One evening. `strek` has everyone present, with 0 for who came and got none.

    `rounds` are in the order of play; the matrix knows neither order nor players and leaves them empty.
    `digest` tells whether two files say the same of the evening, as it is written there.
    """

    place: Place
    date: date
    host: str | None
    venue: str
    remark: str
    strek: Mapping[str, int]
    digest: str
    guest_strek: int = 0  # of guests without a name
    rounds: tuple[ReadRound, ...] = ()
    guests: frozenset[str] = frozenset()  # of those present, where the book says who was no member
    kept: KeptEvening | None = None  # all of it, in a book of our own

    @property
    def attendance_recorded(self) -> bool:
        """A book of rounds says nothing of who came without playing."""
        return self.kept.attendance_recorded if self.kept else not self.rounds

    @property
    def count(self) -> int:
        """How many rounds were played: each had its Mattis."""
        return sum(self.strek.values()) + self.guest_strek


@dataclass(frozen=True, slots=True)
class Part:
    """The lines under one line of headings. `names` are the columns of a matrix, or all who played."""

    form: Form
    names: tuple[str, ...]
    evenings: tuple[ReadEvening, ...]


@dataclass(frozen=True, slots=True)
class ReadBook:
    """All of a file. `unread` are the titles, computed lines and columns that hold no facts."""

    parts: tuple[Part, ...] = ()
    unread: tuple[tuple[Place, str], ...] = ()

    @property
    def evenings(self) -> tuple[ReadEvening, ...]:
        return tuple(evening for part in self.parts for evening in part.evenings)

    @property
    def names(self) -> tuple[str, ...]:
        """Everyone in the book, hosts included, in the order of appearance."""
        found = dict.fromkeys(name for part in self.parts for name in part.names)
        found |= dict.fromkeys(evening.host for evening in self.evenings if evening.host)
        return tuple(found)

    @property
    def strek(self) -> dict[str, int]:
        """The book's own sums."""
        sums = dict.fromkeys(self.names, 0)
        for evening in self.evenings:
            for name, strek in evening.strek.items():
                sums[name] = sums.get(name, 0) + strek
        return sums


def digest(*facts: object) -> str:
    return hashlib.sha256(json.dumps(facts, ensure_ascii=False, sort_keys=True, default=str).encode()).hexdigest()
