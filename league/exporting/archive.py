"""The whole club in one file: every fact, the log and its texts. A backup is the same file with the secrets in it.

The file is a JSON array with an element a line: what it is, the rows, what they add up to, and last a digest of
everything before it. A row stands as `{"league.person": {"id": 1, "name": …}}`, times in UTC, pictures in base64.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, BinaryIO

from django.apps import apps
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.books import season_facts
from league.errors import Refused
from league.models import Change, LogEntry, Season
from league.standings import standings

FORMAT, VERSION = "mattisboken", 1

# What Django makes by itself, and what lives no longer than a browser's visit
NOT_CARRIED = frozenset({"account", "admin", "auth", "contenttypes", "sessions"})
_AT_ONCE = 500  # rows
_DAMAGED = _("Filen er skadet eller ikke en sikkerhetskopi.")

type Row = tuple[type[models.Model], dict[str, Any]]


class NotRestored(Refused):
    """The file was not restored, and the database is as it was."""


def carried() -> list[type[models.Model]]:
    """The tables that hold the club, of every package that is installed."""
    return [model for model in apps.get_models() if model._meta.app_label not in NOT_CARRIED]


# --- Writing


def write(file: BinaryIO, *, secrets: bool) -> Counter[str]:
    """Write the club as it stands at this moment; returns the number of rows by table.

    Without `secrets` the password hashes and the digests of links and codes are left out, in the log too.
    """
    counts: Counter[str] = Counter()
    digest = hashlib.sha256()

    def put(element: dict[str, Any], start: str = "", end: str = ",") -> None:
        line = f"{start}{json.dumps(element, ensure_ascii=False)}{end}\n".encode()
        digest.update(line)
        file.write(line)

    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":  # SQLite's transactions see one moment anyway
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        put(_heading(secrets), start="[")
        for model in carried():
            for row in model._base_manager.order_by("pk").iterator(chunk_size=_AT_ONCE):
                put({model._meta.label_lower: _values(row, secrets)})
                counts[model._meta.label_lower] += 1
        put({"rows": counts, "standings": standings_digest()})
    put({"sha256": digest.hexdigest()}, end="]")
    return counts


def _heading(secrets: bool) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": timezone.now().isoformat(),
        "secrets": secrets,
        "migrations": sorted(map(list, _migrations())),
    }


def _values(row: models.Model, secrets: bool) -> dict[str, Any]:
    left_out = frozenset() if secrets else _secret(type(row))
    values = {
        field.attname: _plain(getattr(row, field.attname))
        for field in row._meta.concrete_fields
        if field.name not in left_out
    }
    if isinstance(row, LogEntry) and not secrets:
        values["changes"] = [_without_secrets(change) for change in row.changes]
    return values


def _secret(model: type[models.Model]) -> frozenset[str]:
    found: frozenset[str] = getattr(model, "SECRET", frozenset())
    return found


def _without_secrets(change: Change) -> Change:
    secret = _secret_by_name().get(change["model"], frozenset())
    before, after = (
        bag and {name: value for name, value in bag.items() if name not in secret}
        for bag in (change["before"], change["after"])
    )
    return {**change, "before": before, "after": after}


def _secret_by_name() -> dict[str, frozenset[str]]:
    return {str(model._meta.model_name): _secret(model) for model in carried()}


def _plain(value: Any) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case bytes() | memoryview():
            return b64encode(value).decode()
    return value


def standings_digest() -> str:
    """A digest of the tables of all seasons, to tell whether two databases hold the same book."""
    tables = [(season.name, standings(season_facts(season)).rows) for season in Season.objects.order_by("first_day")]
    return hashlib.sha256(repr(tables).encode()).hexdigest()


# --- Restoring


def restore(path: Path) -> Counter[str]:
    """Put the club of a backup into an empty, migrated database; returns the number of rows by table.

    Raises NotRestored, before anything is touched, for a damaged file, one without secrets, one of a newer or
    older Mattisboken, and a database that is not empty; OSError if the file cannot be read.
    """
    _check(path)
    with transaction.atomic():
        _refuse_filled()
        counts: Counter[str] = Counter()
        highest: defaultdict[str, int] = defaultdict(int)
        for model, values in _rows(path):
            _row(model, values).save_base(raw=True, force_insert=True)  # as it is: no time is set anew
            counts[model._meta.label_lower] += 1
            _note_ids(highest, model, values)
        if counts != _totals(path)["rows"]:
            raise NotRestored(_DAMAGED)
        for model in carried():
            _use_no_id_again(model, highest[str(model._meta.model_name)])
    return counts


def standings_in(path: Path) -> str:
    """The digest of the tables as they were when the file was written."""
    return str(_totals(path)["standings"])


def _check(path: Path) -> None:
    heading = _checked(path)
    if heading.get("format") != FORMAT or heading["version"] > VERSION:
        raise NotRestored(_("Filen er laget av en nyere utgave av Mattisboken."))
    theirs, ours = {(app, name) for app, name in heading["migrations"]}, _migrations()
    if theirs - ours:
        raise NotRestored(_("Filen er laget av en nyere utgave av Mattisboken, eller databasen er ikke migrert."))
    if ours - theirs:
        raise NotRestored(
            _("Filen er laget av en eldre utgave av Mattisboken. Gjenopprett den i den utgaven, og migrer så.")
        )
    if not heading["secrets"]:
        raise NotRestored(_("Filen er en eksport uten passord og lenker. Bare en sikkerhetskopi kan gjenopprettes."))


def _checked(path: Path) -> dict[str, Any]:
    """The file's heading, once its digest has been found right. Raises NotRestored."""
    digest = hashlib.sha256()
    first = last = b""
    with path.open("rb") as file:
        for line in file:
            digest.update(last)
            first, last = first or line, line
    try:
        seal = json.loads(last.removesuffix(b"]\n"))
        heading = json.loads(first.removeprefix(b"[").removesuffix(b",\n"))
        whole = seal["sha256"] == digest.hexdigest()
    except (ValueError, LookupError, TypeError):
        whole = False
    if not whole:
        raise NotRestored(_DAMAGED)
    return dict(heading)


def _elements(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        for line in file:
            yield json.loads(line.strip(b"[],\n"))


def _rows(path: Path) -> Iterator[Row]:
    models_by_label = {model._meta.label_lower: model for model in carried()}
    for element in _elements(path):
        ((label, values), *more) = element.items()
        if not more and label in models_by_label:
            yield models_by_label[label], values


def _totals(path: Path) -> dict[str, Any]:
    return next(element for element in _elements(path) if "standings" in element)


def _row(model: type[models.Model], values: dict[str, Any]) -> models.Model:
    return model(**{field.attname: field.to_python(values[field.attname]) for field in model._meta.concrete_fields})


def _migrations() -> set[tuple[str, str]]:
    """The migrations behind the tables carried, as the database has them."""
    labels = {model._meta.app_label for model in carried()}
    return {key for key in MigrationRecorder(connection).applied_migrations() if key[0] in labels}


def _refuse_filled() -> None:
    for model in carried():
        if model._base_manager.exists():
            raise NotRestored(_("Databasen er ikke tom. Gjenopprett i en ny database."))


def _note_ids(highest: defaultdict[str, int], model: type[models.Model], values: dict[str, Any]) -> None:
    """Remember the id a row has, and those the log tells of rows deleted since."""
    told = [(change["model"], change["id"]) for change in values["changes"]] if model is LogEntry else []
    for name, pk in ((str(model._meta.model_name), values["id"]), *told):
        highest[name] = max(highest[name], pk)


def _use_no_id_again(model: type[models.Model], highest: int) -> None:
    """The next row gets an id that none has had: the log may still tell of it."""
    if not highest:
        return
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [f'"{table}"', highest])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, highest])
