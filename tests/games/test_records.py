"""Writing a record down: nothing typed is lost, and the round stays what the book says."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import referee
from games.models import Draft, Record
from games.services import records
from league.errors import Refused
from league.models import LogEntry, Round
from league.verbs import Verb
from tests.factories import actor, client_of, day, found_club, guest, login, named, play

pytestmark = pytest.mark.django_db
FIXTURES = Path(__file__).parents[2] / "fixtures" / "records"
GOOD = (FIXTURES / "round-club.txt").read_text()
UNLAWFUL = (FIXTURES / "verdict-could-beat-in-suit-trump.txt").read_text()


@pytest.fixture
def round_() -> Round:
    found_club("Arne", "Berit", "Carl", "Dina")
    return play(day(3, 5), losers=["Berit"], present=["Arne", "Berit", "Carl"]).rounds.get()


@pytest.fixture
def keeper(round_: Round) -> Client:
    return client_of(actor())


def write(client: Client, round_: Round, text: str, **more: object):
    return client.post(reverse("record_write", args=[round_.pk]), {"text": text, **more})


def test_a_record_is_stored_with_its_rules_and_the_engine_it_was_read_by(keeper: Client, round_: Round):
    answer = write(keeper, round_, GOOD)
    record = Record.objects.get()
    assert answer["Location"] == reverse("record", args=[record.pk])
    assert (record.rules, record.engine, record.text) == ("club", referee.ENGINE, GOOD)
    assert LogEntry.objects.filter(verb=Verb.WRITE_RECORD).count() == 1


def test_a_record_changes_neither_the_mattis_nor_the_round(keeper: Client, round_: Round):
    before = Round.objects.values().get(pk=round_.pk)
    write(keeper, round_, GOOD)  # in which somebody else is mattis
    assert Round.objects.values().get(pk=round_.pk) == before


def test_an_unlawful_play_is_what_happened_and_is_stored(keeper: Client, round_: Round):
    write(keeper, round_, UNLAWFUL)
    page = keeper.get(reverse("record", args=[Record.objects.get().pk])).text
    assert "Bjørn kunne stikke i sorten med spar ni" in page
    assert "Klubbens regler, spillerunden pkt. 3" in page


def test_faults_stand_beside_their_line_and_the_text_stays_in_the_field(keeper: Client, round_: Round):
    text = "Regler: club\nSpillere: Anna, Bjørn\nHender: 7h 8h / 9s 3d\nTrumf: ruter\n\n1. 7h tull 9s\n"
    answer = write(keeper, round_, text)
    assert answer.status_code == 409
    assert "Linje 6, tegn 7" in answer.text
    assert "1. 7h tull 9s" in answer.text
    assert answer.context["form"]["text"].value() == text
    assert not Record.objects.exists()
    assert Draft.objects.get().text == text


BAD = "Regler: clbu\nSpillere: Anna, Bjørn\nHender: 7h 8h / 9s 3d\nTrumf: ruter\n\n1. 7h tull KD\n"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "nb",
            [
                "ukjente regler: «clbu»",
                "«tull» er ikke et kort (et kort skrives 7h, 10h, ♥7 eller hjerter 7, en serie 5h-6h-7h)",
                "KD kan være både Kd og Qc: K er konge eller kløver, D er dame eller diamonds",
            ],
        ),
        (
            "en",
            [
                "unknown rules: 'clbu'",
                "no card: 'tull' (a card is written 7h, 10h, ♥7 or hjerter 7; a series 5h-6h-7h)",
                "KD may be Kd or Qc; K is konge or kløver, D dame or diamonds",
            ],
        ),
    ],
)
def test_faults_are_said_in_the_language_of_the_page(keeper: Client, round_: Round, language: str, said: list[str]):
    keeper.cookies["django_language"] = language
    faults = [f"{fault.message} ({fault.hint})" for fault, _ in write(keeper, round_, BAD).context["faults"]]
    assert [begins in fault for begins, fault in zip(said, faults, strict=True)] == [True, True, True]


def test_a_draft_is_one_for_each_and_nobody_elses(keeper: Client, round_: Round):
    carl = client_of(login("Carl"))
    for client, text in ((keeper, "mitt"), (carl, "hans"), (keeper, "mitt igjen")):
        assert client.post(reverse("draft_save", args=[round_.pk]), {"text": text}).status_code == 200
    assert Draft.objects.count() == 2
    assert keeper.get(reverse("record_write", args=[round_.pk])).context["form"]["text"].value() == "mitt igjen"
    assert carl.get(reverse("record_write", args=[round_.pk])).context["form"]["text"].value() == "hans"


def test_a_stored_record_is_done_with_its_draft(keeper: Client, round_: Round):
    keeper.post(reverse("draft_save", args=[round_.pk]), {"text": "noe"})
    write(keeper, round_, GOOD)
    assert not Draft.objects.exists()


def test_over_200_kilobytes_is_refused_with_the_text_still_in_the_field(keeper: Client, round_: Round):
    for text in ("{" + "x" * 200_001 + "}", "y" * 3_000_000):
        answer = write(keeper, round_, text)
        assert answer.status_code == 409
        assert "200 er det meste" in answer.text
        assert answer.context["form"]["text"].value() == text
    assert not Record.objects.exists()
    assert not Draft.objects.exists()


def test_a_file_may_be_sent_instead_and_need_not_be_text(keeper: Client, round_: Round):
    damaged = SimpleUploadedFile("runde.txt", b"\x00\xff\xfe\x00Regler: club\n\x00")
    assert write(keeper, round_, "", file=damaged).status_code == 409
    write(keeper, round_, "", file=SimpleUploadedFile("runde.txt", GOOD.encode()))
    assert Record.objects.get().text == GOOD


def test_two_who_write_the_same_round_down_do_not_overwrite_each_other(keeper: Client, round_: Round):
    carl = client_of(login("Carl"))
    write(keeper, round_, GOOD)
    answer = write(carl, round_, UNLAWFUL)  # his page knew of none
    assert answer.status_code == 409
    assert "Noen andre har lagret et referat" in answer.text
    assert Record.objects.get().text == GOOD
    assert write(carl, round_, UNLAWFUL, version=1).status_code == 302
    assert write(keeper, round_, GOOD, version=1).status_code == 409  # stale by now
    assert Record.objects.get().text == UNLAWFUL


def test_only_those_who_were_there_or_keep_the_book_write_it_down(keeper: Client, round_: Round):
    guest("Geir")
    for name, allowed in (("Carl", True), ("Dina", False), ("Geir", False)):
        client = client_of(login(name))
        for address in ("record_write", "draft_save"):
            answer = client.post(reverse(address, args=[round_.pk]), {"text": ""})
            assert (answer.status_code != 403) is allowed, (name, address)


def test_f25_after_another_engine_the_record_replays_the_same_or_says_that_it_does_not(keeper: Client, round_: Round):
    write(keeper, round_, GOOD)
    record = Record.objects.get()
    address = reverse("record", args=[record.pk])
    Record.objects.update(engine="0.0.1")
    assert "leses annerledes nå" not in keeper.get(address).text, "another version that makes the same of it"
    Record.objects.update(digest="noe annet")
    page = keeper.get(address).text
    assert "Referatet ble ført med versjon 0.0.1 av reglene og leses annerledes nå." in page
    assert Round.objects.get(pk=round_.pk).mattis == named("Berit"), "the strek stands"


def test_replaying_costs_the_same_queries_however_long_the_record(
    keeper: Client, round_: Round, django_assert_max_num_queries
):
    for text in (UNLAWFUL, GOOD):
        record = records.save_record(actor=actor(), round_=round_, text=text, seen=_version(round_))
        with django_assert_max_num_queries(8):
            page = keeper.get(reverse("record", args=[record.pk]))
        assert len(page.content) < 200_000


def _version(round_: Round) -> int | None:
    return Record.objects.filter(round=round_).values_list("version", flat=True).first()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_damaged_record_is_told_apart_and_never_an_error(keeper: Client, round_: Round, data: st.DataObject):
    at = data.draw(st.integers(0, len(GOOD)))
    noise = data.draw(st.text(max_size=20))
    damaged = GOOD[:at] + noise + GOOD[at + data.draw(st.integers(0, 30)) :]
    answer = write(keeper, round_, damaged, version=str(_version(round_) or ""))
    assert answer.status_code in {302, 409}


@pytest.mark.long
@settings(max_examples=2000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_two_thousand_damaged_records_are_told_apart(keeper: Client, round_: Round, data: st.DataObject):
    source = data.draw(st.sampled_from(sorted(FIXTURES.glob("*.txt")))).read_text()
    for _cut in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(source)))
        source = source[:at] + data.draw(st.text(max_size=20)) + source[at + data.draw(st.integers(0, 40)) :]
    answer = write(keeper, round_, source, version=str(_version(round_) or ""))
    assert answer.status_code in {302, 409}


def test_a_text_too_long_is_refused_by_the_service_itself(round_: Round):
    with pytest.raises(Refused, match="200 er det meste"):
        records.save_draft(actor=actor(), round_=round_, text="x" * 200_001)
