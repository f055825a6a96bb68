"""Counting all lines of play to a depth: a check of move generation, as in chess."""

from engine.position import Position


def perft(position: Position, depth: int) -> int:
    """How many lines of `depth` moves begin here; one that ends earlier counts too. The position is left as it was."""
    moves = position.legal_moves()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        position.push(move)
        count += perft(position, depth - 1)
        position.pop()
    return count
