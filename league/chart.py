"""One person's strek through a season, drawn as SVG from plain values.

Colours and stroke widths live in the stylesheet. The drawing carries its own text alternative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count, pairwise
from math import ceil

from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import words

Points = tuple[tuple[date, float], ...]  # the sum after each evening, evenings in order


@dataclass(frozen=True, slots=True)
class Curve:
    """One person's strek through a season."""

    name: str
    points: Points

    @property
    def total(self) -> float:
        return self.points[-1][1] if self.points else 0

    @property
    def gains(self) -> list[tuple[date, float, float]]:
        """The evenings that added something: day, sum after it, what it added."""
        steps = pairwise([(date.min, 0.0), *self.points])
        return [(day, after, after - before) for (_day, before), (day, after) in steps if after > before]

    @property
    def biggest(self) -> tuple[date, float, float] | None:
        """The evening that added most, the latest of equals; None unless it added two or more."""
        gain = max(self.gains, key=lambda gain: (gain[2], gain[0]), default=None)
        return gain if gain and gain[2] >= 2 else None


@dataclass(frozen=True, slots=True)
class _Frame:
    """A drawing's measures in pixels, and where days and strek fall on them."""

    name: str
    width: int
    left: int
    right: int  # where the axis ends; the names stand beyond it
    bottom: int
    labels: int  # month names that fit along the axis
    first_day: date
    last_day: date
    most: float

    def x(self, day: date) -> float:
        return self.left + (self.right - 13 - self.left) * (day - self.first_day) / (self.last_day - self.first_day)

    def y(self, strek: float) -> float:
        return self.bottom - (self.bottom - 14) * strek / (1.05 * self.most)

    def path(self, curve: Curve, kind: str) -> str:
        line = "".join(f"L{self.x(day):.1f} {self.y(strek):.1f}" for day, strek in curve.points)
        return f'<path class="{kind}" d="M{self.left} {self.bottom}{line}"/>'


def season_chart(me: Curve, others: Sequence[Curve], expected: Points, *, first_day: date) -> SafeString:
    """One person's strek through a season in red, the others in grey, what was to be expected dashed.

    Two drawings, a wide and a narrow, so that the letters keep their size; the stylesheet shows one.
    `first_day` is the season's: every curve begins there, at nothing.
    """
    mean = Curve(_("ventet"), expected)
    every = (me, mean, *others)
    last_day = max([first_day + timedelta(days=61), *(day for curve in every for day, _strek in curve.points)])
    most = max(1.0, *(curve.total for curve in every))
    frames = (
        _Frame("wide", 740, 34, 636, 398, 13, first_day, last_day, most),
        _Frame("narrow", 360, 24, 276, 300, 7, first_day, last_day, most),
    )
    told = escape(_told(me, mean))
    return SafeString("".join(_drawing(frame, told, me, others, mean) for frame in frames))


def _told(me: Curve, mean: Curve) -> str:
    """What the drawing shows, in words."""
    evenings = ngettext("%(count)d gyldig kveld", "%(count)d gyldige kvelder", len(me.points))
    told = _("%(name)s har %(strek)s etter %(evenings)s. Ventet var %(expected)d.") % {
        "name": me.name,
        "strek": words.strek(round(me.total)),
        "evenings": evenings % {"count": len(me.points)},
        "expected": round(mean.total),
    }
    if me.biggest is None:
        return told
    day, _after, added = me.biggest
    return f"{told} " + _("Flest på én kveld: %(count)d, %(day)s.") % {"count": added, "day": words.day_month(day)}


def _drawing(frame: _Frame, told: str, me: Curve, others: Sequence[Curve], mean: Curve) -> str:
    height = frame.bottom + 32
    return (
        f'<svg class="{frame.name}" viewBox="0 0 {frame.width} {height}" width="{frame.width}" height="{height}"'
        f' role="img" aria-label="{told}">'
        + _strek_axis(frame)
        + _month_axis(frame)
        + "".join(frame.path(curve, "other") for curve in others)
        + frame.path(mean, "mean")
        + frame.path(me, "me")
        + _dots(frame, me)
        + _remark(frame, me)
        + _names(frame, me, others, mean)
        + "</svg>"
    )


def _strek_axis(frame: _Frame) -> str:
    steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
    step = next(step for step in steps if frame.most <= 5 * step)
    lines = "".join(
        f'<path class="gridline" d="M{frame.left} {frame.y(n):.1f}H{frame.right}"/>'
        f'<text x="{frame.left - 8}" y="{frame.y(n) + 4:.1f}" text-anchor="end">{n}</text>'
        for n in range(step, int(frame.most) + 1, step)
    )
    return (
        f'{lines}<path class="axis" d="M{frame.left} {frame.bottom}H{frame.right}"/>'
        f'<text x="{frame.left - 8}" y="{frame.bottom + 4}" text-anchor="end">0</text>'
    )


def _month_axis(frame: _Frame) -> str:
    """Month names, as many as fit; years where a season has gone on for very long."""
    first = frame.first_day.year * 12 + frame.first_day.month - (frame.first_day.day == 1)
    months = range(first, frame.last_day.year * 12 + frame.last_day.month)
    step = next(
        step for step in (1, 2, 3, 12 * ceil(len(months) / 12 / frame.labels)) if len(months) <= step * frame.labels
    )
    days = [date(month // 12, month % 12 + 1, 1) for month in months[::step]]
    return "".join(
        f'<path class="axis" d="M{frame.x(day):.1f} {frame.bottom}v5"/>'
        f'<text x="{frame.x(day) + 2:.1f}" y="{frame.bottom + 19}">{date_format(day, "N" if step < 12 else "Y")}</text>'
        for day in days
    )


def _dots(frame: _Frame, me: Curve) -> str:
    radius = 3.2 if frame.name == "wide" else 2.8
    dots = "".join(
        f'<circle class="dot" cx="{frame.x(day):.1f}" cy="{frame.y(strek):.1f}" r="{radius}"/>'
        for day, strek, _added in me.gains
    )
    end = me.points[-1:]
    return dots + "".join(
        f'<circle class="end" cx="{frame.x(day):.1f}" cy="{frame.y(strek):.1f}" r="5"/>' for day, strek in end
    )


def _remark(frame: _Frame, me: Curve) -> str:
    """The biggest evening, named on the side of the curve where there is room."""
    if me.biggest is None:
        return ""
    day, after, added = me.biggest
    text = _("%(count)d på én kveld") % {"count": added}
    if frame.name == "wide":
        text = _("%(count)d på én kveld, %(day)s") % {"count": added, "day": words.day_month(day)}
    x, y = frame.x(day), frame.y(after)
    if x - frame.left > 7 * len(text) + 10:
        return f'<text class="strong" x="{x - 10:.1f}" y="{y - 8:.1f}" text-anchor="end">{text}</text>'
    return f'<text class="strong" x="{x + 10:.1f}" y="{y + 16:.1f}">{text}</text>'


def _names(frame: _Frame, me: Curve, others: Sequence[Curve], mean: Curve) -> str:
    """The names at the curves' ends: his own, what was expected, the most and the fewest of the others."""
    ranked = sorted(others, key=lambda curve: curve.total)
    shown = sorted([me, mean, *ranked[1:][-1:], *ranked[:1]], key=lambda curve: -curve.total)
    heights = _apart([frame.y(curve.total) + 4 for curve in shown], frame.bottom + 4)
    x = frame.right + 4
    names = ""
    for curve, y in zip(shown, heights, strict=True):
        kind, letter = (' class="mename"', 9.5) if curve is me else ("", 7)  # letter: its width in pixels
        names += f'<text{kind} x="{x}" y="{y:.1f}">{escape(_label(curve, int((frame.width - x) / letter)))}</text>'
    return names


def _label(curve: Curve, letters: int) -> str:
    """Name and sum, the name cut so that both fit in so many letters."""
    total = f" {round(curve.total)}"
    room = letters - len(total)
    return (curve.name if len(curve.name) <= room else curve.name[: room - 1].rstrip() + "…") + total


def _apart(heights: list[float], lowest: float, least: float = 17) -> list[float]:
    """The same heights, from the top down, moved so that no two come closer than `least`."""
    placed: list[float] = []
    for y in heights:
        placed.append(max(y, placed[-1] + least) if placed else y)
    for i, y in reversed(list(enumerate(placed))):
        placed[i] = min(y, lowest - least * (len(placed) - 1 - i))
    return placed
