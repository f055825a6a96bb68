"""The one way a fact is written: inside an entry of the log.

    with log.entry(Verb.RENAME, actor=user) as entry:
        entry.change(person, name="Kåre Myhr")

Everything the block writes is one transaction and one row of the log. A block that changes nothing
leaves no row. Names, addresses and free text are put into `PersonalText` and only pointed to.

Whoever writes holds the lock of what he changes, and read it under that lock (`league.services.locks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any

from django.db import models, transaction
from django.utils import timezone

from league.closing import Touched
from league.errors import Stale, TokenUsed
from league.models import Change, Evening, LogEntry, Person, PersonalText, User
from league.verbs import Verb


class Entry:
    """What one act has written so far. `evening` is the id of the evening it belongs to, if any."""

    def __init__(self, evening: int | None) -> None:
        self.evening = evening
        self.changes: list[Change] = []
        self.touched = Touched()

    def create[M: models.Model](self, row: M) -> M:
        """Store a new row."""
        row.save(force_insert=True)
        self._note(row, before=None, after=logged(row))
        return row

    def create_all[M: models.Model](self, rows: Sequence[M]) -> Sequence[M]:
        """Store many new rows of one model at once."""
        if rows:
            type(rows[0])._base_manager.bulk_create(rows)
        for row in rows:
            self._note(row, before=None, after=logged(row))
        return rows

    def change(self, row: models.Model, *, seen: int | None = None, **values: Any) -> bool:
        """Change some columns of a stored row; False if they already were so.

        `seen` is the version of the row the person was looking at; None where staleness cannot matter.
        Raises Stale if the row has been changed since.
        """
        if seen is not None and seen != row.version:  # type: ignore[attr-defined]
            raise Stale(changes_since(row, seen))
        names = {name: row._meta.get_field(name).attname for name in values}  # type: ignore[union-attr]
        old = logged(row, names.values())
        for name, value in values.items():
            setattr(row, name, value)
        new = logged(row, names.values())
        changed = [column for column in new if new[column] != old[column]]
        if not changed:
            return False
        written = [name for name, column in names.items() if column in changed]
        if hasattr(row, "version"):
            row.version += 1
            written.append("version")
        row.save(update_fields=written)
        self._note(row, before={c: old[c] for c in changed}, after={c: new[c] for c in changed})
        return True

    def touch(self, row: models.Model) -> None:
        """Let the row's version tell of what this act has changed in the rows that belong to it.

        Nothing happens if the act has changed nothing, or the row itself.
        """
        mine = (row._meta.model_name, row.pk)
        if self.changes and all((change["model"], change["id"]) != mine for change in self.changes):
            row.version += 1  # type: ignore[attr-defined]
            row.save(update_fields=["version"])
            self._note(row, before={}, after={})

    def delete(self, row: models.Model) -> None:
        """Take a row away. Only for what never became part of the book, such as a mistyped leave."""
        self._note(row, before=logged(row), after=None)
        row.delete()

    def _note(self, row: models.Model, *, before: dict[str, Any] | None, after: dict[str, Any] | None) -> None:
        # The texts belong to the person they are about, unless this very act deletes him.
        owner = row.pk if isinstance(row, Person) and after is not None else getattr(row, "person_id", None)
        self.touched.note(row, before, after)
        self.changes.append(
            {
                "model": str(row._meta.model_name),
                "id": row.pk,
                "version": getattr(row, "version", None),
                "before": _apart(row, before, owner),
                "after": _apart(row, after, owner),
            }
        )


@contextmanager
def entry(
    verb: Verb,
    *,
    actor: User | None,
    evening: int | None = None,
    reason: str = "",
    token: str | None = None,
    asked: dict[str, Any] | None = None,
) -> Iterator[Entry]:
    """Write facts and the log row that tells of them, or nothing at all.

    `actor` is None for what a command does. `token` marks a tap, `asked` what it asked for, free text as
    a `PersonalText` of its own: see `answered`. Raises Refused if it would change a season that is closed.
    """
    written = Entry(evening)
    with transaction.atomic():
        yield written
        if not written.changes:
            return
        if verb is not Verb.ANONYMISE:  # which takes names out of a closed season's texts and counts nothing anew
            written.touched.refuse_closed()
        asked = asked if token else None
        bags = [bag for change in written.changes for bag in (change["before"], change["after"])]
        _put_texts_aside([*bags, asked])
        LogEntry.objects.create(
            at=timezone.now(),
            user=actor,
            verb=verb,
            evening_id=written.evening,
            changes=written.changes,
            reason=PersonalText.objects.create(text=reason) if reason else None,
            token=token or None,
            asked=asked,
        )


def note(verb: Verb, *, actor: User | None, reason: str = "") -> None:
    """Log an act that changes no fact, such as handing out personal data."""
    text = PersonalText.objects.create(text=reason) if reason else None
    LogEntry.objects.create(at=timezone.now(), user=actor, verb=verb, changes=[], reason=text)


def answered(token: str | None, verb: Verb, asked: dict[str, Any]) -> LogEntry | None:
    """The entry a tap has already made, if it comes a second time; raises TokenUsed if it asked for something else.

    Call it under the lock that the first tap's transaction held.
    """
    if not token:
        return None
    stored = LogEntry.objects.filter(token=token).first()
    if stored and (stored.verb != verb or _spelt_out(stored.asked or {}) != _spelt_out(asked)):
        raise TokenUsed(stored)
    return stored


def changes_since(row: models.Model, version: int) -> list[LogEntry]:
    """The entries that changed this row after `version`, oldest first.

    The last hundred acts are searched, of an evening or of the club; a round that was moved meanwhile is
    followed to the evening it came from.
    """
    mine = (row._meta.model_name, row.pk)
    found: dict[int, LogEntry] = {}
    wanted = {row.pk if isinstance(row, Evening) else getattr(row, "evening_id", None)}
    searched: set[int | None] = set()
    while wanted:
        evening = wanted.pop()
        searched.add(evening)
        recent = LogEntry.objects.filter(evening_id=evening).select_related("user__person", "reason").order_by("-pk")
        for entry in recent[:100]:
            for change in entry.changes:
                if (change["model"], change["id"]) == mine and (change["version"] or 0) > version:
                    found[entry.pk] = entry
                    wanted |= {(change["before"] or {}).get("evening_id", evening)} - searched
    return [found[pk] for pk in sorted(found)]


def _columns(row: models.Model) -> Iterator[str]:
    unlogged: frozenset[str] = getattr(row, "UNLOGGED", frozenset())
    for field in row._meta.concrete_fields:
        if not field.primary_key and field.attname != "version" and field.name not in unlogged:
            yield field.attname


def logged(row: models.Model, columns: Iterable[str] | None = None) -> dict[str, Any]:
    """Columns as JSON values."""
    return {column: _plain(getattr(row, column)) for column in (_columns(row) if columns is None else columns)}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        value = value.astimezone(UTC)  # as it comes out of the database
    return value.isoformat() if isinstance(value, date | datetime) else value


def _apart(row: models.Model, values: dict[str, Any] | None, owner: int | None) -> dict[str, Any] | None:
    """The values, each personal one as a text of its own."""
    personal: frozenset[str] = getattr(row, "PERSONAL", frozenset())
    return values and {
        column: PersonalText(person_id=owner, text=value) if value and column in personal else value
        for column, value in values.items()
    }


def _put_texts_aside(bags: Iterable[dict[str, Any] | None]) -> None:
    """Store the personal texts and leave pointers in their places."""
    full = [bag for bag in bags if bag]
    places = [(bag, name) for bag in full for name, value in bag.items() if isinstance(value, PersonalText)]
    PersonalText.objects.bulk_create([bag[name] for bag, name in places])
    for bag, name in places:
        bag[name] = {"text": bag[name].pk}


def _spelt_out(asked: dict[str, Any]) -> dict[str, Any]:
    """What a tap asked for, with its texts in place of the pointers to them."""
    pointers = {name: value["text"] for name, value in asked.items() if isinstance(value, dict)}
    texts = PersonalText.objects.in_bulk(pointers.values()) if pointers else {}
    own = {name: value.text for name, value in asked.items() if isinstance(value, PersonalText)}
    return asked | own | {name: texts[pk].text for name, pk in pointers.items()}
