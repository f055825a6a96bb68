"""What the book stores about the one who asks, the only page an ended member sees; and about anybody, on request."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from league.identity import person_or_404
from league.own_data import OwnData
from league.permissions import Right, actor, requires, rights_of
from league.services.exports import export_person
from league.views.exporting import sent


@require_GET
@requires(Right.OWN_DATA)
def my_data(request: HttpRequest) -> HttpResponse:
    """Everything about the person who is logged in."""
    user = actor(request)
    context = {
        "login": user,
        "reads": Right.READ in rights_of(request),
        "own": True,
        "data": OwnData(user.person) if user.person else None,
    }
    return render(request, "league/my_data.html", context)


@require_POST
@never_cache
@requires(Right.OWN_DATA)
def my_data_download(request: HttpRequest) -> HttpResponse:
    """The same as a file, which is logged."""
    user = actor(request)
    if user.person is None:
        return JsonResponse({_("e-post"): user.email})
    return sent(export_person(actor=user, person=user.person))


@require_GET
@requires(Right.NAME_KEEPER)
def person_data(request: HttpRequest, person_id: int) -> HttpResponse:
    """Everything about a person who has asked for it."""
    data = OwnData(person_or_404(person_id))
    login = data.logins[0] if data.logins else None
    return render(request, "league/my_data.html", {"login": login, "reads": True, "own": False, "data": data})


@require_POST
@requires(Right.NAME_KEEPER)
def person_data_download(request: HttpRequest, person_id: int) -> HttpResponse:
    """The same as a file, which is logged."""
    return sent(export_person(actor=actor(request), person=person_or_404(person_id)))
