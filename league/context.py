"""What every page knows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import HttpRequest

from league.club import chairman, club_of, shows, the_chairman
from league.facts import Extra
from league.models import Club
from league.permissions import Right, rights_of


class Visitor:
    """What this visitor may do, and in which club; asked only by the pages that need it."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def club(self) -> Club | None:
        return club_of(self._request)

    @property
    def club_name(self) -> str:
        return self.club.name if self.club else "Mattisboken"

    @property
    def chairman(self) -> str:
        """*formann*, or what the club says instead."""
        return chairman(self.club)

    @property
    def the_chairman(self) -> str:
        return the_chairman(self.club)

    @property
    def shows(self) -> dict[str, bool]:
        """The amusements by their code name, and whether the club has them on: `visitor.shows.HAT`."""
        return {extra.name: shows(self.club, extra) for extra in Extra}

    @cached_property
    def may(self) -> dict[str, bool]:
        """Rights by their code name: `visitor.may.KEEP`."""
        rights = rights_of(self._request)
        return {right.name: right in rights for right in Right}


def visitor(request: HttpRequest) -> dict[str, Any]:
    return {"visitor": Visitor(request)}
