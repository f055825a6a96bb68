"""The keeper's page of one table of an open evening, put together from facts and judgements."""

from __future__ import annotations

import secrets
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Max, Min
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from league.alphabet import in_order
from league.amusements.records import EVERY
from league.books import people_named
from league.chronicle import strek_in_all
from league.club import deal_of_club
from league.deal import Dealt, NextDeal, next_deal
from league.evening_page import EveningPage, Name, RoundLine
from league.facts import Deal, State, numbered
from league.feats import number_said
from league.models import Attendance, Evening, LogEntry, Person, Round, User
from league.services.attendance import is_nameless
from league.verbs import Verb

TONIGHT, OF_LATE = timedelta(hours=12), timedelta(hours=1)
SAME_ROUND = 120  # seconds within which two phones may have logged one and the same round


@dataclass(frozen=True, slots=True)
class Tab:
    """One table of several: the number of its coming round and who deals it ("" if nobody is due)."""

    table: int
    number: int
    dealer: str


class ToolPage(EveningPage):
    """The keeper's page of one table of an open evening."""

    def __init__(self, evening: Evening, table: int) -> None:
        super().__init__(evening)
        self.table = table
        self.token = secrets.token_hex(16)  # for a browser without script; tap.js makes one for each tap

    @cached_property
    def number(self) -> int:
        """The number of the coming round."""
        return self._number_at(self.table)

    @cached_property
    def tabs(self) -> list[Tab]:
        """All tables, with what is about to happen at each."""
        return [
            Tab(table, self._number_at(table), self.labels[dealer] if (dealer := self._deal_at(table).dealer) else "")
            for table in self.tables
        ]

    @cached_property
    def newest(self) -> Round | None:
        """The round last logged at this table, undone or not."""
        found = self.evening.rounds.filter(table=self.table).select_related("mattis").order_by("-pk")
        return next(iter(self.who.shown(list(found[:1]), "mattis")), None)

    @cached_property
    def played(self) -> dict[int, list[int]]:
        """The numbers of the rounds each person has played at this table."""
        numbers: dict[int, list[int]] = defaultdict(list)
        shown = numbered(self.facts.rounds)
        for round_ in self.facts.rounds:
            if round_.table == self.table and round_.id in shown:
                for person in round_.players or ():
                    numbers[person].append(shown[round_.id])
        return numbers

    @cached_property
    def names(self) -> list[Name]:
        """The buttons: every member expected and whoever else came, but for those at another table."""
        known = {attendance.person_id: attendance for attendance in self.attendances}
        buttons = []
        for person in (*self.regulars, *self.others):
            attendance = known.get(person.pk)
            here = attendance is not None and attendance.present
            if here and attendance is not None and attendance.table != self.table:
                continue
            if not here and person in self.others:
                continue
            buttons.append(self._name(person, attendance))
        return buttons

    @cached_property
    def at_table(self) -> list[Name]:
        return [name for name in self.names if name.here]

    @cached_property
    def watching(self) -> list[Name]:
        """Those who came but do not play."""
        idle = [a for a in self.attendances if a.present and a.table is None]
        return [self._name(attendance.person, attendance) for attendance in idle]

    @cached_property
    def playing(self) -> int:
        return sum(name.plays for name in self.names)

    @cached_property
    def deals_by(self) -> Deal:
        """How the deal goes on in this club."""
        return deal_of_club()

    @cached_property
    def deal(self) -> NextDeal:
        return self._deal_at(self.table)

    @property
    def dealer(self) -> str:
        return self.labels[self.deal.dealer] if self.deal.dealer else ""

    @property
    def leader(self) -> str:
        """Who leads the shed phase, where it is not the dealer."""
        deal = self.deal
        return self.labels[deal.leader] if deal.leader and deal.leader != deal.dealer else ""

    @cached_property
    def table_lines(self) -> list[RoundLine]:
        return self.lines(self.table)

    @property
    def newest_label(self) -> str:
        newest = self.newest
        return self._label(newest.mattis_id) if newest and newest.mattis_id else ""

    @property
    def newest_number(self) -> int | None:
        newest = self.newest
        return next((line.number for line in self.table_lines if newest and line.round.pk == newest.pk), None)

    @cached_property
    def round_number(self) -> str:
        """*Strek nr. 500*, when the newest strek is such a one in the whole book; else ""."""
        newest = self.newest
        if newest is None or newest.state != State.STANDING or not self.evening.goes_on(timezone.now()):
            return ""
        number = strek_in_all()
        return number_said(number) if newest.mattis_id and number % EVERY == 0 else ""

    @cached_property
    def known_guests(self) -> list[Person]:
        """Named guests of this season, who may come again; not those of other years."""
        first_day = self.season.first_day if self.season else self.evening.date
        shown = {person.pk for person in (*self.regulars, *self.others, *self.missing)}
        came = Attendance.objects.filter(
            present=True, evening__date__gte=first_day, evening__date__lte=self.evening.date
        )
        known = came.values_list(Coalesce("person__merged_into", "person"))
        guests = Person.objects.filter(pk__in=known, former=None).exclude(pk__in=shown)
        return in_order(person for person in guests if not is_nameless(person))

    @cached_property
    def missing(self) -> list[Person]:
        """Members on leave, who may come all the same."""
        periods, leaves = self.spans
        everyone = {span.person for span in periods}
        shown = {person.pk for person in (*self.regulars, *self.others)}
        away = people_named(everyone - shown) if leaves else {}
        return in_order(away.values())

    def _number_at(self, table: int) -> int:
        return sum(r.state == State.STANDING for r in self.rounds if r.table == table) + 1

    def _deal_at(self, table: int) -> NextDeal:
        number = self._number_at(table)
        seated = [a for a in self.attendances if a.present and a.table == table]
        return next_deal(
            rounds=[Dealt(State(r.state), r.mattis_id, r.dealer_id) for r in self.rounds if r.table == table],
            players={a.person_id for a in seated if a.left_at is None and a.sits_out != number},
            host=self.evening.host_id,
            chosen=next((a.person_id for a in seated if a.deals == number), None),
            deal=self.deals_by,
            seats={a.person_id: a.seat for a in seated if a.seat},
        )

    def _name(self, person: Person, attendance: Attendance | None) -> Name:
        newest = self.newest
        played = self.played.get(person.pk, [])
        return Name(
            person=person,
            label=self.labels[person.pk],
            strek=self.strek[person.pk],
            attendance=attendance,
            sits_out=attendance is not None and attendance.sits_out == self.number,
            deals=self.deal.dealer == person.pk,
            just=newest is not None and newest.state == State.STANDING and newest.mattis_id == person.pk,
            first=played[0] if played else self.number,
            last=played[-1] if played else None,
        )


@dataclass(frozen=True, slots=True)
class Beside:
    """Somebody else who keeps this evening just now, without the pen."""

    name: str
    since: datetime


def others_at_it(page: EveningPage, actor: User) -> list[Beside]:
    """Who else has written in this evening of late, and since when tonight. Who has the pen is named by that."""
    now = timezone.now()
    entries = LogEntry.objects.filter(evening_id=page.evening.pk, at__gte=now - TONIGHT).exclude(user=actor)
    person = Coalesce("user__person__merged_into", "user__person")
    name = Coalesce("user__person__merged_into__name", "user__person__name")
    found = entries.exclude(user__person=None).values(person=person, name=name).order_by()
    with_pen = {pen.person.pk for pen in page.pens if pen.person}
    return [
        Beside(row["name"], row["since"])
        for row in found.annotate(since=Min("at"), last=Max("at")).order_by("since")
        if row["last"] >= now - OF_LATE and row["person"] not in with_pen
    ]


@dataclass(frozen=True, slots=True)
class Twin:
    """A strek another phone logged a moment before: perhaps the same round."""

    by: str
    mattis: str
    seconds: int

    def __str__(self) -> str:
        return _("%(by)s førte %(mattis)s for %(seconds)s s siden – samme runde?") % {
            "by": self.by,
            "mattis": self.mattis,
            "seconds": self.seconds,
        }


def twin_of(stored: Round, actor: User) -> Twin | None:
    """Whether somebody else has just logged a round at that table."""
    entries = LogEntry.objects.filter(evening_id=stored.evening_id, verb=Verb.ADD_ROUND).exclude(user=actor)
    entry = entries.select_related("user__person").order_by("-pk").first()
    if entry is None or (timezone.now() - entry.at).total_seconds() > SAME_ROUND:
        return None
    other = Round.objects.select_related("mattis__merged_into").get(pk=entry.made("round"))
    if other.table != stored.table or other.state != State.STANDING or other.mattis is None:
        return None
    seconds = round((timezone.now() - entry.at).total_seconds())
    return Twin(by=str(entry.user or ""), mattis=other.mattis.who.name, seconds=seconds)
