"""Every address × method × role, in one table.

A new address without a line here fails `test_every_address_has_its_line`. To add one, write

    Line("name of the URL", "GET POST", WHO),

where WHO is one of the sets below. Ids in the address are found by the name of its parameter in `world`;
give another as `Line(..., evening_id="ended_evening")`, or add a new name to `world`. The sets say what PRODUCT.md
says (*Offices and access*), not what the code does.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from allauth.account.adapter import get_adapter
from django.apps import apps
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, URLPattern, get_resolver, reverse
from django.utils.functional import SimpleLazyObject

from games.services import disputes, house, records
from league.facts import OpenToAll, Title
from league.models import Leave, MemberPeriod, Office, Round, Season, User
from league.permissions import rights_of
from league.pictures import Picture
from league.services import awards, identity, invitations, offices, penalties, pens, people, photos, settings
from league.tokens import LinkTokens
from tests.factories import PASSWORD, actor, at, client_of, day, found_club, login, named, open_evening, play, strek

pytestmark = pytest.mark.django_db

TODAY = day(3, 5)
NOW = at(TODAY, "21.00")

ROLES = (
    "anonymous",
    "reader",  # came by a link for reading
    "revoked",  # came by a link that has been revoked since
    "stranger",  # a log-in that belongs to nobody in the book
    "operator",  # the same, with Django's own pages
    "ended",
    "member",
    "pen",  # a member who holds the pen of the evening that is open
    "keeper",
    "chairman",
    "administrator",
)

METHODS = ("GET", "POST", "PUT", "DELETE")
ANY = " ".join(METHODS)  # a view of a library's, which answers other methods in its own way

EVERYBODY = frozenset(ROLES)
LOGGED_IN = EVERYBODY - {"anonymous", "reader", "revoked"}
MEMBERS = frozenset({"member", "pen", "keeper", "chairman", "administrator"})
READERS = MEMBERS | {"reader"}
PEOPLE = frozenset({"keeper", "chairman", "administrator"})  # members, guests, old books
KEEPERS = frozenset({"keeper", "chairman"})  # evenings and rounds
TONIGHT = KEEPERS | {"pen"}  # the evening that is open, by office or by the pen
NAMES_KEEPERS = frozenset({"chairman", "administrator"})  # and gives log-ins and links
CHAIR = NAMES_KEEPERS  # settings, seasons, rulings
NAMES_CHAIRMEN = frozenset({"administrator"})
TOOK_PART = MEMBERS  # all of them were there that evening
NOBODY: frozenset[str] = frozenset()  # not there any more: everybody gets 404


class Line:
    """One address, its methods, and the roles it lets in. `ids`: parameter of the address = name in `world`."""

    def __init__(self, name: str, methods: str, roles: frozenset[str], **ids: str) -> None:
        self.name = name
        self.methods = methods.split()
        self.any_method = methods == ANY
        self.roles = roles
        self.ids = ids


TABLE = [
    # --- The log-in
    Line("account_login", ANY, EVERYBODY),
    Line("account_inactive", ANY, EVERYBODY),
    Line("account_logout", ANY, EVERYBODY),
    Line("account_change_password", ANY, LOGGED_IN),
    Line("account_reset_password_from_key", ANY, EVERYBODY),
    # --- The table
    Line("front", "GET", READERS),
    Line("table", "GET", READERS),
    Line("lifetime", "GET", READERS),
    Line("how", "GET", READERS),
    # --- The referee
    Line("referee", "GET", READERS),
    Line("referee_play", "GET", READERS),
    Line("practice", "GET", MEMBERS),
    Line("practice_begin", "POST", MEMBERS),
    Line("practice_play", "POST", MEMBERS),
    Line("practice_give_up", "POST", MEMBERS),
    Line("house_rules", "GET", READERS),
    Line("house_rules_choose", "GET POST", NAMES_KEEPERS),
    Line("house_rules_drop", "POST", NAMES_KEEPERS),
    Line("record", "GET", READERS),
    Line("record_write", "GET POST", TOOK_PART),
    Line("draft_save", "POST", TOOK_PART),
    Line("record_start", "GET POST", TOOK_PART),
    Line("record_tap", "GET", TOOK_PART),
    Line("record_tap_play", "POST", TOOK_PART),
    Line("record_tap_undo", "POST", TOOK_PART),
    Line("record_tap_save", "POST", TOOK_PART),
    Line("disputes", "GET", MEMBERS),
    Line("dispute", "GET", MEMBERS),
    Line("dispute_now", "POST", TOOK_PART),
    Line("dispute_round", "POST", TOOK_PART),
    Line("dispute_tell", "GET POST", TOOK_PART),
    Line("dispute_explain", "GET POST", TOOK_PART),
    Line("dispute_position", "POST", TOOK_PART),
    Line("dispute_photo", "GET POST", TOOK_PART),
    Line("dispute_picture", "GET", MEMBERS),
    Line("dispute_rule", "GET POST", NAMES_KEEPERS),
    Line("dispute_reopen", "GET POST", NAMES_KEEPERS),
    # --- Evenings and rounds
    Line("evening_today", "GET", READERS),
    Line("evening_new", "GET", KEEPERS),
    Line("evening_open", "POST", KEEPERS),
    Line("pending_tap", "GET", EVERYBODY),  # only what this browser tried before; asks for the log-in in its turn
    Line("evening", "GET", READERS),
    Line("evening_table", "GET", READERS),
    Line("round_add", "POST", TONIGHT),
    Line("round_void_add", "GET POST", TONIGHT),
    Line("round_insert", "GET POST", TONIGHT),
    Line("arrive", "POST", TONIGHT),
    Line("guest_add", "POST", TONIGHT),
    Line("tables_join", "POST", TONIGHT),
    Line("seats", "GET POST", TONIGHT),
    Line("evening_close", "POST", TONIGHT),
    Line("evening_edit", "GET POST", TONIGHT),
    Line("evening_attendance", "GET POST", KEEPERS, evening_id="ended_evening"),
    Line("evening_reopen", "GET POST", KEEPERS, evening_id="ended_evening"),
    Line("evening_discard", "POST", KEEPERS),
    Line("evening_decide", "POST", KEEPERS),
    Line("rounds_move", "GET POST", KEEPERS),
    Line("photo", "GET", MEMBERS, evening_id="ended_evening"),
    Line("photo_add", "GET POST", MEMBERS),
    Line("photo_remove", "POST", MEMBERS),
    Line("not_here", "POST", TONIGHT),
    Line("go_home", "POST", TONIGHT),
    Line("come_back", "POST", TONIGHT),
    Line("sit_out", "POST", TONIGHT),
    Line("sit_in", "POST", TONIGHT),
    Line("choose_dealer", "POST", TONIGHT),
    Line("change_table", "POST", TONIGHT),
    Line("round_edit", "GET", TONIGHT),
    Line("round_undo", "POST", TONIGHT),
    Line("round_redo", "POST", TONIGHT),
    Line("round_correct", "POST", TONIGHT),
    Line("round_strike", "POST", TONIGHT),
    Line("round_void", "POST", TONIGHT),
    Line("round_restore", "POST", TONIGHT),
    Line("round_note", "POST", TONIGHT),
    Line("pen_give", "GET POST", KEEPERS),
    Line("pen_end", "POST", KEEPERS),
    Line("pen_take", "GET POST", MEMBERS),
    Line("pen_code", "GET", MEMBERS),
    # --- Evenings to come
    Line("invitations", "GET", MEMBERS),
    Line("invitation", "GET", MEMBERS),
    Line("invitation_answer", "POST", MEMBERS),
    Line("invitation_add", "GET POST", KEEPERS),
    Line("invitation_change", "GET POST", KEEPERS),
    Line("invitation_cancel", "GET POST", KEEPERS),
    Line("invitation_remind", "POST", KEEPERS),
    Line("invitation_open", "POST", KEEPERS),
    Line("calendar", "GET", MEMBERS),
    Line("calendar_add", "POST", MEMBERS),
    Line("calendar_revoke", "POST", MEMBERS, link_id="calendar_link"),
    Line("calendar_feed", "GET", EVERYBODY, secret="calendar_secret"),
    # --- The book and the people
    Line("book", "GET", READERS),
    Line("book_season", "GET", READERS),
    Line("books", "GET", READERS),
    Line("people", "GET", READERS),
    Line("person", "GET", READERS),
    Line("person_season", "GET", READERS),
    Line("person_lifetime", "GET", READERS),
    Line("person_add", "GET POST", PEOPLE),
    Line("person_edit", "GET", PEOPLE),
    Line("person_rename", "GET POST", PEOPLE),
    Line("person_delete", "GET POST", PEOPLE),
    Line("person_merge", "GET POST", PEOPLE),
    Line("person_anonymise", "GET POST", NAMES_KEEPERS),
    Line("person_unmerge", "GET POST", PEOPLE, person_id="double"),
    Line("period_add", "GET POST", PEOPLE),
    Line("period_change", "GET POST", PEOPLE),
    Line("period_end", "GET POST", PEOPLE),
    Line("period_delete", "GET POST", PEOPLE),
    Line("leave_add", "GET POST", PEOPLE),
    Line("leave_change", "GET POST", PEOPLE),
    Line("leave_delete", "GET POST", PEOPLE),
    # --- Offices and access
    Line("offices", "GET", READERS),
    Line("keeper_name", "GET POST", NAMES_KEEPERS),
    Line("chairman_name", "GET POST", NAMES_CHAIRMEN),
    Line("administrator_name", "GET POST", NAMES_CHAIRMEN),
    Line("office_end", "GET POST", NAMES_KEEPERS, office_id="keeper_office"),
    Line("office_end", "GET POST", NAMES_CHAIRMEN, office_id="chairman_office"),
    Line("office_end", "GET POST", NAMES_CHAIRMEN, office_id="administrator_office"),
    Line("login", "GET", NAMES_KEEPERS),
    Line("login", "GET", NAMES_CHAIRMEN, person_id="administrator"),
    Line("login_give", "POST", NAMES_KEEPERS),
    Line("login_give", "POST", NAMES_CHAIRMEN, person_id="administrator"),
    Line("login_link", "POST", NAMES_KEEPERS),
    Line("login_link", "POST", NAMES_CHAIRMEN, person_id="administrator"),
    Line("login_address", "GET POST", NAMES_KEEPERS),
    Line("login_address", "GET POST", NAMES_CHAIRMEN, person_id="administrator"),
    Line("login_shut", "POST", NAMES_KEEPERS),
    Line("login_shut", "POST", NAMES_CHAIRMEN, person_id="administrator"),
    Line("login_open", "POST", NAMES_KEEPERS),
    Line("login_open", "POST", NAMES_CHAIRMEN, person_id="administrator"),
    Line("links", "GET", NAMES_KEEPERS),
    Line("link_add", "POST", NAMES_KEEPERS),
    Line("link_revoke", "POST", NAMES_KEEPERS),
    Line("read_by_link", "GET", EVERYBODY),
    # --- Penalties
    Line("penalty_give", "GET POST", CHAIR),
    Line("penalty_strike", "GET POST", CHAIR),
    # --- Settings and seasons
    Line("settings", "GET", CHAIR),
    Line("club_change", "GET POST", CHAIR, what="setting"),
    Line("season_change", "GET POST", CHAIR),
    Line("quorum_add", "GET POST", CHAIR),
    Line("quorum_change", "GET POST", CHAIR, change_id="quorum_change"),
    Line("quorum_delete", "GET POST", CHAIR, change_id="quorum_change"),
    # --- The chronicle
    Line("chronicle", "GET", READERS),
    Line("chronicle_luck", "GET", READERS),
    Line("chronicle_hat", "GET", READERS),
    Line("chronicle_records", "GET", READERS),
    Line("lifetime_hat", "GET", READERS),
    Line("lifetime_records", "GET", READERS),
    Line("person_chronicle", "GET", READERS),
    Line("my_data", "GET", LOGGED_IN),
    Line("my_data_download", "POST", LOGGED_IN),
    Line("person_data", "GET", NAMES_KEEPERS),
    Line("person_data_download", "POST", NAMES_KEEPERS),
    # --- The annual meeting
    Line("seasons", "GET", READERS),
    Line("season", "GET", READERS),
    Line("annual_sheet", "GET", READERS),
    Line("season_close", "GET POST", NAMES_KEEPERS),
    Line("season_reopen", "GET POST", NAMES_KEEPERS),
    Line("player_name", "GET POST", NAMES_KEEPERS),
    Line("mattis_name", "GET POST", NAMES_KEEPERS),
    Line("award_take_back", "GET POST", NAMES_KEEPERS),
    Line("roll", "GET", READERS),
    Line("winner_add", "GET POST", NAMES_KEEPERS),
    Line("trophy", "GET POST", NAMES_KEEPERS),
    Line("diploma", "GET", READERS),
    Line("log", "GET", MEMBERS),
    Line("import_book", "GET POST", PEOPLE),
    Line("import_save", "POST", PEOPLE),
    Line("import_forget", "POST", PEOPLE),
    Line("book_download", "POST", MEMBERS),
    Line("books_download", "POST", MEMBERS),
    Line("table_download", "POST", MEMBERS),
    Line("exports", "GET", NAMES_KEEPERS),
    Line("club_download", "POST", NAMES_KEEPERS),
    Line("setup", "GET POST", NOBODY),
    Line("set_language", "POST", EVERYBODY),
    Line("favicon.ico", ANY, EVERYBODY),
]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    """A club on an evening, with somebody in every role, and the ids an address may ask for.

    One for all the tests: `ask` takes back what a request writes.
    """
    with django_db_blocker.unblock(), time_machine.travel(NOW), transaction.atomic():
        yield settled()
        transaction.set_rollback(True)


def record_of(round_: Round) -> int:
    text = "Regler: club\nSpillere: Anna, Bjørn\nHender: 7h 8h / 9h 3d\nTrumf: ruter\n\n1. 7h 9h\n"
    return records.save_record(actor=actor(), round_=round_, text=text, seen=None).pk


def dispute_of(round_: Round) -> int:
    dispute = disputes.raise_dispute(
        actor=actor(), person=named("Arne"), evening_id=round_.evening_id, table=1, round_=round_
    )
    return disputes.show_table(actor=actor(), dispute=dispute, picture=Picture(b"jpeg", 1, 1)).pk


def settled() -> dict[str, Any]:
    found_club()
    administrator = login("Berit", office=Office.Kind.ADMINISTRATOR)
    founder = Office.objects.get(person=named("Arne"), kind=Office.Kind.ADMINISTRATOR)
    offices.end_office(actor=actor(), office=founder, last_day=day(1, 31), seen=1)
    login("Carl", office=Office.Kind.KEEPER)
    login("Dina")
    login("Geir")
    login("Einar")
    einar = MemberPeriod.objects.get(person=named("Einar"))
    people.change_period(actor=actor(), period=einar, seen=1, first_day=day(1, 1), last_day=day(2, 28))
    leave = people.add_period(
        actor=actor(), kind=Leave, person=named("Frode"), first_day=day(4, 1), last_day=day(4, 30)
    )
    User.objects.create_user("stranger@example.org", "krig-om-esset")
    User.objects.create_superuser("operator@example.org", "krig-om-esset")
    double = people.add_person(actor=actor(), name="Frode F.")
    identity.merge(actor=actor(), double=double, kept=named("Frode"), seen=1)
    link, secret = offices.add_link(actor=actor(), label="familien")
    dead, dead_secret = offices.add_link(actor=actor(), label="naboen")

    ended = play(day(2, 5), losers=["Dina", "Frode"])
    photo = photos.add_photo(actor=actor(), evening_id=ended.pk, picture=Picture(b"", 1, 1))
    evening = open_evening(TODAY)
    played = strek(evening, "Dina")
    member = named("Dina")
    pen, code = pens.give_pen(actor=actor(), evening_id=evening.pk)
    pens.take_pen(actor=actor(), person=named("Geir"), code=code)
    coming = invitations.invite(actor=actor(), starts_at=at(day(3, 19), "19.00"), host=None)
    calendar, calendar_secret = offices.add_calendar(actor=actor(), person=member)
    user = offices.make_login_link(actor=actor(), user=User.objects.get(person=member))
    return {
        "record_id": record_of(played),
        "dispute_id": dispute_of(played),
        "rules_id": house.choose_rules(actor=actor(), first_day=day(1, 1), rules="club,series=3").pk,
        "administrator": administrator.person_id,
        "double": double.pk,
        "penalty_id": penalties.give_penalty(
            actor=actor(), evening_id=ended.pk, person=member, reason="ufullstendig serie"
        ).pk,
        "setting": "navn",
        "quorum_change": settings.add_quorum_change(
            actor=actor(), first_day=day(6, 1), percent=70, whole_evening=True
        ).pk,
        "person_id": member.pk,
        "period_id": MemberPeriod.objects.get(person=member).pk,
        "leave_id": leave.pk,
        "season_id": Season.objects.get(first_day__year=TODAY.year).pk,
        "evening_id": evening.pk,
        "ended_evening": ended.pk,
        "attendance_id": evening.attendances.get(person=member).pk,
        "round_id": played.pk,
        "photo_id": photo.pk,
        "table": 1,
        "form": "csv",
        "keeper_office": Office.objects.get(kind=Office.Kind.KEEPER).pk,
        "chairman_office": Office.objects.get(kind=Office.Kind.CHAIRMAN).pk,
        "administrator_office": Office.objects.get(kind=Office.Kind.ADMINISTRATOR, last_day=None).pk,
        "link_id": link.pk,
        "secret": secret,
        "dead_link": dead,
        "dead_secret": dead_secret,
        "award_id": awards.add_winner(actor=actor(), title=Title.PLAYER, year="1998", name="Ola Nordmann").pk,
        "pen_id": pen.pk,
        "code": code,
        "invitation_id": coming.pk,
        "calendar_link": calendar.pk,
        "calendar_secret": calendar_secret,
        "uidb36": user.pk,
        "key": LinkTokens().make_token(user),
    }


@pytest.fixture(scope="module")
def clients(world: dict[str, Any]) -> dict[str, Client]:
    """A browser for each role."""
    found = {"anonymous": Client(), "reader": Client(), "revoked": Client()}
    found["reader"].get(reverse("read_by_link", args=[world["secret"]]))
    found["revoked"].get(reverse("read_by_link", args=[world["dead_secret"]]))
    offices.revoke_link(actor=actor(), link=world["dead_link"])
    for role, who in {
        "stranger": "stranger",
        "operator": "operator",
        "ended": "einar",
        "member": "dina",
        "pen": "geir",
        "keeper": "carl",
        "chairman": "arne",
        "administrator": "berit",
    }.items():
        found[role] = client_of(User.objects.get(email=f"{who}@example.org"))
    for client in found.values():
        client.raise_request_exception = False  # a page that breaks is a fault like any other
    return found


def addresses() -> dict[str, URLPattern]:
    """Every address of the site but Django's own pages, by its name, or its path where it has none."""

    def walk(patterns: Any) -> Iterator[URLPattern]:
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                yield pattern
            elif pattern.namespace != "admin":
                yield from walk(pattern.url_patterns)

    return {pattern.name or str(pattern.pattern): pattern for pattern in walk(get_resolver().url_patterns)}


def path_of(line: Line, world: dict[str, Any], **others: Any) -> str:
    pattern = addresses()[line.name]
    if not pattern.name:
        return f"/{pattern.pattern}"
    wanted = pattern.pattern.regex.groupindex
    ids = {parameter: world[line.ids.get(parameter, parameter)] for parameter in wanted} | others
    return reverse(line.name, kwargs={parameter: ids[parameter] for parameter in wanted})


def ask(client: Client, method: str, path: str, *, htmx: bool = False) -> Any:
    """The answer, with everything it wrote taken back, in the database and in the browser."""
    cookies = {name: cookie.value for name, cookie in client.cookies.items()}
    with transaction.atomic():
        answer = client.generic(method, path, headers={"HX-Request": "true"} if htmx else {})
        transaction.set_rollback(True)
    client.cookies.clear()
    client.cookies.load(cookies)
    return answer


def verdict(answer: Any) -> str:
    """What became of a request: "in", "log in", "no", "own data", "gone" or "wrong method"."""
    target = answer.headers.get("Location") or answer.headers.get("HX-Redirect") or ""
    if target.startswith((reverse("account_login"), reverse("admin:login"))):
        return "log in"
    if target == reverse("my_data"):
        return "own data"
    return {403: "no", 404: "gone", 405: "wrong method"}.get(answer.status_code, "in")


def turned_away(role: str, method: str) -> set[str]:
    """How a role may be told that it has no business here."""
    match role:
        case "anonymous" | "reader":
            return {"log in"}
        case "revoked":
            return {"log in", "no"}
        case "stranger" | "operator" | "ended" if method == "GET":
            return {"own data", "no"}
    return {"no"}


def test_every_address_has_its_line():
    assert {line.name for line in TABLE} == addresses().keys()


@pytest.mark.parametrize("line", TABLE, ids=lambda line: line.name)
def test_f26_every_address_lets_in_whom_it_should(line, world, clients):
    path = path_of(line, world)
    faults = []
    for role in ROLES:
        for method in METHODS:
            for htmx in (False, True) if method in line.methods else (False,):
                answer = ask(clients[role], method, path, htmx=htmx)
                found = verdict(answer)
                if line.roles is NOBODY:
                    expected = {"gone"}
                elif role not in line.roles:
                    expected = turned_away(role, method)
                elif method not in line.methods:
                    expected = {"wrong method"}
                else:
                    # A form without its person finds nobody
                    expected = {"in"} if method == "GET" else {"in", "gone"}
                if method not in line.methods or line.any_method:
                    expected |= {"wrong method"}
                if found not in expected or answer.status_code >= 500:
                    faults.append(f"{role} {method}{' htmx' * htmx}: {answer.status_code} {found}")
    assert faults == []


WITH_IDS = [line for line in TABLE if line.roles - EVERYBODY or line.roles < EVERYBODY]


@pytest.mark.parametrize("line", WITH_IDS, ids=lambda line: line.name)
def test_f26_an_id_that_is_not_there_tells_nothing_to_those_outside(line, world, clients):
    wanted = [
        parameter for parameter in addresses()[line.name].pattern.regex.groupindex if parameter not in {"table", "code"}
    ]
    path = path_of(line, world, **dict.fromkeys(wanted, 999_999))
    for role in ROLES if wanted else ():
        for method in line.methods:
            answer = ask(clients[role], method, path)
            found = verdict(answer)
            # The right may depend on whose log-in or office it is, so whoever may touch some gets to look
            inside = line.roles | (NAMES_KEEPERS if line.roles is NAMES_CHAIRMEN else NOBODY)
            if role == "pen" and line.roles is TONIGHT:  # he has none of an evening that is not there
                inside = KEEPERS
            expected = {"gone"} if role in inside else turned_away(role, method)
            assert found in expected, f"{role} {method}: {answer.status_code} {found}"


@pytest.mark.parametrize(
    "line",
    [line for line in TABLE if "POST" in line.methods and line.name != "favicon.ico"],
    ids=lambda line: line.name,
)
def test_a_post_from_another_site_is_refused(line, world):
    client = Client(enforce_csrf_checks=True)
    client.force_login(
        User.objects.get(email="berit@example.org" if "administrator" in line.roles else "carl@example.org")
    )
    answer = ask(client, "POST", path_of(line, world))
    assert answer.status_code == 403
    assert "403_csrf.html" in [template.name for template in answer.templates]


# --- Django's own pages: they look, and never write a fact


def admin_addresses() -> dict[str, str]:
    """Their names and paths; where one row is shown, the first of its kind."""
    site = next(pattern for pattern in get_resolver().url_patterns if getattr(pattern, "namespace", "") == "admin")
    found = {}
    for pattern in site.url_patterns:
        for one in getattr(pattern, "url_patterns", [pattern]):
            if one.name not in {None, "logout"}:  # logging out is open to all, and to none but themselves
                given = {"object_id": 1, "app_label": "league", "content_type_id": 1, "url": "x/"}
                wanted = one.pattern.regex.groupindex
                found[one.name] = reverse(f"admin:{one.name}", kwargs={name: given[name] for name in wanted})
    return found


@pytest.mark.parametrize(("name", "path"), admin_addresses().items())
def test_f26_only_an_operator_sees_djangos_own_pages(name, path, world, clients):
    for role in EVERYBODY - {"operator"}:
        for method in ("GET", "POST"):
            assert verdict(ask(clients[role], method, path)) in {"log in", "no"}, f"{role} {method}"


def test_djangos_own_pages_write_no_fact(world, clients):
    pages = {name: path for name, path in admin_addresses().items() if name.startswith("league_")}
    assert len(pages) >= 5 * 14, "five pages for each model"
    for name, path in pages.items():
        row = None
        if name.endswith(("_change", "_delete", "_history")):  # of a row there is, whatever its number
            row = apps.get_model("league", name.split("_")[1])._base_manager.first()
            path = reverse(f"admin:{name}", args=[row.pk if row else 1])
        answers = {method: ask(clients["operator"], method, path).status_code for method in ("GET", "POST")}
        if name.endswith(("_add", "_delete")):
            assert answers == {"GET": 403, "POST": 403}, name
        elif name.endswith("_change"):
            assert answers in ({"GET": 200, "POST": 403}, {"GET": 302, "POST": 403 if row else 302}), name
        else:
            assert answers["GET"] == (302 if name.endswith("_history") and row is None else 200), name


def test_djangos_own_pages_show_nothing_of_a_password(world, clients):
    page = clients["operator"].get(reverse("admin:league_user_change", args=[actor().pk]))
    assert actor().password.split("$")[-1] not in page.text


# --- What lies behind a right


@pytest.mark.parametrize("role", ROLES)
def test_the_rights_behind_a_request_cost_at_most_four_queries(role, world, clients):
    """The session and the user included."""
    request: Any = RequestFactory().get("/")
    request.session = SessionStore(clients[role].session.session_key)
    request.user = SimpleLazyObject(lambda: get_user(request))
    with CaptureQueriesContext(connection) as queries:
        rights_of(request)
        rights_of(request)
    assert len(queries) <= 4


def test_an_ended_member_sees_his_own_data_after_the_log_in(world, clients):
    answer = Client().post(
        reverse("account_login"), {"login": "einar@example.org", "password": PASSWORD, "next": "/boken/"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == reverse("my_data")
    assert "ikke medlem" in answer.text


def test_an_office_gives_an_ended_member_nothing(world, clients):
    Office.objects.create(person=named("Einar"), kind=Office.Kind.ADMINISTRATOR, first_day=day(1, 1))
    assert ask(clients["ended"], "GET", reverse("links")).status_code == 403


def test_an_administrator_need_not_be_a_member(world):
    people.add_person(actor=actor(), name="Tekniker")
    client = client_of(login("Tekniker", office=Office.Kind.ADMINISTRATOR))
    assert client.get(reverse("administrator_name")).status_code == 200


def test_a_right_ends_with_the_last_day_in_office(world, clients):
    office = Office.objects.get(kind=Office.Kind.KEEPER)
    offices.end_office(actor=actor(), office=office, last_day=TODAY, seen=1)
    assert ask(clients["keeper"], "GET", reverse("person_add")).status_code == 200
    with time_machine.travel(at(day(3, 6), "12.00")):
        assert ask(clients["keeper"], "GET", reverse("person_add")).status_code == 403


def test_a_reader_gets_no_form_but_language_and_no_way_to_write(world, clients):
    for line in TABLE:
        if "reader" in line.roles and line.methods == ["GET"] and line.name not in {"pending_tap", "read_by_link"}:
            page = ask(clients["reader"], "GET", path_of(line, world)).content.decode()
            assert set(re.findall(r'method="post" action="([^"]*)"', page)) <= {"/sprak/"}, line.name
            assert 'method="post">' not in page, line.name
            assert "hx-post" not in page, line.name


OPEN_LINES = {
    OpenToAll.TABLE: {"front", "table", "lifetime", "how", "referee", "referee_play", "house_rules"},
    OpenToAll.BOOK: {line.name for line in TABLE if "reader" in line.roles},
}


@pytest.mark.parametrize("choice", OPEN_LINES)
def test_f26_what_the_club_opens_to_all_is_open_and_nothing_else(choice, world, clients):
    open_to_everybody = {line.name for line in TABLE if line.roles == EVERYBODY}
    with transaction.atomic():
        settings.change_club(actor=actor(), seen=1, open_to_all=choice)
        for role in ("anonymous", "revoked", "stranger", "ended"):
            for line in TABLE:
                if line.name not in open_to_everybody and role not in line.roles and line.roles is not NOBODY:
                    found = {verdict(ask(clients[role], method, path_of(line, world))) for method in line.methods}
                    expected = {"in"} if line.name in OPEN_LINES[choice] else turned_away(role, "GET")
                    assert found <= expected, (role, line.name, found)
        transaction.set_rollback(True)


@pytest.mark.parametrize("choice", OPEN_LINES)
def test_an_open_page_shows_a_way_to_log_in_and_none_to_what_is_not_open(choice, world, clients):
    with transaction.atomic():
        settings.change_club(actor=actor(), seen=1, open_to_all=choice)
        for line in TABLE:
            if line.name in OPEN_LINES[choice] and line.methods == ["GET"] and line.roles == READERS:
                page = ask(clients["anonymous"], "GET", path_of(line, world)).content.decode()
                if "<html" not in page:
                    continue  # led on to another page
                assert f'href="{reverse("account_login")}"' in page, line.name
                assert set(re.findall(r'method="post" action="([^"]*)"', page)) <= {"/sprak/"}, line.name
                for target in set(re.findall(r'href="(/[^"#?]*)', page)) - {reverse("account_login")}:
                    if not target.startswith("/static/"):
                        assert verdict(ask(clients["anonymous"], "GET", target)) == "in", (line.name, target)
        transaction.set_rollback(True)


def test_a_revoked_link_says_so_once_and_then_asks_for_the_log_in(world):
    link, secret = offices.add_link(actor=actor(), label="onkel")
    client = Client()
    assert client.get(reverse("read_by_link", args=[secret]), follow=True).status_code == 200
    offices.revoke_link(actor=actor(), link=link)
    page = client.get("/boken/")
    assert (page.status_code, "trukket tilbake" in page.text) == (403, True)
    assert client.get("/boken/").headers["Location"] == "/logg-inn/?next=/boken/"
    assert client.get(reverse("read_by_link", args=[secret])).status_code == 403


def test_a_shut_log_in_is_out_at_once(world):
    client = client_of(User.objects.get(email="dina@example.org"))
    assert client.get("/boken/").status_code == 200
    offices.shut_login(actor=actor(), user=User.objects.get(email="dina@example.org"))
    assert verdict(client.get("/boken/")) == "log in"


# --- The log-in


def test_an_unknown_address_and_a_wrong_password_get_the_same_answer(world):
    answers = [
        Client().post(reverse("account_login"), {"login": email, "password": "feil passord"})
        for email in ("dina@example.org", "nobody@example.org")
    ]
    pages = [re.sub(r'value="[^"]*"|hx-headers=.*', "", answer.text) for answer in answers]
    assert answers[0].status_code == answers[1].status_code == 200
    assert pages[0] == pages[1]


def test_a_shut_log_in_looks_like_a_wrong_password_to_who_does_not_know_it(world):
    offices.shut_login(actor=actor(), user=User.objects.get(email="dina@example.org"))
    wrong = Client().post(reverse("account_login"), {"login": "dina@example.org", "password": "feil passord"})
    assert wrong.status_code == 200
    right = Client().post(reverse("account_login"), {"login": "dina@example.org", "password": PASSWORD})
    assert right.headers["Location"] == reverse("account_inactive")


def test_the_session_gets_a_new_key_at_the_log_in(world):
    client = Client()
    client.get(reverse("read_by_link", args=[world["secret"]]))
    before = client.session.session_key
    client.post(reverse("account_login"), {"login": "dina@example.org", "password": PASSWORD})
    assert "_auth_user_id" in client.session
    assert client.session.session_key != before


OFF_SITE = ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "https:evil.example"]


@pytest.mark.parametrize("target", OFF_SITE)
def test_nothing_leads_off_the_site(target, world, clients):
    login_page = reverse("account_login")
    answers = [
        Client().post(login_page, {"login": "dina@example.org", "password": PASSWORD, "next": target}),
        Client().post(
            f"{login_page}?{urlencode({'next': target})}", {"login": "dina@example.org", "password": PASSWORD}
        ),
        clients["member"].get(f"{login_page}?{urlencode({'next': target})}"),
        Client().post(reverse("set_language"), {"language": "en", "next": target}),
        client_of(User.objects.get(email="dina@example.org")).post(reverse("account_logout"), {"next": target}),
    ]
    for answer in answers:
        assert answer.status_code == 302
        assert "evil" not in answer.headers["Location"]
        assert answer.headers["Location"].startswith("/")


@pytest.mark.parametrize(
    "name",
    [
        "account_signup",
        "account_email",
        "account_set_password",
        "account_reset_password",
        "account_reset_password_done",
        "account_email_verification_sent",
        "account_confirm_email",
        "account_request_login_code",
        "account_confirm_login_code",
        "account_signup_by_passkey",
        "mfa_index",
    ],
)
def test_what_the_club_does_not_use_of_the_log_in_is_not_there(name):
    with pytest.raises(NoReverseMatch):
        reverse(name)


@pytest.mark.parametrize("path", ["/signup/", "/accounts/signup/", "/konto/", "/accounts/email/", "/password/reset/"])
def test_nobody_signs_up(path, world):
    for method in ("get", "post"):
        assert getattr(Client(), method)(path).status_code == 404
    assert not get_adapter().is_open_for_signup(RequestFactory().get("/"))


def test_language_is_chosen_for_a_year_and_the_reader_stays_where_he_was(world, clients):
    client = client_of(User.objects.get(email="dina@example.org"))
    answer = client.post(reverse("set_language"), {"language": "en", "next": "/boken/"})
    assert answer.headers["Location"] == "/boken/"
    assert answer.cookies["django_language"]["max-age"] == 365 * 24 * 60 * 60
    assert client.get("/mine-opplysninger/").headers["Content-Language"] == "en"
    client.post(reverse("set_language"), {"language": "nb", "next": "/boken/"})
    assert client.get("/mine-opplysninger/").headers["Content-Language"] == "nb"
