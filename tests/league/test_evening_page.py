"""The evening's pages over HTTP, without a script: what is shown, what is stored, what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.facts import State
from league.models import Attendance, Evening, LogEntry, MemberPeriod, Office, Person, Round, User
from league.services import attendance, evenings, people, rounds
from tests.factories import at, client_of, day, found_club, login, named

pytestmark = pytest.mark.django_db

TONIGHT = day(11, 26)


@pytest.fixture
def keeper() -> User:
    found_club("Arne", "Berit", "Carl", "Dina", "Einar")
    return login("Einar", office=Office.Kind.KEEPER)


@pytest.fixture
def client(keeper: User) -> Client:
    return client_of(keeper)


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(at(TONIGHT, "20.00"), tick=False) as traveller:
        yield traveller


def opened(keeper: User, host: str | None = "Arne", here: str = "Arne Berit Carl Dina") -> Evening:
    evening = evenings.open_evening(actor=keeper, day=TONIGHT, host=named(host) if host else None)
    for name in here.split():
        attendance.arrive(actor=keeper, evening_id=evening.pk, person=named(name))
    return evening


def tap(client: Client, evening: Evening, name: str, token: str, table: int = 1) -> Any:
    url = reverse("round_add", args=[evening.pk, table])
    return client.post(url, {"mattis": named(name).pk, "token": token}, follow=True)


def text(response: Any) -> str:
    """What a reader sees, in one line."""
    body = re.sub(r"<(script|style|head)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def test_the_host_deals_and_leads_first_and_then_the_previous_mattis(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    assert "Arne gir og spiller ut" in text(client.get(reverse("evening", args=[evening.pk])))
    assert "Carl gir og spiller ut" in text(tap(client, evening, "Carl", "a"))


def test_where_the_host_does_not_play_the_keeper_taps_who_deals(client: Client, keeper: User) -> None:
    evening = opened(keeper, host="Arne", here="Berit Carl")
    page = client.get(reverse("evening", args=[evening.pk]))
    assert "Arne spiller ikke. Hvem gir?" in text(page)
    seat = Attendance.objects.get(person=named("Carl"))
    answer = client.post(reverse("choose_dealer", args=[seat.pk]), {"version": seat.version}, follow=True)
    assert "Carl gir og spiller ut" in text(answer)


def test_the_bar_says_enough_or_how_many_more(client: Client, keeper: User) -> None:
    evening = opened(keeper, here="Arne Berit Carl")  # 65 % of 5 is 3.25, so 4
    assert "3 av 5 – trenger 1 til" in text(client.get(reverse("evening", args=[evening.pk])))
    attendance.arrive(actor=keeper, evening_id=evening.pk, person=named("Dina"))
    assert "4 av 5 – nok" in text(client.get(reverse("evening", args=[evening.pk])))


def test_f04_the_same_tap_sent_again_is_one_strek(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    tap(client, evening, "Carl", "same")
    answer = tap(client, evening, "Carl", "same")
    assert answer.status_code == 200
    assert Round.objects.count() == 1


def test_f04_the_same_token_with_another_name_is_refused(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    tap(client, evening, "Carl", "same")
    answer = tap(client, evening, "Dina", "same")
    assert answer.status_code == 409
    assert [r.mattis for r in Round.objects.all()] == [named("Carl")]


def test_another_phone_that_logged_a_moment_ago_is_named(client: Client, keeper: User, clock: Any) -> None:
    evening = opened(keeper)
    other = login("Dina", office=Office.Kind.KEEPER)
    rounds.add_round(actor=other, evening_id=evening.pk, table=1, mattis=named("Carl"))
    clock.shift(4)
    assert "Dina førte Carl for 4 s siden – samme runde?" in text(tap(client, evening, "Carl", "mine"))
    assert Round.objects.count() == 2


def test_ones_own_quick_rounds_raise_no_question(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    tap(client, evening, "Carl", "one")
    assert "samme runde?" not in text(tap(client, evening, "Carl", "two"))


def test_f03_two_open_evenings_ask_which(client: Client, keeper: User) -> None:
    first = opened(keeper, host="Arne")
    second = opened(keeper, host="Berit")
    page = client.get(reverse("evening_today"))
    assert "Hvilken kveld?" in text(page)
    assert "hos Arne" in text(page)
    assert "hos Berit" in text(page)
    tap(client, second, "Carl", "x")
    assert (first.rounds.count(), second.rounds.count()) == (0, 1)


def test_one_open_evening_is_gone_to_at_once(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    assert client.get(reverse("evening_today"))["Location"] == reverse("evening", args=[evening.pk])


def test_each_reason_on_the_page_of_a_round_is_ticked_in_its_own_form(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    stored = rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Carl"))
    strike = reverse("round_strike", args=[stored.pk])
    refused = client.post(strike, {"version": 1})
    for page in (client.get(reverse("round_edit", args=[stored.pk])), refused):
        ids = re.findall(r' id="([^"]+)"', page.content.decode())
        assert len(ids) == len(set(ids))  # a label leads to the first element of that id
    form = refused.content.decode().partition(f'action="{strike}"')[2].partition("</form>")[0]
    assert set(re.findall(r' for="([^"]+)"', form)) <= set(re.findall(r' id="([^"]+)"', form))


def test_f06_a_stale_change_is_refused_and_says_who_was_first(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    stored = rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Carl"))
    other = login("Dina", office=Office.Kind.KEEPER)
    rounds.correct_round(
        actor=other,
        round_id=stored.pk,
        seen=1,
        mattis=named("Berit"),
        players=[named("Berit"), named("Carl")],
        reason="feil navn",
    )
    answer = client.post(reverse("round_strike", args=[stored.pk]), {"version": 1, "words": "ble ikke spilt"})
    assert answer.status_code == 409
    shown = text(answer)
    assert "Noen andre har endret dette i mellomtiden. Ingenting er lagret." in shown
    assert "Dina" in shown
    assert 'value="ble ikke spilt"' in answer.content.decode()  # nothing typed is lost
    stored.refresh_from_db()
    assert stored.state == State.STANDING


def test_f06_who_has_read_what_changed_may_save_all_the_same(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    other = login("Dina", office=Office.Kind.KEEPER)
    facts: dict[str, Any] = {"day": TONIGHT, "host": named("Berit"), "remark": ""}
    evenings.change_evening(actor=other, evening_id=evening.pk, seen=1, place="hytta", **facts)
    page = reverse("evening_edit", args=[evening.pk])
    typed = {"day": TONIGHT.isoformat(), "host": named("Berit").pk, "place": "låven"}
    answer = client.post(page, typed | {"version": 1})
    assert "sted: – → hytta" in text(answer)
    shown = re.search(r'name="version" value="(\d+)"', answer.content.decode())
    assert shown
    client.post(page, typed | {"version": shown.group(1)})
    evening.refresh_from_db()
    assert evening.place == "låven"


def test_a_corrected_round_shows_what_it_was_and_why(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    stored = rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Carl"))
    players = [named(name).pk for name in ("Arne", "Berit", "Carl", "Dina")]
    form = {"version": 1, "mattis": named("Dina").pk, "players": players, "chip": "feil navn"}
    answer = client.post(reverse("round_correct", args=[stored.pk]), form, follow=True)
    assert "Rettet fra Carl: feil navn" in text(answer)


def test_a_correction_without_a_reason_is_refused(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    stored = rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Carl"))
    form = {"version": 1, "mattis": named("Dina").pk, "players": [named("Dina").pk, named("Carl").pk]}
    answer = client.post(reverse("round_correct", args=[stored.pk]), form)
    assert answer.status_code == 409
    assert "Velg eller skriv en begrunnelse." in text(answer)
    stored.refresh_from_db()
    assert stored.mattis == named("Carl")


def test_a_forgotten_round_is_put_in_its_place_and_numbers_follow(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    first = rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Arne"))
    rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Carl"))
    players = [named(name).pk for name in ("Arne", "Berit", "Carl")]
    form = {"after": first.pk, "mattis": named("Berit").pk, "players": players, "token": "t"}
    answer = client.post(reverse("round_insert", args=[evening.pk, 1]), form, follow=True)
    assert answer.status_code == 200
    assert [r.mattis.name for r in evening.rounds.in_order().select_related("mattis")] == ["Arne", "Berit", "Carl"]


def test_f01_a_round_moved_to_another_evening_takes_its_strek_along(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    stored = rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Arne"))
    target = evenings.open_evening(actor=keeper, day=day(11, 12), host=named("Berit"))
    form = {
        "rounds": [stored.pk],
        f"version_{stored.pk}": stored.version,
        "evening": target.pk,
        "table": 1,
        "chip": "ført på feil kveld",
    }
    answer = client.post(reverse("rounds_move", args=[evening.pk]), form, follow=True)
    assert answer.status_code == 200
    assert (evening.rounds.count(), target.rounds.count()) == (0, 1)
    entry = LogEntry.objects.get(verb="move_rounds")
    moved = next(change for change in entry.changes if change["model"] == "round")
    assert (moved["before"]["evening_id"], moved["after"]["evening_id"]) == (evening.pk, target.pk)


def test_f01_the_rounds_to_move_say_their_table_where_there_are_several(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Arne"))
    move = reverse("rounds_move", args=[evening.pk])
    assert " 1. Arne " in text(client.get(move))
    for name in ("Carl", "Dina"):
        seat = Attendance.objects.get(person=named(name))
        attendance.change_table(actor=keeper, attendance_id=seat.pk, seen=seat.version, table=2)
    rounds.add_round(actor=keeper, evening_id=evening.pk, table=2, mattis=None, reason="brutt av")
    rounds.add_round(actor=keeper, evening_id=evening.pk, table=2, mattis=named("Carl"))
    shown = text(client.get(move))
    assert "bord 1, 1. Arne bord 2, uten Mattis bord 2, 1. Carl" in shown


def test_an_evening_nobody_closed_says_when_it_ended(client: Client, keeper: User, clock: Any) -> None:
    evening = opened(keeper)
    address = reverse("evening", args=[evening.pk])
    clock.move_to(at(day(11, 27), "06.00"))
    assert "Ingen avsluttet kvelden. Den tok slutt kl. 06.00." in text(client.get(address))
    client.post(reverse("evening_close", args=[evening.pk]), {"version": evening.version})
    assert "Ingen avsluttet kvelden" not in text(client.get(address))


def test_an_evening_in_progress_has_not_failed_to_count_yet(client: Client, keeper: User, clock: Any) -> None:
    evening = opened(keeper, here="Arne Berit")
    address = reverse("evening", args=[evening.pk])
    member = client_of(login("Berit"))
    during = text(member.get(address))
    assert "2 av 5 – trenger 2 til" in during
    assert "Teller ikke" not in during
    clock.move_to(at(day(11, 27), "06.00"))
    assert "Teller ikke: 2 av 5, trengte 4" in text(member.get(address))


def test_rounds_of_unknown_order_say_so(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    stored = rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Arne"))
    client.post(reverse("evening_close", args=[evening.pk]), {"version": evening.version})
    address = reverse("evening", args=[evening.pk])
    assert "Rekkefølgen er ikke ført." not in text(client.get(address))
    Round.objects.filter(pk=stored.pk).update(place=None)  # as an old book's are
    assert "Rekkefølgen er ikke ført." in text(client.get(address))


def test_an_ended_evening_refuses_strek_until_it_is_opened_again(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    client.post(reverse("evening_close", args=[evening.pk]), {"version": evening.version})
    assert "Kvelden er avsluttet" in text(tap(client, evening, "Carl", "late"))
    assert Round.objects.count() == 0
    evening.refresh_from_db()
    form = {"version": evening.version, "chip": "glemte en runde"}
    client.post(reverse("evening_reopen", args=[evening.pk]), form)
    tap(client, evening, "Carl", "late again")
    assert Round.objects.count() == 1


def test_f15_a_guest_is_one_tap_and_never_suggested_another_year(client: Client, keeper: User, clock: Any) -> None:
    evening = opened(keeper)
    client.post(reverse("guest_add", args=[evening.pk, 1]), {"token": "g"})
    client.post(reverse("guest_add", args=[evening.pk, 1]), {"token": "g"})
    assert Person.objects.filter(name="Gjest 1").count() == 1
    client.post(reverse("guest_add", args=[evening.pk, 1]), {"token": "h", "name": "Onkel Per"})
    client.post(reverse("evening_close", args=[evening.pk]), {"version": 1})
    clock.move_to(at(day(12, 10), "20.00"))
    same_year = evenings.open_evening(actor=keeper, day=day(12, 10), host=named("Arne"))
    assert "+ Onkel Per" in text(client.get(reverse("evening", args=[same_year.pk])))
    assert "+ Gjest 1" not in text(client.get(reverse("evening", args=[same_year.pk])))
    clock.move_to(at(day(1, 7, 2027), "20.00"))
    next_year = evenings.open_evening(actor=keeper, day=day(1, 7, 2027), host=named("Arne"))
    assert "Onkel Per" not in text(client.get(reverse("evening", args=[next_year.pk])))


def test_f15_a_guest_without_a_name_is_offered_at_his_own_evening_only(client: Client, keeper: User) -> None:
    earlier = evenings.open_evening(actor=keeper, day=day(11, 12), host=named("Arne"))
    attendance.add_guest(actor=keeper, evening_id=earlier.pk, table=1, token="g")
    attendance.add_guest(actor=keeper, evening_id=earlier.pk, table=1, name="Onkel Per", token="h")
    tonight = opened(keeper)
    there = text(client.get(reverse("evening_attendance", args=[earlier.pk])))
    assert "Gjest 1" in there
    for address in (
        reverse("evening_attendance", args=[tonight.pk]),
        reverse("evening_edit", args=[tonight.pk]),
        reverse("evening_new"),
    ):
        shown = text(client.get(address))
        assert "Onkel Per" in shown
        assert "Gjest 1" not in shown


def test_a_remark_ends_as_it_was_written(client: Client, keeper: User) -> None:
    evening = evenings.open_evening(actor=keeper, day=day(11, 12), host=named("Arne"), remark="Fint vær!")
    evenings.close_evening(actor=keeper, evening_id=evening.pk, seen=evening.version)
    assert "Hos Arne. Fint vær! " in text(client.get(reverse("evening", args=[evening.pk])))


def test_f10_an_old_evening_offers_those_who_were_members_that_day(client: Client, keeper: User) -> None:
    period = MemberPeriod.objects.get(person=named("Dina"))
    people.change_period(actor=keeper, period=period, seen=1, first_day=period.first_day, last_day=day(6, 30))
    old = evenings.open_evening(actor=keeper, day=day(3, 5), host=named("Arne"))
    evenings.reopen_evening(actor=keeper, evening_id=old.pk, seen=old.version, reason="føres etterpå")
    shown = text(client.get(reverse("evening", args=[old.pk])))
    assert "+ Dina" in shown
    assert "0 av 5" in shown
    assert "+ Dina" not in text(client.get(reverse("evening", args=[opened(keeper).pk])))


def test_two_tables_have_their_own_players_rounds_and_deal(client: Client, keeper: User) -> None:
    evening = opened(keeper, here="Arne Berit Carl Dina Einar")
    for name in ("Dina", "Einar"):
        seat = Attendance.objects.get(person=named(name))
        client.post(reverse("change_table", args=[seat.pk, 2]), {"version": seat.version})
    tap(client, evening, "Carl", "one", table=1)
    tap(client, evening, "Dina", "two", table=2)
    assert "Carl gir og spiller ut" in text(client.get(reverse("evening_table", args=[evening.pk, 1])))
    assert "Dina gir og spiller ut" in text(client.get(reverse("evening_table", args=[evening.pk, 2])))
    assert {r.table: r.seats.count() for r in Round.objects.all()} == {1: 3, 2: 2}


def test_a_tap_for_one_not_at_the_table_makes_him_present(client: Client, keeper: User) -> None:
    evening = opened(keeper, here="Arne Berit")
    tap(client, evening, "Carl", "x")
    assert Attendance.objects.get(person=named("Carl")).present


def test_the_pages_queries_do_not_grow_with_the_evening(
    client: Client, keeper: User, django_assert_max_num_queries: Any
) -> None:
    evening = opened(keeper, here="Arne Berit")
    url = reverse("evening", args=[evening.pk])
    with django_assert_max_num_queries(100) as few:
        tap(client, evening, "Arne", "0")
        client.get(url)
    before = len(few)
    for name in ("Carl", "Dina", "Einar"):
        attendance.arrive(actor=keeper, evening_id=evening.pk, person=named(name))
    for number in range(20):
        rounds.add_round(
            actor=keeper, evening_id=evening.pk, table=1, mattis=named(("Arne", "Carl", "Dina")[number % 3])
        )
    with django_assert_max_num_queries(before):
        tap(client, evening, "Arne", "21")
        client.get(url)


def test_f24_an_evening_opened_after_midnight_belongs_to_the_day_before(client: Client, clock: Any) -> None:
    clock.move_to(at(TONIGHT, "01.30"))  # the night after
    page = client.get(reverse("evening_new")).content.decode()
    assert 'value="2026-11-26"' in page


def test_the_member_who_has_waited_longest_is_suggested_as_host(client: Client, keeper: User) -> None:
    for month, host in ((1, "Berit"), (2, "Arne"), (3, "Carl"), (4, "Einar"), (5, "Dina")):
        evenings.open_evening(actor=keeper, day=day(month, 8), host=named(host))
    page = client.get(reverse("evening_new")).content.decode()
    assert f'<option value="{named("Berit").pk}" selected>' in page


def test_a_presence_tapped_by_mistake_can_be_taken_back_until_he_has_played(client: Client, keeper: User) -> None:
    evening = opened(keeper)
    seat = Attendance.objects.get(person=named("Dina"))
    address = reverse("not_here", args=[seat.pk])
    assert address in client.get(reverse("evening", args=[evening.pk])).content.decode()
    client.post(address, {"version": seat.version})
    seat.refresh_from_db()
    assert not seat.present
    tap(client, evening, "Dina", "x")
    assert address not in client.get(reverse("evening", args=[evening.pk])).content.decode()
