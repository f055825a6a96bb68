"""Who may do what. Rights follow from offices in force today; every URL names the right it needs."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any, cast

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from league.models import MemberPeriod, Office, ReadLink, User
from league.parts import send_to

READ_LINK = "read_link"  # session key: the id of the link this browser came by
PENDING = "pending_tap"  # session key: a refused tap that waits for the log-in


class Right(StrEnum):
    READ = "read"  # table, book, evenings, people
    READ_LOG = "read log"
    OWN_DATA = "own data"
    KEEP = "keep the book"
    PEOPLE = "people and old books"
    NAME_KEEPER = "name keepers, give log-ins and links"
    NAME_CHAIRMAN = "name chairman and administrators"


_LOGGED_IN = frozenset({Right.OWN_DATA})
_READER = frozenset({Right.READ})
_MEMBER = frozenset({Right.READ, Right.READ_LOG, Right.OWN_DATA})
_OFFICES = {
    Office.Kind.KEEPER: frozenset({Right.KEEP, Right.PEOPLE}),
    Office.Kind.CHAIRMAN: frozenset({Right.KEEP, Right.PEOPLE, Right.NAME_KEEPER}),
    Office.Kind.ADMINISTRATOR: frozenset({Right.PEOPLE, Right.NAME_KEEPER, Right.NAME_CHAIRMAN}),
}


def rights_of(request: HttpRequest) -> frozenset[Right]:
    """The rights behind a request; asked once each request."""
    known = getattr(request, "_rights", None)
    if known is None:
        known = request._rights = _rights(request)  # type: ignore[attr-defined]
    return cast("frozenset[Right]", known)


def _rights(request: HttpRequest) -> frozenset[Right]:
    user = request.user
    if not user.is_authenticated:
        link = request.session.get(READ_LINK)
        return _READER if link and ReadLink.objects.filter(pk=link, revoked_at=None).exists() else frozenset()
    if user.person_id is None:
        return _LOGGED_IN
    today = timezone.localdate()
    periods = MemberPeriod.objects.filter(person=user.person_id).values_list("first_day", "last_day")
    member = any(first_day <= today <= (last_day or today) for first_day, last_day in periods)
    if periods and not member:  # was a member, or is to become one
        return _LOGGED_IN
    rights = _MEMBER if member else _LOGGED_IN
    for kind in Office.objects.running(today).filter(person=user.person_id).values_list("kind", flat=True):
        rights |= _MEMBER | _OFFICES[Office.Kind(kind)]
    return rights


def requires[**P](right: Right) -> Callable[[Callable[P, HttpResponse]], Callable[P, HttpResponse]]:
    """Let a request through to the view only with this right; others log in or are told no."""

    def decorate(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            request = cast(HttpRequest, args[0])
            return view(*args, **kwargs) if right in rights_of(request) else _turn_away(request, right)

        return guarded

    return decorate


def check(request: HttpRequest, right: Right) -> None:
    """For a view whose right depends on what it is about. Raises PermissionDenied."""
    if right not in rights_of(request):
        raise PermissionDenied


def _turn_away(request: HttpRequest, right: Right) -> HttpResponse:
    lost = right is Right.READ  # then he has no right to any page but his own data
    if not request.user.is_authenticated:
        # Who came by a link that has been revoked is told so, once.
        return read_link_is_dead(request) if lost and READ_LINK in request.session else ask_to_log_in(request)
    if lost and request.method == "GET":
        return redirect("my_data")  # where the log-in of an ended member leads
    raise PermissionDenied


def read_link_is_dead(request: HttpRequest) -> HttpResponse:
    """Say that the link opens nothing any more, and forget it: the next page asks for a log-in."""
    request.session.pop(READ_LINK, None)
    return render(request, "league/read_link_dead.html", status=403)


def ask_to_log_in(request: HttpRequest, back: str = "") -> HttpResponse:
    """Send the browser to the log-in page, and from there back; never a page inside a part."""
    back = back or (request.get_full_path() if request.method == "GET" else "/")
    return send_to(request, redirect_to_login(back)["Location"])


def actor(request: HttpRequest) -> User:
    """The log-in that acts. Only for views that require a right a link cannot give."""
    user: Any = request.user
    return cast(User, user._wrapped if isinstance(user, SimpleLazyObject) else user)
