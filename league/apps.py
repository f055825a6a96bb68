"""The league as Django knows it."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = "Mattisboken"

    def ready(self) -> None:
        from league import checks  # noqa: F401  # importing registers them, which needs the apps loaded
