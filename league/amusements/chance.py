"""What pure luck would give: how likely so many strek are where everybody at a table is as likely to lose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod

from league.standings import expected_strek


@dataclass(slots=True)
class Luck:
    """Strek in some rounds, beside what luck gives in them."""

    observed: int = 0
    sizes: Counter[int] = field(default_factory=Counter)  # the rounds, by the number of players

    def add(self, size: int, *, lost: bool) -> None:
        """One round more, at a table of `size`."""
        self.sizes[size] += 1
        self.observed += lost

    @property
    def rounds(self) -> int:
        return self.sizes.total()

    @property
    def expected(self) -> Fraction:
        return expected_strek(self.sizes)

    @property
    def deviation(self) -> float:
        """How far above what was expected, in standard deviations to six decimals: cheap, for comparing many."""
        sizes = self.sizes.items()
        spread = sum(rounds * (size - 1) / size**2 for size, rounds in sizes)
        excess = self.observed - sum(rounds / size for size, rounds in sizes)
        return round(excess / spread**0.5, 6) if spread else 0.0

    @property
    def more(self) -> bool:
        """At least as many as expected; then `chance` is of so many or more, else of so few or fewer."""
        return self.observed >= self.expected

    @property
    def chance(self) -> Fraction:
        """How likely luck is to give a number so far out, exactly."""
        return at_least(self.observed, self.sizes) if self.more else 1 - at_least(self.observed + 1, self.sizes)


def together(lucks: Mapping[int, Luck]) -> Luck:
    """Everybody's rounds in one."""
    return Luck(
        sum(luck.observed for luck in lucks.values()), sum((luck.sizes for luck in lucks.values()), start=Counter())
    )


def at_least(observed: int, sizes: Mapping[int, int]) -> Fraction:
    """How likely `observed` strek or more are in so many rounds at tables of each size, exactly."""
    counted, bits = _outcomes(tuple(sorted(sizes.items())))
    every = (1 << bits) - 1
    # The sum of a number's digits is its remainder by its base less one.
    return Fraction((counted >> bits * observed) % every, prod(size**rounds for size, rounds in sizes.items()))


@lru_cache(maxsize=512)
def _outcomes(sizes: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """In how many ways the rounds give each number of strek, as the digits of one number, and the bits of a digit.

    A round with four players gives a strek in one way and none in three: it is 3 + x, and all rounds are the
    product. With a power of two for x, larger than any sum, one multiplication of whole numbers does it.
    """
    bits = prod(size**rounds for size, rounds in sizes).bit_length() + 1
    return prod((size - 1 + (1 << bits)) ** rounds for size, rounds in sizes), bits
