"""What reading a book has gathered so far: its faults, and who its names mean."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import date

from league.importing.cells import date_of, number_of, text_of
from league.importing.faults import Fault, Kind, Place
from league.importing.headings import Columns, Role
from league.importing.names import fold, near
from league.importing.reading import Row
from league.importing.values import Choices

MOST_NAMES = 400
MOST_ROUNDS = 200  # in one evening, and so of one person's strek
LONGEST_NAME = 120
LONGEST_VENUE = 120
LONGEST_REMARK = 200
LONGEST_SHOWN = 100
NOBODY = frozenset({"mattistur", "ingen"})  # said in the host's place


def shorten(text: str) -> str:
    """What was read, as far as it helps to find the place."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def evening_read(day: date, host: str) -> str:
    return f"{day:%d.%m.%Y} {host}".strip()


class Draft:
    """Collects faults instead of raising them, so that all are told at once."""

    def __init__(self, epoch: date, known: Collection[str], choices: Choices) -> None:
        self.faults: list[Fault] = []
        self.unread: list[tuple[Place, str]] = []
        self.choices = choices
        self._epoch = epoch
        self._bare: set[tuple[str, int]] = set()  # columns without a heading
        self._known = frozenset(known)
        self._evenings: dict[tuple[date, str], Place] = {}
        self._mentions: Counter[str] = Counter()
        self._first: dict[str, Place] = {}
        self._hosts: Counter[str] = Counter()
        self._first_host: dict[str, Place] = {}
        self._together: set[frozenset[str]] = set()
        self._beside: defaultdict[str, set[str]] = defaultdict(set)
        self._distinct: frozenset[str] = frozenset()
        self._waiting: list[tuple[Fault, frozenset[str]]] = []

    def fault(self, kind: Kind, place: Place, read: str = "", **about: object) -> None:
        self.faults.append(Fault(kind, place, shorten(read), about))

    # Cells

    def day(self, row: Row, columns: Columns) -> date | None:
        """The day in a row's date cell; None, and a fault, if there is none."""
        place, cell = self._at(row, columns, Role.DATE)
        found = date_of(cell, self._epoch)
        if cell == "":
            self.fault(Kind.NO_DATE, place)
        elif found is None:
            self.fault(Kind.NOT_A_DAY, place, text_of(cell))
        elif self.choices.today and found > self.choices.today:
            self.fault(Kind.FUTURE, place, text_of(cell))
        return found

    def host(self, row: Row, columns: Columns) -> str:
        """The host as he is written, "" for nobody. *Mattistur* as a remark leaves the host who he is."""
        if Role.HOST not in columns.roles:
            return ""
        place, cell = self._at(row, columns, Role.HOST)
        name = text_of(cell)
        if name.casefold() in NOBODY or not any(map(str.isalnum, name)):
            return ""
        self._hosts[name] += 1
        self._first_host.setdefault(name, place)
        self._check_length(name, LONGEST_NAME, place)
        return name

    def text(self, row: Row, columns: Columns, role: Role, longest: int) -> str:
        """A free text; "" where there is no such column."""
        if role not in columns.roles:
            return ""
        place, cell = self._at(row, columns, role)
        self._check_length(text_of(cell), longest, place)
        return text_of(cell)

    def number(self, row: Row, column: int, columns: Columns) -> int | None:
        """A whole number; None, and a fault, if the cell holds none, a blank one included."""
        cell, place = row.cell(column), row.place(column, columns.headings[column])
        found = number_of(cell)
        if found is None:
            self.fault(Kind.NOT_A_NUMBER, place, text_of(cell))
        elif found > MOST_ROUNDS:
            self.fault(Kind.TOO_MANY, place, text_of(cell), most=MOST_ROUNDS)
            return None
        return found

    def check_once(self, row: Row, columns: Columns, day: date, host: str) -> None:
        """Find an evening that is told already, there or in another part of the file."""
        first = self._evenings.setdefault((day, host), row.place())
        if first != row.place():
            self.fault(Kind.EVENING_TWICE, self._at(row, columns, Role.DATE)[0], evening_read(day, host), first=first)

    def check_headings(self, row: Row, columns: Columns) -> None:
        """Find cells under no heading: one fault a column."""
        for column, cell in enumerate(row.cells, 1):
            if cell != "" and column not in columns.headings and (row.sheet, column) not in self._bare:
                self._bare.add((row.sheet, column))
                self.fault(Kind.NO_COLUMN_HEADING, row.place(column), text_of(cell))

    def _at(self, row: Row, columns: Columns, role: Role) -> tuple[Place, str | int | float | date]:
        column = columns.roles[role]
        return row.place(column, columns.headings[column]), row.cell(column)

    def _check_length(self, text: str, longest: int, place: Place) -> None:
        if len(text) > longest:
            self.fault(Kind.TOO_LONG, place, text, most=longest)

    # Names

    def mention(self, name: str, row: Row, column: int, columns: Columns) -> None:
        """A name that stands for someone who was there."""
        if name not in self._first:
            self._first[name] = row.place(column, columns.headings[column])
            self._check_length(name, LONGEST_NAME, self._first[name])
        self._mentions[name] += 1

    def together(self, names: Iterable[str]) -> None:
        """Names that stand side by side, and so are different people however alike they look."""
        group = frozenset(names)
        if group not in self._together and len(group) <= MOST_NAMES:
            self._together.add(group)
            for name in group:
                self._beside[name] |= group

    def distinct(self, names: Iterable[str]) -> None:
        """Names of a book that calls everybody by one name only: different people, however alike they look."""
        self._distinct |= frozenset(names)

    def meant(self, name: str) -> str:
        return self.choices.names.get(name, name)

    def fault_if_known(self, fault: Fault, names: Iterable[str]) -> None:
        """A fault to tell only if none of these names turns out to be misspelt."""
        self._waiting.append((fault, frozenset(names)))

    def check_names(self) -> None:
        """Find the hosts nobody knows and the names that look like another's: one fault a name."""
        if len(self._mentions) + len(self._hosts) > MOST_NAMES:
            self.fault(Kind.TOO_MANY_NAMES, Place(), str(len(self._mentions)), most=MOST_NAMES)
            return
        for name, times in self._mentions.items():
            if self._settled(name):
                continue
            if alike := self._alike(name, self._betters(name)):
                self._near(name, self._first[name], alike, times)
        for name, times in self._hosts.items():
            if self._settled(name) or name in self._mentions:
                continue
            if alike := self._alike(name, [*self._known, *self._mentions]):
                self._near(name, self._first_host[name], alike, times)
            else:
                self.faults.append(Fault(Kind.UNKNOWN_HOST, self._first_host[name], name, more=times - 1))

        misspelt = {fault.read for fault in self.faults if fault.kind is Kind.NEAR_NAME}
        self.faults += [fault for fault, names in self._waiting if misspelt.isdisjoint(names)]

    def _settled(self, name: str) -> bool:
        return name in self._known or name in self.choices.names

    def _betters(self, name: str) -> list[str]:
        """Whom a misspelt name may mean: people known, and names that stand in the book more often or earlier."""
        order = {other: place for place, other in enumerate(self._mentions)}

        def weight(other: str) -> tuple[int, int]:
            return (-self._mentions[other], order[other])

        return [*self._known, *(other for other in self._mentions if weight(other) < weight(name))]

    def _alike(self, name: str, others: Iterable[str]) -> list[str]:
        mine = fold(name)
        found = []
        for other in dict.fromkeys(self.meant(other) for other in others):
            theirs = fold(other)
            if {name, other} <= self._distinct:
                continue
            if other != name and near(mine, theirs) and (mine == theirs or other not in self._beside[name]):
                found.append(other)
        return sorted(found)

    def _near(self, name: str, place: Place, alike: list[str], times: int) -> None:
        self.faults.append(Fault(Kind.NEAR_NAME, place, name, names=tuple(alike), more=times - 1))
