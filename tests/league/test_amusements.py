"""*Med alle fordeler*, *Plageånd* and *Vertens forbannelse*, counted by hand."""

from collections import Counter
from datetime import timedelta
from fractions import Fraction

from league.amusements.chance import Luck
from league.amusements.curse import Curse, curses
from league.amusements.repeat import repeats
from league.amusements.tormentor import LEAST, Together, known_enough, together, worst
from league.facts import State
from tests.league.plain import DAY, evening, lost

FORTNIGHT = timedelta(days=14)


# --- Med alle fordeler


def test_a_mattis_is_counted_in_the_round_after_if_he_plays_it():
    one = evening(
        1,
        lost(1, 1, 2, 3),  # 1 plays the next one and gets off
        lost(2, 1, 2, 3),  # 2 plays the next one and loses again
        lost(2, 1, 2, 3, 4),  # 2 sits out the next one
        lost(3, 1, 3),
        present=[1, 2, 3, 4],
    )
    assert repeats([one]) == {1: Luck(0, Counter({3: 1})), 2: Luck(1, Counter({4: 1}))}


def test_a_new_evening_and_another_table_begin_afresh():
    first = evening(1, lost(1, 1, 2), lost(2, 2, 3, table=2), present=[1, 2, 3])
    second = evening(2, lost(1, 1, 2), present=[1, 2], day=DAY + FORTNIGHT)
    assert repeats([first, second]) == {}


def test_a_round_that_does_not_stand_is_passed_over():
    one = evening(
        1,
        lost(1, 1, 2),
        lost(2, 1, 2, state=State.STRUCK),
        lost(None, 1, 2, state=State.VOID),
        lost(1, 1, 2),
        present=[1, 2],
    )
    assert repeats([one]) == {1: Luck(1, Counter({2: 1}))}


def test_a_round_not_recorded_says_nothing_of_the_one_before_and_the_one_after():
    one = evening(1, lost(1, 1, 2), lost(1), lost(1, 1, 2), lost(1, 1, 2, ordered=False), present=[1, 2])
    assert repeats([one]) == {}


# --- Plageånd


def test_two_at_one_table_are_seen_from_both():
    one = evening(1, lost(1, 1, 2, 3), lost(1, 1, 2), lost(2, 1, 2, 3), lost(3, 2, 3), present=[1, 2, 3])
    found = together([one])
    assert found[1, 2] == Together(1, 2, Luck(2, Counter({3: 2, 2: 1})), 1)
    assert found[2, 1] == Together(2, 1, Luck(1, Counter({3: 2, 2: 1})), 2)
    assert found[3, 1] == Together(3, 1, Luck(0, Counter({3: 2})), 1)
    assert found[1, 2].luck.expected == Fraction(7, 6)
    assert len(found) == 6


def test_rounds_whose_players_are_not_recorded_are_left_out_whatever_their_order():
    one = evening(1, lost(1), lost(1, 1, 2, ordered=False), present=[1, 2])
    assert together([one]) == {
        (1, 2): Together(1, 2, Luck(1, Counter({2: 1})), 0),
        (2, 1): Together(2, 1, Luck(0, Counter({2: 1})), 1),
    }


def test_with_few_rounds_together_two_are_not_spoken_of():
    rounds = [lost(1, 1, 2)] * LEAST + [lost(3, 1, 3)] * (LEAST - 1)
    pairs = known_enough(together([evening(1, *rounds, present=[1, 2, 3])]).values())
    assert {(pair.person, pair.other) for pair in pairs} == {(1, 2), (2, 1)}


def test_the_worst_is_who_is_farthest_above_what_was_expected():
    rounds = [lost(1, 1, 2)] * 15 + [lost(2, 1, 2)] * 5 + [lost(3, 3, 4)] * 11 + [lost(4, 3, 4)] * 9
    found = worst(together([evening(1, *rounds, present=[1, 2, 3, 4])]).values())
    assert [(pair.person, pair.other) for pair in found] == [(1, 2), (3, 4)]  # 15 and 11 of 20, where 10 were expected


# --- Vertens forbannelse


def test_a_hosts_rounds_at_home_are_told_apart_from_those_away():
    at_ones = evening(1, lost(1, 1, 2), lost(2, 1, 2, 3), present=[1, 2, 3], host=1)
    at_twos = evening(2, lost(1, 1, 2, 3), present=[1, 2, 3], host=2, day=DAY + FORTNIGHT)
    trip = evening(3, lost(2, 1, 2), present=[1, 2], day=DAY + 2 * FORTNIGHT)
    assert curses([at_ones, at_twos, trip]) == {
        1: Curse(home=Luck(1, Counter({2: 1, 3: 1})), away=Luck(1, Counter({3: 1, 2: 1}))),
        2: Curse(home=Luck(0, Counter({3: 1})), away=Luck(2, Counter({2: 2, 3: 1}))),
    }


def test_a_host_who_does_not_play_at_home_is_not_there():
    assert curses([evening(1, lost(2, 2, 3), present=[1, 2, 3], host=1)]) == {}
