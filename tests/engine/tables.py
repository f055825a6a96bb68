"""Rule sets and rounds for the tests."""

from pathlib import Path
from random import Random

from engine.position import Position
from engine.presets import ALL

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
TABLES = [
    (name, players)
    for name, known in ALL.items()
    for players in range(known.rules.players[0], known.rules.players[1] + 1)
]


def dealt(name: str, players: int, seed: int) -> Position:
    """The start of a round of these rules; each seed is another one."""
    rng = Random(f"{name} {players} {seed}")
    return Position.random(
        ALL[name].rules, players, rng, dealer=rng.randrange(players), previous=rng.randrange(players)
    )


def everything(position: Position) -> list[object]:
    """All that a position holds, to the last bit."""
    left_out = ("_undo", "_offered")
    return [getattr(position, name) for name in Position.__slots__ if name not in left_out]
