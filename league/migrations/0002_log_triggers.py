"""The log is never changed: triggers say so on both databases."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from league import triggers


def create(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    triggers.create(editor.connection)


def drop(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    triggers.drop(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("league", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
