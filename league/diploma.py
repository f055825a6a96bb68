"""What is engraved on a diploma: the frame, and the vignette of each title. In millimetres of an A4 sheet.

Always the same, from plain values; colours and widths live in the stylesheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, pi, radians, sin

from django.utils.safestring import SafeString

from league.drawing import HIDDEN, hat
from league.facts import Title

WIDTH, HEIGHT = 210, 297
EDGE = 15.5  # from the paper's edge to the middle of the woven band
CORNER = 8.5  # from the middle of a corner's rosette to where the band begins
SWELLS = (3.6, 2.4, 1.2, -1.2, -2.4, -3.6)  # how far the band's waves reach
HALF_WAVES = 24, 36  # across and down
RULES = (8, "thick"), (9.6, "thin"), (21.4, "thin"), (22.6, "rule")  # from the paper's edge

WREATH = 22  # its radius
LEAF = "M0 0C1.6-2.4 1.6-5.2 0-7.4-1.6-5.2-1.6-2.4 0 0z"
SPADE = (
    "M0-11C2.2-6.6 9.9-2.8 9.9 2.4c0 5-6.2 6.6-8.6 2.9.1 2.8.9 4.4 2.5 5.7h-7.6c1.6-1.3 2.4-2.9 2.5-5.7"
    "C-3.7 9-9.9 7.4-9.9 2.4-9.9-2.8-2.2-6.6 0-11z"
)


@cache
def frame() -> SafeString:
    """Double rules around the sheet, and between them a woven band with a rosette in each corner."""
    rules = "".join(
        f'<rect class="{kind}" x="{at}" y="{at}" width="{WIDTH - 2 * at}" height="{HEIGHT - 2 * at}"/>'
        for at, kind in RULES
    )
    band = "".join(part for far in (False, True) for reach in SWELLS for part in _waves(reach, far=far))
    corners = "".join(_rosette(x, y) for x in (EDGE, WIDTH - EDGE) for y in (EDGE, HEIGHT - EDGE))
    return SafeString(
        f'<svg class="frame" viewBox="0 0 {WIDTH} {HEIGHT}" {HIDDEN}>'
        f'{rules}<path class="woven" d="{band}"/>{corners}</svg>'
    )


@cache
def vignette(title: Title) -> SafeString:
    """A wreath, and in it the ace of spades for *årets spiller*, the hat for *årets Mattis*."""
    inside = f'<path class="felted" d="{SPADE}"/>'
    if title is Title.MATTIS:
        inside = f'<g transform="translate(-13 -10)">{hat()}</g>'
    wreath = "".join(_branch(side) for side in (-1, 1))
    ribbon = f'<path class="band" d="M-4.5 {WREATH - 1.5}l9 3M4.5 {WREATH - 1.5}l-9 3"/>'
    return SafeString(f'<svg class="vignette" viewBox="-31 -28 62 56" {HIDDEN}>{wreath}{ribbon}{inside}</svg>')


def _waves(reach: float, *, far: bool) -> Iterator[str]:
    """One wave across the sheet and one down it, at the near edges or the far ones; half a wave is one curve."""
    across, down = HALF_WAVES
    begin = EDGE + CORNER
    step = (WIDTH - 2 * begin) / across
    y = HEIGHT - EDGE if far else EDGE
    yield f"M{begin} {y}q{step / 2:.3f} {2 * reach:.1f} {step:.3f} 0" + f"t{step:.3f} 0" * (across - 1)
    step = (HEIGHT - 2 * begin) / down
    x = WIDTH - EDGE if far else EDGE
    yield f"M{x} {begin}q{2 * reach:.1f} {step / 2:.3f} 0 {step:.3f}" + f"t0 {step:.3f}" * (down - 1)


def _rosette(x: float, y: float) -> str:
    """Twelve circles through one point."""
    turns = (turn * pi / 6 for turn in range(12))
    circles = "".join(
        f'<circle class="woven" cx="{x + 2.6 * cos(turn):.2f}" cy="{y + 2.6 * sin(turn):.2f}" r="2.6"/>'
        for turn in turns
    )
    return f'{circles}<circle class="thin" cx="{x}" cy="{y}" r="6.2"/><circle class="dot" cx="{x}" cy="{y}" r=".7"/>'


def _branch(side: int) -> str:
    """Half of the wreath, from its foot up the left (-1) or the right: a stem and leaves in pairs."""
    end = radians(160)
    stem = (
        f'<path class="stem" d="M0 {WREATH}A{WREATH} {WREATH} 0 0 {int(side < 0)}'
        f' {side * WREATH * sin(end):.1f} {WREATH * cos(end):.1f}"/>'
    )
    leaves = "".join(_leaf(degrees, side, lean) for degrees in range(12, 162, 12) for lean in (-32, 32))
    return stem + leaves


def _leaf(degrees: int, side: int, lean: int) -> str:
    """A leaf so far from the wreath's foot, leaning so much away from the stem."""
    x, y = side * WREATH * sin(radians(degrees)), WREATH * cos(radians(degrees))
    turn = side * (90 - degrees) + lean
    return f'<path class="leaf" transform="translate({x:.2f} {y:.2f}) rotate({turn})" d="{LEAF}"/>'
