"""The evening's text for the group chat: each sentence by hand, and what holds of every text."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from league.chat.corrections import Stood, corrections
from league.chat.text import text
from league.chat.told import Told, dry_spells
from league.chat_page import chat_text
from league.evening_page import EveningPage
from league.facts import EveningFacts, Extra, PlayedRound, Ranking, Rules
from league.models import Club, Evening, Round
from league.quorum import judge
from league.services import attendance, evenings, penalties, rounds
from league.standings import standings
from tests.factories import actor, arrive, at, client_of, day, found_club, guest, named, open_evening, play, strek
from tests.league import plain
from tests.league.plain import came, evening, lost, members, season

NAMES = {1: "Arne", 2: "Berit", 3: "Carl", 4: "Dina", 5: "Einar", 9: "Gunnar"}
ALL = (1, 2, 3, 4, 5)

pytestmark = pytest.mark.django_db


def told(*rounds: PlayedRound, present: tuple[int, ...] = ALL, rules: Rules | None = None, **facts: Any) -> Told:
    """A Thursday in March at which five members, Gunnar the guest not among them, played these rounds."""
    return _told(evening(1, *rounds, present=present, **facts), rules)


def _told(one: EveningFacts, rules: Rules | None = None, before: tuple[EveningFacts, ...] = ()) -> Told:
    periods = members(*ALL)
    rules = rules or Rules()
    whole = season(*before, one, periods=periods, rules=rules)
    return Told(
        evening=one,
        verdict=judge(one, periods, (), rules),
        names=NAMES,
        season="2025",
        rules=rules,
        table=standings(whole, until=one.id),
        dry=dry_spells((*before, one), one.id),
    )


def lose(*losers: int, players: tuple[int, ...] = ALL) -> tuple[PlayedRound, ...]:
    return tuple(lost(loser, *players) for loser in losers)


def sentences(one: Told) -> str:
    """The third line: who lost, and what else there was to it; without who wears the hat."""
    return text(replace(one, hat=False)).splitlines()[2]


# --- The whole text


def test_an_evening_is_told_in_four_short_paragraphs():
    # Ten rounds: Arne 1, Berit 3, Carl 2, Dina 2, Einar 2, so nobody goes free. All have played ten:
    # strek per round 0.1, 0.3, 0.2, 0.2, 0.2. The first place is Arne's, and three share the second.
    one = told(*lose(2, 3, 4, 5, 2, 3, 4, 5, 1, 2), present=(*ALL, 9), host=1)
    assert (
        text(one)
        == """\
Torsdag 6. mars 2025 hos Arne
10 runder, 5 av 5 medlemmer og 1 gjest. Kvelden teller.
Berit fikk flest: 3 streker. Ingen slapp unna. Berit gikk hjem med Mattishatten.

Berit: 3 streker
Carl: 2 streker
Dina: 2 streker
Einar: 2 streker
Arne: 1 strek

Tabellen 2025, strek per runde:
1. Arne 0,100
2. Carl 0,200
2. Dina 0,200
2. Einar 0,200"""
    )


def test_an_evening_that_does_not_count_says_what_was_lacking_and_leaves_the_table_alone():
    # 65 % of 5 is 3.25, so 4 were needed
    one = told(*lose(3, 3, 1, players=(1, 2, 3)), present=(1, 2, 3))
    assert (
        text(one)
        == """\
Torsdag 6. mars 2025
3 runder, 3 av 5 medlemmer. Kvelden teller ikke: det trengtes 4.
Carl sto for 2 av 3 streker. Arne gikk hjem med Mattishatten.

Carl: 2 streker
Arne: 1 strek
Uten strek: Berit"""
    )


def test_two_tables_and_a_penalty_are_told_of():
    one = replace(
        told(lost(1, 1, 2), lost(3, 3, 4, 5, table=2), lost(1, 1, 2)).evening,
        penalties=(2,),
    )
    assert text(_told(one)).splitlines()[:9] == [
        "Torsdag 6. mars 2025",
        "3 runder ved 2 bord, 5 av 5 medlemmer. Kvelden teller.",
        "Arne sto for 2 av 3 streker. Arne gikk hjem med Mattishatten.",
        "",
        "Arne: 2 streker",
        "Carl: 1 strek",
        "Uten strek: Berit, Dina, Einar",
        "Straffestrek: Berit",
        "",
    ]


def test_where_only_the_rounds_after_quorum_count_the_text_says_how_many_did():
    # Dina, the fourth of the four needed, came at 20.10: only the rounds begun after that count
    rules = Rules(whole_evening=False)
    present = (*came(1, 2, 3, clock="19.00"), *came(4, clock="20.10"))
    one = evening(
        1,
        lost(1, 1, 2, 3, clock="19.45"),
        lost(2, 1, 2, 3, clock="20.05"),
        lost(3, 1, 2, 3, 4, clock="20.40"),
        present=present,
        opened="19.00",
    )
    assert text(_told(one, rules)).splitlines()[1] == "3 runder, 4 av 5 medlemmer. Kvelden teller med 1 av 3 runder."


def test_where_attendance_is_not_recorded_the_text_does_not_count_heads():
    one = told(lost(1), lost(2), present=(1, 2), recorded=False, decision=True)
    assert text(one).splitlines()[1] == "2 runder, frammøtet er ikke ført. Kvelden teller."
    assert text(told(lost(1), present=(1, 2), recorded=False)).splitlines()[1].endswith("Kvelden teller ikke.")


def test_where_nobody_is_a_member_only_guests_are_counted():
    one = evening(1, lost(1, 1, 2), present=(1, 2))
    alone = Told(evening=one, verdict=judge(one, (), (), Rules()), names=NAMES)
    assert text(alone).splitlines()[1] == "1 runde, 2 gjester. Kvelden teller ikke."


def test_what_is_only_taken_to_be_is_marked_in_the_table():
    one = told(lost(1), lost(1), lost(2), present=(1, 2, 3, 4))
    # Carl and Dina: taken to have played three and lost none
    assert text(one).splitlines()[-2:] == ["1. Dina ≈ 0,000", "3. Berit ≈ 0,333"]
    assert text(one).splitlines()[-3] == "1. Carl ≈ 0,000"


# --- Who lost


@pytest.mark.parametrize(
    ("losers", "sentence"),
    [
        ((), "Ingen fikk strek."),
        ((3,), "Kveldens eneste strek gikk til Carl."),
        ((3, 3, 3), "Alle 3 strekene gikk til Carl."),
        ((1, 2, 3, 4, 5, 1, 2, 3, 4, 5), "Strekene ble delt likt: 2 til hver."),
        ((1, 2, 3, 4), "4 stykker fikk flest, 1 strek hver. Bare Einar slapp unna."),
        ((1, 2), "Arne og Berit fikk flest, 1 strek hver."),
        ((1, 2, 3), "Arne, Berit og Carl fikk flest, 1 strek hver."),
        ((3, 1, 3, 2), "Carl sto for 2 av 4 streker."),  # half of them
        ((3, 1, 3, 2, 4), "Carl fikk flest: 2 streker. Bare Einar slapp unna."),  # less than half
    ],
)
def test_of_who_lost_there_is_one_sentence_by_how_the_strek_fell(losers: tuple[int, ...], sentence: str):
    assert sentences(told(*lose(*losers))) == sentence


def test_a_guest_who_lost_most_is_told_of_as_a_guest():
    players = (*ALL, 9)
    assert sentences(told(*lose(9, 1, 9, players=players), present=players)) == (
        "Gunnar kom som gjest og fikk flest: 2 streker."
    )


def test_a_host_who_lost_most_is_told_of_as_the_host():
    assert sentences(told(*lose(1, 2, 1), host=1)) == "Verten fikk flest selv: 2 streker til Arne."
    assert sentences(told(*lose(1, 2, 1), host=2)) == "Arne sto for 2 av 3 streker."


# --- What else happened


def test_everybody_lost():
    assert sentences(told(*lose(1, 2, 3, 4, 5, 1))) == "Arne fikk flest: 2 streker. Ingen slapp unna."


def test_one_alone_went_free_of_those_who_played():
    # Einar came and did not play: he has not slipped away from anything
    assert sentences(told(*lose(1, 2, 3, 1, 2, 1, players=(1, 2, 3, 4)))) == (
        "Arne sto for 3 av 6 streker. Bare Dina slapp unna."
    )


def test_three_at_a_table_are_too_few_for_that():
    assert sentences(told(*lose(1, 2, 1, players=(1, 2, 3)), present=(1, 2, 3, 4))) == "Arne sto for 2 av 3 streker."


def test_three_in_a_row():
    three = (1, 2, 3)
    assert sentences(told(*lose(3, 3, 3, 1, 2, 1, 2, players=three))) == "Carl fikk flest: 3 streker. Det ble 3 på rad."
    assert sentences(told(*lose(3, 3, 3, 1, 2, 1, 1, players=three))) == (
        "Arne og Carl fikk flest, 3 streker hver. Carl fikk 3 på rad."
    )


def test_in_a_row_is_at_one_table_and_not_where_the_order_is_unknown():
    apart = (lost(3, 3, 1), lost(3, 3, 1, table=2), lost(3, 3, 1), lost(1, 3, 1), lost(2, 2, 1), lost(4, 4, 1))
    assert "rad" not in sentences(told(*apart))
    assert "rad" not in sentences(told(*(lost(3, *ALL, ordered=False) for _round in range(3)), lost(1, *ALL)))


def test_the_first_strek_in_long():
    # Carl has played 19 rounds of the evening before without a strek and loses the second tonight, his 21st
    before = evening(2, *lose(*[1, 2] * 9, 1), present=ALL, day=date(2025, 2, 6))
    one = replace(told(*lose(2, 3, 3)).evening, id=1)
    assert sentences(_told(one, before=(before,))) == (
        "Carl sto for 2 av 3 streker. Carl fikk sin første på 20 runder."
    )


def test_one_round_fewer_is_not_long():
    before = evening(2, *lose(*[1, 2] * 9, 1), present=ALL, day=date(2025, 2, 6))
    assert sentences(_told(told(*lose(3, 3, 2)).evening, before=(before,))) == "Carl sto for 2 av 3 streker."


def test_a_round_of_which_not_all_is_recorded_breaks_the_row():
    spell = evening(2, *lose(*[1] * 10), lost(1, *ALL, ordered=False), *lose(*[1] * 10), present=ALL)
    tonight = evening(1, *lose(3), present=ALL)
    assert dry_spells([spell, tonight], 1) == {3: 10}
    without_carl = evening(3, lost(1, 1, 2, ordered=False), present=(1, 2))
    assert dry_spells([spell, without_carl, tonight], 1) == {3: 10}


def test_a_clean_evening_of_at_least_six_rounds():
    assert sentences(told(*lose(1, 1, 2, 2, 1, 2, players=(1, 2, 3, 4)))) == (
        "Arne og Berit fikk flest, 3 streker hver. Carl og Dina spilte alle rundene uten strek."
    )
    assert sentences(told(*lose(1, 1, 2, 2, 1, players=(1, 2, 3, 4)))) == "Arne sto for 3 av 5 streker."


def test_the_last_round_after_midnight():
    late = datetime(2025, 3, 7, 0, 40, tzinfo=plain.OSLO)
    last = replace(lost(1, *ALL), logged_at=late)
    assert sentences(told(*lose(1, 2), last)) == "Arne sto for 2 av 3 streker. Siste runde var over kl. 00.40."


def test_two_more_sentences_are_enough():
    # Nobody went free, Carl lost three in a row, and his first was the first in 20 rounds
    before = evening(2, *lose(*[1, 2] * 10), present=ALL, day=date(2025, 2, 6))
    one = told(*lose(3, 3, 3, 1, 2, 4, 5, 1)).evening
    assert sentences(_told(one, before=(before,))) == (
        "Carl fikk flest: 3 streker. Ingen slapp unna. Det ble 3 på rad."
    )


def test_the_hat_goes_home_with_whoever_lost_last_unless_nobody_knows_or_the_club_has_none():
    one = told(*lose(3, 1))
    assert "Arne gikk hjem med Mattishatten." in text(one)
    assert "Mattishatten" not in text(replace(one, hat=False))
    assert "Mattishatten" not in text(told(lost(1, *ALL, ordered=False)))


# --- The table


def after_one(*losers: int, rules: Rules | None = None) -> list[str]:
    """The table's lines, after an evening before at which Arne got 1, Berit 2, Carl 3 strek of six, and this one."""
    before = evening(2, *lose(1, 2, 2, 3, 3, 3, players=(1, 2, 3)), present=(1, 2, 3, 4), day=date(2025, 2, 6))
    one = evening(1, *lose(*losers, players=(1, 2, 3)), present=(1, 2, 3, 4))
    return text(_told(one, rules, (before,))).split("\n\n")[-1].splitlines()


def test_a_new_leader_is_named():
    # Arne 4 of 9, Berit 2, Carl 3
    assert after_one(1, 1, 1) == [
        "Tabellen 2025, strek per runde:",
        "1. Berit 0,222",
        "2. Carl 0,333",
        "3. Arne 0,444",
        "Berit tar over ledelsen.",
    ]


def test_a_shared_lead_is_named_too():
    # Arne and Berit 2 of 7, Carl 3 of 7
    assert after_one(1)[1:] == ["1. Arne 0,286", "1. Berit 0,286", "3. Carl 0,429", "Arne og Berit deler ledelsen."]


def test_who_leads_still_needs_no_sentence():
    assert after_one(3)[1:] == ["1. Arne 0,143", "2. Berit 0,286", "3. Carl 0,571"]


@pytest.mark.parametrize(
    ("ranking", "lines"),
    [
        # Seven rounds of three expect 7/3: (1 + 5) / (7/3 + 5) = 18/22, (2 + 5) … = 21/22, (4 + 5) … = 27/22
        (Ranking.ADJUSTED, ["strek av ventet:", "1. Arne 0,82", "2. Berit 0,95", "3. Carl 1,23"]),
        (Ranking.FEWEST, ["færrest strek:", "1. Arne 1", "2. Berit 2", "3. Carl 4"]),
        (Ranking.MOST, ["flest strek:", "1. Carl 4", "2. Berit 2", "3. Arne 1"]),
    ],
)
def test_the_table_shows_the_figure_the_season_ranks_by(ranking: Ranking, lines: list[str]):
    assert after_one(3, rules=Rules(ranking=ranking)) == [f"Tabellen 2025, {lines[0]}", *lines[1:]]


def test_where_many_share_the_first_place_they_are_counted():
    one = told(*lose(1, players=ALL))
    assert text(one).split("\n\n")[-1].splitlines() == [
        "Tabellen 2025, strek per runde:",
        "1. Berit 0,000",
        "1. Carl 0,000",
        "1. Dina 0,000",
        "1. Einar 0,000",
    ]
    six = {**NAMES, 6: "Frode", 7: "Geir"}
    people = (*ALL, 6, 7)
    evening_ = evening(1, *lose(1, players=people), present=people)
    periods = members(*people)
    table = standings(season(evening_, periods=periods))
    shared = replace(one, evening=evening_, verdict=judge(evening_, periods, (), Rules()), names=six, table=table)
    assert text(shared).split("\n\n")[-1].splitlines()[1:] == ["6 deler førsteplassen, 0,000"]


# --- What holds of every text


@st.composite
def any_evening(draw: st.DrawFn) -> EveningFacts:
    present = draw(st.sets(st.sampled_from((*ALL, 9)), min_size=2))
    rounds = []
    for _round in range(draw(st.integers(0, 12))):
        players = draw(st.sets(st.sampled_from(sorted(present)), min_size=2))
        known = draw(st.booleans())
        rounds.append(
            lost(
                draw(st.sampled_from(sorted(players))),
                *(players if known else ()),
                table=draw(st.sampled_from((1, 1, 2))),
                ordered=draw(st.booleans()),
            )
        )
    recorded = draw(st.booleans())
    return evening(1, *rounds, present=sorted(present), recorded=recorded, host=draw(st.sampled_from((None, *present))))


@given(one=any_evening())
def test_the_text_names_only_who_was_there_and_its_strek_add_up(one: EveningFacts):
    said = text(_told(one))
    of_the_evening = said.partition("\n\nTabellen")[0]
    for person, name in NAMES.items():
        assert (name in of_the_evening) <= (person in one.came)
    strek_of = {name: int(count) for name, count in re.findall(r"^(\w+): (\d+) strek(?:er)?$", said, re.MULTILINE)}
    assert strek_of == Counter(NAMES[round_.mattis] for round_ in one.standing if round_.mattis)
    assert sum(strek_of.values()) == int(re.findall(r"^(\d+) runder?\b", said, re.MULTILINE)[0])
    assert said == text(_told(one))
    assert "!" not in said
    assert "  " not in said


# --- What was corrected afterwards

MARCH = date(2026, 3, 5)
THEN = Stood(
    MARCH, 1, frozenset({1, 2, 3}), counts=True, strek={10: (1, "runde 1"), 11: (2, "runde 2")}, penalties=(2,)
)


@pytest.mark.parametrize(
    ("now", "sentence"),
    [
        ({}, None),
        ({"strek": {10: (3, "runde 1"), 11: (2, "runde 2")}}, "Carl fikk streken, ikke Arne (runde 1)."),
        ({"strek": {10: (1, "runde 1")}}, "Streken til Berit er tatt bort (runde 2)."),
        ({"strek": {**THEN.strek, 12: (3, "runde 3")}}, "Det manglet en strek til Carl (runde 3)."),
        ({"strek": {**THEN.strek, 12: (3, "")}}, "Det manglet en strek til Carl."),
        ({"present": frozenset({1, 2, 3, 4, 5})}, "Dina og Einar var der."),
        ({"present": frozenset({1, 2})}, "Carl var der ikke."),
        ({"day": date(2026, 3, 6)}, "Kvelden var 06.03.2026, ikke 05.03.2026."),
        ({"host": 2}, "Kvelden var hos Berit."),
        ({"host": None}, "Kvelden var ikke hos Arne."),
        ({"penalties": (2, 2)}, "Berit fikk straffestrek."),
        ({"penalties": ()}, "Straffestreken til Berit er strøket."),
        ({"counts": False}, "Kvelden teller likevel ikke."),
    ],
)
def test_a_correction_says_what_is_and_what_was(now: dict[str, Any], sentence: str | None):
    assert list(corrections(THEN, replace(THEN, **now), NAMES)) == ([sentence] if sentence else [])


def test_an_evening_that_came_to_count_says_so():
    assert list(corrections(replace(THEN, counts=False), THEN, NAMES)) == ["Kvelden teller likevel."]


def test_corrections_stand_above_the_text_with_their_word():
    one = replace(told(*lose(1, 2)), corrections=("Carl var der.", "Dina var der ikke."))
    assert text(one).splitlines()[:4] == [
        "Rettelse: Carl var der.",
        "Rettelse: Dina var der ikke.",
        "",
        "Torsdag 6. mars 2025",
    ]


@pytest.fixture
def closed() -> Evening:
    """At Arne's, Einar away: Berit lost the first round, Carl the second, Dina the third."""
    found_club("Arne", "Berit", "Carl", "Dina", "Einar")
    return play(day(3, 5), losers=["Berit", "Carl", "Dina"], present=["Arne", "Berit", "Carl", "Dina"])


def told_in_chat(evening: Evening) -> list[str]:
    """What is told as corrected."""
    lines = chat_text(EveningPage(Evening.objects.get(pk=evening.pk)), hat=True).splitlines()
    return [line.removeprefix("Rettelse: ") for line in lines if line.startswith("Rettelse: ")]


def a_week_later() -> Any:
    return time_machine.travel(at(day(3, 12), "12.00"), tick=False)


def correct(round_: Round, name: str) -> None:
    rounds.correct_round(
        actor=actor(), round_id=round_.pk, seen=round_.version, mattis=named(name), players=None, reason="feil navn"
    )


def test_an_evening_left_as_it_was_closed_has_nothing_to_correct(closed: Evening):
    assert told_in_chat(closed) == []


def test_what_was_undone_or_corrected_before_the_closing_is_no_correction():
    found_club("Arne", "Berit", "Carl")
    one = open_evening(day(3, 5))
    with time_machine.travel(at(day(3, 5), "20.00"), tick=False):
        undone = strek(one, "Arne")
        rounds.undo_round(actor=actor(), round_id=undone.pk, seen=undone.version)
        correct(strek(one, "Arne"), "Berit")
        one = evenings.close_evening(actor=actor(), evening_id=one.pk, seen=one.version)
    assert told_in_chat(one) == []


def test_each_kind_of_correction_is_told_with_what_was_and_what_is(closed: Evening):
    first, second, third = closed.rounds.in_order()
    with a_week_later():
        correct(first, "Arne")
        rounds.strike_round(actor=actor(), round_id=second.pk, seen=1, reason="registrert to ganger")
        rounds.void_round(actor=actor(), round_id=third.pk, seen=1, reason="brutt av")
        there = {named(name) for name in ("Arne", "Berit", "Carl", "Dina", "Einar")}
        attendance.correct_attendance(
            actor=actor(), evening_id=closed.pk, seen=closed.version, present=there, reason="glemt å føre"
        )
        now = Evening.objects.get(pk=closed.pk)
        evenings.change_evening(
            actor=actor(), evening_id=closed.pk, seen=now.version, day=day(3, 6), host=None, place="", remark=""
        )
        assert told_in_chat(closed) == [
            "Kvelden var 06.03.2026, ikke 05.03.2026.",
            "Kvelden var ikke hos Arne.",
            "Arne fikk streken, ikke Berit (runde 1).",
            "Streken til Carl er tatt bort (runde 2).",
            "Streken til Dina er tatt bort (runde 3).",
            "Einar var der.",
        ]


def test_a_penalty_given_or_struck_afterwards_is_a_correction():
    found_club("Arne", "Berit", "Carl")
    one = open_evening(day(3, 5))
    with time_machine.travel(at(day(3, 5), "22.00"), tick=False):
        strek(one, "Arne")
        given = penalties.give_penalty(actor=actor(), evening_id=one.pk, person=named("Berit"), reason="ulovlig")
        one = evenings.close_evening(actor=actor(), evening_id=one.pk, seen=one.version)
    assert told_in_chat(one) == []
    with a_week_later():
        penalties.strike_penalty(actor=actor(), penalty_id=given.pk, seen=given.version, reason="lovlig likevel")
        penalties.give_penalty(actor=actor(), evening_id=one.pk, person=named("Carl"), reason="ulovlig")
        assert told_in_chat(one) == ["Straffestreken til Berit er strøket.", "Carl fikk straffestrek."]


def test_a_correction_taken_back_is_none(closed: Evening):
    first = closed.rounds.in_order()[0]
    with a_week_later():
        correct(first, "Arne")
        correct(Round.objects.get(pk=first.pk), "Berit")
        struck = rounds.strike_round(actor=actor(), round_id=first.pk, seen=3, reason="feil")
        rounds.restore_round(actor=actor(), round_id=first.pk, seen=struck.version, reason="likevel ikke")
        assert told_in_chat(closed) == []


def test_a_round_forgotten_and_put_in_a_week_later_was_lacking(closed: Evening):
    with a_week_later():
        now = evenings.reopen_evening(actor=actor(), evening_id=closed.pk, seen=closed.version, reason="glemt runde")
        rounds.insert_round(
            actor=actor(),
            evening_id=closed.pk,
            table=1,
            after=closed.rounds.in_order()[0],
            mattis=named("Arne"),
            players=[named("Arne"), named("Dina")],
        )
        evenings.close_evening(actor=actor(), evening_id=closed.pk, seen=now.version)
        assert told_in_chat(closed) == ["Det manglet en strek til Arne (runde 2)."]


def test_an_evening_closed_too_early_goes_on_without_correcting_itself(closed: Evening):
    with time_machine.travel(at(day(3, 5), "22.00"), tick=False):
        now = evenings.reopen_evening(actor=actor(), evening_id=closed.pk, seen=closed.version, reason="for tidlig")
        last = strek(closed, "Arne")
        evenings.close_evening(actor=actor(), evening_id=closed.pk, seen=now.version)
    assert told_in_chat(closed) == []
    with a_week_later():
        correct(last, "Carl")
        assert told_in_chat(closed) == ["Carl fikk streken, ikke Arne (runde 4)."]


def test_an_evening_nobody_closed_is_corrected_once_it_was_over_by_itself():
    found_club("Arne", "Berit", "Carl")
    one = open_evening(day(3, 5))
    with time_machine.travel(at(day(3, 5), "23.00"), tick=False):
        first = strek(one, "Arne")
        correct(first, "Berit")
    with a_week_later():
        assert told_in_chat(one) == []
        correct(Round.objects.get(), "Carl")
        assert told_in_chat(one) == ["Carl fikk streken, ikke Berit (runde 1)."]


def test_rounds_moved_afterwards_are_gone_here_and_lacked_there(closed: Evening):
    other = play(day(3, 12), losers=["Einar"], host="Berit")
    first = closed.rounds.in_order()[0]
    with time_machine.travel(at(day(3, 13), "12.00"), tick=False):
        rounds.move_rounds(
            actor=actor(), seen={first.pk: first.version}, to_evening_id=other.pk, table=1, reason="feil kveld"
        )
        assert told_in_chat(closed) == ["Streken til Berit er tatt bort (runde 1)."]
        assert told_in_chat(other) == ["Det manglet en strek til Berit (runde 2)."]


def test_rounds_moved_before_the_closing_were_never_there():
    found_club("Arne", "Berit", "Carl")
    one, other = open_evening(day(3, 5), host="Arne"), open_evening(day(3, 5), host="Berit")
    with time_machine.travel(at(day(3, 5), "20.00"), tick=False):
        stray = strek(one, "Carl")
        strek(one, "Arne")
        moved: dict[str, Any] = {"actor": actor(), "to_evening_id": other.pk, "table": 1, "reason": "feil kveld"}
        rounds.move_rounds(seen={stray.pk: stray.version}, **moved)
        for evening_ in (one, other):
            evenings.close_evening(actor=actor(), evening_id=evening_.pk, seen=evening_.version)
    with a_week_later():
        correct(one.rounds.get(), "Berit")
        assert told_in_chat(one) == ["Berit fikk streken, ikke Arne (runde 1)."]
        correct(other.rounds.get(), "Berit")  # of which that evening's log tells only that it came
        assert told_in_chat(other) == ["Berit fikk streken, ikke Carl (runde 1)."]


def test_an_evening_that_no_longer_counts_says_so(closed: Evening):
    with a_week_later():
        for round_ in closed.rounds.all():
            rounds.strike_round(actor=actor(), round_id=round_.pk, seen=1, reason="ble ikke spilt")
        there = {named(name) for name in ("Arne", "Berit")}
        attendance.correct_attendance(
            actor=actor(), evening_id=closed.pk, seen=closed.version, present=there, reason="feil"
        )
        assert told_in_chat(closed)[-2:] == ["Carl og Dina var der ikke.", "Kvelden teller likevel ikke."]


# --- On the page


def test_closing_leads_to_the_text_and_the_page_offers_it_to_whoever_asks(closed: Evening):
    client = client_of(actor())
    plain_page = client.get(reverse("evening", args=[closed.pk])).text
    assert "Tabellen 2026, strek per runde" not in plain_page
    assert 'href="?tekst=1#chat"' in plain_page
    with_text = client.get(reverse("evening", args=[closed.pk]) + "?tekst=1").text
    assert "Berit, Carl og Dina fikk flest, 1 strek hver. Bare Arne slapp unna." in with_text
    with time_machine.travel(at(day(3, 6), "20.00"), tick=False):
        one = open_evening(day(3, 6), host="Berit")
        strek(one, "Arne")
        answer = client_of(actor()).post(reverse("evening_close", args=[one.pk]), {"version": one.version}, follow=True)
    assert "Kveldens eneste strek gikk til Arne." in answer.text


def test_a_club_may_do_without_the_text(closed: Evening):
    Club.objects.update(switched_off=[Extra.CHAT])
    html = client_of(actor()).get(reverse("evening", args=[closed.pk]) + "?tekst=1").text
    assert "gruppechatten" not in html
    Club.objects.update(switched_off=[Extra.HAT])
    html = client_of(actor()).get(reverse("evening", args=[closed.pk]) + "?tekst=1").text
    assert "gruppechatten" in html
    assert "gikk hjem med Mattishatten" not in html


def test_a_guest_in_the_log_and_in_the_table_is_named_where_he_was(closed: Evening):
    guest("Gunnar")
    one = open_evening(day(3, 19), host="Berit")
    with time_machine.travel(at(day(3, 19), "20.00"), tick=False):
        arrive(one, "Gunnar")
        strek(one, "Gunnar")
        strek(one, "Gunnar")
        strek(one, "Arne")
        one = evenings.close_evening(actor=actor(), evening_id=one.pk, seen=one.version)
    said = chat_text(EveningPage(one), hat=True)
    assert "Gunnar kom som gjest og fikk flest: 2 streker." in said
    assert "5 av 5 medlemmer og 1 gjest" in said
    assert not re.search(r"\d\. Gunnar", said)


def test_the_text_costs_the_same_queries_however_long_the_season(closed: Evening):
    def queries() -> int:
        page = EveningPage(Evening.objects.get(pk=closed.pk))
        with CaptureQueriesContext(connection) as asked:
            chat_text(page, hat=True)
        return len(asked)

    few = queries()
    for number in range(1, 6):
        play(day(4, number), losers=["Arne", "Berit"] * 3)
    assert queries() == few
