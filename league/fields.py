"""The form fields of the book: names, days, people; and the numbers that addresses and forms carry."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.alphabet import full_names
from league.models import Person


def whole(text: str) -> int | None:
    """The number in an address or a form; None for what is none, or is longer than any of ours."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


class NameField(forms.CharField):
    """A name; spaces at the ends and in rows do not matter, nor do signs nobody sees, such as those that turn the
    direction of all that follows."""

    def to_python(self, value: Any) -> str:
        seen = (sign for sign in str(super().to_python(value)) if unicodedata.category(sign) != "Cf")
        return " ".join("".join(seen).split())


class DayField(forms.DateField):
    """A day, chosen in the browser's own calendar or typed as dd.mm.yyyy."""

    EARLIEST, LATEST = date(1900, 1, 1), date(2199, 12, 31)

    def __init__(self, **options: Any) -> None:
        # The browser's own field sends the ISO form and shows the reader's
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(widget=widget, input_formats=["%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y"], **options)

    def to_python(self, value: Any) -> date | None:
        day = super().to_python(value)
        if day and not self.EARLIEST <= day <= self.LATEST:
            raise forms.ValidationError(_("Det året kan ikke stemme."))
        return day


class PersonField(forms.ModelChoiceField[Person]):
    """One of the people the form offers, by name; `empty_label` stands for nobody."""

    def __init__(self, **options: Any) -> None:
        super().__init__(Person.objects.none(), **options)

    def offer(self, people: Iterable[Person]) -> None:
        """These people, in this order."""
        offered = list(people)
        self.queryset = Person.objects.filter(pk__in=[person.pk for person in offered])
        nobody = [] if self.empty_label is None else [("", self.empty_label)]
        self.choices = [*nobody, *full_names(offered).items()]


class PeopleField(forms.ModelMultipleChoiceField[Person]):
    """Some of the people the form offers, each a box to tick."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **options: Any) -> None:
        super().__init__(Person.objects.none(), **options)

    def offer(self, people: Iterable[Person]) -> None:
        """These people, in this order."""
        offered = list(people)
        self.queryset = Person.objects.filter(pk__in=[person.pk for person in offered])
        self.choices = list(full_names(offered).items())
