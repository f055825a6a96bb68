"""Every encoding, delimiter and kind of file secretaries have."""

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from league.importing import reading
from league.importing.faults import Kind, Unreadable
from league.importing.reading import read_grid

BOOKS = Path("fixtures/books")
TEXT = "Dato;Vert;Kåre Myhr\r\n09.01.2025;Kåre Myhr;2\r\n"


def cells(data):
    return [row.cells for row in read_grid(data).rows]


def refusal(data):
    with pytest.raises(Unreadable) as caught:
        read_grid(data)
    return caught.value.fault.kind


def workbook(*sheets, **options):
    """A workbook of sheets, each a title and rows."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    for name, value in options.items():
        setattr(book, name, value)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
def test_each_encoding_gives_the_same_cells(encoding):
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    expected = [("Dato", "Vert", "Kåre Myhr"), ("09.01.2025", "Kåre Myhr", "2")]
    assert cells(mark + TEXT.encode(encoding)) == expected


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_each_delimiter_and_line_ending_is_found(delimiter, newline):
    text = TEXT.replace(";", delimiter).replace("\r\n", newline)
    assert cells(text.encode()) == [("Dato", "Vert", "Kåre Myhr"), ("09.01.2025", "Kåre Myhr", "2")]


def test_the_delimiter_is_the_headings_not_the_commonest():
    text = "Boken, ført av Kåre, Arne, Pål\ndato;mattis;deltakere\n2025-01-09;A;A, B, C, D, E, F\n"
    assert cells(text.encode())[2] == ("2025-01-09", "A", "A, B, C, D, E, F")


def test_excel_may_name_the_delimiter_and_lines_are_counted_nevertheless():
    (row,) = read_grid(b"sep=|\r\nDato|Vert\r\n").rows
    assert (row.line, row.cells) == (2, ("Dato", "Vert"))


def test_quoted_cells_hold_delimiters_quotes_and_lines():
    rows = read_grid(b'Dato;Vert;Merknad\n1;2;"Vafler; ""gode""\nog kaffe"\n3;4;5\n').rows
    assert rows[1].cells == ("1", "2", 'Vafler; "gode" og kaffe')
    assert [row.line for row in rows] == [1, 2, 4]


def test_blank_lines_and_rules_are_left_out_and_lines_keep_their_numbers():
    rows = read_grid(b"Mattisboken\n\n;;;\n----;----\nDato;Vert\n").rows
    assert [row.line for row in rows] == [1, 5]


def test_a_workbook_gives_days_and_numbers():
    grid = read_grid((BOOKS / "mattisbok-2023.xlsx").read_bytes())
    assert grid.rows[1].cells == (date(2023, 1, 5), "Arne Øvergård", 6, 1, 0, 0, 1, 0, 0, 0, 0, 2, 1, 1)


def test_all_visible_sheets_of_a_workbook_are_read():
    data = workbook(("2022", [["Dato", "A"]]), ("2023", [["Dato", "B"]]))
    assert [(row.sheet, row.line, row.cells) for row in read_grid(data).rows] == [
        ("2022", 1, ("Dato", "A")),
        ("2023", 1, ("Dato", "B")),
    ]


def test_a_formula_nobody_has_computed_is_kept_lest_it_read_as_absent():
    assert cells(workbook(("2025", [["Dato", "A"], [date(2025, 1, 9), "=1+1"]])))[1] == (date(2025, 1, 9), "=1+1")


def test_a_workbook_of_an_old_mac_tells_its_epoch():
    assert read_grid(workbook(("1", [["Dato", "A"]]), epoch=CALENDAR_MAC_1904)).epoch == date(1904, 1, 1)


def test_the_kind_of_file_is_told_by_its_bytes():
    open_document = io.BytesIO()
    with zipfile.ZipFile(open_document, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    ole = bytes.fromhex("d0cf11e0a1b11ae1")
    assert refusal(ole + b"\0" * 500) is Kind.OTHER_FORMAT
    assert refusal(ole + "EncryptedPackage".encode("utf-16-le")) is Kind.LOCKED
    assert refusal(open_document.getvalue()) is Kind.OTHER_FORMAT
    assert refusal(b"\x89PNG\r\n\x1a\n" + bytes(range(256))) is Kind.NOT_TEXT
    assert refusal(b"%PDF-1.7\n\x01\x02\xff\x81") is Kind.NOT_TEXT


def test_an_encrypted_zip_is_said_to_be_locked():
    data = bytearray(workbook(("1", [["Dato", "A"]])))
    for start in range(len(data)):  # the flag that says encrypted, in each entry of the directory
        if data[start : start + 4] == b"PK\x01\x02":
            data[start + 8] |= 1
    assert refusal(bytes(data)) is Kind.LOCKED


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf", b";;;\n", b"\xff\xfe"])
def test_an_empty_file_is_refused(data):
    assert refusal(data) is Kind.EMPTY


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_half_a_workbook_is_refused(part):
    data = (BOOKS / "mattisbok-2023.xlsx").read_bytes()
    assert refusal(data[: int(len(data) * part)]) is Kind.BROKEN


def test_utf_16_with_a_byte_too_few_is_refused():
    assert refusal(TEXT.encode("utf-16")[:-1]) is Kind.NOT_TEXT


def test_a_quote_that_is_never_closed_is_refused_with_its_line():
    with pytest.raises(Unreadable) as caught:
        read_grid(b'Dato;Vert;Merknad\n1;2;"Vafler\n3;4;5\n6;7;8\n')
    assert (caught.value.fault.kind, caught.value.fault.place.line) == (Kind.OPEN_QUOTE, 2)


def test_files_that_would_fill_the_memory_are_refused(monkeypatch):
    assert refusal(b"a" * (reading.MOST_BYTES + 1)) is Kind.TOO_BIG
    assert refusal(b"Dato;A\n" * 50_001) is Kind.TOO_MANY_ROWS
    assert refusal(b"Dato" + b";A" * 200) is Kind.TOO_WIDE
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("[Content_Types].xml", "")
        package.writestr("xl/worksheets/sheet1.xml", b"0" * (reading.MOST_BYTES_UNPACKED + 1))
    assert len(bomb.getvalue()) < reading.MOST_BYTES
    assert refusal(bomb.getvalue()) is Kind.TOO_BIG


def test_a_row_that_claims_to_be_the_two_billionth_does_not_hang():
    data = io.BytesIO(workbook(("1", [["Dato", "A"], ["1", "2"]])))
    changed = io.BytesIO()
    with zipfile.ZipFile(data) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            content = (
                content.replace(b'<row r="2"', b'<row r="2000000000"').replace(b'r="A2"', b"").replace(b'r="B2"', b"")
            )
            new.writestr(name, content)
    assert refusal(changed.getvalue()) is Kind.TOO_MANY_ROWS


def test_blank_cells_formatted_to_the_end_of_the_sheet_do_no_harm():
    book = Workbook()
    book.worksheets[0].append(["Dato", "A"])
    book.worksheets[0]["XFD1"].number_format = "0.00"
    out = io.BytesIO()
    book.save(out)
    assert cells(out.getvalue()) == [("Dato", "A")]
