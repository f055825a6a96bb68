"""manage.py century: a hundred years of data, to measure the pages on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from league.demo import century, clock
from league.models import Club
from league.services.evenings import suggested_date


class Command(BaseCommand):
    help = "Fill an empty database with a hundred years of evenings, to measure the pages on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--years", type=int, default=100, help="how many seasons of 26 evenings")

    def handle(self, *args: Any, years: int, **options: Any) -> None:
        if Club.objects.exists():
            raise CommandError("There is a club in this database already.")
        today = suggested_date(timezone.now())
        with clock.running() as running:
            century.fill(running, seasons=years, today=today)
        self.stdout.write(f"Log in as {century.CHAIRMAN} with the password {century.PASSWORD}")
