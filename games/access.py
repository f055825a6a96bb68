"""Who may write about a round: whoever was at the evening, and whoever keeps the book or rules."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.permissions import Right, rights_of, was_there


def may_take_part(request: HttpRequest, evening_id: int) -> bool:
    """He was there, keeps the book, or is chairman or administrator."""
    rights = rights_of(request)
    if Right.READ_LOG not in rights:  # what is written is for members
        return False
    return bool(rights & {Right.KEEP, Right.RULE}) or was_there(request, evening_id)


def refuse_outsiders(request: HttpRequest, evening_id: int) -> None:
    """Raises PermissionDenied for who may not."""
    if not may_take_part(request, evening_id):
        raise PermissionDenied
