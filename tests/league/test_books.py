"""Reading the book: the facts as they are, in the same few queries, whatever was typed first."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league import books
from league.alphabet import in_order
from league.amusements.hat import travels
from league.facts import PlayedRound, Ranking, State, by_play
from league.models import Leave, MemberPeriod, Person, Round, Season
from league.quorum import judged
from league.services import attendance, evenings, penalties, people, rounds
from league.services import settings as club_settings
from league.standings import standings
from league.statistics import statistics
from league.verbs import Verb
from tests.factories import actor, arrive, at, day, found_club, guest, joins, member, named, open_evening, play, strek

pytestmark = pytest.mark.django_db

MARCH = day(3, 5)


def season(year=2026):
    return books.season_facts(Season.objects.get(first_day__year=year))


# --- The facts


def test_an_evening_is_read_as_it_was_played():
    found_club("Arne", "Berit", "Carl")
    evening = open_evening(MARCH, present=["Arne", "Berit"])
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        first = strek(evening, "Arne")
        struck = strek(evening, "Berit")
        rounds.strike_round(actor=actor(), round_id=struck.pk, seen=1, reason="feil navn")
        evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=1)
    facts = books.evening_facts(evening)
    arne, berit = named("Arne").pk, named("Berit").pk
    assert (facts.id, facts.date, facts.host, facts.opened_at) == (evening.pk, MARCH, arne, at(MARCH, "19.00"))
    assert {(one.person, one.arrived_at) for one in facts.present} == {
        (arne, at(MARCH, "19.00")),
        (berit, at(MARCH, "19.00")),
    }
    both = frozenset({arne, berit})
    assert facts.rounds == (
        PlayedRound(first.pk, 1, State.STANDING, arne, both, at(MARCH, "20.00")),
        PlayedRound(struck.pk, 1, State.STRUCK, berit, both, at(MARCH, "20.00")),
    )


def test_who_is_not_there_any_more_is_not_present():
    found_club("Arne", "Berit")
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        row = evening.attendances.get(person__name="Berit")
        attendance.not_here(actor=actor(), attendance_id=row.pk, seen=1)
    assert books.evening_facts(evening).came == {named("Arne").pk}


def test_member_periods_and_leaves_that_touch_the_season_are_read_and_no_others():
    found_club("Arne")
    for name, first, last in (
        ("Berit", day(1, 1, 2020), day(12, 31, 2025)),  # ended the day before
        ("Carl", day(1, 1, 2020), day(1, 1)),  # ended on its first day
        ("Dina", day(12, 31), None),  # begins on its last day
        ("Eva", day(1, 1, 2027), None),  # begins the day after
    ):
        member(name, first, last)
    people.add_period(actor=actor(), kind=Leave, person=named("Dina"), first_day=day(12, 31), last_day=None)
    with time_machine.travel(date(2027, 2, 1)):
        play(date(2027, 1, 5), losers=["Arne"], present=["Arne", "Dina"])
    facts = season()
    assert {span.person for span in facts.periods} == {named(name).pk for name in ("Arne", "Carl", "Dina")}
    assert {span.person for span in facts.leaves} == {named("Dina").pk}
    assert facts.last_day == day(12, 31)


def test_members_and_leaves_of_a_day():
    found_club("Arne")
    member("Berit", day(3, 5), day(3, 5))
    people.add_period(actor=actor(), kind=Leave, person=named("Arne"), first_day=day(3, 4), last_day=day(3, 6))
    assert [{span.person for span in spans} for spans in books.spans_on(MARCH)] == [
        {named("Arne").pk, named("Berit").pk},
        {named("Arne").pk},
    ]
    assert [len(spans) for spans in books.spans_on(day(3, 7))] == [1, 0]


def test_everybody_who_appears_in_a_season_is_found():
    found_club("Arne", "Berit")
    guest("Host")
    guest("Eva")
    guest("Nobody")
    play(MARCH, losers=["Eva"], host="Host", present=["Arne", "Berit"])
    found = books.people_named(books.people_of(season())).values()
    assert {person.name for person in found} == {"Arne", "Berit", "Host", "Eva"}


# --- What the book tells of its rounds


def test_corrections_are_told_with_who_why_and_whom_it_was_taken_from():
    found_club("Arne", "Berit", "Carl")
    evening = play(MARCH, losers=["Arne", "Berit"])
    first, second = evening.rounds.in_order()
    rounds.correct_round(
        actor=actor(), round_id=first.pk, seen=1, mattis=named("Carl"), players=None, reason="feil navn"
    )
    changes = books.changes_to_rounds([evening.pk])
    (change,) = changes[first.pk]
    assert (change.verb, change.by, change.was, change.reason) == (
        Verb.CORRECT_ROUND,
        "Arne",
        named("Arne").pk,
        "feil navn",
    )
    assert second.pk not in changes


def test_an_undone_round_shows_only_in_the_log():
    found_club("Arne", "Berit")
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        rounds.undo_round(actor=actor(), round_id=strek(evening, "Arne").pk, seen=1)
    assert books.changes_to_rounds([evening.pk]) == {}


def test_f18_a_new_name_stands_in_every_old_evening():
    found_club("Arne", "Kåre M")
    evening = play(MARCH, losers=["Kåre M"])
    before = books.evening_facts(evening)
    people.rename(actor=actor(), person=named("Kåre M"), seen=1, name="Kåre Myhr", short_name="", sort_name="")
    assert books.evening_facts(evening) == before
    mattis = books.people_named([before.rounds[0].mattis or 0])
    assert [person.name for person in mattis.values()] == ["Kåre Myhr"]


def test_f18_two_of_one_name_stay_two():
    found_club("Arne", "Kåre")
    play(MARCH, losers=["Kåre"])
    other = people.add_person(actor=actor(), name="Kåre", member_from=day(1, 1))
    rows = {row.person: row.strek for row in standings(season()).rows}
    assert rows[other.pk] == 0
    assert sorted(rows.values()) == [0, 0, 1]


def test_f22_a_full_tie_is_a_shared_place_and_stands_in_the_order_of_the_alphabet():
    found_club("Øystein", "Åse", "Zoe", "Arne")
    play(MARCH, losers=["Arne", "Arne", "Zoe"], host="Øystein")
    facts = season()
    everybody = books.people_named(books.people_of(facts))
    alphabet = [person.pk for person in in_order(everybody.values())]
    rows = standings(facts, alphabet=alphabet).rows
    assert [(row.place, everybody[row.person].name) for row in rows] == [
        (1, "Øystein"),
        (1, "Åse"),
        (3, "Zoe"),
        (4, "Arne"),
    ]


# --- Queries


def queries(read) -> int:
    with CaptureQueriesContext(connection) as captured:
        read()
    return len(captured)


def test_a_season_costs_the_same_queries_however_much_there_is():
    found_club("Arne", "Berit")
    play(MARCH, losers=["Arne"])
    only = Season.objects.get()
    few = queries(lambda: books.season_facts(only))
    for number in range(1, 8):
        play(day(number, 19), losers=["Arne", "Berit"] * 3)
        play(day(number, 19, 2025), losers=["Arne"], present=["Arne", "Berit"])
        member(f"Ny {number}", day(number, 2))
    assert queries(lambda: books.season_facts(only)) == few
    assert len(books.season_facts(only).evenings) == 8


# --- F09: the order of typing

NAMES = ("Arne", "Berit", "Carl", "Dina")
NOW = date(2027, 6, 1)


@dataclass(frozen=True)
class Played:
    """An evening to be typed in; rounds as who lost, and who got a penalty."""

    day: date
    host: str | None
    present: tuple[str, ...]
    losers: tuple[str, ...]
    penalised: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[date, str | None]:
        return self.day, self.host


@st.composite
def an_evening(draw: st.DrawFn) -> Played:
    present = draw(st.lists(st.sampled_from((*NAMES, "Gjest")), min_size=2, unique=True))
    return Played(
        day=draw(st.sampled_from([date(2025, 12, 31), date(2026, 1, 1), date(2026, 6, 5), date(2026, 7, 3)])),
        host=draw(st.sampled_from((None, *NAMES))),
        present=tuple(present),
        losers=tuple(draw(st.lists(st.sampled_from(present), max_size=4))),
        penalised=tuple(draw(st.lists(st.sampled_from(present), max_size=2))),
    )


@dataclass(frozen=True)
class Required:
    """Another attendance requirement from a day on."""

    day: date
    percent: int
    whole_evening: bool


@dataclass(frozen=True)
class Joined:
    """The guest becomes a member."""

    day: date
    earlier_rounds: bool


@st.composite
def a_year(draw: st.DrawFn) -> list[Played | Required | Joined]:
    """Some evenings, and what may have been settled meanwhile, in some order."""
    evenings_ = draw(st.lists(an_evening(), max_size=6, unique_by=lambda played: played.key))
    days = st.sampled_from([date(2026, 2, 1), date(2026, 6, 5), date(2026, 6, 6)])  # the second has an evening
    required = st.builds(Required, days, st.sampled_from([0, 50, 100]), st.booleans())
    changes = draw(st.lists(required, max_size=2, unique_by=lambda change: change.day))
    joined = draw(st.lists(st.builds(Joined, days, st.booleans()), max_size=1))
    return [*evenings_, *changes, *joined]


def type_in(act: Played | Required | Joined) -> None:
    match act:
        case Played():
            _play(act)
        case Required():
            club_settings.add_quorum_change(
                actor=actor(), first_day=act.day, percent=act.percent, whole_evening=act.whole_evening
            )
        case Joined():
            joins("Gjest", act.day, earlier_rounds=act.earlier_rounds)


def _play(played: Played) -> None:
    evening = evenings.open_evening(actor=actor(), day=played.day, host=named(played.host) if played.host else None)
    for name in played.present:
        arrive(evening, name)
    for name in played.losers:
        strek(evening, name)
    evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=1)
    for name in played.penalised:
        penalties.give_penalty(actor=actor(), evening_id=evening.pk, person=named(name), reason="ulovlig")


@contextmanager
def undone_afterwards() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def the_book() -> list[Any]:
    """All that is judged of all seasons, with evenings named by date and host."""
    told: list[Any] = []
    for one in Season.objects.all():
        facts = books.season_facts(one)
        name = {evening.id: (evening.date, evening.host) for evening in facts.evenings}
        table = standings(facts)
        stays = travels(sorted(facts.evenings, key=by_play), date.max)
        told.append(
            (
                (one.name, facts.first_day, facts.last_day),
                table.rows,
                table.last_counting and name[table.last_counting],
                [(stay.person, name[stay.evening]) for stay in stays],
                [
                    (name[evening.id], verdict.reason, len(verdict.counting_rounds))
                    for evening, verdict in judged(facts)
                ],
                [
                    (
                        [(name[line.evening], line.came, line.strek, line.counts) for line in mine.evenings],
                        ([name[pk] for pk in mine.chart.evenings], mine.chart.lines, mine.chart.expected),
                        (mine.by_host, mine.by_size, mine.longest_without, mine.most_in_a_row),
                    )
                    for mine in (statistics(facts, person.pk) for person in Person.objects.all())
                ],
            )
        )
    return told


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), acts=a_year(), counted=st.booleans(), ranking=st.sampled_from(Ranking))
def test_f09_any_order_of_typing_gives_the_same_book(f09_club, data, acts, counted, ranking):
    other = data.draw(st.permutations(acts))
    told = []
    for order in (acts, other):
        with undone_afterwards(), time_machine.travel(NOW):
            only = Season.objects.get()
            club_settings.change_season(
                actor=actor(), season=only, seen=only.version, penalties_count=counted, ranking=ranking
            )
            for act in order:
                type_in(act)
            told.append(the_book())
    assert told[0] == told[1]


@pytest.fixture
def f09_club():
    found_club(*NAMES)
    guest("Gjest")
    for name in NAMES:
        people.add_period(
            actor=actor(), kind=MemberPeriod, person=named(name), first_day=day(1, 1, 2025), last_day=day(12, 31, 2025)
        )


def test_f09_june_typed_after_july_is_the_same_book():
    found_club("Arne", "Berit")
    with undone_afterwards():
        play(day(6, 4), losers=["Arne"])
        play(day(7, 2), losers=["Berit"])
        chronological = the_book()
    play(day(7, 2), losers=["Berit"])
    play(day(6, 4), losers=["Arne"])
    assert the_book() == chronological


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(typed=st.permutations(range(6)))
def test_f09_rounds_put_in_in_any_order_stand_as_they_were_played(f09_club, typed):
    losers = ["Arne", "Berit", "Arne", "Carl", "Carl", "Dina"]
    with undone_afterwards(), time_machine.travel(NOW):
        evening = evenings.open_evening(actor=actor(), day=MARCH, host=None)
        stored: dict[int, Round] = {}
        for number in typed:
            before = max((one for one in stored if one < number), default=None)
            stored[number] = rounds.insert_round(
                actor=actor(),
                evening_id=evening.pk,
                table=1,
                after=None if before is None else stored[before],
                mattis=named(losers[number]),
                players=[named(name) for name in NAMES],
            )
        assert [one.mattis.name for one in evening.rounds.in_order()] == losers


def test_f09_two_evenings_of_one_day_stand_as_they_were_played_or_by_host_where_nobody_knows():
    found_club("Arne", "Berit")
    late = open_evening(MARCH, host="Arne", clock="19.00")
    early = open_evening(MARCH, host="Berit", clock="12.00")
    assert [one.id for one in sorted_evenings()] == [early.pk, late.pk]
    with time_machine.travel(at(day(6, 1), "12.00")):
        by_berit = evenings.open_evening(actor=actor(), day=MARCH - timedelta(days=1), host=named("Berit"))
        by_arne = evenings.open_evening(actor=actor(), day=MARCH - timedelta(days=1), host=named("Arne"))
    assert [one.id for one in sorted_evenings()] == [by_arne.pk, by_berit.pk, early.pk, late.pk]


def sorted_evenings():
    facts = season()
    ordered = [evening for evening, _verdict in judged(facts)]
    assert list(facts.evenings) == ordered  # the database and the judgement agree
    return ordered
