"""The evening's text for the group chat, read from the book; and how the evening stood when it was closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from league.books import people_named, rules_on, season_facts
from league.chat.corrections import Stood, corrections
from league.chat.text import text
from league.chat.told import Told, dry_spells
from league.evening_page import EveningPage
from league.facts import Presence, Rules, State, by_play, numbered
from league.identity import Identities
from league.models import Change, Evening, LogEntry, Round
from league.models.evenings import next_morning
from league.quorum import judge
from league.standings import standings
from league.verbs import Verb

type Rows = dict[int, dict[str, Any]]  # columns by id


def chat_text(page: EveningPage, *, hat: bool) -> str:
    """What is copied into the chat; `hat`: the club has *Mattishatten*."""
    facts = season_facts(page.season) if page.season else None
    table = standings(facts, until=page.evening.pk) if facts else None
    now = as_it_stands(page)
    was = as_closed(page, now)
    top = {row.person for row in table.rows if row.place} if table else set[int]()
    names = _names(page, top | _people(was) | _people(now))
    return text(
        Told(
            evening=page.facts,
            verdict=page.verdict,
            names=names,
            season=page.season.name if page.season else "",
            rules=facts.rules if facts else Rules(),
            table=table,
            dry=dry_spells(sorted(facts.evenings, key=by_play), page.evening.pk) if facts else {},
            hat=hat,
            corrections=tuple(corrections(was, now, names)),
        )
    )


def as_it_stands(page: EveningPage) -> Stood:
    """The evening as the book has it now."""
    facts = page.facts
    numbers = numbered(facts.rounds)
    several = len({round_.table for round_ in facts.rounds}) > 1
    strek = {
        round_.id: (round_.mattis, _where(numbers[round_.id], round_.table, several) if round_.ordered else "")
        for round_ in facts.standing
        if round_.mattis is not None
    }
    return Stood(facts.date, facts.host, facts.came, page.verdict.counts, strek, facts.penalties)


def as_closed(page: EveningPage, now: Stood) -> Stood:
    """The evening as it was the first time it was closed for more than that night, from the log."""
    log = list(LogEntry.objects.filter(evening_id=page.evening.pk).order_by("pk"))
    closed = _closed(log)
    rounds = _rows_then(log, closed, "round", page.rounds)
    if away := rounds.keys() - {round_.pk for round_ in page.rounds}:
        for gone in _moved_before(page.evening, away, log[closed - 1]):
            del rounds[gone]
    elif closed == len(log):
        return now
    own = _rows_then(log, closed, "evening", [page.evening]).get(page.evening.pk) or vars(page.evening)
    came = {
        row["person_id"] for row in _rows_then(log, closed, "attendance", page.attendances).values() if row["present"]
    }
    penalised = _rows_then(log, closed, "penalty", [])
    present = frozenset(page.who.of(person) for person in came)
    then = replace(page.facts, present=tuple(Presence(person) for person in present))
    return Stood(
        day=own["date"] if isinstance(own["date"], date) else date.fromisoformat(own["date"]),
        host=page.who.of(own["host_id"]),
        present=present,
        counts=judge(then, *page.spans, rules_on(page.evening.date)).counts,
        strek=_strek(rounds, page.who),
        penalties=tuple(page.who.of(row["person_id"]) for row in penalised.values() if not row["struck"]),
    )


def _closed(log: Sequence[LogEntry]) -> int:
    """How many entries lead up to the closing. An evening that nobody closed was over the morning after it began."""
    for at, entry in enumerate(log, start=1):
        if entry.verb == Verb.CLOSE_EVENING:
            morning = next_morning(entry.at)
            if not any(later.verb == Verb.REOPEN_EVENING and later.at < morning for later in log[at:]):
                return at
    return sum(entry.at < next_morning(log[0].at) for entry in log)


def _rows_then(log: Sequence[LogEntry], closed: int, model: str, rows: Iterable[models.Model]) -> Rows:
    """The rows of a model as that many entries left them; `rows` are those there are now.

    Of a row that came from another evening the log of this one tells only in part: what it does not tell
    is as the first change since found it, or as it is now.
    """
    then: Rows = {}
    for change in _changes(log[:closed], model):
        if change["after"] is None:
            then.pop(change["id"], None)
        else:
            then.setdefault(change["id"], {}).update(change["after"])
    for change in _changes(log[closed:], model):
        if change["id"] in then:
            then[change["id"]] = (change["before"] or {}) | then[change["id"]]
    now = {row.pk: vars(row) for row in rows}
    return {pk: now.get(pk, {}) | row for pk, row in then.items()}


def _changes(log: Iterable[LogEntry], model: str) -> Iterator[Change]:
    return (change for entry in log for change in entry.changes if change["model"] == model)


def _moved_before(evening: Evening, rounds: Collection[int], closing: LogEntry) -> set[int]:
    """Those of the rounds that had been moved to another evening by then: that evening's log tells of it."""
    now_at = Round.objects.filter(pk__in=rounds).exclude(evening=evening).values("evening")
    moves = LogEntry.objects.filter(verb=Verb.MOVE_ROUNDS, evening_id__in=now_at, pk__lt=closing.pk)
    return {change["id"] for change in _changes(moves, "round")} & set(rounds)


def _strek(rows: Rows, who: Identities) -> dict[int, tuple[int, str]]:
    """Who lost each round that stood, and where it was."""
    standing = {pk: row for pk, row in rows.items() if row["state"] == State.STANDING and row["mattis_id"]}
    several = len({row["table"] for row in rows.values() if row["state"] != State.UNDONE}) > 1
    numbers: Counter[int] = Counter()
    found = {}
    for pk, row in sorted(standing.items(), key=lambda one: (one[1]["place"] or 0.0, one[0])):
        numbers[row["table"]] += 1
        where = "" if row["place"] is None else _where(numbers[row["table"]], row["table"], several)
        found[pk] = (who.of(row["mattis_id"]), where)
    return found


def _where(number: int, table: int, several: bool) -> str:
    """*runde 4*, and where there were more tables, *bord 2, runde 4*."""
    if several:
        return _("bord %(table)d, runde %(number)d") % {"table": table, "number": number}
    return _("runde %(number)d") % {"number": number}


def _people(stood: Stood) -> set[int]:
    losers = {mattis for mattis, _where in stood.strek.values()}
    return losers | stood.present | set(stood.penalties) | ({stood.host} if stood.host else set())


def _names(page: EveningPage, people: set[int]) -> dict[int, str]:
    """What each is called, those of the evening first, in the order of its page; the others as in the table."""
    here = [name.person.pk for name in page.came]
    besides = people_named(people - page.labels.keys())
    return {pk: page.labels[pk] for pk in here} | page.labels | {pk: one.name for pk, one in besides.items()}
