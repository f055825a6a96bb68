"""A club of an earlier release, brought up to this one: the same tables, and a log that nobody has touched.

`fixtures/releases/` has what each release left behind, with the tables as it reckoned them itself, under the
name of its last migration.
"""

import json
from pathlib import Path

import pytest
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from league import log
from league.books import season_facts
from league.models import LogEntry, PersonalText, Season
from league.replay import rebuild, stored
from league.standings import standings
from tests.factories import day, play

RELEASES = sorted(Path("fixtures/releases").glob("*.json"))


def migrate(*targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets or executor.loader.graph.leaf_nodes())


def fill(release, club):
    """Put the rows where they stood, by the models of that release."""
    models = MigrationExecutor(connection).loader.project_state([("league", release)]).apps
    found = [models.get_model("league", name) for name in club["tables"]]
    with transaction.atomic():
        for model in found:
            table = club["tables"][model._meta.model_name]
            by_column = {field.attname: field for field in model._meta.concrete_fields}
            fields = [by_column[column] for column in table["columns"]]
            model._base_manager.bulk_create(
                model(**{field.attname: field.to_python(value) for field, value in zip(fields, row, strict=True)})
                for row in table["rows"]
            )
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), found):
            cursor.execute(statement)


@pytest.fixture(params=RELEASES, ids=lambda path: path.stem)
def club(request, transactional_db):
    """What the release left behind, in a database that has been brought up to this one."""
    found = json.loads(request.param.read_text(encoding="utf-8"))
    try:
        migrate(("league", request.param.stem))
        fill(request.param.stem, found)
    finally:
        migrate()
    return found


def test_there_is_a_release_to_come_from():
    assert RELEASES


def test_f27_the_tables_are_the_same_and_the_log_is_untouched(club):
    for season in Season.objects.all():
        rows = [
            [row.person, row.place, row.strek, row.rounds, str(row.rate), str(row.fair), row.attended, row.held]
            for row in standings(season_facts(season)).rows
        ]
        assert rows == club["standings"][season.name]
    assert Season.objects.count() == len(club["standings"])
    for model in (LogEntry, PersonalText):
        table = club["tables"][model._meta.model_name]
        rows = [list(log.logged(row, table["columns"]).values()) for row in model.objects.order_by("pk")]
        assert rows == table["rows"]
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        LogEntry.objects.update(verb="rename")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        LogEntry.objects.all()[0].delete()
    facts, kept = rebuild(LogEntry.objects.order_by("pk")), stored()
    assert facts.keys() == kept.keys()
    for name, of_model in facts.items():
        assert of_model == {pk: {column: kept[name][pk][column] for column in row} for pk, row in of_model.items()}


def test_f27_the_book_goes_on(club):
    evening = play(day(11, 5), losers=["Berit Moe"], host="Arne Dahl", present=["Arne Dahl", "Berit Moe"])
    assert evening.rounds.get().mattis.name == "Berit Moe"
    assert LogEntry.objects.all()[0].evening_id == evening.pk
