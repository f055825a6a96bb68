"""A round against bots in the browser."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from games import referee
from games.house import rules_on
from games.models import Practice
from games.questions import LONGEST_RULES, PLAYERS
from games.services import practice
from league.fields import whole
from league.permissions import Right, actor, requires


class BeginForm(forms.Form):
    """Under which rules, and against how many."""

    rules = forms.CharField(label=_("Regler"), max_length=LONGEST_RULES)
    players = forms.TypedChoiceField(
        label=_("Spillere"), coerce=int, choices=[(number, number) for number in PLAYERS], initial=4
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        house = rules_on(timezone.localdate())
        known = [(house, referee.rule_set(house).title), *referee.rule_sets()]
        self.fields["rules"].widget = forms.Select(choices=list(dict(known).items()))


@require_safe
@requires(Right.READ_LOG)
def practise(request: HttpRequest) -> HttpResponse:
    """The round as it stands, seen from the player's chair; without one, a form to begin."""
    going_on = Practice.objects.filter(user=actor(request)).first()
    if going_on is None:
        return render(request, "games/practice_begin.html", {"form": BeginForm()})
    table = referee.practise(
        going_on.rules, practice.names(actor(request), going_on.players), going_on.seed, going_on.moves
    )
    title = referee.rule_set(going_on.rules).title
    return render(request, "games/practice.html", {"table": table, "felt": table.felt, "title": title})


@require_POST
@requires(Right.READ_LOG)
def practice_begin(request: HttpRequest) -> HttpResponse:
    """Deal."""
    form = BeginForm(request.POST)
    if not form.is_valid():
        return render(request, "games/practice_begin.html", {"form": form}, status=400)
    try:
        practice.begin(actor=actor(request), **form.cleaned_data)
    except referee.Unanswerable as why:
        form.add_error(None, str(why))
        return render(request, "games/practice_begin.html", {"form": form}, status=400)
    return _to_the_choices()


@require_POST
@requires(Right.READ_LOG)
def practice_play(request: HttpRequest) -> HttpResponse:
    """One play. It names how many the page knew of, so that a repeated or stale one only shows the table again."""
    try:
        record = practice.play(
            actor=actor(request),
            ply=whole(request.POST.get("ply", "")),
            move=request.POST.get("move", ""),
        )
    except referee.Unanswerable as why:
        messages.error(request, str(why))
        return redirect("practice")
    return redirect("record", record.pk) if record else _to_the_choices()


@require_POST
@requires(Right.READ_LOG)
def practice_give_up(request: HttpRequest) -> HttpResponse:
    """Throw the cards in."""
    practice.give_up(actor=actor(request))
    return redirect("practice")


def _to_the_choices() -> HttpResponse:
    """The round again, at what the player may do: on a phone that is below the table."""
    return redirect(reverse("practice") + "#valg")
