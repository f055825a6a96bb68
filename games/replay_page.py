"""What the page that replays a record shows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.templatetags.static import static
from django.utils.translation import gettext as _

from games import felt, referee
from games.models import Record

PACES = (2000, 1000, 400)  # milliseconds between two steps


class ReplayPage:
    """One record at one of its steps. `at` is brought within the record."""

    def __init__(self, record: Record, at: int | None) -> None:
        self.record = record
        self.replay = referee.replay(record.text)
        self.last = len(self.replay.steps) - 1
        first_foul = next((number for number, step in enumerate(self.replay.steps) if step.foul), 0)
        self.at = first_foul if at is None else min(max(at, 0), self.last)

    @cached_property
    def number(self) -> int | None:
        """Which round of its table it was, counted over those that stand; None for one that does not."""
        found = self.record.round
        if found is None:
            return None
        rounds = found.evening.rounds.standing().filter(table=found.table).in_order()
        order = list(rounds.values_list("pk", flat=True))
        return order.index(found.pk) + 1 if found.pk in order else None

    @property
    def changed_since(self) -> bool:
        """Another engine than it was stored with makes something else of it."""
        return self.replay.digest != self.record.digest

    @cached_property
    def felt(self) -> felt.Felt:
        return self.replay.felt(self.at)

    @property
    def step(self) -> referee.Step:
        return self.replay.steps[self.at]

    @property
    def said(self) -> str:
        return said(self.step)

    @property
    def legal(self) -> str:
        return legal(self.step)

    @property
    def steps(self) -> list[tuple[int, referee.Step]]:
        return list(enumerate(self.replay.steps))[1:]

    @property
    def verdicts(self) -> list[tuple[int, referee.PlayAnswer]]:
        """The verdict on every step that broke a rule."""
        return [(number, self.replay.verdict(number)) for number, step in self.steps if step.foul]

    @property
    def go(self) -> list[tuple[str, int]]:
        """Where the four links lead."""
        back, forward = max(self.at - 1, 0), min(self.at + 1, self.last)
        return [("first", 0), ("back", back), ("next", forward), ("last", self.last)]

    @property
    def paces(self) -> list[tuple[int, str]]:
        return list(zip(PACES, (_("rolig"), _("vanlig"), _("fort")), strict=True))

    @property
    def block(self) -> dict[str, Any]:
        """What the script draws from: short names, for there is one of each for every step."""
        return {
            "at": self.at,
            "file": static("games/cards.svg"),
            "names": self.replay.players,
            "words": felt.words(),
            "steps": [
                {"p": step.line, "s": said(step)}
                | ({"w": step.swept} if step.swept else {})
                | ({"f": 1} if step.marked else {})
                | ({"l": legal(step)} if legal(step) else {})
                for step in self.replay.steps
            ],
        }


def said(step: referee.Step) -> str:
    """*Odd Rune la kløver fire*; at the start that nothing has happened."""
    return f"{step.player} {step.did}" if step.player else _("Utgangspunktet")


def legal(step: referee.Step) -> str:
    """What else was legal; the verdict on a play that was not says it already."""
    return "" if step.foul else ", ".join(step.legal)
