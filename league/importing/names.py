"""Whether two names may be meant for one person."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SPELLINGS = (("aa", "a"), ("æ", "a"), ("ae", "a"), ("ø", "o"), ("oe", "o"), ("œ", "o"), ("ð", "d"), ("ß", "ss"))


@lru_cache(maxsize=1000)
def fold(name: str) -> str:
    """A name without what spellings differ in: case, å/aa/a, ø/oe/o, æ/ae/a, accents, hyphens and dots."""
    text = name.casefold()
    for spelling, letter in _SPELLINGS:
        text = text.replace(spelling, letter)
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", bare))


def near(one: str, other: str) -> bool:
    """Whether two folded names look like one person's: a slip of the pen, a first name, an initial."""
    if one == other or one.replace(" ", "") == other.replace(" ", ""):
        return True
    a, b = one.split(), other.split()
    if not a or not b:
        return False
    if len(a) == len(b):
        slips = [_slips(x, y) for x, y in zip(a, b, strict=True)]
        if None not in slips and sum(s or 0 for s in slips) <= 2:
            return True
    short, long = sorted((a, b), key=len)
    return _abbreviates(short, long)


def _slips(one: str, other: str) -> int | None:
    """How many letters differ, or None where it is too many for words of that length."""
    if one == other:
        return 0
    if len(one) == 1 or len(other) == 1:
        return 0 if one[0] == other[0] else None
    shortest = min(len(one), len(other))
    allowed = 0 if shortest < 4 else 1 if shortest < 8 else 2
    if abs(len(one) - len(other)) > allowed:
        return None
    found = _distance(one, other)
    return found if found <= allowed else None


def _distance(one: str, other: str) -> int:
    """Letters put in, left out, exchanged or swapped with their neighbour."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            best = min(last[j] + 1, row[-1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, last = last, row
    return last[-1]


def _abbreviates(short: list[str], long: list[str]) -> bool:
    """Whether the words of `short` stand in `long` in that order, whole or as initials: Kåre M., Jan Vik."""
    rest = iter(long)
    return all(any(_is_word_or_initial(word, whole) for whole in rest) for word in short)


def _is_word_or_initial(word: str, whole: str) -> bool:
    return word == whole or (len(word) == 1 and whole.startswith(word))
