"""The club as the pages speak of it: its row, and what it calls its chairman."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy, pgettext

from league.facts import ChairmanWord, Deal, Extra
from league.models import Club, Office

EXTRA_NAMES = {
    Extra.HAT: gettext_lazy("Mattishatten"),
    Extra.REPEAT: gettext_lazy("Med alle fordeler"),
    Extra.CHASE: gettext_lazy("Jakten"),
    Extra.TORMENTOR: gettext_lazy("Plageånd"),
    Extra.CURSE: gettext_lazy("Vertens forbannelse"),
    Extra.RECORDS: gettext_lazy("Rekordene"),
    Extra.CHAT: gettext_lazy("Teksten til gruppechatten"),
    Extra.PHOTO: gettext_lazy("Bildet fra kvelden"),
    Extra.PICTURES: gettext_lazy("Tegningene"),
}


def club_of(request: HttpRequest) -> Club | None:
    """The club behind a request, read once each request; None before it is founded."""
    if not hasattr(request, "_club"):
        request._club = Club.objects.first()  # type: ignore[attr-defined]
    return cast("Club | None", request._club)  # type: ignore[attr-defined]


def deal_of_club() -> Deal:
    """How the deal goes on."""
    return Deal(Club.objects.values_list("next_deal", flat=True).get())


def chairman(club: Club | None = None) -> str:
    """*formann*, or *leder* where the club says so."""
    return gettext("leder") if _says_leder(club) else gettext("formann")


def the_chairman(club: Club | None = None) -> str:
    """*formannen* or *lederen*."""
    return pgettext("bestemt form", "lederen") if _says_leder(club) else pgettext("bestemt form", "formannen")


def office_name(kind: str) -> str:
    """What an office is called, inside a sentence."""
    return chairman() if kind == Office.Kind.CHAIRMAN else str(Office.Kind(kind).label)


def shows(club: Club | None, extra: Extra) -> bool:
    """Whether an amusement is on; all are until the club switches them off."""
    return club is None or extra not in club.switched_off


def _says_leder(club: Club | None) -> bool:
    club = club or Club.objects.first()
    return club is not None and club.chairman_word == ChairmanWord.LEDER
