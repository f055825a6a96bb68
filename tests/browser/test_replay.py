"""A record stepped through in Chromium: what the script draws is what the server draws of the engine's position."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from games import referee
from games.models import Record
from league.models import User
from tests.factories import found_club

RECORDS = Path(__file__).parents[2] / "fixtures" / "records"
ONE_OF_EACH_PRESET = [
    f"round-{name}" for name, _title in referee.rule_sets() if (RECORDS / f"round-{name}.txt").exists()
]
ALL = sorted(path.stem for path in RECORDS.glob("*.txt"))

# The table as text: elements with their attributes, and what they say
WALK = """
([expected, back]) => {
  const plain = (node) => {
    if (node.nodeType === 3) return node.textContent.trim().replace(/\\s+/g, " ");
    const shown = [...node.attributes].filter(({ name, value }) => name !== "data-held" && (name !== "class" || value));
    const attributes = shown.map(({ name, value }) => `${name}=${value}`);
    const inside = [...node.childNodes].map(plain).filter(Boolean);
    return `<${node.tagName.toLowerCase()} ${attributes.sort().join(" ")}>${inside.join("")}</>`;
  };
  const drawn = () => plain(document.querySelector(".felt"));
  const parsed = (html) => plain(new DOMParser().parseFromString(html, "text/html").querySelector(".felt"));
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const differs = (number) => {
    const [one, other] = [drawn(), parsed(expected[number])];
    if (one === other) return null;
    let at = 0;
    while (one[at] === other[at]) at += 1;
    return { number, drawn: one.slice(at - 60, at + 60), expected: other.slice(at - 60, at + 60) };
  };
  press(back ? "End" : "Home");
  for (let step = 0; step < expected.length; step += 1) {
    const found = differs(back ? expected.length - 1 - step : step);
    if (found) return found;
    press(back ? "ArrowLeft" : "ArrowRight");
  }
  return null;
}
"""


def stored(name: str) -> Record:
    text = (RECORDS / f"{name}.txt").read_text()
    read = referee.replay(text)
    return Record.objects.create(
        text=text, rules=read.rules, engine=referee.ENGINE, digest=read.digest, stored_at=timezone.now()
    )


@pytest.fixture
def page(
    live_server: Any,
    transactional_db: None,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
) -> Page:
    context = new_context(base_url=live_server.url)
    log_in(context, found_club("Arne", "Berit"))
    return context.new_page()


def steps_agree(page: Page, name: str, *, back: bool = False) -> None:
    record = stored(name)
    read = referee.replay(record.text)
    expected = [render_to_string("games/_felt.html", {"felt": read.felt(at)}) for at in range(len(read.steps))]
    page.goto(f"/referat/{record.pk}/")
    expect(page.locator(".board.live")).to_be_visible()
    found = page.evaluate(WALK, [expected, back])
    assert found is None, f"{name}: {found}"


def test_every_step_of_a_round_of_every_preset_is_drawn_as_the_engine_has_it(page: Page) -> None:
    for name in ONE_OF_EACH_PRESET:
        steps_agree(page, name)


def test_stepping_back_draws_the_same_as_stepping_on(page: Page) -> None:
    steps_agree(page, "round-club", back=True)


def test_each_step_has_an_address_of_its_own_that_works_without_script(
    page: Page,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
    live_server: Any,
) -> None:
    record = stored("round-club")
    context = new_context(base_url=live_server.url, java_script_enabled=False)
    log_in(context, User.objects.get())
    plain = context.new_page()
    plain.goto(f"/referat/{record.pk}/?trekk=7")
    expect(plain.get_by_text("Per spilte ruter tre")).to_be_visible()
    plain.get_by_role("link", name="Neste").click()
    expect(plain).to_have_url(f"{live_server.url}/referat/{record.pk}/?trekk=8")
    plain.get_by_role("link", name="Første").or_(plain.get_by_role("link", name="Forrige")).first.click()
    expect(plain.get_by_role("link", name="Ola", exact=False).first).to_be_visible()


def test_a_finger_drawn_across_the_table_steps_on_and_back(
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
    live_server: Any,
    transactional_db: None,
) -> None:
    """A real finger: unless the page says the movement is its own, the browser takes it for scrolling."""
    context = new_context(base_url=live_server.url, has_touch=True)
    log_in(context, found_club("Arne", "Berit"))
    page = context.new_page()
    page.goto(f"/referat/{stored('round-club').pk}/?trekk=7")
    table = page.locator(".live .felt").bounding_box()
    assert table
    touch = context.new_cdp_session(page)

    def swipe(start: float, end: float) -> None:
        for kind, part in [("touchStart", 0.0), *(("touchMove", step / 8) for step in range(1, 9))]:
            point = {"x": table["x"] + table["width"] * (start + (end - start) * part), "y": table["y"] + 60}
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(0.9, 0.3)
    expect(page.locator("[data-number]")).to_have_text("8")
    swipe(0.3, 0.9)
    expect(page.locator("[data-number]")).to_have_text("7")


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_every_step_of_every_record_is_drawn_as_the_engine_has_it(name: str, page: Page) -> None:
    steps_agree(page, name)
