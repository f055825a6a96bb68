"""The short ways of a turn, held against the long ones."""

from random import Random

import pytest

from engine.presets import ALL
from tests.engine.tables import TABLES, dealt


def compare(name, players, seed, longest):
    """Play a round at random, every turn both ways. Returns the share of the turns that had a short way."""
    position, rng, short = dealt(name, players, seed), Random(seed), 0
    while not position.over and position.ply < longest:
        long = position.copy(history=False)
        long.quick = long.even = False
        moves = position.legal_moves()
        assert long.legal_moves() == moves
        short += position.quick or position.even
        move = rng.choice(moves)
        position.push(move)
        long.push(move)
        assert long == position
    return short / position.ply


@pytest.mark.parametrize("name", ALL)
def test_the_short_way_does_what_the_long_way_does(name):
    compare(name, ALL[name].rules.players[1], 40, 170)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_short_way_does_what_the_long_way_does_in_many_rounds(name, players):
    for seed in range(41, 71):
        compare(name, players, seed, 3000)


@pytest.mark.parametrize("name", ["club", "standard", "skitgubbe"])
def test_nearly_every_turn_has_a_short_way(name):
    assert compare(name, 4, 39, 3000) > 0.95
