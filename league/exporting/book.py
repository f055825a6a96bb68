"""The book of one season, or of all, as lines for a spreadsheet that can be read back."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from league.exporting.columns import Column
from league.exporting.kept import Cell, KeptEvening, KeptPenalty, KeptRound, lines
from league.facts import Span, State
from league.identity import Identities
from league.importing.cells import clean
from league.importing.people import People
from league.models import Attendance, Evening, LogEntry, MemberPeriod, Penalty, Person, Round, RoundPlayer
from league.quorum import members_on

type Name = Callable[[int | None], str]

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
    reader = _Reader([evening.pk for evening in evenings])
    return [reader.kept(evening) for evening in evenings]


class _Reader:
    """All that is stored of some evenings, read at once."""

    def __init__(self, ids: list[int]) -> None:
        self._book, self._who, self._names = book_id(), Identities(), _Names()
        self._came = _grouped(Attendance.objects.filter(evening__in=ids, present=True).order_by("pk"))
        self._rounds = _grouped(Round.objects.filter(evening__in=ids).exclude(state=State.UNDONE).in_order())
        self._penalties = _grouped(Penalty.objects.filter(evening__in=ids).order_by("pk"))
        self._seats: dict[int, list[RoundPlayer]] = defaultdict(list)
        for seat in RoundPlayer.objects.filter(round__evening__in=ids).order_by("pk"):
            self._seats[seat.round_id].append(seat)

    def kept(self, evening: Evening) -> KeptEvening:
        name = self._names_in(evening)
        came = [(name(one.person_id), one.arrived_at) for one in self._came[evening.pk]]
        # Who is there twice, by a double, came when the first of the two did.
        arrived: dict[str, datetime] = {}
        for who, time in came:
            if time:
                arrived[who] = min(time, arrived.get(who, time))
        return KeptEvening(
            book=self._book,
            id=evening.pk,
            date=evening.date,
            host=name(evening.host_id),
            place=written(evening.place),
            remark=written(evening.remark),
            attendance_recorded=evening.attendance_recorded,
            counts_by_decision=evening.counts_by_decision,
            present=tuple(dict.fromkeys(who for who, _time in came)),
            arrived=tuple(arrived.items()),
            opened_at=evening.opened_at,
            rounds=tuple(self._kept_rounds(self._rounds[evening.pk], name)),
            penalties=tuple(
                KeptPenalty(name(one.person_id), written(one.reason), one.struck) for one in self._penalties[evening.pk]
            ),
        )

    def _kept_rounds(self, rounds: Iterable[Round], name: Name) -> Iterator[KeptRound]:
        numbers: Counter[int] = Counter()
        for one in rounds:
            numbers[one.table] += one.place is not None
            seats = self._seats[one.pk]
            yield KeptRound(
                id=one.pk,
                table=one.table,
                number=None if one.place is None else numbers[one.table],
                state=State(one.state),
                mattis=name(one.mattis_id),
                players=tuple(name(seat.person_id) for seat in seats) if one.players_recorded else None,
                reason=written(one.reason),
                finish=tuple((seat.finish, name(seat.person_id)) for seat in seats if seat.finish),
                bladmattis=name(one.bladmattis_id),
                trump=one.trump,
                dealer=name(one.dealer_id),
                remark=written(one.remark),
                logged_at=one.logged_at,
            )

    def _names_in(self, evening: Evening) -> Name:
        """What everybody is called in the lines of this evening; nobody is ""."""
        seated = (seat.person_id for one in self._rounds[evening.pk] for seat in self._seats[one.pk])
        here = {self._who.of(person) for person in (*seated, *(one.person_id for one in self._came[evening.pk]))}
        named = self._names.within(here)
        return lambda person: named(self._who.of(person)) if person else ""


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


def _grouped[M: (Attendance, Round, Penalty)](rows: Iterable[M]) -> dict[int, list[M]]:
    """The rows by the evening they belong to."""
    found: dict[int, list[M]] = defaultdict(list)
    for row in rows:
        found[row.evening_id].append(row)
    return found


def written(text: str) -> str:
    """A text as a file holds it, and as it is read from there."""
    return clean(_CONTROL.sub("", text))
