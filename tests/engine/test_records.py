"""Records: every file of fixtures/records, what people type, and what is wrong with it."""

from random import Random

import pytest

from engine import reader, record
from engine.cards import names
from engine.errors import Ambiguous, Unreadable
from engine.faults import FaultKind
from engine.phase import OVER
from engine.presets import ALL, name_of
from engine.reasons import Reason
from engine.spelling import read_card, read_cards
from engine.verdict import Attempt, Judgement, adjudicate
from tests.engine.tables import FIXTURES, dealt

FILES = sorted((FIXTURES / "records").glob("*.txt"))


def read_file(name):
    return reader.read((FIXTURES / "records" / f"{name}.txt").read_text(encoding="utf-8"))


def same(one, other):
    return (one.rules, one.players, one.start, one.entries, one.headers, one.comment) == (
        other.rules, other.players, other.start, other.entries, other.headers, other.comment
    )  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_can_be_read_and_is_written_as_it_was_meant(path):
    reading = reader.read(path.read_text(encoding="utf-8"))
    assert [fault for fault in reading.faults if fault.kind is not FaultKind.ILLEGAL] == []
    again = reader.read(record.write(reading.record))
    assert same(again.record, reading.record)
    assert record.write(again.record) == record.write(reading.record)


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.stem.startswith("verdict")], ids=lambda path: path.stem
)
def test_a_file_gets_the_verdict_it_names(path):
    reading = reader.read(path.read_text(encoding="utf-8"))
    headers = reading.record.headers
    for position, entry in reading.record.positions():
        verdict = adjudicate(position, Attempt(entry.seat, entry.move))
    assert verdict.judgement == headers["Dom"]
    assert verdict.reason == headers.get("Grunn")
    assert verdict.depends_on == (read_cards(headers["Kort"]) if "Kort" in headers else 0)
    assert bool(reading.faults) == (verdict.judgement is Judgement.ILLEGAL)


@pytest.mark.parametrize("path", [path for path in FILES if path.stem.startswith("round")], ids=lambda path: path.stem)
def test_a_whole_round_ends_with_the_mattis_it_names(path):
    reading = reader.read(path.read_text(encoding="utf-8"))
    assert reading.faults == []
    assert reading.record.end().phase is OVER
    assert reading.record.mattis == reading.record.headers["Resultat"]


def test_the_files_hold_every_rule_set_and_every_reason():
    records = [reader.read(path.read_text(encoding="utf-8")).record for path in FILES]
    assert len(records) >= 60
    assert {name_of(known.rules) for known in ALL.values()} <= {name_of(one.rules) for one in records}
    assert {one.headers.get("Grunn") for one in records} >= set(Reason)


@pytest.mark.parametrize("name", ALL)
def test_reading_what_was_written_gives_the_same_round(name):
    start = dealt(name, ALL[name].rules.players[1], 3)
    rng = Random(3)
    position = start.copy()
    while not position.over and len(position.moves) < 300:
        position.push(rng.choice(position.legal_moves()))
    written = record.of_moves(start, position.moves)
    reading = reader.read(record.write(written))
    assert reading.faults == []
    assert same(reading.record, written)
    assert reading.record.end() == position


# --- Spelling


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("7h", "7h"), ("Th", "Th"), ("10h", "Th"), ("♥7", "7h"), ("H7", "7h"), ("hjerter 7", "7h"), ("7 hjerter", "7h"),
        ("Kn♠", "Js"), ("spar knekt", "Js"), ("SKn", "Js"), ("knekt spar", "Js"), ("J♠", "Js"), ("hjerter E", "Ah"),
        ("HE", "Ah"), ("AH", "Ah"), ("kløver konge", "Kc"), ("KK", "Kc"), ("DD", "Qd"), ("RD", "Qd"), ("SD", "Qs"),
        ("7K", "7c"), ("K7", "7c"), ("Kd", "Kd"), ("Qc", "Qc"), ("king of diamonds", "Kd"), ("ruter ess", "Ad"),
        ("♦\ufe0f9", "9d"), ("hjerter sju", "7h"), ("hjerter syv", "7h"), ("KnK", "Jc"), ("RK", "Kd"), ("SK", "Ks"),
    ],
)  # fmt: skip
def test_a_card_is_read_as_people_write_it(written, card):
    assert names(1 << read_card(written)) == [card]


@pytest.mark.parametrize("written", ["KD", "DK", "kd", "dk", "K", "D"])
def test_a_spelling_that_means_two_things_is_said_to(written):
    with pytest.raises(Ambiguous):
        read_card(written)


@pytest.mark.parametrize("written", ["", "7", "h", "1h", "11h", "7x", "hjerter", "konge", "joker", "7h8h", "h" * 5000])
def test_what_is_no_card_is_refused(written):
    with pytest.raises(Unreadable):
        read_card(written)


def test_a_series_is_read_with_or_without_dashes():
    assert read_cards("5h-6h-7h") == read_cards("5h6h7h") == read_cards("♥5-♥6-♥7")


# --- Faults

TABLE = """\
Regler: club
Spillere: Anna, Bjørn, Camilla
Stilling: club shed 3c3s5h/9h2c4s/7d8d 0 trump=c size=3

"""


def faults(text):
    return [(fault.kind, fault.line, fault.column) for fault in reader.read(text).faults]


def test_reading_goes_on_after_a_fault_and_says_where_it_was():
    reading = reader.read(TABLE + "5h kake 9h\nKD inn")
    assert [(fault.kind, fault.line, fault.column) for fault in reading.faults] == [
        (FaultKind.UNREADABLE, 5, 4),
        (FaultKind.AMBIGUOUS, 6, 1),
    ]
    assert [str(entry.move) for entry in reading.record.entries] == ["lay 5h", "lay 9h", "take"]
    assert reading.faults[0].hint


def test_an_illegal_play_is_kept_and_marked():
    reading = reader.read(TABLE + "5h 2c 7d")
    assert [(entry.legal, entry.made) for entry in reading.record.entries] == [
        (True, True),
        (False, True),
        (False, True),
    ]
    assert faults(TABLE + "5h 2c 7d") == [(FaultKind.ILLEGAL, 5, 4), (FaultKind.ILLEGAL, 5, 7)]
    assert "?" in record.write(reading.record)


def test_a_play_out_of_turn_is_kept_with_its_player():
    reading = reader.read(TABLE + "5h Camilla: 7d")
    assert [entry.seat for entry in reading.record.entries] == [0, 2]
    assert "Camilla: 7d?" in record.write(reading.record)


def test_a_card_that_lies_elsewhere_is_left_off_the_table():
    reading = reader.read(TABLE + "9h")
    assert [(entry.legal, entry.made) for entry in reading.record.entries] == [(False, False)]
    assert reading.record.end() == reading.record.start


def test_comments_and_side_lines_are_kept_and_leave_the_game_alone():
    text = TABLE + "{Sent på kvelden} 5h {hit} (3c {hva om} (3s 4s) inn) 9h"
    first = reader.read(text).record
    assert first.comment == "Sent på kvelden"
    assert first.entries[0].comment == "hit"
    assert [str(entry.move) for entry in first.entries] == ["lay 5h", "lay 9h"]
    assert [str(entry.move) for entry in first.entries[0].lines[0]] == ["lay 3c", "take"]
    assert [str(entry.move) for entry in first.entries[0].lines[0][0].lines[0]] == ["lay 3s", "lay 4s"]
    assert same(reader.read(record.write(first)).record, first)


def test_known_hands_are_a_start():
    reading = reader.read(
        "Regler: klubben\nSpillere: Anna, Bjørn\nHender: hjerter 7, 8h 9c / 2s +3\nTrumf: ruter\n\nh7 inn"
    )
    assert reading.faults == []
    assert [str(entry.move) for entry in reading.record.entries] == ["lay 7h", "take"]


@pytest.mark.parametrize(
    ("line", "place"),
    [("Hender: 7h 8h / 9h 9h\nTrumf: s", (1, 17)), ("Hender: 7h 8h / 9h 2s\nTrumf: gull", (2, 8)),
     ("Hender: 7h 8h / +3\nTrumfkort: gull", (2, 12)), ("Hender: 7h 8h / +" + "9" * 5000 + "\nTrumf: s", (1, 9))],
)  # fmt: skip
def test_what_is_wrong_with_known_hands_is_a_fault_at_its_place(line, place):
    assert faults(line + "\n\n7h")[0] == (FaultKind.HEADER, *place)


def test_a_deal_of_which_only_one_hand_is_known_is_a_start():
    reading = reader.read(
        "Regler: club\nSpillere: Anna, Bjørn\nHender: 7h 8h 9c / +3\nTrumfkort: 4d\n\n7h 8s sjans=2c 9c"
    )
    assert reading.faults == []
    assert [str(entry.move) for entry in reading.record.entries] == ["play 7h", "play 8s", "chance 2c", "play 9c"]


@pytest.mark.parametrize(
    "text", ["", "\n", "Regler: kake", "Spillere: A, B\n\n7h", "Kortstokk: 7h 7h\nSpillere: A, B", "(((", "Stilling: x"]
)
def test_a_record_without_a_start_has_a_fault(text):
    assert reader.read(text).faults


@pytest.mark.parametrize(
    "text", ["a:" + " " * 200_000 + "x", "(" * 100_000, "7h " * 90_000, "{" * 100_000, "A: " * 90_000]
)
def test_a_long_text_of_nothing_is_soon_read(text):
    assert len(reader.read(TABLE + text).faults) <= 501


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(Unreadable):
        reader.read("7h " * reader.LONGEST)
