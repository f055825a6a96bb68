"""Why a write was refused: what somebody else did in the meantime, in words."""

from __future__ import annotations

from django import template

from league.errors import Refused, Stale, TokenUsed
from league.wording import Line, describe

register = template.Library()


@register.simple_tag
def what_happened(refusal: Refused) -> list[Line]:
    """The acts that stood in the way, oldest first; none where the rules themselves refused."""
    match refusal:
        case Stale(entries=entries):
            return describe(entries)
        case TokenUsed(entry=entry):
            return describe([entry])
    return []
