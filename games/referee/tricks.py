"""Who takes this trick? Wars included, as far as it has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cards import NAMES, SUITS
from engine.errors import EngineError
from engine.phase import NOBODY
from engine.ruleset import RuleSet
from engine.trick import Outcome, TrickVerdict, explain_trick, judge_trick
from games.questions import NONE, TrickQuestion
from games.referee.rules import Unanswerable, rules_of, spoken


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a trick, by whom; `number` is its place in the question. Without a suit it is the rank alone."""

    number: int
    player: str
    card: str


@dataclass(frozen=True, slots=True)
class TrickAnswer:
    """How far a trick has come: its rounds, who lays next, or what came of it and why."""

    rounds: tuple[tuple[Laid, ...], ...]
    next_player: str = ""
    in_war: bool = False  # the next one may have no card left
    wars: tuple[str, ...] = ()
    outcome: str = ""
    rule: str = ""
    basis: str = ""


def ask_trick(question: TrickQuestion, players: Sequence[str]) -> TrickAnswer:
    """Who takes it, as far as it has come. Raises Unanswerable for cards there cannot be."""
    rules = rules_of(question.rules)
    suited = _suited(question.laid)
    rounds: list[tuple[Laid, ...]] = []
    judged: list[list[tuple[int, int]]] = []
    turn: Sequence[int] = range(2 if rules.trick == "pair" else question.players)
    empty: list[int] = []
    at = 0
    while True:
        part = question.laid[at : at + len(turn)]
        row = tuple(
            Laid(at + number, players[seat], card) for number, (seat, card) in enumerate(zip(turn, part, strict=False))
        )
        rounds.append(row)
        if len(part) < len(turn):
            return TrickAnswer(tuple(rounds), next_player=players[turn[len(part)]], in_war=bool(judged))
        empty += [seat for seat, card in zip(turn, part, strict=True) if card == NONE]
        laid = [(seat, suited[at + number]) for number, seat in enumerate(turn) if part[number] != NONE]
        verdict = _judge(rules, [*judged, laid] if laid else judged, empty)
        at += len(turn)
        if verdict.outcome is not Outcome.WAR or not laid:
            if at < len(question.laid):
                raise Unanswerable(_("Stikket var avgjort før det siste kortet."))
            told = explain_trick(verdict, spoken(), players)
            return TrickAnswer(tuple(rounds), "", False, told.wars, told.outcome, told.rule, told.basis)
        judged.append(laid)
        turn = verdict.fighters


def _judge(rules: RuleSet, rounds: list[list[tuple[int, int]]], empty: list[int]) -> TrickVerdict:
    try:
        return judge_trick(rules, rounds, empty=empty)
    except EngineError as fault:
        raise Unanswerable(_("Et slikt stikk kan det ikke bli etter disse reglene.")) from fault


def _suited(laid: Sequence[str]) -> list[int]:
    """The cards, each rank without a suit as one of that rank that is free. Raises Unanswerable if there is none."""
    taken = {card for card in laid if len(card) == 2}
    if len(taken) < sum(len(card) == 2 for card in laid):
        raise Unanswerable(_("Det samme kortet er lagt to ganger."))
    found = []
    for card in laid:
        name = card
        if len(card) == 1 and card != NONE:
            name = next((card + suit for suit in SUITS if card + suit not in taken), "")
            if not name:
                raise Unanswerable(_("Det finnes bare fire kort av hver verdi."))
            taken.add(name)
        found.append(NOBODY if card == NONE else NAMES.index(name))
    return found
