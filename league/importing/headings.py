"""The headings of an old book and what the columns under them hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from league.importing.cells import Cell, clean, text_of


class Role(Enum):
    """What a column holds, by the word an importer is asked for; every other heading is a name."""

    DATE = "Dato"
    HOST = "Vert"
    VENUE = "Sted"
    REMARK = "Merknad"
    ROUNDS = "Runder"
    SUM = "Sum"
    ROUND = "Runde"
    MATTIS = "Mattis"
    PLAYERS = "Deltakere"
    UNREAD = ""  # computed, or for the eye only


# In each line the best word first: where two columns claim one role, the better word has it.
WORDS: dict[Role, tuple[str, ...]] = {
    Role.DATE: ("dato", "date", "kveld", "når"),  # not *dag*: Dag is a name
    Role.HOST: ("vert", "vertskap", "vertinne", "host", "hos", "hjemme hos"),
    Role.VENUE: ("sted", "lokale", "place"),
    Role.REMARK: ("merknad", "merknader", "kommentar", "kommentarer", "merk", "notat", "remark", "comment"),
    Role.ROUNDS: ("runder", "antall runder", "ant runder", "omganger", "rounds"),
    Role.SUM: ("sum", "totalt", "total", "sum strek", "antall strek", "strek", "i alt"),
    Role.ROUND: ("runde", "runde nr", "rundenr", "rundenummer", "omgang", "round"),
    Role.MATTIS: ("mattis", "rundens mattis", "taper", "loser"),
    Role.PLAYERS: ("deltakere", "deltagere", "spillere", "players"),
    Role.UNREAD: (
        *("nr", "no", "#", "løpenr", "løpenummer", "kveld nr", "uke", "ukedag", "måned", "år", "sesong"),
        *("frammøte", "fremmøte", "oppmøte", "møtt", "til stede", "antall møtt", "antall spillere", "%", "prosent"),
    ),
}
_ROLES = {word: (rank, role) for role, words in WORDS.items() for rank, word in enumerate(words)}
_DATE_WORDS = frozenset(WORDS[Role.DATE])
# Several columns of guests without a name are one: Gjest 1, Gjest 2
_GUESTS = re.compile(r"(?:gjest|gjester|guests?)(?: ?\d+)?")
# Where a book has two such columns, the less well named one is left unread; of other things two are a fault.
_MAY_REPEAT = frozenset({Role.DATE, Role.ROUNDS, Role.ROUND, Role.SUM})
_SUM = re.compile(r"(?:sum|totalsum|totalt?|i alt|til ?sammen|sammenlagt|årssum)(?!\w)")
# Lines a secretary computes under the book: they hold no evening and are not read.
_COMPUTED = re.compile(
    r"(?:snitt|gjennomsnitt|prosent|andel|plass|plassering|rang|frammøte|fremmøte|oppmøte|antall|strek|maks|min|median)"
    r"(?!\w)|%"
)


def is_heading(cells: Sequence[Cell]) -> bool:
    """Whether a row is the line of headings: one cell says *Dato*, and there are more, none a number or a day."""
    words = [_plain(text_of(cell)) for cell in cells if cell != ""]
    return len(words) > 1 and not _DATE_WORDS.isdisjoint(words) and not any(word[:1].isdigit() for word in words)


def is_sum(label: str) -> bool:
    return _SUM.match(_plain(label)) is not None


def is_computed(label: str) -> bool:
    return _COMPUTED.match(_plain(label)) is not None


def _plain(heading: str) -> str:
    return clean(heading).casefold().replace(".", "").rstrip(":")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column holds what; the first column is 1. `twice` pairs a repeated heading's columns."""

    headings: dict[int, str]
    roles: dict[Role, int]
    names: dict[int, str]
    guests: tuple[int, ...]
    unread: tuple[int, ...]
    twice: tuple[tuple[int, int], ...]

    @property
    def is_long(self) -> bool:
        """Whether a row is a round. A member may be called Mattis, so the word alone does not tell."""
        return Role.MATTIS in self.roles


def columns_of(cells: Sequence[Cell]) -> Columns:
    """Read a line of headings."""
    headings = {column: text_of(cell) for column, cell in enumerate(cells, 1) if cell != ""}
    claims = {column: _ROLES.get(_plain(heading)) for column, heading in headings.items()}
    guests = [column for column, heading in headings.items() if _GUESTS.fullmatch(_plain(heading))]
    roles: dict[Role, int] = {}
    unread, twice = [], []
    for column, claim in sorted(claims.items(), key=lambda item: (item[1][0] if item[1] else 0, item[0])):
        if claim is None:
            continue
        role = claim[1]
        if role is Role.UNREAD:
            unread.append(column)
        elif role not in roles:
            roles[role] = column
        elif role in _MAY_REPEAT and claims[roles[role]] != claim:
            unread.append(column)
        else:
            twice.append((roles[role], column))
    names = {column: heading for column, heading in headings.items() if not claims[column] and column not in guests}
    if Role.MATTIS in roles and (Role.PLAYERS in roles or Role.ROUND in roles):
        unread += [*names, *guests, *(roles.pop(role) for role in (Role.ROUNDS, Role.SUM) if role in roles)]
        names, guests = {}, []
    else:
        _settle_matrix(headings, roles, names, unread)
    return Columns(headings, roles, names, tuple(guests), tuple(sorted(unread)), tuple(twice))


def _settle_matrix(headings: dict[int, str], roles: dict[Role, int], names: dict[int, str], unread: list[int]) -> None:
    """Settle the words that mean something else where an evening is a row."""
    for role, otherwise in ((Role.ROUND, Role.ROUNDS), (Role.SUM, Role.ROUNDS)):
        if role in roles and otherwise not in roles:
            roles[otherwise] = roles.pop(role)
    for role in (Role.ROUND, Role.PLAYERS):
        if role in roles:
            unread.append(roles.pop(role))
    if Role.MATTIS in roles:
        column = roles.pop(Role.MATTIS)
        names[column] = headings[column]
