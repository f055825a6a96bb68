"""Shed positions that begin with players who wait: the lead passes on, and waiting lapses where nobody else is left."""

import pytest

from engine.trace import replay


def start(hands, turn, waiting):
    given = {"hands": hands, "trump": "h", "turn": turn, "waiting": waiting, "out": [], "trick_size": 2}
    return replay({"rules": "club", "players": 3, "position": given, "moves": []})


def test_who_waits_never_leads():
    out = start([["5s"], ["6s", "7s"], ["8s", "9s"]], 0, [0])
    assert out["start"]["turn"] == 1


@pytest.mark.parametrize(
    ("hands", "turn", "finish", "leads", "losers"),
    [
        ([["5s"], [], ["8s"]], 0, [1], 0, []),
        ([["5s"], [], ["8s"]], 1, [1], 2, []),
        ([[], [], ["8s"]], 1, [1, 0], None, [2]),
        ([[], [], []], 1, [2, 0], None, [1]),
    ],
)
def test_where_all_wait_those_without_cards_are_out_and_the_others_play(hands, turn, finish, leads, losers):
    out = start(hands, turn, [0, 1, 2])
    assert (out["finish"], out["start"]["turn"], out["losers"]) == (finish, leads, losers)
