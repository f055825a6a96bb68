"""Taking a name out of the book: it goes everywhere, the figures stay, and it cannot be undone."""

import json

import pytest
import time_machine
from django.apps import apps
from django.core import serializers
from django.urls import reverse

from league import books
from league.errors import Refused, Stale
from league.lifetime import lifetimes
from league.mentions import doubtful, key_of, mentions_of
from league.models import Award, Evening, LogEntry, MemberPeriod, Office, Person, PersonalText, ReadLink, Season, User
from league.replay import rebuild, stored
from league.services import evenings, offices, people, rounds
from league.services.anonymising import anonymise
from league.services.identity import merge, unmerge
from league.standings import standings
from league.tokens import LinkTokens
from league.tool_page import ToolPage
from league.verbs import Verb
from league.wording import describe
from tests.factories import (
    PASSWORD,
    actor,
    at,
    client_of,
    day,
    found_club,
    guest,
    login,
    named,
    open_evening,
    play,
)

pytestmark = pytest.mark.django_db

MARCH, JUNE = day(3, 5), day(6, 1)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(at(JUNE, "12.00")):
        yield


@pytest.fixture
def odd():
    """Odd Vangen, called Oddis, once written *Odd Wangen*: a member until April with a log-in and a double."""
    found_club("Arne", "Berit", "Carl", "Odd Wangen")
    odd = named("Odd Wangen")
    people.rename(actor=actor(), person=odd, seen=1, name="Odd Vangen", short_name="Oddis", sort_name="")
    login("Odd Vangen")
    offices.add_calendar(actor=actor(), person=odd)
    offices.add_link(actor=actor(), label="Odd Vangens søster")
    evening = play(MARCH, losers=["Odd Vangen", "Arne"], host="Odd Vangen")
    evening = evenings.change_evening(
        actor=actor(),
        evening_id=evening.pk,
        seen=evening.version,
        day=MARCH,
        host=named("Odd Vangen"),
        place="Hjemme hos Odd Wangen",
        remark="Oddis hadde vafler",
    )
    one = evening.rounds.in_order()[1]
    rounds.strike_round(actor=actor(), round_id=one.pk, seen=1, reason="odd vangen tok feil kort")
    guest("O. Vangen")
    play(day(4, 2), losers=["O. Vangen"], present=["Arne", "O. Vangen"])
    double = named("O. Vangen")
    merge(actor=actor(), double=double, kept=named("Odd Vangen"), seen=1)
    period = MemberPeriod.objects.get(person=odd)
    people.change_period(actor=actor(), period=period, seen=1, first_day=period.first_day, last_day=day(4, 30))
    return named("Odd Vangen")


def anonymised(person, *texts):
    return anonymise(actor=actor(), person=person, seen=person.version, emptied=[key_of(text) for text in texts])


def everything_stored():
    """All rows of all tables, as text."""
    rows = [row for model in apps.get_app_config("league").get_models() for row in model._base_manager.all()]
    return json.dumps(json.loads(serializers.serialize("json", rows)), ensure_ascii=False).casefold()


def totals():
    facts = books.season_facts(Season.objects.get())
    return (
        standings(facts),
        lifetimes(),
        facts.evenings and [(e.id, e.present, e.rounds, e.host) for e in facts.evenings],
    )


def test_f29_name_address_and_log_in_are_gone_everywhere(odd):
    anonymised(odd, "Oddis hadde vafler")
    odd.refresh_from_db()
    assert (odd.name, odd.short_name, odd.sort_name, odd.former) == ("Tidligere medlem 1", "", "", 1)
    left = everything_stored()
    for word in ("vangen", "wangen", "oddis", "odd ", "odd@", "odd v"):
        assert word not in left
    user = User.objects.get(person=odd)
    assert (user.is_active, user.has_usable_password(), user.last_login) == (False, False, None)
    assert not ReadLink.objects.filter(person=odd, revoked_at=None).exists()


def test_f19_totals_are_equal_before_and_after(odd):
    before = totals()
    anonymised(odd)
    assert totals() == before


def test_the_log_still_tells_the_facts(odd):
    anonymised(odd, "Oddis hadde vafler")
    assert rebuild(LogEntry.objects.order_by("pk")) == stored()


def test_nothing_of_the_log_changes_but_its_texts(odd):
    before = list(LogEntry.objects.order_by("pk").values())
    count = PersonalText.objects.count()
    anonymised(odd)
    assert list(LogEntry.objects.order_by("pk").values())[: len(before)] == before
    assert PersonalText.objects.count() > count


def test_the_log_says_who_did_it_and_names_nobody(odd):
    anonymised(odd)
    entry = LogEntry.objects.filter(verb=Verb.ANONYMISE).select_related("user__person", "reason")
    (line,) = describe(list(entry))
    assert (line.who, line.sentence) == ("Arne", "anonymiserte Tidligere medlem 1")
    assert "vangen" not in f"{line}".casefold()


def test_the_whole_name_is_replaced_in_free_texts_whatever_its_case(odd):
    anonymised(odd)
    evening = Evening.objects.get(date=MARCH)
    assert evening.place == "Hjemme hos Tidligere medlem 1"
    assert evening.rounds.get(state="struck").reason == "Tidligere medlem 1 tok feil kort"
    assert ReadLink.objects.get(kind="book").label == "Tidligere medlem 1s søster"
    assert PersonalText.objects.filter(text="Tidligere medlem 1 tok feil kort").exists()


def test_texts_that_may_mean_him_are_listed_and_emptied_only_if_chosen(odd):
    everybody = [odd, *odd.doubles.all()]
    assert doubtful(mentions_of(everybody)) == ["Oddis hadde vafler"]
    anonymised(odd)
    assert Evening.objects.get(date=MARCH).remark == "Oddis hadde vafler"


def test_a_chosen_text_is_emptied_where_it_stands_and_in_the_log(odd):
    anonymised(odd, "Oddis hadde vafler")
    assert Evening.objects.get(date=MARCH).remark == ""
    assert not PersonalText.objects.filter(text__contains="Oddis").exists()


def test_a_name_somebody_else_has_too_is_not_replaced_but_listed():
    found_club("Arne", "Berit", "Per Moe")
    other = people.add_person(actor=actor(), name="Per Moe")
    evening = open_evening(JUNE, host="Arne", present=["Arne", "Berit"], clock="11.00")
    evenings.change_evening(
        actor=actor(), evening_id=evening.pk, seen=1, day=JUNE, host=named("Arne"), place="", remark="Per Moe kjørte"
    )
    assert doubtful(mentions_of([other])) == ["Per Moe kjørte"]
    anonymised(other)
    assert Evening.objects.get().remark == "Per Moe kjørte"


def test_a_name_of_one_word_is_replaced_only_as_it_is_written():
    found_club("Arne", "Berit")
    guest("Stein")
    evening = open_evening(JUNE, host="Arne", present=["Arne", "Berit"], clock="11.00")
    evenings.change_evening(
        actor=actor(),
        evening_id=evening.pk,
        seen=1,
        day=JUNE,
        host=None,
        place="",
        remark="Stein kom for å se en stein",
    )
    anonymised(named("Stein"))
    assert Evening.objects.get().remark == "Tidligere medlem 1 kom for å se en stein"


def test_nobody_is_merged_with_who_is_anonymised():
    found_club("Arne", "Berit")
    guest("Stein")
    gone = anonymised(guest("Odd Vangen"))
    for double, kept in ((gone, named("Stein")), (named("Stein"), gone)):
        with pytest.raises(Refused, match="anonymisert"):
            merge(actor=actor(), double=double, kept=kept, seen=double.version)


def test_who_is_anonymised_stays_so(odd):
    user = User.objects.get(person=odd)
    gone = anonymised(odd)
    acts = [
        lambda: people.rename(actor=actor(), person=gone, seen=gone.version, name="Odd", short_name="", sort_name=""),
        lambda: offices.open_login(actor=actor(), user=user),
        lambda: offices.make_login_link(actor=actor(), user=user),
        lambda: offices.change_address(actor=actor(), user=user, seen=user.version, email="odd@example.org"),
        lambda: offices.give_login(actor=actor(), person=odd.doubles.get(), email="odd@example.org"),
    ]
    for act in acts:
        with pytest.raises(Refused, match="anonymisert"):
            act()
    page = client_of(actor()).get(reverse("person_edit", args=[gone.pk])).text
    for address in ("person_rename", "login", "person_anonymise", "person_merge"):
        assert reverse(address, args=[gone.pk]) not in page


def test_a_guest_who_is_anonymised_is_not_offered_at_the_next_evening():
    found_club("Arne", "Berit")
    guest("Stein")
    play(day(5, 7), losers=["Arne"], present=["Arne", "Berit", "Stein"])
    evening = open_evening(JUNE, host="Arne", present=["Arne", "Berit"], clock="11.00")
    assert [one.name for one in ToolPage(evening, 1).known_guests] == ["Stein"]
    anonymised(named("Stein"))
    assert ToolPage(evening, 1).known_guests == []


def test_a_winner_from_before_the_book_with_his_name_is_renamed_with_him(odd):
    from league import log

    with log.entry(Verb.NAME_AWARD, actor=actor()) as entry:
        entry.create(Award(title="player", year="1998", name="Odd Vangen", meeting="årsmøtet"))
        entry.create(Award(title="player", year="2001", person=odd, meeting="årsmøtet hos Odd Vangen"))
    anonymised(odd)
    old, new = Award.objects.order_by("year")
    assert (old.name, old.meeting) == ("Tidligere medlem 1", "årsmøtet")
    assert (new.person, new.meeting) == (odd, "årsmøtet hos Tidligere medlem 1")
    assert rebuild(LogEntry.objects.order_by("pk")) == stored()


def test_his_double_goes_with_him_and_cannot_be_parted(odd):
    anonymised(odd)
    double = odd.doubles.get()
    assert double.name == "Tidligere medlem 1"
    with pytest.raises(Refused, match="anonymisert"):
        unmerge(actor=actor(), double=double, seen=double.version)


def test_by_his_double_it_is_he_who_is_anonymised(odd):
    double = odd.doubles.get()
    assert anonymise(actor=actor(), person=double, seen=odd.version).pk == odd.pk


def test_he_is_logged_out_and_his_links_are_dead(odd):
    user = User.objects.get(person=odd)
    client, token = client_of(user), LinkTokens().make_token(user)
    assert client.get(reverse("my_data")).status_code == 200
    anonymised(odd)
    assert client.get(reverse("my_data")).status_code == 302
    user.refresh_from_db()
    assert not LinkTokens().check_token(user, token)
    answer = client.post(reverse("account_login"), {"login": "odd vangen@example.org", "password": PASSWORD})
    assert answer.status_code == 200  # not in


def test_a_member_is_not_anonymised():
    found_club("Arne", "Berit")
    with pytest.raises(Refused, match="er medlem"):
        anonymised(named("Berit"))


def test_who_holds_an_office_is_not_anonymised():
    found_club("Arne", "Berit")
    guest("Odd")
    offices.give_office(actor=actor(), person=named("Odd"), kind=Office.Kind.KEEPER, first_day=day(5, 1))
    with pytest.raises(Refused, match="har verv"):
        anonymised(named("Odd"))


def test_a_page_that_is_too_old_anonymises_nobody(odd):
    with pytest.raises(Stale):
        anonymise(actor=actor(), person=odd, seen=odd.version - 1)


def test_twice_is_once_and_the_next_gets_the_next_number(odd):
    anonymised(odd)
    count = LogEntry.objects.count()
    anonymised(odd)
    assert LogEntry.objects.count() == count
    guest("Gro Hals")
    anonymised(named("Gro Hals"))
    assert Person.objects.get(former=2).name == "Tidligere medlem 2"


def test_a_closed_season_lets_a_name_out(odd):
    Season.objects.update(closed_at=at(JUNE, "10.00"))
    anonymised(odd)
    assert Evening.objects.get(date=MARCH).place == "Hjemme hos Tidligere medlem 1"


# --- The page


def test_the_page_says_what_goes_and_what_stays_and_does_it(odd):
    client = client_of(actor())
    address = reverse("person_anonymise", args=[odd.pk])
    page = client.get(address)
    for said in (
        "kan ikke angres",
        "O. Vangen",
        "odd vangen@example.org",
        "2 kvelder",
        "2 streker",
        "Oddis hadde vafler",
    ):
        assert said in page.text
    answer = client.post(address, {"version": odd.version, "emptied": key_of("Oddis hadde vafler")}, follow=True)
    assert "Navnet er tatt ut av boken." in answer.text
    assert "Vangen" not in answer.text
    assert Evening.objects.get(date=MARCH).remark == ""


def test_the_page_of_a_member_says_what_has_to_be_done_first():
    found_club("Arne", "Berit")
    page = client_of(actor()).get(reverse("person_anonymise", args=[named("Berit").pk]))
    assert "Berit er medlem. Avslutt medlemskapet først" in page.text
    assert "Anonymiser for godt" not in page.text


def test_a_keeper_does_not_anonymise(odd):
    client = client_of(login("Berit", office=Office.Kind.KEEPER))
    assert client.get(reverse("person_anonymise", args=[odd.pk])).status_code == 403
