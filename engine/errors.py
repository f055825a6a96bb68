"""What can be wrong with what the engine is given: three kinds, each a ValueError."""


class EngineError(ValueError):
    """Anything the engine refuses; its text is meant for a person."""


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
