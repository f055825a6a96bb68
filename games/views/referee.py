"""The referee anybody may ask at the table: who takes this trick, and was this play lawful? Nothing is stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import referee
from games.faces import RANKS, SUITS
from games.felt import suits
from games.house import rules_on
from games.questions import NONE, PLAYERS, PlayQuestion, TrickQuestion, seat_names
from league.alphabet import short_names
from league.models import Attendance
from league.permissions import Right, requires, rights_of

TOP_DOWN = RANKS[::-1]


@require_safe
@requires(Right.TABLE)
def trick(request: HttpRequest) -> HttpResponse:
    """Who takes this trick, wars included?"""
    question = TrickQuestion.of(request.GET, rules_on(timezone.localdate()))
    names = _tonight(request, question.evening, question.table)
    if names and "spillere" not in request.GET:
        question = replace(question, players=len(names))
    context: dict[str, Any] = _common(question) | {
        "answer": None,
        "ranks": [(rank, question.with_card(rank).address) for rank in TOP_DOWN],
        "suits": [("", _("uten sort"), replace(question, suit="").address)]
        + [(suit, word, replace(question, suit=suit).address) for suit, word in suits().items()],
        "people": [(name, replace(question, leader=number).address) for number, name in enumerate(names)],
        "person": _one_of(names, question.leader),
        "no_card": question.with_card(NONE).address,
        "back": question.without_last().address if question.laid else "",
        "again": replace(question, laid=(), suit="").address,
        "share": request.build_absolute_uri(
            reverse("referee") + replace(question, evening="", table="", leader=0, dispute="").address
        ),
        "dispute": question.dispute,
        "fields": parse_qsl(question.address[1:]),
    }
    try:
        context["answer"] = referee.ask_trick(question, _from_the_leader(names, question))
    except referee.Unanswerable as why:
        context["fault"] = str(why)
    return render(request, "games/trick.html", context)


@require_safe
@requires(Right.TABLE)
def play(request: HttpRequest) -> HttpResponse:
    """Was this play of the shed phase lawful?"""
    question = PlayQuestion.of(request.GET, rules_on(timezone.localdate()))
    names = _tonight(request, question.evening, question.at_table)
    if names and "spillere" not in request.GET:
        question = replace(question, players=len(names))
    context: dict[str, Any] = _common(question) | {
        "answer": None,
        "ranks": [(rank, _card_link(question, rank)) for rank in TOP_DOWN],
        "suits": [(suit, word, replace(question, suit=suit).address) for suit, word in suits().items()],
        "trumps": [(suit, word, replace(question, trump=suit).address) for suit, word in suits().items()],
        "hand": [(card, question.without(card).address) for card in _by_suit(question.hand)],
        "table": [[(card, question.without(card).address) for card in play] for play in question.table],
        "laid": [(card, question.without(card).address) for card in question.play],
        "places": [(place, replace(question, place=place, joins=False).address) for place in ("hand", "table", "play")],
        "fewer": replace(question, unseen=question.unseen - 1).address if question.unseen else "",
        "more": replace(question, unseen=question.unseen + 1).address,
        "takes": replace(question, takes=True, play=()).address,
        "waiting": replace(question, waits=not question.waits).address,
        "joining": replace(question, joins=not question.joins).address,
        "sizes": [
            (size, replace(question, full=size).address)
            for size in range(len(question.table) + 1, question.players + 1)
        ],
        "full": question.full or question.players,
        "people": [(name, replace(question, who=number).address) for number, name in enumerate(names)],
        "person": _one_of(names, question.who),
        "dispute": question.dispute,
        "fields": parse_qsl(question.address[1:]),
        "again": replace(question, hand=(), unseen=0, table=(), play=(), takes=False, waits=False, joins=False).address,
        "share": request.build_absolute_uri(
            reverse("referee_play") + replace(question, evening="", at_table="", who=0, dispute="").address
        ),
    }
    try:
        # Nobody else is named in an answer, and once somebody has taken the plays tell no more whose turn it was
        context["answer"] = referee.ask_play(question, [context["person"]] * PLAYERS.stop if names else seat_names())
    except referee.Unanswerable as why:
        context["fault"] = str(why)
    return render(request, "games/play.html", context)


def _common(question: TrickQuestion | PlayQuestion) -> dict[str, Any]:
    """What both pages show: the rules asked under, and how many play."""
    return {
        "question": question,
        "title": _title(question.rules),
        "rule_sets": [(word, title, replace(question, rules=word).address) for word, title in referee.rule_sets()],
        "numbers": [(number, replace(question, players=number).address) for number in PLAYERS],
    }


def _title(word: str) -> str:
    """What the rules are called; the word itself for rules there are not, about which the answer says so."""
    try:
        return referee.rule_set(word).title
    except referee.Unanswerable:
        return word


def _card_link(question: PlayQuestion, rank: str) -> str:
    """Where a tap on a rank leads; empty for a card that lies somewhere already."""
    return "" if rank + question.suit in question.used else question.with_card(rank).address


def _by_suit(cards: tuple[str, ...]) -> list[str]:
    return sorted(cards, key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])))


def _one_of(names: list[str], number: int) -> str:
    return names[number % len(names)] if names else ""


def _from_the_leader(names: list[str], question: TrickQuestion) -> list[str]:
    """The names from the leader on where they go round the table, else the seats."""
    if len(names) < question.players:
        return seat_names()
    first = question.leader % len(names)
    return names[first:] + names[:first]


def _tonight(request: HttpRequest, evening: str, table: str) -> list[str]:
    """Who plays at the table of an evening, clockwise if their seats are entered; nobody for who may not read it."""
    if not evening or Right.READ not in rights_of(request):
        return []
    there = Attendance.objects.filter(evening=int(evening), table=int(table or 1), present=True, left_at=None)
    seated = there.select_related("person").order_by(F("seat").asc(nulls_last=True), "pk")
    names = short_names([attendance.person.who for attendance in seated])
    return list(names.values()) if len(names) in PLAYERS else []
