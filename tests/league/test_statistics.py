"""One person's season, counted by hand."""

from datetime import timedelta
from fractions import Fraction

import pytest

from league.facts import SeasonFacts, Span, State
from league.statistics import Came, EveningLine, Share, statistics
from tests.league.plain import DAY, evening, lost, members, season

FORTNIGHT = timedelta(days=14)
FOUR = members(1, 2, 3, 4)


@pytest.fixture
def spring() -> SeasonFacts:
    """At 2's, on a *Mattistur* and at 1's; the last does not count. 9 is a guest."""
    return season(
        evening(3, lost(4, 1, 4), present=[1, 4], day=DAY + 2 * FORTNIGHT, host=1),
        evening(1, lost(1, 1, 2, 3), lost(9, 1, 2, 3, 9), lost(2, 1, 2, 3, 9), present=[1, 2, 3, 9], host=2),
        evening(2, lost(1, 1, 2, 3, 4), lost(3, 1, 2, 3, 4), present=[1, 2, 3, 4], day=DAY + FORTNIGHT),
        periods=FOUR,
    )


def test_strek_gathers_evening_by_evening_for_everybody_beside_what_one_was_to_expect(spring):
    chart = statistics(spring, 1).chart
    assert chart.evenings == (1, 2)
    assert chart.lines == {1: (1, 2), 2: (1, 1), 3: (0, 1), 4: (0, 0)}
    assert chart.expected == (Fraction(5, 6), Fraction(4, 3))  # 1/3 + 1/4 + 1/4, then 2/4 more


def test_strek_are_counted_by_host_and_by_size_of_table(spring):
    mine = statistics(spring, 1)
    assert mine.by_host == {2: Share(1, 3, Fraction(5, 6), False), None: Share(1, 2, Fraction(1, 2), False)}
    assert mine.by_size == {3: Share(1, 1, Fraction(1, 3), False), 4: Share(1, 4, Fraction(1), False)}
    assert list(mine.by_size) == [3, 4]
    assert mine.left_out == 0


def test_every_evening_says_whether_one_came_and_what_one_got(spring):
    assert statistics(spring, 4).evenings == (
        EveningLine(1, Came.ABSENT, 0, True),
        EveningLine(2, Came.PRESENT, 0, True),
        EveningLine(3, Came.PRESENT, 1, False),
    )
    assert statistics(spring, 9).evenings == (
        EveningLine(1, Came.GUEST, 1, True),
        EveningLine(2, Came.NOT_A_MEMBER, 0, True),
        EveningLine(3, Came.NOT_A_MEMBER, 0, False),
    )


def test_a_guest_has_no_rounds_that_count_for_him(spring):
    guest = statistics(spring, 9)
    assert (guest.by_host, guest.by_size, guest.left_out) == ({}, {}, 0)
    assert (guest.longest_without, guest.most_in_a_row, guest.chart.expected) == (0, 0, (Fraction(0), Fraction(0)))
    assert 9 not in guest.chart.lines


def test_a_newcomers_curve_begins_when_he_is_a_member():
    facts = season(
        evening(1, lost(3, 1, 2, 3), present=[1, 2, 3]),
        evening(2, lost(3, 1, 2, 3), present=[1, 2, 3], day=DAY + FORTNIGHT),
        periods=members(1, 2) + members(3, first_day=DAY + FORTNIGHT),
    )
    newcomer = statistics(facts, 3)
    assert newcomer.chart.lines[3] == (0, 1)
    assert newcomer.chart.expected == (Fraction(0), Fraction(1, 3))
    assert [(line.came, line.strek) for line in newcomer.evenings] == [(Came.GUEST, 1), (Came.PRESENT, 1)]


def test_leave_and_unrecorded_attendance_are_no_absence():
    facts = season(
        evening(1, lost(1, 1, 2), present=[1, 2]),
        evening(2, lost(1, 1, 2), present=[1, 2], day=DAY + FORTNIGHT, recorded=False),
        evening(3, lost(1, 1, 2), present=[1, 2], day=DAY + 2 * FORTNIGHT),
        periods=members(1, 2, 3),
        leaves=(Span(3, DAY, DAY),),
    )
    assert [line.came for line in statistics(facts, 3).evenings] == [Came.ON_LEAVE, Came.NOT_RECORDED, Came.ABSENT]


def test_a_struck_strek_is_not_shown_on_the_evening():
    played = evening(1, lost(1, 1, 2), lost(1, 1, 2, state=State.STRUCK), present=[1, 2])
    assert statistics(season(played, periods=members(1, 2)), 1).evenings[0].strek == 1


# --- runs ----------------------------------------------------------------------------------------


def runs(*evenings: str) -> tuple[int, int]:
    """Longest run without and most in a row for 1, among 1, 2 and 3: x strek, - none, . not playing, ? not recorded."""
    kinds = {"x": lost(1, 1, 2, 3), "-": lost(2, 1, 2, 3), ".": lost(2, 2, 3), "?": lost(2)}
    facts = season(
        *[
            evening(number, *[kinds[mark] for mark in marks], present=[1, 2, 3], day=DAY + number * FORTNIGHT)
            for number, marks in enumerate(evenings)
        ],
        periods=members(1, 2, 3),
    )
    mine = statistics(facts, 1)
    return mine.longest_without, mine.most_in_a_row


@pytest.mark.parametrize(
    ("evenings", "without", "in_a_row"),
    [
        ([""], 0, 0),
        (["---"], 3, 0),
        (["xx"], 0, 2),
        (["x--x", "x-"], 2, 2),
        (["x--", "---x"], 5, 1),
        (["-.-.-x.x"], 3, 2),
        (["--?---"], 3, 0),  # nobody knows where in the evening the unrecorded one belongs
        (["--", "???", "--"], 2, 0),
    ],
)
def test_runs_are_of_ones_own_rounds_across_evenings(evenings, without, in_a_row):
    assert runs(*evenings) == (without, in_a_row)


def test_runs_on_one_date_go_by_id():
    facts = season(
        evening(2, lost(2, 1, 2), lost(1, 1, 2), present=[1, 2]),
        evening(1, lost(1, 1, 2), lost(2, 1, 2), lost(2, 1, 2), present=[1, 2]),
        periods=members(1, 2),
    )
    assert statistics(facts, 1).longest_without == 3
    assert statistics(facts, 2).most_in_a_row == 3


def test_rounds_not_recorded_are_left_out_of_sizes_and_runs_and_the_figures_say_so():
    facts = season(
        evening(1, lost(1), lost(1), lost(2), present=[1, 2, 3], host=3),
        evening(2, lost(1, 1, 2), present=[1, 2], day=DAY + FORTNIGHT, host=3),
        periods=members(1, 2, 3),
    )
    mine = statistics(facts, 1)
    assert mine.by_host == {3: Share(3, 4, Fraction(3, 2), True)}
    assert mine.by_size == {2: Share(1, 1, Fraction(1, 2), False)}
    assert (mine.left_out, mine.most_in_a_row) == (3, 1)


def test_a_round_whose_place_in_the_order_is_unknown_is_left_out_too():
    facts = season(evening(1, lost(1, 1, 2, ordered=False), lost(1, 1, 2), present=[1, 2]), periods=members(1, 2))
    mine = statistics(facts, 1)
    assert (mine.by_size[2].rounds, mine.left_out, mine.most_in_a_row) == (1, 1, 1)
    assert not mine.by_host[None].approx, "who played it is known"
