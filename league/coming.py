"""Evenings to come: who has said he will, and whether that would be enough. Nobody has come by saying so."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property

from django.db.models import Prefetch
from django.utils import timezone

from league.alphabet import in_order, short_names
from league.books import people_named, rules_on, spans_on, spans_within
from league.facts import Rules, SeasonFacts, Span
from league.models import Answer, Invitation, Person
from league.quorum import Quorum, members_on
from league.services.evenings import suggested_date

WITH_ANSWERS = Invitation.objects.select_related("host").prefetch_related(
    Prefetch("answers", Answer.objects.select_related("person__merged_into"))
)

type Spans = tuple[Collection[Span], Collection[Span]]  # member periods and leaves


@dataclass(frozen=True, slots=True)
class Reply:
    """One member of that day, and what he has answered."""

    person: Person
    label: str
    answer: Answer | None
    on_leave: bool = False

    @property
    def version(self) -> int:
        """Of his answer, as the button that changes it carries it; 0 where there is none."""
        return self.answer.version if self.answer else 0


class Coming:
    """One invitation, judged from the answers and the members of its day as they are now.

    `spans` and `rules`: the member periods and leaves and the rules of that day, where they have been read already.
    """

    def __init__(self, invitation: Invitation, spans: Spans | None = None, rules: Rules | None = None) -> None:
        self.invitation = invitation
        self.day = timezone.localdate(invitation.starts_at)
        answers = sorted(invitation.answers.all(), key=lambda answer: answer.person.merged_into_id is None)
        self.answers = {answer.person.who.pk: answer for answer in answers}  # his own goes before a double's
        if spans is not None:
            self.spans = spans
        if rules is not None:
            self.rules = rules

    @cached_property
    def spans(self) -> Spans:
        return spans_on(self.day)

    @cached_property
    def rules(self) -> Rules:
        return rules_on(self.day)

    @cached_property
    def asked(self) -> frozenset[int]:
        """The members of that day, on leave or not."""
        return members_on(self.day, self.spans[0], ())

    @cached_property
    def yes(self) -> frozenset[int]:
        """Who has said yes, and is a member that day."""
        return frozenset(person for person, answer in self.answers.items() if answer.coming) & self.asked

    @cached_property
    def members(self) -> frozenset[int]:
        """The members as the quorum would count them, if just those came who have said so."""
        return members_on(self.day, *self.spans, self.yes)

    @cached_property
    def silent(self) -> frozenset[int]:
        """The members who have not answered, but for those on leave."""
        return self.members - self.answers.keys()

    @cached_property
    def quorum(self) -> Quorum:
        return Quorum(len(self.yes), len(self.members), self.rules.percent)

    @property
    def over(self) -> bool:
        """Its evening has passed, opened or not."""
        return self.day < suggested_date(timezone.now())

    @property
    def settled(self) -> bool:
        """Nobody answers any more."""
        return bool(self.invitation.evening_id or self.invitation.cancelled_at) or self.over

    @property
    def deadline_passed(self) -> bool:
        answer_by = self.invitation.answer_by
        return answer_by is not None and answer_by < timezone.localdate()

    @cached_property
    def replies(self) -> list[Reply]:
        """Everybody who is asked, in the order of names."""
        people = in_order(people_named(self.asked).values())
        labels = short_names(people)
        return [
            Reply(person, labels[person.pk], self.answers.get(person.pk), person.pk not in self.members)
            for person in people
        ]

    @property
    def groups(self) -> list[tuple[str, list[Reply]]]:
        """The replies by what was answered: "yes", "no", "silent" and "away"."""
        found: dict[str, list[Reply]] = {"yes": [], "no": [], "silent": [], "away": []}
        for reply in self.replies:
            kind = "away" if reply.on_leave else "silent"
            if reply.answer:
                kind = "yes" if reply.answer.coming else "no"
            found[kind].append(reply)
        return list(found.items())


def to_come(now: datetime) -> list[Invitation]:
    """The evenings nobody has opened yet, tonight's first; cancelled ones among them."""
    return list(WITH_ANSWERS.filter(evening=None, starts_at__gte=_begins(suggested_date(now))))


def all_coming(invitations: Collection[Invitation]) -> list[Coming]:
    """Judged together, in a number of queries that does not grow with theirs."""
    days = [timezone.localdate(invitation.starts_at) for invitation in invitations]
    spans = spans_within(min(days), max(days)) if days else None
    return [Coming(invitation, spans) for invitation in invitations]


def next_coming(day: date, facts: SeasonFacts | None = None) -> Coming | None:
    """The first evening on that day or later that is neither opened nor cancelled; `facts` spare it some questions."""
    found = WITH_ANSWERS.filter(evening=None, cancelled_at=None, starts_at__gte=_begins(day)).first()
    if found is None:
        return None
    when = timezone.localdate(found.starts_at)
    if facts is None or not facts.first_day <= when <= (facts.last_day or when):
        return Coming(found)
    return Coming(found, (facts.periods, facts.leaves), facts.rules_on(when))


def _begins(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, datetime.min.time()))


def a_fortnight_after(last: date, today: date) -> date:
    """The first day from today on that is some fortnights after `last`."""
    day = last + timedelta(days=14)
    while day < today:
        day += timedelta(days=14)
    return day
