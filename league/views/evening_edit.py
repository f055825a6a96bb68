"""An evening looked at again: its date and host, who came, opened once more, taken away."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.errors import Refused
from league.evening_forms import REOPENED, AttendanceForm, EveningForm, ReasonForm
from league.evening_page import EveningPage
from league.models import Attendance, Evening, Person
from league.permissions import Right, actor, requires
from league.services import attendance as at
from league.services import evenings
from league.views.editing import Days, edit, posted, seen_version
from league.views.evening import facts_of, hosts


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP, or_pen=True)
def evening_edit(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Another date, host, place or remark."""
    found = _evening(evening_id)
    initial = {"day": found.date, "host": found.host and found.host.who, "place": found.place, "remark": found.remark}
    form = posted(request, EveningForm, initial=initial, people=hosts())

    def write() -> None:
        evenings.change_evening(
            actor=actor(request), evening_id=evening_id, seen=seen_version(request), **facts_of(form)
        )

    def days() -> Days:
        both = sorted((found.date, form.cleaned_data["day"]))
        return both[0], both[1]

    return edit(request, form, write, heading=_("Dato, vert og merknad"), days=days, row=found, **about(found))


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP)
def evening_attendance(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Say afterwards who was there."""
    found = _evening(evening_id)
    page = EveningPage(found)
    besides = [p for p in _also(found) if p in page.others or not at.is_nameless(p)]
    people = [*page.regulars, *(p for p in besides if p not in page.regulars)]
    form = posted(request, AttendanceForm, initial={"present": [name.person.pk for name in page.came]}, people=people)

    def write() -> None:
        at.correct_attendance(
            actor=actor(request),
            evening_id=evening_id,
            seen=seen_version(request),
            present=set(form.cleaned_data["present"]),
            reason=form.reason,
        )

    return edit(
        request,
        form,
        write,
        heading=_("Hvem var der?"),
        lead=_("Den som kom, var til stede, om så bare en halvtime. Gjester teller ikke med i frammøtet."),
        days=lambda: (found.date, found.date),
        row=found,
        **about(found),
    )


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP)
def evening_reopen(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Open an ended evening again, with a reason."""
    found = _evening(evening_id)
    form = posted(request, ReasonForm, chips=REOPENED)

    def write() -> None:
        evenings.reopen_evening(
            actor=actor(request), evening_id=evening_id, seen=seen_version(request), reason=form.reason
        )

    return edit(
        request, form, write, heading=_("Åpne kvelden igjen"), button=_("Åpne igjen"), row=found, **about(found)
    )


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


def about(evening: Evening) -> dict[str, Any]:
    """What a form about one evening tells `edit`: where it belongs and where it leads."""
    return {
        "back": reverse("evening", args=[evening.pk]),
        "template": "league/evening_form.html",
        "evening": evening,
    }


def _also(evening: Evening) -> list[Person]:
    """Guests and others who have been at evenings before, for the picker: those of the last ones."""
    recent = Evening.objects.filter(date__lte=evening.date).order_by("-date")[:30]
    came = Attendance.objects.filter(evening__in=list(recent), present=True)
    return list(Person.objects.filter(pk__in=came.values_list(Coalesce("person__merged_into", "person"))))


def _evening(evening_id: int) -> Evening:
    return get_object_or_404(Evening.objects.select_related("host"), pk=evening_id)
