"""Who fights and who takes a trick of the collect phase, from the ranks alone."""

from collections import Counter
from collections.abc import Sequence

from engine.cards import Rank
from engine.ruleset import Tie


def contenders(ranks: Sequence[Rank], tie: Tie) -> list[int]:
    """Which of these cards, by place, fight for the trick under a tie rule; a single one takes it.

    The ranks are those of the cards just played: in a war, of the fighters' newest.
    """
    best = max(ranks)
    if tie is not Tie.HIGHEST and len(set(ranks)) < len(ranks):
        best = _fought_over(ranks, tie)
    return [place for place, rank in enumerate(ranks) if rank == best]


def _fought_over(ranks: Sequence[Rank], tie: Tie) -> Rank:
    if tie is Tie.MOST_THEN_RANK:
        count = Counter(ranks)
        return max(count, key=lambda rank: (count[rank], rank))
    return max(rank for rank in ranks if ranks.count(rank) > 1)
