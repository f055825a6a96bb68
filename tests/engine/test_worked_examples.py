"""Every worked example of the four sources, each by its own name."""

import pytest

from engine.cards import card, cards, names
from engine.moves import lay
from engine.presets import ALL, CLUB, STANDARD
from engine.setup import Hand, shed_position
from engine.trick import Outcome, judge_trick
from tests.engine.test_records import read_file


def after(name):
    """The position at the end of an example; all its moves were legal."""
    reading = read_file(f"example-{name}")
    assert reading.faults == []
    return reading.record.end()


def replies(rules, top, hand, trump="h"):
    """What may be laid on a card, and whether taking is allowed."""
    position = shed_position(
        rules,
        [Hand(cards(["2c"])), Hand(cards(hand)), Hand(cards(["3c"]))],
        trump="shdc".index(trump),
        turn=1,
        table=[lay(cards(top)).plays[0]],
        size=3,
    )
    return sorted(str(move) for move in position.legal_moves())


# --- S0, the Norwegian page on Mattis


def test_s0_bjorns_king_takes_three_cards_and_he_leads():
    position = after("s0-highest-card-takes")
    assert names(position.piles[1]) == ["7s", "Kh", "3c"]
    assert position.turn == 1
    assert all(held.bit_count() == 3 for held in position.hands)


def test_s0_two_kings_fight_and_the_winner_takes_annas_seven_too():
    position = after("s0-equal-kings-fight")
    assert position.piles[2] == cards(["7s", "Kh", "Kc", "5d", "8d"])
    assert position.turn == 2


def test_s0_camilla_takes_the_oldest_card_and_bjorn_fills_the_trick():
    position = after("s0-oldest-card-is-taken")
    assert names(position.hands[2]) == ["7s", "5c", "6c"]
    assert (position.table, position.turn) == ((), 1)


def test_s0_a_spade_eight_is_beaten_by_a_higher_spade_first():
    assert replies(STANDARD, ["8s"], ["9s", "2h", "7s", "Ac"]) == ["lay 9s"]


def test_s0_a_spade_eight_is_beaten_by_any_heart_without_a_higher_spade():
    assert replies(STANDARD, ["8s"], ["7s", "2h", "Ac", "Ad"]) == ["lay 2h"]


def test_s0_lower_spades_clubs_and_diamonds_do_not_beat_a_spade_eight():
    assert replies(STANDARD, ["8s"], ["7s", "Ac", "Ad"]) == ["take"]


def test_s0_a_heart_eight_is_beaten_by_a_higher_heart_only():
    assert replies(STANDARD, ["8h"], ["9h", "7h", "As"]) == ["lay 9h"]
    assert replies(STANDARD, ["8h"], ["7h", "As", "Ac"]) == ["take"]


def test_s0_the_spade_ace_is_beaten_by_any_heart():
    assert replies(STANDARD, ["As"], ["2h", "Ks", "Ac"]) == ["lay 2h"]


def test_s0_if_the_trump_card_is_the_heart_four_all_hearts_are_trumps():
    assert replies(STANDARD, ["Ad"], ["2h", "5h", "Ks"]) == ["lay 2h", "lay 5h"]


def test_s0_three_twos_fight_though_two_kings_lie_there():
    position = after("s0-three-twos-before-two-kings")
    assert position.fighters == (0, 1, 3)


# --- S2, the club's rules


def test_s2_the_war_of_queens_comes_before_the_war_of_nines():
    assert after("s2-queens-before-nines").fighters == (1, 2)


def test_s2_three_equal_cards_come_before_two_higher_ones():
    assert after("s2-three-of-a-kind-before-higher-two").fighters == (0, 1, 3)


def test_s2_four_equal_cards_come_before_three_higher_ones():
    laid = [(seat, card(name)) for seat, name in enumerate(["2s", "As", "2h", "Ah", "2d", "Ad", "2c"])]
    assert judge_trick(CLUB, [laid]).fighters == (0, 2, 4, 6)


def test_s2_equal_cards_fight_though_another_is_higher():
    assert after("s2-war-below-a-higher-card").fighters == (0, 1)


def test_s2_if_no_fighter_has_a_card_the_last_on_the_table_takes_the_trick():
    position = after("s2-last-fighter-takes")
    assert position.phase == "shed"
    assert cards(["9s", "9h", "Ks"]) & ~position.hands[1] == 0


def test_s2_the_only_fighter_with_a_card_lays_it_and_takes_the_trick():
    position = after("s2-only-fighter-with-cards-takes")
    assert position.hands[1] == cards(["9s", "9h", "Ks", "2c"])


def test_s2_the_last_player_keeps_the_cards_in_his_hand():
    assert cards(["8d"]) & ~after("s2-last-fighter-takes").hands[2] == 0


def test_s2_a_blank_player_joins_with_two_cards():
    position = after("s2-two-cards-end-the-waiting")
    assert position.seats(position.waiting) == [2]
    assert names(position.hands[2]) == ["6h"]


# --- S3, the Swedish page on Skitgubbe


def test_s3_c_beats_b_and_leads_the_next_trick():
    position = after("s3-third-player-fills-the-trick")
    assert (position.table, position.turn) == ((), 2)


def test_s3_c_takes_a_beats_his_own_card_b_fills_the_trick():
    position = after("s3-take-then-beat-what-lies-below")
    assert (position.table, position.turn) == ((), 1)


def test_s3_c_and_a_take_both_cards_and_b_leads():
    position = after("s3-both-cards-are-taken")
    assert (position.table, position.turn) == ((), 1)
    assert cards(["4s"]) & ~position.hands[0] == 0
    assert cards(["5s"]) & ~position.hands[2] == 0


def test_s3_the_trick_stays_three_cards_after_a_went_out():
    position = after("s3-a-goes-out-and-the-trick-stays-three")
    assert (position.finish, position.table, position.turn, position.size) == ((0,), (), 2, 2)


def test_s3_b_is_out_and_the_next_player_still_in_leads_a_trick_of_two():
    position = after("s3-the-finished-player-does-not-lead")
    assert (position.finish, position.table, position.turn, position.size) == ((1,), (), 2, 2)


def test_s3_a_five_is_beaten_by_a_series_that_by_a_series_and_that_by_a_trump():
    position = after("s3-five-beaten-by-seven-to-nine-by-queen-king-by-a-trump")
    assert (position.table, position.turn) == ((), 3)


def test_s3_seven_players_split_a_tie_of_three_jacks():
    position = after("s3-seven-players-split-a-tie")
    assert [names(pile) for pile in position.piles] == [[], [], ["5s"], [], ["4s"], ["2s", "8s"], []]
    assert all(position.hands[seat] & cards([jack]) for seat, jack in ((2, "Js"), (4, "Jh"), (5, "Jd")))
    assert position.turn == 0


# --- S4, the Norwegian page on Bikkje


def test_s4_two_fives_fight_and_the_king_cannot_take_the_trick():
    assert after("s4-fives-fight-below-the-king").fighters == (1, 2)


def test_s4_a_series_is_beaten_by_a_higher_series_or_a_trump():
    assert after("s4-a-series-is-beaten-by-a-higher-one").turn == 2


def test_s4_a_single_card_does_not_beat_a_series():
    assert replies(ALL["bikkje+series"].rules, ["5h", "6h", "7h"], ["9h", "4d"], trump="s") == ["take"]


def test_s4_who_cannot_beat_takes_the_whole_series():
    position = after("s4-the-whole-series-is-taken")
    assert cards(["5h", "6h", "7h"]) & ~position.hands[1] == 0


# --- A trick by itself


@pytest.mark.parametrize(
    ("rules", "rounds", "outcome", "taker"),
    [
        ("club", [["9s", "9h", "Kc"], ["4d", "7c"]], Outcome.TAKEN, 1),
        ("standard", [["9s", "9h", "Kc"]], Outcome.TAKEN, 2),
        ("standard+lower-ties", [["9s", "9h", "Kc"]], Outcome.WAR, None),
        ("koira+tie-split", [["9s", "9h", "4c"]], Outcome.SPLIT, None),
    ],
)
def test_a_trick_by_itself_is_judged(rules, rounds, outcome, taker):
    laid = [[(seat, card(name)) for seat, name in enumerate(row)] for row in rounds]
    verdict = judge_trick(ALL[rules].rules, laid)
    assert (verdict.outcome, verdict.taker) == (outcome, taker)


@pytest.mark.parametrize(
    ("rules", "empty", "outcome", "taker"),
    [
        ("club", [0, 1], Outcome.LAST_FIGHTER, 1),
        ("club", [1], Outcome.ONLY_FIGHTER, 0),
        ("standard", [1], Outcome.RETURNED, None),
        ("koira", [1], Outcome.DEALT_OUT, None),
        ("bikkje", [], Outcome.WAR, None),
    ],
)
def test_a_war_without_cards_ends_as_the_rules_say(rules, empty, outcome, taker):
    verdict = judge_trick(ALL[rules].rules, [[(0, card("9s")), (1, card("9h")), (2, card("4c"))]], empty=empty)
    assert (verdict.outcome, verdict.taker) == (outcome, taker)
