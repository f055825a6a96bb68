"""*Jakten*: how far it is to the one above in the year's table, and from the one below.

Whoever is chased is taken to stand still, as if he did not play.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.facts import Ranking, Rules
from league.standings import Merit, Row, merit

MOST = 5000  # rounds: farther away is out of reach


@dataclass(frozen=True, slots=True)
class Gap:
    """What the one behind needs to pass those just ahead. Where rounds are None he cannot, that way."""

    behind: tuple[int, ...]
    ahead: tuple[int, ...]
    clean: int | None  # rounds without strek, in a row
    lost: int | None  # rounds lost in a row: where most strek wins
    slips: int | None  # strek those ahead must get, in rounds of their own: where fewest strek wins


@dataclass(frozen=True, slots=True)
class Chase:
    """The gap to those above and the gap from those below; None where nobody is there."""

    up: Gap | None
    down: Gap | None


def chase(rows: Sequence[Row], person: int, rules: Rules, size: int) -> Chase | None:
    """One person's place in the chase; None if he is not ranked. `size`: players at a table to come."""
    ranked = [row for row in rows if row.place is not None]
    mine = next((row for row in ranked if row.person == person), None)
    if mine is None or mine.place is None:
        return None
    places = sorted({row.place for row in ranked if row.place is not None})
    at = places.index(mine.place)
    level = {place: [row for row in ranked if row.place == place] for place in places}
    up = _gap([mine], level[places[at - 1]], rules, size) if at else None
    down = _gap(level[places[at + 1]], [mine], rules, size) if at + 1 < len(places) else None
    return Chase(up, down)


def _gap(behind: Sequence[Row], ahead: Sequence[Row], rules: Rules, size: int) -> Gap:
    """Those of one place have one merit, so one of each is looked at."""
    hunter, hunted = behind[0], ahead[0]
    target, own = _merit(hunted, rules), _merit(hunter, rules)
    clean = lost = slips = None
    match rules.ranking:
        case Ranking.MOST:
            lost = _least(lambda rounds: _merit(hunter, rules, rounds, rounds, size) < target)
        case Ranking.FEWEST if _marks(hunter, rules) > _marks(hunted, rules):
            slips = _least(lambda strek: own < _merit(hunted, rules, strek, strek, size))
        case _:
            clean = _least(lambda rounds: _merit(hunter, rules, 0, rounds, size) < target)
    return Gap(
        behind=tuple(row.person for row in behind),
        ahead=tuple(row.person for row in ahead),
        clean=clean,
        lost=lost,
        slips=slips,
    )


def _least(passes: Callable[[int], bool]) -> int | None:
    """The least number that passes; every larger one then does."""
    found = bisect_left(range(1, MOST + 1), x=True, key=passes) + 1
    return found if found <= MOST else None


def _marks(row: Row, rules: Rules) -> int:
    return row.strek + row.penalties if rules.penalties_count else row.strek


def _merit(row: Row, rules: Rules, strek: int = 0, rounds: int = 0, size: int = 1) -> Merit:
    """His merit after so many strek in so many rounds more, at tables of `size`."""
    return merit(rules, _marks(row, rules) + strek, row.rounds + rounds, row.expected + Fraction(rounds, size))
