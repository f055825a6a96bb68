"""*Krøniken*: the hat, luck, records and pictures of a season, of a person and of all years."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.chronicle_page import LifetimeChronicle, PersonChronicle, SeasonChronicle
from league.fields import whole
from league.models import Person, Season
from league.permissions import Right, reader, requires
from league.year_page import SeasonTabs, current_season


@require_safe
@requires(Right.READ)
def chronicle(request: HttpRequest, season_id: int | None = None) -> HttpResponse:
    """One season, the one in progress where none is named; `hvem` is whose line of the race stands out."""
    season = get_object_or_404(Season, pk=season_id) if season_id else current_season()
    if season is None:
        raise Http404
    page = SeasonChronicle(season, whole(request.GET.get("hvem", "")) or reader(request))
    return render(request, "league/chronicle.html", {"page": page, "tabs": SeasonTabs.beside(season)})


@require_safe
@requires(Right.READ)
def lifetime(request: HttpRequest) -> HttpResponse:
    """All years."""
    context = {"page": LifetimeChronicle(), "tabs": SeasonTabs.beside(None)}
    return render(request, "league/chronicle_lifetime.html", context)


@require_safe
@requires(Right.READ)
def person(request: HttpRequest, person_id: int, season_id: int) -> HttpResponse:
    """One person's season."""
    found = get_object_or_404(Person.objects.select_related("merged_into"), pk=person_id).who
    season = get_object_or_404(Season, pk=season_id)
    page = PersonChronicle(found, season, you=found.pk == reader(request))
    return render(request, "league/person_chronicle.html", {"page": page, "tabs": SeasonTabs.beside(season)})
