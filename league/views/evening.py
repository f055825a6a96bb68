"""The evening at the table: opening it, who is here, one tap one strek, closing it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import resolve, reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from league.alphabet import in_order
from league.chat_page import chat_text
from league.club import club_of, shows
from league.errors import Refused
from league.evening_forms import EveningForm
from league.evening_page import EveningPage
from league.facts import Extra
from league.fields import whole
from league.identity import person_or_404
from league.models import Attendance, Evening, Person, Round
from league.parts import htmx_of, send_to
from league.permissions import PENDING, Right, actor, ask_to_log_in, has_pen, requires, rights_of
from league.photo_page import photo_page
from league.services import attendance as at
from league.services import evenings, rounds
from league.tonight import Tonight, open_evenings
from league.tool_page import ToolPage, others_at_it, twin_of
from league.views.editing import seen_version

Write = Callable[[], object]
CHAT = "tekst"  # asks for the text for the group chat, which takes reading the whole season
LONGEST_TAP = 4000  # characters of a tap kept over a log-in; a real one has some hundred


def survives_log_in[**P](view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Keep a tap whose log-in has run out; it is stored when the keeper is back (`pending_tap`)."""

    @wraps(view)
    def kept(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        request = cast(HttpRequest, args[0])
        body = request.POST.urlencode()
        if request.user.is_authenticated or request.method != "POST" or len(body) > LONGEST_TAP:
            return view(*args, **kwargs)
        request.session[PENDING] = {"path": request.path, "body": body}
        return ask_to_log_in(request, back=reverse("pending_tap"))

    return kept


def keeper_taps[**P](view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """A tap of who keeps the evening: POST only, kept over a log-in."""
    return require_POST(survives_log_in(requires(Right.KEEP, or_pen=True)(view)))


def keeps(request: HttpRequest, found: Evening) -> bool:
    """Whether he keeps this evening, by his office or by the pen."""
    return Right.KEEP in rights_of(request) or has_pen(request, {"evening_id": found.pk})


@require_GET
def pending_tap(request: HttpRequest) -> HttpResponse:
    """Store the tap that was refused because the log-in had run out. Its token makes it count once.

    Only a POST that passed the check against forgery can have put it into the session.
    """
    tap = request.session.pop(PENDING, None)
    if tap is None or not request.user.is_authenticated:
        return redirect("evening_today")
    view, args, kwargs = resolve(tap["path"])
    request.method = "POST"
    request.POST = QueryDict(tap["body"])
    answer: HttpResponse = view(request, *args, **kwargs)
    return answer


@require_GET
@requires(Right.READ)
def evening_today(request: HttpRequest) -> HttpResponse:
    """The open evening; with several, a choice; with none, the form to open one or the last evening there was."""
    candidates = open_evenings()
    if len(candidates) == 1:
        return redirect("evening", candidates[0].pk)
    if not candidates and Right.KEEP in rights_of(request):
        return redirect("evening_new")
    latest = Evening.objects.select_related("host").order_by("-date", "-pk")[:5]
    return render(request, "league/evening_today.html", {"open": candidates, "latest": latest})


@require_GET
@requires(Right.KEEP)
def evening_new(request: HttpRequest) -> HttpResponse:
    """The form for an evening: tonight's, or one of another day that is typed in afterwards."""
    tonight = Tonight()
    initial: dict[str, Any] = {"day": tonight.day, "token": tonight.token}
    if tonight.invited:
        initial |= {name: getattr(tonight.invited.invitation, name) for name in ("host", "place", "remark")}
    else:
        initial["host"] = tonight.host
    form = EveningForm(initial=initial, people=hosts())
    return render(request, "league/evening_new.html", {"form": form, "open": tonight.open, "tonight": tonight})


@keeper_taps
def evening_open(request: HttpRequest) -> HttpResponse:
    """Open an evening."""
    form = EveningForm(request.POST, people=hosts())
    if form.is_valid():
        try:
            evening = evenings.open_evening(actor=actor(request), **facts_of(form), token=form.cleaned_data["token"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("evening", evening.pk)
    return render(request, "league/evening_new.html", {"form": form, "open": open_evenings()}, status=409)


@require_GET
@requires(Right.READ)
def evening(request: HttpRequest, evening_id: int, table: int = 1) -> HttpResponse:
    """The tool for who keeps an open evening, the evening as it stands for everybody else."""
    found = get_object_or_404(Evening.objects.select_related("host"), pk=evening_id)
    if found.ended_at(timezone.now()) is None and keeps(request, found):
        return _tool(request, found, table)
    page, club = EveningPage(found), club_of(request)
    context: dict[str, Any] = {"page": page, "photo": photo_page(request, found)}
    context["has_chat"] = page.ended_at and page.rounds and shows(club, Extra.CHAT)
    if context["has_chat"] and CHAT in request.GET:
        context["chat"] = chat_text(page, hat=shows(club, Extra.HAT))
    return render(request, "league/evening.html", context)


@keeper_taps
def round_add(request: HttpRequest, evening_id: int, table: int) -> HttpResponse:
    """One tap, one strek."""
    mattis = _person(request, "mattis")
    context: dict[str, Any] = {}

    def write() -> None:
        stored = rounds.add_round(
            actor=actor(request),
            evening_id=evening_id,
            table=table,
            mattis=mattis,
            token=request.POST.get("token", "")[:64],
        )
        context["twin"] = twin_of(stored, actor(request))

    return _answer(request, evening_id, table, write, context)


@keeper_taps
def round_undo(request: HttpRequest, round_id: int) -> HttpResponse:
    """*Angre*."""
    return _turn(request, round_id, rounds.undo_round)


@keeper_taps
def round_redo(request: HttpRequest, round_id: int) -> HttpResponse:
    """Take *Angre* back."""
    return _turn(request, round_id, rounds.redo_round)


@keeper_taps
def arrive(request: HttpRequest, evening_id: int, table: int) -> HttpResponse:
    """He is here."""
    person = _person(request, "person")
    context: dict[str, Any] = {}

    def write() -> None:
        context["arrived"] = at.arrive(actor=actor(request), evening_id=evening_id, person=person, table=table)

    return _answer(request, evening_id, table, write, context)


@keeper_taps
def guest_add(request: HttpRequest, evening_id: int, table: int) -> HttpResponse:
    """A guest, named or not."""
    context: dict[str, Any] = {}

    def write() -> None:
        context["arrived"] = at.add_guest(
            actor=actor(request),
            evening_id=evening_id,
            table=table,
            name=request.POST.get("name", "")[:120],
            token=request.POST.get("token", "")[:64],
        )

    return _answer(request, evening_id, table, write, context)


@keeper_taps
def not_here(request: HttpRequest, attendance_id: int) -> HttpResponse:
    """Take back a presence."""
    return _change(request, attendance_id, at.not_here)


@keeper_taps
def go_home(request: HttpRequest, attendance_id: int) -> HttpResponse:
    """He has left."""
    return _change(request, attendance_id, at.go_home)


@keeper_taps
def come_back(request: HttpRequest, attendance_id: int) -> HttpResponse:
    """He is at the table again."""
    return _change(request, attendance_id, at.come_back)


@keeper_taps
def sit_out(request: HttpRequest, attendance_id: int) -> HttpResponse:
    """*Stå over* the next round."""
    return _change(request, attendance_id, at.sit_out, out=True)


@keeper_taps
def sit_in(request: HttpRequest, attendance_id: int) -> HttpResponse:
    """Not sit out after all."""
    return _change(request, attendance_id, at.sit_out, out=False)


@keeper_taps
def choose_dealer(request: HttpRequest, attendance_id: int) -> HttpResponse:
    """He deals the next round."""
    return _change(request, attendance_id, at.choose_dealer)


@keeper_taps
def change_table(request: HttpRequest, attendance_id: int, table: int) -> HttpResponse:
    """He plays at that table from now on."""
    return _change(request, attendance_id, at.change_table, table=table)


@keeper_taps
def tables_join(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Everybody at table 1."""
    seen = seen_version(request)
    return _answer(
        request, evening_id, 1, lambda: at.join_tables(actor=actor(request), evening_id=evening_id, seen=seen)
    )


@keeper_taps
def evening_close(request: HttpRequest, evening_id: int) -> HttpResponse:
    """End the evening and show what to read aloud."""
    found = get_object_or_404(Evening, pk=evening_id)
    try:
        evenings.close_evening(actor=actor(request), evening_id=found.pk, seen=seen_version(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(f"{reverse('evening', args=[evening_id])}?{CHAT}=1")


def hosts() -> list[Person]:
    """Who may be host: anybody with a name in the book, members of today first."""
    today = set(Person.objects.members_on(timezone.localdate()).values_list("pk", flat=True))
    named = in_order(person for person in Person.objects.kept() if not at.is_nameless(person))
    return sorted(named, key=lambda person: person.pk not in today)


def facts_of(form: EveningForm) -> dict[str, Any]:
    """Date, host, place and remark, as the services take them."""
    return {name: form.cleaned_data[name] for name in ("day", "host", "place", "remark")}


def _turn(request: HttpRequest, round_id: int, service: Callable[..., Round]) -> HttpResponse:
    found = get_object_or_404(Round, pk=round_id)
    seen = seen_version(request)
    return _answer(
        request,
        found.evening_id,
        found.table,
        lambda: service(actor=actor(request), round_id=round_id, seen=seen),
    )


def _change(
    request: HttpRequest, attendance_id: int, service: Callable[..., Attendance], **values: object
) -> HttpResponse:
    found = get_object_or_404(Attendance, pk=attendance_id)
    seen = seen_version(request)
    return _answer(
        request,
        found.evening_id,
        found.table or 1,
        lambda: service(actor=actor(request), attendance_id=attendance_id, seen=seen, **values),
    )


def _answer(
    request: HttpRequest, evening_id: int, table: int, write: Write, context: dict[str, Any] | None = None
) -> HttpResponse:
    """Do what the tap asks and draw the page as it then is: for tap.js a part, for a bare form a new page."""
    get_object_or_404(Evening, pk=evening_id)
    context = {} if context is None else context
    try:
        write()
    except Refused as refusal:
        context["refusal"] = refusal
    if not htmx_of(request) and "refusal" not in context:
        if twin := context.get("twin"):
            messages.warning(request, str(twin))
        arrived = context.get("arrived")
        query = "?" + urlencode({"her": arrived.pk}) if arrived else ""
        return redirect(reverse("evening_table", args=[evening_id, table]) + query)
    found = Evening.objects.select_related("host").get(pk=evening_id)
    if found.ended_at(timezone.now()):
        messages.error(request, str(context.get("refusal", "")))
        return send_to(request, reverse("evening", args=[evening_id]))
    return _tool(request, found, table, **context)


def _tool(request: HttpRequest, found: Evening, table: int, **context: object) -> HttpResponse:
    if "arrived" not in context and (pk := whole(request.GET.get("her", ""))):
        his = Attendance.objects.select_related("person__merged_into")
        context["arrived"] = his.filter(pk=pk, evening=found).first()
    page = ToolPage(found, table)
    context |= {"page": page, "beside": others_at_it(page, actor(request))}
    context |= {"split": "del" in request.GET, "choose": "giver" in request.GET}
    part = "league/_tool.html" if htmx_of(request) else "league/tool.html"
    return render(request, part, context, status=409 if "refusal" in context else 200)


def _person(request: HttpRequest, name: str) -> Person:
    return person_or_404(whole(request.POST.get(name, "")) or 0)
