"""Who deals and leads next (RULES.md, section 9)."""

import pytest

from league.deal import Dealt, NextDeal, Turn, next_deal
from league.facts import Deal, State

STANDING, STRUCK, UNDONE, VOID = State.STANDING, State.STRUCK, State.UNDONE, State.VOID
TABLE = {1, 2, 3, 4}


def test_the_host_deals_first_and_leads_both_phases():
    assert next_deal(rounds=[], players=TABLE, host=3) == NextDeal(Turn.HOST, dealer=3, leader=3)


def test_afterwards_the_previous_mattis_deals_and_leads():
    rounds = [Dealt(STANDING, 2), Dealt(STANDING, 4)]
    assert next_deal(rounds=rounds, players=TABLE, host=3) == NextDeal(Turn.PREVIOUS_MATTIS, dealer=4, leader=4)


@pytest.mark.parametrize("passed_over", [Dealt(STRUCK, 4), Dealt(UNDONE, 4), Dealt(VOID, None), Dealt(VOID, 4)])
def test_rounds_that_do_not_stand_are_passed_over(passed_over):
    rounds = [Dealt(STANDING, 2), passed_over]
    assert next_deal(rounds=rounds, players=TABLE, host=3).dealer == 2
    assert next_deal(rounds=[passed_over], players=TABLE, host=3) == NextDeal(Turn.HOST, dealer=3, leader=3)


def test_a_mattis_who_does_not_play_this_one_is_passed_over_for_the_one_before():
    rounds = [Dealt(STANDING, 1), Dealt(STANDING, 2), Dealt(STANDING, 4), Dealt(STANDING, 4)]
    assert next_deal(rounds=rounds, players={1, 2, 3}, host=3).dealer == 2
    assert next_deal(rounds=rounds, players={1, 3}, host=3).dealer == 1


def test_without_a_mattis_who_plays_the_turn_goes_back_to_the_host():
    rounds = [Dealt(STANDING, 4)]
    assert next_deal(rounds=rounds, players={1, 2, 3}, host=3) == NextDeal(Turn.HOST, dealer=3, leader=3)


def test_a_host_who_is_due_but_does_not_play_is_named_and_nobody_deals():
    deal = next_deal(rounds=[Dealt(STANDING, 4)], players={1, 2}, host=3)
    assert deal == NextDeal(Turn.HOST_AWAY, dealer=None, leader=None, due=3)


def test_on_a_mattistur_nobody_is_due_first():
    assert next_deal(rounds=[], players=TABLE, host=None) == NextDeal(Turn.NO_HOST)


def test_a_mattis_who_plays_deals_whether_the_host_is_there_or_not():
    assert next_deal(rounds=[Dealt(STANDING, 2)], players={1, 2}, host=3).dealer == 2
    assert next_deal(rounds=[Dealt(STANDING, 2)], players={1, 2}, host=None).dealer == 2


def test_the_keepers_choice_deals_and_the_previous_mattis_still_leads_the_shed_phase():
    deal = next_deal(rounds=[Dealt(STANDING, 2)], players=TABLE, host=3, chosen=1)
    assert deal == NextDeal(Turn.CHOSEN, dealer=1, leader=2)


def test_the_one_chosen_in_the_hosts_stead_leads_both_phases():
    assert next_deal(rounds=[], players={1, 2}, host=3, chosen=1) == NextDeal(Turn.CHOSEN, dealer=1, leader=1)
    assert next_deal(rounds=[], players={1, 2}, host=None, chosen=1) == NextDeal(Turn.CHOSEN, dealer=1, leader=1)
    assert next_deal(rounds=[], players=TABLE, host=3, chosen=1) == NextDeal(Turn.CHOSEN, dealer=1, leader=1)


def test_a_choice_that_has_gone_home_is_no_choice():
    assert next_deal(rounds=[Dealt(STANDING, 2)], players={2, 3}, host=3, chosen=1).dealer == 2


def test_each_table_has_its_own_mattis():
    """The rounds given are one table's: at the second, its first round is the host's if he sits there."""
    assert next_deal(rounds=[], players={5, 6}, host=3).reason is Turn.HOST_AWAY
    assert next_deal(rounds=[Dealt(STANDING, 6)], players={5, 6}, host=3).dealer == 6


# --- With the clock: a club setting. Five sit in the order 1, 2, 3, 4, 5 with the clock; the host is 3.


SEATS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}
FIVE = frozenset(SEATS)


def clockwise(*rounds, players=FIVE, host=3, seats=SEATS, chosen=None):
    return next_deal(rounds=rounds, players=players, host=host, chosen=chosen, deal=Deal.CLOCKWISE, seats=seats)


def test_with_the_clock_too_the_host_deals_first_and_leads_both_phases():
    assert clockwise() == NextDeal(Turn.HOST, dealer=3, leader=3)
    assert clockwise(seats={}) == NextDeal(Turn.HOST, dealer=3, leader=3)


def test_with_the_clock_the_next_seat_deals_and_the_previous_mattis_still_leads_the_shed_phase():
    """3 dealt and 1 lost: 4 deals next and leads the collect phase, 1 the shed phase."""
    assert clockwise(Dealt(STANDING, 1, 3)) == NextDeal(Turn.CLOCKWISE, dealer=4, leader=1)


def test_an_evening_with_the_clock_worked_by_hand():
    """3 4 5 1 2 3: after the last seat comes the first."""
    rounds: list[Dealt] = []
    dealers = []
    for mattis in (2, 2, 5, 1, 4, 3):
        dealer = clockwise(*rounds).dealer
        dealers.append(dealer)
        rounds.append(Dealt(STANDING, mattis, dealer))
    assert dealers == [3, 4, 5, 1, 2, 3]


@pytest.mark.parametrize(("players", "dealer"), [({1, 2, 3, 5}, 5), ({1, 2, 3}, 1), ({2, 3}, 2)])
def test_with_the_clock_who_sits_out_or_has_gone_home_is_passed_over(players, dealer):
    assert clockwise(Dealt(STANDING, 2, 3), players=players).dealer == dealer


def test_with_the_clock_it_goes_on_from_the_seat_of_a_dealer_who_has_gone_home():
    assert clockwise(Dealt(STANDING, 1, 4), players={1, 2, 3, 5}).dealer == 5


@pytest.mark.parametrize("passed_over", [Dealt(STRUCK, 1, 4), Dealt(UNDONE, 1, 4), Dealt(VOID, None, 4)])
def test_with_the_clock_a_round_that_does_not_stand_is_dealt_anew_by_the_same_dealer(passed_over):
    assert clockwise(Dealt(STANDING, 2, 3), passed_over).dealer == 4


def test_with_the_clock_it_goes_on_from_whom_the_keeper_chose():
    assert clockwise(Dealt(STANDING, 2, 3), chosen=1) == NextDeal(Turn.CHOSEN, dealer=1, leader=2)
    assert clockwise(Dealt(STANDING, 2, 3), Dealt(STANDING, 5, 1)).dealer == 2


def test_with_the_clock_a_forgotten_round_put_in_last_was_dealt_by_the_one_in_between():
    """3 dealt the round before it, so 4 that one, and now 5; one put in further back changes nothing."""
    assert clockwise(Dealt(STANDING, 2, 3), Dealt(STANDING, 1, None)).dealer == 5
    assert clockwise(Dealt(STANDING, 2, 3), Dealt(STANDING, 1, None), Dealt(STANDING, 1, 4)).dealer == 5


def test_with_the_clock_nobody_is_due_until_everybody_who_plays_has_a_seat():
    assert clockwise(Dealt(STANDING, 2, 3), players=FIVE | {6}) == NextDeal(Turn.NO_SEATS)
    assert clockwise(Dealt(STANDING, 2, 3), seats={}) == NextDeal(Turn.NO_SEATS)


def test_with_the_clock_nobody_is_due_after_a_dealer_whose_seat_is_not_known():
    assert clockwise(Dealt(STANDING, 2, None)) == NextDeal(Turn.NO_SEATS)
    assert clockwise(Dealt(STANDING, 2, 9)) == NextDeal(Turn.NO_SEATS)


def test_with_the_clock_the_host_leads_the_shed_phase_when_no_mattis_of_before_plays():
    assert clockwise(Dealt(STANDING, 5, 3), players={1, 2, 3, 4}).leader == 3
    assert clockwise(Dealt(STANDING, 5, 3), players={1, 2, 4}) == NextDeal(Turn.CLOCKWISE, dealer=4, leader=4)
