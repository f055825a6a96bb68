"""Cards on a page."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.faces import HEIGHT, LETTERS, WIDTH
from games.felt import card_label

register = template.Library()
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


@register.simple_tag
def cards_file() -> str:
    """The address of the drawn cards."""
    return static("games/cards.svg")


@register.filter
def card(name: str, size: int = 46) -> SafeString:
    """A card drawn by itself, so many pixels wide, its name read aloud."""
    return format_html(
        '<svg class="cards" width="{}" height="{}" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<use href="{}#{}"/></svg>',
        size,
        round(size * HEIGHT / WIDTH),
        WIDTH,
        HEIGHT,
        card_label(name),
        cards_file(),
        name,
    )


@register.filter
def letter(rank: str) -> str:
    """A rank as the corner of a card has it."""
    return LETTERS.get(rank, rank)


@register.filter
def sign(suit: str) -> str:
    return SIGNS[suit]
