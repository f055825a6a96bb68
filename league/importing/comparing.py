"""An evening as it stands in the book beside what a file says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _

from league import words
from league.books import evening_facts
from league.facts import EveningFacts
from league.importing.people import People
from league.importing.values import ReadEvening
from league.models import Evening


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing the two say differently, in words."""

    what: str
    stored: str
    read: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """An evening that is in the book already and differs from the file, and not by an earlier import of it."""

    evening: Evening
    read: ReadEvening
    differences: tuple[Difference, ...]


def differences(evening: Evening, read: ReadEvening, people: People) -> tuple[Difference, ...]:
    """What the file says otherwise than the book; a book of rounds says nothing of who came without playing."""
    facts = evening_facts(evening)
    pairs = [(_("Sted"), evening.place, read.venue), (_("Merknad"), evening.remark, read.remark)]
    pairs += _rounds(facts, read, people) if read.rounds else _strek(facts, read, people)
    return tuple(
        Difference(what, stored or words.NOTHING, said or words.NOTHING)
        for what, stored, said in pairs
        if stored != said
    )


def _strek(facts: EveningFacts, read: ReadEvening, people: People) -> Iterator[tuple[str, str, str]]:
    lost = Counter(one.mattis for one in facts.standing if one.mattis)
    stored = {people.label[pk]: lost[pk] for pk in sorted(facts.came | set(lost)) if pk in people.label}
    for name in dict.fromkeys([*read.strek, *stored]):
        yield name, _presence(stored.get(name)), _presence(read.strek.get(name))
    nameless = sum(count for pk, count in lost.items() if pk not in people.label)
    yield _("Gjester uten navn"), words.strek(nameless), words.strek(read.guest_strek)


def _presence(strek: int | None) -> str:
    return _("ikke til stede") if strek is None else words.strek(strek)


def _rounds(facts: EveningFacts, read: ReadEvening, people: People) -> Iterator[tuple[str, str, str]]:
    stored = [
        (people.named(one.mattis) if one.mattis else "", {people.named(pk) for pk in one.players or ()})
        for one in facts.standing
    ]
    said = [(one.mattis, set(one.players)) for one in read.rounds]
    for number, (mine, theirs) in enumerate(zip_longest(stored, said), 1):
        yield _("Runde %(number)d") % {"number": number}, _round(mine), _round(theirs)


def _round(one: tuple[str, set[str]] | None) -> str:
    if one is None:
        return ""
    mattis, players = one
    return f"{mattis} ({', '.join(sorted(players))})"
