"""Evenings: the day they began, who is host, when they end, and never one mixed up with another."""

from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
import time_machine

from league import books
from league.errors import Refused, Stale, TokenUsed
from league.models import Attendance, Evening, LogEntry, MemberPeriod, Person, Season
from league.quorum import Reason, judge
from league.services import attendance, evenings, people
from league.services.evenings import suggested_date
from league.verbs import Verb
from tests.factories import OSLO, actor, arrive, at, day, found_club, guest, named, open_evening, play, strek

pytestmark = pytest.mark.django_db

MARCH = day(3, 5)


@pytest.fixture(autouse=True)
def _club():
    found_club("Arne", "Berit", "Carl", "Dina")


def opened(when, host="Arne", **more):
    return evenings.open_evening(actor=actor(), day=when, host=named(host) if host else None, **more)


def change(evening, *, seen=None, **new):
    as_it_is = {"day": evening.date, "host": evening.host, "place": evening.place, "remark": evening.remark}
    return evenings.change_evening(
        actor=actor(), evening_id=evening.pk, seen=seen or evening.version, **(as_it_is | new)
    )


def close(evening):
    return evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=evening.version)


def reopen(evening, reason="glemte en runde"):
    return evenings.reopen_evening(actor=actor(), evening_id=evening.pk, seen=evening.version, reason=reason)


def verdict(evening):
    return judge(books.evening_facts(evening), *books.spans_on(evening.date), Season.objects.get().rules)


# --- The date


@pytest.mark.parametrize(
    ("now", "suggested"),
    [
        ("2026-03-05 19:00", day(3, 5)),
        ("2026-03-05 23:59", day(3, 5)),
        ("2026-03-06 00:00", day(3, 5)),
        ("2026-03-06 05:59", day(3, 5)),
        ("2026-03-06 06:00", day(3, 6)),
        ("2026-01-01 01:00", day(12, 31, 2025)),
    ],
)
def test_before_six_in_the_morning_the_suggested_date_is_yesterday(now, suggested):
    assert suggested_date(datetime.fromisoformat(now).replace(tzinfo=OSLO)) == suggested


def test_f24_the_suggested_date_goes_by_the_clock_of_oslo_and_not_of_the_server():
    assert suggested_date(datetime(2026, 7, 1, 22, 30, tzinfo=UTC)) == day(7, 1)  # 00.30 in Oslo, the night to 2 July
    assert suggested_date(datetime(2026, 7, 2, 4, 30, tzinfo=UTC)) == day(7, 2)  # 06.30 in Oslo
    assert suggested_date(datetime(2026, 1, 2, 4, 30, tzinfo=UTC)) == day(1, 1)  # 05.30 in Oslo


def test_f24_the_hour_that_comes_twice_still_belongs_to_saturday():
    saturday = day(10, 25, 2025)
    for utc_hour in (0, 1):  # 02.30 in summer time, and an hour later 02.30 again
        assert suggested_date(datetime(2025, 10, 26, utc_hour, 30, tzinfo=UTC)) == saturday


def test_f24_an_evening_begun_on_new_years_eve_stays_in_the_old_year():
    eve = day(12, 31, 2025)
    evening = open_evening(eve, present=["Arne", "Berit"])
    with time_machine.travel(at(eve, "01.30"), tick=False):
        strek(evening, "Arne")
    old, new = Season.objects.order_by("first_day")
    assert [len(one.rounds) for one in books.season_facts(old).evenings] == [1]
    assert books.season_facts(new).evenings == ()


@pytest.mark.parametrize("wrong", [day(3, 7), day(1, 1, 2062), date(25, 3, 5), date(1899, 12, 31)])
def test_a_day_that_has_not_come_or_a_mistyped_year_is_refused_and_makes_no_seasons(wrong):
    with time_machine.travel(at(MARCH, "19.00")):
        with pytest.raises(Refused, match="kan ikke være"):
            opened(wrong)
        evening = opened(MARCH)
        with pytest.raises(Refused, match="kan ikke være"):
            change(evening, day=wrong)
    assert Season.objects.count() == 1


def test_an_evening_of_an_earlier_day_is_open_for_filling_in_until_six_and_takes_no_times():
    """PRODUCT: times are the times of play; what is entered afterwards has none."""
    with time_machine.travel(at(day(6, 1), "13.00"), tick=False):
        evening = opened(MARCH)
        arrive(evening, "Arne")
        arrive(evening, "Berit")
        round_ = strek(evening, "Arne")
        assert evening.ended_at(at(day(6, 1), "23.59")) is None
        assert evening.ended_at(at(day(6, 1), "05.59")) is None
        assert evening.ended_at(at(day(6, 2), "06.00")) == at(day(6, 2), "06.00")
    assert (evening.opened_at, round_.logged_at) == (None, None)
    assert set(Attendance.objects.values_list("arrived_at", flat=True)) == {None}


def test_an_evening_opened_after_midnight_belongs_to_yesterday_and_keeps_its_times():
    with time_machine.travel(at(MARCH, "00.30"), tick=False):
        evening = opened(suggested_date(at(MARCH, "00.30")))
        assert (evening.date, evening.opened_at) == (MARCH, at(MARCH, "00.30"))
        assert arrive(evening, "Arne").arrived_at == at(MARCH, "00.30")


# --- When it ends


def test_an_evening_nobody_closed_shows_as_ended_at_six():
    evening = open_evening(MARCH)
    assert evening.ended_at(at(MARCH, "05.59")) is None
    six = at(MARCH, "05.59") + timedelta(minutes=1)
    assert evening.ended_at(six) == six
    assert evening.ended_at(six + timedelta(days=300)) == six
    with time_machine.travel(six), pytest.raises(Refused, match="avsluttet"):
        strek(evening, "Arne")


def test_f24_it_ends_at_six_by_the_clock_also_when_the_clocks_change():
    autumn = open_evening(day(10, 25, 2025), present=["Arne"])
    assert autumn.ended_at(at(day(10, 27, 2025), "12.00")) == datetime(2025, 10, 26, 5, 0, tzinfo=UTC)
    spring = open_evening(day(3, 28), present=["Arne"])
    assert spring.ended_at(at(day(3, 30), "12.00")) == datetime(2026, 3, 29, 4, 0, tzinfo=UTC)


def test_closing_ends_it_then_and_closing_twice_is_closing_once():
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "23.10"), tick=False):
        closed = close(evening)
    with time_machine.travel(at(MARCH, "23.20"), tick=False):
        close(evening)  # from the page as it was
    assert Evening.objects.get().closed_at == closed.closed_at == at(MARCH, "23.10")
    assert LogEntry.objects.filter(verb=Verb.CLOSE_EVENING).count() == 1


def test_closing_one_that_was_forgotten_says_that_it_ended_at_six():
    evening = open_evening(MARCH)
    with time_machine.travel(at(day(3, 8), "12.00"), tick=False):
        assert close(evening).closed_at == at(day(3, 6), "12.00") - timedelta(hours=6)


def test_reopening_needs_a_reason_which_stands_in_the_log():
    evening = play(MARCH, losers=["Arne"])
    with pytest.raises(Refused, match="hvorfor"):
        reopen(evening, reason=" ")
    with time_machine.travel(at(day(3, 9), "20.00"), tick=False):
        evening = reopen(evening)
        assert evening.ended_at(at(day(3, 9), "20.00")) is None
    assert LogEntry.objects.get(verb=Verb.REOPEN_EVENING).reason.text == "glemte en runde"
    assert evening.ended_at(at(day(3, 9), "05.59")) is None  # the morning after
    assert evening.ended_at(at(day(3, 10), "06.00")) is not None


def test_what_is_entered_in_a_reopened_evening_has_no_time_of_play():
    evening = play(MARCH, losers=["Arne"], present=["Arne", "Berit"])
    with time_machine.travel(at(day(3, 9), "20.00"), tick=False):
        evening = reopen(evening)
        arrive(evening, "Carl")
        round_ = strek(evening, "Carl")
    assert round_.logged_at is None
    assert Attendance.objects.get(person__name="Carl").arrived_at is None
    assert evening.rounds.in_order().last() == round_


def test_reopened_the_same_night_it_goes_on_as_before():
    evening = play(MARCH, losers=["Arne"])
    with time_machine.travel(at(MARCH, "23.00"), tick=False):
        round_ = strek(reopen(evening), "Berit")
    assert round_.logged_at == at(MARCH, "23.00")


def test_reopening_an_open_evening_changes_nothing():
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        assert reopen(evening).version == 1
    assert not LogEntry.objects.filter(verb=Verb.REOPEN_EVENING).exists()


# --- F03, F04: which evening


def test_f03_two_evenings_on_one_date_are_never_mixed_up():
    first = open_evening(MARCH, host="Arne", present=["Arne", "Berit"], clock="12.00")
    second = open_evening(MARCH, host=None, present=["Carl", "Dina"], clock="19.00")
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        strek(first, "Arne")
        strek(second, "Dina")
        close(second)
        assert first.ended_at(at(MARCH, "20.00")) is None
    for evening, loser, here in ((first, "Arne", {"Arne", "Berit"}), (second, "Dina", {"Carl", "Dina"})):
        assert [round_.mattis.name for round_ in evening.rounds.all()] == [loser]
        assert {one.person.name for one in evening.attendances.all()} == here
        assert {entry.evening_id for entry in LogEntry.objects.filter(evening_id=evening.pk)} == {evening.pk}
    facts = books.season_facts(Season.objects.get())
    assert [len(one.rounds) for one in facts.evenings] == [1, 1]


@pytest.mark.parametrize("host", ["Arne", None])
def test_f03_the_same_date_and_host_twice_is_refused(host):
    open_evening(MARCH, host=host)
    with pytest.raises(Refused, match=r"05\.03\.2026"):
        open_evening(MARCH, host=host)
    assert Evening.objects.count() == 1


def test_f03_an_evening_cannot_be_changed_into_its_twin():
    open_evening(MARCH, host="Arne")
    other = open_evening(MARCH, host="Berit")
    with pytest.raises(Refused, match="Arne"):
        change(other, host=named("Arne"))
    assert change(other, host=None).host is None


def test_f04_opening_twice_with_one_tap_opens_one_evening():
    with time_machine.travel(at(MARCH, "19.00"), tick=False):
        first = opened(MARCH, place="hytta", token="tap-1")
        assert opened(MARCH, place="hytta", token="tap-1") == first
        with pytest.raises(TokenUsed) as refused:
            opened(MARCH, place="kjelleren", token="tap-1")
        with pytest.raises(TokenUsed):
            opened(MARCH, host="Berit", place="hytta", token="tap-1")
    assert refused.value.entry.made("evening") == first.pk
    assert Evening.objects.count() == 1


def test_f04_the_tap_that_opened_an_evening_since_deleted_opens_no_new_one():
    with time_machine.travel(at(MARCH, "19.00"), tick=False):
        evening = opened(MARCH, token="tap-1")
        evenings.discard_evening(actor=actor(), evening_id=evening.pk, seen=1)
        with pytest.raises(Refused, match="slettet"):
            opened(MARCH, token="tap-1")


# --- Changing


def test_date_and_host_can_be_changed_and_the_log_says_from_what_to_what():
    evening = play(MARCH, losers=["Arne"])
    change(evening, day=day(2, 26), host=named("Berit"), reason="feil dato")
    entry = LogEntry.objects.get(verb=Verb.CHANGE_EVENING)
    assert entry.changes[0]["before"] == {"date": "2026-03-05", "host_id": named("Arne").pk}
    assert entry.changes[0]["after"] == {"date": "2026-02-26", "host_id": named("Berit").pk}
    assert entry.reason.text == "feil dato"


def test_an_evening_moved_to_another_year_counts_there():
    evening = play(day(1, 8), losers=["Arne", "Berit"])
    change(evening, day=day(12, 30, 2025))
    old, new = Season.objects.order_by("first_day")
    assert [len(one.rounds) for one in books.season_facts(old).evenings] == [2]
    assert books.season_facts(new).evenings == ()


@pytest.mark.parametrize(
    "act",
    [
        lambda evening: change(evening, remark="snø"),
        close,
        lambda evening: evenings.discard_evening(actor=actor(), evening_id=evening.pk, seen=evening.version),
        lambda evening: attendance.join_tables(actor=actor(), evening_id=evening.pk, seen=evening.version),
    ],
)
def test_f06_a_stale_change_is_refused_and_tells_what_changed_and_who_did_it(act):
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "19.30"), tick=False):
        change(evening, host=named("Berit"))
        with pytest.raises(Stale) as refused:
            act(evening)
    (entry,) = refused.value.entries
    assert (entry.verb, entry.user) == (Verb.CHANGE_EVENING, actor())
    assert Evening.objects.get().host.name == "Berit"
    assert Evening.objects.get().closed_at is None


def test_f06_a_stale_reopening_is_refused():
    evening = play(MARCH, losers=["Arne"])
    change(evening, remark="snø")
    with pytest.raises(Stale):
        reopen(evening)


def test_an_evening_opened_by_mistake_can_be_taken_away_with_who_was_there():
    evening = open_evening(MARCH)
    evenings.discard_evening(actor=actor(), evening_id=evening.pk, seen=1)
    assert not Evening.objects.exists()
    assert not Attendance.objects.exists()
    assert Person.objects.count() == 4
    assert LogEntry.objects.get(verb=Verb.DISCARD_EVENING).evening_id == evening.pk


def test_an_evening_with_a_round_even_one_undone_cannot_be_taken_away():
    evening = play(MARCH, losers=["Arne"])
    with pytest.raises(Refused, match="runder"):
        evenings.discard_evening(actor=actor(), evening_id=evening.pk, seen=evening.version)
    assert Evening.objects.exists()


# --- F10, F13: who counts


def test_f10_the_members_of_the_day_are_those_of_that_day_and_so_is_the_count():
    gone = people.add_person(actor=actor(), name="Olav")
    people.add_period(
        actor=actor(), kind=MemberPeriod, person=gone, first_day=day(1, 1, 2020), last_day=day(6, 30, 2022)
    )
    for first, name in ((2020, "Pia"), (2023, "Rolf")):
        people.add_period(
            actor=actor(),
            kind=MemberPeriod,
            person=people.add_person(actor=actor(), name=name),
            first_day=day(1, 1, first),
            last_day=None,
        )
    that_day = day(3, 5, 2022)
    assert {one.name for one in Person.objects.members_on(that_day)} == {"Olav", "Pia"}
    with time_machine.travel(at(day(6, 1), "13.00"), tick=False):
        evening = opened(that_day, host="Olav")
        arrive(evening, "Olav")
        arrive(evening, "Pia")
        strek(evening, "Olav")
    assert len(books.evening_facts(evening).came) == 2
    judged = judge(books.evening_facts(evening), *books.spans_on(that_day), Season.objects.on(that_day).rules)
    assert (judged.quorum.present, judged.quorum.members, judged.counts) == (2, 2, True)


def test_f13_a_host_who_is_a_member_counts_once():
    evening = open_evening(MARCH, host="Arne", present=["Arne", "Berit"])
    with time_machine.travel(at(MARCH, "19.30"), tick=False):
        arrive(evening, "Arne")
    assert (verdict(evening).quorum.present, verdict(evening).quorum.members) == (2, 4)


def test_f13_a_host_who_was_not_there_does_not_count():
    """Nobody counts as present without a tap."""
    evening = open_evening(MARCH, host="Arne", present=["Berit"])
    assert verdict(evening).quorum.present == 1


def test_f13_a_guest_counts_on_neither_side_host_or_not():
    guest("Eva")
    evening = open_evening(MARCH, host="Eva", present=["Arne", "Berit", "Eva"])
    assert (verdict(evening).quorum.present, verdict(evening).quorum.members) == (2, 4)


def test_f13_a_member_who_looked_in_without_playing_is_present():
    evening = open_evening(MARCH, present=["Arne", "Berit"])
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        arrive(evening, "Carl", table=None)
        round_ = strek(evening, "Arne")
    assert verdict(evening).quorum.present == 3
    assert verdict(evening).reason is Reason.MET
    assert not round_.seats.filter(person__name="Carl").exists()


# --- Deciding where attendance is not recorded


def test_the_keeper_decides_only_where_attendance_is_not_recorded():
    evening = play(MARCH, losers=["Arne"])
    decide = partial(evenings.decide_counting, actor=actor(), evening_id=evening.pk, seen=evening.version)
    with pytest.raises(Refused, match="ført"):
        decide(counts=True)
    Evening.objects.update(attendance_recorded=False)
    Attendance.objects.filter(person__name__in=["Berit", "Carl", "Dina"]).update(present=False)
    assert verdict(Evening.objects.get()).reason is Reason.UNDECIDED
    evening = decide(counts=True)
    assert verdict(evening).reason is Reason.DECIDED_TO_COUNT
    with pytest.raises(Stale):
        decide(counts=False)
    assert verdict(Evening.objects.get()).counts


def test_a_mistyped_year_makes_no_hundred_seasons():
    with pytest.raises(Refused):
        evenings.open_evening(actor=actor(), day=day(11, 29, 1926), host=named("Arne"))
    assert Season.objects.count() == 1
