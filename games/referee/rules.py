"""The rule sets, in words people know, and their options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from engine import __version__
from engine.describe import OPTION_WORDS, describe, option_words
from engine.errors import EngineError
from engine.presets import ALL, read_rules, rules_text
from engine.ruleset import RuleSet, choices
from engine.words import Language
from games.questions import LONGEST_RULES

CLUB = "club"
ENGINE = __version__  # what a record is stored with

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

OPTION_TITLES = {
    "first_lead": gettext_lazy("Første utspill"),
    "trick": gettext_lazy("Hvem som er med i stikket"),
    "tie": gettext_lazy("Like kort"),
    "chance": gettext_lazy("Sjans"),
    "draw": gettext_lazy("Når det trekkes"),
    "running_out": gettext_lazy("Når kortene tar slutt"),
    "unresolved_war": gettext_lazy("Krig uten flere kort"),
    "tie_split": gettext_lazy("Deling ved likhet"),
    "must_tie": gettext_lazy("Plikt til å gjøre likt"),
    "slough": gettext_lazy("Kaste kort i stikket"),
    "capture": gettext_lazy("Hva som stikker i kortfordelingen"),
    "trump": gettext_lazy("Trumf"),
    "shed_lead": gettext_lazy("Første utspill i spillerunden"),
    "trump_when": gettext_lazy("Når trumf kan legges"),
    "must_beat": gettext_lazy("Plikt til å stikke"),
    "take": gettext_lazy("Hva som tas inn"),
    "series": gettext_lazy("Serier"),
    "series_start": gettext_lazy("Hvor en serie begynner"),
    "series_beat": gettext_lazy("Hva som stikker en serie"),
    "trump_ends_trick": gettext_lazy("Trumf avslutter stikket"),
    "blank": gettext_lazy("Bladmattis"),
    "least_to_join": gettext_lazy("Kort for å være med"),
    "counter_trump": gettext_lazy("Mottrumf"),
    "dreck": gettext_lazy("De små kortene"),
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
    described = describe(rules_of(word), spoken())
    base, changed, _options = word.partition(",")
    title = _("%(rules)s, med endringer") % {"rules": TITLES[base]} if changed else str(TITLES[base])
    return RuleSetWords(word, title, described)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a rule set: its word and title, the value it has, and every value there is with what it means."""

    name: str
    title: str
    value: str
    values: tuple[tuple[str, str], ...]


def options(word: str) -> list[Option]:
    """The options of a rule set that have a few values each. Raises Unanswerable for a rule set there is not."""
    rules = rules_of(word)
    return [
        Option(
            name,
            str(OPTION_TITLES[name]),
            str(getattr(rules, name)),
            tuple((str(value), option_words(name, value, spoken())) for value in choices(name)),
        )
        for name in OPTION_WORDS
        if choices(name)
    ]


def with_options(word: str, changed: Mapping[str, str]) -> str:
    """The word of a rule set with some options changed, as `options` names their values.

    Raises Unanswerable for what cannot go together.
    """
    values = {name: value for name, given in changed.items() for value in choices(name) if str(value) == given}
    try:
        return rules_text(rules_of(word).with_options(values))
    except EngineError as fault:
        raise Unanswerable(_("Disse valgene går ikke sammen.")) from fault


def rules_of(word: str) -> RuleSet:
    """Raises Unanswerable for a rule set there is not."""
    try:
        return read_rules(word[:LONGEST_RULES])
    except EngineError as fault:
        raise Unanswerable(_("Disse reglene finnes ikke.")) from fault


def spoken() -> Language:
    """The reader's, as the engine names it."""
    return Language.EN if (get_language() or "").startswith("en") else Language.NB
