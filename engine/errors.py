"""What can be wrong with what the engine is given: three kinds, each a ValueError."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """What a person is told: English with a `{}` for each value. `str()` says it in English, `fault_words` in both.

    A value may be a tuple of things to be named one after the other.
    """

    text: str
    values: tuple[object, ...] = ()

    def __str__(self) -> str:
        listed = (", ".join(map(str, value)) if isinstance(value, tuple) else value for value in self.values)
        return self.text.format(*listed)


class EngineError(ValueError):
    """Anything the engine refuses; its message is meant for a person."""

    def __init__(self, text: str, *values: object) -> None:
        super().__init__(text, *values)
        self.message = Message(text, values)

    def __str__(self) -> str:
        return str(self.message)


class Unreadable(EngineError):
    """Text that is no card, move, position, record or rule set."""


class Ambiguous(Unreadable):
    """Text that may mean several things, such as K for *konge* or *kløver*."""


class Illegal(EngineError):
    """A move the rules do not allow here, or one that cannot have happened."""


class ImpossibleRules(EngineError):
    """Options that cannot go together, or a number of players they do not allow."""


class ShuffleMissing(Illegal):
    """A shuffle inside the round is needed, and neither its order nor a seed was given."""
