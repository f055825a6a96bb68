"""What a write refuses. The message is for the person who tried, in his language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from league.models import LogEntry


class Refused(Exception):
    """A write was refused and nothing was changed. `str()` gives the reason in words."""

    def __init__(self, message: object) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class Stale(Refused):
    """The row has changed since the page was drawn; `entries` are the log entries that did it."""

    def __init__(self, entries: Sequence[LogEntry]) -> None:
        super().__init__(_("Noen andre har endret dette i mellomtiden. Ingenting er lagret."))
        self.entries = entries


class TokenUsed(Refused):
    """A tap's token comes back with other content; `entry` is what was stored the first time."""

    def __init__(self, entry: LogEntry) -> None:
        super().__init__(_("Dette trykket er alt lagret, med et annet innhold. Ingenting er endret."))
        self.entry = entry
