"""Cards as people write them: `7h`, `10h`, `♥7`, `H7`, `hjerter 7`, `Kn♠`, `E`/`A`, Norwegian and international.

The form that is always written, rank and suit as in `7h` and `Kd`, means one card only. Elsewhere K may be *konge* or
*kløver* and D *dame* or *diamonds*; where that leaves two cards, it is said.
"""

import re

from engine.cards import NAMES, RANKS, SUITS, Card, Cards, card
from engine.errors import Ambiguous, Unreadable

_RANKS: dict[str, int] = {rank.lower(): number for number, rank in enumerate(RANKS)} | {
    "10": 8, "kn": 9, "knekt": 9, "knekten": 9, "jack": 9, "d": 10, "dame": 10, "dama": 10, "damen": 10, "queen": 10,
    "konge": 11, "kongen": 11, "king": 11, "e": 12, "ess": 12, "esset": 12, "ace": 12,
    "to": 0, "toer": 0, "toeren": 0, "two": 0, "tre": 1, "treer": 1, "three": 1, "fire": 2, "firer": 2, "four": 2,
    "fem": 3, "femmer": 3, "five": 3, "seks": 4, "sekser": 4, "six": 4, "sju": 5, "syv": 5, "sjuer": 5, "seven": 5,
    "åtte": 6, "åtter": 6, "eight": 6, "ni": 7, "nier": 7, "nine": 7, "ti": 8, "tier": 8, "ten": 8,
}  # fmt: skip
_SUITS: dict[str, int] = {
    "s": 0, "♠": 0, "♤": 0, "spar": 0, "spa": 0, "spade": 0, "spades": 0,
    "h": 1, "♥": 1, "♡": 1, "hjerter": 1, "hj": 1, "heart": 1, "hearts": 1,
    "r": 2, "d": 2, "♦": 2, "♢": 2, "ruter": 2, "ru": 2, "diamond": 2, "diamonds": 2,
    "k": 3, "c": 3, "♣": 3, "♧": 3, "kløver": 3, "klover": 3, "kl": 3, "club": 3, "clubs": 3,
}  # fmt: skip
_WORD_SPACE = re.compile(r"(?:\s|-|_|\bof\b)+")
LONGEST = 24  # characters of a card in words

# A card of two words, a rank and a suit in either order; for readers that split their text at spaces
_SUIT_WORD = "|".join(sorted((word for word in _SUITS if len(word) > 2), key=len, reverse=True))
_RANK_WORD = "|".join(sorted(map(re.escape, _RANKS), key=len, reverse=True))
TWO_WORDS = rf"(?:(?:{_SUIT_WORD})[ ]+(?:{_RANK_WORD})\b|(?:{_RANK_WORD})[ ]+(?:of[ ]+)?(?:{_SUIT_WORD})\b)"


def read_card(text: str) -> Card:
    """The card that somebody wrote. Raises Ambiguous if it may be two, Unreadable if it is none."""
    text = text.strip().replace("\ufe0f", "").replace("\ufe0e", "")
    if text in NAMES:
        return card(text)
    plain = _WORD_SPACE.sub("", text.lower()) if len(text) <= LONGEST else ""
    found = {
        rank + 13 * suit
        for cut in range(1, len(plain))
        for first, second in ((plain[:cut], plain[cut:]),)
        for rank, suit in ((_RANKS.get(first), _SUITS.get(second)), (_RANKS.get(second), _SUITS.get(first)))
        if rank is not None and suit is not None
    }
    if len(found) == 1:
        return found.pop()
    if found:
        one, other = (NAMES[card] for card in sorted(found, key=NAMES.__getitem__))
        raise Ambiguous("{} may be {} or {}; K is konge or kløver, D dame or diamonds", text, one, other)
    raise _no_card(text, plain)


def _no_card(text: str, plain: str) -> Unreadable:
    """What is missing from a text that is no card."""
    if plain in _RANKS and plain in _SUITS:
        return Ambiguous("{} alone may be a rank or a suit; a card has both", text)
    if plain in _RANKS:
        return Unreadable("{} is a rank without a suit", text)
    if plain in _SUITS:
        return Unreadable("{} is a suit without a rank", text)
    return Unreadable("no card: {!r}", text[:LONGEST])


def read_cards(text: str) -> Cards:
    """Several cards, joined by `-`, `+` or nothing (`5h6h`); raises as `read_card`, and for a card named twice."""
    found = 0
    for part in split(text):
        bit = 1 << read_card(part)
        if found & bit:
            raise Unreadable("the same card twice: {}", part)
        found |= bit
    return found


def split(text: str) -> list[str]:
    """The cards of a series as they were written, each by itself."""
    parts = [part for part in re.split(r"[-–+]", text) if part.strip()]
    if len(parts) == 1 and len(text) % 2 == 0 and len(text) > 2:
        pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
        if all(pair[0] in RANKS and pair[1] in SUITS for pair in pairs):
            return pairs
    return parts


def read_suit(text: str) -> int:
    """A suit by letter, sign or name; raises Unreadable."""
    suit = _SUITS.get(text.strip().lower().replace("\ufe0f", ""))
    if suit is None:
        raise Unreadable("no suit: {!r}", text[:LONGEST])
    return suit
