"""A dispute in JSON: what lay on the table, as far as it is known, and what somebody did."""

from typing import Any

from engine.cards import PACK, SUITS, Cards, card, cards, names
from engine.errors import Unreadable
from engine.moves import CHANCE, NO_CARD, SEATS, Kind, Move, Play, lay, play, slough, take
from engine.phase import NOBODY, UNSEEN
from engine.position import Position
from engine.ruleset import RuleSet
from engine.setup import Hand, collect_position, shed_position
from engine.trace import read_move, rules_of
from engine.verdict import Attempt, Judgement, Verdict, adjudicate

type Json = dict[str, Any]


def read(given: Json) -> tuple[Position, Attempt]:
    """The position and the attempt; raises Unreadable or ImpossibleRules."""
    try:
        rules = rules_of(given)
        hands = [_hand(hand) for hand in given["hands"]]
        attempt = given["attempt"]
        position = _position(rules, hands, given)
        seat = attempt["player"]
        if type(seat) is not int or not 0 <= seat < position.players:
            raise Unreadable("there is no player {}", str(seat)[:20])
        return position, Attempt(seat, _move(attempt["move"]))
    except (KeyError, TypeError, AttributeError) as fault:
        raise Unreadable("missing or of the wrong kind in a dispute: {}", str(fault)[:60]) from fault


def _hand(given: object) -> Hand:
    if isinstance(given, list):
        return Hand(cards(given))
    if isinstance(given, dict):
        unseen = given.get("unseen", 0)
        if type(unseen) is not int or not 0 <= unseen <= 52:
            raise Unreadable("no number of cards: {}", str(unseen)[:20])
        return Hand(cards(given.get("known", [])), unseen)
    raise Unreadable("no hand: {}", str(given)[:40])


def _position(rules: RuleSet, hands: list[Hand], given: Json) -> Position:
    gone = cards(given.get("gone") or [])
    turn = NOBODY if given.get("turn") is None else given["turn"]
    if given.get("phase") == "collect":
        return collect_position(
            rules,
            hands,
            turn=turn,
            stock=_stock(rules, given, hands),
            table=_collect_table(given.get("table") or []),
            fighters=given.get("fighters") or [],
            war_round=given.get("war_round") or 0,
            gone=gone,
            trump=_suit(given.get("trump")),
        )
    trump = _suit(given.get("trump"))
    if trump is None:
        raise Unreadable("the shed phase has a trump suit")
    return shed_position(
        rules,
        hands,
        trump=trump,
        turn=NOBODY if given.get("phase") == "over" else turn,
        table=[_laid(seat, lay(cards(laid))) for seat, laid in given.get("table") or []],
        size=given.get("trick_size"),
        waiting=given.get("waiting") or [],
        out=given.get("out") or [],
        excluded=given.get("excluded") or [],
        gone=gone,
    )


def _suit(given: str | None) -> int | None:
    if given is None:
        return None
    if len(given) != 1 or given not in SUITS:
        raise Unreadable("no trump suit: {!r}", given[:20])
    return SUITS.index(given)


def _stock(rules: RuleSet, given: Json, hands: list[Hand]) -> int | list[int]:
    """How many cards; of Mas's turned-up card at least the suit is known: any free card of it will do."""
    count = given.get("stock") or 0
    if type(count) is not int or not 0 <= count <= 52:
        raise Unreadable("no number of cards: {}", str(count)[:20])
    if not rules.is_mas or not count:
        return count
    shown = given.get("turned_up")
    return [UNSEEN] * (count - 1) + [card(shown) if shown else _free(given, hands)]


def _free(given: Json, hands: list[Hand]) -> int:
    taken = sum(hand.known for hand in hands) | cards(given.get("gone") or [])
    for _seat, name, *_rest in given.get("table") or []:
        taken |= 1 << card(name)
    suit = _suit(given.get("trump")) or 0
    free = (PACK & ~taken) >> 13 * suit & 0x1FFF & ~1
    if not free:
        raise Unreadable("which card is turned up?")
    return 13 * suit + free.bit_length() - 1


def _collect_table(given: list[Any]) -> list[tuple[Play, int]]:
    """Each play with its war round; a player's second card in a round is one he added."""
    found: list[tuple[Play, int]] = []
    seen: set[tuple[int, int]] = set()
    for seat, name, war_round in given:
        make = slough if (seat, war_round) in seen else play
        seen.add((seat, war_round))
        found.append((_laid(seat, make(card(name))), war_round))
    return found


def _laid(seat: int, move: Move) -> Play:
    if type(seat) is not int or not 0 <= seat < SEATS or move.low == NO_CARD:
        raise Unreadable("no play on the table by {}", str(seat)[:20])
    return move.plays[seat]


def _move(given: object) -> Move:
    """As in a trace; a take may name its cards, a chance the card it turned up."""
    match given:
        case ["take", list(named)]:
            return take(cards(named))
        case ["chance", str()]:
            return CHANCE
    return read_move(given)


# --- The answer


def verdict_json(verdict: Verdict) -> Json:
    """A verdict as JSON, in the form of the disputes."""
    out: Json = {
        "verdict": verdict.judgement.value,
        "reason": verdict.reason,
        "also": list(verdict.also),
        "rule": {"source": verdict.rule.source, "nb": verdict.rule.nb, "en": verdict.rule.en},
        "basis": "reading" if verdict.is_reading else "text",
        "legal_instead": [[move.kind.value, move.names] if move.kind is Kind.LAY else [move.kind.value, *move.names]
                          for move in verdict.legal_instead],
        "turned_by": {option.name: option.value for option in verdict.turned_by},
    }  # fmt: skip
    if verdict.judgement is Judgement.DEPENDS:
        out["depends_on"] = _depends_json(verdict)
    return out


def _depends_json(verdict: Verdict) -> Json:
    out: Json = {
        "player": verdict.attempt.seat,
        "illegal_if_he_held_any_of": sorted(names(verdict.depends_on)),
    }
    if verdict.together:
        out["illegal_if_he_held_all_of"] = [_sorted(group) for group in verdict.together]
    if verdict.excuse:
        out["but_a_trump_is_excused_by_any_of"] = _sorted(verdict.excuse)
    if verdict.unless:
        out["legal_only_if_he_held_any_of"] = _sorted(verdict.unless)
    return out


def _sorted(group: Cards) -> list[str]:
    return sorted(names(group))


def answer(given: Json) -> Json:
    """The verdict on a dispute; raises Unreadable or ImpossibleRules."""
    position, attempt = read(given)
    return verdict_json(adjudicate(position, attempt))
