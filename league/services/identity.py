"""One person, one identity: doubles merged and parted again.

Every write reads the rows it changes anew, under the lock: those it is given may be old, and stay untouched.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models, transaction
from django.utils.translation import gettext as _

from league import log
from league.errors import Refused
from league.facts import State
from league.models import Attendance, Evening, Person, Round, RoundPlayer, User
from league.services.locks import fresh, lock_club
from league.services.offices import refuse_without_administrator
from league.verbs import Verb
from league.words import short


@transaction.atomic
def merge(*, actor: User, double: Person, kept: Person, seen: int) -> Person:
    """The double is the same person as the one kept. No fact is re-pointed: the book reads both as one.

    `seen` is the version of the double. Raises Stale, and Refused if one of the two points or is pointed to
    elsewhere or is anonymised, if both have played one round, or if both have a log-in. Merging twice is merging once.
    """
    lock_club()
    double, kept = fresh(double), fresh(kept)
    if double == kept:
        raise Refused(_("Velg to forskjellige."))
    if double.merged_into == kept:
        return kept
    # No round may be logged meanwhile at an evening where both might play it.
    came = models.Q(pk__in=Attendance.objects.filter(person=double).values("evening"))
    list(Evening.objects.select_for_update().filter(came | models.Q(closed_at=None)).order_by("pk"))
    if double.former or kept.former:
        raise Refused(_("Den som er anonymisert, kan ikke slås sammen med noen."))
    _refuse_chains(double, kept)
    _refuse_opponents(double, kept)
    if User.objects.filter(person__in=[double, kept]).count() > 1:
        raise Refused(_("Begge har innlogging, og da er de to personer."))
    with log.entry(Verb.MERGE, actor=actor) as entry:
        entry.change(double, seen=seen, merged_into=kept)
    return kept


@transaction.atomic
def unmerge(*, actor: User, double: Person, seen: int) -> Person:
    """The double is a person of his own again, and everything is as it was before.

    Raises Stale, and Refused where the club would be without an administrator. Parting twice is parting once.
    """
    lock_club()
    double = fresh(double)
    if double.merged_into is None:
        return double
    if double.merged_into.former:
        raise Refused(_("Den som er anonymisert, kan ikke skilles ut igjen."))
    with log.entry(Verb.UNMERGE, actor=actor) as entry:
        entry.change(double, seen=seen, merged_into=None)
        refuse_without_administrator()
    return double


def _refuse_chains(double: Person, kept: Person) -> None:
    """A double points to a person who is no double, and nobody points to it: one level."""
    for person in (double, kept):
        if person.merged_into:
            raise Refused(
                _("%(name)s er alt slått sammen med %(kept)s. Skill dem først.")
                % {"name": person.name, "kept": person.merged_into.name}
            )
    if his := double.doubles.first():
        raise Refused(
            _("%(other)s er alt slått sammen med %(name)s. Behold %(name)s, eller skill dem først.")
            % {"other": his.name, "name": double.name}
        )


def _refuse_opponents(double: Person, kept: Person) -> None:
    """Who have played one round are two; an undone one never was. So are those of a round with both their names."""
    rounds = Round.objects.exclude(state=State.UNDONE)
    together = _rounds_of(rounds, [double]) & _rounds_of(rounds, [kept, *kept.doubles.all()])
    if together:
        first = rounds.filter(pk__in=together).select_related("evening").order_by("evening__date", "pk")[0]
        raise Refused(
            _("%(one)s og %(other)s har spilt samme runde %(day)s, og da er de to personer.")
            % {"one": double.name, "other": kept.name, "day": short(first.evening.date)}
        )


def _rounds_of(rounds: models.QuerySet[Round], people: Iterable[Person]) -> set[int]:
    """The rounds whose players, mattis, dealer or bladmattis they are."""
    ids = [person.pk for person in people]
    named = models.Q(mattis__in=ids) | models.Q(dealer__in=ids) | models.Q(bladmattis__in=ids)
    seats = RoundPlayer.objects.filter(person__in=ids).values("round")
    return set(rounds.filter(named | models.Q(pk__in=seats)).values_list("pk", flat=True))
