"""What the pages of one person show: a season in figures, curve, calendar and bars, and all his years."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property

from django.db.models import Max
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.alphabet import in_order, short_names
from league.books import people_named
from league.chart import Curve, Points, season_chart
from league.club import office_name
from league.lifetime import Figures, seasons_of
from league.models import Attendance, MemberPeriod, Office, Person, Season
from league.people_page import spell
from league.standings import Row, Tie
from league.statistics import Came, EveningLine, Share, statistics
from league.tables import YearLine
from league.words import short
from league.year_page import YearPage, current_season

MONTHS = 18  # in a calendar; where there are more, those without an evening are left out


def membership_of(person: Person) -> str:
    """*Medlem siden 2022*, by all his periods."""
    periods = MemberPeriod.objects.filter(person__in=Person.objects.same_as(person.pk))
    return spell(list(periods), timezone.localdate())


def season_to_show(person: Person) -> Season | None:
    """The season in progress for who is a member in it or has come; else the last he came in."""
    current = current_season()
    him = Person.objects.same_as(person.pk)
    if current is None or MemberPeriod.objects.filter(person__in=him).touching(current.first_day, None).exists():
        return current
    last = Attendance.objects.filter(person__in=him, present=True).aggregate(day=Max("evening__date"))["day"]
    return (Season.objects.on(last) if last else None) or current


@dataclass(frozen=True, slots=True)
class Stamp:
    """One evening in the calendar."""

    day: date
    line: EveningLine


@dataclass(frozen=True, slots=True)
class Month:
    first_day: date
    stamps: list[Stamp] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bar:
    """His strek per round with one host, or at one size of table, beside what was to be expected."""

    label: str
    share: Share
    rate: Fraction
    length: float  # of the bar, as a share of its box
    expected: float  # in the same measure


class PersonPage(YearPage):
    """One season of one person. Reads the same few queries however much has happened."""

    def __init__(self, person: Person, season: Season) -> None:
        super().__init__(season)
        self.person = person
        self.figures = statistics(self.facts, person.pk)
        hosts = {evening.host for evening in self.facts.evenings if evening.host}
        self.people |= people_named((hosts | {person.pk}) - self.people.keys())
        self.labels = short_names(self.people.values())

    @cached_property
    def row(self) -> Row | None:
        """His line in the year's table; None for a guest."""
        return next((row for row in self.standings.rows if row.person == self.person.pk), None)

    @property
    def name(self) -> str:
        """The short one, for running text."""
        return self.labels[self.person.pk]

    @cached_property
    def membership(self) -> str:
        return membership_of(self.person)

    @property
    def place(self) -> str:
        """*9. plass av 9*, or why he has none; "" for a guest."""
        if self.row is None:
            return ""
        if self.row.place is None:
            line = YearLine(self.row, self.person.name, 0, 0, hat=False, minimum=self.facts.rules.minimum)
            return _("Utenfor kåringen: %(why)s.") % {"why": line.in_the_running}
        numbers = {"place": self.row.place, "ranked": sum(row.eligible for row in self.standings.rows)}
        if self.row.tie is Tie.SHARED:
            return _("Delt %(place)d. plass av %(ranked)d.") % numbers
        return _("%(place)d. plass av %(ranked)d.") % numbers

    @property
    def earlier_rounds(self) -> str:
        """Of a member who was a guest before that in the season: whether those rounds count in the table."""
        joined = min((span.first_day for span in self.facts.periods if span.person == self.person.pk), default=None)
        before = {evening.id for evening in self.facts.evenings if joined and evening.date < joined}
        if not any(line.came is Came.GUEST and line.evening in before for line in self.figures.evenings):
            return ""
        if any(span.person == self.person.pk for span in self.facts.earlier):
            return _("Rundene som gjest, før medlemskapet, teller med i tabellen.")
        return _("Rundene som gjest, før medlemskapet, teller ikke i tabellen.")

    @property
    def wears_it(self) -> bool:
        """He wears the hat now."""
        return self.hat is not None and self.hat.person == self.person.pk

    @cached_property
    def titles(self) -> list[str]:
        """What he is this year and today, but for wearing the hat."""
        titles = []
        if self.person.pk in self.standings.mattis_of_the_year:
            titles.append(_("Årets Mattis") if self.over else _("Årets Mattis så langt"))
        if self.over:
            return titles
        offices = Office.objects.running(self.today).filter(person__in=Person.objects.same_as(self.person.pk))
        kinds = dict.fromkeys(offices.values_list("kind", flat=True))
        titles += [_("Fører boken") if kind == Office.Kind.KEEPER else capfirst(office_name(kind)) for kind in kinds]
        for leave in self.facts.leaves:
            if leave.person == self.person.pk and leave.covers(self.today):
                until = leave.last_day and _("Har permisjon til %(day)s") % {"day": short(leave.last_day)}
                titles.append(until or _("Har permisjon"))
        return titles

    @property
    def all_strek(self) -> int:
        """All his standing strek of the season, counting or not."""
        return sum(line.strek for line in self.figures.evenings)

    @property
    def strek(self) -> int:
        """Those that count; all of them for a guest, of whom none does."""
        return self.row.strek if self.row else self.all_strek

    @cached_property
    def chart(self) -> SafeString | None:
        """His strek through the season; None before an evening that counts for him."""
        chart = self.figures.chart
        if self.person.pk not in chart.lines:
            return None
        day_of = {evening.id: evening.date for evening in self.facts.evenings}
        days = [day_of[evening] for evening in chart.evenings]

        def curve(person: int) -> Curve:
            return Curve(self.labels[person], tuple(zip(days, chart.lines[person], strict=True)))

        others = [curve(person) for person in chart.lines if person != self.person.pk]
        expected: Points = tuple(zip(days, map(float, chart.expected), strict=True))
        return season_chart(curve(self.person.pk), others, expected, first_day=self.season.first_day)

    @cached_property
    def months(self) -> list[Month]:
        """The season's calendar; of a guest only the evenings he came."""
        day_of = {evening.id: evening.date for evening in self.facts.evenings}
        stamps = [Stamp(day_of[line.evening], line) for line in self.figures.evenings]
        if self.row is None:
            stamps = [stamp for stamp in stamps if stamp.line.came is Came.GUEST]
        last_day = max([self.last_day, *(stamp.day for stamp in stamps)])
        months = {first_day: Month(first_day) for first_day in _first_days(self.season.first_day, last_day)}
        for stamp in stamps:
            months[stamp.day.replace(day=1)].stamps.append(stamp)
        whole = self.row is not None and len(months) <= MONTHS
        return [month for month in months.values() if month.stamps or whole]

    @property
    def not_recorded(self) -> bool:
        """Of some evening the book does not say whether he came."""
        return any(line.came is Came.NOT_RECORDED for line in self.figures.evenings)

    @property
    def several_years(self) -> bool:
        """The calendar's months need their year."""
        return len({month.first_day.year for month in self.months}) > 1

    @cached_property
    def hosts(self) -> list[Bar]:
        """By host, in the order of the alphabet; a *Mattistur* last."""
        shares = self.figures.by_host
        hosts = in_order(self.people[host] for host in shares if host)
        ordered = {self.labels[host.pk]: shares[host.pk] for host in hosts}
        if None in shares:
            ordered[_("Mattistur")] = shares[None]
        return bars(ordered)

    @cached_property
    def sizes(self) -> list[Bar]:
        """By the number of players."""
        sizes = self.figures.by_size.items()
        return bars({ngettext("%(n)d spiller", "%(n)d spillere", size) % {"n": size}: share for size, share in sizes})


class LifePage:
    """One person over all years, whether the evenings counted or not."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.membership = membership_of(person)
        self.lines = seasons_of(person.pk)

    @cached_property
    def total(self) -> Figures:
        return Figures(
            strek=sum(line.strek for line in self.lines),
            rounds=sum(line.rounds for line in self.lines),
            approx=any(line.approx for line in self.lines),
            evenings=sum(line.evenings for line in self.lines),
        )


def bars(shares: Mapping[str, Share]) -> list[Bar]:
    """The longest of them, or the farthest expected, fills its box."""
    rates = {label: (Fraction(s.strek, s.rounds), s.expected / s.rounds) for label, s in shares.items()}
    longest = max((max(pair) for pair in rates.values()), default=Fraction(1))
    return [
        Bar(label, shares[label], rate, float(rate / longest), float(expected / longest))
        for label, (rate, expected) in rates.items()
    ]


def _first_days(first_day: date, last_day: date) -> Iterable[date]:
    """Of the months from one day to another."""
    months = range(first_day.year * 12 + first_day.month - 1, last_day.year * 12 + last_day.month)
    return (date(month // 12, month % 12 + 1, 1) for month in months)
