"""The evening on a phone, as the keeper holds it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from league.facts import State
from league.models import Attendance, Evening, LogEntry, Office, Round, User
from league.services import evenings, invitations
from tests.factories import NAMES, at, found_club, login, named

REST = 750  # ms: names rest 700 after a tap
LogIn = Callable[[BrowserContext, User], None]


class Thumb:
    """Taps, and counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name)).first.click()
        self.taps += 1


@pytest.fixture
def keeper(transactional_db: None) -> User:
    found_club()
    return login("Jorunn", office=Office.Kind.KEEPER)


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], log_in: LogIn, keeper: User, live_server: Any) -> Page:
    context = new_context()
    log_in(context, keeper)
    page = context.new_page()
    page.goto(live_server.url)
    return page


def settled(page: Page) -> None:
    """Every tap has been answered, and the names have rested."""
    for _ in range(200):
        page.wait_for_timeout(50)
        if not page.evaluate("localStorage.getItem('waiting-taps:' + location.pathname)"):
            break
    page.wait_for_timeout(REST)


def test_ten_rounds_with_eight_present_take_twenty_taps_and_no_typing(phone: Page) -> None:
    thumb = Thumb(phone)
    present = ["Arne", "Berit", "Carl", "Dina", "Einar", "Frode", "Geir", "Hilde"]
    losers = ["Arne", "Berit", "Arne", "Carl", "Hilde", "Hilde", "Dina", "Arne", "Geir", "Frode"]

    thumb.tap("Åpne kvelden")
    for name in present:
        thumb.tap(name)
    settled(phone)
    for name in losers:
        thumb.tap(name)
        settled(phone)
    thumb.tap("Avslutt kvelden")
    expect(phone.get_by_role("heading", name="Til stede")).to_be_visible()

    assert thumb.taps == 20
    assert [r.mattis.name for r in Round.objects.in_order().select_related("mattis") if r.mattis] == losers
    assert Attendance.objects.filter(present=True).count() == 8
    assert Evening.objects.get().closed_at is not None


def test_ten_rounds_take_twelve_taps_once_invitations_have_been_answered(phone: Page, keeper: User) -> None:
    day = evenings.suggested_date(timezone.now())
    with time_machine.travel(at(day - timedelta(days=1), "12.00")):
        coming = invitations.invite(actor=keeper, starts_at=at(day, "19.00"), host=named("Kåre"))
        for name in NAMES[:8]:
            invitations.answer_invitation(actor=keeper, invitation=coming, person=named(name), coming=True, seen=0)
    phone.reload()
    thumb = Thumb(phone)
    losers = ["Arne", "Berit", "Arne", "Carl", "Hilde", "Hilde", "Dina", "Arne", "Geir", "Frode"]

    thumb.tap("Åpne med de 8 som har svart ja")
    phone.wait_for_selector(".names")
    for name in losers:
        thumb.tap(name)
        settled(phone)
    thumb.tap("Avslutt kvelden")
    expect(phone.get_by_role("heading", name="Til stede")).to_be_visible()

    assert thumb.taps == 12
    assert [r.mattis.name for r in Round.objects.in_order().select_related("mattis") if r.mattis] == losers
    assert Attendance.objects.filter(present=True).count() == 8
    assert Evening.objects.get().invitation == coming


def test_the_pen_handed_over_lets_both_phones_log(
    phone: Page, new_context: Callable[..., BrowserContext], log_in: LogIn, live_server: Any
) -> None:
    thumb = Thumb(phone)
    for name in ("Åpne kvelden", "Arne", "Berit"):
        thumb.tap(name)
    settled(phone)
    thumb.tap("Gi fra deg pennen")
    expect(phone.locator(".qr")).to_be_visible()
    code = phone.locator(".code").inner_text()

    context = new_context()
    log_in(context, login("Dina"))
    other = context.new_page()
    other.goto(f"{live_server.url}/pennen/{code}/")
    other.get_by_role("button", name="Ta pennen").click()
    other.wait_for_selector(".names")
    other.get_by_role("button", name="Berit").first.click()
    settled(other)
    thumb.tap("Tilbake til kvelden")
    expect(phone.get_by_text("Jorunn og Dina fører boken.")).to_be_visible()
    thumb.tap("Arne")
    settled(phone)
    assert Round.objects.count() == 2
    thumb.tap("Ta pennen tilbake")
    other.reload()
    expect(other.get_by_text("Kvelden er i gang.")).to_be_visible()


def test_a_nervous_thumb_gives_one_strek(phone: Page) -> None:
    thumb = Thumb(phone)
    thumb.tap("Åpne kvelden")
    thumb.tap("Arne")
    thumb.tap("Berit")
    settled(phone)
    phone.get_by_role("button", name="Arne").first.dblclick()
    settled(phone)
    assert Round.objects.count() == 1


def test_a_double_tap_on_a_name_not_here_yet_gives_no_strek(phone: Page) -> None:
    Thumb(phone).tap("Åpne kvelden")
    phone.get_by_role("button", name="Arne").first.dblclick()
    settled(phone)
    assert (Attendance.objects.count(), Round.objects.count()) == (1, 0)


def test_taps_made_without_a_connection_are_stored_once_when_it_is_back(phone: Page, console: list[str]) -> None:
    thumb = Thumb(phone)
    thumb.tap("Åpne kvelden")
    thumb.tap("Arne")
    thumb.tap("Berit")
    settled(phone)
    phone.context.set_offline(True)
    thumb.tap("Arne")
    expect(phone.get_by_text("Ingen forbindelse")).to_be_visible()
    phone.context.set_offline(False)
    settled(phone)
    assert Round.objects.standing().count() == 1
    console.clear()  # the browser tells of the lost connection


def test_no_name_moves_under_the_thumb_all_evening(phone: Page) -> None:
    def places() -> dict[str, Any]:
        return phone.evaluate(
            "Object.fromEntries([...document.querySelectorAll('.names button')]"
            ".map((b) => [b.id, [b.getBoundingClientRect().x, b.getBoundingClientRect().y]]))"
        )

    thumb = Thumb(phone)
    thumb.tap("Åpne kvelden")
    phone.wait_for_selector(".names")
    before = places()
    for name in ["Arne", "Berit", "Carl"]:
        thumb.tap(name)
    settled(phone)
    thumb.tap("Carl")
    settled(phone)
    assert places() == before


def test_f08_angre_takes_the_strek_back_and_angre_ikke_gives_it_again(phone: Page) -> None:
    thumb = Thumb(phone)
    thumb.tap("Åpne kvelden")
    thumb.tap("Arne")
    thumb.tap("Berit")
    settled(phone)
    thumb.tap("Arne")
    settled(phone)
    phone.get_by_role("button", name="Angre", exact=True).click()
    expect(phone.get_by_text("Angret: strek til Arne")).to_be_visible()
    assert Round.objects.get().state == State.UNDONE
    phone.get_by_role("button", name="Angre ikke").click()
    expect(phone.get_by_text("Strek til Arne", exact=True)).to_be_visible()
    assert Round.objects.get().state == State.STANDING
    assert LogEntry.objects.filter(verb__in=["undo_round", "redo_round"]).count() == 2


def test_f07_a_tap_refused_for_an_expired_log_in_is_stored_once_on_return(phone: Page) -> None:
    thumb = Thumb(phone)
    thumb.tap("Åpne kvelden")
    thumb.tap("Arne")
    thumb.tap("Berit")
    settled(phone)
    phone.context.clear_cookies(name="sessionid")
    thumb.tap("Arne")
    phone.get_by_label("E-post").fill("jorunn@example.org")
    phone.get_by_label("Passord").fill("krig-om-esset")
    phone.get_by_role("button", name="Logg inn").click()
    expect(phone.get_by_text("Strek til Arne")).to_be_visible()
    settled(phone)
    assert Round.objects.count() == 1


def test_f07_a_tap_on_a_page_older_than_the_log_in_is_stored_once(phone: Page, console: list[str]) -> None:
    thumb = Thumb(phone)
    for name in ("Åpne kvelden", "Arne", "Berit"):
        thumb.tap(name)
    settled(phone)
    phone.context.clear_cookies(name="csrftoken")  # a log-in in another tab makes a new one
    thumb.tap("Arne")
    expect(phone.get_by_text("Strek til Arne")).to_be_visible()
    settled(phone)
    assert Round.objects.count() == 1
    assert all("403" in complaint for complaint in console)
    console.clear()


def test_a_tap_that_stays_forbidden_is_let_go(phone: Page, console: list[str]) -> None:
    thumb = Thumb(phone)
    for name in ("Åpne kvelden", "Arne", "Berit"):
        thumb.tap(name)
    settled(phone)
    address = phone.url
    phone.route("**/strek/", lambda route: route.fulfill(status=403, body=""))
    thumb.tap("Arne")
    phone.wait_for_timeout(1500)
    phone.goto(address)
    assert phone.evaluate("localStorage.length") == 0
    assert Round.objects.count() == 0
    assert all("403" in complaint for complaint in console)
    console.clear()


def test_f04_back_to_the_form_of_a_forgotten_round_does_not_put_it_in_again(phone: Page) -> None:
    thumb = Thumb(phone)
    for name in ("Åpne kvelden", "Arne", "Berit"):
        thumb.tap(name)
    settled(phone)
    thumb.tap("Sett inn en glemt runde")
    phone.get_by_role("group", name="Mattis").get_by_text("Berit").click()
    thumb.tap("Sett inn runden")
    expect(phone.get_by_text("Strek til Berit")).to_be_visible()
    phone.go_back()
    thumb.tap("Sett inn runden")
    expect(phone.get_by_role("group", name="Mattis").get_by_role("radio", checked=True)).to_have_count(0)
    assert Round.objects.count() == 1


def test_the_keyboard_alone_logs_an_evening(phone: Page) -> None:
    def press(name: str) -> None:
        button = phone.get_by_role("button", name=name).first
        for _ in range(80):
            phone.keyboard.press("Tab")
            if button.evaluate("(b) => b === document.activeElement"):
                break
        phone.keyboard.press("Enter")

    press("Åpne kvelden")
    phone.wait_for_selector(".names")
    for name in ["Arne", "Berit", "Carl"]:
        press(name)
        settled(phone)
    press("Berit")
    settled(phone)
    press("Avslutt kvelden")
    expect(phone.get_by_role("heading", name="Til stede")).to_be_visible()
    assert Round.objects.get().mattis_id == Attendance.objects.get(person__name="Berit").person_id
