"""What is said in a dispute, and the ruling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Dispute, Ruling
from league.alphabet import in_order
from league.models import Person


class TellForm(forms.Form):
    """What happened and what is claimed."""

    against = forms.TypedChoiceField(label=_("Hvem gjelder det?"), required=False, coerce=int, empty_value=None)
    happened = forms.CharField(
        label=_("Hva skjedde?"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )
    claim = forms.CharField(
        label=_("Hva kreves?"), required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 2})
    )
    touched = forms.ChoiceField(
        label=_("Traff kortene bordet?"),
        required=False,
        choices=[("", _("ikke sagt")), *Dispute.Touched.choices],
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, people: Sequence[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {person.pk: person for person in people}
        self.fields["against"].choices = choices(people, _("Ingen bestemt"))  # type: ignore[attr-defined]

    @property
    def facts(self) -> dict[str, Any]:
        """The values, with the person himself."""
        return self.cleaned_data | {"against": self.people.get(self.cleaned_data["against"])}


class ExplainForm(forms.Form):
    """One's own version, in words."""

    words = forms.CharField(
        label=_("Slik husker jeg det"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )


class RuleForm(forms.Form):
    """The ruling: what, why, and what follows."""

    kind = forms.ChoiceField(label=_("Kjennelsen"), choices=(), widget=forms.RadioSelect)
    mattis = forms.TypedChoiceField(label=_("Streken går til"), required=False, coerce=int, empty_value=None)
    reason = forms.CharField(label=_("Begrunnelse"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3}))
    penalty_for = forms.TypedChoiceField(label=_("Straffestrek til"), required=False, coerce=int, empty_value=None)
    told = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)  # what he read that it rests on

    def __init__(
        self, *args: Any, people: Sequence[Person], finished: bool, penalties: bool, told: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.read = told
        self.people = {person.pk: person for person in people}
        kinds = KINDS if finished else [(Ruling.Kind.PLAY_ON, _("Spill videre: runden går som den står"))]
        fields: dict[str, Any] = self.fields
        fields["told"].initial = told
        fields["kind"].choices = kinds
        if len(kinds) == 1:
            fields["kind"].initial = kinds[0][0]
        fields["mattis"].choices = choices(people, _("ingen annen"))
        fields["penalty_for"].choices = choices(people, _("ingen"))
        if not penalties:
            del fields["penalty_for"]
        if not finished:
            del fields["mattis"]

    def clean(self) -> dict[str, Any]:
        """The strek can only be given to somebody, and nothing rests on an answer nobody has read."""
        cleaned = super().clean() or {}
        if "told" in self.data and cleaned.get("told") != self.read:
            fault = _("Dommerens svar er et annet nå enn da du åpnet siden. Les det, og døm på nytt.")
            self.add_error(None, str(fault))
            self.data = dict(self.data.items()) | {"told": self.read}
        if cleaned.get("kind") == Ruling.Kind.GIVE and not cleaned.get("mattis"):
            self.add_error("mattis", str(_("Velg hvem som får streken.")))
        return cleaned

    @property
    def facts(self) -> dict[str, Any]:
        """The values, with the people themselves."""
        given = self.cleaned_data
        return {
            "kind": Ruling.Kind(given["kind"]),
            "reason": given["reason"],
            "mattis": self.people.get(given.get("mattis") or 0),
            "penalty_for": self.people.get(given.get("penalty_for") or 0),
        }


KINDS = [
    (Ruling.Kind.UPHOLD, _("Stadfeste: streken står")),
    (Ruling.Kind.GIVE, _("Rette: streken går til en annen")),
    (Ruling.Kind.ANNUL, _("Annullere: runden blir uten Mattis")),
]


class ReopenForm(forms.Form):
    """Why it is taken up again."""

    reason = forms.CharField(label=_("Hvorfor tas den opp igjen?"), max_length=200)


def choices(people: Sequence[Person], nobody: Any) -> list[tuple[Any, Any]]:
    """One of these people, or `nobody`."""
    return [("", nobody), *((person.pk, person.name) for person in in_order(people))]
