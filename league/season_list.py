"""The list of all seasons."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext as _

from league.models import Season
from league.words import days, short


@dataclass(frozen=True, slots=True)
class SeasonLine:
    season: Season
    last_day: date | None  # None: it is the newest

    @property
    def days(self) -> str:
        first_day = self.season.first_day
        return days(first_day, self.last_day) if self.last_day else _("fra %(day)s") % {"day": short(first_day)}


def season_lines() -> list[SeasonLine]:
    """Newest first."""
    seasons = list(Season.objects.newest_first())
    ends = [None, *(season.first_day - timedelta(days=1) for season in seasons)]
    return [SeasonLine(season, end) for season, end in zip(seasons, ends, strict=False)]
