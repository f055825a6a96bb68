"""The book's marks and ways of writing, for the templates.

{% tally 9 seed=person.pk %}  {% form_marks row.form %}  {% quorum_bar quorum %}  {% hat %}  {% bar share expected %}
{{ rate|dec:3 }}  {{ count|strek }}  {{ evening.date|day }}  {{ round.logged_at|clock }}
"""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league import drawing, words
from league.quorum import Quorum

register = template.Library()

for write in (words.strek, words.dec, words.day, words.day_year, words.day_month, words.short, words.clock):
    register.filter(write.__name__, write)
for draw in (drawing.tally, drawing.hat, drawing.bar):
    register.simple_tag(draw)


@register.simple_tag
def form_marks(lost: Iterable[bool]) -> SafeString:
    """The last rounds, drawn and in words; True is a round lost, the newest comes last."""
    rounds = tuple(lost)
    said = ", ".join(_("strek") if strek else _("fri") for strek in rounds)
    return format_html('{}<span class="vh">{}</span>', drawing.form(rounds), said)


@register.simple_tag
def quorum_bar(quorum: Quorum) -> SafeString:
    """The bar alone; the words beside it are the page's."""
    return drawing.quorum_bar(quorum.present, quorum.members, quorum.needed)
