"""The book on paper."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO
from math import hypot
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page
from pypdf import PageObject, PdfReader

from league import log
from league.facts import Title
from league.models import Attendance, Award, Evening, MemberPeriod, Person, Round, RoundPlayer, Season, User
from league.services import annual_meeting, awards, people
from league.verbs import Verb
from tests.factories import at, day, found_club, guest, member, named

MM = 72 / 25.4  # points
MARGIN = 12 * MM
EVENINGS = 40
LONG = "Wilhelm-Konstantin Bjørnstjerne Gyldenløve"
MEMBERS = (
    *("Arne", "Bjørn", "Dag-Erik", "Eirik", "Frode", "Geir", "Håkon", "Jan", "Kåre", "Magne"),
    *("Nils", "Odd", "Per", "Rolf", "Stein", "Tor", "Ulf", "Vidar", LONG, "Åse"),
)
DAYS = [day(1, 8) + timedelta(days=9 * number) for number in range(EVENINGS)]


@pytest.fixture
def chairman(transactional_db: None) -> User:
    """A year of forty evenings among twenty members and a guest: every fourth evening too few, one with 25 strek.

    Written straight into the log's entries, for tap by tap it would take a minute.
    """
    chairman = found_club(*MEMBERS)
    members = list(Person.objects.order_by("pk"))
    visitor = guest("Onkel Reisende")
    for number, date in enumerate(DAYS):
        here = [*members[: 9 if number % 4 == 3 else 15], visitor]
        losers = [members[0]] * 25 if number == 20 else [here[(number + place) % len(here)] for place in range(8)]
        with log.entry(Verb.ADD_ROUND, actor=chairman) as entry:
            evening = entry.create(
                Evening(date=date, host=members[number % 20], remark="Vafler", opened_at=at(date, "19.00"))
            )
            entry.create_all([Attendance(evening=evening, person=person, table=1) for person in here])
            played = entry.create_all(
                [Round(evening=evening, place=place, mattis=loser) for place, loser in enumerate(losers)]
            )
            entry.create_all([RoundPlayer(round=round_, person=person) for round_ in played for person in here])
    return chairman


@pytest.fixture
def book(
    chairman: User, new_context: Callable[..., BrowserContext], log_in: Callable[..., None], live_server: Any
) -> Page:
    context = new_context(color_scheme="dark")
    log_in(context, chairman)
    page = context.new_page()
    page.goto(live_server.url + reverse("book"))
    return page


@dataclass(frozen=True)
class Piece:
    """A piece of writing on a page; where it begins, from the left and from above, and its size, in points."""

    text: str
    left: float
    top: float
    size: float


def printed(page: Page) -> list[PageObject]:
    return list(PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages)


def pieces(page: PageObject) -> list[Piece]:
    found: list[Piece] = []

    def note(text: str, around: list[float], own: list[float], _font: Any, size: float) -> None:
        if text.strip():
            left, up = (around[i] * own[4] + around[i + 2] * own[5] + around[i + 4] for i in (0, 1))
            found.append(Piece(text.strip(), left, page.mediabox.height - up, size * hypot(around[0], around[1])))

    page.extract_text(visitor_text=note)
    return found


def test_f31_forty_evenings_and_twenty_members_stand_on_a4_across_with_nothing_cut(book):
    pages = printed(book)
    for page in pages:
        assert (round(page.mediabox.width / MM), round(page.mediabox.height / MM)) == (297, 210)
        assert all(MARGIN - 1 < piece.left < page.mediabox.width - MARGIN for piece in pieces(page))
        headings = " ".join(piece.text for piece in pieces(page))
        assert [name for name in MEMBERS if name.split("-")[0] not in headings] == []
    title = next(piece for piece in pieces(pages[0]) if piece.text.startswith("Mattisboken"))
    assert round(title.size) == 24  # Chromium would draw a page that is too wide smaller


def test_f31_no_row_is_split_and_the_sums_stand_together(book):
    on_page = []
    for page in printed(book):
        written = pieces(page)
        dates = [piece for piece in written if re.fullmatch(r"\d\d\.\d\d\.", piece.text)]
        right = max(piece.left for piece in written if piece.text == "Runder")
        rounds = [piece for piece in written if piece.left >= right and piece.text in {"8", "25"}]
        assert len(dates) == len(rounds)
        assert all(abs(date.top - count.top) < 3 * MM for date, count in zip(dates, rounds, strict=True))
        on_page.append([date.text for date in dates])
    assert [date for dates in on_page for date in dates] == [f"{date:%d.%m.}" for date in DAYS]
    last = " ".join(piece.text for piece in written)
    assert re.search(r"Strek \d.* Strek per runde .*Med kvelder som ikke teller", last)


def test_f31_every_page_has_its_number_and_the_last_one_the_day_it_was_printed(book):
    texts = [page.extract_text() for page in printed(book)]
    assert len(texts) > 1
    assert all(f"{number} / {len(texts)}" in text for number, text in enumerate(texts, start=1))
    assert f"Skrevet ut {timezone.localdate():%d.%m.%Y}." in texts[-1]
    assert "Tabellen" not in "".join(texts)  # nor anything else of the menu


def test_f31_the_print_can_be_read_in_black_and_white_though_the_screen_is_dark(book):
    book.emulate_media(media="print", color_scheme="dark")
    faint = book.evaluate("""() => {
        const light = c => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4 }
        const grey = rgb => [0.2126, 0.7152, 0.0722].reduce((sum, share, i) => sum + share * light(rgb[i]), 0)
        const ink = e => grey(getComputedStyle(e).color.match(/\\d+/g))
        const written = e => [...e.childNodes].some(node => node.nodeType == 3 && node.data.trim())
        return [...document.querySelectorAll(".bookpage *")]
            .filter(e => e.checkVisibility() && written(e) && 1.05 / (ink(e) + 0.05) < 4.5).map(e => e.outerHTML)
    }""")
    assert faint == []
    assert book.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_the_button_prints_and_is_not_there_without_script(chairman, new_context, log_in, live_server):
    for script in (True, False):
        context = new_context(java_script_enabled=script)
        log_in(context, chairman)
        page = context.new_page()
        page.goto(live_server.url + reverse("book"))
        button = page.get_by_text("Skriv ut på A4")
        assert button.is_visible() == script
        if script:
            page.evaluate("window.print = () => { document.title = 'skriver ut' }")
            button.click()
            assert page.title() == "skriver ut"


# --- The annual meeting: the sheet, the diplomas, and the book of a closed season

MEETING = day(1, 12, 2027)


@pytest.fixture
def closed(chairman: User) -> Season:
    """The year is closed, and both its titles are given: the one of Mattis to two."""
    with time_machine.travel(at(MEETING, "20.00"), tick=False):
        season = annual_meeting.close_season(actor=chairman, season=Season.objects.get(), seen=1, meeting=MEETING)
        for title, names in ((Title.PLAYER, [LONG]), (Title.MATTIS, ["Arne", "Bjørn"])):
            awards.name_award(
                actor=chairman,
                season=season,
                title=title,
                people=list(map(named, names)),
                day=MEETING,
                meeting="det ordinære årsmøtet",
            )
    return season


@pytest.fixture
def paper(
    chairman: User, new_context: Callable[..., BrowserContext], log_in: Callable[..., None], live_server: Any
) -> Callable[..., list[PageObject]]:
    """The pages that come out of the printer."""
    context = new_context(color_scheme="dark")
    log_in(context, chairman)
    page = context.new_page()

    def pages(address: str, *ids: int) -> list[PageObject]:
        page.goto(live_server.url + reverse(address, args=ids))
        return printed(page)

    return pages


def upright(page: PageObject) -> bool:
    return (round(page.mediabox.width / MM), round(page.mediabox.height / MM)) == (210, 297)


def add_members(count: int) -> None:
    for number in range(count):
        member(f"Medlem Nummer {number}sen", day(1, 1))


def leave_only(count: int, chairman: User) -> None:
    """So many of the members stay; the others never were."""
    for period in MemberPeriod.objects.order_by("-pk")[: len(MEMBERS) - count]:
        people.delete_period(actor=chairman, period=period, seen=period.version)


@pytest.mark.parametrize("members", [12, 20, 21, 44])
def test_the_annual_sheet_is_one_page_however_many_members_there_are(members, chairman, paper):
    if members < len(MEMBERS):
        leave_only(members, chairman)
    else:
        add_members(members - len(MEMBERS))
    season = Season.objects.get()
    Season.objects.create(name="2025", first_day=day(1, 1, 2025))  # the year before, with nothing in it
    (sheet,) = paper("annual_sheet", season.pk)
    assert upright(sheet)
    written = pieces(sheet)
    assert all(13 * MM < piece.left < sheet.mediabox.width - 13 * MM for piece in written)
    assert all(13 * MM < piece.top < sheet.mediabox.height - 13 * MM for piece in written)
    text = " ".join(sheet.extract_text().split())
    assert f"Skrevet ut {timezone.localdate():%d.%m.%Y}." in text  # the last line is not cut
    names = Person.objects.filter(periods__isnull=False).values_list("name", flat=True)
    assert [name for name in names if name.split("-")[0] not in text] == []
    title = next(piece for piece in written if piece.text.startswith("Årsmøteark"))
    assert round(title.size) == 24  # Chromium would draw a page that is too wide smaller


def test_every_diploma_is_one_page_with_all_that_is_written_within_its_frame(closed, paper):
    for award in Award.objects.select_related("person"):
        (sheet,) = paper("diploma", award.pk)
        assert upright(sheet)
        written = pieces(sheet)
        assert all(23 * MM < piece.left < sheet.mediabox.width - 23 * MM for piece in written)
        assert all(23 * MM < piece.top < sheet.mediabox.height - 23 * MM for piece in written)
        text = " ".join(sheet.extract_text().split())
        assert award.person.name.split("-")[0] in text
        assert "12. januar 2027" in text
        assert "1 / 1" not in text  # no page number on a wall


def test_f31_the_book_of_a_closed_season_tells_who_was_named_below_the_sums(closed, paper):
    pages = paper("book_season", closed.pk)
    assert len({(page.mediabox.width, page.mediabox.height) for page in pages}) == 1
    last = " ".join(pages[-1].extract_text().split())
    assert "Avsluttet på årsmøtet 12.01.2027." in last
    assert f"Årets spiller: {LONG}. Årets Mattis: Arne og Bjørn." in last
