"""What the book stores about the one who asks, the only page an ended member sees; and about anybody, on request."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from league import log
from league.identity import person_or_404
from league.models import Person
from league.own_data import OwnData
from league.permissions import Right, actor, requires, rights_of
from league.verbs import Verb


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
    log.note(Verb.EXPORT, actor=user, reason=_("egne opplysninger (json)"))
    return _file(user.person)


@require_GET
@requires(Right.NAME_KEEPER)
def person_data(request: HttpRequest, person_id: int) -> HttpResponse:
    """Everything about a person who has asked for it."""
    data = OwnData(person_or_404(person_id))
    login = data.logins[0] if data.logins else None
    return render(request, "league/my_data.html", {"login": login, "reads": True, "own": False, "data": data})


@require_POST
@never_cache
@requires(Right.NAME_KEEPER)
def person_data_download(request: HttpRequest, person_id: int) -> HttpResponse:
    """The same as a file, which is logged."""
    person = person_or_404(person_id)
    reason = _("opplysningene om %(name)s (json)") % {"name": person.name}
    log.note(Verb.EXPORT, actor=actor(request), reason=reason)
    return _file(person)


def _file(person: Person) -> HttpResponse:
    answer = JsonResponse(OwnData(person).as_json(), json_dumps_params={"ensure_ascii": False, "indent": 2})
    name = f"{slugify(person.name) or person.pk}-{timezone.localdate():%Y-%m-%d}.json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
