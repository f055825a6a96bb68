"""What a closed evening is for: the text that goes into the group chat, and the photo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import time_machine
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from league.models import User
from tests.browser.looks import same_ids, sideways, small_targets, violations
from tests.factories import at, day, found_club, login, play

LogIn = Callable[[BrowserContext, User], None]


@pytest.fixture
def evening(transactional_db: None) -> str:
    """Its address."""
    found_club("Arne", "Berit", "Carl", "Dina")
    with time_machine.travel(at(day(3, 5), "23.00"), tick=False):
        return f"/kveld/{play(day(3, 5), losers=['Berit', 'Carl', 'Berit']).pk}/"


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], log_in: LogIn, evening: str, live_server: Any) -> Page:
    context = new_context()
    log_in(context, login("Berit"))
    page = context.new_page()
    page.goto(live_server.url + evening)
    return page


def unfit(page: Page) -> list[str]:
    return [*violations(page), *sideways(page), *same_ids(page), *small_targets(page)]


def test_the_text_is_copied_whole(phone: Page) -> None:
    phone.get_by_role("link", name="Tekst til gruppechatten").click()
    text = phone.get_by_label("Til gruppechatten")
    expect(text).to_contain_text("Berit sto for 2 av 3 streker.")
    assert unfit(phone) == []
    phone.get_by_role("button", name="Kopier").click()
    expect(phone.get_by_role("button", name="Kopiert")).to_be_visible()
    phone.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'chat2' }))")
    phone.locator("#chat2").focus()
    phone.keyboard.press("Control+V")
    assert phone.locator("#chat2").input_value() == text.input_value()


def test_a_photo_from_the_phone_stands_on_the_evenings_page(phone: Page, tmp_path: Path) -> None:
    Image.new("RGB", (3000, 2000), (90, 60, 30)).save(tmp_path / "bilde.jpg")
    phone.get_by_role("link", name="Legg inn et bilde").click()
    assert unfit(phone) == []
    phone.get_by_label("Bilde").set_input_files(tmp_path / "bilde.jpg")
    phone.get_by_role("button", name="Lagre").click()
    photo = phone.get_by_role("img", name="Bilde fra kvelden 05.03.2026")
    photo.scroll_into_view_if_needed()
    expect(photo).to_have_js_property("naturalWidth", 1600)
    assert unfit(phone) == []
    phone.get_by_role("button", name="Ta bort bildet").click()
    expect(phone.get_by_text("Bildet er tatt bort.")).to_be_visible()
    expect(photo).to_have_count(0)
