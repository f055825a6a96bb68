"""A record tapped in: what lies on the table now, and the text with one play more or less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import reader
from engine.cards import SUITS, cards, names
from engine.errors import EngineError
from engine.moves import Kind
from engine.phase import NOBODY, UNSEEN
from engine.position import Position
from engine.record import Record, move_text, write
from engine.setup import Hand, shed_position
from games.felt import Felt
from games.questions import Start
from games.referee.plays import PlayAnswer
from games.referee.practising import Choice, _choice
from games.referee.replays import Replay, Step, replay
from games.referee.rules import Unanswerable, rules_of


class NoStart(Unanswerable):
    """The text does not say where the round begins."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A record as far as it has come: the table, whose turn it is, and what he may do as far as that is known.

    `unsure`: he has cards nobody has seen, so that there may be more. `possible` are the cards each player may have
    had to lay, `verdict` the one on the last thing done if it broke a rule.
    """

    ply: int
    players: tuple[str, ...]
    felt: Felt
    turn: int  # a seat, -1 when the round is over
    choices: tuple[Choice, ...]
    unsure: bool
    possible: tuple[frozenset[str], ...]
    steps: tuple[Step, ...]
    verdict: PlayAnswer | None
    mattis: str

    @property
    def collects(self) -> bool:
        return self.felt.phase == "collect"


def tapped(source: str) -> Tapped:
    """How far a record has come. Raises Unanswerable for a text with faults, NoStart for one without a start."""
    read = _sound(source)
    position = read.record.end()
    last = len(read.steps) - 1
    hidden = position.deck[position.drawn : position.drawn + 1] == (UNSEEN,)
    offered = [move for move in position.legal_moves() if not (hidden and move.kind is Kind.CHANCE)]
    free = position.could_be_unseen
    return Tapped(
        ply=last,
        players=read.players,
        felt=read.felt(last),
        turn=position.turn,
        choices=tuple(_choice(position, move) for move in offered),
        unsure=position.turn != NOBODY and (hidden or position.unseen[position.turn] > 0),
        possible=tuple(
            frozenset(names(hand | (free if position.unseen[seat] or hidden else 0)))
            for seat, hand in enumerate(position.hands)
        ),
        steps=read.steps,
        verdict=read.verdict(last) if read.steps[last].foul else None,
        mattis=read.mattis,
    )


def with_play(source: str, move: str, seat: int | None = None) -> str:
    """The record with one thing more that happened, lawful or not; without a seat, done by the one in turn.

    Raises Unanswerable for what cannot have happened.
    """
    record = _sound(source).record
    try:
        word = move_text(reader.read_move(record.end(), move[:200]))
    except EngineError as fault:
        raise Unanswerable(_("Det er ikke noe man kan gjøre i spillet.")) from fault
    who = "" if seat is None else f"{seat + 1}: "
    longer = reader.read(f"{write(record)} {who}{word}").record
    if len(longer.entries) == len(record.entries) or not longer.entries[-1].made:
        raise Unanswerable(_("Det kan ikke ha skjedd: kortene ligger et annet sted, eller runden er over."))
    return write(longer)


def without_last(source: str) -> str:
    """The record without the last thing that happened; as it is if nothing has."""
    record = _sound(source).record
    del record.entries[-1:]
    return write(record)


def begun(rules: str, start: Start, players: Sequence[str], headers: Mapping[str, str]) -> str:
    """A record in which nothing has happened yet. Raises Unanswerable for a start there cannot be."""
    try:
        position = _dealt_from(rules, start) if start.deals else _shed_from(rules, start, players)
    except EngineError as fault:
        raise Unanswerable(_("Slik kan det ikke ligge på bordet etter disse reglene.")) from fault
    if position.over:
        raise Unanswerable(_("Runden er over om ikke to har kort. Legg inn kort, eller antall usette."))
    known = [name.replace(",", " ") for name in players]
    return write(Record(position.rules, known, position, headers=dict(headers)))


def _dealt_from(rules: str, start: Start) -> Position:
    """The deal, of which only the cards tapped are known."""
    hands = " / ".join(" ".join(place.cards) or "-" for place in start.places)
    bottom = f"Trumfkort: {start.bottom}\n" if start.bottom else ""
    reading = reader.read(f"Regler: {rules}\nGiver: {start.first + 1}\n{bottom}Hender: {hands}\n\n")
    if reading.faults:
        raise Unanswerable(_("Slik kan det ikke være delt ut etter disse reglene."))
    return reading.record.start


def _shed_from(rules: str, start: Start, players: Sequence[str]) -> Position:
    if not start.trump:
        raise Unanswerable(_("Velg trumf."))
    bare = [
        name
        for name, place in zip(players, start.places, strict=True)
        if not (place.cards or place.unseen or place.state)
    ]
    if bare:
        raise Unanswerable(
            _("%(names)s har ingen kort. Legg inn kort eller antall usette, eller velg at han er ute.")
            % {"names": ", ".join(bare)}
        )
    places = list(enumerate(start.places))
    out = [seat for seat, place in places if place.state == "u"]
    lead = start.first
    if lead in out:
        raise Unanswerable(_("Den som spiller ut, kan ikke være ute."))
    return shed_position(
        rules_of(rules),
        [Hand() if seat in out else Hand(cards(place.cards), place.unseen) for seat, place in places],
        trump=SUITS.index(start.trump),
        turn=lead,
        waiting=[seat for seat, place in places if place.state == "b"],
        out=out,
    )


def _sound(source: str) -> Replay:
    read = replay(source)
    if not read.players:
        raise NoStart(_("Det står ikke i kladden hvor runden begynner."))
    if read.faults:
        raise Unanswerable(_("Kladden har feil som må rettes i teksten først."))
    return read
