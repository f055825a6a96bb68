"""The only door to the engine: what the pages ask of the rules goes through here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from engine.cards import NAMES, SUIT_OF, SUITS, cards, each, names
from engine.describe import describe
from engine.errors import EngineError
from engine.moves import TAKE as TAKE
from engine.moves import Move, lay
from engine.phase import NOBODY
from engine.position import Position
from engine.presets import ALL, read_rules
from engine.ruleset import RuleSet
from engine.setup import Hand, shed_position
from engine.trick import Outcome, TrickVerdict, explain_trick, judge_trick
from engine.verdict import Attempt, Explanation, adjudicate, explain
from engine.words import Language
from games.felt import Felt, OnTable, Seat, kind_of
from games.questions import NONE, PlayQuestion, TrickQuestion

CLUB = "club"

TITLES = {
    "club": gettext_lazy("Klubbens regler"),
    "standard": gettext_lazy("Vanlig Mattis"),
    "standard+blank-excluded": gettext_lazy("Vanlig Mattis, bordmattis er ikke med"),
    "standard+blank-low-cards": gettext_lazy("Vanlig Mattis, bordmattis får lave kort"),
    "standard+lower-ties": gettext_lazy("Vanlig Mattis, krig også under høyeste kort"),
    "standard+most-then-rank": gettext_lazy("Vanlig Mattis, flest like kort går foran"),
    "standard+series-2": gettext_lazy("Vanlig Mattis, serier på minst to"),
    "standard+series-3": gettext_lazy("Vanlig Mattis, serier på minst tre"),
    "bikkje": gettext_lazy("Bikkje"),
    "bikkje+series": gettext_lazy("Bikkje med serier"),
    "skitgubbe": gettext_lazy("Skitgubbe"),
    "skitgubbe-sequences": gettext_lazy("Skitgubbe med serier"),
    "counter-trump": gettext_lazy("Skitgubbe med mottrumf"),
    "electric-clubs": gettext_lazy("Skitgubbe med elektriske kløver"),
    "mas": gettext_lazy("Mas"),
    "mattis": gettext_lazy("Mattis på svensk"),
    "mattis+series-3": gettext_lazy("Mattis på svensk, serier på minst tre"),
    "mattis+blank-loses": gettext_lazy("Mattis på svensk, bordmattis taper"),
    "mattis+lower-ties": gettext_lazy("Mattis på svensk, krig også under høyeste kort"),
    "atlanta": gettext_lazy("Atlanta"),
    "myllymatti": gettext_lazy("Myllymatti"),
    "koira": gettext_lazy("Koira"),
    "koira+tie-split": gettext_lazy("Koira, like kort deles"),
    "koira+trump-ends-trick": gettext_lazy("Koira, trumf avslutter stikket"),
    "koira+series-from-two": gettext_lazy("Koira, serier begynner på to"),
    "koira+lowest-card": gettext_lazy("Koira, laveste kort tas inn"),
}


class Unanswerable(Exception):
    """The question cannot be answered as it stands; `str()` says why."""


@dataclass(frozen=True, slots=True)
class RuleSetWords:
    """A rule set for people: its name, where it comes from, and what it says."""

    word: str
    title: str
    described: str


def rule_sets() -> list[tuple[str, str]]:
    """Every rule set that has a name: its word in addresses and records, and its title."""
    return [(word, str(TITLES[word])) for word in ALL]


def rule_set(word: str) -> RuleSetWords:
    """Raises Unanswerable for a rule set there is not."""
    return RuleSetWords(word, str(TITLES.get(word, word)), describe(_rules(word), _language()))


# --- Who takes this trick?


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
    rules = _rules(question.rules)
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
            told = explain_trick(verdict, _language(), players)
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


# --- Was this play lawful?


@dataclass(frozen=True, slots=True)
class PlayAnswer:
    """The table as asked about, and once a play is named, the verdict on it."""

    felt: Felt
    words: Explanation | None = None
    judgement: str = ""  # legal, illegal, depends


def ask_play(question: PlayQuestion, players: Sequence[str]) -> PlayAnswer:
    """The verdict on the play asked about. Raises Unanswerable for a position that cannot be."""
    rules = _rules(question.rules)
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
        verdict = adjudicate(position, Attempt(seat, move)) if move and question.trump else None
    except EngineError as fault:
        raise Unanswerable(_("Slik kan det ikke ligge på bordet etter disse reglene.")) from fault
    felt = felt_of(position, players)
    if verdict is None:
        return PlayAnswer(felt)
    return PlayAnswer(felt, explain(verdict, _language(), players), str(verdict.judgement))


def _hand(question: PlayQuestion, his: bool) -> Hand:
    """What the one who is asked about held: what he laid he held as well. Of the others nothing is asked."""
    if not his:
        return Hand(unseen=2)
    known = dict.fromkeys((*question.hand, *question.play))
    return Hand(cards(known), question.unseen)


def _move(question: PlayQuestion) -> Move | None:
    if question.takes:
        return TAKE
    return lay(cards(question.play)) if question.play else None


# --- The table as it is drawn


def felt_of(position: Position, players: Sequence[str], *, foul: int | None = None) -> Felt:
    """The table as it is drawn. `foul` is the number of the play on it that broke a rule."""
    collect = position.phase == "collect"
    laid = [tuple(names(play.cards)) for play in position.table]
    trump = "" if position.trump is None else SUITS[position.trump]

    def kind(number: int) -> str:
        if position.table[number].move.kind == "slough":
            return "slough"
        if collect:
            return "war" if number >= position.rounds[-1] > 0 else ""
        return kind_of(laid, number, trump)

    return Felt(
        phase=str(position.phase),
        trump=trump,
        stock=position.stock if collect else 0,
        size=position.size,
        seats=tuple(_seat(position, seat, players[seat]) for seat in range(position.players)),
        plays=tuple(
            OnTable(
                name=players[play.seat],
                cards=laid[number],
                kind=kind(number),
                war=number in position.rounds[1:],
                foul=number == foul,
            )
            for number, play in enumerate(position.table)
        ),
    )


def _seat(position: Position, seat: int, name: str) -> Seat:
    held = sorted(each(position.hands[seat]), key=lambda card: (SUIT_OF[card], card))
    collect = position.phase == "collect"
    pile = position.piles[seat].bit_count() + position.unseen_piles[seat]
    return Seat(
        name=name,
        cards=tuple(NAMES[card] for card in held),
        unseen=position.unseen[seat],
        won=pile if collect else 0,
        deals=seat == position.dealer,
        in_turn=position.turn == seat != NOBODY,
        fights=seat in position.fighters,
        waits=bool(position.waiting >> seat & 1),
        out=position.finish.index(seat) + 1 if seat in position.finish else 0,
        excluded=seat in position.excluded,
        lost=seat in position.losers,
        trump_card=collect and position.trump_holder == seat and position.trump_card is not None,
    )


def _rules(word: str) -> RuleSet:
    try:
        return read_rules(word[:200])
    except EngineError as fault:
        raise Unanswerable(_("Disse reglene finnes ikke.")) from fault


def _language() -> Language:
    return Language.EN if (get_language() or "").startswith("en") else Language.NB
