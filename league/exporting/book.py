"""The book of one season, or of all, as lines for a spreadsheet that can be read back."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from league.exporting.columns import Column
from league.exporting.kept import Cell, KeptEvening, KeptPenalty, KeptRound, lines
from league.facts import Span, State
from league.identity import Identities
from league.importing.cells import clean
from league.importing.people import People
from league.models import Attendance, Evening, LogEntry, MemberPeriod, Penalty, Person, Round, RoundPlayer
from league.quorum import members_on

HEADING = tuple(Column)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")  # what no file can hold


def book_rows(evenings: Sequence[Evening]) -> Iterator[list[Cell]]:
    """The lines under `HEADING`."""
    members = _Members()
    for evening in kept_evenings(evenings):
        guests = frozenset(evening.present) - members.on(evening)
        for cells in lines(evening, guests):
            yield [cells.get(column, "") for column in HEADING]


class _Members:
    """Who was a member when, by the names in the file."""

    def __init__(self) -> None:
        who, self._labels = Identities(), People().label
        rows = MemberPeriod.objects.values_list("person_id", "first_day", "last_day")
        self._periods = [Span(who.of(person), first_day, last_day) for person, first_day, last_day in rows]

    def on(self, evening: KeptEvening) -> frozenset[str]:
        found = members_on(evening.date, self._periods, ())
        return frozenset(self._labels[person] for person in found if person in self._labels)


def book_id() -> str:
    """What tells this book from every other: when its first entry was made."""
    begun = LogEntry.objects.order_by("pk").values_list("at", flat=True).first()
    return hashlib.sha256(begun.isoformat().encode() if begun else b"").hexdigest()[:8]


def kept_evenings(evenings: Sequence[Evening]) -> list[KeptEvening]:
    """The evenings as they stand in the book; the number of queries does not grow with them."""
    book, who, names = book_id(), Identities(), _Names()
    ids = [evening.pk for evening in evenings]
    attendances = _by_evening(Attendance.objects.filter(evening__in=ids, present=True).order_by("pk"))
    rounds = _by_evening(Round.objects.filter(evening__in=ids).exclude(state=State.UNDONE).in_order())
    penalties = _by_evening(Penalty.objects.filter(evening__in=ids).order_by("pk"))
    seats: dict[int, list[RoundPlayer]] = defaultdict(list)
    for seat in RoundPlayer.objects.filter(round__evening__in=ids).order_by("pk"):
        seats[seat.round_id].append(seat)
    kept = []
    for evening in evenings:
        people = {one.person_id for one in attendances[evening.pk]} | {
            seat.person_id for one in rounds[evening.pk] for seat in seats[one.pk]
        }
        named = names.within(who.of(person) for person in people)

        def name(person: int | None, named: Callable[[int], str] = named) -> str:
            return named(who.of(person)) if person else ""

        arrived: dict[str, datetime] = {}
        for one in attendances[evening.pk]:
            if one.arrived_at:
                arrived[name(one.person_id)] = min(one.arrived_at, arrived.get(name(one.person_id), one.arrived_at))
        kept.append(
            KeptEvening(
                book=book,
                id=evening.pk,
                date=evening.date,
                host=name(evening.host_id),
                place=written(evening.place),
                remark=written(evening.remark),
                attendance_recorded=evening.attendance_recorded,
                counts_by_decision=evening.counts_by_decision,
                present=tuple(dict.fromkeys(name(one.person_id) for one in attendances[evening.pk])),
                arrived=tuple(arrived.items()),
                opened_at=evening.opened_at,
                rounds=tuple(_rounds(rounds[evening.pk], seats, name)),
                penalties=tuple(
                    KeptPenalty(name(one.person_id), written(one.reason), one.struck) for one in penalties[evening.pk]
                ),
            )
        )
    return kept


def _rounds(
    rounds: Iterable[Round], seats: Mapping[int, list[RoundPlayer]], name: Callable[[int | None], str]
) -> Iterable[KeptRound]:
    numbers: Counter[int] = Counter()
    for one in rounds:
        numbers[one.table] += one.place is not None
        yield KeptRound(
            id=one.pk,
            table=one.table,
            number=None if one.place is None else numbers[one.table],
            state=State(one.state),
            mattis=name(one.mattis_id),
            players=tuple(name(seat.person_id) for seat in seats[one.pk]) if one.players_recorded else None,
            reason=written(one.reason),
            finish=tuple((seat.finish, name(seat.person_id)) for seat in seats[one.pk] if seat.finish),
            bladmattis=name(one.bladmattis_id),
            trump=one.trump,
            dealer=name(one.dealer_id),
            remark=written(one.remark),
            logged_at=one.logged_at,
        )


class _Names:
    """What people are called in the file."""

    def __init__(self) -> None:
        self._labels = People().label
        self._nameless = dict(Person.objects.exclude(pk__in=self._labels).values_list("pk", "name"))

    def within(self, people: Iterable[int]) -> Callable[[int], str]:
        """The names in one evening: two guests without a name may be called the same, and get a number each."""
        same = Counter(self._nameless[person] for person in people if person in self._nameless)

        def name(person: int) -> str:
            if person in self._labels:
                return self._labels[person]
            said = self._nameless[person]
            return said if same[said] < 2 else f"{said} ({person})"

        return name


def _by_evening[M: (Attendance, Round, Penalty)](rows: Iterable[M]) -> dict[int, list[M]]:
    found: dict[int, list[M]] = defaultdict(list)
    for row in rows:
        found[row.evening_id].append(row)
    return found


def written(text: str) -> str:
    """A text as a file holds it, and as it is read from there."""
    return clean(_CONTROL.sub("", text))
