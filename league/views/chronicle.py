"""*Krøniken*: the hat, luck, records and pictures of a season, of a person and of all years."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.chronicle_page import (
    HatPage,
    LifetimeHat,
    LifetimeRecords,
    LuckPage,
    PersonChronicle,
    PicturesPage,
    RecordsPage,
)
from league.fields import whole
from league.models import Person, Season
from league.permissions import Right, reader, requires
from league.year_page import SeasonTabs, current_season


@require_safe
@requires(Right.READ)
def pictures(request: HttpRequest, season_id: int | None = None) -> HttpResponse:
    """One season, the one in progress where none is named; `hvem` is whose line of the race stands out."""
    season = get_object_or_404(Season, pk=season_id) if season_id else current_season()
    if season is None:
        raise Http404
    page = PicturesPage(season, whole(request.GET.get("hvem", "")) or reader(request))
    return _part(request, "chronicle_pictures", page, season, to="chronicle")


@require_safe
@requires(Right.READ)
def luck(request: HttpRequest, season_id: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=season_id)
    return _part(request, "chronicle_luck", LuckPage(season), season, to="chronicle_luck")


@require_safe
@requires(Right.READ)
def hat(request: HttpRequest, season_id: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=season_id)
    return _part(request, "chronicle_hat", HatPage(season), season, to="chronicle_hat")


@require_safe
@requires(Right.READ)
def records(request: HttpRequest, season_id: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=season_id)
    return _part(request, "chronicle_records", RecordsPage(season), season, to="chronicle_records")


@require_safe
@requires(Right.READ)
def lifetime_hat(request: HttpRequest) -> HttpResponse:
    return _part(request, "chronicle_lifetime_hat", LifetimeHat(), None, to="chronicle_hat")


@require_safe
@requires(Right.READ)
def lifetime_records(request: HttpRequest) -> HttpResponse:
    return _part(request, "chronicle_records", LifetimeRecords(), None, to="chronicle_records")


@require_safe
@requires(Right.READ)
def person(request: HttpRequest, person_id: int, season_id: int) -> HttpResponse:
    """One person's season."""
    found = get_object_or_404(Person.objects.select_related("merged_into"), pk=person_id).who
    season = get_object_or_404(Season, pk=season_id)
    page = PersonChronicle(found, season, you=found.pk == reader(request))
    return render(request, "league/person_chronicle.html", {"page": page, "tabs": SeasonTabs.beside(season)})


def _part(request: HttpRequest, template: str, page: object, season: Season | None, *, to: str) -> HttpResponse:
    """One part of the chronicle; `to`: the name of its address in each season."""
    all_years = "lifetime_records" if to == "chronicle_records" else "lifetime_hat"
    context = {"page": page, "tabs": SeasonTabs.beside(season), "to": to, "all_years": all_years}
    return render(request, f"league/{template}.html", context)
