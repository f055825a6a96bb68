"""What the chronicle reads besides a season: what came before it and after it, and all years at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.db.models import Case, Count, Exists, Func, IntegerField, Max, OuterRef, Q, Subquery, When

from league.amusements import hat
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
    evenings = Evening.objects.filter(date__gte=day)
    return Round.objects.standing().filter(mattis__isnull=False, evening__in=evenings).count()


def hats_taken_home() -> list[tuple[int | None, int, date]]:
    """Of every evening with rounds, in the order of play, who took the hat home, its id and its day.

    Each evening's last round is found in an index. Only where there were several tables does the clock say which
    was the last: those evenings are read.
    """
    who = Identities()
    odd = Round.objects.standing().filter(Q(table__gt=1) | Q(place=None) | Q(mattis=None)).order_by()
    tables = dict(odd.values_list("evening").annotate(Max("table")))
    several = [evening for evening, table in tables.items() if table > 1]
    read = {evening.id: hat.taken_home(evening) for evening in evenings_of(several)}
    placed = Round.objects.standing().filter(evening=OuterRef("pk"), place__isnull=False)
    last = Subquery(placed.order_by("-table", "-place", "-pk").values("mattis")[:1])
    evenings = Evening.objects.in_order().values_list("pk", "date", last)
    return [
        (read[pk] if pk in read else who.of(mattis), pk, day) for pk, day, mattis in evenings if mattis or pk in tables
    ]


def round_numbered(*, every: int, latest: int) -> dict[int, int]:
    """The latest evenings with a strek whose number in the book is round, each with the strek in the book before it.

    Counted backwards from all there are, so that what was long ago is not read.
    """
    his = Round.objects.standing().filter(evening=OuterRef("pk"), mattis__isnull=False).order_by()
    number = Subquery(his.values(number=Func(template="COUNT(*)", output_field=IntegerField())))
    found: dict[int, int] = {}
    after = strek_in_all()
    for evening, strek in Evening.objects.in_order().reverse().values_list("pk", number).iterator(chunk_size=100):
        before = after - strek
        if after // every > before // every:
            found[evening] = before
        if len(found) == latest or not before:
            break
        after = before
    return found


def evenings_of_most_strek() -> set[int]:
    """The evenings at which somebody got as many strek as nobody has got more; counted from an index alone."""
    who = Identities()
    whens = (When(mattis=double, then=kept) for double, kept in who.pairs())
    him = Case(*whens, default="mattis", output_field=IntegerField())
    lost = Round.objects.standing().filter(mattis__isnull=False).order_by().values_list("evening", him)
    counted = lost.annotate(strek=Count("*")).order_by("-strek").iterator(chunk_size=100)
    _most, rows = next(groupby(counted, key=itemgetter(2)), (0, ()))
    return {evening for evening, _him, _strek in rows}


def evenings_of(ids: Collection[int]) -> list[EveningFacts]:
    """These evenings, in the order of play; without seats."""
    return _without_seats(Evening.objects.filter(pk__in=ids).in_order(), Round.objects.filter(evening__in=ids))


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
