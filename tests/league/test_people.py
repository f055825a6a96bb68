"""Members and guests as facts: names, member periods, leave."""

import pytest
import time_machine
from django.db import models

from league.errors import Refused, Stale
from league.models import Leave, LogEntry, MemberPeriod, Office, Person, PersonalText, User
from league.replay import stored
from league.services import attendance, identity, offices, people
from league.verbs import Verb
from tests.factories import actor, at, day, found_club, guest, login, member, named, open_evening, play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def club():
    return found_club("Arne", "Berit", "Carl")


def add(kind, name, first_day, last_day=None):
    return people.add_period(actor=actor(), kind=kind, person=named(name), first_day=first_day, last_day=last_day)


def change(period, first_day, last_day, seen=1):
    return people.change_period(actor=actor(), period=period, seen=seen, first_day=first_day, last_day=last_day)


def only_period(name):
    return MemberPeriod.objects.get(person=named(name))


# --- Who is a member on a day


def test_both_days_of_a_period_are_included():
    member("Kåre", day(2, 1), day(2, 28))
    members = {on: named("Kåre") in Person.objects.members_on(on) for on in (day(1, 31), day(2, 1), day(2, 28))}
    assert members == {day(1, 31): False, day(2, 1): True, day(2, 28): True}
    assert named("Kåre") not in Person.objects.members_on(day(3, 1))


def test_he_may_leave_and_come_back():
    member("Kåre", day(2, 1), day(2, 28))
    add(MemberPeriod, "Kåre", day(6, 1))
    assert named("Kåre") in Person.objects.members_on(day(12, 31, 2030))
    assert named("Kåre") not in Person.objects.members_on(day(5, 31))


@pytest.mark.parametrize(
    ("first_day", "last_day"),
    [(day(2, 28), None), (day(1, 1), day(2, 1)), (day(2, 10), day(2, 10)), (day(1, 1), None)],
)
def test_overlapping_periods_are_refused(first_day, last_day):
    member("Kåre", day(2, 1), day(2, 28))
    with pytest.raises(Refused, match="overlapper"):
        add(MemberPeriod, "Kåre", first_day, last_day)


def test_a_period_may_begin_the_day_after_another_ends():
    member("Kåre", day(2, 1), day(2, 28))
    add(MemberPeriod, "Kåre", day(3, 1))
    assert named("Kåre").periods.count() == 2


def test_a_period_that_ends_before_it_begins_is_refused():
    with pytest.raises(Refused, match="før første dag"):
        add(MemberPeriod, guest("Kåre").name, day(2, 2), day(2, 1))
    with pytest.raises(Refused, match="før første dag"):
        change(only_period("Berit"), day(2, 2), day(2, 1))


def test_leave_outside_every_membership_is_refused():
    member("Kåre", day(2, 1), day(2, 28))
    with pytest.raises(Refused, match="ikke medlem"):
        add(Leave, "Kåre", day(3, 1))
    with pytest.raises(Refused, match="ikke medlem"):
        change(add(Leave, "Kåre", day(2, 10), day(2, 20)), day(4, 1), day(4, 2))


def test_the_leaves_of_two_people_do_not_disturb_each_other():
    add(Leave, "Berit", day(2, 1))
    add(Leave, "Carl", day(2, 1))
    assert Leave.objects.count() == 2


# --- Changing and ending


def test_a_period_changed_in_the_meantime_is_stale_and_says_by_what():
    period = only_period("Berit")
    change(period, day(1, 15), None)
    with pytest.raises(Stale) as stale:
        change(period, day(1, 20), None)
    assert [entry.verb for entry in stale.value.entries] == [Verb.CHANGE_PERIOD]
    assert only_period("Berit").first_day == day(1, 15)


def test_the_row_a_page_has_read_stays_as_it_was():
    period = only_period("Berit")
    change(period, day(1, 15), None)
    assert (period.first_day, period.version) == (day(1, 1), 1)


def test_what_was_deleted_in_the_meantime_is_refused_in_words():
    leave = add(Leave, "Berit", day(2, 1))
    people.delete_period(actor=actor(), period=leave, seen=1)
    with pytest.raises(Refused, match="slettet"):
        people.delete_period(actor=actor(), period=leave, seen=1)


def test_leave_and_offices_end_with_the_membership():
    login("Berit", office=Office.Kind.KEEPER)
    add(Leave, "Berit", day(5, 1))
    add(Leave, "Berit", day(2, 1), day(2, 28))
    change(only_period("Berit"), day(1, 1), day(6, 30))
    assert Office.objects.get(person=named("Berit")).last_day == day(6, 30)
    assert [leave.last_day for leave in named("Berit").leaves.all()] == [day(2, 28), day(6, 30)]


def test_what_was_to_begin_after_the_last_day_never_does():
    add(Leave, "Berit", day(8, 1))
    change(only_period("Berit"), day(1, 1), day(6, 30))
    assert not named("Berit").leaves.exists()


def test_an_office_in_a_later_membership_stays():
    member("Kåre", day(1, 1), day(3, 31))
    add(MemberPeriod, "Kåre", day(6, 1))
    offices.give_office(actor=actor(), person=named("Kåre"), kind=Office.Kind.KEEPER, first_day=day(7, 1))
    change(named("Kåre").periods.first(), day(1, 1), day(2, 28))
    assert Office.objects.get(person=named("Kåre")).last_day is None


def test_the_last_administrator_stays_a_member():
    with pytest.raises(Refused, match="administrator"):
        change(only_period("Arne"), day(1, 1), day(6, 30))
    login("Berit", office=Office.Kind.ADMINISTRATOR)
    change(only_period("Arne"), day(1, 1), day(6, 30))
    assert only_period("Arne").last_day == day(6, 30)


def test_a_mistyped_period_is_deleted_and_stands_in_the_log():
    leave = add(Leave, "Berit", day(2, 1))
    people.delete_period(actor=actor(), period=leave, seen=1)
    assert not Leave.objects.exists()
    entry = LogEntry.objects.first()
    assert entry is not None
    assert entry.verb == Verb.DELETE_LEAVE
    assert entry.changes[0]["before"]["first_day"] == "2026-02-01"
    assert entry.changes[0]["after"] is None


# --- Names


def test_f18_a_new_name_is_the_same_person_everywhere():
    evening = play(day(3, 5), losers=["Berit"])
    berit = named("Berit")
    people.rename(actor=actor(), person=berit, seen=1, name="Berit Myhr", short_name="", sort_name="")
    assert evening.rounds.get().mattis.name == "Berit Myhr"
    assert named("Berit Myhr").pk == berit.pk
    entry = LogEntry.objects.filter(verb=Verb.RENAME).get()
    old, new = entry.changes[0]["before"]["name"], entry.changes[0]["after"]["name"]
    texts = dict(PersonalText.objects.values_list("pk", "text"))
    assert (texts[old["text"]], texts[new["text"]]) == ("Berit", "Berit Myhr")


def test_f18_two_may_share_a_name_and_stay_apart():
    first, second = guest("Ola"), guest("Ola")
    evening = open_evening(day(3, 5))
    with time_machine.travel(at(day(3, 5), "20.00")):
        attendance.arrive(actor=actor(), evening_id=evening.pk, person=first)
    assert first.pk != second.pk
    assert first.attendances.count() == 1
    assert not second.attendances.exists()


def test_a_name_changed_in_the_meantime_is_stale():
    berit = named("Berit")
    people.rename(actor=actor(), person=berit, seen=1, name="Berit Myhr", short_name="", sort_name="")
    with pytest.raises(Stale):
        people.rename(actor=actor(), person=berit, seen=1, name="Berit Nes", short_name="", sort_name="")


def test_a_person_has_a_name():
    with pytest.raises(Refused, match="navn"):
        people.add_person(actor=actor(), name="  ")
    with pytest.raises(Refused, match="navn"):
        people.rename(actor=actor(), person=named("Berit"), seen=1, name=" ", short_name="", sort_name="")


def test_f15_a_member_needs_no_log_in():
    play(day(3, 5), losers=["Carl"])
    assert not User.objects.filter(person=named("Carl")).exists()
    assert named("Carl").strek.count() == 1


# --- Deleting


def test_who_has_no_history_is_deleted():
    people.delete_person(actor=actor(), person=guest("Ola"))
    assert not Person.objects.filter(name="Ola").exists()
    assert LogEntry.objects.filter(verb=Verb.DELETE_PERSON).exists()


HISTORIES = {
    "member": lambda ola: people.add_period(
        actor=actor(), kind=MemberPeriod, person=ola, first_day=day(1, 1), last_day=None
    ),
    "present": lambda ola: open_evening(day(3, 5), present=["Ola"]),
    "office": lambda ola: offices.give_office(actor=actor(), person=ola, kind=Office.Kind.KEEPER, first_day=day(1, 1)),
    "log-in": lambda ola: offices.give_login(actor=actor(), person=ola, email="ola@example.org"),
    "host": lambda ola: open_evening(day(3, 5), host="Ola"),
    "round": lambda ola: play(day(3, 5), losers=["Ola"], present=["Arne", "Ola"]),
    "double": lambda ola: identity.merge(actor=actor(), double=guest("O."), kept=ola, seen=1),
}


@pytest.mark.parametrize("history", HISTORIES.values(), ids=HISTORIES.keys())
def test_who_has_history_is_not_deleted(history):
    ola = guest("Ola")
    history(ola)
    with pytest.raises(Refused, match="historie"):
        people.delete_person(actor=actor(), person=ola)
    assert named("Ola") == ola


@pytest.mark.parametrize("history", HISTORIES.values(), ids=HISTORIES.keys())
def test_f19_not_even_the_database_lets_go_of_who_has_history(history):
    history(guest("Ola"))
    before = stored()
    for delete in (named("Ola").delete, Person.objects.filter(name="Ola").delete, Person.objects.all().delete):
        with pytest.raises(models.ProtectedError):
            delete()
    assert stored() == before


def test_f19_who_has_written_in_the_log_has_history():
    login("Berit")
    before = stored()
    with pytest.raises(models.ProtectedError):
        actor().delete()
    with pytest.raises(models.ProtectedError):
        User.objects.all().delete()
    assert stored() == before


def test_every_row_that_names_a_person_holds_on_to_him():
    """A new model whose key to a person would let him be deleted has to be thought about."""
    loose = [
        str(relation.field)
        for relation in Person._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ForeignObjectRel) and relation.on_delete is not models.PROTECT
    ]
    assert loose == ["league.PersonalText.person"], "the log outlives whom it tells of"
