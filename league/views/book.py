"""The book, season by season and evening by evening."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.book_page import BookPage
from league.models import Season
from league.permissions import Right, requires
from league.year_page import SeasonTabs, current_season


@require_safe
@requires(Right.READ)
def book(request: HttpRequest, season_id: int | None = None) -> HttpResponse:
    """The book of a season, the one in progress where none is named."""
    season = get_object_or_404(Season, pk=season_id) if season_id else current_season()
    if season is None:
        raise Http404
    return render(request, "league/book.html", {"page": BookPage(season), "tabs": SeasonTabs.beside(season)})


@require_safe
@requires(Right.READ)
def books(request: HttpRequest) -> HttpResponse:
    """Every season's book, for those that have no tab."""
    context = {"seasons": Season.objects.newest_first(), "tabs": SeasonTabs.beside(None)}
    return render(request, "league/books.html", context)
