"""Verdicts: was what somebody did legal, illegal, or does it depend on cards nobody has seen?

`adjudicate` answers for a position and an attempt: the reason, the rule it rests on, what would have been legal, and
which option would turn the answer. It never names a penalty, and what cards cannot show (peeking, talking, whether a
card touched the table) it does not judge.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine import shed
from engine.cards import Cards
from engine.citations import Rule, rule_for
from engine.describe import option_words
from engine.errors import EngineError
from engine.findings import Finding, findings
from engine.moves import TAKE, Move, take
from engine.phase import NOBODY, OVER, SHED, Phase
from engine.position import Position
from engine.reasons import ORDER, REASON_WORDS, Reason
from engine.ruleset import choices
from engine.way import way_of
from engine.words import NB, Language, cards_words, move_words, player_words


class Judgement(StrEnum):
    LEGAL = "legal"
    ILLEGAL = "illegal"
    DEPENDS = "depends"


@dataclass(frozen=True, slots=True)
class Attempt:
    """Who did what. A take may name the cards taken."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the rule set and the value that would turn a verdict."""

    name: str
    value: object


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer, and all that it rests on.

    reason, also: why it is illegal, or would be; the others that hold too
    depends_on: illegal exactly if the hand held any of these unseen cards; together: or all cards of one of these sets
    unless: legal only if the hand held any of these
    excuse: with any of these beside it, a trump among `depends_on` does not make it illegal
    concerned: the cards the reason is about
    legal_instead: every play that was legal; due: what a take would have picked up
    turned_by: single options with which the answer would be another
    """

    attempt: Attempt
    judgement: Judgement
    phase: Phase
    turn: int
    rule: Rule
    reason: Reason | None = None
    also: tuple[Reason, ...] = ()
    depends_on: Cards = 0
    together: tuple[Cards, ...] = ()
    unless: Cards = 0
    excuse: Cards = 0
    concerned: Cards = 0
    legal_instead: tuple[Move, ...] = ()
    due: Cards = 0
    turned_by: tuple[Option, ...] = ()

    @property
    def is_reading(self) -> bool:
        """Whether it rests on a reading of a source rather than on its text."""
        return self.rule.is_reading


def adjudicate(position: Position, attempt: Attempt) -> Verdict:
    """The verdict on what a player did in a position. Raises Illegal only for a player who does not exist."""
    found = sorted(findings(position, attempt.seat, attempt.move), key=lambda finding: ORDER.index(finding.reason))
    judgement = judge(found)
    decisive = [finding for finding in found if finding.sure] or found
    reasons = list(dict.fromkeys(finding.reason for finding in decisive))
    reason = reasons[0] if reasons else None
    depends = [finding for finding in decisive if not finding.sure]
    return Verdict(
        attempt,
        judgement,
        position.phase,
        position.turn,
        rule_for(position.rules, reason, position.phase),
        reason,
        tuple(reasons[1:]),
        _union(finding.cards for finding in depends),
        tuple(cards for finding in depends for cards in finding.together),
        _union(finding.unless for finding in depends),
        _union(finding.excuse for finding in depends),
        decisive[0].cards if decisive else 0,
        legal_instead(position) if judgement is not Judgement.LEGAL and attempt.seat == position.turn else (),
        shed.due(position.table, position.way.take)[0] if position.phase is SHED and position.table else 0,
        tuple(_turned_by(position, attempt, judgement)),
    )


def judge(found: Sequence[Finding]) -> Judgement:
    """Illegal if one finding is sure, depending on unseen cards if there are others, else legal."""
    if any(finding.sure for finding in found):
        return Judgement.ILLEGAL
    return Judgement.DEPENDS if found else Judgement.LEGAL


def is_legal(position: Position, attempt: Attempt) -> bool:
    """Whether a move is legal whatever the unseen cards are."""
    return not any(True for _ in findings(position, attempt.seat, attempt.move))


def legal_instead(position: Position) -> tuple[Move, ...]:
    """Every move that was legal for sure, by the player whose turn it was."""
    return tuple(move for move in position.legal_moves() if is_legal(position, Attempt(position.turn, move)))


def _union(sets: Iterator[Cards]) -> Cards:
    union = 0
    for cards in sets:
        union |= cards
    return union


_COLLECT_OPTIONS = ("chance", "must_tie", "slough", "tie")
_SHED_OPTIONS = (
    "must_beat",
    "trump_when",
    "take",
    "series",
    "series_start",
    "series_beat",
    "counter_trump",
    "least_to_join",
)


def _turned_by(position: Position, attempt: Attempt, judgement: Judgement) -> Iterator[Option]:
    """Single options that would have made it another verdict."""
    if position.phase is OVER:
        return
    for name in _SHED_OPTIONS if position.phase is SHED else _COLLECT_OPTIONS:
        for value in choices(name):
            if value == getattr(position.rules, name):
                continue
            other = _under(position, name, value)
            if other and judge(list(findings(other, attempt.seat, attempt.move))) is not judgement:
                yield Option(name, value)


def _under(position: Position, option: str, value: object) -> Position | None:
    """The same cards under rules with one option changed; None if these cannot be."""
    try:
        rules = position.rules.with_options({option: value})
    except EngineError:
        return None
    other = position.copy(history=False)
    other.rules = rules
    other.way = way_of(rules, position.trump or 0)
    if (
        option == "least_to_join"
        and other.hands[other.turn].bit_count() + other.unseen[other.turn] >= rules.least_to_join
    ):
        other.waiting &= ~(1 << other.turn)
    return other


# --- Several versions of one position


@dataclass(frozen=True, slots=True)
class Versions:
    """What each party's memory of the position gives; `decides` are the cards on which they differ and that matter."""

    verdicts: Mapping[str, Verdict]
    decides: Cards

    @property
    def judgement(self) -> Judgement:
        """What holds in every version; *depends* if they differ."""
        found = {verdict.judgement for verdict in self.verdicts.values()}
        return found.pop() if len(found) == 1 else Judgement.DEPENDS


def adjudicate_versions(versions: Mapping[str, Position], attempt: Attempt) -> Versions:
    """Judge one attempt in several versions of the position, each named after who remembers it so."""
    verdicts = {name: adjudicate(position, attempt) for name, position in versions.items()}
    places: dict[Judgement, list[Cards]] = {}
    for name, verdict in verdicts.items():
        places.setdefault(verdict.judgement, []).append(_remembered(versions[name], attempt.seat))
    if len(places) == 1:
        return Versions(verdicts, 0)
    everywhere = _common([cards for group in places.values() for cards in group])
    decides = 0
    for group in places.values():
        decides |= _common(group) & ~everywhere
    return Versions(verdicts, decides)


def _remembered(position: Position, seat: int) -> Cards:
    """The cards that a version puts into this player's hand or on the table."""
    return position.hands[seat] | _union(play.cards for play in position.table)


def _common(sets: Sequence[Cards]) -> Cards:
    common = sets[0]
    for cards in sets[1:]:
        common &= cards
    return common


# --- In words


@dataclass(frozen=True, slots=True)
class Explanation:
    """A verdict in the words of a person, part by part; what has nothing to say is empty.

    why: the reason and the others that hold too, or what it depends on; basis: a reading or the text; otherwise: the
    option that would turn a reading
    """

    answer: str
    act: str
    why: tuple[str, ...]
    rule: str
    basis: str
    legal: tuple[str, ...]
    otherwise: str


def explain(verdict: Verdict, language: Language = NB, names: Sequence[str] | None = None) -> Explanation:
    """The verdict in words; `names` are the players' in seat order, without them they are numbered from 1."""
    nb = language is NB
    player = player_words(verdict.attempt.seat, names, language)
    why: Iterator[str] = iter(())
    if verdict.judgement is Judgement.ILLEGAL:
        reasons = (reason for reason in (verdict.reason, *verdict.also) if reason)
        why = (_reason_words(verdict, reason, language, names) for reason in reasons)
    elif verdict.judgement is Judgement.DEPENDS:
        why = _depends_words(verdict, language, player)
    legal = [take(verdict.due) if move is TAKE else move for move in verdict.legal_instead]
    turning = verdict.turned_by[0] if verdict.is_reading and verdict.turned_by else None
    return Explanation(
        answer=_ANSWERS[verdict.judgement][not nb],
        act=f"{player} {move_words(verdict.attempt.move, language, done=True)}",
        why=tuple(why),
        rule=verdict.rule.words(language),
        basis=verdict.rule.basis(language),
        legal=tuple(move_words(move, language) for move in legal),
        otherwise=option_words(turning.name, turning.value, language) if turning else "",
    )


def say(verdict: Verdict, language: Language = NB, names: Sequence[str] | None = None) -> str:
    """The verdict as a person would say it: the answer, the reason, the rule, what was legal, what it rests on."""
    nb, told = language is NB, explain(verdict, language, names)
    sentences = [f"{told.answer}: {told.act}.", *told.why, f"{told.rule} ({told.basis})."]
    if told.legal:
        sentences.append(f"{'Lovlig var' if nb else 'Legal was'}: {' · '.join(told.legal)}.")
    if told.otherwise:
        sentences.append(f"{'Annerledes' if nb else 'Otherwise'} {'hvis' if nb else 'if'} {told.otherwise}.")
    return " ".join(sentences)


_ANSWERS = {
    Judgement.LEGAL: ("Lovlig", "Legal"),
    Judgement.ILLEGAL: ("Ulovlig", "Illegal"),
    Judgement.DEPENDS: ("Det kommer an på kortene", "That depends on the cards"),
}


def _reason_words(verdict: Verdict, reason: Reason, language: Language, names: Sequence[str] | None) -> str:
    template = REASON_WORDS[reason][language is not NB]
    cards = verdict.concerned if reason is verdict.reason else verdict.attempt.move.cards
    if reason is Reason.NO_SUCH_CARD and not cards:
        return "Det lå ingenting på bordet." if language is NB else "Nothing lay on the table."
    last = "eller" if language is NB else "or"
    words = template.format(
        player=player_words(verdict.attempt.seat, names, language),
        turn=player_words(verdict.turn, names, language) if verdict.turn != NOBODY else "",
        cards=cards_words(cards, language, last) or ("annet" if language is NB else "another"),
    )
    return words[0].upper() + words[1:]


def _depends_words(verdict: Verdict, language: Language, player: str) -> Iterator[str]:
    nb = language is NB
    if verdict.depends_on:
        cards = cards_words(verdict.depends_on, language, "eller" if nb else "or")
        yield f"Ulovlig hvis {player} hadde {cards}." if nb else f"Illegal if {player} held {cards}."
    if verdict.excuse:
        cards = cards_words(verdict.excuse, language, "eller" if nb else "or")
        yield (
            f"En trumf gjør det ikke ulovlig hvis {player} også hadde {cards}."
            if nb
            else f"A trump does not make it illegal if {player} also held {cards}."
        )
    for group in verdict.together:
        cards = cards_words(group, language)
        yield f"Ulovlig hvis {player} hadde både {cards}." if nb else f"Illegal if {player} held both {cards}."
    if verdict.unless:
        cards = cards_words(verdict.unless, language, "eller" if nb else "or")
        yield f"Lovlig bare hvis {player} hadde {cards}." if nb else f"Legal only if {player} held {cards}."
