"""The demo club has something real to show on every page, on whatever day it is made."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from io import StringIO

import pytest
import time_machine
from django.contrib.auth.password_validation import validate_password
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from league.books import season_facts
from league.demo import club
from league.facts import State
from league.lifetime import lifetimes
from league.models import (
    Attendance,
    Evening,
    Leave,
    LogEntry,
    MemberPeriod,
    Office,
    Person,
    Round,
    Season,
    User,
)
from league.quorum import judged
from league.services import evenings
from league.tonight import Tonight
from tests import factories
from tests.factories import OSLO, day

SUNDAY = datetime(2026, 11, 29, 18, 30, tzinfo=OSLO)


def demo(*arguments: str) -> str:
    """What the command says."""
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="class")
def made(django_db_setup, django_db_blocker) -> Iterator[None]:
    """The club as it is made on a Sunday in November: once, for all tests that only look at it."""
    with django_db_blocker.unblock(), transaction.atomic(), time_machine.travel(SUNDAY, tick=False):
        demo()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def _sunday(made, db) -> Iterator[None]:
    with time_machine.travel(SUNDAY, tick=False):
        yield


@pytest.mark.usefixtures("_sunday")
class TestTheClub:
    def test_has_five_seasons_and_this_one_is_under_way(self):
        played = {season.name: len(season_facts(season).evenings) for season in Season.objects.all()}
        assert played == {"2022": 24, "2023": 24, "2024": 24, "2025": 24, "2026": 22}

    def test_has_the_old_books_with_their_own_sums(self):
        sums = {year: Round.objects.standing().filter(evening__date__year=year).count() for year in (2022, 2023, 2025)}
        assert sums == {2022: 229, 2023: 223, 2025: 209}

    def test_plays_every_second_thursday_but_in_july(self):
        days = list(Evening.objects.filter(date__year=2026).order_by("date").values_list("date", flat=True))
        assert days[:2] == [day(1, 8), day(1, 22)]
        assert days[-1] == day(11, 26)
        assert not [one for one in days if one.month == 7 or one.weekday() != 3]

    def test_has_no_evening_today_so_the_front_page_offers_one(self):
        offered = Tonight()
        assert offered.open == []
        assert offered.day == day(11, 29)
        assert offered.host

    def test_has_called_in_to_the_next_evening_and_lacks_one_answer_the_member_has_yet_to_give(self):
        coming = Tonight().next
        assert (coming.day, coming.quorum.present, coming.quorum.lacking) == (day(12, 10), 7, 1)
        assert User.objects.get(email="medlem@torsdag.example").person_id in coming.silent

    def test_closes_its_evenings_and_plays_between_seven_and_one(self):
        assert not Evening.objects.filter(date__year=2026, closed_at=None).exists()
        for evening in Evening.objects.filter(date__year=2026):
            logged = evening.rounds.order_by("logged_at").values_list("logged_at", flat=True)
            times = [time for time in (evening.opened_at, *logged, evening.closed_at) if time]
            assert times == sorted(times)
            assert factories.at(evening.date, "19.00") <= times[0]
            assert times[-1] < factories.at(evening.date, "1.00")

    def test_shows_what_can_happen_to_a_round(self):
        this_year = Round.objects.filter(evening__date__year=2026)
        assert {*this_year.values_list("state", flat=True)} == {*State}
        assert this_year.filter(state=State.STRUCK, reason="registrert to ganger").count() == 1
        assert this_year.filter(state=State.VOID, reason="kortene ble mikset").count() == 1
        assert LogEntry.objects.filter(verb="correct_round", reason__text="feil navn").count() == 1
        assert LogEntry.objects.filter(verb="insert_round").count() == 1
        assert this_year.exclude(remark="").exclude(trump="").exclude(bladmattis=None).count() == 1

    def test_shows_what_can_happen_at_an_evening(self):
        this_year = Evening.objects.filter(date__year=2026)
        assert this_year.filter(host=None, remark="Mattistur").count() == 1
        assert this_year.filter(rounds__table=2).distinct().count() == 1
        verdicts = judged(season_facts(Season.objects.get(name="2026")), None)
        assert [verdict.counts for _, verdict in verdicts].count(False) == 2
        came = Attendance.objects.filter(evening__in=this_year)
        assert came.filter(person__periods=None).count() == 2  # guests
        assert came.exclude(left_at=None).exists()

    def test_shows_what_can_happen_to_a_member(self):
        assert MemberPeriod.objects.get(person__name="Jan Åge Vik").last_day == day(2, 28)
        assert MemberPeriod.objects.get(person__name="Tor Aasen").first_day == day(3, 1)
        assert Leave.objects.get().person.name == "Magne Tveit"

    def test_tells_of_everything_in_the_log_in_the_order_it_happened(self):
        times = list(LogEntry.objects.order_by("pk").values_list("at", flat=True))
        assert times == sorted(times)
        assert times[-1] < timezone.now()
        assert len(times) > 400

    def test_gives_everybody_who_loses_a_lifetime(self):
        lives = lifetimes()
        assert sum(life.strek for life in lives.values()) == Round.objects.standing().count()

    def test_lets_each_office_in_with_a_password_the_site_accepts(self, client):
        kinds = {}
        for login in club.LOGINS:
            user = User.objects.get(email=club.address(login))
            validate_password(club.PASSWORD, user)
            assert client.login(email=user.email, password=club.PASSWORD)
            kinds[login] = set(
                Office.objects.running(day(11, 29)).filter(person=user.person).values_list("kind", flat=True)
            )
        assert kinds == {
            "formann": {"chairman"},
            "bokforer": {"keeper"},
            "administrator": {"administrator"},
            "medlem": set(),
        }

    def test_is_left_alone_when_it_is_there_already(self):
        entries = LogEntry.objects.count()
        assert "her alt" in demo()
        assert LogEntry.objects.count() == entries

    def test_tells_how_to_log_in(self):
        said = demo("--logins")
        assert club.PASSWORD in said
        assert "bokforer@torsdag.example" in said


@pytest.mark.django_db
def test_a_club_of_ones_own_is_never_filled():
    factories.found_club()
    with pytest.raises(CommandError):
        demo()
    assert Person.objects.count() == 12


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("now", "opened"),
    [
        (datetime(2026, 1, 3, 21, 0, tzinfo=OSLO), day(1, 3)),
        (datetime(2026, 3, 2, 1, 30, tzinfo=OSLO), day(3, 1)),  # the evening of the day before goes on
        (datetime(2026, 3, 2, 6, 30, tzinfo=OSLO), day(3, 2)),
    ],
)
def test_an_evening_can_be_left_open_today(monkeypatch, now, opened):
    monkeypatch.setattr(club, "BOOKS", ())
    with time_machine.travel(now, tick=False):
        demo("--open")
        evening = Evening.objects.order_by("date").last()
        assert evening.date == opened == evenings.suggested_date(now)
        assert evening.ended_at(now) is None
        assert Tonight().open == [evening]
        times = evening.rounds.values_list("logged_at", flat=True)
        assert all(time < now for time in times)


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize("now", [datetime(2027, 2, 1, 12, 0, tzinfo=OSLO), datetime(2029, 12, 31, 23, 0, tzinfo=OSLO)])
def test_later_years_fill_up_too(now):
    with time_machine.travel(now, tick=False):
        demo()
        newest = Evening.objects.order_by("date").last()
        assert now.date() - newest.date <= timedelta(days=14)
        assert {*Round.objects.filter(evening__imported="").values_list("state", flat=True)} == {*State}
