"""What a write would flip, listed before it is saved."""

from functools import partial

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league import effects
from league.errors import Refused
from league.models import Leave, LogEntry, MemberPeriod, Season
from league.services import attendance, evenings, people
from tests.factories import actor, arrive, at, day, found_club, named, open_evening, play, strek

pytestmark = pytest.mark.django_db

SEVEN = ["Arne", "Berit", "Carl", "Dina", "Einar", "Frode", "Geir"]


@pytest.fixture(autouse=True)
def club():
    """Ten members, of whom seven are enough."""
    return found_club(*SEVEN, "Hilde", "Ivar", "Jorunn")


def member_since(name, when):
    return lambda: people.add_period(
        actor=actor(), kind=MemberPeriod, person=named(name), first_day=when, last_day=None
    )


def two_more_members():
    for name in ("Kåre", "Liv"):
        people.add_person(actor=actor(), name=name, member_from=day(2, 1))


def test_a_member_more_flips_an_evening_that_had_just_enough():
    # 7 of 10 is 70 %; of 11 it is 63,6 %, and 65 % of 11 is 7,15: eight are needed
    play(day(3, 6), losers=["Berit"], present=SEVEN)
    kåre = people.add_person(actor=actor(), name="Kåre")
    found = effects.effects_of(member_since("Kåre", day(2, 1)), first_day=day(2, 1), last_day=None)
    assert found.evenings == ("06.03.2026 teller ikke lenger: 7 av 11, trengte 8",)
    assert not MemberPeriod.objects.filter(person=kåre).exists()


def test_a_member_after_the_evening_flips_nothing():
    play(day(3, 6), losers=["Berit"], present=SEVEN)
    people.add_person(actor=actor(), name="Kåre")
    assert not effects.effects_of(member_since("Kåre", day(3, 7)), first_day=day(3, 7), last_day=None)


def test_an_evening_that_begins_to_count_says_so():
    play(day(3, 6), losers=["Berit"], present=SEVEN[:6])

    def on_leave():
        people.add_period(actor=actor(), kind=Leave, person=named("Jorunn"), first_day=day(3, 1), last_day=day(3, 31))

    # 6 of 9 is 66,7 %
    assert effects.effects_of(on_leave, first_day=day(3, 1), last_day=day(3, 31)).evenings == (
        "06.03.2026 teller nå: 6 av 9 – nok",
    )


def test_places_that_move_are_named_with_their_season():
    play(day(3, 6), losers=["Berit", "Carl", "Carl"], present=SEVEN)
    play(day(3, 20), losers=["Arne", "Arne", "Arne", "Berit"])
    # With both evenings each of the seven has 7 rounds: Arne 3, Berit 2 and Carl 2 strek.
    # Without the first: four rounds, and Arne has 3, Berit 1, Carl none.
    people.add_person(actor=actor(), name="Kåre")
    found = effects.effects_of(member_since("Kåre", day(3, 1)), first_day=day(3, 1), last_day=day(3, 10))
    assert found.evenings == ("06.03.2026 teller ikke lenger: 7 av 11, trengte 8",)
    assert "Arne: 10. → 10. plass i 2026" not in found.places
    assert "Carl: 8. → 1. plass i 2026" in found.places


def test_who_is_no_longer_ranked_loses_his_place():
    play(day(3, 6), losers=["Berit"])
    period = named("Arne").periods.get()

    def ended():
        people.change_period(actor=actor(), period=period, seen=1, first_day=day(3, 7), last_day=None)

    found = effects.effects_of(ended, first_day=day(1, 1), last_day=day(3, 6))
    assert "Arne: 1. plass → uten plass i 2026" in found.places
    period.refresh_from_db()
    assert (period.first_day, period.version) == (day(1, 1), 1)


def test_two_evenings_of_one_date_are_told_apart_by_their_host():
    play(day(3, 6), losers=["Berit"], present=SEVEN)
    play(day(3, 6), losers=["Berit"], host="Berit")
    people.add_person(actor=actor(), name="Kåre")
    found = effects.effects_of(member_since("Kåre", day(2, 1)), first_day=day(2, 1), last_day=None)
    assert found.evenings == ("06.03.2026 hos Arne teller ikke lenger: 7 av 11, trengte 8",)


def test_rounds_that_stop_counting_show_where_the_evening_counts_all_the_same():
    evening = open_evening(day(3, 6), present=SEVEN[:6])
    with time_machine.travel(at(day(3, 6), "19.30"), tick=False):
        strek(evening, "Berit")
    with time_machine.travel(at(day(3, 6), "19.45"), tick=False):
        arrive(evening, "Geir")
    with time_machine.travel(at(day(3, 6), "20.00"), tick=False):
        strek(evening, "Carl")
    found = effects.effects_of(
        lambda: Season.objects.update(whole_evening=False), first_day=day(3, 6), last_day=day(3, 6)
    )
    assert found.evenings == ("06.03.2026: 1 runde teller, før 2",)


def test_a_corrected_attendance_is_weighed_like_any_other_write():
    evening = play(day(3, 6), losers=["Berit"], present=SEVEN)
    there = {named(name) for name in [*SEVEN, "Hilde"]}

    def hilde_was_there():
        attendance.correct_attendance(
            actor=actor(), evening_id=evening.pk, seen=evening.version, present=there, reason="glemt"
        )

    people.add_person(actor=actor(), name="Kåre", member_from=day(2, 1))
    found = effects.effects_of(hilde_was_there, first_day=evening.date, last_day=evening.date)
    assert found.evenings == ("06.03.2026 teller nå: 8 av 11 – nok",)


def test_another_date_flips_an_evening_moved_among_other_members():
    two_more_members()
    evening = play(day(1, 10), losers=["Berit"], present=SEVEN)

    def in_february():
        evenings.change_evening(
            actor=actor(), evening_id=evening.pk, seen=evening.version, day=day(2, 10), host=None, place="", remark=""
        )

    found = effects.effects_of(in_february, first_day=day(1, 10), last_day=day(2, 10))
    # 65 % of twelve is 7,8
    assert found.evenings == ("10.01.2026 teller ikke lenger: 7 av 12, trengte 8",)


def test_a_write_that_flips_nothing_is_kept_at_once():
    people.add_person(actor=actor(), name="Kåre")
    saved, waiting = effects.unless_it_flips(member_since("Kåre", day(2, 1)), first_day=day(2, 1), last_day=None)
    assert saved == MemberPeriod.objects.get(person=named("Kåre"))
    assert not waiting


def test_a_write_that_flips_something_is_kept_once_just_that_has_been_accepted():
    play(day(3, 6), losers=["Berit"], present=SEVEN)
    people.add_person(actor=actor(), name="Kåre")
    write = partial(effects.unless_it_flips, member_since("Kåre", day(2, 1)), first_day=day(2, 1), last_day=None)
    entries = LogEntry.objects.count()
    saved, waiting = write()
    assert saved is None
    assert LogEntry.objects.count() == entries
    saved, nothing = write(accepted=waiting.key)
    assert saved == MemberPeriod.objects.get(person=named("Kåre"))
    assert not nothing


def test_what_was_accepted_is_not_taken_for_something_else():
    play(day(3, 6), losers=["Berit"], present=SEVEN)
    people.add_person(actor=actor(), name="Kåre")
    write = partial(effects.unless_it_flips, member_since("Kåre", day(2, 1)), first_day=day(2, 1), last_day=None)
    _, seen = write()
    play(day(3, 13), losers=["Carl"], present=SEVEN)
    saved, now = write(accepted=seen.key)
    assert saved is None
    assert len(now.evenings) == 2


def test_a_refused_write_is_refused_here_too():
    with pytest.raises(Refused, match="overlapper"):
        effects.effects_of(member_since("Arne", day(2, 1)), first_day=day(2, 1), last_day=None)


def test_queries_do_not_grow_with_the_evenings():
    people.add_person(actor=actor(), name="Kåre")
    counts = []
    for month in (3, 4):
        for date in (day(month, 6), day(month, 13)):
            play(date, losers=["Berit"], present=SEVEN)
        with CaptureQueriesContext(connection) as queries:
            effects.effects_of(member_since("Kåre", day(2, 1)), first_day=day(2, 1), last_day=None)
        counts.append(len(queries))
    assert counts[0] == counts[1]
