"""Who deals and leads the next round at a table (S2; next deal by the previous mattis, S0)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from league.facts import State


class Turn(StrEnum):
    """Why it is his deal, or nobody's."""

    CHOSEN = "chosen"  # the keeper tapped him
    PREVIOUS_MATTIS = "previous_mattis"
    HOST = "host"
    HOST_AWAY = "host_away"  # the host is due but does not play: the keeper taps who deals
    NO_HOST = "no_host"  # nobody is due: the keeper taps who deals


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The coming round at one table: who deals and so leads the collect phase, who leads the shed phase."""

    reason: Turn
    dealer: int | None = None
    leader: int | None = None
    due: int | None = None  # whose deal it would be, where he does not play


def next_deal(
    *,
    rounds: Sequence[tuple[State, int | None]],
    players: AbstractSet[int],
    host: int | None,
    chosen: int | None = None,
) -> NextDeal:
    """Who deals and leads the round that `players` are about to play.

    `rounds` are the state and mattis of the table's rounds so far, in the order of play. `chosen` is whom
    the keeper tapped to deal this one; a choice that does not play is no choice.
    """
    previous = next(
        (mattis for state, mattis in reversed(rounds) if state is State.STANDING and mattis in players), None
    )
    if chosen in players:
        return NextDeal(Turn.CHOSEN, dealer=chosen, leader=chosen if previous is None else previous)
    if previous is not None:
        return NextDeal(Turn.PREVIOUS_MATTIS, dealer=previous, leader=previous)
    if host in players:
        return NextDeal(Turn.HOST, dealer=host, leader=host)
    return NextDeal(Turn.NO_HOST if host is None else Turn.HOST_AWAY, due=host)
