"""Disputes: raised in one tap, told by those who were there, ruled on by chairman or administrator."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_http_methods, require_POST, require_safe

from games import referee
from games.access import may_take_part, refuse_outsiders
from games.dispute_forms import ExplainForm, ReopenForm, RuleForm, TellForm
from games.dispute_page import DisputePage, answer_to, earlier, question_of, ruled_on
from games.models import Dispute, Version
from games.questions import TrickQuestion
from games.services import disputes
from league.errors import Refused
from league.evening_forms import PhotoForm
from league.facts import UnlawfulPlay
from league.models import Club, Evening, Person, Round
from league.permissions import Right, actor, requires, rights_of
from league.views.editing import edit, posted, seen_version


@require_safe
@requires(Right.READ_LOG)
def dispute_list(request: HttpRequest) -> HttpResponse:
    """The open disputes, and the earlier rulings, by paragraph if one asks."""
    rulings, paragraphs = earlier(request.GET.get("regel", ""))
    context = {
        "open": Dispute.objects.undecided()
        .select_related("evening__host", "round__mattis", "raised_by")
        .defer("photo"),
        "rulings": rulings,
        "paragraphs": paragraphs,
        "chosen": request.GET.get("regel", ""),
    }
    return render(request, "games/disputes.html", context)


@require_POST
@requires(Right.READ_LOG)
def dispute_now(request: HttpRequest, evening_id: int, table: int) -> HttpResponse:
    """One tap: the round in play at this table is disputed, before it has a loser."""
    evening = get_object_or_404(Evening, pk=evening_id)
    return _raise(request, evening, table, None)


@require_POST
@requires(Right.READ_LOG)
def dispute_round(request: HttpRequest, round_id: int) -> HttpResponse:
    """One tap: this round is disputed."""
    round_ = get_object_or_404(Round.objects.select_related("evening"), pk=round_id)
    return _raise(request, round_.evening, round_.table, round_)


def _raise(request: HttpRequest, evening: Evening, table: int, round_: Round | None) -> HttpResponse:
    refuse_outsiders(request, evening.pk)
    try:
        dispute = disputes.raise_dispute(
            actor=actor(request),
            person=_me(request),
            evening_id=evening.pk,
            table=table,
            round_=round_,
            late=Right.RULE in rights_of(request),
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("evening_table", evening.pk, table)
    return redirect("dispute", dispute.pk)


@require_safe
@requires(Right.READ_LOG)
def dispute(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Everything about one dispute."""
    page = DisputePage(_dispute(dispute_id))
    mine = next((version for version in page.versions if version.person.who == _me(request)), None)
    return render(
        request,
        "games/dispute.html",
        {
            "page": page,
            "mine": mine,
            "may_tell": page.open and may_take_part(request, page.dispute.evening_id),
            "may_rule": Right.RULE in rights_of(request),
            "party": disputes.is_party(page.dispute, actor(request)),
        },
    )


@require_http_methods(["GET", "POST"])
@requires(Right.READ_LOG)
def dispute_tell(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """What happened and what is claimed."""
    found = _told_by(request, dispute_id)
    page = DisputePage(found)
    initial = {
        "happened": found.happened,
        "claim": found.claim,
        "touched": found.touched,
        "against": found.against_id,
    }
    form = posted(request, TellForm, initial=initial, people=page.people)
    return edit(
        request,
        form,
        lambda: disputes.tell(actor=actor(request), dispute=found, seen=seen_version(request), **form.facts),
        heading=_("Hva gjelder tvisten?"),
        section="evening",
        row=found,
        back=_address(found),
    )


@require_http_methods(["GET", "POST"])
@requires(Right.READ_LOG)
def dispute_explain(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """One's own version, in words."""
    found = _told_by(request, dispute_id)
    mine = Version.objects.filter(dispute=found, person=_me(request)).first()
    form = posted(request, ExplainForm, initial={"words": mine.words if mine else ""})
    return edit(
        request,
        form,
        lambda: disputes.explain(
            actor=actor(request), dispute=found, person=_me(request), words=form.cleaned_data["words"]
        ),
        heading=_("Forklaringen din"),
        section="evening",
        back=_address(found),
    )


@require_POST
@requires(Right.READ_LOG)
def dispute_position(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """The position that was set up with the referee, as this one remembers it."""
    found = _told_by(request, dispute_id)
    question = question_of(request.POST.dict(), found)
    try:
        answer_to(question)
        disputes.explain(actor=actor(request), dispute=found, person=_me(request), question=question.address[1:])
    except referee.Unanswerable as why:
        messages.error(request, str(why))
        page = "referee" if isinstance(question, TrickQuestion) else "referee_play"
        return redirect(reverse(page) + question.address)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(_address(found))


@require_http_methods(["GET", "POST"])
@requires(Right.READ_LOG)
def dispute_photo(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """A photo of the table."""
    found = _told_by(request, dispute_id)
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    return edit(
        request,
        form,
        lambda: disputes.show_table(actor=actor(request), dispute=found, picture=form.cleaned_data["image"]),
        heading=_("Bilde av bordet"),
        back=_address(found),
        section="evening",
    )


def _etag(request: HttpRequest, dispute_id: int) -> str | None:
    digest = Dispute.objects.filter(pk=dispute_id).values_list("photo_digest", flat=True).first()
    return f'"{digest}"' if digest else None


@require_safe
@requires(Right.PHOTOS)
@cache_control(private=True, no_cache=True)  # as the photo of an evening: asked for anew each time
@condition(etag_func=_etag)
def dispute_picture(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """The photo itself, for members."""
    found = _dispute(dispute_id)
    if not found.photo:
        raise Http404
    return HttpResponse(bytes(found.photo), content_type="image/jpeg")


@require_http_methods(["GET", "POST"])
@requires(Right.RULE)
def dispute_rule(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """The ruling, on a verdict of the referee or without one."""
    found = _dispute(dispute_id)
    page = DisputePage(found)
    basis = page.basis(request.GET.get("av", "")) or (page.bases[0] if len(page.bases) == 1 else None)
    form = posted(
        request,
        RuleForm,
        people=page.people,
        finished=page.round is not None,
        penalties=Club.objects.get().unlawful_play == UnlawfulPlay.PENALTY,
        told=basis.told if basis else "",
    )

    def write() -> None:
        kept: dict[str, Any] = ruled_on(basis)
        disputes.rule(actor=actor(request), dispute=found, seen=seen_version(request), **form.facts, **kept)

    return edit(
        request,
        form,
        write,
        heading=_("Kjennelse"),
        button=_("Avsi kjennelsen"),
        section="evening",
        row=found,
        days=lambda: (found.evening.date, found.evening.date),
        back=_address(found),
        template="games/rule.html",
        page=page,
        basis=basis,
        party=disputes.is_party(found, actor(request)),
    )


@require_http_methods(["GET", "POST"])
@requires(Right.RULE)
def dispute_reopen(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Take up again what was ruled on."""
    found = _dispute(dispute_id)
    form = posted(request, ReopenForm)
    return edit(
        request,
        form,
        lambda: disputes.reopen(
            actor=actor(request), dispute=found, seen=seen_version(request), reason=form.cleaned_data["reason"]
        ),
        heading=_("Ta opp tvisten igjen"),
        section="evening",
        row=found,
        back=_address(found),
    )


def _dispute(dispute_id: int) -> Dispute:
    related = ("evening__host", "round__mattis", "round__evening", "raised_by", "against")
    return get_object_or_404(Dispute.objects.select_related(*related).defer("photo"), pk=dispute_id)


def _told_by(request: HttpRequest, dispute_id: int) -> Dispute:
    """The dispute, for who may say something in it."""
    found = _dispute(dispute_id)
    refuse_outsiders(request, found.evening_id)
    return found


def _me(request: HttpRequest) -> Person:
    """Whose log-in this is. Raises PermissionDenied where it is nobody's."""
    person = actor(request).person
    if person is None:
        raise PermissionDenied
    return person.who


def _address(dispute: Dispute) -> str:
    return dispute.get_absolute_url()
