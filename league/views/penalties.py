"""*Straffestrek* given and taken back."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league.evening_forms import PENALTY, PENALTY_STRUCK, PenaltyForm, ReasonForm
from league.evening_page import EveningPage
from league.models import Evening, Penalty
from league.permissions import Right, actor, requires
from league.services import penalties
from league.views.editing import edit, posted, seen_version

BELONGS_NOWHERE = gettext_lazy(
    "Et eget merke for et ulovlig utspill. Det hører ikke til noen runde, og sesongens regler sier om det teller."
)


@require_http_methods(["GET", "POST"])
@requires(Right.RULE)
def penalty_give(request: HttpRequest, evening_id: int) -> HttpResponse:
    """A mark for somebody who was there."""
    evening = get_object_or_404(Evening.objects.select_related("host"), pk=evening_id)
    people = [name.person for name in EveningPage(evening).came]
    form = posted(request, PenaltyForm, initial={"token": secrets.token_hex(16)}, chips=PENALTY, people=people)
    return edit(
        request,
        form,
        lambda: penalties.give_penalty(
            actor=actor(request),
            evening_id=evening_id,
            person=form.cleaned_data["person"],
            reason=form.reason,
            token=form.cleaned_data["token"],
        ),
        heading=_("Straffestrek"),
        lead=BELONGS_NOWHERE,
        button=_("Gi straffestrek"),
        days=lambda: (evening.date, evening.date),
        section="evening",
        back=reverse("evening", args=[evening_id]),
    )


@require_http_methods(["GET", "POST"])
@requires(Right.RULE)
def penalty_strike(request: HttpRequest, penalty_id: int) -> HttpResponse:
    """Take a mark back: it stays in the book, struck."""
    penalty = get_object_or_404(Penalty.objects.select_related("person__merged_into", "evening"), pk=penalty_id)
    form = posted(request, ReasonForm, chips=PENALTY_STRUCK)
    return edit(
        request,
        form,
        lambda: penalties.strike_penalty(
            actor=actor(request), penalty_id=penalty_id, seen=seen_version(request), reason=form.reason
        ),
        heading=_("Stryk straffestreken til %(name)s") % {"name": penalty.person.who.name},
        lead=_("Den blir stående i boken som strøket, med begrunnelsen."),
        button=_("Stryk"),
        said=_("Strøket."),
        row=penalty,
        days=lambda: (penalty.evening.date, penalty.evening.date),
        section="evening",
        back=reverse("evening", args=[penalty.evening_id]),
    )
