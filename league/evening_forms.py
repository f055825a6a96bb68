"""What the evening's forms take: text in, domain values out. They never save."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.errors import Refused
from league.fields import DayField, PeopleField, PersonField
from league.models import Evening, Person, Round
from league.pictures import MOST_BYTES, Picture, picture

WRONG_NAME = [_("feil navn"), _("feil spillere"), _("feil ført")]
STRUCK = [_("registrert to ganger"), _("ble ikke spilt"), _("ført på feil kveld")]
VOIDED = [_("brutt av"), _("feil giv"), _("endeløs runde")]
REOPENED = [_("glemte en runde"), _("avsluttet for tidlig"), _("noe skal rettes")]
PENALTY = [_("ufullstendig serie"), _("ulovlig utspill")]
PENALTY_STRUCK = [_("utspillet var lovlig"), _("feil navn"), _("ført ved en feil")]
ATTENDANCE = [_("glemt å føre"), _("ført ved en feil")]


class ReasonForm(forms.Form):
    """A reason: one of the chips, or one's own words."""

    chip = forms.ChoiceField(label=_("Begrunnelse"), widget=forms.RadioSelect, required=False)
    words = forms.CharField(label=_("Egne ord"), max_length=200, required=False)

    def __init__(self, *args: Any, chips: list[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["chip"]).choices = [(str(chip), chip) for chip in chips]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.reason:
            self.add_error("words", _("Velg eller skriv en begrunnelse."))
        return cleaned

    @property
    def reason(self) -> str:
        return str(self.cleaned_data.get("words") or self.cleaned_data.get("chip") or "")


class CorrectRoundForm(ReasonForm):
    mattis = PersonField(label=_("Mattis"), widget=forms.RadioSelect, empty_label=None)
    players = PeopleField(label=_("Spilte runden"), required=False)
    field_order = ("mattis", "players", "chip", "words")

    def __init__(self, *args: Any, people: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, chips=WRONG_NAME, **kwargs)
        _offer(self, "mattis", people)
        _offer(self, "players", people)


class InsertRoundForm(forms.Form):
    after = forms.ModelChoiceField(
        Round.objects.none(), label=_("Etter"), required=False, empty_label=_("først av alle")
    )
    mattis = PersonField(label=_("Mattis"), widget=forms.RadioSelect, empty_label=None)
    players = PeopleField(label=_("Spilte runden"))
    token = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, people: list[Person], rounds: list[tuple[Round, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "mattis", people)
        _offer(self, "players", people)
        after = cast("forms.ModelChoiceField[Round]", self.fields["after"])
        after.queryset = Round.objects.filter(pk__in=[round_.pk for round_, _label in rounds])
        after.choices = [("", after.empty_label), *((round_.pk, label) for round_, label in rounds)]


class NoteRoundForm(forms.Form):
    bladmattis = PersonField(label=_("Bladmattis"), required=False, empty_label=_("ingen"))
    trump = forms.ChoiceField(label=_("Trumf"), required=False, choices=[("", _("ikke notert")), *Round.TRUMPS])
    remark = forms.CharField(label=_("Merknad"), max_length=200, required=False)

    def __init__(self, *args: Any, players: list[Person], finish: dict[int, int | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "bladmattis", players)
        for person in players:
            self.fields[f"finish_{person.pk}"] = forms.TypedChoiceField(
                label=person.name,
                coerce=int,
                empty_value=None,
                required=False,
                initial=finish.get(person.pk),
                choices=[("", "–"), *((number, f"{number}.") for number in range(1, len(players)))],
            )

    @property
    def finish(self) -> dict[int, int | None]:
        prefix = "finish_"
        return {int(k.removeprefix(prefix)): v for k, v in self.cleaned_data.items() if k.startswith(prefix)}


class MoveRoundsForm(ReasonForm):
    rounds = forms.ModelMultipleChoiceField(
        Round.objects.none(), label=_("Runder"), widget=forms.CheckboxSelectMultiple
    )
    evening = forms.ModelChoiceField(Evening.objects.none(), label=_("Til kvelden"), empty_label=None)
    table = forms.IntegerField(label=_("Bord"), min_value=1, max_value=9, initial=1)
    field_order = ("rounds", "evening", "table", "chip", "words")

    def __init__(
        self, *args: Any, rounds: list[tuple[Round, str]], evenings: list[tuple[Evening, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, chips=[_("ført på feil kveld")], **kwargs)
        chosen = cast("forms.ModelMultipleChoiceField[Round]", self.fields["rounds"])
        chosen.queryset = Round.objects.filter(pk__in=[round_.pk for round_, _label in rounds])
        chosen.choices = [(round_.pk, label) for round_, label in rounds]
        evening = cast("forms.ModelChoiceField[Evening]", self.fields["evening"])
        evening.queryset = Evening.objects.filter(pk__in=[one.pk for one, _label in evenings])
        evening.choices = [(one.pk, label) for one, label in evenings]


class EveningForm(forms.Form):
    """Date, host, place and remark of an evening, new or not."""

    day = DayField(label=_("Dato"))
    host = PersonField(label=_("Vert"), required=False, empty_label=_("ingen"))
    place = forms.CharField(label=_("Sted"), max_length=120, required=False)
    remark = forms.CharField(label=_("Merknad"), max_length=200, required=False)
    token = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, people: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "host", people)


class InvitationForm(forms.Form):
    """When, where and by when to answer, of an evening to come."""

    day = DayField(label=_("Dato"))
    time = forms.TimeField(
        label=_("Klokken"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        input_formats=["%H:%M", "%H.%M", "%H"],
    )
    host = PersonField(label=_("Vert"), required=False, empty_label=_("ingen"))
    place = forms.CharField(label=_("Sted"), max_length=120, required=False)
    remark = forms.CharField(label=_("Merknad"), max_length=200, required=False)
    answer_by = DayField(label=_("Svarfrist"), required=False, help_text=_("Tomt: ingen frist."))

    def __init__(self, *args: Any, people: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "host", people)

    @property
    def facts(self) -> dict[str, Any]:
        """As the services take them."""
        cleaned = self.cleaned_data
        starts_at = timezone.make_aware(datetime.combine(cleaned["day"], cleaned["time"]))
        return {"starts_at": starts_at} | {name: cleaned[name] for name in ("host", "place", "remark", "answer_by")}


class CodeForm(forms.Form):
    """The code of a pen."""

    code = forms.CharField(
        label=_("Kode"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}),
    )


class AttendanceForm(ReasonForm):
    present = PeopleField(label=_("Til stede"), required=False)
    field_order = ("present", "chip", "words")

    def __init__(self, *args: Any, people: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, chips=ATTENDANCE, **kwargs)
        _offer(self, "present", people)


class PhotoForm(forms.Form):
    """A photo, which comes out as it is to be stored."""

    # Asked for a kind it knows, a phone sends that one and not its own
    image = forms.FileField(
        label=_("Bilde"), widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"})
    )

    def clean_image(self) -> Picture:
        sent = self.cleaned_data["image"]
        if sent.size > MOST_BYTES:
            raise forms.ValidationError(_("Filen er for stor: høyst %(most)d MB."), params={"most": MOST_BYTES >> 20})
        try:
            return picture(sent)
        except Refused as refused:
            raise forms.ValidationError(str(refused)) from refused


class PenaltyForm(ReasonForm):
    person = PersonField(label=_("Hvem"), widget=forms.RadioSelect, empty_label=None)
    token = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    field_order = ("person", "chip", "words")

    def __init__(self, *args: Any, people: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "person", people)


def _offer(form: forms.Form, name: str, people: list[Person]) -> None:
    cast("PersonField | PeopleField", form.fields[name]).offer(people)
