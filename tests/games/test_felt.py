"""Who sits where round the card table."""

import pytest

from games.felt import Felt, Seat, places


@pytest.mark.parametrize("players", range(2, 13))
def test_everybody_sits_somewhere_and_no_more_than_three_at_the_top(players: int):
    """More than three names beside each other leave no room for any of them."""
    left, top = places(players)
    assert 1 + 2 * left + top == players
    assert top <= 3


def test_seats_go_clockwise_from_the_one_at_the_bottom():
    """Up the left side, along the top, down the right one."""
    seats = tuple(Seat(number, str(number), ()) for number in range(12))
    felt = Felt("shed", "h", 0, 12, seats, ())
    assert [(side, [seat.number for seat in there]) for side, there in felt.sides] == [
        ("left", [1, 2, 3, 4]),
        ("top", [5, 6, 7]),
        ("right", [8, 9, 10, 11]),
        ("bottom", [0]),
    ]
