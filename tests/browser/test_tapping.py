"""A short round tapped in on a phone, from the round's page of the book to the replay, and how the pages look."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.models import Draft, Record
from league.models import Round, User
from tests.browser.looks import same_ids, sideways, small_targets, violations
from tests.factories import actor, day, found_club, play

WITH_A_FOUL = """Regler: club
Spillere: Arne, Berit, Carl
Stilling: club shed 5h9h/7h2c/8h+9 0 trump=c size=3

1. 5h 2c?
"""


@pytest.fixture
def round_(transactional_db: None) -> Round:
    found_club("Arne", "Berit", "Carl")
    return play(day(3, 5), losers=["Arne"]).rounds.get()


@pytest.fixture
def phone(
    live_server: Any,
    round_: Round,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
) -> Callable[..., Page]:
    def opened(**kwargs: Any) -> Page:
        context = new_context(base_url=live_server.url, **kwargs)
        log_in(context, actor())
        return context.new_page()

    return opened


def test_a_short_round_is_tapped_in_without_script(phone: Callable[..., Page], round_: Round) -> None:
    page = phone(java_script_enabled=False)
    page.goto(f"/runde/{round_.pk}/referat/")
    page.get_by_role("link", name="Trykk inn", exact=True).click()

    main = page.get_by_role("main")
    suits = page.locator(".here .suits")

    def cards(suit: str, *ranks: str) -> None:
        suits.get_by_role("link", name=suit).click()
        for rank in ranks:
            page.locator(".here").get_by_role("link", name=rank, exact=True).click()

    page.locator(".trumps").get_by_role("link", name="kløver").click()
    cards("hjerter", "5", "9")
    page.locator(".who").get_by_role("link", name="Berit", exact=True).click()
    cards("hjerter", "7")
    cards("kløver", "2")
    page.locator(".who").get_by_role("link", name="Carl", exact=True).click()
    page.locator(".here").get_by_role("link", name="Ett usett til").click()
    page.locator(".here").get_by_role("link", name="Ett usett til").click()
    main.get_by_role("button", name="Begynn").click()

    board = page.locator(".board")
    board.get_by_role("button", name="hjerter fem").click()
    expect(board.locator(".plays li")).to_have_count(1)
    page.locator("#annet summary").click()
    page.locator("#annet").get_by_role("link", name="kløver").click()  # she could have beaten with the seven
    page.locator("#annet").get_by_role("link", name="2", exact=True).click()
    page.get_by_role("button", name="Dette ble lagt").click()
    expect(page.get_by_text("Ulovlig", exact=True)).to_be_visible()
    page.get_by_role("button", name="Angre").click()
    expect(page.get_by_text("Ulovlig", exact=True)).to_have_count(0)
    board.get_by_role("button", name="hjerter sju").click()
    board.get_by_role("link", name="Et annet kort").click()
    page.locator("#annet").get_by_role("link", name="hjerter").click()
    page.locator("#annet").get_by_role("link", name="10", exact=True).click()
    page.get_by_role("button", name="Dette ble lagt").click()
    expect(page.get_by_text("3. Carl", exact=False)).to_be_visible()
    page.get_by_role("button", name="Lagre referatet").click()

    expect(page.get_by_role("heading", name="Referat av runde 1")).to_be_visible()
    assert Record.objects.get().text.endswith("1. 5h 7h Th\n")


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280), ("dark", 360)])
def test_the_pages_to_tap_on_can_be_read_and_pressed_by_everybody(
    phone: Callable[..., Page], round_: Round, scheme: str, width: int
) -> None:
    page = phone(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 740})
    Draft.objects.create(user=actor(), round=round_, text=WITH_A_FOUL)
    start, tap = f"/runde/{round_.pk}/referat/start/", f"/runde/{round_.pk}/referat/trykk/"
    people = list(round_.seats.order_by("pk").values_list("person", flat=True))
    hands = ("5h9h_12", "7h2c3c4c5c6c7c8c9c__b", "__u")
    places = ".".join(f"{person}_{hand}" for person, hand in zip(people, hands, strict=True))
    found = []
    addresses = [f"{start}?bord={places}&sort=h", f"{start}?fra=deling", tap, f"{tap}?spiller=0&sort=h&kort=9h"]
    for address in addresses:
        page.goto(address)
        found += [*violations(page), *small_targets(page), *sideways(page), *same_ids(page)]
    assert not found, "\n".join(found)
