"""What somebody asks the referee or sets up by tapping, as the address holds it: nothing is stored, and no name stands
in it.

Every tap is a link to the address of the next question, so that the browser's Back takes a tap back, and a link shown
to somebody shows him the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.faces import RANKS, SUITS
from league.fields import whole

PLAYERS = range(2, 13)
LONGEST = 60  # cards of a question
LONGEST_RULES = 400  # characters of the word of a rule set; one with every option changed has some 300
NONE = "-"  # in a war: he has no card left


@dataclass(frozen=True, slots=True)
class TrickQuestion:
    """Who takes this trick? `laid` are the cards in the order they were laid, war rounds included.

    A card is a rank, and a suit where that was given: in the collect phase the suit decides nothing.
    """

    rules: str
    players: int = 4
    laid: tuple[str, ...] = ()
    suit: str = ""  # chosen for the next cards; empty: none
    evening: str = ""  # whose players are named; a link to share leaves it out
    table: str = ""
    leader: int = 0  # which of them led
    dispute: str = ""  # the number of the dispute it is set up for

    @classmethod
    def of(cls, asked: Mapping[str, str], rules: str) -> Self:
        """The question of an address; what cannot be read of it is left out."""
        return cls(
            rules=asked.get("regler", "")[:LONGEST_RULES] or rules,
            players=_players(asked.get("spillere", "")),
            laid=tuple(_tokens(asked.get("kort", ""))),
            suit=_suit(asked.get("sort", "")),
            evening=_id(asked.get("kveld", "")),
            table=_id(asked.get("bord", "")),
            leader=_number(asked.get("forst", ""), 0, PLAYERS.stop),
            dispute=_id(asked.get("tvist", "")),
        )

    @property
    def address(self) -> str:
        return _address(
            regler=self.rules,
            spillere=str(self.players),
            kort="".join(self.laid),
            sort=self.suit,
            kveld=self.evening,
            bord=self.table,
            forst=str(self.leader or ""),
            tvist=self.dispute,
        )

    def with_card(self, rank: str) -> Self:
        return replace(self, laid=(*self.laid, rank if rank == NONE else rank + self.suit))

    def without_last(self) -> Self:
        return replace(self, laid=self.laid[:-1])


@dataclass(frozen=True, slots=True)
class PlayQuestion:
    """Was this play lawful? What lay on the table, what he held as far as it is known, and what he did.

    `table` are the plays that lay there, the oldest first; a play is one card or a series. `place` is where the next
    card tapped goes: `hand`, `table` or `play`; `joins`: it belongs to the series of the last one there.
    """

    rules: str
    players: int = 4
    trump: str = ""
    hand: tuple[str, ...] = ()
    unseen: int = 0
    table: tuple[tuple[str, ...], ...] = ()
    play: tuple[str, ...] = ()
    takes: bool = False
    waits: bool = False  # he is *bladmattis*
    full: int = 0  # plays that make the trick full; 0: as many as there are players
    place: str = "hand"
    suit: str = "s"
    joins: bool = False
    dispute: str = ""  # the number of the dispute it is set up for
    evening: str = ""  # whose players are named; a link to share leaves it out
    at_table: str = ""
    who: int = 0  # which of them it is about

    @classmethod
    def of(cls, asked: Mapping[str, str], rules: str) -> Self:
        """As `TrickQuestion.of`; a card that lies somewhere already is not laid again."""
        seen: set[str] = set()
        place = asked.get("til", "")
        table = tuple(
            play for text in asked.get("bord", "").split(".")[:LONGEST] if (play := tuple(_fresh(text, seen)))
        )
        hand = tuple(_fresh(asked.get("hand", ""), seen))
        # What he laid he held, so it may stand among the cards of his hand as well.
        play = tuple(_fresh(asked.get("lagt", ""), seen - set(hand)))
        return cls(
            rules=asked.get("regler", "")[:LONGEST_RULES] or rules,
            players=_players(asked.get("spillere", "")),
            trump=_suit(asked.get("trumf", "")),
            hand=hand,
            unseen=_number(asked.get("usette", ""), 0, 50),
            table=table,
            play=play,
            takes=asked.get("lagt") == "inn",
            waits=asked.get("venter") == "ja",
            full=_number(asked.get("fullt", ""), 0, 12),
            place=place if place in ("hand", "table", "play") else "hand",
            suit=_suit(asked.get("sort", "")) or "s",
            joins=asked.get("serie") == "ja",
            dispute=_id(asked.get("tvist", "")),
            evening=_id(asked.get("kveld", "")),
            at_table=_id(asked.get("ved", "")),
            who=_number(asked.get("hvem", ""), 0, PLAYERS.stop),
        )

    @property
    def address(self) -> str:
        return _address(
            regler=self.rules,
            spillere=str(self.players),
            trumf=self.trump,
            hand="".join(self.hand),
            usette=str(self.unseen or ""),
            bord=".".join("".join(play) for play in self.table),
            lagt="inn" if self.takes else "".join(self.play),
            venter="ja" if self.waits else "",
            fullt=str(self.full or ""),
            til=self.place,
            sort=self.suit,
            serie="ja" if self.joins else "",
            tvist=self.dispute,
            kveld=self.evening,
            ved=self.at_table,
            hvem=str(self.who or ""),
        )

    @property
    def used(self) -> frozenset[str]:
        """The cards that lie where the next one is not tapped from: he may lay what he holds."""
        on_table = {card for play in self.table for card in play}
        return frozenset(on_table | set(self.play) | (set() if self.place == "play" else set(self.hand)))

    def with_card(self, rank: str) -> Self:
        """The next card, where the next card goes. Two cards that follow each other are a series if that was said."""
        card = rank + self.suit
        match self.place:
            case "hand":
                return replace(self, hand=(*self.hand, card))
            case "table" if self.joins and self.table:
                return replace(self, table=(*self.table[:-1], (*self.table[-1], card)))
            case "table":
                return replace(self, table=(*self.table, (card,)))
        return replace(self, play=(*self.play, card) if self.joins else (card,), takes=False)

    def without(self, card: str) -> Self:
        """Without a card, wherever it lies."""
        table = tuple(play for old in self.table if (play := tuple(one for one in old if one != card)))
        return replace(
            self,
            table=table,
            hand=tuple(one for one in self.hand if one != card),
            play=tuple(one for one in self.play if one != card),
        )


# --- A record tapped in

STATES = ("", "b", "u")  # he plays, is *bladmattis*, is out


@dataclass(frozen=True, slots=True)
class Place:
    """One player where a record begins: who he is, and what is known of his hand."""

    person: int
    cards: tuple[str, ...] = ()
    unseen: int = 0
    state: str = ""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a record tapped in begins. `places` go round the table with the clock.

    `first` is the place that leads; where the cards are still to be won, the place of the dealer. `at` is the place
    whose cards are being tapped, one after the last for the bottom card of the stock.
    """

    places: tuple[Place, ...]
    deals: bool = False  # it begins with the deal, not with the shed phase
    bottom: str = ""  # of the stock, which makes trump
    trump: str = ""
    first: int = 0
    at: int = 0
    suit: str = "s"

    @classmethod
    def of(cls, asked: Mapping[str, str], people: Sequence[int]) -> Self:
        """As `TrickQuestion.of`; `people` may be named, and all are in that order if the address names none."""
        seen: set[str] = set()
        found: dict[int, Place] = {}
        for text in asked.get("bord", "").split(".")[: PLAYERS.stop]:
            person, cards, unseen, state = [*text.split("_"), "", "", "", ""][:4]
            number = _number(person, 0, 10**9)
            if number in people and number not in found:
                state = state if state in STATES else ""
                found[number] = Place(number, tuple(_fresh(cards, seen)), _number(unseen, 0, 50), state)
        places = tuple(found.values()) or tuple(Place(person) for person in people)
        deals = asked.get("fra") == "deling"
        last = max(len(places) - 1, 0)
        return cls(
            places=places,
            deals=deals,
            bottom=next(_fresh(asked.get("bunn", ""), seen), ""),
            trump=_suit(asked.get("trumf", "")),
            first=_number(asked.get("forst", ""), 0, last),
            at=_number(asked.get("ved", ""), 0, last + deals),
            suit=_suit(asked.get("sort", "")) or "s",
        )

    @property
    def fields(self) -> dict[str, str]:
        """As the address and the form have it."""
        told = (
            (str(place.person), "".join(place.cards), str(place.unseen or ""), place.state) for place in self.places
        )
        return {
            "bord": ".".join("_".join(parts).rstrip("_") for parts in told),
            "fra": "deling" if self.deals else "",
            "bunn": self.bottom,
            "trumf": self.trump,
            "forst": str(self.first or ""),
            "ved": str(self.at or ""),
            "sort": self.suit,
        }

    @property
    def address(self) -> str:
        return _address(**self.fields)

    @property
    def used(self) -> frozenset[str]:
        return frozenset((*(card for place in self.places for card in place.cards), self.bottom))

    def with_card(self, rank: str) -> Self:
        if self.at == len(self.places):
            return replace(self, bottom=rank + self.suit)
        held = self.places[self.at].cards
        return self.with_place(self.at, cards=(*held, rank + self.suit))

    def without(self, card: str) -> Self:
        places = (replace(place, cards=tuple(one for one in place.cards if one != card)) for place in self.places)
        return replace(self, places=tuple(places))

    def with_place(self, at: int, **changed: Any) -> Self:
        return replace(self, places=(*self.places[:at], replace(self.places[at], **changed), *self.places[at + 1 :]))

    def with_next_state(self, at: int) -> Self:
        states = [*STATES, STATES[0]]
        return self.with_place(at, state=states[states.index(self.places[at].state) + 1])

    def moved_up(self, at: int) -> Self:
        """With one player a place further on, and what was chosen still chosen for the same players."""
        order = list(range(len(self.places)))
        order[at - 1 : at + 1] = [at, at - 1]
        places = tuple(self.places[number] for number in order)
        tapped = order.index(self.at) if self.at in order else self.at
        return replace(self, places=places, first=order.index(self.first), at=tapped)


@dataclass(frozen=True, slots=True)
class Happening:
    """What happened instead of what was offered: who did it, and the cards tapped so far."""

    seat: int
    cards: tuple[str, ...] = ()
    suit: str = "s"
    asked: bool = False  # something of it stands in the address

    @classmethod
    def of(cls, asked: Mapping[str, str], players: int, turn: int) -> Self:
        """As `TrickQuestion.of`; without a player, the one in turn."""
        last = max(players - 1, 0)
        return cls(
            seat=_number(asked["spiller"], 0, last) if asked.get("spiller") else max(turn, 0),
            cards=tuple(_fresh(asked.get("kort", ""), set())),
            suit=_suit(asked.get("sort", "")) or "s",
            asked=bool(asked.get("sort")),
        )

    @property
    def address(self) -> str:
        return _address(spiller=str(self.seat), kort="".join(self.cards), sort=self.suit) + "#annet"

    def with_card(self, rank: str, *, alone: bool) -> Self:
        """`alone`: one card is laid at a time."""
        return replace(self, cards=(rank + self.suit,) if alone else (*self.cards, rank + self.suit))

    def without(self, card: str) -> Self:
        return replace(self, cards=tuple(one for one in self.cards if one != card))


def _address(**asked: str) -> str:
    return "?" + urlencode({name: value for name, value in asked.items() if value})


def _tokens(text: str) -> Iterator[str]:
    """Ranks, each with the suit that follows it, and `-`."""
    found: list[str] = []
    for letter in text[: 2 * LONGEST]:
        if letter in RANKS or letter == NONE:
            found.append(letter)
        elif letter in SUITS and found and len(found[-1]) == 1 and found[-1] != NONE:
            found[-1] += letter
    yield from found[:LONGEST]


def _fresh(text: str, seen: set[str]) -> Iterator[str]:
    """Whole cards that have not been seen, which now have."""
    for card in _tokens(text):
        if len(card) == 2 and card not in seen:
            seen.add(card)
            yield card


def _suit(text: str) -> str:
    return text if len(text) == 1 and text in SUITS else ""


def _players(text: str) -> int:
    return _number(text, PLAYERS.start, PLAYERS.stop - 1) if text else 4


def _id(text: str) -> str:
    """The number of a row, empty for what is none."""
    return str(_number(text, 0, 10**9) or "")


def _number(text: str, least: int, most: int) -> int:
    number = whole(text)
    return least if number is None else min(max(number, least), most)


def seat_names() -> list[str]:
    """Whom a question names that may be shared: seats, never people."""
    return [_("spiller %(number)d") % {"number": number} for number in range(1, PLAYERS.stop)]
