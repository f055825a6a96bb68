"""The demo club: four years of old books, and what has been played since, up to the day before it is made.

Everything goes through the services with the clock set back, so its log is like any club's. The same
day gives the same club.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from functools import partial
from operator import itemgetter
from random import Random

from django.conf import settings
from django.utils import timezone

from league.awards import Table
from league.books import people_named, season_facts
from league.demo.clock import Clock
from league.demo.night import ROUND, Night, Plan
from league.facts import Title
from league.importing.service import import_book
from league.importing.values import Choices
from league.models import Leave, MemberPeriod, Office, Person, Season, User
from league.quorum import Quorum
from league.services import annual_meeting, awards, evenings, invitations, offices, people, seasons
from league.standings import standings
from league.tonight import suggested_host

NAME = "Annenhver torsdag"
PASSWORD = "vaflertilalle"  # noqa: S105  # to a club of nobody

BOOKS = ("mattisbok-2022-excel.csv", "mattisbok-2023.xlsx", "runder-2024.csv", "mattisbok-2025.csv")
BEGAN = date(2022, 1, 1)  # the oldest book
FIRST_EVENING = date(2026, 1, 8)  # a fortnight after the last one in the books
FORTNIGHT = timedelta(days=14)

# Members, with the day they came and the strek they may expect in a year: as in the old books.
MEMBERS = {
    "Arne Øvergård": (BEGAN, 22),
    "Bjørn Åsheim": (BEGAN, 23),
    "Dag-Erik Lie": (BEGAN, 14),
    "Eirik Sæther": (BEGAN, 20),
    "Frode Nygård": (BEGAN, 15),
    "Geir Hågensen": (BEGAN, 20),
    "Håkon Brå": (BEGAN, 31),
    "Jan Åge Vik": (BEGAN, 13),
    "Kåre Myhr": (BEGAN, 27),
    "Magne Tveit": (BEGAN, 18),
    "Odd Rune Ås": (date(2023, 1, 1), 18),
    "Pål Ødegård": (date(2024, 1, 1), 17),
}
# From before the oldest book: årets spiller and årets Mattis.
OLD_WINNERS = {
    "2019": ("Dag-Erik Lie", "Håkon Brå"),
    "2020": ("Rolf Tangen", "Kåre Myhr"),
    "2021": ("Frode Nygård", "Håkon Brå"),
}
LEAVER, NEWCOMER, AWAY = "Jan Åge Vik", "Tor Aasen", "Magne Tveit"
LOGINS = {
    "formann": ("Arne Øvergård", Office.Kind.CHAIRMAN),
    "bokforer": ("Kåre Myhr", Office.Kind.KEEPER),
    "administrator": ("Eirik Sæther", Office.Kind.ADMINISTRATOR),
    "medlem": ("Pål Ødegård", None),
}

# What is out of the ordinary, counted back from the latest evening.
PLANS = {
    1: Plan(remark="Vafler", during={4: Night.sit_out, 5: Night.note}),
    2: Plan(rounds=8, during={2: Night.split, 6: Night.join}),
    3: Plan(few=True, remark="Halve klubben forkjølet"),
    4: Plan(during={0: lambda night: night.guest("Ivar Brekke")}),
    5: Plan(during={4: Night.slip}),
    6: Plan(during={5: Night.log_twice}, afterwards=Night.strike),
    7: Plan(hostless=True, place="Hytta på Blefjell", remark="Mattistur", rounds=12, during={0: Night.deal}),
    8: Plan(during={3: Night.break_off}),
    9: Plan(remark="Vafler", afterwards=Night.correct),
    10: Plan(during={4: Night.remember}),
    13: Plan(few=True),
    15: Plan(during={0: lambda night: night.guest("")}),
    17: Plan(remark="Vafler med brunost", during={3: Night.sit_out}),
    20: Plan(hostless=True, place="Kroa", during={0: Night.deal}),
}


def address(login: str) -> str:
    """Of a log-in; nobody can have one like this."""
    return f"{login}@torsdag.example"


def fill(clock: Clock, *, tonight: bool) -> None:
    """Fill an empty database; with `tonight` there is an evening today, open and under way."""
    now = clock.now
    today = evenings.suggested_date(now)
    club = Club(clock)
    days = list(_thursdays(today))
    acts: list[tuple[date, Callable[[date], None]]] = [
        (_latest(3, 1, today), club.replace_a_member),
        (_latest(9, 1, today), club.give_leave),
        *((day, partial(club.spend_evening, PLANS.get(back, Plan()))) for back, day in enumerate(days[::-1], start=1)),
    ]
    for day, act in sorted(acts, key=itemgetter(0)):
        if day >= FIRST_EVENING:
            act(day)
    club.call_in(next(_thursdays_from(today)), now)
    if tonight:
        club.begin_evening(today, now)


class Club:
    """The club as it goes along. Made on the day it takes the book into use and brings its old books."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.chance = Random(1)  # noqa: S311
        self.clock.now = _at(FIRST_EVENING - timedelta(days=6), 19)
        self.chairman = self._found()
        self.keeper = self._let_in()
        self._import_books()
        self._hold_meeting()

    def replace_a_member(self, day: date) -> None:
        """One has had enough, and another comes in his place."""
        self.clock.now = _at(day, 12)
        period = MemberPeriod.objects.get(person__name=LEAVER)
        people.change_period(
            actor=self.chairman,
            period=period,
            seen=period.version,
            first_day=period.first_day,
            last_day=day - timedelta(days=1),
        )
        people.add_person(actor=self.chairman, name=NEWCOMER, member_from=day)

    def give_leave(self, day: date) -> None:
        """Two months abroad."""
        self.clock.now = _at(day, 12)
        person = Person.objects.get(name=AWAY)
        last_day = day + timedelta(days=60)
        people.add_period(actor=self.chairman, kind=Leave, person=person, first_day=day, last_day=last_day)

    def spend_evening(self, plan: Plan, day: date) -> None:
        """From the first one through the door to the last round, and what is mended the day after."""
        self.clock.now = _at(day, 19)
        night = self._open(plan, day)
        here = self._comers(night, plan)
        late, early = self.chance.randint(0, 2), self.chance.randint(0, 2)
        night.arrive(here[: len(here) - late])
        last = plan.rounds or self.chance.randint(6, 11)
        for number in range(last):
            if number in plan.during:
                plan.during[number](night)
            if number == 2:
                night.arrive(here[len(here) - late :])
            night.play()
            if number == last - 3:
                night.go_home(here[1 : 1 + early])
        night.close()
        if plan.afterwards:
            self.clock.now = _at(day + timedelta(days=1), 12)
            plan.afterwards(night)

    def call_in(self, day: date, now: datetime) -> None:
        """The next evening, to which most have answered and some have not."""
        self.clock.now = now - timedelta(hours=3)
        coming = invitations.invite(
            actor=self.keeper,
            starts_at=_at(day, 19),
            host=suggested_host(day),
            remark="Vafler",
            answer_by=day - timedelta(days=2),
        )
        for number, person in enumerate(Person.objects.members_on(day).order_by("pk")[:8]):
            invitations.answer_invitation(
                actor=self.keeper, invitation=coming, person=person, coming=number < 7, seen=0
            )

    def begin_evening(self, day: date, now: datetime) -> None:
        """An evening that is still going on, with a round under way."""
        self.clock.now = max(_at(day, 6), now - timedelta(minutes=150))
        night = self._open(Plan(), day)
        night.arrive(self._comers(night, Plan()))
        while now - self.clock.now > timedelta(minutes=ROUND[1]):
            night.play()

    def _found(self) -> User:
        """The members of the first book, and those who came later. The chairman's log-in."""
        first, *others = [name for name, (since, _) in MEMBERS.items() if since == BEGAN]
        founders = seasons.Founders(first, address("formann"), PASSWORD, tuple(others))
        chairman = seasons.found_club(name=NAME, founders=founders, percent=65, first_day=BEGAN)
        for name, (since, _) in MEMBERS.items():
            if since > BEGAN:
                people.add_person(actor=chairman, name=name, member_from=since)
        return chairman

    def _let_in(self) -> User:
        """A log-in for each office, and each office to its man: the founder had two. The keeper's log-in."""
        for login, (name, kind) in LOGINS.items():
            person = Person.objects.get(name=name)
            if person != self.chairman.person:
                user = offices.give_login(actor=self.chairman, person=person, email=address(login))
                user.set_password(PASSWORD)
                user.save(update_fields=["password"])
                if kind:
                    offices.give_office(actor=self.chairman, person=person, kind=kind, first_day=BEGAN)
        spare = Office.objects.get(person=self.chairman.person, kind=Office.Kind.ADMINISTRATOR)
        before = BEGAN - timedelta(days=1)
        offices.end_office(actor=self.chairman, office=spare, last_day=before, seen=spare.version)
        return User.objects.get(email=address("bokforer"))

    def _import_books(self) -> None:
        for name in BOOKS:
            data = (settings.BASE_DIR / "fixtures" / "books" / name).read_bytes()
            import_book(data, actor=self.chairman, source=name, choices=Choices(unnamed_guests=True))

    def _hold_meeting(self) -> None:
        """The years of the old books are closed and their winners named; the list goes farther back."""
        for year, names in OLD_WINNERS.items():
            for title, name in zip(Title, names, strict=True):
                person = Person.objects.filter(name=name).first()
                awards.add_winner(actor=self.chairman, title=title, year=year, person=person, name=name)
        for season in Season.objects.order_by("first_day"):
            day = min(season.first_day.replace(year=season.first_day.year + 1, day=15), timezone.localdate())
            closed = annual_meeting.close_season(actor=self.chairman, season=season, seen=season.version, meeting=day)
            facts = season_facts(closed)
            table = Table.of(standings(facts), facts.rules)
            for title in Title:
                if winners := people_named(table.named(title)):
                    awards.name_award(
                        actor=self.chairman,
                        season=closed,
                        title=title,
                        people=winners.values(),
                        day=day,
                        meeting="årsmøtet",
                    )

    def _open(self, plan: Plan, day: date) -> Night:
        host = None if plan.hostless else suggested_host(day)
        self.clock.wait(self.chance.uniform(0, 15))
        evening = evenings.open_evening(actor=self.keeper, day=day, host=host, place=plan.place, remark=plan.remark)
        return Night(
            self.clock, self.chance, self.keeper, evening, {name: strek for name, (_, strek) in MEMBERS.items()}
        )

    def _comers(self, night: Night, plan: Plan) -> list[Person]:
        """Who comes, the host first."""
        day = night.evening.date
        away = Leave.objects.running(day).values("person")
        members = list(Person.objects.members_on(day).exclude(pk__in=away).order_by("pk"))
        needed = Quorum(present=0, members=len(members), percent=65).needed
        number = needed - 1 if plan.few else self.chance.randint(needed, len(members))
        host = [person for person in members if person == night.evening.host]
        others = [person for person in members if person != night.evening.host]
        return host + self.chance.sample(others, number - len(host))


def _thursdays(today: date) -> Iterator[date]:
    """Every second Thursday before today, but in July."""
    day = FIRST_EVENING
    while day < today:
        if day.month != 7:
            yield day
        day += FORTNIGHT


def _thursdays_from(today: date) -> Iterator[date]:
    """Every second Thursday after today, but in July."""
    return (day for day in _thursdays(date.max) if day > today)


def _latest(month: int, day: int, today: date) -> date:
    """The last such day that is not to come."""
    this_year = date(today.year, month, day)
    return this_year if this_year <= today else date(today.year - 1, month, day)


def _at(day: date, hour: int) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(hour)))
