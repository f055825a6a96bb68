"""What the forms about the club's settings and rules take: text in, domain values out. They never save."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from league.club import EXTRA_NAMES
from league.facts import ChairmanWord, Deadline, Deal, Extra, Minimum, OpenToAll, Ranking, UnlawfulPlay
from league.fields import DayField, NameField
from league.models import Club, QuorumChange, Season
from league.services.settings import ClubSettings, SeasonSettings

EXTRAS = {
    Extra.HAT: _("Den som tapte siste runde, bærer hatten til noen andre taper."),
    Extra.REPEAT: _("Taper en Mattis oftere igjen enn tilfeldighetene skulle tilsi?"),
    Extra.CHASE: _("Hvor mange rene runder det er opp til den neste i tabellen."),
    Extra.TORMENTOR: _("Hvem som taper når to sitter ved samme bord."),
    Extra.CURSE: _("Verten hjemme mot verten borte."),
    Extra.RECORDS: _("Lengst uten strek, flest på en kveld, strek nummer 500."),
    Extra.CHAT: _("Noen tørre linjer om kvelden, til å lime inn."),
    Extra.PHOTO: _("Ett bilde fra hver kveld, bare for medlemmene."),
    Extra.PICTURES: _("Sesongen tegnet som kappløp, kalender og rutenett."),
}


class ClubForm(forms.Form):
    """One setting of the club; its fields bear the names of the columns."""

    def __init__(self, data: QueryDict | None = None, *, club: Club) -> None:
        super().__init__(data, initial={name: getattr(club, name) for name in self.base_fields})

    @property
    def settings(self) -> ClubSettings:
        """What is settled, once the form is valid."""
        return cast(ClubSettings, self.cleaned_data)


class ClubNameForm(ClubForm):
    name = NameField(label=_("Navn"), max_length=80)


class ChairmanWordForm(ClubForm):
    chairman_word = forms.TypedChoiceField(
        label=_("Klubben sier"),
        coerce=ChairmanWord,
        choices=[(ChairmanWord.FORMANN, _("formann")), (ChairmanWord.LEDER, _("leder"))],
        widget=forms.RadioSelect,
    )


class NextDealForm(ClubForm):
    next_deal = forms.TypedChoiceField(
        label=_("Etter den første runden"),
        coerce=Deal,
        choices=[
            (Deal.PREVIOUS_MATTIS, _("forrige Mattis gir")),
            (Deal.CLOCKWISE, _("givingen går på omgang med klokken; plassene ved bordet føres hver kveld")),
        ],
        widget=forms.RadioSelect,
    )


class UnlawfulPlayForm(ClubForm):
    unlawful_play = forms.TypedChoiceField(
        label=_("Følgen er"),
        coerce=UnlawfulPlay,
        choices=[
            (UnlawfulPlay.NONE, _("ingen fastsatt")),
            (UnlawfulPlay.CARDS_BACK, _("kortene tas tilbake, og det laveste utspillet på bordet tas inn")),
            (UnlawfulPlay.PENALTY, _("straffestrek: et eget merke i boken, utenom rundene")),
            (UnlawfulPlay.HAT, _("Mattishatten")),
        ],
        widget=forms.RadioSelect,
    )


class DeadlineForm(ClubForm):
    dispute_deadline = forms.TypedChoiceField(
        label=_("En runde kan bestrides"),
        coerce=Deadline,
        choices=[
            (Deadline.NEXT_EVENING, _("til neste kveld begynner")),
            (Deadline.WEEK, _("en uke etter kvelden")),
            (Deadline.MEETING, _("til sesongen avsluttes")),
        ],
        widget=forms.RadioSelect,
    )


class OpenToAllForm(ClubForm):
    open_to_all = forms.TypedChoiceField(
        label=_("Alle kan se"),
        coerce=OpenToAll,
        choices=[
            (OpenToAll.NOTHING, _("ingenting")),
            (OpenToAll.TABLE, _("tabellen, med navn")),
            (OpenToAll.BOOK, _("tabellen, boken, kveldene og medlemssidene, med navn på gjester også")),
        ],
        widget=forms.RadioSelect,
    )


class ExtrasForm(ClubForm):
    """The amusements; a tick: on."""

    def __init__(self, data: QueryDict | None = None, *, club: Club) -> None:
        super().__init__(data, club=club)
        for extra in Extra:
            self.fields[extra.value] = forms.BooleanField(
                label=EXTRA_NAMES[extra],
                help_text=EXTRAS[extra],
                required=False,
                initial=extra not in club.switched_off,
            )

    @property
    def settings(self) -> ClubSettings:
        return {"switched_off": [extra for extra in Extra if not self.cleaned_data[extra.value]]}


WHOLE_EVENING = [
    ("ja", _("hele kvelden, når nok har kommet")),
    ("nei", _("bare rundene som begynte etter at nok var kommet")),
]


class QuorumForm(forms.Form):
    """The attendance requirement from a day."""

    first_day = DayField(
        label=_("Gjelder fra"), help_text=_("Og til sesongen er slutt. Nye sesonger begynner med det siste kravet.")
    )
    percent = forms.IntegerField(
        label=_("Frammøtekrav i prosent"),
        min_value=0,
        max_value=100,
        help_text=_("Så stor del av medlemmene må møte for at kvelden teller."),
    )
    whole_evening = forms.TypedChoiceField(
        label=_("Da teller"), coerce=lambda value: value == "ja", choices=WHOLE_EVENING, widget=forms.RadioSelect
    )


class SeasonForm(QuorumForm):
    """A season's name, first day and rules."""

    name = NameField(label=_("Navn"), max_length=40)
    first_day = DayField(label=_("Første dag"), help_text=_("Sesongen før slutter dagen før."))
    ranking = forms.TypedChoiceField(
        label=_("Årets spiller har"), coerce=Ranking, choices=Season._meta.get_field("ranking").choices or ()
    )
    minimum = forms.TypedChoiceField(
        label=_("Minstekrav for å bli årets spiller"),
        coerce=Minimum,
        choices=Season._meta.get_field("minimum").choices or (),
        help_text=_("Det samme for alle, også for nye medlemmer og dem som slutter."),
    )
    minimum_percent = forms.IntegerField(label=_("Minstekravet i prosent"), min_value=0, max_value=100)
    a = forms.IntegerField(
        label=_("Vekten a"),
        min_value=1,
        max_value=100,
        help_text=_("Så mange strek legges til oppe og nede i «av ventet»: jo flere, jo mindre slår få runder ut."),
    )
    penalties_count = forms.BooleanField(label=_("Straffestrek teller i tabellen"), required=False)
    field_order = ("name", "first_day", "percent", "whole_evening", "ranking", "minimum", "minimum_percent", "a")

    @property
    def settings(self) -> SeasonSettings:
        return cast(SeasonSettings, self.cleaned_data)


def initial_of(row: Season | QuorumChange, form: type[QuorumForm]) -> dict[str, Any]:
    """What the form shows of what is stored."""
    stored = {name: getattr(row, name) for name in form.base_fields}
    return stored | {"whole_evening": "ja" if row.whole_evening else "nei"}
