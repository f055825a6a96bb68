"""The rule sets of the four sources, by name, and the house rules they mention.

S0 is the Norwegian page on Mattis, S2 the club's own rules, S3 the Swedish page on Skitgubbe, S4 the Norwegian page on
Bikkje. A house rule is written `preset+variant`; what the options mean stands in `docs/rules.md`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import Unreadable
from engine.ruleset import (
    Blank,
    Capture,
    CounterTrump,
    Draw,
    FirstLead,
    MustBeat,
    RuleSet,
    RunningOut,
    SeriesBeat,
    SeriesStart,
    ShedLead,
    Take,
    Tie,
    Trick,
    Trump,
    TrumpWhen,
    UnresolvedWar,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A rule set with its name, the source it comes from and the paragraph there."""

    name: str
    rules: RuleSet
    source: str
    paragraph: str


_CLUB = RuleSet(
    players=(2, 12),
    first_lead=FirstLead.DEALER,
    tie=Tie.MOST_THEN_RANK,
    chance=True,
    running_out=RunningOut.SKIP,
    unresolved_war=UnresolvedWar.LAST_FIGHTER,
    shed_lead=ShedLead.PREVIOUS_MATTIS,
    must_beat=MustBeat.IN_SUIT,
    series=2,
    least_to_join=2,
)
_STANDARD = RuleSet()
_BIKKJE = RuleSet(
    removed=((2, 10),),
    tie=Tie.ANY_RANK,
    chance=True,
    draw=Draw.TRICK,
    running_out=RunningOut.SKIP,
    unresolved_war=UnresolvedWar.LAST_FIGHTER,
    trump_when=TrumpWhen.VOID_IN_SUIT,
)
_SKITGUBBE = RuleSet(
    players=(2, 4),
    trick=Trick.PAIR,
    chance=True,
    trump_when=TrumpWhen.FREE,
    must_beat=MustBeat.NEVER,
    take=Take.TOP_PLAY,
)
_MAS = RuleSet(
    players=(2, 4),
    trick=Trick.PAIR,
    tie=Tie.NONE,
    running_out=RunningOut.NONE,
    unresolved_war=UnresolvedWar.NONE,
    capture=Capture.SUIT_OR_TRUMP,
    trump=Trump.TURNED_UP,
    trump_when=TrumpWhen.FREE,
    must_beat=MustBeat.NEVER,
    take=Take.TOP_PLAY,
)
_MATTIS = RuleSet(players=(2, 8), chance=True, trump_when=TrumpWhen.FREE, must_beat=MustBeat.NEVER, series=2)
_ATLANTA = RuleSet(
    players=(3, 3),
    chance=True,
    must_tie=True,
    slough=True,
    trump_when=TrumpWhen.FREE,
    must_beat=MustBeat.NEVER,
    take=Take.LOWEST_RUN,
    series=2,
    dreck=True,
)
_KOIRA = RuleSet(
    players=(3, 8),
    running_out=RunningOut.SKIP,
    unresolved_war=UnresolvedWar.DEAL_OUT,
    trump_when=TrumpWhen.FREE,
    must_beat=MustBeat.NEVER,
    series=2,
)

PRESETS: Mapping[str, Named] = {
    name: Named(name, rules, source, paragraph)
    for name, rules, source, paragraph in (
        ("club", _CLUB, "S2", "Kortfordelingsrunden, Spillerunden"),
        ("standard", _STANDARD, "S0", "Slik spiller du Mattis"),
        ("bikkje", _BIKKJE, "S4", "Første runde, andre runde"),
        ("skitgubbe", _SKITGUBBE, "S3", "Skitgubbe"),
        ("skitgubbe-sequences", _SKITGUBBE.with_options({"series": 2}), "S3", "Spela med sekvenser"),
        ("counter-trump", _SKITGUBBE.with_options({"counter_trump": CounterTrump.SAME_COLOUR}), "S3", "Mot-trumf"),
        ("electric-clubs", _SKITGUBBE.with_options({"counter_trump": CounterTrump.ELECTRIC_CLUBS}), "S3", "Mot-trumf"),
        ("mas", _MAS, "S3", "Mas med uppvänd trumf"),
        ("mattis", _MATTIS, "S3", "Mattis"),
        ("atlanta", _ATLANTA, "S3", "Atlanta versionen"),
        ("myllymatti", _SKITGUBBE, "S3", "Myllymatti"),
        ("koira", _KOIRA, "S3", "Koira (Hund)"),
    )
}

HOUSE_RULES: Mapping[str, Named] = {
    f"{preset}+{variant}": Named(
        f"{preset}+{variant}", PRESETS[preset].rules.with_options(options), PRESETS[preset].source, paragraph
    )
    for preset, variant, options, paragraph in (
        ("standard", "blank-excluded", {"blank": Blank.EXCLUDED}, "Bordmattis"),
        ("standard", "blank-low-cards", {"blank": Blank.GETS_LOW_CARDS}, "Bordmattis"),
        ("standard", "lower-ties", {"tie": Tie.ANY_RANK}, "Like kort og «flest, høyest»"),
        ("standard", "most-then-rank", {"tie": Tie.MOST_THEN_RANK}, "Like kort og «flest, høyest»"),
        ("standard", "series-2", {"series": 2}, "Serier i andre runde"),
        ("standard", "series-3", {"series": 3}, "Serier i andre runde"),
        ("mattis", "series-3", {"series": 3}, "Mattis"),
        ("mattis", "blank-loses", {"blank": Blank.LOSES}, "Mattis, Varianter"),
        ("mattis", "lower-ties", {"tie": Tie.ANY_RANK}, "Mattis, Varianter"),
        ("koira", "tie-split", {"tie_split": True}, "Koira, Varianter"),
        ("koira", "trump-ends-trick", {"trump_ends_trick": True}, "Koira, Varianter"),
        ("koira", "series-from-two", {"series_start": SeriesStart.TWO}, "Koira, Varianter"),
        ("koira", "lowest-card", {"take": Take.LOWEST_CARD}, "Koira, Varianter"),
        ("bikkje", "series", {"series": 2, "series_beat": SeriesBeat.SERIES_BY_SERIES}, "Serier"),
    )
}

ALL: Mapping[str, Named] = {**PRESETS, **HOUSE_RULES}
CLUB, STANDARD = PRESETS["club"].rules, PRESETS["standard"].rules


def named(name: str, options: Mapping[str, Any] | None = None) -> Named:
    """The preset or house rule of this name, with some options changed.

    Raises Unreadable for an unknown name, option or value, ImpossibleRules for what cannot go together.
    """
    if not isinstance(name, str) or name not in ALL:
        raise Unreadable("unknown rules: {!r}; known are {}", str(name)[:40], ", ".join(PRESETS))
    found = ALL[name]
    return Named(name, found.rules.with_options(options), found.source, found.paragraph) if options else found


def name_of(rules: RuleSet) -> str | None:
    """The name of the first preset or house rule that these rules are, None if they are none."""
    return next((name for name, known in ALL.items() if known.rules == rules), None)


# --- Rules as a word


def rules_text(rules: RuleSet) -> str:
    """The name of a rule set, or the nearest preset's with what differs: `club,series=3,take=top-play`."""
    name = name_of(rules)
    if name:
        return name
    nearest = min(ALL.values(), key=lambda known: len(rules.changed_from(known.rules)))
    changed = rules.changed_from(nearest.rules)
    return ",".join([nearest.name, *(f"{option}={_option_text(value)}" for option, value in changed.items())])


def _option_text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return "-".join(map(str, value))
        case dict():
            return "+".join(f"{players}:{count}" for players, count in value.items()) or "none"
    return str(value).replace(" ", "-")


def read_rules(text: str) -> RuleSet:
    """The rule set of such a word; raises Unreadable or ImpossibleRules."""
    name, *changes = text.split(",")
    return named(name, dict(_read_option(change) for change in changes)).rules


def _read_option(text: str) -> tuple[str, Any]:
    option, _, value = text.partition("=")
    if option == "players" and re.fullmatch(r"\d{1,2}-\d{1,2}", value, re.ASCII):
        return option, [int(number) for number in value.split("-")]
    if option == "removed":
        return option, {} if value == "none" else dict(_read_pair(pair) for pair in value.split("+"))
    if value in ("yes", "no"):
        return option, value == "yes"
    return option, int(value) if re.fullmatch(r"\d{1,2}", value, re.ASCII) else value.replace("-", " ")


def _read_pair(text: str) -> tuple[str, int]:
    players, _, count = text.partition(":")
    return players, int(count) if re.fullmatch(r"\d{1,2}", count, re.ASCII) else -1
