"""*Kåring*: whom the book names, the table as it stood when somebody was named, and whether the book agrees later.

Nothing here knows the database: a table as it stood is stored as plain JSON that names nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Self

from league.facts import Ranking, Rules, Title
from league.standings import Standings


class Word(StrEnum):
    """What the book says of a kåring."""

    AGREES = "agrees"
    OTHERWISE_THEN = "otherwise_then"  # the meeting named another than the book did
    OTHERWISE_NOW = "otherwise_now"  # something was put right since, and the book names another now


@dataclass(frozen=True, slots=True)
class Line:
    """One member's line in the table."""

    person: int
    place: int | None
    strek: int
    penalties: int
    rounds: int
    rate: Fraction | None  # strek per round
    fair: Fraction | None  # of what was to be expected
    approx: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A season's table, as it stands or stood."""

    ranking: Ranking
    evenings: int  # that count
    rounds: int
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, standings: Standings, rules: Rules) -> Self:
        """The table as it stands now."""
        return cls(
            ranking=rules.ranking,
            evenings=standings.counting_evenings,
            rounds=standings.counting_rounds,
            lines=tuple(
                Line(row.person, row.place, row.strek, row.penalties, row.rounds, row.rate, row.fair, row.approx)
                for row in standings.rows
            ),
        )

    @classmethod
    def from_json(cls, stored: Sequence[Mapping[str, Any]], who: Callable[[int], int] = int) -> Self:
        """The table stored as `as_json`; `who` says which person somebody has turned out to be."""
        head, *lines = stored
        return cls(
            ranking=Ranking(head["ranking"]),
            evenings=head["evenings"],
            rounds=head["rounds"],
            lines=tuple(_line(line, who) for line in lines),
        )

    def as_json(self, **besides: Any) -> list[dict[str, Any]]:
        """A head, and a line for each member. `besides` stands in the head too.

        A list, for a dictionary in the log points to a personal text.
        """
        head = {"ranking": self.ranking, "evenings": self.evenings, "rounds": self.rounds, **besides}
        return [head, *({**asdict(line), "rate": _text(line.rate), "fair": _text(line.fair)} for line in self.lines)]

    def named(self, title: Title) -> frozenset[int]:
        """Whom the book names: nobody, one, or several who stand alike."""
        if title is Title.PLAYER:
            return frozenset(line.person for line in self.lines if line.place == 1)
        most = max((line.strek for line in self.lines), default=0)
        return frozenset(line.person for line in self.lines if line.strek == most > 0)

    def line_of(self, person: int) -> Line | None:
        """His line; None where he is not in the table."""
        return next((line for line in self.lines if line.person == person), None)


def word(title: Title, winners: Set[int], then: Table, now: Table) -> Word:
    """What the book says of the winners, by the table as it stood and as it stands."""
    if now.named(title) == winners:
        return Word.AGREES
    return Word.OTHERWISE_THEN if then.named(title) == now.named(title) else Word.OTHERWISE_NOW


def _line(stored: Mapping[str, Any], who: Callable[[int], int]) -> Line:
    fractions = {name: None if stored[name] is None else Fraction(stored[name]) for name in ("rate", "fair")}
    return Line(**{**stored, **fractions, "person": who(stored["person"])})


def _text(figure: Fraction | None) -> str | None:
    return None if figure is None else str(figure)
