"""The book's marks and ways of writing, for the templates.

{% tally 9 seed=person.pk %}  {% form_marks row.form %}  {% quorum_bar quorum %}  {% hat %}  {% bar share expected %}
{{ rate|dec:3 }}  {{ count|strek }}  {{ count|counted:"rounds" }}  {{ evening.date|day }}  {{ round.logged_at|clock }}
{{ office.kind|office }}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import drawing, words
from league.club import office_name
from league.coming import Coming
from league.models import Answer
from league.quorum import Quorum

register = template.Library()

WRITE = (
    words.strek,
    words.penalties,
    words.dec,
    words.odds,
    words.since,
    words.inside,
    words.day,
    words.day_year,
    words.day_month,
    words.short,
    words.clock,
)
for write in WRITE:
    register.filter(write.__name__, write)
register.filter("office", office_name)
for draw in (drawing.tally, drawing.hat, drawing.bar):
    register.simple_tag(draw)


_UNITS: dict[str, Callable[[int], str]] = {
    "strek": lambda count: ngettext("strek", "streker", count),
    "rounds": lambda count: ngettext("runde", "runder", count),
    "evenings": lambda count: ngettext("kveld", "kvelder", count),
    "seasons": lambda count: ngettext("sesong", "sesonger", count),
}


@register.filter
def counted(count: int, unit: str) -> SafeString:
    """A figure in a column, with what it counts for where the heading is out of sight: on a phone."""
    return format_html('{}<span class="unit"> {}</span>', count, _UNITS[unit](count))


@register.filter
def said(value: object) -> str:
    """A value in words: *ja* and *nei* for what is one of the two."""
    if isinstance(value, bool):
        return _("ja") if value else _("nei")
    return str(value)


@register.simple_tag
def form_marks(lost: Iterable[bool]) -> SafeString:
    """The last rounds, drawn and in words; True is a round lost, the newest comes last."""
    rounds = tuple(lost)
    said = ", ".join(_("strek") if strek else _("fri") for strek in rounds)
    return format_html('{}<span class="vh">{}</span>', drawing.form(rounds), said)


@register.simple_tag
def mine(coming: Coming, person: int) -> Answer | None:
    """What a person has answered an invitation."""
    return coming.answers.get(person)


@register.simple_tag
def quorum_bar(quorum: Quorum) -> SafeString:
    """The bar alone; the words beside it are the page's."""
    return drawing.quorum_bar(quorum.present, quorum.members, quorum.needed)
