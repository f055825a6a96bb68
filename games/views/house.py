"""The rules the club plays by: every rule set described, and which is in force from when."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import referee
from games.house import rules_on
from games.models import HouseRules
from games.services import house
from league.errors import Refused
from league.fields import DayField
from league.permissions import Right, actor, requires
from league.views.editing import edit, posted, seen_version


class RulesForm(forms.Form):
    """From when, and what differs from the rule set one has begun with."""

    first_day = DayField(label=gettext_lazy("Gjelder fra"))

    def __init__(self, *args: Any, word: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for option in referee.options(word):
            self.fields[option.name] = forms.ChoiceField(
                label=option.title, choices=option.values, initial=option.value, widget=forms.RadioSelect
            )


@require_safe
@requires(Right.TABLE)
def house_rules(request: HttpRequest) -> HttpResponse:
    """Which rules are in force from when, and what every rule set says."""
    word = rules_on(timezone.localdate())
    chosen = [(row, referee.rule_set(row.rules)) for row in HouseRules.objects.order_by("-first_day")]
    every = [referee.rule_set(known) for known, _title in referee.rule_sets()]
    context = {"now": referee.rule_set(word), "chosen": chosen, "every": every}
    return render(request, "games/house_rules.html", context)


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def house_rules_choose(request: HttpRequest) -> HttpResponse:
    """Play by a rule set from a day on, with options changed."""
    word = request.GET.get("regler", "") or rules_on(timezone.localdate())
    try:
        begun = referee.rule_set(word)
    except referee.Unanswerable as fault:
        messages.error(request, str(fault))
        return redirect("house_rules")
    form = posted(request, RulesForm, word=word, initial={"first_day": timezone.localdate()})

    def write() -> None:
        given = dict(form.cleaned_data)
        first_day = given.pop("first_day")
        try:
            rules = referee.with_options(word, given)
        except referee.Unanswerable as fault:
            raise Refused(str(fault)) from fault
        house.choose_rules(actor=actor(request), first_day=first_day, rules=rules)

    return edit(
        request,
        form,
        write,
        heading=_("Spill etter %(rules)s") % {"rules": begun.title},
        lead=_("Dommeren svarer etter disse reglene fra den dagen. Referater som er ført, beholder sine."),
        section="settings",
        back=reverse("house_rules"),
    )


@require_POST
@requires(Right.SETTINGS)
def house_rules_drop(request: HttpRequest, rules_id: int) -> HttpResponse:
    """Take back a choice made by mistake."""
    chosen = get_object_or_404(HouseRules, pk=rules_id)
    try:
        house.drop_rules(actor=actor(request), chosen=chosen, seen=seen_version(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("house_rules")
