"""A club's year in one go, as the chairman walks through it in Chromium."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from league.models import Award, Person, Season, User
from tests.factories import day, found_club, guest, named, play

YEAR = 2025


class Walk:
    """The chairman at his page: fills in forms and presses the button, twice where the effects are listed first."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def write(self, address: str, **fields: str) -> None:
        """Fill in the form at an address and save it."""
        self.page.goto(address)
        main = self.page.get_by_role("main")
        for name, value in fields.items():
            field = main.locator(f"[name={name}]").first
            if field.evaluate("node => node.type") == "radio":
                main.locator(f"[name={name}][value={value}]").check()
            elif field.evaluate("node => node.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        self.save()

    def save(self) -> None:
        self.page.get_by_role("main").locator("button.main").first.click()
        again = self.page.get_by_role("button", name="Lagre likevel")
        if again.count():
            again.click()

    def correct(self, round_id: int, mattis: str) -> None:
        """Give a round's strek to another."""
        self.page.goto(f"/runde/{round_id}/")
        form = self.page.locator("#correct")
        form.locator("[name=mattis]").and_(form.get_by_label(mattis, exact=True)).check()
        form.locator("[name=words]").fill("feil navn")
        form.get_by_role("button", name="Rett runden").click()
        again = self.page.get_by_role("button", name="Lagre likevel")
        if again.count():
            again.click()

    def place_of(self, name: str) -> str:
        """What stands in the year's table on his line."""
        self.page.goto(f"/tabell/{Season.objects.get(name=str(YEAR)).pk}/")
        row = self.page.locator("tbody tr").filter(has_text=name)
        return " ".join(row.inner_text().split())


def on(month: int, day_: int) -> date:
    return day(month, day_, YEAR)


@pytest.fixture
def walk(
    live_server: Any,
    transactional_db: None,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
) -> Walk:
    chairman = found_club("Arne", "Berit", "Carl", "Dina", first_day=on(1, 1))
    context = new_context(base_url=live_server.url)
    log_in(context, chairman)
    return Walk(context.new_page())


def test_a_year_walked_through(walk: Walk, console: list[str]) -> None:
    page = walk.page
    play(on(1, 15), losers=["Berit", "Carl"])

    # A new member in March, and one on leave in April
    walk.write("/folk/ny/", name="Einar", member_from=on(3, 1).isoformat())
    expect(page.get_by_role("main")).to_contain_text("Einar")
    dina = named("Dina").pk
    walk.write(f"/folk/{dina}/permisjon/", first_day=on(4, 1).isoformat(), last_day=on(4, 30).isoformat())
    play(on(4, 9), losers=["Einar"], present=["Arne", "Berit", "Einar"])  # 3 of 4, for Dina is on leave
    assert walk.place_of("Einar").startswith("1.") is False, "he lost the only round he played"

    # A double: the keeper has entered Einar once more as a guest; merged, his strek are Einar's, parted they are not
    guest("Einar N.")
    double = named("Einar N.").pk
    play(on(5, 7), losers=["Einar N."], present=["Arne", "Berit", "Carl", "Einar N."])
    before = walk.place_of("Einar")
    walk.write(f"/folk/{double}/sla-sammen/", kept="Einar")
    merged = walk.place_of("Einar")
    assert merged != before
    walk.write(f"/folk/{double}/skill/")
    assert walk.place_of("Einar") == before
    assert not Person.objects.exclude(merged_into=None).exists()

    # The annual meeting changes the requirement from June on: half is enough from then, not before
    play(on(5, 21), losers=["Arne"], present=["Arne", "Berit", "Carl"])  # 3 of 5: too few at 65 per cent
    walk.write("/frammotekrav/", first_day=on(6, 1).isoformat(), percent="50")
    late = play(on(6, 18), losers=["Carl", "Arne"], present=["Arne", "Berit", "Carl"])  # 3 of 5, and enough now
    season = Season.objects.get(name=str(YEAR))
    page.goto(f"/boken/{season.pk}/")
    grid = page.get_by_role("table").first
    expect(grid.get_by_role("row").filter(has_text="21.05")).to_contain_text("3 av 5, trengte 4")
    expect(grid.get_by_role("row").filter(has_text="18.06")).not_to_contain_text("trengte")

    # The season is closed, and both titles named as the book says
    walk.write(f"/sesong/{season.pk}/avslutt/", meeting=day(1, 20, YEAR + 1).isoformat())
    expect(page.get_by_role("main")).to_contain_text("ikke", ignore_case=True)
    for title in ("arets-spiller", "arets-mattis"):
        page.goto(f"/sesong/{season.pk}/{title}/")
        walk.save()
    # Berit: 1 strek in 6 rounds. Arne 1 in 6 as well, and Carl 2 in 5: most strek
    winners = {(award.title, str(award.person)) for award in Award.objects.all()}
    assert ("mattis", "Carl") in winners
    named_player = next(name for title, name in winners if title == "player")

    # A late correction is refused, and nothing changes
    last = late.rounds.in_order()[1]
    walk.correct(last.pk, "Berit")
    expect(page.get_by_text("er avsluttet. Den må åpnes igjen").first).to_be_visible()
    assert [complaint for complaint in console if "409" not in complaint] == []
    console.clear()  # of the refusal
    last.refresh_from_db()
    assert str(last.mattis) == "Arne"

    # Reopened, corrected: the award stands as it was, and both are shown
    walk.write(f"/sesong/{season.pk}/apne-igjen/", words="en runde skal rettes")
    walk.correct(last.pk, "Berit")
    last.refresh_from_db()
    assert str(last.mattis) == "Berit"
    page.goto("/aereslisten/")
    expect(page.get_by_role("main")).to_contain_text(named_player)
    expect(page.get_by_text("Boken sier nå").first).to_be_visible()
