"""A round against bots, seen from the player's chair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from django.utils.translation import gettext as _

from engine import reader
from engine.bots import at_random, sensible
from engine.cards import names
from engine.errors import EngineError
from engine.moves import FROM_HAND, Kind, Move
from engine.position import Position
from engine.record import move_text, of_moves, write
from engine.words import card_words, move_words
from games.felt import Felt
from games.referee.drawing import felt_of
from games.referee.rules import Unanswerable, rules_of, spoken


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing the player may do: how it is sent, how it is said, and the cards it is drawn with."""

    move: str
    said: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Practised:
    """A round against bots as the player sees it: made of what lies open to him, and of nothing else.

    `moves` are all moves so far, `ply` their number; `told` is what the bots have done since his last one. Once it
    is over, `record` is the whole round.
    """

    moves: str
    ply: int
    felt: Felt
    choices: tuple[Choice, ...]
    told: tuple[str, ...]
    mattis: str
    record: str


YOU = 0  # the player's seat
LONGEST_PRACTICE = 3000  # moves; a round that circles is broken off long before


def practise(rules: str, players: Sequence[str], seed: int, moves: str, move: str = "") -> Practised:
    """The round that follows from a seed and the moves made, with one more by the player, and the bots' answers.

    The same seed and moves give the same round. Raises Unanswerable for a move that is not legal.
    """
    position = _dealt(rules, len(players), seed)
    told: list[str] = []

    def push(done: Move) -> None:
        if position.turn == YOU:
            told.clear()
        else:
            told.append(f"{players[position.turn]} {_done(position, done)}")
        position.push(done)

    for done in moves.split():
        push(reader.read_move(position, done))
    if move and position.turn != YOU:
        raise Unanswerable(_("Det er ikke din tur."))
    if move:
        try:
            push(reader.read_move(position, move[:100]))
        except EngineError as fault:
            raise Unanswerable(_("Det er ikke lovlig nå.")) from fault
    while not position.over and position.turn != YOU and position.ply < LONGEST_PRACTICE:
        bot = at_random if position.occurrences() > 1 else sensible
        whim = Random(seed + position.ply)  # noqa: S311  # a bot's
        push(bot(position.seen_by(position.turn), whim))
    made = position.moves
    return Practised(
        moves=" ".join(move_text(one) for one in made),
        ply=len(made),
        felt=felt_of(position.seen_by(YOU) if not position.over else position, players),
        choices=tuple(_choice(position, one) for one in position.legal_moves()) if position.turn == YOU else (),
        told=tuple(told),
        mattis=", ".join(players[seat] for seat in position.losers),
        record=write(of_moves(_dealt(rules, len(players), seed), made, list(players))) if position.over else "",
    )


def _dealt(rules: str, players: int, seed: int) -> Position:
    try:
        return Position.random(rules_of(rules), players, Random(seed))  # noqa: S311  # nothing is at stake
    except EngineError as fault:
        raise Unanswerable(_("Så mange kan ikke spille etter disse reglene.")) from fault


def _done(position: Position, move: Move) -> str:
    """What somebody does, in words: a chance with the card it turns up, for all see it."""
    if move.kind is Kind.CHANCE:
        return f"{move_words(move, spoken(), done=True)} {card_words(position.deck[position.drawn], spoken())}"
    return move_words(move, spoken(), done=True)


def _choice(position: Position, move: Move) -> Choice:
    shown = tuple(names(move.cards)) if move.kind in FROM_HAND else ()
    return Choice(move_text(move), move_words(move, spoken()), shown)
