"""Triggers that keep the log as it was written, on SQLite and on PostgreSQL.

The migration creates them. Tests that empty all tables drop them first and create them again.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "league_logentry"

_CREATE = {
    "sqlite": [
        *(
            f"CREATE TRIGGER log_no_{verb} BEFORE {verb.upper()} ON {TABLE} "
            f"BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END"
            for verb in ("update", "delete")
        ),
        # INSERT OR REPLACE deletes the row in its way without asking the trigger above.
        "CREATE TRIGGER log_no_replace BEFORE INSERT ON league_logentry "
        "WHEN EXISTS (SELECT 1 FROM league_logentry WHERE id = NEW.id OR token = NEW.token) "
        "BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END",
    ],
    "postgresql": [
        "CREATE FUNCTION log_is_never_changed() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the log is never changed'; END $$",
        f"CREATE TRIGGER log_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {TABLE} "
        "FOR EACH STATEMENT EXECUTE FUNCTION log_is_never_changed()",
    ],
}
_DROP = {
    "sqlite": [f"DROP TRIGGER IF EXISTS log_no_{verb}" for verb in ("update", "delete", "replace")],
    "postgresql": [
        f"DROP TRIGGER IF EXISTS log_no_change ON {TABLE}",
        "DROP FUNCTION IF EXISTS log_is_never_changed()",
    ],
}


def create(connection: BaseDatabaseWrapper) -> None:
    _run(connection, _CREATE)


def drop(connection: BaseDatabaseWrapper) -> None:
    _run(connection, _DROP)


def _run(connection: BaseDatabaseWrapper, statements: dict[str, list[str]]) -> None:
    with connection.cursor() as cursor:
        for statement in statements[connection.vendor]:
            cursor.execute(statement)
