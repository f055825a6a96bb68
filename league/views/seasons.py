"""The seasons: which there are, what each has come to, and the annual meeting that closes them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.annual_page import AnnualSheet
from league.award_page import SeasonPage
from league.books import last_day_of
from league.evening_forms import ReasonForm
from league.models import Season
from league.permissions import Right, actor, requires
from league.season_forms import REOPENED, CloseForm
from league.season_list import season_lines
from league.services import annual_meeting
from league.views.editing import edit, posted, seen_version

FORM = "league/season_form.html"


@require_safe
@requires(Right.READ)
def season_list(request: HttpRequest) -> HttpResponse:
    """Every season, newest first."""
    return render(request, "league/seasons.html", {"lines": season_lines()})


@require_safe
@requires(Right.READ)
def season(request: HttpRequest, season_id: int) -> HttpResponse:
    """One season: its titles, who was named, and whether it is closed."""
    page = SeasonPage(get_object_or_404(Season, pk=season_id))
    return render(request, "league/season.html", {"page": page})


@require_safe
@requires(Right.READ)
def annual_sheet(request: HttpRequest, season_id: int) -> HttpResponse:
    """*Årsmøtearket*: one sheet to print."""
    sheet = AnnualSheet(get_object_or_404(Season, pk=season_id))
    return render(request, "league/annual_sheet.html", {"sheet": sheet})


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def season_close(request: HttpRequest, season_id: int) -> HttpResponse:
    """The annual meeting closes the season."""
    found = get_object_or_404(Season, pk=season_id)
    newest = last_day_of(found) is None
    initial = {"meeting": found.meeting or timezone.localdate()}
    if newest:
        initial["last_day"] = annual_meeting.suggested_last_day(found)
    form = posted(request, CloseForm, initial=initial, newest=newest)
    return edit(
        request,
        form,
        lambda: annual_meeting.close_season(
            actor=actor(request), season=found, seen=seen_version(request), **form.cleaned_data
        ),
        heading=_("Avslutt sesongen %(season)s") % {"season": found.name},
        button=_("Avslutt sesongen"),
        said=_("Sesongen er avsluttet. Nå kan vinnerne kåres."),
        back=reverse("season", args=[season_id]),
        row=found,
        template="league/season_close.html",
        page=SeasonPage(found),
        in_the_way=annual_meeting.in_the_way(found),
    )


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def season_reopen(request: HttpRequest, season_id: int) -> HttpResponse:
    """Let a closed season be changed again."""
    found = get_object_or_404(Season, pk=season_id)
    form = posted(request, ReasonForm, chips=REOPENED)
    return edit(
        request,
        form,
        lambda: annual_meeting.reopen_season(
            actor=actor(request), season=found, seen=seen_version(request), reason=form.reason
        ),
        heading=_("Åpne sesongen %(season)s igjen") % {"season": found.name},
        lead=_(
            "Da kan den rettes. De som er kåret, blir stående, og æreslisten sier fra om boken siden sier noe annet."
        ),
        button=_("Åpne igjen"),
        back=reverse("season", args=[season_id]),
        row=found,
        template=FORM,
    )
