"""Evenings to come: calling in, answering, and opening the evening once it is there."""

from __future__ import annotations

from collections.abc import Collection
from datetime import time, timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league import reminders
from league.coming import WITH_ANSWERS, Coming, a_fortnight_after, all_coming, to_come
from league.errors import Refused
from league.evening_forms import InvitationForm
from league.fields import whole
from league.identity import person_or_404
from league.models import Evening, Invitation, Person
from league.permissions import Right, actor, requires, rights_of
from league.services import invitations
from league.services.evenings import suggested_date
from league.tonight import suggested_host
from league.views.editing import edit, posted, seen_version
from league.views.evening import hosts, keeper_taps, survives_log_in

USUAL_TIME = time(19)


@require_GET
@requires(Right.READ_LOG)
def invitation_list(request: HttpRequest) -> HttpResponse:
    """The evenings to come."""
    return render(request, "league/invitations.html", {"coming": all_coming(to_come(timezone.now()))})


@require_GET
@requires(Right.READ_LOG)
def invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """One evening to come: who has said he will, and whether that is enough."""
    return _page(request, invitation_id)


@require_POST
@survives_log_in
@requires(Right.READ_LOG)
def invitation_answer(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """He comes, or does not: his own answer, or one the keeper gives for him."""
    found = get_object_or_404(Invitation, pk=invitation_id)
    person = _who_answers(request)
    coming = {"ja": True, "nei": False}.get(request.POST.get("coming", ""))
    if coming is not None:
        try:
            invitations.answer_invitation(
                actor=actor(request), invitation=found, person=person, coming=coming, seen=seen_version(request)
            )
        except Refused as refusal:
            return _page(request, invitation_id, refusal=refusal)
    return redirect("front") if "front" in request.POST else redirect("invitation", invitation_id)


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP)
def invitation_add(request: HttpRequest) -> HttpResponse:
    """Call in to the next evening, a fortnight after the last one unless said otherwise."""
    form = posted(request, InvitationForm, initial=_suggested(), people=hosts())
    return edit(
        request,
        form,
        lambda: invitations.invite(actor=actor(request), **form.facts),
        heading=_("Kall inn til en kveld"),
        button=_("Kall inn"),
        back=lambda made: reverse("invitation", args=[made.pk]),
        cancel=reverse("invitations"),
        template="league/invitation_form.html",
    )


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP)
def invitation_change(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Another time, host, place, remark or deadline."""
    found = get_object_or_404(Invitation, pk=invitation_id)
    starts_at = timezone.localtime(found.starts_at)
    initial = {"day": starts_at.date(), "time": starts_at.time(), "host": found.host and found.host.who.pk}
    initial |= {name: getattr(found, name) for name in ("place", "remark", "answer_by")}
    form = posted(request, InvitationForm, initial=initial, people=hosts())

    def write() -> Invitation:
        return invitations.change_invitation(
            actor=actor(request), invitation=found, seen=seen_version(request), **form.facts
        )

    lead = _("Flytter du kvelden til en annen dag, må alle svare på nytt.")
    return edit(request, form, write, heading=_("Endre innkallingen"), lead=lead, **_about(found))


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP)
def invitation_cancel(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """There will be no such evening."""
    found = get_object_or_404(Invitation, pk=invitation_id)

    def write() -> Invitation:
        return invitations.cancel_invitation(actor=actor(request), invitation=found, seen=seen_version(request))

    return edit(
        request,
        posted(request, Form),
        write,
        heading=_("Avlys kvelden?"),
        lead=_("Innkallingen blir stående som avlyst, også i kalenderen til dem som abonnerer."),
        button=_("Avlys kvelden"),
        said=_("Kvelden er avlyst."),
        **_about(found),
    )


@require_POST
@requires(Right.KEEP)
def invitation_remind(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Write to those who have not answered, once."""
    found = get_object_or_404(Invitation, pk=invitation_id)
    try:
        written = len(invitations.remind(actor=actor(request), invitation=found))
    except Refused as refusal:
        return _page(request, invitation_id, refusal=refusal)
    said = ngettext("Purret på %(count)d medlem.", "Purret på %(count)d medlemmer.", written) % {"count": written}
    messages.success(request, said)
    return redirect("invitation", invitation_id)


@keeper_taps
def invitation_open(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """The evening begins; with `here`, those who said yes are here by this very tap."""
    found = get_object_or_404(Invitation, pk=invitation_id)
    try:
        evening = invitations.open_invited(
            actor=actor(request),
            invitation=found,
            with_answers="here" in request.POST,
            token=request.POST.get("token", "")[:64],
        )
    except Refused as refusal:
        return _page(request, invitation_id, refusal=refusal)
    return redirect("evening", evening.pk)


def _page(request: HttpRequest, invitation_id: int, refusal: Refused | None = None) -> HttpResponse:
    coming = Coming(get_object_or_404(WITH_ANSWERS, pk=invitation_id))
    context = {
        "coming": coming,
        "groups": dict(coming.groups),
        "may_open": coming.day == suggested_date(timezone.now()),
        "may_remind": reminders.can_send(),
        "refusal": refusal,
    }
    return render(request, "league/invitation.html", context, status=409 if refusal else 200)


def _who_answers(request: HttpRequest) -> Person:
    """Himself, or whom the keeper names. Raises PermissionDenied where anybody else names another."""
    me, named = actor(request).person, request.POST.get("person", "")
    if me and named in {"", str(me.who.pk)}:
        return me.who
    if Right.KEEP not in rights_of(request):
        raise PermissionDenied
    return person_or_404(whole(named) or 0)


def _suggested() -> dict[str, Any]:
    """A fortnight after the last evening there was or is to be, at the next one's place."""
    today = timezone.localdate()
    waiting = to_come(timezone.now())
    days = [timezone.localdate(one.starts_at) for one in waiting if one.cancelled_at is None]
    last = max([*days, Evening.objects.aggregate(last=Max("date"))["last"] or today - timedelta(days=14)])
    day = a_fortnight_after(last, today)
    host = suggested_host(day, besides=_hosts_of(waiting))
    return {"day": day, "time": USUAL_TIME, "host": host and host.pk, "answer_by": day - timedelta(days=2)}


def _hosts_of(waiting: Collection[Invitation]) -> set[int]:
    return {one.host.who.pk for one in waiting if one.host and one.cancelled_at is None}


def _about(found: Invitation) -> dict[str, Any]:
    return {
        "row": found,
        "back": reverse("invitation", args=[found.pk]),
        "template": "league/invitation_form.html",
    }
