"""Old books stored: all or nothing, through the log, and twice is once."""

from datetime import date
from pathlib import Path

import pytest
import time_machine
from django.core import serializers
from django.db import connection
from django.db.models import Count
from django.test.utils import CaptureQueriesContext

from league import books
from league.facts import State
from league.importing.faults import Kind
from league.importing.service import NotImported, import_book, preview
from league.importing.values import Choices
from league.models import (
    Attendance,
    Evening,
    LogEntry,
    MemberPeriod,
    Person,
    PersonalText,
    Round,
    RoundPlayer,
    Season,
)
from league.quorum import Reason, judged
from league.services import attendance, evenings, people, rounds
from league.standings import standings
from league.verbs import Verb
from tests.factories import actor, at, day, found_club, guest, member, named, play

pytestmark = pytest.mark.django_db

BOOKS = Path("fixtures/books")
GOOD = ["mattisbok-2022-excel.csv", "mattisbok-2023.xlsx", "runder-2024.csv", "mattisbok-2025.csv"]
YES = Choices(people=True)
HEADING = "Dato;Vert;A Aa;B Bb;C Cc"
FIRST = "09.01.2025;A Aa;2;0;"


@pytest.fixture(autouse=True)
def club():
    with time_machine.travel(at(day(3, 5), "20.00"), tick=False):
        yield found_club("Formann Hansen")


def lines(*texts):
    return "\n".join(texts).encode()


def book(name):
    return (BOOKS / name).read_bytes()


def store(data, choices=YES, **options):
    return import_book(data, actor=actor(), choices=choices, **options)


def strek_of_year(year):
    """What the stored book says: strek for each person over the year."""
    counted = (
        Round.objects.filter(evening__date__year=year, state=State.STANDING)
        .values_list("mattis__name")
        .annotate(Count("pk"))
    )
    return dict(counted)


def everything():
    """Every stored row but the clock's."""
    models = (Person, MemberPeriod, Season, Evening, Attendance, Round, RoundPlayer, LogEntry, PersonalText)
    return [serializers.serialize("json", model.objects.order_by("pk")) for model in models]


def periods():
    rows = MemberPeriod.objects.order_by("person__name", "first_day")
    return [(period.person.name, period.first_day.isoformat(), str(period.last_day)) for period in rows]


def facts(year):
    return books.season_facts(Season.objects.get(name=str(year)))


# The good books

SUMS = {  # as the last line of each file has them; the book of rounds counted by its column of mattises
    2022: [19, 31, 17, 24, 16, 23, 35, 20, 25, 19],
    2023: [27, 24, 14, 15, 18, 19, 29, 8, 28, 19, 22],
    2024: [18, 20, 13, 29, 13, 19, 26, 14, 22, 13, 15, 16],
    2025: [20, 17, 11, 21, 11, 17, 29, 12, 25, 15, 14, 17],
}
MEMBERS = [
    *("Arne Øvergård", "Bjørn Åsheim", "Dag-Erik Lie", "Eirik Sæther", "Frode Nygård", "Geir Hågensen"),
    *("Håkon Brå", "Jan Åge Vik", "Kåre Myhr", "Magne Tveit", "Odd Rune Ås", "Pål Ødegård"),
]


@pytest.mark.parametrize("order", [GOOD, GOOD[::-1]])
def test_the_good_books_are_stored_with_exactly_their_own_sums(order):
    for name in order:
        store(book(name))
    for year, sums in SUMS.items():
        assert strek_of_year(year) == dict(zip(MEMBERS, sums, strict=False))
        assert Evening.objects.filter(date__year=year).count() == 24
    assert Person.objects.count() == 13
    assert Season.objects.count() == 5


@pytest.mark.parametrize(
    ("order", "last_day"),
    [
        (GOOD, "None"),  # the book of rounds says that who played in 2024 is a member from then on
        (GOOD[::-1], "2025-12-31"),  # before it a matrix has said until when
    ],
)
def test_a_member_of_every_book_has_one_period(order, last_day):
    for name in order:
        store(book(name))
    first_days = {"Odd Rune Ås": "2023-01-01", "Pål Ødegård": "2024-01-01"}
    assert periods() == sorted(
        [(name, first_days.get(name, "2022-01-01"), last_day) for name in MEMBERS]
        + [("Formann Hansen", "2026-01-01", "None")]
    )


def test_a_matrix_becomes_strek_without_order_or_players():
    store(book("mattisbok-2025.csv"))
    evening = Evening.objects.get(date=date(2025, 1, 9))
    assert (evening.host.name, evening.remark, evening.attendance_recorded) == ("Arne Øvergård", "", True)
    assert evening.attendances.filter(present=True).count() == 10  # two cells of the row are blank
    assert evening.rounds.count() == 9
    assert not evening.rounds.filter(players_recorded=True).exists()
    assert not evening.rounds.filter(place__isnull=False).exists()
    verdict = {one.date: verdict for one, verdict in judged(facts(2025))}[evening.date]
    assert (verdict.reason, verdict.quorum.present, verdict.quorum.members) == (Reason.MET, 10, 12)


def test_a_book_of_rounds_keeps_order_and_players_and_says_nothing_of_attendance():
    store(book("runder-2024.csv"))
    evening = Evening.objects.get(date=date(2024, 1, 4))
    assert not evening.attendance_recorded
    in_order = evening.rounds.in_order()
    assert [one.mattis.name for one in in_order][:3] == ["Bjørn Åsheim", "Dag-Erik Lie", "Bjørn Åsheim"]
    assert [one.seats.count() for one in in_order] == [7, 7, 7, 7, 7, 5, 7, 7, 7]
    assert evening.attendances.count() == 7


def test_an_evening_of_rounds_counts_only_if_the_known_players_are_enough():
    store(book("runder-2024.csv"))
    reasons = {evening.date: verdict.reason for evening, verdict in judged(facts(2024))}
    # 7 of 12 on 4 January, 5 on 11 April: 65 % is 8
    assert [day for day, reason in reasons.items() if reason is Reason.UNDECIDED] == [
        date(2024, 1, 4),
        date(2024, 4, 11),
    ]
    assert set(reasons.values()) == {Reason.UNDECIDED, Reason.KNOWN_REACH}


def test_a_stored_matrix_has_a_table_like_any_season():
    store(book("mattisbok-2025.csv"))
    table = standings(facts(2025))
    # Of 24 evenings and 209 rounds, eight of twelve being enough: seven came on 23 January (7 rounds),
    # six on 17 April and 29 May (10 each)
    assert (table.counting_evenings, table.counting_rounds) == (21, 182)
    assert len(table.rows) == 12
    assert all(row.approx for row in table.rows)


def test_the_faulty_book_is_refused_and_nothing_is_changed():
    store(book("mattisbok-2022-excel.csv"))
    before = everything()
    with pytest.raises(NotImported) as caught:
        store(book("mattisbok-2025-feil.csv"), Choices(people=True, unnamed_guests=True))
    assert str(caught.value) == "Det er 5 feil i filen. Ingenting er lest inn."
    with pytest.raises(NotImported) as caught:
        store(book("mattisbok-2025-feil.csv"))
    assert [fault.place.line for fault in caught.value.plan.faults] == [4, 6, 8, 10, 12, 14, 26]
    assert everything() == before


# People


def test_new_names_wait_for_a_yes_and_come_with_their_periods():
    before = everything()
    with pytest.raises(NotImported, match="må bekreftes"):
        store(lines(HEADING, FIRST), Choices())
    assert everything() == before
    found, _effects = preview(lines(HEADING, FIRST), choices=Choices())
    assert found.names == ("A Aa", "B Bb", "C Cc")
    assert [(one.name, *map(str, one.days)) for one in found.memberships] == [
        ("A Aa", "2025-01-01", "2025-12-31"),
        ("B Bb", "2025-01-01", "2025-12-31"),
        ("C Cc", "2025-01-01", "2025-12-31"),
    ]
    assert everything() == before
    store(lines(HEADING, FIRST))
    assert len(periods()) == 4


def test_who_is_said_to_be_a_guest_becomes_no_member():
    store(lines(HEADING, FIRST), Choices(people=True, guests=frozenset({"C Cc"})))
    assert [name for name, *_days in periods()] == ["A Aa", "B Bb", "Formann Hansen"]
    assert named("C Cc").periods.count() == 0


def test_a_host_from_outside_the_book_becomes_a_guest():
    data = lines(HEADING, "09.01.2025;Zeth Zahl;2;0;")
    store(data, Choices(people=True, names={"Zeth Zahl": "Zeth Zahl"}))
    assert Evening.objects.get().host == named("Zeth Zahl")
    assert named("Zeth Zahl").periods.count() == 0


def test_known_people_stay_who_they_are_and_their_periods_join():
    member("A Aa", day(1, 1), None)
    member("B Bb", date(2025, 6, 1), date(2025, 9, 1))
    guest("C Cc")
    store(lines(HEADING, FIRST))
    assert Person.objects.count() == 4
    assert periods() == [
        ("A Aa", "2025-01-01", "None"),
        ("B Bb", "2025-06-01", "2025-09-01"),  # what the keeper has entered stands
        ("C Cc", "2025-01-01", "2025-12-31"),
        ("Formann Hansen", "2026-01-01", "None"),
    ]


def test_a_guest_the_club_knows_does_not_become_a_member_by_playing():
    guest("B Bb")
    store(lines("dato;vert;runde;mattis;deltakere", "09.01.2025;A Aa;1;A Aa;A Aa, B Bb"))
    assert [name for name, *_days in periods()] == ["A Aa", "Formann Hansen"]


def test_mapped_names_are_the_known_people():
    member("Bjørn Åsheim", date(2025, 1, 1), None)
    data = lines("Dato;Vert;Bjorn Aasheim;A Aa", "09.01.2025;Bjorn Aasheim;1;2")
    with pytest.raises(NotImported) as caught:
        store(data)
    assert [fault.kind for fault in caught.value.plan.faults] == [Kind.NEAR_NAME]
    store(data, Choices(people=True, names={"Bjorn Aasheim": "Bjørn Åsheim"}))
    assert Evening.objects.get().host == named("Bjørn Åsheim")
    assert strek_of_year(2025) == {"Bjørn Åsheim": 1, "A Aa": 2}


def test_two_who_share_a_name_are_told_apart_by_number():
    one, _other = member("A Aa", date(2025, 1, 1)), member("A Aa", date(2025, 1, 1))
    found, _effects = preview(lines(HEADING, FIRST), choices=Choices())
    label = f"A Aa ({one.pk})"
    assert label in found.faults[0].names
    store(lines(HEADING, FIRST), Choices(people=True, names={"A Aa": label}))
    assert Evening.objects.get().host == one


def test_strek_without_a_name_go_to_a_guest_of_that_evening():
    data = lines("Dato;Vert;Runder;A Aa;B Bb", "09.01.2025;A Aa;5;2;1")
    store(data, Choices(people=True, unnamed_guests=True))
    assert strek_of_year(2025) == {"A Aa": 2, "B Bb": 1, "Gjest 1": 2}
    assert named("Gjest 1").periods.count() == 0
    assert Evening.objects.get().attendances.count() == 3


# Seasons


def test_a_book_that_crosses_new_year_makes_members_of_the_seasons_it_has_evenings_in():
    store(lines("Dato;Vert;A Aa", "12.12.2024;A Aa;1", "09.01.2025;A Aa;1"))
    assert list(Season.objects.values_list("name", flat=True)) == ["2024", "2025", "2026"]
    assert periods()[0] == ("A Aa", "2024-01-01", "2025-12-31")


def test_f23_a_season_from_august_has_the_evenings_of_the_spring():
    Season.objects.update(first_day=date(2025, 8, 1), name="2025/26")
    store(lines("Dato;Vert;A Aa", "09.01.2025;A Aa;1"))
    season = Season.objects.on(date(2025, 1, 9))
    assert (season.name, season.first_day) == ("2024/25", date(2024, 8, 1))
    assert periods()[0] == ("A Aa", "2024-08-01", "2025-07-31")


# Twice


@pytest.mark.parametrize("name", GOOD)
def test_a_book_imported_twice_changes_nothing(name):
    store(book(name))
    before = everything()
    found = store(book(name), Choices())
    assert (len(found.kept), found.new, found.names) == (24, (), ())
    assert everything() == before


def test_a_corrected_evening_survives_the_book_it_came_from():
    store(book("mattisbok-2025.csv"))
    evening = Evening.objects.get(date=date(2025, 1, 9))
    lost = evening.rounds.filter(mattis=named("Arne Øvergård")).first()
    rounds.strike_round(actor=actor(), round_id=lost.pk, seen=lost.version, reason="feil navn")
    evenings.change_evening(
        actor=actor(),
        evening_id=evening.pk,
        seen=Evening.objects.get(pk=evening.pk).version,
        day=date(2025, 1, 10),
        host=named("Kåre Myhr"),
        place="",
        remark="Rettet",
    )
    people.rename(
        actor=actor(),
        person=named("Håkon Brå"),
        seen=named("Håkon Brå").version,
        name="Håkon Brå-Lie",
        short_name="",
        sort_name="",
    )
    before = everything()
    found = store(book("mattisbok-2025.csv"), Choices())
    assert (len(found.kept), found.new) == (24, ())
    assert everything() == before


def test_evenings_added_to_a_book_are_stored_beside_those_there_are():
    store(lines(HEADING, FIRST))
    found = store(lines(HEADING, FIRST, "23.01.2025;B Bb;1;1;1"), Choices())
    assert ([one.read.date for one in found.new], len(found.kept)) == ([date(2025, 1, 23)], 1)
    assert Evening.objects.count() == 2


def test_an_evening_that_differs_from_both_is_refused_showing_both():
    store(lines(HEADING, FIRST))
    evening = Evening.objects.get()
    attendance.correct_attendance(
        actor=actor(),
        evening_id=evening.pk,
        seen=evening.version,
        present={named("A Aa"), named("B Bb"), named("C Cc")},
        reason="kom sent",
    )
    before = everything()
    with pytest.raises(NotImported, match="1 kveld står annerledes i boken") as caught:
        store(lines(HEADING + ";Merknad", "09.01.2025;A Aa;1;0;;Vafler", "23.01.2025;B Bb;1;1;1;"))
    (conflict,) = caught.value.plan.conflicts
    assert [(one.what, one.stored, one.read) for one in conflict.differences] == [
        ("Merknad", "–", "Vafler"),
        ("A Aa", "2 streker", "1 strek"),
        ("C Cc", "0 streker", "ikke til stede"),
    ]
    assert everything() == before


def test_an_evening_the_file_has_as_it_stands_is_no_difference():
    store(lines(HEADING, FIRST))
    evening = Evening.objects.get()
    attendance.correct_attendance(
        actor=actor(),
        evening_id=evening.pk,
        seen=evening.version,
        present={named("A Aa"), named("B Bb"), named("C Cc")},
        reason="kom sent",
    )
    before = everything()
    assert len(store(lines(HEADING, "09.01.2025;A Aa;2;0;0")).kept) == 1
    assert everything() == before


def test_an_evening_logged_at_the_table_is_compared_round_by_round():
    for name in ("A Aa", "B Bb"):
        member(name, day(1, 1))
    play(day(2, 5), host="A Aa", present=["A Aa", "B Bb"], losers=["A Aa", "B Bb"])
    heading = "dato;vert;runde;mattis;deltakere"
    same = lines(heading, "05.02.2026;A Aa;1;A Aa;A Aa, B Bb", "05.02.2026;A Aa;2;B Bb;A Aa, B Bb")
    assert len(store(same).kept) == 1
    other = lines(heading, "05.02.2026;A Aa;1;A Aa;A Aa, B Bb", "05.02.2026;A Aa;2;A Aa;A Aa, B Bb")
    with pytest.raises(NotImported) as caught:
        store(other)
    (conflict,) = caught.value.plan.conflicts
    assert [(one.what, one.stored, one.read) for one in conflict.differences] == [
        ("Runde 2", "B Bb (A Aa, B Bb)", "A Aa (A Aa, B Bb)")
    ]


# Preview, log, queries


def test_the_plan_confirmed_is_the_plan_done():
    found, _effects = preview(lines(HEADING, FIRST), choices=YES)
    guest("B Bb")
    with pytest.raises(NotImported, match="Se over en gang til"):
        store(lines(HEADING, FIRST), seen=found.key)
    again, _effects = preview(lines(HEADING, FIRST), choices=YES)
    assert store(lines(HEADING, FIRST), seen=again.key).key == again.key


def test_a_preview_says_what_the_new_members_flip_and_which_evenings_do_not_count():
    for name in ("A Aa", "B Bb"):
        member(name, day(1, 1))
    play(day(2, 5), host="A Aa", present=["A Aa", "B Bb"], losers=["A Aa"])  # 2 of 3
    # A column of the season in progress: C is a member now, and 2 of 4 is 50 %
    found, effects = preview(lines(HEADING, "12.02.2026;A Aa;2;;"), choices=YES)
    assert effects.evenings == ("05.02.2026 teller ikke lenger: 2 av 4, trengte 3",)
    assert [one.verdict.counts for one in found.new] == [False]
    assert MemberPeriod.objects.count() == 3


def test_the_log_tells_of_the_people_and_of_each_evening():
    store(lines(HEADING, FIRST, "23.01.2025;B Bb;1;1;1"), source="boken.csv")
    entries = LogEntry.objects.filter(verb=Verb.IMPORT_BOOK).order_by("pk")
    assert [entry.evening_id for entry in entries] == [
        None,
        *Evening.objects.order_by("pk").values_list("pk", flat=True),
    ]
    assert {entry.reason.text for entry in entries} == {"boken.csv"}
    assert {entry.user for entry in entries} == {actor()}
    told = {(change["model"], change["id"]) for entry in entries for change in entry.changes}
    stored = {("evening", pk) for pk in Evening.objects.values_list("pk", flat=True)}
    stored |= {("round", pk) for pk in Round.objects.values_list("pk", flat=True)}
    stored |= {("attendance", pk) for pk in Attendance.objects.values_list("pk", flat=True)}
    stored |= {("person", named(name).pk) for name in ("A Aa", "B Bb", "C Cc")}
    assert stored <= told


def test_today_s_evening_is_over_when_it_comes_from_a_book():
    store(lines(HEADING, "05.03.2026;A Aa;1;1;1"))
    assert Evening.objects.get().closed_at is not None


def test_an_import_costs_the_same_queries_for_each_evening_however_many_rounds():
    def queries(strek):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            store(lines("Dato;Vert;A Aa;B Bb", *(f"{n:02}.01.{2000 + strek};A Aa;{strek};1" for n in (1, 2))))
        return len(captured)

    store(lines("Dato;Vert;A Aa;B Bb", "01.01.2000;A Aa;1;1"))
    assert queries(3) == queries(20)
