"""The referee on a phone, counted in taps from the table."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from league.models import User
from tests.factories import found_club


class Taps:
    """Counts what is tapped."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, *names: str) -> None:
        for name in names:
            self.page.get_by_role("main").get_by_role("link", name=name, exact=True).first.click()
            self.count += 1


@pytest.fixture
def taps(
    live_server: Any,
    transactional_db: None,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
) -> Taps:
    context = new_context()
    log_in(context, found_club("Arne", "Berit"))
    page = context.new_page()
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="Dommeren").click()
    taps = Taps(page)
    taps.count = 1
    return taps


def test_a_queen_war_among_four_is_asked_in_ten_taps(taps: Taps) -> None:
    taps("D", "D", "9", "5", "K", "7")
    expect(taps.page.get_by_role("heading", name="Spiller 1 tar stikket.")).to_be_visible()
    assert taps.count <= 10


def test_the_first_verdict_on_a_position_from_nothing_takes_at_most_25_taps(taps: Taps) -> None:
    """Eight known cards in a hand, three on the table. Trump is clubs, he could have beaten with the jack."""
    taps("Var utspillet lovlig?")
    taps.page.locator(".trumps").get_by_role("link", name="kløver").click()
    taps.count += 1
    cards = taps.page.locator(".keys.suits:not(.trumps)")

    def suit(name: str) -> None:
        cards.get_by_role("link", name=name).click()
        taps.count += 1

    taps("6", "9")  # spades are chosen to begin with
    suit("hjerter")
    taps("Kn", "2")
    suit("ruter")
    taps("3", "8", "K")
    suit("kløver")
    taps("4")
    taps("På bordet")
    suit("hjerter")
    taps("6", "8", "10")
    taps("Det han la")
    suit("kløver")
    taps("5")
    expect(taps.page.get_by_text("Ulovlig", exact=True)).to_be_visible()
    expect(taps.page.locator(".held")).to_have_count(8 + 3 + 1)
    assert taps.count <= 25
