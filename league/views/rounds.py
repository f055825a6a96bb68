"""A round looked at again: corrected, struck, put in its place, moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from league.alphabet import in_order
from league.errors import Refused
from league.evening_forms import (
    STRUCK,
    VOIDED,
    CorrectRoundForm,
    InsertRoundForm,
    MoveRoundsForm,
    NoteRoundForm,
    ReasonForm,
)
from league.evening_page import EveningPage, RoundLine
from league.fields import whole
from league.models import Evening, Person, Round
from league.permissions import Right, actor, requires
from league.services import rounds
from league.tool_page import ToolPage
from league.views.editing import edit, posted, seen_version
from league.views.evening import keeper_taps
from league.views.evening_edit import about
from league.words import day_year

MOVE_AMONG = 40  # evenings a round may be moved to: some before and some after its own


@require_GET
@requires(Right.KEEP, or_pen=True)
def round_edit(request: HttpRequest, round_id: int) -> HttpResponse:
    """Everything that can be done with one round."""
    return _edit_page(request, _round(round_id))


@keeper_taps
def round_correct(request: HttpRequest, round_id: int) -> HttpResponse:
    """Another mattis or other players."""
    found = _round(round_id)
    form = CorrectRoundForm(request.POST, people=_candidates(found))

    def write() -> None:
        chosen = form.cleaned_data
        recorded = found.players_recorded or chosen["players"]
        rounds.correct_round(
            actor=actor(request),
            round_id=round_id,
            seen=seen_version(request),
            mattis=chosen["mattis"],
            players=list(chosen["players"]) if recorded else None,
            reason=form.reason,
        )

    return _write(request, found, "correct", form, write)


@keeper_taps
def round_strike(request: HttpRequest, round_id: int) -> HttpResponse:
    """*Stryk*."""
    return _with_reason(request, round_id, "strike", STRUCK, rounds.strike_round)


@keeper_taps
def round_void(request: HttpRequest, round_id: int) -> HttpResponse:
    """*Uten Mattis*."""
    return _with_reason(request, round_id, "void", VOIDED, rounds.void_round)


@keeper_taps
def round_restore(request: HttpRequest, round_id: int) -> HttpResponse:
    """Let it stand again."""
    return _with_reason(request, round_id, "restore", [_("strøket ved en feil")], rounds.restore_round)


@keeper_taps
def round_note(request: HttpRequest, round_id: int) -> HttpResponse:
    """Order of finish, bladmattis, trump, remark."""
    found = _round(round_id)
    form = _note_form(found, request.POST)

    def write() -> None:
        rounds.note_round(
            actor=actor(request),
            round_id=round_id,
            seen=seen_version(request),
            finish=form.finish,
            **{name: form.cleaned_data[name] for name in ("bladmattis", "trump", "remark")},
        )

    return _write(request, found, "note", form, write)


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP, or_pen=True)
def round_insert(request: HttpRequest, evening_id: int, table: int) -> HttpResponse:
    """Put a forgotten round in its place."""
    page = _tool_page(evening_id, table)
    lines = [line for line in page.lines(table) if line.number]
    label = _("runde %(number)s, %(name)s")
    form = posted(
        request,
        InsertRoundForm,
        initial={
            "token": page.token,
            "after": lines[-1].round if lines else None,
            "players": [name.person.pk for name in page.at_table],
        },
        people=[*page.regulars, *page.others],
        rounds=[(line.round, label % {"number": line.number, "name": line.label}) for line in lines],
    )

    def write() -> Round:
        return rounds.insert_round(actor=actor(request), evening_id=evening_id, table=table, **form.cleaned_data)

    return edit(
        request,
        form,
        write,
        heading=_("Sett inn en glemt runde"),
        lead=_at_table(page),
        button=_("Sett inn runden"),
        **about(page.evening) | {"back": reverse("evening_table", args=[evening_id, table])},
    )


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP, or_pen=True)
def round_void_add(request: HttpRequest, evening_id: int, table: int) -> HttpResponse:
    """The round in play ends without a mattis."""
    page = _tool_page(evening_id, table)
    form = posted(request, ReasonForm, chips=VOIDED)

    def write() -> Round:
        token = request.POST.get("token", "")[:64]
        return rounds.add_round(
            actor=actor(request), evening_id=evening_id, table=table, mattis=None, reason=form.reason, token=token
        )

    return edit(
        request,
        form,
        write,
        heading=_("Runde uten Mattis"),
        lead=_("Runden føres i boken uten strek, med begrunnelsen."),
        button=_("Før runden"),
        token=request.POST.get("token", page.token),
        **about(page.evening) | {"back": reverse("evening_table", args=[evening_id, table])},
    )


@require_http_methods(["GET", "POST"])
@requires(Right.KEEP)
def rounds_move(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Move rounds that were logged on the wrong evening."""
    page = EveningPage(get_object_or_404(Evening.objects.select_related("host"), pk=evening_id))
    lines = [line for _table, lines in page.all_lines for line in lines]
    form = posted(
        request,
        MoveRoundsForm,
        initial={"rounds": request.GET.getlist("runde"), "table": 1},
        rounds=[(line.round, _called(line, among_tables=len(page.tables) > 1)) for line in lines],
        evenings=_other_evenings(page.evening),
    )

    def write() -> None:
        rounds.move_rounds(
            actor=actor(request),
            seen={r.pk: _version(request, r.pk) for r in form.cleaned_data["rounds"]},
            to_evening_id=form.cleaned_data["evening"].pk,
            table=form.cleaned_data["table"],
            reason=form.reason,
        )

    return edit(
        request,
        form,
        write,
        heading=_("Flytt runder til en annen kveld"),
        lead=_("Strekene følger med. De som spilte, blir ført som til stede der."),
        button=_("Flytt rundene"),
        versions={line.round.pk: line.round.version for line in lines},
        **about(page.evening)
        | {
            "back": lambda _moved: reverse("evening", args=[form.cleaned_data["evening"].pk]),
            "cancel": reverse("evening", args=[evening_id]),
        },
    )


def _called(line: RoundLine, *, among_tables: bool) -> str:
    """*4. Eirik*, or *bord 2, 4. Eirik* on an evening of several tables."""
    name = line.label or _("uten Mattis")
    called = _("%(number)s. %(name)s") % {"number": line.number, "name": name} if line.number else name
    return _("bord %(table)s, %(round)s") % {"table": line.round.table, "round": called} if among_tables else called


def _with_reason(
    request: HttpRequest, round_id: int, what: str, chips: list[Any], service: Callable[..., Round]
) -> HttpResponse:
    found = _round(round_id)
    form = ReasonForm(request.POST, chips=chips)

    def write() -> None:
        service(actor=actor(request), round_id=round_id, seen=seen_version(request), reason=form.reason)

    return _write(request, found, what, form, write)


def _write(request: HttpRequest, found: Round, what: str, form: Form, write: Callable[[], None]) -> HttpResponse:
    """Store what one of the round's forms asks for, or draw them all again with what was typed and why not."""
    refusal: Refused | None = None
    if form.is_valid():
        try:
            write()
        except Refused as refused:
            refusal = refused
        else:
            messages.success(request, _("Lagret."))
            return redirect(reverse("evening_table", args=[found.evening_id, found.table]))
    return _edit_page(request, found, status=409, refusal=refusal, open=what, **{f"{what}_form": form})


def _edit_page(request: HttpRequest, found: Round, status: int = 200, **context: Any) -> HttpResponse:
    page = EveningPage(found.evening)
    line = next((one for one in page.lines(found.table) if one.round.pk == found.pk), None)
    players = [seat.person.who for seat in found.seats.select_related("person__merged_into")]
    forms = {
        "correct_form": CorrectRoundForm(
            people=_candidates(found), initial={"mattis": found.mattis and found.mattis.who, "players": players}
        ),
        "strike_form": ReasonForm(chips=STRUCK),
        "void_form": ReasonForm(chips=VOIDED),
        "restore_form": ReasonForm(chips=[_("strøket ved en feil")]),
        "note_form": _note_form(found),
    }
    context = {
        "page": page,
        "round": found,
        "line": line,
        "history": page.changes.get(found.pk, []),
        **forms,
        **context,
    }
    for name in forms:  # they share field names, and a label must lead to the field in its own form
        context[name].auto_id = f"{name}_%s"
    return render(request, "league/round.html", context, status=status)


def _at_table(page: ToolPage) -> str:
    """Which table it is about, where there are several."""
    return _("Bord %(number)s") % {"number": page.table} if len(page.tables) > 1 else ""


def _round(round_id: int) -> Round:
    return get_object_or_404(Round.objects.select_related("evening__host", "mattis"), pk=round_id)


def _tool_page(evening_id: int, table: int) -> ToolPage:
    return ToolPage(get_object_or_404(Evening.objects.select_related("host"), pk=evening_id), table)


def _candidates(found: Round) -> list[Person]:
    """Who can have played: everybody expected or present that evening, and whoever the round names already."""
    page = EveningPage(found.evening)
    people = {person.pk: person for person in (*page.regulars, *page.others)}
    played = list(Person.objects.filter(seats__round=found).select_related("merged_into"))
    for person in [*played, found.mattis] if found.mattis else played:
        people.setdefault(person.who.pk, person.who)
    return in_order(people.values())


def _note_form(found: Round, data: Any = None) -> NoteRoundForm:
    seats = {seat.person.who: seat for seat in found.seats.select_related("person__merged_into")}
    initial = {"bladmattis": found.bladmattis and found.bladmattis.who, "trump": found.trump, "remark": found.remark}
    return NoteRoundForm(
        data,
        initial=initial,
        players=in_order(seats),
        finish={person.pk: seat.finish for person, seat in seats.items()},
    )


def _other_evenings(evening: Evening) -> list[tuple[Evening, str]]:
    others = Evening.objects.select_related("host__merged_into").exclude(pk=evening.pk)
    before = others.filter(date__lte=evening.date).order_by("-date", "-pk")[: MOVE_AMONG // 2]
    after = others.filter(date__gt=evening.date).order_by("date", "pk")[: MOVE_AMONG // 2]
    found = [*reversed(after), *before]
    hosted = _("hos %(host)s")
    hosts = {one.pk: f" {hosted % {'host': one.host.who.name}}" for one in found if one.host}
    return [(one, day_year(one.date) + hosts.get(one.pk, "")) for one in found]


def _version(request: HttpRequest, round_id: int) -> int:
    return whole(request.POST.get(f"version_{round_id}", "")) or 0
