"""The facts can be made again from the log, whatever has been done and in whatever order."""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from league.errors import Refused
from league.facts import State
from league.identity import Identities
from league.models import (
    Attendance,
    Evening,
    Leave,
    LogEntry,
    MemberPeriod,
    Office,
    Person,
    ReadLink,
    Round,
    RoundPlayer,
    User,
)
from league.replay import rebuild, stored
from league.services import anonymising, attendance, evenings, identity, offices, people, rounds
from tests.factories import actor, at, found_club, named, play
from tests.league.eventful import eventful_club

pytestmark = pytest.mark.django_db

NAMES = ("Arne", "Berit", "Carl", "Dina")


def rebuilt():
    return rebuild(LogEntry.objects.order_by("pk"))


def test_the_facts_of_an_eventful_club_are_those_the_log_tells():
    eventful_club()
    assert rebuilt() == stored()


def test_a_fact_changed_behind_the_logs_back_is_found():
    found_club(*NAMES)
    evening = play(date(2026, 3, 5), losers=["Arne"])
    assert rebuilt() == stored()
    Round.objects.update(mattis=named("Berit"))
    assert rebuilt() != stored()
    told = rebuilt()["round"][evening.rounds.get().pk]
    assert told["mattis_id"] == named("Arne").pk


def test_a_deleted_row_is_gone_from_both():
    found_club(*NAMES)
    guest = people.add_person(actor=actor(), name="Eva")
    people.delete_person(actor=actor(), person=guest)
    assert rebuilt() == stored()
    assert set(rebuilt()["person"]) == set(Person.objects.values_list("pk", flat=True))


def test_an_hour_reads_the_same_in_the_log_whatever_zone_it_came_in():
    found_club(*NAMES)
    with time_machine.travel(at(date(2026, 3, 5), "19.00")):
        evening = evenings.open_evening(actor=actor(), day=date(2026, 3, 5), host=None)
    evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=1)  # so it ended at six, by the clock of Oslo
    assert rebuilt() == stored()


def test_nothing_is_rebuilt_from_nothing():
    assert rebuild([]) == {}
    assert stored() == {}


# --- Anything, in any order

FIRST = date(2026, 3, 5)
pick = st.integers(0, 1000)  # a row, counted round
tables = st.sampled_from([1, 1, 1, 2])
old = st.sampled_from([False, False, False, False, True])  # from a page drawn before the last change


class AnyClub(RuleBasedStateMachine):
    """Does what services can do, with rows, versions and hours picked at random.

    After each act the log tells the facts, and what was refused has left no trace.
    """

    def __init__(self) -> None:
        super().__init__()
        self.database = transaction.atomic()
        self.database.__enter__()
        found_club(*NAMES, first_day=date(2026, 1, 1))
        self.keeper = actor()
        self.clock = time_machine.travel(at(FIRST, "19.00"), tick=False)
        self.traveller = self.clock.start()

    def teardown(self) -> None:
        self.clock.stop()
        transaction.set_rollback(True)
        self.database.__exit__(None, None, None)

    def do(self, act: Callable[..., Any], **wanted: Any) -> Any:
        """The act; None if it was refused. A trace in the tables alone would belie the log."""
        count = LogEntry.objects.count()
        try:
            return act(actor=self.keeper, **wanted)
        except Refused:
            assert LogEntry.objects.count() == count
            return None

    @rule(double=pick, kept=pick, old=old)
    def merge(self, double: int, kept: int, old: bool) -> None:
        one = _one(Person, double)
        self.do(identity.merge, double=one, kept=_one(Person, kept), seen=one.version - old)

    @rule(name=pick, old=old)
    def unmerge(self, name: int, old: bool) -> None:
        if one := _one(Person.objects.exclude(merged_into=None), name):
            self.do(identity.unmerge, double=one, seen=one.version - old)

    @invariant()
    def doubles_have_one_level(self) -> None:
        assert not Person.objects.filter(merged_into__merged_into__isnull=False).exists()

    @invariant()
    def the_log_tells_the_facts(self) -> None:
        assert rebuilt() == stored()


class AnyEvening(AnyClub):
    """Evenings, attendance and rounds; one is open already, with everybody there and a round played."""

    def __init__(self) -> None:
        super().__init__()
        evening = self.do(evenings.open_evening, day=FIRST, host=named("Arne"))
        for name in NAMES:
            self.do(attendance.arrive, evening_id=evening.pk, person=named(name))
        self.do(rounds.add_round, evening_id=evening.pk, table=1, mattis=named("Arne"))

    @rule(hours=st.sampled_from([1, 1, 1, 12]))
    def time_passes(self, hours: int) -> None:
        self.traveller.shift(timedelta(hours=hours))

    @rule(back=st.sampled_from([0, 0, 1, 100]), host=pick)
    def open_evening(self, back: int, host: int) -> None:
        day = evenings.suggested_date(timezone.now()) - timedelta(days=back)
        self.do(evenings.open_evening, day=day, host=_one(Person, host) if host % 3 else None)

    @rule(evening=pick, name=pick, table=st.sampled_from([1, 1, 2, None]))
    def arrive(self, evening: int, name: int, table: int | None) -> None:
        self.on_evening(attendance.arrive, evening, person=_one(Person, name), table=table)

    @rule(evening=pick, table=tables)
    def add_guest(self, evening: int, table: int) -> None:
        self.on_evening(attendance.add_guest, evening, table=table)

    @rule(
        row=pick,
        old=old,
        act=st.sampled_from(
            [
                attendance.not_here,
                attendance.go_home,
                attendance.come_back,
                attendance.choose_dealer,
                lambda **now: attendance.sit_out(out=True, **now),
                lambda **now: attendance.sit_out(out=False, **now),
                lambda **now: attendance.change_table(table=2, **now),
                lambda **now: attendance.change_table(table=None, **now),
            ]
        ),
    )
    def tap_somebody(self, row: int, old: bool, act: Callable[..., Any]) -> None:
        if one := _one(Attendance, row):
            self.do(act, attendance_id=one.pk, seen=one.version - old)

    @rule(evening=pick, table=tables, name=pick)
    def strek(self, evening: int, table: int, name: int) -> None:
        before = _standing()
        made = self.on_evening(rounds.add_round, evening, table=table, mattis=_one(Person, name))
        if made:
            assert _standing() == before | {made.pk: (made.evening_id, made.mattis_id)}

    @rule(evening=pick, table=tables, name=pick)
    def strek_and_undo_restore_everything(self, evening: int, table: int, name: int) -> None:
        before = _shown()
        made = self.on_evening(rounds.add_round, evening, table=table, mattis=_one(Person, name))
        if made:
            after = _shown()
            undone = rounds.undo_round(actor=self.keeper, round_id=made.pk, seen=1)
            assert _shown() == before
            rounds.redo_round(actor=self.keeper, round_id=made.pk, seen=undone.version)
            assert _shown() == after

    @rule(evening=pick, table=tables)
    def uten_mattis(self, evening: int, table: int) -> None:
        self.on_evening(rounds.add_round, evening, table=table, mattis=None, reason="feil giv")

    @rule(evening=pick, table=tables, after=pick, names=st.lists(pick, min_size=2, max_size=4))
    def insert(self, evening: int, table: int, after: int, names: list[int]) -> None:
        there = list(Round.objects.filter(table=table).order_by("pk"))
        self.on_evening(
            rounds.insert_round,
            evening,
            table=table,
            after=there[after % len(there)] if there and after % 4 else None,
            mattis=_one(Person, names[0]),
            players={_one(Person, name) for name in names},
        )

    @rule(
        row=pick,
        old=old,
        act=st.sampled_from(
            [
                rounds.undo_round,
                rounds.redo_round,
                lambda **now: rounds.strike_round(reason="registrert to ganger", **now),
                lambda **now: rounds.void_round(reason="brutt av", **now),
                lambda **now: rounds.restore_round(reason="likevel riktig", **now),
            ]
        ),
    )
    def turn_a_round(self, row: int, old: bool, act: Callable[..., Any]) -> None:
        self.on_round(act, row, old)

    @rule(row=pick, old=old, names=st.lists(pick, min_size=1, max_size=4), known=st.booleans())
    def correct(self, row: int, old: bool, names: list[int], known: bool) -> None:
        players = {_one(Person, name) for name in names} if known else None
        self.on_round(
            rounds.correct_round, row, old, mattis=_one(Person, names[0]), players=players, reason="feil navn"
        )

    @rule(row=pick, old=old, finish=st.dictionaries(pick, st.integers(1, 4), max_size=3))
    def note(self, row: int, old: bool, finish: dict[int, int]) -> None:
        numbers = {_one(Person, name).pk: number for name, number in finish.items()}
        self.on_round(rounds.note_round, row, old, finish=numbers, bladmattis=None, trump="h", remark=f"{finish}")

    @rule(row=pick, old=old, to=pick, table=tables, many=st.booleans())
    def move(self, row: int, old: bool, to: int, table: int, many: bool) -> None:
        one = _one(Round, row)
        moved = one.evening.rounds.exclude(state=State.UNDONE) if many else Round.objects.filter(pk=one.pk)
        before = {pk: mattis for pk, (_evening, mattis) in _standing().items()}
        self.do(
            rounds.move_rounds,
            seen={each.pk: each.version - old for each in moved},
            to_evening_id=_one(Evening, to).pk,
            table=table,
            reason="ført på feil kveld",
        )
        assert {pk: mattis for pk, (_evening, mattis) in _standing().items()} == before

    @rule(
        evening=pick,
        old=old,
        act=st.sampled_from(
            [
                evenings.close_evening,
                lambda **now: evenings.reopen_evening(reason="glemte noe", **now),
                lambda **now: evenings.reopen_evening(reason="glemte noe", **now),
                evenings.discard_evening,
                attendance.join_tables,
            ]
        ),
    )
    def turn_an_evening(self, evening: int, old: bool, act: Callable[..., Any]) -> None:
        self.on_evening(act, evening, old=old)

    @rule(evening=pick, old=old, back=st.sampled_from([0, 1, 400]), host=pick)
    def change_evening(self, evening: int, old: bool, back: int, host: int) -> None:
        day = timezone.localdate() - timedelta(days=back)
        host_ = _one(Person, host)
        self.on_evening(evenings.change_evening, evening, old=old, day=day, host=host_, place="", remark=f"{host}")

    @rule(evening=pick, old=old, names=st.lists(pick, max_size=5))
    def correct_attendance(self, evening: int, old: bool, names: list[int]) -> None:
        present = {_one(Person, name) for name in names}
        self.on_evening(attendance.correct_attendance, evening, old=old, present=present, reason="glemt")

    def on_evening(self, act: Callable[..., Any], number: int, *, old: bool | None = None, **wanted: Any) -> Any:
        evening = _one(Evening, number)  # the first has a round, so there always is one
        seen = {} if old is None else {"seen": evening.version - old}
        return self.do(act, evening_id=evening.pk, **seen, **wanted)

    def on_round(self, act: Callable[..., Any], number: int, old: bool, **wanted: Any) -> None:
        """Nothing of the other rounds may change."""
        one = _one(Round, number)
        before = _rounds_besides(one)
        self.do(act, round_id=one.pk, seen=one.version - old, **wanted)
        assert _rounds_besides(one) == before

    @invariant()
    def a_standing_round_has_its_mattis_among_its_players_who_were_all_there(self) -> None:
        here = set(Attendance.objects.filter(present=True).values_list("evening_id", "person_id"))
        for one in Round.objects.standing().prefetch_related("seats"):
            seats = {seat.person_id for seat in one.seats.all()}
            assert one.mattis_id in seats
            assert len(seats) >= 2
            assert {(one.evening_id, person) for person in seats} <= here

    @invariant()
    def nobody_plays_a_round_against_himself(self) -> None:
        who = Identities()
        for one in Round.objects.exclude(state=State.UNDONE).prefetch_related("seats"):
            players = [who.of(seat.person_id) for seat in one.seats.all()]
            assert len(players) == len(set(players))

    @invariant()
    def places_tell_the_rounds_of_a_table_apart(self) -> None:
        places = list(Round.objects.values_list("evening_id", "table", "place"))
        assert len(places) == len(set(places))


class AnyPeople(AnyClub):
    """Names, member periods, leave, offices and log-ins."""

    @rule(days=st.sampled_from([1, 30]))
    def time_passes(self, days: int) -> None:
        self.traveller.shift(timedelta(days=days))

    @rule(name=pick, old=old)
    def rename(self, name: int, old: bool) -> None:
        one = _one(Person, name)
        new = {"name": f"{one.name[:5]} {one.version}", "short_name": "", "sort_name": ""}
        self.do(people.rename, person=one, seen=one.version - old, **new)

    @rule(member=st.booleans(), first=st.integers(-40, 10))
    def add_person(self, member: bool, first: int) -> None:
        self.do(people.add_person, name="Ny", member_from=FIRST + timedelta(days=first) if member else None)

    @rule(name=pick)
    def delete_person(self, name: int) -> None:
        self.do(people.delete_person, person=_one(Person, name))

    @rule(name=pick, kind=st.sampled_from([MemberPeriod, Leave]), first=st.integers(-40, 10), last=pick)
    def add_period(self, name: int, kind: type[MemberPeriod], first: int, last: int) -> None:
        begins = FIRST + timedelta(days=first)
        ends = begins + timedelta(days=last) if last % 2 else None
        self.do(people.add_period, kind=kind, person=_one(Person, name), first_day=begins, last_day=ends)

    @rule(row=pick, old=old, kind=st.sampled_from([MemberPeriod, Leave]), last=st.integers(-1, 90))
    def change_period(self, row: int, old: bool, kind: type[MemberPeriod], last: int) -> None:
        if one := _one(kind, row):
            ends = one.first_day + timedelta(days=last) if last else None
            self.do(people.change_period, period=one, seen=one.version - old, first_day=one.first_day, last_day=ends)

    @rule(row=pick, old=old, kind=st.sampled_from([MemberPeriod, Leave]))
    def delete_period(self, row: int, old: bool, kind: type[MemberPeriod]) -> None:
        if one := _one(kind, row):
            self.do(people.delete_period, period=one, seen=one.version - old)

    @rule(name=pick, kind=st.sampled_from(list(Office.Kind)))
    def give_office(self, name: int, kind: Office.Kind) -> None:
        self.do(offices.give_office, person=_one(Person, name), kind=kind, first_day=timezone.localdate())

    @rule(row=pick, old=old)
    def end_office(self, row: int, old: bool) -> None:
        one = _one(Office, row)
        self.do(offices.end_office, office=one, last_day=timezone.localdate(), seen=one.version - old)

    @rule(name=pick)
    def give_login(self, name: int) -> None:
        self.do(offices.give_login, person=_one(Person, name), email=f"{name}@example.org")

    @rule(name=pick, act=st.sampled_from([offices.shut_login, offices.open_login, offices.make_login_link]))
    def turn_a_login(self, name: int, act: Callable[..., Any]) -> None:
        self.do(act, user=_one(User, name))

    @rule(name=pick, old=old)
    def change_address(self, name: int, old: bool) -> None:
        user = _one(User, name)
        self.do(offices.change_address, user=user, seen=user.version - old, email=f"{name}@example.com")

    @rule(number=pick)
    def add_and_revoke_a_link(self, number: int) -> None:
        self.do(offices.add_link, label=f"tante {number}")
        self.do(offices.revoke_link, link=_one(ReadLink, number))

    @rule(name=pick, old=old)
    def anonymise(self, name: int, old: bool) -> None:
        one = _one(Person, name)
        self.do(anonymising.anonymise, person=one, seen=one.version - old)

    @invariant()
    def the_periods_of_one_person_never_overlap(self) -> None:
        for kind in (MemberPeriod, Leave):
            for person in Person.objects.all():
                days = list(kind.objects.filter(person=person).values_list("first_day", "last_day"))
                for (_first, last), (following, _last) in pairwise(days):
                    assert last is not None
                    assert last < following

    @invariant()
    def the_club_has_an_administrator_who_can_log_in(self) -> None:
        who = Identities()
        administrators = Office.objects.filter(kind=Office.Kind.ADMINISTRATOR, last_day=None)
        able = User.objects.filter(is_active=True, person__isnull=False)
        assert {who.of(one.person_id) for one in administrators} & {who.of(one.person_id) for one in able}


def _one(rows_of: Any, number: int) -> Any:
    """One of the rows of a model, or of some; None if there are none."""
    rows = list(rows_of.order_by("pk") if isinstance(rows_of, QuerySet) else rows_of._base_manager.order_by("pk"))
    return rows[number % len(rows)] if rows else None


def _standing() -> dict[int, tuple[int, int | None]]:
    return {one.pk: (one.evening_id, one.mattis_id) for one in Round.objects.standing()}


def _shown() -> Any:
    """All that pages show of evenings: rounds not undone, and who is here, how."""
    present = Attendance.objects.filter(present=True).order_by("pk")
    return (
        list(Round.objects.exclude(state=State.UNDONE).order_by("pk").values_list("pk", "state", "mattis", "reason")),
        list(present.values_list("pk", "table", "arrived_at", "left_at", "sits_out", "deals")),
    )


def _rounds_besides(one: Round) -> Any:
    others = Round.objects.exclude(pk=one.pk).order_by("pk")
    seats = RoundPlayer.objects.exclude(round=one).order_by("pk")
    return list(others.values()), list(seats.values())


def run(machine: type[AnyClub], *, examples: int, steps: int) -> None:
    few = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(machine, settings=few)


@pytest.mark.parametrize("machine", [AnyEvening, AnyPeople])
def test_whatever_is_done_the_log_tells_the_facts(machine):
    run(machine, examples=10, steps=25)


@pytest.mark.long
@pytest.mark.parametrize("machine", [AnyEvening, AnyPeople])
def test_whatever_is_done_a_long_time_the_log_tells_the_facts(machine):
    run(machine, examples=100, steps=60)
