"""Eight phones at once, on whatever database is in use: a real server, real connections, real log-ins."""

import os
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Barrier
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
import time_machine
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from league.errors import Refused, Stale
from league.models import Evening, LogEntry, Office, Round, RoundPlayer, Season
from league.replay import rebuild, stored
from league.services import annual_meeting, attendance, evenings, identity, invitations, pens, rounds
from league.verbs import Verb
from tests.factories import NAMES, PASSWORD, actor, at, day, found_club, guest, login, named, open_evening, play

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parent.parent.parent
WRITERS = NAMES[:8]
TAPS = 6  # strek by each of them


# --- Real connections, in this process


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each act gave, or how it was refused; they begin together, each with its own connection."""
    ready = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        ready.wait()
        try:
            return act()
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_f04_the_same_tap_coming_twice_at_once_is_one_strek():
    found_club("Arne", "Berit")
    keeper, berit = actor(), named("Berit")
    evening = open_evening_now()

    def tap() -> Round:
        return rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=berit, token="tap-1")

    first, second = at_once(tap, tap)
    assert first == second
    assert Round.objects.count() == 1


def test_who_is_merged_while_a_round_is_logged_does_not_play_it_twice():
    found_club("Arne", "Berit")
    keeper, double, kept = actor(), guest("B."), named("Berit")
    evening = open_evening_now()
    for person in (double, kept):
        attendance.arrive(actor=keeper, evening_id=evening.pk, person=person)

    def merge() -> Any:
        return identity.merge(actor=keeper, double=double, kept=kept, seen=1)

    def tap() -> Round:
        return rounds.add_round(actor=keeper, evening_id=evening.pk, table=1, mattis=named("Arne"))

    answer, round_ = at_once(merge, tap)
    players = RoundPlayer.objects.filter(round=round_).count()
    assert players == (3 if isinstance(answer, Refused) else 2)


def test_two_phones_that_open_the_same_evening_at_once_open_one():
    found_club("Arne", "Berit")
    keeper, arne = actor(), named("Arne")

    def opening(token: str) -> Callable[[], Evening]:
        return lambda: evenings.open_evening(actor=keeper, day=day(3, 5), host=arne, token=token)

    answers = at_once(opening("tap-1"), opening("tap-2"))
    assert Evening.objects.count() == 1
    assert sorted(type(answer).__name__ for answer in answers) == ["Evening", "Refused"]


def test_two_who_enter_one_code_at_once_do_not_both_get_the_pen():
    found_club("Arne", "Berit", "Carl")
    keeper, takers = actor(), [named("Berit"), named("Carl")]
    _pen, code = pens.give_pen(actor=keeper, evening_id=open_evening_now().pk)
    answers = at_once(*(lambda taker=taker: pens.take_pen(actor=keeper, person=taker, code=code) for taker in takers))
    assert sorted(type(answer).__name__ for answer in answers) == ["Pen", "Refused"]


def test_two_phones_that_open_with_those_who_said_yes_at_once_open_one_evening():
    found_club("Arne", "Berit", "Carl")
    keeper, tonight = actor(), evenings.suggested_date(timezone.now())
    with time_machine.travel(at(tonight - timedelta(days=1), "12.00")):
        coming = invitations.invite(actor=keeper, starts_at=at(tonight, "19.00"), host=named("Arne"))
        for name in ("Arne", "Berit"):
            invitations.answer_invitation(actor=keeper, invitation=coming, person=named(name), coming=True, seen=0)

    def opening(token: str) -> Callable[[], Evening]:
        return lambda: invitations.open_invited(actor=keeper, invitation=coming, with_answers=True, token=token)

    first, second = at_once(opening("tap-1"), opening("tap-2"))
    assert first == second
    assert first.attendances.count() == 2


def test_two_phones_that_open_one_evening_each_at_once_open_two_in_one_season():
    found_club("Arne", "Berit")
    keeper, hosts = actor(), [named("Arne"), named("Berit")]
    answers = at_once(
        *(lambda host=host: evenings.open_evening(actor=keeper, day=day(12, 30, 2024), host=host) for host in hosts)
    )
    assert {answer.host for answer in answers} == set(hosts)
    assert LogEntry.objects.filter(verb=Verb.ADD_SEASON).count() == 2  # 2024 and 2025, once each


def test_f06_of_two_corrections_at_once_one_is_stored_and_the_other_told():
    found_club("Arne", "Berit", "Carl")
    keeper = actor()
    round_ = play(day(3, 5), losers=["Arne"]).rounds.get()

    def correction(name: str) -> Callable[[], Round]:
        mattis = named(name)
        return lambda: rounds.correct_round(
            actor=keeper, round_id=round_.pk, seen=1, mattis=mattis, players=None, reason="feil navn"
        )

    answers = at_once(correction("Berit"), correction("Carl"))
    (done,) = [answer for answer in answers if isinstance(answer, Round)]
    (told,) = [answer for answer in answers if isinstance(answer, Stale)]
    assert Round.objects.get().mattis == done.mattis
    assert [entry.verb for entry in told.entries] == [Verb.CORRECT_ROUND]


def test_f01_two_moves_in_opposite_directions_do_not_wait_for_each_other():
    found_club("Arne", "Berit")
    keeper = actor()
    first, second = play(day(3, 5), losers=["Arne"]), play(day(3, 12), losers=["Berit"])

    def moving(origin: Evening, target: Evening) -> Callable[[], list[Round]]:
        round_ = origin.rounds.get()
        return lambda: rounds.move_rounds(
            actor=keeper, seen={round_.pk: round_.version}, to_evening_id=target.pk, table=1, reason="feil kveld"
        )

    at_once(moving(first, second), moving(second, first))
    assert [one.mattis.name for one in first.rounds.all()] == ["Berit"]
    assert [one.mattis.name for one in second.rounds.all()] == ["Arne"]


def test_a_round_written_while_its_season_is_closed_comes_before_or_is_refused():
    found_club("Arne", "Berit", "Carl")
    keeper, season = actor(), Season.objects.get()
    round_ = play(day(3, 5), losers=["Arne"]).rounds.get()

    def closing() -> Season:
        today = timezone.localdate()
        return annual_meeting.close_season(actor=keeper, season=season, seen=season.version, meeting=today)

    def correcting() -> Round:
        return rounds.strike_round(actor=keeper, round_id=round_.pk, seen=round_.version, reason="feil")

    closed, written = at_once(closing, correcting)
    assert closed.closed_at is not None
    (end,) = LogEntry.objects.filter(verb=Verb.CLOSE_SEASON)
    if isinstance(written, Refused):
        assert "er avsluttet" in str(written)
    assert LogEntry.objects.filter(verb=Verb.STRIKE_ROUND, pk__lt=end.pk).exists() == isinstance(written, Round)
    assert not LogEntry.objects.filter(verb=Verb.STRIKE_ROUND, pk__gt=end.pk).exists()


def open_evening_now() -> Evening:
    """An evening of today with everybody there: the server goes by the real clock."""
    return open_evening(evenings.suggested_date(timezone.now()))


# --- A real server


@dataclass
class Phone:
    """A logged-in browser without the browser."""

    address: str
    name: str

    def __post_init__(self) -> None:
        self.cookies = CookieJar()
        self.open = build_opener(HTTPCookieProcessor(self.cookies)).open
        path = reverse("account_login")
        self.get(path)
        page = self.post(path, login=f"{self.name.lower()}@example.org", password=PASSWORD)
        assert reverse("account_logout") in page, f"{self.name} was not let in"

    def get(self, path: str) -> str:
        return str(self.open(self.address + path, timeout=60).read().decode())

    def post(self, path: str, **fields: Any) -> str:
        """The answer, wherever it leads. Raises HTTPError for a status of 400 and above."""
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        body = urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        with self.open(Request(self.address + path, body), timeout=60) as answer:
            return str(answer.read().decode())


def database_url() -> str:
    """The test database, as another process has to be told."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    who = f"{settings['USER']}:{settings['PASSWORD']}" if settings["PASSWORD"] else settings["USER"]
    return f"postgres://{who}@{settings['HOST']}:{settings['PORT']}/{settings['NAME']}"


@pytest.fixture
def server(transactional_db) -> Iterator[str]:
    """The address of gunicorn, run as make run does, on the test database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "league.wsgi", "--bind", f"127.0.0.1:{port}"]
    workers = ["--worker-class", "gthread", "--workers", "2", "--threads", "4", "--log-level", "warning"]
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "SECRET_KEY": "k" * 50,
    }
    process = subprocess.Popen([*command, *workers], cwd=ROOT, env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(300):
        assert process.poll() is None, "gunicorn ended"
        try:
            build_opener().open(address + "/favicon.ico", timeout=5)
        except HTTPError:
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("gunicorn does not answer")


def test_eight_writers_at_once_store_every_tap_once_and_nobody_sees_an_error(server):
    """Each of them sends every tap twice."""
    found_club()
    for name in WRITERS[1:]:
        login(name, office=Office.Kind.KEEPER)
    evening = open_evening_now()
    path = reverse("round_add", args=[evening.pk, 1])
    phones = [Phone(server, name) for name in WRITERS]
    ready = Barrier(len(phones))

    def play_on(phone: Phone) -> list[str]:
        ready.wait()
        loser = named(phone.name).pk
        connection.close()
        answers = []
        for number in range(TAPS):
            fields = {"mattis": loser, "token": f"{phone.name}-{number}"}
            answers += [phone.post(path, **fields), phone.post(path, **fields)]
        return answers

    with ThreadPoolExecutor(len(phones)) as pool:
        answers = [answer for given in pool.map(play_on, phones) for answer in given]

    assert len(answers) == 2 * TAPS * len(WRITERS)
    assert not [answer for answer in answers if re.search(r'role="alert"|class="error"', answer)]
    tokens = list(LogEntry.objects.filter(verb=Verb.ADD_ROUND).values_list("token", flat=True))
    assert Counter(tokens) == Counter(f"{name}-{number}" for name in WRITERS for number in range(TAPS))
    lost = Counter(Round.objects.standing().values_list("mattis__name", flat=True))
    assert lost == dict.fromkeys(WRITERS, TAPS)
    places = list(Round.objects.in_order().values_list("place", flat=True))
    assert places == [float(number) for number in range(1, TAPS * len(WRITERS) + 1)]
    assert RoundPlayer.objects.count() == TAPS * len(WRITERS) * len(NAMES)
    assert rebuild(LogEntry.objects.order_by("pk")) == stored()
