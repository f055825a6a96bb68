"""How fast the engine is: batches of work for a stop watch kept elsewhere, which knows nothing of clocks.

`BENCHES` maps "GROUP: NAME" to a factory: given a seeded Random it sets up and returns a batch, which does some work
and returns (rounds, units).
"""

from collections.abc import Callable
from random import Random

from engine import text
from engine.moves import Move
from engine.perft import perft
from engine.phase import COLLECT
from engine.position import Position
from engine.presets import PRESETS
from engine.reader import read
from engine.record import Record, of_moves, write

type Batch = Callable[[], tuple[int, int]]
type Factory = Callable[[Random], Batch]


def random_round(position: Position, rng: Random) -> int:
    """Play to the end with random moves; returns how many."""
    choice, before = rng.choice, position.ply
    while moves := position.legal_moves():
        position.push(choice(moves))
    return position.ply - before


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


def _records(preset: str, players: int, rng: Random, count: int) -> list[Record]:
    found = []
    for _ in range(count):
        position = Position.random(PRESETS[preset].rules, players, rng)
        start = position.copy()
        random_round(position, rng)
        found.append(of_moves(start, position.moves))
    return found


def reading(preset: str, players: int) -> Factory:
    """Whole records read, every play checked."""

    def factory(rng: Random) -> Batch:
        texts = [write(record) for record in _records(preset, players, rng, 5)]

        def batch() -> tuple[int, int]:
            return len(texts), sum(len(read(text).record.entries) for text in texts)

        return batch

    return factory


def writing(preset: str, players: int) -> Factory:
    """Whole records written."""

    def factory(rng: Random) -> Batch:
        records = _records(preset, players, rng, 5)
        moves = sum(len(record.entries) for record in records)

        def batch() -> tuple[int, int]:
            for record in records:
                write(record)
            return len(records), moves

        return batch

    return factory


def lines(preset: str, players: int) -> Factory:
    """Positions from their line and back."""

    def factory(rng: Random) -> Batch:
        position = Position.random(PRESETS[preset].rules, players, rng)
        found = []
        while moves := position.legal_moves():
            found.append(text.line(position))
            position.push(rng.choice(moves))

        def batch() -> tuple[int, int]:
            for line in found:
                text.line(text.read(line))
            return 1, len(found)

        return batch

    return factory


def counting(preset: str, players: int, depth: int) -> Factory:
    """Lines of play counted from the start of the shed phase."""

    def factory(rng: Random) -> Batch:
        position = Position.random(PRESETS[preset].rules, players, rng)
        while position.phase is COLLECT:
            position.push(rng.choice(position.legal_moves()))

        def batch() -> tuple[int, int]:
            return 1, perft(position, depth)

        return batch

    return factory


BENCHES: dict[str, Factory] = {
    "playout: club, four": playout("club", 4),
    "playout: standard, three": playout("standard", 3),
    "playout: skitgubbe, three": playout("skitgubbe", 3),
    "undo: club, four, push+pop": there_and_back("club", 4),
    "undo: skitgubbe, three, push+pop": there_and_back("skitgubbe", 3),
    "read: club record, checked": reading("club", 4),
    "write: club record": writing("club", 4),
    "position: line, club": lines("club", 4),
    "perft: club, shed 3": counting("club", 4, 3),
}
