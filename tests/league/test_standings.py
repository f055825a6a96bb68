"""The year's table, counted by hand."""

import random
from collections import defaultdict
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.amusements.hat import travels
from league.facts import Minimum, PlayedRound, Ranking, Rules, SeasonFacts, Span, State, by_play
from league.standings import Row, Standings, Tie, standings
from league.statistics import statistics
from tests.league.plain import DAY, NEW_YEAR, came, evening, lost, members, season

FORTNIGHT = timedelta(days=14)
FOUR = members(1, 2, 3, 4)
ANYBODY = Rules(minimum=Minimum.NONE)


def row(table: Standings, person: int) -> Row:
    return next(row for row in table.rows if row.person == person)


def people(table: Standings) -> list[int]:
    return [row.person for row in table.rows]


def places(table: Standings) -> dict[int, int | None]:
    return {row.person: row.place for row in table.rows}


def ties(table: Standings) -> dict[int, Tie]:
    return {row.person: row.tie for row in table.rows}


@pytest.fixture
def spring() -> SeasonFacts:
    """Two evenings that count, five rounds in all, and one that does not. 9 is a guest."""
    return season(
        evening(1, lost(1, 1, 2, 3), lost(9, 1, 2, 3, 9), lost(2, 1, 2, 3, 9), present=[1, 2, 3, 9]),
        evening(2, lost(1, 1, 2, 3, 4), lost(3, 1, 2, 3, 4), present=[1, 2, 3, 4], day=DAY + FORTNIGHT),
        evening(3, lost(4, 1, 4), present=[1, 4], day=DAY + 2 * FORTNIGHT),  # 2 of 4, and 3 are needed
        periods=FOUR,
    )


# --- the whole table -----------------------------------------------------------------------------


def test_a_season_counted_by_hand(spring):
    table = standings(spring)
    assert table == Standings(
        rows=(
            Row(
                person=2,
                place=1,
                change=1,
                tie=Tie.SHARED,
                strek=1,
                penalties=0,
                rounds=5,
                rate=Fraction(1, 5),
                expected=Fraction(4, 3),  # 1/3 + 4 × 1/4
                fair=Fraction(18, 19),  # (1 + 5) / (4/3 + 5)
                attended=2,
                held=2,
                unknown=0,
                form=(False, False, True, False, False),
                lacking=0,
                approx=False,
            ),
            Row(
                person=3,
                place=1,
                change=0,
                tie=Tie.SHARED,
                strek=1,
                penalties=0,
                rounds=5,
                rate=Fraction(1, 5),
                expected=Fraction(4, 3),
                fair=Fraction(18, 19),
                attended=2,
                held=2,
                unknown=0,
                form=(False, False, False, False, True),
                lacking=0,
                approx=False,
            ),
            Row(
                person=1,
                place=3,
                change=-1,
                tie=Tie.NONE,
                strek=2,
                penalties=0,
                rounds=5,
                rate=Fraction(2, 5),
                expected=Fraction(4, 3),
                fair=Fraction(21, 19),
                attended=2,
                held=2,
                unknown=0,
                form=(True, False, False, True, False),
                lacking=0,
                approx=False,
            ),
            Row(
                person=4,
                place=None,
                change=None,
                tie=Tie.NONE,
                strek=0,
                penalties=0,
                rounds=2,
                rate=Fraction(0),
                expected=Fraction(1, 2),
                fair=Fraction(10, 11),  # 5 / 5.5
                attended=1,
                held=2,
                unknown=0,
                form=(False, False),
                lacking=1,
                approx=False,
            ),
        ),
        counting_evenings=2,
        held_evenings=3,
        counting_rounds=5,
        required=3,  # half of five, and no less
        last_counting=2,
        mattis_of_the_year=frozenset({1}),
    )


def test_the_table_as_it_stood_after_an_evening(spring):
    table = standings(spring, until=1)
    assert places(table) == {3: 1, 1: 2, 2: 2, 4: None}
    assert [row.change for row in table.rows] == [None] * 4, "nobody had a place before the first evening"
    assert (table.counting_rounds, table.required, table.held_evenings, table.last_counting) == (3, 2, 1, 1)
    with pytest.raises(ValueError, match="7"):
        standings(spring, until=7)


def test_an_evening_that_does_not_count_moves_nobody(spring):
    assert standings(spring, until=3).rows == standings(spring, until=2).rows


def test_a_season_without_evenings_shows_its_members_with_nothing():
    table = standings(season(periods=members(2, 1)))
    assert people(table) == [1, 2]
    assert all(
        (row.place, row.rounds, row.rate, row.fair, row.lacking) == (None, 0, None, None, 0) for row in table.rows
    )
    assert (table.counting_evenings, table.required, table.last_counting) == (0, 0, None)
    assert table.mattis_of_the_year == frozenset()


def test_a_season_without_members_has_an_empty_table():
    table = standings(season(evening(1, lost(9, 9, 10), present=[9, 10]), periods=()))
    assert (table.rows, table.counting_evenings, table.held_evenings) == ((), 0, 1)


def test_form_is_the_last_five_rounds_across_evenings():
    first = evening(1, lost(2, 1, 2), lost(1, 1, 2), present=[1, 2])
    second = evening(2, *[lost(2, 1, 2)] * 3, lost(1, 1, 2), present=[1, 2], day=DAY + FORTNIGHT)
    assert row(standings(season(second, first, periods=members(1, 2))), 1).form == (True, False, False, False, True)


def test_form_follows_one_who_moves_between_the_tables_by_the_clock():
    played = evening(
        1,
        lost(1, 1, 2, clock="19.30"),
        lost(2, 1, 2, clock="21.00"),
        lost(3, 1, 3, 4, table=2, clock="20.15"),
        present=[1, 2, 3, 4],
    )
    assert row(standings(season(played, periods=FOUR)), 1).form == (True, False, False)
    assert row(standings(season(played, periods=FOUR)), 2).form == (False, True)


def test_several_can_be_mattis_of_the_year():
    played = evening(1, lost(1, 1, 2, 3), lost(2, 1, 2, 3), present=[1, 2, 3])
    assert standings(season(played, periods=members(1, 2, 3))).mattis_of_the_year == {1, 2}


def test_a_guest_is_never_mattis_of_the_year():
    played = evening(1, lost(9, 1, 2, 9), lost(9, 1, 2, 9), lost(1, 1, 2, 9), present=[1, 2, 9])
    assert standings(season(played, periods=members(1, 2))).mattis_of_the_year == {1}


# --- ranking -------------------------------------------------------------------------------------


def three_tables(ranking: Ranking) -> Standings:
    """Five rounds of two, six of three and one of two players, so that every rule ranks differently."""
    return standings(
        season(
            evening(
                1,
                *[lost(1, 1, 2)] * 2,
                *[lost(2, 1, 2)] * 3,
                *[lost(3, 3, 4, 5, table=2)] * 3,
                *[lost(4, 3, 4, 5, table=2)] * 2,
                lost(5, 3, 4, 5, table=2),
                lost(6, 6, 7, table=3),
                present=[1, 2, 3, 4, 5, 6, 7],
            ),
            periods=members(1, 2, 3, 4, 5, 6, 7),
            rules=Rules(ranking=ranking, minimum=Minimum.NONE),
        )
    )


@pytest.mark.parametrize(
    ("ranking", "order"),
    [
        (Ranking.RATE, [7, 5, 4, 1, 3, 2, 6]),  # 0, 1/6, 1/3, 2/5, 1/2, 3/5, 1
        (Ranking.ADJUSTED, [5, 7, 1, 4, 2, 6, 3]),  # 6/7, 10/11, 14/15, 1, 16/15, 12/11, 8/7
        (Ranking.FEWEST, [7, 5, 6, 4, 1, 3, 2]),  # 0, 1, 1, 2, 2, 3, 3
        (Ranking.MOST, [3, 2, 4, 1, 5, 6, 7]),
    ],
)
def test_every_rule_ranks_in_its_own_way(ranking, order):
    table = three_tables(ranking)
    assert people(table) == order
    assert [row.place for row in table.rows] == [1, 2, 3, 4, 5, 6, 7]


def test_the_fair_rate_stands_beside_every_ranking():
    assert [row.fair for row in three_tables(Ranking.RATE).rows] == [
        Fraction(10, 11),
        Fraction(6, 7),
        Fraction(1),
        Fraction(14, 15),
        Fraction(8, 7),
        Fraction(16, 15),
        Fraction(12, 11),
    ]


def test_the_weight_of_the_fair_rate_is_the_seasons(spring):
    heavy = standings(replace(spring, rules=Rules(a=1)))
    assert row(heavy, 1).fair == Fraction(9, 7)  # (2 + 1) / (4/3 + 1)


@pytest.mark.parametrize(("ranking", "broken"), [(Ranking.RATE, set()), (Ranking.FEWEST, {1, 2, 3, 4, 5, 6})])
def test_f22_a_row_says_when_more_rounds_decided_its_place(ranking, broken):
    expected = {person: Tie.MORE_ROUNDS if person in broken else Tie.NONE for person in range(1, 8)}
    assert ties(three_tables(ranking)) == expected


def test_f22_equals_in_everything_share_a_place_and_the_next_is_skipped():
    played = evening(1, *[lost(loser, 1, 2, 3, 4) for loser in (2, 3, 4, 4)], present=[1, 2, 3, 4])
    table = standings(season(played, periods=FOUR))
    assert [(row.person, row.place) for row in table.rows] == [(1, 1), (2, 2), (3, 2), (4, 4)]
    assert ties(table) == {1: Tie.NONE, 2: Tie.SHARED, 3: Tie.SHARED, 4: Tie.NONE}


def test_f22_equals_stand_in_the_order_of_the_alphabet():
    played = evening(1, *[lost(loser, 1, 2, 3, 4) for loser in (2, 3, 4, 4)], present=[1, 2, 3, 4])
    table = standings(season(played, periods=members(1, 2, 3, 4, 5, 6)), alphabet=[6, 4, 3, 2, 1, 5])
    assert people(table) == [1, 3, 2, 4, 6, 5]


def test_f22_a_shared_place_below_one_with_more_rounds_is_called_shared():
    """Three with no strek: 1 in two rounds, 2 and 3 in one."""
    played = evening(1, lost(9, 1, 2, 9), lost(9, 1, 3, 9), present=[1, 2, 3, 9])
    table = standings(season(played, periods=members(1, 2, 3), rules=ANYBODY))
    assert [(row.person, row.place, row.tie) for row in table.rows] == [
        (1, 1, Tie.MORE_ROUNDS),
        (2, 2, Tie.SHARED),
        (3, 2, Tie.SHARED),
    ]


def test_only_those_who_are_ranked_tie():
    """2 has the same rate as 1 but too few rounds."""
    played = evening(1, *[lost(9, 1, 9)] * 3, lost(9, 2, 9), present=[1, 2, 9])
    table = standings(season(played, periods=members(1, 2)))
    assert [(row.person, row.place, row.tie) for row in table.rows] == [(1, 1, Tie.NONE), (2, None, Tie.NONE)]


# --- the minimum ---------------------------------------------------------------------------------


def seven_rounds(minimum: Minimum, percent: int) -> Standings:
    """Seven rounds on three evenings; 1 played all, 2 four on two evenings, 3 three on one; 4 came and looked on."""
    return standings(
        season(
            evening(1, *[lost(3, 1, 3)] * 3, present=[1, 3, 4]),
            evening(2, *[lost(1, 1, 2)] * 2, present=[1, 2, 4], day=DAY + FORTNIGHT),
            evening(3, *[lost(2, 1, 2)] * 2, present=[1, 2, 4], day=DAY + 2 * FORTNIGHT),
            periods=FOUR,
            rules=Rules(minimum=minimum, minimum_percent=percent),
        )
    )


@pytest.mark.parametrize(
    ("minimum", "percent", "required", "lacking"),
    [
        (Minimum.ROUNDS, 50, 4, {1: 0, 2: 0, 3: 1, 4: 4}),  # half of seven is three and a half
        (Minimum.ROUNDS, 65, 5, {1: 0, 2: 1, 3: 2, 4: 5}),  # 4.55
        (Minimum.ROUNDS, 100, 7, {1: 0, 2: 3, 3: 4, 4: 7}),
        (Minimum.ROUNDS, 0, 0, {1: 0, 2: 0, 3: 0, 4: 0}),
        (Minimum.EVENINGS, 50, 2, {1: 0, 2: 0, 3: 1, 4: 0}),
        (Minimum.EVENINGS, 67, 3, {1: 0, 2: 1, 3: 2, 4: 0}),  # 2.01
        (Minimum.NONE, 50, 0, {1: 0, 2: 0, 3: 0, 4: 0}),
    ],
)
def test_the_minimum_is_a_share_rounded_up(minimum, percent, required, lacking):
    table = seven_rounds(minimum, percent)
    assert table.required == required
    assert {row.person: row.lacking for row in table.rows} == lacking
    played = {1, 2, 3}
    assert {row.person for row in table.rows if row.eligible} == {p for p in played if not lacking[p]}


def test_those_not_ranked_follow_by_the_same_measure():
    table = seven_rounds(Minimum.ROUNDS, 65)
    assert [(row.person, row.place) for row in table.rows] == [(1, 1), (2, None), (3, None), (4, None)]
    assert [row.rate for row in table.rows] == [Fraction(2, 7), Fraction(1, 2), Fraction(1), None]


@pytest.mark.parametrize("ranking", list(Ranking))
def test_who_has_not_played_is_never_ranked(ranking):
    played = evening(1, lost(1, 1, 2), present=[1, 2, 3])
    table = standings(season(played, periods=members(1, 2, 3), rules=Rules(ranking=ranking, minimum=Minimum.NONE)))
    assert (people(table)[-1], row(table, 3).place, row(table, 3).lacking) == (3, None, 0)


def test_change_counts_the_places_won_since_before_the_last_counting_evening():
    """4 was out of reach of the minimum before, so he comes in new and pushes the others down."""
    facts = season(
        evening(1, lost(1, 1, 2, 3), lost(2, 1, 2, 3), lost(3, 1, 2, 3), present=[1, 2, 3]),
        evening(2, *[lost(1, 1, 2, 3, 4)] * 3, present=[1, 2, 3, 4], day=DAY + FORTNIGHT),
        evening(3, present=[1], day=DAY + 2 * FORTNIGHT),
        periods=FOUR,
    )
    assert [(row.person, row.place, row.change) for row in standings(facts).rows] == [
        (4, 1, None),
        (2, 2, -1),
        (3, 2, -1),
        (1, 4, -3),
    ]


def test_the_place_before_is_by_the_minimum_as_it_was_then():
    """3 had two of four rounds, which was enough; after eight he has three, and four are needed."""
    facts = season(
        evening(1, *[lost(1, 1, 2, 3)] * 2, *[lost(2, 1, 2)] * 2, present=[1, 2, 3]),
        evening(2, lost(3, 1, 2, 3), *[lost(2, 1, 2)] * 3, present=[1, 2, 3], day=DAY + FORTNIGHT),
        periods=members(1, 2, 3),
    )
    assert [(row.person, row.place, row.change) for row in standings(facts, until=1).rows] == [
        (3, 1, None),
        (1, 2, None),
        (2, 2, None),
    ]
    assert [(row.person, row.place, row.change) for row in standings(facts).rows] == [
        (1, 1, 1),
        (2, 2, 0),
        (3, None, None),
    ]


def test_a_return_to_the_table_is_measured_from_the_place_held_before():
    """4 has four rounds of eight, just enough; the four of then would be too few for the twelve of now."""
    facts = season(
        evening(1, *[lost(1, 1, 2, 3, 4)] * 4, *[lost(2, 1, 2, 3)] * 4, present=[1, 2, 3, 4]),
        evening(2, *[lost(4, 1, 2, 3, 4)] * 4, present=[1, 2, 3, 4], day=DAY + FORTNIGHT),
        periods=FOUR,
    )
    assert [(row.person, row.place, row.change) for row in standings(facts).rows] == [
        (3, 1, 0),
        (1, 2, 1),
        (2, 2, 1),
        (4, 4, -2),
    ]


# --- members, guests, leave ----------------------------------------------------------------------


def test_only_rounds_played_while_a_member_count_for_him():
    facts = season(
        evening(1, lost(5, 1, 2, 5), lost(5, 1, 2, 5), present=[1, 2, 5]),
        evening(2, lost(5, 1, 2, 5), lost(1, 1, 2, 5), present=[1, 2, 5], day=DAY + FORTNIGHT),
        periods=members(1, 2) + members(5, first_day=DAY + FORTNIGHT),
    )
    newcomer = row(standings(facts), 5)
    assert (newcomer.strek, newcomer.rounds, newcomer.attended, newcomer.held) == (1, 2, 1, 1)
    assert newcomer.form == (True, False)
    veteran = row(standings(facts), 1)
    assert (veteran.rounds, veteran.expected) == (4, Fraction(4, 3)), "the guest's seat counts in the table's size"


def test_who_has_left_keeps_his_line_and_may_win_while_one_who_never_came_has_none():
    facts = season(
        evening(1, *[lost(1, 1, 2, 3)] * 3, present=[1, 2, 3]),
        evening(2, *[lost(2, 2, 3)] * 2, present=[1, 2, 3], day=DAY + FORTNIGHT),
        periods=members(2, 3) + members(1, 4, last_day=DAY) + members(5, first_day=date(2025, 12, 1)),
        rules=Rules(ranking=Ranking.MOST),
    )
    table = standings(facts)
    assert places(table) == {1: 1, 2: 2, 3: 3, 5: None}
    assert (row(table, 1).attended, row(table, 1).held) == (1, 1)
    assert people(standings(facts, until=2)) == [1, 2, 3], "5 was not a member yet"


def test_who_leaves_on_the_day_of_the_last_evening_is_still_in_the_table():
    facts = season(
        evening(1, lost(1, 1, 2), present=[1, 2]),
        periods=members(1, 2) + members(3, last_day=DAY) + members(4, last_day=DAY - timedelta(days=1)),
    )
    assert people(standings(facts)) == [2, 1, 3]


def test_a_former_member_who_comes_as_a_guest_has_no_line():
    facts = season(
        evening(1, lost(4, 1, 2, 4), present=[1, 2, 4]),
        periods=members(1, 2) + members(4, last_day=date(2025, 2, 1)),
    )
    assert people(standings(facts)) == [1, 2]


def test_two_periods_of_one_member_make_one_line():
    facts = season(
        evening(1, lost(1, 1, 2), present=[1, 2]),
        evening(2, lost(1, 1, 2), present=[1, 2], day=DAY + FORTNIGHT),
        evening(3, lost(1, 1, 2), present=[1, 2], day=DAY + 2 * FORTNIGHT),
        periods=members(2) + members(1, last_day=DAY) + members(1, first_day=DAY + 2 * FORTNIGHT),
    )
    back = row(standings(facts), 1)
    assert (back.strek, back.rounds, back.held) == (2, 2, 2)


def test_leave_is_no_evening_missed_and_who_comes_anyway_plays_as_a_member():
    facts = season(
        evening(1, lost(2, 1, 2), present=[1, 2]),
        evening(2, lost(3, 2, 3), present=[2, 3], day=DAY + FORTNIGHT),
        periods=members(1, 2, 3),
        leaves=(Span(3, NEW_YEAR),),
    )
    away = row(standings(facts), 3)
    assert (away.strek, away.rounds, away.attended, away.held) == (1, 1, 1, 1)


def test_f13_a_member_who_came_and_did_not_play_has_attended_without_a_round():
    played = evening(1, lost(1, 1, 2), present=[1, 2, 3], host=3)
    host = row(standings(season(played, periods=members(1, 2, 3))), 3)
    assert (host.attended, host.held, host.rounds, host.place) == (1, 1, 0, None)


def test_an_absent_member_is_told_from_one_of_whom_nothing_is_recorded():
    facts = season(
        evening(1, lost(1, 1, 2), present=[1, 2]),
        evening(2, lost(1, 1, 2), present=[1, 2], recorded=False, day=DAY + FORTNIGHT),
        periods=members(1, 2, 3),
    )
    table = standings(facts)
    assert [(row(table, p).attended, row(table, p).held, row(table, p).unknown) for p in (1, 3)] == [
        (2, 2, 0),
        (0, 2, 1),
    ]


def test_where_only_late_rounds_count_the_evening_is_attended_all_the_same():
    played = evening(
        1,
        lost(1, 1, 2, clock="19.40"),
        lost(2, 1, 2, clock="20.20"),
        lost(1, 1, 2, 3, clock="20.50"),
        present=[*came(1, 2, clock="19.00"), *came(3, clock="20.15")],
    )
    facts = season(played, periods=FOUR, rules=Rules(whole_evening=False))
    table = standings(facts)
    assert (row(table, 1).strek, row(table, 2).strek, row(table, 2).rounds, table.counting_rounds) == (1, 0, 1, 1)
    assert (row(table, 2).attended, row(table, 3).attended) == (1, 1)


# --- rounds of which only the mattis is known ----------------------------------------------------


def test_everybody_who_came_is_taken_to_have_played_the_unrecorded_rounds():
    book = evening(1, lost(1), lost(1), lost(9), lost(2), present=[1, 2, 3, 9])
    table = standings(season(book, periods=FOUR))
    assert [(row(table, p).strek, row(table, p).rounds) for p in (1, 2, 3, 4)] == [(2, 4), (1, 4), (0, 4), (0, 0)]
    assert row(table, 1).expected == 1, "four rounds among four, the guest counted"
    assert [row(table, p).approx for p in (1, 2, 3, 4)] == [True, True, True, False]
    assert row(table, 1).form == ()


def test_a_loser_who_is_not_marked_present_played_the_unrecorded_rounds_too():
    book = evening(1, lost(4), lost(1), present=[1, 2, 3])
    table = standings(season(book, periods=FOUR))
    assert (row(table, 4).strek, row(table, 4).rounds, row(table, 4).expected) == (1, 2, Fraction(1, 2))


def test_one_evening_may_hold_rounds_of_both_kinds():
    book = evening(1, lost(1), lost(2, 1, 2, ordered=False), lost(2, 1, 2), present=[1, 2, 3])
    table = standings(season(book, periods=members(1, 2, 3)))
    assert (row(table, 2).rounds, row(table, 2).expected) == (3, Fraction(4, 3))
    assert (row(table, 2).approx, row(table, 2).form) == (True, (True,)), "form takes rounds whose order is known"


def test_a_round_whose_players_are_known_is_not_approximate_though_its_order_is_not():
    book = evening(1, lost(1, 1, 2, ordered=False), present=[1, 2])
    mine = row(standings(season(book, periods=members(1, 2))), 1)
    assert (mine.rounds, mine.approx, mine.form) == (1, False, ())


# --- entry order ---------------------------------------------------------------------------------


@st.composite
def seasons(draw: st.DrawFn) -> SeasonFacts:
    """Up to six evenings of seven people, some members for a part, some rounds struck, at one or two tables."""
    everybody = range(1, 8)
    start = date(2025, 1, 9)
    periods = tuple(
        Span(
            person,
            NEW_YEAR + timedelta(days=draw(st.sampled_from([0, 0, 0, 30]))),
            draw(st.sampled_from([None, None, DAY])),
        )
        for person in range(1, 6)
    )
    evenings = []
    for number in range(1, draw(st.integers(1, 7))):
        here = draw(st.lists(st.sampled_from(everybody), min_size=2, unique=True))
        rounds = []
        for _ in range(draw(st.integers(0, 6))):
            players = draw(st.lists(st.sampled_from(here), min_size=2, unique=True))
            known = draw(st.booleans())
            state = draw(st.sampled_from([State.STANDING, State.STANDING, State.STANDING, State.STRUCK]))
            table = draw(st.integers(1, 2))
            rounds.append(lost(players[0], *(players if known else ()), table=table, state=state, ordered=known))
        days = timedelta(days=7 * draw(st.integers(0, 8)))
        host = draw(st.sampled_from([None, *everybody]))
        evenings.append(evening(number, *rounds, present=here, day=start + days, host=host))
    rules = Rules(
        percent=40, ranking=draw(st.sampled_from(list(Ranking))), minimum=draw(st.sampled_from(list(Minimum)))
    )
    leaves = (Span(2, date(2025, 2, 1), date(2025, 3, 1)),)
    return season(*evenings, periods=periods, leaves=leaves, rules=rules)


def shuffled(facts: SeasonFacts, order: random.Random) -> SeasonFacts:
    """The same facts, entered in another order; each table's rounds keep theirs."""

    def mixed[T](things: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(order.sample(things, len(things)))

    def mixed_tables(rounds: tuple[PlayedRound, ...]) -> tuple[PlayedRound, ...]:
        queues = defaultdict(list)
        for round_ in reversed(rounds):
            queues[round_.table].append(round_)
        return tuple(queues[round_.table].pop() for round_ in mixed(rounds))

    return replace(
        facts,
        evenings=mixed(
            tuple(
                replace(evening, present=mixed(evening.present), rounds=mixed_tables(evening.rounds))
                for evening in facts.evenings
            )
        ),
        periods=mixed(facts.periods),
    )


def worn(facts):
    return travels(sorted(facts.evenings, key=by_play), date.max)


@given(seasons(), st.randoms(use_true_random=False))
def test_the_order_of_entry_never_matters(facts, order):
    other = shuffled(facts, order)
    assert standings(other) == standings(facts)
    assert worn(other) == worn(facts)
    for person in range(1, 8):
        assert statistics(other, person) == statistics(facts, person)


@given(seasons())
def test_every_counting_strek_is_somebodys_and_was_expected(facts):
    everybody = replace(facts, periods=members(*range(1, 8)), leaves=())
    table = standings(everybody)
    assert sum(row.strek for row in table.rows) == table.counting_rounds
    assert sum(row.expected for row in table.rows) == table.counting_rounds


@given(seasons())
def test_places_agree_with_the_figures(facts):
    ranked = [row for row in standings(facts).rows if row.eligible]
    figure = {
        Ranking.RATE: lambda row: row.rate,
        Ranking.ADJUSTED: lambda row: row.fair,
        Ranking.FEWEST: lambda row: row.strek,
        Ranking.MOST: lambda row: -row.strek,
    }[facts.rules.ranking]
    for row in ranked:
        better = [other for other in ranked if (figure(other), -other.rounds) < (figure(row), -row.rounds)]
        assert row.place == len(better) + 1
