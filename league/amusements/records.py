"""Records: what nobody set out to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from league.amusements.tables import at_tables
from league.facts import EveningFacts, PlayedRound

OSLO = ZoneInfo("Europe/Oslo")
HAT_TRICK = 3  # strek in a row at one table
EVERY = 100  # strek of the club: the hundredth, the two hundredth …


@dataclass(frozen=True, slots=True)
class Mark:
    """Something one person did at one evening: so many rounds or strek."""

    person: int
    evening: int
    count: int


@dataclass(frozen=True, slots=True)
class Run:
    """Rounds in a row, his own, that one person got through without a strek."""

    person: int
    rounds: int
    first: int  # the id of the evening it began
    last: int
    goes_on: bool  # it has not been broken yet


@dataclass(frozen=True, slots=True)
class Late:
    """The rounds of one evening that were over after midnight."""

    evening: int
    rounds: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Numbered:
    """A strek with a round number, counted since the first one in the book.

    `person` None: the evening's order is not recorded, so it may be any of its strek.
    """

    number: int
    person: int | None
    evening: int


def clean_evenings(evenings: Iterable[EveningFacts]) -> list[Mark]:
    """Evenings played from the first round to the last without a strek; `count` is the rounds.

    Who moved between tables has played it all if he has as many rounds as the table with most. Evenings with
    rounds whose players are not recorded are left out.
    """
    found = []
    for evening in evenings:
        standing = evening.standing
        if any(round_.players is None for round_ in standing):
            continue
        played = Counter(person for round_ in standing for person in round_.players or ())
        losers = {round_.mattis for round_ in standing}
        whole = max(map(len, at_tables(evening)), default=0)
        found += [
            Mark(person, evening.id, rounds)
            for person, rounds in sorted(played.items())
            if rounds >= whole and person not in losers
        ]
    return found


def most_in_one_evening(evenings: Iterable[EveningFacts]) -> list[Mark]:
    """The strek of everybody who got any, evening by evening."""
    return [
        Mark(person, evening.id, count)
        for evening in evenings
        for person, count in Counter(round_.mattis for round_ in evening.standing).items()
        if person is not None
    ]


def hat_tricks(evenings: Iterable[EveningFacts]) -> list[Mark]:
    """Three or more rounds in a row at one table lost by one person; a round not recorded breaks the row."""
    found = []
    for evening in evenings:
        for rounds in at_tables(evening):
            for mattis, row in groupby(rounds, key=lambda round_: round_.mattis if round_.recorded else None):
                count = len(list(row))
                if mattis is not None and count >= HAT_TRICK:
                    found.append(Mark(mattis, evening.id, count))
    return found


def clean_runs(evenings: Sequence[EveningFacts]) -> list[Run]:
    """Everybody's longest run of his own rounds without a strek.

    A round whose players or place are not recorded breaks the runs of all who came: it may belong anywhere.
    """
    best: dict[int, tuple[int, int, int]] = {}  # rounds, the first evening and the last
    running: dict[int, tuple[int, int, int]] = {}

    def stop(person: int) -> None:
        running.pop(person, None)

    for evening in evenings:
        for round_ in evening.standing:
            if not round_.recorded:
                for person in {*evening.came, *(round_.players or ())}:
                    stop(person)
                continue
            for person in round_.players or ():
                if person == round_.mattis:
                    stop(person)
                    continue
                rounds, first, _last = running.get(person, (0, evening.id, 0))
                running[person] = run = (rounds + 1, first, evening.id)
                if person not in best or best[person][0] <= rounds + 1:
                    best[person] = run
    return [Run(person, *run, goes_on=running.get(person) == run) for person, run in sorted(best.items())]


def after_midnight(evenings: Iterable[EveningFacts]) -> list[Late]:
    """The evenings with rounds that were over after midnight, as far as the clock is known."""
    found = []
    for evening in evenings:
        late = [time for time in map(_local, evening.standing) if time and time.date() > evening.date]
        if late:
            found.append(Late(evening.id, len(late), max(late)))
    return found


def round_numbers(evenings: Iterable[EveningFacts], *, before: int, every: int = EVERY) -> list[Numbered]:
    """The strek whose number in the book is round; `before`: strek in the book before these evenings."""
    found, number = [], before
    for evening in evenings:
        for round_ in evening.standing:
            if round_.mattis is None:
                continue
            number += 1
            if number % every == 0:
                found.append(Numbered(number, round_.mattis if round_.ordered else None, evening.id))
    return found


def top[T](found: Sequence[T], figure: Callable[[T], object]) -> list[T]:
    """Those with the highest figure, in the order given."""
    best = max(map(figure, found), default=None)  # type: ignore[type-var]
    return [one for one in found if figure(one) == best]


def _local(round_: PlayedRound) -> datetime | None:
    return round_.logged_at.astimezone(OSLO) if round_.logged_at else None
