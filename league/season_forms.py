"""What the forms of the annual meeting take: text in, domain values out. They never save."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from league.alphabet import in_order
from league.fields import DayField, NameField, PeopleField, PersonField
from league.models import Award, Person
from league.services.attendance import is_nameless

REOPENED = [_("en runde skal rettes"), _("frammøtet skal rettes"), _("en gammel kveld er glemt")]
TAKEN_BACK = [_("boken er rettet"), _("feil navn"), _("møtet gjorde om vedtaket")]


class CloseForm(forms.Form):
    meeting = DayField(label=_("Årsmøtet var"))
    last_day = DayField(
        label=_("Sesongens siste dag"), help_text=_("Dagen etter begynner den neste, med de samme reglene.")
    )

    def __init__(self, *args: Any, newest: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not newest:  # the one after has begun
            del self.fields["last_day"]


class NamingForm(forms.Form):
    """Whom the meeting names, of these people."""

    people = PeopleField(label=_("Hvem"))
    day = DayField(label=_("Dato"))
    meeting = NameField(label=_("Møte"), max_length=120, required=False)

    def __init__(self, *args: Any, offered: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(PeopleField, self.fields["people"]).offer(offered)


class WinnerForm(forms.Form):
    """A winner from before the book."""

    title = forms.ChoiceField(
        label=_("Tittel"), choices=Award._meta.get_field("title").flatchoices, widget=forms.RadioSelect
    )
    year = forms.RegexField(
        r"^\d{4}(/(\d{2}){1,2})?$",
        label=_("År"),
        error_messages={"invalid": _("Skriv et år, som 1998 eller 1998/99.")},
    )
    person = PersonField(label=_("Hvem"), required=False, empty_label=_("ikke i boken"))
    name = NameField(label=_("Navn"), max_length=120, required=False, help_text=_("Når boken ikke kjenner vinneren."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_everybody(self)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("person")) == bool(cleaned.get("name")) and not self.errors:
            self.add_error("name", _("Velg hvem det var, eller skriv navnet, men ikke begge deler."))
        return cleaned


class TrophyForm(forms.Form):
    person = PersonField(label=_("Hvem har den?"), required=False, empty_label=_("den følger tittelen"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_everybody(self)


def _offer_everybody(form: forms.Form) -> None:
    """Whoever has a name in the book."""
    people = Person.objects.kept()
    cast(PersonField, form.fields["person"]).offer(in_order(one for one in people if not is_nameless(one)))
