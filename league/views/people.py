"""Everybody in the book, and each one's pages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.models import Person, Season
from league.people_page import PeoplePage
from league.permissions import Right, requires
from league.person_page import LifePage, PersonPage, season_to_show
from league.year_page import SeasonTabs


@require_safe
@requires(Right.READ)
def people(request: HttpRequest) -> HttpResponse:
    """Members, those who were, and guests; `q` is a part of a name."""
    return render(request, "league/people.html", {"page": PeoplePage(request.GET.get("q", ""))})


@require_safe
@requires(Right.READ)
def person(request: HttpRequest, person_id: int, season_id: int | None = None) -> HttpResponse:
    """One person's season; where none is named, the one in progress, or the last he came in."""
    found = get_object_or_404(Person, pk=person_id)
    if found.merged_into_id:
        return _redirect_to_kept(request, found)
    season = get_object_or_404(Season, pk=season_id) if season_id else season_to_show(found)
    if season is None:
        raise Http404
    return render(request, "league/person.html", {"page": PersonPage(found, season), "tabs": SeasonTabs.beside(season)})


@require_safe
@requires(Right.READ)
def person_lifetime(request: HttpRequest, person_id: int) -> HttpResponse:
    """One person over all years."""
    found = get_object_or_404(Person, pk=person_id)
    if found.merged_into_id:
        return _redirect_to_kept(request, found)
    page = LifePage(found)
    return render(request, "league/person_lifetime.html", {"page": page, "tabs": SeasonTabs.beside(None)})


def _redirect_to_kept(request: HttpRequest, double: Person) -> HttpResponse:
    """An old address of a double leads to the same page of the person kept."""
    match = request.resolver_match
    if match is None:
        raise Http404
    return redirect(reverse(match.view_name, kwargs=match.kwargs | {"person_id": double.merged_into_id}))
