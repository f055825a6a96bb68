"""The year's table, the table of all years, and how it is all reckoned."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.alphabet import full_names, in_order, short_names
from league.books import people_named
from league.chase_words import chased
from league.identity import Identities
from league.lifetime import lifetimes
from league.models import Season
from league.parts import htmx_of
from league.people_page import periods_of_all, spell
from league.permissions import Right, reader, requires
from league.tables import ClubTable, LifeLine, LifetimeTable, YearTable
from league.tonight import Tonight
from league.year_page import HowPage, SeasonTabs, YearPage, current_season


@require_safe
@requires(Right.TABLE)
def front(request: HttpRequest) -> HttpResponse:
    """The table of the season in progress, and for the keeper the way to tonight's evening."""
    current = _current()
    return _year(request, current, current)


@require_safe
@requires(Right.TABLE)
def table(request: HttpRequest, season_id: int) -> HttpResponse:
    """The table of any season."""
    return _year(request, get_object_or_404(Season, pk=season_id), _current())


@require_safe
@requires(Right.TABLE)
def lifetime(request: HttpRequest) -> HttpResponse:
    """The table of all years. Guests who never were members have no line in it."""
    who, today = Identities(), timezone.localdate()
    lives, periods = lifetimes(who), periods_of_all(who)
    people = in_order(people_named(periods).values())
    lines = [
        LifeLine(pk, name, lives[pk], at, spell(periods[pk], today))
        for at, (pk, name) in enumerate(full_names(people).items())
    ]
    life_table = LifetimeTable(lines, request)
    if _asks_for_part(request):
        return _part(request, life_table)
    tabs = SeasonTabs.beside(None)
    every_season = _addresses() if tabs.more else None
    return render(request, "league/lifetime.html", {"table": life_table, "tabs": tabs, "every_season": every_season})


@require_safe
@requires(Right.TABLE)
def how(request: HttpRequest, season_id: int | None = None) -> HttpResponse:
    """How a season is reckoned, the one in progress where none is named."""
    season = get_object_or_404(Season, pk=season_id) if season_id else _current()
    return render(request, "league/how.html", {"page": HowPage(season), "tabs": SeasonTabs.beside(season)})


def _addresses() -> list[tuple[str, str]]:
    """Address and name of every season, newest first. Worked out once: a hundred times costs as much as the sums."""
    stem = reverse("table", args=[0]).removesuffix("0/")
    return [(f"{stem}{pk}/", name) for pk, name in Season.objects.newest_first().values_list("pk", "name")]


def _year(request: HttpRequest, season: Season, current: Season) -> HttpResponse:
    page = YearPage(season)
    year_table = YearTable(page, request)
    if _asks_for_part(request):
        return _part(request, year_table)
    context = {
        "page": page,
        "table": year_table,
        "chase": _chase_of_reader(request, page) if season == current else [],
        "tabs": SeasonTabs.beside(season),
        "current": season == current,
        "tonight": Tonight(page.facts) if season == current else None,
    }
    return render(request, "league/table.html", context)


def _chase_of_reader(request: HttpRequest, page: YearPage) -> list[str]:
    """How far he who looks has to the one above, and the one below to him."""
    him = reader(request)
    return chased(page, him, short_names(page.people.values()).__getitem__, you=True) if him else []


def _current() -> Season:
    season = current_season()
    if season is None:
        raise Http404
    return season


def _asks_for_part(request: HttpRequest) -> bool:
    """Sorting swaps the table alone; going back asks for the whole page again."""
    htmx = htmx_of(request)
    return bool(htmx) and not htmx.history_restore_request


def _part(request: HttpRequest, club_table: ClubTable) -> HttpResponse:
    return render(request, club_table.template_name, {"table": club_table})
