"""What the pages about one season's table show, put together from facts and judgements."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property

from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.alphabet import in_order
from league.amusements.hat import Stay, travels
from league.books import people_named, season_facts
from league.chronicle import last_played
from league.facts import EveningFacts, Minimum, QuorumFrom, by_play
from league.identity import Identities
from league.models import Person, Season
from league.quorum import EveningVerdict, Reason, judged
from league.services.evenings import suggested_date
from league.services.seasons import anniversary
from league.standings import Row, Standings, Tie, standings
from league.tonight import open_evenings
from league.words import days

TABS = 4  # seasons that stand beside one another
SHARERS = 3  # of a title, named


def current_season() -> Season | None:
    """The season of tonight, or the first one if that is yet to begin; None in an empty book."""
    return Season.objects.on(suggested_date(timezone.now())) or Season.objects.order_by("first_day").first()


@dataclass(frozen=True, slots=True)
class SeasonTabs:
    """The seasons one may turn to at once; where there are more, the others stand on the page of all years."""

    chosen: Season | None  # None: all years
    seasons: list[Season]
    more: bool

    @classmethod
    def beside(cls, chosen: Season | None) -> SeasonTabs:
        """The newest seasons, and the chosen one wherever it is among them all."""
        newest = list(Season.objects.newest_first()[: TABS + 1])
        if len(newest) <= TABS:
            return cls(chosen, newest, more=False)
        kept = newest[: TABS - 1]
        if chosen and chosen not in kept:
            kept[-1] = chosen
        return cls(chosen, kept, more=True)


class YearPage:
    """One season judged. Reads the same few queries however much has happened."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.who = Identities()
        self.facts = season_facts(season, self.who)
        self.today = timezone.localdate()
        self.hat = None if self.over else self._hat()
        self.people = people_named(self._people())
        self.alphabet = [person.pk for person in in_order(self.people.values())]

    @cached_property
    def judged(self) -> list[tuple[EveningFacts, EveningVerdict]]:
        """The evenings with their judgements, in the order of play."""
        return judged(self.facts)

    @cached_property
    def standings(self) -> Standings:
        return standings(self.facts, alphabet=self.alphabet, evenings=self.judged)

    @property
    def last_day(self) -> date:
        """A season still running ends when the next one is due."""
        return self.facts.last_day or anniversary(self.season.first_day, 1) - timedelta(days=1)

    @property
    def days(self) -> str:
        """From which day to which."""
        return days(self.season.first_day, self.last_day)

    @cached_property
    def running(self) -> frozenset[int]:
        """Evenings that go on: whether they will count is not settled yet."""
        return frozenset(evening.pk for evening in open_evenings())

    @property
    def over(self) -> bool:
        """The next season has begun."""
        last_day = self.facts.last_day
        return last_day is not None and last_day < suggested_date(timezone.now())

    @property
    def until(self) -> date | None:
        """The day of the last evening in the table."""
        last = self.standings.last_counting
        return self._evening(last).date if last else None

    @property
    def wears_hat(self) -> Person | None:
        return self.people[self.hat.person] if self.hat and self.hat.person else None

    @property
    def mattises(self) -> str:
        """*Årets Mattis*: nobody, one or several."""
        most = self.standings.mattis_of_the_year
        if len(most) > SHARERS:
            return _("%(count)d deler den") % {"count": len(most)}
        return self._names(most)

    @property
    def most_strek(self) -> int:
        return max((row.strek for row in self.standings.rows), default=0)

    @property
    def approx(self) -> bool:
        """Some rounds' players are not recorded."""
        return any(row.approx for row in self.standings.rows)

    def _hat(self) -> Stay | None:
        """Where the hat is: worn until the next round, in whichever season. None where nobody knows."""
        stays = travels(sorted(self.facts.evenings, key=by_play), self.today)
        if not stays:
            stays = travels(last_played(before=self.season.first_day), self.today)
        return stays[-1] if stays and stays[-1].person is not None else None

    def _people(self) -> set[int]:
        """Whose names the page may need: the members, and whoever wears the hat."""
        members = {span.person for span in self.facts.periods}
        return members | ({self.hat.person} if self.hat and self.hat.person else set())

    def _evening(self, pk: int) -> EveningFacts:
        return next(evening for evening in self.facts.evenings if evening.id == pk)

    def _names(self, people: Set[int]) -> str:
        return get_text_list([self.people[pk].name for pk in self.alphabet if pk in people], _("og"))


class HowPage(YearPage):
    """How the season is reckoned, with its own figures for examples."""

    @property
    def top(self) -> Row | None:
        """The line on top, if anybody is ranked."""
        return next((row for row in self.standings.rows if row.eligible), None)

    @property
    def top_name(self) -> str:
        return self.people[self.top.person].name if self.top else ""

    @property
    def top_marks(self) -> int:
        """What the ranking counts of the line on top: his strek, with penalties where they count."""
        counted = self.top.penalties if self.top and self.facts.rules.penalties_count else 0
        return self.top.strek + counted if self.top else 0

    @property
    def quorum_rules(self) -> list[QuorumFrom]:
        """The attendance requirement the season began with, and those it was changed to."""
        rules, first_day = self.facts.rules, self.facts.first_day
        begun = [QuorumFrom(first_day, rules.percent, rules.whole_evening)]
        later = [change for change in self.facts.changes if change.first_day > first_day]
        return [*begun, *later] if len(later) == len(self.facts.changes) else list(self.facts.changes)

    @property
    def speaks_of_penalties(self) -> bool:
        """They count, or somebody has got one."""
        return self.facts.rules.penalties_count or any(evening.penalties for evening in self.facts.evenings)

    @property
    def whole(self) -> int:
        """The rounds or evenings so far, of which the minimum is a share."""
        by_evenings = self.facts.rules.minimum is Minimum.EVENINGS
        return self.standings.counting_evenings if by_evenings else self.standings.counting_rounds

    @property
    def unrounded(self) -> Fraction:
        """What the minimum is before it is rounded up."""
        return Fraction(self.facts.rules.minimum_percent * self.whole, 100)

    @property
    def sharing(self) -> tuple[str, int] | None:
        """Those who share the first place that is shared, and the place."""
        place = next((row.place for row in self.standings.rows if row.tie is Tie.SHARED), None)
        people = {row.person for row in self.standings.rows if row.place == place}
        return (self._names(people), place) if place else None

    @cached_property
    def met(self) -> tuple[EveningFacts, EveningVerdict] | None:
        """The last evening with members enough."""
        return self._last(Reason.MET)

    @cached_property
    def not_met(self) -> tuple[EveningFacts, EveningVerdict] | None:
        """The last evening with too few."""
        return self._last(Reason.NOT_MET)

    def _last(self, reason: Reason) -> tuple[EveningFacts, EveningVerdict] | None:
        found = [pair for pair in self.judged if pair[1].reason is reason]
        return found[-1] if found else None
