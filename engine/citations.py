"""Which paragraph of which source a reason rests on, as a person would name it, and whether it is text or reading.

*Text*: the source says so. *Reading*: `docs/rules.md` says how a hole or a contradiction was closed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.presets import ALL
from engine.reasons import Reason
from engine.ruleset import CounterTrump, RuleSet, SeriesBeat, Take
from engine.words import NB, Language


@dataclass(frozen=True, slots=True)
class Rule:
    """A paragraph: its source, how it is named in bokmål and English, and whether it is a reading."""

    source: str
    nb: str
    en: str
    is_reading: bool = False

    def words(self, language: Language) -> str:
        """As a person names it."""
        return self.nb if language is NB else self.en

    def basis(self, language: Language) -> str:
        """Whether it rests on a reading or on the text."""
        if self.is_reading:
            return "tolkning" if language is NB else "a reading"
        return "teksten" if language is NB else "the text"


_SOURCE_WORDS = {
    "S0": ("Den norske regelsiden for Mattis", "The Norwegian page on Mattis"),
    "S2": ("Klubbens regler", "The club's rules"),
    "S3": ("Den svenske regelsiden for Skitgubbe", "The Swedish page on Skitgubbe"),
    "S4": ("Den norske regelsiden for Bikkje", "The Norwegian page on Bikkje"),
}


def source_words(source: str, language: Language) -> str:
    """A source as a person names it."""
    return _SOURCE_WORDS[source][language is not NB]


def _rules(source: str, *paragraphs: tuple[str, str, str, bool]) -> dict[Reason, Rule]:
    """For space-separated names of reasons: the paragraph in bokmål and English, and whether it is a reading."""
    nb, en = _SOURCE_WORDS[source]
    return {
        Reason[name]: Rule(source, f"{nb}, {where_nb}", f"{en}, {where_en}", reading)
        for names, where_nb, where_en, reading in paragraphs
        for name in names.split()
    }


_TEXT, _READING = False, True

_BY_SOURCE: Mapping[str, Mapping[Reason, Rule]] = {
    "S0": _rules(
        "S0",
        ("ROUND_IS_OVER", "«Mål»", "“Goal”", _TEXT),
        ("NOT_YOUR_TURN CARD_NOT_HELD", "«Gjør klart bordet»", "“Set the table”", _TEXT),
        ("NO_SUCH_CARD WRONG_TAKE", "«Andre runde», ta inn", "“Second round”, taking", _TEXT),
        ("NOT_A_FIGHTER MUST_TIE", "«Første runde», kamp", "“First round”, fights", _TEXT),
        ("NOT_IN_THESE_RULES", "som ikke nevner det", "which does not mention it", _READING),
        ("LAST_STOCK_CARD", "«Første runde», det siste kortet", "“First round”, the last card", _TEXT),
        ("WAITING", "«Bordmattis»", "“Blank players”", _TEXT),
        ("SERIES_NOT_ALLOWED", "«Slik spiller du Mattis» (enkeltkort)", "“How to play” (single cards)", _TEXT),
        ("SERIES_BROKEN SERIES_TOO_SHORT", "«Serier i andre runde»", "“Series in the second round”", _TEXT),
        ("COULD_BEAT_IN_SUIT TRUMP_NOT_ALLOWED", "«Andre runde», slå det sist spilte kortet",
         "“Second round”, beating", _TEXT),
        ("MUST_BEAT", "«Andre runde», ta inn hvis du ikke kan slå", "“Second round”, taking", _READING),
        ("DOES_NOT_BEAT", "«Hva slår hva i andre runde?»", "“What beats what”", _TEXT),
    ),
    "S2": _rules(
        "S2",
        ("ROUND_IS_OVER CARD_NOT_HELD", "spillerunden pkt. 5", "shed phase, item 5", _TEXT),
        ("NOT_YOUR_TURN", "kortfordelingsrunden pkt. 4 (vanlig rekkefølge)", "collect phase, item 4 (usual order)",
         _READING),
        ("NO_SUCH_CARD", "spillerunden pkt. 3", "shed phase, item 3", _TEXT),
        ("WRONG_TAKE", "spillerunden pkt. 3", "shed phase, item 3", _READING),
        ("NOT_A_FIGHTER", "kortfordelingsrunden pkt. 4", "collect phase, item 4", _TEXT),
        ("MUST_TIE NOT_IN_THESE_RULES", "som ikke nevner det", "which do not mention it", _READING),
        ("LAST_STOCK_CARD", "kortfordelingsrunden, andre liste pkt. 2", "collect phase, second list, item 2", _TEXT),
        ("WAITING", "spillerunden pkt. 1", "shed phase, item 1", _TEXT),
        ("SERIES_NOT_ALLOWED SERIES_BROKEN SERIES_TOO_SHORT", "spillerunden pkt. 4", "shed phase, item 4", _TEXT),
        ("COULD_BEAT_IN_SUIT TRUMP_NOT_ALLOWED MUST_BEAT", "spillerunden pkt. 3", "shed phase, item 3", _READING),
        ("DOES_NOT_BEAT", "spillerunden pkt. 3", "shed phase, item 3", _TEXT),
    ),
    "S3": _rules(
        "S3",
        ("ROUND_IS_OVER", "«Spelets mål»", "“Goal”", _TEXT),
        ("NOT_YOUR_TURN CARD_NOT_HELD", "«Spelare, kort och utdelning»", "“Players and deal”", _TEXT),
        ("NO_SUCH_CARD WRONG_TAKE", "«Spel i den andra fasen»", "“Second phase”", _TEXT),
        ("NOT_A_FIGHTER", "«Spel i den första fasen», stunsa", "“First phase”, ties", _TEXT),
        ("MUST_TIE", "«Atlanta»", "“Atlanta”", _TEXT),
        ("NOT_IN_THESE_RULES", "som ikke nevner det", "which does not mention it", _READING),
        ("LAST_STOCK_CARD", "«Spel i den första fasen», det siste kortet", "“First phase”, the last card", _READING),
        ("WAITING", "«Mattis», blåmattis", "“Mattis”, blank players", _TEXT),
        ("SERIES_NOT_ALLOWED SERIES_BROKEN SERIES_TOO_SHORT", "«Spela med sekvenser»", "“Sequences”", _TEXT),
        ("COULD_BEAT_IN_SUIT TRUMP_NOT_ALLOWED MUST_BEAT", "«Spel i den andra fasen»", "“Second phase”", _READING),
        ("DOES_NOT_BEAT", "«Spel i den andra fasen»", "“Second phase”", _TEXT),
    ),
    "S4": _rules(
        "S4",
        ("ROUND_IS_OVER", "slutten av spillet", "the end of the game", _TEXT),
        ("NOT_YOUR_TURN CARD_NOT_HELD", "første runde", "first round", _TEXT),
        ("NO_SUCH_CARD WRONG_TAKE", "«Kan ikke spille?»", "“Cannot play?”", _TEXT),
        ("NOT_A_FIGHTER MUST_TIE", "krigsregler", "rules of war", _TEXT),
        ("NOT_IN_THESE_RULES", "som ikke nevner det", "which does not mention it", _READING),
        ("LAST_STOCK_CARD", "siste kort i bunken", "the last card of the stock", _TEXT),
        ("WAITING", "«OBS» etter første runde", "the note after the first round", _TEXT),
        ("SERIES_NOT_ALLOWED SERIES_BROKEN SERIES_TOO_SHORT", "serier", "series", _TEXT),
        ("COULD_BEAT_IN_SUIT TRUMP_NOT_ALLOWED", "andre runde", "second round", _TEXT),
        ("MUST_BEAT", "«Kan ikke spille?»", "“Cannot play?”", _READING),
        ("DOES_NOT_BEAT", "andre runde", "second round", _TEXT),
    ),
}  # fmt: skip

_LEGAL: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "S0": {"collect": ("«Første runde»", "“First round”"), "shed": ("«Andre runde»", "“Second round”")},
    "S2": {
        "collect": ("kortfordelingsrunden, andre liste pkt. 1", "collect phase, second list, item 1"),
        "shed": ("spillerunden pkt. 3 og 4", "shed phase, items 3 and 4"),
    },
    "S3": {"collect": ("den første fasen", "first phase"), "shed": ("den andre fasen", "second phase")},
    "S4": {"collect": ("første runde", "first round"), "shed": ("andre runde", "second round")},
}


def source_of(rules: RuleSet) -> str:
    """The source of the preset or house rule that these rules are nearest to."""
    return min(ALL.values(), key=lambda known: len(rules.changed_from(known.rules))).source


def rule_for(rules: RuleSet, reason: Reason | None, phase: str) -> Rule:
    """The paragraph a verdict rests on; without a reason, the one that allows the move."""
    source = source_of(rules)
    if reason is None:
        nb, en = _SOURCE_WORDS[source]
        where_nb, where_en = _LEGAL[source]["collect" if phase == "collect" else "shed"]
        return Rule(source, f"{nb}, {where_nb}", f"{en}, {where_en}")
    rule = _BY_SOURCE[source][reason]
    if rests_on_a_reading(rules, reason):
        return Rule(rule.source, rule.nb, rule.en, is_reading=True)
    return rule


def rests_on_a_reading(rules: RuleSet, reason: Reason) -> bool:
    """Readings that follow the rule set rather than the source."""
    if reason is Reason.DOES_NOT_BEAT:
        return rules.counter_trump is CounterTrump.SAME_COLOUR or rules.series_beat is SeriesBeat.SERIES_BY_SERIES
    if reason is Reason.WRONG_TAKE:
        return bool(rules.series and rules.take is Take.LOWEST_PLAY and source_of(rules) == "S4")
    return False
