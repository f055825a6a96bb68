"""The book of a season: the grid, its sums and its signs."""

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league import log
from league.models import Attendance, Evening, Leave, Office, Round, Season
from league.services import evenings, people, rounds
from league.verbs import Verb
from tests.factories import (
    actor,
    at,
    client_of,
    day,
    found_club,
    guest,
    login,
    member,
    named,
    open_evening,
    play,
    strek,
)
from tests.league.seen import line, page, rows, said, tabs

pytestmark = pytest.mark.django_db

FOUR = ("Arne", "Berit", "Carl", "Dina")  # at least three of them are enough
MARCH = day(3, 5)
APRIL = day(4, 2)


def book(season: Season | None = None) -> str:
    client = client_of(actor())
    return page(client, "book_season", season.pk) if season else page(client, "book")


def grid(season: Season | None = None) -> list[list[str]]:
    """What is said of each cell, row by row."""
    return rows(book(season))


def old_evening(date, losers, *, present, recorded=True):
    """An evening out of an old book, of whose rounds only the mattis is known."""
    with log.entry(Verb.IMPORT_BOOK, actor=None) as entry:
        evening = entry.create(Evening(date=date, host=named("Arne"), attendance_recorded=recorded))
        entry.create_all([Attendance(evening=evening, person=named(name)) for name in present])
        entry.create_all([Round(evening=evening, mattis=named(name), players_recorded=False) for name in losers])
    return evening


# --- Rows, columns, cells


def test_evenings_are_rows_and_members_columns_in_the_order_of_the_alphabet():
    found_club("Ødegård", "Aasen", "Berg", "Ås", "Ærlig", "Zakariassen")
    play(APRIL, losers=["Ås"], host="Berg")
    play(MARCH, losers=["Berg"], host="Ås")
    assert grid()[:3] == [
        ["Kveld", "Berg", "Zakariassen", "Ærlig", "Ødegård", "Ås", "Aasen", "Runder"],
        ["05.03. hos Ås", "1", "0", "0", "0", "0", "0", "1"],
        ["02.04. hos Berg", "0", "0", "0", "0", "1", "0", "1"],
    ]


def test_a_cell_says_how_many_strek_or_that_he_was_away():
    found_club(*FOUR)
    play(MARCH, losers=["Berit", "Carl", "Berit"], present=["Arne", "Berit", "Carl"])
    assert line(book(), "05.03.") == ["05.03. hos Arne", "0", "2", "1", "borte", "3"]


def test_strek_are_drawn_in_fives():
    found_club(*FOUR)
    play(MARCH, losers=["Berit"] * 5)
    [drawn] = re.findall(r'<td><svg class="tally"[^>]*><path d="([^"]+)"/></svg><span class="vh">5</span></td>', book())
    assert drawn.count("M") == 5
    assert "q9 " in drawn.rpartition("M")[2]  # the fifth lies across


def test_sums_tell_what_counts_and_what_stands_beside():
    found_club(*FOUR)
    play(MARCH, losers=["Berit", "Carl", "Berit"], present=["Arne", "Berit", "Carl"])
    play(day(3, 19), losers=["Dina", "Dina", "Arne", "Berit"], present=["Arne", "Berit", "Dina"])
    play(APRIL, losers=["Dina", "Arne"], present=["Arne", "Dina"])  # two of four are too few
    assert grid()[-4:] == [
        ["Strek", "1", "3", "1", "2", "7"],
        ["Runder", "7", "7", "3", "4", "7"],
        ["Strek per runde", "0,143", "0,429", "0,333", "0,500", ""],
        ["Med kvelder som ikke teller", "2", "3", "1", "3", "9"],
    ]


def test_every_row_and_sum_adds_up_with_guests_and_newcomers():
    found_club(*FOUR)
    guest("Gunnar")
    member("Einar", APRIL)  # a guest before that
    play(MARCH, losers=["Gunnar", "Einar", "Berit"], present=[*FOUR, "Gunnar", "Einar"])
    play(APRIL, losers=["Einar", "Gunnar"], present=[*FOUR, "Gunnar", "Einar"])
    for row in [*grid()[1:3], grid()[-4], grid()[-1]]:
        counts = [int(re.match(r"\d*", cell)[0] or 0) for cell in row[1:]]
        assert sum(counts[:-1]) == counts[-1]


def test_an_evening_that_does_not_count_stands_apart_and_says_why():
    found_club(*FOUR)
    play(MARCH, losers=["Arne", "Berit"], present=["Arne", "Berit"])
    text = book()
    assert line(text, "05.03.")[0] == "05.03. teller ikke: 2 av 4, trengte 3"
    assert '<tr class="void">' in text
    assert text.count('class="tally broken"') == 2
    assert grid()[-4] == ["Strek", "0", "0", "0", "0", "0"]


def test_rounds_played_before_quorum_are_drawn_broken_where_only_those_after_count():
    found_club(*FOUR)
    Season.objects.update(whole_evening=False)
    evening = open_evening(MARCH, present=["Arne", "Berit"])
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        strek(evening, "Arne")
    with time_machine.travel(at(MARCH, "20.30"), tick=False):
        for name in ("Carl", "Dina"):
            strek(evening, name)
    with time_machine.travel(at(MARCH, "21.00"), tick=False):
        strek(evening, "Arne")
    table = grid()
    assert table[1] == ["05.03. hos Arne", "2", "0", "1", "1", "4"]
    assert table[-4] == ["Strek", "1", "0", "1", "1", "3"]
    assert table[-1] == ["Med runder som ikke teller", "2", "0", "1", "1", "4"]
    assert book().count('class="tally broken"') == 1


def test_f15_guests_have_a_column_with_their_names_and_no_rounds():
    found_club(*FOUR)
    guest("Gunnar Lie")
    guest("Hilde Mo")
    play(MARCH, losers=["Gunnar Lie", "Hilde Mo", "Gunnar Lie", "Arne"], present=[*FOUR, "Gunnar Lie", "Hilde Mo"])
    play(APRIL, losers=["Arne"], present=[*FOUR, "Hilde Mo"])
    table = grid()
    assert table[0][-2] == "Gjester"
    assert table[1][-2:] == ["3 Gunnar 2, Hilde 1", "4"]
    assert table[2][-2:] == ["Hilde", "1"]
    assert [row[-2:] for row in table[-4:]] == [["3", "5"], ["", "5"], ["", ""], ["3", "5"]]


def test_without_guests_there_is_no_column_for_them():
    found_club(*FOUR)
    play(MARCH, losers=["Arne"])
    assert "Gjester" not in book()


def test_f15_the_strek_of_a_guest_who_becomes_a_member_stay_with_the_guests():
    found_club(*FOUR)
    member("Gunnar", APRIL)
    play(MARCH, losers=["Gunnar"], present=[*FOUR, "Gunnar"])
    play(APRIL, losers=["Gunnar"], present=[*FOUR, "Gunnar"])
    table = grid()
    assert table[0] == ["Kveld", *FOUR, "Gunnar", "Gjester", "Runder"]
    assert table[1][5:] == ["gjest", "1 Gunnar", "1"]
    assert table[2][5:] == ["1", "", "1"]
    assert table[-4][5:] == ["1", "1", "2"]


def test_who_was_no_member_or_had_leave_is_told_from_who_was_away():
    found_club(*FOUR)
    member("Einar", APRIL)
    people.add_period(actor=actor(), kind=Leave, person=named("Dina"), first_day=MARCH, last_day=day(3, 31))
    play(MARCH, losers=["Arne"], present=["Arne", "Berit"])
    text = book()
    assert line(text, "05.03.")[1:6] == ["1", "0", "borte", "permisjon", "ikke medlem"]
    assert said(text).count("hadde permisjon") == 1
    assert said(text).count("var ikke medlem") == 1


def test_who_is_to_be_a_member_later_has_no_column_yet():
    found_club(*FOUR)
    play(MARCH, losers=["Arne"])
    with time_machine.travel(at(MARCH, "23.00"), tick=False):
        member("Einar", day(6, 1))
        assert "Einar" not in book()
    with time_machine.travel(at(day(6, 1), "12.00"), tick=False):
        assert line(book(), "05.03.")[5] == "ikke medlem"


def test_attendance_that_is_not_recorded_is_a_sign_of_its_own():
    found_club(*FOUR)
    old_evening(MARCH, ["Arne", "Berit"], present=["Arne", "Berit", "Carl"], recorded=False)
    text = book()
    assert line(text, "05.03.")[1:5] == ["1", "1", "0", "ikke ført"]
    assert "frammøtet er ikke ført" in said(text)


def test_figures_built_on_rounds_whose_players_are_not_recorded_carry_a_sign():
    found_club(*FOUR)
    old_evening(MARCH, ["Arne", "Berit", "Arne"], present=["Arne", "Berit", "Carl"])
    assert [row[1:5] for row in grid()[-4:-1]] == [
        ["2", "1", "0", "0"],
        ["≈ 3", "≈ 3", "≈ 3", "0"],
        ["≈ 0,667", "≈ 0,333", "≈ 0,000", "–"],
    ]
    assert "≈ omtrent" in said(book())


# --- Around the grid


def test_the_heading_counts_the_evenings():
    found_club(*FOUR)
    play(MARCH, losers=["Arne"])
    play(APRIL, losers=["Arne"], present=["Arne", "Berit"])
    assert "2 kvelder, 1 gyldig. Ført til 02.04.2026" in said(book())


def test_a_mattistur_has_no_host_and_place_and_remark_stand_beside():
    found_club(*FOUR)
    evening = play(MARCH, losers=["Arne"], host=None)
    evenings.change_evening(
        actor=actor(),
        evening_id=evening.pk,
        seen=evening.version,
        day=MARCH,
        host=None,
        place="Kroa",
        remark="Mattistur",
    )
    assert line(book(), "05.03.")[0] == "05.03. Mattistur, Kroa"


def test_a_season_over_two_years_writes_the_year_beside_the_day():
    found_club(*FOUR, first_day=day(8, 1, 2025))
    play(day(11, 6, 2025), losers=["Arne"])
    play(day(1, 8), losers=["Arne"])
    assert [row[0] for row in grid()[1:3]] == ["06.11.2025 hos Arne", "08.01.2026 hos Arne"]


def test_every_evening_and_every_member_is_a_press_away():
    found_club(*FOUR)
    evening = play(MARCH, losers=["Arne"])
    text = book()
    assert f'href="{reverse("evening", args=[evening.pk])}"' in text
    for name in FOUR:
        assert f'href="{reverse("person_season", args=[named(name).pk, Season.objects.get().pk])}"' in text


def test_the_book_says_who_kept_it():
    found_club(*FOUR)
    login("Carl", office=Office.Kind.KEEPER)
    login("Berit", office=Office.Kind.KEEPER)
    play(MARCH, losers=["Arne"])
    assert "Ført av Berit og Carl." in said(book())


def test_another_season_has_a_book_of_its_own():
    found_club(*FOUR, first_day=day(1, 1, 2025))
    old = Season.objects.get()
    play(day(3, 6, 2025), losers=["Berit"])
    play(MARCH, losers=["Carl"])
    assert tabs(book(old)) == ["2026", "2025"]
    assert line(book(old), "06.03.")[1:] == ["0", "1", "0", "0", "1"]
    assert "05.03." not in said(book(old))


def test_an_empty_book_says_so():
    found_club("Arne")
    text = said(book())
    assert "Ingen kveld er ført i denne sesongen ennå." in text
    assert "Skriv ut" not in text


def test_one_member_alone_has_a_book():
    found_club("Arne")
    old_evening(MARCH, ["Arne"], present=["Arne"])
    assert grid()[1] == ["05.03. hos Arne", "1", "1"]


def test_two_evenings_on_one_day_are_two_rows():
    found_club(*FOUR)
    play(MARCH, losers=["Arne"], host="Arne")
    play(MARCH, losers=["Berit", "Berit"], host="Berit")
    assert [row[0] for row in grid()[1:3]] == ["05.03. hos Arne", "05.03. hos Berit"]
    assert [row[-1] for row in grid()[1:3]] == ["1", "2"]


def test_names_are_text_whatever_they_hold():
    found_club("<i>Arne</i>", "Berit", "Carl")
    guest("<b>Gunnar</b>")
    play(MARCH, losers=["<b>Gunnar</b>"], host="<i>Arne</i>", present=["<i>Arne</i>", "Berit", "<b>Gunnar</b>"])
    text = book()
    assert "<i>" not in text
    assert "<b>" not in text


def test_older_books_than_have_a_tab_stand_on_a_page_of_their_own():
    found_club(*FOUR, first_day=day(1, 1, 2020))
    with log.entry(Verb.ADD_SEASON, actor=actor()) as entry:
        entry.create_all([Season(name=str(year), first_day=day(1, 1, year)) for year in range(2021, 2027)])
    text = book()
    assert tabs(text) == ["2026", "2025", "2024", "Eldre"]
    links = re.findall(r">(\d{4})</a>", page(client_of(actor()), "books").split("<article")[1])
    assert links == ["2026", "2025", "2024", "2023", "2022", "2021", "2020"]


def test_the_book_asks_the_database_as_often_whatever_has_happened():
    found_club(*FOUR)
    guest("Gunnar")
    client = client_of(actor())

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("book"))
        return len(captured)

    def strike_one(evening: Evening) -> None:
        struck = evening.rounds.first()
        rounds.strike_round(actor=actor(), round_id=struck.pk, seen=struck.version, reason="feil navn")

    strike_one(play(MARCH, losers=["Gunnar", "Arne"], present=[*FOUR, "Gunnar"]))
    one = queries()
    for number in range(4):
        strike_one(play(day(4, 1 + 7 * number), losers=["Berit", "Carl", "Dina"], host=FOUR[number]))
    assert queries() == one


def test_an_evening_that_goes_on_is_not_said_to_count_or_not():
    found_club(*FOUR)
    open_evening(MARCH, present=["Arne"])
    with time_machine.travel(at(MARCH, "19.30"), tick=False):
        assert grid()[1][0] == "05.03. hos Arne, i gang"
    with time_machine.travel(at(APRIL, "12.00"), tick=False):
        assert grid()[1][0] == "05.03. teller ikke: 1 av 4, trengte 3"
