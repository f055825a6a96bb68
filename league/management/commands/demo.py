"""manage.py demo: a club to look at and try things on."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from league.demo import clock, club
from league.models import Club, User


class Command(BaseCommand):
    help = "Fill an empty database with the demo club; with --logins only tell how to log in to it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--open", action="store_true", help="leave an evening open today, with some rounds")
        parser.add_argument("--logins", action="store_true", help="only tell how to log in")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["logins"]:
            self._tell()
        elif User.objects.filter(email=club.address("bokforer")).exists():
            self.stdout.write("Demoklubben er her alt.")
        elif Club.objects.exists():
            raise CommandError("Her er det alt en klubb. Demoklubben trenger en tom database.")
        else:
            with clock.running() as running, transaction.atomic():
                club.fill(running, tonight=options["open"])
                for app in apps.get_app_configs():
                    if hasattr(app, "fill_demo"):
                        app.fill_demo()

    def _tell(self) -> None:
        self.stdout.write(f"  logg inn med passordet {club.PASSWORD} som")
        for login in club.LOGINS:
            self.stdout.write(f"    {club.address(login)}")
