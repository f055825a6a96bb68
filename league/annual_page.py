"""*Årsmøtearket*: a season in figures on one sheet, beside the season before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import words
from league.alphabet import full_names, in_order
from league.annual import Attended, YearFigures, year_figures
from league.award_page import SeasonPage, people_in, title_name
from league.books import people_named
from league.facts import Title
from league.models import LogEntry, Season
from league.verbs import Verb

ONE_COLUMN = 20  # members whose lines fit on the sheet, one under the other


@dataclass(frozen=True, slots=True)
class Pair:
    """A figure of this season and of the one before; "" where there was none."""

    label: str
    now: str
    before: str


@dataclass(frozen=True, slots=True)
class MemberLine:
    """One member's attendance, and how often he was host."""

    name: str
    attended: Attended
    before: int | None  # per cent, the season before
    hosted: int


class AnnualYear(SeasonPage):
    """One of the two seasons on the sheet."""

    def __init__(self, season: Season) -> None:
        super().__init__(season)
        self.figures: YearFigures = year_figures(self.facts)

    @cached_property
    def rulings(self) -> int:
        """On contested rounds."""
        evenings = [evening.id for evening in self.facts.evenings]
        return LogEntry.objects.filter(verb=Verb.RULE_ON_ROUND, evening_id__in=evenings).count()

    def title(self, title: Title) -> str:
        """Who was named, or who stands to be, and his figures."""
        titled = self.titled(title)
        people = people_in(titled.awards) or self.now.named(title)
        lines = [line for line in self.now.lines if line.person in people]
        names = titled.winners or self.listed(people)
        if len({(line.strek, line.rounds) for line in lines}) != 1:
            return names
        line = lines[0]
        told = ngettext(
            "%(names)s, %(strek)s på %(rounds)d runde", "%(names)s, %(strek)s på %(rounds)d runder", line.rounds
        )
        return told % {"names": names, "strek": words.strek(line.strek), "rounds": line.rounds}


class AnnualSheet:
    """The sheet of a season. Reads as much of the one before."""

    def __init__(self, season: Season) -> None:
        self.year = AnnualYear(season)
        before = Season.objects.filter(first_day__lt=season.first_day).newest_first().first()
        self.before = AnnualYear(before) if before else None
        hosts = {host for host in self.year.figures.hosts if host}
        people = people_named(hosts | self.year.figures.attendance.keys())
        self.names = full_names(in_order(people.values()))

    @property
    def today(self) -> str:
        return words.short(timezone.localdate())

    @property
    def titles(self) -> list[Pair]:
        return [
            Pair(title_name(title), self.year.title(title), self.before.title(title) if self.before else "")
            for title in Title
        ]

    @property
    def pairs(self) -> list[Pair]:
        return [
            self._pair(_("Kvelder holdt"), lambda year: str(year.figures.held)),
            self._pair(_("Gyldige kvelder"), lambda year: str(year.figures.valid)),
            self._pair(_("Runder"), lambda year: str(year.figures.rounds)),
            self._pair(_("Runder som teller"), lambda year: str(year.figures.counting_rounds)),
            self._pair(_("Frammøte"), lambda year: _average(year.figures)),
            self._pair(_("Gjester"), lambda year: _guests(year.figures)),
            self._pair(_("Kvelder uten vert"), lambda year: str(year.figures.hosts.get(None, 0))),
            self._pair(_("Kjennelser"), lambda year: str(year.rulings)),
            self._pair(_("Straffestrek"), lambda year: str(year.figures.penalties)),
        ]

    @cached_property
    def members(self) -> list[MemberLine]:
        """Whoever came most is first."""
        attendance = self.year.figures.attendance
        before = self.before.figures.attendance if self.before else {}
        lines = [
            MemberLine(
                name,
                attendance[person],
                before[person].percent if person in before else None,
                self.year.figures.hosts.get(person, 0),
            )
            for person, name in self.names.items()
            if person in attendance
        ]
        return sorted(lines, key=lambda line: -(line.attended.came / line.attended.held if line.attended.held else 0))

    @property
    def other_hosts(self) -> str:
        """Hosts who were no members: *Ivar Brekke (1)*."""
        hosts = self.year.figures.hosts
        others = [person for person in self.names if person in hosts and person not in self.year.figures.attendance]
        return get_text_list([f"{self.names[person]} ({hosts[person]})" for person in others], _("og"))

    @property
    def crowded(self) -> bool:
        return len(self.members) > ONE_COLUMN

    def _pair(self, label: str, figure: Callable[[AnnualYear], str]) -> Pair:
        return Pair(label, figure(self.year), figure(self.before) if self.before else "")


def _average(figures: YearFigures) -> str:
    """The members' attendance in per cent."""
    attended = figures.attendance.values()
    whole = Attended(sum(one.came for one in attended), sum(one.held for one in attended))
    return words.NOTHING if whole.percent is None else _("%(percent)d %%") % {"percent": whole.percent}


def _guests(figures: YearFigures) -> str:
    """*3, på 5 besøk*; *0*."""
    if not figures.guests:
        return "0"
    return _("%(guests)d, på %(visits)d besøk") % {"guests": figures.guests, "visits": figures.visits}
