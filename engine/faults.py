"""What is wrong with a record, and where."""

from dataclasses import dataclass
from enum import StrEnum

from engine.errors import Message

MOST_FAULTS = 500  # more than anybody reads


class FaultKind(StrEnum):
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    ILLEGAL = "illegal"
    HEADER = "header"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a place of the text, and what would help. Line and column count from 1."""

    kind: FaultKind
    line: int
    column: int
    message: Message
    hint: Message | None = None


class TooMany(Exception):
    """More faults than anybody reads: the rest is given up."""
