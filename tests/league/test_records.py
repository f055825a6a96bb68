"""Records, counted by hand."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from league.amusements.records import (
    Late,
    Mark,
    Numbered,
    Run,
    after_midnight,
    clean_evenings,
    clean_runs,
    hat_tricks,
    most_in_one_evening,
    round_numbers,
    top,
)
from league.facts import State
from tests.league.plain import DAY, OSLO, at, evening, lost

FORTNIGHT = timedelta(days=14)


def nights(*rounds_of_each):
    return [
        evening(number, *rounds, present=[1, 2, 3], day=DAY + number * FORTNIGHT)
        for number, rounds in enumerate(rounds_of_each, start=1)
    ]


# --- A clean evening


def test_a_clean_evening_is_played_from_the_first_round_to_the_last():
    one = evening(1, lost(1, 1, 2, 3), lost(1, 1, 2, 4), lost(1, 1, 2, 4), present=[1, 2, 3, 4])
    assert clean_evenings([one]) == [Mark(2, 1, 3)]  # 3 left, 4 came late


def test_who_moves_between_tables_has_played_it_all_if_he_has_as_many_rounds():
    one = evening(
        1,
        lost(1, 1, 2, 3),
        lost(1, 1, 2, 3),
        lost(4, 3, 4, table=2),
        present=[1, 2, 3, 4],
    )
    assert clean_evenings([one]) == [Mark(2, 1, 2), Mark(3, 1, 3)]


def test_struck_rounds_are_none_and_unrecorded_ones_leave_the_evening_out():
    struck = evening(1, lost(1, 1, 2), lost(2, 1, 2, state=State.STRUCK), present=[1, 2])
    unknown = evening(2, lost(1, 1, 2), lost(1), present=[1, 2], day=DAY + FORTNIGHT)
    empty = evening(3, present=[1, 2], day=DAY + 2 * FORTNIGHT)
    assert clean_evenings([struck, unknown, empty]) == [Mark(2, 1, 1)]


# --- Most in one evening


def test_the_strek_of_an_evening_are_counted_over_its_tables_recorded_or_not():
    one = evening(1, lost(1, 1, 2), lost(1, 1, 3, table=2), lost(2), present=[1, 2, 3])
    assert most_in_one_evening([one]) == [Mark(1, 1, 2), Mark(2, 1, 1)]


def test_the_top_is_all_who_have_the_highest_figure():
    marks = [Mark(1, 1, 2), Mark(2, 1, 3), Mark(3, 2, 3)]
    assert top(marks, lambda mark: mark.count) == marks[1:]
    assert top([], lambda mark: mark.count) == []


# --- Hat trick


def test_three_in_a_row_at_one_table_is_a_hat_trick_and_five_is_one_too():
    lose, off = lost(1, 1, 2), lost(2, 1, 2)
    one = evening(1, lose, lose, off, lose, lose, lose, off, off, off, off, off, present=[1, 2])
    assert hat_tricks([one]) == [Mark(1, 1, 3), Mark(2, 1, 5)]


def test_rows_do_not_go_on_at_another_table_or_on_another_evening_or_past_what_is_not_recorded():
    lose = lost(1, 1, 2)
    split = evening(1, lose, lose, lost(1, 1, 3, table=2), present=[1, 2, 3])
    broken = evening(2, lose, lost(1), lose, present=[1, 2], day=DAY + FORTNIGHT)
    assert hat_tricks([split, broken]) == []


def test_a_round_that_does_not_stand_does_not_break_the_row():
    lose = lost(1, 1, 2)
    one = evening(1, lose, lose, lost(2, 1, 2, state=State.STRUCK), lose, present=[1, 2])
    assert hat_tricks([one]) == [Mark(1, 1, 3)]


# --- The longest clean run


@pytest.mark.parametrize(
    ("marks", "rounds", "first", "last", "goes_on"),
    [
        (["---"], 3, 1, 1, True),
        (["--x--", "-x-"], 3, 1, 2, False),
        (["--x", "--"], 2, 2, 2, True),  # of equal runs the latest
        (["-.-.-"], 3, 1, 1, True),  # he sat two out
        (["--?-"], 2, 1, 1, False),  # nobody knows where the unrecorded one belongs
        (["-", "", "-x"], 2, 1, 3, False),
    ],
)
def test_a_clean_run_is_of_ones_own_rounds_across_evenings(marks, rounds, first, last, goes_on):
    kinds = {"x": lost(1, 1, 2, 3), "-": lost(2, 1, 2, 3), ".": lost(2, 2, 3), "?": lost(2)}
    runs = clean_runs(nights(*([kinds[mark] for mark in evening_] for evening_ in marks)))
    assert next(run for run in runs if run.person == 1) == Run(1, rounds, first, last, goes_on)


def test_who_only_ever_loses_has_no_run():
    assert clean_runs(nights([lost(1, 1, 2)])) == [Run(2, 1, 1, 1, goes_on=True)]


# --- After midnight


def test_rounds_that_were_over_after_midnight_are_counted_by_the_clock_in_oslo():
    night = at("0.40", DAY + timedelta(days=1))
    one = evening(1, lost(1, 1, 2, clock="23.55"), lost(1, 1, 2), present=[1, 2])
    late = replace(one, rounds=(one.rounds[0], replace(one.rounds[1], logged_at=night)))
    assert after_midnight([one, late]) == [Late(1, 1, night)]


def test_the_night_the_clock_goes_back_is_counted_too():
    day = date(2025, 10, 25)
    second = datetime(2025, 10, 26, 2, 30, tzinfo=OSLO, fold=1)
    one = evening(1, lost(1, 1, 2), present=[1, 2], day=day)
    rounds = tuple(replace(one.rounds[0], logged_at=time) for time in (second.replace(fold=0), second))
    assert [late.rounds for late in after_midnight([replace(one, rounds=rounds)])] == [2]


# --- Strek nr. 500


def test_round_numbers_are_counted_on_from_what_the_book_held_before():
    evenings = nights([lost(1, 1, 2), lost(2, 1, 2)], [lost(2), lost(None, 1, 2, state=State.VOID), lost(1, 1, 2)])
    assert round_numbers(evenings, before=497, every=500) == [Numbered(500, 2, 2)]
    assert round_numbers(evenings, before=99, every=2) == [Numbered(100, 1, 1), Numbered(102, 2, 2)]
    assert round_numbers(evenings, before=500, every=500) == []


def test_where_the_order_is_not_recorded_nobody_knows_whose_strek_it_was():
    evenings = nights([lost(1, ordered=False), lost(2, ordered=False)], [lost(3, 1, 3)])
    assert round_numbers(evenings, before=98, every=100) == [Numbered(100, None, 1)]
    assert round_numbers(evenings, before=97, every=100) == [Numbered(100, 3, 2)]
