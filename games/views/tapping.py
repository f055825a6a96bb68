"""A record tapped in: first where it begins, then one thing after the other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import referee
from games.faces import RANKS
from games.felt import suits
from games.house import rules_on
from games.models import Draft, Record
from games.questions import PLAYERS, Happening, Start
from games.services import records, tapping
from games.views.records import round_of
from league.errors import Refused
from league.fields import whole
from league.models import Attendance, Person, Round
from league.permissions import Right, actor, requires
from league.views.editing import seen_version

TOP_DOWN = RANKS[::-1]
LAST = 8  # of what has happened are shown


@require_safe
@requires(Right.READ_LOG)
def record_tap(request: HttpRequest, round_id: int) -> HttpResponse:
    """The table after the last thing written down, and what may come next."""
    round_ = round_of(request, round_id)
    try:
        return _page(request, round_)
    except referee.NoStart:
        return redirect("record_start", round_id)


@require_POST
@requires(Right.READ_LOG)
def record_tap_play(request: HttpRequest, round_id: int) -> HttpResponse:
    """One thing more that happened. It names how many the page knew of; a repeated or stale tap only redraws."""
    round_ = round_of(request, round_id)
    try:
        tapping.play(
            actor=actor(request),
            round_=round_,
            ply=whole(request.POST.get("ply", "")),
            move=request.POST.get("move", ""),
            seat=whole(request.POST.get("spiller", "")),
        )
    except referee.NoStart:
        return redirect("record_start", round_id)
    except (referee.Unanswerable, Refused) as why:
        return _page(request, round_, fault=str(why))
    return _to_the_choices(round_id)


@require_POST
@requires(Right.READ_LOG)
def record_tap_undo(request: HttpRequest, round_id: int) -> HttpResponse:
    """Take the last one off."""
    round_ = round_of(request, round_id)
    try:
        tapping.undo(actor=actor(request), round_=round_, ply=whole(request.POST.get("ply", "")))
    except referee.NoStart:
        return redirect("record_start", round_id)
    except (referee.Unanswerable, Refused) as why:
        return _page(request, round_, fault=str(why))
    return _to_the_choices(round_id)


@require_POST
@requires(Right.READ_LOG)
def record_tap_save(request: HttpRequest, round_id: int) -> HttpResponse:
    """Store it as the record of the round."""
    round_ = round_of(request, round_id)
    draft = Draft.objects.filter(user=actor(request), round=round_).first()
    if draft is None:  # a tap repeated: it is stored
        return redirect("record_tap", round_id)
    try:
        seen = seen_version(request) or None
        kept = records.save_record(actor=actor(request), round_=round_, text=draft.text, seen=seen)
    except Refused as refusal:
        return _page(request, round_, fault=str(refusal))
    return redirect("record", kept.pk)


@require_http_methods(["GET", "POST"])
@requires(Right.READ_LOG)
def record_start(request: HttpRequest, round_id: int) -> HttpResponse:
    """Where the round begins: who sits where, trump, who leads, and the cards that are known."""
    round_ = round_of(request, round_id)
    people = {person.pk: person for person in _players(round_)}
    start = Start.of(request.POST if request.method == "POST" else request.GET, list(people))
    names = [people[place.person].who.name for place in start.places]
    draft = Draft.objects.filter(user=actor(request), round=round_).first()
    rules = rules_on(round_.evening.date)
    fault = ""
    if request.method == "POST":
        try:
            text = referee.begun(rules, start, names, {"Dato": f"{round_.evening.date:%d.%m.%Y}"})
            replaces = request.POST.get("kladd", "")
            tapping.begin(actor=actor(request), round_=round_, text=text, replaces=replaces)
        except (referee.Unanswerable, Refused) as why:
            fault = str(why)
        else:
            return redirect("record_tap", round_id)
    context = _start_context(start, names) | {
        "round": round_,
        "title": referee.rule_set(rules).title,
        "draft": draft,
        "mark": tapping.mark(draft),
        "fault": fault,
    }
    return render(request, "games/tap_start.html", context, status=409 if fault else 200)


def _start_context(start: Start, names: list[str]) -> dict[str, Any]:
    """Everything a tap on the page leads to; a tap on the hands comes back to the hand whose cards are tapped."""

    def hands(next_: Start) -> str:
        return next_.address + "#hand"

    seats = [
        {
            "name": name,
            "place": place,
            "here": number == start.at,
            "choose": hands(replace(start, at=number)),
            "cards": [(card, hands(start.without(card))) for card in place.cards],
            "fewer": hands(start.with_place(number, unseen=place.unseen - 1)) if place.unseen else "",
            "more": hands(start.with_place(number, unseen=place.unseen + 1)),
            "five_more": hands(start.with_place(number, unseen=place.unseen + 5)),
            "state": hands(start.with_next_state(number)),
            "up": hands(start.moved_up(number)) if number else "",
        }
        for number, (name, place) in enumerate(zip(names, start.places, strict=True))
    ]
    return {
        "start": start,
        "seats": seats,
        "bottom": hands(replace(start, at=len(names))),
        "no_bottom": hands(replace(start, bottom="")),
        "at_bottom": start.at == len(names),
        "phases": [(deals, replace(start, deals=deals).address) for deals in (False, True)],
        "trumps": [(suit, word, replace(start, trump=suit).address) for suit, word in suits().items()],
        "firsts": [(number, name, replace(start, first=number).address) for number, name in enumerate(names)],
        "suits": [(suit, word, hands(replace(start, suit=suit))) for suit, word in suits().items()],
        "ranks": [
            (rank, "" if rank + start.suit in start.used or not names else hands(start.with_card(rank)))
            for rank in TOP_DOWN
        ],
        "fields": start.fields.items(),
    }


def _page(request: HttpRequest, round_: Round, fault: str = "") -> HttpResponse:
    """The table, or what is wrong with the text it would be drawn from. Raises NoStart."""
    draft = Draft.objects.filter(user=actor(request), round=round_).first()
    context: dict[str, Any] = {
        "round": round_,
        "record": Record.objects.filter(round=round_).first(),
        "draft": draft,
        "fault": fault,
    }
    try:
        table = referee.tapped(tapping.text_of(actor=actor(request), round_=round_))
    except referee.NoStart:
        raise
    except referee.Unanswerable as why:
        context["fault"] = fault or str(why)
        return render(request, "games/tap.html", context, status=409)
    asked = request.POST if request.method == "POST" else request.GET
    happening = Happening.of(asked, len(table.players), table.turn)
    context |= _happening_context(round_, happening, table) | {
        "table": table,
        "felt": table.felt,
        "last": list(enumerate(table.steps))[1:][-LAST:],
    }
    return render(request, "games/tap.html", context, status=409 if fault else 200)


def _happening_context(round_: Round, happening: Happening, table: referee.Tapped) -> dict[str, Any]:
    """What somebody did instead of what was offered. The links name the page, for a refused tap has another address."""
    page = reverse("record_tap", args=[round_.pk])
    possible = table.possible[happening.seat] - set(happening.cards)
    return {
        "happening": happening,
        "who": [
            (number, name, page + replace(happening, seat=number, cards=()).address)
            for number, name in enumerate(table.players)
        ],
        "laid": [(card, page + happening.without(card).address) for card in happening.cards],
        "suits": [(suit, word, page + replace(happening, suit=suit).address) for suit, word in suits().items()],
        "ranks": [
            (
                rank,
                page + happening.with_card(rank, alone=table.collects).address
                if rank + happening.suit in possible
                else "",
            )
            for rank in TOP_DOWN
        ],
        "move": "-".join(sorted(happening.cards, key=lambda card: RANKS.index(card[0]))),
    }


def _to_the_choices(round_id: int) -> HttpResponse:
    return redirect(reverse("record_tap", args=[round_id]) + "#valg")


def _players(round_: Round) -> list[Person]:
    """Who played, clockwise where it is known how they sat; without their names, who was at the table."""
    there = Attendance.objects.filter(evening=round_.evening_id)
    if round_.players_recorded:
        there = there.filter(person__seats__round=round_)
    else:
        there = there.filter(present=True, table=round_.table)
    seated = there.select_related("person__merged_into").order_by(F("seat").asc(nulls_last=True), "person_id")
    return [one.person for one in seated][: PLAYERS.stop - 1]
