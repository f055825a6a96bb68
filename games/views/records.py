"""Records of rounds: looked at step by step, and written down."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import referee
from games.access import may_take_part, refuse_outsiders
from games.house import rules_on
from games.models import Draft, Record
from games.record_forms import RecordForm
from games.replay_page import ReplayPage
from games.services import records
from games.services.disputes import open_about
from league.errors import Refused
from league.fields import whole
from league.models import Round
from league.permissions import Right, actor, requires
from league.views.editing import seen_version


@require_safe
@requires(Right.READ)
def record(request: HttpRequest, record_id: int) -> HttpResponse:
    """The record, replayed; without a step in the address, at the first play that broke a rule."""
    found = get_object_or_404(
        Record.objects.select_related("round__evening__host", "round__mattis", "player"), pk=record_id
    )
    page = ReplayPage(found, whole(request.GET.get("trekk", "")))
    may_write = found.round is not None and may_take_part(request, found.round.evening_id)
    round_ = found.round
    dispute = open_about(round_.evening_id, round_.table, round_) if round_ else None
    context = {"page": page, "may_write": may_write, "dispute": dispute}
    return render(request, "games/record.html", context)


@require_http_methods(["GET", "POST"])
@requires(Right.READ_LOG)
def record_write(request: HttpRequest, round_id: int) -> HttpResponse:
    """Type or paste what happened in a round. Whatever is wrong with it, what was typed stays in the field."""
    round_ = round_of(request, round_id)
    stored = Record.objects.filter(round=round_).first()
    draft = Draft.objects.filter(user=actor(request), round=round_).first()
    text = draft.text if draft else stored.text if stored else _first_lines(round_)
    form = RecordForm(initial={"text": text})
    if request.method == "POST":
        form = RecordForm(request.POST, request.FILES)
    context: dict[str, Any] = {"round": round_, "record": stored, "draft": draft}
    status = 200
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["text"]
        try:
            seen = seen_version(request) or None
            kept = records.save_record(actor=actor(request), round_=round_, text=text, seen=seen)
        except records.Faulty as refusal:
            records.save_draft(actor=actor(request), round_=round_, text=text)
            context |= {"refusal": refusal, "faults": _faults(refusal.replay, text)}
            status = 409
        except Refused as refusal:
            context["refusal"] = refusal
            status = 409
        else:
            return redirect("record", kept.pk)
        form = RecordForm(initial={"text": text})
    return render(request, "games/record_write.html", context | {"form": form}, status=status)


@require_POST
@requires(Right.READ_LOG)
def draft_save(request: HttpRequest, round_id: int) -> HttpResponse:
    """Keep what has been typed so far; the page asks for it while one types."""
    round_ = round_of(request, round_id)
    try:
        records.save_draft(actor=actor(request), round_=round_, text=request.POST.get("text", ""))
    except Refused as refusal:
        return HttpResponse(str(refusal), status=409, content_type="text/plain; charset=utf-8")
    return HttpResponse(_("Kladden er lagret."), content_type="text/plain; charset=utf-8")


def round_of(request: HttpRequest, round_id: int) -> Round:
    """The round with what its heading says, for who may write about it. Raises Http404, PermissionDenied."""
    round_ = get_object_or_404(Round.objects.select_related("evening__host", "mattis"), pk=round_id)
    refuse_outsiders(request, round_.evening_id)
    return round_


def _first_lines(round_: Round) -> str:
    """The headers the book knows already."""
    players = list(round_.seats.select_related("person").order_by("pk"))
    names = [seat.person.name for seat in players]
    lines = [f"Regler: {rules_on(round_.evening.date)}", f"Spillere: {', '.join(names)}"]
    if round_.dealer:
        lines.append(f"Giver: {round_.dealer.name}")
    lines.append(f"Dato: {round_.evening.date:%d.%m.%Y}")
    return "\n".join([*lines, "Hender: ", "Trumf: ", "", ""])


def _faults(replay: referee.Replay, text: str) -> list[tuple[referee.Fault, str]]:
    """Each fault with its line of the text."""
    lines = text.split("\n")
    return [(fault, lines[fault.line - 1][:200] if fault.line <= len(lines) else "") for fault in replay.faults]
