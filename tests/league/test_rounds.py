"""Rounds: one tap, one strek; nothing overwritten; every round found where it was played."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from league import books
from league.errors import Refused, Stale, TokenUsed
from league.facts import State
from league.models import Attendance, LogEntry, MemberPeriod, Round, RoundPlayer, Season
from league.quorum import judge
from league.services import attendance, evenings, people, rounds
from league.standings import standings
from league.verbs import Verb
from tests.factories import NAMES, actor, arrive, at, day, found_club, guest, member, named, open_evening, play, strek

pytestmark = pytest.mark.django_db

MARCH = day(3, 5)
TONIGHT = "20.15"


@pytest.fixture(autouse=True)
def _club():
    found_club("Arne", "Berit", "Carl", "Dina")


@pytest.fixture
def evening():
    """An evening at Arne's with all four there, and the clock at a quarter past eight."""
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, TONIGHT), tick=False):
        yield evening


def who_lost(evening):
    """The mattis of each standing round in the order of play."""
    return [round_.mattis.name for round_ in evening.rounds.standing().in_order()]


def played(round_):
    return set(RoundPlayer.objects.filter(round=round_).values_list("person__name", flat=True))


def present(evening):
    return set(evening.attendances.filter(present=True).values_list("person__name", flat=True))


def row(evening, name):
    return evening.attendances.get(person__name=name)


def undo(round_):
    return rounds.undo_round(actor=actor(), round_id=round_.pk, seen=round_.version)


def redo(round_):
    return rounds.redo_round(actor=actor(), round_id=round_.pk, seen=round_.version)


def correct(round_, mattis, players=None, reason="feil navn", seen=None):
    return rounds.correct_round(
        actor=actor(),
        round_id=round_.pk,
        seen=seen or round_.version,
        mattis=named(mattis),
        players=players and [named(name) for name in players],
        reason=reason,
    )


def strike(round_, reason="registrert to ganger"):
    return rounds.strike_round(actor=actor(), round_id=round_.pk, seen=round_.version, reason=reason)


def restore(round_, reason="feil strøket"):
    return rounds.restore_round(actor=actor(), round_id=round_.pk, seen=round_.version, reason=reason)


def insert(evening, after, mattis, players, table=1, token=None):
    return rounds.insert_round(
        actor=actor(),
        evening_id=evening.pk,
        table=table,
        after=after,
        mattis=named(mattis),
        players=[named(name) for name in players],
        token=token,
    )


def move(moved, to, table=1, reason="ført på feil kveld"):
    return rounds.move_rounds(
        actor=actor(),
        seen={round_.pk: round_.version for round_ in moved},
        to_evening_id=to.pk,
        table=table,
        reason=reason,
    )


# --- Logging


def test_one_tap_is_one_strek_for_one_of_those_at_the_table(evening):
    round_ = strek(evening, "Berit")
    assert who_lost(evening) == ["Berit"]
    assert played(round_) == {"Arne", "Berit", "Carl", "Dina"}
    assert round_.logged_at == at(MARCH, TONIGHT)


def test_who_loses_without_being_marked_present_becomes_present():
    evening = open_evening(MARCH, present=["Arne", "Berit"])
    with time_machine.travel(at(MARCH, TONIGHT), tick=False):
        round_ = strek(evening, "Carl")
    assert present(evening) == {"Arne", "Berit", "Carl"}
    assert played(round_) == {"Arne", "Berit", "Carl"}


def test_who_loses_after_going_home_or_while_sitting_out_has_played(evening):
    attendance.go_home(actor=actor(), attendance_id=row(evening, "Carl").pk, seen=1)
    attendance.sit_out(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1, out=True)
    assert played(strek(evening, "Berit")) == {"Arne", "Berit"}
    attendance.sit_out(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=2, out=True)
    assert played(strek(evening, "Carl")) == {"Arne", "Berit", "Carl"}
    assert played(strek(evening, "Dina")) == {"Arne", "Berit", "Carl", "Dina"}


def test_two_tables_have_their_own_players_and_order(evening):
    attendance.change_table(actor=actor(), attendance_id=row(evening, "Carl").pk, seen=1, table=2)
    attendance.change_table(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1, table=2)
    first, other = strek(evening, "Arne"), strek(evening, "Dina", table=2)
    assert (played(first), played(other)) == ({"Arne", "Berit"}, {"Carl", "Dina"})
    assert (first.place, other.place) == (1.0, 1.0)


def test_who_loses_at_another_table_has_moved_there_and_owes_the_old_one_nothing(evening):
    for name in ("Carl", "Dina"):
        attendance.change_table(actor=actor(), attendance_id=row(evening, name).pk, seen=1, table=2)
    strek(evening, "Carl", table=2)
    attendance.sit_out(actor=actor(), attendance_id=row(evening, "Berit").pk, seen=1, out=True)  # round 1 at table 1
    strek(evening, "Berit", table=2)
    assert row(evening, "Berit").table == 2
    assert row(evening, "Berit").sits_out is None


def test_one_cannot_play_alone():
    evening = open_evening(MARCH, present=["Arne"])
    with time_machine.travel(at(MARCH, TONIGHT), tick=False), pytest.raises(Refused, match="minst to"):
        strek(evening, "Arne")
    assert not Round.objects.exists()


@pytest.mark.parametrize("table", [0, 10, 99999])
def test_there_is_no_table_of_that_number(evening, table):
    with pytest.raises(Refused, match="bord"):
        strek(evening, "Arne", table=table)


def test_a_round_without_mattis_needs_a_reason_and_counts_nowhere(evening):
    with pytest.raises(Refused, match="hvorfor"):
        rounds.add_round(actor=actor(), evening_id=evening.pk, table=1, mattis=None, reason=" ")
    round_ = rounds.add_round(actor=actor(), evening_id=evening.pk, table=1, mattis=None, reason="brutt av")
    assert (round_.state, round_.mattis, round_.reason) == (State.VOID, None, "brutt av")
    assert played(round_) == {"Arne", "Berit", "Carl", "Dina"}
    assert who_lost(evening) == []


def test_an_ended_evening_takes_no_more_rounds():
    evening = play(MARCH, losers=["Berit"])
    with time_machine.travel(at(MARCH, "23.00")), pytest.raises(Refused, match="avsluttet"):
        strek(evening, "Arne")


def test_the_dealer_of_the_moment_is_kept_with_the_round(evening):
    """S2: the host deals first; S0: then the previous mattis."""
    first, second = strek(evening, "Carl"), strek(evening, "Dina")
    assert (first.dealer.name, second.dealer.name) == ("Arne", "Carl")
    correct(first, "Berit")
    assert Round.objects.get(pk=second.pk).dealer.name == "Carl"  # a correction changes nothing already played


def test_whom_the_keeper_taps_deals_the_next_round_only(evening):
    attendance.choose_dealer(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1)
    first, second = strek(evening, "Carl"), strek(evening, "Berit")
    assert (first.dealer.name, second.dealer.name) == ("Dina", "Carl")


# --- F04: saved once


def test_f04_the_same_tap_twice_is_one_strek(evening):
    first = strek(evening, "Berit", token="tap-1")
    again = strek(evening, "Berit", token="tap-1")
    assert again == first
    assert Round.objects.count() == 1
    assert LogEntry.objects.filter(verb=Verb.ADD_ROUND).count() == 1


def test_f04_the_same_tap_after_the_evening_was_closed_still_answers_with_its_round(evening):
    first = strek(evening, "Berit", token="tap-1")
    evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=evening.version)
    assert strek(evening, "Berit", token="tap-1") == first


def test_f04_a_tap_that_comes_back_with_another_name_is_refused_with_what_is_stored(evening):
    first = strek(evening, "Berit", token="tap-1")
    with pytest.raises(TokenUsed) as refused:
        strek(evening, "Carl", token="tap-1")
    assert refused.value.entry.made("round") == first.pk
    assert who_lost(evening) == ["Berit"]


def test_f04_the_same_holds_for_another_table_another_reason_and_another_verb(evening):
    void = {"actor": actor(), "evening_id": evening.pk, "table": 1, "mattis": None, "token": "tap-1"}
    stored = rounds.add_round(**void, reason="brutt av")
    assert rounds.add_round(**void, reason="brutt av") == stored
    with pytest.raises(TokenUsed):
        rounds.add_round(**void, reason="feil giv")
    with pytest.raises(TokenUsed):
        rounds.add_round(**(void | {"table": 2}), reason="brutt av")
    with pytest.raises(TokenUsed):
        insert(evening, None, "Arne", ["Arne", "Berit"], token="tap-1")


def test_f04_two_rounds_with_the_same_loser_within_seconds_are_both_kept(evening):
    strek(evening, "Berit", token="tap-1")
    strek(evening, "Berit", token="tap-2")
    assert who_lost(evening) == ["Berit", "Berit"]


def test_f04_a_forgotten_round_put_in_twice_is_put_in_once(evening):
    first = insert(evening, None, "Berit", ["Arne", "Berit"], token="tap-1")
    assert insert(evening, None, "Berit", ["Berit", "Arne"], token="tap-1") == first
    with pytest.raises(TokenUsed):
        insert(evening, None, "Berit", ["Arne", "Berit", "Carl"], token="tap-1")
    assert Round.objects.count() == 1


# --- F08: undo


def test_f08_undo_takes_the_strek_out_of_all_totals_and_leaves_no_gap(evening):
    strek(evening, "Arne")
    second = strek(evening, "Berit")
    undo(second)
    strek(evening, "Carl")
    assert who_lost(evening) == ["Arne", "Carl"]
    season = books.season_facts(Season.objects.get())
    lost = {one.person: one.strek for one in standings(season).rows}
    assert lost == {named("Arne").pk: 1, named("Berit").pk: 0, named("Carl").pk: 1, named("Dina").pk: 0}


def test_f08_undo_twice_is_undo_once_and_redo_brings_the_same_round_back(evening):
    round_ = strek(evening, "Berit")
    undone = undo(round_)
    assert undo(round_).version == undone.version  # the second tap, from the page as it was
    assert LogEntry.objects.filter(verb=Verb.UNDO_ROUND).count() == 1
    again = redo(undone)
    assert redo(undone).version == again.version
    assert (again.pk, again.state, again.reason) == (round_.pk, State.STANDING, "")
    assert undo(again).state == State.UNDONE  # and the undo of that


def test_f08_undo_is_in_the_log_with_its_reason_and_who_did_it(evening):
    undo(strek(evening, "Berit"))
    entry = LogEntry.objects.get(verb=Verb.UNDO_ROUND)
    (change,) = entry.changes
    assert (entry.user, entry.evening_id) == (actor(), evening.pk)
    assert (change["before"]["state"], change["after"]["state"]) == (State.STANDING, State.UNDONE)
    assert Round.objects.get().reason == "angret"


def test_f08_undo_names_its_round_so_a_newer_one_is_never_struck_instead(evening):
    first = strek(evening, "Arne")
    strek(evening, "Berit")
    undo(first)
    assert who_lost(evening) == ["Berit"]


def test_f08_a_round_that_is_not_the_last_can_be_corrected(evening):
    first = strek(evening, "Arne")
    strek(evening, "Berit")
    corrected = correct(first, "Carl")
    assert who_lost(evening) == ["Carl", "Berit"]
    entry = LogEntry.objects.get(verb=Verb.CORRECT_ROUND)
    assert entry.reason.text == "feil navn"
    assert entry.changes[0]["before"] == {"mattis_id": named("Arne").pk}
    assert corrected.mattis.name == "Carl"


def test_undo_is_offered_only_until_the_evening_is_closed(evening):
    round_ = strek(evening, "Berit")
    evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=evening.version)
    with pytest.raises(Refused, match="avsluttet"):
        undo(round_)
    assert who_lost(evening) == ["Berit"]


def test_undo_restores_who_sat_out_and_who_was_to_deal(evening):
    attendance.sit_out(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1, out=True)
    attendance.choose_dealer(actor=actor(), attendance_id=row(evening, "Carl").pk, seen=1)
    wrong = strek(evening, "Arne")
    undo(wrong)
    right = strek(evening, "Berit")
    assert played(right) == played(wrong) == {"Arne", "Berit", "Carl"}
    assert right.dealer.name == wrong.dealer.name == "Carl"
    assert played(strek(evening, "Berit")) == {"Arne", "Berit", "Carl", "Dina"}


def test_undo_of_a_tap_on_somebody_absent_takes_back_that_he_came():
    evening = open_evening(MARCH, present=["Arne", "Berit"])
    with time_machine.travel(at(MARCH, TONIGHT), tick=False):
        attendance.go_home(actor=actor(), attendance_id=row(evening, "Berit").pk, seen=1)
        arrive(evening, "Dina")
        wrong = strek(evening, "Carl")
        undone = undo(wrong)
        assert present(evening) == {"Arne", "Berit", "Dina"}
        wrong_again = strek(evening, "Berit")  # who had gone home
        assert row(evening, "Berit").left_at is None
        undo(wrong_again)
        assert row(evening, "Berit").left_at == at(MARCH, TONIGHT)
        again = redo(undone)
        assert present(evening) == {"Arne", "Berit", "Carl", "Dina"}
        undo(again)
        assert present(evening) == {"Arne", "Berit", "Dina"}


def test_undo_sends_nobody_away_who_has_played_or_been_tapped_since():
    evening = open_evening(MARCH, present=["Arne", "Berit"])
    with time_machine.travel(at(MARCH, TONIGHT), tick=False):
        first = strek(evening, "Carl")
        strek(evening, "Arne")
        undo(first)
        assert present(evening) == {"Arne", "Berit", "Carl"}
        second = strek(evening, "Dina")
        attendance.change_table(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1, table=2)
        undo(second)
        assert present(evening) == {"Arne", "Berit", "Carl", "Dina"}


def test_a_round_without_mattis_can_be_undone_and_keeps_its_reason(evening):
    void = rounds.add_round(actor=actor(), evening_id=evening.pk, table=1, mattis=None, reason="brutt av")
    undone = undo(void)
    assert undone.state == State.UNDONE
    again = redo(undone)
    assert (again.state, again.reason) == (State.VOID, "brutt av")


def test_what_was_struck_or_undone_by_another_way_is_not_undone(evening):
    struck = strike(strek(evening, "Berit"))
    with pytest.raises(Refused, match="alt strøket"):
        undo(struck)


def test_an_undone_round_shows_only_in_the_log_so_nothing_else_can_be_done_to_it(evening):
    undone = undo(strek(evening, "Berit"))
    other = play(day(2, 5), losers=["Arne"])
    for act in (strike, restore, lambda one: correct(one, "Arne"), lambda one: move([one], other)):
        with pytest.raises(Refused, match="angret"):
            act(undone)


def test_who_was_sent_away_after_an_undo_comes_back_with_the_round(evening):
    round_ = undo(strek(evening, "Berit"))
    attendance.not_here(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1)
    assert "Dina" not in present(evening)
    redo(round_)
    assert present(evening) == {"Arne", "Berit", "Carl", "Dina"}


# --- Striking, voiding, restoring


@pytest.mark.parametrize("act", [strike, restore, lambda one, reason: correct(one, "Carl", reason=reason)])
def test_a_later_change_needs_a_reason(evening, act):
    round_ = strek(evening, "Berit")
    with pytest.raises(Refused, match="begrunnelse"):
        act(round_, reason="  ")


def test_a_struck_round_keeps_its_place_and_reason_without_a_number(evening):
    first = strek(evening, "Arne")
    second = strek(evening, "Berit")
    struck = strike(first)
    assert (struck.state, struck.place, struck.reason) == (State.STRUCK, 1.0, "registrert to ganger")
    assert who_lost(evening) == ["Berit"]
    assert second.place == 2.0
    back = restore(struck)
    assert (back.state, back.reason) == (State.STANDING, "")
    assert who_lost(evening) == ["Arne", "Berit"]


def test_a_round_made_uten_mattis_later_counts_nowhere_and_can_be_restored(evening):
    round_ = strek(evening, "Arne")
    void = rounds.void_round(actor=actor(), round_id=round_.pk, seen=round_.version, reason="feil giv")
    assert who_lost(evening) == []
    restore(void)
    assert who_lost(evening) == ["Arne"]


def test_a_round_that_never_had_a_mattis_is_corrected_not_restored(evening):
    void = rounds.add_round(actor=actor(), evening_id=evening.pk, table=1, mattis=None, reason="brutt av")
    with pytest.raises(Refused, match="ingen Mattis"):
        restore(void)
    assert correct(void, "Dina").state == State.STANDING
    assert who_lost(evening) == ["Dina"]


def test_a_round_can_be_struck_and_restored_long_after(evening):
    round_ = strek(evening, "Arne")
    with time_machine.travel(at(MARCH, "19.00") + timedelta(days=200)):
        restore(strike(round_))
    assert who_lost(evening) == ["Arne"]


def test_restoring_a_round_makes_its_players_present_again(evening):
    struck = strike(strek(evening, "Berit"))
    attendance.not_here(actor=actor(), attendance_id=row(evening, "Berit").pk, seen=row(evening, "Berit").version)
    restore(struck)
    assert present(evening) == {"Arne", "Berit", "Carl", "Dina"}


def test_who_sits_out_the_next_round_still_does_after_an_earlier_one_is_struck(evening):
    first = strek(evening, "Arne")
    strek(evening, "Berit")
    attendance.sit_out(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1, out=True)
    attendance.choose_dealer(actor=actor(), attendance_id=row(evening, "Carl").pk, seen=1)
    strike(first)
    coming = strek(evening, "Arne")
    assert played(coming) == {"Arne", "Berit", "Carl"}
    assert coming.dealer.name == "Carl"
    assert played(strek(evening, "Arne")) == {"Arne", "Berit", "Carl", "Dina"}


def test_who_sat_out_a_round_does_not_sit_out_again_after_one_is_struck(evening):
    first = strek(evening, "Arne")
    attendance.sit_out(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1, out=True)
    strek(evening, "Berit")
    strike(first)  # what was round 2 is round 1 now, and the coming one is 2 again
    assert played(strek(evening, "Arne")) == {"Arne", "Berit", "Carl", "Dina"}


# --- Correcting


def test_a_correction_can_change_who_played_and_they_become_present(evening):
    eva = guest("Eva")
    round_ = strek(evening, "Arne")
    correct(round_, "Eva", ["Arne", "Berit", "Eva"])
    assert played(round_) == {"Arne", "Berit", "Eva"}
    assert who_lost(evening) == ["Eva"]
    assert eva.name in present(evening)


def test_the_mattis_of_a_correction_is_one_of_those_who_played(evening):
    guest("Eva")
    round_ = strek(evening, "Arne")
    with pytest.raises(Refused, match="Eva er ikke blant"):
        correct(round_, "Eva")
    with pytest.raises(Refused, match="Carl er ikke blant"):
        correct(round_, "Carl", ["Arne", "Berit"])
    with pytest.raises(Refused, match="minst to"):
        correct(round_, "Arne", ["Arne"])
    assert who_lost(evening) == ["Arne"]


def test_a_correction_of_a_struck_round_lets_it_stand(evening):
    correct(strike(strek(evening, "Arne")), "Berit")
    assert who_lost(evening) == ["Berit"]


def test_a_correction_that_changes_nothing_leaves_no_trace(evening):
    round_ = strek(evening, "Arne")
    correct(round_, "Arne", ["Arne", "Berit", "Carl", "Dina"])
    assert not LogEntry.objects.filter(verb=Verb.CORRECT_ROUND).exists()


def test_who_turns_out_to_be_mattis_did_not_go_out(evening):
    round_ = strek(evening, "Arne")
    note(round_, finish={named("Berit").pk: 1, named("Carl").pk: 2})
    correct(Round.objects.get(), "Berit")
    noted = dict(RoundPlayer.objects.filter(round=round_).values_list("person__name", "finish"))
    assert noted == {"Arne": None, "Berit": None, "Carl": 2, "Dina": None}


def test_f06_a_stale_correction_is_refused_and_tells_what_changed_and_who_did_it(evening):
    round_ = strek(evening, "Arne")
    correct(round_, "Berit", reason="så feil")
    with pytest.raises(Stale) as refused:
        correct(round_, "Carl", seen=1)
    (entry,) = refused.value.entries
    assert (entry.user, entry.reason.text) == (actor(), "så feil")
    assert entry.changes[0]["after"] == {"mattis_id": named("Berit").pk}
    assert who_lost(evening) == ["Berit"]


def test_f06_who_played_is_never_overwritten_from_a_stale_page(evening):
    round_ = strek(evening, "Arne")
    correct(round_, "Arne", ["Arne", "Berit", "Carl"], seen=1)  # the mattis stays, only the players change
    with pytest.raises(Stale):
        correct(round_, "Arne", ["Arne", "Berit"], seen=1)
    assert played(round_) == {"Arne", "Berit", "Carl"}


@pytest.mark.parametrize("act", [strike, undo, lambda one: note(one), lambda one: move([one], one.evening, table=2)])
def test_f06_every_change_of_a_round_is_refused_when_stale(evening, act):
    seen = strek(evening, "Arne")
    correct(seen, "Berit")
    stale = Round(pk=seen.pk, version=1, evening=evening)
    with pytest.raises(Stale):
        act(stale)
    assert who_lost(evening) == ["Berit"]


# --- Noting


def note(round_, finish=None, bladmattis=None, trump="", remark=""):
    return rounds.note_round(
        actor=actor(),
        round_id=round_.pk,
        seen=round_.version,
        finish=finish or {},
        bladmattis=bladmattis,
        trump=trump,
        remark=remark,
    )


def test_order_of_going_out_bladmattis_trump_and_remark_can_be_noted(evening):
    round_ = strek(evening, "Arne")
    note(round_, finish={named("Berit").pk: 2, named("Dina").pk: 1}, bladmattis=named("Carl"), trump="h", remark="krig")
    stored = Round.objects.get()
    assert (stored.bladmattis.name, stored.trump, stored.remark) == ("Carl", "h", "krig")
    noted = dict(RoundPlayer.objects.values_list("person__name", "finish"))
    assert noted == {"Arne": None, "Berit": 2, "Carl": None, "Dina": 1}


def test_f06_the_order_of_going_out_is_never_overwritten_from_a_stale_page(evening):
    round_ = strek(evening, "Arne")
    note(round_, finish={named("Berit").pk: 1})
    with pytest.raises(Stale):
        note(round_, finish={named("Carl").pk: 1})


def test_an_impossible_order_or_bladmattis_is_refused(evening):
    round_ = strek(evening, "Arne")
    with pytest.raises(Refused, match="samme nummer"):
        note(round_, finish={named("Berit").pk: 1, named("Dina").pk: 1})
    with pytest.raises(Refused, match="gikk ikke ut"):
        note(round_, finish={named("Arne").pk: 1})
    with pytest.raises(Refused, match="Eva er ikke blant"):
        note(round_, bladmattis=guest("Eva"))


# --- Putting in


def test_a_forgotten_round_gets_its_place_between_the_others(evening):
    first = strek(evening, "Arne")
    strek(evening, "Berit")
    insert(evening, first, "Carl", ["Arne", "Carl"])
    insert(evening, first, "Dina", ["Arne", "Dina"])
    insert(evening, None, "Berit", ["Arne", "Berit"])
    assert who_lost(evening) == ["Berit", "Arne", "Dina", "Carl", "Berit"]
    strek(evening, "Arne")
    assert who_lost(evening)[-1] == "Arne"
    assert Round.objects.get(pk=first.pk).version == 1  # nobody else's row was touched


def test_a_forgotten_round_has_no_time_and_makes_its_players_present():
    evening = open_evening(MARCH, present=["Arne", "Berit"])
    with time_machine.travel(at(MARCH, TONIGHT), tick=False):
        round_ = insert(evening, None, "Carl", ["Arne", "Carl"])
    assert round_.logged_at is None
    assert present(evening) == {"Arne", "Berit", "Carl"}


def test_putting_in_changes_nothing_of_who_sits_out_next(evening):
    strek(evening, "Arne")
    attendance.sit_out(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1, out=True)
    insert(evening, None, "Berit", ["Arne", "Berit"])
    assert played(strek(evening, "Arne")) == {"Arne", "Berit", "Carl"}


def test_a_round_is_put_in_only_after_one_of_the_same_table(evening):
    first = strek(evening, "Arne")
    attendance.change_table(actor=actor(), attendance_id=row(evening, "Dina").pk, seen=1, table=2)
    with pytest.raises(Refused, match="flyttet"):
        insert(evening, first, "Dina", ["Carl", "Dina"], table=2)


# --- F01: moving


def test_f01_one_round_moves_with_its_strek_to_another_evening():
    lent = play(day(2, 5), losers=["Arne", "Berit"], present=["Arne", "Berit"])
    kept = play(MARCH, losers=["Dina"])
    round_ = lent.rounds.get(mattis__name="Berit")
    move([round_], kept)
    assert who_lost(lent) == ["Arne"]
    assert who_lost(kept) == ["Dina", "Berit"]
    assert Round.objects.standing().count() == 3
    (entry,) = LogEntry.objects.filter(verb=Verb.MOVE_ROUNDS)
    change = entry.changes[0]
    assert (change["id"], change["before"]["evening_id"], change["after"]["evening_id"]) == (
        round_.pk,
        lent.pk,
        kept.pk,
    )
    assert entry.reason.text == "ført på feil kveld"


def test_f01_a_set_of_rounds_moves_over_the_new_year_and_both_years_are_counted_anew():
    """In December three of four are there, which is 75 % and enough; in January two, which is 50 % and not.

    Dina, who was there in January only, becomes present in December with the rounds she played.
    """
    december = play(day(12, 30, 2025), losers=["Arne"], present=["Arne", "Berit", "Carl"])
    january = open_evening(day(1, 7), present=["Arne", "Dina"])
    with time_machine.travel(at(day(1, 7), "20.00")):
        moved = [strek(january, "Dina"), strek(january, "Dina")]
        strek(january, "Arne")
    for person in ("Arne", "Berit", "Carl", "Dina"):
        was_member_in_2025(person)
    assert verdict(december).quorum.present == 3
    assert verdict(january).quorum.present == 2
    assert (year(2025), year(2026)) == ({"Arne": 1}, {})

    move(moved, december)

    assert verdict(december).quorum.present == 4
    assert verdict(january).quorum.present == 2
    assert (year(2025), year(2026)) == ({"Arne": 1, "Dina": 2}, {})
    assert Round.objects.standing().count() == 4
    assert who_lost(december) == ["Arne", "Dina", "Dina"]
    assert LogEntry.objects.filter(verb=Verb.MOVE_ROUNDS).count() == 1


def was_member_in_2025(name):
    people.add_period(
        actor=actor(), kind=MemberPeriod, person=named(name), first_day=day(1, 1, 2025), last_day=day(12, 31, 2025)
    )


def verdict(evening):
    return judge(books.evening_facts(evening), *books.spans_on(evening.date), Season.objects.on(evening.date).rules)


def year(number):
    """Counting strek of a calendar year by name, those with none left out."""
    facts = books.season_facts(Season.objects.get(first_day__year=number))
    named_ = books.people_named(books.people_of(facts))
    return {named_[one.person].name: one.strek for one in standings(facts).rows if one.strek}


def test_f01_moved_rounds_keep_their_order_and_stand_after_those_that_were_there():
    lent = play(day(2, 5), losers=["Arne", "Berit", "Carl"])
    kept = play(MARCH, losers=["Dina"])
    third, second, first = reversed(list(lent.rounds.in_order()))
    move([third, first], kept)
    assert who_lost(kept) == ["Dina", "Arne", "Carl"]
    assert who_lost(lent) == [second.mattis.name]


def test_f01_who_played_the_moved_round_was_there_at_an_hour_nobody_knows():
    lent = play(day(2, 5), losers=["Arne"])
    kept = play(MARCH, losers=["Berit"], present=["Arne", "Berit"])
    move(list(lent.rounds.all()), kept)
    assert present(kept) == {"Arne", "Berit", "Carl", "Dina"}
    assert row(kept, "Carl").arrived_at is None
    assert present(lent) == {"Arne", "Berit", "Carl", "Dina"}  # presence is a fact of its own


def test_f01_a_move_of_rounds_from_two_evenings_or_without_a_reason_is_refused():
    first = play(day(2, 5), losers=["Arne"])
    second = play(MARCH, losers=["Berit"])
    with pytest.raises(Refused, match="én kveld"):
        move([first.rounds.get(), second.rounds.get()], second)
    with pytest.raises(Refused, match="begrunnelse"):
        move([first.rounds.get()], second, reason="")
    assert (who_lost(first), who_lost(second)) == (["Arne"], ["Berit"])


def test_f01_if_one_of_the_set_is_stale_none_is_moved():
    lent = play(day(2, 5), losers=["Arne", "Berit"])
    kept = play(MARCH, losers=["Dina"])
    seen = list(lent.rounds.in_order())
    correct(seen[1], "Carl")
    with pytest.raises(Stale):
        rounds.move_rounds(
            actor=actor(), seen={one.pk: 1 for one in seen}, to_evening_id=kept.pk, table=1, reason="feil kveld"
        )
    assert who_lost(lent) == ["Arne", "Carl"]


def test_f01_a_round_can_move_to_another_table_of_the_same_evening(evening):
    first, _second = strek(evening, "Arne"), strek(evening, "Berit")
    move([first], evening, table=2)
    assert [(one.table, one.mattis.name) for one in evening.rounds.in_order()] == [(1, "Berit"), (2, "Arne")]


# --- F15, F24


def test_f15_a_guest_who_loses_keeps_his_strek_outside_the_members_table(evening):
    guest("Eva")
    for name in ("Eva", "Arne"):
        strek(evening, name)
    facts = books.season_facts(Season.objects.get())
    rows = {one.person: one.strek for one in standings(facts).rows}
    assert named("Eva").pk not in rows
    assert sum(rows.values()) == 1
    assert Round.objects.standing().filter(mattis__name="Eva").count() == 1


def test_f15_a_guest_who_becomes_a_member_is_counted_from_that_day_on():
    eva = guest("Eva")
    play(MARCH, losers=["Eva", "Eva", "Arne"], present=["Arne", "Berit", "Carl", "Dina", "Eva"])
    people.add_period(actor=actor(), kind=MemberPeriod, person=eva, first_day=day(4, 1), last_day=None)
    play(day(4, 2), losers=["Eva", "Berit"])
    facts = books.season_facts(Season.objects.get())
    (row_,) = [one for one in standings(facts).rows if one.person == eva.pk]
    assert (row_.strek, row_.rounds) == (1, 2)
    assert Round.objects.standing().filter(mattis=eva).count() == 3


def test_f15_with_a_membership_that_reaches_back_the_old_rounds_are_counted_too():
    """The first day of the member period is the choice whether the rounds as a guest count."""
    eva = guest("Eva")
    play(MARCH, losers=["Eva", "Eva", "Arne"], present=["Arne", "Berit", "Carl", "Dina", "Eva"])
    people.add_period(actor=actor(), kind=MemberPeriod, person=eva, first_day=MARCH, last_day=None)
    (row_,) = [one for one in standings(books.season_facts(Season.objects.get())).rows if one.person == eva.pk]
    assert (row_.strek, row_.rounds) == (2, 3)


def test_f15_a_member_without_a_log_in_is_fully_usable(evening):
    member("Eva", day(2, 1))
    arrive(evening, "Eva")
    assert played(strek(evening, "Eva")) == {"Arne", "Berit", "Carl", "Dina", "Eva"}
    assert not hasattr(named("Eva"), "user")


def test_f24_rounds_around_midnight_and_the_hour_that_comes_twice_belong_to_their_evening_in_order():
    """Clocks go back at three in the night to Sunday 26 October 2025, so half past two comes twice."""
    saturday = day(10, 25, 2025)
    evening = open_evening(saturday, present=["Arne", "Berit"])
    times = [
        datetime(2025, 10, 25, 21, 50, tzinfo=UTC),  # 23.50
        datetime(2025, 10, 25, 22, 40, tzinfo=UTC),  # 00.40
        datetime(2025, 10, 26, 0, 30, tzinfo=UTC),  # 02.30 summer time
        datetime(2025, 10, 26, 1, 30, tzinfo=UTC),  # 02.30 an hour later
    ]
    for when, loser in zip(times, ["Arne", "Berit", "Arne", "Berit"], strict=True):
        with time_machine.travel(when, tick=False):
            strek(evening, loser)
    stored = list(evening.rounds.in_order())
    assert [one.mattis.name for one in stored] == ["Arne", "Berit", "Arne", "Berit"]
    assert [one.logged_at for one in stored] == times
    assert list(LogEntry.objects.filter(verb=Verb.ADD_ROUND).order_by("pk").values_list("at", flat=True)) == times
    facts = books.evening_facts(evening)
    assert facts.date == saturday
    assert [one.id for one in facts.rounds] == [one.pk for one in stored]


def test_a_full_evening_of_twelve_is_what_was_tapped():
    for name in NAMES[4:]:
        member(name, day(1, 1))
    evening = play(MARCH, losers=["Arne"] * 3 + ["Liv"] * 7)
    assert Attendance.objects.filter(evening=evening, present=True).count() == 12
    assert len(who_lost(evening)) == 10
    assert RoundPlayer.objects.count() == 120
