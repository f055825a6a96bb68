"""The hundred years that the pages are measured on: here one of them, and two."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from league.demo import century
from league.models import Evening, LogEntry, Person, Round, RoundPlayer, Season, User
from league.services.evenings import suggested_date
from league.tonight import Tonight
from tests import factories

pytestmark = pytest.mark.django_db


def make(years: int) -> None:
    call_command("century", years=years, stdout=StringIO())


def newest_year() -> list[tuple[object, ...]]:
    """Who was the mattis of every round of the newest season, in the order of play."""
    rounds = Round.objects.filter(evening__date__gte=Season.objects.newest_first()[0].first_day)
    return list(rounds.order_by("evening__date", "place").values_list("evening__date", "place", "mattis__name"))


def test_a_year_is_a_season_of_26_evenings_with_ten_rounds_among_twelve_members(client):
    make(1)
    assert Season.objects.count() == 1
    assert Evening.objects.count() == 26
    assert Round.objects.standing().count() == 260
    assert 8 <= RoundPlayer.objects.count() / 260 <= 10
    assert Person.objects.members_on(timezone.localdate()).count() == 12
    assert LogEntry.objects.filter(evening_id__in=Evening.objects.values("pk")).count() >= 26
    assert [evening.date for evening in Tonight().open] == [suggested_date(timezone.now())]
    assert client.login(email=User.objects.get().email, password=century.PASSWORD)


def test_a_club_of_ones_own_is_never_filled():
    factories.found_club()
    with pytest.raises(CommandError):
        make(1)


def test_the_newest_year_is_the_same_however_many_there_are():
    with transaction.atomic():
        make(1)
        alone = newest_year()
        transaction.set_rollback(True)
    make(3)
    assert newest_year() == alone
    assert len(alone) == 260
    assert Person.objects.count() == 13  # one man's place went to another in the third year back
