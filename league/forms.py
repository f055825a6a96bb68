"""What the forms about people, offices and the club take: text in, domain values out. They never save."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, cast

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.alphabet import in_order
from league.fields import DayField, NameField, PersonField
from league.mentions import key_of
from league.models import Person, User

# What a pasted list puts before each name: `1.`, `2)`, `-`, `•`
_LIST_MARK = re.compile(r"^\s*(?:\d+[.)]|[-–•*·])\s+")


class NamesForm(forms.Form):
    name = NameField(label=_("Navn"), max_length=120)
    another = forms.BooleanField(label=_("Dette er en annen med samme navn"), required=False)
    short_name = NameField(
        label=_("Kallenavn"), max_length=40, required=False, help_text=_("Det som står på knappen. Tomt: fornavnet.")
    )
    sort_name = NameField(
        label=_("Sorteres som"),
        max_length=120,
        required=False,
        help_text=_("Bare når navnet skal stå et annet sted enn alfabetet sier."),
    )

    def __init__(self, *args: Any, besides: Person | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        try:
            name = self.fields["name"].clean(self.data.get("name", ""))
        except forms.ValidationError:
            name = ""  # the field says what is wrong with it
        namesakes = Person.objects.filter(name=name).exclude(pk=besides.pk if besides else 0)
        self.namesake = bool(name) and namesakes.exists()
        if not self.namesake:
            del self.fields["another"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.namesake and not cleaned.get("another"):
            said = gettext("Det finnes alt en %(name)s i boken.") % {"name": cleaned["name"]}
            self.add_error("another", said)
        return cleaned


class PersonForm(NamesForm):
    member_from = DayField(label=_("Medlem fra"), required=False, help_text=_("Tomt for en gjest."))
    field_order = ("name", "another", "member_from")


class PeriodForm(forms.Form):
    """A member period or a leave."""

    first_day = DayField(label=_("Første dag"))
    last_day = DayField(label=_("Siste dag"), required=False, help_text=_("Tomt så lenge den varer."))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first_day, last_day = cleaned.get("first_day"), cleaned.get("last_day")
        if first_day and last_day and last_day < first_day:
            self.add_error("last_day", _("Siste dag er før første dag."))
        return cleaned


class MemberPeriodForm(PeriodForm):
    """A membership; of who came earlier in that season as a guest it is asked whether those rounds count."""

    earlier_rounds = forms.TypedChoiceField(
        label=_("Rundene før, som gjest"),
        choices=[("nei", _("teller ikke i årets tabell")), ("ja", _("teller med i årets tabell"))],
        coerce=lambda value: value == "ja",
        widget=forms.RadioSelect,
        help_text=_("Frammøtet de kveldene blir som det var."),
    )

    def __init__(self, *args: Any, was_guest: Callable[[date], bool], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = "earlier_rounds" in self.data
        try:
            first_day = self.fields["first_day"].clean(self.data["first_day"]) if self.is_bound else None
        except (KeyError, forms.ValidationError):
            first_day = None  # the field says what is wrong with it
        if not asked and not was_guest(first_day or self.get_initial_for_field(self.fields["first_day"], "first_day")):
            del self.fields["earlier_rounds"]


class EndForm(forms.Form):
    """The end of a membership or an office."""

    last_day = DayField(label=_("Siste dag"))


class OfficeForm(forms.Form):
    person = PersonField(label=_("Hvem"), empty_label=_("Velg …"))
    first_day = DayField(label=_("Fra og med"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = Person.objects.members_on(timezone.localdate())
        cast(PersonField, self.fields["person"]).offer(in_order(members))


class MergeForm(forms.Form):
    kept = PersonField(label=_("Samme person som"), empty_label=_("Velg …"))

    def __init__(self, *args: Any, double: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(PersonField, self.fields["kept"]).offer(
            in_order(Person.objects.kept().filter(former=None).exclude(pk=double.pk))
        )


class AnonymiseForm(forms.Form):
    """Which of the texts that may name him are to be emptied."""

    emptied = forms.MultipleChoiceField(
        label=_("Tekster som kan handle om den samme. Kryss av dem som skal tømmes:"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, *args: Any, texts: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.MultipleChoiceField, self.fields["emptied"]).choices = [(key_of(text), text) for text in texts]
        if not texts:
            del self.fields["emptied"]


class AddressForm(forms.Form):
    email = forms.EmailField(label=_("E-post"), widget=forms.EmailInput(attrs={"autocomplete": "off"}))


class LinkForm(forms.Form):
    label = NameField(label=_("Til hvem"), max_length=80, help_text=_("For eksempel: familien, gamle medlemmer."))


class SetupForm(forms.Form):
    """The first page of an empty book."""

    club = NameField(label=_("Klubbens navn"), max_length=80)
    chairman = NameField(label=_("Formannens navn"), max_length=120)
    email = forms.EmailField(
        label=_("Formannens e-post"),
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
        help_text=_("Til å logge inn med. Ingenting blir sendt dit."),
    )
    password = forms.CharField(
        label=_("Formannens passord"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        strip=False,
        help_text=_("Minst 8 tegn. Ikke bare tall, og ikke noe som alle bruker."),
    )
    members = forms.CharField(
        label=_("Medlemmene"),
        widget=forms.Textarea(attrs={"rows": 12}),
        required=False,
        help_text=_("Ett navn på hver linje, eller komma mellom. Flere kan legges til senere."),
    )
    percent = forms.IntegerField(
        label=_("Frammøtekrav i prosent"),
        min_value=0,
        max_value=100,
        initial=65,
        help_text=_("Så stor del av medlemmene må møte for at kvelden teller."),
    )
    first_day = DayField(label=_("Sesongens første dag"), help_text=_("Medlemmene regnes med fra denne dagen."))
    old_book = forms.BooleanField(label=_("Vi har en gammel bok å lese inn"), required=False)

    LONGEST_NAME = 120

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first_day"].initial = timezone.localdate().replace(month=1, day=1)

    def clean_members(self) -> tuple[str, ...]:
        """The names, each once; the faults are told with the number of their line."""
        faults = []
        names: dict[str, str] = {}
        for number, line in enumerate(self.cleaned_data["members"].splitlines(), start=1):
            for part in line.replace(";", ",").split(","):
                name = " ".join(_LIST_MARK.sub("", part).split())
                if len(name) > self.LONGEST_NAME:
                    faults.append(gettext("Linje %(line)d: navnet er for langt.") % {"line": number})
                elif name and name.casefold() in names:
                    again = gettext(
                        "Linje %(line)d: %(name)s står der fra før. Skriv navnet så de kan skilles, eller stryk det."
                    )
                    faults.append(again % {"line": number, "name": name})
                elif name:
                    names[name.casefold()] = name
        if faults:
            raise forms.ValidationError(faults)
        return tuple(names.values())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"email", "password"} <= cleaned.keys():
            try:
                validate_password(cleaned["password"], User(email=cleaned["email"]))
            except forms.ValidationError as fault:
                self.add_error("password", fault)
        # The chairman may stand in the list with other capitals than above: he is one person all the same.
        chairman = cleaned.get("chairman", "")
        cleaned["members"] = tuple(
            name for name in cleaned.get("members", ()) if name.casefold() != chairman.casefold()
        )
        return cleaned
