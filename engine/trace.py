"""The JSON form of a recorded round: one object in, the same with what the rules made of it out."""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.cards import SUITS, Card, Cards, card, cards, names
from engine.errors import EngineError, Illegal, Message, Unreadable
from engine.moves import ASIDE, CHANCE, PASS, SEATS, SWAP, TAKE, Kind, Move, Play, lay, play, slough
from engine.phase import NOBODY, Phase
from engine.position import Position
from engine.presets import ALL, named
from engine.ruleset import RuleSet
from engine.setup import Hand, shed_position

type Json = dict[str, Any]

_BARE = {move.kind.value: move for move in (CHANCE, PASS, SWAP, ASIDE, TAKE)}
_OF_A_CARD = {Kind.PLAY.value: play, Kind.SLOUGH.value: slough}


class BadMove(Illegal):
    """A move of a trace that cannot be made; `number` is its place among the moves, from 1."""

    def __init__(self, number: int, why: Message) -> None:
        super().__init__(why.text, *why.values)
        self.number = number


def move_json(move: Move) -> list[Any]:
    """A move as JSON: its kind and its cards, the lowest first."""
    if move.kind is Kind.LAY:
        return [move.kind.value, move.names]
    return [move.kind.value, *move.names] if move.kind in (Kind.PLAY, Kind.SLOUGH) else [move.kind.value]


def read_move(given: object) -> Move:
    """The move of a JSON list; raises Unreadable."""
    match given:
        case [str(kind)] if kind in _BARE:
            return _BARE[kind]
        case [str(kind), str(name)] if kind in _OF_A_CARD:
            return _OF_A_CARD[kind](card(name))
        case ["lay", list(laid)] if laid:
            return lay(cards(laid))
    raise Unreadable("no move: {!r}", str(given)[:60])


def legal_json(position: Position) -> list[list[Any]]:
    """All legal moves, sorted."""
    return sorted(map(move_json, position.legal_moves()), key=str_tuple)


def str_tuple(move: list[Any]) -> tuple[Any, ...]:
    """A move as tuples of strings, for sorting."""
    return tuple(tuple(part) if isinstance(part, list) else part for part in move)


def rules_of(given: Json) -> RuleSet:
    """The rules a trace names, with its options."""
    options = given.get("options") or {}
    if not isinstance(options, Mapping):
        raise Unreadable("options are an object")
    changed = {name: value for name, value in options.items() if name not in ("id", "source")}
    name = given.get("rules")
    if name not in ALL and set(changed) >= set(RuleSet().options()):
        name = "standard"  # all options are given: any name will do
    return named(str(name), changed).rules


def start_of(given: Json) -> Position:
    """The position in which a trace begins; raises Unreadable or ImpossibleRules."""
    rules = rules_of(given)
    if given.get("position") is not None:
        return _from_position(rules, given["position"])
    players = given.get("players")
    if type(players) is not int:
        raise Unreadable("the number of players is missing")
    rules.check_players(players)
    return Position.deal(
        rules,
        players,
        _cards_in_order(given.get("deck")),
        dealer=_seat(given.get("dealer")) or 0,
        previous=_seat(given.get("previous_mattis")),
        shuffles=[_cards_in_order(order) for order in _list(given.get("shuffles") or [])],
    )


def _from_position(rules: RuleSet, given: object) -> Position:
    if not isinstance(given, dict) or not isinstance(given.get("hands"), list):
        raise Unreadable("a position needs hands")
    trump = given.get("trump")
    if not isinstance(trump, str) or len(trump) != 1 or trump not in SUITS:
        raise Unreadable("no trump suit: {!r}", str(trump)[:20])
    turn = _seat(given.get("turn"))
    return shed_position(
        rules,
        [Hand(_set(held)) for held in given["hands"]],
        trump=SUITS.index(trump),
        turn=NOBODY if turn is None else turn,
        table=[_laid(entry) for entry in _list(given.get("table") or [])],
        size=_seat(given.get("trick_size")),
        waiting=_seats(given.get("waiting")),
        out=_seats(given.get("out")),
        excluded=_seats(given.get("excluded")),
    )


def _laid(given: object) -> Play:
    match given:
        case [int(seat), list(laid)] if laid and 0 <= seat < SEATS:
            return lay(cards(laid)).plays[seat]
    raise Unreadable("no play on the table: {}", str(given)[:60])


def _list(given: object) -> list[Any]:
    if not isinstance(given, list):
        raise Unreadable("a list was expected: {}", str(given)[:40])
    return given


def _cards_in_order(given: object) -> list[Card]:
    order = [card(name) for name in _list(given)]
    if len(set(order)) != len(order):
        raise Unreadable("the same card twice")
    return order


def _set(given: object) -> Cards:
    return cards(_list(given))


def _seat(given: object) -> int | None:
    if given is not None and (type(given) is not int or not 0 <= given <= 52):
        raise Unreadable("no seat: {}", str(given)[:20])
    return given


def _seats(given: object) -> list[int]:
    return [seat for entry in _list(given or []) if (seat := _seat(entry)) is not None]


# --- Replay


def shown(position: Position) -> Json:
    """Whose turn it is, in which phase, and what he may do."""
    return {
        "turn": None if position.over else position.turn,
        "phase": position.phase.value,
        "legal": legal_json(position),
    }


def hands_json(position: Position) -> list[list[str]]:
    """Every hand as a list of names."""
    return [names(held) for held in position.hands]


def shed_json(position: Position, after_move: int) -> Json:
    """How the shed phase begins."""
    return {
        "after_move": after_move,
        "hands": hands_json(position),
        "trump": None if position.trump is None else SUITS[position.trump],
        "waiting": position.seats(position.waiting),
        "excluded": list(position.excluded),
    }


def replay(given: Json) -> Json:
    """The input with what the rules make of each move. Raises Unreadable, ImpossibleRules or BadMove."""
    position = start_of(given)
    out = dict(given)
    out["start"], out["steps"] = shown(position), []
    if position.phase is Phase.COLLECT:
        out["start"]["hands"], out["shed"] = hands_json(position), None
    seen = {position.key}
    for number, entry in enumerate(_list(given.get("moves") or [])):
        was = position.phase
        try:
            position.push(read_move(entry))
        except EngineError as fault:
            raise BadMove(number + 1, fault.message) from fault
        step = shown(position)
        if position.key in seen:
            step["repeated"] = True
        seen.add(position.key)
        out["steps"].append(step)
        if was is Phase.COLLECT and position.phase is not Phase.COLLECT:
            out["shed"] = shed_json(position, number + 1)
    return out | {
        "over": position.over,
        "finish": list(position.finish),
        "losers": list(position.losers),
        "excluded": list(position.excluded),
    }


def answer(line: str) -> Json:
    """What is written for one line: the replayed round, or what is wrong with it."""
    given: Json = {}
    try:
        parsed = json.loads(line)
        if not isinstance(parsed, dict):
            raise Unreadable("a JSON object was expected")
        given = parsed
        return replay(given)
    except (EngineError, json.JSONDecodeError, RecursionError) as fault:
        return given | {"error": {"message": str(fault), "move": getattr(fault, "number", None)}}


def answers(lines: Iterable[str]) -> Iterator[Json]:
    """An answer for each line that is not empty; a fault in one does not stop the others."""
    return (answer(line) for line in lines if line.strip())


def lines_of(path: Path) -> list[str]:
    """The lines of a file, which may be gzipped; raises Unreadable."""
    try:
        data = path.read_bytes()
        return (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as fault:
        raise Unreadable("cannot read {}: {}", path, fault) from fault
