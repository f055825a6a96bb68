"""What every page knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from league.models import Club
from league.permissions import Right, rights_of


class Visitor:
    """What this visitor may do, and in which club; asked only by the pages that need it."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def club_name(self) -> str:
        return Club.objects.values_list("name", flat=True).first() or "Mattisboken"

    @property
    def may(self) -> dict[str, bool]:
        """Rights by their code name: `visitor.may.KEEP`."""
        rights = rights_of(self._request)
        return {right.name: right in rights for right in Right}


def visitor(request: HttpRequest) -> dict[str, Any]:
    return {"visitor": Visitor(request)}
