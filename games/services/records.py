"""Storing what was written down of a round, and the drafts of it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import referee
from games.models import LONGEST, Draft, Record
from league import log
from league.errors import Refused
from league.models import Person, Round, User
from league.services.locks import lock_evening
from league.verbs import Verb


class Faulty(Refused):
    """The text cannot be stored as it is; `replay` holds its faults, each with its place."""

    def __init__(self, replay: referee.Replay) -> None:
        super().__init__(_("Referatet har feil som må rettes først. Ingenting av det du skrev er borte."))
        self.replay = replay


@transaction.atomic
def save_record(*, actor: User, round_: Round, text: str, seen: int | None) -> Record:
    """Store what was written down of a round; the draft of it is done with.

    `seen` is the version of the record there was on the page, None if there was none. A record says what happened,
    and changes neither the mattis nor anything else of the round.
    Raises Stale, Faulty for a text that cannot be read, Refused for one that is too long, or if another was stored
    meanwhile.
    """
    text = storable(text)
    lock_evening(round_.evening_id)
    replay = referee.replay(text)
    if replay.faults:
        raise Faulty(replay)
    stored = Record.objects.filter(round=round_).first()
    if stored and seen is None:
        raise Refused(_("Noen andre har lagret et referat av runden i mellomtiden. Det du skrev, står her ennå."))
    with log.entry(Verb.WRITE_RECORD, actor=actor, evening=round_.evening_id) as entry:
        values = {"text": text, "rules": replay.rules, "engine": referee.ENGINE, "digest": replay.digest}
        if stored:
            entry.change(stored, seen=seen, **values, stored_at=timezone.now())
        else:
            stored = entry.create(Record(round=round_, **values, stored_at=timezone.now()))
    Draft.objects.filter(user=actor, round=round_).delete()
    return stored


@transaction.atomic
def save_practice(*, actor: User, player: Person, text: str) -> Record:
    """Store a round that somebody played against bots to its end: it belongs to no evening."""
    replay = referee.replay(text)
    with log.entry(Verb.WRITE_RECORD, actor=actor) as entry:
        return entry.create(
            Record(
                player=player,
                text=text,
                rules=replay.rules,
                engine=referee.ENGINE,
                digest=replay.digest,
                stored_at=timezone.now(),
            )
        )


def save_draft(*, actor: User, round_: Round, text: str) -> Draft:
    """Keep what somebody has typed so far. Raises Refused for a text that is too long."""
    text = storable(text)
    return Draft.objects.update_or_create(user=actor, round=round_, defaults={"text": text})[0]


def storable(text: str) -> str:
    """The text without what no database keeps. Raises Refused for one that is too long."""
    size = len(text.encode())
    if size > LONGEST:
        raise Refused(
            _("Referatet er på %(size)d kB, og %(most)d er det meste. Det står i feltet ennå, men er ikke lagret.")
            % {"size": size // 1000, "most": LONGEST // 1000}
        )
    return text.replace("\0", "")
