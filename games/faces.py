"""The faces of the cards, drawn once: `python -m games.faces` writes the file every page takes them from.

Colours are custom properties of the stylesheet, so that the cards are dimmed with the page. Corner letters are the
Norwegian ones: E, K, D, Kn. Court cards are suits wearing hats.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).parent / "static" / "games" / "cards.svg"
RANKS, SUITS = "23456789TJQKA", "shdc"  # as the engine writes them
WIDTH, HEIGHT = 64, 92  # of a face
LETTERS = {"T": "10", "J": "Kn", "Q": "D", "K": "K", "A": "E"}
HATS = {"J": "cap", "Q": "tiara", "K": "crown"}
PIP = 12.5

_SHAPES = {
    "s": "M12 2C10 6 3 9.5 3 14.5a4.4 4.4 0 0 0 7.6 3C10.4 19.5 9.8 21 8.5 22h7c-1.3-1-1.9-2.5-2.1-4.5a4.4 4.4 0 0 0 "
    "7.6-3C21 9.5 14 6 12 2z",
    "h": "M12 21.5C7 16.5 2.5 12.8 2.5 8.2 2.5 5.2 4.8 3 7.5 3c2 0 3.6 1 4.5 2.8C12.9 4 14.5 3 16.5 3c2.7 0 5 2.2 5 "
    "5.2 0 4.6-4.5 8.3-9.5 13.3z",
    "d": "M12 1.8C14 5.5 17 9 20 12c-3 3-6 6.5-8 10.2C10 18.5 7 15 4 12c3-3 6-6.5 8-10.2z",
    "c": "M12 2a4.6 4.6 0 0 1 3.7 7.3 4.6 4.6 0 1 1-2.6 8.2c.2 1.9.9 3.4 2.4 4.5h-7c1.5-1.1 2.2-2.6 2.4-4.5a4.6 4.6 "
    "0 1 1-2.6-8.2A4.6 4.6 0 0 1 12 2z",
}
_HATS = {
    "crown": '<path d="M3 12.5 1.5 4.5l5.5 3.5 5-6.5 5 6.5 5.5-3.5L21 12.5zM3.2 13.8h17.6V16H3.2z"/>'
    '<circle cx="1.8" cy="3" r="1.5"/><circle cx="12" cy="1.5" r="1.5"/><circle cx="22.2" cy="3" r="1.5"/>',
    "tiara": '<path d="M1.5 15.5C2 11 6 7.5 12 7.5s10 3.5 10.5 8c-6-2.4-15-2.4-21 0z"/><circle cx="12" cy="4" r="2.6"/>'
    '<circle cx="6" cy="6.3" r="1.7"/><circle cx="18" cy="6.3" r="1.7"/><circle cx="1.9" cy="10.5" r="1.3"/>'
    '<circle cx="22.1" cy="10.5" r="1.3"/>',
    "cap": '<path d="M4.5 12.3C3.5 7 7.5 4.3 12 4.3s8.5 2.7 7.5 8c-4.5-1.3-10.5-1.3-15 0zM2.5 16c-.6-1.3-.3-2 .6-2.3 '
    '5.5-1.6 12.3-1.6 17.8 0 .9.3 1.2 1 .6 2.3-6-1.3-13-1.3-19 0z"/>'
    '<path d="M16.8 5.2C17 2.2 19.5.2 23.5.3c-.3 3.2-2.3 5.6-5.3 6z"/>',
}
_WEAVE = (
    "M56 20L44 8M8 20L20 8M56 32L32 8M8 32L32 8M56 44L20 8M8 44L44 8M8 8L56 56M56 8L8 56M8 20L56 68M56 20L8 68"
    "M8 32L56 80M56 32L8 80M8 44L48 84M56 44L16 84M8 56L36 84M56 56L28 84M8 68L24 84M56 68L40 84M8 80L12 84M56 80L52 84"
)
_CORNERS = [(22.0, 20.0), (42.0, 20.0), (22.0, 72.0), (42.0, 72.0)]
_MIDDLE, _SIDES = (32.0, 46.0), [(22.0, 46.0), (42.0, 46.0)]
_FOUR_ROWS = [*_CORNERS, (22.0, 37.3), (42.0, 37.3), (22.0, 54.7), (42.0, 54.7)]
_PIPS = {
    "2": [(32.0, 20.0), (32.0, 72.0)],
    "3": [(32.0, 20.0), _MIDDLE, (32.0, 72.0)],
    "4": _CORNERS,
    "5": [*_CORNERS, _MIDDLE],
    "6": [*_CORNERS, *_SIDES],
    "7": [*_CORNERS, *_SIDES, (32.0, 33.0)],
    "8": [*_CORNERS, *_SIDES, (32.0, 33.0), (32.0, 59.0)],
    "9": [*_FOUR_ROWS, _MIDDLE],
    "T": [*_FOUR_ROWS, (32.0, 28.6), (32.0, 63.4)],
}


def drawing() -> str:
    """The file: a symbol for each card by its name (`7h`), one for the back, one for each suit."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"\n".join(_symbols())}\n</svg>\n'


def _symbols() -> Iterator[str]:
    for suit, path in _SHAPES.items():
        yield f'<symbol id="{suit}" viewBox="0 0 24 24"><path d="{path}"/></symbol>'
    for name, shape in _HATS.items():
        yield f'<symbol id="{name}" viewBox="0 0 24 16">{shape}</symbol>'
    for suit in SUITS:
        for rank in RANKS:
            yield _symbol(rank + suit, "".join(_face(rank, suit)), ink="red" if suit in "hd" else "ink")
    weave = f'fill="none" stroke="var(--card-back-2)" stroke-width=".6" opacity=".75" d="{_WEAVE}M8 8h48v76h-48z"'
    back = '<rect x="4" y="4" width="56" height="84" rx="3" fill="var(--card-back)" stroke="var(--card-back-2)"/>'
    yield _symbol("back", f"{back}<path {weave}/>", ink="ink")


def _symbol(name: str, inside: str, *, ink: str) -> str:
    paper = '<rect x=".5" y=".5" width="63" height="91" rx="5.5" fill="var(--card)" stroke="var(--card-edge)"/>'
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" fill="var(--card-{ink})"'
    return f'<symbol id="{name}" {box}>{paper}{inside}</symbol>'


def _face(rank: str, suit: str) -> Iterator[str]:
    corner = _letter(LETTERS.get(rank, rank)) + _use(suit, 9.5, 25.5, 11)
    yield f'{corner}<g transform="rotate(180 32 46)">{corner}</g>'
    if rank in HATS:
        yield '<rect x="18" y="12" width="28" height="68" rx="2" fill="none" stroke="currentColor" opacity=".3"/>'
        yield f'<use href="#{HATS[rank]}" x="19.5" y="23.5" width="25" height="17" fill="var(--card-gilt)"/>'
        yield _use(suit, 32, 55.5, 23)
    elif rank == "A":
        yield _use(suit, 32, 46, 30)
    else:
        yield from (_use(suit, x, y, PIP, upside_down=y > 46) for x, y in _PIPS[rank])


def _letter(letter: str) -> str:
    """Two letters are squeezed into the width of the corner."""
    squeeze = ' textLength="14" lengthAdjust="spacingAndGlyphs"' if len(letter) > 1 else ""
    place = 'x="9.5" y="17" text-anchor="middle" font-family="var(--serif)" font-weight="700" font-size="16"'
    return f"<text {place}{squeeze}>{letter}</text>"


def _use(name: str, x: float, y: float, size: float, *, upside_down: bool = False) -> str:
    """A suit with its middle at (x, y)."""
    turned = f' transform="rotate(180 {x:g} {y:g})"' if upside_down else ""
    corner = f'x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" height="{size:g}"'
    return f'<use href="#{name}" {corner}{turned}/>'


if __name__ == "__main__":
    FILE.write_text(drawing())
