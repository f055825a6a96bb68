"""The short ways of a turn, held against the long ones."""

from random import Random

import pytest

from engine import text
from engine.cards import BIT, cards, each
from engine.errors import Illegal, ShuffleMissing
from engine.moves import CHANCE, chance, lay, play, take
from engine.phase import SHED
from engine.position import Position
from engine.presets import ALL, CLUB, STANDARD
from engine.setup import Hand, collect_position
from tests.engine.tables import TABLES, dealt, everything

MIXES = [CLUB.with_options({"dreck": True}), STANDARD.with_options({"must_tie": True})]


def push_both_ways(position, move):
    """Make a move the way it goes by itself and the long way, and see that both are the same."""
    long = position.copy(history=False)
    long.quick = long.even = False
    assert long.legal_moves() == position.legal_moves()
    position.push(move)
    long.push(move)
    assert long == position
    if position.phase is SHED:
        assert (long.ring, long.inside) == (position.ring, position.inside)


def compare(position, rng, longest):
    """Play a round at random, every turn both ways. Returns the share of the turns that had a short way."""
    short = 0
    while not position.over and position.ply < longest:
        short += position.quick or position.even
        push_both_ways(position, rng.choice(position.legal_moves()))
    return short / position.ply


@pytest.mark.parametrize("name", ALL)
def test_the_short_way_does_what_the_long_way_does(name):
    compare(dealt(name, ALL[name].rules.players[1], 40), Random(40), 170)


@pytest.mark.parametrize("rules", MIXES, ids=["dreck", "must tie"])
def test_rules_that_no_source_mixes_go_both_ways_alike(rules):
    for seed in range(4):
        compare(Position.random(rules, 4, Random(seed)), Random(seed), 250)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_short_way_does_what_the_long_way_does_in_many_rounds(name, players):
    for seed in range(41, 71):
        compare(dealt(name, players, seed), Random(seed), 3000)


@pytest.mark.parametrize("name", ["club", "standard", "skitgubbe"])
def test_nearly_every_turn_has_a_short_way(name):
    assert compare(dealt(name, 4, 39), Random(39), 3000) > 0.95


@pytest.mark.parametrize("name", ["club", "standard", "skitgubbe", "mas"])
def test_a_round_seen_by_one_player_goes_both_ways_alike_and_every_hand_keeps_its_number_of_cards(name):
    position, rng = dealt(name, 4, 6), Random(6)
    # With the trump card unseen the phase could not change; in Mas it lies open, and some have won cards by then.
    while position.phase is not SHED and not (name == "mas" and position.ply == 24):
        position.push(rng.choice(position.legal_moves()))
    seen = position.seen_by(0)
    while not position.over:
        move = rng.choice(position.legal_moves())
        shown = chance(position.deck[position.drawn]) if move is CHANCE else move
        position.push(move)
        push_both_ways(seen, shown)
        held = [known.bit_count() + unseen for known, unseen in zip(seen.hands, seen.unseen, strict=True)]
        assert held == [known.bit_count() for known in position.hands]
    assert (seen.finish, seen.losers) == (position.finish, position.losers)


@pytest.mark.parametrize("name", ["club", "standard", "bikkje", "skitgubbe", "mas", "mattis", "atlanta", "koira"])
def test_what_was_legal_a_moment_ago_is_refused_without_being_asked_about(name):
    position, rng, refused = dealt(name, 3, 8), Random(8), 0
    while not position.over and position.ply < 120:
        moves = position.legal_moves()
        position.push(rng.choice(moves))
        before, legal = everything(position), position.copy().legal_moves()
        for move in moves:
            if move not in legal:
                with pytest.raises(Illegal):
                    position.push(move)
                assert everything(position) == before
                refused += 1
        later = position.legal_moves()
        made = position.pop()
        for move in later:
            if move not in moves:
                with pytest.raises(Illegal):
                    position.push(move)
                refused += 1
        position.push(made)
    assert refused > 50


def test_a_round_goes_both_ways_alike_after_what_the_rules_do_not_allow():
    for seed in range(5):
        position, rng = dealt("club", 4, seed), Random(seed)
        for _ in range(9):
            position.push(rng.choice(position.legal_moves()))
        seat = position.to_play[-1] if position.to_play else position.turn
        position.push_anyway(play(next(each(position.hands[seat]))), seat)  # out of turn, and he draws all the same
        compare(position, rng, 300)


def test_a_player_who_sees_a_position_may_not_do_what_was_offered_to_another():
    position = text.read("standard shed 9s/8h/4d 0 trump=c size=3")
    (lead,) = position.legal_moves()
    seen = position.seen_by(1)
    seen.turn = 1
    with pytest.raises(Illegal):
        seen.push(lead)


@pytest.mark.parametrize("players", [4, 6])
def test_a_dreck_whose_shuffle_is_not_known_leaves_the_position_as_it_was(players):
    missing = 0
    for seed in range(8):
        position, rng = Position.random(MIXES[0], players, Random(seed)), Random(seed)
        position.seed = None
        try:
            while position.phase is not SHED:
                before = everything(position)
                position.push(rng.choice(position.legal_moves()))
        except ShuffleMissing:
            assert everything(position) == before
            missing += 1
    assert missing


def test_who_was_out_and_took_cards_all_the_same_goes_out_as_before():
    position = text.read("mattis shed 3s4s/5s6s/-/9d8d 0 table=1:8h9h trump=h out=2 size=3")
    position.push_anyway(take(), 2)
    for seat, held in ((3, "8d"), (0, "3s"), (2, "8h"), (2, "9h")):
        position.push_anyway(lay(cards([held])), seat)
    assert (position.inside, position.ring, position.turn) == (0b1011, (1, 3, 3, 0), 3)


def test_a_trick_with_more_plays_than_it_should_have_is_full():
    position = text.read("standard shed 9s/4s5s/6d 0 trump=h table=1:7s,2:8s size=2")
    position.push(position.legal_moves()[0])
    assert position.table == ()


def test_unseen_cards_in_a_line_are_unseen_though_it_does_not_say_that_it_is_partial():
    position = text.read("standard shed 3s+2/4s5s 0 trump=h")
    position.push(position.legal_moves()[0])
    assert (position.over, position.unseen) == (False, (2, 0))


def test_taking_the_last_card_of_a_hand_back_leaves_all_as_it_was():
    position = text.read("standard shed 9s/4s5s/6d 0 trump=h losers=1")
    before = everything(position)
    position.push(position.legal_moves()[0])
    position.pop()
    assert everything(position) == before


def test_the_last_card_of_a_stock_that_was_set_up_is_no_chance():
    hands = [Hand(cards([name])) for name in ("7s", "8s", "9s", "Ts")]
    for stock, may in ((["2h", "3h"], True), (["3h"], False)):
        position = collect_position(CLUB, hands, stock=[BIT.index(cards([name])) for name in stock], turn=0)
        assert (CHANCE in position.legal_moves()) is may
