"""The book, the table and the whole club as files. A hand-out is logged, and so never a GET."""

from __future__ import annotations

from typing import cast

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from league.exporting.sheets import Form
from league.models import Season
from league.permissions import Right, actor, requires
from league.services.exports import Download, export_book, export_club, export_table


@require_POST
@requires(Right.EXPORT_BOOK)
def book_download(request: HttpRequest, season_id: int, form: str) -> HttpResponse:
    """The book of a season."""
    season = get_object_or_404(Season, pk=season_id)
    return sent(export_book(actor=actor(request), season=season, form=_form(form)))


@require_POST
@requires(Right.EXPORT_BOOK)
def books_download(request: HttpRequest, form: str) -> HttpResponse:
    """The book of all seasons."""
    return sent(export_book(actor=actor(request), season=None, form=_form(form)))


@require_POST
@requires(Right.EXPORT_BOOK)
def table_download(request: HttpRequest, season_id: int, form: str) -> HttpResponse:
    """The table of a season."""
    season = get_object_or_404(Season, pk=season_id)
    return sent(export_table(actor=actor(request), season=season, form=_form(form)))


@require_safe
@requires(Right.EXPORT_CLUB)
def exports(request: HttpRequest) -> HttpResponse:
    """What can be taken out, and what is in it."""
    return render(request, "league/exports.html")


@require_POST
@requires(Right.EXPORT_CLUB)
def club_download(request: HttpRequest) -> HttpResponse:
    """Everything the club has stored."""
    return sent(export_club(actor=actor(request)))


def _form(name: str) -> Form:
    try:
        return Form(name)
    except ValueError:
        raise Http404 from None


def sent(download: Download) -> HttpResponse:
    """The file as an answer that no browser keeps."""
    answer = FileResponse(download.file, as_attachment=True, filename=download.name, content_type=download.content_type)
    answer.headers["Cache-Control"] = "no-store"
    return cast(HttpResponse, answer)  # which Django does not call it, but may be used as one
