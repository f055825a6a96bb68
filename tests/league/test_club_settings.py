"""What the club settles for itself: the page, the services behind it, and what they refuse."""

import re
from datetime import date

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.books import rules_on, season_facts
from league.errors import Refused, Stale
from league.facts import ChairmanWord, Extra, Minimum, OpenToAll, Ranking, UnlawfulPlay
from league.models import Club, LogEntry, Office, QuorumChange, Season
from league.services import annual_meeting, settings
from league.verbs import Verb
from league.views.settings import SETTINGS
from tests.factories import actor, at, client_of, day, found_club, login, member, named, play

pytestmark = pytest.mark.django_db

SIX = ("Arne", "Berit", "Carl", "Dina", "Einar", "Frode")


@pytest.fixture
def chairman() -> Client:
    return client_of(found_club(*SIX))


def season() -> Season:
    return Season.objects.get()


def change_club(**values):
    return settings.change_club(actor=actor(), seen=Club.objects.get().version, **values)


def change_season(of=None, **values):
    one = of or season()
    return settings.change_season(actor=actor(), season=one, seen=one.version, **values)


def add_change(first_day, percent, *, whole=True):
    return settings.add_quorum_change(actor=actor(), first_day=first_day, percent=percent, whole_evening=whole)


def form_of(client: Client, path: str) -> dict[str, str]:
    """What the browser would send, were the form sent as it came."""
    form = client.get(path).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    version = client.get(path).context.get("version")
    return {name: str(value) for name, value in sent.items() if value not in (None, False)} | {"version": str(version)}


# --- The club


def test_a_setting_of_the_club_is_changed_and_logged():
    found_club(*SIX)
    club = change_club(name="Annenhver torsdag", chairman_word=ChairmanWord.LEDER)
    assert (club.name, club.chairman_word, club.version) == ("Annenhver torsdag", "leder", 2)
    assert LogEntry.objects.filter(verb=Verb.CHANGE_CLUB).count() == 1


def test_the_same_setting_again_leaves_no_trace():
    found_club(*SIX)
    assert change_club(name="Klubben").version == 1
    assert not LogEntry.objects.filter(verb=Verb.CHANGE_CLUB)


def test_a_club_has_a_name():
    found_club(*SIX)
    with pytest.raises(Refused, match="Skriv et navn"):
        change_club(name=" ")


def test_a_setting_seen_before_somebody_else_changed_it_is_refused():
    found_club(*SIX)
    change_club(open_to_all=OpenToAll.TABLE)
    with pytest.raises(Stale):
        settings.change_club(actor=actor(), seen=1, name="Noe annet")


@pytest.mark.parametrize(
    ("what", "sent", "stored"),
    [
        ("navn", {"name": "  Torsdagsklubben "}, {"name": "Torsdagsklubben"}),
        ("formann", {"chairman_word": "leder"}, {"chairman_word": "leder"}),
        ("giver", {"next_deal": "clockwise"}, {"next_deal": "clockwise"}),
        ("ulovlig-utspill", {"unlawful_play": "penalty"}, {"unlawful_play": UnlawfulPlay.PENALTY}),
        ("synlig", {"open_to_all": "book"}, {"open_to_all": "book"}),
        ("moro", {extra.value: "on" for extra in Extra if extra is not Extra.CURSE}, {"switched_off": ["curse"]}),
        ("moro", {}, {"switched_off": [extra.value for extra in Extra]}),
    ],
)
def test_each_setting_has_a_form_of_its_own(chairman, what, sent, stored):
    page = chairman.get(reverse("settings"))
    assert page.status_code == 200
    assert f'action="{reverse("club_change", args=[what])}"' in page.text
    answer = chairman.post(reverse("club_change", args=[what]), sent | {"version": "1"})
    assert answer.headers["Location"] == f"{reverse('settings')}#{what}"
    assert Club.objects.values(*stored).get() == stored


def test_the_settings_page_sends_the_version_it_has_shown(chairman):
    change_club(name="Torsdag")
    page = chairman.get(reverse("settings")).text
    assert re.findall(r'name="version" value="(.*?)"', page) == ["2"] * len(SETTINGS)


def test_what_makes_no_sense_is_said_and_kept(chairman):
    answer = chairman.post(reverse("club_change", args=["navn"]), {"name": "x" * 81, "version": "1"})
    assert answer.status_code == 200
    assert "x" * 81 in answer.text
    assert "80" in answer.text
    assert Club.objects.get().name == "Klubben"
    answer = chairman.post(reverse("club_change", args=["synlig"]), {"open_to_all": "alt", "version": "1"})
    assert answer.context["form"].errors
    assert Club.objects.get().open_to_all == OpenToAll.NOTHING


def test_a_stale_form_is_refused_with_what_changed_and_saved_the_second_time(chairman):
    change_club(name="Naboens klubb")
    path = reverse("club_change", args=["navn"])
    answer = chairman.post(path, {"name": "Vår klubb", "version": "1"})
    assert answer.status_code == 409
    assert "Klubben → Naboens klubb" in answer.text
    assert 'value="Vår klubb"' in answer.text
    assert chairman.post(path, {"name": "Vår klubb", "version": "2"}).status_code == 302
    assert Club.objects.get().name == "Vår klubb"


def test_no_other_setting_is_there(chairman):
    assert chairman.get("/innstillinger/passord/").status_code == 404


def test_the_log_tells_in_words_what_was_settled(chairman):
    change_club(switched_off=[Extra.CURSE, Extra.PHOTO], chairman_word=ChairmanWord.LEDER)
    page = chairman.get(reverse("log")).text
    assert "Slått av: – → Vertens forbannelse, Bildet fra kvelden" in page
    assert "Formann eller leder: formann → leder" in page


# --- Formann or leder


def test_the_club_calls_its_chairman_leder_everywhere_if_it_wants_to(chairman):
    change_club(chairman_word=ChairmanWord.LEDER)
    chairman.post(reverse("chairman_name"), {"person": named("Berit").pk, "first_day": "2026-02-01"})
    pages = [reverse(name) for name in ("offices", "chairman_name", "log", "my_data")]
    pages += [reverse(name, args=[named("Berit").pk]) for name in ("person", "person_edit")]
    for path in pages:
        said = chairman.get(path).text.casefold().replace("/verv/formann/", "").replace("formann eller leder", "")
        said = said.replace("formann → leder", "")
        assert "formann" not in said, path
        assert "leder" in said, path
    assert "snakk med lederen" in client_of(login("Carl")).get(reverse("links")).text
    assert "Be lederen om hjelp" in Client().get(reverse("account_login")).text


# --- A season's rules


def test_a_season_gets_other_rules():
    found_club(*SIX)
    changed = change_season(
        name="Jubileumsåret",
        percent=50,
        whole_evening=False,
        ranking=Ranking.FEWEST,
        minimum=Minimum.EVENINGS,
        minimum_percent=40,
        a=3,
        penalties_count=True,
    )
    assert changed.rules == rules_on(day(5, 5)) == Season.objects.get().rules
    assert (changed.name, changed.percent, changed.a, changed.version) == ("Jubileumsåret", 50, 3, 2)
    with pytest.raises(Stale):
        settings.change_season(actor=actor(), season=changed, seen=1, a=4)


@pytest.fixture
def three_seasons() -> list[Season]:
    """2024, 2025 and 2026, each from New Year."""
    found_club(*SIX)
    for year in (2025, 2024):
        play(date(year, 3, 6), losers=[])
    return list(Season.objects.all())


@pytest.mark.parametrize(
    ("first_day", "said"),
    [
        (date(2024, 1, 1), "Sesongen 2024 begynner 01.01.2024"),
        (date(2023, 6, 1), "Sesongen 2024 begynner 01.01.2024"),
        (date(2026, 1, 1), "Den neste sesongen begynner 01.01.2026"),
        (date(2026, 3, 1), "Den neste sesongen begynner 01.01.2026"),
    ],
)
def test_f23_a_season_neither_meets_nor_passes_its_neighbours(three_seasons, first_day, said):
    with pytest.raises(Refused, match=said):
        change_season(three_seasons[1], first_day=first_day)


def test_f23_a_first_day_moved_leaves_neither_gap_nor_overlap(three_seasons):
    change_season(three_seasons[1], first_day=date(2025, 8, 1))
    assert [one.first_day for one in Season.objects.all()] == [date(2024, 1, 1), date(2025, 8, 1), date(2026, 1, 1)]
    assert Season.objects.on(date(2025, 7, 31)) == three_seasons[0]
    assert Season.objects.on(date(2025, 8, 1)) == three_seasons[1]


def test_f23_no_evening_is_left_without_a_season(three_seasons):
    with pytest.raises(Refused, match=r"Kvelden 06\.03\.2024 må høre til en sesong"):
        change_season(three_seasons[0], first_day=date(2024, 3, 7))
    assert change_season(three_seasons[0], first_day=date(2024, 3, 6)).first_day == date(2024, 3, 6)


def test_a_season_begins_within_the_year_to_come():
    found_club(*SIX)
    with pytest.raises(Refused, match=r"kan ikke begynne 01\.01\.2126"):
        change_season(first_day=date(2126, 1, 1))


def test_two_seasons_do_not_share_a_name(three_seasons):
    with pytest.raises(Refused, match="heter 2025"):
        change_season(three_seasons[2], name="2025")


def test_the_form_lists_what_other_rules_flip_before_it_saves(chairman):
    play(day(2, 5), losers=["Berit", "Carl"], present=SIX[:4])
    path = reverse("season_change", args=[season().pk])
    sent = form_of(chairman, path) | {"percent": "70"}
    answer = chairman.post(path, sent)
    assert "05.02.2026 teller ikke lenger: 4 av 6, trengte 5" in answer.text
    assert season().percent == 65
    accepted = answer.context["effects"].key
    assert chairman.post(path, sent | {"accepted": accepted}).status_code == 302
    assert season().percent == 70


def test_f23_the_form_lists_the_evenings_a_moved_first_day_takes_along(chairman):
    member("Gro", date(2025, 9, 1))
    member("Hans", date(2025, 9, 1))
    play(date(2025, 12, 18), losers=["Gro", "Hans"], host="Gro")
    play(day(2, 5), losers=["Dina"])
    current = Season.objects.get(name="2026")
    path = reverse("season_change", args=[current.pk])
    answer = chairman.post(path, form_of(chairman, path) | {"first_day": "2025-08-01"})
    assert "uten plass i 2025" in answer.text
    assert Season.objects.get(name="2026").first_day == date(2026, 1, 1)


def test_a_season_form_sent_as_it_came_changes_nothing(chairman):
    path = reverse("season_change", args=[season().pk])
    assert chairman.post(path, form_of(chairman, path)).status_code == 302
    assert season().version == 1


@pytest.mark.parametrize(
    "wrong",
    [{"percent": "101"}, {"percent": "-1"}, {"a": "0"}, {"minimum_percent": "200"}, {"first_day": "32.01.2026"}],
)
def test_a_rule_that_makes_no_sense_is_said(chairman, wrong):
    path = reverse("season_change", args=[season().pk])
    answer = chairman.post(path, form_of(chairman, path) | wrong)
    assert answer.context["form"].errors.keys() == wrong.keys()
    assert season().version == 1


def test_f23_a_season_from_august_takes_january_with_it_and_says_its_days():
    """Founded on a calendar year, the club decides to go by the season: 01.08.2025 to 31.07.2026."""
    chairman = client_of(found_club(*SIX, first_day=date(2025, 1, 1)))
    for when in (date(2025, 6, 5), date(2025, 11, 6), date(2026, 1, 8)):
        play(when, losers=["Berit"])
    current = Season.objects.get(name="2026")
    change_season(current, name="2025/26", first_day=date(2025, 8, 1))
    current = Season.objects.get(name="2025/26")
    assert [evening.date.month for evening in season_facts(current).evenings] == [11, 1]
    page = " ".join(chairman.get(reverse("table", args=[current.pk])).text.split())
    assert "Sesongen: 1. august 2025–31. juli 2026" in page
    assert "2 gyldige kvelder og 2 runder til 08.01.2026" in page
    before = " ".join(chairman.get(reverse("table", args=[Season.objects.get(name="2025").pk])).text.split())
    assert "Sesongen: 1. januar–31. juli 2025" in before


# --- The attendance requirement from a day


def test_another_requirement_holds_from_its_day_on():
    found_club(*SIX)
    add_change(day(3, 1), 80, whole=False)
    assert [rules_on(when).percent for when in (day(2, 28), day(3, 1), day(12, 31))] == [65, 80, 80]
    assert [rules_on(when).whole_evening for when in (day(2, 28), day(3, 1))] == [True, False]


def test_the_form_lists_the_evenings_another_requirement_flips_and_leaves_those_before(chairman):
    for when in (day(2, 5), day(3, 5)):
        play(when, losers=["Berit", "Carl"], present=SIX[:4])
    sent = {"first_day": "2026-03-01", "percent": "80", "whole_evening": "ja"}
    answer = chairman.post(reverse("quorum_add"), sent)
    assert "05.03.2026 teller ikke lenger: 4 av 6, trengte 5" in answer.text
    assert "05.02.2026" not in answer.text
    assert not QuorumChange.objects.exists()
    chairman.post(reverse("quorum_add"), sent | {"accepted": answer.context["effects"].key})
    assert QuorumChange.objects.get().percent == 80
    page = chairman.get(reverse("settings")).text
    assert "Fra 01.03.2026:" in page
    assert "bestemte at frammøtekravet er 80 % fra 01.03.2026" in chairman.get(reverse("log")).text


def test_a_change_of_the_requirement_is_put_right_and_taken_back(chairman):
    change = add_change(day(3, 1), 80)
    path = reverse("quorum_change", args=[change.pk])
    assert chairman.post(path, form_of(chairman, path) | {"percent": "75"}).status_code == 302
    assert QuorumChange.objects.get().percent == 75
    stale = chairman.post(path, {"first_day": "2026-03-01", "percent": "70", "whole_evening": "ja", "version": "1"})
    assert (stale.status_code, "80 → 75" in stale.text) == (409, True)
    chairman.post(reverse("quorum_delete", args=[change.pk]), {"version": "2"})
    assert not QuorumChange.objects.exists()
    assert rules_on(day(5, 5)).percent == 65
    assert "tok tilbake endringen av frammøtekravet fra 01.03.2026" in chairman.get(reverse("log")).text


@pytest.mark.parametrize(
    ("first_day", "said"),
    [
        (date(2025, 12, 31), "før den første sesongen"),
        (date(2026, 1, 1), "Endre reglene for sesongen 2026"),
        (date(2026, 3, 1), "alt en endring fra 01.03.2026"),
    ],
)
def test_a_change_of_the_requirement_lies_within_a_season_and_alone_on_its_day(chairman, first_day, said):
    add_change(day(3, 1), 80)
    answer = chairman.post(
        reverse("quorum_add"), {"first_day": first_day.isoformat(), "percent": "50", "whole_evening": "ja"}
    )
    assert (answer.status_code, said in answer.text) == (409, True)
    assert QuorumChange.objects.count() == 1


def test_the_next_season_begins_with_the_last_requirement():
    found_club(*SIX, first_day=date(2025, 1, 1))
    add_change(date(2025, 3, 1), 80, whole=False)
    play(date(2026, 2, 5), losers=[])
    assert (Season.objects.get(name="2026").percent, Season.objects.get(name="2026").whole_evening) == (80, False)


def test_the_rules_of_a_closed_season_stay_as_they_were_until_it_is_opened_again(chairman):
    change = add_change(day(3, 1), 80)
    with time_machine.travel(at(day(12, 1), "12.00")):
        annual_meeting.close_season(actor=actor(), season=season(), seen=1, meeting=day(12, 1), last_day=day(11, 30))
    closed = Season.objects.get(name="2026")
    path = reverse("season_change", args=[closed.pk])
    answers = [
        chairman.post(path, form_of(chairman, path) | {"percent": "50"}),
        chairman.post(reverse("quorum_add"), {"first_day": "2026-05-01", "percent": "50", "whole_evening": "ja"}),
        chairman.post(reverse("quorum_delete", args=[change.pk]), {"version": "1"}),
    ]
    for answer in answers:
        assert answer.status_code == 409
        assert "Sesongen 2026 er avsluttet." in answer.text
    assert rules_on(day(5, 5)).percent == 80
    following = Season.objects.get(first_day=day(12, 1))
    with pytest.raises(Refused, match="er avsluttet"):
        change_season(following, first_day=day(12, 15))
    assert path not in chairman.get(reverse("settings")).text


# --- Who may


def test_the_keeper_settles_nothing(chairman):
    keeper = client_of(login("Berit", office=Office.Kind.KEEPER))
    assert keeper.get(reverse("settings")).status_code == 403
    assert reverse("settings") not in keeper.get(reverse("front")).text
    assert reverse("settings") in chairman.get(reverse("front")).text
