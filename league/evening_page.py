"""What everybody may see of an evening, put together from facts and judgements."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.alphabet import in_order, short_names
from league.amusements.hat import taken_home
from league.books import RoundChange, changes_to_rounds, evening_facts, people_named, rules_on, spans_on
from league.facts import EveningFacts, Span, State
from league.identity import Identities
from league.models import Attendance, Evening, Office, Pen, Person, Round, Season
from league.penalties import PenaltyTold, penalties_of
from league.quorum import EveningVerdict, judge, members_on
from league.verbs import Verb


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
    upheld: str  # why a dispute changed nothing
    disputed: str  # why it is contested; "" if it is not


class EveningPage:
    """An evening as everybody may see it. Reads the same few queries however much has happened."""

    def __init__(self, evening: Evening) -> None:
        self.who = Identities()
        self.evening = self.who.shown([evening], "host")[0]
        self.facts: EveningFacts = evening_facts(evening, self.who)
        attendances = self.who.one_each(evening.attendances.select_related("person").order_by("pk"))
        self.attendances = self.who.shown(attendances, "person")
        rounds = evening.rounds.exclude(state=State.UNDONE).select_related("mattis", "dealer", "bladmattis")
        self.rounds = self.who.shown(list(rounds.in_order()), "mattis", "dealer", "bladmattis")

    @cached_property
    def season(self) -> Season | None:
        return Season.objects.on(self.evening.date)

    @cached_property
    def spans(self) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """Member periods and leaves of the day."""
        return spans_on(self.evening.date, self.who)

    @cached_property
    def verdict(self) -> EveningVerdict:
        return judge(self.facts, *self.spans, rules_on(self.evening.date))

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
    def pens(self) -> list[Pen]:
        """The pens handed over for tonight and taken, as long as they write."""
        if not self.evening.goes_on(timezone.now()):
            return []
        taken = self.evening.pens.filter(ended_at=None, person__isnull=False).select_related("person")
        return list(self.who.shown(list(taken.order_by("taken_at")), "person"))

    @cached_property
    def keepers(self) -> str:
        """Who keeps the book: *Kåre*, *Geir og Kåre*; by office, and by the pen."""
        holders = Office.objects.running(timezone.localdate()).filter(kind=Office.Kind.KEEPER).select_related("person")
        keepers = in_order({office.person for office in self.who.shown(list(holders), "person")})
        keepers += in_order({pen.person for pen in self.pens if pen.person} - set(keepers))
        return get_text_list(list(short_names(keepers).values()), _("og"))

    @cached_property
    def changes(self) -> dict[int, list[RoundChange]]:
        return changes_to_rounds([self.evening.pk], self.who)

    def lines(self, table: int) -> list[RoundLine]:
        """The rounds of a table in order of play, numbered over those that stand."""
        lines, number = [], 0
        for round_ in self.rounds:
            if round_.table != table:
                continue
            standing = round_.state == State.STANDING
            number += standing
            changes = self.changes.get(round_.pk, [])
            corrected = [c for c in changes if c.was is not None]
            inserted = any(c.verb == Verb.INSERT_ROUND for c in changes)
            disputed = [c.reason for c in changes if c.verb == Verb.CONTEST_ROUND and round_.contested]
            upheld = [c.reason for c in changes if c.verb == Verb.RULE_ON_ROUND and not (c.was or c.state)]
            was = corrected[-1] if corrected and standing else None
            lines.append(
                RoundLine(
                    round=round_,
                    number=number if standing else None,
                    label=self.labels[round_.mattis_id] if round_.mattis_id else "",
                    was=self._label(was.was) if was and was.was else "",
                    why=was.reason if was else round_.reason,
                    inserted=inserted,
                    upheld="".join(upheld[-1:]),
                    disputed="".join(disputed[-1:]),
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

    @cached_property
    def penalties(self) -> list[PenaltyTold]:
        """The *straffestrek* of the evening, struck ones too."""
        return penalties_of([self.evening.pk])[self.evening.pk]

    @cached_property
    def most_strek(self) -> list[Name]:
        """Those with strek, most first: what is read aloud."""
        return sorted((name for name in self.came if name.strek), key=lambda name: -name.strek)

    @cached_property
    def took_hat(self) -> int | None:
        """Who wears *Mattishatten* after the last round so far, where that is known."""
        return taken_home(self.facts)

    @property
    def host_label(self) -> str:
        return self.labels[self.evening.host_id] if self.evening.host_id else ""

    def _label(self, person: int) -> str:
        if person not in self.labels:
            self.labels |= {pk: one.name for pk, one in people_named([person]).items()}
        return self.labels.get(person, "")
