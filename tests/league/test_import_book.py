"""What the books say, and what is wrong with them. Expected values are counted by hand or are the files' own sums."""

import csv
import io
from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook

from league.importing.book import read_book
from league.importing.faults import Kind, Place
from league.importing.values import Choices, Form
from league.models import Evening, Person

BOOKS = Path("fixtures/books")


def read(name, **options):
    return read_book((BOOKS / name).read_bytes(), **options)


def lines(*texts):
    return "\n".join(texts).encode()


def found(data, **options):
    """The faults as (kind, line, column)."""
    return [(fault.kind, fault.place.line, fault.place.column) for fault in read_book(data, **options)[1]]


def only(data, **options):
    (fault,) = read_book(data, **options)[1]
    return fault


def good(data, **options):
    book, faults = read_book(data, **options)
    assert [str(fault) for fault in faults] == []
    return book


# The five books

SUMS = {
    "mattisbok-2022-excel.csv": [19, 31, 17, 24, 16, 23, 35, 20, 25, 19],
    "mattisbok-2023.xlsx": [27, 24, 14, 15, 18, 19, 29, 8, 28, 19, 22],
    "mattisbok-2025.csv": [20, 17, 11, 21, 11, 17, 29, 12, 25, 15, 14, 17],
}


@pytest.mark.parametrize("name", SUMS)
def test_a_good_book_gives_exactly_its_own_sums(name):
    book = good((BOOKS / name).read_bytes())
    assert list(book.strek.values()) == SUMS[name]
    assert len(book.evenings) == 24
    assert [part.form for part in book.parts] == [Form.MATRIX]
    assert sum(evening.count for evening in book.evenings) == sum(SUMS[name])


def test_the_book_of_rounds_gives_every_round_as_it_stands():
    book = good((BOOKS / "runder-2024.csv").read_bytes())
    text = (BOOKS / "runder-2024.csv").read_text(encoding="utf-8-sig")
    expected = [
        (row["dato"], row["vert"], int(row["runde"]), row["mattis"], row["deltakere"].split(", "))
        for row in csv.DictReader(io.StringIO(text), delimiter=";")
    ]
    assert len(expected) == 218
    assert [
        (evening.date.isoformat(), evening.host, one.number, one.mattis, list(one.players))
        for evening in book.evenings
        for one in evening.rounds
    ] == expected
    assert book.strek["Eirik Sæther"] == 29


def test_the_faulty_book_has_its_six_faults_and_its_sum_row_each_with_its_place():
    faults = read("mattisbok-2025-feil.csv")[1]
    assert [(fault.kind, fault.place, fault.read) for fault in faults] == [
        (Kind.NOT_A_DAY, Place(4, 1, "Dato"), "31.02.2025"),
        (Kind.NEAR_NAME, Place(6, 2, "Vert"), "Bjorn Aasheim"),
        (Kind.NOT_A_NUMBER, Place(8, 6, "Dag-Erik Lie"), "x"),
        (Kind.STREK_MISSING, Place(10, 3, "Runder"), "12"),
        (Kind.EVENING_TWICE, Place(12, 1, "Dato"), "15.05.2025 Magne Tveit"),
        (Kind.STREK_MISSING, Place(14, 3, "Runder"), "9"),
        (
            Kind.SUM_DIFFERS,
            Place(26),
            "Runder 209, Bjørn Åsheim 17, Frode Nygård 11, Håkon Brå 29, Jan Åge Vik 12, Kåre Myhr 25, Magne Tveit 15",
        ),
    ]
    assert faults[1].names == ("Bjørn Åsheim",)
    assert faults[6].columns == (
        *("Runder", "Bjørn Åsheim", "Frode Nygård", "Håkon Brå", "Jan Åge Vik", "Kåre Myhr", "Magne Tveit"),
    )
    assert [str(fault) for fault in faults] == [
        "linje 4, kolonne 1 (Dato): leste «31.02.2025», ventet en dag som finnes, skrevet som 09.01.2025",
        "linje 6, kolonne 2 (Vert): leste «Bjorn Aasheim», ventet et navn klubben kjenner; mente du Bjørn Åsheim?",
        "linje 8, kolonne 6 (Dag-Erik Lie): leste «x», ventet et helt tall",
        "linje 10, kolonne 3 (Runder): leste «12», ventet 10, som er summen av strekene: 2 streker mangler",
        "linje 12, kolonne 1 (Dato): leste «15.05.2025 Magne Tveit», "
        "ventet at kvelden står én gang; den står også i linje 11",
        "linje 14, kolonne 3 (Runder): leste «9», ventet 7, som er summen av strekene: 2 streker mangler",
        "linje 26: leste «Runder 209, Bjørn Åsheim 17, Frode Nygård 11, Håkon Brå 29, Jan Åge Vik 12, "
        "Kåre Myhr 25, Magne Tveit 15», ventet summene av linjene over: Runder 211, Bjørn Åsheim 14, "
        "Frode Nygård 10, Håkon Brå 30, Jan Åge Vik 10, Kåre Myhr 26, Magne Tveit 17",
    ]


def test_mattistur_as_a_remark_leaves_the_host_who_he_is():
    evening = next(e for e in read("mattisbok-2022-excel.csv")[0].evenings if e.date == date(2022, 1, 6))
    assert (evening.host, evening.remark) == ("Arne Øvergård", "Mattistur")


# Evenings


def test_blank_is_absent_and_nought_is_present_without_strek():
    (evening,) = good(lines("Dato;Vert;A A;B B;C C", "9.1.25;A A;2;;0")).evenings
    assert evening.strek == {"A A": 2, "C C": 0}
    assert evening.count == 2


def test_without_a_column_of_rounds_the_rounds_are_the_row_s_sum():
    (evening,) = good(lines("Dato;Vert;A A;B B", "9.1.25;A A;2;3")).evenings
    assert evening.count == 5


def test_headings_come_in_any_order_and_by_other_words():
    book = good(lines("Kommentar;B B;Kveld;Rounds;A A;Host;Sted", "Vafler;1;9.1.25;3;2;A A;Klubben"))
    (evening,) = book.evenings
    assert evening.strek == {"B B": 1, "A A": 2}
    assert (evening.host, evening.remark, evening.venue) == ("A A", "Vafler", "Klubben")


@pytest.mark.parametrize("host", ["", "-", "Mattistur"])
def test_an_evening_may_have_no_host(host):
    (evening,) = good(lines("Dato;Vert;A A", f"9.1.25;{host};1")).evenings
    assert evening.host is None


def test_the_same_date_with_another_host_is_another_evening():
    assert len(good(lines("Dato;Vert;A A;B B", "9.1.25;A A;1;1", "9.1.25;B B;1;1", "9.1.25;;1;1")).evenings) == 3


def test_the_same_date_and_host_twice_is_a_fault_also_without_a_host_and_beside_other_faults():
    assert found(lines("Dato;Vert;A A", "9.1.25;;1", "09.01.2025;;x")) == [
        (Kind.EVENING_TWICE, 3, 1),
        (Kind.NOT_A_NUMBER, 3, 3),
    ]


def test_an_evening_told_in_two_parts_of_a_file_is_told_twice():
    matrix = ["Dato;Vert;A A;B B", "9.1.25;A A;1;0"]
    other = ["Dato;Vert;A A", "9.1.25;A A;1"]
    long = ["dato;vert;mattis;deltakere", "9.1.25;A A;A A;A A, B B"]
    assert found(lines(*matrix, *other)) == [(Kind.EVENING_TWICE, 4, 1)]
    fault = only(lines(*matrix, *long))
    assert str(fault).endswith("ventet at kvelden står én gang; den står også i linje 2")


def test_every_fault_of_a_row_is_told_at_once():
    assert found(lines("Dato;Vert;Runder;A A", "31.2.25;Z Z;y;x")) == [
        (Kind.NOT_A_DAY, 2, 1),
        (Kind.UNKNOWN_HOST, 2, 2),
        (Kind.NOT_A_NUMBER, 2, 3),
        (Kind.NOT_A_NUMBER, 2, 4),
    ]


def test_a_day_to_come_is_a_fault():
    data = lines("Dato;Vert;A A", "9.1.25;A A;1", "10.1.25;A A;1")
    assert found(data, choices=Choices(today=date(2025, 1, 9))) == [(Kind.FUTURE, 3, 1)]


def test_fewer_rounds_than_strek_is_a_fault_whatever_the_importer_chose():
    data = lines("Dato;Vert;Runder;A A;B B", "9.1.25;A A;2;1;2")
    assert found(data) == found(data, choices=Choices(unnamed_guests=True)) == [(Kind.STREK_TOO_MANY, 2, 3)]


def test_strek_that_no_column_explains_are_a_guest_s_by_the_importer_s_choice():
    data = lines("Dato;Vert;Runder;A A;B B", "9.1.25;A A;5;1;2")
    assert found(data) == [(Kind.STREK_MISSING, 2, 3)]
    (evening,) = good(data, choices=Choices(unnamed_guests=True)).evenings
    assert (evening.guest_strek, evening.count) == (2, 5)
    assert evening.strek == {"A A": 1, "B B": 2}


def test_a_column_of_guests_explains_their_strek():
    (evening,) = good(lines("Dato;Vert;Runder;A A;Gjester", "9.1.25;A A;3;2;1")).evenings
    assert (evening.guest_strek, evening.count) == (1, 3)


def test_several_columns_of_guests_are_added_up():
    book = good(lines("Dato;Vert;A A;Gjest 1;Gjest 2", "9.1.25;A A;1;2;1", "10.1.25;A A;1;;0", "Sum;;2;2;1"))
    assert [evening.guest_strek for evening in book.evenings] == [3, 0]
    assert book.names == ("A A",)


def test_a_second_column_of_remarks_is_a_fault_lest_it_be_lost():
    assert found(lines("Dato;Vert;A A;Merknad;Kommentar", "9.1.25;A A;1;Vafler;Kaffe")) == [(Kind.HEADING_TWICE, 1, 5)]


def test_a_remark_about_a_guest_is_only_a_remark():
    (evening,) = good(lines("Dato;Vert;Runder;A A;Merknad", "9.1.25;A A;2;2;Gjest: 1")).evenings
    assert (evening.guest_strek, evening.remark) == (0, "Gjest: 1")


def test_an_evening_without_anybody_is_a_fault():
    assert found(lines("Dato;Vert;A A", "9.1.25;A A;", "10.1.25;A A;0")) == [(Kind.NOBODY, 2, 1)]


def test_a_number_no_evening_can_reach_is_a_fault():
    assert found(lines("Dato;Vert;A A", "9.1.25;A A;201")) == [(Kind.TOO_MANY, 2, 3)]


def test_texts_are_no_longer_than_the_book_can_hold():
    longest = [
        Person._meta.get_field("name").max_length,
        Evening._meta.get_field("place").max_length,
        Evening._meta.get_field("remark").max_length,
    ]
    name, place, remark = ("x" * (most or 0) for most in longest)
    heading = f"Dato;Vert;Sted;Merknad;{name}"
    good(lines(heading, f"9.1.25;;{place};{remark};1"))
    assert found(lines(heading + "x", f"9.1.25;;{place}x;{remark}x;1")) == [
        (Kind.TOO_LONG, 1, 5),
        (Kind.TOO_LONG, 2, 3),
        (Kind.TOO_LONG, 2, 4),
    ]


# Titles, blank lines, sums


def test_titles_blank_lines_and_computed_lines_are_passed_over_and_told():
    data = lines(
        "Mattisboken 2025;ført av A A",
        "",
        "Dato;Vert;A A;B B",
        "9.1.25;A A;2;3",
        ";;;",
        "Etter sommeren",
        "9.8.25;A A;1;0",
        "Sum;;3;3",
        "Snitt;;1,5;1,5",
        "Årets spiller: A A",
    )
    book = good(data)
    assert [(place.line, text) for place, text in book.unread] == [
        (1, "Mattisboken 2025 ført av A A"),
        (6, "Etter sommeren"),
        (9, "Snitt"),
        (10, "Årets spiller: A A"),
    ]


def test_a_line_that_is_no_title_lacks_a_date():
    data = lines("Dato;Vert;A A;Merknad", ";A A;1;", "31. februar 2025", "torsdag;A A;2;", ";;;Vafler")
    assert found(data) == [
        (Kind.NO_DATE, 2, 1),
        (Kind.NOT_A_DAY, 3, 1),
        (Kind.NOT_A_DAY, 4, 1),
        (Kind.NO_DATE, 5, 1),
    ]


def test_an_evening_above_the_headings_is_not_lost():
    assert found(lines("9.1.25;A A;1", "Dato;Vert;A A", "10.1.25;A A;1")) == [(Kind.BEFORE_HEADING, 1, None)]


def test_a_sum_row_that_disagrees_is_one_fault_naming_its_columns():
    fault = only(lines("Dato;Vert;Runder;A A;B B;C C", "9.1.25;A A;5;2;3;0", "SUM:;;5;3;2;"))
    assert (fault.kind, fault.place.line, fault.columns) == (Kind.SUM_DIFFERS, 3, ("A A", "B B"))


def test_subtotals_and_grand_totals_are_both_recognised():
    data = ["Dato;Vert;A A", "9.1.25;A A;1", "Sum vår;;1", "9.8.25;A A;2", "Sum høst;;2", "Totalt;;3"]
    good(lines(*data))
    assert found(lines(*data[:-2], "Sum høst;;4")) == [(Kind.SUM_DIFFERS, 5, None)]


def test_a_column_of_sums_is_checked_against_the_row():
    good(lines("Dato;Vert;Runder;A A;B B;Sum", "9.1.25;A A;3;1;2;3"))
    assert found(lines("Dato;Vert;Runder;A A;B B;Sum", "9.1.25;A A;3;1;2;4")) == [(Kind.STREK_MISSING, 2, 6)]


def test_several_years_stand_below_each_other_with_headings_of_their_own():
    book = good(
        lines(
            *("2022", "Dato;Vert;A A", "9.1.22;A A;1", "Dato;Vert;A A", "9.2.22;A A;1", "Sum;;2"),
            *("2023", "Dato;Vert;A A;B B", "9.1.23;B B;1;2", "Sum;;1;2"),
        )
    )
    assert [part.names for part in book.parts] == [("A A",), ("A A", "B B")]
    assert [len(part.evenings) for part in book.parts] == [2, 1]


def test_several_years_may_be_sheets_and_a_sheet_without_headings_is_told():
    workbook = Workbook()
    for title, year in (("2022", 2022), ("2023", 2023)):
        sheet = workbook.create_sheet(title)
        sheet.append(["Dato", "Vert", "A A"])
        sheet.append([date(year, 1, 9), "A A", 1 if year == 2022 else "x"])
    workbook.worksheets[0].append(["Innhold", 1])
    out = io.BytesIO()
    workbook.save(out)
    book, faults = read_book(out.getvalue())
    assert [(fault.kind, fault.place) for fault in faults] == [(Kind.NOT_A_NUMBER, Place(2, 3, "A A", "2023"))]
    assert str(faults[0].place) == "ark «2023», linje 2, kolonne 3 (A A)"
    assert book.unread == ((Place(sheet="Sheet"), "Sheet"),)


# Headings


def test_a_file_without_headings_is_refused():
    assert found(lines("Mattisboken", "9.1.25;A A;1")) == [(Kind.NO_HEADING, 1, None)]


def test_a_book_without_evenings_or_names_is_refused():
    assert found(lines("Dato;Vert;A A")) == [(Kind.NO_EVENINGS, 1, None)]
    assert found(lines("Dato;Vert", "9.1.25;")) == [(Kind.NO_NAMES, 1, None), (Kind.NOBODY, 2, 1)]


def test_a_column_that_stands_twice_is_a_fault():
    assert found(lines("Dato;Vert;A A;A A", "9.1.25;A A;1;1")) == [(Kind.HEADING_TWICE, 1, 4)]
    assert found(lines("Dato;Vert;Vert;A A", "9.1.25;A A;;1")) == [(Kind.HEADING_TWICE, 1, 3)]


def test_two_columns_mapped_to_one_person_are_a_fault():
    choices = Choices(names={"A": "A A"})
    assert found(lines("Dato;Vert;A A;A", "9.1.25;A A;1;1"), choices=choices) == [(Kind.HEADING_TWICE, 1, 4)]


def test_cells_under_no_heading_are_one_fault_a_column():
    assert found(lines("Dato;;A A", "9.1.25;x;1;2", "10.1.25;x;1;2")) == [
        (Kind.NO_COLUMN_HEADING, 2, 2),
        (Kind.NO_COLUMN_HEADING, 2, 4),
    ]


def test_columns_for_the_eye_are_not_read_and_that_is_told():
    book = good(lines("Nr;Dato;Ukedag;Vert;A A;Frammøte", "1;9.1.25;torsdag;A A;1;8 av 12"))
    assert [text for _place, text in book.unread] == ["Nr", "Ukedag", "Frammøte"]


@pytest.mark.parametrize("name", ["Dag", "Mattis"])
def test_a_man_may_be_called_what_sounds_like_a_heading(name):
    (evening,) = good(lines(f"Dato;Vert;{name};A A", f"9.1.25;{name};1;1")).evenings
    assert evening.strek == {name: 1, "A A": 1}
    assert evening.host == name


# Names


def test_a_host_whom_neither_book_nor_club_knows_is_a_fault_until_he_is_mapped():
    data = lines("Dato;Vert;A A", "9.1.25;Zeth Zahl;1", "10.1.25;Zeth Zahl;1")
    fault = only(data)
    assert (fault.kind, fault.more) == (Kind.UNKNOWN_HOST, 1)
    assert good(data, known=["Zeth Zahl"]).evenings[0].host == "Zeth Zahl"
    assert good(data, choices=Choices(names={"Zeth Zahl": "Zeth Zahl"})).names == ("A A", "Zeth Zahl")


def test_a_column_near_a_known_name_is_a_fault_until_mapped():
    data = lines("Dato;Vert;Bjorn Aasheim;Kåre Myhr", "9.1.25;;1;2")
    fault = only(data, known=["Bjørn Åsheim"])
    assert (fault.kind, fault.place, fault.names) == (
        Kind.NEAR_NAME,
        Place(1, 3, "Bjorn Aasheim"),
        ("Bjørn Åsheim",),
    )
    mapped = Choices(names={"Bjorn Aasheim": "Bjørn Åsheim"})
    assert good(data, known=["Bjørn Åsheim"], choices=mapped).names == ("Bjørn Åsheim", "Kåre Myhr")
    himself = Choices(names={"Bjorn Aasheim": "Bjorn Aasheim"})
    assert good(data, known=["Bjørn Åsheim"], choices=himself).names == ("Bjorn Aasheim", "Kåre Myhr")


def test_a_first_name_alone_is_near_all_who_have_it():
    fault = only(lines("Dato;Vert;Kåre;A A", "9.1.25;;1;2"), known=["Kåre Myhr", "Kåre Lie"])
    assert fault.names == ("Kåre Lie", "Kåre Myhr")


def test_a_host_written_short_is_near_his_column():
    assert only(lines("Dato;Vert;Kåre Myhr", "9.1.25;Kåre;1")).names == ("Kåre Myhr",)


def test_names_side_by_side_are_different_people_however_alike():
    good(lines("Dato;Vert;Anne Lie;Arne Lie", "9.1.25;;1;2"), known=["Arne Lie"])
    good(lines("dato;mattis;deltakere", "9.1.25;Anne Lie;Anne Lie, Arne Lie"))


def test_two_spellings_of_one_name_side_by_side_are_a_fault():
    assert only(lines("Dato;Vert;Bjørn Ås;Bjorn Aas", "9.1.25;;1;2")).place == Place(1, 4, "Bjorn Aas")


def test_the_rarer_of_two_names_in_a_book_of_rounds_is_the_misspelt_one():
    rows = [
        "1;Kare Myhr;Kare Myhr, A A",
        "2;Kåre Myhr;Kåre Myhr, A A",
        "3;Kåre Myhr;Kåre Myhr, A A",
        "4;Kare Myhr;Kåre Myhr, A A",
    ]
    data = lines("dato;runde;mattis;deltakere", *(f"9.1.25;{row}" for row in rows))
    fault = only(data)
    assert (fault.kind, fault.read, fault.names, fault.more) == (Kind.NEAR_NAME, "Kare Myhr", ("Kåre Myhr",), 2)
    (evening,) = good(data, choices=Choices(names={"Kare Myhr": "Kåre Myhr"})).evenings
    assert evening.strek == {"Kåre Myhr": 4, "A A": 0}


# Rounds

HEADING = "dato;vert;runde;mattis;deltakere"


def test_whoever_played_was_there():
    (evening,) = good(lines(HEADING, "9.1.25;A A;1;A A;A A, B B", "9.1.25;A A;2;C C;B B, C C")).evenings
    assert evening.strek == {"A A": 1, "B B": 0, "C C": 1}
    assert evening.count == 2


def test_rounds_are_put_in_the_order_of_their_numbers():
    (evening,) = good(lines(HEADING, "9.1.25;A A;2;B B;A A, B B", "9.1.25;A A;1;A A;A A, B B")).evenings
    assert [(one.number, one.mattis) for one in evening.rounds] == [(1, "A A"), (2, "B B")]


def test_without_numbers_rounds_stand_as_written_and_players_may_be_joined_by_og():
    data = lines("dato;mattis;deltakere;merknad", "9.1.25;A A;A A, B B og C C;Krig", "9.1.25;B B;A A,B B;")
    (evening,) = good(data).evenings
    assert [(one.number, one.players, one.remark) for one in evening.rounds] == [
        (1, ("A A", "B B", "C C"), "Krig"),
        (2, ("A A", "B B"), ""),
    ]


def test_a_round_number_that_comes_twice_or_is_left_out_is_a_fault():
    assert found(
        lines(
            HEADING,
            *(f"9.1.25;A A;{number};A A;A A, B B" for number in (1, 2, 2, 5)),
            *(f"10.1.25;A A;{number};A A;A A, B B" for number in ("0", "", "x", 201)),
            "11.1.25;A A;2;A A;A A, B B",
        )
    ) == [
        (Kind.ROUND_TWICE, 4, 3),
        (Kind.ROUND_MISSING, 5, 3),
        *((Kind.NO_ROUND_NUMBER, line, 3) for line in (6, 7, 8, 9)),
        (Kind.ROUND_MISSING, 10, 3),
    ]


def test_an_evening_of_rounds_that_comes_twice_is_one_fault():
    rows = [f"9.1.25;A A;{number};A A;A A, B B" for number in (1, 2, 3)]
    assert found(lines(HEADING, *rows, *rows)) == [(Kind.EVENING_TWICE, 5, 1)]


def test_the_mattis_is_one_of_two_or_more_players_each_named_once():
    assert found(
        lines(
            HEADING,
            "9.1.25;A A;1;C C;A A, B B",
            "9.1.25;A A;2;;A A, B B",
            "9.1.25;A A;3;A A;A A",
            "9.1.25;A A;4;A A;A A, B B, A A",
            "9.1.25;A A;5;A A;",
        )
    ) == [
        (Kind.MATTIS_NOT_PLAYING, 2, 4),
        (Kind.NO_MATTIS, 3, 4),
        (Kind.TOO_FEW_PLAYERS, 4, 5),
        (Kind.PLAYER_TWICE, 5, 5),
        (Kind.MATTIS_NOT_PLAYING, 6, 4),
        (Kind.TOO_FEW_PLAYERS, 6, 5),
    ]


def test_a_book_of_rounds_without_its_players_is_refused():
    fault = only(lines("dato;vert;runde;mattis", "9.1.25;A A;1;A A"))
    assert (fault.kind, fault.about) == (Kind.NO_COLUMN, {"column": "Deltakere"})


def test_the_sum_of_a_book_of_rounds_is_their_number():
    rows = [HEADING, "9.1.25;A A;1;A A;A A, B B"]
    good(lines(*rows, "Sum;;1;;"))
    assert found(lines(*rows, "Sum;;2;;")) == [(Kind.SUM_DIFFERS, 3, None)]


# The digest


def digests(*texts, **options):
    return [evening.digest for evening in good(lines(*texts), **options).evenings]


def test_the_digest_is_that_of_what_is_written_not_of_how_it_is_laid_out_or_meant():
    plain = digests("Dato;Vert;Runder;A A;B B", "9.1.25;A A;3;1;2")
    assert digests("B B;A A;Dato;Vert", "2;1;09.01.2025;A A") == plain
    assert digests("Dato;Vert;A A;B B", "9.1.25;A A;1;2", choices=Choices(names={"A A": "Z Z"})) == plain


@pytest.mark.parametrize(
    "other", ["10.1.25;A A;1;2;", "9.1.25;B B;1;2;", "9.1.25;A A;2;2;", "9.1.25;A A;1;;", "9.1.25;A A;1;2;Vafler"]
)
def test_the_digest_tells_any_change(other):
    heading = "Dato;Vert;A A;B B;Merknad"
    assert digests(heading, other) != digests(heading, "9.1.25;A A;1;2;")
