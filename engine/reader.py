"""Reading records: forgiving, never stopping at the first fault.

A fault is kept with its line and column, counted from 1, and a hint. An illegal play is kept too, marked, and put on
the table, for that is what is adjudicated; only what cannot have happened (a card that lies elsewhere) is left off it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum

from engine import findings, text
from engine.cards import Card, Cards, each
from engine.errors import Ambiguous, EngineError, Illegal, Unreadable
from engine.moves import ASIDE, CHANCE, PASS, SWAP, TAKE, Move, chance, lay, play, slough, take
from engine.phase import COLLECT, NOBODY, UNSEEN
from engine.position import Position
from engine.presets import ALL, STANDARD
from engine.reasons import ORDER
from engine.record import Entry, Record
from engine.ruleset import RuleSet
from engine.setup import Hand, shed_position
from engine.spelling import TWO_WORDS, read_card, read_cards, read_suit

LONGEST = 400_000  # characters of a record
MOST_FAULTS = 500
DEEPEST = 8  # side lines within side lines


class FaultKind(StrEnum):
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    ILLEGAL = "illegal"
    HEADER = "header"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a place of the text, and what would help. Line and column count from 1."""

    kind: FaultKind
    line: int
    column: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}" + (f" ({self.hint})" if self.hint else "")


@dataclass(slots=True)
class Reading:
    """A record as far as it could be read, and all its faults in the order of the text."""

    record: Record
    faults: list[Fault] = field(default_factory=list)


_HEADERS = {
    "regler": "rules", "rules": "rules", "spillere": "players", "players": "players", "giver": "dealer",
    "dealer": "dealer", "forrige": "previous", "previous": "previous", "kortstokk": "deck", "deck": "deck",
    "stokking": "shuffle", "shuffle": "shuffle", "frø": "seed", "seed": "seed", "stilling": "position",
    "position": "position", "hender": "hands", "hands": "hands", "trumf": "trump", "trump": "trump",
    "trumfkort": "trumpcard", "trump card": "trumpcard", "utspill": "lead", "lead": "lead",
}  # fmt: skip
_KEPT = {"dato", "date", "kveld", "event", "sted", "place", "resultat", "result", "bord", "table", "runde", "round",
         "merknad", "remark", "kilde", "source", "dom", "verdict", "grunn", "reason", "kort"}  # fmt: skip
_WORDS: dict[str, Move] = {
    "sjans": CHANCE, "sjanse": CHANCE, "sjanser": CHANCE, "chance": CHANCE, "inn": TAKE, "take": TAKE, "tar": TAKE,
    "ta-inn": TAKE, "over": PASS, "pass": PASS, "bytt": SWAP, "swap": SWAP, "legg-av": ASIDE, "aside": ASIDE,
}  # fmt: skip
_HEADER = re.compile(r"\s*\[?\s*([^\W\d_][\w ]{0,20}?)\s*(?::|(?=\"))\s*(.*?)\s*\]?\s*$")


def read(source: str) -> Reading:
    """Read a record. Raises Unreadable only for a text longer than LONGEST; all else is a fault in the reading."""
    if len(source) > LONGEST:
        raise Unreadable(f"a record has at most {LONGEST} characters")
    return _Reader(source).read()


class _TooMany(Exception):
    """More faults than anybody reads: the rest is given up."""


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.faults: list[Fault] = []

    def read(self) -> Reading:
        try:
            record, body = self.headers()
        except _TooMany:
            record, body = Record(STANDARD, [], _nothing()), len(self.source)
        if record.players:
            with suppress(_TooMany):
                _Body(self, record, body).read()
        return Reading(record, self.faults)

    def fault(self, kind: FaultKind, place: int, message: str, hint: str = "") -> None:
        before = self.source.rfind("\n", 0, place) + 1
        self.faults.append(Fault(kind, self.source.count("\n", 0, place) + 1, place - before + 1, message, hint))
        if len(self.faults) >= MOST_FAULTS:
            raise _TooMany

    # --- Headers

    def headers(self) -> tuple[Record, int]:
        """What stands before the first line that is no header, and where that begins."""
        found: dict[str, tuple[str, int]] = {}
        shuffles: list[tuple[str, int]] = []
        kept: dict[str, str] = {}
        place = 0
        for row in self.source.splitlines(keepends=True):
            header = _HEADER.match(row) if row.strip() else None
            name = header[1].lower() if header else ""
            if row.strip() and name not in _HEADERS and name not in _KEPT and not (header and row.lstrip()[0] == "["):
                break
            if header:
                value, at = header[2].strip('"'), place + header.start(2)
                if _HEADERS.get(name) == "shuffle":
                    shuffles.append((value, at))
                elif name in _HEADERS:
                    if _HEADERS[name] in found:
                        self.fault(FaultKind.HEADER, place, f"{header[1]} is given twice", "the last one counts")
                    found[_HEADERS[name]] = (value, at)
                else:
                    kept[header[1]] = value
            place += len(row)
        return self.record(found, shuffles, kept), place

    def record(
        self, found: dict[str, tuple[str, int]], shuffles: list[tuple[str, int]], kept: dict[str, str]
    ) -> Record:
        rules = self.tried(found.get("rules", ("standard", 0)), _rules, STANDARD)
        names = [name.strip() for name in found.get("players", ("", 0))[0].split(",") if name.strip()]
        start = None
        if "position" in found:
            start = self.tried(found["position"], text.read, None)
            rules = start.rules if start else rules
        elif "hands" in found:
            start = self.from_hands(found, rules, names)
        elif "deck" in found:
            start = self.from_deck(found, shuffles, rules, names)
        else:
            self.fault(FaultKind.HEADER, 0, "no start: a deck, hands or a position", "Kortstokk, Hender or Stilling")
        if start is None:
            return Record(rules, [], _nothing(), headers=kept)
        names += [f"Spiller {seat + 1}" for seat in range(len(names), start.players)]
        if len(names) > start.players:
            self.fault(FaultKind.HEADER, found["players"][1], f"{len(names)} names for {start.players} players")
        deck = start.deck if "deck" in found and "position" not in found and "hands" not in found else ()
        return Record(rules, names[: start.players], start, headers=kept, deck=deck)

    def tried[T](self, given: tuple[str, int], reader: Callable[[str], T], otherwise: T) -> T:
        """What a reader makes of a header's value, or a fault and something else instead."""
        value, place = given
        try:
            return reader(value)
        except EngineError as fault:
            kind = FaultKind.AMBIGUOUS if isinstance(fault, Ambiguous) else FaultKind.HEADER
            self.fault(kind, place, str(fault))
            return otherwise

    def seat(self, found: dict[str, tuple[str, int]], header: str, names: list[str]) -> int | None:
        if header not in found:
            return None
        return self.tried(found[header], lambda value: _seat(value, names), None)

    def order(self, value: str, place: int) -> list[Card]:
        """Cards in their order; `?` or `?12` for unseen ones."""
        cards: list[Card] = []
        for word in re.finditer(rf"{TWO_WORDS}|[^\s,]+", value, re.IGNORECASE):
            unseen = re.fullmatch(r"\?(\d{1,2})?", word[0], re.ASCII)
            if unseen:
                cards += [UNSEEN] * min(int(unseen[1] or 1), 52)
                continue
            card = self.tried((word[0], place + word.start()), read_card, None)
            if card is not None:
                cards.append(card)
        return cards

    def from_deck(
        self, found: dict[str, tuple[str, int]], shuffles: list[tuple[str, int]], rules: RuleSet, names: list[str]
    ) -> Position | None:
        deck = self.order(*found["deck"])
        seed = self.tried(found["seed"], _number, None) if "seed" in found else None
        orders = [self.order(*shuffle) for shuffle in shuffles]
        dealer, previous = self.seat(found, "dealer", names) or 0, self.seat(found, "previous", names)

        def deal(_: str) -> Position:
            return Position.deal(
                rules, len(names), deck, dealer=dealer, previous=previous, shuffles=orders, seed=seed
            )  # fmt: skip

        return self.tried(found["deck"], deal, None)

    def from_hands(
        self, found: dict[str, tuple[str, int]], rules: RuleSet, names: list[str]
    ) -> Position | None:  # fmt: skip
        """Known hands: of the shed phase if a trump suit is given, else of the deal."""
        value, place = found["hands"]
        hands = []
        for part in re.finditer(r"[^/]+", value):
            known, plus, unseen = part[0].partition("+")
            order = [] if known.strip() in ("", "-") else self.order(known, place + part.start())
            hands.append(Hand(_set(order), min(int(unseen), 52) if plus and unseen.strip().isdecimal() else 0))
        names += [f"Spiller {seat + 1}" for seat in range(len(names), len(hands))]
        dealer, previous = self.seat(found, "dealer", names) or 0, self.seat(found, "previous", names)
        lead = self.seat(found, "lead", names)

        def shed(_: str) -> Position:
            suit = read_suit(found["trump"][0])
            return shed_position(
                rules, hands, trump=suit, turn=lead or 0, dealer=dealer, previous=previous,
                waiting=_blank(rules, hands),
            )  # fmt: skip

        def collect(_: str) -> Position:
            last = [read_card(found["trumpcard"][0])] if "trumpcard" in found else []
            return _dealt(rules, hands, last, dealer, previous)

        return self.tried(found["hands"], shed if "trump" in found else collect, None)


def _nothing() -> Position:
    return Position(STANDARD, 2)


def _rules(value: str) -> RuleSet:
    synonyms = {"klubb": "club", "klubben": "club", "klubbens": "club", "vanlig": "standard"}
    name, comma, rest = value.strip().partition(",")
    name = name.strip().lower()
    try:
        return text.read_rules(synonyms.get(name, name) + comma + rest.replace(" ", ""))
    except ValueError as fault:
        near = get_close_matches(name, ALL, 1)
        raise Unreadable(f"{fault}{'; perhaps ' + near[0] if near else ''}") from fault


def _seat(value: str, names: list[str]) -> int:
    low = [name.lower() for name in names]
    if value.lower() in low:
        return low.index(value.lower())
    if re.fullmatch(r"\d{1,2}", value, re.ASCII) and 1 <= int(value) <= len(names):
        return int(value) - 1
    raise Unreadable(f"no such player: {value[:30]!r}")


def _number(value: str) -> int:
    if not re.fullmatch(r"\d{1,12}", value, re.ASCII):
        raise Unreadable(f"no number: {value[:20]!r}")
    return int(value)


def _set(order: list[Card]) -> Cards:
    found = 0
    for card in order:
        if card == UNSEEN or found >> card & 1:
            raise Unreadable("in a hand, cards are named once; unseen ones as +3")
        found |= 1 << card
    return found


def _blank(rules: RuleSet, hands: list[Hand]) -> list[int]:
    sizes = [hand.known.bit_count() + hand.unseen for hand in hands]
    return [seat for seat, size in enumerate(sizes) if size < rules.least_to_join]


def _dealt(rules: RuleSet, hands: list[Hand], last: list[Card], dealer: int, previous: int | None) -> Position:
    """The start of a round of which only (some of) the hands are known."""
    players = len(hands)
    rules.check_players(players)
    deck = [UNSEEN] * rules.pack_size(players)
    for seat, hand in enumerate(hands):
        if hand.known.bit_count() > rules.hand:
            raise Unreadable(f"at most {rules.hand} cards are dealt to each")
        for place, card in enumerate(each(hand.known)):
            deck[(seat - dealer - 1) % players + place * players] = card
    deck[len(deck) - len(last) :] = last
    known = [card for card in deck if card != UNSEEN]
    if len(set(known)) != len(known):
        raise Unreadable("the same card twice")
    return Position.deal(rules, players, deck, dealer=dealer, previous=previous)


# --- What happened


class _Body:
    """Reads the plays, with comments and side lines, into a record."""

    def __init__(self, reader: _Reader, record: Record, place: int) -> None:
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

    def read(self) -> None:
        self.line(self.record.entries, depth=0)

    def line(self, entries: list[Entry], depth: int) -> None:
        """One line of play up to its end or its closing bracket."""
        for token in self.tokens:
            word = token[0]
            move = (_PLAYS if self.position.phase is COLLECT else _LAYS).get(word)
            if move is not None and self.named is None and self.made(entries, move):
                continue
            if word == ")":
                if depth:
                    return
                self.reader.fault(FaultKind.UNREADABLE, token.start(), "a side line ends that did not begin")
            elif word == "(":
                self.side_line(entries, depth, token.start())
            elif word[0] in "{;":
                self.comment(entries, word)
            elif token["player"]:
                self.named = self.seat(token["player"])
            elif word != "|" and not token["number"]:
                self.entry(entries, word, token.start())
        if depth:
            self.reader.fault(FaultKind.UNREADABLE, len(self.reader.source), "a side line is not closed")

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
        try:
            return _seat(name, self.record.players)
        except Unreadable:
            return None

    def comment(self, entries: list[Entry], word: str) -> None:
        said = " ".join(word.strip("{};").split())
        if entries:
            entries[-1].comment = f"{entries[-1].comment} {said}".strip()
        elif entries is self.record.entries:
            self.record.comment = f"{self.record.comment} {said}".strip()

    def side_line(self, entries: list[Entry], depth: int, place: int) -> None:
        """What if the last move had not been made: go back, read on, come back."""
        if depth >= DEEPEST or not entries:
            self.reader.fault(
                FaultKind.UNREADABLE, place, "a side line needs a move before it, and not too many others"
            )
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
            self.reader.fault(kind, place, str(fault), _hint(plain))
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
                self.reader.fault(FaultKind.ILLEGAL, place, str(fault))

    def judged(self, entry: Entry, place: int) -> bool:
        """Whether nothing is sure to speak against it; a fault if something is."""
        if entry.seat == NOBODY:
            self.reader.fault(FaultKind.ILLEGAL, place, "the round is over")
            return False
        found = [found.reason for found in findings.findings(self.position, entry.seat, entry.move) if found.sure]
        if not found:
            return True
        first = min(found, key=ORDER.index)
        legal = ", ".join(str(move) for move in self.position.legal_moves()[:8])
        self.reader.fault(FaultKind.ILLEGAL, place, f"illegal: {first}", f"legal: {legal}" if legal else "")
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
        raise Unreadable(f"no cards: {word[:30]!r}")
    alone = cards == 1 << single
    if known is TAKE:
        return take(cards)
    if known is CHANCE and alone:
        return chance(single) if _stock_is_hidden(position) else CHANCE
    if name.lower() in ("kast", "slough") and alone:
        return slough(single)
    if equals:
        raise Unreadable(f"no move: {word[:30]!r}")
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


def _hint(word: str) -> str:
    if re.search(r"[()=]", word):
        return "words are sjans, inn, kast=6c, over, bytt, legg-av"
    return "a card is written 7h, 10h, ♥7 or hjerter 7; a series 5h-6h-7h"


def records(source: str) -> Iterator[str]:
    """The single records of a text that holds several, each beginning with a line `Regler:` or `Rules:`."""
    parts = re.split(r"(?im)^(?=(?:\[?\s*)(?:regler|rules)\b)", source)
    return (part for part in parts if part.strip())
