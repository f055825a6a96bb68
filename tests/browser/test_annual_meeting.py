"""The pages of a season's end, at their fullest: closed, named, opened again, and the book of another mind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from league.facts import Title
from league.models import Award, Round, Season, User
from league.services import annual_meeting, awards, rounds
from tests.browser.test_pages import DESK, LONG_NAME, PHONE, UNBROKEN, faults
from tests.factories import found_club, member, named, play

PAGES = ("season", "season_close", "season_reopen", "player_name", "annual_sheet", "table", "book_season")


@pytest.fixture
def chairman(transactional_db: None) -> User:
    """A season begun sixty days ago: three share the first place, and one of them was named alone."""
    first = timezone.localdate() - timedelta(days=60)
    chairman = found_club("Arne", "Berit", "Carl", first_day=first)
    member(LONG_NAME, first)
    member(UNBROKEN, first)
    play(first + timedelta(days=14), losers=["Arne", "Berit", UNBROKEN])
    season = close(chairman, Season.objects.get())
    for title, name in ((Title.PLAYER, LONG_NAME), (Title.MATTIS, UNBROKEN)):
        awards.name_award(
            actor=chairman,
            season=season,
            title=title,
            people=[named(name)],
            day=season.meeting or first,
            meeting="det ordinære årsmøtet på Mattisgården i Bortenforskogen",
        )
    return chairman


def close(chairman: User, season: Season) -> Season:
    today = timezone.localdate()
    return annual_meeting.close_season(actor=chairman, season=season, seen=season.version, meeting=today)


def put_right(chairman: User) -> None:
    """The long name's title goes to somebody else: he lost a round that was written to Arne."""
    season = Season.objects.earliest("first_day")
    annual_meeting.reopen_season(actor=chairman, season=season, seen=season.version, reason="en runde skal rettes")
    for round_ in Round.objects.filter(mattis=named("Arne")):
        rounds.correct_round(
            actor=chairman,
            round_id=round_.pk,
            seen=round_.version,
            mattis=named(LONG_NAME),
            players=None,
            reason="feil navn",
        )


@pytest.mark.parametrize(("scheme", "viewport"), [("light", PHONE), ("dark", DESK)])
@pytest.mark.parametrize("again", [False, True])
def test_the_pages_of_a_seasons_end_can_be_read_and_pressed_by_everybody(
    scheme: Any,
    viewport: Any,
    again: bool,
    chairman: User,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
    live_server: Any,
) -> None:
    if again:
        put_right(chairman)
    season = Season.objects.earliest("first_day")
    context = new_context(color_scheme=scheme)
    log_in(context, chairman)
    page: Page = context.new_page()
    page.set_viewport_size(viewport)
    addresses = [reverse(name, args=[season.pk]) for name in PAGES]
    addresses += [reverse("diploma", args=[award.pk]) for award in Award.objects.all()]
    addresses += [reverse("roll"), reverse("seasons")]
    found = []
    for address in addresses:
        page.goto(live_server.url + address)
        page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
        found += faults(page, address)
    assert not found, "\n".join(found)


def test_what_a_rule_would_change_is_in_sight_though_it_stands_below_a_long_form(
    chairman: User,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
    live_server: Any,
) -> None:
    put_right(chairman)
    context = new_context()
    log_in(context, chairman)
    page = context.new_page()
    page.goto(live_server.url + reverse("season_change", args=[Season.objects.earliest("first_day").pk]))
    page.get_by_label("Årets spiller har").select_option("most")
    page.get_by_role("button", name="Lagre").click()
    expect(page.get_by_text("Dette endrer mer enn det du skrev:")).to_be_in_viewport()
    assert faults(page, page.url) == []
