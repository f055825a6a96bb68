"""No file makes the reader raise or hang: whatever is wrong becomes a fault that can be told."""

import io
import zipfile
from datetime import date
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from league.importing.book import read_book
from league.importing.values import Choices

BOOKS = [path.read_bytes() for path in sorted(Path("fixtures/books").glob("[!.]*"))]
KNOWN = ("Bjørn Åsheim", "Kåre Myhr", "Kåre Myhre")

# Cells that mean something to the reader, in places where they mean something else.
cells = st.sampled_from(
    [
        *("", "0", "3", "201", "-1", "2,0", "x", "=A1", "45666", '"', "2023", "9.1.25", "31.2.25", "2025-01-09"),
        *("Dato", "Vert", "Runder", "Runde", "Mattis", "Deltakere", "Sum", "Gjester", "Merknad", "Nr", "Snitt"),
        *("Kåre Myhr", "Kare Myhr", "Kåre", "Bjorn Aasheim", "A, B", "Mattistur", "Ø" * 130, "\u0301", "\u200b"),
    ]
) | st.text(max_size=8)
rows = st.lists(st.lists(cells, max_size=8), max_size=12)
quick = settings(deadline=2000, max_examples=100, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def check(data: bytes) -> None:
    """Read it in every way; every fault has words."""
    mapped = Choices({"Kare Myhr": "Kåre Myhr", "A": "B"}, unnamed_guests=True, people=True, today=date(2025, 6, 1))
    for choices in (Choices(), mapped):
        book, faults = read_book(data, known=KNOWN, choices=choices)
        assert all(str(fault) for fault in faults)
        assert faults or (book.evenings and sum(e.count for e in book.evenings) >= sum(book.strek.values()))


@quick
@given(st.binary(max_size=2000))
@example(b"PK\x03\x04")
@example(b"\xff\xfe\x00")
@example(b"sep=\n\n")
@example(b'sep="\nDato;A')
def test_any_bytes_are_read_or_refused(data):
    check(data)


@quick
@given(rows, st.sampled_from(";,\t"), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_any_cells_are_read_or_refused(grid, delimiter, encoding):
    check("\n".join(delimiter.join(row) for row in grid).encode(encoding, "ignore"))


@quick
@given(rows)
def test_any_rows_under_headings_are_read_or_refused(grid):
    for heading in (
        ["Dato", "Vert", "Runder", "Kåre Myhr", "B", "Sum"],
        ["Dato", "Vert", "Runde", "Mattis", "Deltakere"],
    ):
        check("\n".join(";".join(row) for row in [heading, *grid]).encode("utf-8", "ignore"))


@quick
@given(st.sampled_from(BOOKS), st.data())
def test_a_damaged_book_is_read_or_refused(book, data):
    start = data.draw(st.integers(0, len(book)))
    end = data.draw(st.integers(start, min(len(book), start + 200)))
    check(book[:start] + data.draw(st.binary(max_size=20)) + book[end:])


@quick
@given(st.integers(0, 10_000), st.binary(max_size=40), st.integers(0, 40))
def test_a_workbook_damaged_inside_its_package_is_read_or_refused(start, put_in, left_out):
    changed = io.BytesIO()
    with zipfile.ZipFile("fixtures/books/mattisbok-2023.xlsx") as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("sheet1.xml"):
                content = content[:start] + put_in + content[start + left_out :]
            new.writestr(name, content)
    check(changed.getvalue())
