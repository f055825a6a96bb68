"""Subscribing to the evenings to come in one's own calendar."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from league.calendar import feed
from league.models import Club, Invitation, ReadLink
from league.permissions import Right, actor, requires, rights_of_person
from league.services import offices
from league.year_page import current_season


@require_GET
@requires(Right.READ_LOG)
def calendar(request: HttpRequest) -> HttpResponse:
    """What it is, and the addresses he has made."""
    return _page(request)


@require_POST
@never_cache
@requires(Right.READ_LOG)
def calendar_add(request: HttpRequest) -> HttpResponse:
    """An address for his calendar, shown now and never again."""
    user = actor(request)
    if user.person is None:
        raise Http404
    _link, secret = offices.add_calendar(actor=user, person=user.person)
    return _page(request, address=request.build_absolute_uri(reverse("calendar_feed", args=[secret])))


@require_POST
@requires(Right.READ_LOG)
def calendar_revoke(request: HttpRequest, link_id: int) -> HttpResponse:
    """That address gives nothing any more."""
    mine = ReadLink.objects.filter(kind=ReadLink.Kind.CALENDAR, person=actor(request).person)
    offices.revoke_link(actor=actor(request), link=get_object_or_404(mine, pk=link_id))
    return redirect("calendar")


@require_safe
@never_cache
def calendar_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """The evenings to come and those of the season, for who may read the book himself."""
    links = ReadLink.objects.filter(kind=ReadLink.Kind.CALENDAR, revoked_at=None, person__user__is_active=True)
    link = get_object_or_404(links, digest=offices.digest(secret))
    if Right.READ not in rights_of_person(link.person_id):
        raise Http404
    invitations = Invitation.objects.select_related("host__merged_into")
    if season := current_season():
        invitations = invitations.filter(starts_at__date__gte=season.first_day)
    with translation.override("nb"):
        calendar = feed(
            Club.objects.get().name,
            invitations,
            lambda one: request.build_absolute_uri(reverse("invitation", args=[one.pk])),
        )
    return HttpResponse(calendar, content_type="text/calendar; charset=utf-8")


def _page(request: HttpRequest, address: str = "") -> HttpResponse:
    links = ReadLink.objects.filter(kind=ReadLink.Kind.CALENDAR, person=actor(request).person)
    return render(request, "league/calendar.html", {"links": links.filter(revoked_at=None), "address": address})
