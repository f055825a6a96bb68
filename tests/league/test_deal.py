"""Who deals and leads next (RULES.md, section 9)."""

import pytest

from league.deal import NextDeal, Turn, next_deal
from league.facts import State

STANDING, STRUCK, UNDONE, VOID = State.STANDING, State.STRUCK, State.UNDONE, State.VOID
TABLE = {1, 2, 3, 4}


def test_the_host_deals_first_and_leads_both_phases():
    assert next_deal(rounds=[], players=TABLE, host=3) == NextDeal(Turn.HOST, dealer=3, leader=3)


def test_afterwards_the_previous_mattis_deals_and_leads():
    rounds = [(STANDING, 2), (STANDING, 4)]
    assert next_deal(rounds=rounds, players=TABLE, host=3) == NextDeal(Turn.PREVIOUS_MATTIS, dealer=4, leader=4)


@pytest.mark.parametrize("passed_over", [(STRUCK, 4), (UNDONE, 4), (VOID, None), (VOID, 4)])
def test_rounds_that_do_not_stand_are_passed_over(passed_over):
    rounds = [(STANDING, 2), passed_over]
    assert next_deal(rounds=rounds, players=TABLE, host=3).dealer == 2
    assert next_deal(rounds=[passed_over], players=TABLE, host=3) == NextDeal(Turn.HOST, dealer=3, leader=3)


def test_a_mattis_who_does_not_play_this_one_is_passed_over_for_the_one_before():
    rounds = [(STANDING, 1), (STANDING, 2), (STANDING, 4), (STANDING, 4)]
    assert next_deal(rounds=rounds, players={1, 2, 3}, host=3).dealer == 2
    assert next_deal(rounds=rounds, players={1, 3}, host=3).dealer == 1


def test_without_a_mattis_who_plays_the_turn_goes_back_to_the_host():
    rounds = [(STANDING, 4)]
    assert next_deal(rounds=rounds, players={1, 2, 3}, host=3) == NextDeal(Turn.HOST, dealer=3, leader=3)


def test_a_host_who_is_due_but_does_not_play_is_named_and_nobody_deals():
    deal = next_deal(rounds=[(STANDING, 4)], players={1, 2}, host=3)
    assert deal == NextDeal(Turn.HOST_AWAY, dealer=None, leader=None, due=3)


def test_on_a_mattistur_nobody_is_due_first():
    assert next_deal(rounds=[], players=TABLE, host=None) == NextDeal(Turn.NO_HOST)


def test_a_mattis_who_plays_deals_whether_the_host_is_there_or_not():
    assert next_deal(rounds=[(STANDING, 2)], players={1, 2}, host=3).dealer == 2
    assert next_deal(rounds=[(STANDING, 2)], players={1, 2}, host=None).dealer == 2


def test_the_keepers_choice_deals_and_the_previous_mattis_still_leads_the_shed_phase():
    deal = next_deal(rounds=[(STANDING, 2)], players=TABLE, host=3, chosen=1)
    assert deal == NextDeal(Turn.CHOSEN, dealer=1, leader=2)


def test_the_one_chosen_in_the_hosts_stead_leads_both_phases():
    assert next_deal(rounds=[], players={1, 2}, host=3, chosen=1) == NextDeal(Turn.CHOSEN, dealer=1, leader=1)
    assert next_deal(rounds=[], players={1, 2}, host=None, chosen=1) == NextDeal(Turn.CHOSEN, dealer=1, leader=1)
    assert next_deal(rounds=[], players=TABLE, host=3, chosen=1) == NextDeal(Turn.CHOSEN, dealer=1, leader=1)


def test_a_choice_that_has_gone_home_is_no_choice():
    assert next_deal(rounds=[(STANDING, 2)], players={2, 3}, host=3, chosen=1).dealer == 2


def test_each_table_has_its_own_mattis():
    """The rounds given are one table's: at the second, its first round is the host's if he sits there."""
    assert next_deal(rounds=[], players={5, 6}, host=3).reason is Turn.HOST_AWAY
    assert next_deal(rounds=[(STANDING, 6)], players={5, 6}, host=3).dealer == 6
