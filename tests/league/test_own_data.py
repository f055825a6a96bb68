"""*Mine opplysninger*: everything the book holds on one person, for him alone or on his request."""

import json

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.exporting.sheets import Form
from league.models import Answer, Award, Invitation, Leave, LogEntry, MemberPeriod, Office, User
from league.own_data import OwnData
from league.services import people
from league.services.exports import export_book, export_person
from league.services.identity import merge
from league.verbs import Verb
from tests.factories import actor, at, client_of, day, found_club, guest, login, named, play

pytestmark = pytest.mark.django_db

MARCH = day(3, 5)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(at(day(6, 1), "12.00")):
        yield


@pytest.fixture
def berit():
    """Berit came twice, once as *B. Nes*; two rounds with one strek, and three with two."""
    found_club("Arne", "Berit Nes", "Carl")
    user = login("Berit Nes", office=Office.Kind.KEEPER, since=day(2, 1))
    people.add_period(actor=actor(), kind=Leave, person=named("Berit Nes"), first_day=day(4, 1), last_day=day(4, 30))
    play(MARCH, losers=["Berit Nes", "Arne"], host="Berit Nes")
    guest("B. Nes")
    play(day(3, 19), losers=["B. Nes", "Carl", "B. Nes"], present=["Arne", "B. Nes", "Carl"])
    merge(actor=actor(), double=named("B. Nes"), kept=named("Berit Nes"), seen=1)
    return user


def test_the_files_name_is_his_with_every_letter_and_the_books_likewise(berit):
    person = named("Berit Nes")
    people.rename(actor=actor(), person=person, seen=1, name="Bjørg Ærlig Ås", short_name="", sort_name="")
    assert export_person(actor=berit, person=named("Bjørg Ærlig Ås")).name == "bjorg-aerlig-as-2026-06-01.json"
    assert export_book(actor=berit, season=None, form=Form.CSV).name == "mattisboken-alle-bokene-2026-06-01.csv"


def test_f29_the_file_has_everything_the_book_holds_on_him(berit):
    invitation = Invitation.objects.create(starts_at=at(day(6, 11), "19.00"), host=berit.person)
    Answer.objects.create(invitation=invitation, person=berit.person, coming=True)
    Award.objects.create(title="player", year="2025", person=berit.person)
    file = client_of(berit).post(reverse("my_data_download"))
    assert file.headers["Content-Disposition"] == 'attachment; filename="berit-nes-2026-06-01.json"'
    data = json.loads(file.getvalue())
    assert data["klubb"] == "Klubben"
    assert data["Navn"] == [{"navn": "Berit Nes"}, {"navn": "B. Nes"}]
    assert data["Innlogging"][0]["e-post"] == "berit nes@example.org"
    assert data["Medlemstid"] == [{"fra": "01.01.2026"}]
    assert data["Permisjon"] == [{"fra": "01.04.2026", "til": "30.04.2026"}]
    assert data["Verv"] == [{"verv": "bokfører", "fra": "01.02.2026"}]
    assert [one["dato"] for one in data["Frammøte"]] == ["05.03.2026", "19.03.2026"]
    assert data["Vert"] == [{"dato": "05.03.2026"}]
    assert [one["strek"] for one in data["Runder"]] == [True, False, True, False, True]
    assert data["Svar på innkallinger"] == [{"innkalling": "11.06.2026", "kommer": True}]
    assert data["Vert for innkallinger"] == [{"innkalling": "11.06.2026"}]
    assert data["Kåringer"] == [{"tittel": "årets spiller", "år": "2025"}]
    assert {one["tekst"] for one in data["Tekster i loggen"]} == {
        "Berit Nes",
        "B. Nes",
        "berit nes@example.org",
    }


def test_no_relation_to_a_person_is_left_out(berit):
    """A new table that holds on to people fails here until *mine opplysninger* tells of it."""
    told = {
        "Answer", "Attendance", "Award", "Club", "Evening", "Leave", "MemberPeriod", "Office", "Pen", "Penalty",
        "Person", "PersonalText", "ReadLink", "Round", "RoundPlayer", "User", "Invitation",
    }  # fmt: skip
    relations = [
        one for one in berit.person._meta.get_fields(include_hidden=True) if one.auto_created and not one.concrete
    ]
    league = {one.related_model.__name__ for one in relations if one.related_model._meta.app_label == "league"}
    assert league <= told


def test_nobody_else_is_named_in_the_file(berit):
    text = client_of(berit).post(reverse("my_data_download")).getvalue().decode()
    for other in ("Arne", "Carl"):
        assert other not in text


def test_taking_the_file_is_logged(berit):
    client_of(berit).post(reverse("my_data_download"))
    entry = LogEntry.objects.first()
    assert (entry.verb, entry.user, str(entry.reason)) == (Verb.EXPORT, berit, "egne opplysninger (json)")


def test_looking_at_the_page_writes_nothing(berit):
    count = LogEntry.objects.count()
    page = client_of(berit).get(reverse("my_data"))
    assert LogEntry.objects.count() == count
    assert "B. Nes" in page.text
    assert "90 dager" in page.text
    assert "be formannen om å bli anonymisert" in page.text


def test_an_ended_member_takes_his_file_too(berit):
    office = Office.objects.get(person=berit.person)
    Office.objects.filter(pk=office.pk).update(last_day=day(5, 1))
    MemberPeriod.objects.filter(person=berit.person).update(last_day=day(5, 31))
    assert json.loads(client_of(berit).post(reverse("my_data_download")).getvalue())["Navn"]


def test_whoever_is_nobody_in_the_book_gets_his_address_alone():
    found_club()
    client = client_of(User.objects.create_user("nobody@example.org"))
    assert client.get(reverse("my_data")).status_code == 200
    assert json.loads(client.post(reverse("my_data_download")).content) == {"e-post": "nobody@example.org"}


def test_the_chairman_hands_out_somebodys_data_and_the_log_says_so(berit):
    client, carl = client_of(actor()), named("Carl")
    page = client.get(reverse("person_data", args=[carl.pk]))
    assert "Opplysninger om Carl" in page.text
    assert json.loads(client.post(reverse("person_data_download", args=[carl.pk])).getvalue())["Navn"] == [
        {"navn": "Carl"}
    ]
    assert str(LogEntry.objects.first().reason) == "opplysningene om Carl (json)"
    assert client_of(berit).get(reverse("person_data", args=[carl.pk])).status_code == 403


def test_the_queries_do_not_grow_with_what_there_is(berit):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            OwnData(named("Berit Nes")).as_json()
        return len(captured)

    few = queries()
    for number in range(2, 6):
        play(day(5, number), losers=["Berit Nes", "Carl"])
    assert queries() == few
