"""An evening looked at again: its date and host, who came, opened once more, taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.effects import Effects, unless_it_flips
from league.errors import Refused, Stale
from league.evening_forms import REOPENED, AttendanceForm, EveningForm, ReasonForm
from league.evening_page import EveningPage
from league.models import Evening, Person
from league.permissions import Right, actor, requires
from league.services import attendance as at
from league.services import evenings
from league.views.evening import hosts, seen_version


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP)
def evening_edit(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Another date, host, place or remark."""
    found = _evening(evening_id)
    initial = {"day": found.date, "host": found.host_id, "place": found.place, "remark": found.remark}
    form = EveningForm(request.POST or None, initial=initial, people=hosts())

    def write() -> None:
        facts = {name: form.cleaned_data[name] for name in ("day", "host", "place", "remark")}
        evenings.change_evening(
            actor=actor(request), evening_id=evening_id, seen=seen_version(request), reason="", **facts
        )

    days = [found.date, form.cleaned_data["day"]] if form.is_valid() else [found.date]
    return _confirmed(request, found, form, write, days, "league/evening_edit.html")


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP)
def evening_attendance(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Say afterwards who was there."""
    found = _evening(evening_id)
    page = EveningPage(found)
    people = [*page.regulars, *(p for p in _also(found) if p not in page.regulars)]
    form = AttendanceForm(
        request.POST or None, initial={"present": [name.person.pk for name in page.came]}, people=people
    )

    def write() -> None:
        at.correct_attendance(
            actor=actor(request),
            evening_id=evening_id,
            seen=seen_version(request),
            present=set(form.cleaned_data["present"]),
            reason=form.reason,
        )

    return _confirmed(request, found, form, write, [found.date], "league/evening_attendance.html")


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP)
def evening_reopen(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Open an ended evening again, with a reason."""
    found = _evening(evening_id)
    form = ReasonForm(request.POST or None, chips=REOPENED)
    if request.method == "POST" and form.is_valid():
        try:
            evenings.reopen_evening(
                actor=actor(request), evening_id=evening_id, seen=seen_version(request), reason=form.reason
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("evening", evening_id)
    status = 409 if form.is_bound else 200
    return render(request, "league/evening_reopen.html", {"form": form, "page": EveningPage(found)}, status=status)


@require_POST
@requires(Right.KEEP)
def evening_discard(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Take away an evening opened by mistake."""
    found = _evening(evening_id)
    try:
        evenings.discard_evening(actor=actor(request), evening_id=found.pk, seen=seen_version(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("evening", evening_id)
    messages.success(request, _("Kvelden er slettet."))
    return redirect("front")


@require_POST
@requires(Right.KEEP)
def evening_decide(request: HttpRequest, evening_id: int) -> HttpResponse:
    """The keeper's word on whether an evening of unrecorded attendance counts."""
    found = _evening(evening_id)
    counts = {"ja": True, "nei": False}.get(request.POST.get("counts", ""))
    try:
        evenings.decide_counting(actor=actor(request), evening_id=found.pk, seen=seen_version(request), counts=counts)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("evening", evening_id)


def _confirmed(
    request: HttpRequest, found: Evening, form: Form, write: Callable[[], None], days: list[Any], template: str
) -> HttpResponse:
    """Save at once what moves nothing else; list what it would move, and save when that is confirmed."""
    refusal: Refused | None = None
    effects = Effects()
    if request.method == "POST" and form.is_valid():
        accepted = request.POST.get("accepted", "")
        try:
            _saved, effects = unless_it_flips(write, first_day=min(days), last_day=max(days), accepted=accepted)
        except Refused as refused:
            refusal = refused
        else:
            if not effects:
                messages.success(request, _("Lagret."))
                return redirect("evening", found.pk)
    context = {
        "form": form,
        "page": EveningPage(_evening(found.pk)),
        "effects": effects,
        "refusal": refusal,
        # After a stale save the version there is now: who has read what changed can save all the same
        "version": seen_version(request) if request.method == "POST" and not isinstance(refusal, Stale) else None,
    }
    return render(request, template, context, status=409 if form.errors or refusal else 200)


def _also(evening: Evening) -> list[Person]:
    """Guests and others who have been at evenings before, for the picker: those of the last ones."""
    recent = Evening.objects.filter(date__lte=evening.date).order_by("-date")[:30]
    return list(Person.objects.filter(attendances__evening__in=list(recent), attendances__present=True).distinct())


def _evening(evening_id: int) -> Evening:
    return get_object_or_404(Evening.objects.select_related("host"), pk=evening_id)
