"""Contested rounds: a dispute marks the round, a ruling lifts the mark. Until then its strek counts."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from league import log
from league.errors import Refused
from league.facts import Ruling, State
from league.models import Person, Round, User
from league.services.attendance import refuse_ended
from league.services.locks import lock_evening
from league.services.rounds import contests_next, give_strek, lock_round, put_into, refuse_silence, refuse_undone
from league.verbs import Verb


@transaction.atomic
def contest_round(*, actor: User, round_id: int, seen: int, reason: str) -> Round:
    """Somebody disputes the round; the book marks it. Contesting a contested one changes nothing.

    Raises Stale, Refused without a reason or if the round was undone.
    """
    round_ = lock_round(round_id)
    if round_.contested:
        return round_
    refuse_silence(reason)
    refuse_undone(round_)
    with log.entry(Verb.CONTEST_ROUND, actor=actor, evening=round_.evening_id, reason=reason) as entry:
        entry.change(round_, seen=seen, contested=True)
    return round_


@transaction.atomic
def contest_next(*, actor: User, evening_id: int, table: int, contested: bool = True) -> None:
    """Somebody disputes the round in play at a table: it is contested once it is logged. Or no more (False).

    Raises Refused once the evening has ended: then no round is in play.
    """
    evening = lock_evening(evening_id)
    if contested:
        refuse_ended(evening)
    with log.entry(Verb.CONTEST_NEXT, actor=actor, evening=evening.pk) as entry:
        contests_next(entry, evening, table, contested=contested)


@transaction.atomic
def rule_on_round(
    *, actor: User, round_id: int, seen: int, ruling: Ruling, mattis: Person | None = None, reason: str
) -> Round:
    """Settle a dispute; `mattis` is whom GIVE gives the strek to. The book shows the ruling and its reason for ever.

    Raises Stale, Refused without a reason, if the round is not contested, or if `mattis` did not play it.
    """
    round_ = lock_round(round_id)
    refuse_silence(reason)
    if not round_.contested:
        raise Refused(_("Runden er ikke omstridt."))
    with log.entry(Verb.RULE_ON_ROUND, actor=actor, evening=round_.evening_id, reason=reason) as entry:
        match ruling:
            case Ruling.UPHOLD:
                entry.change(round_, seen=seen, contested=False)
            case Ruling.GIVE if mattis:
                give_strek(entry, round_, seen=seen, mattis=mattis, players=None, contested=False)
            case Ruling.GIVE:
                raise Refused(_("Velg hvem som får streken."))
            case Ruling.ANNUL:
                put_into(entry, round_, State.VOID, seen=seen, reason=reason, contested=False)
    return round_
