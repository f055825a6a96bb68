"""The first page of an empty book, and the page that tells what is stored about oneself."""

import pytest
import time_machine
from django.urls import reverse

from league.models import Club, LogEntry, MemberPeriod, Office, Person, Season, User
from league.services import people
from league.verbs import Verb
from tests.factories import actor, at, client_of, day, found_club, login, named, play

pytestmark = pytest.mark.django_db

TYPED = {
    "club": "Klubben",
    "chairman": "Kåre Myhr",
    "email": "Kaare@Example.org",
    "password": "krig-om-esset",
    "members": "Arne\nBerit",
    "percent": "65",
    "first_day": "2026-01-01",
}


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(at(day(6, 1), "12.00")):
        yield


def found(client, **typed):
    return client.post(reverse("setup"), TYPED | typed)


def members():
    return {period.person.name for period in MemberPeriod.objects.select_related("person")}


@pytest.mark.parametrize("path", ["/", "/boken/", "/logg-inn/", "/folk/", "/admin/", "/les/noe/", "/finnes-ikke/"])
def test_without_a_club_every_page_leads_to_the_first(client, path):
    assert client.get(path).headers["Location"] == reverse("setup")


def test_the_first_page_suggests_percent_and_the_first_of_january(client):
    page = client.get(reverse("setup")).text
    assert 'value="65"' in page
    assert 'value="2026-01-01"' in page


def test_a_club_is_founded_and_its_chairman_is_in(client):
    assert found(client).headers["Location"] == reverse("front")
    assert Club.objects.get().name == "Klubben"
    season = Season.objects.get()
    assert (season.name, season.first_day, season.percent) == ("2026", day(1, 1), 65)
    assert members() == {"Kåre Myhr", "Arne", "Berit"}
    assert set(Office.objects.values_list("person__name", "kind")) == {
        ("Kåre Myhr", "chairman"),
        ("Kåre Myhr", "administrator"),
    }
    assert client.get(reverse("keeper_name")).status_code == 200
    assert User.objects.get().email == "kaare@example.org"


def test_founding_stands_in_the_log_without_the_password(client):
    found(client)
    entry = LogEntry.objects.get()
    assert entry.verb == Verb.FOUND_CLUB
    assert "password" not in repr(entry.changes)


def test_an_old_book_leads_on_to_the_import(client):
    assert found(client, old_book="on").headers["Location"] == reverse("import_book")


PASTED = [
    ("Arne\n\n  Berit  \r\n\tCarl Nes\n", {"Arne", "Berit", "Carl Nes"}),
    ("Arne, Berit,Carl   Nes", {"Arne", "Berit", "Carl Nes"}),
    ("Arne; Berit\nCarl Nes,", {"Arne", "Berit", "Carl Nes"}),
    ("1. Arne\n 2) Berit\n- Carl Nes", {"Arne", "Berit", "Carl Nes"}),
    ("• Arne, Berit\n13.\u00a0Carl Nes", {"Arne", "Berit", "Carl Nes"}),
    ("", set()),
    ("\n , ;\n", set()),
    ("Ærlig Øy\nÅse Å", {"Ærlig Øy", "Åse Å"}),
    ("arne\nKÅRE MYHR", {"arne"}),  # the chairman himself, in other letters
    ("Kåre Myhr\nArne", {"Arne"}),
]


@pytest.mark.parametrize(("pasted", "others"), PASTED)
def test_a_pasted_list_of_members(client, pasted, others):
    found(client, members=pasted)
    assert members() == {"Kåre Myhr"} | others


def test_a_name_twice_is_told_with_its_line_and_nothing_is_lost(client):
    answer = found(client, members="Arne\nBerit\n\n arne \nBerit")
    assert "Linje 4: arne står der fra før." in answer.text
    assert "Linje 5: Berit står der fra før." in answer.text
    assert "Arne\nBerit\n\n arne \nBerit" in answer.text
    assert 'value="Kåre Myhr"' in answer.text
    assert not Club.objects.exists()


def test_a_name_too_long_is_told(client):
    assert "Linje 2: navnet er for langt." in found(client, members="Arne\n" + "x" * 121).text


FAULTS = [
    {"club": " "},
    {"chairman": ""},
    {"email": "kåre"},
    {"password": "1234"},
    {"password": "kaare@example.org"},
    {"percent": "101"},
    {"percent": "-1"},
    {"first_day": "31.02.2026"},
]


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_is_told_and_nothing_is_founded(client, fault):
    answer = found(client, **fault)
    assert "errorlist" in answer.text
    assert "krig-om-esset" not in answer.text, "a password is not sent back"
    assert not Club.objects.exists()
    assert not Person.objects.exists()


def test_a_short_password_is_told_in_norwegian(client):
    assert "Passordet er for kort. Det må ha minst 8 tegn." in found(client, password="krig").text


def test_a_season_may_begin_in_august_last_year(client):
    found(client, first_day="01.08.2025")
    assert Season.objects.get().name == "2025/26"


def test_a_club_is_founded_once(client):
    found(client)
    assert client.get(reverse("setup")).status_code == 404
    assert found(client, club="En annen").status_code == 404
    assert Club.objects.get().name == "Klubben"


# --- What is stored about oneself


def test_my_data_tells_names_days_offices_and_figures():
    found_club("Arne", "Berit", "Carl")
    login("Berit", office=Office.Kind.KEEPER, since=day(2, 1))
    people.rename(actor=actor(), person=named("Berit"), seen=1, name="Berit Nes", short_name="Bitten", sort_name="Nes")
    play(day(3, 5), losers=["Berit Nes", "Arne"], host="Berit Nes")
    answer = client_of(User.objects.get(person=named("Berit Nes"))).get(reverse("my_data"))
    for text in ["Berit Nes", "Bitten", "berit@example.org", "fra 01.01.2026", "Bokfører", "fra 01.02.2026"]:
        assert text in answer.text
    assert answer.context["data"].figures == {"evenings": 1, "hosted": 1, "rounds": 2, "strek": 1, "logged": 0}


def test_my_data_of_an_ended_member_says_so_kindly():
    found_club("Arne", "Berit", "Carl")
    client = client_of(login("Berit"))
    period = MemberPeriod.objects.get(person=named("Berit"))
    people.change_period(actor=actor(), period=period, seen=1, first_day=day(1, 1), last_day=day(5, 31))
    answer = client.get(reverse("my_data"))
    assert "Takk for rundene" in answer.text
    assert "01.01.2026 – 31.05.2026" in answer.text
    assert reverse("book") not in answer.text, "no menu to places that are shut"


def test_a_log_in_that_belongs_to_nobody_is_told_so():
    found_club()
    answer = client_of(User.objects.create_user("nobody@example.org")).get(reverse("my_data"))
    assert "hører ikke til noen" in answer.text
