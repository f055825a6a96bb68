"""How fast the engine is: batches of work for a stop watch kept elsewhere, which knows nothing of clocks.

`BENCHES` maps "GROUP: NAME" to a factory: given a seeded Random it sets up and returns a batch, which does some work
and returns (rounds, units).
"""

from collections.abc import Callable
from random import Random

from engine.moves import Move
from engine.position import Position
from engine.presets import PRESETS

type Batch = Callable[[], tuple[int, int]]
type Factory = Callable[[Random], Batch]


def random_round(position: Position, rng: Random) -> int:
    """Play to the end with random moves; returns how many."""
    count = 0
    while moves := position.legal_moves():
        position.push(rng.choice(moves))
        count += 1
    return count


def playout(preset: str, players: int) -> Factory:
    """Whole rounds: deal, ask for the legal moves every turn, choose, push."""
    rules = PRESETS[preset].rules

    def factory(rng: Random) -> Batch:
        def batch() -> tuple[int, int]:
            return 5, sum(random_round(Position.random(rules, players, rng), rng) for _ in range(5))

        return batch

    return factory


def there_and_back(preset: str, players: int) -> Factory:
    """100 known moves, evenly from both phases, made and taken back."""

    def factory(rng: Random) -> Batch:
        start, line = _line(Position.random(PRESETS[preset].rules, players, rng), rng, 100)

        def batch() -> tuple[int, int]:
            for _ in range(5):
                for move in line:
                    start.push(move)
                for _move in line:
                    start.pop()
            return 5, 5 * len(line)

        return batch

    return factory


def _line(position: Position, rng: Random, length: int) -> tuple[Position, list[Move]]:
    """A position in the middle of a round, and the moves from there on."""
    random_round(position, rng)
    moves = position.moves
    for _ in range(min(length, len(moves))):
        position.pop()
    return position, moves[-length:]


BENCHES: dict[str, Factory] = {
    "playout: club, four": playout("club", 4),
    "playout: skitgubbe, three": playout("skitgubbe", 3),
    "undo: club, four, push+pop": there_and_back("club", 4),
    "undo: skitgubbe, three, push+pop": there_and_back("skitgubbe", 3),
}
