"""Evenings to come: calling in, answering, reminding, and opening the evening with those who said yes."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.coming import WITH_ANSWERS, Coming
from league.environment import NO_MAIL
from league.errors import Refused, Stale
from league.models import Answer, Attendance, Evening, Invitation, Leave, LogEntry, MemberPeriod, Office, User
from league.services import attendance, evenings, invitations, offices, penalties, people
from league.verbs import Verb
from tests.factories import NAMES, PASSWORD, actor, at, client_of, day, found_club, guest, login, member, named, play
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

NOVEMBER = day(11, 26)
DECEMBER = day(12, 3)


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(at(NOVEMBER, "12.00"), tick=False) as traveller:
        yield traveller


@pytest.fixture
def keeper() -> User:
    """Twelve members, who need eight: 65 % of twelve is 7,8."""
    found_club()
    return login("Kåre", office=Office.Kind.KEEPER)


def invited(host: str | None = "Kåre", **others: Any) -> Invitation:
    facts: dict[str, Any] = {"starts_at": at(DECEMBER, "19.00"), "host": named(host) if host else None} | others
    return invitations.invite(actor=actor(), **facts)


def answer(invitation: Invitation, name: str, coming: bool = True, seen: int = 0) -> Answer:
    return invitations.answer_invitation(
        actor=actor(), invitation=invitation, person=named(name), coming=coming, seen=seen
    )


def judged(invitation: Invitation) -> Coming:
    return Coming(WITH_ANSWERS.get(pk=invitation.pk))


def words(client: Client, invitation: Invitation) -> str:
    return said(page(client, "invitation", invitation.pk))


# --- Is it enough


def test_f30_the_page_says_how_many_have_said_yes_and_how_many_are_lacking(keeper: User) -> None:
    coming = invited()
    for name in NAMES[:7]:
        answer(coming, name)
    assert "7 av 12 ja – trenger 1 til (8)" in words(client_of(keeper), coming)
    answer(coming, NAMES[7])
    assert "8 av 12 ja – nok" in words(client_of(keeper), coming)


def test_f30_it_is_reckoned_anew_when_a_member_joins_or_leaves_or_goes_on_leave(keeper: User) -> None:
    coming = invited()
    for name in NAMES[:7]:
        answer(coming, name)
    member("Mari", day(12, 1))
    assert (judged(coming).quorum.members, judged(coming).quorum.needed) == (13, 9)  # 8,45
    liv = MemberPeriod.objects.get(person=named("Liv"))
    people.change_period(
        actor=actor(), period=liv, seen=1, first_day=liv.first_day, last_day=DECEMBER - timedelta(days=1)
    )
    assert (judged(coming).quorum.members, judged(coming).quorum.needed) == (12, 8)
    people.add_period(actor=actor(), kind=Leave, person=named("Jorunn"), first_day=DECEMBER, last_day=None)
    assert (judged(coming).quorum.members, judged(coming).quorum.needed) == (11, 8)  # 7,15
    berit = MemberPeriod.objects.get(person=named("Berit"))
    people.change_period(actor=actor(), period=berit, seen=1, first_day=berit.first_day, last_day=day(11, 30))
    quorum = judged(coming).quorum
    assert (quorum.present, quorum.members, quorum.needed) == (6, 10, 7)  # her yes goes with her; 6,5


def test_who_is_on_leave_is_asked_for_nothing_and_counts_once_he_says_yes(keeper: User) -> None:
    people.add_period(actor=actor(), kind=Leave, person=named("Liv"), first_day=DECEMBER, last_day=None)
    coming = invited()
    groups = dict(judged(coming).groups)
    assert [reply.label for reply in groups["away"]] == ["Liv"]
    assert "Liv" not in [reply.label for reply in groups["silent"]]
    assert judged(coming).quorum.members == 11
    answer(coming, "Liv")
    assert (judged(coming).quorum.present, judged(coming).quorum.members) == (1, 12)


def test_the_names_stand_under_what_they_answered(keeper: User) -> None:
    coming = invited()
    answer(coming, "Berit")
    answer(coming, "Arne")
    answer(coming, "Carl", coming=False)
    groups = {kind: [reply.label for reply in replies] for kind, replies in judged(coming).groups}
    assert groups == {"yes": ["Arne", "Berit"], "no": ["Carl"], "silent": list(NAMES[3:]), "away": []}


# --- Answering


def test_a_member_answers_with_one_tap_and_may_change_his_mind(keeper: User) -> None:
    coming = invited()
    client = client_of(login("Dina"))
    url = reverse("invitation_answer", args=[coming.pk])
    for _twice in range(2):
        assert client.post(url, {"coming": "ja", "version": "0"}).status_code == 302
    mine = Answer.objects.get()
    assert (mine.person.name, mine.coming, mine.version) == ("Dina", True, 1)
    client.post(url, {"coming": "nei", "version": "1"})
    assert [(one.coming, one.version) for one in Answer.objects.all()] == [(False, 2)]
    assert LogEntry.objects.filter(verb=Verb.ANSWER).count() == 2


def test_f07_an_answer_given_after_the_log_in_ran_out_is_stored_on_return(keeper: User) -> None:
    coming = invited()
    login("Dina")
    client = Client()
    client.post(reverse("invitation_answer", args=[coming.pk]), {"coming": "ja", "version": "0"})
    client.post("/logg-inn/", {"login": "dina@example.org", "password": PASSWORD})
    assert client.get(reverse("pending_tap"))["Location"] == reverse("invitation", args=[coming.pk])
    assert Answer.objects.get().person == named("Dina")


def test_an_answer_somebody_else_has_changed_is_not_written_over(keeper: User) -> None:
    coming = invited()
    answer(coming, "Dina")
    with pytest.raises(Stale):
        answer(coming, "Dina", coming=False, seen=0)
    response = client_of(login("Dina")).post(
        reverse("invitation_answer", args=[coming.pk]), {"coming": "nei", "version": "0"}
    )
    assert response.status_code == 409
    assert "svarte for Dina: ja" in said(response.text)
    assert Answer.objects.get().coming


def test_only_the_keeper_answers_for_others(keeper: User) -> None:
    coming = invited()
    url = reverse("invitation_answer", args=[coming.pk])
    body = {"coming": "ja", "version": "0", "person": named("Berit").pk}
    assert client_of(login("Dina")).post(url, body).status_code == 403
    assert not Answer.objects.exists()
    assert client_of(keeper).post(url, body).status_code == 302
    assert Answer.objects.get().person == named("Berit")


def test_nobody_but_members_of_that_day_answers(keeper: User) -> None:
    coming = invited()
    guest("Onkel Per")
    with pytest.raises(Refused, match="Onkel Per er ikke medlem den dagen"):
        answer(coming, "Onkel Per")


@pytest.mark.parametrize("body", [{}, {"coming": "kanskje"}, {"coming": "ja", "version": "x"}])
def test_an_answer_that_makes_no_sense_breaks_nothing(keeper: User, body: dict[str, str]) -> None:
    coming = invited()
    response = client_of(keeper).post(reverse("invitation_answer", args=[coming.pk]), body)
    assert response.status_code == 302


def test_a_deadline_that_has_passed_is_said_and_one_may_answer_all_the_same(keeper: User, clock: Any) -> None:
    coming = invited(answer_by=day(12, 1))
    assert "Svar innen 01.12.2026" in words(client_of(keeper), coming)
    clock.move_to(at(day(12, 2), "12.00"))
    assert "Svarfristen gikk ut 01.12.2026" in words(client_of(keeper), coming)
    assert answer(coming, "Dina").coming


def test_nobody_answers_once_the_evening_is_opened_cancelled_or_past(keeper: User, clock: Any) -> None:
    opened, cancelled, past = (
        invited(),
        invited("Arne"),
        invited("Berit"),
    )
    invitations.cancel_invitation(actor=actor(), invitation=cancelled, seen=1)
    clock.move_to(at(DECEMBER, "19.00"))
    answer(past, "Dina")
    invitations.open_invited(actor=actor(), invitation=opened, with_answers=True)
    clock.move_to(at(day(12, 4), "06.00"))
    for invitation, why in ((opened, "alt åpnet"), (cancelled, "avlyst"), (past, "over")):
        with pytest.raises(Refused, match=why):
            answer(invitation, "Dina", coming=False, seen=1)
        assert client_of(keeper).get(reverse("invitation", args=[invitation.pk])).status_code == 200


# --- Calling in


def test_the_next_evening_is_suggested_a_fortnight_after_the_last_with_the_next_host(keeper: User) -> None:
    with time_machine.travel(at(day(11, 19), "23.00"), tick=False):
        play(day(11, 19), losers=["Arne"], host="Arne")
    form = client_of(keeper).get(reverse("invitation_add")).context["form"]
    first = form.initial
    assert (first["day"], f"{first['time']:%H.%M}", first["host"]) == (DECEMBER, "19.00", named("Berit").pk)
    invited("Berit")
    second = client_of(keeper).get(reverse("invitation_add")).context["form"].initial
    assert (second["day"], second["host"]) == (day(12, 17), named("Carl").pk)  # Arne has just been host


def test_an_old_evening_suggests_the_first_fortnight_that_is_to_come(keeper: User) -> None:
    with time_machine.travel(at(day(10, 1), "23.00"), tick=False):
        play(day(10, 1), losers=["Arne"], host="Arne")
    form = client_of(keeper).get(reverse("invitation_add")).context["form"]
    assert form.initial["day"] == NOVEMBER


def test_the_keeper_calls_in_and_the_form_keeps_what_cannot_be(keeper: User) -> None:
    client = client_of(keeper)
    body = {"day": "2026-12-03", "time": "19.00", "host": named("Kåre").pk, "place": "hytta", "answer_by": "01.12.2026"}
    response = client.post(reverse("invitation_add"), body)
    made = Invitation.objects.get()
    assert response["Location"] == reverse("invitation", args=[made.pk])
    assert (made.starts_at, made.answer_by, made.place) == (at(DECEMBER, "19.00"), day(12, 1), "hytta")
    for wrong, why in (
        (body, "Det er alt kalt inn til 03.12.2026 hos Kåre."),
        (body | {"day": "2026-11-25"}, "Det kan ikke kalles inn til 25.11.2026."),
        (body | {"day": "2036-12-03"}, "Det kan ikke kalles inn til 03.12.2036."),
        (body | {"day": "2026-12-10", "answer_by": "2026-12-11"}, "Svarfristen er etter kvelden."),
    ):
        response = client.post(reverse("invitation_add"), wrong)
        assert response.status_code == 409
        assert why in response.text
        assert 'value="hytta"' in response.text
    assert Invitation.objects.count() == 1


def test_on_another_day_everybody_answers_anew_and_at_another_hour_nobody(keeper: User) -> None:
    coming = invited()
    answer(coming, "Dina")
    facts: dict[str, Any] = {"actor": actor(), "host": None, "place": "", "remark": "vafler", "answer_by": None}
    coming = invitations.change_invitation(**facts, invitation=coming, seen=1, starts_at=at(DECEMBER, "18.00"))
    assert Answer.objects.count() == 1
    with pytest.raises(Stale):
        invitations.change_invitation(**facts, invitation=coming, seen=1, starts_at=at(day(12, 10), "18.00"))
    invitations.change_invitation(**facts, invitation=coming, seen=2, starts_at=at(day(12, 10), "18.00"))
    assert not Answer.objects.exists()


def test_a_cancelled_evening_stays_in_the_list_and_says_so(keeper: User) -> None:
    coming = invited()
    client = client_of(keeper)
    version = {"version": "1"}
    assert client.post(reverse("invitation_cancel", args=[coming.pk]), version).status_code == 302
    assert client.post(reverse("invitation_cancel", args=[coming.pk]), version).status_code == 302
    assert LogEntry.objects.filter(verb=Verb.CANCEL_INVITATION).count() == 1
    assert "avlyst" in said(page(client, "invitations"))
    assert "Avlyst 26.11.2026." in words(client, coming)
    assert "Neste kveld" not in said(page(client))


# --- The front page


def test_the_front_page_has_one_line_of_the_next_evening_and_ones_own_answer(keeper: User) -> None:
    coming = invited()
    answer(coming, "Arne")
    client = client_of(login("Dina"))
    front = page(client)
    assert "Neste kveld, hos Kåre kl. 19.00 Torsdag 3. desember" in said(front)
    assert "1 av 12 ja – trenger 7 til (8)" in said(front)
    response = client.post(
        reverse("invitation_answer", args=[coming.pk]), {"coming": "ja", "version": "0", "front": "1"}
    )
    assert response["Location"] == reverse("front")
    assert re.search(r'value="ja" aria-pressed="true"', page(client))


def test_who_came_by_a_link_sees_nothing_of_who_comes(keeper: User) -> None:
    invited()
    _link, secret = offices.add_link(actor=actor(), label="familien")
    client = Client()
    client.get(reverse("read_by_link", args=[secret]))
    assert "Neste kveld" not in said(page(client))


def test_the_front_page_costs_at_most_two_queries_more_with_an_invitation(keeper: User) -> None:
    client = client_of(login("Dina"))
    page(client)

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(client)
        return len(queries)

    without = cost()
    coming = invited()
    for name in NAMES[:7]:
        answer(coming, name)
    assert cost() <= without + 2


def test_the_list_costs_the_same_however_many_there_are(keeper: User) -> None:
    client = client_of(keeper)

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(client, "invitations")
        return len(queries)

    answer(invited(), "Dina")
    one = cost()
    for name in ("Arne", "Berit", "Carl"):
        answer(invited(name), "Dina")
    assert cost() == one


# --- Opening


def test_a_yes_is_no_attendance_until_the_keeper_opens_with_those_who_said_it(keeper: User, clock: Any) -> None:
    coming = invited(place="hytta", remark="vafler")
    for name in NAMES[:8]:
        answer(coming, name)
    answer(coming, "Liv", coming=False)
    clock.move_to(at(DECEMBER, "19.00"))
    assert not Attendance.objects.exists()
    client = client_of(keeper)
    assert "Åpne med de 8 som har svart ja" in said(page(client))
    tap = {"here": "1", "token": "tap-1"}
    for _twice in range(2):
        response = client.post(reverse("invitation_open", args=[coming.pk]), tap)
        evening = Evening.objects.get()
        assert response["Location"] == reverse("evening", args=[evening.pk])
    assert (evening.date, evening.host, evening.place, evening.remark) == (DECEMBER, named("Kåre"), "hytta", "vafler")
    here = Attendance.objects.filter(present=True, table=1, arrived_at=at(DECEMBER, "19.00"))
    assert {one.person.name for one in here} == set(NAMES[:8])
    arrival = LogEntry.objects.get(verb=Verb.ARRIVE)
    assert (arrival.user, arrival.evening_id, len(arrival.changes)) == (keeper, evening.pk, 8)
    coming.refresh_from_db()
    assert coming.evening == evening
    assert "Neste kveld" not in said(page(client))


def test_the_second_button_opens_with_nobody(keeper: User, clock: Any) -> None:
    coming = invited()
    answer(coming, "Dina")
    clock.move_to(at(DECEMBER, "19.00"))
    client_of(keeper).post(reverse("invitation_open", args=[coming.pk]), {"token": "tap-1"})
    assert Evening.objects.get().invitation == coming
    assert not Attendance.objects.exists()


def test_who_is_no_member_any_more_is_not_put_down_as_present(keeper: User, clock: Any) -> None:
    coming = invited()
    answer(coming, "Dina")
    answer(coming, "Liv")
    liv = MemberPeriod.objects.get(person=named("Liv"))
    people.change_period(actor=actor(), period=liv, seen=1, first_day=liv.first_day, last_day=day(11, 30))
    clock.move_to(at(DECEMBER, "19.00"))
    invitations.open_invited(actor=keeper, invitation=coming, with_answers=True)
    assert [one.person.name for one in Attendance.objects.all()] == ["Dina"]


def test_an_evening_is_not_opened_before_its_day(keeper: User) -> None:
    coming = invited()
    response = client_of(keeper).post(reverse("invitation_open", args=[coming.pk]), {"here": "1"})
    assert response.status_code == 409
    assert not Evening.objects.exists()


def test_opening_the_same_evening_by_the_form_takes_the_invitation_along(keeper: User, clock: Any) -> None:
    coming, other = invited(), invited("Arne")
    clock.move_to(at(DECEMBER, "19.00"))
    evening = evenings.open_evening(actor=keeper, day=DECEMBER, host=named("Kåre"))
    coming.refresh_from_db()
    other.refresh_from_db()
    assert (coming.evening, other.evening) == (evening, None)


def test_an_evening_taken_away_again_frees_its_invitation(keeper: User, clock: Any) -> None:
    coming = invited()
    answer(coming, "Dina")
    clock.move_to(at(DECEMBER, "19.00"))
    evening = invitations.open_invited(actor=keeper, invitation=coming, with_answers=True)
    evenings.discard_evening(actor=keeper, evening_id=evening.pk, seen=1)
    coming.refresh_from_db()
    assert coming.evening is None
    assert "Åpne med den ene som har svart ja" in said(page(client_of(keeper)))
    again = invitations.open_invited(actor=keeper, invitation=coming, with_answers=True)
    assert again.attendances.get().person == named("Dina")


def test_an_evening_with_a_penalty_is_not_taken_away(keeper: User, clock: Any) -> None:
    clock.move_to(at(DECEMBER, "19.00"))
    evening = evenings.open_evening(actor=keeper, day=DECEMBER, host=None)
    attendance.arrive(actor=keeper, evening_id=evening.pk, person=named("Dina"))
    penalties.give_penalty(actor=actor(), evening_id=evening.pk, person=named("Dina"), reason="trumf i ansiktet")
    with pytest.raises(Refused, match="straffestrek"):
        evenings.discard_evening(actor=keeper, evening_id=evening.pk, seen=evening.version)


# --- Reminding


def remind() -> str:
    out = StringIO()
    call_command("remind", stdout=out)
    return out.getvalue()


def test_f30_those_who_have_not_answered_are_reminded_once_from_the_day_before_the_deadline(
    keeper: User, clock: Any
) -> None:
    for name in ("Berit", "Carl", "Dina"):
        login(name)
    coming = invited(answer_by=day(12, 1))
    answer(coming, "Berit")
    answer(coming, "Carl", coming=False)
    clock.move_to(at(day(11, 29), "08.00"))
    assert remind() == ""
    clock.move_to(at(day(11, 30), "08.00"))
    assert remind() == "03.12.2026: 3\n"  # Arne, Dina and Kåre; the others have no log-in
    assert [letter.to for letter in mail.outbox] == [["arne@example.org"], ["kåre@example.org"], ["dina@example.org"]]
    letter = mail.outbox[-1]
    assert letter.subject == "Kommer du torsdag 3. desember?"
    assert letter.body.startswith("Hei, Dina!\n\nDu har ikke svart på om du kommer torsdag 3. desember kl. 19.00. ")
    assert "Vert er Kåre.\nSvarfristen er 01.12.2026.\n" in letter.body
    clock.move_to(at(day(12, 2), "08.00"))
    assert remind() == ""
    assert len(mail.outbox) == 3
    entry = LogEntry.objects.get(verb=Verb.REMIND)
    assert entry.user is None
    assert "@" not in str(entry.changes)


def test_a_shut_log_in_and_who_is_on_leave_get_no_letter(keeper: User) -> None:
    offices.shut_login(actor=actor(), user=login("Dina"))
    login("Liv")
    people.add_period(actor=actor(), kind=Leave, person=named("Liv"), first_day=DECEMBER, last_day=None)
    users = invitations.remind(actor=keeper, invitation=invited())
    assert {user.email for user in users} == {"arne@example.org", "kåre@example.org"}


def test_the_letter_leads_to_the_page_where_the_site_knows_its_own_address(keeper: User, settings: Any) -> None:
    settings.SITE_ADDRESS = "https://bok.example.no"
    coming = invited()
    invitations.remind(actor=keeper, invitation=coming)
    assert f"Svar her: https://bok.example.no/innkalling/{coming.pk}/" in mail.outbox[0].body


def test_the_keeper_reminds_with_a_tap_and_never_twice(keeper: User) -> None:
    coming = invited()
    client = client_of(keeper)
    assert "Purr på dem som ikke har svart" in words(client, coming)
    client.post(reverse("invitation_remind", args=[coming.pk]))
    assert len(mail.outbox) == 2
    assert "Purret 26.11.2026." in words(client, coming)
    response = client.post(reverse("invitation_remind", args=[coming.pk]))
    assert (response.status_code, len(mail.outbox)) == (409, 2)


def test_without_a_mail_server_nobody_is_offered_a_reminder(keeper: User, settings: Any) -> None:
    settings.MAILERS = {"default": {"BACKEND": NO_MAIL}}
    coming = invited()
    client = client_of(keeper)
    assert "Purr" not in words(client, coming)
    response = client.post(reverse("invitation_remind", args=[coming.pk]))
    assert "ikke satt opp til å sende e-post" in response.text
    coming.refresh_from_db()
    assert coming.reminded_at is None


def test_a_mail_server_that_does_not_answer_leaves_the_reminder_for_later(keeper: User, settings: Any) -> None:
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": 1, "timeout": 1},
        }
    }
    coming = invited()
    with pytest.raises(Refused, match="svarer ikke"):
        invitations.remind(actor=keeper, invitation=coming)
    coming.refresh_from_db()
    assert coming.reminded_at is None
