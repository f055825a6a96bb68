"""manage.py import_book: store an old book."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league import words
from league.effects import Effects
from league.errors import Refused
from league.importing.cells import clean
from league.importing.plan import Plan
from league.importing.service import NotImported, import_book, preview
from league.importing.values import Choices
from league.models import Club


def mapping(text: str) -> tuple[str, str]:
    read, equals, meant = map(clean, text.partition("="))
    if not (read and equals and meant):
        raise ArgumentTypeError("write it as 'Bjorn Aasheim=Bjørn Åsheim'")
    return read, meant


class Command(BaseCommand):
    help = "Store an old book, all of it or nothing: .csv or .xlsx, an evening a row or a round a row."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--map",
            type=mapping,
            action="append",
            default=[],
            metavar="READ=MEANT",
            help="whom a name in the file means; a name that only looks like another's is mapped to itself",
        )
        parser.add_argument("--create-people", action="store_true", help="make the new names and member periods")
        parser.add_argument(
            "--guest", type=clean, action="append", default=[], metavar="NAME", help="he becomes no member"
        )
        parser.add_argument(
            "--unnamed-guests", action="store_true", help="strek that no column explains are a guest's without a name"
        )
        parser.add_argument("--dry-run", action="store_true", help="only say what would be stored")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if not Club.objects.exists():
            raise CommandError("Her er det ingen klubb ennå. Åpne boken først.")
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(str(error)) from None
        choices = Choices(
            names=dict(options["map"]),
            unnamed_guests=options["unnamed_guests"],
            people=options["create_people"],
            guests=frozenset(options["guest"]),
        )
        plan, effects = preview(data, choices=choices)
        self._tell(plan, effects)
        if options["dry_run"] and not plan.refused:
            self.stdout.write("Ingenting er lest inn: dette var en prøve.")
            return
        try:
            import_book(data, actor=None, source=file.name, choices=choices)
        except NotImported as refusal:
            hint = "" if plan.refused else " Legg til --create-people om de stemmer."
            raise CommandError(f"{refusal}{hint}") from None
        except Refused as refusal:
            raise CommandError(str(refusal)) from None

    def _tell(self, plan: Plan, effects: Effects) -> None:
        for fault in plan.faults:
            self.stderr.write(str(fault))
        for conflict in plan.conflicts:
            day = words.short(conflict.read.date)
            for it in conflict.differences:
                self.stderr.write(f"{day}: {it.what}: i boken {it.stored}, i filen {it.read}")
        if plan.refused:
            return
        rounds = sum(one.read.count for one in plan.new)
        self.stdout.write(f"{len(plan.new)} kvelder og {rounds} runder er nye, {len(plan.kept)} kvelder var der før.")
        if plan.names:
            self.stdout.write(f"Nye navn: {', '.join(plan.names)}")
        for one in plan.memberships:
            last = words.short(one.days.last) if one.days.last else ""
            self.stdout.write(f"Medlem: {one.name} {words.short(one.days.first)} – {last}".rstrip())
        for line in (*effects.evenings, *effects.places):
            self.stdout.write(line)
