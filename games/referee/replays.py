"""A record read, and the table after each of its steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import reader, text
from engine.cards import each
from engine.errors import EngineError
from engine.fault_words import said
from engine.faults import FaultKind
from engine.moves import FROM_HAND, Kind, Move, Play, play
from engine.phase import UNSEEN
from engine.position import Position
from engine.presets import rules_text
from engine.record import Entry, Record
from engine.verdict import Attempt, adjudicate, explain
from engine.words import card_sign, move_words
from games.felt import Felt
from games.referee.drawing import felt_of
from games.referee.plays import PlayAnswer
from games.referee.rules import Unanswerable, spoken


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a place of a record's text. A play that broke a rule is no fault of the text."""

    line: int
    column: int
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened, and the table after it; the first step is the start, at which nothing has.

    `line` is the position in one line without its rules, `swept` the trick it completed, as a line has a table.
    `legal` are the other things that were legal then.
    """

    player: str
    did: str
    short: str
    opens: bool
    line: str
    swept: str = ""
    foul: bool = False
    marked: bool = False  # what broke the rule lies on the table, on top
    legal: tuple[str, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record read: who played, under which rules, what happened and what of the text could not be read."""

    rules: str
    players: tuple[str, ...]
    mattis: str
    steps: tuple[Step, ...]
    faults: tuple[Fault, ...]
    record: Record

    @property
    def digest(self) -> str:
        """Of every position it led to and every rule it broke."""
        told = "\n".join(f"{step.line} {step.swept} {step.foul}" for step in self.steps)
        return sha256(told.encode()).hexdigest()

    def felt(self, at: int) -> Felt:
        """The table after step `at`."""
        position, swept, _entry = next(islice(_moments(self.record), at, None))
        marked = len(position.table or swept) - 1 if self.steps[at].marked else None
        return felt_of(position, self.players, swept=swept, foul=marked)

    def verdict(self, at: int) -> PlayAnswer:
        """The verdict on what was done in step `at`, which is not the start."""
        position, entry = next(islice(self.record.positions(), at - 1, None))
        verdict = adjudicate(position, Attempt(entry.seat, entry.move))
        words = explain(verdict, spoken(), self.players)
        return PlayAnswer(felt_of(position, self.players), words, str(verdict.judgement))


def replay(source: str) -> Replay:
    """Read a record. Raises Unanswerable only for a text that is too long to be read at all."""
    try:
        reading = reader.read(source)
    except EngineError as fault:
        raise Unanswerable(_("Referatet er for langt.")) from fault
    record, language = reading.record, spoken()
    return Replay(
        rules=rules_text(record.rules),
        players=tuple(record.players),
        mattis=record.mattis,
        steps=tuple(_steps(record)),
        faults=tuple(
            Fault(fault.line, fault.column, said(fault.message, language), said(fault.hint, language))
            for fault in reading.faults
            if fault.kind is not FaultKind.ILLEGAL
        ),
        record=record,
    )


def _moments(record: Record) -> Iterator[tuple[Position, tuple[Play, ...], Entry | None]]:
    """The position at the start and after each entry, the trick that entry completed, and the entry."""
    position = record.start.copy(history=False)
    yield position, (), None
    for entry in record.entries:
        swept: tuple[Play, ...] = ()
        if entry.made:
            before, top = position.table, position.deck[position.drawn : position.drawn + 1]
            position.push_anyway(entry.move, entry.seat)
            laid = tuple(_laid_by(entry, top))
            if laid and not position.table:
                swept = (*before, *laid)
                if any(lain.cards & held for lain in swept for held in position.hands):
                    swept = ()  # the phase has ended, and they are in somebody's hand
        yield position, swept, entry


def _laid_by(entry: Entry, top: Sequence[int]) -> Iterator[Play]:
    """What an entry laid on the table; of a chance, the top card of the stock."""
    if entry.move.kind in FROM_HAND:
        yield entry.move.plays[entry.seat]
    elif entry.move.kind is Kind.CHANCE:
        yield from (play(card).plays[entry.seat] for card in top if card != UNSEEN)


def _steps(record: Record) -> Iterator[Step]:
    legal: tuple[str, ...] = ()
    for position, swept, entry in _moments(record):
        table = ",".join(text.play_text(play) for play in swept)
        line = text.line(position).partition(" ")[2]
        if entry is None:
            yield Step("", "", "", False, line)
        else:
            did = move_words(entry.move, spoken(), done=True)
            short = short_move(entry.move)
            rest = tuple(other for other in legal if other != short)
            yield Step(
                player=record.players[entry.seat],
                did=did,
                short=short,
                opens=entry.opens,
                line=line,
                swept=table,
                foul=not entry.legal,
                marked=not entry.legal and entry.made and entry.move.kind in LAID,
                legal=rest,
                comment=entry.comment,
            )
        legal = tuple(short_move(move) for move in position.legal_moves())


LAID = FROM_HAND | {Kind.CHANCE}  # what puts a card on the table
_SHORT = {
    Kind.TAKE: gettext_lazy("inn"),
    Kind.CHANCE: gettext_lazy("sjans"),
    Kind.SLOUGH: gettext_lazy("kast"),
    Kind.PASS: gettext_lazy("over"),
    Kind.SWAP: gettext_lazy("bytter"),
    Kind.ASIDE: gettext_lazy("legger av"),
}


def short_move(move: Move) -> str:
    """A move as the list of moves has it: `♥8–9`, `inn ♠6`, `sjans`."""
    signs = [card_sign(card) for card in sorted(each(move.cards))]
    shown = signs[0] + "".join(f"–{sign[1:]}" for sign in signs[-1:] if len(signs) > 1) if signs else ""
    word = str(_SHORT.get(move.kind, ""))
    return f"{word} {shown}".strip()
