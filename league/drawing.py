"""The book's marks drawn as SVG: strokes in fives, the last rounds, the quorum bar, the hat.

Everything here is made from plain values and always comes out the same: what is uneven is seeded.
Colours and stroke widths live in the stylesheet. Marks are hidden from screen readers: whoever draws
one also says its number in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import ceil
from zlib import crc32

from django.utils.safestring import SafeString

HIDDEN = 'aria-hidden="true" focusable="false"'

# ── Strek ──────────────────────────────────────────────────────────────────────────────────────
# Units: one line is 20 high.
LINE = 20
LEADING = 23  # from one line to the next
STROKE = 5.2  # from one stroke to the next
FIVE = 27.7  # from one five to the next
FIVES_A_LINE = 4  # more than these, and the strokes are drawn in lines of half the height
HANDS = 32  # ways one number of strokes may be drawn: enough to look uneven, few enough to remember


def tally(
    count: int,
    *,
    seed: object,
    height: int = 20,
    new: bool = False,
    red: Collection[int] = (),
    struck: int = 0,
    broken: bool = False,
    among: int = 0,
    fives: int = FIVES_A_LINE,
) -> SafeString:
    """Draw `count` strokes in fives, the fifth across; "" when there is nothing to draw.

    The same seed gives the same hand. `height` is of one line, in pixels. `new`: the last stroke has
    just been written; `red`: indices, from 0, of corrected strokes; `struck`: so many more stand faint
    behind, crossed out; `broken`: on an evening that does not count. `among` is the largest number in
    the column: where it takes half-height lines all are drawn so, and their lengths compare. `fives`: how
    many a line has room for.
    """
    hand = crc32(repr(seed).encode()) % HANDS
    small = max(count, among) > 5 * fives
    return _tally(count, hand, height, new, frozenset(red), struck, broken, small, fives * (2 if small else 1))


@lru_cache(maxsize=4096)
def _tally(
    count: int,
    hand: int,
    height: int,
    new: bool,
    red: frozenset[int],
    struck: int,
    broken: bool,
    small: bool,
    fives: int,
) -> SafeString:
    if not count + struck:
        return SafeString("")
    noise = _noise(hand * 131 + count)
    strokes = [_stroke(chance, index, fives) for index, chance in zip(range(count), noise, strict=False)]
    newest = strokes.pop() if new and count else ""
    paths = (
        _path("".join(d for i, d in enumerate(strokes) if i not in red))
        + _path("".join(d for i, d in enumerate(strokes) if i in red), ' class="red"')
        + _path(newest, ' class="new"')
    )
    lines = max(1, ceil(count / (5 * fives)))
    width = _length(count if lines == 1 else 5 * fives)
    if struck:
        start = _length(count - 5 * fives * (lines - 1)) if count else 3.8
        paths += _crossed_out(noise, start, LEADING * (lines - 1), struck)
        width = max(width, start + STROKE * struck + 1)
    tall = LINE + LEADING * (lines - 1)
    scale = height / LINE / (2 if small else 1)
    classes = "tally" + " small" * small + " broken" * broken
    return SafeString(
        f'<svg class="{classes}" width="{width * scale:.0f}" height="{tall * scale:.0f}"'
        f' viewBox="0 0 {width:.1f} {tall}" {HIDDEN}>{paths}</svg>'
    )


def _noise(seed: int) -> Iterator[int]:
    """Endless numbers from 0 to 32767, the same for the same seed."""
    while True:
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        yield seed >> 16


def _bend(noise: Iterator[int], middle: float, reach: float) -> str:
    return f"{middle + reach * (next(noise) / 0x4000 - 1):.1f}"


# How a stroke may bend, ready written: 32 that stand and 32 that lie across.
_SHAPES = _noise(1)
STANDING = [f"q{_bend(_SHAPES, -0.5, 0.6)} 7 {_bend(_SHAPES, -0.7, 0.5)} {_bend(_SHAPES, 14, 0.9)}" for _ in range(32)]
ACROSS = [f"q9 {_bend(_SHAPES, -4.7, 0.8)} 21.6 {_bend(_SHAPES, -9.3, 0.8)}" for _ in range(32)]


def _stroke(chance: int, index: int, fives: int) -> str:
    """The path of one stroke: four stand, the fifth lies across them. `chance` is from 0 to 32767."""
    five, place = divmod(index, 5)
    line, column = divmod(five, fives)
    x, y, shape = FIVE * column, LEADING * line, chance & 31
    x_off, y_off = (chance >> 5 & 31) / 31, (chance >> 10) / 31
    if place == 4:
        return f"M{x - 0.6 + x_off:.1f} {y + 14 + 1.4 * y_off:.1f}{ACROSS[shape]}"
    return f"M{x + STROKE * place + 2.4 + 1.2 * x_off:.1f} {y + 2.2 + 1.7 * y_off:.1f}{STANDING[shape]}"


def _length(count: int) -> float:
    """How far `count` strokes on one line reach."""
    fives, rest = divmod(count, 5)
    return FIVE * fives + (STROKE * rest + 3.8 if rest else -0.5)


def _crossed_out(noise: Iterator[int], x: float, y: float, count: int) -> str:
    """Faint strokes from x on, and one red line through them."""
    faint = "".join(f"M{x + STROKE * i:.1f} {y + 3:.1f}{STANDING[next(noise) & 31]}" for i in range(count))
    reach = STROKE * count + 3.8
    across = f"M{x - 4.5:.1f} {y + 12.5:.1f}q{reach / 2:.1f} -3 {reach:.1f} -4.5"
    return _path(faint, ' opacity=".55"') + _path(across, ' class="red"')


def _path(d: str, attributes: str = "") -> str:
    return f'<path{attributes} d="{d}"/>' if d else ""


# ── Small marks ────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=256)
def form(lost: tuple[bool, ...]) -> SafeString:
    """A stroke for each round lost and a point for each got off, in the order given: newest last."""
    marks = "".join(
        f'<path d="M{10 * i + 4.4:.1f} 3.5q-.4 5-.7 11"/>' if strek else f'<circle cx="{10 * i + 4}" cy="9" r="1.7"/>'
        for i, strek in enumerate(lost)
    )
    width = 10 * len(lost) - 2
    return SafeString(
        f'<svg class="form" width="{width}" height="18" viewBox="0 0 {width} 18" {HIDDEN}>{marks}</svg>' if lost else ""
    )


@lru_cache(maxsize=256)
def quorum_bar(present: int, members: int, needed: int) -> SafeString:
    """A piece for each member, inked for each one present, and a red line after the last one needed.

    "" when nobody is a member. It stretches to the width of its box.
    """
    piece = 240 / max(members, 1)
    gap = min(4, piece / 5)
    pieces = "".join(
        f'<rect class="seg{" on" * (i < present)}" x="{piece * i + gap / 4:.2f}" y="1" width="{piece - gap:.2f}"'
        f' height="10" rx="{gap * 0.375:.2f}"/>'
        for i in range(members)
    )
    line = f'<path class="need" d="M{piece * needed - gap / 4:.2f} -3v18"/>' if needed else ""
    svg = f'<svg viewBox="0 0 240 12" preserveAspectRatio="none" {HIDDEN}>{pieces}{line}</svg>'
    return SafeString(svg if members else "")


def hat(width: int = 26) -> SafeString:
    """Mattishatten, worn by the last round's Mattis. `width` is in pixels."""
    return SafeString(
        f'<svg class="hat" width="{width}" height="{width * 10 / 13:.0f}" viewBox="0 0 26 20" {HIDDEN}>'
        '<path class="felted" d="M7 14.5C6.6 9 6 5 5.4 2.6 9.5 1 16.7.8 20.8 2.2 20 5 19.5 9 19.3 14.3z"/>'
        '<path class="band" d="M6.7 10.2c4 1.3 8.7 1.3 12.9-.1l-.3 4.4c-4 1.1-8.4 1.1-12.3.1z"/>'
        '<path class="felted" d="M.8 14.2c3 1.1 4.6 1.2 6.2 1.3 4 .5 8.3.5 12.3-.2 1.9-.2 3.6-.6 5.9-1.5.5 1.9-2.5 4.7'
        '-12.1 4.9C4.6 18.9.7 16.3.8 14.2z"/></svg>'
    )


@lru_cache(maxsize=1024)
def bar(share: float, expected: float | None = None) -> SafeString:
    """One pen line, `share` (0 to 1) of its box long, and a red tick at `expected`."""
    pen = f'<path class="pen" d="M0 6H{200 * share:.1f}"/>' if share else ""
    tick = f'<path class="need" d="M{200 * expected:.1f} 0v12"/>' if expected is not None else ""
    return SafeString(f'<svg class="bar" viewBox="0 0 200 12" preserveAspectRatio="none" {HIDDEN}>{pen}{tick}</svg>')
