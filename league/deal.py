"""Who deals and leads the next round at a table (S2; next deal by the previous mattis, S0, or with the clock)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from league.facts import Deal, State


class Turn(StrEnum):
    """Why it is his deal, or nobody's."""

    CHOSEN = "chosen"  # the keeper tapped him
    PREVIOUS_MATTIS = "previous_mattis"
    CLOCKWISE = "clockwise"
    HOST = "host"
    HOST_AWAY = "host_away"  # the host is due but does not play: the keeper taps who deals
    NO_HOST = "no_host"  # nobody is due: the keeper taps who deals
    NO_SEATS = "no_seats"  # the deal goes round, but nobody knows from where to whom: the keeper taps who deals


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The coming round at one table: who deals and so leads the collect phase, who leads the shed phase."""

    reason: Turn
    dealer: int | None = None
    leader: int | None = None
    due: int | None = None  # whose deal it would be, where he does not play


@dataclass(frozen=True, slots=True)
class Dealt:
    """One of the table's rounds so far. `dealer` None: not known, as of one put in afterwards."""

    state: State
    mattis: int | None
    dealer: int | None = None


def next_deal(
    *,
    rounds: Sequence[Dealt],
    players: AbstractSet[int],
    host: int | None,
    chosen: int | None = None,
    deal: Deal = Deal.PREVIOUS_MATTIS,
    seats: Mapping[int, int] | None = None,
) -> NextDeal:
    """Who deals and leads the round that `players` are about to play.

    `rounds` stand in the order of play. `chosen` is whom the keeper tapped to deal this one; a choice that does not
    play is no choice. `seats` number the people at the table with the clock, those who do not play this one too.
    Rounds that do not stand are passed over in every way: a round without mattis is dealt anew by the same dealer.
    """
    standing = [round_ for round_ in rounds if round_.state is State.STANDING]
    previous = next((round_.mattis for round_ in reversed(standing) if round_.mattis in players), None)
    if chosen in players:
        return NextDeal(Turn.CHOSEN, dealer=chosen, leader=chosen if previous is None else previous)
    if deal is Deal.CLOCKWISE and standing:
        dealer = _next_seat(standing, players, seats or {})
        if dealer is None:
            return NextDeal(Turn.NO_SEATS)
        leader = next((one for one in (previous, host) if one in players), dealer)
        return NextDeal(Turn.CLOCKWISE, dealer=dealer, leader=leader)
    if previous is not None:
        return NextDeal(Turn.PREVIOUS_MATTIS, dealer=previous, leader=previous)
    if host in players:
        return NextDeal(Turn.HOST, dealer=host, leader=host)
    return NextDeal(Turn.NO_HOST if host is None else Turn.HOST_AWAY, due=host)


def _next_seat(standing: Sequence[Dealt], players: AbstractSet[int], seats: Mapping[int, int]) -> int | None:
    """Whose deal it is with the clock; None where a player has no seat, or the last dealer none that is known.

    A round whose dealer is not known was dealt by the one after the dealer before it.
    """
    known = [number for number, round_ in enumerate(standing) if round_.dealer in seats]
    if not known or not players <= seats.keys():
        return None
    last = standing[known[-1]].dealer or 0
    after = sorted(players, key=lambda person: (seats[person] <= seats[last], seats[person]))
    return after[(len(standing) - 1 - known[-1]) % len(after)]
