"""*Jakten* in words: *du passerer Odd med 14 rene runder*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import words
from league.amusements.chase import Gap, chase
from league.facts import Ranking
from league.year_page import YearPage

USUAL = 8  # players at a table, before anybody has played


def chased(page: YearPage, person: int, names: Callable[[int], str], *, you: bool) -> list[str]:
    """One person's chase in a season, in at most two sentences; none if he is not ranked.

    `you`: it is he who reads.
    """
    rules = page.facts.rules
    size = usual_size(page) if rules.ranking is Ranking.ADJUSTED else USUAL  # no other rule looks at it
    found = chase(page.standings.rows, person, rules, size)
    if found is None:
        return []
    told = []
    if found.up:
        told.append(_passes(found.up, _("Du") if you else names(person), _all(found.up.ahead, names)))
    if found.down:
        told.append(_behind(found.down, _all(found.down.behind, names)))
    return told


def usual_size(page: YearPage) -> int:
    """The number of players most counting rounds had: what a table to come is taken to have."""
    rounds = (round_ for _evening, verdict in page.judged for round_ in verdict.counting_rounds)
    sizes = Counter(len(round_.players) for round_ in rounds if round_.players)
    return max(sizes, key=lambda size: (sizes[size], size), default=USUAL)


def _all(people: Iterable[int], names: Callable[[int], str]) -> str:
    return get_text_list(list(map(names, people)), _("og"))


def _passes(gap: Gap, who: str, ahead: str) -> str:
    if gap.clean:
        text = ngettext(
            "%(who)s passerer %(ahead)s med %(count)d ren runde.",
            "%(who)s passerer %(ahead)s med %(count)d rene runder.",
            gap.clean,
        )
        return text % {"who": who, "ahead": ahead, "count": gap.clean}
    if gap.lost:
        return _("%(who)s passerer %(ahead)s med %(strek)s på rad.") % {
            "who": who,
            "ahead": ahead,
            "strek": words.strek(gap.lost),
        }
    if gap.slips:
        return _("%(who)s passerer %(ahead)s når %(ahead)s får %(strek)s til.") % {
            "who": who,
            "ahead": ahead,
            "strek": words.strek(gap.slips),
        }
    return _("%(who)s når ikke igjen %(ahead)s med rene runder alene.") % {"who": who, "ahead": ahead}


def _behind(gap: Gap, behind: str) -> str:
    if gap.clean:
        text = ngettext("%(behind)s er %(count)d ren runde bak.", "%(behind)s er %(count)d rene runder bak.", gap.clean)
        return text % {"behind": behind, "count": gap.clean}
    if gap.lost or gap.slips:
        return _("%(behind)s er %(strek)s bak.") % {"behind": behind, "strek": words.strek(gap.lost or gap.slips or 0)}
    return _("%(behind)s kommer ikke forbi med rene runder alene.") % {"behind": behind}
