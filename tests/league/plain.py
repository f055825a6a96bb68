"""Facts in few words, for the tests of the judgements: people are small numbers, 9 and up are guests."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from league.facts import EveningFacts, PlayedRound, Presence, Rules, SeasonFacts, Span, State

NEW_YEAR = date(2025, 1, 1)
DAY = date(2025, 3, 6)
OSLO = ZoneInfo("Europe/Oslo")


def at(clock: str, day: date = DAY) -> datetime:
    """at("20.15"): a quarter past eight in the evening."""
    hour, minute = map(int, clock.split("."))
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=OSLO)


def members(*people: int, first_day: date = NEW_YEAR, last_day: date | None = None) -> tuple[Span, ...]:
    return tuple(Span(person, first_day, last_day) for person in people)


def lost(
    mattis: int | None,
    *players: int,
    table: int = 1,
    state: State = State.STANDING,
    clock: str = "",
    ordered: bool = True,
) -> PlayedRound:
    """A round; without players they are not recorded."""
    logged_at = at(clock) if clock else None
    return PlayedRound(0, table, state, mattis, frozenset(players) or None, logged_at, ordered)


def came(*people: int, clock: str = "") -> tuple[Presence, ...]:
    return tuple(Presence(person, at(clock) if clock else None) for person in people)


def evening(
    number: int,
    *rounds: PlayedRound,
    present: Iterable[Presence | int],
    day: date = DAY,
    host: int | None = None,
    recorded: bool = True,
    decision: bool | None = None,
    opened: str = "",
) -> EveningFacts:
    """An evening and its rounds: the second round of evening 3 has the id 302."""
    return EveningFacts(
        id=number,
        date=day,
        host=host,
        present=tuple(person if isinstance(person, Presence) else Presence(person) for person in present),
        rounds=tuple(replace(round_, id=100 * number + n) for n, round_ in enumerate(rounds, start=1)),
        attendance_recorded=recorded,
        counts_by_decision=decision,
        opened_at=at(opened) if opened else None,
    )


def season(
    *evenings: EveningFacts,
    periods: tuple[Span, ...],
    leaves: tuple[Span, ...] = (),
    rules: Rules | None = None,
) -> SeasonFacts:
    return SeasonFacts(NEW_YEAR, None, rules or Rules(), evenings, periods, leaves)
