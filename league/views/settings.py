"""What the club settles for itself: its settings, the seasons' rules, the attendance requirement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from league.books import last_day_of, rules_on
from league.club_forms import (
    ChairmanWordForm,
    ClubForm,
    ClubNameForm,
    DeadlineForm,
    ExtrasForm,
    NextDealForm,
    OpenToAllForm,
    QuorumForm,
    SeasonForm,
    UnlawfulPlayForm,
    initial_of,
)
from league.models import Club, QuorumChange, Season
from league.permissions import Right, actor, requires
from league.services import settings as services
from league.views.editing import Days, edit, posted, seen_version


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the club: what it is called, what it does, and its form."""

    heading: Any
    says: Any
    form: type[ClubForm]


SETTINGS = {  # by the word in the address
    "navn": Setting(gettext_lazy("Klubbens navn"), gettext_lazy("Det står øverst på hver side."), ClubNameForm),
    "formann": Setting(
        gettext_lazy("Formann eller leder"),
        gettext_lazy("Ordet som brukes overalt på sidene og i loggen. Retten er den samme."),
        ChairmanWordForm,
    ),
    "giver": Setting(
        gettext_lazy("Neste giver"),
        gettext_lazy(
            "Verten gir den første runden. Reglene sier ikke hvem som gir siden, så det avgjør klubben. "
            "Giveren spiller ut i kortfordelingen, forrige Mattis i spillerunden. Gjelder fra neste runde."
        ),
        NextDealForm,
    ),
    "ulovlig-utspill": Setting(
        gettext_lazy("Følge av ulovlig utspill"),
        gettext_lazy("Reglene sier at det får sin straff, men ikke hvilken. Boken gir ingen straff av seg selv."),
        UnlawfulPlayForm,
    ),
    "tvistefrist": Setting(
        gettext_lazy("Frist for tvist"),
        gettext_lazy("Etter fristen kan bare de som dømmer, ta opp en runde, for eksempel etter vedtak på årsmøtet."),
        DeadlineForm,
    ),
    "synlig": Setting(
        gettext_lazy("Synlig uten innlogging"),
        gettext_lazy("Det som velges her, kan alle som kjenner adressen, lese. Endre noe kan bare de som fører boken."),
        OpenToAllForm,
    ),
    "moro": Setting(
        gettext_lazy("Moro ved siden av boken"),
        gettext_lazy("Alt dette regnes ut av boken. Det som slås av, vises ikke, og kan slås på igjen."),
        ExtrasForm,
    ),
}


@dataclass(frozen=True, slots=True)
class OpenSeason:
    """A season that is not closed, with how the attendance requirement changes within it."""

    season: Season
    last_day: date | None
    changes: Sequence[QuorumChange]


@require_GET
@requires(Right.SETTINGS)
def club_settings(request: HttpRequest) -> HttpResponse:
    """Everything the club has settled, each with its own form."""
    club = Club.objects.get()
    context = {
        "club": club,
        "settings": [(what, setting, setting.form(club=club)) for what, setting in SETTINGS.items()],
        "seasons": _open_seasons(),
    }
    return render(request, "league/settings.html", context)


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def club_change(request: HttpRequest, what: str) -> HttpResponse:
    """One setting of the club."""
    if what not in SETTINGS:
        raise Http404
    club, setting = Club.objects.get(), SETTINGS[what]
    form = posted(request, setting.form, club=club)
    return edit(
        request,
        form,
        lambda: services.change_club(actor=actor(request), seen=seen_version(request), **form.settings),
        heading=setting.heading,
        lead=setting.says,
        row=club,
        section="settings",
        back=f"{reverse('settings')}#{what}",
    )


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def season_change(request: HttpRequest, season_id: int) -> HttpResponse:
    """A season's name, first day and rules."""
    season = get_object_or_404(Season, pk=season_id)
    form = posted(request, SeasonForm, initial=initial_of(season, SeasonForm))
    return edit(
        request,
        form,
        lambda: services.change_season(
            actor=actor(request), season=season, seen=seen_version(request), **form.settings
        ),
        heading=_("Sesongen %(season)s") % {"season": season.name},
        lead=_("Reglene gjelder hele sesongen. Flytter den noen kvelder eller plasser, vises det før det lagres."),
        row=season,
        days=lambda: _days_of(season, form.cleaned_data["first_day"]),
        section="settings",
        back=f"{reverse('settings')}#sesonger",
    )


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def quorum_add(request: HttpRequest) -> HttpResponse:
    """Another attendance requirement from a day."""
    today = timezone.localdate()
    now = rules_on(today)
    initial = {"first_day": today, "percent": now.percent, "whole_evening": "ja" if now.whole_evening else "nei"}
    form = posted(request, QuorumForm, initial=initial)
    return edit(
        request,
        form,
        lambda: services.add_quorum_change(actor=actor(request), **form.cleaned_data),
        heading=_("Frammøtekravet fra en dato"),
        lead=_("Kveldene før datoen dømmes som før."),
        days=lambda: _from(form.cleaned_data["first_day"]),
        section="settings",
        back=f"{reverse('settings')}#sesonger",
    )


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def quorum_change(request: HttpRequest, change_id: int) -> HttpResponse:
    """A change of the attendance requirement, put right."""
    change = get_object_or_404(QuorumChange, pk=change_id)
    form = posted(request, QuorumForm, initial=initial_of(change, QuorumForm))
    return edit(
        request,
        form,
        lambda: services.move_quorum_change(
            actor=actor(request), change=change, seen=seen_version(request), **form.cleaned_data
        ),
        heading=_("Frammøtekravet fra en dato"),
        lead=_("Kveldene før datoen dømmes som før."),
        mistake=reverse("quorum_delete", args=[change.pk]),
        row=change,
        days=lambda: _from(change.first_day, form.cleaned_data["first_day"]),
        section="settings",
        back=f"{reverse('settings')}#sesonger",
    )


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def quorum_delete(request: HttpRequest, change_id: int) -> HttpResponse:
    """Take a change of the attendance requirement back."""
    change = get_object_or_404(QuorumChange, pk=change_id)
    return edit(
        request,
        posted(request, Form),
        lambda: services.delete_quorum_change(actor=actor(request), change=change, seen=seen_version(request)),
        heading=_("Slett endringen av frammøtekravet"),
        lead=_("Da gjelder det kravet som gjaldt før: %(change)s går ut.") % {"change": change},
        button=_("Slett"),
        said=_("Slettet."),
        row=change,
        days=lambda: _from(change.first_day),
        section="settings",
        back=f"{reverse('settings')}#sesonger",
    )


def _open_seasons() -> list[OpenSeason]:
    changes = list(QuorumChange.objects.all())
    found, last_day = [], None
    for season in Season.objects.newest_first():
        if season.closed_at is None:
            within = [
                change
                for change in changes
                if season.first_day <= change.first_day and (last_day is None or change.first_day <= last_day)
            ]
            found.append(OpenSeason(season, last_day, within))
        last_day = season.first_day - timedelta(days=1)
    return found


def _days_of(season: Season, first_day: date) -> Days:
    """The stretch in which a season and its new form can differ: where its first day moves, the season before too."""
    begin = min(season.first_day, first_day)
    return begin - timedelta(days=first_day != season.first_day), last_day_of(season)


def _from(*days: date) -> Days:
    """From the first of these days to the end of the last one's season."""
    season = Season.objects.on(max(days))
    return min(days), last_day_of(season) if season else None
