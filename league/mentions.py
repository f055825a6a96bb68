"""Where the book names a person: what anonymising him replaces, and what somebody has to look at.

Names stand in a person's own row and in the texts the log keeps of it. Free text (remarks, reasons) may name
him too: by his whole name, which nobody else is meant by, or by a part of it, which may mean another.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from django.apps import apps
from django.db import models

from league.models import LogEntry, Person, PersonalText, User

OWN = frozenset({"person", "user", "readlink"})  # rows whose texts are names and addresses of his, not the book's
SHORTEST = 2  # letters in a part of a name worth looking for


def key_of(text: str) -> str:
    """What a form calls a text by."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(slots=True)
class Mentions:
    """What names one person and his doubles."""

    own: set[int] = field(default_factory=set)  # ids of the log's texts that are his names and addresses
    freed: set[int] = field(default_factory=set)  # of those put down about him that stay in the book
    others: set[int] = field(default_factory=set)  # of other people's names and addresses
    whole: re.Pattern[str] | None = None  # his names and addresses, whole
    parts: re.Pattern[str] | None = None  # what may mean him
    about: set[str] = field(default_factory=set)  # free texts put down about him, whomever they name

    def may_name_him(self, text: str) -> bool:
        """Beside the places his whole name will be replaced in."""
        rest = self.replaced(text, "")
        return text in self.about or (self.parts is not None and self.parts.search(rest) is not None)

    def replaced(self, text: str, by: str) -> str:
        """The text with another name where his whole one stands."""
        return self.whole.sub(by, text) if self.whole else text


def mentions_of(people: Sequence[Person]) -> Mentions:
    """How to find a person, given with all his doubles, in the texts of the book. Reads the whole log."""
    ids = [person.pk for person in people]
    rows = PersonalText.objects.exclude(person=None).exclude(text="")
    owned = {pk: text for pk, person, text in rows.values_list("pk", "person_id", "text") if person in ids}
    places = _places(set(rows.values_list("pk", flat=True)))
    found = Mentions()
    names = {person.name for person in people}
    small = {text for person in people for text in (person.short_name, person.sort_name)}
    addresses = set(User.objects.filter(person__in=ids).values_list("email", flat=True))
    for pk, (model, column) in places.items():
        if pk not in owned:
            found.others |= {pk} if model in OWN else set()
        elif model not in OWN:
            found.freed.add(pk)
        else:
            found.own.add(pk)
            bag = names if (model, column) == ("person", "name") else addresses if column == "email" else small
            bag.add(owned[pk])
    found.about = {
        getattr(row, column)
        for row, column in free_texts()
        if getattr(row, "person_id", None) in ids and row._meta.model_name not in OWN
    }
    others = Person.objects.exclude(pk__in=ids).values_list("name", "short_name")
    taken = {name.casefold() for pair in others for name in pair} | {
        word.casefold() for name, _short in others for word in name.split()
    }
    whole = {name for name in names if name.casefold() not in taken}
    found.whole = _pattern(whole | addresses, exact=True)
    found.parts = _pattern({word for text in names | small for word in (text, *text.split()) if len(word) >= SHORTEST})
    return found


def doubtful(found: Mentions) -> list[str]:
    """The texts that may name him, each once, in the order found."""
    texts = [*(getattr(row, column) for row, column in free_texts()), *(text.text for text in logged_texts(found))]
    return [text for text in dict.fromkeys(texts) if found.may_name_him(text)]


def logged_texts(found: Mentions) -> Iterator[PersonalText]:
    """The free texts the log keeps; nobody's names and addresses."""
    private = found.own | found.others
    for text in PersonalText.objects.exclude(text="").order_by("pk").iterator():
        if text.pk not in private:
            yield text


def free_texts() -> Iterator[tuple[models.Model, str]]:
    """The columns of all rows that hold free text, but not those of people and log-ins themselves."""
    for model in apps.get_models():
        columns = sorted(getattr(model, "PERSONAL", ()))
        if not columns or model in (Person, User):
            continue
        filled = models.Q()
        for column in columns:
            filled |= ~models.Q(**{column: ""})
        for row in model._base_manager.filter(filled).order_by("pk"):
            yield from ((row, column) for column in columns if getattr(row, column))


def _places(wanted: Collection[int]) -> dict[int, tuple[str, str]]:
    """The model and column each of these texts of the log was put down for."""
    found: dict[int, tuple[str, str]] = {}
    for changes in LogEntry.objects.order_by("pk").values_list("changes", flat=True).iterator() if wanted else ():
        for change in changes:
            for bag in (change["before"], change["after"]):
                for column, value in (bag or {}).items():
                    if isinstance(value, dict) and value["text"] in wanted:
                        found[value["text"]] = (change["model"], column)
    return found


def _pattern(words: set[str], *, exact: bool = False) -> re.Pattern[str] | None:
    """Any of these as whole words, the longest first, whatever the case; a genitive *s* may follow.

    With `exact` a single word counts only as it is written.
    """
    ordered = sorted((word for word in words if word.strip()), key=lambda word: (-len(word), word))
    if not ordered:
        return None
    named = "|".join(_written(word) if exact else re.escape(word) for word in ordered)
    return re.compile(rf"(?<!\w)(?:{named})(?=s?(?!\w))", re.IGNORECASE)


def _written(name: str) -> str:
    """A name of one word may be a common word in small letters."""
    return re.escape(name) if " " in name or "@" in name else f"(?-i:{re.escape(name)})"
