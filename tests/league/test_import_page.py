"""The import page and the command: upload, look over, confirm; nothing typed or uploaded is lost on the way."""

import re
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db.models import Count
from django.urls import reverse

from league.models import Evening, LogEntry, MemberPeriod, Office, Person, Round, Season
from tests.factories import at, client_of, day, found_club, login, member

pytestmark = pytest.mark.django_db

BOOKS = Path("fixtures/books")
GOOD = {
    "mattisbok-2022-excel.csv": [19, 31, 17, 24, 16, 23, 35, 20, 25, 19],
    "mattisbok-2023.xlsx": [27, 24, 14, 15, 18, 19, 29, 8, 28, 19, 22],
    "runder-2024.csv": [18, 20, 13, 29, 13, 19, 26, 14, 22, 13, 15, 16],
    "mattisbok-2025.csv": [20, 17, 11, 21, 11, 17, 29, 12, 25, 15, 14, 17],
}
MEMBERS = [
    *("Arne Øvergård", "Bjørn Åsheim", "Dag-Erik Lie", "Eirik Sæther", "Frode Nygård", "Geir Hågensen"),
    *("Håkon Brå", "Jan Åge Vik", "Kåre Myhr", "Magne Tveit", "Odd Rune Ås", "Pål Ødegård"),
]


@pytest.fixture(autouse=True)
def club():
    with time_machine.travel(at(day(3, 5), "20.00"), tick=False):
        yield found_club("Formann Hansen")


@pytest.fixture
def chairman(club):
    return client_of(club)


def upload(client, name, data=None, **answers):
    file = SimpleUploadedFile(name, (BOOKS / name).read_bytes() if data is None else data)
    return client.post(reverse("import_book"), {"book": file, **answers}, follow=True)


def answers(response, **changed):
    """What the browser sends back from the page as it is, with some answers changed."""
    page = response.context["page"]
    sent = {
        "read": [one.read for one in page.questions],
        "meant": [one.meant for one in page.questions],
        "proposed": [one.name for one in page.members],
        "member": [one.name for one in page.members if one.ticked],
        "seen": page.plan.key,
        **({"people": "on"} if page.choices.people else {}),
    }
    return {**sent, **changed}


def strek():
    return dict(Round.objects.values_list("mattis__name").annotate(Count("pk")))


def lines(*texts):
    return "\n".join(texts).encode()


# The page


@pytest.mark.parametrize("name", GOOD)
def test_a_good_book_goes_in_by_the_page_with_its_own_sums(chairman, name):
    shown = upload(chairman, name)
    assert "24 kvelder" in shown.text
    assert Evening.objects.count() == 0
    done = chairman.post(reverse("import_save"), answers(shown, people="on"), follow=True)
    season = Season.objects.get(name=re.search(r"20\d\d", name)[0])
    assert done.redirect_chain == [(reverse("book_season", args=[season.pk]), 302)]
    assert "24 kvelder er lest inn." in done.text
    assert strek() == dict(zip(MEMBERS, GOOD[name], strict=False))


def test_the_faulty_book_is_refused_with_every_fault_and_nothing_is_stored(chairman):
    entries = LogEntry.objects.count()
    shown = upload(chairman, "mattisbok-2025-feil.csv")
    for line in (
        "Linje 4, kolonne 1 (Dato): leste «31.02.2025», ventet en dag som finnes, skrevet som 09.01.2025",
        "Linje 6, kolonne 2 (Vert): leste «Bjorn Aasheim»",
        "Linje 8, kolonne 6 (Dag-Erik Lie): leste «x», ventet et helt tall",
        "Linje 10, kolonne 3 (Runder): leste «12»",
        "Linje 12, kolonne 1 (Dato): leste «15.05.2025 Magne Tveit»",
        "Linje 14, kolonne 3 (Runder): leste «9»",
        "Linje 26: leste «Runder 209, Bjørn Åsheim 17",
    ):
        assert line in shown.text
    refused = chairman.post(reverse("import_save"), answers(shown, people="on"))
    assert refused.status_code == 409
    assert "Det er 7 feil i filen. Ingenting er lest inn." in refused.text
    assert (Evening.objects.count(), Person.objects.count(), Season.objects.count()) == (0, 1, 1)
    assert LogEntry.objects.count() == entries


def test_answers_outlive_a_mended_file_and_a_new_log_in(chairman, club):
    shown = upload(chairman, "mattisbok-2025-feil.csv")
    chairman.post(reverse("import_book"), answers(shown, meant=["Bjørn Åsheim"]))
    chairman.logout()
    chairman.force_login(club)
    shown = chairman.get(reverse("import_book"))
    assert "mattisbok-2025-feil.csv" in shown.text
    assert [one.meant for one in shown.context["page"].questions] == ["Bjørn Åsheim"]
    assert len(shown.context["page"].plan.faults) == 6
    mended = (BOOKS / "mattisbok-2025.csv").read_bytes().replace("Frode Nygård;7".encode(), b"Bjorn Aasheim;7")
    shown = upload(chairman, "mattisbok-2025.csv", mended, **answers(shown))
    assert shown.context["page"].plan.faults == ()
    chairman.post(reverse("import_save"), answers(shown, people="on"))
    assert Evening.objects.filter(host__name="Bjørn Åsheim").count() == 3


def test_without_a_yes_to_the_people_nothing_is_stored(chairman):
    shown = upload(chairman, "mattisbok-2025.csv")
    refused = chairman.post(reverse("import_save"), answers(shown))
    assert refused.status_code == 409
    assert "Navnene og medlemstidene må bekreftes. Ingenting er lest inn." in refused.text
    assert Evening.objects.count() == 0


def test_who_is_made_a_guest_is_looked_over_once_more(chairman):
    shown = upload(chairman, "b.csv", lines("Dato;Vert;A Aa;B Bb;C Cc", "09.01.2025;A Aa;1;1;"))
    assert [one.verdict.counts for one in shown.context["page"].plan.new] == [True]  # 2 of 3
    sent = answers(shown, member=["A Aa", "C Cc"], people="on")
    shown = chairman.post(reverse("import_save"), sent, follow=True)
    assert "Se over en gang til." in shown.text
    assert [one.verdict.counts for one in shown.context["page"].plan.new] == [False]  # 1 of 2
    assert Evening.objects.count() == 0
    chairman.post(reverse("import_save"), answers(shown))
    assert set(MemberPeriod.objects.values_list("person__name", flat=True)) == {"Formann Hansen", "A Aa", "C Cc"}


def test_missing_strek_may_be_said_to_be_a_guest_s(chairman):
    shown = upload(chairman, "b.csv", lines("Dato;Vert;Runder;A Aa;B Bb", "09.01.2025;A Aa;3;1;1"))
    assert shown.context["page"].may_have_guests
    sent = answers(shown, may_have_guests="1", unnamed_guests="on")
    shown = chairman.post(reverse("import_book"), sent, follow=True)
    assert shown.context["page"].guest_strek == 1
    chairman.post(reverse("import_save"), answers(shown, may_have_guests="1", unnamed_guests="on", people="on"))
    assert strek() == {"A Aa": 1, "B Bb": 1, "Gjest 1": 1}


def test_a_book_that_is_in_already_says_so_and_changes_nothing(chairman):
    upload(chairman, "mattisbok-2025.csv")
    chairman.post(reverse("import_save"), answers(chairman.get(reverse("import_book")), people="on"))
    entries = LogEntry.objects.count()
    shown = upload(chairman, "mattisbok-2025.csv")
    assert "Alt i filen står i boken fra før. Det er ingenting å lese inn." in shown.text
    assert "Les inn boken</button>" not in shown.text
    chairman.post(reverse("import_save"), answers(shown))
    assert LogEntry.objects.count() == entries


def test_an_evening_told_differently_shows_both(chairman):
    heading = "Dato;Vert;A Aa;B Bb"
    shown = upload(chairman, "b.csv", lines(heading, "09.01.2025;A Aa;1;1"))
    chairman.post(reverse("import_save"), answers(shown, people="on"))
    shown = upload(chairman, "b.csv", lines(heading, "09.01.2025;A Aa;2;1"))
    assert "1 kveld står annerledes i boken" in shown.text
    assert "<td>1 strek</td><td>2 streker</td>" in shown.text
    assert chairman.post(reverse("import_save"), answers(shown)).status_code == 409


def test_the_two_tabs_of_one_importer_do_not_mix_up_their_files(chairman):
    first = upload(chairman, "a.csv", lines("Dato;Vert;A Aa", "09.01.2025;A Aa;1"))
    upload(chairman, "b.csv", lines("Dato;Vert;B Bb", "09.01.2025;B Bb;1"))
    refused = chairman.post(reverse("import_save"), answers(first, people="on"))
    assert refused.status_code == 409
    assert Evening.objects.count() == 0


def test_a_file_sent_with_the_yes_is_looked_over_first(chairman):
    shown = upload(chairman, "a.csv", lines("Dato;Vert;A Aa", "09.01.2025;A Aa;1"))
    other = SimpleUploadedFile("b.csv", lines("Dato;Vert;B Bb", "09.01.2025;B Bb;1"))
    shown = chairman.post(reverse("import_save"), answers(shown, people="on", book=other), follow=True)
    assert Evening.objects.count() == 0
    assert shown.context["page"].name == "b.csv"
    assert not shown.context["page"].choices.people


def test_each_importer_has_a_file_of_his_own_and_may_put_it_away(chairman):
    member("A Aa", day(1, 1))
    keeper = client_of(login("A Aa", office=Office.Kind.KEEPER))
    upload(chairman, "mattisbok-2025.csv")
    assert "page" not in keeper.get(reverse("import_book")).context
    chairman.post(reverse("import_forget"))
    assert "mattisbok-2025.csv" not in chairman.get(reverse("import_book")).text


def test_saving_without_a_file_asks_for_one(chairman):
    assert "Velg en fil først." in chairman.post(reverse("import_book"), follow=True).text
    assert chairman.post(reverse("import_save")).status_code == 302


@pytest.mark.parametrize("data", [b"", b"\x00\x01", b"PK\x03\x04", b"a;b\n", b"x" * 5_000_001])
def test_any_file_is_answered_with_words(chairman, data):
    shown = upload(chairman, "b.xlsx", data)
    assert shown.status_code == 200
    assert "1 feil i filen" in shown.text


def test_who_may_not_touch_the_people_may_not_import():
    member("A Aa", day(1, 1))
    client = client_of(login("A Aa"))
    assert client.get(reverse("import_book")).status_code == 403
    assert client.post(reverse("import_save")).status_code == 403


# The command


def run(*words, **options):
    out = StringIO()
    call_command("import_book", *words, stdout=out, stderr=out, **options)
    return out.getvalue()


@pytest.mark.parametrize("name", GOOD)
def test_a_good_book_goes_in_by_the_command_with_its_own_sums(name):
    said = run(str(BOOKS / name), "--create-people")
    assert f"24 kvelder og {sum(GOOD[name])} runder er nye" in said
    assert strek() == dict(zip(MEMBERS, GOOD[name], strict=False))


def test_the_command_tells_every_fault_and_stores_nothing():
    out = StringIO()
    with pytest.raises(CommandError, match="Det er 7 feil i filen"):
        call_command("import_book", str(BOOKS / "mattisbok-2025-feil.csv"), "--create-people", stderr=out)
    assert [line.split(",")[0].split(":")[0] for line in out.getvalue().splitlines()] == [
        *("linje 4", "linje 6", "linje 8", "linje 10", "linje 12", "linje 14", "linje 26"),
    ]
    assert Evening.objects.count() == 0


def test_the_command_asks_before_it_makes_people(tmp_path):
    file = tmp_path / "b.csv"
    file.write_bytes(lines("Dato;Vert;Runder;A Aa;B Bb", "09.01.2025;Aa A;3;1;1"))
    options = ["--map", "Aa A=A Aa", "--unnamed-guests", "--guest", "B Bb"]
    with pytest.raises(CommandError, match="--create-people"):
        run(str(file), *options)
    assert "Ingenting er lest inn: dette var en prøve." in run(str(file), *options, "--create-people", "--dry-run")
    assert Evening.objects.count() == 0
    said = run(str(file), *options, "--create-people")
    assert "Medlem: A Aa 01.01.2025 – 31.12.2025" in said
    assert "Medlem: B Bb" not in said
    assert strek() == {"A Aa": 1, "B Bb": 1, "Gjest 1": 1}


def test_the_command_says_what_is_wrong_with_its_words(tmp_path):
    with pytest.raises(CommandError):
        run(str(tmp_path / "none.csv"))
    with pytest.raises(CommandError, match="Bjørn Åsheim"):
        run(str(BOOKS / "mattisbok-2025.csv"), "--map", "Bjorn")
