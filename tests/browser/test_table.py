"""Sorting the year's table in a browser: the table is swapped, the page around it stays."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from league.models import User
from tests.factories import day, found_club, play

DESK: ViewportSize = {"width": 1280, "height": 900}


@pytest.fixture
def chairman(transactional_db: None) -> User:
    user = found_club("Arne", "Berit", "Carl")
    play(day(3, 5), losers=["Arne", "Berit", "Arne"])
    return user


def test_sorting_swaps_the_table_and_going_back_brings_the_whole_page(
    live_server: Any,
    chairman: User,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
) -> None:
    context = new_context()
    log_in(context, chairman)
    page = context.new_page()
    page.set_viewport_size(DESK)
    page.goto(live_server.url)
    first = page.locator("tbody th.who a").first
    expect(first).to_have_text("Carl")
    page.evaluate("document.body.dataset.same = 'yes'")
    page.get_by_role("link", name="Sorter etter Strek", exact=True).press("Enter")
    expect(first).to_contain_text("Arne")
    expect(page).to_have_url(f"{live_server.url}/?sort=-marks")
    expect(page.locator("body[data-same]")).to_have_count(1)
    expect(page.locator("#sort-marks")).to_be_focused()
    page.evaluate("sessionStorage.removeItem('htmx-history-cache')")  # so that going back asks the server
    page.go_back()
    expect(first).to_have_text("Carl")
    expect(page.get_by_role("heading", name="Årets tabell")).to_be_visible()
    expect(page.locator("#tabell")).to_have_count(1)


def test_on_a_phone_without_script_the_table_is_sorted_from_below_it(
    live_server: Any,
    chairman: User,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
) -> None:
    context = new_context(java_script_enabled=False)
    log_in(context, chairman)
    page = context.new_page()
    page.goto(live_server.url)
    page.get_by_text("Sorter", exact=True).click()
    page.get_by_role("link", name="Strek", exact=True).click()
    expect(page.locator("tbody th.who a").first).to_contain_text("Arne")
    expect(page.get_by_role("heading", name="Årets tabell")).to_be_visible()
