"""The book and the table as files, and the book read in again."""

import csv
import io
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from openpyxl import load_workbook

from league.books import people_named, people_of, season_facts
from league.exporting import archive
from league.exporting.book import HEADING, book_rows, kept_evenings
from league.exporting.columns import Column, joined, parted
from league.exporting.kept import KeptEvening, KeptPenalty, KeptRound
from league.exporting.kept import lines as lines_of
from league.exporting.sheets import Form, sheet
from league.facts import State
from league.importing.book import read_book
from league.importing.cells import neutral, plain
from league.importing.faults import Kind
from league.importing.plan import Plan
from league.importing.service import NotImported, import_book, preview
from league.importing.values import Choices, ReadBook
from league.models import (
    Attendance,
    Evening,
    LogEntry,
    MemberPeriod,
    Penalty,
    Person,
    Round,
    RoundPlayer,
    Season,
)
from league.quorum import judged
from league.services import anonymising, attendance, identity, people, rounds
from league.services.exports import export_book, export_club, export_table
from league.standings import standings
from league.verbs import Verb
from tests.factories import actor, at, client_of, day, found_club, guest, member, named, open_evening, play, strek
from tests.league.eventful import eventful_club

pytestmark = pytest.mark.django_db

YES = Choices(people=True)
FORMULAS = (
    '=HYPERLINK("http://evil.example";"Kåre")',
    "+47 Per",
    "-Odd",
    "@arne",
    "'=Lars",
    "Vik, Jan",
    'Ola "Bie" Moe',
)


@pytest.fixture
def later():
    """A year after everything."""
    with time_machine.travel(at(day(3, 5, 2027), "12.00"), tick=False):
        yield


def book(form=Form.CSV):
    return sheet(form, "Boken", HEADING, book_rows(list(Evening.objects.in_order())))


def cells(data):
    """The lines of a CSV file by their headings, as a program reads them."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig")), delimiter=";"))


def edited(data, change):
    """The file after somebody has worked on it: `change` is given its lines."""
    lines = cells(data)
    lines = change(lines) or lines
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, lines[0].keys(), delimiter=";")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue().encode("utf-8-sig")


def first(lines, what):
    return next(line for line in lines if line["Linje"] == what)


def read_again(data, choices=YES):
    """What the importer would do, in words: faults, conflicts, new evenings, evenings that are there."""
    found, _effects = preview(data, choices=choices)
    return found


def told():
    """The book of all seasons without ids: everything the table and the book are made of, and the tables."""
    found = []
    for season in Season.objects.order_by("first_day"):
        facts = season_facts(season)
        names = {pk: person.name for pk, person in people_named(people_of(facts)).items()}
        rows = [
            (names[row.person], row.place, row.strek, row.penalties, row.rounds, row.rate, row.fair, row.form)
            for row in standings(facts).rows
        ]
        found.append((season.name, [_evening(*pair, names) for pair in judged(facts)], sorted(rows, key=str)))
    return found


def _evening(evening, verdict, names):
    shown = [one for one in evening.rounds if one.state is not State.UNDONE]
    counting = [shown.index(one) for one in verdict.counting_rounds]
    return (
        evening.date,
        names.get(evening.host),
        evening.place,
        evening.remark,
        sorted(names[person] for person in evening.came),
        sorted((names[one.person], one.arrived_at) for one in evening.present if one.arrived_at),
        [
            (one.table, one.state, names.get(one.mattis), _sorted(one.players, names), one.logged_at, one.ordered)
            for one in shown
        ],
        sorted(names[person] for person in evening.penalties),
        (verdict.reason, verdict.met_at, verdict.met_from_round, counting),
    )


def _sorted(players, names):
    return players and sorted(names[person] for person in players)


# --- Read in again into the same book


@pytest.mark.parametrize("form", Form)
def test_f27_a_book_read_in_again_changes_nothing(form, later):
    eventful_club()
    data = book(form)
    before, entries = told(), LogEntry.objects.count()
    found = read_again(data)
    assert (found.faults, found.conflicts, found.new, found.asks) == ((), (), (), False)
    assert len(found.kept) == Evening.objects.count()
    import_book(data, actor=actor(), choices=Choices())
    assert told() == before
    assert LogEntry.objects.count() == entries


def test_the_page_says_that_there_is_nothing_new(later):
    eventful_club()
    client = client_of(actor())
    file = io.BytesIO(book())
    file.name = "boken.csv"
    page = client.post("/importer/", {"book": file}, follow=True)
    assert "Alt i filen står i boken fra før. Det er ingenting å lese inn." in page.text


def test_a_changed_line_is_a_conflict_by_name_and_nothing_is_written(later):
    found_club("Arne", "Berit", "Carl")
    play(day(3, 5), losers=["Arne", "Berit"])

    def change(lines):
        first(lines, "runde").update(Mattis="Carl", Spillere="Arne, Carl")

    data = edited(book(), change)
    round_id = first(cells(data), "runde")["Runde-id"]
    (conflict,) = read_again(data).conflicts
    assert [(one.what, one.stored, one.read) for one in conflict.differences] == [
        (f"Runde {round_id}, Mattis", "Arne", "Carl"),
        (f"Runde {round_id}, Spillere", "Arne, Berit, Carl", "Arne, Carl"),
    ]
    before = told()
    with pytest.raises(NotImported, match="står annerledes i boken"):
        import_book(data, actor=actor(), choices=YES)
    assert told() == before


@pytest.mark.parametrize(
    ("column", "text"),
    [
        (Column.DATE, "06.03.2026"),
        (Column.HOST, "Carl Lie"),
        (Column.REMARK, "sludd"),
        (Column.PLACE, "hytta"),
    ],
)
def test_another_date_or_host_of_a_known_evening_is_a_conflict_and_no_new_evening(column, text, later):
    found_club("Arne Dahl", "Berit Moe", "Carl Lie")
    play(day(3, 5), losers=["Arne Dahl"], host="Berit Moe")

    def change(lines):
        for line in lines:
            line[column] = text

    found = read_again(edited(book(), change))
    assert found.new == ()
    ((difference,),) = (conflict.differences for conflict in found.conflicts)
    assert (difference.what, difference.read) == (f"Kvelden, {column}", text)


@pytest.mark.parametrize("what", ["runde", "straffestrek"])
def test_a_line_taken_out_of_the_file_is_a_conflict(what, later):
    evening = eventful_club()
    Penalty.objects.create(evening=evening, person=named("Dina Vik"), reason="for rask")

    def change(lines):
        lines.remove(first(lines, what))

    (conflict,) = read_again(edited(book(), change)).conflicts
    assert "står i boken" in [one.stored for one in conflict.differences] or len(conflict.differences) > 1


def test_a_correction_made_since_the_export_is_told_and_stands(later):
    found_club("Arne", "Berit", "Carl")
    evening = play(day(3, 5), losers=["Arne", "Berit"])
    data = book()
    wrong = evening.rounds.in_order()[0]
    rounds.correct_round(
        actor=actor(), round_id=wrong.pk, seen=wrong.version, mattis=named("Carl"), players=None, reason="feil navn"
    )
    (conflict,) = read_again(data).conflicts
    (one,) = conflict.differences
    assert (one.what, one.stored, one.read) == (f"Runde {wrong.pk}, Mattis", "Carl", "Arne")


def test_who_has_been_renamed_since_is_asked_about_and_then_there_is_nothing_new(later):
    found_club("Arne Dahl", "Berit Moe", "Carl Lie")
    play(day(3, 5), losers=["Carl Lie"], host="Arne Dahl")
    data = book()
    people.rename(actor=actor(), person=named("Carl Lie"), seen=1, name="Carl Lie Holm", short_name="", sort_name="")
    assert {fault.kind for fault in read_again(data).faults} == {Kind.NEAR_NAME}
    found = read_again(data, Choices(names={"Carl Lie": "Carl Lie Holm"}))
    assert (found.faults, found.conflicts, found.new) == ((), (), ())


def test_a_double_is_exported_as_the_person_kept_and_read_in_again_as_him(later):
    found_club("Arne", "Berit", "Carl")
    guest("Kalle")
    play(day(3, 5), losers=["Kalle", "Berit"], present=["Arne", "Berit", "Kalle"])
    identity.merge(actor=actor(), double=named("Kalle"), kept=named("Carl"), seen=1)
    data = book()
    assert "Kalle" not in data.decode()
    assert first(cells(data), "kveld")["Gjester"] == ""
    found = read_again(data)
    assert (found.faults, found.conflicts, found.new) == ((), (), ())


def test_two_guests_without_a_name_at_one_evening_are_told_apart(later):
    found_club("Arne", "Berit")
    evening = play(day(3, 5), losers=["Arne"])
    for _guest in range(2):
        somebody = Person.objects.create(name="Gjest 1")
        Attendance.objects.create(evening=evening, person=somebody, table=1)
        Round.objects.create(evening=evening, mattis=somebody, place=2, players_recorded=False)
    found = read_again(book())
    assert (found.faults, found.conflicts, found.new) == ((), (), ())
    assert len(set(kept_evenings([evening])[0].present)) == 4


# --- Into another book


def test_a_book_of_another_club_is_known_by_date_and_host_and_not_by_its_ids(later):
    found_club("Arne", "Berit", "Carl")
    play(day(3, 5), losers=["Arne"])
    play(day(3, 12), losers=["Berit"])
    data = book()

    def elsewhere(lines):
        for line in lines:
            line["Bok"] = "0ther000"
            line["Kveld-id"] = str(10**6 - int(line["Kveld-id"]))
            line["Runde-id"] = line["Runde-id"] and str(10**6 - int(line["Runde-id"]))

    found = read_again(edited(data, elsewhere))
    assert (found.faults, found.conflicts, found.new) == ((), (), ())
    assert len(found.kept) == 2


def import_into_empty(build, members, percent=65):
    """What is told of a club, and of an empty one with the same members after reading that club's book twice."""
    with transaction.atomic():
        found_club(*members, percent=percent)
        build()
        data, before = book(), told()
        transaction.set_rollback(True)
    found_club(*members, percent=percent)
    import_book(data, actor=actor(), choices=YES)
    after, entries = told(), LogEntry.objects.count()
    import_book(data, actor=actor(), choices=YES)
    assert LogEntry.objects.count() == entries
    return before, after


def test_an_empty_club_gets_the_same_book_and_table(later):
    def build():
        guest("Gro Hals")
        evening = open_evening(day(3, 5), host="Berit", present=["Arne", "Berit", "Carl", "Gro Hals"], clock="19.00")
        with time_machine.travel(at(day(3, 5), "19.30")):
            one = strek(evening, "Arne")
            strek(evening, "Gro Hals")
            attendance.add_guest(actor=actor(), evening_id=evening.pk)
            strek(evening, "Gjest 1")
            strek(evening, "Dina", table=1)
            rounds.strike_round(actor=actor(), round_id=one.pk, seen=1, reason="registrert to ganger")
            rounds.add_round(actor=actor(), evening_id=evening.pk, table=1, mattis=None, reason="brutt av")
            undone = strek(evening, "Carl")
            rounds.undo_round(actor=actor(), round_id=undone.pk, seen=1)
            last = strek(evening, "Berit")
            rounds.note_round(
                actor=actor(),
                round_id=last.pk,
                seen=1,
                finish={named("Arne").pk: 1, named("Carl").pk: 2},
                bladmattis=named("Dina"),
                trump="h",
                remark="to kriger, og en til",
            )
        Penalty.objects.create(evening=evening, person=named("Dina"), reason="for rask")
        Penalty.objects.create(evening=evening, person=named("Carl"), reason="feil", struck=True)
        open_evening(day(3, 12), host=None, present=["Arne"])  # without rounds
        old = Evening.objects.create(date=day(3, 19), attendance_recorded=False, counts_by_decision=True)
        Attendance.objects.create(evening=old, person=named("Carl"), table=1)
        Round.objects.create(evening=old, mattis=named("Carl"), players_recorded=False)

    before, after = import_into_empty(build, ["Arne", "Berit", "Carl", "Dina"])
    assert after == before
    noted = Round.objects.exclude(trump="").get()
    assert (noted.remark, noted.bladmattis.name, noted.dealer is not None) == ("to kriger, og en til", "Dina", True)
    assert list(noted.seats.exclude(finish=None).order_by("finish").values_list("person__name", "finish")) == [
        ("Arne", 1),
        ("Carl", 2),
    ]
    assert list(Round.objects.exclude(reason="").order_by("pk").values_list("reason", flat=True)) == [
        "registrert to ganger",
        "brutt av",
    ]
    page = client_of(actor()).get(reverse("book_season", args=[Season.objects.get().pk])).text
    assert "<del>Arne</del> strøket. Registrert to ganger." in page
    assert "uten Mattis. Brutt av." in page
    assert not MemberPeriod.objects.filter(person__name__in=["Gro Hals", "Gjest 1"]).exists()


def test_names_that_look_like_formulas_come_back_as_they_were(later):
    def build():
        for name in FORMULAS:
            guest(name)
        present = ["Arne", "Berit", *FORMULAS]
        evening = play(day(3, 5), losers=list(FORMULAS), present=present)
        Evening.objects.filter(pk=evening.pk).update(remark="=1+1", place="'-")

    before, after = import_into_empty(build, ["Arne", "Berit"])
    assert after == before
    assert set(FORMULAS) <= set(Person.objects.values_list("name", flat=True))


def test_who_is_no_member_in_the_file_is_not_proposed_as_one(later):
    found_club("Arne", "Berit")
    guest("Gro")
    play(day(3, 5), losers=["Gro"], present=["Arne", "Berit", "Gro"])
    data = book()
    assert first(cells(data), "kveld")["Gjester"] == "Gro"
    with transaction.atomic():
        RoundPlayer.objects.all().delete()
        Round.objects.all().delete()
        Attendance.objects.all().delete()
        Evening.objects.all().delete()
        MemberPeriod.objects.filter(person__name="Berit").delete()
        Person.objects.filter(name__in=["Berit", "Gro"]).delete()
    found = read_again(data)
    assert set(found.names) == {"Berit", "Gro"}
    assert [one.name for one in found.proposed] == ["Berit"]


def test_a_closed_season_takes_no_evening_by_the_command_either(later, tmp_path):
    found_club("Arne", "Berit")
    play(day(3, 5), losers=["Arne"])
    file = tmp_path / "boken.csv"
    file.write_bytes(edited(book(), lambda lines: [line | {"Kveld-id": "99", "Dato": "06.03.2026"} for line in lines]))
    Season.objects.update(closed_at=at(day(3, 1, 2027), "12.00"))
    with pytest.raises(CommandError, match="er avsluttet"):
        call_command("import_book", file, stdout=io.StringIO())
    assert Evening.objects.count() == 1


# --- The property: whatever has been played


NAMES = ("Arne", "Berit", "Carl", "Dina", "Eva", "Frode")
GUESTS = ("Gro Hals", "Gjest 1", "Gjest 2")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SOMEBODY = st.sampled_from(NAMES + GUESTS)
TIMES = st.none() | st.integers(0, 10**10).map(lambda us: timedelta(microseconds=us))
PLAYED: Any = st.builds(
    dict,
    table=st.integers(1, 2),
    place=st.none() | st.sampled_from([1.0, 1.5, 2.0, 2.25, 3.0]),
    state=st.sampled_from(State),
    players=st.none() | st.sets(SOMEBODY, min_size=2, max_size=6),
    loser=st.integers(0, 8),
    logged=TIMES,
    reason=st.sampled_from(["", "feil; navn", "=sum(A1)", "'+1", "«ja», sa han"]),
)
NIGHT: Any = st.builds(
    dict,
    days=st.integers(0, 300),
    host=st.none() | st.sampled_from(NAMES[:3]),
    present=st.dictionaries(SOMEBODY, TIMES, max_size=8),
    recorded=st.booleans(),
    decision=st.none() | st.booleans(),
    opened=TIMES,
    rounds=st.lists(PLAYED, max_size=6),
    penalties=st.lists(st.tuples(SOMEBODY, st.booleans()), max_size=2),
)
CLUB = st.tuples(
    st.lists(NIGHT, max_size=4, unique_by=(lambda night: night["days"])), st.sampled_from([40, 65]), st.booleans()
)


def _play_night(night):
    date = day(1, 1) + timedelta(days=night["days"])
    begun = NOON + timedelta(days=night["days"])
    evening = Evening.objects.create(
        date=date,
        host=night["host"] and named(night["host"]),
        attendance_recorded=night["recorded"],
        counts_by_decision=None if night["recorded"] else night["decision"],
        opened_at=None if night["opened"] is None else begun + night["opened"],
    )
    them = {name: _somebody(name) for name in (*NAMES, *GUESTS)}
    played = night["rounds"]
    present = dict(night["present"])
    for one in played:
        one["who"] = sorted(one["players"] or set(present) or {"Arne"})
        if one["state"] is State.STANDING:
            present |= {name: present.get(name) for name in (one["who"] if one["players"] else one["who"][:1])}
    for name, came in present.items():
        arrived = None if came is None else begun + came
        Attendance.objects.create(evening=evening, person=them[name], table=1, arrived_at=arrived)
    for one in played:
        loser = one["who"][one["loser"] % len(one["who"])] if one["players"] else one["who"][0]
        void = one["state"] is State.VOID and one["loser"] % 2
        stored = Round.objects.create(
            evening=evening,
            table=one["table"],
            place=one["place"],
            state=one["state"],
            reason=one["reason"],
            mattis=None if void else them[loser],
            players_recorded=one["players"] is not None,
            logged_at=None if one["logged"] is None else begun + one["logged"],
        )
        for name in sorted(one["players"] or ()):
            RoundPlayer.objects.create(round=stored, person=them[name])
    for name, struck in night["penalties"]:
        Penalty.objects.create(evening=evening, person=them[name], reason="for rask", struck=struck)


def _somebody(name):
    """A guest without a name is a new one every evening."""
    if name.startswith("Gjest"):
        return Person.objects.create(name=name)
    return Person.objects.get_or_create(name=name)[0]


class WhateverIsPlayed(TestCase):
    @given(CLUB)
    @settings(max_examples=25)
    def test_export_and_import_into_an_empty_club_give_the_same_book(self, club):
        nights, percent, whole = club
        with time_machine.travel(at(day(3, 5, 2027), "12.00"), tick=False):

            def build():
                Season.objects.update(whole_evening=whole)
                for night in nights:
                    _play_night(night)

            with transaction.atomic():
                found_club(*NAMES, percent=percent)
                build()
                data, before = book(), told()
                again = read_again(data) if nights else Plan(ReadBook())
                assert (again.faults, again.conflicts, again.new) == ((), (), ())
                transaction.set_rollback(True)
            found_club(*NAMES, percent=percent)
            Season.objects.update(whole_evening=whole)
            if nights:
                import_book(data, actor=actor(), choices=YES)
            assert [season for season in told() if season[1]] == [season for season in before if season[1]]


# --- What a file may hold


@pytest.mark.parametrize("text", ["", "Kåre", *FORMULAS, "''=x", "'x", "-", "\tx", "1,5"])
def test_a_text_made_harmless_comes_back(text):
    harmless = neutral(text)
    assert not harmless.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert plain(harmless) == text


@pytest.mark.parametrize("names", [[], ["Kåre"], list(FORMULAS), ["A og B", "C; D"], ['"', ","]])
def test_names_in_one_cell_come_back(names):
    assert parted(joined(names)) == names


def test_a_csv_file_opens_in_norwegian_excel_and_no_cell_is_a_formula():
    found_club("Arne", "Berit")
    for name in FORMULAS:
        guest(name)
    play(day(3, 5), losers=["Arne", *FORMULAS], present=["Arne", *FORMULAS])
    data = book()
    assert data.startswith(b"\xef\xbb\xbfBok;Kveld-id;Dato;")
    assert "05.03.2026" in data.decode()
    for line in csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=";"):
        assert not [cell for cell in line if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_a_workbook_holds_texts_as_texts_and_days_as_days():
    found_club("Arne", "Berit")
    for name in FORMULAS:
        guest(name)
    play(day(3, 5), losers=list(FORMULAS), present=["Arne", *FORMULAS])
    data = book(Form.XLSX)
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        assert b"<f" not in package.read("xl/worksheets/sheet1.xml")
    heading, _evening, *lines = load_workbook(io.BytesIO(data)).active.iter_rows()
    at_mattis = [cell.value for cell in heading].index("Mattis")
    assert [line[at_mattis].value for line in lines] == list(FORMULAS)
    assert {line[at_mattis].data_type for line in lines} == {"s"}
    assert lines[0][2].value == datetime(2026, 3, 5)  # noqa: DTZ001  # openpyxl gives a day so


def test_what_no_file_can_hold_is_left_out_and_makes_no_difference(later):
    found_club("Arne", "Berit")
    evening = play(day(3, 5), losers=["Arne"])
    Evening.objects.filter(pk=evening.pk).update(remark="snø\x07  og\nvind")
    assert kept_evenings([Evening.objects.get()])[0].remark == "snø og vind"
    found = read_again(book(Form.XLSX))
    assert (found.faults, found.conflicts, found.new) == ((), (), ())


@pytest.mark.parametrize(
    ("what", "column", "text", "kind"),
    [
        ("kveld", Column.EVENING, "", Kind.NOT_A_NUMBER),
        ("kveld", Column.DATE, "31.02.2026", Kind.NOT_A_DAY),
        ("kveld", Column.LINE, "kvelden", Kind.OTHER_WORD),
        ("kveld", Column.LINE, "straffestrek", Kind.NO_EVENING_LINE),
        ("kveld", Column.ATTENDANCE, "kanskje", Kind.OTHER_WORD),
        ("kveld", Column.GUESTS, "Ukjent Mann", Kind.NOT_PRESENT),
        ("kveld", Column.ARRIVED, "19.30 Arne", Kind.NOT_A_TIME),
        ("kveld", Column.OPENED, "2026-03-05T19:00:00", Kind.NOT_A_TIME),
        ("kveld", Column.PRESENT, 'Arne, "Berit', Kind.OPEN_QUOTE),
        ("runde", Column.REMARK, "regn", Kind.LINES_DIFFER),
        ("runde", Column.TABLE, "10", Kind.NO_TABLE),
        ("runde", Column.ROUND, "x", Kind.NOT_A_NUMBER),
        ("runde", Column.STATE, "borte", Kind.OTHER_WORD),
        ("runde", Column.MATTIS, "", Kind.NO_MATTIS),
        ("runde", Column.MATTIS, "Fremmed", Kind.MATTIS_NOT_PLAYING),
        ("runde", Column.PLAYERS, "Arne", Kind.TOO_FEW_PLAYERS),
        ("runde", Column.PLAYERS, "Arne, Berit, Arne", Kind.PLAYER_TWICE),
        ("runde", Column.FINISH, "x Berit", Kind.NOT_FINISHED),
        ("runde", Column.FINISH, "9999 Berit", Kind.NOT_FINISHED),
        ("kveld", Column.OPENED, "9999-12-31T23:59:59Z", Kind.NOT_A_TIME),
        ("runde", Column.TRUMP, "joker", Kind.OTHER_WORD),
        ("runde", Column.REASON, "x" * 201, Kind.TOO_LONG),
        ("straffestrek", Column.PENALIZED, "", Kind.NO_NAME),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(what, column, text, kind, later):
    found_club("Arne", "Berit")
    evening = play(day(3, 5), losers=["Arne"])
    Penalty.objects.create(evening=evening, person=named("Berit"), reason="for rask")

    def change(lines):
        first(lines, what)[column] = text

    found = read_again(edited(book(), change))
    faults = [fault for fault in found.faults if fault.kind is kind]
    assert faults, [str(fault) for fault in found.faults]
    assert str(faults[0]).startswith("linje ")
    assert found.new == ()


SAMPLE = KeptEvening(
    book="b00c",
    id=1,
    date=day(3, 5),
    host="Arne",
    place="",
    remark="",
    present=("Arne", "Berit", "Gjest 1"),
    arrived=(("Arne", NOON), ("Berit", NOON)),
    opened_at=NOON,
    rounds=(
        KeptRound(1, 1, 1, State.STANDING, "Arne", ("Arne", "Berit"), finish=((1, "Berit"),), logged_at=NOON),
        KeptRound(2, 1, 2, State.VOID, "", None, reason="brutt av"),
    ),
    penalties=(KeptPenalty("Berit", "for rask", False),),
)
STRANGE = st.text(max_size=12) | st.sampled_from(
    [
        *("Arne, Arne", '"', "0", "1e9", "-1", "9" * 30, "5.3.26", "står", "runde", "kveld", "Gjest 1", "9999 Berit"),
        *("2026-13-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00"),
    ]
)


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(Column), STRANGE), max_size=5))
@settings(max_examples=150)
def test_whatever_its_cells_say_a_book_of_our_own_is_read_or_its_faults_are_told(changes):
    rows = [[line.get(column, "") for column in HEADING] for line in lines_of(SAMPLE)]

    def change(lines):
        for number, column, text in changes:
            lines[number][column] = text

    read, faults = read_book(edited(sheet(Form.CSV, "Boken", HEADING, rows), change))
    assert faults or read.evenings


def test_a_line_or_an_evening_told_twice_and_a_lost_column_are_faults(later):
    found_club("Arne", "Berit")
    play(day(3, 5), losers=["Arne"])

    def kinds(change):
        return {fault.kind for fault in read_again(edited(book(), change)).faults}

    assert kinds(lambda lines: [*lines, lines[0]]) == {Kind.EVENING_TWICE}
    assert kinds(lambda lines: [*lines, lines[1]]) == {Kind.ROUND_TWICE}
    without = [{name: cell for name, cell in line.items() if name != "Trumf"} for line in cells(book())]
    assert kinds(lambda lines: without) == {Kind.NO_COLUMN}


# --- The table, and handing out


def test_the_table_as_a_file_has_the_figures_of_the_page():
    found_club("Arne", "Berit", "Carl")
    play(day(3, 5), losers=["Arne", "Berit", "Arne"])
    data = export_table(actor=actor(), season=Season.objects.get(), form=Form.CSV).file.read()
    lines = cells(data)
    # Three rounds at a table of three: one strek expected of each; (2 + 5) / (1 + 5) = 1,167
    assert [(line["Plass"], line["Navn"], line["Strek"], line["Runder"]) for line in lines] == [
        ("1", "Carl", "0", "3"),
        ("2", "Berit", "1", "3"),
        ("3", "Arne", "2", "3"),
    ]
    assert [line["Strek per runde"] for line in lines] == ["0,000", "0,333", "0,667"]
    assert [line["Av ventet"] for line in lines] == ["0,833", "1,000", "1,167"]
    assert {line["Frammøte i prosent"] for line in lines} == {"100,000"}
    workbook = load_workbook(export_table(actor=actor(), season=Season.objects.get(), form=Form.XLSX).file)
    assert [cell.value for cell in list(workbook.active.columns)[5]][1:] == [0, 0.333, 0.667]


@pytest.mark.parametrize("address", ["book_download", "books_download", "table_download"])
@pytest.mark.parametrize("form", Form)
def test_a_hand_out_is_a_file_and_stands_in_the_log(address, form):
    user = found_club("Arne", "Berit")
    play(day(3, 5), losers=["Arne"])
    season = [] if address == "books_download" else [Season.objects.get().pk]
    answer: Any = client_of(user).post(reverse(address, args=[*season, form.value]))
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="mattisboken-')
    assert answer.headers["Content-Disposition"].endswith(f'.{form}"')
    assert b"".join(answer.streaming_content).startswith({Form.CSV: b"\xef\xbb\xbf", Form.XLSX: b"PK"}[form])
    entry = LogEntry.objects.all()[0]
    assert (entry.verb, entry.user, form.value in entry.reason.text) == (Verb.EXPORT, user, True)


def test_a_form_nobody_knows_is_not_there_and_not_logged():
    user = found_club("Arne", "Berit")
    assert client_of(user).post(reverse("books_download", args=["pdf"])).status_code == 404
    assert not LogEntry.objects.filter(verb=Verb.EXPORT).exists()


def test_the_whole_club_is_handed_out_without_passwords_and_its_own_entry_is_in_it():
    user = found_club("Arne", "Berit")
    answer: Any = client_of(user).post(reverse("club_download"))
    text = b"".join(answer.streaming_content).decode()
    assert answer.headers["Content-Type"] == "application/json"
    assert user.password not in text
    assert "hele klubben (json)" in text


def test_the_book_as_a_file_costs_the_same_queries_however_much_was_played():
    found_club("Arne", "Berit")
    counts = []
    for evening in range(1, 4):
        play(day(3, evening), losers=["Arne", "Berit"] * evening)
        with CaptureQueriesContext(connection) as queries:
            book()
        counts.append(len(queries))
    assert len(set(counts)) == 1
    assert counts[0] <= 14


def test_f19_f29_who_is_anonymised_is_named_in_no_export():
    found_club("Arne Dahl", "Berit Moe")
    member("Zacharias Kvam", day(1, 1), day(3, 31))
    play(day(3, 5), losers=["Zacharias Kvam", "Berit Moe"], host="Zacharias Kvam")
    before = [line["Strek"] for line in cells(export_table_now())]
    with time_machine.travel(at(day(5, 5), "12.00")):
        anonymising.anonymise(actor=actor(), person=named("Zacharias Kvam"), seen=1)
        files = [book(), export_table_now(), export_club(actor=actor()).file.read()]
        files.append(export_book(actor=actor(), season=None, form=Form.CSV).file.read())
        kept = io.BytesIO()
        archive.write(kept, secrets=True)
    for data in [*files, kept.getvalue()]:
        assert b"Zacharias" not in data
        assert "Tidligere medlem" in data.decode()
    assert sorted(line["Strek"] for line in cells(files[1])) == sorted(before)


def export_table_now():
    return export_table(actor=actor(), season=Season.objects.get(), form=Form.CSV).file.read()


def test_an_open_evening_exported_tonight_is_known_tonight():
    found_club("Arne", "Berit")
    evening = open_evening(day(3, 5))
    with time_machine.travel(at(day(3, 5), "20.00")):
        strek(evening, "Arne")
        found = read_again(book())
    assert (found.faults, found.conflicts, found.new) == ((), (), ())
