"""Who is here and who plays the next round: a tap each, changing only the rounds after."""

import pytest
import time_machine
from django.utils import translation

from league import books
from league.errors import Refused, Stale, TokenUsed
from league.models import Attendance, Evening, Leave, LogEntry, Person, Round, RoundPlayer, Season
from league.quorum import judge
from league.services import attendance, evenings, people, rounds
from league.services.attendance import coming_round
from league.services.rounds import players_next
from league.verbs import Verb
from tests.factories import actor, arrive, at, day, found_club, named, open_evening, play, strek

pytestmark = pytest.mark.django_db

MARCH = day(3, 5)


@pytest.fixture(autouse=True)
def _club():
    found_club("Arne", "Berit", "Carl", "Dina")


@pytest.fixture
def evening():
    """Arne, Berit and Carl are there at seven; the clock stands at a quarter past eight."""
    evening = open_evening(MARCH, present=["Arne", "Berit", "Carl"])
    with time_machine.travel(at(MARCH, "20.15"), tick=False):
        yield evening


def row(evening, name):
    return evening.attendances.get(person__name=name)


def do(verb, evening, name, *, seen=None, **more):
    """One tap about somebody."""
    one = row(evening, name)
    return verb(actor=actor(), attendance_id=one.pk, seen=seen or one.version, **more)


def played(round_):
    return set(RoundPlayer.objects.filter(round=round_).values_list("person__name", flat=True))


def present(evening):
    return set(evening.attendances.filter(present=True).values_list("person__name", flat=True))


def correct(evening, *names, seen=None, reason="glemt å føre"):
    return attendance.correct_attendance(
        actor=actor(),
        evening_id=evening.pk,
        seen=seen or Evening.objects.get(pk=evening.pk).version,
        present={named(name) for name in names},
        reason=reason,
    )


# --- Coming and going


def test_a_tap_makes_him_present_at_the_table_from_now_on(evening):
    before = strek(evening, "Arne")
    one = arrive(evening, "Dina")
    assert (one.present, one.table, one.arrived_at) == (True, 1, at(MARCH, "20.15"))
    assert played(strek(evening, "Arne")) == {"Arne", "Berit", "Carl", "Dina"}
    assert played(before) == {"Arne", "Berit", "Carl"}


def test_f04_tapping_a_name_twice_is_tapping_it_once(evening):
    first = arrive(evening, "Dina")
    assert arrive(evening, "Dina", table=2) == first
    assert row(evening, "Dina").table == 1
    assert LogEntry.objects.filter(verb=Verb.ARRIVE, evening_id=evening.pk).count() == 4


def test_a_presence_tapped_by_mistake_is_taken_back(evening):
    do(attendance.not_here, evening, "Carl")
    assert present(evening) == {"Arne", "Berit"}
    arrive(evening, "Carl")
    assert present(evening) == {"Arne", "Berit", "Carl"}
    assert Attendance.objects.count() == 3


def test_who_has_played_was_there(evening):
    round_ = strek(evening, "Arne")
    with pytest.raises(Refused, match="Carl har spilt"):
        do(attendance.not_here, evening, "Carl")
    rounds.undo_round(actor=actor(), round_id=round_.pk, seen=1)
    do(attendance.not_here, evening, "Carl")
    assert present(evening) == {"Arne", "Berit"}


def test_who_goes_home_was_there_and_plays_no_more_until_he_comes_back(evening):
    do(attendance.go_home, evening, "Carl")
    assert row(evening, "Carl").left_at == at(MARCH, "20.15")
    assert played(strek(evening, "Arne")) == {"Arne", "Berit"}
    assert present(evening) == {"Arne", "Berit", "Carl"}
    do(attendance.come_back, evening, "Carl")
    assert played(strek(evening, "Arne")) == {"Arne", "Berit", "Carl"}


def test_going_home_twice_keeps_the_first_hour(evening):
    do(attendance.go_home, evening, "Carl")
    with time_machine.travel(at(MARCH, "23.00"), tick=False):
        do(attendance.go_home, evening, "Carl", seen=1)  # from the page as it was
    assert row(evening, "Carl").left_at == at(MARCH, "20.15")


def test_sitting_out_is_for_one_round(evening):
    do(attendance.sit_out, evening, "Carl", out=True)
    assert played(strek(evening, "Arne")) == {"Arne", "Berit"}
    assert played(strek(evening, "Arne")) == {"Arne", "Berit", "Carl"}


def test_sitting_out_can_be_taken_back(evening):
    do(attendance.sit_out, evening, "Carl", out=True)
    do(attendance.sit_out, evening, "Carl", out=False)
    assert played(strek(evening, "Arne")) == {"Arne", "Berit", "Carl"}


def test_who_sits_out_sits_out_until_a_round_has_its_mattis(evening):
    """A round broken off is dealt again, and he sits out that one."""
    do(attendance.sit_out, evening, "Carl", out=True)
    rounds.add_round(actor=actor(), evening_id=evening.pk, table=1, mattis=None, reason="feil giv")
    assert played(strek(evening, "Arne")) == {"Arne", "Berit"}


def test_the_second_of_two_taps_changes_nothing_and_is_no_fault(evening):
    for _ in range(2):
        do(attendance.sit_out, evening, "Carl", out=True, seen=1)
    for _ in range(2):
        do(attendance.change_table, evening, "Berit", table=2, seen=1)
    assert (row(evening, "Carl").version, row(evening, "Berit").version) == (2, 2)


def test_one_who_only_looks_on_is_present_and_plays_nothing(evening):
    arrive(evening, "Dina", table=None)
    assert "Dina" in present(evening)
    assert "Dina" not in played(strek(evening, "Arne"))


# --- Tables


def test_another_table_means_other_rounds_from_the_next_one_on(evening):
    arrive(evening, "Dina", table=2)
    first = strek(evening, "Arne")
    do(attendance.change_table, evening, "Carl", table=2)
    assert played(strek(evening, "Dina", table=2)) == {"Carl", "Dina"}
    assert played(strek(evening, "Arne")) == {"Arne", "Berit"}
    assert played(first) == {"Arne", "Berit", "Carl"}


def test_joining_the_tables_puts_everybody_at_the_first(evening):
    arrive(evening, "Dina", table=2)
    do(attendance.change_table, evening, "Carl", table=2)
    attendance.join_tables(actor=actor(), evening_id=evening.pk, seen=1)
    assert {one.name for one in players_next(evening, 1)} == {"Arne", "Berit", "Carl", "Dina"}
    assert LogEntry.objects.filter(verb=Verb.CHANGE_TABLE).count() == 2


@pytest.mark.parametrize("table", [0, -1, 10])
def test_a_table_there_is_not_is_refused(evening, table):
    with pytest.raises(Refused, match="bord"):
        do(attendance.change_table, evening, "Carl", table=table)
    with pytest.raises(Refused, match="bord"):
        arrive(evening, "Dina", table=table)


def test_each_table_numbers_its_own_rounds(evening):
    arrive(evening, "Dina", table=2)
    do(attendance.change_table, evening, "Carl", table=2)
    strek(evening, "Arne")
    strek(evening, "Arne")
    strek(evening, "Dina", table=2)
    assert [coming_round(evening, table) for table in (1, 2, None)] == [3, 2, 1]


def test_only_one_is_chosen_to_deal(evening):
    do(attendance.choose_dealer, evening, "Carl")
    do(attendance.choose_dealer, evening, "Berit")
    assert list(evening.attendances.filter(deals=1).values_list("person__name", flat=True)) == ["Berit"]
    assert strek(evening, "Arne").dealer.name == "Berit"


# --- Guests


def test_a_guest_is_added_and_present_in_one_tap(evening):
    one = attendance.add_guest(actor=actor(), evening_id=evening.pk, name=" Eva ")
    assert one.person.name == "Eva"
    assert "Eva" in played(strek(evening, "Arne"))
    assert not one.person.periods.exists()


def test_guests_without_a_name_are_numbered(evening):
    first = attendance.add_guest(actor=actor(), evening_id=evening.pk)
    second = attendance.add_guest(actor=actor(), evening_id=evening.pk)
    assert (first.person.name, second.person.name) == ("Gjest 1", "Gjest 2")


def test_a_guest_without_a_name_is_one_to_english_readers_too(evening):
    with translation.override("en"):
        one = attendance.add_guest(actor=actor(), evening_id=evening.pk)
        assert (one.person.name, attendance.is_nameless(one.person)) == ("Gjest 1", True)


def test_f04_a_guest_added_twice_with_one_tap_is_one_guest(evening):
    first = attendance.add_guest(actor=actor(), evening_id=evening.pk, name="Eva", token="tap-1")
    assert attendance.add_guest(actor=actor(), evening_id=evening.pk, name="Eva", token="tap-1") == first
    with pytest.raises(TokenUsed):
        attendance.add_guest(actor=actor(), evening_id=evening.pk, name="Eli", token="tap-1")
    with pytest.raises(TokenUsed):
        attendance.add_guest(actor=actor(), evening_id=evening.pk, name="Eva", table=2, token="tap-1")
    assert Person.objects.count() == 5


def test_f04_a_guest_without_a_name_added_twice_with_one_tap_is_one_guest(evening):
    attendance.add_guest(actor=actor(), evening_id=evening.pk, token="tap-1")
    attendance.add_guest(actor=actor(), evening_id=evening.pk, token="tap-1")
    assert Person.objects.filter(name__startswith="Gjest").count() == 1


# --- Stale, and ended


@pytest.mark.parametrize(
    ("verb", "more"),
    [
        (attendance.not_here, {}),
        (attendance.go_home, {}),
        (attendance.sit_out, {"out": True}),
        (attendance.change_table, {"table": 3}),
        (attendance.choose_dealer, {}),
    ],
)
def test_f06_a_stale_tap_is_refused_and_tells_what_changed(evening, verb, more):
    do(attendance.change_table, evening, "Carl", table=2)
    with pytest.raises(Stale) as refused:
        do(verb, evening, "Carl", seen=1, **more)
    assert [entry.verb for entry in refused.value.entries] == [Verb.CHANGE_TABLE]
    assert (row(evening, "Carl").present, row(evening, "Carl").table) == (True, 2)


def test_f06_coming_back_from_a_stale_page_is_refused(evening):
    do(attendance.go_home, evening, "Carl")
    with pytest.raises(Stale):
        do(attendance.come_back, evening, "Carl", seen=1)


@pytest.mark.parametrize(
    ("verb", "more"),
    [
        (attendance.not_here, {}),
        (attendance.go_home, {}),
        (attendance.come_back, {}),
        (attendance.sit_out, {"out": True}),
        (attendance.change_table, {"table": 2}),
        (attendance.choose_dealer, {}),
    ],
)
def test_an_ended_evening_takes_no_more_taps(evening, verb, more):
    evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=1)
    for act in (
        lambda: do(verb, evening, "Carl", **more),
        lambda: arrive(evening, "Dina"),
        lambda: attendance.add_guest(actor=actor(), evening_id=evening.pk),
        lambda: attendance.join_tables(actor=actor(), evening_id=evening.pk, seen=2),
    ):
        with pytest.raises(Refused, match="avsluttet"):
            act()


# --- Correcting afterwards


def test_who_was_there_can_be_said_afterwards_with_a_reason_and_without_an_hour():
    evening = play(MARCH, losers=["Arne"], present=["Arne", "Berit"])
    correct(evening, "Arne", "Berit", "Dina")
    assert present(evening) == {"Arne", "Berit", "Dina"}
    assert row(evening, "Dina").arrived_at is None
    entry = LogEntry.objects.get(verb=Verb.CORRECT_ATTENDANCE)
    assert entry.reason.text == "glemt å føre"
    with pytest.raises(Refused, match="hvorfor"):
        correct(evening, "Arne", "Berit", reason="")


def test_a_correction_of_attendance_can_make_an_evening_count_and_not():
    evening = play(MARCH, losers=["Arne"], present=["Arne", "Berit"])
    rules = Season.objects.get().rules

    def counts():
        return judge(books.evening_facts(evening), *books.spans_on(MARCH), rules).counts

    assert not counts()  # 2 of 4 is 50 %
    correct(evening, "Arne", "Berit", "Carl")
    assert counts()  # 3 of 4 is 75 %
    correct(evening, "Arne", "Berit")
    assert not counts()


def test_who_played_cannot_be_said_to_have_been_away():
    evening = play(MARCH, losers=["Arne"], present=["Arne", "Berit"])
    with pytest.raises(Refused, match="Berit har spilt"):
        correct(evening, "Arne")
    assert present(evening) == {"Arne", "Berit"}


def test_an_open_evening_is_not_corrected_but_tapped(evening):
    """Else a page drawn before somebody came would send him away."""
    with pytest.raises(Refused, match="åpen"):
        correct(evening, "Arne", "Berit")
    assert present(evening) == {"Arne", "Berit", "Carl"}


def test_f06_two_corrections_of_one_attendance_never_overwrite_each_other():
    evening = play(MARCH, losers=["Arne"], present=["Arne", "Berit"])
    seen = Evening.objects.get().version
    correct(evening, "Arne", "Berit", "Carl", seen=seen)
    with pytest.raises(Stale):
        correct(evening, "Arne", "Berit", "Dina", seen=seen)
    assert present(evening) == {"Arne", "Berit", "Carl"}


def test_attendance_that_was_not_recorded_is_recorded_from_then_on():
    evening = play(MARCH, losers=["Arne"], present=["Arne", "Berit"])
    Evening.objects.update(attendance_recorded=False, counts_by_decision=True)
    correct(evening, "Arne", "Berit")
    evening = Evening.objects.get()
    assert (evening.attendance_recorded, evening.counts_by_decision) == (True, None)


def test_the_correction_of_one_evening_leaves_the_others_alone():
    first = play(MARCH, losers=["Arne"], present=["Arne", "Berit"])
    second = play(day(3, 12), losers=["Arne"], present=["Arne", "Berit"])
    correct(first, "Arne", "Berit", "Carl", "Dina")
    assert present(second) == {"Arne", "Berit"}
    assert Round.objects.count() == 2


# --- Leave


def test_who_is_on_leave_is_outside_both_counts_unless_he_comes(evening):
    people.add_period(actor=actor(), kind=Leave, person=named("Dina"), first_day=day(3, 1), last_day=day(3, 31))

    def counted():
        quorum = judge(books.evening_facts(evening), *books.spans_on(MARCH), Season.objects.get().rules).quorum
        return quorum.present, quorum.members

    assert counted() == (3, 3)
    arrive(evening, "Dina")
    assert counted() == (4, 4)
