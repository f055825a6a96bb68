"""The pen handed over for tonight: by a short code, to whoever logged in enters it first."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log
from league.errors import Refused
from league.models import Evening, Pen, Person, User
from league.services.locks import fresh, lock_evening
from league.services.offices import digest
from league.verbs import Verb

LETTERS = "34679ACDEFGHJKMNPQRTUVWXY"  # no two of which look alike
LENGTH = 6


@transaction.atomic
def give_pen(*, actor: User, evening_id: int) -> tuple[Pen, str]:
    """One more may keep this evening, by the code that is returned and not stored. Earlier codes nobody took are dead.

    Raises Refused unless the evening goes on.
    """
    evening = lock_evening(evening_id)
    _refuse_over(evening)
    now = timezone.now()
    code = "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))
    with log.entry(Verb.GIVE_PEN, actor=actor, evening=evening.pk) as entry:
        for untaken in evening.pens.filter(person=None, ended_at=None):
            entry.change(untaken, ended_at=now)
        pen = entry.create(Pen(evening=evening, digest=digest(code), given_at=now))
    return pen, code


@transaction.atomic
def take_pen(*, actor: User, person: Person, code: str) -> Pen:
    """He keeps the book beside the others as long as the evening goes on. Taking it twice is taking it once.

    Raises Refused for a code that is wrong, dead or taken by another.
    """
    pen = Pen.objects.filter(digest=digest(written(code))).first()
    if pen is None:
        raise Refused(_("Koden er feil, eller den er gått ut."))
    evening = lock_evening(pen.evening_id)
    pen = fresh(pen)
    if pen.ended_at or not evening.goes_on(timezone.now()):
        raise Refused(_("Koden er feil, eller den er gått ut."))
    if pen.person_id not in {None, person.pk}:
        raise Refused(_("Noen andre har alt tatt pennen med denne koden."))
    if pen.person_id is None:
        with log.entry(Verb.TAKE_PEN, actor=actor, evening=evening.pk) as entry:
            entry.change(pen, person=person, taken_at=timezone.now())
    return pen


@transaction.atomic
def end_pen(*, actor: User, pen: Pen) -> Pen:
    """It writes no more, and its code opens nothing; ending it twice is ending it once."""
    evening = lock_evening(pen.evening_id)
    pen = fresh(pen)
    if pen.ended_at is None:
        with log.entry(Verb.END_PEN, actor=actor, evening=evening.pk) as entry:
            entry.change(pen, ended_at=timezone.now())
    return pen


def written(code: str) -> str:
    """A code as it was made, however it was typed."""
    return "".join(code.split()).upper()[:20]


def _refuse_over(evening: Evening) -> None:
    if not evening.goes_on(timezone.now()):
        raise Refused(_("Pennen kan bare gis videre mens kvelden er i gang."))
