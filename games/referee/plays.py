"""Was this play lawful?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cards import SUITS, cards
from engine.errors import EngineError
from engine.moves import TAKE, Move, lay
from engine.position import Position
from engine.setup import Hand, shed_position
from engine.verdict import Attempt, Explanation, adjudicate, adjudicate_versions, explain
from engine.words import cards_words
from games.felt import Felt
from games.questions import PlayQuestion
from games.referee.drawing import felt_of
from games.referee.rules import Unanswerable, rules_of, spoken


@dataclass(frozen=True, slots=True)
class PlayAnswer:
    """The table as asked about, and once a play is named, the verdict on it."""

    felt: Felt
    words: Explanation | None = None
    judgement: str = ""  # legal, illegal, depends


def ask_play(question: PlayQuestion, players: Sequence[str]) -> PlayAnswer:
    """The verdict on the play asked about. Raises Unanswerable for a position that cannot be."""
    position, attempt = _asked(question)
    felt = felt_of(position, players)
    if attempt is None or not question.trump:
        return PlayAnswer(felt)
    verdict = adjudicate(position, attempt)
    return PlayAnswer(felt, explain(verdict, spoken(), players), str(verdict.judgement))


def deciding_cards(questions: Sequence[PlayQuestion]) -> str:
    """The cards that several versions of one position differ on and that decide whether the same play was legal.

    Empty where they ask about different plays, or where no card tells them apart. Raises Unanswerable as `ask_play`.
    """
    asked = [_asked(question) for question in questions]
    attempts = {attempt for _position, attempt in asked}
    attempt = attempts.pop()
    if attempts or attempt is None:
        return ""
    versions = {str(number): position for number, (position, _attempt) in enumerate(asked)}
    return cards_words(adjudicate_versions(versions, attempt).decides, spoken())


def _asked(question: PlayQuestion) -> tuple[Position, Attempt | None]:
    """The position of a question, and the play it asks about."""
    rules = rules_of(question.rules)
    seat = len(question.table) % question.players
    try:
        position = shed_position(
            rules,
            [_hand(question, number == seat) for number in range(question.players)],
            trump=SUITS.index(question.trump or "s"),
            turn=seat,
            table=[lay(cards(play)).plays[number % question.players] for number, play in enumerate(question.table)],
            size=max(question.full or question.players, len(question.table) + 1),
            waiting=[seat] if question.waits else [],
        )
        move = _move(question)
    except EngineError as fault:
        raise Unanswerable(_("Slik kan det ikke ligge på bordet etter disse reglene.")) from fault
    return position, Attempt(seat, move) if move else None


def _hand(question: PlayQuestion, his: bool) -> Hand:
    """What the one who is asked about held: what he laid he held as well. Of the others nothing is asked."""
    if not his:
        return Hand(unseen=1)
    known = dict.fromkeys((*question.hand, *question.play))
    return Hand(cards(known), question.unseen)


def _move(question: PlayQuestion) -> Move | None:
    if question.takes:
        return TAKE
    return lay(cards(question.play)) if question.play else None
