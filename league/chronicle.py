"""What the chronicle reads besides a season: what came before it and after it, and all years at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from django.db.models import Exists, OuterRef

from league.facts import EveningFacts, PlayedRound, State
from league.identity import Identities
from league.models import Evening, Round
from league.models.evenings import EveningQuerySet, RoundQuerySet

ENOUGH = 8  # evenings back: nobody wears the hat for so long
_NOBODY: frozenset[int] = frozenset()


def last_played(before: date) -> list[EveningFacts]:
    """The last few evenings before a day at which rounds were played, in the order of play; without seats."""
    evenings = list(_played().filter(date__lt=before).in_order().reverse()[:ENOUGH])[::-1]
    return _without_seats(evenings, Round.objects.filter(evening__in=evenings))


def next_played(after: date) -> date | None:
    """The day of the first evening after a day at which a round was played."""
    return _played().filter(date__gt=after).order_by("date").values_list("date", flat=True).first()


def strek_in_all() -> int:
    """How many strek stand in the book; counted from an index alone."""
    return Round.objects.standing().filter(mattis__isnull=False).count()


def strek_since(day: date) -> int:
    """How many of them fell on that day or later."""
    return Round.objects.standing().filter(mattis__isnull=False, evening__date__gte=day).count()


def every_evening() -> list[EveningFacts]:
    """All evenings there are, in the order of play; without seats."""
    return _without_seats(Evening.objects.in_order(), Round.objects.all())


def _played() -> EveningQuerySet:
    return Evening.objects.filter(Exists(Round.objects.standing().filter(evening=OuterRef("pk"))))


def _without_seats(evenings: Iterable[Evening], rounds: RoundQuerySet) -> list[EveningFacts]:
    """Evenings with their standing rounds, but nobody present: who sat at the table is most of what a book holds.

    Nobody is a player either: `players` only says whether they are recorded.
    """
    who = Identities()
    found: defaultdict[int, list[PlayedRound]] = defaultdict(list)
    for pk, evening_id, table, place, mattis, recorded, logged_at in (
        rounds.standing()
        .in_order()
        .values_list("pk", "evening_id", "table", "place", "mattis_id", "players_recorded", "logged_at")
    ):
        players = _NOBODY if recorded else None
        found[evening_id].append(
            PlayedRound(pk, table, State.STANDING, who.of(mattis), players, logged_at, place is not None)
        )
    return [
        EveningFacts(
            evening.pk,
            evening.date,
            who.of(evening.host_id),
            present=(),
            rounds=tuple(found[evening.pk]),
            opened_at=evening.opened_at,
        )
        for evening in evenings
        if evening.pk in found
    ]
