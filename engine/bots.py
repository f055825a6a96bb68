"""Two simple players, and a table that they cannot keep busy for ever."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from engine.cards import RANK_OF
from engine.moves import PASS, TAKE, Kind, Move
from engine.phase import SHED
from engine.position import Position

type Bot = Callable[[Position, Random], Move]

LONGEST = 3000  # moves; a round between players that circle is broken off long before


def at_random(position: Position, rng: Random) -> Move:
    """Any legal move."""
    return rng.choice(position.legal_moves())


def sensible(position: Position, rng: Random) -> Move:
    """Beats as low as it can, keeps its trumps, leads long low series; looks only at what it may see.

    `position` may be what the player sees (`seen_by`). In a position that has stood before it lets chance decide, so
    that rigid players do not circle.
    """
    moves = position.legal_moves()
    if len(moves) == 1:
        return moves[0]
    if position.phase is not SHED:
        return _collect(position, moves)
    lays = [move for move in moves if move is not TAKE]
    if not lays:
        return TAKE
    best = min(lays, key=lambda move: _cost(position, move))
    if TAKE in moves and _is_trump(position, best) and _may_wait(position):
        return TAKE
    return best


def _cost(position: Position, move: Move) -> tuple[bool, int, int]:
    """Trumps cost most, then high cards; of plays that begin alike the longer one is better."""
    return _is_trump(position, move), RANK_OF[move.low], -move.cards.bit_count()


def _is_trump(position: Position, move: Move) -> bool:
    return bool(move.cards & position.way.trumps)


def _may_wait(position: Position) -> bool:
    """Early on a low card taken in does little harm, and a trump is worth more later: it counts the cards in play."""
    seat = position.turn
    sizes = [held.bit_count() + unseen for held, unseen in zip(position.hands, position.unseen, strict=True)]
    return sizes[seat] <= min((size for size in sizes if size), default=0) and sum(sizes) > 20


def _collect(position: Position, moves: Sequence[Move]) -> Move:
    """Win with the lowest winner a trick worth having, else throw the lowest card."""
    if PASS in moves:
        return max(moves, key=lambda move: move is not PASS)
    plays = sorted((move for move in moves if move.kind is Kind.PLAY), key=lambda move: RANK_OF[move.low])
    if not plays:
        return moves[0]
    if not position.table:
        return plays[-1]
    ranks = [play.rank for play in position.table]
    winners = [move for move in plays if RANK_OF[move.low] > max(ranks)]
    worth_it = sum(ranks) >= 6 * len(ranks)
    return winners[0] if winners and worth_it else plays[0]


BOTS: dict[str, Bot] = {"random": at_random, "sensible": sensible}


def play_round(position: Position, bots: Sequence[Bot], rng: Random) -> bool:
    """Let bots play a round to its end; whether it came to one.

    At the third occurrence of a position the players move at random, and after LONGEST moves the round is broken off.
    """
    seen: Counter[object] = Counter()
    for _ in range(LONGEST):
        if position.over:
            return True
        seen[position.key] += 1
        seat = position.turn
        if seen[position.key] >= 2:
            position.push(at_random(position, rng))
        else:
            position.push(bots[seat](position.seen_by(seat), rng))
    return position.over
