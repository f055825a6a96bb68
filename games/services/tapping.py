"""A record tapped in play by play. The text is the one truth: every tap rewrites the draft."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games import referee
from games.models import Draft, Record
from games.services.records import save_draft
from league.errors import Refused
from league.models import Round, User
from league.services.locks import lock_evening


def text_of(*, actor: User, round_: Round) -> str:
    """What he is writing, else what is stored; empty without either."""
    draft = Draft.objects.filter(user=actor, round=round_).first()
    stored = Record.objects.filter(round=round_).first()
    return draft.text if draft else stored.text if stored else ""


@transaction.atomic
def begin(*, actor: User, round_: Round, text: str, replaces: str) -> Draft:
    """Begin a draft anew. `replaces` is the mark of the one his page knew of, empty for none.

    Raises Refused if he has written something since.
    """
    lock_evening(round_.evening_id)
    if mark(Draft.objects.filter(user=actor, round=round_).first()) != replaces:
        raise Refused(_("Kladden din er endret siden du åpnet denne siden. Den står ennå."))
    return save_draft(actor=actor, round_=round_, text=text)


@transaction.atomic
def play(*, actor: User, round_: Round, ply: int | None, move: str, seat: int | None = None) -> bool:
    """One thing more that happened; whether it was put down.

    `ply` is how many things his page knew of, None if it does not say: a repeated or stale tap changes nothing. Raises
    Unanswerable for what cannot have happened.
    """
    lock_evening(round_.evening_id)
    text = text_of(actor=actor, round_=round_)
    if ply != referee.tapped(text).ply:
        return False
    save_draft(actor=actor, round_=round_, text=referee.with_play(text, move, seat))
    return True


@transaction.atomic
def undo(*, actor: User, round_: Round, ply: int | None) -> bool:
    """Take the last one off; a repeated or stale tap changes nothing. Raises as `play`."""
    lock_evening(round_.evening_id)
    text = text_of(actor=actor, round_=round_)
    if ply == 0 or ply != referee.tapped(text).ply:
        return False
    save_draft(actor=actor, round_=round_, text=referee.without_last(text))
    return True


def mark(draft: Draft | None) -> str:
    """Tells one state of a draft from another."""
    return draft.saved_at.isoformat() if draft else ""
