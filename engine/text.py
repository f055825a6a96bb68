"""A position in one line.

The line is the family's FEN: rules, phase, hands, turn, then whatever is not empty as `name=value`. The grammar stands
in `docs/records.md`.

    club shed 3s5h3c/4s8d/- 1 table=0:2s trump=h size=2 waiting=2
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine import shed
from engine.cards import NAMES, SUITS, Card, Cards, card, cards, each, names
from engine.errors import Unreadable
from engine.moves import SEATS, SLOUGH, Play, lay, play, slough
from engine.phase import COLLECT, NOBODY, UNSEEN, Phase
from engine.position import Position
from engine.presets import read_rules, rules_text
from engine.soundness import check
from engine.way import way_of

LONGEST = 4000  # characters of a line that is read at all

# --- Writing


def line(position: Position) -> str:
    """The position in one line; `read` makes an equal one of it."""
    hands = "/".join(_hand(held, unseen) for held, unseen in zip(position.hands, position.unseen, strict=True))
    turn = "-" if position.turn == NOBODY else str(position.turn)
    fields = [f"{name}={value}" for name, value in _fields(position) if value]
    return " ".join([rules_text(position.rules), position.phase, hands, turn, *fields])


def _fields(position: Position) -> Iterator[tuple[str, str]]:
    yield "table", _table(position)
    yield "trump", "" if position.trump is None else SUITS[position.trump]
    yield "size", str(position.size or "")
    yield "waiting", seats_text(position.seats(position.waiting))
    yield "out", seats_text(position.finish)
    yield "excluded", seats_text(position.excluded)
    yield "losers", seats_text(position.losers)
    if any(position.piles) or any(position.unseen_piles):
        yield "piles", "/".join(_hand(*pile) for pile in zip(position.piles, position.unseen_piles, strict=True))
    if any(position.aside):
        yield "aside", "/".join(_hand(kept, 0) for kept in position.aside)
    yield "stock", _stock(position.deck[position.drawn :])
    if position.trump_card is not None:
        yield "trumpcard", f"{_stock([position.trump_card])}@{seats_text([position.trump_holder])}"
    yield "fighters", seats_text(position.fighters)
    yield "toplay", seats_text(position.to_play)
    yield "window", seats_text(position.window)
    yield "sloughed", "yes" if position.sloughed else ""
    yield "dealer", str(position.dealer or "")
    yield "previous", str(position.previous) if position.previous != position.dealer else ""
    yield "removed", "".join(names(position.removed))
    yield "gone", "".join(names(position.gone))
    yield "shuffles", "/".join("".join(NAMES[card] for card in order) for order in position.shuffles)
    yield "shuffled", str(position.shuffled or "")
    yield "seed", "" if position.seed is None else str(position.seed)
    yield "partial", "yes" if position.partial else ""


def _hand(held: Cards, unseen: int) -> str:
    return ("".join(names(held)) + (f"+{unseen}" if unseen else "")) or "-"


def seats_text(seats: Iterable[int]) -> str:
    """Seats with commas, `-` for nobody."""
    return ",".join("-" if seat == NOBODY else str(seat) for seat in seats)


def _stock(order: Iterable[Card]) -> str:
    """Cards in drawing order, unseen ones as a number: `?15.4h`."""
    parts = ["?" if card == UNSEEN else NAMES[card] for card in order]
    return re.sub(r"\?+", lambda found: f"?{len(found[0])}.", "".join(parts)).rstrip(".")


def _table(position: Position) -> str:
    """`0:9s,1:9h|0:4d`: the plays by war rounds; a slough has `*` for the colon."""
    ends = (*position.rounds[1:], len(position.table))
    rounds = [position.table[start:end] for start, end in zip(position.rounds, ends, strict=True)]
    return "|".join(",".join(map(play_text, plays)) for plays in rounds)


def play_text(play: Play) -> str:
    """A play on the table: `0:9s`; `0*9s` for a slough."""
    return f"{play.seat}{'*' if play.move.kind is SLOUGH else ':'}{''.join(play.move.names)}"


# --- Reading


def read(text: str) -> Position:
    """The position of a line; raises Unreadable, or ImpossibleRules for its rules."""
    words = text.split() if len(text) <= LONGEST else []
    if len(words) < 4:
        raise Unreadable("a position is a line of rules, phase, hands and turn")
    rules, phase, hands, turn = words[:4]
    fields = dict(word.partition("=")[::2] for word in words[4:])
    unknown = fields.keys() - _READERS.keys()
    if unknown:
        raise Unreadable("unknown in a position: {}", ", ".join(sorted(unknown))[:60])
    if len(fields) != len(words) - 4:
        raise Unreadable("something of a position is given twice")
    held = [_read_hand(hand) for hand in hands.split("/")]
    position = Position(read_rules(rules), len(held), *_read_seats(fields.get("dealer", "0")))
    position.phase = _read_phase(phase)
    position.hands = [cards for cards, _ in held]
    position.unseen = tuple(unseen for _, unseen in held)
    position.turn = _read_seats(turn)[0]
    position.previous = position.dealer
    for name, value in fields.items():
        _READERS[name](position, value)
    _complete(position)
    check(position)
    return position


def _complete(position: Position) -> None:
    """What follows from the rest."""
    position.bottom = len(position.deck) - 1
    if any(position.unseen) or any(position.unseen_piles) or UNSEEN in position.deck:
        position.partial = True
    if position.phase is COLLECT:
        position.way = way_of(position.rules, 0)
    elif position.trump is None:
        raise Unreadable("the shed phase needs a trump suit")
    else:
        position.way = way_of(position.rules, position.trump)
        shed.count_in(position)
        position.size = position.size or position.next_size


def _read_phase(text: str) -> Phase:
    try:
        return Phase(text)
    except ValueError:
        raise Unreadable("no phase: {!r}", text[:20]) from None


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,12}", text, re.ASCII):
        raise Unreadable("no number: {!r}", text[:20])
    return int(text)


def _read_seats(text: str) -> tuple[int, ...]:
    seats = tuple(NOBODY if seat == "-" else _number(seat) for seat in text.split(","))
    if len(seats) > SEATS or max(seats) >= SEATS:
        raise Unreadable("no seats: {!r}", text[:30])
    return seats


def _pairs(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def _read_hand(text: str) -> tuple[Cards, int]:
    known, plus, unseen = ("" if text == "-" else text).partition("+")
    return cards(_pairs(known)), min(_number(unseen), 52) if plus else 0


def _read_stock(text: str) -> tuple[Card, ...]:
    found: list[Card] = []
    for part in re.findall(r"\?\d{1,2}\.?|..?", text, re.ASCII):
        found += (
            [UNSEEN] * min(int(part[1:].rstrip(".")), 52) if part[:1] == "?" and part[1:2].isdigit() else [card(part)]
        )
    return tuple(found)


def _set_table(position: Position, text: str) -> None:
    table: list[Play] = []
    rounds = []
    for plays in text.split("|"):
        rounds.append(len(table))
        table += [_read_play(position.phase, play) for play in plays.split(",") if play]
    position.table, position.rounds = tuple(table), tuple(rounds)


def _read_play(phase: Phase, text: str) -> Play:
    found = re.fullmatch(r"(\d{1,2})([:*])((?:[2-9TJQKA][shdc])+)", text, re.ASCII)
    if not found or int(found[1]) >= SEATS:
        raise Unreadable("no play: {!r}", text[:30])
    laid = cards(_pairs(found[3]))
    if phase is not COLLECT:
        return lay(laid).plays[int(found[1])]
    single = next(each(laid))
    if laid != 1 << single:
        raise Unreadable("one card at a time: {!r}", text[:30])
    return (slough if found[2] == "*" else play)(single).plays[int(found[1])]


def _set_piles(position: Position, text: str) -> None:
    piles = [_read_hand(pile) for pile in text.split("/")]
    position.piles = [cards for cards, _ in piles]
    position.unseen_piles = tuple(unseen for _, unseen in piles)


def _set_trumpcard(position: Position, text: str) -> None:
    shown, _, holder = text.partition("@")
    order = _read_stock(shown)
    seats = _read_seats(holder)
    if len(order) != 1 or len(seats) != 1 or seats[0] >= position.players:
        raise Unreadable("no trump card: {!r}", text[:20])
    position.trump_card, position.trump_holder = order[0], seats[0]


def _set_trump(position: Position, text: str) -> None:
    if len(text) != 1 or text not in SUITS:
        raise Unreadable("no trump suit: {!r}", text[:20])
    position.trump = SUITS.index(text)


def _yes(text: str) -> bool:
    if text != "yes":
        raise Unreadable("only yes is written: {!r}", text[:20])
    return True


def _sets(attribute: str, reader: Callable[[str], Any]) -> Callable[[Position, str], None]:
    def setter(position: Position, text: str) -> None:
        setattr(position, attribute, reader(text))

    return setter


def _seat_bits(text: str) -> int:
    return sum({1 << seat for seat in _read_seats(text) if seat >= 0})


_READERS: dict[str, Callable[[Position, str], None]] = {
    "table": _set_table,
    "trump": _set_trump,
    "size": _sets("size", lambda text: min(_number(text), SEATS)),
    "waiting": _sets("waiting", _seat_bits),
    "out": _sets("finish", _read_seats),
    "excluded": _sets("excluded", _read_seats),
    "losers": _sets("losers", _read_seats),
    "piles": _set_piles,
    "aside": _sets("aside", lambda text: tuple(_read_hand(kept)[0] for kept in text.split("/"))),
    "stock": _sets("deck", _read_stock),
    "trumpcard": _set_trumpcard,
    "fighters": _sets("fighters", _read_seats),
    "toplay": _sets("to_play", _read_seats),
    "window": _sets("window", _read_seats),
    "sloughed": _sets("sloughed", _yes),
    "dealer": lambda position, text: None,
    "previous": _sets("previous", lambda text: _read_seats(text)[0]),
    "removed": _sets("removed", lambda text: cards(_pairs(text))),
    "gone": _sets("gone", lambda text: cards(_pairs(text))),
    "shuffles": _sets("shuffles", lambda text: tuple(_read_stock(order) for order in text.split("/"))),
    "shuffled": _sets("shuffled", lambda text: _number(text)),
    "seed": _sets("seed", _number),
    "partial": _sets("partial", _yes),
}
