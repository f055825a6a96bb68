"""Closing a season at the annual meeting, opening it again, and what a closed season refuses."""

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from league import books
from league.club_forms import SeasonForm, initial_of
from league.errors import Refused, Stale
from league.facts import Ruling
from league.models import Evening, Leave, LogEntry, MemberPeriod, Office, Penalty, Person, QuorumChange, Round, Season
from league.services import (
    annual_meeting,
    attendance,
    evenings,
    identity,
    offices,
    penalties,
    people,
    rounds,
    rulings,
    seasons,
    settings,
)
from league.verbs import Verb
from league.wording import describe
from tests.factories import actor, at, client_of, day, found_club, login, named, open_evening, play

pytestmark = pytest.mark.django_db

MEETING = day(1, 12, 2027)
CLOSED = "Sesongen 2026 er avsluttet. Den må åpnes igjen før noe i den kan endres."


@pytest.fixture(autouse=True)
def today():
    """The day of the annual meeting, at noon."""
    with time_machine.travel(at(MEETING, "12.00"), tick=False):
        yield


def year(first: int) -> Season:
    return Season.objects.get(first_day__year=first)


def close(season: Season | None = None, *, meeting: date = MEETING, last_day: date | None = None) -> Season:
    season = season or year(2026)
    return annual_meeting.close_season(
        actor=actor(), season=season, seen=season.version, meeting=meeting, last_day=last_day
    )


def reopen(season: Season, reason: str = "en runde skal rettes") -> Season:
    return annual_meeting.reopen_season(actor=actor(), season=season, seen=season.version, reason=reason)


def spans() -> list[tuple[date, date | None]]:
    return [(season.first_day, books.last_day_of(season)) for season in Season.objects.all()]


# --- Closing


def test_two_seasons_begun_in_one_year_have_a_name_each():
    found_club("Arne", "Berit", first_day=day(2, 1))
    with time_machine.travel(at(day(12, 1), "12.00")):
        close(meeting=day(12, 1), last_day=day(11, 30))
    assert list(Season.objects.values_list("name", "first_day")) == [
        ("2026/27", day(2, 1)),
        ("2026/27 (2)", day(12, 1)),
    ]


def test_a_closed_season_has_its_meeting_and_the_next_one_begins_by_itself_with_the_same_rules():
    found_club("Arne", "Berit", percent=70)
    play(day(3, 5), losers=["Arne"])
    Season.objects.update(minimum_percent=40, penalties_count=True)
    season = close()
    assert season.closed_at is not None
    assert season.meeting == MEETING
    assert spans() == [(day(1, 1), day(12, 31)), (day(1, 1, 2027), None)]
    following = year(2027)
    assert (following.name, following.percent, following.minimum_percent, following.penalties_count) == (
        "2027",
        70,
        40,
        True,
    )
    assert following.closed_at is None
    assert list(LogEntry.objects.order_by("pk").values_list("verb", flat=True))[-2:] == [
        Verb.ADD_SEASON,
        Verb.CLOSE_SEASON,
    ]


def test_a_requirement_changed_within_the_season_goes_on_in_the_next():
    found_club("Arne", "Berit")
    QuorumChange.objects.create(first_day=day(9, 1), percent=50, whole_evening=False)
    close()
    assert (year(2027).percent, year(2027).whole_evening) == (50, False)


def test_a_season_closed_before_its_year_is_out_ends_the_day_before_so_that_the_club_can_play_tonight():
    found_club("Arne", "Berit")
    with time_machine.travel(at(day(12, 10), "18.00"), tick=False):
        close(meeting=day(12, 10))
    assert spans() == [(day(1, 1), day(12, 9)), (day(12, 10), None)]
    open_evening(day(12, 10))  # is not refused


def test_after_midnight_the_night_that_goes_on_is_still_yesterdays():
    found_club("Arne", "Berit")
    with time_machine.travel(at(day(12, 10), "01.00"), tick=False):  # on the 11th, by the clock
        assert annual_meeting.suggested_last_day(year(2026)) == day(12, 9)


def test_an_evening_held_today_is_the_last_of_the_season():
    found_club("Arne", "Berit")
    play(day(12, 10), losers=["Arne"])
    with time_machine.travel(at(day(12, 10), "23.30"), tick=False):
        close(meeting=day(12, 10))
    assert spans() == [(day(1, 1), day(12, 10)), (day(12, 11), None)]


def test_the_meeting_may_say_which_day_was_the_last():
    found_club("Arne", "Berit")
    close(last_day=day(11, 30))
    assert spans() == [(day(1, 1), day(11, 30)), (day(12, 1), None)]
    assert Season.objects.last().name == "2026/27"


@pytest.mark.parametrize("last_day", [day(3, 4), day(1, 13, 2027)])
def test_the_last_day_is_not_before_the_last_evening_nor_to_come(last_day):
    found_club("Arne", "Berit")
    play(day(3, 5), losers=["Arne"])
    with pytest.raises(Refused, match=r"ikke slutte før 05.03.2026|har ikke vært ennå"):
        close(last_day=last_day)
    assert not Season.objects.exclude(closed_at=None).exists()
    assert spans() == [(day(1, 1), None)]


@pytest.mark.parametrize("meeting", [day(12, 31, 2025), MEETING + timedelta(days=1)])
def test_the_meeting_is_not_before_the_season_nor_to_come(meeting):
    found_club("Arne", "Berit")
    with pytest.raises(Refused, match="Årsmøtet kan ikke ha vært"):
        close(meeting=meeting)


def test_a_season_whose_successor_has_begun_keeps_its_last_day():
    found_club("Arne", "Berit")
    seasons.season_for(MEETING, actor=None)
    with pytest.raises(Refused, match="ligger fast"):
        close(last_day=day(11, 30))
    close(last_day=day(12, 31))
    assert Season.objects.count() == 2


def test_closing_twice_is_closing_once():
    found_club("Arne", "Berit")
    first = close()
    again = close(first, meeting=day(1, 11, 2027))
    assert (again.closed_at, again.meeting, again.version) == (first.closed_at, MEETING, first.version)
    assert LogEntry.objects.filter(verb=Verb.CLOSE_SEASON).count() == 1


def test_closing_with_a_stale_page_is_refused():
    found_club("Arne", "Berit")
    season = close()
    reopen(season)
    with pytest.raises(Stale):
        annual_meeting.close_season(actor=actor(), season=season, seen=season.version, meeting=MEETING)


# --- What is in the way


def in_the_way(season: Season) -> list[str]:
    found = [str(refusal) for refusal in annual_meeting.in_the_way(season)]
    if found:
        with pytest.raises(Refused, match=found[0]):
            close(season)
    return found


def test_nothing_is_in_the_way_of_a_season_in_order():
    found_club("Arne", "Berit")
    play(day(3, 5), losers=["Arne"])
    assert in_the_way(year(2026)) == []


def test_an_evening_that_goes_on_is_in_the_way_of_its_own_season_alone():
    found_club("Arne", "Berit")
    open_evening(MEETING, clock="11.00")
    assert in_the_way(year(2026)) == []
    assert "Kvelden 12.01.2027 er ikke avsluttet." in in_the_way(year(2027))


def test_an_evening_nobody_closed_ended_by_itself():
    found_club("Arne", "Berit")
    open_evening(day(12, 10))
    assert in_the_way(year(2026)) == []


def test_a_contested_round_is_in_the_way_until_it_is_ruled_on():
    found_club("Arne", "Berit", "Carl")
    round_ = play(day(3, 5), losers=["Arne"]).rounds.get()
    round_ = rulings.contest_round(actor=actor(), round_id=round_.pk, seen=1, reason="kunne lagt på")
    assert in_the_way(year(2026)) == ["En runde kvelden 05.03.2026 er omstridt."]
    rulings.rule_on_round(actor=actor(), round_id=round_.pk, seen=2, ruling=Ruling.UPHOLD, reason="regel 4")
    assert in_the_way(year(2026)) == []


def test_a_season_that_has_not_begun_cannot_be_closed():
    found_club("Arne", "Berit", first_day=MEETING + timedelta(days=1))
    assert in_the_way(Season.objects.get()) == ["Sesongen 2027/28 har ikke begynt."]


def test_seasons_are_closed_in_their_order():
    found_club("Arne", "Berit", first_day=day(1, 1, 2025))
    play(day(3, 5, 2025), losers=["Arne"])
    play(day(3, 5), losers=["Arne"])
    assert in_the_way(year(2026)) == ["Sesongen 2025 må avsluttes først."]
    close(year(2025))
    assert in_the_way(year(2026)) == []


def test_an_earlier_season_without_an_evening_of_its_own_is_not_waited_for():
    found_club("Arne", "Berit", first_day=day(1, 1, 2024))
    seasons.season_for(day(1, 1), actor=None)  # 2024 and 2025 are empty
    Evening.objects.create(date=day(3, 5, 2025), imported="en gammel bok", attendance_recorded=False)
    assert in_the_way(year(2026)) == []


# --- Opening again


def test_a_season_opened_again_can_be_put_right_and_the_reason_is_logged():
    found_club("Arne", "Berit")
    evening = play(day(3, 5), losers=["Arne"])
    season = reopen(close())
    assert season.closed_at is None
    entry = LogEntry.objects.get(verb=Verb.REOPEN_SEASON)
    assert entry.reason.text == "en runde skal rettes"
    round_ = evening.rounds.get()
    rounds.strike_round(actor=actor(), round_id=round_.pk, seen=round_.version, reason="ble ikke spilt")
    close(season)
    assert spans() == [(day(1, 1), day(12, 31)), (day(1, 1, 2027), None)]


def test_opening_again_needs_a_reason_and_the_season_as_it_is():
    found_club("Arne", "Berit")
    season = close()
    with pytest.raises(Refused, match="hvorfor"):
        reopen(season, reason=" ")
    with pytest.raises(Stale):
        annual_meeting.reopen_season(actor=actor(), season=season, seen=1, reason="feil")
    assert year(2026).closed_at is not None


def test_opening_an_open_season_changes_nothing():
    found_club("Arne", "Berit")
    assert reopen(year(2026)).version == 1
    assert not LogEntry.objects.filter(verb=Verb.REOPEN_SEASON).exists()


# --- What a closed season refuses


@pytest.fixture
def closed() -> Evening:
    """The one evening of the closed season 2026: Arne, Berit and Carl played three rounds, the second is void."""
    found_club("Arne", "Berit", "Carl", "Dina", "Einar")
    people.add_period(actor=actor(), kind=Leave, person=named("Dina"), first_day=day(3, 1), last_day=day(3, 31))
    evening = play(day(3, 5), losers=["Arne", "Berit", "Carl"], present=["Arne", "Berit", "Carl"])
    second = evening.rounds.in_order()[1]
    rounds.void_round(actor=actor(), round_id=second.pk, seen=1, reason="brutt av")
    with time_machine.travel(at(day(5, 7), "12.00")):
        open_evening(day(5, 7), host="Berit", present=[])
    close()
    return evening


def first(evening: Evening) -> Round:
    return evening.rounds.in_order()[0]


def period_of(name: str) -> MemberPeriod:
    return MemberPeriod.objects.get(person__name=name)


def reopened(evening: Evening) -> Evening:
    return evenings.reopen_evening(actor=actor(), evening_id=evening.pk, seen=evening.version, reason="glemt")


LATE_WRITES: dict[str, Callable[[Evening], Any]] = {
    "correct": lambda e: rounds.correct_round(
        actor=actor(), round_id=first(e).pk, seen=1, mattis=named("Berit"), players=None, reason="feil navn"
    ),
    "strike": lambda e: rounds.strike_round(actor=actor(), round_id=first(e).pk, seen=1, reason="feil"),
    "void": lambda e: rounds.void_round(actor=actor(), round_id=first(e).pk, seen=1, reason="feil"),
    "restore": lambda e: rounds.restore_round(actor=actor(), round_id=e.rounds.in_order()[1].pk, seen=2, reason="feil"),
    "note": lambda e: rounds.note_round(
        actor=actor(), round_id=first(e).pk, seen=1, finish={}, bladmattis=None, trump="h", remark=""
    ),
    "contest": lambda e: rulings.contest_round(actor=actor(), round_id=first(e).pk, seen=1, reason="feil"),
    "reopen the evening": reopened,
    "move a round away": lambda e: rounds.move_rounds(
        actor=actor(),
        seen={first(e).pk: 1},
        to_evening_id=play(day(1, 9, 2027), losers=["Arne"]).pk,
        table=1,
        reason="feil kveld",
    ),
    "move a round in": lambda e: rounds.move_rounds(
        actor=actor(),
        seen={play(day(1, 9, 2027), losers=["Arne"]).rounds.get().pk: 1},
        to_evening_id=e.pk,
        table=1,
        reason="feil kveld",
    ),
    "attendance": lambda e: attendance.correct_attendance(
        actor=actor(),
        evening_id=e.pk,
        seen=e.version,
        present={*map(named, ("Arne", "Berit", "Carl", "Dina"))},
        reason="glemt",
    ),
    "another date within": lambda e: change_evening(e, day(3, 6)),
    "a date out of it": lambda e: change_evening(e, day(1, 9, 2027)),
    "a date into it": lambda e: change_evening(play(day(1, 9, 2027), losers=["Arne"]), day(6, 6)),
    "a forgotten evening": lambda e: evenings.open_evening(actor=actor(), day=day(6, 6), host=None),
    "discard": lambda e: evenings.discard_evening(
        actor=actor(), evening_id=Evening.objects.get(date=day(5, 7)).pk, seen=1
    ),
    "a new member": lambda e: people.add_person(actor=actor(), name="Eva", member_from=day(6, 1)),
    "a period": lambda e: people.add_period(
        actor=actor(),
        kind=MemberPeriod,
        person=people.add_person(actor=actor(), name="Eva"),
        first_day=day(12, 31),
        last_day=None,
    ),
    "an end": lambda e: people.change_period(
        actor=actor(), period=period_of("Berit"), seen=1, first_day=day(1, 1), last_day=day(6, 30)
    ),
    "a membership taken away": lambda e: people.delete_period(actor=actor(), period=period_of("Berit"), seen=1),
    "a leave": lambda e: people.add_period(
        actor=actor(), kind=Leave, person=named("Berit"), first_day=day(6, 1), last_day=None
    ),
    "a longer leave": lambda e: people.change_period(
        actor=actor(), period=Leave.objects.get(), seen=1, first_day=day(3, 1), last_day=day(4, 30)
    ),
    "a penalty": lambda e: penalties.give_penalty(
        actor=actor(), evening_id=e.pk, person=named("Berit"), reason="ufullstendig serie"
    ),
    "a merge": lambda e: identity.merge(actor=actor(), double=named("Einar"), kept=named("Berit"), seen=1),
    "another rule": lambda e: settings.change_season(
        actor=actor(), season=year(2026), seen=year(2026).version, percent=50
    ),
    "another requirement": lambda e: settings.add_quorum_change(
        actor=actor(), first_day=day(6, 1), percent=50, whole_evening=True
    ),
    "another first day of the next": lambda e: settings.change_season(
        actor=actor(), season=year(2027), seen=1, first_day=day(12, 1)
    ),
    "no leave": lambda e: people.delete_period(actor=actor(), period=Leave.objects.get(), seen=1),
}


def change_evening(evening: Evening, when: date) -> Evening:
    return evenings.change_evening(
        actor=actor(),
        evening_id=evening.pk,
        seen=evening.version,
        day=when,
        host=named("Arne"),
        place="",
        remark="",
    )


@pytest.mark.parametrize("what", LATE_WRITES)
def test_a_closed_season_refuses_every_late_write(what, closed):
    before = season_as_it_stands()
    with pytest.raises(Refused, match=CLOSED):
        LATE_WRITES[what](closed)
    assert season_as_it_stands() == before


def season_as_it_stands() -> tuple[Any, ...]:
    facts = books.season_facts(year(2026))
    return facts, list(Penalty.objects.all()), list(Round.objects.filter(evening__date__year=2026).values())


def test_what_does_not_touch_a_closed_season_is_not_refused(closed):
    people.add_person(actor=actor(), name="Gjest")
    people.change_period(
        actor=actor(), period=period_of("Dina"), seen=1, first_day=day(1, 1), last_day=day(6, 30, 2027)
    )
    people.add_person(actor=actor(), name="Eva", member_from=day(1, 1, 2027))
    play(MEETING, losers=["Arne"])
    offices.give_login(actor=actor(), person=named("Berit"), email="berit@example.org")
    people.rename(actor=actor(), person=named("Berit"), seen=1, name="Berit Moe", short_name="", sort_name="")


# --- The refusal on the page


def post(address: str, /, *args: Any, **data: Any) -> str:
    """What the chairman reads who presses the button: of the page he is sent to, if he is sent on."""
    response = client_of(actor()).post(reverse(address, args=args), data, follow=True)
    assert response.status_code in {200, 409}
    return response.content.decode()


def pressed(evening: Evening) -> dict[str, str]:
    """Every form and button that writes into the closed season, and what it answers."""
    round_ = first(evening)
    reason = {"words": "feil", "version": round_.version}
    empty = Evening.objects.get(date=day(5, 7))
    berit, carl = named("Berit"), named("Carl")
    leave = Leave.objects.get()
    everybody = [named(name).pk for name in ("Arne", "Berit", "Carl", "Einar")]
    gro = people.add_person(actor=actor(), name="Gro")
    rules = initial_of(year(2026), SeasonForm) | {"percent": 50}
    moved = {f"version_{round_.pk}": 1, "rounds": round_.pk, "table": 1, "words": "feil"}
    after = play(day(1, 9, 2027), losers=["Arne"], present=["Arne", "Berit"])
    days = {"first_day": day(6, 1), "last_day": day(6, 30), "version": 1}
    who = {"mattis": berit.pk, "players": [berit.pk, carl.pk]}
    return {
        "round_correct": post("round_correct", round_.pk, **reason, **who),
        "round_strike": post("round_strike", round_.pk, **reason),
        "round_void": post("round_void", round_.pk, **reason),
        "round_restore": post("round_restore", evening.rounds.in_order()[1].pk, words="feil", version=2),
        "round_note": post("round_note", round_.pk, trump="h", version=1),
        "rounds_move": post("rounds_move", evening.pk, evening=after.pk, **moved),
        "evening_reopen": post("evening_reopen", evening.pk, words="glemt", version=evening.version),
        "evening_edit": post("evening_edit", evening.pk, day=day(3, 6), version=evening.version),
        "evening_attendance": post(
            "evening_attendance", evening.pk, present=everybody, words="glemt", version=evening.version
        ),
        "evening_discard": post("evening_discard", empty.pk, version=1),
        "evening_open": post("evening_open", day=day(6, 6)),
        "person_add": post("person_add", name="Eva", member_from=day(6, 1)),
        "period_add": post("period_add", gro.pk, first_day=day(6, 1)),
        "period_change": post(
            "period_change", period_of("Berit").pk, first_day=day(1, 1), last_day=day(6, 1), version=1
        ),
        "period_end": post("period_end", period_of("Berit").pk, last_day=day(6, 1), version=1),
        "period_delete": post("period_delete", period_of("Berit").pk, version=1),
        "leave_add": post("leave_add", berit.pk, **days),
        "leave_change": post("leave_change", leave.pk, first_day=day(3, 1), last_day=day(4, 1), version=1),
        "leave_delete": post("leave_delete", leave.pk, version=1),
        "person_merge": post("person_merge", named("Einar").pk, kept=berit.pk, version=1),
        "penalty_give": post("penalty_give", evening.pk, person=berit.pk, words="feil"),
        "quorum_add": post("quorum_add", first_day=day(6, 1), percent=50, whole_evening="ja"),
        "season_change": post("season_change", year(2026).pk, **rules, version=year(2026).version),
    }


def test_every_page_that_writes_says_that_the_season_is_closed(closed):
    offices.give_office(actor=actor(), person=named("Arne"), kind=Office.Kind.KEEPER, first_day=day(1, 1))
    before = season_as_it_stands()
    assert [name for name, said in pressed(closed).items() if CLOSED not in said] == []
    assert season_as_it_stands() == before


BOOK = "Dato;Vert;Arne;Berit;Carl;Dina\n06.06.2026;Arne;1;0;0;0\n"


def test_an_old_book_with_an_evening_in_a_closed_season_is_refused_on_the_page_and_in_the_command(
    closed, tmp_path: Path
):
    client = client_of(actor())
    client.post(reverse("import_book"), {"book": SimpleUploadedFile("bok.csv", BOOK.encode())})
    shown = client.get(reverse("import_book"))
    seen = shown.context["page"].plan.key
    saved = client.post(reverse("import_save"), {"seen": seen}, follow=True)
    assert CLOSED in saved.content.decode()
    file = tmp_path / "bok.csv"
    file.write_text(BOOK)
    with pytest.raises(CommandError, match=CLOSED):
        call_command("import_book", str(file))
    assert not Evening.objects.filter(date=day(6, 6)).exists()


def test_an_old_book_whose_new_members_reach_into_a_closed_season_can_be_looked_over(closed):
    book = "Dato;Vert;Arne;Berit;Carl;Dina;Nils\n09.01.2027;Arne;1;0;0;0;1\n06.06.2026;Arne;1;0;0;0;1\n"
    client = client_of(actor())
    client.post(reverse("import_book"), {"book": SimpleUploadedFile("bok.csv", book.encode())})
    shown = client.get(reverse("import_book"))
    assert shown.status_code == 200
    seen = shown.context["page"].plan.key
    saved = client.post(reverse("import_save"), {"seen": seen, "people": "on"}, follow=True)
    assert CLOSED in saved.content.decode()
    assert not Person.objects.filter(name="Nils").exists()


# --- The pages


def test_the_list_of_seasons_says_which_are_closed():
    found_club("Arne", "Berit")
    close()
    said = client_of(login("Berit")).get(reverse("seasons")).content.decode()
    assert "avsluttet på årsmøtet 12.01.2027" in said
    assert "1. januar–31. desember 2026" in said
    assert "fra 01.01.2027" in said


def test_the_form_shows_what_stands_and_closes_the_season():
    found_club("Arne", "Berit", "Carl")
    play(day(3, 5), losers=["Arne", "Arne", "Berit"])
    client = client_of(actor())
    address = reverse("season_close", args=[year(2026).pk])
    form = client.get(address).content.decode()
    assert "1 kveld" in form
    assert "<dd>Carl</dd>" in "".join(form.split("\n"))
    assert 'value="2026-12-31"' in form
    done = client.post(address, {"meeting": "2027-01-12", "last_day": "2026-12-31", "version": 1}, follow=True)
    assert "Nå kan vinnerne kåres" in done.content.decode()
    assert year(2026).meeting == MEETING


def test_the_form_gives_way_to_what_is_in_the_way_with_a_link_to_it():
    found_club("Arne", "Berit", "Carl")
    evening = play(day(3, 5), losers=["Arne"])
    rulings.contest_round(actor=actor(), round_id=evening.rounds.get().pk, seen=1, reason="nei")
    client = client_of(actor())
    address = reverse("season_close", args=[year(2026).pk])
    shown = client.get(address).content.decode()
    assert "er omstridt" in shown
    assert f'href="{reverse("evening", args=[evening.pk])}"' in shown
    assert 'name="meeting"' not in shown
    refused = client.post(address, {"meeting": "2027-01-12", "last_day": "2026-12-31", "version": 1})
    assert refused.status_code == 409
    assert year(2026).closed_at is None


def test_a_bad_day_is_said_and_what_was_typed_is_kept():
    found_club("Arne", "Berit")
    address = reverse("season_close", args=[year(2026).pk])
    refused = client_of(actor()).post(address, {"meeting": "2027-02-01", "last_day": "2026-12-31", "version": 1})
    assert refused.status_code == 409
    said = refused.content.decode()
    assert "Årsmøtet kan ikke ha vært 01.02.2027" in said
    assert 'value="2027-02-01"' in said


def test_the_season_is_opened_again_from_its_page():
    found_club("Arne", "Berit")
    season = close()
    client = client_of(actor())
    address = reverse("season_reopen", args=[season.pk])
    assert address in client.get(reverse("season", args=[season.pk])).content.decode()
    client.post(address, {"words": "glemte en kveld", "version": season.version})
    assert year(2026).closed_at is None
    shown = client.get(reverse("season", args=[season.pk])).content.decode()
    assert "ble avsluttet på årsmøtet 12.01.2027 og er åpnet igjen" in shown


def test_the_log_tells_of_the_meeting_and_of_what_was_opened_again():
    found_club("Arne", "Berit")
    reopen(close())
    opened, closed = describe(list(LogEntry.objects.filter(verb__in=(Verb.CLOSE_SEASON, Verb.REOPEN_SEASON))))
    assert (closed.sentence, closed.details) == ("avsluttet sesongen 2026", ("årsmøtet: – → 12.01.2027",))
    assert (opened.sentence, opened.details) == ("åpnet sesongen 2026 igjen", ())
    assert opened.reason == "en runde skal rettes"
