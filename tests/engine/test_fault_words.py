"""Everything the engine says is wrong can be said in bokmål: held against every place of the source that says so."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import engine.__main__  # so that every kind of error is known
from engine import reader
from engine.errors import EngineError, Message, Unreadable
from engine.fault_words import NB_WORDS, said, say_fault
from engine.presets import CLUB
from engine.reasons import Reason
from engine.setup import Hand, shed_position
from engine.words import EN, NB

SOURCES = sorted(Path(engine.__file__).parent.glob("*.py"))


def kinds(of: type[EngineError] = EngineError) -> Iterator[str]:
    """The errors that are given their words; one that hands on another's words has an `__init__` of its own."""
    if of.__init__ is EngineError.__init__:
        yield of.__name__
    for kind in of.__subclasses__():
        yield from kinds(kind)


@cache
def messages() -> list[tuple[str, ast.Call]]:
    """Every call in the engine that makes a message, and where it stands."""
    makers = {Message.__name__, *kinds()}
    return [
        (f"{path.name}:{node.lineno}", node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in makers and path.name != "errors.py"
    ]


def text_of(call: ast.Call) -> str:
    match call.args:
        case [ast.Constant(value=str(text)), *_]:
            return text
    return ""


def number_of_values(call: ast.Call) -> int:
    if getattr(call.func, "id", "") == Message.__name__:
        return len(getattr(call.args[1], "elts", [])) if len(call.args) > 1 else 0
    return len(call.args) - 1


def places(text: str) -> int:
    return sum(field is not None for _, field, _, _ in Formatter().parse(text))


def test_every_message_of_the_engine_has_words_in_bokmaal():
    assert len(messages()) > 100
    assert [place for place, call in messages() if text_of(call) not in NB_WORDS] == []
    assert [reason for reason in Reason if reason not in NB_WORDS] == []


def test_every_message_has_a_value_for_each_place_in_both_languages():
    wrong = [
        place
        for place, call in messages()
        if {places(text_of(call)), places(NB_WORDS[text_of(call)])} != {number_of_values(call)}
    ]
    assert wrong == []


def test_no_words_are_kept_for_what_nobody_says():
    assert set(NB_WORDS) == {text_of(call) for _, call in messages()} | set(Reason)


def test_whatever_is_raised_in_the_engine_has_a_message():
    """Or is raised again, or is TooMany, which never leaves the reader."""
    raised = [
        f"{path.name}:{node.lineno}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise)
        and getattr(getattr(node.exc, "func", None), "id", "") not in {*kinds(), "BadMove", "_no_card"}
        and ast.unparse(node) not in {"raise", "raise fault", "raise TooMany"}
    ]
    assert raised == []


RECORD = """\
Regler: club
Spillere: Anna, Bjørn
Hender: 7h 8h / 9s 3d
Trumf: ruter

"""


@pytest.mark.parametrize(
    ("text", "nb", "en"),
    [
        (
            RECORD + "7h kake",
            "6:4: «kake» er ikke et kort (et kort skrives 7h, 10h, ♥7 eller hjerter 7, en serie 5h-6h-7h)",
            "6:4: no card: 'kake' (a card is written 7h, 10h, ♥7 or hjerter 7; a series 5h-6h-7h)",
        ),
        (
            RECORD + "7h 9s",
            "6:4: ulovlig: stikker ikke (lovlig: legge ruter tre, ta inn)",
            "6:4: illegal: does not beat (legal: lay 3d, take)",
        ),
        (
            "Spillere: A, B\n",
            "1:1: det står ikke hvordan runden begynte (skriv Hender, Kortstokk eller Stilling)",
            "1:1: no start: a deck, hands or a position (Kortstokk, Hender or Stilling)",
        ),
        (RECORD + "7h (8h", "6:7: parentesen er ikke lukket", "6:7: a side line is not closed"),
    ],
)
def test_a_fault_is_said_in_one_line_with_its_place(text, nb, en):
    fault = reader.read(text).faults[0]
    assert (say_fault(fault, NB), say_fault(fault, EN)) == (nb, en)


def test_what_may_have_been_meant_is_said_in_both_languages():
    message = reader.read("Regler: clbu\n").faults[0].message
    assert said(message, NB).startswith("ukjente regler: «clbu»; kjente er club, standard, ")
    assert said(message, NB).endswith("; kanskje club")
    assert said(message, EN).endswith("; perhaps club")


def test_a_player_who_is_out_is_counted_from_one():
    with pytest.raises(Unreadable) as raised:
        shed_position(CLUB, [Hand(), Hand(unseen=2), Hand(unseen=2)], trump=0, turn=0, out=[0])
    assert said(raised.value.message, NB) == "spiller 1 er ute: det kan ikke være hans tur"


def test_braces_in_what_somebody_typed_are_left_alone():
    error = Unreadable("no card: {!r}", "{0} {x}")
    assert said(error.message, NB) == "«{0} {x}» er ikke et kort"
    assert str(error) == "no card: '{0} {x}'"
