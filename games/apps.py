from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("kortene")
    default_auto_field = "django.db.models.BigAutoField"

    def fill_demo(self) -> None:
        """What `manage.py demo` asks of every app that has something to show."""
        from games import demo  # needs the models

        demo.fill()
