"""The feed a member's calendar subscribes to."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from icalendar import Calendar, Event

from league.models import Invitation, LogEntry, MemberPeriod, ReadLink, User
from league.services import invitations, offices, people
from tests.factories import actor, at, client_of, day, found_club, login, named
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

TODAY = day(1, 10)


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(at(TODAY, "12.00"), tick=False) as traveller:
        yield traveller


@pytest.fixture
def odd() -> User:
    found_club("Arne", "Kåre", "Odd")
    return login("Odd")


@pytest.fixture
def address(odd: User) -> str:
    _link, secret = offices.add_calendar(actor=odd, person=named("Odd"))
    return reverse("calendar_feed", args=[secret])


def invited(when: date, clock: str = "19.00", **others: Any) -> Invitation:
    return invitations.invite(actor=actor(), starts_at=at(when, clock), **({"host": named("Kåre")} | others))


def feed(address: str) -> Calendar:
    response = Client().get(address)
    assert (response.status_code, response["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    found = Calendar.from_ical(response.content)
    assert isinstance(found, Calendar)
    return found


def events(address: str) -> list[Event]:
    return list(feed(address).events)


def test_f28_the_clock_says_seven_in_january_and_in_july(address: str) -> None:
    invited(day(1, 15))
    invited(day(7, 2))
    text = Client().get(address).content.decode()
    assert "DTSTART;TZID=Europe/Oslo:20260115T190000" in text
    assert "DTSTART;TZID=Europe/Oslo:20260702T190000" in text
    winter, summer = events(address)
    assert [f"{one.start:%H.%M %z}" for one in (winter, summer)] == ["19.00 +0100", "19.00 +0200"]


def test_f28_the_zone_with_its_rules_stands_before_the_events(address: str) -> None:
    invited(day(1, 15))
    text = Client().get(address).content.decode()
    assert [zone["TZID"] for zone in feed(address).timezones] == ["Europe/Oslo"]
    assert 0 < text.index("BEGIN:VTIMEZONE") < text.index("BEGIN:VEVENT")


def test_f28_an_evening_keeps_its_identity_and_counts_its_changes(address: str) -> None:
    coming = invited(day(1, 15))
    (before,) = events(address)
    invitations.change_invitation(
        actor=actor(),
        invitation=coming,
        seen=1,
        starts_at=at(day(1, 22), "18.30"),
        host=None,
        place="hytta",
        remark="ta med sovepose",
        answer_by=day(1, 20),
    )
    (after,) = events(address)
    assert before["UID"] == after["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)
    assert (before["SUMMARY"], after["SUMMARY"]) == ("Mattis hos Kåre", "Mattis")
    assert (after["LOCATION"], after["DESCRIPTION"]) == ("hytta", "ta med sovepose\nSvarfrist: 20.01.2026")
    assert after.end - after.start == timedelta(hours=5)


def test_f28_a_cancelled_evening_stays_as_cancelled(address: str) -> None:
    coming = invited(day(1, 15))
    invitations.cancel_invitation(actor=actor(), invitation=coming, seen=1)
    (event,) = events(address)
    assert (event["STATUS"], event["SEQUENCE"], event["SUMMARY"]) == ("CANCELLED", 1, "Avlyst: Mattis hos Kåre")


def test_f28_two_evenings_and_two_books_have_identities_of_their_own(address: str) -> None:
    invited(day(1, 15))
    invited(day(1, 29))
    assert len({event["UID"] for event in events(address)}) == 2


def test_an_evening_that_has_been_stays_for_the_season(address: str, clock: Any) -> None:
    invited(day(1, 15))
    clock.move_to(at(day(2, 1), "12.00"))
    assert len(events(address)) == 1


def test_f28_no_address_and_no_number_leaves_the_house(address: str) -> None:
    invited(day(1, 15), place="Storgata 1, ring 99 88 77 66", remark="svar til kare@example.org")
    invited(day(1, 29), place="Storgata 12", remark="etter 12.12.2025 kl. 20.15")
    text = Client().get(address).content.decode()
    assert "@" not in text
    assert "99 88" not in text
    assert [event.get("LOCATION") for event in events(address)] == [None, "Storgata 12"]
    assert not {"ATTENDEE", "ORGANIZER"} & {name for event in events(address) for name in event}


def test_a_member_makes_his_address_and_sees_it_once(odd: User) -> None:
    client = client_of(odd)
    shown = client.post(reverse("calendar_add"))
    link = ReadLink.objects.get()
    assert (link.kind, link.person) == (ReadLink.Kind.CALENDAR, named("Odd"))
    address = shown.context["address"]
    assert address.endswith(".ics")
    assert address in shown.text
    assert Client().get(address).status_code == 200
    assert ".ics" not in page(client, "calendar")
    assert address.split("/")[-1][:-4] not in str(list(LogEntry.objects.values_list("changes", flat=True)))


def test_f28_the_address_is_dead_once_taken_back(odd: User, address: str) -> None:
    client, link = client_of(odd), ReadLink.objects.get()
    assert client.post(reverse("calendar_revoke", args=[link.pk])).status_code == 302
    assert Client().get(address).status_code == 404
    assert "Trekk tilbake" not in page(client, "calendar")
    assert "trakk tilbake en kalenderadresse" in said(page(client, "log"))


def test_nobody_takes_back_anothers(odd: User, address: str) -> None:
    other = client_of(login("Kåre"))
    assert other.post(reverse("calendar_revoke", args=[ReadLink.objects.get().pk])).status_code == 404
    assert client_of(actor()).post(reverse("link_revoke", args=[ReadLink.objects.get().pk])).status_code == 404
    assert Client().get(address).status_code == 200


def test_the_address_stops_with_the_membership_and_with_the_log_in(odd: User, address: str) -> None:
    period = MemberPeriod.objects.get(person=named("Odd"))
    people.change_period(actor=actor(), period=period, seen=1, first_day=period.first_day, last_day=day(1, 9))
    assert Client().get(address).status_code == 404
    people.change_period(actor=actor(), period=period, seen=2, first_day=period.first_day, last_day=None)
    assert Client().get(address).status_code == 200
    offices.shut_login(actor=actor(), user=odd)
    assert Client().get(address).status_code == 404


def test_a_link_for_reading_opens_no_calendar_and_a_calendar_no_book(odd: User) -> None:
    _link, book = offices.add_link(actor=actor(), label="familien")
    _link, calendar = offices.add_calendar(actor=odd, person=named("Odd"))
    assert Client().get(reverse("calendar_feed", args=[book])).status_code == 404
    client = Client()
    assert client.get(reverse("read_by_link", args=[calendar])).status_code == 403
    assert client.get(reverse("front"))["Location"].startswith("/logg-inn/")
    assert said(page(client_of(actor()), "links")).count("laget") == 1


@pytest.mark.parametrize("secret", ["x", "0" * 400, "æ"])
def test_a_secret_nobody_made_opens_nothing(odd: User, secret: str) -> None:
    assert Client().get(reverse("calendar_feed", args=[secret])).status_code == 404
