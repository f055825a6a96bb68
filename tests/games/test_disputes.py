"""Disputes and rulings. What may be decided by whom is PRODUCT.md's and the issue's, not the code's."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from games.models import Dispute, Ruling, Version
from games.services import disputes, records
from league.books import season_facts
from league.errors import Refused, Stale
from league.facts import Deadline, State, UnlawfulPlay
from league.models import Club, LogEntry, Office, Penalty, Round, Season
from league.services import annual_meeting, identity, offices
from league.standings import standings
from league.verbs import Verb
from tests.factories import actor, at, client_of, day, found_club, guest, login, named, open_evening, play, strek

pytestmark = pytest.mark.django_db
UNLAWFUL = (Path(__file__).parents[2] / "fixtures/records/verdict-could-beat-in-suit-trump.txt").read_text()
QUESTION = "trumf=c&hand=JhQh3d6s&bord=6h.8h9h.Th&lagt=4c"


@pytest.fixture
def round_() -> Round:
    """Arne is chairman, Berit has lost; Arne, Berit and Carl were there."""
    found_club("Arne", "Berit", "Carl", "Dina")
    return play(day(3, 5), losers=["Carl", "Berit"], present=["Arne", "Berit", "Carl"]).rounds.get(
        mattis=named("Berit")
    )


def raised(round_: Round, name: str = "Berit") -> Dispute:
    user = actor() if name == "Arne" else login(name)
    return disputes.raise_dispute(actor=user, person=named(name), evening_id=round_.evening_id, table=1, round_=round_)


def rule(dispute: Dispute, kind: Ruling.Kind, *, mattis: str = "", reason: str = "fulgte ikke sort", **more: Any):
    dispute.refresh_from_db()
    return disputes.rule(
        actor=actor(),
        dispute=dispute,
        seen=dispute.version,
        kind=kind,
        reason=reason,
        mattis=named(mattis) if mattis else None,
        **more,
    )


def strek_of(name: str) -> int:
    return next(row.strek for row in standings(season_facts(Season.objects.get())).rows if row.person == named(name).pk)


# --- Raising


def test_one_tap_raises_a_dispute_and_the_strek_counts_until_it_is_ruled_on(round_: Round):
    client = client_of(login("Berit"))
    answer = client.post(reverse("dispute_round", args=[round_.pk]))
    dispute = Dispute.objects.get()
    assert answer["Location"] == reverse("dispute", args=[dispute.pk])
    round_.refresh_from_db()
    assert round_.contested
    assert strek_of("Berit") == 1
    assert "Omstridt" in client.get(reverse("evening", args=[round_.evening_id])).text


def test_the_same_tap_twice_raises_one_dispute(round_: Round):
    client = client_of(login("Berit"))
    for _tap in range(2):
        client.post(reverse("dispute_round", args=[round_.pk]))
    assert Dispute.objects.count() == 1
    assert LogEntry.objects.filter(verb=Verb.RAISE_DISPUTE).count() == 1


def test_a_round_in_play_is_disputed_before_it_has_a_loser_and_ruled_on_after():
    found_club("Arne", "Berit", "Carl")
    evening = open_evening(day(3, 5))
    berit = login("Berit")
    with time_machine.travel(at(day(3, 5), "20.00"), tick=False):
        client_of(berit).post(reverse("dispute_now", args=[evening.pk, 1]))
    dispute = Dispute.objects.get()
    assert (dispute.round, disputes.about(dispute)) == (None, None)
    with pytest.raises(Refused, match="ikke ferdig"):
        rule(dispute, Ruling.Kind.UPHOLD)
    with time_machine.travel(at(day(3, 5), "20.15"), tick=False):
        lost = strek(evening, "Carl")
        assert lost.contested, "its strek is contested from the start"
        assert not strek(evening, "Arne").contested, "and only that one's"
    rule(dispute, Ruling.Kind.GIVE, mattis="Berit")
    lost.refresh_from_db()
    dispute.refresh_from_db()
    assert (dispute.round, lost.mattis, lost.contested) == (lost, named("Berit"), False)


def test_a_dispute_raised_in_play_follows_its_round_and_the_next_round_in_play_gets_its_own():
    found_club("Arne", "Berit", "Carl")
    evening = open_evening(day(3, 5))
    berit = client_of(login("Berit"))
    with time_machine.travel(at(day(3, 5), "20.00"), tick=False):
        berit.post(reverse("dispute_now", args=[evening.pk, 1]))
    first = Dispute.objects.get()
    with time_machine.travel(at(day(3, 5), "20.15"), tick=False):
        lost = strek(evening, "Carl")
        answer = berit.post(reverse("dispute_round", args=[lost.pk]))
        assert answer["Location"] == first.get_absolute_url(), "it is about that round already"
    with time_machine.travel(at(day(3, 5), "20.20"), tick=False):
        answer = berit.post(reverse("dispute_now", args=[evening.pk, 1]))
        assert answer["Location"] != first.get_absolute_url(), "another round is in play"
    with time_machine.travel(at(day(3, 5), "20.30"), tick=False):
        assert strek(evening, "Arne").contested
    assert [disputes.about(dispute).mattis for dispute in Dispute.objects.order_by("pk")] == [
        named("Carl"),
        named("Arne"),
    ]


def test_play_on_settles_a_round_in_play_and_touches_no_strek():
    found_club("Arne", "Berit", "Carl")
    evening = open_evening(day(3, 5))
    with time_machine.travel(at(day(3, 5), "20.00"), tick=False):
        dispute = disputes.raise_dispute(
            actor=actor(), person=named("Berit"), evening_id=evening.pk, table=1, round_=None
        )
        rule(dispute, Ruling.Kind.PLAY_ON)
        assert not disputes.is_open(dispute)
        assert not evening.rounds.exists()
        assert not strek(evening, "Carl").contested


@pytest.mark.parametrize("table", [77, 10**30])
def test_at_a_table_there_is_not_nothing_is_disputed(table: int):
    found_club("Arne", "Berit")
    evening = open_evening(day(3, 5))
    with time_machine.travel(at(day(3, 5), "20.00"), tick=False):
        assert client_of(actor()).post(reverse("dispute_now", args=[evening.pk, table])).status_code == 302
    assert not Dispute.objects.exists()


def test_only_those_who_were_there_or_keep_the_book_raise_a_dispute(round_: Round):
    dina = client_of(login("Dina"))
    assert dina.post(reverse("dispute_round", args=[round_.pk])).status_code == 403
    assert not Dispute.objects.exists()


def test_the_deadline_is_the_next_evening_unless_the_club_says_otherwise(round_: Round):
    play(day(3, 19), losers=["Arne"])
    with pytest.raises(Refused, match="Fristen"):
        raised(round_)
    Club.objects.update(dispute_deadline=Deadline.WEEK)
    with time_machine.travel(at(day(3, 12), "12.00")):
        disputes.refuse_late(round_.evening)
    with time_machine.travel(at(day(3, 13), "12.00")), pytest.raises(Refused, match="Fristen"):
        disputes.refuse_late(round_.evening)
    Club.objects.update(dispute_deadline=Deadline.MEETING)
    disputes.refuse_late(round_.evening)


def test_whoever_rules_may_take_a_round_up_after_the_deadline(round_: Round):
    play(day(3, 19), losers=["Arne"])
    assert client_of(actor()).post(reverse("dispute_round", args=[round_.pk])).status_code == 302
    assert Dispute.objects.count() == 1


def test_a_season_with_an_open_dispute_is_not_closed_and_a_closed_one_takes_none(round_: Round):
    season = Season.objects.get()
    dispute = raised(round_)

    def close() -> None:
        with time_machine.travel(at(day(1, 15, 2027), "20.00")):
            annual_meeting.close_season(actor=actor(), season=season, seen=season.version, meeting=day(1, 15, 2027))

    with pytest.raises(Refused, match="omstridt"):
        close()
    rule(dispute, Ruling.Kind.UPHOLD)
    close()
    with pytest.raises(Refused, match="avsluttet"):
        disputes.reopen(actor=actor(), dispute=dispute, seen=dispute.version, reason="årsmøtet")


# --- Telling


def test_everybody_who_was_there_gives_his_own_version_and_the_pages_set_them_side_by_side(round_: Round):
    dispute = raised(round_)
    berit, carl = client_of(named("Berit").user), client_of(login("Carl"))
    berit.post(reverse("dispute_explain", args=[dispute.pk]), {"words": "Han hadde hjerter knekt."})
    berit.post(
        reverse("dispute_position", args=[dispute.pk]),
        {"trumf": "c", "hand": "JhQh3d6s", "bord": "6h.8h9h.Th", "lagt": "4c"},
    )
    carl.post(
        reverse("dispute_position", args=[dispute.pk]),
        {"trumf": "c", "hand": "3d6s", "bord": "6h.8h9h.Th", "lagt": "4c"},
    )
    assert Version.objects.count() == 2
    page = carl.get(reverse("dispute", args=[dispute.pk])).text
    assert "Han hadde hjerter knekt." in page
    assert "Spiller 4 kunne stikke i sorten med hjerter knekt" in page
    assert "Det som avgjør, er hjerter knekt og hjerter dame." in page


@pytest.mark.parametrize("asked", [{"regler": "x" * 3000}, {"hand": "7h", "usette": "50"}])
def test_a_position_there_cannot_be_is_not_stored_and_goes_back_to_be_mended(round_: Round, asked: dict[str, str]):
    dispute = raised(round_)
    berit = client_of(named("Berit").user)
    address = reverse("dispute_position", args=[dispute.pk])
    page = berit.post(address, {"trumf": "h", "lagt": "7h", "tvist": str(dispute.pk)} | asked, follow=True)
    assert not Version.objects.exists()
    assert page.request["PATH_INFO"] == reverse("referee_play")
    assert "lagt=7h" in page.request["QUERY_STRING"]
    assert 'role="alert"' in page.text


def test_who_takes_a_trick_is_a_version_too_and_a_ruling_may_rest_on_it(round_: Round):
    """S2, collect phase, item 4: of two queens fighting the higher next card takes all."""
    dispute = raised(round_)
    client = client_of(actor())
    asked = client.get(reverse("referee") + f"?tvist={dispute.pk}&kort=QQ95K7")
    assert "Slik husker jeg stikket" in asked.text
    client.post(reverse("dispute_position", args=[dispute.pk]), dict(asked.context["fields"]))
    page = client.get(reverse("dispute", args=[dispute.pk])).text
    assert "Spiller 1 tar stikket." in page
    assert "Krig mellom spiller 1 og spiller 2." in page
    version = Version.objects.get()
    client.post(
        reverse("dispute_rule", args=[dispute.pk]) + f"?av=v{version.pk}",
        {
            "kind": "uphold",
            "reason": "stikket var hans",
            "version": dispute.version,
            "told": "Krig mellom spiller 1 og spiller 2. Spiller 1 tar stikket. "
            "Klubbens regler, kortfordelingsrunden pkt. 4 (teksten).",
        },
    )
    assert Ruling.objects.get().paragraph == "Klubbens regler, kortfordelingsrunden pkt. 4"


def test_what_happened_is_told_with_the_version_of_the_row_and_a_stale_one_is_refused(round_: Round):
    dispute = raised(round_)
    told: dict[str, Any] = {"happened": "La trumf.", "claim": "Streken til Arne.", "touched": "yes", "against": None}
    disputes.tell(actor=actor(), dispute=dispute, seen=1, **told)
    with pytest.raises(Stale):
        disputes.tell(actor=actor(), dispute=dispute, seen=1, **told | {"touched": "no"})
    page = client_of(actor()).get(reverse("dispute", args=[dispute.pk])).text
    assert "La trumf." in page
    assert "Traff kortene bordet?" in page


def test_a_photo_of_the_table_is_for_members_only_and_no_picture_is_refused(round_: Round):
    dispute = raised(round_)
    client = client_of(actor())
    address = reverse("dispute_photo", args=[dispute.pk])
    assert "ikke et bilde vi kan lese" in client.post(address, {"image": SimpleUploadedFile("x.jpg", b"tekst")}).text
    assert not Dispute.objects.get().photo
    file = BytesIO()
    Image.new("RGB", (40, 30), "green").save(file, "JPEG")
    assert client.post(address, {"image": SimpleUploadedFile("x.jpg", file.getvalue())}).status_code == 302
    picture = reverse("dispute_picture", args=[dispute.pk])
    assert client.get(picture)["Content-Type"] == "image/jpeg"
    assert Client().get(picture).status_code == 302


# --- Ruling


def test_upheld_the_strek_stands_and_is_contested_no_more(round_: Round):
    dispute = raised(round_, "Carl")
    rule(dispute, Ruling.Kind.UPHOLD)
    round_.refresh_from_db()
    assert (round_.mattis, round_.contested) == (named("Berit"), False)
    assert not disputes.is_open(dispute)


def test_given_to_another_book_table_and_log_follow_at_once(round_: Round):
    dispute = raised(round_)
    rule(dispute, Ruling.Kind.GIVE, mattis="Arne", reason="Arne fulgte ikke sort")
    assert (strek_of("Berit"), strek_of("Arne")) == (0, 1)
    client = client_of(actor())
    assert "Arne fulgte ikke sort" in client.get(reverse("book")).text
    assert "Arne fulgte ikke sort" in client.get(reverse("log")).text


def test_once_the_strek_is_given_to_another_nothing_says_the_dispute_was_about_his(round_: Round):
    dispute = raised(round_)
    client = client_of(actor())
    assert "Tvist om streken til Berit" in client.get(dispute.get_absolute_url()).text
    rule(dispute, Ruling.Kind.GIVE, mattis="Carl")
    assert "streken til Carl" not in client.get(dispute.get_absolute_url()).text
    page = client.get(reverse("disputes")).text
    assert "strek til Carl" not in page
    assert "<b>Rettet</b> til Carl." in page


def test_the_strek_is_not_given_to_whoever_has_it(round_: Round):
    dispute = raised(round_)
    with pytest.raises(Refused, match="har streken alt"):
        rule(dispute, Ruling.Kind.GIVE, mattis="Berit")
    assert disputes.is_open(dispute)


def test_annulled_the_round_is_without_mattis(round_: Round):
    rule(raised(round_), Ruling.Kind.ANNUL)
    round_.refresh_from_db()
    assert round_.state == State.VOID
    assert strek_of("Berit") == 0


def test_a_party_cannot_rule_while_somebody_else_can(round_: Round):
    dispute = raised(round_, "Arne")  # he is chairman and administrator, and now a party
    login("Dina", office=Office.Kind.ADMINISTRATOR)
    with pytest.raises(Refused, match=r"Du er part i tvisten\. Dina kan avgjøre den\."):
        rule(dispute, Ruling.Kind.UPHOLD)
    office = Office.objects.get(person=named("Dina"))
    offices.end_office(actor=actor(), office=office, last_day=day(1, 2), seen=office.version)
    ruling = rule(dispute, Ruling.Kind.UPHOLD)
    assert ruling.disqualified
    assert "Den som dømte, var selv part" in client_of(actor()).get(reverse("dispute", args=[dispute.pk])).text


def test_a_ruling_stands_with_the_verdict_it_was_given_on_whatever_becomes_of_the_record(round_: Round):
    records.save_record(actor=actor(), round_=round_, text=UNLAWFUL, seen=None)
    dispute = raised(round_)
    client = client_of(actor())
    page = client.get(reverse("dispute", args=[dispute.pk])).text
    assert "Bjørn kunne stikke i sorten med spar ni" in page
    answer = client.post(
        reverse("dispute_rule", args=[dispute.pk]) + "?av=r1",
        {"kind": "give", "mattis": named("Arne").pk, "reason": "ulovlig trumf", "version": dispute.version},
    )
    assert answer.status_code in {200, 302}
    if answer.status_code == 200:  # places would flip: accept what is listed
        client.post(
            reverse("dispute_rule", args=[dispute.pk]) + "?av=r1",
            {
                "kind": "give",
                "mattis": named("Arne").pk,
                "reason": "ulovlig trumf",
                "version": dispute.version,
                "accepted": answer.context["effects"].key,
            },
        )
    ruling = Ruling.objects.get()
    assert ruling.ply == 1
    assert ruling.paragraph == "Klubbens regler, spillerunden pkt. 3"
    assert "Bjørn kunne stikke i sorten med spar ni" in ruling.answer
    assert strek_of("Arne") == 1


def test_a_lawful_play_of_the_record_may_be_ruled_on_too(round_: Round):
    text = (Path(__file__).parents[2] / "fixtures/records/round-club.txt").read_text()
    record = records.save_record(actor=actor(), round_=round_, text=text, seen=None)
    dispute = raised(round_)
    client = client_of(actor())
    address = reverse("dispute_rule", args=[dispute.pk]) + "?av=r7"
    assert address in client.get(reverse("record", args=[record.pk]), {"trekk": 7}).text
    client.post(address, {"kind": "uphold", "reason": "lovlig", "version": dispute.version})
    ruling = Ruling.objects.get()
    assert (ruling.ply, ruling.answer.split(":")[0]) == (7, "Lovlig")
    assert address not in client.get(reverse("record", args=[record.pk]), {"trekk": 7}).text, "it has been ruled on"
    assert client.get(reverse("dispute_rule", args=[dispute.pk]) + "?av=r999").status_code == 200


def test_a_ruling_on_an_answer_that_has_become_another_is_asked_for_again(round_: Round):
    """Somebody changes his version while the chairman writes: what he read is not what the ruling would rest on."""
    dispute = raised(round_)
    version = disputes.explain(actor=login("Carl"), dispute=dispute, person=named("Carl"), question=QUESTION)
    chairman, address = client_of(actor()), reverse("dispute_rule", args=[dispute.pk]) + f"?av=v{version.pk}"
    page = chairman.get(address)
    told = page.context["form"]["told"].value()
    assert told.startswith("Ulovlig")
    sent = {"version": page.context["version"], "kind": "uphold", "reason": "slik var det", "told": told}
    disputes.explain(
        actor=version.person.user, dispute=dispute, person=named("Carl"), question=QUESTION.replace("JhQh", "")
    )
    refused = chairman.post(address, sent)
    assert "Dommerens svar er et annet nå" in refused.text
    assert not dispute.rulings.exists()
    read = refused.context["form"]["told"].value()
    assert read.startswith("Lovlig")
    assert chairman.post(address, sent | {"told": read}).status_code == 302
    assert dispute.rulings.get().answer == read


def test_earlier_rulings_are_found_by_paragraph(round_: Round):
    rule(raised(round_), Ruling.Kind.UPHOLD, paragraph="Klubbens regler, spillerunden pkt. 3", answer="Ulovlig")
    client = client_of(actor())
    assert "fulgte ikke sort" in client.get(reverse("disputes"), {"regel": "Klubbens regler, spillerunden pkt. 3"}).text
    assert (
        "fulgte ikke sort"
        not in client.get(reverse("disputes"), {"regel": "Klubbens regler, spillerunden pkt. 4"}).text
    )


def test_the_list_has_the_undecided_ones_at_the_same_price_whatever_was_raised(round_: Round):
    client, address = client_of(actor()), reverse("disputes")
    dispute = raised(round_)
    with CaptureQueriesContext(connection) as one:
        assert list(client.get(address).context["open"]) == [dispute]
    rule(dispute, Ruling.Kind.UPHOLD)
    other = raised(Round.objects.get(mattis=named("Carl")), "Carl")
    with CaptureQueriesContext(connection) as two:
        assert list(client.get(address).context["open"]) == [other]
    assert len(two) == len(one)
    dispute.refresh_from_db()
    disputes.reopen(actor=actor(), dispute=dispute, seen=dispute.version, reason="vedtak på årsmøtet")
    assert list(client.get(address).context["open"]) == [other, dispute]


def test_the_annual_meeting_may_take_up_what_was_ruled_on(round_: Round):
    dispute = raised(round_)
    rule(dispute, Ruling.Kind.GIVE, mattis="Arne")
    dispute.refresh_from_db()
    disputes.reopen(actor=actor(), dispute=dispute, seen=dispute.version, reason="vedtak på årsmøtet")
    round_.refresh_from_db()
    assert round_.contested
    rule(dispute, Ruling.Kind.GIVE, mattis="Berit", reason="årsmøtet mente noe annet")
    assert (strek_of("Berit"), strek_of("Arne")) == (1, 0)
    assert Ruling.objects.count() == 2


def test_what_was_ruled_on_is_not_taken_up_beside_an_open_dispute_about_the_same_round(round_: Round):
    first = raised(round_)
    rule(first, Ruling.Kind.UPHOLD)
    first.refresh_from_db()
    second = disputes.raise_dispute(
        actor=actor(), person=named("Arne"), evening_id=round_.evening_id, table=1, round_=round_
    )
    assert second != first
    with pytest.raises(Refused, match="alt en åpen tvist"):
        disputes.reopen(actor=actor(), dispute=first, seen=first.version, reason="årsmøtet")


def test_a_straffestrek_follows_only_where_that_is_the_clubs_consequence(round_: Round):
    dispute = raised(round_)
    with pytest.raises(Refused, match="ikke straffestrek"):
        rule(dispute, Ruling.Kind.UPHOLD, penalty_for=named("Carl"))
    assert disputes.is_open(dispute)
    Club.objects.update(unlawful_play=UnlawfulPlay.PENALTY)
    rule(dispute, Ruling.Kind.UPHOLD, penalty_for=named("Carl"))
    assert Penalty.objects.get().person == named("Carl")


def test_who_is_party_by_a_double_is_not_among_those_who_can_rule_instead():
    found_club("Arne", "Berit", "Carl")
    guest("A. Nes")
    evening = play(day(3, 5), losers=["A. Nes"], present=["A. Nes", "Berit", "Carl"])
    identity.merge(actor=actor(), double=named("A. Nes"), kept=named("Arne"), seen=1)
    dispute = raised(evening.rounds.get(), "Carl")
    assert disputes.is_party(dispute, actor())
    assert disputes.others_who_can_rule(dispute) == []
    rule(dispute, Ruling.Kind.UPHOLD)
    assert Ruling.objects.get().disqualified


def test_without_a_reason_nothing_is_ruled(round_: Round):
    dispute = raised(round_)
    with pytest.raises(Refused, match="hvorfor"):
        rule(dispute, Ruling.Kind.UPHOLD, reason=" ")
    round_.refresh_from_db()
    assert round_.contested
