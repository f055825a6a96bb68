"""The referee's pages: asked by links, nothing stored. Expected answers are those of docs/rules.md and the sources."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.faces import RANKS, SUITS
from games.questions import PlayQuestion, TrickQuestion
from games.referee import ask_play, ask_trick
from league.facts import OpenToAll
from league.models import Club, LogEntry
from tests.factories import client_of, day, found_club, open_evening

PLAYERS = [f"spiller {number}" for number in range(1, 13)]


def trick(cards: str, *, rules: str = "club", players: int = 4):
    return ask_trick(TrickQuestion.of({"kort": cards, "spillere": str(players)}, rules), PLAYERS)


def play(**asked: str):
    return ask_play(PlayQuestion.of(asked, "club"), PLAYERS)


# --- Who takes this trick?


def test_the_highest_card_takes_the_trick():
    assert trick("7KT3").outcome == "Spiller 2 tar stikket."


def test_two_queens_fight_and_the_higher_of_their_next_cards_takes_all():
    """S2, collect phase, item 4."""
    assert trick("QQ95").next_player == "spiller 1"
    answer = trick("QQ95K7")
    assert (answer.outcome, answer.wars) == ("Spiller 1 tar stikket.", ("Krig mellom spiller 1 og spiller 2.",))
    assert answer.rule == "Klubbens regler, kortfordelingsrunden pkt. 4"


def test_queens_fight_before_nines():
    """S2's own example: of two wars in one trick the higher one goes first."""
    assert trick("9Q9Q").next_player == "spiller 2"


def test_three_of_a_kind_go_before_a_higher_pair():
    assert trick("44K4K", players=5).next_player == "spiller 1"
    assert trick("44K4K97A", players=5).outcome == "Spiller 4 tar stikket."


def test_a_war_within_the_war_is_fought_to_its_end():
    answer = trick("QQ9577K2")
    assert answer.outcome == "Spiller 1 tar stikket."
    assert len(answer.wars) == 2


def test_when_no_fighter_has_a_card_the_last_one_on_the_table_takes_it():
    assert "spiller 2, som var sist på bordet" in trick("QQ95--").outcome


def test_the_only_fighter_with_a_card_takes_it_whatever_the_card():
    assert "Spiller 2 er den eneste krigeren med kort" in trick("QQ95-2").outcome


def test_the_suit_may_be_given_and_changes_nothing_in_the_collect_phase():
    assert trick("QhQs9c5d").next_player == trick("QQ95").next_player


@given(st.text(alphabet=RANKS + SUITS + "-x.0", max_size=30), st.integers(2, 12))
def test_whatever_stands_in_the_address_the_trick_page_answers(cards: str, players: int):
    question = TrickQuestion.of({"kort": cards, "spillere": str(players)}, "club")
    assert TrickQuestion.of(dict(pair.split("=") for pair in question.address[1:].split("&")), "club") == question


# --- Was this play lawful?


def test_who_can_beat_in_the_suit_may_not_trump():
    answer = play(trumf="c", hand="JhQh3d6s", bord="6h.8h9h.Th", lagt="4c")
    assert answer.judgement == "illegal"
    assert answer.words.rule == "Klubbens regler, spillerunden pkt. 3"
    assert answer.words.legal == ("legge hjerter knekt", "legge hjerter knekt og hjerter dame", "legge hjerter dame")


def test_with_unseen_cards_it_depends_on_those_that_would_have_beaten():
    answer = play(trumf="c", hand="3d", usette="3", bord="6h.8h9h.Th", lagt="4c")
    assert answer.judgement == "depends"
    assert "hjerter knekt, hjerter dame, hjerter konge eller hjerter ess" in answer.words.why[0]


def test_twelve_players_and_a_large_hand_are_no_impossible_position():
    hand = "2s3s4s5s6s7s8s9sTsJsQsKsAs2d3d4d5d6d7d8d9dTdJdQdKd"
    answer = play(spillere="12", trumf="c", hand=hand, bord="2h.3h.4h.5h.6h.7h", lagt="inn")
    assert answer.judgement == "legal"


def test_whoever_leads_may_lay_what_he_likes():
    assert play(trumf="c", hand="3d7h", lagt="7h").judgement == "legal"


def test_taking_is_lawful_only_for_who_cannot_beat_in_the_suit():
    assert play(trumf="c", hand="3d", bord="6h", lagt="inn").judgement == "legal"
    assert play(trumf="c", hand="7h", bord="6h", lagt="inn").judgement == "illegal"


def test_a_card_that_lies_somewhere_already_is_not_laid_again():
    question = PlayQuestion.of({"hand": "7h8h", "bord": "7h.9h", "til": "hand", "sort": "h"}, "club")
    assert question.table == (("7h",), ("9h",))
    assert question.hand == ("8h",)
    assert {"7h", "8h", "9h"} == question.used


@given(st.dictionaries(st.sampled_from(["hand", "bord", "lagt", "usette", "trumf", "til", "sort", "fullt", "spillere"]),
                       st.text(alphabet=RANKS + SUITS + "-.in", max_size=20)))  # fmt: skip
def test_whatever_stands_in_the_address_the_play_page_keeps_every_card_once(asked: dict[str, str]):
    question = PlayQuestion.of(asked, "club")
    on_table = [card for play in question.table for card in play]
    assert len({*on_table, *question.hand}) == len(on_table) + len(question.hand) <= 52


# --- The pages


@pytest.fixture
def member(db: None) -> Client:
    return client_of(found_club("Arne", "Berit"))


def links(page: str, label: str) -> list[str]:
    found = re.findall(r'<a class="btn[^"]*" href="([^"]*)"[^>]*>([^<]*)</a>', page)
    return [unescape(href) for href, text in found if text == label]


def test_a_trick_is_asked_by_links_alone_and_back_is_the_way_back(member: Client):
    address = "/dommer/"
    for rank in ("D", "D", "9", "5", "K", "7"):
        address = "/dommer/" + links(member.get(address).text, rank)[0]
    assert "Spiller 1 tar stikket." in member.get(address).text


def test_a_bad_question_is_answered_with_what_is_wrong(member: Client):
    for address, said in {
        "/dommer/?kort=DDDDQ": "Hva la spiller 2?",  # letters of no card are passed over
        "/dommer/?kort=QQQQQ&spillere=5": "Det finnes bare fire kort av hver verdi.",
        "/dommer/?kort=QhQh95": "Det samme kortet er lagt to ganger.",
        "/dommer/?regler=tull": "Disse reglene finnes ikke.",
        "/dommer/?spillere=9999999999": "Hva la spiller 1?",
        "/dommer/utspill/?regler=tull": "Disse reglene finnes ikke.",
        "/dommer/utspill/?regler=skitgubbe&spillere=6&trumf=c": "Slik kan det ikke ligge på bordet",
    }.items():
        answer = member.get(address)
        assert answer.status_code == 200
        assert said in answer.text, address


def test_asking_stores_nothing(member: Client):
    before = LogEntry.objects.count()
    member.get("/dommer/utspill/?trumf=c&hand=7h&bord=6h&lagt=inn")
    assert LogEntry.objects.count() == before


def test_without_a_log_in_the_referee_answers_if_the_club_says_so(member: Client):
    assert Client().get("/dommer/").status_code == 302
    Club.objects.update(open_to_all=OpenToAll.TABLE)
    answer = Client().get("/dommer/?kort=QQ95K7")
    assert "Spiller 1 tar stikket." in answer.text


def test_from_the_evening_it_opens_with_those_at_the_table_and_the_link_to_share_leaves_them_out(member: Client):
    evening = open_evening(day(3, 5))
    page = member.get(f"/dommer/?kveld={evening.pk}&bord=1&kort=QQ")
    answer = member.get(f"/dommer/?kveld={evening.pk}&bord=1&kort=K7")
    assert "Arne tar stikket." in answer.text
    assert page.context["question"].players == 2
    shared = answer.context["share"]
    assert "kveld" not in shared
    assert "Spiller 1 tar stikket." in member.get(shared.removeprefix("http://testserver")).text


def chosen(client: Client, address: str, name: str) -> Any:
    """The page once somebody of the evening is chosen on it."""
    page = client.get(address)
    assert [person for person, _address in page.context["people"]] == ["Arne", "Berit"]
    return client.get(page.wsgi_request.path + dict(page.context["people"])[name])


def test_whoever_led_is_chosen_and_the_others_follow_him_round_the_table(member: Client):
    page = chosen(member, f"/dommer/?kveld={open_evening(day(3, 5)).pk}&bord=1&kort=K7", "Berit")
    assert "Berit spilte ut" in page.text
    assert "Berit tar stikket." in page.text
    assert "forst" not in page.context["share"]


def test_the_verdict_names_the_one_it_is_about_wherever_he_sits(member: Client):
    """Where somebody has taken a play, the number of plays no longer tells whose turn it was."""
    page = chosen(member, f"/dommer/utspill/?kveld={open_evening(day(3, 5)).pk}&trumf=c&bord=6h&lagt=7h", "Arne")
    assert "Det gjelder Arne" in page.text
    assert "Arne la hjerter sju." in page.text
    assert "hvem" not in page.context["share"]


def test_a_verdict_begins_as_a_sentence_does(member: Client):
    assert "Spiller 2 tok inn." in member.get("/dommer/utspill/?trumf=c&hand=7s&bord=6h&lagt=inn").text


def test_a_name_is_told_to_nobody_who_may_not_read_the_evening(member: Client):
    evening = open_evening(day(3, 5))
    Club.objects.update(open_to_all=OpenToAll.TABLE)
    page = Client().get(f"/dommer/?kveld={evening.pk}&bord=1&kort=K7&spillere=2").text
    assert "Arne" not in page
    assert "Spiller 1 tar stikket." in page


def test_a_shared_link_names_seats_and_never_people(member: Client):
    page = member.get("/dommer/utspill/?trumf=c&hand=7h&bord=6h&lagt=inn").text
    assert "Berit" not in page
    assert "spiller 2" in page.casefold()
