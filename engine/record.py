"""A recorded round: who played, with which rules, from which start, and what touched the table, legal or not.

`write` makes the text of `docs/records.md`; `engine.reader` reads it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.cards import NAMES, Card
from engine.moves import Kind, Move
from engine.phase import OVER
from engine.position import Position
from engine.presets import rules_text
from engine.ruleset import RuleSet
from engine.text import line


@dataclass(slots=True)
class Entry:
    """One thing that happened. `legal`: nothing spoke against it; `made`: it could have happened, and is on the table.

    `named`: its player is named in the text, because it was not his turn; `opens`: it was led or begins a trick.
    `lines` are side lines: what if this had not been done.
    """

    seat: int
    move: Move
    legal: bool = True
    made: bool = True
    named: bool = False
    opens: bool = False
    comment: str = ""
    lines: list[list["Entry"]] = field(default_factory=list)


@dataclass(slots=True)
class Record:
    """A round: its headers in the order they were written, its start and what happened.

    `headers` keeps what no other field holds (date, event, place, result and whatever else was written).
    """

    rules: RuleSet
    players: list[str]
    start: Position
    entries: list[Entry] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    deck: tuple[Card, ...] = ()

    def positions(self) -> Iterator[tuple[Position, Entry]]:
        """Before each entry of the main line: the position as it then was. The same object, moved on; copy to keep."""
        position = self.start.copy(history=False)
        for entry in self.entries:
            yield position, entry
            if entry.made:
                position.push_anyway(entry.move, entry.seat)

    def end(self) -> Position:
        """The position after the last entry, with the moves that led to it."""
        position = self.start.copy(history=False)
        for entry in self.entries:
            if entry.made:
                position.push_anyway(entry.move, entry.seat)
        return position

    @property
    def mattis(self) -> str:
        """The loser's name as the cards say; empty while the round is not over."""
        end = self.end()
        return ", ".join(self.players[seat] for seat in end.losers) if end.phase is OVER else ""


def of_moves(start: Position, moves: list[Move], players: list[str] | None = None) -> Record:
    """The record of legal moves from a start. Raises Illegal for one that is not."""
    names = players or [f"Spiller {seat + 1}" for seat in range(start.players)]
    position = start.copy(history=False)
    entries = []
    for move in moves:
        entries.append(Entry(position.turn, move, opens=not position.table))
        position.push(move)
    return Record(start.rules, names, start, entries, deck=start.deck)


# --- Writing

_WORDS = {Kind.CHANCE: "sjans", Kind.TAKE: "inn", Kind.SLOUGH: "kast", Kind.PASS: "over", Kind.SWAP: "bytt",
          Kind.ASIDE: "legg-av"}  # fmt: skip


def move_text(move: Move) -> str:
    """A move as it is written: `7h`, `5h-6h`, `inn`, `sjans`, `kast=6c`."""
    word = _WORDS.get(move.kind)
    if word is None:
        return move.label
    return f"{word}={move.label}" if move.label else word


def write(record: Record) -> str:
    """The record as text. Reading it gives an equal record."""
    head = [f"{name}: {value}" for name, value in _headers(record)]
    body: list[str] = [f"{{{record.comment}}} "] if record.comment else []
    _write_entries(record, record.entries, body, number=0)
    return "\n".join(head) + "\n\n" + "".join(body).strip() + "\n"


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    start = record.start
    yield "Regler", rules_text(record.rules)
    yield "Spillere", ", ".join(record.players)
    if record.deck:
        yield "Giver", record.players[start.dealer]
        yield "Forrige", record.players[start.previous]
        yield "Kortstokk", " ".join(NAMES[card] for card in record.deck)
        for order in start.shuffles:
            yield "Stokking", " ".join(NAMES[card] for card in order)
        if start.seed is not None:
            yield "Frø", str(start.seed)
    else:
        yield "Stilling", line(start)
    yield from record.headers.items()


def _write_entries(record: Record, entries: list[Entry], body: list[str], number: int | None) -> None:
    """Tricks on lines of their own, numbered in the main line."""
    add = body.append
    for entry in entries:
        if entry.opens and number is not None:
            number += 1
            add(f"\n{number}. ")
        if entry.named:
            add(f"{record.players[entry.seat]}: ")
        move = entry.move
        add(move.label if move.kind in _PLAIN else move_text(move))
        add(" " if entry.legal else "? ")
        if entry.comment:
            add(f"{{{entry.comment}}} ")
        for side in entry.lines:
            add("(")
            _write_entries(record, side, body, None)
            body[-1] = body[-1].rstrip()
            add(") ")


_PLAIN = frozenset((Kind.PLAY, Kind.LAY))
