"""What a write waits for, so that two writes at once become one after the other.

SQLite has one writer at a time anyway (transactions begin IMMEDIATE); PostgreSQL needs the row lock.
"""

from __future__ import annotations

from league.models import Club, Evening


def lock_club() -> Club:
    """Before writes about people, seasons, offices and which evenings there are."""
    return Club.objects.select_for_update().get(pk=Club.ONLY)


def lock_evening(evening_id: int) -> Evening:
    """Before writes within one evening. Raises Evening.DoesNotExist."""
    return Evening.objects.select_for_update(of=("self",)).select_related("host").get(pk=evening_id)
