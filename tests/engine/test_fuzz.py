"""Damaged records, positions and traces: never anything but an EngineError, never a hang."""

import json
from random import Random

import pytest

from engine import dispute, reader, record, text, trace
from engine.errors import EngineError
from engine.fault_words import say_fault
from engine.moves import take
from engine.picture import picture
from engine.verdict import Attempt, adjudicate, say
from engine.words import Language
from tests.engine.tables import FIXTURES, TABLES, dealt

ALPHABET = "7hTsKdQc2♥é +-=,:;/|(){}[]?*@.0123456789abcdefghijklmnopqrstuvwxyz\n\t\0\"'"


def damaged(source, rng):
    """The text with a few things cut out, doubled, swapped or put in."""
    for _ in range(rng.randint(1, 6)):
        start = rng.randrange(len(source) + 1)
        end = min(len(source), start + rng.choice([1, 1, 2, 5, 30]))
        piece = source[start:end]
        other = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(1, 4)))
        source = source[:start] + rng.choice(["", piece * 2, other, piece[::-1], other + piece]) + source[end:]
    return source


def try_record(source):
    reading = reader.read(source)
    assert all(say_fault(fault, language) for fault in reading.faults for language in Language)
    for position, entry in reading.record.positions():
        say(adjudicate(position, Attempt(max(entry.seat, 0), entry.move)))
    again = reader.read(record.write(reading.record))
    assert len(again.record.entries) <= len(reading.record.entries) + 1


def try_position(line, rng):
    try:
        position = text.read(line)
    except EngineError:
        return
    assert text.read(text.line(position)) == position
    picture(position)
    adjudicate(position, Attempt(max(position.turn, 0), take()))
    for _ in range(30):
        moves = position.legal_moves()
        if not moves:
            break
        try:
            position.push(rng.choice(moves))
        except EngineError:
            break
    while position.moves:
        position.pop()
    assert text.read(text.line(position)) == position


HANDS = """\
Regler: klubben
Spillere: Anna, Bjørn
Giver: Anna
Hender: hjerter 7, 8h, 9c / 2s +3
Trumf: ruter
Utspill: Anna

h7 ta-inn ♥8
"""


def records_for(rng):
    files = sorted((FIXTURES / "records").glob("*.txt"))
    source = HANDS if rng.random() < 0.2 else rng.choice(files).read_text(encoding="utf-8")
    return damaged(source, rng)


def position_for(rng):
    name, players = rng.choice(TABLES)
    position = dealt(name, players, rng.randrange(20))
    for _ in range(rng.randrange(150)):
        if position.over:
            break
        position.push(rng.choice(position.legal_moves()))
    if rng.random() < 0.3 and not position.over:
        position = position.seen_by(position.turn)
    return damaged(text.line(position), rng)


def fuzz(count, seed):
    rng = Random(seed)
    disputes = json.loads((FIXTURES / "engine" / "disputes.json").read_text(encoding="utf-8"))
    traces = trace.lines_of(FIXTURES / "engine" / "traces.jsonl.gz")
    for number in range(count):
        kind = number % 4
        if kind == 0:
            try_record(records_for(rng))
        elif kind in (1, 2):
            try_position(position_for(rng), rng)
        elif number % 8 == 3:
            assert isinstance(trace.answer(damaged(rng.choice(traces)[:6000], rng)), dict)
        else:
            try_dispute(damaged(json.dumps(rng.choice(disputes)), rng))


def try_dispute(source):
    try:
        given = json.loads(source)
        dispute.answer(given)
    except (EngineError, json.JSONDecodeError):
        pass


def test_damaged_input_never_breaks_anything():
    fuzz(32, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100))
def test_ten_thousand_damaged_inputs_never_break_anything(seed):
    fuzz(100, seed=f"fuzz {seed}")
