"""manage.py backup: the whole club in a file, secrets included."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.exporting import archive


class Command(BaseCommand):
    help = "Write the whole club to a new file, password hashes included: keep it where nobody else reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if file.exists():
            raise CommandError(f"{file} finnes alt.")
        unfinished = file.with_name(f"{file.name}.part")
        try:
            with open(unfinished, "wb", opener=_for_the_owner_alone) as new:
                counts = archive.write(new, secrets=True)
                new.flush()
                os.fsync(new.fileno())
            unfinished.rename(file)
        except OSError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{counts.total()} rader er lagret i {file}.")


def _for_the_owner_alone(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)
