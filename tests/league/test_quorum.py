"""When an evening counts, from when, and which of its rounds do."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.facts import Rules, Span, State
from league.quorum import Quorum, Reason, judge, judged, members_on
from tests.league.plain import DAY, at, came, evening, lost, members, season

TWELVE = members(*range(1, 13))
LATE_ONLY = Rules(whole_evening=False)


# --- the count -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("present", "of", "met", "needed", "lacking"),
    [
        (7, 12, False, 8, 1),  # 58.3
        (8, 12, True, 8, 0),
        (12, 12, True, 8, 0),
        (13, 20, True, 13, 0),  # 65 exactly
        (12, 20, False, 13, 1),
        (11, 17, False, 12, 1),  # 64.7 rounds to 65 but is less
        (1, 1, True, 1, 0),
        (0, 1, False, 1, 1),
    ],
)
def test_an_evening_needs_65_per_cent_of_the_members(present, of, met, needed, lacking):
    quorum = Quorum(present, of, 65)
    assert (quorum.met, quorum.needed, quorum.lacking) == (met, needed, lacking)


def test_nobody_a_member_is_no_quorum_and_no_crash():
    quorum = Quorum(0, 0, 65)
    assert (quorum.met, quorum.needed, quorum.lacking, quorum.shown_percent) == (False, 0, 0, Decimal(0))
    assert not Quorum(0, 0, 0).met


@pytest.mark.parametrize(
    ("present", "of", "percent", "shown"),
    [
        (11, 17, 65, "64.7"),
        (13, 20, 65, "65"),
        (7, 12, 65, "58.3"),
        (2, 3, 65, "66.7"),
        (2, 3, 67, "66.7"),
        (12, 12, 65, "100"),
        (1297, 1996, 65, "64.9"),  # 64.98 would round to 65,0 though it is not enough
        (1299, 1996, 65, "65.1"),
    ],
)
def test_the_percentage_is_shown_with_a_decimal_unless_it_is_whole(present, of, percent, shown):
    assert str(Quorum(present, of, percent).shown_percent) == shown


@given(st.integers(1, 3000), st.integers(0, 3000), st.integers(1, 100))
def test_a_shown_percentage_never_contradicts_the_verdict(of, present, percent):
    quorum = Quorum(min(present, of), of, percent)
    assert (quorum.shown_percent >= percent) is quorum.met
    assert abs(quorum.shown_percent - Decimal(100 * quorum.present) / of) < Decimal("0.1")


@given(st.integers(1, 60), st.integers(1, 100))
def test_the_number_needed_is_the_least_that_is_enough(of, percent):
    needed = Quorum(0, of, percent).needed
    assert Quorum(needed, of, percent).met
    assert not Quorum(needed - 1, of, percent).met


# --- who is counted ------------------------------------------------------------------------------


def test_the_first_and_the_last_day_of_a_membership_are_included():
    period = (Span(1, date(2025, 2, 1), date(2025, 3, 31)),)
    days = [date(2025, 1, 31), date(2025, 2, 1), date(2025, 3, 31), date(2025, 4, 1)]
    assert [members_on(day, period, ()) for day in days] == [set(), {1}, {1}, set()]


def test_overlapping_spans_of_one_person_count_once():
    periods = (*members(1, 2), Span(1, date(2024, 1, 1), date(2025, 12, 31)))
    assert members_on(DAY, periods, ()) == {1, 2}
    leaves = (Span(1, DAY), Span(1, date(2025, 1, 1)))
    assert members_on(DAY, periods, leaves) == {2}


def test_leave_takes_a_member_out_of_both_counts_unless_he_comes():
    leaves = (Span(12, date(2025, 3, 1), date(2025, 3, 31)),)
    away = judge(evening(1, present=[1, 2, 3, 4, 5, 6, 7]), TWELVE, leaves, Rules())
    assert (away.quorum.present, away.quorum.members, away.counts) == (7, 11, False)
    here = judge(evening(1, present=[1, 2, 3, 4, 5, 6, 7, 12]), TWELVE, leaves, Rules())
    assert (here.quorum.present, here.quorum.members, here.counts) == (8, 12, True)


def test_leave_of_somebody_who_is_no_member_changes_nothing():
    assert members_on(DAY, members(1, 2), (Span(9, DAY),), {9}) == {1, 2}


def test_a_person_marked_present_twice_counts_once():
    verdict = judge(evening(1, present=[1, 1, 2]), members(1, 2, 3), (), Rules())
    assert (verdict.quorum.present, verdict.quorum.members) == (2, 3)


def test_f10_an_old_evening_is_judged_by_the_members_of_its_own_day():
    since_resigned = members(1, 2, 3, last_day=date(2022, 12, 31), first_day=date(2020, 1, 1))
    joined_later = members(4, 5, 6, 7, 8, first_day=date(2024, 1, 1))
    old = evening(1, lost(3, 2, 3), present=[2, 3], day=date(2022, 5, 5))
    verdict = judge(old, since_resigned + joined_later, (), Rules())
    assert verdict.members == {1, 2, 3}
    assert (verdict.quorum.present, verdict.quorum.members, verdict.counts) == (2, 3, True)


def test_f13_a_host_who_is_a_member_and_here_counts_once():
    verdict = judge(evening(1, present=[1, 2], host=1), members(1, 2, 3), (), Rules())
    assert (verdict.quorum.present, verdict.quorum.members) == (2, 3)


def test_f13_a_host_who_is_not_marked_present_is_not_counted_as_here():
    verdict = judge(evening(1, present=[2, 3], host=1), members(1, 2, 3, 4), (), Rules())
    assert (verdict.quorum.present, verdict.quorum.members, verdict.counts) == (2, 4, False)


def test_f13_a_host_or_guest_who_is_no_member_counts_on_neither_side():
    verdict = judge(evening(1, lost(9, 1, 9, 10), present=[1, 9, 10], host=9), members(1, 2, 3), (), Rules())
    assert (verdict.quorum.present, verdict.quorum.members, verdict.counts) == (1, 3, False)


def test_f13_a_member_who_came_and_did_not_play_is_present():
    verdict = judge(evening(1, lost(1, 1, 9), present=[1, 2, 9]), members(1, 2, 3), (), Rules())
    assert (verdict.quorum.present, verdict.counts) == (2, True)


# --- the verdict ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("present", "recorded", "decision", "reason", "counts"),
    [
        (8, True, None, Reason.MET, True),
        (7, True, None, Reason.NOT_MET, False),
        (7, True, True, Reason.NOT_MET, False),  # the keeper decides only where attendance is not recorded
        (8, False, None, Reason.KNOWN_REACH, True),
        (8, False, False, Reason.KNOWN_REACH, True),
        (7, False, None, Reason.UNDECIDED, False),
        (7, False, True, Reason.DECIDED_TO_COUNT, True),
        (7, False, False, Reason.DECIDED_NOT_TO_COUNT, False),
    ],
)
def test_an_evening_counts_by_quorum_or_where_attendance_is_unknown_by_the_keepers_word(
    present, recorded, decision, reason, counts
):
    here = range(1, present + 1)
    round_ = lost(1, *here)
    verdict = judge(evening(1, round_, present=here, recorded=recorded, decision=decision), TWELVE, (), Rules())
    assert (verdict.reason, verdict.counts, len(verdict.counting_rounds)) == (reason, counts, int(counts))


def test_an_evening_on_a_day_without_members_does_not_count():
    verdict = judge(evening(1, lost(9, 9, 10), present=[9, 10]), (), (), Rules())
    assert (verdict.reason, verdict.counts, verdict.counting_rounds) == (Reason.NO_MEMBERS, False, ())


def test_only_standing_rounds_count():
    played = evening(
        1,
        lost(1, 1, 2),
        lost(1, 1, 2, state=State.STRUCK),
        lost(2, 1, 2, state=State.UNDONE),
        lost(None, 1, 2, state=State.VOID),
        lost(2, 1, 2),
        present=[1, 2],
    )
    verdict = judge(played, members(1, 2), (), Rules())
    assert [round_.id for round_ in verdict.counting_rounds] == [101, 105]


def test_the_percentage_is_the_seasons_own():
    half = evening(1, present=[1, 2])
    assert judge(half, members(1, 2, 3, 4), (), Rules(percent=50)).counts
    assert not judge(half, members(1, 2, 3, 4), (), Rules(percent=51)).counts


def test_evenings_are_judged_by_date_and_one_date_by_id():
    late, early, twin = (
        evening(1, present=[1], day=date(2025, 5, 1)),
        evening(3, present=[], day=date(2025, 4, 1)),
        evening(2, present=[1], day=date(2025, 4, 1)),
    )
    facts = season(late, early, twin, periods=members(1))
    assert [(each.id, verdict.counts) for each, verdict in judged(facts)] == [(2, True), (3, False), (1, True)]
    assert [each.id for each, _ in judged(facts, until=3)] == [2, 3]
    with pytest.raises(ValueError, match="4"):
        judged(facts, until=4)


# --- from when -----------------------------------------------------------------------------------


def eighth_at_quarter_past_eight(*rounds, **more):
    """Seven of twelve from 19.01, the eighth at 20.15."""
    return evening(
        1, *rounds, present=[*came(*range(1, 8), clock="19.01"), *came(8, clock="20.15")], opened="19.00", **more
    )


def seven(mattis, clock, **more):
    return lost(mattis, *range(1, 8), clock=clock, **more)


def eight(mattis, clock, **more):
    return lost(mattis, *range(1, 9), clock=clock, **more)


def test_quorum_is_met_at_the_arrival_that_made_it_and_from_the_round_begun_after_it():
    played = eighth_at_quarter_past_eight(seven(1, "19.40"), seven(2, "20.20"), eight(3, "20.50"), eight(4, "21.20"))
    verdict = judge(played, TWELVE, (), Rules())
    assert (verdict.met_at, verdict.met_from_round) == (at("20.15"), 3)
    assert len(verdict.counting_rounds) == 4, "the whole evening counts once quorum is met"


def test_where_the_season_says_so_only_rounds_begun_after_quorum_count():
    played = eighth_at_quarter_past_eight(seven(1, "19.40"), seven(2, "20.20"), eight(3, "20.50"), eight(4, "21.20"))
    verdict = judge(played, TWELVE, (), LATE_ONLY)
    assert verdict.counts
    assert [round_.id for round_ in verdict.counting_rounds] == [103, 104]


def test_quorum_from_the_start_holds_from_round_one_though_names_are_tapped_after_opening():
    played = evening(
        1,
        lost(1, *range(1, 9), clock="19.40"),
        lost(1, *range(1, 9), clock="20.20"),
        present=[*came(1, 2, 3, 4, clock="19.01"), *came(5, 6, 7, 8, clock="19.02")],
        opened="19.00",
    )
    verdict = judge(played, TWELVE, (), LATE_ONLY)
    assert (verdict.met_at, verdict.met_from_round) == (at("19.02"), 1)
    assert len(verdict.counting_rounds) == 2


def test_no_round_is_named_until_one_has_begun_after_quorum():
    verdict = judge(eighth_at_quarter_past_eight(seven(1, "19.40"), seven(2, "20.20")), TWELVE, (), LATE_ONLY)
    assert (verdict.met_at, verdict.met_from_round, verdict.counting_rounds) == (at("20.15"), None, ())


def test_who_comes_between_two_rounds_makes_the_next_one_count():
    played = eighth_at_quarter_past_eight(seven(1, "20.14"), eight(2, "20.50"))
    verdict = judge(played, TWELVE, (), LATE_ONLY)
    assert (verdict.met_from_round, [round_.id for round_ in verdict.counting_rounds]) == (2, [102])


def test_a_round_begun_the_moment_quorum_is_met_is_late_enough():
    played = eighth_at_quarter_past_eight(seven(1, "20.15"), seven(2, "20.50"))
    assert judge(played, TWELVE, (), LATE_ONLY).met_from_round == 2


def test_a_slip_taken_back_does_not_begin_a_round():
    """Round 2 was on the table since 19.40; the tap at 20.20 was wrong and its cure came a minute later."""
    for state in (State.UNDONE, State.STRUCK):
        played = eighth_at_quarter_past_eight(seven(1, "19.40"), seven(2, "20.20", state=state), seven(3, "20.21"))
        verdict = judge(played, TWELVE, (), LATE_ONLY)
        assert (verdict.met_from_round, verdict.counting_rounds) == (None, ())


def test_a_round_without_mattis_was_played_all_the_same():
    played = eighth_at_quarter_past_eight(seven(None, "20.20", state=State.VOID), seven(3, "20.50"))
    verdict = judge(played, TWELVE, (), LATE_ONLY)
    assert (verdict.met_from_round, [round_.id for round_ in verdict.counting_rounds]) == (1, [102])


def test_a_second_table_begins_when_its_players_have_left_the_first():
    """Nine of twelve; the eighth and ninth come at 20.15 and they part at 20.20: all that follows is late enough."""
    played = evening(
        1,
        lost(1, *range(1, 8), clock="20.20"),
        lost(1, 1, 2, 3, 8, 9, clock="21.00"),
        lost(4, 4, 5, 6, 7, clock="20.50", table=2),
        present=[*came(*range(1, 8), clock="19.01"), *came(8, 9, clock="20.15")],
        opened="19.00",
    )
    verdict = judge(played, TWELVE, (), LATE_ONLY)
    assert [round_.id for round_ in verdict.counting_rounds] == [103, 102]


def test_the_arrival_of_one_on_leave_raises_the_count_of_members_too():
    """Ten members, one of them on leave: six of nine are enough (5.85), before he comes as seventh of ten."""
    here = [*came(1, 2, 3, 4, 5, clock="19.00"), *came(6, clock="19.30"), *came(10, clock="20.00")]
    verdict = judge(evening(1, present=here), members(*range(1, 11)), (Span(10, DAY),), Rules())
    assert (verdict.quorum.present, verdict.quorum.members, verdict.met_at) == (7, 10, at("19.30"))


def test_one_on_leave_who_comes_first_is_counted_as_a_member_from_then_on():
    """Four members, one of them on leave: two of three would be enough (1.95), but it is two of four."""
    here = [*came(4, clock="19.00"), *came(1, clock="19.10"), *came(2, clock="19.20")]
    verdict = judge(evening(1, present=here), members(1, 2, 3, 4), (Span(4, DAY),), Rules())
    assert (verdict.quorum.present, verdict.quorum.members, verdict.met_at) == (3, 4, at("19.20"))


def test_a_guest_never_makes_quorum():
    here = [*came(1, clock="19.00"), *came(9, 10, clock="19.10"), *came(2, clock="20.00")]
    assert judge(evening(1, present=here), members(1, 2, 3), (), Rules()).met_at == at("20.00")


def test_without_times_every_round_of_an_imported_evening_counts():
    imported = evening(1, lost(1), lost(2), present=[1, 2])
    verdict = judge(imported, members(1, 2), (), LATE_ONLY)
    assert (verdict.met_at, verdict.met_from_round, len(verdict.counting_rounds)) == (None, None, 2)


def test_arrivals_that_are_not_known_leave_the_time_open_unless_the_known_ones_are_enough():
    known = came(*range(1, 8), clock="19.00")
    assert judge(evening(1, present=[*known, 8]), TWELVE, (), Rules()).met_at is None
    assert judge(evening(1, present=[*known, 8, *came(9, clock="20.00")]), TWELVE, (), Rules()).met_at == at("20.00")


def test_an_evening_without_quorum_was_never_met():
    verdict = judge(evening(1, seven(1, "19.40"), present=came(*range(1, 8), clock="19.00")), TWELVE, (), Rules())
    assert (verdict.met_at, verdict.met_from_round, verdict.counting_rounds) == (None, None, ())
