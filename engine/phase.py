"""The parts of a round, and two words for what is missing."""

from enum import StrEnum
from typing import Final

UNSEEN: Final = -1  # a card of the stock that nobody knows
NOBODY: Final = -1  # whose turn it is when the round is over


class Phase(StrEnum):
    COLLECT = "collect"
    SHED = "shed"
    OVER = "over"


COLLECT, SHED, OVER = Phase  # as plain names: looked at on every move
