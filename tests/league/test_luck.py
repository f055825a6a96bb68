"""What luck would give, counted by hand and by listing every outcome."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from league import words
from league.amusements.chance import Luck, at_least, together


@pytest.mark.parametrize(
    ("observed", "sizes", "chance"),
    [
        (0, {}, 1),
        (1, {}, 0),
        (1, {4: 1}, Fraction(1, 4)),
        (2, {4: 2}, Fraction(1, 16)),
        (1, {4: 2}, Fraction(7, 16)),  # 1 - 3/4 × 3/4
        (1, {2: 1, 3: 1}, Fraction(2, 3)),  # 1 - 1/2 × 2/3
        (2, {2: 1, 3: 1}, Fraction(1, 6)),
        (3, {2: 1, 3: 1}, 0),
        (2, {2: 3}, Fraction(1, 2)),  # two or three heads of three
    ],
)
def test_the_chance_of_so_many_strek_or_more(observed, sizes, chance):
    assert at_least(observed, sizes) == chance


@given(st.lists(st.integers(2, 6), max_size=7), st.integers(0, 8))
def test_the_chance_is_that_of_all_outcomes_counted_one_by_one(sizes, observed):
    outcomes = [sum(loser == 0 for loser in losers) for losers in product(*(range(size) for size in sizes))]
    so_many = sum(strek >= observed for strek in outcomes)
    assert at_least(observed, Counter(sizes)) == Fraction(so_many, len(outcomes))


def test_of_more_than_expected_the_chance_is_of_so_many_or_more():
    luck = Luck(2, Counter({4: 2}))
    assert (luck.rounds, luck.expected, luck.more, luck.chance) == (2, Fraction(1, 2), True, Fraction(1, 16))


def test_of_fewer_than_expected_the_chance_is_of_so_few_or_fewer():
    luck = Luck(0, Counter({2: 3}))
    assert (luck.expected, luck.more, luck.chance) == (Fraction(3, 2), False, Fraction(1, 8))


def test_just_what_was_expected_is_so_many_or_more():
    assert Luck(1, Counter({2: 2})).chance == Fraction(3, 4)


def test_the_deviation_counts_in_the_spread_luck_has():
    assert Luck(4, Counter({2: 4})).deviation == 2.0  # two above, and the spread of four coins is one
    assert Luck().deviation == 0.0


def test_rounds_are_added_one_by_one_and_people_together():
    one, other = Luck(), Luck()
    one.add(4, lost=True)
    one.add(4, lost=False)
    other.add(3, lost=True)
    assert together({1: one, 2: other}) == Luck(2, Counter({4: 2, 3: 1}))
    assert together({}) == Luck()


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(1), "nesten alle"),
        (Fraction(95, 100), "nesten alle"),
        (Fraction(94, 100), "9 av 10"),
        (Fraction(1, 3), "3 av 10"),
        (Fraction(1, 5), "2 av 10"),
        (Fraction(19, 100), "19 av 100"),
        (Fraction(1, 100), "1 av 100"),
        (Fraction(1, 250), "4 av 1000"),
        (Fraction(1, 5000), "færre enn 1 av 1000"),
    ],
)
def test_odds_are_said_as_people_say_them(chance, said):
    with translation.override("nb"):
        assert words.odds(chance) == said
