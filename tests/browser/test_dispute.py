"""A disputed round in Chromium: from the table to a recorded ruling, by taps and by keyboard alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games import demo
from games.models import Dispute, Ruling
from league.models import Office, User
from tests.factories import actor, day, found_club, login, named, play


@pytest.fixture
def page(
    live_server: Any,
    transactional_db: None,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
) -> Page:
    """The chairman's phone. Carl has lost the only round, and disputes it as in the demo club: Dina trumped."""
    found_club("Arne", "Berit", "Carl", "Dina")
    login("Berit", office=Office.Kind.KEEPER)
    play(day(3, 5), losers=["Carl"])
    demo.fill()
    context = new_context(base_url=live_server.url)
    log_in(context, actor())
    return context.new_page()


def test_from_the_front_page_to_a_recorded_ruling_in_at_most_12_taps(page: Page) -> None:
    taps = 0

    def tap(role: Any, name: str) -> None:
        nonlocal taps
        page.get_by_role(role, name=name).first.click()
        taps += 1

    page.goto("/")
    row = page.locator("tbody tr", has=page.get_by_role("link", name="Carl"))
    expect(row).to_contain_text("1")
    tap("link", "Tvister")
    page.get_by_role("link", name="strek til Carl").first.click()
    taps += 1
    expect(page.get_by_text("Ulovlig", exact=True)).to_be_visible()
    expect(page.get_by_text("Dina kunne stikke i sorten med hjerter knekt eller hjerter dame")).to_be_visible()
    tap("link", "Avgjør på dette")
    tap("radio", "Rette: streken går til en annen")
    page.get_by_label("Streken går til", exact=True).select_option(label="Dina")
    taps += 2  # opened, chosen
    page.get_by_label("Begrunnelse").fill("Dina fulgte ikke sort.")
    taps += 1  # into the field
    tap("button", "Avsi kjennelsen")
    again = page.get_by_role("button", name="Lagre likevel")
    if again.is_visible():  # places change: listed first
        again.click()
        taps += 1
    expect(page.get_by_role("heading", name=re.compile("Kjennelse: rettet til Dina"))).to_be_visible()
    assert taps <= 12
    ruling = Ruling.objects.get()
    assert ruling.dispute.round is not None
    assert ruling.dispute.round.mattis == named("Dina")
    page.goto("/boken/")
    expect(page.get_by_text("Dina fulgte ikke sort.").first).to_be_visible()
    page.goto("/loggen/")
    expect(page.get_by_text("Dina fulgte ikke sort.").first).to_be_visible()


def test_the_whole_dispute_by_keyboard_alone(page: Page) -> None:
    """Tab and Enter, arrows and typing; never the pointer."""

    def go(name: str) -> None:
        """Tab on until the element of that name has the focus."""
        for _press in range(80):
            page.keyboard.press("Tab")
            said = page.evaluate(
                "(document.activeElement.innerText || document.activeElement.ariaLabel || '').trim()"
                " || document.activeElement.labels?.[0]?.innerText || ''"
            )
            if name in said:
                return
        pytest.fail(f"no way to {name} by Tab")

    page.goto("/tvister/")
    go("strek til Carl")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tvist/*/")
    go("Avgjør på dette")
    page.keyboard.press("Enter")
    page.wait_for_url("**/kjennelse/**")
    go("Stadfeste")
    page.keyboard.press("Space")
    go("Begrunnelse")
    page.keyboard.type("Det var for sent.")
    go("Avsi kjennelsen")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Kjennelse: stadfestet")).to_be_visible()
    assert Ruling.objects.get().kind == Ruling.Kind.UPHOLD


def test_a_dispute_is_raised_in_one_tap_from_the_evening(page: Page) -> None:
    play(day(3, 19), losers=["Berit"])
    evening = Dispute.objects.get().evening_id + 1
    page.goto(f"/kveld/{evening}/")
    page.get_by_role("button", name="Tvist om runde 1").click()
    expect(page.get_by_role("heading", name="Tvist om streken til Berit")).to_be_visible()
    assert Dispute.objects.count() == 2
