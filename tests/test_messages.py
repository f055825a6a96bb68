"""The English catalogue is whole, and no page in English is left with Norwegian on it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polib
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation.template import templatize

from league.models import Attendance, Evening, Leave, MemberPeriod, Office, Round, Season
from league.services import attendance, evenings, offices, people, rounds
from tests.factories import client_of, found_club, member, named, open_evening, play, strek
from tests.league.seen import pages

ROOT = Path(__file__).parent.parent
CATALOGUE = ROOT / "league/locale/en/LC_MESSAGES/django.po"
FUNCTIONS = {"_": "gettext"} | {name: name for name in ("gettext", "ngettext", "pgettext", "npgettext")}
CALL = re.compile(r"""\b\w+\((?:u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")[ ,]*)+(?:count)?\)""")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|{\w*}")


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


# --- The catalogue


def texts_of(source: str) -> Iterator[tuple[str | None, str]]:
    """The texts a piece of Python has translated, each with its context."""
    tree = ast.parse(source)
    functions = dict(FUNCTIONS)
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="django.utils.translation", names=names):
                functions |= {one.asname or one.name: one.name for one in names if "gettext" in one.name}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(first)), *rest]) if name in functions:
                context = "pgettext" in functions[name]
                yield (first, ast.literal_eval(rest[0])) if context else (None, first)


def texts() -> Iterator[tuple[str | None, str]]:
    """All texts of the site."""
    for package in ("league", "games"):
        for path in (ROOT / package).rglob("*.py"):
            yield from texts_of(path.read_text(encoding="utf-8"))
    for path in (ROOT / "templates").rglob("*.*"):
        calls = CALL.findall(templatize(path.read_text(encoding="utf-8")))
        yield from texts_of("\n".join(calls))


def test_every_text_of_the_site_is_in_the_catalogue_and_none_else(catalogue):
    """After a new or changed text: `make messages`, and translate."""
    listed = {(entry.msgctxt, entry.msgid) for entry in catalogue if not entry.obsolete}
    used = set(texts())
    assert (used - listed, listed - used) == (set(), set())


def test_every_text_has_its_english(catalogue):
    assert catalogue.untranslated_entries() + catalogue.fuzzy_entries() + catalogue.obsolete_entries() == []


def test_the_english_takes_the_same_values_as_the_norwegian(catalogue):
    for entry in catalogue:
        for norwegian, english in zip(
            (entry.msgid, entry.msgid_plural), entry.msgstr_plural.values() or [entry.msgstr], strict=False
        ):
            assert sorted(PLACEHOLDER.findall(norwegian)) == sorted(PLACEHOLDER.findall(english)), norwegian


def test_the_site_reads_what_the_catalogue_says(catalogue):
    """After an edit of django.po: `make messages`."""
    assert catalogue.to_binary() == CATALOGUE.with_suffix(".mo").read_bytes()


# --- The pages

NAMES = ("Arne", "Berit", "Carl", "Dina", "Einar", "Frode", "Geir", "Hilde", "Ivar", "Liv", "Klubben")
GAME = ("Mattis", "Mattisboken", "Mattistur", "Bladmattis", "strek")
BOTH = ("Administrator", "English", "Norsk", "example", "org")
FILE = ("Dato", "Vert", "Deltakere", "Runde", "Runder", "Kåre")  # how an old book to read in is shown
FORMS = ("CSV", "Excel")  # of files to take home
KIN = ("Atlanta", "Bikkje", "Koira", "Mas", "Myllymatti", "Skitgubbe")  # relatives of the game
RECORD = ("Regler", "club", "Spillere", "Hender", "Trumf", "Utspill", "Giver", "Per", "Ola", "inn", *"shdcEKD", "Kn")
SAME = {word.casefold() for word in (*NAMES, *GAME, *BOTH, *FILE, *FORMS, *KIN, *RECORD, "xx")}
SPOKEN = {"aria-label", "title", "alt", "placeholder", "data-copied"}


class Pieces(HTMLParser):
    """What a page says, piece by piece, to the eye or to a screen reader."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said |= {str(value) for name, value in attrs if name in SPOKEN}

    def handle_data(self, data: str) -> None:
        self.said.add(" ".join(data.split()))


def norwegian(ask: Callable[[], Any], client: Client) -> list[str]:
    """What an answer in English says in Norwegian: with a letter English lacks, or as the Norwegian answer says it."""
    said = {}
    for language in ("nb", "en"):
        client.cookies["django_language"] = language
        said[language] = Pieces(ask().content.decode()).said
    return [
        piece
        for piece in said["en"]
        if (piece in said["nb"] or re.search("[æøå]", piece.casefold()))
        and not SAME.issuperset(re.findall(r"[^\W\d_]+", piece.casefold()))
    ]


@pytest.fixture
def client(db: None) -> Client:
    """The chairman's, in a club where nobody is called or says anything that could be taken for Norwegian."""
    today = timezone.localdate()
    first = today - timedelta(days=60)
    chairman = found_club(*NAMES[:8], first_day=first)
    offices.give_office(actor=chairman, person=named("Arne"), kind=Office.Kind.KEEPER, first_day=first)
    offices.add_link(actor=chairman, label="xx")
    people.add_period(actor=chairman, kind=Leave, person=named("Hilde"), first_day=today, last_day=None)
    member("Ivar", first, today - timedelta(days=1))
    play(first + timedelta(days=14), losers=["Berit", "Berit", "Carl", "Ivar"])
    odd = play(first + timedelta(days=28), losers=["Arne", "Berit", "Carl", "Arne"], host=None)
    struck, corrected, void, _stands = odd.rounds.in_order()
    dina, players = named("Dina"), [named("Berit"), named("Dina")]
    rounds.strike_round(actor=chairman, round_id=struck.pk, seen=1, reason="xx")
    rounds.correct_round(actor=chairman, round_id=corrected.pk, seen=1, mattis=dina, players=players, reason="xx")
    rounds.void_round(actor=chairman, round_id=void.pk, seen=1, reason="xx")
    play(first + timedelta(days=42), losers=["Arne", "Berit"], present=["Arne", "Berit"])
    tonight = open_evening(evenings.suggested_date(timezone.now()))
    attendance.add_guest(actor=chairman, evening_id=tonight.pk, name="Liv")
    for name in ("Einar", "Frode"):
        seat = Attendance.objects.get(evening=tonight, person=named(name))
        attendance.change_table(actor=chairman, attendance_id=seat.pk, seen=seat.version, table=2)
    strek(tonight, "Dina")
    strek(tonight, "Einar", table=2)
    return client_of(chairman)


def ids() -> dict[str, int | str]:
    tonight = Evening.objects.latest("pk")
    return {
        "evening_id": tonight.pk,
        "table": 1,
        "season_id": Season.objects.get().pk,
        "round_id": Round.objects.get(evening=tonight, table=1).pk,
        "attendance_id": Attendance.objects.latest("pk").pk,
        "person_id": named("Berit").pk,
        "period_id": MemberPeriod.objects.latest("pk").pk,
        "leave_id": Leave.objects.get().pk,
        "office_id": Office.objects.latest("pk").pk,
    }


def test_no_page_in_english_has_norwegian_left_on_it(client):
    addresses = pages(client, ids())
    addresses += [reverse("evening", args=[evening.pk]) for evening in Evening.objects.all()]
    addresses += [reverse("round_edit", args=[round_.pk]) for round_ in Round.objects.all()]
    addresses += [reverse("read_by_link", args=["xx"]), "/xx/"]
    left = [f"{address} {piece}" for address in addresses for piece in norwegian(partial(client.get, address), client)]
    assert not left, "\n".join(left)


def test_the_door_has_no_norwegian_left_on_it(client):
    visitor = Client()
    assert norwegian(lambda: visitor.get(reverse("account_login")), visitor) == []


def test_what_is_wrong_with_a_form_is_said_in_english(client):
    visitor = Client()
    wrong = [
        (visitor, "account_login", {"login": "arne@example.org", "password": "xx"}),
        (visitor, "account_login", {"login": "xx"}),
        (client, "account_change_password", {"oldpassword": "xx", "password1": "password", "password2": "xx"}),
        (client, "account_change_password", {"oldpassword": "xx", "password1": "1234567", "password2": "xx"}),
        (client, "person_add", {"name": "x" * 200, "member_from": "30.2.2026"}),
        (client, "person_add", {"name": "Berit", "member_from": "1.1.3026"}),
        (client, "keeper_name", {"person": "0"}),
    ]
    for who, name, answers in wrong:
        assert norwegian(partial(who.post, reverse(name), answers), who) == [], name


def test_too_many_tries_are_refused_in_english(client):
    def one_more() -> Any:
        return client.post(reverse("account_change_password"))

    assert [one_more().status_code for _try in range(6)][-1] == 429
    assert norwegian(one_more, client) == []
