"""Reading records: forgiving, never stopping at the first fault.

A fault is kept with its line and column, counted from 1, and a hint. An illegal play is kept too, marked, and put on
the table, for that is what is adjudicated; only what cannot have happened (a card that lies elsewhere) is left off it.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from engine import findings
from engine.cards import each
from engine.errors import Ambiguous, EngineError, Illegal, Message, Unreadable
from engine.faults import Fault, FaultKind, TooMany
from engine.headers import Head, nothing, read_seat
from engine.moves import ASIDE, CHANCE, PASS, SWAP, TAKE, Move, chance, lay, play, slough, take
from engine.phase import COLLECT, NOBODY, UNSEEN
from engine.position import Position
from engine.presets import STANDARD
from engine.reasons import ORDER
from engine.record import Entry, Record
from engine.spelling import TWO_WORDS, read_cards

LONGEST = 400_000  # characters of a record
MOST_PLAYS = 5000  # in a record, side lines included
DEEPEST = 8  # side lines within side lines


@dataclass(slots=True)
class Reading:
    """A record as far as it could be read, and all its faults in the order of the text."""

    record: Record
    faults: list[Fault] = field(default_factory=list)


_WORDS: dict[str, Move] = {
    "sjans": CHANCE, "sjanse": CHANCE, "sjanser": CHANCE, "chance": CHANCE, "inn": TAKE, "take": TAKE, "tar": TAKE,
    "ta-inn": TAKE, "over": PASS, "pass": PASS, "bytt": SWAP, "swap": SWAP, "legg-av": ASIDE, "aside": ASIDE,
}  # fmt: skip


def read(source: str) -> Reading:
    """Read a record. Raises Unreadable only for a text longer than LONGEST; all else is a fault in the reading."""
    if len(source) > LONGEST:
        raise Unreadable("a record has at most {} characters", LONGEST)
    head = Head(source)
    record, place = Record(STANDARD, [], nothing()), len(source)
    with suppress(TooMany):
        record, place = head.read()
        if record.players:
            _Body(head, record, place).read()
    return Reading(record, head.faults)


class _Body:
    """Reads the plays, with comments and side lines, into a record."""

    def __init__(self, reader: Head, record: Record, place: int) -> None:
        self.reader = reader
        self.record = record
        self.position = record.start.copy(history=False)
        names = "|".join(re.escape(name) for name in sorted(record.players, key=len, reverse=True))
        self.token = re.compile(
            r"(?:[2-9TJQKA][shdc](?:-[2-9TJQKA][shdc])*|inn|sjans)(?=\s|$)|(?P<number>\d{1,4}\.)(?:\s|$)"
            rf"|\{{[^}}]*\}}?|;[^\n]*|[()|]|(?P<player>(?i:{names})|\d{{1,2}}):\s|(?i:{TWO_WORDS})|[^\s(){{}};,|]+"
        )
        self.tokens = self.token.finditer(reader.source, place)
        self.named: int | None = None
        self.plays = 0

    def read(self) -> None:
        """Read all of it. Raises TooMany when there are more faults, or plays, than anybody reads."""
        self.line(self.record.entries, depth=0)

    def line(self, entries: list[Entry], depth: int) -> None:
        """One line of play up to its end or its closing bracket."""
        for token in self.tokens:
            word = token[0]
            self.plays += 1
            if self.plays > MOST_PLAYS:
                long = Message("too long for one round: the rest is not read")
                self.reader.fault(FaultKind.UNREADABLE, token.start(), long)
                raise TooMany
            move = (_PLAYS if self.position.phase is COLLECT else _LAYS).get(word)
            if move is not None and self.named is None and self.made(entries, move):
                continue
            if word == ")":
                if depth:
                    return
                self.reader.fault(FaultKind.UNREADABLE, token.start(), Message("a side line ends that did not begin"))
            elif word == "(":
                self.side_line(entries, depth, token.start())
            elif word[0] in "{;":
                self.comment(entries, word)
            elif token["player"]:
                self.named = self.seat(token["player"])
            elif word != "|" and not token["number"]:
                self.entry(entries, word, token.start())
        if depth:
            self.reader.fault(FaultKind.UNREADABLE, len(self.reader.source), Message("a side line is not closed"))

    def made(self, entries: list[Entry], move: Move) -> bool:
        """Put down a legal move of the player in turn, the usual thing; whether it was one."""
        position = self.position
        entry = Entry(position.turn, move, opens=not position.table)
        try:
            position.push(move)
        except Illegal:
            return False
        entries.append(entry)
        return True

    def seat(self, name: str) -> int | None:
        """The seat of the player whose name stands before a play."""
        try:
            return read_seat(name, self.record.players)
        except Unreadable:
            return None

    def comment(self, entries: list[Entry], word: str) -> None:
        """Put a comment to the play before it, or to the record."""
        said = " ".join(word.strip("{};").split())
        if entries:
            entries[-1].comment = f"{entries[-1].comment} {said}".strip()
        elif entries is self.record.entries:
            self.record.comment = f"{self.record.comment} {said}".strip()

    def side_line(self, entries: list[Entry], depth: int, place: int) -> None:
        """What if the last move had not been made: go back, read on, come back."""
        if depth >= DEEPEST or not entries:
            alone = Message("a side line needs a move before it, and not too many others")
            self.reader.fault(FaultKind.UNREADABLE, place, alone)
            self.skip()
            return
        last, kept = entries[-1], self.position.copy()
        if last.made:
            self.position.pop()
        side: list[Entry] = []
        self.line(side, depth + 1)
        if side:
            last.lines.append(side)
        self.position, self.named = kept, None

    def skip(self) -> None:
        """Pass over a side line that cannot be read."""
        depth = 1
        for token in self.tokens:
            depth += {"(": 1, ")": -1}.get(token[0], 0)
            if not depth:
                return

    def entry(self, entries: list[Entry], word: str, place: int) -> None:
        """Anything but a plain legal card: read it, judge it, put it on the table."""
        plain = word.rstrip("?!.")
        try:
            move = read_move(self.position, plain)
        except EngineError as fault:
            kind = FaultKind.AMBIGUOUS if isinstance(fault, Ambiguous) else FaultKind.UNREADABLE
            self.reader.fault(kind, place, fault.message, _hint(plain))
            return
        position = self.position
        seat = position.turn if self.named is None else self.named
        entry = Entry(seat, move, named=self.named is not None and seat != position.turn, opens=not position.table)
        self.named = None
        entries.append(entry)
        entry.legal = self.judged(entry, place)
        try:
            position.push_anyway(move, seat)
        except Illegal as fault:
            entry.made = entry.legal = False
            if not self.reader.faults or self.reader.faults[-1].kind is not FaultKind.ILLEGAL:
                self.reader.fault(FaultKind.ILLEGAL, place, fault.message)

    def judged(self, entry: Entry, place: int) -> bool:
        """Whether nothing is sure to speak against it; a fault if something is."""
        if entry.seat == NOBODY:
            self.reader.fault(FaultKind.ILLEGAL, place, Message("the round is over"))
            return False
        found = [found.reason for found in findings.findings(self.position, entry.seat, entry.move) if found.sure]
        if not found:
            return True
        first = min(found, key=ORDER.index)
        legal = self.position.legal_moves()[:8]
        hint = Message("legal: {}", (legal,)) if legal else None
        self.reader.fault(FaultKind.ILLEGAL, place, Message("illegal: {}", (first,)), hint)
        return False


def read_move(position: Position, word: str) -> Move:
    """The move of a word in a position: `7h`, `5h-6h`, `inn`, `inn=3s`, `sjans`; raises Unreadable or Ambiguous."""
    name, equals, rest = word.strip().partition("=")
    known = _WORDS.get(name.lower().replace(" ", "-"))
    if known and not equals:
        return known
    cards = read_cards(rest if equals else word)
    single = next(each(cards), None)
    if single is None:
        raise Unreadable("no cards: {!r}", word[:30])
    alone = cards == 1 << single
    if known is TAKE:
        return take(cards)
    if known is CHANCE and alone:
        return chance(single) if _stock_is_hidden(position) else CHANCE
    if name.lower() in ("kast", "slough") and alone:
        return slough(single)
    if equals:
        raise Unreadable("no move: {!r}", word[:30])
    return play(single) if position.phase is COLLECT and alone else lay(cards)


def _stock_is_hidden(position: Position) -> bool:
    """Whether the top card of the stock is unknown, so that a chance must say what it turned up."""
    return position.drawn < len(position.deck) and position.deck[position.drawn] == UNSEEN


_PLAYS: dict[str, Move] = {
    **{move.label: move for card in range(52) for move in (play(card),)},
    "sjans": CHANCE, "inn": TAKE, "over": PASS, "bytt": SWAP, "legg-av": ASIDE,
}  # fmt: skip
_LAYS: dict[str, Move] = {
    **{
        move.label: move
        for low in range(52)
        for high in range(low, low // 13 * 13 + 13)
        for move in (lay((2 << high) - (1 << low)),)
    },
    "inn": TAKE,
}


def _hint(word: str) -> Message:
    if re.search(r"[()=]", word):
        return Message("words are sjans, inn, kast=6c, over, bytt, legg-av")
    return Message("a card is written 7h, 10h, ♥7 or hjerter 7; a series 5h-6h-7h")


def records(source: str) -> Iterator[str]:
    """The single records of a text that holds several, each beginning with a line `Regler:` or `Rules:`."""
    parts = re.split(r"(?im)^(?=(?:\[?\s*)(?:regler|rules)\b)", source)
    return (part for part in parts if part.strip())
