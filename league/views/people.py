"""Everybody in the book, and each one's page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.models import Person, Season
from league.permissions import Right, requires
from league.year_page import SeasonTabs, current_season


@require_safe
@requires(Right.READ)
def people(request: HttpRequest) -> HttpResponse:
    """Members, former members and guests."""
    return render(request, "league/people.html", {"people": Person.objects.all()})


@require_safe
@requires(Right.READ)
def person(request: HttpRequest, person_id: int, season_id: int | None = None) -> HttpResponse:
    """One person's season, the one in progress where none is named."""
    season = get_object_or_404(Season, pk=season_id) if season_id else current_season()
    if season is None:
        raise Http404
    shown = get_object_or_404(Person, pk=person_id)
    return render(request, "league/person.html", {"person": shown, "season": season, "tabs": SeasonTabs.beside(season)})


@require_safe
@requires(Right.READ)
def person_lifetime(request: HttpRequest, person_id: int) -> HttpResponse:
    """One person over all years."""
    return render(request, "league/person_lifetime.html", {"person": get_object_or_404(Person, pk=person_id)})
