"""Every page there is, found by walking the addresses: nothing small, nothing sideways, nothing axe can find.

The club they show is an odd one on purpose: a name of forty letters, 25 strek in one evening, two tables,
a guest, a struck and a corrected round, an evening that does not count, and one nobody came to.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize

from games.models import Dispute, HouseRules, Record
from games.services import disputes, house, records
from league.facts import Deal, Title, UnlawfulPlay
from league.models import (
    Attendance,
    Award,
    Evening,
    Invitation,
    Leave,
    MemberPeriod,
    Office,
    Penalty,
    QuorumChange,
    Round,
    Season,
    User,
)
from league.services import attendance, awards, evenings, invitations, offices, penalties, people, rounds, settings
from tests.browser.looks import same_ids, sideways, small_targets, violations
from tests.factories import client_of, found_club, login, member, named, open_evening, play, strek
from tests.league.seen import pages

LONG_NAME = "Wilhelm-Konstantin Gyldenløve Bjørnstjerne"  # forty-two letters
UNBROKEN = "Bjørnstjernegyldenløvekonstantinwilhelmsen"  # as many, and nowhere to break
DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.fixture
def administrator(transactional_db: None) -> User:
    """The odd club, and one who holds every office in it."""
    today = timezone.localdate()
    first = today - timedelta(days=60)
    chairman = found_club(first_day=first)
    member(LONG_NAME, first)
    member(UNBROKEN, first)
    offices.give_office(actor=chairman, person=named("Arne"), kind=Office.Kind.KEEPER, first_day=first)
    offices.add_link(actor=chairman, label="familien")
    login("Berit")
    people.add_period(actor=chairman, kind=Leave, person=named("Liv"), first_day=today, last_day=None)
    play(first + timedelta(days=14), losers=[LONG_NAME] * 25)
    odd = play(first + timedelta(days=28), losers=["Arne", "Berit", "Carl", "Arne"], host=None)
    struck, corrected, *_rest = odd.rounds.in_order()
    rounds.strike_round(actor=chairman, round_id=struck.pk, seen=1, reason="registrert to ganger")
    players = [named("Berit"), named("Dina"), named(LONG_NAME)]
    rounds.correct_round(
        actor=chairman, round_id=corrected.pk, seen=1, mattis=named("Dina"), players=players, reason="feil navn"
    )
    settings.change_club(actor=chairman, seen=1, unlawful_play=UnlawfulPlay.PENALTY, next_deal=Deal.CLOCKWISE)
    settings.add_quorum_change(actor=chairman, first_day=first + timedelta(days=20), percent=60, whole_evening=False)
    for name in ("Dina", LONG_NAME):
        penalties.give_penalty(actor=chairman, evening_id=odd.pk, person=named(name), reason="ufullstendig serie")
    given = Penalty.objects.latest("pk")
    penalties.strike_penalty(actor=chairman, penalty_id=given.pk, seen=1, reason="utspillet var lovlig")
    play(first + timedelta(days=42), losers=["Arne", "Berit"], present=["Arne", "Berit"])
    evenings.open_evening(actor=chairman, day=first + timedelta(days=45), host=None)
    starts_at = timezone.now() + timedelta(days=14)
    coming = invitations.invite(
        actor=chairman, starts_at=starts_at, host=named(LONG_NAME), answer_by=today, place=UNBROKEN
    )
    for name, yes in (("Arne", True), (UNBROKEN, True), (LONG_NAME, False)):
        invitations.answer_invitation(actor=chairman, invitation=coming, person=named(name), coming=yes, seen=0)
    offices.add_calendar(actor=chairman, person=named("Arne"))
    awards.add_winner(actor=chairman, title=Title.MATTIS, year="1998/99", name=UNBROKEN)
    awards.add_winner(actor=chairman, title=Title.PLAYER, year="1998/99", person=named(LONG_NAME))
    return chairman


@pytest.fixture
def evening(administrator: User) -> Any:
    """Tonight's, open, at two tables."""
    tonight = evenings.suggested_date(timezone.now())
    found = open_evening(tonight, host=LONG_NAME)
    attendance.add_guest(actor=administrator, evening_id=found.pk, name="Onkel Per")
    for name in ("Ivar", "Jorunn", "Kåre"):
        seat = Attendance.objects.get(evening=found, person=named(name))
        attendance.change_table(actor=administrator, attendance_id=seat.pk, seen=seat.version, table=2)
    contested = strek(found, LONG_NAME)
    strek(found, "Kåre", table=2)
    bring_cards(administrator, contested)
    return found


def bring_cards(administrator: User, round_: Round) -> None:
    """A record with a play that broke a rule, a dispute on it with a version of the position, house rules."""
    text = f"Regler: club\nSpillere: {LONG_NAME}, Berit\nHender: 7h 8h +9 / 9h 3d\nTrumf: ruter\n\n1. 7h 3d?\n"
    records.save_record(actor=administrator, round_=round_, text=text, seen=None)
    dispute = disputes.raise_dispute(
        actor=administrator, person=named(LONG_NAME), evening_id=round_.evening_id, table=1, round_=round_
    )
    question = "trumf=d&hand=9h&usette=2&bord=7h&lagt=3d"
    disputes.explain(actor=administrator, dispute=dispute, person=named("Berit"), words=UNBROKEN, question=question)
    house.choose_rules(actor=administrator, first_day=timezone.localdate(), rules="club,series=3")


def ids(evening: Any) -> dict[str, int | str]:
    return {
        "evening_id": evening.pk,
        "table": 1,
        "season_id": Season.objects.get().pk,
        "round_id": evening.rounds.first().pk,
        "attendance_id": evening.attendances.first().pk,
        "person_id": named(LONG_NAME).pk,
        "period_id": MemberPeriod.objects.first().pk,
        "leave_id": Leave.objects.get().pk,
        "office_id": Office.objects.first().pk,
        "link_id": 1,
        "invitation_id": Invitation.objects.get().pk,
        "code": "AC34XY",
        "award_id": Award.objects.first().pk,
        "penalty_id": Penalty.objects.first().pk,
        "change_id": QuorumChange.objects.get().pk,
        "what": "moro",
        "form": "csv",
        "record_id": Record.objects.get().pk,
        "dispute_id": Dispute.objects.get().pk,
        "rules_id": HouseRules.objects.get().pk,
    }


def faults(page: Page, address: str) -> list[str]:
    found = [*violations(page), *small_targets(page)]
    found += [f"sideways: {what}" for what in sideways(page)]
    found += [f"an id twice: {what}" for what in same_ids(page)]
    return [f"{address} {fault}" for fault in found]


@pytest.mark.parametrize(("scheme", "viewport"), [("light", PHONE), ("dark", DESK)])
def test_every_page_can_be_read_and_pressed_by_everybody(
    scheme: str,
    viewport: ViewportSize,
    evening: Any,
    administrator: User,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
    live_server: Any,
) -> None:
    addresses = pages(client_of(administrator), ids(evening))
    others = Evening.objects.exclude(pk=evening.pk)
    addresses += [reverse("evening", args=[other.pk]) for other in others]
    assert len(addresses) > 25
    context = new_context(color_scheme=scheme)
    log_in(context, administrator)
    page = context.new_page()
    page.set_viewport_size(viewport)
    found = []
    for address in addresses:
        page.goto(live_server.url + address)
        found += faults(page, address)
    assert not found, "\n".join(found)


def test_the_door_can_be_read_and_pressed_by_everybody(
    administrator: User, new_context: Callable[..., BrowserContext], live_server: Any
) -> None:
    page = new_context().new_page()
    page.goto(live_server.url)
    assert page.url.startswith(live_server.url + reverse("account_login"))
    assert faults(page, "/logg-inn/") == []
