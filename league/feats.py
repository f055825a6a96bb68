"""Records in words: what was done, by whom and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from league import words
from league.amusements import records
from league.amusements.records import Late, Mark, Run
from league.facts import EveningFacts

SHOWN = 3  # of those who share a record

type Names = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who did it at which evening; `name` "" where it was the company."""

    name: str
    evening: int
    day: date


@dataclass(frozen=True, slots=True)
class Feat:
    """One record, with the first to do it first; `others` have done the same."""

    label: str
    figure: str
    holders: list[Holder]
    others: int = 0


class Feats:
    """The records of some evenings, which come in the order of play."""

    def __init__(self, evenings: Sequence[EveningFacts], names: Names) -> None:
        self.evenings = evenings
        self.names = names
        self._days = {evening.id: evening.date for evening in evenings}

    def clean_evening(self, only: int | None = None) -> list[Feat]:
        """The evening of most rounds that somebody played from first to last without a strek."""
        marks = records.top(_of(records.clean_evenings(self.evenings), only), _count)
        return self._marks(_("Reneste kveld"), marks, _clean)

    def clean_run(self, only: int | None = None) -> list[Feat]:
        """The longest row of one's own rounds without a strek."""
        runs = records.top([run for run in records.clean_runs(self.evenings) if only in (None, run.person)], _length)
        return (
            [self._feat(_("Lengst uten strek"), _run(runs[0]), [(run.person, run.last) for run in runs])]
            if runs
            else []
        )

    def most_in_one_evening(self, only: int | None = None) -> list[Feat]:
        marks = records.top(_of(records.most_in_one_evening(self.evenings), only), _count)
        return self._marks(_("Flest på én kveld"), marks, words.strek)

    def hat_tricks(self, only: int | None = None) -> list[Feat]:
        """The longest row of rounds lost at one table."""
        marks = records.top(_of(records.hat_tricks(self.evenings), only), _count)
        return self._marks(_("Hat trick"), marks, lambda count: _("%(count)d på rad") % {"count": count})

    def after_midnight(self) -> list[Feat]:
        """All rounds after midnight, and the evening that lasted longest."""
        late = records.after_midnight(self.evenings)
        if not late:
            return []
        longest = max(late, key=_into_the_night)
        said = _("%(rounds)s, den seineste til kl. %(time)s") % {
            "rounds": words.rounds(sum(one.rounds for one in late)),
            "time": words.clock(longest.last),
        }
        return [Feat(_("Etter midnatt"), said, [self._holder(None, longest.evening)])]

    def round_numbers(self, *, before: int, every: int = records.EVERY) -> list[Feat]:
        """*Strek nr. 500*; `before`: strek in the book before these evenings."""
        found = records.round_numbers(self.evenings, before=before, every=every)
        return [Feat(number_said(one.number), "", [self._holder(one.person, one.evening)]) for one in found]

    def _marks(self, label: str, marks: Sequence[Mark], figure: Callable[[int], str]) -> list[Feat]:
        if not marks:
            return []
        return [self._feat(label, figure(marks[0].count), [(mark.person, mark.evening) for mark in marks])]

    def _feat(self, label: str, figure: str, done: Sequence[tuple[int, int]]) -> Feat:
        holders = [self._holder(person, evening) for person, evening in done[:SHOWN]]
        return Feat(label, figure, holders, others=len(done) - len(holders))

    def _holder(self, person: int | None, evening: int) -> Holder:
        return Holder(self.names(person) if person else "", evening, self._days[evening])


def number_said(number: int) -> str:
    """*Strek nr. 500*: counted over the whole book."""
    return _("Strek nr. %(number)d") % {"number": number}


def _of(marks: Iterable[Mark], only: int | None) -> list[Mark]:
    """One person's, or everybody's."""
    return [mark for mark in marks if only in (None, mark.person)]


def _count(mark: Mark) -> int:
    return mark.count


def _length(run: Run) -> int:
    return run.rounds


def _into_the_night(late: Late) -> tuple[int, int, int]:
    """How late it was, whatever the date."""
    return late.last.hour, late.last.minute, late.evening


def _run(run: Run) -> str:
    rounds = words.rounds(run.rounds)
    return _("%(rounds)s, og det varer ennå") % {"rounds": rounds} if run.goes_on else rounds


def _clean(count: int) -> str:
    return _("%(rounds)s uten strek") % {"rounds": words.rounds(count)}
