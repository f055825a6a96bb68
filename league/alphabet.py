"""Norwegian order and short names for people.

A club has some dozens of people, so lists are sorted here and not by the database: the same order on
every database, in the picker, the table, the book and on paper.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from league.models import Person

_LAST = {"æ": "{1", "ä": "{1", "ø": "{2", "ö": "{2", "å": "{3"}  # "{" follows "z"


def sort_key(text: str) -> tuple[str, str]:
    """Key that puts æ, ø, å last and aa among å; accents and case only decide between equals."""
    folded = unicodedata.normalize("NFC", text).casefold().replace("aa", "å")
    letters = (_LAST.get(letter) or unicodedata.normalize("NFD", letter)[0] for letter in folded)
    return "".join(letters), text


def in_order(people: Iterable[Person]) -> list[Person]:
    """People as a club member would list them; `sort_name` overrides the name."""
    return sorted(people, key=lambda person: (*sort_key(person.sort_name or person.name), person.pk))


def short_names(people: Iterable[Person]) -> dict[int, str]:
    """What stands on the buttons: nickname or first names, the whole name where two would look alike."""
    everyone = list(people)
    short = {person.pk: person.short_name or _first_names(person.name) for person in everyone}
    alike = Counter(short.values())
    names = {person.pk: short[person.pk] if alike[short[person.pk]] == 1 else person.name for person in everyone}
    same = Counter(names.values())
    return {pk: name if same[name] == 1 else f"{name} ({pk})" for pk, name in names.items()}


def full_names(people: Iterable[Person]) -> dict[int, str]:
    """Whole names, and for those who share one the nickname or the number beside it."""
    everyone = list(people)
    same = Counter(person.name for person in everyone)
    return {
        person.pk: person.name if same[person.name] == 1 else f"{person.name} ({person.short_name or person.pk})"
        for person in everyone
    }


def _first_names(name: str) -> str:
    first, _space, last = name.rpartition(" ")
    return name if last.isdecimal() else first or name  # *Gjest 1* is no surname
