"""Which member periods a book implies."""

from datetime import date

from league.importing.periods import Days, implied
from league.importing.values import Form


def year(first, last=None):
    return Days(date(first, 1, 1), date(last or first, 12, 31))


def since(first):
    return Days(date(first, 1, 1), None)


def test_a_column_is_a_member_for_the_whole_season():
    assert implied([], [(year(2022), Form.MATRIX)]) == [year(2022)]


def test_a_column_of_the_newest_season_is_a_member_without_end():
    assert implied([], [(since(2026), Form.MATRIX)]) == [since(2026)]


def test_who_plays_in_a_book_of_rounds_is_a_member_from_that_season_on():
    assert implied([], [(year(2024), Form.LONG)]) == [since(2024)]


def test_seasons_end_to_end_join_and_a_gap_stays():
    seasons = [(year(2025), Form.MATRIX), (year(2022), Form.MATRIX), (year(2023), Form.MATRIX)]
    assert implied([], seasons) == [year(2022, 2023), year(2025)]


def test_an_earlier_season_joins_the_period_there_is():
    assert implied([since(2026)], [(year(2025), Form.MATRIX)]) == [since(2025)]
    assert implied([year(2023), since(2026)], [(year(2022), Form.MATRIX)]) == [year(2022, 2023)]


def test_a_season_between_two_periods_makes_them_one():
    assert implied([year(2022), year(2024)], [(year(2023), Form.MATRIX)]) == [year(2022, 2024)]


def test_a_book_of_rounds_reaches_to_the_next_period():
    assert implied([year(2026)], [(year(2024), Form.LONG)]) == [year(2024, 2026)]


def test_a_season_of_which_something_is_known_is_left_as_it_is():
    joined_in_june = Days(date(2025, 6, 1), None)
    assert implied([joined_in_june], [(year(2025), Form.MATRIX)]) == []
    left_in_june = Days(date(2022, 1, 1), date(2024, 6, 1))
    assert implied([left_in_june], [(year(2024), Form.LONG)]) == []


def test_nothing_implied_leaves_periods_that_lie_end_to_end():
    assert implied([year(2022), year(2023)], [(year(2023), Form.MATRIX)]) == []
