"""The log: kept as it was written, told in words, and read by the members."""

import json

import pytest
import time_machine
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league import log
from league.log import changes_since
from league.log_sentences import SENTENCES, UNSAID
from league.models import LogEntry, Office, Person, PersonalText, Round, User
from league.services import attendance, evenings, offices, people, rounds
from league.verbs import Verb
from league.views.log import KINDS, PER_PAGE
from league.wording import describe, word
from tests.factories import actor, at, client_of, day, found_club, login, named, open_evening, play, strek
from tests.league.eventful import MARCH, eventful_club

pytestmark = pytest.mark.django_db

LOG = LogEntry._meta.db_table
NOT_YET = {  # no service of the league writes these so far
    Verb.CONTEST_NEXT,
    # The games do
    Verb.WRITE_RECORD,
    Verb.RAISE_DISPUTE,
    Verb.TELL_DISPUTE,
    Verb.REOPEN_DISPUTE,
    Verb.RULE,
    Verb.CHANGE_HOUSE_RULES,
}


def told(**where):
    """Who, what, further what and why, of the newest such entry."""
    entry = LogEntry.objects.filter(**where).select_related("user__person", "reason")[0]
    (line,) = describe([entry])
    return line


def sentence(verb):
    return told(verb=verb).sentence


# --- Kept as it was written


@pytest.fixture
def entry():
    found_club("Arne", "Berit")
    return LogEntry.objects.get()


def test_a_log_row_cannot_be_changed(entry):
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        LogEntry.objects.filter(pk=entry.pk).update(verb=Verb.RENAME)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        entry.save()
    assert LogEntry.objects.get().verb == Verb.FOUND_CLUB


def test_a_log_row_cannot_be_deleted(entry):
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        entry.delete()
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {LOG}")
    assert LogEntry.objects.count() == 1


def test_the_log_cannot_be_emptied(entry):
    """SQLite has no TRUNCATE; there, emptying is deleting."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # else the keys still to be checked would refuse it
        verb = "TRUNCATE" if connection.vendor == "postgresql" else "DELETE FROM"
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            cursor.execute(f"{verb} {LOG}")
    assert LogEntry.objects.count() == 1


def test_a_row_cannot_be_written_over_by_one_with_the_same_id(entry):
    columns = "id, at, verb, changes, user_id, evening_id, reason_id, token, asked"
    other = f"SELECT id, at, 'rename', changes, user_id, evening_id, reason_id, token, asked FROM {LOG}"
    insert = f"INSERT INTO {LOG} ({columns}) {other} WHERE id > 0"
    statements = [f"{insert} ON CONFLICT (id) DO UPDATE SET verb = 'rename'"]
    if connection.vendor == "sqlite":
        statements.append(insert.replace("INSERT", "INSERT OR REPLACE"))
    for statement in statements:
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert LogEntry.objects.get().verb == Verb.FOUND_CLUB


def test_the_texts_it_points_to_can_be_emptied_and_the_log_reads_on():
    found_club("Arne", "Berit")
    people.rename(actor=actor(), person=named("Berit"), seen=1, name="Berit Moe", short_name="", sort_name="")
    PersonalText.objects.filter(person=named("Berit Moe")).update(text="")
    assert sentence(Verb.RENAME) == "endret navnet:  → "


def test_a_name_stands_only_where_it_can_be_emptied():
    """Names, addresses and free text are pointed to, so a log row names nobody."""
    eventful_club()
    kept = json.dumps(list(LogEntry.objects.values_list("changes", "asked")), default=str)
    for text in ("Dahl", "Berit", "Eva", "Feil Navn", "Gro", "example.org", "tante", "kriger", "snø", "brutt"):
        assert text not in kept
        assert PersonalText.objects.filter(text__contains=text).exists()


def test_a_text_about_a_person_belongs_to_him():
    eventful_club()
    about = set(PersonalText.objects.filter(person=named("Carl Lie")).values_list("text", flat=True))
    assert about == {"Carl Lie", "carl@example.org", "lie@example.org"}
    assert set(PersonalText.objects.filter(person=named("Eva Rud")).values_list("text", flat=True)) == {
        "Eva",
        "Eva Rud",
        "Evy",
    }


def test_an_act_that_changes_nothing_leaves_no_row():
    found_club("Arne", "Berit")
    people.rename(actor=actor(), person=named("Berit"), seen=1, name="Berit", short_name="", sort_name="")
    assert LogEntry.objects.count() == 1


def test_an_act_that_fails_halfway_leaves_neither_facts_nor_a_row():
    found_club("Arne", "Berit")
    with pytest.raises(RuntimeError):
        add_and_fail()
    assert LogEntry.objects.count() == 1
    assert not Person.objects.filter(name="Carl").exists()


def add_and_fail():
    with log.entry(Verb.ADD_PERSON, actor=actor()) as entry:
        entry.create(Person(name="Carl"))
        raise RuntimeError


def test_the_log_says_when_by_the_server_and_who_by_his_log_in():
    found_club("Arne", "Berit")
    keeper = login("Berit", office=Office.Kind.KEEPER)
    with time_machine.travel(at(MARCH, "23.59"), tick=False):
        evenings.open_evening(actor=keeper, day=MARCH, host=None)
    entry = LogEntry.objects.get(verb=Verb.OPEN_EVENING)
    assert (entry.at, entry.user) == (at(MARCH, "23.59"), keeper)


def test_what_changed_since_a_version_is_found_among_everything_else():
    found_club("Arne", "Berit")
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        first, second = strek(evening, "Arne"), strek(evening, "Berit")
        rounds.strike_round(actor=actor(), round_id=first.pk, seen=1, reason="feil navn")
        rounds.strike_round(actor=actor(), round_id=second.pk, seen=1, reason="feil navn")
        restored = rounds.restore_round(actor=actor(), round_id=first.pk, seen=2, reason="likevel riktig")
    found = changes_since(restored, 1)
    assert [entry.verb for entry in found] == [Verb.STRIKE_ROUND, Verb.RESTORE_ROUND]
    assert [entry.verb for entry in changes_since(restored, 2)] == [Verb.RESTORE_ROUND]
    assert changes_since(restored, 3) == []


def test_f06_what_changed_is_found_also_where_the_round_was_before_it_was_moved():
    found_club("Arne", "Berit")
    lent, kept = play(MARCH, losers=["Arne"]), play(day(3, 12), losers=["Berit"])
    round_ = lent.rounds.get()
    rounds.strike_round(actor=actor(), round_id=round_.pk, seen=1, reason="feil navn")
    for version, target in ((2, kept), (3, lent)):
        rounds.move_rounds(
            actor=actor(), seen={round_.pk: version}, to_evening_id=target.pk, table=1, reason="feil kveld"
        )
    found = [entry.verb for entry in changes_since(Round.objects.get(pk=round_.pk), 1)]
    assert found == [Verb.STRIKE_ROUND, Verb.MOVE_ROUNDS, Verb.MOVE_ROUNDS]


# --- In words


def test_every_verb_has_a_sentence_and_every_service_an_entry_that_reads():
    assert set(SENTENCES) == set(Verb)
    eventful_club()
    entries = list(LogEntry.objects.select_related("user__person", "reason"))
    assert set(Verb) - {Verb(entry.verb) for entry in entries} == NOT_YET
    for line in describe(entries):
        assert line.sentence
        said = f"{line.who} {line.sentence} {' '.join(line.details)}"
        assert not {"noen", "ingen", "None", "(slettet)"} & set(said.replace(",", "").split())
        assert "%(" not in said
        assert "{" not in said


def test_a_strek_and_its_correction_read_as_a_member_would_say_it():
    found_club("Kåre", "Arne", "Frode", "Geir")
    evening = open_evening(MARCH, host="Kåre")
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        for loser in ("Arne", "Arne", "Geir", "Frode"):
            last = strek(evening, loser)
        assert told(verb=Verb.ADD_ROUND).sentence == "førte strek til Frode, runde 4"
        rounds.correct_round(
            actor=actor(), round_id=last.pk, seen=1, mattis=named("Geir"), players=None, reason="feil navn"
        )
    line = told(verb=Verb.CORRECT_ROUND)
    assert (line.who, line.sentence, line.reason) == ("Kåre", "rettet runde 4: Frode → Geir", "feil navn")
    assert line.evening == evening


def test_a_new_name_is_told_with_the_old_one():
    found_club("Arne", "Kåre M")
    people.rename(actor=actor(), person=named("Kåre M"), seen=1, name="Kåre Myhr", short_name="", sort_name="")
    assert sentence(Verb.RENAME) == "endret navnet: Kåre M → Kåre Myhr"


def test_f18_elsewhere_the_log_says_the_name_he_has_now():
    found_club("Arne", "Kåre M")
    play(MARCH, losers=["Kåre M"])
    people.rename(actor=actor(), person=named("Kåre M"), seen=1, name="Kåre Myhr", short_name="", sort_name="")
    assert sentence(Verb.ADD_ROUND) == "førte strek til Kåre, runde 1"
    people.rename(actor=actor(), person=named("Kåre Myhr"), seen=2, name="Kurt Myhr", short_name="", sort_name="")
    assert sentence(Verb.ADD_ROUND) == "førte strek til Kurt, runde 1"


def test_the_table_is_told_only_where_there_are_several():
    found_club("Arne", "Berit", "Carl", "Dina")
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        strek(evening, "Arne")
        assert sentence(Verb.ADD_ROUND) == "førte strek til Arne, runde 1"
        for name in ("Carl", "Dina"):
            row = evening.attendances.get(person__name=name)
            attendance.change_table(actor=actor(), attendance_id=row.pk, seen=1, table=2)
        strek(evening, "Dina", table=2)
    assert sentence(Verb.ADD_ROUND) == "førte strek til Dina, bord 2, runde 1"
    assert sentence(Verb.CHANGE_TABLE) == "flyttet Dina til bord 2"


def test_a_round_that_does_not_stand_is_told_by_the_one_before_it():
    found_club("Arne", "Berit")
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        first, second = strek(evening, "Arne"), strek(evening, "Berit")
        rounds.undo_round(actor=actor(), round_id=second.pk, seen=1)
        assert sentence(Verb.UNDO_ROUND) == "angret streken til Berit, etter runde 1"
        rounds.strike_round(actor=actor(), round_id=first.pk, seen=1, reason="feil navn")
    assert sentence(Verb.STRIKE_ROUND) == "strøk streken til Arne, først"


def test_what_the_sentence_leaves_out_is_told_before_and_after():
    found_club("Arne", "Berit")
    evening = open_evening(MARCH, host="Arne")
    evenings.change_evening(
        actor=actor(), evening_id=evening.pk, seen=1, day=day(3, 6), host=named("Berit"), place="hytta", remark=""
    )
    line = told(verb=Verb.CHANGE_EVENING)
    assert line.sentence == "endret kvelden"
    assert set(line.details) == {"dato: 05.03.2026 → 06.03.2026", "vert: Arne → Berit", "sted: – → hytta"}


def test_every_column_that_may_be_told_has_a_norwegian_word():
    norwegian = {"person", "bladmattis", "mattis"}  # the same word in the code
    for model in ("evening", "attendance", "round", "roundplayer", "memberperiod", "leave", "office", "person"):
        for field in apps.get_model("league", model)._meta.concrete_fields:
            column = field.attname
            if column in {"id", "version", "round_id"} or (model, column) in UNSAID:
                continue
            assert field.name in norwegian or word(model, column) != field.name.replace("_", " "), (model, column)


def test_what_is_deleted_is_still_named():
    eventful_club()
    deleted = {line.sentence for line in describe(list(LogEntry.objects.select_related("user__person", "reason")))}
    assert {
        "slettet Feil Navn",
        "førte inn Feil Navn som gjest",
        "slettet kvelden 05.03.2026 hos Berit",
        "endret permisjonen til Evy",
        "slettet medlemstiden til Evy 01.01.2025–28.02.2025",
    } <= deleted


def test_a_single_act_on_something_deleted_since_is_still_named():
    eventful_club()
    assert sentence(Verb.CHANGE_LEAVE) == "endret permisjonen til Evy"
    assert told(verb=Verb.ARRIVE, evening_id__isnull=False).sentence


def test_an_old_book_is_told_by_its_evenings_and_by_how_many_names_it_brought():
    eventful_club()
    told_of = [line.sentence for line in describe(list(LogEntry.objects.filter(verb=Verb.IMPORT_BOOK)))]
    assert told_of == [
        "leste inn kvelden 19.02.2026 hos Arne fra en gammel bok, 1 runde",
        "leste inn 1 navn og 0 medlemstider fra en gammel bok",
    ]


def test_addresses_and_what_links_are_called_are_never_told():
    eventful_club()
    said = " ".join(
        f"{line.who} {line.sentence} {line.details}"
        for line in describe(list(LogEntry.objects.select_related("user__person", "reason")))
    )
    assert "@" not in said
    assert "tante" not in said
    assert sentence(Verb.ADD_LINK) == "laget en leselenke"


def test_who_has_no_person_is_told_without_his_address():
    found_club("Arne", "Berit")
    machine = User.objects.create_user("drift@example.org")
    people.add_person(actor=machine, name="Carl")
    assert told(verb=Verb.ADD_PERSON).who == "Driftsansvarlig"
    assert told(verb=Verb.FOUND_CLUB).who == "Mattisboken"


def test_describing_costs_the_same_however_much_there_is():
    found_club("Arne", "Berit")
    entries = LogEntry.objects.select_related("user__person", "reason")
    first = play(MARCH, losers=["Arne"])
    rounds.strike_round(actor=actor(), round_id=first.rounds.get().pk, seen=1, reason="feil")
    few = counted(lambda: describe(list(entries.all())))
    for number in range(4, 9):
        play(day(number, 12), losers=["Arne", "Berit"] * 3)
    assert entries.count() > 40
    assert counted(lambda: describe(list(entries.all()))) == few


def counted(act):
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries)


# --- The page


@pytest.fixture
def reader():
    """A member who holds no office, in a browser."""
    eventful_club()
    return client_of(login("Dina Vik"))


def page(client, **query):
    response = client.get(reverse("log"), query)
    assert response.status_code == 200
    return response


def test_a_member_reads_the_log_newest_first(reader):
    response = page(reader)
    lines = response.context["lines"]
    assert [line.entry.pk for line in lines] == sorted((line.entry.pk for line in lines), reverse=True)
    assert len(lines) == PER_PAGE
    assert "rettet bord 1, runde 1: Arne → Dina" in response.content.decode()
    assert "– feil navn" in response.content.decode()
    assert "@" not in response.content.decode()


def test_the_log_of_one_evening_has_all_of_it_and_nothing_else(reader):
    evening = Round.objects.filter(state="void")[0].evening
    response = page(reader, kveld=evening.pk)
    verbs = {line.entry.verb for line in response.context["lines"]}
    assert {Verb.OPEN_EVENING, Verb.ADD_ROUND, Verb.MOVE_ROUNDS, Verb.CORRECT_ATTENDANCE, Verb.CLOSE_EVENING} <= verbs
    assert {line.entry.evening_id for line in response.context["lines"]} == {evening.pk}


def test_an_evening_leads_to_its_log_for_who_may_read_it(reader):
    evening = Round.objects.filter(state="void")[0].evening
    link = f"{reverse('log')}?kveld={evening.pk}"
    assert link in reader.get(reverse("evening", args=[evening.pk])).content.decode()
    _link, secret = offices.add_link(actor=actor(), label="tante")
    stranger = Client()
    stranger.get(reverse("read_by_link", args=[secret]))
    content = stranger.get(reverse("evening", args=[evening.pk])).content.decode()
    assert "Til stede" in content
    assert link not in content


def test_f01_a_move_stands_in_the_log_of_both_evenings(reader):
    move = LogEntry.objects.get(verb=Verb.MOVE_ROUNDS)
    origin = move.changes[0]["before"]["evening_id"]
    assert move in [line.entry for line in page(reader, kveld=origin).context["lines"]]
    assert move in [line.entry for line in page(reader, kveld=move.evening_id, slag="runder").context["lines"]]


def test_every_verb_is_of_one_kind():
    kinds = [verb for _name, verbs in KINDS.values() for verb in verbs]
    assert sorted(kinds) == sorted(Verb)


def test_one_kind_is_shown_alone_and_a_kind_there_is_not_shows_all(reader):
    assert {line.entry.verb for line in page(reader, slag="frammote").context["lines"]} <= set(KINDS["frammote"][1])
    assert page(reader, slag="noe").context["page"].paginator.count == LogEntry.objects.count()


@pytest.mark.parametrize("number", ["0", "-1", "9999", "x", ""])
def test_a_page_there_is_not_shows_one_there_is(reader, number):
    assert page(reader, page=number).context["lines"]


@pytest.mark.parametrize("evening", ["x", "", "-1", "1' OR"])
def test_an_evening_that_is_no_number_is_no_filter(reader, evening):
    assert page(reader, kveld=evening).context["evening"] is None


@pytest.mark.parametrize("evening", ["999999", "9" * 30, "9" * 5000])
def test_an_evening_there_is_not_is_not_found(reader, evening):
    assert reader.get(reverse("log"), {"kveld": evening}).status_code == 404


def test_the_page_costs_the_same_however_much_there_is(reader):
    few = counted(lambda: page(reader))
    for number in range(3, 9):
        play(day(number, 13), losers=["Arne Dahl", "Berit Moe"] * 3, host="Arne Dahl")
    assert counted(lambda: page(reader)) <= few


def test_an_empty_kind_says_so():
    found_club("Arne", "Berit")
    assert "Ingenting her" in page(client_of(actor()), slag="runder").content.decode()


def test_f24_the_page_shows_the_day_and_the_clock_of_oslo(reader):
    evening = Round.objects.filter(state="void")[0].evening
    content = page(reader, kveld=evening.pk, slag="runder").content.decode()
    assert "Torsdag 5. mars 2026" in content
    assert ">20.00</time>" in content


def test_a_membership_deleted_with_its_offices_is_told_with_its_own_days():
    found_club("Arne", "Berit")
    offices.give_office(actor=actor(), person=named("Berit"), kind=Office.Kind.KEEPER, first_day=day(2, 1))
    people.delete_period(actor=actor(), period=named("Berit").periods.get(), seen=1)
    assert sentence(Verb.DELETE_PERIOD) == "slettet medlemstiden til Berit fra 01.01.2026"


def test_an_office_given_by_mistake_is_told_as_taken_back():
    found_club("Arne", "Berit")
    office = offices.give_office(actor=actor(), person=named("Berit"), kind=Office.Kind.KEEPER, first_day=day(2, 1))
    offices.end_office(actor=actor(), office=office, last_day=day(1, 31), seen=1)
    assert sentence(Verb.END_OFFICE) == "tok tilbake at Berit ble bokfører"
