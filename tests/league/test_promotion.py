"""A guest becomes a member: whether what he played before counts in the year's table is asked, and stored."""

import pytest
import time_machine
from django.urls import reverse

from league import books
from league.models import LogEntry, MemberPeriod, Season
from league.quorum import judged
from league.services import people
from league.services.identity import merge
from league.standings import standings
from tests.factories import actor, at, client_of, day, found_club, guest, member, named, play
from tests.league.test_people_edit import accepted

pytestmark = pytest.mark.django_db

ASKED = "Rundene før, som gjest"


@pytest.fixture
def chairman():
    """Four members; Gro was a guest on 5 February, where she lost one of two rounds, and has lost none since."""
    found_club("Arne", "Berit", "Carl", "Dina")
    guest("Gro")
    play(day(2, 5), losers=["Gro", "Arne"], present=["Arne", "Berit", "Carl", "Dina", "Gro"])
    with time_machine.travel(at(day(3, 1), "12.00")):
        yield client_of(actor())


def row():
    facts = books.season_facts(Season.objects.get())
    return next(row for row in standings(facts).rows if row.person == named("Gro").pk)


def join(client, **typed):
    address = reverse("period_add", args=[named("Gro").pk])
    return client.post(address, {"first_day": "2026-03-01", "last_day": ""} | typed)


def test_f15_it_is_asked_and_no_is_the_suggestion(chairman):
    page = chairman.get(reverse("period_add", args=[named("Gro").pk]))
    assert ASKED in page.text
    checked = page.text[page.text.index('value="nei"') :][:120]
    assert "checked" in checked


def test_f15_by_choice_the_earlier_rounds_count(chairman):
    answer = join(chairman, earlier_rounds="ja")
    join(chairman, earlier_rounds="ja", accepted=accepted(answer))
    assert MemberPeriod.objects.get(person=named("Gro")).earlier_rounds
    assert (row().strek, row().rounds, row().attended) == (1, 2, 1)


def test_f15_by_choice_they_do_not(chairman):
    join(chairman, earlier_rounds="nei")
    assert not MemberPeriod.objects.get(person=named("Gro")).earlier_rounds
    assert (row().strek, row().rounds, row().attended) == (0, 0, 0)


def test_f15_the_quorum_of_the_evenings_before_stays_as_it_was(chairman):
    before = [verdict.quorum for _evening, verdict in judged(books.season_facts(Season.objects.get()))]
    answer = join(chairman, earlier_rounds="ja")
    join(chairman, earlier_rounds="ja", accepted=accepted(answer))
    assert [verdict.quorum for _evening, verdict in judged(books.season_facts(Season.objects.get()))] == before


def test_a_place_that_moves_by_it_is_listed_first(chairman):
    answer = join(chairman, earlier_rounds="ja")
    # One strek in two rounds, as Arne; the other three have none, so they share the first place
    assert "Gro: uten plass → 4. plass i 2026" in answer.text
    assert not MemberPeriod.objects.filter(person=named("Gro")).exists()


def test_nothing_is_asked_of_who_has_not_been_a_guest_that_season(chairman):
    guest("Hans")
    assert ASKED not in chairman.get(reverse("period_add", args=[named("Hans").pk])).text
    assert ASKED not in chairman.get(reverse("leave_add", args=[named("Arne").pk])).text
    assert ASKED not in join(chairman, first_day="2026-02-01").text  # before she came


def test_a_day_typed_later_brings_the_question(chairman):
    answer = join(chairman)
    assert ASKED in answer.text
    assert "errorlist" in answer.text
    assert not MemberPeriod.objects.filter(person=named("Gro")).exists()


def test_a_member_all_along_is_not_asked_when_he_comes_back(chairman):
    member("Ivar", day(1, 1), day(2, 10))
    play(day(2, 6), losers=["Arne"], present=["Arne", "Berit", "Carl", "Ivar"])
    assert ASKED not in chairman.get(reverse("period_add", args=[named("Ivar").pk])).text


def test_the_choice_can_be_changed_and_the_log_tells_of_it(chairman):
    join(chairman, earlier_rounds="nei")
    period = MemberPeriod.objects.get(person=named("Gro"))
    address = reverse("period_change", args=[period.pk])
    typed = {"first_day": "2026-03-01", "last_day": "", "earlier_rounds": "ja", "version": period.version}
    answer = chairman.post(address, typed)
    assert "Gro: uten plass" in answer.text
    chairman.post(address, typed | {"accepted": accepted(answer)})
    period.refresh_from_db()
    assert period.earlier_rounds
    assert LogEntry.objects.first().changes[0]["after"] == {"earlier_rounds": True}
    assert "rundene før, som gjest, teller med" in chairman.get(reverse("person_edit", args=[named("Gro").pk])).text


@pytest.mark.parametrize(("choice", "said"), [("ja", "teller med i tabellen"), ("nei", "teller ikke i tabellen")])
def test_his_page_says_what_was_chosen(chairman, choice, said):
    answer = join(chairman, earlier_rounds=choice)
    if answer.status_code == 200:
        join(chairman, earlier_rounds=choice, accepted=accepted(answer))
    page = chairman.get(reverse("person", args=[named("Gro").pk]))
    assert f"Rundene som gjest, før medlemskapet, {said}." in page.text


def test_what_he_played_as_a_double_is_asked_about_too(chairman):
    guest("Gro H.")
    play(day(2, 19), losers=["Gro H."], present=["Arne", "Berit", "Carl", "Dina", "Gro H."])
    merge(actor=actor(), double=named("Gro"), kept=named("Gro H."), seen=1)
    assert ASKED in chairman.get(reverse("period_add", args=[named("Gro H.").pk])).text


def test_what_says_nothing_of_it_leaves_the_choice_as_it_was(chairman):
    period = people.add_period(
        actor=actor(), kind=MemberPeriod, person=named("Gro"), first_day=day(3, 1), last_day=None, earlier_rounds=True
    )
    ended = people.change_period(actor=actor(), period=period, seen=1, first_day=day(3, 1), last_day=day(6, 30))
    assert ended.earlier_rounds
