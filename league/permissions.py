"""Who may do what. Rights follow from offices in force today; every URL names the right it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import wraps
from typing import Any, cast

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from league.club import club_of
from league.facts import OpenToAll
from league.models import Attendance, MemberPeriod, Office, Pen, Person, ReadLink, User
from league.parts import send_to

READ_LINK = "read_link"  # session key: the id of the link this browser came by
PENDING = "pending_tap"  # session key: a refused tap that waits for the log-in


class Right(StrEnum):
    TABLE = "table"  # the year's table, that of all years, and how they are reckoned
    READ = "read"  # book, evenings, people
    READ_LOG = "read log"
    PHOTOS = "photos"
    OWN_DATA = "own data"
    EXPORT_BOOK = "the book and the table as files"
    KEEP = "keep the book"
    LEND_PEN = "hand over the pen"
    PEOPLE = "people and old books"
    SETTINGS = "settings and seasons"
    EXPORT_CLUB = "everything stored, as a file"
    RULE = "rule on disputes, give penalties"
    NAME_KEEPER = "name keepers, give log-ins and links"
    NAME_CHAIRMAN = "name chairman and administrators"


_LOGGED_IN = frozenset({Right.OWN_DATA})
_READER = frozenset({Right.TABLE, Right.READ})
_MEMBER = _READER | {Right.READ_LOG, Right.PHOTOS, Right.OWN_DATA, Right.EXPORT_BOOK}
_ANYBODY: dict[str, frozenset[Right]] = {
    OpenToAll.NOTHING: frozenset(),
    OpenToAll.TABLE: frozenset({Right.TABLE}),
    OpenToAll.BOOK: _READER,
}
_CHAIR = frozenset({Right.PEOPLE, Right.SETTINGS, Right.EXPORT_CLUB, Right.RULE, Right.NAME_KEEPER})
_OFFICES = {
    Office.Kind.KEEPER: frozenset({Right.KEEP, Right.LEND_PEN, Right.PEOPLE}),
    Office.Kind.CHAIRMAN: _CHAIR | {Right.KEEP, Right.LEND_PEN},
    Office.Kind.ADMINISTRATOR: _CHAIR | {Right.NAME_CHAIRMAN},
}

_OF_EVENING = {  # what an address may name of an evening, and where it stands seen from a pen
    "evening_id": "evening",
    "attendance_id": "evening__attendances",
    "round_id": "evening__rounds",
}


def rights_of(request: HttpRequest) -> frozenset[Right]:
    """The rights behind a request; asked once each request."""
    known = getattr(request, "_rights", None)
    if known is None:
        known = request._rights = _rights(request)  # type: ignore[attr-defined]
    return cast("frozenset[Right]", known)


def _rights(request: HttpRequest) -> frozenset[Right]:
    if not hasattr(request, "user"):  # turned away before anybody asked who it is, such as at a wrong host name
        return frozenset()
    user = request.user
    if not user.is_authenticated:
        link = request.session.get(READ_LINK)
        reads = link and ReadLink.objects.filter(pk=link, revoked_at=None).exists()
        return _READER if reads else _open_to_all(request)
    rights = rights_of_person(user.person_id)
    return rights if Right.READ in rights else rights | _open_to_all(request)


def rights_of_person(person: int | None) -> frozenset[Right]:
    """The rights of a log-in that belongs to this person, or to nobody."""
    if person is None:
        return _LOGGED_IN
    today = timezone.localdate()
    him = Person.objects.same_as(person)
    periods = MemberPeriod.objects.filter(person__in=him).values_list("first_day", "last_day")
    member = any(first_day <= today <= (last_day or today) for first_day, last_day in periods)
    if periods and not member:  # was a member, or is to become one
        return _LOGGED_IN
    rights = _MEMBER if member else _LOGGED_IN
    for kind in Office.objects.running(today).filter(person__in=him).values_list("kind", flat=True):
        rights |= _MEMBER | _OFFICES[Office.Kind(kind)]
    return rights


def _open_to_all(request: HttpRequest) -> frozenset[Right]:
    """What the club lets anybody see."""
    club = club_of(request)
    return _ANYBODY[club.open_to_all] if club else frozenset()


def requires[**P](
    right: Right, *, or_pen: bool = False
) -> Callable[[Callable[P, HttpResponse]], Callable[P, HttpResponse]]:
    """Let a request through to the view only with this right; others log in or are told no.

    `or_pen`: so does the pen of the evening that the address names, by its own id or that of something in it.
    """

    def decorate(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            request = cast(HttpRequest, args[0])
            let_in = right in rights_of(request) or (or_pen and has_pen(request, kwargs))
            return view(*args, **kwargs) if let_in else _turn_away(request, right)

        return guarded

    return decorate


def has_pen(request: HttpRequest, ids: Mapping[str, Any]) -> bool:
    """Whether the visitor holds the pen of the evening that an address's ids name, and it goes on."""
    if Right.READ_LOG not in rights_of(request):  # the pen is for members
        return False
    named = [Q(**{column: ids[name]}) for name, column in _OF_EVENING.items() if name in ids]
    him = Person.objects.same_as(actor(request).person_id or 0)
    pens = Pen.objects.filter(*named, person__in=him, ended_at=None).select_related("evening")
    return bool(named) and any(pen.evening.goes_on(timezone.now()) for pen in pens)


def was_there(request: HttpRequest, evening_id: int) -> bool:
    """Whether he came to that evening. Only for views that require a right a link cannot give."""
    him = Person.objects.same_as(actor(request).person_id or 0)
    return Attendance.objects.filter(evening=evening_id, person__in=him, present=True).exists()


def check(request: HttpRequest, right: Right) -> None:
    """For a view whose right depends on what it is about. Raises PermissionDenied."""
    if right not in rights_of(request):
        raise PermissionDenied


def _turn_away(request: HttpRequest, right: Right) -> HttpResponse:
    lost = right in {Right.TABLE, Right.READ}  # then he may have no right to any page but his own data
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


def reader(request: HttpRequest) -> int | None:
    """The person whose log-in is behind a request; None where it is nobody's."""
    person = request.user.person if request.user.is_authenticated else None
    return person.who.pk if person else None


def actor(request: HttpRequest) -> User:
    """The log-in that acts. Only for views that require a right a link cannot give."""
    user: Any = request.user
    return cast(User, user._wrapped if isinstance(user, SimpleLazyObject) else user)
