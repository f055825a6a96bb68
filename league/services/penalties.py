"""*Straffestrek*: a mark of its own for an unlawful play, given and taken back with a reason."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league import log
from league.errors import Refused
from league.models import Penalty, Person, PersonalText, User
from league.services.locks import lock_evening
from league.services.rounds import refuse_silence
from league.verbs import Verb


@transaction.atomic
def give_penalty(*, actor: User, evening_id: int, person: Person, reason: str, token: str | None = None) -> Penalty:
    """He gets a mark for that evening, which belongs to no round. The same form again answers with the mark it made.

    Raises TokenUsed, and Refused without a reason, if he was not there, or in a closed season.
    """
    evening = lock_evening(evening_id)
    asked: dict[str, Any] = {"evening": evening.pk, "person": person.pk, "reason": PersonalText(text=reason)}
    if done := log.answered(token, Verb.GIVE_PENALTY, asked):
        return Penalty.objects.get(pk=done.made("penalty"))
    refuse_silence(reason)
    came = evening.attendances.filter(present=True, person__in=Person.objects.same_as(person.pk))
    if evening.attendance_recorded and not came.exists():
        raise Refused(_("%(name)s var ikke der den kvelden.") % {"name": person.name})
    with log.entry(
        Verb.GIVE_PENALTY, actor=actor, evening=evening.pk, reason=reason, token=token, asked=asked
    ) as entry:
        return entry.create(Penalty(evening=evening, person=person, reason=reason))


@transaction.atomic
def strike_penalty(*, actor: User, penalty_id: int, seen: int, reason: str) -> Penalty:
    """Take the mark back: it stays in the book, struck. Striking twice is striking once.

    Raises Stale, and Refused without a reason or in a closed season.
    """
    lock_evening(Penalty.objects.values_list("evening_id", flat=True).get(pk=penalty_id))
    penalty = Penalty.objects.get(pk=penalty_id)
    if penalty.struck:
        return penalty
    refuse_silence(reason)
    with log.entry(Verb.STRIKE_PENALTY, actor=actor, evening=penalty.evening_id, reason=reason) as entry:
        entry.change(penalty, seen=seen, struck=True)
    return penalty
