"""Choosing the rules the club plays by."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from games.models import HouseRules
from league import log
from league.models import User
from league.services.locks import fresh, lock_club
from league.verbs import Verb


@transaction.atomic
def choose_rules(*, actor: User, first_day: date, rules: str) -> HouseRules:
    """The club plays by these rules from that day; what was chosen for the same day before was never in force.

    `rules` is a word `referee.with_options` has made.
    """
    lock_club()
    chosen = HouseRules.objects.filter(first_day=first_day).first()
    with log.entry(Verb.CHANGE_HOUSE_RULES, actor=actor) as entry:
        if chosen:
            entry.change(chosen, rules=rules)
            return chosen
        return entry.create(HouseRules(first_day=first_day, rules=rules))


@transaction.atomic
def drop_rules(*, actor: User, chosen: HouseRules, seen: int) -> None:
    """Take back a choice made by mistake. Raises Stale."""
    lock_club()
    chosen = fresh(chosen)
    with log.entry(Verb.CHANGE_HOUSE_RULES, actor=actor) as entry:
        entry.change(chosen, seen=seen)
        entry.delete(chosen)
