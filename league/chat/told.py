"""What is told of an evening, as a plain value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.facts import EveningFacts, Rules
from league.quorum import EveningVerdict
from league.standings import Standings


@dataclass(frozen=True, slots=True)
class Told:
    """An evening, and what is to be told of it. `names` hold everybody it or the table speaks of."""

    evening: EveningFacts
    verdict: EveningVerdict
    names: Mapping[int, str]  # in the order they are listed
    season: str = ""
    rules: Rules = field(default_factory=Rules)
    table: Standings | None = None  # as it stood after this evening; None before the first season
    dry: Mapping[int, int] = field(default_factory=dict)  # see `dry_spells`
    hat: bool = True  # the club has *Mattishatten*
    corrections: Sequence[str] = ()

    @property
    def counted(self) -> Counter[int]:
        """Strek by person."""
        return Counter(round_.mattis for round_ in self.evening.standing if round_.mattis is not None)

    @property
    def streks(self) -> int:
        return self.counted.total()

    @property
    def players(self) -> frozenset[int]:
        """Who played: everybody who came where that is not recorded."""
        known = [round_.players for round_ in self.evening.standing]
        seated = frozenset[int]().union(*(players or () for players in known))
        return seated | self.counted.keys() | (self.evening.came if None in known else frozenset())

    @property
    def most(self) -> int:
        return max(self.counted.values())

    @property
    def losers(self) -> list[int]:
        """Whoever got most."""
        return [person for person in self.names if self.counted[person] == self.most]

    def called(self, people: Collection[int]) -> str:
        """*Arne*, *Arne og Odd*, *Arne, Odd og Per*."""
        return called(people, self.names)


def called(people: Collection[int], names: Mapping[int, str]) -> str:
    """*Arne*, *Arne og Odd*, *Arne, Odd og Per*: in the order of `names`."""
    return get_text_list([name for person, name in names.items() if person in people], _("og"))


def dry_spells(evenings: Iterable[EveningFacts], evening: int) -> dict[int, int]:
    """Rounds each had played since his last strek, or since the season began, when he got his first of that evening.

    `evenings` of a season in the order of play. A round of which not all is recorded breaks the row of
    whoever came, for it may belong anywhere.
    """
    running: Counter[int] = Counter()
    found: dict[int, int] = {}
    for one in evenings:
        for round_ in one.standing:
            if one.id == evening and round_.mattis is not None:
                found.setdefault(round_.mattis, running[round_.mattis] if round_.recorded else 0)
            if round_.recorded:
                running.update(round_.players or ())
                running[round_.mattis or 0] = 0
            else:
                for person in one.came.union(round_.players or ()):
                    running[person] = 0
        if one.id == evening:
            break
    return found
