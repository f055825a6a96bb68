"""What the card table shows, as plain values, and where each card of a hand lies.

The server draws these values with `templates/games/_felt.html`; `static/games/table.js` draws the same from a one-line
position. Whatever one of them does, the other does too: a test compares them at every step.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, floor, radians, sin

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.faces import HEIGHT, LETTERS, WIDTH

STEP, SPREAD = 9.0, 84.0  # degrees between two cards, and between the outermost at most
PIVOT = (WIDTH / 2, 190.0)  # what a fan turns round
SCALE = 1.15  # pixels of a fan for each unit of a face
BESIDE = 20  # units between the cards of a series
MANY = 8  # cards of a hand that gets a row of its own on a phone


@dataclass(frozen=True, slots=True)
class Box:
    """A drawing: the box it looks through, and how large it is shown."""

    x: float
    y: float
    width: float
    height: float
    scale: float

    @property
    def view(self) -> str:
        return f"{self.x:g} {self.y:g} {self.width:g} {self.height:g}"

    @property
    def shown_width(self) -> int:
        return floor(self.width * self.scale + 0.5)

    @property
    def shown_height(self) -> int:
        return floor(self.height * self.scale + 0.5)


@dataclass(frozen=True, slots=True)
class Turned:
    """A card of a fan; `name` is `back` for one nobody has seen."""

    name: str
    turn: str


@dataclass(frozen=True)
class Seat:
    """One player. Cards are named as the engine writes them."""

    number: int  # clockwise, from 0
    name: str
    cards: tuple[str, ...]
    unseen: int = 0  # more cards of his hand
    won: int = 0  # cards won in the collect phase, lying face down
    deals: bool = False
    in_turn: bool = False
    fights: bool = False
    waits: bool = False
    out: int = 0  # he went out as number so and so
    excluded: bool = False
    lost: bool = False
    trump_card: bool = False  # the card laid aside lies with him

    @property
    def count(self) -> int:
        return len(self.cards) + self.unseen

    @property
    def many(self) -> bool:
        return self.count > MANY

    @cached_property
    def fan(self) -> tuple[Turned, ...]:
        """His cards from left to right, those unseen first."""
        names = ("back",) * self.unseen + self.cards
        return tuple(
            Turned(name, f"{angle:g} {PIVOT[0]:g} {PIVOT[1]:g}")
            for name, angle in zip(names, angles(len(names)), strict=True)
        )

    @cached_property
    def box(self) -> Box:
        return fan_box(self.count)

    @property
    def role(self) -> str:
        """What he is and has, in a line."""
        said = [_("giver")] if self.deals else []
        if self.in_turn:
            said.append(_("sin tur"))
        if self.fights:
            said.append(_("i krig"))
        if self.waits:
            said.append(_("bladmattis, venter"))
        if self.lost:
            said.append(_("Mattis"))
        if self.excluded:
            said.append(_("ikke med"))
        elif self.out:
            said.append(_("ute som nr. %(number)d") % {"number": self.out})
        else:
            said.append(ngettext("%(count)d kort", "%(count)d kort", self.count) % {"count": self.count})
        if self.won:
            said.append(_("har vunnet %(count)d") % {"count": self.won})
        if self.trump_card:
            said.append(_("har trumfkortet"))
        return ", ".join(said)

    @property
    def label(self) -> str:
        """His cards for those who do not see them drawn."""
        said = [card_label(card) for card in self.cards]
        if self.unseen:
            said.append(ngettext("%(count)d usett kort", "%(count)d usette kort", self.unseen) % {"count": self.unseen})
        return f"{self.name}: {', '.join(said)}" if said else self.name


@dataclass(frozen=True)
class OnTable:
    """One play that lies on the table."""

    name: str
    cards: tuple[str, ...]
    kind: str  # a key of `kinds()`, or empty
    war: bool = False  # the first one of a war round
    foul: bool = False
    swept: bool = False  # of the trick that has just been completed

    @property
    def marks(self) -> str:
        """The classes it is drawn with."""
        marks = {"foul": self.foul, "war": self.war, "swept": self.swept}
        return " ".join(mark for mark, is_so in marks.items() if is_so)

    @property
    def shown(self) -> tuple[tuple[int, str], ...]:
        """The cards with how far each is shifted."""
        return tuple((number * BESIDE, card) for number, card in enumerate(self.cards))

    @property
    def box(self) -> Box:
        return Box(0, 0, WIDTH + BESIDE * (len(self.cards) - 1), HEIGHT, 0.89)

    @property
    def said(self) -> str:
        return str(kinds()[self.kind]) if self.kind else ""

    @property
    def label(self) -> str:
        return f"{self.name}: {', '.join(card_label(card) for card in self.cards)}"


@dataclass(frozen=True)
class Felt:
    """The whole table at one moment."""

    phase: str  # collect, shed, over
    trump: str  # a suit; empty while nobody knows it
    stock: int
    size: int  # how many plays make the trick full; 0: not said
    seats: tuple[Seat, ...]
    plays: tuple[OnTable, ...]

    @property
    def phase_word(self) -> str:
        return phases()[self.phase]

    @property
    def trump_word(self) -> str:
        return suits()[self.trump] if self.trump else _("ukjent")

    @property
    def state(self) -> str:
        """What is known of the trick or the stock."""
        if self.phase == "collect":
            return _("%(count)d i bunken") % {"count": self.stock}
        return _("fullt ved %(count)d") % {"count": self.size} if self.phase == "shed" and self.size else ""

    @property
    def sides(self) -> tuple[tuple[str, tuple[Seat, ...]], ...]:
        """Who sits where, clockwise from the one at the bottom, who is the first."""
        left, top = places(len(self.seats))
        others = self.seats[1:]
        return (
            ("left", others[:left]),
            ("top", others[left : left + top]),
            ("right", others[left + top :]),
            ("bottom", self.seats[:1]),
        )


def places(players: int) -> tuple[int, int]:
    """How many sit to the left and at the top; one sits at the bottom and the others to the right."""
    others = players - 1
    side = 0 if others == 1 else max(1, others // 2 - 1)  # never more than three at the top
    return side, others - 2 * side


def angles(count: int) -> list[float]:
    """How each card of a fan is turned, in degrees, from left to right."""
    step = min(STEP, SPREAD / (count - 1)) if count > 1 else 0.0
    return [tenths((number - (count - 1) / 2) * step) for number in range(count)]


def fan_box(count: int) -> Box:
    """The box that holds a fan of so many cards."""
    outermost = radians(angles(count)[-1]) if count else 0.0
    corners = [_turned(x, y, outermost) for x in (0, WIDTH) for y in (0, HEIGHT)]
    right = max(x for x, _y in corners)
    lowest = max(y for _x, y in corners)
    half = right - PIVOT[0]
    return Box(tenths(PIVOT[0] - half), -4, tenths(2 * half), tenths(lowest + 8), SCALE)


def _turned(x: float, y: float, angle: float) -> tuple[float, float]:
    across, down = x - PIVOT[0], y - PIVOT[1]
    return PIVOT[0] + across * cos(angle) - down * sin(angle), PIVOT[1] + across * sin(angle) + down * cos(angle)


def tenths(number: float) -> float:
    """Rounded as the script rounds."""
    return floor(number * 10 + 0.5) / 10


def kind_of(plays: list[tuple[str, ...]], number: int, trump: str) -> str:
    """What a play of the shed phase is called on the table."""
    cards = plays[number]
    if number == 0:
        return "lead"
    if cards[0][1] == trump != plays[0][0][1]:
        return "trump"
    return "series" if len(cards) > 1 else ""


def words() -> dict[str, object]:
    """What the script needs to say the same."""
    return {
        "kinds": kinds(),
        "phases": phases(),
        "suits": suits(),
        "letters": LETTERS,
        "unknown": _("ukjent"),
        "stock": _("%(count)d i bunken"),
        "full": _("fullt ved %(count)d"),
        "deals": _("giver"),
        "turn": _("sin tur"),
        "fights": _("i krig"),
        "waits": _("bladmattis, venter"),
        "lost": _("Mattis"),
        "excluded": _("ikke med"),
        "out": _("ute som nr. %(number)d"),
        "cards": _both("%(count)d kort", "%(count)d kort"),
        "unseen": _both("%(count)d usett kort", "%(count)d usette kort"),
        "won": _("har vunnet %(count)d"),
        "trumpcard": _("har trumfkortet"),
    }


def _both(one: str, many: str) -> list[str]:
    return [ngettext(one, many, 1), ngettext(one, many, 2)]


# --- Words. The script gets them too (`words`), for it says the same.


def kinds() -> dict[str, str]:
    """What a play on the table is, by its code."""
    return {
        "lead": _("spilte ut"),
        "series": _("serie"),
        "trump": _("trumf"),
        "war": _("krig"),
        "slough": _("kastet"),
    }


def phases() -> dict[str, str]:
    """The phases by the engine's names."""
    return {"collect": _("Kortfordelingen"), "shed": _("Spillerunden"), "over": _("Runden er over")}


def suits() -> dict[str, str]:
    """The suits by the engine's letters."""
    return {"s": _("spar"), "h": _("hjerter"), "d": _("ruter"), "c": _("kløver")}


def card_label(card: str) -> str:
    """*hjerter Kn*."""
    return f"{suits()[card[1]]} {LETTERS.get(card[0], card[0])}"
