"""The only door to the engine: what the pages ask of the rules goes through here."""

from games.referee.plays import PlayAnswer, ask_play, deciding_cards
from games.referee.practising import practise
from games.referee.replays import Fault, Replay, Step, replay
from games.referee.rules import CLUB, ENGINE, Unanswerable, options, rule_set, rule_sets, with_options
from games.referee.tapping import NoStart, Tapped, begun, tapped, with_play, without_last
from games.referee.tricks import TrickAnswer, ask_trick

__all__ = [
    "CLUB",
    "ENGINE",
    "Fault",
    "NoStart",
    "PlayAnswer",
    "Replay",
    "Step",
    "Tapped",
    "TrickAnswer",
    "Unanswerable",
    "ask_play",
    "ask_trick",
    "begun",
    "deciding_cards",
    "options",
    "practise",
    "replay",
    "rule_set",
    "rule_sets",
    "tapped",
    "with_options",
    "with_play",
    "without_last",
]
