"""One made-up evening, lived through at the table: the taps its keeper would have made, with time between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from random import Random

from league.demo.clock import Clock
from league.models import Attendance, Evening, Person, Round, User
from league.services import attendance, evenings, rounds

ROUND = (19, 29)  # minutes a round takes
AVERAGE = 20  # strek in a year


@dataclass(frozen=True)
class Plan:
    """What happens on an evening that does not happen on every evening."""

    remark: str = ""
    place: str = ""
    hostless: bool = False
    few: bool = False  # too few come for the evening to count
    rounds: int = 0  # 0: as chance will have it
    during: Mapping[int, Callable[[Night], None]] = field(default_factory=dict)  # after so many rounds
    afterwards: Callable[[Night], None] | None = None  # the day after


class Night:
    """An open evening, its keeper and the clock on the wall. `skill` says how often one loses beside the others."""

    def __init__(self, clock: Clock, chance: Random, keeper: User, evening: Evening, skill: Mapping[str, int]) -> None:
        self.clock = clock
        self.chance = chance
        self.keeper = keeper
        self.evening = evening
        self.skill = skill

    # People

    def arrive(self, people: Sequence[Person]) -> None:
        for person in people:
            self.clock.wait(self.chance.uniform(0.1, 2))
            attendance.arrive(actor=self.keeper, evening_id=self.evening.pk, person=person)

    def guest(self, name: str) -> None:
        attendance.add_guest(actor=self.keeper, evening_id=self.evening.pk, name=name)

    def go_home(self, people: Sequence[Person]) -> None:
        for person in people:
            here = self._attendance(person)
            attendance.go_home(actor=self.keeper, attendance_id=here.pk, seen=here.version)

    def sit_out(self) -> None:
        """Somebody makes the coffee during the next round."""
        here = self._attendance(self.chance.choice(self._players(1)))
        attendance.sit_out(actor=self.keeper, attendance_id=here.pk, seen=here.version, out=True)

    def deal(self) -> None:
        """Nobody is host, so the keeper says who deals."""
        here = self._attendance(self.chance.choice(self._players(1)))
        attendance.choose_dealer(actor=self.keeper, attendance_id=here.pk, seen=here.version)

    def split(self) -> None:
        """Every second one moves to another table."""
        for person in self._players(1)[1::2]:
            here = self._attendance(person)
            attendance.change_table(actor=self.keeper, attendance_id=here.pk, seen=here.version, table=2)

    def join(self) -> None:
        self.evening.refresh_from_db()
        attendance.join_tables(actor=self.keeper, evening_id=self.evening.pk, seen=self.evening.version)

    # Rounds

    def play(self) -> None:
        """A round at every table."""
        tables = sorted({one.table for one in self.evening.attendances.filter(left_at=None) if one.table})
        for table in tables:
            self.clock.wait(self.chance.uniform(*ROUND) / len(tables))
            self.strek(self._loser(table), table)

    def strek(self, mattis: Person, table: int = 1) -> Round:
        return rounds.add_round(actor=self.keeper, evening_id=self.evening.pk, table=table, mattis=mattis)

    def break_off(self) -> None:
        """A round is dealt, and nobody loses it."""
        self.clock.wait(10)
        rounds.add_round(
            actor=self.keeper, evening_id=self.evening.pk, table=1, mattis=None, reason="kortene ble mikset"
        )

    def slip(self) -> None:
        """The wrong name is tapped and taken back at once."""
        self.clock.wait(20)
        loser = self._loser(1)
        others = [person for person in self._players(1) if person != loser]
        wrong = self.strek(self.chance.choice(others))
        self.clock.wait(0.2)
        rounds.undo_round(actor=self.keeper, round_id=wrong.pk, seen=wrong.version)
        self.strek(loser)

    def log_twice(self) -> None:
        """Two log the same round, and nobody notices before the next day."""
        self.clock.wait(20)
        loser = self._loser(1)
        self.strek(loser)
        self.clock.wait(0.5)
        self.strek(loser)

    def remember(self) -> None:
        """The second round was forgotten; now it is put in its place."""
        rounds.insert_round(
            actor=self.keeper,
            evening_id=self.evening.pk,
            table=1,
            after=self._rounds()[0],
            mattis=self._loser(1),
            players=self._players(1),
        )

    def note(self) -> None:
        """The last round is worth a note, with the order in which they went out."""
        last = self._rounds()[-1]
        out = [seat.person_id for seat in last.seats.order_by("pk") if seat.person_id != last.mattis_id]
        self.chance.shuffle(out)
        rounds.note_round(
            actor=self.keeper,
            round_id=last.pk,
            seen=last.version,
            finish={person: number for number, person in enumerate(out, start=1)},
            bladmattis=Person.objects.get(pk=out[-1]),
            trump="h",
            remark="satt igjen med alle fire esser",
        )

    # The day after

    def correct(self) -> None:
        """The strek was somebody else's."""
        third = self._rounds()[2]
        others = [seat.person for seat in third.seats.order_by("pk") if seat.person_id != third.mattis_id]
        rounds.correct_round(
            actor=self.keeper,
            round_id=third.pk,
            seen=third.version,
            mattis=self.chance.choice(others),
            players=None,
            reason="feil navn",
        )

    def strike(self) -> None:
        """One of those two rounds that are the same one goes."""
        played = self._rounds()
        twin = next(b for a, b in pairwise(played) if _minutes(a, b) < 1)
        rounds.strike_round(actor=self.keeper, round_id=twin.pk, seen=twin.version, reason="registrert to ganger")

    def close(self) -> None:
        self.clock.wait(5)
        self.evening.refresh_from_db()
        evenings.close_evening(actor=self.keeper, evening_id=self.evening.pk, seen=self.evening.version)

    def _attendance(self, person: Person) -> Attendance:
        return Attendance.objects.get(evening=self.evening, person=person)

    def _rounds(self) -> list[Round]:
        return list(self.evening.rounds.in_order())

    def _players(self, table: int) -> list[Person]:
        return sorted(rounds.players_next(self.evening, table), key=lambda person: person.pk)

    def _loser(self, table: int) -> Person:
        players = self._players(table)
        return self.chance.choices(players, [self.skill.get(person.name, AVERAGE) for person in players])[0]


def _minutes(earlier: Round, later: Round) -> float:
    """Between the loggings of two rounds."""
    if earlier.logged_at is None or later.logged_at is None:
        return inf
    return (later.logged_at - earlier.logged_at).total_seconds() / 60
