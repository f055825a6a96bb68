"""*Krøniken*: what the pages of hat, luck, records and pictures show, put together from facts and judgements."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property

from django.utils import timezone
from django.utils.safestring import SafeString

from league.alphabet import in_order, short_names
from league.amusements import chance, hat, repeat, tormentor
from league.amusements.chance import Luck
from league.amusements.curse import Curse, curses
from league.amusements.tormentor import Together
from league.books import people_named, people_of
from league.chase_words import chased
from league.chronicle import (
    evenings_of,
    evenings_of_most_strek,
    hats_taken_home,
    last_played,
    next_played,
    round_numbered,
    strek_in_all,
    strek_since,
)
from league.facts import EveningFacts, by_play
from league.feats import Feat, Feats
from league.models import Person, Season
from league.person_page import Bar, bars
from league.race import Runner, race_chart
from league.standings import race
from league.statistics import Share
from league.year_page import YearPage

LEVELS = 4  # shades of an evening in the calendar
FAR_OUT = (0.75, 1.5, 2.25)  # standard deviations from which a square of the grid is darker
WORST = 3  # pairs named
EVERY = 500  # strek, over all years
LATEST = 10  # evenings with such a strek; those before stand under their seasons


@dataclass(frozen=True, slots=True)
class Home:
    """One stay of the hat; `name` "" where nobody knows whose home it was."""

    name: str
    stay: hat.Stay


@dataclass(frozen=True, slots=True)
class Pair:
    """What befell one person in his rounds with another."""

    name: str
    other: str
    figures: Together


@dataclass(frozen=True, slots=True)
class Shade:
    """One evening in the calendar, the darker the more strek."""

    day: date
    evening: int
    strek: int
    level: int  # from 0
    void: bool  # it does not count


@dataclass(frozen=True, slots=True)
class Month:
    first_day: date
    shades: list[Shade] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Square:
    """His strek in the rounds with one other, the darker the farther above what was expected."""

    strek: int | None  # None: himself, or they have not sat together
    level: int = 0  # 0 to 3


@dataclass(frozen=True, slots=True)
class Line:
    """Who loses: one row of the grid."""

    name: str
    squares: list[Square]


class ChroniclePage(YearPage):
    """A season's facts in the order of play, and the names of all in them. Each page is one part of the chronicle."""

    @cached_property
    def evenings(self) -> list[EveningFacts]:
        return sorted(self.facts.evenings, key=by_play)

    @cached_property
    def labels(self) -> dict[int, str]:
        return short_names(self.people.values())

    @property
    def unrecorded(self) -> int:
        """Standing rounds that do not say who played or in which order."""
        return sum(not round_.recorded for evening in self.evenings for round_ in evening.standing)

    def _people(self) -> set[int]:
        return super()._people() | people_of(self.facts)


class PicturesPage(ChroniclePage):
    """The season as a race, with one line standing out, and its evenings in a calendar."""

    def __init__(self, season: Season, chosen: int | None) -> None:
        super().__init__(season)
        self.wanted = chosen

    @cached_property
    def ranks(self) -> dict[int, tuple[int | None, ...]]:
        return race(self.facts, self.alphabet, self.judged)

    @cached_property
    def runners(self) -> list[tuple[int, str, tuple[int | None, ...]]]:
        """Everybody in the race, as they stand at the end."""
        order = [row.person for row in self.standings.rows if row.person in self.ranks]
        return [(person, self.labels[person], self.ranks[person]) for person in order]

    @property
    def chosen(self) -> int | None:
        """Whose line stands out: the one asked for, else whoever leads."""
        return self.wanted if self.wanted in self.ranks else next((person for person, *_rest in self.runners), None)

    @property
    def race(self) -> SafeString:
        days = [evening.date for evening, verdict in self.judged if verdict.counts]
        return race_chart([Runner(name, ranks, person == self.chosen) for person, name, ranks in self.runners], days)

    @cached_property
    def months(self) -> list[Month]:
        """The season's evenings, those months only that have any."""
        found: dict[date, Month] = {}
        numbers = {evening.id: len(evening.standing) for evening in self.evenings}
        fewest, most = min(numbers.values(), default=0), max(numbers.values(), default=0)
        for evening, verdict in self.judged:
            strek, first_day = numbers[evening.id], evening.date.replace(day=1)
            level = LEVELS * (strek - fewest) // (most - fewest + 1)
            void = not verdict.counts and evening.id not in self.running
            shade = Shade(evening.date, evening.id, strek, level, void)
            found.setdefault(first_day, Month(first_day)).shades.append(shade)
        return list(found.values())


class LuckPage(ChroniclePage):
    """What befell the season's players, beside what luck would give."""

    @cached_property
    def repeats(self) -> dict[int, Luck]:
        return repeat.repeats(self.evenings)

    @cached_property
    def repeat(self) -> Luck:
        """*Med alle fordeler*, everybody's rounds together."""
        return chance.together(self.repeats)

    @cached_property
    def curses(self) -> dict[int, Curse]:
        return curses(self.evenings)

    @cached_property
    def at_home(self) -> Luck:
        """All hosts' rounds at home together."""
        return chance.together({person: curse.home for person, curse in self.curses.items()})

    @cached_property
    def away(self) -> Luck:
        """The same people's rounds away."""
        return chance.together({person: curse.away for person, curse in self.curses.items()})

    @property
    def home_bars(self) -> list[Bar]:
        """Each host's strek per round at home, in the order of the alphabet."""
        hosts = in_order(self.people[person] for person in self.curses)
        return bars({self.labels[host.pk]: _share(self.curses[host.pk].home) for host in hosts})

    @cached_property
    def together(self) -> dict[tuple[int, int], Together]:
        return tormentor.together(self.evenings)

    @cached_property
    def known_pairs(self) -> list[Together]:
        return tormentor.known_enough(self.together.values())

    @cached_property
    def tormented(self) -> list[Pair]:
        """Those who fare worst beside one another."""
        return self._pairs(tormentor.worst(self.known_pairs)[:WORST])

    @cached_property
    def as_far_out(self) -> Fraction:
        """So many of all pairs, at most, luck would put as far out as the worst."""
        return len(self.known_pairs) * self.tormented[0].figures.luck.chance

    def _pairs(self, found: Iterable[Together]) -> list[Pair]:
        return [Pair(self.labels[one.person], self.labels[one.other], one) for one in found]

    @cached_property
    def grid(self) -> list[Line]:
        """Who loses with whom; rows and columns in the order of the alphabet."""
        return [
            Line(self.labels[row.pk], [self._square(row.pk, column.pk) for column in self.sitters])
            for row in self.sitters
        ]

    @cached_property
    def sitters(self) -> list[Person]:
        """Those who have sat long enough with somebody to be in the grid."""
        return in_order(self.people[person] for person in {pair.person for pair in self.known_pairs})

    @property
    def columns(self) -> list[str]:
        return [self.labels[person.pk] for person in self.sitters]

    def _square(self, person: int, other: int) -> Square:
        found = self.together.get((person, other))
        if found is None:
            return Square(None)
        if found.luck.rounds < tormentor.LEAST:
            return Square(found.luck.observed)
        return Square(found.luck.observed, bisect_right(FAR_OUT, found.luck.deviation))


class HatPage(ChroniclePage):
    """The hat's journey through the season."""

    @cached_property
    def homes(self) -> list[Home]:
        return [self._home(stay) for stay in self.stays]

    @cached_property
    def longest_stay(self) -> Home | None:
        stay = hat.longest(self.stays)
        return self._home(stay) if stay else None

    @cached_property
    def stays(self) -> list[hat.Stay]:
        """Where the hat has been, newest first, from whoever had it when the season began."""
        moved_on = next_played(self.facts.last_day) if self.facts.last_day else None
        stays = hat.travels([*last_played(before=self.season.first_day), *self.evenings], moved_on or self.today)
        return [stay for stay in stays[::-1] if stay.last_day >= self.season.first_day]

    def _home(self, stay: hat.Stay) -> Home:
        return Home(self.labels[stay.person] if stay.person else "", stay)

    def _people(self) -> set[int]:
        """Whoever had it when the season began may not have come since."""
        return super()._people() | {stay.person for stay in self.stays if stay.person}


class RecordsPage(ChroniclePage):
    """The season's records."""

    @cached_property
    def records(self) -> list[Feat]:
        feats = Feats(self.evenings, self.labels.__getitem__)
        return [
            *feats.clean_evening(),
            *feats.clean_run(),
            *feats.most_in_one_evening(),
            *feats.hat_tricks(),
            *feats.after_midnight(),
            *feats.round_numbers(before=strek_in_all() - strek_since(self.season.first_day)),
        ]


class PersonChronicle(LuckPage, HatPage):
    """One person's amusements in a season."""

    def __init__(self, person: Person, season: Season, *, you: bool) -> None:
        self.person = person
        self.you = you
        super().__init__(season)

    @property
    def name(self) -> str:
        return self.labels[self.person.pk]

    @cached_property
    def chase(self) -> list[str]:
        return chased(self, self.person.pk, self.labels.__getitem__, you=self.you)

    @cached_property
    def my_homes(self) -> list[Home]:
        return [home for home in self.homes if home.stay.person == self.person.pk]

    @cached_property
    def hat_days(self) -> int:
        return sum(home.stay.days for home in self.my_homes)

    @property
    def my_repeat(self) -> Luck | None:
        return self.repeats.get(self.person.pk)

    @property
    def my_curse(self) -> Curse | None:
        return self.curses.get(self.person.pk)

    @cached_property
    def my_pairs(self) -> list[Pair]:
        """He beside each of the others, the worst for him first."""
        mine = [pair for pair in self.known_pairs if pair.person == self.person.pk]
        return self._pairs(sorted(mine, key=lambda pair: (-pair.luck.deviation, pair.other)))

    @property
    def tormentor(self) -> Pair | None:
        """With whom he fares worst."""
        return next((pair for pair in self.my_pairs if pair.figures.luck.deviation > 0), None)

    @property
    def as_far_out_for_me(self) -> Fraction:
        """So many of his pairs, at most, luck would put as far out as the worst."""
        return len(self.my_pairs) * self.my_pairs[0].figures.luck.chance

    @cached_property
    def my_records(self) -> list[Feat]:
        him = self.person.pk
        feats = Feats(self.evenings, lambda _him: "")  # whose they are goes without saying
        return [
            *feats.clean_evening(him),
            *feats.clean_run(him),
            *feats.most_in_one_evening(him),
            *feats.hat_tricks(him),
        ]

    def _people(self) -> set[int]:
        return super()._people() | {self.person.pk}


class LifetimeHat:
    """The hat's days over all years."""

    def __init__(self) -> None:
        self.stays = hat.stays(hats_taken_home(), timezone.localdate())
        self.labels = short_names(people_named(stay.person for stay in self.stays if stay.person).values())

    @cached_property
    def hat_days(self) -> list[tuple[str, int]]:
        """Days with each, most first."""
        return [(self.labels[person], days) for person, days in hat.days_with(self.stays).most_common() if days]

    @cached_property
    def longest_stay(self) -> Home | None:
        stay = hat.longest(self.stays)
        return Home(self.labels[stay.person], stay) if stay and stay.person else None


class LifetimeRecords:
    """All years' records, as far as they can be told from a few evenings that the database points out."""

    def __init__(self) -> None:
        most, numbered = evenings_of_most_strek(), round_numbered(every=EVERY, latest=LATEST)
        evenings = evenings_of(most | numbered.keys())
        mattises = {round_.mattis for evening in evenings for round_ in evening.rounds if round_.mattis}
        names = short_names(people_named(mattises).values()).__getitem__
        self.records = Feats([evening for evening in evenings if evening.id in most], names).most_in_one_evening()
        for evening in evenings:
            if evening.id in numbered:
                self.records += Feats([evening], names).round_numbers(before=numbered[evening.id], every=EVERY)


def _share(luck: Luck) -> Share:
    return Share(luck.observed, luck.rounds, luck.expected, approx=False)
