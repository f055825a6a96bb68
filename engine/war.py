"""Who fights and who takes a trick of the collect phase, from the ranks alone."""

from collections.abc import Sequence

from engine.cards import Rank
from engine.ruleset import Tie


def contenders(ranks: Sequence[Rank], tie: Tie) -> list[int]:
    """Which of these cards, by place, fight for the trick under a tie rule; a single one takes it.

    The ranks are those of the cards just played: in a war, of the fighters' newest.
    """
    if tie is Tie.MOST_THEN_RANK:
        _, best = max([(ranks.count(rank), rank) for rank in ranks])
    elif tie is Tie.ANY_RANK:
        best = max([rank for rank in ranks if ranks.count(rank) > 1] or ranks)
    else:
        best = max(ranks)
    return [place for place, rank in enumerate(ranks) if rank == best]
