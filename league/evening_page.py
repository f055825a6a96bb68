"""What the evening's pages show, put together from facts and judgements."""

from __future__ import annotations

import secrets
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.alphabet import in_order, short_names
from league.books import RoundChange, changes_to_rounds, evening_facts, people_named, spans_on
from league.deal import NextDeal, next_deal
from league.facts import EveningFacts, Rules, Span, State, numbered
from league.models import Attendance, Evening, LogEntry, Office, Person, Round, Season, User
from league.quorum import EveningVerdict, judge, members_on
from league.services.attendance import is_nameless
from league.services.evenings import suggested_date
from league.verbs import Verb

SAME_ROUND = 120  # seconds within which two phones may have logged one and the same round


@dataclass(frozen=True, slots=True)
class Name:
    """One name on the evening's page and what he is doing."""

    person: Person
    label: str
    strek: int
    attendance: Attendance | None
    sits_out: bool = False
    deals: bool = False
    just: bool = False  # the newest strek is his
    first: int | None = None  # numbers of the first and last round he played at this table
    last: int | None = None

    @property
    def here(self) -> bool:
        return self.attendance is not None and self.attendance.present

    @property
    def gone(self) -> bool:
        return self.here and self.attendance is not None and self.attendance.left_at is not None

    @property
    def plays(self) -> bool:
        return self.here and not self.gone and not self.sits_out


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round in the evening's list; `number` None: it does not stand."""

    round: Round
    number: int | None
    label: str
    was: str  # the mattis before the last correction; "" if never corrected
    why: str  # reason of the correction, or of its not standing
    inserted: bool


class EveningPage:
    """An evening as everybody may see it. Reads the same few queries however much has happened."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.facts: EveningFacts = evening_facts(evening)
        self.attendances = list(evening.attendances.select_related("person").order_by("pk"))
        self.rounds = list(
            evening.rounds.exclude(state=State.UNDONE).select_related("mattis", "dealer", "bladmattis").in_order()
        )

    @cached_property
    def season(self) -> Season | None:
        return Season.objects.on(self.evening.date)

    @cached_property
    def spans(self) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """Member periods and leaves of the day."""
        return spans_on(self.evening.date)

    @cached_property
    def verdict(self) -> EveningVerdict:
        rules = self.season.rules if self.season else Rules()
        return judge(self.facts, *self.spans, rules)

    @cached_property
    def regulars(self) -> list[Person]:
        """The members expected that day, in the order their names keep all evening: who is on leave is not."""
        expected = members_on(self.evening.date, *self.spans)
        return in_order(people_named(expected).values())

    @cached_property
    def others(self) -> list[Person]:
        """Who came besides: guests, and members on leave, in the order they came."""
        regulars = {person.pk for person in self.regulars}
        return [attendance.person for attendance in self.attendances if attendance.person_id not in regulars]

    @cached_property
    def labels(self) -> dict[int, str]:
        losers = [round_.mattis for round_ in self.rounds if round_.mattis]
        hosts = [self.evening.host] if self.evening.host else []
        everyone = {person.pk: person for person in (*self.regulars, *self.others, *losers, *hosts)}
        return short_names(everyone.values())

    @cached_property
    def strek(self) -> Counter[int]:
        """Strek this evening by person, over all tables."""
        return Counter(r.mattis_id for r in self.rounds if r.state == State.STANDING and r.mattis_id)

    @cached_property
    def ended_at(self) -> datetime | None:
        return self.evening.ended_at(timezone.now())

    @cached_property
    def tables(self) -> list[int]:
        """The tables somebody has played or plays at; the first is always there."""
        sitting = {a.table for a in self.attendances if a.present and a.table}
        return sorted({1, *sitting, *(round_.table for round_ in self.rounds)})

    @cached_property
    def changes(self) -> dict[int, list[RoundChange]]:
        return changes_to_rounds([self.evening.pk])

    def lines(self, table: int) -> list[RoundLine]:
        """The rounds of a table in order of play, numbered over those that stand."""
        lines, number = [], 0
        for round_ in self.rounds:
            if round_.table != table:
                continue
            standing = round_.state == State.STANDING
            number += standing
            corrected = [c for c in self.changes.get(round_.pk, []) if c.was is not None]
            inserted = any(c.verb == Verb.INSERT_ROUND for c in self.changes.get(round_.pk, []))
            was = corrected[-1] if corrected and standing else None
            lines.append(
                RoundLine(
                    round=round_,
                    number=number if standing else None,
                    label=self.labels[round_.mattis_id] if round_.mattis_id else "",
                    was=self._label(was.was) if was and was.was else "",
                    why=was.reason if was else round_.reason,
                    inserted=inserted,
                )
            )
        return lines

    @cached_property
    def all_lines(self) -> list[tuple[int, list[RoundLine]]]:
        return [(table, lines) for table in self.tables if (lines := self.lines(table))]

    @cached_property
    def came(self) -> list[Name]:
        """Everybody who was there, members first, with his strek."""
        here = {a.person_id: a for a in self.attendances if a.present}
        people = [person for person in (*self.regulars, *self.others) if person.pk in here]
        return [Name(p, self.labels[p.pk], self.strek[p.pk], here[p.pk]) for p in people]

    @property
    def standing_rounds(self) -> int:
        return self.strek.total()

    @cached_property
    def most_strek(self) -> list[Name]:
        """Those with strek, most first: what is read aloud."""
        return sorted((name for name in self.came if name.strek), key=lambda name: -name.strek)

    @property
    def host_label(self) -> str:
        return self.labels[self.evening.host_id] if self.evening.host_id else ""

    def _label(self, person: int) -> str:
        if person not in self.labels:
            self.labels |= {pk: one.name for pk, one in people_named([person]).items()}
        return self.labels.get(person, "")


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
        found = self.evening.rounds.filter(table=self.table).select_related("mattis")
        return found.order_by("-pk").first()

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
    def keepers(self) -> str:
        """Who keeps the book: *Kåre*, *Geir og Kåre*."""
        holders = Office.objects.running(timezone.localdate()).filter(kind=Office.Kind.KEEPER).select_related("person")
        names = list(short_names(in_order(office.person for office in holders)).values())
        return get_text_list(names, _("og"))

    @cached_property
    def known_guests(self) -> list[Person]:
        """Named guests of this season, who may come again; not those of other years."""
        first_day = self.season.first_day if self.season else self.evening.date
        shown = {person.pk for person in (*self.regulars, *self.others, *self.missing)}
        came = Attendance.objects.filter(
            present=True, evening__date__gte=first_day, evening__date__lte=self.evening.date
        )
        guests = Person.objects.filter(pk__in=came.values("person")).exclude(pk__in=shown)
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
            rounds=[(State(r.state), r.mattis_id) for r in self.rounds if r.table == table],
            players={a.person_id for a in seated if a.left_at is None and a.sits_out != number},
            host=self.evening.host_id,
            chosen=next((a.person_id for a in seated if a.deals == number), None),
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
class Tonight:
    """The evening the front page offers: open ones to go on with, or one to open."""

    day: date
    host: Person | None
    open: list[Evening] = field(default_factory=list)
    token: str = field(default_factory=lambda: secrets.token_hex(16))


def tonight() -> Tonight:
    """What to do with this evening."""
    day = suggested_date(timezone.now())
    open_ones = open_evenings()
    return Tonight(day=day, host=None if open_ones else suggested_host(day), open=open_ones)


def open_evenings() -> list[Evening]:
    """Evenings that can be logged in now, newest first: of tonight, or opened again to be filled in."""
    now = timezone.now()
    begun = Q(opened_at__isnull=False, date__gte=suggested_date(now)) | Q(reopened_at__isnull=False)
    found = Evening.objects.filter(begun, closed_at=None).select_related("host").order_by("-date", "-pk")
    return [evening for evening in found if evening.ended_at(now) is None]


def suggested_host(day: date) -> Person | None:
    """The member, not on leave, who has waited longest: since he last was host, else since he became a member."""
    periods, leaves = spans_on(day)
    waiting = {span.person: span.first_day for span in periods if span.person in members_on(day, periods, leaves)}
    hosted = Evening.objects.filter(host__in=waiting, date__lte=day).values("host").annotate(last=Max("date"))
    waiting |= {row["host"]: row["last"] for row in hosted}
    people = in_order(people_named(waiting).values())
    return min(people, key=lambda person: waiting[person.pk], default=None)


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
    other = Round.objects.select_related("mattis").get(pk=entry.made("round"))
    if other.table != stored.table or other.state != State.STANDING or other.mattis is None:
        return None
    seconds = round((timezone.now() - entry.at).total_seconds())
    return Twin(by=str(entry.user or ""), mattis=other.mattis.name, seconds=seconds)
