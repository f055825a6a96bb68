"""Handing over the pen for tonight, and taking it."""

from __future__ import annotations

import segno
from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league.errors import Refused
from league.evening_forms import CodeForm
from league.models import Evening, Pen
from league.permissions import Right, actor, requires
from league.services import pens
from league.views.editing import posted


@require_http_methods(["GET", "POST"])
@never_cache
@requires(Right.LEND_PEN)
def pen_give(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Who has the pen beside the keeper; a POST makes a code for one more and shows it now and never again."""
    evening = get_object_or_404(Evening.objects.select_related("host"), pk=evening_id)
    context: dict[str, object] = {"evening": evening}
    if request.method == "POST":
        try:
            _pen, code = pens.give_pen(actor=actor(request), evening_id=evening.pk)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect("evening", evening_id)
        context |= {
            "code": code,
            "qr": _qr(request.build_absolute_uri(reverse("pen_code", args=[code]))),
            "address": request.build_absolute_uri(reverse("pen_take")),
        }
    context["pens"] = evening.pens.filter(ended_at=None).exclude(person=None).select_related("person__merged_into")
    return render(request, "league/pen_give.html", context)


@require_POST
@requires(Right.LEND_PEN)
def pen_end(request: HttpRequest, pen_id: int) -> HttpResponse:
    """That pen writes no more."""
    pen = pens.end_pen(actor=actor(request), pen=get_object_or_404(Pen, pk=pen_id))
    messages.success(request, _("Pennen er tatt tilbake."))
    return redirect("evening", pen.evening_id)


@require_http_methods(["GET", "POST"])
@never_cache
@requires(Right.READ_LOG)
def pen_take(request: HttpRequest) -> HttpResponse:
    """Enter a code and keep the book of tonight."""
    form = posted(request, CodeForm)
    person = actor(request).person
    if person and form.is_valid():
        if not ratelimit.consume(request, action="take_pen"):
            return render(request, "429.html", status=429)
        try:
            pen = pens.take_pen(actor=actor(request), person=person.who, code=form.cleaned_data["code"])
        except Refused as refusal:
            form.add_error("code", str(refusal))
        else:
            messages.success(request, _("Du har pennen i kveld."))
            return redirect("evening", pen.evening_id)
    return render(request, "league/pen_take.html", {"form": form}, status=409 if form.errors else 200)


@require_GET
@never_cache
@requires(Right.READ_LOG)
def pen_code(request: HttpRequest, code: str) -> HttpResponse:
    """The same with the code filled in, where the QR leads. Nothing is looked up before he confirms."""
    form = CodeForm(initial={"code": pens.written(code)})
    return render(request, "league/pen_take.html", {"form": form})


def _qr(address: str) -> SafeString:
    """Black on white also by lamplight, or no phone reads it; sized by the stylesheet."""
    code = segno.make_qr(address, error="m")
    drawn = code.svg_inline(dark="#000", light="#fff", border=3, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308  # drawn from an address of ours
