"""Why a move is illegal, in the order in which reasons are given, and how a person says it."""

from collections.abc import Mapping
from enum import StrEnum


class Reason(StrEnum):
    ROUND_IS_OVER = "round is over"
    NOT_A_FIGHTER = "not a fighter in this war"
    NOT_YOUR_TURN = "not your turn"
    CARD_NOT_HELD = "card not held"
    NO_SUCH_CARD = "no such card on the table"
    NOT_IN_THESE_RULES = "not in these rules"
    LAST_STOCK_CARD = "last stock card may not be chanced"
    WAITING = "waiting"
    SERIES_NOT_ALLOWED = "series not allowed"
    SERIES_BROKEN = "series broken"
    SERIES_TOO_SHORT = "series too short"
    MUST_TIE = "must tie"
    COULD_BEAT_IN_SUIT = "could beat in suit"
    TRUMP_NOT_ALLOWED = "trump not allowed while holding the suit"
    MUST_BEAT = "must beat"
    DOES_NOT_BEAT = "does not beat"
    WRONG_TAKE = "took the wrong cards"


ORDER: tuple[Reason, ...] = tuple(Reason)

# Bokmål and English. `{player}` is who did it, `{cards}` the cards concerned, `{turn}` whose turn it was.
REASON_WORDS: Mapping[Reason, tuple[str, str]] = {
    Reason.ROUND_IS_OVER: ("Runden er over.", "The round is over."),
    Reason.NOT_A_FIGHTER: (
        "{player} er ikke med i krigen.",
        "{player} is not in this war.",
    ),
    Reason.NOT_YOUR_TURN: ("Det var {turn} sin tur.", "It was the turn of {turn}."),
    Reason.CARD_NOT_HELD: (
        "{player} hadde ikke {cards} på hånden.",
        "{player} did not hold {cards}.",
    ),
    Reason.NO_SUCH_CARD: ("{cards} lå ikke på bordet.", "{cards} did not lie on the table."),
    Reason.NOT_IN_THESE_RULES: (
        "Det finnes ikke i disse reglene, eller ikke på dette tidspunktet.",
        "These rules do not know it, or not at this moment.",
    ),
    Reason.LAST_STOCK_CARD: (
        "Det siste kortet i bunken er trumfkortet og kan ikke sjanses.",
        "The last card of the stock is the trump card and cannot be chanced.",
    ),
    Reason.WAITING: (
        "{player} er bladmattis og må ta inn før han kan legge kort.",
        "{player} is blank and must take before he may lay a card.",
    ),
    Reason.SERIES_NOT_ALLOWED: (
        "En slik serie er ikke lov i disse reglene.",
        "These rules do not allow such a series.",
    ),
    Reason.SERIES_BROKEN: (
        "Serien er ufullstendig: kortene må følge på hverandre i én sort.",
        "The series is incomplete: its cards must follow each other in one suit.",
    ),
    Reason.SERIES_TOO_SHORT: ("Serien er for kort.", "The series is too short."),
    Reason.MUST_TIE: (
        "{player} måtte gjøre likt med {cards}.",
        "{player} had to tie with {cards}.",
    ),
    Reason.COULD_BEAT_IN_SUIT: (
        "{player} kunne stikke i sorten med {cards}, og da kan han verken trumfe eller ta inn.",
        "{player} could beat in the suit with {cards}, so he may neither trump nor take.",
    ),
    Reason.TRUMP_NOT_ALLOWED: (
        "{player} hadde sorten ({cards}) og kan da ikke trumfe.",
        "{player} held the suit ({cards}), so he may not trump.",
    ),
    Reason.MUST_BEAT: (
        "{player} kunne stikke med {cards}, og da kan han ikke ta inn.",
        "{player} could beat with {cards}, so he may not take.",
    ),
    Reason.DOES_NOT_BEAT: (
        "Det stikker ikke {cards}.",
        "It does not beat {cards}.",
    ),
    Reason.WRONG_TAKE: (
        "{player} skulle ha tatt inn {cards}.",
        "{player} should have taken {cards}.",
    ),
}
