"""Reading an old book in: upload, look over, confirm. What is uploaded and answered waits on the server."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.errors import Refused
from league.importing import pending
from league.importing.page import ImportPage, choices_from
from league.importing.people import People
from league.importing.reading import MOST_BYTES
from league.importing.service import import_book as store
from league.importing.service import preview
from league.importing.values import Choices
from league.permissions import Right, actor, requires


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def import_book(request: HttpRequest) -> HttpResponse:
    """Take a file or answers about it, and show what would be stored."""
    if request.method == "POST":
        if not _keep(request):
            messages.error(request, _("Velg en fil først."))
        return redirect("import_book")
    kept = pending.find(actor(request))
    if kept is None:
        return render(request, "league/import.html")
    return _look_over(request, kept)


@require_POST
@requires(Right.PEOPLE)
def import_save(request: HttpRequest) -> HttpResponse:
    """Store the book that has been looked over."""
    before = pending.find(actor(request))
    kept = _keep(request)
    if kept is None or before is None or before.data != kept.data or before.choices.guests != kept.choices.guests:
        messages.info(request, _("Se over en gang til."))  # something else than what was shown
        return redirect("import_book")
    try:
        stored = store(
            kept.data,
            actor=actor(request),
            source=kept.name,
            choices=kept.choices,
            seen=request.POST.get("seen", ""),
        )
    except Refused as refusal:
        return _look_over(request, kept, refusal)
    pending.forget(actor(request))
    if not stored.new:
        messages.info(request, _("Alt i filen står i boken fra før. Ingenting er endret."))
        return redirect("import_book")
    count = len(stored.new)
    messages.success(
        request, ngettext("%(count)d kveld er lest inn.", "%(count)d kvelder er lest inn.", count) % {"count": count}
    )
    return redirect("book_season", stored.new[-1].season.pk)


@require_POST
@requires(Right.PEOPLE)
def import_forget(request: HttpRequest) -> HttpResponse:
    """Put the file away."""
    pending.forget(actor(request))
    return redirect("import_book")


def _keep(request: HttpRequest) -> pending.Pending | None:
    """The book as it is now to be looked at, with the file and the answers just sent; None without any file."""
    kept = pending.find(actor(request))
    choices = choices_from(request.POST, kept.choices if kept else Choices())
    if file := request.FILES.get("book"):
        # A yes to the people of one file is none to those of another
        kept = pending.Pending(file.name or "", file.read(MOST_BYTES + 1), replace(choices, people=False))
    elif kept:
        kept = replace(kept, choices=choices)
    if kept:
        pending.keep(actor(request), kept)
    return kept


def _look_over(request: HttpRequest, kept: pending.Pending, refusal: Refused | None = None) -> HttpResponse:
    plan, effects = preview(kept.data, choices=kept.choices)
    page = ImportPage(kept, plan, effects, People().of)
    return render(request, "league/import.html", {"page": page, "refusal": refusal}, status=409 if refusal else 200)
