"""*Mattishatten*: who took it home, and for how long, counted by hand."""

from datetime import timedelta

from league.amusements.hat import Stay, days_with, longest, taken_home, travels
from league.facts import State
from tests.league.plain import DAY, evening, lost

FORTNIGHT = timedelta(days=14)
TODAY = DAY + 5 * FORTNIGHT


def played(number: int, *rounds, day=None):
    return evening(number, *rounds, present=[1, 2, 3, 9], day=day or DAY + (number - 1) * FORTNIGHT)


def test_the_hat_goes_home_with_the_last_mattis_and_stays_until_the_next_evening():
    stays = travels([played(1, lost(1, 1, 2), lost(2, 1, 2)), played(2, lost(3, 1, 3))], TODAY)
    assert stays == [Stay(2, 1, DAY, DAY + FORTNIGHT), Stay(3, 2, DAY + FORTNIGHT, TODAY)]
    assert [stay.days for stay in stays] == [14, 56]


def test_who_loses_the_last_round_again_has_kept_it_all_along():
    stays = travels(
        [played(1, lost(2, 1, 2)), played(2, lost(1, 1, 2), lost(2, 1, 2)), played(3, lost(1, 1, 2))], TODAY
    )
    assert stays == [Stay(2, 1, DAY, DAY + 2 * FORTNIGHT), Stay(1, 3, DAY + 2 * FORTNIGHT, TODAY)]


def test_a_guest_may_wear_it():
    assert taken_home(played(1, lost(9, 1, 9))) == 9


def test_the_hat_passes_over_rounds_that_do_not_stand_and_evenings_without_any():
    first = played(1, lost(1, 1, 2), lost(9, 1, 9), lost(2, 1, 2, state=State.UNDONE))
    second = played(2, lost(None, 1, 2, state=State.VOID))
    assert travels([first, second], TODAY) == [Stay(9, 1, DAY, TODAY)]


def test_the_last_round_of_two_tables_is_the_last_by_the_clock():
    assert taken_home(played(1, lost(1, 1, 2, clock="23.10"), lost(3, 3, 4, table=2, clock="22.50"))) == 1


def test_nobody_has_it_before_the_first_round():
    assert travels([played(1)], TODAY) == []
    assert longest([]) is None


def test_where_the_order_is_not_recorded_nobody_knows_whose_home_it_is_at():
    book = played(2, lost(1, ordered=False), lost(2, ordered=False))
    stays = travels([played(1, lost(1, 1, 2)), book, played(3, lost(1, 1, 2))], TODAY)
    assert [(stay.person, stay.days) for stay in stays] == [(1, 14), (None, 14), (1, 42)]


def test_the_longest_stay_is_with_somebody_known_and_the_latest_of_equals():
    evenings = [
        played(1, lost(1, 1, 2)),
        played(2, lost(2, 1, 2)),
        played(3, lost(1, ordered=False)),
        played(5, lost(3, 1, 3)),
    ]
    stays = travels(evenings, DAY + 4 * FORTNIGHT)
    assert [(stay.person, stay.days) for stay in stays] == [(1, 14), (2, 14), (None, 28), (3, 0)]
    assert longest(stays) == stays[1]


def test_days_are_summed_over_all_stays():
    evenings = [played(1, lost(1, 1, 2)), played(2, lost(2, 1, 2)), played(3, lost(1, 1, 2))]
    assert days_with(travels(evenings, DAY + 3 * FORTNIGHT)) == {1: 28, 2: 14}
