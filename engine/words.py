"""How people say cards, seats and options, in bokmål and in English."""

from collections.abc import Iterable, Sequence
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


def suit_words(suit: int, language: Language) -> str:
    """`hjerter`, `hearts`."""
    return _SUITS[language][suit]


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


def move_words(move: Move, language: Language) -> str:
    """What was done: `legge spar ni`, `lay the nine of spades`."""
    cards = cards_words(move.cards, language)
    nb, en = {
        Kind.PLAY: (f"spille {cards}", f"play {cards}"),
        Kind.CHANCE: (f"sjanse {cards}".rstrip(), f"take a chance {cards}".rstrip()),
        Kind.SLOUGH: (f"kaste {cards}", f"slough {cards}"),
        Kind.PASS: ("stå over", "pass"),
        Kind.SWAP: ("bytte trumftoeren", "swap the two of trumps"),
        Kind.ASIDE: ("legge tre trumfer til side", "lay three trumps aside"),
        Kind.LAY: (f"legge {cards}", f"lay {cards}"),
        Kind.TAKE: (f"ta inn {cards}".rstrip(), f"take {cards}".rstrip()),
    }[move.kind]
    return nb if language is NB else en


def player_words(seat: int, names: Sequence[str] | None, language: Language) -> str:
    """His name, or `spiller 2`: seats are counted from 1 when people read them."""
    if names and seat < len(names):
        return names[seat]
    return f"{'spiller' if language is NB else 'player'} {seat + 1}"


def players_words(seats: Iterable[int], names: Sequence[str] | None, language: Language) -> str:
    """Several players."""
    return list_words([player_words(seat, names, language) for seat in seats], language)
