"""The order of play and the numbers rounds are shown with."""

from league.facts import PlayedRound, State, ended_at, numbered, play_order
from tests.league.plain import at, evening, lost


def rounds_of(*rounds: PlayedRound) -> tuple[PlayedRound, ...]:
    return evening(1, *rounds, present=()).rounds


def test_numbers_are_counted_at_each_table_over_standing_rounds_only():
    rounds = rounds_of(
        lost(1, 1, 2),
        lost(2, 1, 2, state=State.STRUCK),
        lost(2, 1, 2, state=State.UNDONE),
        lost(None, 1, 2, state=State.VOID),
        lost(2, 1, 2),
        lost(3, 3, 4, table=2),
    )
    assert numbered(rounds) == {101: 1, 105: 2, 106: 1}


def test_two_tables_are_put_together_by_the_clock():
    rounds = rounds_of(
        lost(1, 1, 2, clock="19.30"),
        lost(1, 1, 2, clock="20.30"),
        lost(3, 3, 4, table=2, clock="19.20"),
        lost(3, 3, 4, table=2, clock="20.00"),
    )
    assert [round_.id for round_ in play_order(rounds)] == [103, 101, 104, 102]


def test_tables_without_times_are_taken_in_step():
    rounds = rounds_of(lost(1, 1, 2), lost(1, 1, 2), lost(3, 3, 4, table=2), lost(3, 3, 4, table=2))
    assert [round_.id for round_ in play_order(rounds)] == [101, 103, 102, 104]


def test_a_round_put_in_afterwards_keeps_its_place_whenever_it_was_logged():
    rounds = rounds_of(
        lost(1, 1, 2, clock="19.30"),
        lost(2, 1, 2, clock="22.00"),
        lost(1, 1, 2),
        lost(1, 1, 2, clock="20.30"),
        lost(3, 3, 4, table=2, clock="21.00"),
    )
    assert ended_at(rounds) == {
        101: at("19.30"),
        102: at("20.30"),
        103: at("20.30"),
        104: at("20.30"),
        105: at("21.00"),
    }
    assert [round_.id for round_ in play_order(rounds)] == [101, 102, 103, 104, 105]


def test_the_last_round_put_in_without_a_time_is_played_last():
    rounds = rounds_of(lost(1, 1, 2, clock="19.30"), lost(2, 1, 2), lost(3, 3, 4, table=2, clock="20.00"))
    assert [round_.id for round_ in play_order(rounds)] == [101, 103, 102]
