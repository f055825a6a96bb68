"""What the chronicle reads besides a season: what came before it and after it, and all years at once."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

from django.db.models import Exists, OuterRef

from league.books import evening_facts
from league.facts import EveningFacts, PlayedRound, State
from league.identity import Identities
from league.models import Evening, Round

_NOBODY: frozenset[int] = frozenset()


def last_played(before: date) -> EveningFacts | None:
    """The last evening before a day at which a round was played."""
    played = Evening.objects.filter(Exists(Round.objects.standing().filter(evening=OuterRef("pk"))))
    found = played.filter(date__lt=before).in_order().last()
    return evening_facts(found) if found else None


def next_played(after: date) -> date | None:
    """The day of the first evening after a day at which a round was played."""
    played = Evening.objects.filter(Exists(Round.objects.standing().filter(evening=OuterRef("pk"))))
    return played.filter(date__gt=after).order_by("date").values_list("date", flat=True).first()


def strek_in_all() -> int:
    """How many strek stand in the book; counted from an index alone."""
    return Round.objects.standing().filter(mattis__isnull=False).count()


def strek_since(day: date) -> int:
    """How many of them fell on that day or later."""
    return Round.objects.standing().filter(mattis__isnull=False, evening__date__gte=day).count()


def every_evening() -> list[EveningFacts]:
    """All evenings there are, in the order of play, with what needs no look at who sat at the table.

    Nobody is present, nobody is a player: `players` only says whether they are recorded.
    """
    who = Identities()
    rounds: defaultdict[int, list[PlayedRound]] = defaultdict(list)
    rows = Round.objects.standing().in_order()
    for pk, evening, table, place, mattis, recorded, logged_at in rows.values_list(
        "pk", "evening_id", "table", "place", "mattis_id", "players_recorded", "logged_at"
    ):
        players = _NOBODY if recorded else None
        rounds[evening].append(
            PlayedRound(pk, table, State.STANDING, who.of(mattis), players, logged_at, place is not None)
        )
    evenings = Evening.objects.in_order().values_list("pk", "date", "host_id", "opened_at")
    return [
        EveningFacts(pk, day, who.of(host), present=(), rounds=tuple(rounds[pk]), opened_at=opened_at)
        for pk, day, host, opened_at in evenings
        if pk in rounds
    ]
