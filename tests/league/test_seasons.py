"""Founding the club, and seasons that follow one another without gap or overlap."""

from datetime import date, timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction

from league import books
from league.errors import Refused
from league.models import Club, Evening, LogEntry, MemberPeriod, Office, Person, Season
from league.services import evenings
from league.services.seasons import anniversary, season_for, season_name
from league.standings import standings
from league.verbs import Verb
from tests.factories import NEW_YEAR, PASSWORD, actor, day, found_club, member, play

pytestmark = pytest.mark.django_db


def spans():
    """First and last day of each season, oldest first."""
    return [(season.first_day, books.last_day_of(season)) for season in Season.objects.all()]


# --- Founding


def test_a_club_begins_with_its_members_a_season_a_chairman_and_an_administrator():
    user = found_club("Arne", "Berit", "Carl", percent=70)
    assert Club.objects.get().name == "Klubben"
    assert Season.objects.get().percent == 70
    assert {(one.person.name, one.first_day, one.last_day) for one in MemberPeriod.objects.all()} == {
        ("Arne", NEW_YEAR, None),
        ("Berit", NEW_YEAR, None),
        ("Carl", NEW_YEAR, None),
    }
    assert {(one.person.name, one.kind) for one in Office.objects.all()} == {
        ("Arne", Office.Kind.CHAIRMAN),
        ("Arne", Office.Kind.ADMINISTRATOR),
    }
    assert user.person.name == "Arne"
    assert user.check_password(PASSWORD)
    assert not user.is_superuser


def test_a_club_is_founded_once_and_by_one_entry_of_the_log():
    found_club("Arne", "Berit")
    with pytest.raises(Refused, match="finnes alt"):
        found_club("Carl")
    assert list(LogEntry.objects.values_list("verb", flat=True)) == [Verb.FOUND_CLUB]
    assert Person.objects.count() == 2


def test_there_is_only_one_club():
    found_club("Arne")
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.create(pk=2, name="En annen")


# --- Seasons


def test_a_season_ends_the_day_before_the_next_one_and_the_newest_is_open():
    found_club("Arne")
    season_for(day(6, 1, 2027), actor=None)
    assert spans() == [(NEW_YEAR, date(2026, 12, 31)), (date(2027, 1, 1), None)]


@pytest.mark.parametrize("when", [day(1, 1), day(6, 1), day(12, 31)])
def test_a_day_in_the_season_makes_no_new_one(when):
    found_club("Arne")
    assert season_for(when, actor=None).first_day == NEW_YEAR
    assert Season.objects.count() == 1


def test_missing_seasons_are_made_a_year_each_forwards_and_back_so_that_none_stops_an_evening():
    found_club("Arne")
    assert season_for(day(1, 1, 2029), actor=None).name == "2029"
    assert season_for(day(12, 31, 2023), actor=None).name == "2023"
    assert [season.name for season in Season.objects.all()] == [str(year) for year in range(2023, 2030)]


def test_the_seasons_are_the_same_whichever_evening_is_entered_first():
    found_club("Arne")
    for year in (2029, 2023, 2027):
        season_for(day(5, 5, year), actor=None)
    before = spans()
    Season.objects.exclude(first_day=NEW_YEAR).delete()
    for year in (2023, 2027, 2029):
        season_for(day(5, 5, year), actor=None)
    assert spans() == before


def test_a_new_season_takes_its_rules_from_the_one_beside_it():
    found_club("Arne", percent=70)
    Season.objects.update(ranking="most", minimum="evenings", minimum_percent=25, a=3, whole_evening=False)
    rules = Season.objects.get().rules
    later, earlier = season_for(day(1, 1, 2027), actor=None), season_for(day(1, 1, 2025), actor=None)
    assert later.rules == earlier.rules == rules
    assert LogEntry.objects.filter(verb=Verb.ADD_SEASON).count() == 2


def test_opening_an_evening_makes_the_season_it_needs():
    found_club("Arne", "Berit")
    play(day(11, 20, 2025), losers=["Arne"], present=["Arne", "Berit"])
    assert [season.name for season in Season.objects.all()] == ["2025", "2026"]


def test_an_evening_that_is_refused_makes_no_season():
    found_club("Arne", "Berit")
    play(day(11, 20, 2025), losers=["Arne"], present=["Arne", "Berit"])
    evening = play(day(2, 1), losers=["Arne"])
    Season.objects.filter(first_day__year=2025).delete()
    with pytest.raises(Refused):
        evenings.change_evening(
            actor=actor(), evening_id=evening.pk, seen=3, day=day(11, 20, 2025), host=evening.host, place="", remark=""
        )
    assert Season.objects.count() == 1


def test_two_seasons_cannot_begin_on_one_day():
    found_club("Arne")
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.create(name="Enda en", first_day=NEW_YEAR)


@pytest.mark.parametrize(
    ("first_day", "name"),
    [(date(2026, 1, 1), "2026"), (date(2025, 8, 1), "2025/26"), (date(1999, 8, 1), "1999/00")],
)
def test_a_season_is_named_by_its_years(first_day, name):
    assert season_name(first_day) == name


def test_the_anniversary_of_leap_day_is_the_28th():
    assert anniversary(date(2024, 2, 29), 1) == date(2025, 2, 28)
    assert anniversary(date(2024, 2, 29), 4) == date(2028, 2, 29)


# --- F23


def test_f23_january_belongs_to_the_season_that_began_in_august():
    found_club("Arne", "Berit", "Carl", first_day=date(2024, 8, 1))
    autumn = play(date(2024, 11, 7), losers=["Arne", "Berit"])
    spring = play(date(2025, 1, 9), losers=["Arne"])
    july = play(date(2025, 7, 31), losers=["Carl"])
    next_year = play(date(2025, 8, 1), losers=["Carl"])
    first, second = Season.objects.all()
    assert spans() == [(date(2024, 8, 1), date(2025, 7, 31)), (date(2025, 8, 1), None)]
    assert (first.name, second.name) == ("2024/25", "2025/26")
    assert [one.id for one in books.season_facts(first).evenings] == [autumn.pk, spring.pk, july.pk]
    assert [one.id for one in books.season_facts(second).evenings] == [next_year.pk]
    assert {one.strek for one in standings(books.season_facts(first)).rows} == {2, 1}


def test_f23_every_day_falls_in_exactly_one_season():
    found_club("Arne", first_day=date(2024, 8, 1))
    season_for(date(2027, 3, 1), actor=None)
    season_for(date(2022, 3, 1), actor=None)
    every, known = date(2022, 1, 1), spans()
    while every < date(2028, 1, 1):
        inside = [first for first, last in known if first <= every and (last is None or every <= last)]
        found = Season.objects.on(every)
        assert inside == ([found.first_day] if found else []), every
        every += timedelta(days=13)
    assert Season.objects.on(date(2021, 7, 31)) is None


def test_f23_a_member_from_january_is_a_member_in_the_season_that_began_in_august():
    found_club("Arne", "Berit", first_day=date(2024, 8, 1))
    member("Carl", date(2025, 1, 1))
    play(date(2024, 11, 7), losers=["Arne"], present=["Arne", "Berit"])
    play(date(2025, 1, 9), losers=["Carl"])
    rows = {books.people_named([one.person])[one.person].name: one for one in standings(season()).rows}
    assert (rows["Carl"].rounds, rows["Arne"].rounds) == (1, 2)


def season():
    return books.season_facts(Season.objects.get())


def test_the_evening_of_the_last_day_is_in_and_that_of_the_next_is_not():
    found_club("Arne", "Berit")
    with time_machine.travel(date(2028, 1, 1)):
        for when in (date(2026, 12, 31), date(2027, 1, 1)):
            play(when, losers=["Arne"])
    first, second = Season.objects.all()
    for season_, when in ((first, date(2026, 12, 31)), (second, date(2027, 1, 1))):
        (only,) = books.season_facts(season_).evenings
        assert only.date == when
    assert Evening.objects.count() == 2
