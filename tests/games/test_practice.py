"""A round against bots: nobody sees what his chair does not show him, and no tap plays twice."""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from engine.cards import NAMES
from engine.position import Position
from engine.presets import PRESETS
from engine.reader import read_move
from games import referee
from games.models import Practice, Record
from games.services import practice
from league.models import LogEntry, Round, User
from tests.factories import client_of, day, found_club, login, play

pytestmark = pytest.mark.django_db
CHOICES = "/spill/#valg"
CARD = re.compile(r"cards\.svg#([2-9TJQKA][shdc])")


@pytest.fixture
def member() -> Client:
    found_club("Arne", "Berit")
    return client_of(login("Berit"))


def begin(client: Client, rules: str = "club", players: int = 4) -> Practice:
    client.post(reverse("practice_begin"), {"rules": rules, "players": players})
    return Practice.objects.get()


def choices(page: str) -> list[str]:
    return re.findall(r'name="move" value="([^"]*)"', page)


def ply(page: str) -> str:
    return re.findall(r'name="ply" value="(\d+)"', page)[0]


def play_to_the_end(client: Client):
    """Every page on the way, with the practice as it then was, and the last answer."""
    for _turn in range(400):
        page = client.get(reverse("practice"))
        yield page, Practice.objects.first()
        offered = choices(page.text)
        if not offered:
            return
        answer = client.post(reverse("practice_play"), {"ply": ply(page.text), "move": offered[0]})
        yield answer, Practice.objects.first()
        if answer["Location"] != CHOICES:
            return


def test_no_hidden_card_reaches_the_browser_in_any_response_of_a_round(member: Client):
    """What a page may show: the player's own cards, and those that have lain open on the table."""
    game = begin(member)
    seed, names = game.seed, practice.names(User.objects.get(email="berit@example.org"), 4)
    pages = 0
    for answer, now in play_to_the_end(member):
        if now is None or answer.status_code != 200:
            assert not CARD.search(answer.text)
            continue
        table = referee.practise("club", names, seed, now.moves)
        position = Position.random(PRESETS["club"].rules, 4, Random(seed))
        open_ = set(_own(position))
        for move in table.moves.split():
            position.push(read_move(position, move))
            open_ |= {NAMES[card] for play_ in position.table for card in range(52) if play_.cards >> card & 1}
            open_ |= set(_own(position))
        drawn = set(CARD.findall(answer.text))
        hidden = {NAMES[card] for seat in range(1, 4) for card in range(52) if position.hands[seat] >> card & 1} - open_
        assert not drawn & hidden
        assert not [name for name in hidden if re.search(rf'"{name}"|>{name}<', answer.text)]
        assert str(seed) not in answer.text, "the deck follows from it"
        pages += 1
    assert pages > 5


def _own(position: Position) -> list[str]:
    return [NAMES[card] for card in range(52) if position.hands[0] >> card & 1]


def test_an_opponents_back_carries_neither_name_nor_order(member: Client):
    begin(member)
    page = member.get(reverse("practice")).text
    for fan in re.findall(r'<svg class="fan".*?</svg>', page, re.DOTALL):
        if "#back" in fan:
            assert len({re.sub(r"rotate\([^)]*\)", "", use) for use in re.findall(r"<use[^>]*>", fan)}) == 1


def test_a_finished_round_becomes_a_record_and_no_strek(member: Client):
    play(day(3, 5), losers=["Arne"])
    before = Round.objects.count()
    begin(member)
    last = [answer for answer, _now in play_to_the_end(member)][-1]
    record = Record.objects.get()
    assert last["Location"] == reverse("record", args=[record.pk])
    assert (record.round, record.player.name) == (None, "Berit")
    assert Round.objects.count() == before
    assert not Practice.objects.exists()
    page = member.get(last["Location"]).text
    assert "Mattis:" in page
    assert not referee.replay(record.text).faults
    assert not any(step.foul for step in referee.replay(record.text).steps)


@pytest.mark.parametrize("rules", [name for name, _title in referee.rule_sets()])
def test_every_rule_set_can_be_practised_to_its_end(rules: str):
    table = referee.practise(rules, ["Berit", "Robot 1", "Robot 2"], 7, "")
    for _turn in range(400):
        if table.record:
            break
        table = referee.practise(rules, ["Berit", "Robot 1", "Robot 2"], 7, table.moves, table.choices[0].move)
    assert not referee.replay(table.record).faults


def test_the_same_tap_twice_and_a_stale_one_play_nothing(member: Client):
    begin(member)
    page = member.get(reverse("practice")).text
    tap = {"ply": ply(page), "move": choices(page)[0]}
    member.post(reverse("practice_play"), tap)
    after = Practice.objects.get().moves
    for again in (tap, {"ply": "0", "move": tap["move"]}, {"ply": "tull", "move": tap["move"]}, {}):
        assert member.post(reverse("practice_play"), again).status_code == 302
        assert Practice.objects.get().moves == after


def test_what_is_not_legal_is_not_played(member: Client):
    begin(member)
    page = member.get(reverse("practice")).text
    hidden = next(name for name in NAMES if name not in page)
    for move in (hidden, "tull", "x" * 5000, "inn"):
        answer = member.post(reverse("practice_play"), {"ply": ply(page), "move": move}, follow=True)
        assert "Det er ikke lovlig nå." in answer.text
        assert Practice.objects.get().moves == ""


def test_too_many_players_for_the_rules_is_said_in_words(member: Client):
    answer = member.post(reverse("practice_begin"), {"rules": "skitgubbe", "players": 9})
    assert "Så mange kan ikke spille etter disse reglene." in answer.text
    assert not Practice.objects.exists()


def test_every_tap_leads_back_to_what_may_be_done(member: Client):
    """Which on a phone lies below the table."""
    answer = member.post(reverse("practice_begin"), {"rules": "club", "players": 4})
    assert answer["Location"] == CHOICES
    page = member.get(reverse("practice")).text
    assert 'id="valg"' in page
    assert member.post(reverse("practice_play"), {"ply": ply(page), "move": choices(page)[0]})["Location"] == CHOICES


def test_what_the_robots_have_done_since_the_last_tap_is_told_and_stays_told(member: Client):
    """However often the page is opened; what went before the player's own move is told no more."""
    begin(member)
    Practice.objects.update(seed=1)
    page = member.get(reverse("practice")).text
    counts = []
    for _turn in range(6):
        known = int(ply(page))
        member.post(reverse("practice_play"), {"ply": str(known), "move": choices(page)[0]})
        answer = member.get(reverse("practice"))
        page, told = answer.text, answer.context["table"].told
        assert len(told) == int(ply(page)) - known - 1
        assert all(line.startswith("Robot") and line in page for line in told)
        counts.append(len(told))
    assert max(counts) >= 3, "all three have laid"


def test_a_round_given_up_leaves_nothing_behind(member: Client):
    begin(member)
    entries = LogEntry.objects.count()
    for _twice in range(2):
        member.post(reverse("practice_give_up"))
    assert not Practice.objects.exists()
    assert not Record.objects.exists()
    assert LogEntry.objects.count() == entries
