"""Evenings as an exported book has them: everything that the book counts, people by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from league.alphabet import sort_key
from league.exporting.columns import ATTENDANCE, DECISION, STATES, TRUMPS, Column, Line, joined, moment
from league.facts import State

type Cell = str | int | date
type Cells = Mapping[Column, Cell]


@dataclass(frozen=True, slots=True)
class KeptRound:
    """One round; `number` is its place among its table's, None where the order is not recorded."""

    id: int
    table: int
    number: int | None
    state: State
    mattis: str  # "": none
    players: tuple[str, ...] | None  # None: not recorded
    reason: str = ""
    finish: tuple[tuple[int, str], ...] = ()
    bladmattis: str = ""
    trump: str = ""
    dealer: str = ""
    remark: str = ""
    logged_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class KeptPenalty:
    person: str
    reason: str
    struck: bool


@dataclass(frozen=True, slots=True)
class KeptEvening:
    """One evening, with the rounds that stand in the book."""

    book: str
    id: int
    date: date
    host: str
    place: str
    remark: str
    attendance_recorded: bool = True
    counts_by_decision: bool | None = None
    present: tuple[str, ...] = ()
    arrived: tuple[tuple[str, datetime], ...] = ()
    opened_at: datetime | None = None
    rounds: tuple[KeptRound, ...] = ()
    penalties: tuple[KeptPenalty, ...] = ()

    def renamed(self, meant: Callable[[str], str]) -> KeptEvening:
        """The same evening, its people named otherwise."""
        return replace(
            self,
            host=self.host and meant(self.host),
            present=tuple(map(meant, self.present)),
            arrived=tuple((meant(name), time) for name, time in self.arrived),
            penalties=tuple(replace(one, person=meant(one.person)) for one in self.penalties),
            rounds=tuple(_renamed(one, meant) for one in self.rounds),
        )


def _renamed(one: KeptRound, meant: Callable[[str], str]) -> KeptRound:
    return replace(
        one,
        mattis=one.mattis and meant(one.mattis),
        players=None if one.players is None else tuple(map(meant, one.players)),
        finish=tuple((number, meant(name)) for number, name in one.finish),
        bladmattis=one.bladmattis and meant(one.bladmattis),
        dealer=one.dealer and meant(one.dealer),
    )


# --- As lines


def lines(evening: KeptEvening, guests: frozenset[str] = frozenset()) -> list[Cells]:
    """The evening's line, then its rounds' and its penalties'; a blank cell is left out."""
    common: dict[Column, Cell] = {
        Column.BOOK: evening.book,
        Column.EVENING: evening.id,
        Column.DATE: evening.date,
        Column.HOST: evening.host,
        Column.PLACE: evening.place,
        Column.REMARK: evening.remark,
    }
    own = [_evening_cells(evening, guests), *map(_round_cells, evening.rounds), *map(_penalty_cells, evening.penalties)]
    return [{column: cell for column, cell in (common | cells).items() if cell != ""} for cells in own]


def _evening_cells(evening: KeptEvening, guests: frozenset[str]) -> dict[Column, Cell]:
    arrived = sorted(evening.arrived, key=lambda pair: (pair[1], sort_key(pair[0])))
    return {
        Column.LINE: Line.EVENING,
        Column.ATTENDANCE: ATTENDANCE[evening.attendance_recorded],
        Column.DECISION: DECISION[evening.counts_by_decision],
        Column.PRESENT: _joined(evening.present),
        Column.GUESTS: _joined(guests),
        Column.ARRIVED: joined(f"{moment(time)} {name}" for name, time in arrived),
        Column.OPENED: moment(evening.opened_at),
    }


def _round_cells(one: KeptRound) -> dict[Column, Cell]:
    return {
        Column.LINE: Line.ROUND,
        Column.TABLE: one.table,
        Column.NUMBER: one.number or "",
        Column.ROUND: one.id,
        Column.STATE: STATES[one.state],
        Column.REASON: one.reason,
        Column.MATTIS: one.mattis,
        Column.PLAYERS: _joined(one.players or ()),
        Column.FINISH: joined(f"{number} {name}" for number, name in sorted(one.finish)),
        Column.BLADMATTIS: one.bladmattis,
        Column.TRUMP: TRUMPS[one.trump],
        Column.DEALER: one.dealer,
        Column.ROUND_REMARK: one.remark,
        Column.LOGGED: moment(one.logged_at),
    }


def _penalty_cells(one: KeptPenalty) -> dict[Column, Cell]:
    return {
        Column.LINE: Line.PENALTY,
        Column.PENALIZED: one.person,
        Column.STATE: STATES[State.STRUCK if one.struck else State.STANDING],
        Column.REASON: one.reason,
    }


def _joined(names: Iterable[str]) -> str:
    return joined(sorted(names, key=sort_key))
