"""Verdicts: their words, what they rest on, several versions, and the holes of the disputes' form."""

import pytest

from engine import dispute, text
from engine.cards import cards, names
from engine.citations import rule_for
from engine.errors import Illegal
from engine.moves import PASS, lay, take
from engine.presets import ALL, CLUB
from engine.reasons import REASON_WORDS, Reason
from engine.verdict import Attempt, Judgement, adjudicate, adjudicate_versions, say
from engine.words import EN, NB


def judged(line, move, seat=None):
    position = text.read(line)
    return adjudicate(position, Attempt(position.turn if seat is None else seat, move))


COULD = "club shed +4/9s2h5d/+4 1 table=0:8s trump=h size=3 partial=yes"


def test_the_verdict_is_said_as_a_person_would_say_it():
    said = say(judged(COULD, lay(cards(["2h"]))), NB, ["Kåre", "Per", "Ola"])
    assert said == (
        "Ulovlig: Per la hjerter to. Per kunne stikke i sorten med spar ni, og da kan han verken trumfe eller "
        "ta inn. Klubbens regler, spillerunden pkt. 3 (tolkning). Lovlig var: legge spar ni. "
        "Annerledes hvis trumf kan legges når som helst."
    )
    assert say(judged(COULD, lay(cards(["2h"]))), EN).startswith("Illegal: player 2 laid two of hearts.")


def test_no_code_word_is_ever_said():
    for reason in Reason:
        for source in ("club", "standard", "mattis", "bikkje", "atlanta"):
            rule = rule_for(ALL[source].rules, reason, "shed")
            for words in (rule.nb, rule.en, *REASON_WORDS[reason]):
                assert not any(code in words for code in ("S0", "S2", "S3", "S4", "_")), words


def test_a_reading_names_the_option_that_would_turn_it():
    verdict = judged(COULD, lay(cards(["2h"])))
    assert verdict.is_reading
    assert ("trump_when", "free") in [(option.name, option.value) for option in verdict.turned_by]


def test_what_is_in_the_text_is_no_reading():
    verdict = judged("club shed 5h6h8h/+4/+4 0 trump=c size=3 partial=yes", lay(cards(["5h", "6h", "8h"])))
    assert (verdict.reason, verdict.is_reading) == (Reason.SERIES_BROKEN, False)
    assert [move.label for move in verdict.legal_instead] == ["5h", "5h-6h", "6h", "8h"]


def test_several_reasons_are_given_in_their_order():
    verdict = judged("club shed +4/7s/+4 1 table=0:8s trump=h size=3 partial=yes", lay(cards(["6c"])), seat=2)
    assert verdict.reason is Reason.NOT_YOUR_TURN
    assert verdict.also == (Reason.DOES_NOT_BEAT,)


def test_a_series_that_only_unseen_cards_make_up_depends_on_them_together():
    verdict = judged(
        "bikkje+series shed +4/+2/+4 1 table=0:QhKh trump=s size=3 partial=yes".replace("QhKh", "9hTh"), take()
    )
    assert verdict.judgement is Judgement.DEPENDS
    assert names(verdict.depends_on)[0] == "2s"
    assert [names(group) for group in verdict.together] == [["Jh", "Qh"], ["Qh", "Kh"], ["Kh", "Ah"]]


def test_a_trump_he_must_lay_is_excused_by_an_unseen_card_of_the_suit():
    verdict = judged("bikkje shed +4/2h+1/+4 1 table=0:8s trump=h size=3 partial=yes", take())
    assert verdict.judgement is Judgement.DEPENDS
    assert names(verdict.unless) == ["2s", "3s", "4s", "5s", "6s", "7s"]


def test_versions_that_agree_are_one_verdict():
    other = COULD.replace("5d", "6d")
    versions = {"Per": text.read(COULD), "Ola": text.read(other)}
    found = adjudicate_versions(versions, Attempt(1, lay(cards(["2h"]))))
    assert (found.judgement, found.decides) == (Judgement.ILLEGAL, 0)


def test_versions_that_differ_name_the_card_that_decides():
    other = COULD.replace("9s2h5d", "7s2h5d")
    versions = {"Per": text.read(COULD), "Ola": text.read(other)}
    found = adjudicate_versions(versions, Attempt(1, lay(cards(["2h"]))))
    assert found.judgement is Judgement.DEPENDS
    assert names(found.decides) == ["7s", "9s"]
    assert found.verdicts["Ola"].judgement is Judgement.LEGAL


def test_a_move_of_another_game_is_not_in_these_rules():
    assert judged(COULD, PASS).reason is Reason.NOT_IN_THESE_RULES


@pytest.mark.parametrize("rules", ["club", "mas"])
def test_who_takes_from_an_empty_table_is_told_that_nothing_lay_there(rules):
    verdict = judged(f"{rules} shed 3h/4h 0 trump=h size=2", take())
    assert "Det lå ingenting på bordet." in say(verdict, NB)
    assert "Nothing lay on the table." in say(verdict, EN)


def test_a_player_who_does_not_exist_cannot_be_judged():
    with pytest.raises(Illegal):
        judged(COULD, take(), seat=7)


def test_the_verdict_leaves_the_position_alone():
    position = text.read(COULD)
    before = position.copy()
    adjudicate(position, Attempt(1, take()))
    assert position == before
    assert position.rules == CLUB


SLOUGH = {
    "rules": "atlanta", "phase": "collect", "players": 3, "turn": 0, "stock": 12, "trump": None,
    "hands": [["4d", "9c", "2s"], {"known": [], "unseen": 3}, {"known": [], "unseen": 3}],
    "table": [[0, "4h", 0], [1, "9s", 0]], "fighters": [], "war_round": 0,
}  # fmt: skip


@pytest.mark.parametrize(
    ("move", "expected"),
    [(["slough", "4d"], None), (["slough", "9c"], Reason.NOT_IN_THESE_RULES), (["pass"], None),
     (["slough", "4c"], Reason.CARD_NOT_HELD), (["play", "2s"], Reason.NOT_IN_THESE_RULES)],
)  # fmt: skip
def test_who_has_played_to_an_undecided_trick_may_slough_a_losing_rank(move, expected):
    found = dispute.answer({**SLOUGH, "attempt": {"player": 0, "move": move}})
    assert found["reason"] == expected


ALL_CARDS = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]


def asked(*, rules="club", hand, table="8s", gone=(), move, trump="h"):
    """A dispute between two players: the second one's attempt upon a play of the first."""
    return dispute.answer(
        {
            "rules": rules,
            "phase": "shed",
            "hands": [["2c"], hand],
            "table": [[0, [table]]],
            "trump": trump,
            "turn": 1,
            "trick_size": 2,
            "gone": list(gone),
            "attempt": {"player": 1, "move": move},
        }
    )


def test_an_unseen_card_that_can_be_one_card_only_is_known_after_all():
    gone = [card for card in ALL_CARDS if card not in ("8s", "9s", "2c")]
    answer = asked(hand={"known": [], "unseen": 1}, gone=gone, move=["take", ["8s"]])
    assert (answer["verdict"], answer["reason"]) == ("illegal", "could beat in suit")


def test_who_holds_more_cards_than_harmless_ones_are_left_holds_one_that_beats():
    left = ("8s", "9s", "Ts", "3c", "2c")
    gone = [card for card in ALL_CARDS if card not in left]
    answer = asked(hand={"known": [], "unseen": 2}, gone=gone, move=["take", ["8s"]])
    assert answer["verdict"] == "illegal"  # of 9s, Ts and 3c he holds two
    answer = asked(hand={"known": [], "unseen": 1}, gone=gone, move=["take", ["8s"]])
    assert answer["verdict"] == "depends"


def test_a_trump_is_excused_by_a_low_card_of_the_suit_where_trumps_need_a_void():
    answer = asked(rules="bikkje", hand={"known": [], "unseen": 2}, table="9h", trump="d", move=["take", ["9h"]])
    assert answer["verdict"] == "depends"
    assert answer["depends_on"]["but_a_trump_is_excused_by_any_of"] == ["2h", "3h", "4h", "5h", "6h", "7h", "8h"]
