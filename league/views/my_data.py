"""What the book stores about the one who asks: the only page an ended member sees."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from league.facts import State
from league.models import Attendance, Evening, LogEntry, Person, Round, RoundPlayer, User
from league.permissions import Right, actor, requires, rights_of


@require_GET
@requires(Right.OWN_DATA)
def my_data(request: HttpRequest) -> HttpResponse:
    """Names, address, days and figures of the person who is logged in."""
    user = actor(request)
    context = {"login": user, "reads": Right.READ in rights_of(request), "today": timezone.localdate()}
    if person := user.person:
        context |= {
            "person": person,
            "periods": person.periods.all(),
            "leaves": person.leaves.all(),
            "offices": person.offices.all(),
            "figures": _figures(person, user),
        }
    return render(request, "league/my_data.html", context)


def _figures(person: Person, user: User) -> dict[str, int]:
    return {
        "evenings": Attendance.objects.filter(person=person, present=True).count(),
        "hosted": Evening.objects.filter(host=person).count(),
        "rounds": RoundPlayer.objects.filter(person=person, round__state=State.STANDING).count(),
        "strek": Round.objects.standing().filter(mattis=person).count(),
        "logged": LogEntry.objects.filter(user=user).count(),
    }
