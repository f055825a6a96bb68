"""Who is who: a person entered twice has two rows, and the double points to the one that is kept.

No fact is ever re-pointed, so that they can be parted again. Whoever reads facts of many people asks here
whom each id means; whoever reads those of one person asks for `person__in=Person.objects.same_as(id)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import overload

from django.db import connection, models
from django.shortcuts import get_object_or_404

from league.models import Attendance, Person


def person_or_404(person_id: int) -> Person:
    """The person of an address; the old one of a double means the person kept. Raises Http404."""
    return get_object_or_404(Person.objects.select_related("merged_into"), pk=person_id).who


class Identities:
    """The doubles there are, read once. In plain SQL: every page asks, and a queryset costs twenty times as much."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, merged_into_id FROM league_person WHERE merged_into_id IS NOT NULL")
            self._kept: dict[int, int] = dict(cursor.fetchall())

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._kept)

    @overload
    def of(self, person: int) -> int: ...
    @overload
    def of(self, person: int | None) -> int | None: ...
    def of(self, person: int | None) -> int | None:
        """The id of the person kept; of whom is no double his own."""
        return self._kept.get(person, person) if person else person

    def pairs(self) -> Iterable[tuple[int, int]]:
        """Each double with the person kept."""
        return self._kept.items()

    def shown[M: models.Model](self, rows: Sequence[M], *names: str) -> Sequence[M]:
        """The rows with the person kept in each double's place in these columns: for pages, never to be saved."""
        places = [(row, name) for row in rows for name in names if getattr(row, f"{name}_id") in self._kept]
        people = Person.objects.in_bulk({self.of(getattr(row, f"{name}_id")) for row, name in places}) if places else {}
        for row, name in places:
            setattr(row, name, people[self.of(getattr(row, f"{name}_id"))])
        return rows

    def one_each(self, attendances: Iterable[Attendance]) -> list[Attendance]:
        """Of one evening's rows the one that tells of each person, in the order given.

        Where two do, somebody present goes before somebody absent, then his own row before a double's.
        """
        rows = list(attendances)
        if not self:
            return rows
        telling: dict[int, Attendance] = {}
        for row in rows:
            him = self.of(row.person_id)
            known = telling.get(him)
            if known is None or self._rank(row) > self._rank(known):
                telling[him] = row
        return [row for row in rows if telling[self.of(row.person_id)] is row]

    def _rank(self, row: Attendance) -> tuple[bool, bool, int]:
        return row.present, row.person_id not in self._kept, -row.pk
