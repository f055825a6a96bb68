"""What the book of a season shows: evenings as rows, members as columns, sums and corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property

from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.alphabet import in_order, short_names
from league.award_page import Titled, named_in
from league.book_cells import GUESTS, Night, blank_cells
from league.book_notes import Notes, Sources, season_notes
from league.books import RoundChange, changes_to_rounds, people_named, people_of
from league.facts import EveningFacts, State
from league.models import Evening, Office, Round, Season
from league.penalties import penalties_of
from league.quorum import EveningVerdict
from league.statistics import Came, came
from league.year_page import YearPage


@dataclass(frozen=True, slots=True)
class Column:
    """One member's sums, or those of the guests, who have no rounds of their own."""

    label: str
    strek: int  # that count
    all_strek: int
    person: int = GUESTS
    rounds: int | None = None
    rate: Fraction | None = None
    approx: bool = False
    penalties: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One evening's row. `cells` are ready drawn, for there are hundreds in a book."""

    evening: EveningFacts
    verdict: EveningVerdict
    day: str
    where: str
    remark: str
    cells: SafeString
    rounds: int
    notes: str  # the numbers of those on the evening as a whole
    new_month: bool
    running: bool

    @property
    def is_void(self) -> bool:
        """It does not count; of one that goes on that is not settled yet."""
        return not (self.verdict.counts or self.running)


class BookPage(YearPage):
    """The book of a season. Reads the same few queries however much has happened."""

    second = frozenset({1})  # which stroke is corrected in the picture that explains it

    def __init__(self, season: Season) -> None:
        super().__init__(season)
        evenings = self.judged
        changes = changes_to_rounds((evening.id for evening, _verdict in evenings), self.who)
        lost_by = {change.was for told in changes.values() for change in told if change.was}
        self.penalties = penalties_of(evening.id for evening, _verdict in evenings)
        lost_by |= {told.person.pk for penalties in self.penalties.values() for told in penalties}
        self.people |= people_named((people_of(self.facts) | lost_by) - self.people.keys())
        self.labels = short_names(self.people.values())
        self.notes = self._notes(changes)
        self.members = self._members()
        self.nights = [
            Night(evening, verdict, self._signs(evening, verdict), self.notes) for evening, verdict in evenings
        ]

    @property
    def kept_until(self) -> date:
        """The day of the last evening, counting or not; before any, the season's first day."""
        return self.facts.evenings[-1].date if self.facts.evenings else self.facts.first_day

    @cached_property
    def has_guests(self) -> bool:
        return any(night.guests for night in self.nights)

    @cached_property
    def columns(self) -> list[Column]:
        """The members' sums."""
        rows = {row.person: row for row in self.standings.rows}
        columns = []
        for person in self.members:
            label, all_strek, row = self.labels[person], self._all_strek[person], rows.get(person)
            if row:
                sums = (row.rounds, row.rate, row.approx, row.penalties)
                columns.append(Column(label, row.strek, all_strek, person, *sums))
            else:  # he left again without having come
                columns.append(Column(label, 0, all_strek, person, 0))
        return columns

    @cached_property
    def guests(self) -> Column | None:
        """What guests have lost, if there were any."""
        if not self.has_guests:
            return None
        strek = self.standings.counting_rounds - sum(column.strek for column in self.columns)
        return Column(_("Gjester"), strek, self._all_strek[GUESTS])

    @cached_property
    def lines(self) -> list[Line]:
        blank = blank_cells()
        months = [0, *(night.evening.date.month for night in self.nights)]
        return [
            self._line(night, night.cells(blank, self.labels, guests=self.has_guests), new_month=0 < before != month)
            for night, before, month in zip(self.nights, months, months[1:], strict=False)
        ]

    @property
    def whole_evenings(self) -> bool:
        """An evening counts as a whole or not at all, all season."""
        return self.facts.rules.whole_evening and all(change.whole_evening for change in self.facts.changes)

    @property
    def all_rounds(self) -> int:
        return sum(line.rounds for line in self.lines)

    @cached_property
    def signs(self) -> frozenset[str]:
        """The signs in the book that need a word."""
        return frozenset(sign for night in self.nights for sign in night.signs.values())

    @property
    def kept_by(self) -> str:
        """Who kept the book: *Geir Hågensen og Kåre Myhr*."""
        offices = Office.objects.filter(kind=Office.Kind.KEEPER).touching(self.facts.first_day, self.kept_until)
        keepers = {office.person.who for office in offices.select_related("person__merged_into")}
        return get_text_list([person.name for person in in_order(keepers)], _("og"))

    @property
    def titles(self) -> list[Titled]:
        """Who has been named; asked only once a meeting has closed the season."""
        return named_in(self.season) if self.season.meeting else []

    @cached_property
    def _all_strek(self) -> Counter[int]:
        """All standing strek, by column."""
        found: Counter[int] = Counter()
        for night in self.nights:
            found.update({column: marks.count for column, marks in night.marks.items()})
        return found

    def _members(self) -> list[int]:
        """Whoever has been a member so far in the season, in the order of the alphabet."""
        begun = max(self.kept_until, min(self.today, self.facts.last_day or self.today))
        members = {span.person for span in self.facts.periods if span.first_day <= begun}
        return [person for person in self.alphabet if person in members]

    def _signs(self, evening: EveningFacts, verdict: EveningVerdict) -> dict[int, Came]:
        return {person: came(person, self.facts, evening, verdict) for person in self.members}

    def _line(self, night: Night, cells: SafeString, *, new_month: bool) -> Line:
        evening = night.evening
        remarks = [evening.place, evening.remark]
        return Line(
            evening=evening,
            verdict=night.verdict,
            day=f"{evening.date:{self._day_format}}",
            where=_("hos %(name)s") % {"name": self.labels[evening.host]} if evening.host else _("Mattistur"),
            remark=", ".join(remark for remark in remarks if remark not in ("", _("Mattistur"))),
            cells=cells,
            rounds=len(evening.standing),
            notes=", ".join(map(str, self.notes.by_evening[evening.id])),
            new_month=new_month,
            running=evening.id in self.running,
        )

    @cached_property
    def _day_format(self) -> str:
        """The year stands beside the day where the evenings are of several."""
        return "%d.%m." if len({evening.date.year for evening in self.facts.evenings}) == 1 else "%d.%m.%Y"

    def _notes(self, changes: Mapping[int, list[RoundChange]]) -> Notes:
        evenings = self.facts.evenings
        days = {evening.id: evening.date for evening in evenings}
        origins = {change.origin for told in changes.values() for change in told if change.origin} - days.keys()
        if origins:
            days |= dict(Evening.objects.filter(pk__in=origins).values_list("pk", "date"))
        fallen = [one.id for evening in evenings for one in evening.rounds if one.state in (State.VOID, State.STRUCK)]
        reasons = dict(Round.objects.filter(pk__in=fallen).values_list("pk", "reason"))
        names = {pk: person.name for pk, person in self.people.items()}
        return season_notes(evenings, Sources(changes, names, days, reasons, self.penalties))
