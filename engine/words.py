"""How people say cards, seats and options, in bokmål and in English."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from engine.cards import RANK_OF, SUIT_OF, Card, Cards, by_rank
from engine.moves import Kind, Move


class Language(StrEnum):
    NB = "nb"
    EN = "en"


NB, EN = Language

_SUITS = {NB: ("spar", "hjerter", "ruter", "kløver"), EN: ("spades", "hearts", "diamonds", "clubs")}
_RANKS = {
    NB: ("to", "tre", "fire", "fem", "seks", "sju", "åtte", "ni", "ti", "knekt", "dame", "konge", "ess"),
    EN: ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
}
_SIGNS, _SHORT = "♠♥♦♣", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Kn", "D", "K", "E")


def card_words(card: Card, language: Language) -> str:
    """`hjerter sju`, `seven of hearts`."""
    rank, suit = _RANKS[language][RANK_OF[card]], _SUITS[language][SUIT_OF[card]]
    return f"{suit} {rank}" if language is NB else f"{rank} of {suit}"


def card_sign(card: Card) -> str:
    """As on the screen: `♥7`, `♠Kn`."""
    return _SIGNS[SUIT_OF[card]] + _SHORT[RANK_OF[card]]


def list_words(words: Sequence[str], language: Language, last: str = "") -> str:
    """`a, b og c`."""
    last = last or ("og" if language is NB else "and")
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def cards_words(cards: Cards, language: Language, last: str = "") -> str:
    """Several cards, the lowest first; a dozen or more as signs, which read faster."""
    order = by_rank(cards)
    if len(order) > 5:
        return " ".join(map(card_sign, sorted(order)))
    return list_words([card_words(card, language) for card in order], language, last)


# For each kind of move: bokmål and English, as what may be done and as what was done. `{}` are its cards.
_MOVES: Mapping[Kind, tuple[tuple[str, str], tuple[str, str]]] = {
    Kind.PLAY: (("spille {}", "play {}"), ("spilte {}", "played {}")),
    Kind.CHANCE: (("sjanse {}", "take a chance {}"), ("sjanset {}", "took a chance {}")),
    Kind.SLOUGH: (("kaste {}", "slough {}"), ("kastet {}", "sloughed {}")),
    Kind.PASS: (("stå over {}", "pass {}"), ("sto over {}", "passed {}")),
    Kind.SWAP: (
        ("bytte trumftoeren {}", "swap the two of trumps {}"),
        ("byttet trumftoeren {}", "swapped the two of trumps {}"),
    ),
    Kind.ASIDE: (
        ("legge tre trumfer til side {}", "lay three trumps aside {}"),
        ("la tre trumfer til side {}", "laid three trumps aside {}"),
    ),
    Kind.LAY: (("legge {}", "lay {}"), ("la {}", "laid {}")),
    Kind.TAKE: (("ta inn {}", "take {}"), ("tok inn {}", "took {}")),
}


def move_words(move: Move, language: Language, *, done: bool = False) -> str:
    """What may be done, or was: `legge spar ni`, `laid nine of spades`."""
    return _MOVES[move.kind][done][language is not NB].format(cards_words(move.cards, language)).rstrip()


def player_words(seat: int, names: Sequence[str] | None, language: Language) -> str:
    """His name, or `spiller 2`: seats are counted from 1 when people read them."""
    if names and seat < len(names):
        return names[seat]
    return f"{'spiller' if language is NB else 'player'} {seat + 1}"


def players_words(seats: Iterable[int], names: Sequence[str] | None, language: Language) -> str:
    """Several players."""
    return list_words([player_words(seat, names, language) for seat in seats], language)
