"""The season as a race, drawn as SVG from plain values: who stood where after each evening.

Colours and stroke widths live in the stylesheet, with those of the season's curve. One line stands out; the others
are told apart by the names at their ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

LANE = 26  # from one rank to the next, in pixels
TOP = 16


@dataclass(frozen=True, slots=True)
class Runner:
    """One member's rank after each evening; None while he was not ranked."""

    name: str
    ranks: tuple[int | None, ...]
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class _Frame:
    """A drawing's measures in pixels, and where evenings and ranks fall on them."""

    name: str
    width: int
    right: int  # where the last evening stands; the names stand beyond it
    month: int  # the least width of a month's name
    evenings: int
    lanes: int

    @property
    def height(self) -> int:
        return TOP + LANE * self.lanes + 14

    def x(self, evening: int) -> float:
        return 26 + (self.right - 26) * evening / max(1, self.evenings - 1)

    def y(self, rank: int) -> float:
        return TOP + LANE * (rank - 1)


def race_chart(runners: Sequence[Runner], days: Sequence[date]) -> SafeString:
    """Everybody's way through the season; `days` are those of the evenings.

    Two drawings, a wide and a narrow, so that the letters keep their size; the stylesheet shows one.
    """
    lanes = max((rank for runner in runners for rank in runner.ranks if rank), default=0)
    if not lanes:
        return SafeString("")
    frames = (
        _Frame("wide", 1040, 900, 44, len(days), lanes),
        _Frame("narrow", 360, 268, 40, len(days), lanes),
    )
    told = escape(_told(runners, len(days)))
    ordered = sorted(runners, key=lambda runner: runner.chosen)  # the chosen one lies on top
    return SafeString("".join(_drawing(frame, told, ordered, days) for frame in frames))


def _told(runners: Sequence[Runner], evenings: int) -> str:
    """What the drawing shows, in words."""
    told = ngettext(
        "Rekkefølgen i tabellen etter %(count)d gyldig kveld.",
        "Rekkefølgen i tabellen etter hver av %(count)d gyldige kvelder.",
        evenings,
    ) % {"count": evenings}
    for runner in runners:
        ranks = [rank for rank in runner.ranks if rank]
        if runner.chosen and ranks:
            told += " " + _("%(name)s: best nummer %(best)d, dårligst nummer %(worst)d.") % {
                "name": runner.name,
                "best": min(ranks),
                "worst": max(ranks),
            }
    return told


def _drawing(frame: _Frame, told: str, runners: Sequence[Runner], days: Sequence[date]) -> str:
    return (
        f'<svg class="{frame.name}" viewBox="0 0 {frame.width} {frame.height}" width="{frame.width}"'
        f' height="{frame.height}" role="img" aria-label="{told}">'
        + _lanes(frame)
        + _months(frame, days)
        + "".join(_line(frame, runner) for runner in runners)
        + "".join(_name(frame, runner) for runner in runners)
        + "</svg>"
    )


def _lanes(frame: _Frame) -> str:
    return "".join(
        f'<text x="16" y="{frame.y(rank) + 4:.1f}" text-anchor="end">{rank}</text>'
        for rank in range(1, frame.lanes + 1)
    )


def _months(frame: _Frame, days: Sequence[date]) -> str:
    """A faint line at the first evening of each month, named where there is room."""
    drawn, free = "", 0.0
    foot = TOP + LANE * frame.lanes - 10
    firsts = [0] * bool(days) + [
        at for at, (before, day) in enumerate(pairwise(days), start=1) if before.month != day.month
    ]
    for at in firsts:
        x = frame.x(at)
        drawn += f'<path class="gridline" d="M{x:.1f} {TOP - 10}V{foot}"/>'
        if x >= free:
            drawn += f'<text x="{x:.1f}" y="{foot + 16}">{date_format(days[at], "N")}</text>'
            free = x + frame.month
    return drawn


def _line(frame: _Frame, runner: Runner) -> str:
    """From evening to evening; where he was not ranked there is none."""
    path, marks, gap = "", "", True
    for evening, rank in enumerate(runner.ranks):
        if rank:
            path += f"{'M' if gap else 'L'}{frame.x(evening):.1f} {frame.y(rank):.1f}"
            if runner.chosen:
                marks += f'<circle class="dot" cx="{frame.x(evening):.1f}" cy="{frame.y(rank):.1f}" r="3"/>'
        gap = not rank
    return f'<path class="{"me" if runner.chosen else "other"}" d="{path}"/>{marks}' if path else ""


def _name(frame: _Frame, runner: Runner) -> str:
    """The name at the line's end, of those who are ranked at the end."""
    rank = runner.ranks[-1] if runner.ranks else None
    if not rank:
        return ""
    kind, letter = (' class="mename"', 9.5) if runner.chosen else ("", 7)  # letter: its width in pixels
    room = int((frame.width - frame.right - 10) / letter)
    name = runner.name if len(runner.name) <= room else runner.name[: room - 1].rstrip() + "…"
    return f'<text{kind} x="{frame.right + 10}" y="{frame.y(rank) + 4.5:.1f}">{escape(name)}</text>'
