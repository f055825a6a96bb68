"""The pen, handed over for tonight: who gets it, what it opens, and when it writes no more."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.errors import Refused
from league.models import Attendance, Evening, LogEntry, MemberPeriod, Office, Pen, Round, User
from league.services import attendance, evenings, pens, people, rounds
from league.verbs import Verb
from league.views.evening import LONGEST_TAP
from tests.factories import PASSWORD, actor, at, client_of, day, found_club, login, named, play
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

TONIGHT = day(11, 26)


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(at(TONIGHT, "20.15"), tick=False) as traveller:
        yield traveller


@pytest.fixture
def keeper() -> User:
    found_club("Arne", "Berit", "Kåre", "Odd", "Pål")
    return login("Kåre", office=Office.Kind.KEEPER)


@pytest.fixture
def evening(keeper: User) -> Evening:
    found = evenings.open_evening(actor=keeper, day=TONIGHT, host=named("Arne"))
    for name in ("Arne", "Berit", "Odd"):
        attendance.arrive(actor=keeper, evening_id=found.pk, person=named(name))
    return found


@pytest.fixture
def odd(evening: Evening) -> Client:
    """A member's browser, with the pen in his hand."""
    user = login("Odd")
    _pen, code = pens.give_pen(actor=actor(), evening_id=evening.pk)
    pens.take_pen(actor=user, person=named("Odd"), code=code)
    return client_of(user)


def tap(client: Client, evening: Evening, name: str = "Berit", token: str = "tap-1") -> int:
    url = reverse("round_add", args=[evening.pk, 1])
    return client.post(url, {"mattis": named(name).pk, "token": token}).status_code


def given(client: Client, evening: Evening) -> str:
    """The code as the keeper's page shows it."""
    shown = client.post(reverse("pen_give", args=[evening.pk]))
    assert shown.headers["Cache-Control"].count("no-store") == 1
    return re.search(r'<p class="code"><b>(\w+)</b>', shown.text)[1]


# --- From hand to hand


def test_the_pen_goes_from_the_keepers_phone_to_a_members(keeper: User, evening: Evening) -> None:
    odd = client_of(login("Odd"))
    assert tap(odd, evening) == 403
    code = given(client_of(keeper), evening)
    assert re.fullmatch(r"[34679ACDEFGHJKMNPQRTUVWXY]{6}", code)
    confirm = page(odd, "pen_code", code)
    assert f'value="{code}"' in confirm
    assert not Pen.objects.exclude(person=None).exists(), "looking at the page takes nothing"
    for _twice in range(2):
        response = odd.post(reverse("pen_take"), {"code": f" {code[:3].lower()} {code[3:]}"})
        assert response["Location"] == reverse("evening", args=[evening.pk])
    assert tap(odd, evening) == 302
    assert Round.objects.get().mattis == named("Berit")
    assert [e.verb for e in LogEntry.objects.filter(verb__contains="pen").exclude(verb__contains="open")] == [
        Verb.TAKE_PEN,
        Verb.GIVE_PEN,
    ]
    assert all(e.evening_id == evening.pk for e in LogEntry.objects.filter(verb__in=[Verb.TAKE_PEN, Verb.GIVE_PEN]))


def test_the_code_stands_nowhere_but_on_the_page_that_made_it(keeper: User, evening: Evening) -> None:
    client = client_of(keeper)
    code = given(client, evening)
    assert code not in page(client, "pen_give", evening.pk)
    assert code not in str(list(LogEntry.objects.values_list("changes", flat=True)))
    assert code not in str(Pen.objects.values()[0])


def test_the_qr_is_drawn_without_style_and_leads_to_the_page_of_the_code(keeper: User, evening: Evening) -> None:
    response = client_of(keeper).post(reverse("pen_give", args=[evening.pk]))
    drawn = ElementTree.fromstring(re.search(r"<svg.*?</svg>", re.search(r'role="img".*', response.text, re.S)[0])[0])
    assert {name for element in drawn.iter() for name in element.attrib} == {"viewBox", "class", "fill", "d", "stroke"}
    assert "style=" not in response.text


def test_a_code_is_taken_once_only(keeper: User, evening: Evening) -> None:
    code = given(client_of(keeper), evening)
    pens.take_pen(actor=actor(), person=named("Odd"), code=code)
    with pytest.raises(Refused, match="alt tatt"):
        pens.take_pen(actor=actor(), person=named("Pål"), code=code)
    assert Pen.objects.get().person == named("Odd")


def test_a_new_code_kills_the_one_nobody_took_and_no_other(keeper: User, evening: Evening, odd: Client) -> None:
    old = given(client_of(keeper), evening)
    new = given(client_of(keeper), evening)
    with pytest.raises(Refused, match="gått ut"):
        pens.take_pen(actor=actor(), person=named("Pål"), code=old)
    pens.take_pen(actor=actor(), person=named("Pål"), code=new)
    assert tap(odd, evening) == 302


def test_a_code_is_dead_when_the_evening_has_ended(keeper: User, evening: Evening, clock: Any) -> None:
    code = given(client_of(keeper), evening)
    clock.move_to(at(day(11, 27), "06.00"))
    with pytest.raises(Refused, match="gått ut"):
        pens.take_pen(actor=actor(), person=named("Odd"), code=code)


def test_who_is_not_logged_in_is_asked_to_and_comes_back(keeper: User, evening: Evening) -> None:
    login("Odd")
    code = given(client_of(keeper), evening)
    client = Client()
    address = reverse("pen_code", args=[code])
    door = client.get(address)
    assert door["Location"] == f"/logg-inn/?next={address}"
    back = client.post("/logg-inn/", {"login": "odd@example.org", "password": PASSWORD, "next": address})
    assert back["Location"] == address


def test_wrong_codes_are_soon_not_even_tried(keeper: User, evening: Evening) -> None:
    code = given(client_of(keeper), evening)
    odd = client_of(login("Odd"))
    for _try in range(5):
        response = odd.post(reverse("pen_take"), {"code": "AAAAAA"})
        assert (response.status_code, "Koden er feil" in response.text) == (409, True)
    assert odd.post(reverse("pen_take"), {"code": code}).status_code == 429
    assert Pen.objects.get().person is None


@pytest.mark.parametrize("code", ["", "x" * 500, "<b>", "\0", "æøå"])
def test_a_code_that_is_none_breaks_nothing(keeper: User, evening: Evening, code: str) -> None:
    odd = client_of(login("Odd"))
    assert odd.post(reverse("pen_take"), {"code": code}).status_code == 409


# --- What it opens


def test_both_phones_can_log(keeper: User, evening: Evening, odd: Client) -> None:
    assert tap(client_of(keeper), evening, "Berit", "tap-k") == 302
    assert tap(odd, evening, "Arne", "tap-o") == 302
    assert Round.objects.count() == 2
    assert "Kåre førte Berit for 0 s siden – samme runde?" in said(odd.get(reverse("evening", args=[evening.pk])).text)


def test_with_the_pen_he_does_what_the_keeper_does_that_evening(evening: Evening, odd: Client) -> None:
    assert "data-tap" in page(odd, "evening", evening.pk)
    here = odd.post(reverse("arrive", args=[evening.pk, 1]), {"person": named("Pål").pk})
    assert here.status_code == 302
    seat = Attendance.objects.get(person=named("Pål"))
    assert odd.post(reverse("go_home", args=[seat.pk]), {"version": "1"}).status_code == 302
    tap(odd, evening)
    round_ = Round.objects.get()
    assert odd.get(reverse("round_edit", args=[round_.pk])).status_code == 200
    assert odd.post(reverse("round_undo", args=[round_.pk]), {"version": "1"}).status_code == 302
    assert odd.get(reverse("evening_edit", args=[evening.pk])).status_code == 200
    assert odd.post(reverse("evening_close", args=[evening.pk]), {"version": "1"}).status_code == 302
    evening.refresh_from_db()
    assert evening.closed_at


def test_it_opens_no_other_evening_and_no_other_page(keeper: User, evening: Evening, odd: Client) -> None:
    with time_machine.travel(at(day(11, 12), "20.00"), tick=False):
        before = play(day(11, 12), losers=["Berit"])
    other = evenings.open_evening(actor=keeper, day=TONIGHT, host=named("Berit"))
    attendance.arrive(actor=keeper, evening_id=other.pk, person=named("Pål"))
    seat, round_ = other.attendances.get(), before.rounds.get()
    assert tap(odd, other) == 403
    for name, pk in (("go_home", seat.pk), ("round_undo", round_.pk), ("evening_close", other.pk)):
        assert odd.post(reverse(name, args=[pk]), {"version": "1"}).status_code == 403, name
    for address in (
        reverse("round_edit", args=[round_.pk]),
        reverse("evening_edit", args=[before.pk]),
        reverse("rounds_move", args=[evening.pk]),
        reverse("pen_give", args=[evening.pk]),
        reverse("evening_new"),
        reverse("person_add"),
    ):
        assert odd.get(address).status_code == 403, address


def test_a_tap_made_while_the_log_in_had_run_out_is_stored_for_the_pen_too(evening: Evening, odd: Client) -> None:
    body = {"mattis": named("Berit").pk, "token": "tap-1"}
    assert len(str(body)) < LONGEST_TAP
    odd.logout()
    odd.post(reverse("round_add", args=[evening.pk, 1]), body)
    odd.post("/logg-inn/", {"login": "odd@example.org", "password": PASSWORD})
    assert odd.get(reverse("pending_tap")).status_code == 302
    assert Round.objects.count() == 1


# --- Until


def test_it_writes_no_more_when_the_keeper_takes_it_back(keeper: User, evening: Evening, odd: Client) -> None:
    pen, client = Pen.objects.get(), client_of(keeper)
    assert "Ta pennen tilbake" in page(client, "evening", evening.pk)
    for _twice in range(2):
        assert client.post(reverse("pen_end", args=[pen.pk])).status_code == 302
    assert tap(odd, evening) == 403
    assert LogEntry.objects.filter(verb=Verb.END_PEN).count() == 1
    assert "tok pennen tilbake fra Odd" in said(page(client, "log"))


def test_it_writes_no_more_when_the_evening_has_ended(keeper: User, evening: Evening, odd: Client, clock: Any) -> None:
    closed = evenings.close_evening(actor=keeper, evening_id=evening.pk, seen=1)
    assert tap(odd, evening) == 403
    again = evenings.reopen_evening(actor=keeper, evening_id=evening.pk, seen=closed.version, reason="for tidlig")
    assert tap(odd, evening) == 302, "the same night"
    evenings.close_evening(actor=keeper, evening_id=evening.pk, seen=again.version)
    clock.move_to(at(day(11, 27), "12.00"))
    evening.refresh_from_db()
    evenings.reopen_evening(actor=keeper, evening_id=evening.pk, seen=evening.version, reason="glemte en runde")
    assert tap(odd, evening, "Arne", "tap-2") == 403, "the day after"


def test_it_is_not_given_once_the_evening_is_over(keeper: User, evening: Evening) -> None:
    evenings.close_evening(actor=keeper, evening_id=evening.pk, seen=1)
    with pytest.raises(Refused, match="mens kvelden er i gang"):
        pens.give_pen(actor=keeper, evening_id=evening.pk)
    assert client_of(keeper).post(reverse("pen_give", args=[evening.pk])).status_code == 302


def test_it_writes_no_more_for_who_is_no_member_any_more(keeper: User, evening: Evening, odd: Client) -> None:
    period = MemberPeriod.objects.get(person=named("Odd"))
    people.change_period(actor=actor(), period=period, seen=1, first_day=period.first_day, last_day=day(11, 25))
    assert tap(odd, evening) == 403


def test_an_evening_opened_by_mistake_is_taken_away_with_its_pens(keeper: User, evening: Evening, odd: Client) -> None:
    evenings.discard_evening(actor=keeper, evening_id=evening.pk, seen=1)
    assert not Pen.objects.exists()
    assert said(page(client_of(keeper), "log"))


# --- Who is there


def test_f06_the_page_says_who_keeps_the_book_and_since_when(keeper: User, evening: Evening, clock: Any) -> None:
    client = client_of(keeper)
    assert "Kåre fører boken." in said(page(client, "evening", evening.pk))
    user = login("Odd")
    code = given(client, evening)
    clock.move_to(at(TONIGHT, "21.04"))
    pens.take_pen(actor=user, person=named("Odd"), code=code)
    line = "Kåre og Odd fører boken. Odd har pennen fra kl. 21.04."
    for reader in (client, client_of(user), client_of(login("Berit"))):
        assert line in said(page(reader, "evening", evening.pk))
    evenings.close_evening(actor=keeper, evening_id=evening.pk, seen=1)
    assert "har pennen" not in page(client, "evening", evening.pk)


def test_f06_a_second_keeper_sees_who_is_at_it_and_since_when(keeper: User, evening: Evening, clock: Any) -> None:
    second = client_of(login("Pål", office=Office.Kind.KEEPER))
    clock.move_to(at(TONIGHT, "21.00"))
    tap(client_of(keeper), evening)
    clock.move_to(at(TONIGHT, "21.30"))
    assert "Kåre har ført siden kl. 20.15." in said(page(second, "evening", evening.pk))
    assert "har ført siden" not in said(page(client_of(keeper), "evening", evening.pk)), "not of himself"
    clock.move_to(at(TONIGHT, "22.01"))
    assert "har ført siden" not in said(page(second, "evening", evening.pk)), "an hour without a tap"


def test_f06_what_one_phone_has_changed_the_other_does_not_write_over(
    keeper: User, evening: Evening, odd: Client
) -> None:
    seat = Attendance.objects.get(person=named("Arne"))
    attendance.go_home(actor=keeper, attendance_id=seat.pk, seen=1)
    stale = odd.post(reverse("sit_out", args=[seat.pk]), {"version": "1"})
    assert stale.status_code == 409
    assert "Kåre førte at Arne gikk hjem" in said(stale.text)
    assert set(rounds.players_next(evening, 1)) == {named("Berit"), named("Odd")}
