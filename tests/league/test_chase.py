"""*Jakten*: how far to the one above, worked out by hand for each ranking rule."""

from dataclasses import replace

import pytest

from league.amusements.chase import Chase, Gap, chase
from league.facts import Minimum, Ranking, Rules
from league.standings import standings
from tests.league.plain import evening, lost, members, season


def after(ranking: Ranking, *rounds, size: int = 4, **rules):
    """Everybody's chase after these rounds, without a minimum."""
    carried = Rules(ranking=ranking, minimum=Minimum.NONE, **rules)
    everybody = sorted({person for round_ in rounds for person in round_.players})
    rows = standings(season(evening(1, *rounds, present=everybody), periods=members(*everybody), rules=carried)).rows
    return {person: chase(rows, person, carried, size) for person in everybody}


def clean(behind: int, ahead: int, rounds: int | None) -> Gap:
    return Gap((behind,), (ahead,), clean=rounds, lost=None, slips=None)


def test_strek_per_round_falls_with_every_clean_round():
    # 1: 1 of 8, 2: 2 of 8, 3: 5 of 8. 2/(8+k) < 1/8 from k = 9: at 8 it is equal, and 16 rounds go before 8.
    found = after(Ranking.RATE, lost(1, 1, 2, 3), *[lost(2, 1, 2, 3)] * 2, *[lost(3, 1, 2, 3)] * 5)
    assert found[1] == Chase(up=None, down=clean(2, 1, 8))
    # 5/(8+k) against 2/8: equal at 12 and then with more rounds
    assert found[2] == Chase(up=clean(2, 1, 8), down=clean(3, 2, 12))
    assert found[3] == Chase(up=clean(3, 2, 12), down=None)


def test_who_has_no_strek_is_not_passed_by_clean_rounds_of_one_who_has():
    found = after(Ranking.RATE, lost(2, 1, 2))
    assert found[2] == Chase(up=clean(2, 1, None), down=None)


def test_two_without_strek_are_parted_by_their_rounds():
    # 1 has played three rounds, 2 two: with two more he has four
    found = after(Ranking.RATE, lost(3, 1, 2, 3), lost(3, 1, 2, 3), lost(3, 1, 3))
    assert found[2].up == clean(2, 1, 2)


def test_adjusted_for_the_table_a_clean_round_counts_what_was_to_be_expected():
    # a = 1. 1: (0+1)/(1+1) = 1/2, 2: (2+1)/(1+1) = 3/2. With k rounds at tables of four: 3/(2 + k/4) < 1/2 from k = 17,
    # and at 16 it is equal, where 18 rounds go before 2.
    found = after(Ranking.ADJUSTED, lost(2, 1, 2), lost(2, 1, 2), a=1)
    assert found[2].up == clean(2, 1, 16)


def test_fewest_strek_is_passed_when_the_one_ahead_slips():
    # 1 has none, 2 has two. With two more 1 has as many, in four rounds against two, and is first still; not with three
    found = after(Ranking.FEWEST, lost(2, 1, 2), lost(2, 1, 2))
    assert found[2].up == Gap((2,), (1,), clean=None, lost=None, slips=3)
    assert found[1].down == found[2].up


def test_fewest_strek_alike_is_a_matter_of_rounds():
    found = after(Ranking.FEWEST, lost(3, 1, 2, 3), lost(3, 1, 3), lost(3, 1, 3))
    assert found[2].up == clean(2, 1, 3)  # three rounds against one: with four he has more


def test_where_most_strek_wins_one_has_to_lose():
    # 1: 3 of 4, 2: 1 of 4. With two more he has three in six rounds, and six go before four.
    found = after(Ranking.MOST, *[lost(1, 1, 2)] * 3, lost(2, 1, 2))
    assert found[2] == Chase(up=Gap((2,), (1,), clean=None, lost=2, slips=None), down=None)


def test_a_penalty_counts_where_the_season_says_so():
    played = replace(evening(1, lost(1, 1, 2), lost(2, 1, 2), present=[1, 2]), penalties=(2,))
    rules = Rules(minimum=Minimum.NONE, penalties_count=True)
    rows = standings(season(played, periods=members(1, 2), rules=rules)).rows
    found = chase(rows, 2, rules, 4)
    assert found is not None
    assert found.up == clean(2, 1, 2)  # 2/(2+k) against 1/2: equal at two, in more rounds


def test_those_who_share_a_place_are_chased_together():
    # 1 and 2 have one of three, 3 has none, 4 two of two; 2/(2+k) against 1/3: equal at four, in more rounds
    found = after(Ranking.RATE, lost(1, 1, 2, 3), lost(2, 1, 2, 3), lost(4, 1, 2, 3, 4), lost(4, 3, 4))
    assert found[1].up == clean(1, 3, None)
    assert found[4].up == Gap((4,), (1, 2), clean=4, lost=None, slips=None)
    assert found[3].down == Gap((1, 2), (3,), clean=None, lost=None, slips=None)


def test_who_is_not_ranked_chases_nobody():
    facts = season(evening(1, *[lost(1, 1, 2)] * 4, lost(3, 1, 3), present=[1, 2, 3]), periods=members(1, 2, 3))
    rows = standings(facts).rows
    assert chase(rows, 3, Rules(), 4) is None  # one round of five, where three are required
    assert chase(rows, 9, Rules(), 4) is None


@pytest.mark.parametrize("ranking", [Ranking.RATE, Ranking.ADJUSTED])
def test_one_round_less_is_never_enough(ranking):
    rounds = [*[lost(1, 1, 2, 3)] * 3, *[lost(2, 1, 2, 3)] * 5, *[lost(3, 1, 2, 3)] * 9]
    rules = Rules(ranking=ranking, minimum=Minimum.NONE)
    gap = after(ranking, *rounds)[2].up
    assert gap.ahead == (1,)

    def place(extra: int) -> int | None:
        played = evening(1, *rounds, *[lost(9, 2, 9, 8, 7)] * extra, present=[1, 2, 3])
        rows = standings(season(played, periods=members(1, 2, 3), rules=rules)).rows
        return next(row.place for row in rows if row.person == 2)

    assert (place(gap.clean - 1), place(gap.clean)) == (2, 1)
