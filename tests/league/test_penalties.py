"""*Straffestrek*: a mark of its own, given and struck with a reason, and counted only where the season says so."""

import re

import pytest
import time_machine
from django.urls import reverse

from league import books
from league.errors import Refused, Stale, TokenUsed
from league.facts import UnlawfulPlay
from league.models import Club, LogEntry, Office, Penalty, Season
from league.services import penalties, settings
from league.standings import standings
from league.verbs import Verb
from tests.factories import actor, at, client_of, day, found_club, guest, login, named, open_evening, play
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

FOUR = ("Arne", "Berit", "Carl", "Dina")
MARCH, APRIL = day(3, 5), day(4, 2)


@pytest.fixture(autouse=True)
def club():
    found_club(*FOUR)


@pytest.fixture
def chairman():
    return client_of(actor())


def give(evening, name="Berit", reason="ufullstendig serie", **values):
    return penalties.give_penalty(actor=actor(), evening_id=evening.pk, person=named(name), reason=reason, **values)


def strike(penalty, reason="utspillet var lovlig", seen=None):
    return penalties.strike_penalty(actor=actor(), penalty_id=penalty.pk, seen=seen or penalty.version, reason=reason)


def use_penalties(**rules):
    settings.change_club(actor=actor(), seen=Club.objects.get().version, unlawful_play=UnlawfulPlay.PENALTY)
    if rules:
        season = Season.objects.get()
        settings.change_season(actor=actor(), season=season, seen=season.version, **rules)


def row(name):
    (found,) = [one for one in standings(books.season_facts(Season.objects.get())).rows if one.person == named(name).pk]
    return found


# --- Given and struck


def test_a_penalty_belongs_to_the_evening_and_to_no_round():
    evening = play(MARCH, losers=["Carl", "Dina"])
    give(evening)
    assert (row("Berit").penalties, row("Berit").strek, row("Berit").rounds) == (1, 0, 2)
    assert row("Berit").rate == 0


def test_the_same_form_twice_gives_one():
    evening = play(MARCH, losers=["Carl"])
    assert give(evening, token="a") == give(evening, token="a")
    with pytest.raises(TokenUsed):
        give(evening, "Dina", token="a")
    give(evening, token="b")
    assert Penalty.objects.count() == 2


def test_nobody_gets_one_for_an_evening_he_was_not_at_nor_without_a_reason():
    evening = play(MARCH, losers=["Carl"], present=["Arne", "Carl"])
    with pytest.raises(Refused, match="Berit var ikke der"):
        give(evening)
    with pytest.raises(Refused, match="begrunnelse"):
        give(evening, "Carl", reason=" ")
    assert not Penalty.objects.exists()


def test_a_struck_penalty_counts_for_nothing_and_striking_twice_is_striking_once():
    penalty = give(play(MARCH, losers=["Carl"]))
    strike(penalty)
    strike(penalty)
    assert row("Berit").penalties == 0
    assert LogEntry.objects.filter(verb=Verb.STRIKE_PENALTY).count() == 1


def test_a_penalty_seen_before_it_changed_is_not_struck():
    penalty = give(play(MARCH, losers=["Carl"]))
    with pytest.raises(Stale):
        strike(penalty, seen=7)
    with pytest.raises(Refused, match="begrunnelse"):
        strike(penalty, reason="")


def test_it_counts_in_the_ranking_where_the_season_says_so():
    """Six rounds: Carl has 2 strek of 6; Berit 1, and with her penalties 3 of 6. Counted, Carl goes before her."""
    evening = play(MARCH, losers=["Berit", "Carl", "Carl", "Dina", "Dina", "Dina"])
    for _time in range(2):
        give(evening)
    assert (row("Berit").place, row("Carl").place) == (2, 3)
    use_penalties(penalties_count=True)
    assert str(row("Berit").rate) == "1/2"
    assert (row("Carl").place, row("Berit").place) == (2, 3)


# --- The pages


def test_the_form_lists_the_places_a_penalty_changes_before_it_is_given(chairman):
    use_penalties(penalties_count=True)
    evening = play(MARCH, losers=["Carl", "Carl", "Dina", "Arne"])
    path = reverse("penalty_give", args=[evening.pk])
    sent = {"person": named("Berit").pk, "chip": "ufullstendig serie", "token": "t"}
    answer = chairman.post(path, sent)
    assert "Arne: 2. → 1. plass i 2026" in answer.text
    assert not Penalty.objects.exists()
    assert chairman.post(path, sent | {"accepted": answer.context["effects"].key}).status_code == 302
    assert Penalty.objects.get().reason == "ufullstendig serie"


def test_a_form_without_who_or_why_says_so_and_keeps_what_was_written(chairman):
    evening = play(MARCH, losers=["Carl"])
    answer = chairman.post(reverse("penalty_give", args=[evening.pk]), {"words": "byttet kort"})
    assert answer.context["form"].errors.keys() == {"person"}
    assert 'value="byttet kort"' in answer.text
    answer = chairman.post(reverse("penalty_give", args=[evening.pk]), {"person": named("Berit").pk})
    assert answer.context["form"].errors.keys() == {"words"}
    assert not Penalty.objects.exists()


def test_the_evening_shows_who_got_one_and_why_and_what_became_of_it(chairman):
    evening = play(MARCH, losers=["Carl"])
    penalty = give(evening)
    assert "ufullstendig serie" in said(page(chairman, "evening", evening.pk))
    answer = chairman.post(
        reverse("penalty_strike", args=[penalty.pk]), {"chip": "feil navn", "version": str(penalty.version)}
    )
    assert answer.headers["Location"] == reverse("evening", args=[evening.pk])
    shown = page(client_of(login("Dina")), "evening", evening.pk)
    assert "<del>Berit</del>" in shown
    assert "ufullstendig serie – strøket: feil navn" in said(shown)
    assert reverse("penalty_strike", args=[penalty.pk]) not in shown


@pytest.mark.parametrize(("follows", "offered"), [(UnlawfulPlay.NONE, False), (UnlawfulPlay.PENALTY, True)])
def test_the_evening_offers_it_to_the_chairman_where_the_club_uses_it(chairman, follows, offered):
    settings.change_club(actor=actor(), seen=1, unlawful_play=follows)
    keeper = client_of(login("Carl", office=Office.Kind.KEEPER))
    for evening in (play(MARCH, losers=["Carl"]), open_evening(APRIL)):
        path = reverse("penalty_give", args=[evening.pk])
        with time_machine.travel(at(APRIL, "20.00")):
            assert (path in page(chairman, "evening", evening.pk)) is offered
            assert path not in page(keeper, "evening", evening.pk)


def test_the_years_table_says_it_on_the_row(chairman):
    evening = play(MARCH, losers=["Carl", "Carl"])
    give(evening)
    assert "+ 1 straffestrek som ikke teller" in said(page(chairman, "front"))
    use_penalties(penalties_count=True)
    give(evening)
    assert "+ 2 straffestreker" in said(page(chairman, "front"))
    assert "som ikke teller" not in said(page(chairman, "front"))


def test_the_book_has_a_mark_of_its_own_and_a_note(chairman):
    evening = play(MARCH, losers=["Carl", "Carl"])
    with time_machine.travel(at(MARCH, "23.00")):
        give(evening)
        struck = give(evening, "Carl", "kikket på trumfkortet")
    with time_machine.travel(at(APRIL, "12.00")):
        strike(struck, "feil navn")
    shown = page(chairman, "book")
    assert len(re.findall(r'<td><div>[^/]*<span class="nil".{0,200}?<span class="penalty"', shown)) == 1
    assert "0 streker, 1 straffestrek, se rettelse 1" in said(shown)
    listed = re.search(r"<ol>(.*?)</ol>", shown, re.DOTALL)[1]
    assert [said(note).replace("\xa0", " ") for note in re.findall(r"<li>(.*?)</li>", listed)] == [
        "5. mars, straffestrek til Berit: Ufullstendig serie. Gitt av Arne 5. mars.",
        "5. mars, straffestrek til Carl: Kikket på trumfkortet. Gitt av Arne 5. mars. "
        "Feil navn. Strøket av Arne 2. april.",
    ]
    assert "Straffestrek, regnes ikke med" in said(shown)


def test_a_book_without_penalties_does_not_speak_of_them(chairman):
    play(MARCH, losers=["Carl"])
    assert "traffestrek" not in page(chairman, "book")
    assert "traffestrek" not in page(chairman, "front")


def test_a_guest_may_get_one_too(chairman):
    guest("Gro")
    evening = play(MARCH, losers=["Carl"], present=[*FOUR, "Gro"])
    give(evening, "Gro")
    assert "straffestrek til Gro" in said(page(chairman, "book"))
    assert row("Berit").penalties == 0


def test_the_log_tells_of_it(chairman):
    strike(give(play(MARCH, losers=["Carl"])), "feil navn")
    log = said(page(chairman, "log"))
    assert "Arne ga Berit straffestrek – ufullstendig serie" in log
    assert "Arne strøk straffestreken til Berit – feil navn" in log
