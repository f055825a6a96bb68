"""Doubles: two rows that are one person, read as one everywhere, and parted again without a trace."""

from dataclasses import asdict
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league import books, log
from league.alphabet import full_names
from league.errors import Refused, Stale
from league.evening_page import EveningPage
from league.identity import Identities
from league.importing.service import import_book
from league.importing.values import Choices
from league.lifetime import lifetimes, seasons_of
from league.models import (
    Evening,
    LogEntry,
    MemberPeriod,
    Office,
    Person,
    Round,
    RoundPlayer,
    Season,
    User,
)
from league.people_page import PeoplePage
from league.permissions import Right, rights_of_person
from league.person_page import LifePage, PersonPage
from league.quorum import judge
from league.replay import rebuild, stored
from league.services import attendance, evenings, offices, people, rounds
from league.services.identity import merge, unmerge
from league.standings import standings
from league.tool_page import ToolPage
from league.verbs import Verb
from tests.factories import (
    actor,
    arrive,
    at,
    client_of,
    day,
    found_club,
    guest,
    login,
    named,
    open_evening,
    play,
    strek,
)

pytestmark = pytest.mark.django_db

FIRST, SECOND, THIRD = day(2, 5), day(2, 19), day(3, 5)


@pytest.fixture
def club():
    """Six members. Kåre came twice, and once more as *Kåre M.*, who was entered as a guest."""
    found_club("Arne", "Berit", "Carl", "Dina", "Einar", "Kåre")
    guest("Kåre M.")
    play(FIRST, losers=["Kåre", "Arne", "Kåre"])
    play(SECOND, losers=["Kåre M.", "Berit"], present=["Arne", "Berit", "Carl", "Kåre M."])
    play(THIRD, losers=["Kåre"], host="Kåre")


def merged(double="Kåre M.", kept="Kåre"):
    return merge(actor=actor(), double=named(double), kept=named(kept), seen=named(double).version)


def parted(double="Kåre M."):
    return unmerge(actor=actor(), double=named(double), seen=named(double).version)


def row(name):
    facts = books.season_facts(Season.objects.get())
    return next(row for row in standings(facts).rows if row.person == named(name).pk)


def facts():
    """Everything there is, without what the log keeps of it."""
    return {model: rows for model, rows in stored().items() if model != "person"}


# --- Read as one


def test_the_doubles_rounds_are_those_of_the_person_kept(club):
    assert (row("Kåre").strek, row("Kåre").rounds, row("Kåre").attended) == (3, 4, 2)
    merged()
    # 4 of 6 came on 19 February (67 %), where he played two rounds and lost one
    assert (row("Kåre").strek, row("Kåre").rounds, row("Kåre").attended) == (4, 6, 3)


def test_merging_makes_an_evening_count_that_lacked_one_member():
    found_club("Arne", "Berit", "Carl", "Kåre")
    guest("Kåre M.")
    evening = play(FIRST, losers=["Arne"], present=["Arne", "Berit", "Kåre M."])

    def counted():
        quorum = judge(books.evening_facts(evening), *books.spans_on(FIRST), books.rules_on(FIRST)).quorum
        return quorum.present, quorum.members, quorum.met

    assert counted() == (2, 4, False)
    merged()
    assert counted() == (3, 4, True)


def test_no_fact_is_re_pointed(club):
    before = facts()
    merged()
    assert facts() == before
    assert LogEntry.objects.first().changes[0]["after"] == {"merged_into_id": named("Kåre").pk}


def test_all_years_count_him_once(club):
    merged()
    lives = lifetimes()
    assert named("Kåre M.").pk not in lives
    kåre = lives[named("Kåre").pk]
    assert (kåre.strek, kåre.rounds, kåre.evenings, kåre.seasons) == (4, 6, 3, 1)
    (line,) = seasons_of(named("Kåre").pk)
    assert (line.strek, line.rounds, line.evenings) == (4, 6, 3)


def test_at_one_evening_both_count_once():
    found_club("Arne", "Berit", "Carl", "Kåre")
    guest("Kåre M.")
    evening = play(FIRST, losers=["Arne"], present=["Arne", "Berit", "Kåre"])
    with time_machine.travel(at(day(2, 6), "12.00")):
        here = set(map(named, ["Arne", "Berit", "Kåre", "Kåre M."]))
        attendance.correct_attendance(
            actor=actor(), evening_id=evening.pk, seen=evening.version, present=here, reason="glemt å føre"
        )
        merged()
        assert len(books.evening_facts(evening).came) == 3
        assert lifetimes()[named("Kåre").pk].evenings == 1
        assert [line.evenings for line in seasons_of(named("Kåre").pk)] == [1]
        assert [name.label for name in EveningPage(evening).came] == ["Arne", "Berit", "Kåre"]


def test_of_an_imported_evening_both_came_to_the_rounds_are_his_once():
    found_club("Arne", "Berit", "Kåre")
    guest("Kåre M.")
    book = "Dato;Vert;Arne;Berit;Kåre;Kåre M.\n05.02.2026;Arne;1;2;1;1\n".encode()
    with time_machine.travel(at(day(2, 6), "12.00")):
        import_book(book, actor=actor(), choices=Choices(people=True, guests=frozenset({"Kåre M."})))
    both = lifetimes()[named("Kåre").pk], lifetimes()[named("Kåre M.").pk]
    assert [(life.strek, life.rounds, life.evenings) for life in both] == [(1, 5, 1), (1, 5, 1)]
    merged()
    life = lifetimes()[named("Kåre").pk]
    assert (life.strek, life.rounds, life.evenings, life.approx) == (2, 5, 1, True)
    assert [(line.strek, line.rounds, line.evenings) for line in seasons_of(named("Kåre").pk)] == [(2, 5, 1)]


def test_memberships_of_both_are_his_also_where_they_overlap(club):
    people.add_period(
        actor=actor(), kind=MemberPeriod, person=named("Kåre M."), first_day=day(1, 1, 2024), last_day=day(6, 30)
    )
    merged()
    assert LifePage(named("Kåre")).membership == "Medlem siden 2024"
    members = Person.objects.members_on(day(5, 1, 2024))
    assert [person.name for person in members] == ["Kåre"]
    spans, _leaves = books.spans_on(day(3, 1))
    assert {span.person for span in spans if span.person not in {named("Kåre").pk}} == {
        named(name).pk for name in ("Arne", "Berit", "Carl", "Dina", "Einar")
    }


def test_a_log_in_of_the_double_has_the_rights_of_the_person_kept(club):
    people.add_person(actor=actor(), name="Carl L.")
    user = login("Carl L.")
    login("Berit", office=Office.Kind.KEEPER)
    offices.give_office(actor=actor(), person=named("Carl"), kind=Office.Kind.KEEPER, first_day=day(1, 1))
    assert Right.READ not in rights_of_person(user.person_id)
    merged("Carl L.", "Carl")
    assert Right.KEEP in rights_of_person(user.person_id)
    assert str(User.objects.get(pk=user.pk)) == "Carl"


def test_lists_and_pickers_know_the_person_kept_alone(club):
    merged()
    assert "Kåre M." not in {entry.name for entry in PeoplePage().guests}
    assert "Kåre M." not in set(full_names(Person.objects.kept()).values())


def test_old_addresses_of_the_double_lead_to_the_person_kept(club):
    double, kept, season = named("Kåre M.").pk, named("Kåre").pk, Season.objects.get().pk
    merged()
    client = client_of(actor())
    for name, rest in (("person", []), ("person_season", [season]), ("person_lifetime", [])):
        answer = client.get(reverse(name, args=[double, *rest]))
        assert (answer.status_code, answer["Location"]) == (302, reverse(name, args=[kept, *rest]))
        page = client.get(answer["Location"])
        assert page.status_code == 200
        assert "Kåre M." not in page.text


def test_the_book_and_the_evening_show_the_person_kept(club):
    merged()
    client, evening = client_of(actor()), Evening.objects.get(date=SECOND)
    for address in (reverse("evening", args=[evening.pk]), reverse("book"), reverse("front")):
        assert "Kåre M." not in client.get(address).text


def test_a_book_that_names_the_double_means_the_person_kept(club):
    merged()
    book = "Dato;Vert;Arne;Berit;Kåre M.\n12.02.2026;Kåre M.;1;0;2\n".encode()
    with time_machine.travel(at(day(3, 6), "12.00")):
        import_book(book, actor=actor(), choices=Choices(people=True))
    evening = Evening.objects.get(date=day(2, 12))
    assert evening.host == named("Kåre")
    assert set(evening.rounds.values_list("mattis__name", flat=True)) == {"Arne", "Kåre"}


def test_the_queries_do_not_grow_with_the_doubles(club):
    merged()

    def queries():
        with CaptureQueriesContext(connection) as captured:
            books.season_facts(Season.objects.get())
            lifetimes()
            PeoplePage()
        return len(captured)

    one = queries()
    for name in ("Kåre Myhr", "K. Myhr"):
        guest(name)
        play(day(3, 19) if name < "Kåre" else day(4, 2), losers=["Arne"], present=["Arne", name])
        merged(name)
    assert queries() == one


# --- An evening under way


def test_an_evening_with_both_there_has_one_button_and_one_player():
    found_club("Arne", "Berit", "Kåre")
    guest("Kåre M.")
    evening = open_evening(THIRD, present=["Arne", "Berit", "Kåre", "Kåre M."])
    merged()
    with time_machine.travel(at(THIRD, "20.00")):
        assert [name.label for name in ToolPage(evening, 1).at_table] == ["Arne", "Berit", "Kåre"]
        one = strek(evening, "Kåre")
    assert {seat.person.name for seat in one.seats.all()} == {"Arne", "Berit", "Kåre"}


def test_who_is_down_as_the_double_plays_and_leaves_as_the_double():
    found_club("Arne", "Berit", "Kåre")
    guest("Kåre M.")
    evening = open_evening(THIRD, present=["Arne", "Berit", "Kåre M."])
    merged()
    with time_machine.travel(at(THIRD, "20.00")):
        assert arrive(evening, "Kåre").person == named("Kåre M.")  # he is here already
        one = strek(evening, "Kåre")
        assert one.mattis == named("Kåre M.")
        page = ToolPage(evening, 1)
        assert [(name.label, name.strek) for name in page.at_table] == [("Arne", 0), ("Berit", 0), ("Kåre", 1)]
        assert page.dealer == "Kåre"
        row = evening.attendances.get(person=named("Kåre M."))
        attendance.go_home(actor=actor(), attendance_id=row.pk, seen=row.version)
        assert {person.name for person in rounds.players_next(evening, 1)} == {"Arne", "Berit"}
        parted()
    assert one.mattis in {seat.person for seat in one.seats.all()}


def test_taking_back_his_presence_takes_back_both():
    found_club("Arne", "Berit", "Kåre")
    guest("Kåre M.")
    evening = open_evening(THIRD, present=["Arne", "Berit", "Kåre", "Kåre M."])
    merged()
    row = evening.attendances.get(person=named("Kåre"))
    with time_machine.travel(at(THIRD, "20.00")):
        attendance.not_here(actor=actor(), attendance_id=row.pk, seen=row.version)
    assert len(books.evening_facts(evening).came) == 2


def test_who_has_played_as_the_double_is_not_taken_away():
    found_club("Arne", "Berit", "Kåre")
    guest("Kåre M.")
    evening = open_evening(THIRD, present=["Arne", "Berit", "Kåre M."])
    with time_machine.travel(at(THIRD, "20.00")):
        strek(evening, "Arne")
        row = arrive(evening, "Kåre")
        merged()
        with pytest.raises(Refused, match="har spilt"):
            attendance.not_here(actor=actor(), attendance_id=row.pk, seen=row.version)


def test_correcting_a_round_leaves_the_double_who_played_it():
    found_club("Arne", "Berit", "Kåre")
    guest("Kåre M.")
    evening = play(THIRD, losers=["Kåre M."], present=["Arne", "Berit", "Kåre M."])
    merged()
    one = evening.rounds.get()
    seats = set(one.seats.values_list("pk", "person"))
    corrected: dict[str, Any] = {"actor": actor(), "round_id": one.pk, "seen": 1, "reason": "feil navn"}
    everybody = [*map(named, ["Arne", "Berit", "Kåre"])]
    one = rounds.correct_round(**corrected, mattis=named("Kåre"), players=everybody)
    assert (one.mattis, one.version) == (named("Kåre M."), 1)
    assert set(one.seats.values_list("pk", "person")) == seats


def test_another_host_is_not_the_double_of_the_one_there_was(club):
    merged()
    evening = Evening.objects.get(date=THIRD)
    same: dict[str, Any] = {"actor": actor(), "evening_id": evening.pk, "seen": evening.version, "day": THIRD}
    with time_machine.travel(at(day(3, 6), "12.00")):
        changed = evenings.change_evening(**same, host=named("Kåre"), place="", remark="")
        assert changed.version == evening.version
        with pytest.raises(Refused, match="Det finnes alt en kveld"):
            evenings.open_evening(actor=actor(), day=THIRD, host=named("Kåre M."))


def test_a_correction_from_the_double_to_the_person_kept_takes_the_strek_from_nobody(club):
    one = Evening.objects.get(date=FIRST).rounds.in_order()[0]
    rounds.correct_round(
        actor=actor(),
        round_id=one.pk,
        seen=1,
        mattis=named("Kåre M."),
        players=[named("Arne"), named("Kåre M.")],
        reason="feil navn",
    )
    merged()
    (change,) = books.changes_to_rounds([one.evening_id])[one.pk]
    assert (change.was, change.became) == (None, None)


# --- Refused


def test_who_played_one_round_are_two(club):
    play(day(3, 19), losers=["Berit"], present=["Arne", "Berit", "Kåre", "Kåre M."])
    with pytest.raises(Refused, match=r"spilt samme runde 19.03.2026"):
        merged()


@pytest.mark.parametrize("fall", [rounds.strike_round, rounds.void_round])
def test_a_struck_round_or_one_without_a_mattis_was_played_all_the_same(club, fall):
    evening = play(day(3, 19), losers=["Berit"], present=["Arne", "Berit", "Kåre", "Kåre M."])
    fall(actor=actor(), round_id=evening.rounds.get().pk, seen=1, reason="feil giv")
    with pytest.raises(Refused, match="samme runde"):
        merged()


def test_an_undone_round_never_was_and_cannot_come_back_once_they_are_one():
    found_club("Arne", "Berit", "Kåre")
    guest("Kåre M.")
    evening = open_evening(THIRD, present=["Arne", "Berit", "Kåre", "Kåre M."])
    with time_machine.travel(at(THIRD, "20.00")):
        one = strek(evening, "Berit")
        one = rounds.undo_round(actor=actor(), round_id=one.pk, seen=1)
        merged()
        with pytest.raises(Refused, match="slått sammen"):
            rounds.redo_round(actor=actor(), round_id=one.pk, seen=one.version)
        parted()
        rounds.redo_round(actor=actor(), round_id=one.pk, seen=one.version)


def test_a_third_who_played_with_a_double_is_not_the_same_either(club):
    merged()
    guest("Kåre Myhr")
    play(day(3, 19), losers=["Berit"], present=["Arne", "Berit", "Kåre M.", "Kåre Myhr"])
    with pytest.raises(Refused, match="samme runde"):
        merged("Kåre Myhr")


def test_two_log_ins_are_two_people(club):
    login("Kåre")
    login("Kåre M.")
    with pytest.raises(Refused, match="innlogging"):
        merged()


def test_doubles_have_one_level(club):
    merged()
    guest("Kåre Myhr")
    with pytest.raises(Refused, match=r"Kåre M\. er alt slått sammen med Kåre"):
        merged("Kåre Myhr", "Kåre M.")
    with pytest.raises(Refused, match=r"Kåre M\. er alt slått sammen med Kåre"):
        merged("Kåre", "Kåre Myhr")
    with pytest.raises(Refused, match=r"Kåre M\. er alt slått sammen med Kåre"):
        merged("Kåre M.", "Kåre Myhr")
    merged("Kåre Myhr", "Kåre")
    assert Identities().of(named("Kåre Myhr").pk) == named("Kåre").pk


def test_nobody_is_his_own_double(club):
    with pytest.raises(Refused, match="forskjellige"):
        merged("Kåre", "Kåre")


def test_merging_and_parting_twice_is_doing_it_once(club):
    merged()
    count = LogEntry.objects.count()
    merged()
    assert LogEntry.objects.count() == count
    parted()
    parted()
    assert LogEntry.objects.count() == count + 1


def test_a_page_that_is_too_old_neither_merges_nor_parts(club):
    people.rename(actor=actor(), person=named("Kåre M."), seen=1, name="Kåre M.", short_name="K", sort_name="")
    with pytest.raises(Stale):
        merge(actor=actor(), double=named("Kåre M."), kept=named("Kåre"), seen=1)
    merged()
    with pytest.raises(Stale):
        unmerge(actor=actor(), double=named("Kåre M."), seen=2)


def test_a_closed_season_is_merged_into_only_if_the_double_has_nothing_there(club):
    guest("Kåre Myhr")
    Season.objects.update(closed_at=at(day(3, 20), "12.00"))
    with pytest.raises(Refused, match="avsluttet"):
        merged()
    assert named("Kåre M.").merged_into is None
    merged("Kåre Myhr")


def test_parting_never_leaves_the_club_without_an_administrator(club):
    person = people.add_person(actor=actor(), name="Arne D.")
    user = actor()
    user.person = person
    user.save(update_fields=["person"])  # as if he had been entered twice from the start
    merged("Arne D.", "Arne")
    with pytest.raises(Refused, match="administrator"):
        parted("Arne D.")


# --- Parted again


def everything():
    """The book as all its readers see it, and the facts as the log tells them."""
    seasons = list(Season.objects.order_by("first_day"))
    read = [books.season_facts(season) for season in seasons]
    assert rebuild(LogEntry.objects.order_by("pk")) == stored()
    return (
        read,
        [standings(facts) for facts in read],
        lifetimes(),
        {person.pk: [asdict(line) for line in seasons_of(person.pk)] for person in Person.objects.all()},
        [PersonPage(person, seasons[-1]).figures for person in Person.objects.order_by("pk")],
        [[line.label for line in EveningPage(evening).lines(1)] for evening in Evening.objects.order_by("pk")],
        {model: rows for model, rows in stored().items() if model != "person"},
    )


NAMES = ("Arne", "Berit", "Carl", "Dina", "Einar", "Frode", "Geir")  # the last three are guests
night = st.tuples(
    st.lists(st.integers(0, 6), min_size=2, max_size=7, unique=True),
    st.lists(st.integers(0, 6), max_size=4),
    st.integers(0, 6),
    st.booleans(),
)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    nights=st.lists(night, min_size=1, max_size=4),
    double=st.integers(0, 6),
    kept=st.integers(0, 6),
    promoted=st.booleans(),
)
def test_any_merge_followed_by_parting_leaves_everything_as_it_was(nights, double, kept, promoted):
    with transaction.atomic():
        found_club(*NAMES[:4])
        for name in NAMES[4:]:
            guest(name)
        if promoted:
            people.add_period(
                actor=actor(), kind=MemberPeriod, person=named(NAMES[4]), first_day=day(3, 1), last_day=None
            )
        for number, (present, losers, host, recorded) in enumerate(nights):
            when = day(2 + number, 5)
            here = [NAMES[at_] for at_ in present]
            lost = [here[loser % len(here)] for loser in losers]
            if recorded:
                play(when, losers=lost, host=NAMES[host], present=here)
            else:
                evening = play(when, losers=[], host=NAMES[host], present=here)
                for name in lost:
                    _unrecorded(evening, name)
        before = everything()
        one, other = named(NAMES[double]), named(NAMES[kept])
        try:
            merge(actor=actor(), double=one, kept=other, seen=1)
        except Refused:
            assert one == other or _met(one, other)
        else:
            assert one != other
            assert not _met(one, other)
            merged_book = everything()
            assert merged_book[-1] == before[-1]
            total = sum(life.strek for life in before[2].values())
            assert sum(life.strek for life in merged_book[2].values()) == total
            unmerge(actor=actor(), double=one, seen=2)
        assert everything() == before
        transaction.set_rollback(True)


def _unrecorded(evening, name):
    with log.entry(Verb.IMPORT_BOOK, actor=actor(), evening=evening.pk) as entry:
        entry.create(Round(evening=evening, mattis=named(name), players_recorded=False))


def _met(one, other):
    played = [set(RoundPlayer.objects.filter(person=person).values_list("round", flat=True)) for person in (one, other)]
    return bool(played[0] & played[1])
