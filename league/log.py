"""The one way a fact is written: inside an entry of the log.

    with log.entry(Verb.RENAME, actor=user) as entry:
        entry.change(person, name="Kåre Myhr")

Everything the block writes is one transaction and one row of the log. A block that changes nothing
leaves no row. Names, addresses and free text are put into `PersonalText` and only pointed to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.db import models, transaction
from django.utils import timezone

from league.errors import Stale, TokenUsed
from league.models import Change, Evening, LogEntry, Person, PersonalText, User
from league.verbs import Verb


class Entry:
    """What one act has written so far."""

    def __init__(self) -> None:
        self.changes: list[Change] = []

    def create[M: models.Model](self, row: M) -> M:
        """Store a new row."""
        row.save(force_insert=True)
        self._note(row, before=None, after=_values(row))
        return row

    def create_all[M: models.Model](self, rows: Sequence[M]) -> Sequence[M]:
        """Store many new rows of one model at once."""
        if rows:
            type(rows[0])._base_manager.bulk_create(rows)
        for row in rows:
            self._note(row, before=None, after=_values(row))
        return rows

    def change(self, row: models.Model, *, seen: int | None = None, **values: Any) -> bool:
        """Change some columns of a stored row; False if they already were so.

        `seen` is the version of the row the person was looking at; None where staleness cannot matter.
        Raises Stale if the row has been changed since.
        """
        if seen is not None and seen != row.version:  # type: ignore[attr-defined]
            raise Stale(changes_since(row, seen))
        names = {name: row._meta.get_field(name).attname for name in values}  # type: ignore[union-attr]
        old = _values(row, names.values())
        for name, value in values.items():
            setattr(row, name, value)
        new = _values(row, names.values())
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

    def delete(self, row: models.Model) -> None:
        """Take a row away. Only for what never became part of the book, such as a mistyped leave."""
        before = _values(row)
        self._note(row, before=before, after=None)
        row.delete()

    def _note(self, row: models.Model, *, before: dict[str, Any] | None, after: dict[str, Any] | None) -> None:
        self.changes.append(
            {
                "model": str(row._meta.model_name),
                "id": row.pk,
                "version": getattr(row, "version", None),
                "before": before,
                "after": after,
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

    `actor` is None for what a command does. `token` marks a tap, `asked` what it asked for:
    see `answered`.
    """
    written = Entry()
    with transaction.atomic():
        yield written
        if not written.changes:
            return
        _put_texts_aside(written.changes)
        LogEntry.objects.create(
            at=timezone.now(),
            user=actor,
            verb=verb,
            evening_id=evening,
            changes=written.changes,
            reason=PersonalText.objects.create(text=reason) if reason else None,
            token=token or None,
            asked=asked,
        )


def answered(token: str | None, verb: Verb, asked: dict[str, Any]) -> LogEntry | None:
    """The entry a tap has already made, if it comes a second time; raises TokenUsed if it asked for something else.

    Call it under the lock that the first tap's transaction held.
    """
    if not token:
        return None
    stored = LogEntry.objects.filter(token=token).first()
    if stored and (stored.verb != verb or stored.asked != asked):
        raise TokenUsed(stored)
    return stored


def changes_since(row: models.Model, version: int) -> list[LogEntry]:
    """The entries that changed this row after `version`, oldest first; at most the last hundred acts are searched."""
    evening = row.pk if isinstance(row, Evening) else getattr(row, "evening_id", None)
    recent = LogEntry.objects.filter(evening_id=evening).select_related("user__person", "reason").order_by("-pk")[:100]
    mine = (row._meta.model_name, row.pk)
    return [
        one
        for one in reversed(recent)
        if any((c["model"], c["id"]) == mine and (c["version"] or 0) > version for c in one.changes)
    ]


def _columns(row: models.Model) -> Iterator[str]:
    unlogged: frozenset[str] = getattr(row, "UNLOGGED", frozenset())
    for field in row._meta.concrete_fields:
        if not field.primary_key and field.attname != "version" and field.name not in unlogged:
            yield field.attname


def _values(row: models.Model, columns: Iterable[str] | None = None) -> dict[str, Any]:
    """Columns as JSON values."""
    return {column: _plain(getattr(row, column)) for column in columns or _columns(row)}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date | datetime) else value


def _put_texts_aside(changes: list[Change]) -> None:
    """Replace every personal value in the changes by a pointer to a row of its own."""
    texts: list[PersonalText] = []
    places: list[tuple[dict[str, Any], str]] = []
    for change in changes:
        model = apps.get_model("league", change["model"])
        personal: frozenset[str] = getattr(model, "PERSONAL", frozenset())
        for values in (change["before"], change["after"]):
            for column in personal & (values or {}).keys():
                if values and values[column]:
                    owner = change["id"] if model is Person and change["after"] is not None else None
                    texts.append(PersonalText(person_id=owner, text=values[column]))
                    places.append((values, column))
    PersonalText.objects.bulk_create(texts)
    for text, (values, column) in zip(texts, places, strict=True):
        values[column] = {"text": text.pk}
