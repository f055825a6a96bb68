"""What the page shows of a book before it is imported, and what comes back from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from django.http import QueryDict

from league.alphabet import sort_key
from league.effects import Effects
from league.importing.cells import clean
from league.importing.draft import LONGEST_NAME
from league.importing.faults import Fault, Kind
from league.importing.pending import Pending
from league.importing.periods import Days
from league.importing.plan import NAME_FAULTS, Judged, Plan
from league.importing.values import Choices
from league.models import Season

MOST_FAULTS = 200  # shown; a file with more is the wrong file


def choices_from(post: QueryDict, before: Choices) -> Choices:
    """The importer's answers. A question the page did not ask keeps its answer, but for the yes to people."""
    meant = zip(post.getlist("read"), map(_name, post.getlist("meant")), strict=False)
    answered = {read: name for read, name in meant if name}
    asked = frozenset(post.getlist("proposed"))
    return replace(
        before,
        names={read: name for read, name in before.names.items() if read not in post.getlist("read")} | answered,
        unnamed_guests="unnamed_guests" in post if "may_have_guests" in post else before.unnamed_guests,
        people="people" in post,
        guests=(before.guests - asked) | (asked - frozenset(post.getlist("member"))),
    )


def _name(text: str) -> str:
    return clean(text.replace("\0", ""))[:LONGEST_NAME]


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """Whom a name means: `alike` are the likely ones, `others` the rest of the club and the book."""

    read: str
    meant: str
    alike: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """A proposed member period, the answer so far, and whether he is new in the book."""

    name: str
    days: tuple[Days, ...]
    ticked: bool
    new: bool


@dataclass(frozen=True, slots=True)
class SeasonSum:
    season: Season
    evenings: int
    rounds: int


class ImportPage:
    """A pending book with its plan."""

    def __init__(self, pending: Pending, plan: Plan, effects: Effects, known: Iterable[str]) -> None:
        self.name = pending.name
        self.choices = pending.choices
        self.plan = plan
        self.effects = effects
        self._known = tuple(known)

    @property
    def faults(self) -> tuple[Fault, ...]:
        return self.plan.faults[:MOST_FAULTS]

    @property
    def more_faults(self) -> int:
        return len(self.plan.faults) - len(self.faults)

    @property
    def questions(self) -> list[NameQuestion]:
        """The names at fault, and those that have been answered."""
        alike = {fault.read: fault.names for fault in self.plan.faults if fault.kind in NAME_FAULTS and fault.read}
        everybody = sorted({*self._known, *self.plan.book.names}, key=sort_key)
        return [
            NameQuestion(
                read,
                self.choices.names.get(read, ""),
                alike.get(read, ()),
                tuple(name for name in everybody if name != read and name not in alike.get(read, ())),
            )
            for read in {**self.choices.names, **alike}
        ]

    @property
    def may_have_guests(self) -> bool:
        """Whether there are strek that a guest without a name may have had."""
        missing = any(fault.kind is Kind.STREK_MISSING for fault in self.plan.faults)
        return missing or self.choices.unnamed_guests

    @property
    def members(self) -> list[Member]:
        days: dict[str, list[Days]] = {}
        for one in self.plan.proposed:
            days.setdefault(one.name, []).append(one.days)
        new = set(self.plan.names)
        return [
            Member(name, tuple(days[name]), name not in self.choices.guests, name in new)
            for name in sorted(days, key=sort_key)
        ]

    @property
    def new_guests(self) -> list[str]:
        """New people for whom no member period is proposed."""
        proposed = {one.name for one in self.plan.proposed}
        return sorted((name for name in self.plan.names if name not in proposed), key=sort_key)

    @property
    def seasons(self) -> list[SeasonSum]:
        evenings = Counter(one.season for one in self.plan.new)
        rounds: Counter[Season] = Counter()
        for one in self.plan.new:
            rounds[one.season] += one.read.count
        return [
            SeasonSum(season, evenings[season], rounds[season])
            for season in sorted(evenings, key=lambda season: season.first_day)
        ]

    @property
    def strek(self) -> list[tuple[str, int]]:
        """What each one gets, to hold against the sums of the paper."""
        sums: Counter[str] = Counter()
        for one in self.plan.new:
            sums.update(one.read.strek)
        return sorted(sums.items(), key=lambda item: sort_key(item[0]))

    @property
    def guest_strek(self) -> int:
        return sum(one.read.guest_strek for one in self.plan.new)

    @property
    def not_counting(self) -> list[Judged]:
        return [one for one in self.plan.new if not one.verdict.counts]

    @property
    def days(self) -> tuple[date, date] | None:
        """From the first evening to the last."""
        dates = [evening.date for evening in self.plan.book.evenings]
        return (min(dates), max(dates)) if dates else None
