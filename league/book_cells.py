"""The cells of one evening's row in the book: who was there, and his strek in fives.

They are drawn here and not in a template, for there are hundreds on a page.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league import words
from league.book_notes import Notes
from league.drawing import tally
from league.facts import EveningFacts
from league.quorum import EveningVerdict
from league.statistics import Came

GUESTS = 0  # in a person's place: everybody who was no member that evening
HEIGHT = 18  # of a stroke, in pixels
NIL = '<span class="nil" aria-hidden="true">·</span>'
PENALTY = '<span class="penalty" aria-hidden="true">S</span>'


@dataclass(slots=True)
class Marks:
    """The strek in one cell, in the order of play; True: corrected."""

    idle: list[bool] = field(default_factory=list)  # those that do not count
    strek: list[bool] = field(default_factory=list)
    struck: int = 0
    penalties: int = 0
    notes: list[int] = field(default_factory=list)

    @property
    def count(self) -> int:
        """All that stand."""
        return len(self.idle) + len(self.strek)


class Night:
    """One evening, its strek sorted into columns. `signs` says of every member of the year whether he came."""

    def __init__(self, evening: EveningFacts, verdict: EveningVerdict, signs: Mapping[int, Came], notes: Notes) -> None:
        self.evening = evening
        self.verdict = verdict
        self.signs = signs
        self.guests = Counter({person: 0 for person in evening.came if self._column(person) == GUESTS})
        self.marks: defaultdict[int, Marks] = defaultdict(Marks)
        counting = {round_.id for round_ in verdict.counting_rounds}
        for round_ in evening.standing:
            if round_.mattis is None:
                continue
            column = self._column(round_.mattis)
            marks = self.marks[column]
            (marks.strek if round_.id in counting else marks.idle).append(round_.id in notes.corrected)
            if column == GUESTS:
                self.guests[round_.mattis] += 1
        if evening.id in notes.by_person:
            for person, numbers in notes.by_person[evening.id].items():
                column = self._column(person)
                if column == GUESTS:
                    self.guests[person] += 0  # named, though he may have no strek left
                marks = self.marks[column]
                marks.notes += numbers
                marks.struck += notes.struck[evening.id, person]
                marks.penalties += notes.penalties[evening.id, person]

    def cells(self, blank: Mapping[Came, str], labels: Mapping[int, str], *, guests: bool) -> SafeString:
        """The members' cells, and with `guests` one for those who were none. `blank` are the cells without strek."""
        drawn = [
            f"<td>{self._drawn(person)}</td>" if person in self.marks else blank[sign]
            for person, sign in self.signs.items()
        ]
        if guests:
            drawn.append(self._guest_cell(labels))
        return SafeString("".join(drawn))

    def _column(self, person: int) -> int:
        return GUESTS if self.signs.get(person, Came.GUEST) in (Came.GUEST, Came.NOT_A_MEMBER) else person

    def _guest_cell(self, labels: Mapping[int, str]) -> str:
        """The guests' strek in one, and below it whose they are."""
        if not self.guests:
            return "<td></td>"
        told = ((labels[person], strek) for person, strek in self.guests.items())
        names = ", ".join(f"{name} {strek}" if strek and len(self.guests) > 1 else name for name, strek in told)
        drawn = self._drawn(GUESTS) if GUESTS in self.marks else NIL
        return f'<td class="guests">{drawn} <small>{escape(names)}</small></td>'

    def _drawn(self, column: int) -> str:
        """The strek of a cell, with the numbers of the notes, and the same in words."""
        marks, seed = self.marks[column], (self.evening.id, column)
        after = marks.struck if marks.strek or not marks.idle else 0
        drawn = tally(
            len(marks.idle), seed=seed, height=HEIGHT, red=_true(marks.idle), struck=marks.struck - after, broken=True
        ) + tally(len(marks.strek), seed=seed, height=HEIGHT, red=_true(marks.strek), struck=after)
        if not (marks.count or marks.struck):  # nothing but a penalty
            drawn = SafeString(NIL)
        drawn += SafeString(PENALTY * marks.penalties)
        if not marks.notes:
            return f'{drawn}<span class="vh">{marks.count}</span>'
        numbers = ", ".join(map(str, marks.notes))
        strek = words.strek(marks.count)
        if marks.penalties:
            strek += ", " + words.penalties(marks.penalties)
        said = _("%(strek)s, se rettelse %(numbers)s") % {"strek": strek, "numbers": numbers}
        return f'<div>{drawn}<sup aria-hidden="true">{numbers}</sup></div><span class="vh">{said}</span>'


def blank_cells() -> dict[Came, str]:
    """The cells without strek, in the language in force."""
    return {
        Came.PRESENT: _sign("nil", "·", "0"),
        Came.ABSENT: _sign("away", "", _("borte")),
        Came.ON_LEAVE: _sign("away", _("perm."), _("permisjon")),
        Came.NOT_RECORDED: _sign("nil", "?", _("ikke ført")),
        Came.GUEST: _sign("off", "–", _("gjest")),
        Came.NOT_A_MEMBER: _sign("off", "–", _("ikke medlem")),
    }


def _sign(kind: str, shown: str, said: str) -> str:
    seen = f'<span aria-hidden="true">{shown}</span>' if shown else ""
    return f'<td class="{kind}">{seen}<span class="vh">{said}</span></td>'


def _true(flags: Sequence[bool]) -> frozenset[int]:
    return frozenset(index for index, flag in enumerate(flags) if flag)
