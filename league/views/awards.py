"""Kåring: naming winners, *æreslisten*, the trophy and the diplomas."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.alphabet import in_order
from league.award_page import Diploma, Roll, SeasonPage, title_name, winner
from league.evening_forms import ReasonForm
from league.facts import Title
from league.models import Award, Club, Season
from league.permissions import Right, actor, requires
from league.season_forms import TAKEN_BACK, NamingForm, TrophyForm, WinnerForm
from league.services import awards
from league.views.editing import edit, posted, seen_version
from league.views.seasons import FORM


@require_safe
@requires(Right.READ)
def roll(request: HttpRequest) -> HttpResponse:
    """*Æreslisten*."""
    return render(request, "league/roll.html", {"roll": Roll()})


@require_safe
@requires(Right.READ)
def diploma(request: HttpRequest, award_id: int) -> HttpResponse:
    """A sheet to print and hang on a wall."""
    award = get_object_or_404(Award.objects.select_related("season", "person"), pk=award_id)
    return render(request, "league/diploma.html", {"diploma": Diploma(award)})


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def award_name(request: HttpRequest, season_id: int, title: Title) -> HttpResponse:
    """Name the season's winner, or winners: the book's own unless the meeting has chosen otherwise."""
    season = get_object_or_404(Season, pk=season_id)
    page = SeasonPage(season)
    offered = [page.people[line.person] for line in page.now.lines]
    offered += in_order(person for pk, person in page.people.items() if person not in offered)
    titled = page.titled(title)
    initial = {"people": list(page.now.named(title)), "day": season.meeting, "meeting": _("årsmøtet")}
    form = posted(request, NamingForm, initial=initial, offered=offered)
    return edit(
        request,
        form,
        lambda: awards.name_award(actor=actor(request), season=season, title=title, **form.cleaned_data),
        heading=f"{capfirst(titled.label)} {season.name}",
        lead=_("Boken sier: %(names)s.") % {"names": titled.book_says or _("ingen")},
        note=_("Klubben kan kåre en annen enn boken sier. Begge deler blir stående."),
        button=_("Kår"),
        back=reverse("season", args=[season_id]),
        template=FORM,
    )


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def award_take_back(request: HttpRequest, award_id: int) -> HttpResponse:
    """Somebody was named by mistake."""
    award = get_object_or_404(Award.objects.select_related("person"), pk=award_id)
    form = posted(request, ReasonForm, chips=TAKEN_BACK)
    said = {"name": winner(award), "title": title_name(Title(award.title)), "year": award.year}
    return edit(
        request,
        form,
        lambda: awards.take_back_award(
            actor=actor(request), award=award, seen=seen_version(request), reason=form.reason
        ),
        heading=_("Trekk tilbake kåringen av %(name)s") % said,
        lead=_("%(name)s ble %(title)s %(year)s. Loggen husker det.") % said,
        button=_("Trekk tilbake"),
        back=reverse("season", args=[award.season_id]) if award.season_id else reverse("roll"),
        row=award,
        template=FORM,
    )


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def winner_add(request: HttpRequest) -> HttpResponse:
    """A winner from before the book."""
    form = posted(request, WinnerForm, initial={"title": Title.PLAYER})
    return edit(
        request,
        form,
        lambda: awards.add_winner(
            actor=actor(request), **form.cleaned_data | {"title": Title(form.cleaned_data["title"])}
        ),
        heading=_("Vinner fra før boken"),
        back=reverse("roll"),
        template=FORM,
    )


@require_http_methods(["GET", "POST"])
@requires(Right.SETTINGS)
def trophy(request: HttpRequest) -> HttpResponse:
    """Say who has the trophy."""
    club = Club.objects.get()
    form = posted(request, TrophyForm, initial={"person": club.trophy_id})
    return edit(
        request,
        form,
        lambda: awards.place_trophy(
            actor=actor(request), seen=seen_version(request), person=form.cleaned_data["person"]
        ),
        heading=_("Pokalen"),
        back=reverse("roll"),
        row=club,
        template=FORM,
    )
