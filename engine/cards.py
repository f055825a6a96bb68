"""Cards as small integers and hands as 52-bit sets.

A card is 0..51: 13 × suit + rank, the suits in the order spades, hearts, diamonds, clubs, the ranks from 2 (0) to the
ace (12). A set of cards is an int with one bit a card, so `a & b` is what two hands share and `a & ~b` what is left.
Written, a card is two characters, rank and suit: `7h`, `Td`, `As`.
"""

from collections.abc import Iterable, Iterator

from engine.errors import Unreadable

type Card = int
type Cards = int
type Suit = int
type Rank = int

RANKS = "23456789TJQKA"
SUITS = "shdc"
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
TWO, FIVE, SIX, ACE = 0, 3, 4, 12

BIT: tuple[Cards, ...] = tuple(1 << card for card in range(52))
PACK: Cards = (1 << 52) - 1
ONE_SUIT = 0x1FFF  # the bits of a suit's cards when they are looked at by themselves
TWO_SUITS = 0x3FFFFFF  # those of two suits; Python is quick with 30 bits and slow with more
SUIT: tuple[Cards, ...] = tuple(0x1FFF << 13 * suit for suit in range(4))  # all cards of a suit
RANK: tuple[Cards, ...] = tuple(sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13))
SUIT_OF: tuple[Suit, ...] = tuple(card // 13 for card in range(52))
RANK_OF: tuple[Rank, ...] = tuple(card % 13 for card in range(52))
ABOVE: tuple[Cards, ...] = tuple(SUIT[card // 13] & ~((2 << card) - 1) for card in range(52))  # higher, same suit
OTHER_OF_COLOUR: tuple[Suit, ...] = (CLUBS, DIAMONDS, HEARTS, SPADES)

NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
_NUMBERS = {name: card for card, name in enumerate(NAMES)}


def card(name: str) -> Card:
    """The card of a two-character name.

    Raises Unreadable for anything else; `engine.spelling` reads what people write.
    """
    try:
        return _NUMBERS[name]
    except (KeyError, TypeError):
        raise Unreadable("no such card: {!r}", name) from None


def cards(names: Iterable[str]) -> Cards:
    """The set of the cards with these names; raises Unreadable for a bad name or a card named twice."""
    found = 0
    for name in names:
        bit = BIT[card(name)]
        if found & bit:
            raise Unreadable("the same card twice: {}", name)
        found |= bit
    return found


def each(held: Cards) -> Iterator[Card]:
    """The cards of a set: by suit, the lowest first."""
    while held:
        lowest = held & -held
        yield lowest.bit_length() - 1
        held ^= lowest


def names(held: Cards) -> list[str]:
    """The names of a set's cards: by suit, the lowest first."""
    return [NAMES[card] for card in each(held)]


def by_rank(held: Cards) -> list[Card]:
    """The cards of a set, the lowest rank first, equal ranks in the order of the suits."""
    return sorted(each(held), key=lambda card: (RANK_OF[card], card))


def is_series(held: Cards) -> bool:
    """Whether these cards are one or more consecutive ones of one suit (never round from ace to 2)."""
    if not held:
        return False
    lowest = held & -held
    in_suit = SUIT[SUIT_OF[lowest.bit_length() - 1]]
    return held & ~in_suit == 0 and (held + lowest) & held == 0
