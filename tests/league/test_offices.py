"""Offices as dated facts, log-ins given by a link, and links for reading."""

import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.errors import Refused, Stale
from league.models import LogEntry, Office, PersonalText, ReadLink, User
from league.services import offices
from league.verbs import Verb
from tests.factories import PASSWORD, actor, at, client_of, day, found_club, guest, login, named

pytestmark = pytest.mark.django_db

CHAIRMAN, KEEPER, ADMINISTRATOR = Office.Kind.CHAIRMAN, Office.Kind.KEEPER, Office.Kind.ADMINISTRATOR
NEW_PASSWORD = "sju-rette-kort"
TODAY = day(6, 1)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(at(day(6, 1), "12.00")):
        yield


@pytest.fixture(autouse=True)
def club(today):
    """Arne is chairman and administrator since 1 January."""
    return found_club("Arne", "Berit", "Carl", "Dina")


@pytest.fixture
def chairman(club):
    """The browser of a chairman who is not administrator: Berit is."""
    login("Berit", office=ADMINISTRATOR)
    offices.end_office(actor=actor(), office=office_of("Arne", ADMINISTRATOR), last_day=day(5, 31), seen=1)
    return client_of(club)


@pytest.fixture
def administrator(chairman):
    return client_of(User.objects.get(email="berit@example.org"))


def office_of(name, kind):
    return Office.objects.get(person=named(name), kind=kind)


def give(name, kind, first_day=TODAY):
    return offices.give_office(actor=actor(), person=named(name), kind=kind, first_day=first_day)


def end(office, last_day, seen=1):
    offices.end_office(actor=actor(), office=office, last_day=last_day, seen=seen)


# --- Offices


def test_several_may_keep_the_book():
    give("Berit", KEEPER)
    give("Carl", KEEPER)
    assert Office.objects.filter(kind=KEEPER, last_day=None).count() == 2


def test_a_new_chairman_ends_the_old_ones_time_the_day_before():
    give("Berit", CHAIRMAN)
    assert office_of("Arne", CHAIRMAN).last_day == day(5, 31)
    assert [office.person for office in Office.objects.filter(kind=CHAIRMAN).running(day(6, 1))] == [named("Berit")]


def test_a_chairman_named_for_the_same_day_by_mistake_never_was_one():
    give("Berit", CHAIRMAN)
    give("Carl", CHAIRMAN)
    assert not Office.objects.filter(person=named("Berit")).exists()
    assert office_of("Arne", CHAIRMAN).last_day == day(5, 31)


def test_no_chairman_is_put_in_before_one_already_named():
    give("Berit", CHAIRMAN, day(9, 1))
    with pytest.raises(Refused, match=r"Berit tiltrer som formann 01.09.2026"):
        give("Carl", CHAIRMAN, day(7, 1))


def test_nobody_gets_an_office_twice():
    with pytest.raises(Refused, match="alt dette vervet"):
        give("Arne", CHAIRMAN)


def test_an_office_may_be_held_again():
    office = give("Berit", KEEPER)
    end(office, day(6, 30))
    give("Berit", KEEPER, day(9, 1))
    assert named("Berit").offices.count() == 2


def test_an_office_ended_before_its_first_day_was_never_held():
    office = give("Berit", KEEPER)
    end(office, day(5, 31))
    assert not named("Berit").offices.exists()
    entry = LogEntry.objects.filter(verb=Verb.END_OFFICE).get()
    assert entry.changes[0]["after"] is None


def test_a_stale_end_is_refused():
    office = give("Berit", KEEPER)
    end(office, day(6, 30))
    with pytest.raises(Stale):
        end(office, day(7, 31))


def test_the_club_keeps_an_administrator_who_can_log_in():
    office = office_of("Arne", ADMINISTRATOR)
    with pytest.raises(Refused, match="administrator"):
        end(office, day(6, 30))
    give("Berit", ADMINISTRATOR)  # who has no log-in
    with pytest.raises(Refused, match="administrator"):
        end(office, day(6, 30))
    login("Berit")
    end(office, day(6, 30))
    assert office_of("Arne", ADMINISTRATOR).last_day == day(6, 30)


def test_the_last_administrators_log_in_is_not_shut():
    with pytest.raises(Refused, match="administrator"):
        offices.shut_login(actor=actor(), user=actor())
    assert actor().is_active


# --- Offices on their pages


def test_the_page_of_offices_tells_who_holds_and_who_held(chairman):
    give("Carl", KEEPER, day(2, 1))
    page = chairman.get(reverse("offices")).text
    assert "Carl" in page
    assert "fra 01.02.2026" in page
    assert "01.01.2026 – 31.05.2026" in page, "Arne was administrator until yesterday"


def test_the_chairman_names_keepers_and_no_chairman(chairman):
    chairman.post(reverse("keeper_name"), {"person": named("Carl").pk, "first_day": "2026-06-01"})
    assert office_of("Carl", KEEPER)
    page = chairman.get(reverse("offices")).text
    assert reverse("keeper_name") in page
    assert reverse("chairman_name") not in page
    assert reverse("office_end", args=[office_of("Arne", CHAIRMAN).pk]) not in page


def test_the_administrator_names_the_chairman(administrator):
    administrator.post(reverse("chairman_name"), {"person": named("Carl").pk, "first_day": "2026-06-01"})
    assert office_of("Carl", CHAIRMAN)
    assert office_of("Arne", CHAIRMAN).last_day == day(5, 31)


def test_only_members_of_today_are_offered_an_office(chairman):
    ola = guest("Ola")
    assert "Ola" not in chairman.get(reverse("keeper_name")).text
    answer = chairman.post(reverse("keeper_name"), {"person": ola.pk, "first_day": "2026-06-01"})
    assert "errorlist" in answer.text
    assert not ola.offices.exists()


def test_a_refused_office_keeps_what_was_typed(administrator):
    answer = administrator.post(reverse("chairman_name"), {"person": named("Arne").pk, "first_day": "2026-06-01"})
    assert answer.status_code == 409
    assert "alt dette vervet" in answer.text
    assert f'value="{named("Arne").pk}" selected' in answer.text


# --- Log-ins


def link_on(answer):
    found = re.search(r'value="(http://testserver/passord/[^"]*)"', answer.text)
    assert found, "the page shows no link"
    return found.group(1).removeprefix("http://testserver")


def choose_password(link, password=NEW_PASSWORD):
    """Open the link in a browser of his own and choose; that browser, and whether he is in."""
    browser = Client()
    answer = browser.get(link, follow=True)
    if answer.redirect_chain:
        browser.post(answer.redirect_chain[-1][0], {"password1": password, "password2": password})
    return browser, browser.get(reverse("my_data")).status_code == 200


def can_log_in(email, password):
    browser = Client()
    browser.post(reverse("account_login"), {"login": email, "password": password})
    return "_auth_user_id" in browser.session


@pytest.fixture
def given(chairman):
    """The link Carl got with his log-in."""
    answer = chairman.post(reverse("login_give", args=[named("Carl").pk]), {"email": "Carl@Example.org"})
    return link_on(answer)


def test_a_member_chooses_his_password_by_the_link_and_is_in(given):
    _, inside = choose_password(given)
    assert inside
    assert can_log_in("carl@example.org", NEW_PASSWORD)
    assert can_log_in("CARL@example.org", NEW_PASSWORD)


def test_the_link_works_once(given):
    choose_password(given)
    _, inside = choose_password(given, "en-annens-passord")
    assert not inside
    assert "Lenken virker ikke lenger" in Client().get(given).text


def test_the_link_works_for_the_days_the_page_says(chairman, given):
    assert settings.PASSWORD_RESET_TIMEOUT == 3 * 24 * 60 * 60
    answer = chairman.post(reverse("login_link", args=[named("Carl").pk]))
    assert "i 3 dager" in answer.text
    with time_machine.travel(at(day(6, 4), "12.05")):
        assert not choose_password(link_on(answer))[1]
    with time_machine.travel(at(day(6, 4), "11.00")):
        assert choose_password(link_on(answer))[1]


def test_a_new_link_kills_the_one_before(chairman, given):
    answer = chairman.post(reverse("login_link", args=[named("Carl").pk]))
    assert not choose_password(given)[1]
    assert choose_password(link_on(answer))[1]
    assert LogEntry.objects.filter(verb=Verb.MAKE_LOGIN_LINK).count() == 1


def test_a_token_made_without_the_clubs_own_secret_mixture_opens_nothing(given):
    user = User.objects.get(person=named("Carl"))
    forged = PasswordResetTokenGenerator().make_token(user)
    assert not choose_password(re.sub(r"-[^/]*/$", f"-{forged}/", given))[1]


def test_another_address_kills_the_link_and_keeps_the_password(chairman, given):
    user = login("Dina")
    page = reverse("login_address", args=[named("Dina").pk])
    chairman.post(page, {"email": "dina@nes.example", "version": user.version})
    assert can_log_in("dina@nes.example", PASSWORD)
    assert not can_log_in("dina@example.org", PASSWORD)
    assert not EmailAddress.objects.exists(), "the address stands in one place"


def test_a_log_in_is_shut_and_opened(chairman):
    login("Carl")
    carl = named("Carl").pk
    chairman.post(reverse("login_shut", args=[carl]))
    assert not can_log_in("carl@example.org", PASSWORD)
    assert "stengt" in chairman.get(reverse("login", args=[carl])).text
    chairman.post(reverse("login_open", args=[carl]))
    assert can_log_in("carl@example.org", PASSWORD)


def test_a_shut_log_in_is_not_opened_by_a_link(chairman, given):
    chairman.post(reverse("login_shut", args=[named("Carl").pk]))
    assert not choose_password(given)[1]


def test_an_address_in_use_is_refused_and_kept_on_the_page(chairman):
    answer = chairman.post(reverse("login_give", args=[named("Carl").pk]), {"email": "ARNE@example.org"})
    assert answer.status_code == 409
    assert "Adressen er i bruk" in answer.text
    assert 'value="ARNE@example.org"' in answer.text


def test_what_is_no_address_is_refused(chairman):
    answer = chairman.post(reverse("login_give", args=[named("Carl").pk]), {"email": "carl"})
    assert "errorlist" in answer.text
    assert not User.objects.filter(person=named("Carl")).exists()


def test_nobody_gets_a_second_log_in(chairman, given):
    answer = chairman.post(reverse("login_give", args=[named("Carl").pk]), {"email": "carl@nes.example"})
    assert answer.status_code == 409


def test_a_log_in_without_a_password_opens_to_none(given):
    user = User.objects.get(person=named("Carl"))
    assert not user.has_usable_password()
    for password in ("", user.password):
        assert not can_log_in("carl@example.org", password)


def test_neither_password_nor_link_stands_in_the_log(given):
    choose_password(given)
    key = given.rstrip("/").split("-", 1)[1]
    told = repr(list(LogEntry.objects.values())) + repr(list(PersonalText.objects.values()))
    assert key not in told
    assert User.objects.get(person=named("Carl")).password not in told


@pytest.mark.parametrize("name", ["login_give", "login_link"])
def test_a_page_with_a_secret_is_kept_by_no_browser(chairman, given, name):
    who = "Dina" if name == "login_give" else "Carl"
    answer = chairman.post(reverse(name, args=[named(who).pk]), {"email": "dina@example.org"})
    assert "no-store" in answer.headers["Cache-Control"]


# --- Links for reading


def make_link(chairman, label="familien"):
    answer = chairman.post(reverse("link_add"), {"label": label})
    found = re.search(r'value="http://testserver(/les/[^"]*)"', answer.text)
    assert found
    assert "no-store" in answer.headers["Cache-Control"]
    return found.group(1)


def test_a_link_opens_the_book_and_its_secret_is_shown_once(chairman):
    address = make_link(chairman)
    reader = Client()
    assert reader.get(address).headers["Location"] == "/"
    assert reader.get(reverse("book")).status_code == 200
    secret = address.removeprefix("/les/").rstrip("/")
    assert secret not in chairman.get(reverse("links")).text
    assert secret not in repr(list(ReadLink.objects.values()))
    assert len(secret) >= 32


def test_a_link_needs_to_be_called_something(chairman):
    assert "errorlist" in chairman.post(reverse("link_add"), {"label": "  "}).text
    assert not ReadLink.objects.exists()


def test_revoking_twice_is_revoking_once(chairman):
    make_link(chairman)
    page = reverse("link_revoke", args=[ReadLink.objects.get().pk])
    chairman.post(page)
    with time_machine.travel(at(day(6, 2), "12.00")):
        chairman.post(page)
    assert LogEntry.objects.filter(verb=Verb.REVOKE_LINK).count() == 1


def test_one_link_revoked_leaves_the_others(chairman):
    first, second = make_link(chairman, "den ene"), make_link(chairman, "den andre")
    chairman.post(reverse("link_revoke", args=[ReadLink.objects.get(label="den ene").pk]))
    assert Client().get(first).status_code == 403
    assert Client().get(second).status_code == 302


@pytest.mark.parametrize("page", ["offices", "links"])
def test_the_queries_of_a_page_do_not_grow(chairman, page):
    counts = []
    for number in range(2):
        for name in ("Carl", "Dina"):
            end(give(name, KEEPER, day(5, 1 + 2 * number)), day(5, 1 + 2 * number))
            offices.add_link(actor=actor(), label=name)
        with CaptureQueriesContext(connection) as queries:
            chairman.get(reverse(page))
        counts.append(len(queries))
    assert counts[0] == counts[1]
