"""A trick or war by itself: who laid what, in order; who fights, who takes it, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.cards import RANK_OF, Card
from engine.citations import Rule, source_of
from engine.errors import Unreadable
from engine.ruleset import RuleSet, Tie, Trick, UnresolvedWar
from engine.war import contenders
from engine.words import NB, Language, player_words, players_words


class Outcome(StrEnum):
    TAKEN = "taken"  # the highest card, or the only one that counts
    WAR = "war"  # tied players fight on
    ONLY_FIGHTER = "only fighter with cards"
    LAST_FIGHTER = "last fighter on the table"
    RETURNED = "cards returned"
    DEALT_OUT = "dealt out to the fighters"
    SPLIT = "split among the tied"


@dataclass(frozen=True, slots=True)
class TrickVerdict:
    """Who takes a trick, or who fights on for it; `ties` are the fighters of each war so far."""

    outcome: Outcome
    taker: int | None
    fighters: tuple[int, ...]
    ties: tuple[tuple[int, ...], ...]
    rule: Rule


type Laid = tuple[int, Card]


def judge_trick(rules: RuleSet, rounds: Sequence[Sequence[Laid]], *, empty: Sequence[int] = ()) -> TrickVerdict:
    """Judge a trick of the collect phase: its plays as (seat, card) in order, first the trick, then each war round.

    `empty` are the fighters who have no card for the next war round. Raises Unreadable for a round without cards, a
    card laid twice, or one laid by somebody who does not fight.
    """
    _check(rules, rounds)
    ties: list[tuple[int, ...]] = []
    fighters: tuple[int, ...] = ()
    for number, laid in enumerate(rounds):
        stray = [seat for seat, _ in laid if number and seat not in fighters]
        if stray:
            raise Unreadable("player {} does not fight in war round {}", stray[0] + 1, number)
        missing = [seat for seat in fighters if number and seat not in {seat for seat, _ in laid}]
        if missing and rules.unresolved_war is not UnresolvedWar.LAST_FIGHTER:
            return _broken_off(rules, number, missing, tuple(ties), empty)
        places = contenders([RANK_OF[card] for _, card in laid], rules.tie)
        fighters = tuple(laid[place][0] for place in places)
        if len(fighters) == 1:
            if number + 1 < len(rounds):
                raise Unreadable("the trick was decided after round {}: nobody fights on", number)
            outcome = Outcome.ONLY_FIGHTER if number and len(laid) == 1 < len(ties[-1]) else Outcome.TAKEN
            return TrickVerdict(outcome, fighters[0], (), tuple(ties), _rule(rules))
        ties.append(fighters)
    return _unfinished(rules, fighters, tuple(ties), [seat for seat in fighters if seat not in empty])


def _broken_off(
    rules: RuleSet, number: int, missing: list[int], ties: tuple[tuple[int, ...], ...], empty: Sequence[int]
) -> TrickVerdict:
    """A war round in which not all have laid, where nobody takes a trick because the others could not."""
    if rules.unresolved_war is UnresolvedWar.RETURN and not set(missing) - set(empty):
        return TrickVerdict(Outcome.RETURNED, None, (), ties, _rule(rules))
    raise Unreadable("player {} has not laid a card in war round {}", missing[0] + 1, number)


def _check(rules: RuleSet, rounds: Sequence[Sequence[Laid]]) -> None:
    if rules.is_mas:
        raise Unreadable("in Mas no trick is a tie: the second card takes, or the first is picked up")
    played = [card for laid in rounds for _, card in laid]
    if not rounds or not all(rounds) or len(set(played)) != len(played):
        raise Unreadable("each round of a trick has cards, and none of them twice")
    if rules.trick is Trick.PAIR and len(rounds[0]) > 2:
        raise Unreadable("two players play to a trick")
    if any(len({seat for seat, _ in laid}) != len(laid) for laid in rounds):
        raise Unreadable("nobody plays twice in one round")


def _unfinished(
    rules: RuleSet, fighters: tuple[int, ...], ties: tuple[tuple[int, ...], ...], having: list[int]
) -> TrickVerdict:
    """The tied must fight on; what happens if they have no cards is the rule set's."""
    rule = _rule(rules)
    if rules.tie_split:
        return TrickVerdict(Outcome.SPLIT, None, (), ties, rule)
    if len(having) == len(fighters):
        return TrickVerdict(Outcome.WAR, None, fighters, ties, rule)
    match rules.unresolved_war:
        case UnresolvedWar.RETURN:
            return TrickVerdict(Outcome.RETURNED, None, (), ties, rule)
        case UnresolvedWar.DEAL_OUT:
            return TrickVerdict(Outcome.DEALT_OUT, None, (), ties, rule)
    if not having:
        return TrickVerdict(Outcome.LAST_FIGHTER, fighters[-1], (), ties, rule)
    if len(having) == 1:
        return TrickVerdict(Outcome.ONLY_FIGHTER, having[0], (), ties, rule)
    return TrickVerdict(Outcome.WAR, None, tuple(having), ties, rule)


_PARAGRAPHS = {
    "S0": ("Den norske regelsiden for Mattis, «Første runde»", "The Norwegian page on Mattis, “First round”"),
    "S2": ("Klubbens regler, kortfordelingsrunden pkt. 4", "The club's rules, collect phase, item 4"),
    "S3": ("Den svenske regelsiden for Skitgubbe, den første fasen", "The Swedish page on Skitgubbe, first phase"),
    "S4": ("Den norske regelsiden for Bikkje, krigsregler", "The Norwegian page on Bikkje, rules of war"),
}


def _rule(rules: RuleSet) -> Rule:
    source = source_of(rules)
    return Rule(source, *_PARAGRAPHS[source], is_reading=source == "S3" and rules.tie is Tie.ANY_RANK)


_WORDS = {
    Outcome.TAKEN: ("{taker} tar stikket.", "{taker} takes the trick."),
    Outcome.WAR: ("Krig mellom {fighters}.", "War between {fighters}."),
    Outcome.ONLY_FIGHTER: (
        "{taker} er den eneste krigeren med kort: han legger ett og tar stikket.",
        "{taker} is the only fighter with a card: he lays one and takes the trick.",
    ),
    Outcome.LAST_FIGHTER: (
        "Ingen av krigerne har kort: {taker}, som var sist på bordet, tar stikket.",
        "No fighter has a card: {taker}, whose tied card was laid last, takes the trick.",
    ),
    Outcome.RETURNED: (
        "En kriger har ikke kort: kortfordelingen er over, og hver tar sine kort tilbake.",
        "A fighter has no card: the collect phase ends, and everybody takes his cards back.",
    ),
    Outcome.DEALT_OUT: (
        "En kriger har ikke kort: stikket blandes og deles ut til {tied}.",
        "A fighter has no card: the trick is shuffled and dealt to {tied}.",
    ),
    Outcome.SPLIT: (
        "{tied} tar de like kortene tilbake, og resten deles mellom dem.",
        "{tied} take their equal cards back, and the others are dealt out among them.",
    ),
}


@dataclass(frozen=True, slots=True)
class TrickWords:
    """The answer about a trick as a person would say it: its wars, what comes of it, and the rule it rests on."""

    wars: tuple[str, ...]
    outcome: str
    rule: str
    basis: str


def explain_trick(verdict: TrickVerdict, language: Language = NB, names: Sequence[str] | None = None) -> TrickWords:
    """The answer in words; `names` are the players' in seat order, without them they are numbered from 1."""
    nb = language is NB
    wars = [f"{'Krig mellom' if nb else 'War between'} {players_words(tie, names, language)}." for tie in verdict.ties]
    if verdict.outcome is Outcome.WAR:
        wars = wars[:-1]
    words = _WORDS[verdict.outcome][not nb].format(
        taker="" if verdict.taker is None else player_words(verdict.taker, names, language),
        fighters=players_words(verdict.fighters, names, language),
        tied=players_words(verdict.ties[-1] if verdict.ties else (), names, language),
    )
    outcome = words[0].upper() + words[1:]
    return TrickWords(tuple(wars), outcome, verdict.rule.words(language), verdict.rule.basis(language))


def say_trick(verdict: TrickVerdict, language: Language = NB, names: Sequence[str] | None = None) -> str:
    """The answer as a person would say it, with its rule."""
    told = explain_trick(verdict, language, names)
    return " ".join([*told.wars, told.outcome, f"{told.rule} ({told.basis})."])
