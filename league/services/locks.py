"""What a write waits for, so that two writes at once become one after the other.

SQLite has one writer at a time anyway (transactions begin IMMEDIATE); PostgreSQL needs the row lock.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext as _

from league.errors import Refused
from league.models import Club, Evening


def lock_club() -> Club:
    """Before writes about people, seasons, offices and which evenings there are."""
    return Club.objects.select_for_update().get(pk=Club.ONLY)


def lock_evening(evening_id: int) -> Evening:
    """Before writes within one evening. Raises Evening.DoesNotExist."""
    return Evening.objects.select_for_update(of=("self",)).select_related("host").get(pk=evening_id)


def fresh[M: models.Model](row: M) -> M:
    """The row as it is now, once the lock is held; the one a page has read stays as it is. Raises Refused if gone."""
    found = type(row)._base_manager.filter(pk=row.pk).first()
    if found is None:
        raise Refused(_("Dette er slettet i mellomtiden."))
    return found
