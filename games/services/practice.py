"""A round against bots: begun, played move by move, given up. It gives no strek and belongs to no evening."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import referee
from games.models import Practice, Record
from games.services.records import save_practice
from league.models import Person, User


@transaction.atomic
def begin(*, actor: User, rules: str, players: int) -> Practice:
    """Deal a new round; one that was going on is given up. Raises Unanswerable for rules or numbers there are not."""
    seed = secrets.randbits(48)
    referee.practise(rules, names(actor, players), seed, "")
    Practice.objects.filter(user=actor).delete()
    return Practice.objects.create(user=actor, rules=rules, players=players, seed=seed, begun_at=timezone.now())


@transaction.atomic
def play(*, actor: User, ply: int | None, move: str) -> Record | None:
    """One move of the player, and the bots' answers; the record once that ends the round.

    `ply` is how many moves his page knew of, None if it does not say: a repeated or stale tap plays nothing. Raises
    Unanswerable for a move that is not legal.
    """
    practice = Practice.objects.select_for_update().filter(user=actor).first()
    if practice is None:
        return None
    seated = names(actor, practice.players)
    table = referee.practise(practice.rules, seated, practice.seed, practice.moves)
    if ply == table.ply:
        table = referee.practise(practice.rules, seated, practice.seed, table.moves, move)
    practice.moves = table.moves
    practice.save(update_fields=["moves"])
    if not table.record:
        return None
    practice.delete()
    return save_practice(actor=actor, player=Person.objects.get(user=actor).who, text=table.record)


def give_up(*, actor: User) -> None:
    """Throw the cards in; doing so twice is doing so once."""
    Practice.objects.filter(user=actor).delete()


def names(actor: User, players: int) -> Sequence[str]:
    """The player, and bots with numbers."""
    own = actor.person.who.name if isinstance(actor.person, Person) else _("Du")
    return [own, *(_("Robot %(number)d") % {"number": number} for number in range(1, players))]
