"""The page where the members read what has been done to the book."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.fields import whole
from league.models import Evening, LogEntry
from league.permissions import Right, requires
from league.verbs import Verb
from league.wording import describe

PER_PAGE = 50

# What the reader may choose to see, by the word in the address
KINDS = {
    "runder": (
        _("Runder"),
        (
            Verb.ADD_ROUND,
            Verb.INSERT_ROUND,
            Verb.UNDO_ROUND,
            Verb.REDO_ROUND,
            Verb.STRIKE_ROUND,
            Verb.RESTORE_ROUND,
            Verb.CORRECT_ROUND,
            Verb.VOID_ROUND,
            Verb.MOVE_ROUNDS,
            Verb.NOTE_ROUND,
            Verb.WRITE_RECORD,
            Verb.RAISE_DISPUTE,
            Verb.TELL_DISPUTE,
            Verb.REOPEN_DISPUTE,
            Verb.RULE,
            Verb.CHANGE_HOUSE_RULES,
            Verb.CONTEST_NEXT,
            Verb.CONTEST_ROUND,
            Verb.RULE_ON_ROUND,
            Verb.GIVE_PENALTY,
            Verb.STRIKE_PENALTY,
        ),
    ),
    "frammote": (
        _("Frammøte"),
        (
            Verb.ARRIVE,
            Verb.NOT_HERE,
            Verb.GO_HOME,
            Verb.COME_BACK,
            Verb.SIT_OUT,
            Verb.SIT_IN,
            Verb.CORRECT_ATTENDANCE,
            Verb.CHANGE_TABLE,
            Verb.CHOOSE_DEALER,
            Verb.SEAT,
            Verb.ADD_GUEST,
        ),
    ),
    "kvelder": (
        _("Kvelder"),
        (
            Verb.OPEN_EVENING,
            Verb.CHANGE_EVENING,
            Verb.CLOSE_EVENING,
            Verb.REOPEN_EVENING,
            Verb.DISCARD_EVENING,
            Verb.DECIDE_COUNTING,
            Verb.IMPORT_BOOK,
            Verb.GIVE_PEN,
            Verb.TAKE_PEN,
            Verb.END_PEN,
            Verb.INVITE,
            Verb.CHANGE_INVITATION,
            Verb.CANCEL_INVITATION,
            Verb.ANSWER,
            Verb.REMIND,
            Verb.ADD_PHOTO,
            Verb.REMOVE_PHOTO,
        ),
    ),
    "folk": (
        _("Folk"),
        (
            Verb.ADD_PERSON,
            Verb.RENAME,
            Verb.DELETE_PERSON,
            Verb.ADD_PERIOD,
            Verb.CHANGE_PERIOD,
            Verb.DELETE_PERIOD,
            Verb.ADD_LEAVE,
            Verb.CHANGE_LEAVE,
            Verb.DELETE_LEAVE,
            Verb.MERGE,
            Verb.UNMERGE,
            Verb.ANONYMISE,
        ),
    ),
    "klubben": (
        _("Klubben"),
        (
            Verb.FOUND_CLUB,
            Verb.CHANGE_CLUB,
            Verb.ADD_SEASON,
            Verb.CHANGE_SEASON,
            Verb.CHANGE_QUORUM,
            Verb.CLOSE_SEASON,
            Verb.REOPEN_SEASON,
            Verb.NAME_AWARD,
            Verb.TAKE_BACK_AWARD,
            Verb.EXPORT,
            Verb.GIVE_OFFICE,
            Verb.END_OFFICE,
            Verb.GIVE_LOGIN,
            Verb.CHANGE_LOGIN,
            Verb.MAKE_LOGIN_LINK,
            Verb.ADD_LINK,
            Verb.REVOKE_LINK,
        ),
    ),
}


@require_safe
@requires(Right.READ_LOG)
def log(request: HttpRequest) -> HttpResponse:
    """Newest first; `?kveld=ID` one evening's, `?slag=WORD` one kind, `?page=N` further back."""
    entries = LogEntry.objects.select_related("user__person", "reason")
    evening = None
    if (wanted := request.GET.get("kveld", "")).isdecimal():
        evening = get_object_or_404(Evening.objects.select_related("host"), pk=whole(wanted))
        entries = entries.filter(_concerns(evening))
    kind = request.GET.get("slag", "")
    if kind in KINDS:
        entries = entries.filter(verb__in=KINDS[kind][1])
    page = Paginator(entries, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "lines": describe(list(page)),
        "page": page,
        "evening": evening,
        "kind": kind,
        "kinds": [(word, name) for word, (name, _verbs) in KINDS.items()],
    }
    return render(request, "league/log.html", context)


def _concerns(evening: Evening) -> Q:
    """Acts on the evening, and those that moved rounds away from it."""
    return Q(evening_id=evening.pk) | Q(verb=Verb.MOVE_ROUNDS, changes__0__before__evening_id=evening.pk)
