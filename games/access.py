"""Who may write about a round: whoever was at the evening, and whoever keeps the book or rules."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.models import Attendance, Person
from league.permissions import Right, actor, rights_of


def may_take_part(request: HttpRequest, evening_id: int) -> bool:
    """He was there, keeps the book, or is chairman or administrator."""
    rights = rights_of(request)
    if Right.READ_LOG not in rights:  # what is written is for members
        return False
    if rights & {Right.KEEP, Right.RULE}:
        return True
    him = Person.objects.same_as(actor(request).person_id or 0)
    return Attendance.objects.filter(evening=evening_id, person__in=him, present=True).exists()


def refuse_outsiders(request: HttpRequest, evening_id: int) -> None:
    """Raises PermissionDenied for who may not."""
    if not may_take_part(request, evening_id):
        raise PermissionDenied
