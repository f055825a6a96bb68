"""The headers of a record: rules, players, and the start of the round."""

import re
from collections.abc import Callable
from difflib import get_close_matches

from engine import text
from engine.cards import Card, Cards, each
from engine.errors import Ambiguous, EngineError, Message, Unreadable
from engine.faults import MOST_FAULTS, Fault, FaultKind, TooMany
from engine.phase import UNSEEN
from engine.position import Position
from engine.presets import ALL, STANDARD, read_rules
from engine.record import Record
from engine.ruleset import RuleSet
from engine.setup import Hand, shed_position
from engine.spelling import TWO_WORDS, read_card, read_suit

_HEADERS = {
    "regler": "rules", "rules": "rules", "spillere": "players", "players": "players", "giver": "dealer",
    "dealer": "dealer", "forrige": "previous", "previous": "previous", "kortstokk": "deck", "deck": "deck",
    "stokking": "shuffle", "shuffle": "shuffle", "frø": "seed", "seed": "seed", "stilling": "position",
    "position": "position", "hender": "hands", "hands": "hands", "trumf": "trump", "trump": "trump",
    "trumfkort": "trumpcard", "trump card": "trumpcard", "utspill": "lead", "lead": "lead",
}  # fmt: skip
_KEPT = {"dato", "date", "kveld", "event", "sted", "place", "resultat", "result", "bord", "table", "runde", "round",
         "merknad", "remark", "kilde", "source", "dom", "verdict", "grunn", "reason", "kort"}  # fmt: skip

type _Value = tuple[str, int]  # what was written, and its place in the text
type _Found = dict[str, _Value]


class Head:
    """Reads the headers of a record, and from them its start. Keeps the faults of the whole record."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.faults: list[Fault] = []

    def fault(self, kind: FaultKind, place: int, message: Message, hint: Message | None = None) -> None:
        """Note a fault at a place of the text. Raises TooMany when there are."""
        before = self.source.rfind("\n", 0, place) + 1
        self.faults.append(Fault(kind, self.source.count("\n", 0, place) + 1, place - before + 1, message, hint))
        if len(self.faults) >= MOST_FAULTS:
            raise TooMany

    def read(self) -> tuple[Record, int]:
        """What stands before the first line that is no header, and where that begins."""
        found: _Found = {}
        shuffles: list[_Value] = []
        kept: dict[str, str] = {}
        place = 0
        for row in self.source.splitlines(keepends=True):
            written, colon, rest = row.partition(":")
            name, value = written.strip().lower(), rest.strip()
            if row.strip() and not (colon and (name in _HEADERS or name in _KEPT)):
                break
            at = place + len(row) - len(rest.lstrip())
            if _HEADERS.get(name) == "shuffle":
                shuffles.append((value, at))
            elif name in _HEADERS:
                if _HEADERS[name] in found:
                    twice = Message("{} is given twice", (written.strip(),))
                    self.fault(FaultKind.HEADER, place, twice, Message("the last one counts"))
                found[_HEADERS[name]] = (value, at)
            elif row.strip():
                kept[written.strip()] = value
            place += len(row)
        return self.record(found, shuffles, kept), place

    def record(self, found: _Found, shuffles: list[_Value], kept: dict[str, str]) -> Record:
        """The record that the headers begin; without players if no start could be read."""
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
            missing = Message("no start: a deck, hands or a position")
            self.fault(FaultKind.HEADER, 0, missing, Message("Kortstokk, Hender or Stilling"))
        if start is None:
            return Record(rules, [], nothing(), headers=kept)
        names += [f"Spiller {seat + 1}" for seat in range(len(names), start.players)]
        if len(names) > start.players:
            many = Message("{} names for {} players", (len(names), start.players))
            self.fault(FaultKind.HEADER, found["players"][1], many)
        deck = start.deck if "deck" in found and "position" not in found and "hands" not in found else ()
        return Record(rules, names[: start.players], start, headers=kept, deck=deck)

    def tried[T](self, given: _Value, reader: Callable[[str], T], otherwise: T) -> T:
        """What a reader makes of a header's value, or a fault and something else instead."""
        value, place = given
        try:
            return reader(value)
        except EngineError as fault:
            kind = FaultKind.AMBIGUOUS if isinstance(fault, Ambiguous) else FaultKind.HEADER
            self.fault(kind, place, fault.message)
            return otherwise

    def seat(self, found: _Found, header: str, names: list[str]) -> int | None:
        """The seat of a player named in a header, None without one."""
        if header not in found:
            return None
        return self.tried(found[header], lambda value: read_seat(value, names), None)

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

    def from_deck(self, found: _Found, shuffles: list[_Value], rules: RuleSet, names: list[str]) -> Position | None:
        """The deck in drawing order, with the shuffles inside the round or the number that makes them."""
        deck = self.order(*found["deck"])
        seed = self.tried(found["seed"], _number, None) if "seed" in found else None
        orders = [self.order(*shuffle) for shuffle in shuffles]
        dealer, previous = self.seat(found, "dealer", names) or 0, self.seat(found, "previous", names)

        def deal(_: str) -> Position:
            return Position.deal(rules, len(names), deck, dealer=dealer, previous=previous, shuffles=orders, seed=seed)

        return self.tried(found["deck"], deal, None)

    def from_hands(self, found: _Found, rules: RuleSet, names: list[str]) -> Position | None:
        """Known hands: of the shed phase if a trump suit is given, else of the deal."""
        value, place = found["hands"]
        hands = [self.hand(part[0], place + part.start()) for part in re.finditer(r"[^/]+", value)]
        names += [f"Spiller {seat + 1}" for seat in range(len(names), len(hands))]
        dealer, previous = self.seat(found, "dealer", names) or 0, self.seat(found, "previous", names)
        lead = self.seat(found, "lead", names)
        suit = self.tried(found["trump"], read_suit, None) if "trump" in found else None
        last = self.tried(found["trumpcard"], read_card, None) if "trumpcard" in found else None

        def shed(_: str) -> Position:
            return shed_position(
                rules, hands, trump=suit or 0, turn=lead or 0, dealer=dealer, previous=previous,
                waiting=_blank(rules, hands),
            )  # fmt: skip

        def collect(_: str) -> Position:
            return _dealt(rules, hands, [] if last is None else [last], dealer, previous)

        if "trump" not in found:
            return self.tried(found["hands"], collect, None)
        return None if suit is None else self.tried(found["hands"], shed, None)

    def hand(self, written: str, place: int) -> Hand:
        """The known cards of a hand, and after `+` how many more there are."""
        known, _, unseen = written.partition("+")
        order = [] if known.strip() in ("", "-") else self.order(known, place)
        held = self.tried((known, place + len(known) - len(known.lstrip())), lambda _: _set(order), 0)
        return Hand(held, min(int(unseen.strip()[:4]), 52) if unseen.strip().isdecimal() else 0)


def nothing() -> Position:
    """An empty table, for a record without a start."""
    return Position(STANDARD, 2)


def _rules(value: str) -> RuleSet:
    synonyms = {"klubb": "club", "klubben": "club", "klubbens": "club", "vanlig": "standard"}
    name, comma, rest = value.strip().partition(",")
    name = name.strip().lower()
    try:
        return read_rules(synonyms.get(name, name) + comma + rest.replace(" ", ""))
    except EngineError as fault:
        near = get_close_matches(name, ALL, 1)
        if name in ALL or not near:
            raise
        raise Unreadable("{}; perhaps {}", fault.message, near[0]) from fault


def read_seat(value: str, names: list[str]) -> int:
    """The seat of a player by his name or his number, the first being 1; raises Unreadable."""
    low = [name.lower() for name in names]
    if value.lower() in low:
        return low.index(value.lower())
    if re.fullmatch(r"\d{1,2}", value, re.ASCII) and 1 <= int(value) <= len(names):
        return int(value) - 1
    raise Unreadable("no such player: {!r}", value[:30])


def _number(value: str) -> int:
    if not re.fullmatch(r"\d{1,12}", value, re.ASCII):
        raise Unreadable("no number: {!r}", value[:20])
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
            raise Unreadable("at most {} cards are dealt to each", rules.hand)
        for place, card in enumerate(each(hand.known)):
            deck[(seat - dealer - 1) % players + place * players] = card
    deck[len(deck) - len(last) :] = last
    known = [card for card in deck if card != UNSEEN]
    if len(set(known)) != len(known):
        raise Unreadable("the same card twice")
    return Position.deal(rules, players, deck, dealer=dealer, previous=previous)
