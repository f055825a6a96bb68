from datetime import date

import pytest

from league.importing.cells import clean, date_of, number_of, text_of

EXCEL = date(1899, 12, 30)
MAC = date(1904, 1, 1)


@pytest.mark.parametrize(
    "written",
    [
        *("09.01.2025", "9.1.2025", "9.1.25", "09.01.25", "9. 1. 2025", "9.1. 2025", "9.1.2025."),
        *("9/1-25", "9/1-2025", "9/1 25", "9/1/2025", "09-01-2025", "9/1-'25"),
        *("2025-01-09", "2025-1-9", "2025/01/09", "2025.01.09", "20250109"),
        *("9. januar 2025", "9.januar 2025", "9 jan 2025", "9. jan. 25", "9-jan-25", "9-Jan-2025", "9 JANUAR 2025"),
        *("torsdag 9. januar 2025", "tors. 09.01.2025", "Torsdag den 9. januar 2025", "tor 9/1-25"),
        *("2025-01-09 00:00:00", "2025-01-09T19:30", "09.01.2025 kl. 19:00", "09.01.2025, 19:00"),
        *("45666", 45666, 45666.0, date(2025, 1, 9)),
    ],
)
def test_a_day_is_read_as_secretaries_write_it(written):
    assert date_of(written, EXCEL) == date(2025, 1, 9)


def test_a_number_of_a_workbook_made_on_an_old_mac_counts_from_1904():
    assert date_of(44204, MAC) == date(2025, 1, 9)


@pytest.mark.parametrize("month", ["desember", "december", "des", "dec", "des."])
def test_months_may_be_english_or_shortened(month):
    assert date_of(f"9. {month} 2024", EXCEL) == date(2024, 12, 9)


def test_two_figures_of_the_year_belong_to_the_club_s_lifetime():
    assert date_of("9.1.69", EXCEL) == date(2069, 1, 9)
    assert date_of("9.1.70", EXCEL) == date(1970, 1, 9)


@pytest.mark.parametrize(
    "written",
    [
        *("31.02.2025", "29.02.2023", "32.01.2025", "09.13.2025", "1/23/2025", "00.01.2025", "2025-02-30"),
        *(
            "9.1",
            "9. januar",
            "januar 2025",
            "2025",
            "2",
            2,
            "x",
            "",
            "9.1.225",
            "9.1.20255",
            "09.01.1025",
            "09.01.2925",
        ),
        *("9.–10.1.2025", "9.1.2025-10.1.2025", "9. ma 2025", "²/1-25", 1e9, -45666, 45666.5, date(1800, 1, 1)),
    ],
)
def test_what_is_no_single_day_is_refused(written):
    assert date_of(written, EXCEL) is None


@pytest.mark.parametrize("written", ["3", "03", "3,0", "3.0", 3, 3.0])
def test_a_whole_number_is_read(written):
    assert number_of(written) == 3


@pytest.mark.parametrize("written", ["x", "", "-", "-1", -1, "2,5", 2.5, "1 2", "²", "٣", "IIII", "1e3", "9" * 40])
def test_what_is_no_whole_number_is_refused(written):
    assert number_of(written) is None


def test_text_is_one_line_of_composed_letters():
    assert clean(" Kåre\n\u00a0 My\u00adhr\ufeff ") == "Kåre Myhr"


def test_a_cell_is_shown_as_it_looked():
    assert [text_of(v) for v in (date(2025, 1, 9), 2.5, 3.0, 4, "Vafler")] == ["09.01.2025", "2,5", "3", "4", "Vafler"]
