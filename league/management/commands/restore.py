"""manage.py restore: a backup back into an empty database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.exporting import archive


class Command(BaseCommand):
    help = "Put the club of a backup into an empty database that has been migrated. Touches nothing if it cannot."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            counts = archive.restore(file)
        except (archive.NotRestored, OSError) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{counts.total()} rader er gjenopprettet.")
        if archive.standings_digest() == archive.standings_in(file):
            self.stdout.write("Tabellene er de samme som da kopien ble tatt.")
        else:
            self.stderr.write("Tabellene regnes annerledes enn da kopien ble tatt: se over dem.")
