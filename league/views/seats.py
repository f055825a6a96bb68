"""Who sits where at a table: the names are tapped in order, with the clock."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.errors import Refused
from league.fields import whole
from league.models import Evening
from league.permissions import Right, actor, requires
from league.services import attendance as at
from league.tool_page import ToolPage


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP, or_pen=True)
def seats(request: HttpRequest, evening_id: int, table: int) -> HttpResponse:
    """The names still to be tapped. The page carries those tapped so far; the last tap stores them all."""
    evening = get_object_or_404(Evening.objects.select_related("host"), pk=evening_id)
    if evening.ended_at(timezone.now()):
        return redirect("evening", evening_id)
    page = ToolPage(evening, table)
    sitting = {name.attendance.pk: name for name in page.at_table if name.attendance and not name.gone}
    order = [pk for pk in dict.fromkeys(map(whole, request.POST.getlist("seat"))) if pk in sitting]
    seen = {pk: _seen(request, pk, name.attendance.version) for pk, name in sitting.items() if name.attendance}
    if order and len(order) == len(sitting):
        try:
            at.seat(actor=actor(request), evening_id=evening_id, table=table, order=order, seen=seen)
        except Refused as refusal:
            messages.error(request, str(refusal))
        return redirect("evening_table", evening_id, table)
    context = {
        "page": page,
        "table": table,
        "seated": [sitting[pk] for pk in order],
        "standing": [name for pk, name in sitting.items() if pk not in order],
        "seen": seen.items(),
    }
    return render(request, "league/seats.html", context)


def _seen(request: HttpRequest, pk: int, version: int) -> int:
    """The version of the attendance that the first page showed."""
    return whole(request.POST.get(f"version-{pk}", "")) or version
