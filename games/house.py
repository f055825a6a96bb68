"""By which rules the club plays on a day."""

from __future__ import annotations

from datetime import date

from games.models import HouseRules
from games.referee import CLUB


def rules_on(day: date) -> str:
    """The word of the rule set in force; the club's own rules before it has chosen any."""
    chosen = HouseRules.objects.filter(first_day__lte=day).order_by("-first_day")
    return chosen.values_list("rules", flat=True).first() or CLUB
