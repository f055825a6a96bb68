"""One form, one write: how every page that changes people, offices and the club answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, cast

from django.contrib import messages
from django.db import models
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.effects import Effects, unless_it_flips
from league.errors import Refused, Stale
from league.fields import whole

type Days = tuple[date, date | None]


def seen_version(request: HttpRequest) -> int:
    """The version of the row the page showed; 0, which no row has, if the form did not say."""
    return whole(request.POST.get("version", "")) or 0


def posted[F: Form](request: HttpRequest, form: type[F], **options: Any) -> F:
    """The form as it came, or empty when it has not been sent."""
    return form(request.POST if request.method == "POST" else None, **options)


def edit[R](
    request: HttpRequest,
    form: Form,
    write: Callable[[], R],
    *,
    heading: str,
    back: str | Callable[[R], str],
    row: models.Model | None = None,
    days: Callable[[], Days | None] | None = None,
    said: str = "",
    template: str = "league/edit.html",
    **context: Any,
) -> HttpResponse:
    """Show the form; when it comes back, write and go to `back`.

    `row` is the stored row it is about, whose version the page carries. `days` gives the stretch of the book the
    write can touch, None if it touches nothing: what it would flip there is listed and has to be accepted first.
    """
    refusal: Refused | None = None
    effects = Effects()
    if request.method == "POST" and form.is_valid():
        try:
            saved, effects = _written(request, write, days and days())
        except Refused as refused:
            refusal = refused
        else:
            if not effects:
                messages.success(request, said or _("Lagret."))
                return redirect(back if isinstance(back, str) else back(cast(R, saved)))
    context |= {"form": form, "heading": heading, "effects": effects, "refusal": refusal}
    if row:
        context["version"] = _version(request, row, refusal)
    if isinstance(back, str):
        context.setdefault("cancel", back)
    return render(request, template, context, status=409 if refusal else 200)


def _written[R](request: HttpRequest, write: Callable[[], R], days: Days | None) -> tuple[R | None, Effects]:
    if days is None:
        return write(), Effects()
    accepted = request.POST.get("accepted", "")
    return unless_it_flips(write, first_day=days[0], last_day=days[1], accepted=accepted)


def _version(request: HttpRequest, row: models.Model, refusal: Refused | None) -> int | None:
    """The version the page speaks of: the one first shown, however often the form comes back.

    After a stale save it is the one there is now, so that who has read what changed can save all the same.
    """
    if request.method == "POST" and not isinstance(refusal, Stale):
        return seen_version(request)
    return type(row)._base_manager.filter(pk=row.pk).values_list("version", flat=True).first()
