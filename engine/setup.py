"""Positions from what lies on a table: the start of a shed trick, or a moment of which some cards are unknown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import shed
from engine.cards import Cards, Suit
from engine.errors import Unreadable
from engine.moves import Play
from engine.phase import NOBODY, UNSEEN, Phase
from engine.position import Position
from engine.ruleset import RuleSet
from engine.soundness import check_cards
from engine.tables import clockwise
from engine.way import way_of


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as far as it is known: its known cards and how many more there are."""

    known: Cards = 0
    unseen: int = 0


def shed_position(
    rules: RuleSet,
    hands: Sequence[Hand],
    *,
    trump: Suit,
    turn: int,
    table: Iterable[Play] = (),
    size: int | None = None,
    waiting: Iterable[int] = (),
    out: Iterable[int] = (),
    excluded: Iterable[int] = (),
    gone: Cards = 0,
    dealer: int = 0,
    previous: int | None = None,
) -> Position:
    """A moment of the shed phase; `size`, how many plays make the trick full, is counted if it is not given.

    `turn` is -1 when the round is over. Raises Unreadable for cards in two places and seats that do not exist.
    """
    position = _with_hands(rules, hands, dealer, previous, gone)
    position.phase = Phase.SHED
    position.trump = _suit(trump)
    position.way = way_of(rules, trump)
    position.table = tuple(table)
    position.waiting = sum(1 << seat for seat in _seats(position, waiting))
    position.finish = tuple(_seats(position, out))
    position.excluded = tuple(_seats(position, excluded))
    shed.count_in(position)
    position.size = position.next_size if size is None else size
    inside = position.inside
    if turn == NOBODY or inside.bit_count() <= 1:
        shed.end(position, tuple(position.seats(inside)))
    else:
        position.turn = _seats(position, [turn])[0]
        if not inside >> position.turn & 1:
            raise Unreadable("player {} is out: it cannot be his turn", turn + 1)
        if not position.table and position.waiting >> position.turn & 1:
            shed.open_play(position, position.turn)  # who waits never leads: the lead passes on
    check_cards(position)
    return position


def collect_position(
    rules: RuleSet,
    hands: Sequence[Hand],
    *,
    turn: int,
    stock: int | Sequence[int],
    table: Iterable[tuple[Play, int]] = (),
    fighters: Iterable[int] = (),
    war_round: int = 0,
    piles: Sequence[Cards] | None = None,
    gone: Cards = 0,
    trump: Suit | None = None,
    trump_card: int | None = None,
    trump_holder: int = NOBODY,
    dealer: int = 0,
    previous: int | None = None,
) -> Position:
    """A moment of the collect phase. `table` pairs each play with its war round, 0 before any war; `stock` is its
    cards in drawing order or, unseen, their number.

    Who is still to play in this round of the trick follows from who has played. Raises Unreadable as above.
    """
    position = _with_hands(rules, hands, dealer, previous, gone)
    position.deck = (UNSEEN,) * stock if isinstance(stock, int) else tuple(stock)
    position.bottom = len(position.deck) - 1
    if rules.is_mas and position.deck and position.deck[-1] == UNSEEN:
        raise Unreadable("the turned-up card lies open: it must be known")
    position.trump_card, position.trump_holder, position.trump = trump_card, trump_holder, trump
    position.piles = list(piles) if piles is not None else position.piles
    played = sorted(table, key=lambda pair: pair[1])
    position.table = tuple(play for play, _ in played)
    position.rounds = tuple(
        next((place for place, (_, at) in enumerate(played) if at >= number), len(played))
        for number in range(war_round + 1)
    )
    position.fighters = tuple(_seats(position, fighters))
    position.partial = True
    position.turn = _seats(position, [turn])[0]
    position.to_play = tuple(_to_play(position))
    if rules.slough and _has_played(position, position.turn):
        position.window = clockwise(position.players, position.turn)  # not his turn to play: he may slough
    check_cards(position)
    return position


def _has_played(position: Position, seat: int) -> bool:
    """Whether he has played to this round of the trick or, not being a fighter, to the trick."""
    newest = position.table if seat not in position.fighters else position.table[position.rounds[-1] :]
    return any(play.seat == seat for play in newest)


def _to_play(position: Position) -> Iterable[int]:
    """Who plays after the present one in this round: the fighters, or the players of the trick, in their order."""
    leader = position.table[0].seat if position.table else position.turn
    order = position.fighters or clockwise(position.players, leader)
    if position.rules.trick == "pair" and not position.fighters:
        order = order[:2]
    played = {play.seat for play in position.table[position.rounds[-1] :]}
    return (seat for seat in order if seat != position.turn and seat not in played)


def _with_hands(rules: RuleSet, hands: Sequence[Hand], dealer: int, previous: int | None, gone: Cards) -> Position:
    position = Position(rules, len(hands), dealer, previous)
    position.hands = [hand.known for hand in hands]
    position.unseen = tuple(hand.unseen for hand in hands)
    position.partial = any(position.unseen)
    position.gone = gone
    return position


def _suit(suit: int) -> Suit:
    if not 0 <= suit < 4:
        raise Unreadable("a trump suit is one of four")
    return suit


def _seats(position: Position, seats: Iterable[int]) -> list[int]:
    """These seats; raises Unreadable for one that does not exist."""
    found = list(seats)
    if not all(0 <= seat < position.players for seat in found):
        raise Unreadable("seats run from 0 to {}", position.players - 1)
    return found
