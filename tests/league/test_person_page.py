"""One person's page: his season in figures, curve, calendar and bars, and all his years."""

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league import log
from league.models import Attendance, Evening, Leave, MemberPeriod, Office, Round, Season
from league.services import people
from league.verbs import Verb
from tests.factories import (
    actor,
    arrive,
    at,
    client_of,
    day,
    found_club,
    guest,
    login,
    member,
    named,
    open_evening,
    play,
    strek,
)
from tests.league.seen import page, rows, said, tabs

pytestmark = pytest.mark.django_db

FOUR = ("Arne", "Berit", "Carl", "Dina")  # at least three of them are enough
MARCH = day(3, 5)
APRIL = day(4, 2)
TODAY = day(6, 1)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(at(TODAY, "12.00"), tick=False):
        yield


def person(name: str, season: Season | None = None, who: str = "") -> str:
    client = client_of(login(who) if who else actor())
    if season:
        return page(client, "person_season", named(name).pk, season.pk)
    return page(client, "person", named(name).pk)


def head(html: str) -> str:
    return said(re.search(r'<header class="sheet.*?</header>', html, re.DOTALL)[0])


def lines(html: str) -> dict[str, str]:
    """The words and figures on dotted leaders."""
    found = re.findall(r"<dt>([^<]*)</dt><dd>(.*?)</dd>", html, re.DOTALL)
    return {word: said(figure) for word, figure in found}


def stamps(html: str) -> list[str]:
    """What is said of each evening in the calendar."""
    return [said(stamp) for stamp in re.findall(r'<a class="stamp.*?</a>', html, re.DOTALL)]


def bars(html: str, heading: str) -> list[list[str]]:
    """Label and figure of each bar below a heading."""
    section = re.search(rf'<h2 id="{heading}">.*?</section>', html, re.DOTALL)[0]
    found = re.findall(r'<dt>(.*?)</dt>.*?<dd class="figure">(.*?)<small>(.*?)</small>', section, re.DOTALL)
    return [[said(part) for part in bar] for bar in found]


def old_evening(date, losers, *, present, recorded=True):
    """An evening out of an old book, of whose rounds only the mattis is known."""
    with log.entry(Verb.IMPORT_BOOK, actor=None) as entry:
        evening = entry.create(Evening(date=date, host=named("Arne"), attendance_recorded=recorded))
        entry.create_all([Attendance(evening=evening, person=named(name)) for name in present])
        entry.create_all([Round(evening=evening, mattis=named(name), players_recorded=False) for name in losers])
    return evening


# --- The season in figures


def test_the_lines_give_the_season_in_figures():
    found_club(*FOUR)
    play(MARCH, losers=["Berit", "Berit", "Carl", "Dina"])
    play(APRIL, losers=["Carl", "Carl", "Carl", "Berit"], host="Berit", present=["Berit", "Carl", "Dina"])
    play(day(4, 16), losers=["Arne", "Arne"], present=["Arne", "Carl", "Dina"])
    text = person("Berit")
    assert lines(text) == {
        "Strek per runde": "0,375",  # 3 of 8
        "Av ventet": "1,09",  # (3 + 5) / (4/4 + 4/3 + 5)
        "Runder": "8",
        "Frammøte": "2 av 3",
        "Lengst uten strek": "5 runder",
        "Flest strek på rad": "2",
    }
    assert "3 streker på gyldige kvelder i 2026" in head(text)
    assert text.count('<div class="bigtally"><svg') == 1


def test_his_place_stands_beside_his_name():
    found_club(*FOUR)
    play(MARCH, losers=["Berit", "Carl", "Carl"], present=["Arne", "Berit", "Carl"])
    assert "Medlem siden 2026. 1. plass av 3." in head(person("Arne"))
    assert "3. plass av 3." in head(person("Carl"))
    assert "Utenfor kåringen: mangler 2 runder." in head(person("Dina"))


def test_a_shared_place_is_called_so():
    found_club(*FOUR)
    play(MARCH, losers=["Carl", "Dina"])
    assert "Delt 1. plass av 4." in head(person("Berit"))


def test_strek_that_do_not_count_are_told_beside():
    found_club(*FOUR)
    play(MARCH, losers=["Berit", "Carl"])
    play(APRIL, losers=["Berit", "Berit"], present=["Arne", "Berit"])
    assert "1 strek på gyldige kvelder i 2026, 3 i alt" in head(person("Berit"))
    assert "i alt" not in head(person("Carl"))


def test_figures_on_rounds_whose_players_are_not_recorded_carry_a_sign():
    found_club(*FOUR)
    old_evening(MARCH, ["Berit", "Carl"], present=["Arne", "Berit", "Carl"])
    text = person("Berit")
    found = lines(text)
    assert (found["Strek per runde"], found["Runder"]) == ("≈ 0,500", "≈ 2")
    assert found["Lengst uten strek"] == "–"  # nobody knows which round came first
    assert "≈ omtrent" in said(text)
    assert bars(text, "verter") == [["Arne", "≈ 0,500", "1 på ≈ 2 runder"]]


def test_attendance_is_at_least_what_is_recorded():
    found_club(*FOUR)
    old_evening(MARCH, ["Arne"], present=["Arne", "Carl", "Dina"], recorded=False)
    play(APRIL, losers=["Arne"])
    assert lines(person("Berit"))["Frammøte"] == "minst 1 av 2"


def test_the_page_tells_the_hat_the_title_and_the_office():
    found_club(*FOUR)
    login("Carl", office=Office.Kind.KEEPER)
    play(MARCH, losers=["Carl", "Berit", "Carl"])
    assert "Bærer Mattishatten, i 88 dager, siden 5. mars. Årets Mattis så langt. Fører boken." in head(person("Carl"))
    assert "Formann" in head(person("Arne"))
    assert "Mattis" not in head(person("Berit"))


def test_leave_is_told_with_its_end():
    found_club(*FOUR)
    people.add_period(actor=actor(), kind=Leave, person=named("Dina"), first_day=TODAY, last_day=day(8, 31))
    assert "Har permisjon til 31.08.2026." in head(person("Dina"))


# --- Curve, calendar, bars


def test_the_curve_tells_itself_in_words():
    found_club(*FOUR)
    play(MARCH, losers=["Berit", "Berit", "Carl"])
    text = person("Berit")
    told = "Berit har 2 streker etter 1 gyldig kveld. Ventet var 1. Flest på én kveld: 2, 5. mars."
    assert text.count(f'aria-label="{told}"') == 2  # a wide and a narrow drawing
    assert "Berit i rødt, de andre i grått." in said(text)


def test_who_has_not_come_has_no_curve():
    found_club(*FOUR)
    play(MARCH, losers=["Arne"], present=["Arne", "Berit", "Carl"])
    text = person("Dina")
    assert "Dina har ikke vært med på noen gyldig kveld." in said(text)
    assert 'class="wide"' not in text


def test_the_calendar_says_of_every_evening_how_it_went():
    found_club(*FOUR)
    member("Einar", APRIL)
    people.add_period(actor=actor(), kind=Leave, person=named("Dina"), first_day=day(5, 1), last_day=day(5, 31))
    play(MARCH, losers=["Berit", "Berit"], present=["Arne", "Berit", "Carl"])
    play(APRIL, losers=["Berit"], present=["Arne", "Berit"])
    old_evening(day(4, 16), ["Arne"], present=["Arne", "Berit"], recorded=False)
    play(day(5, 14), losers=["Arne"], present=["Arne", "Berit", "Carl"])
    assert stamps(person("Berit")) == [
        "5. 2 streker",
        "2. 1 strek (teller ikke)",
        "16. gikk fri (teller ikke)",
        "14. gikk fri",
    ]
    assert stamps(person("Dina")) == [
        "5. borte",
        "2. borte (teller ikke)",
        "16. ikke ført (teller ikke)",
        "14. perm.",
    ]
    assert stamps(person("Einar"))[0] == "5. ikke medlem"
    assert "? frammøtet er ikke ført" in said(person("Dina"))
    assert "frammøtet er ikke ført" not in said(person("Berit"))


def test_the_calendar_has_the_months_of_the_season():
    found_club(*FOUR, first_day=day(8, 1, 2025))
    play(MARCH, losers=["Berit"])
    months = re.findall(r"<h3>(.*?)</h3>", person("Berit"))
    assert months[0] == "august 2025"
    assert months[-1] == "juli 2026"
    assert len(months) == 12


def test_a_stamp_leads_to_the_evening():
    found_club(*FOUR)
    evening = play(MARCH, losers=["Berit"])
    assert f'<a class="stamp" href="{reverse("evening", args=[evening.pk])}">' in person("Berit")


def test_bars_show_strek_per_round_with_each_host():
    found_club("Ås", "Berit", "Carl", "Dina")
    play(MARCH, losers=["Berit", "Carl", "Berit", "Carl"], host="Ås")
    play(APRIL, losers=["Carl", "Berit"], host="Dina")
    play(day(4, 16), losers=["Carl"], host=None)
    play(day(4, 30), losers=["Berit"], host="Berit", present=["Berit", "Carl"])  # does not count
    assert bars(person("Berit"), "verter") == [
        ["Dina", "0,500", "1 på 2 runder"],
        ["Ås", "0,500", "2 på 4 runder"],
        ["Mattistur", "0,000", "0 på 1 runde"],
    ]


def test_bars_by_table_size_take_only_recorded_rounds_and_say_how_many_are_left_out():
    found_club(*FOUR)
    play(MARCH, losers=["Berit", "Carl"], present=["Arne", "Berit", "Carl"])
    play(APRIL, losers=["Berit"])
    old_evening(day(4, 16), ["Berit", "Arne"], present=FOUR)
    text = person("Berit")
    assert bars(text, "bord") == [["3 spillere", "0,500", "1 på 2 runder"], ["4 spillere", "1,000", "1 på 1 runde"]]
    assert "2 runder er ikke med, for spillerne eller rekkefølgen er ikke ført." in said(text)


def test_the_longest_bar_fills_its_box_and_the_mark_stands_at_what_was_to_be_expected():
    found_club(*FOUR)
    play(MARCH, losers=["Berit", "Carl"], host="Arne")  # one of two, a quarter to be expected
    play(APRIL, losers=["Berit", "Carl", "Dina", "Carl"], host="Carl")  # one of four
    assert "Alle rundene er med." in said(person("Berit"))
    drawn = re.findall(r'<svg class="bar".*?</svg>', person("Berit").split('id="verter"')[1].split("</section>")[0])
    assert [re.findall(r'd="([^"]+)"', bar) for bar in drawn] == [
        ["M0 6H200.0", "M100.0 0v12"],
        ["M0 6H100.0", "M100.0 0v12"],
    ]


# --- Guests, seasons, odd states


def test_f15_a_guest_has_a_page_with_his_evenings_and_no_place():
    found_club(*FOUR)
    guest("Gunnar")
    play(MARCH, losers=["Gunnar", "Berit"], present=[*FOUR, "Gunnar"])
    play(APRIL, losers=["Berit"])
    text = person("Gunnar")
    assert "Gjest. 1 strek som gjest i 2026." in head(text)
    assert "plass" not in head(text)
    assert lines(text) == {}
    assert stamps(text) == ["5. 1 strek"]  # not the evening he did not come


def test_who_is_a_member_no_more_is_shown_in_the_last_season_he_came_in():
    found_club(*FOUR, first_day=day(1, 1, 2024))
    play(day(3, 6, 2024), losers=["Dina"])
    period = MemberPeriod.objects.get(person=named("Dina"))
    people.change_period(
        actor=actor(), period=period, seen=period.version, first_day=period.first_day, last_day=day(12, 31, 2024)
    )
    play(day(3, 5, 2025), losers=["Arne"])
    play(MARCH, losers=["Arne"])
    text = person("Dina")
    assert "Var medlem 2024." in head(text)
    assert "1 strek på gyldige kvelder i 2024" in head(text)
    assert "1 strek på gyldige kvelder i 2026" in head(person("Arne"))


def test_a_season_that_is_over_has_neither_hat_nor_offices():
    found_club(*FOUR, first_day=day(1, 1, 2025))
    play(day(3, 6, 2025), losers=["Arne"])
    play(MARCH, losers=["Berit"])
    text = head(person("Arne", Season.objects.get(first_day__year=2025)))
    assert "Årets Mattis." in text
    assert "hatten" not in text
    assert "Formann" not in text


def test_before_any_evening_the_page_has_dashes():
    found_club("Arne")
    text = person("Arne")
    assert lines(text)["Strek per runde"] == "–"
    assert lines(text)["Frammøte"] == "–"
    assert lines(text)["Lengst uten strek"] == "–"
    assert stamps(text) == []


def test_a_guest_who_never_came_has_a_page():
    found_club("Arne")
    guest("Gunnar")
    assert "0 streker som gjest" in head(person("Gunnar"))


def test_the_seasons_are_a_press_away_and_so_are_all_years():
    found_club(*FOUR, first_day=day(1, 1, 2025))
    play(MARCH, losers=["Berit"])
    text = person("Berit")
    assert tabs(text) == ["2026", "2025", "Alle år"]
    assert f'href="{reverse("person_lifetime", args=[named("Berit").pk])}"' in text


def test_only_who_may_change_people_finds_the_way_to_it():
    found_club(*FOUR)
    edit = reverse("person_edit", args=[named("Berit").pk])
    assert edit in person("Berit")
    assert edit not in person("Berit", who="Carl")


def test_names_are_text_whatever_they_hold():
    found_club("<i>Arne</i>", "Berit", "Carl")
    play(MARCH, losers=["Berit"], host="<i>Arne</i>")
    assert "<i>" not in person("<i>Arne</i>") + person("Berit")


def test_the_page_asks_the_database_as_often_whatever_has_happened():
    found_club(*FOUR)
    guest("Gunnar")
    client = client_of(actor())

    def queries(name: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse(name, args=[named("Berit").pk]))
        return len(captured)

    play(MARCH, losers=["Berit"], present=[*FOUR, "Gunnar"])
    few = queries("person"), queries("person_lifetime")
    for number in range(4):
        play(day(4, 1 + 7 * number), losers=["Berit", "Carl"], host=FOUR[number])
    play(day(3, 6, 2025), losers=["Arne", "Berit"], present=["Arne", "Berit"])
    assert (queries("person"), queries("person_lifetime")) == few


# --- All years


def test_all_years_stand_season_by_season_with_their_sum():
    found_club(*FOUR, first_day=day(1, 1, 2025))
    play(day(3, 6, 2025), losers=["Berit", "Carl"])
    old_evening(day(3, 20, 2025), ["Berit"], present=["Arne", "Berit"])  # does not count; it is all the same there
    play(MARCH, losers=["Berit", "Berit", "Dina"])
    text = page(client_of(actor()), "person_lifetime", named("Berit").pk)
    assert rows(text) == [
        ["Sesong", "Strek", "Runder", "Strek per runde", "Kvelder"],
        ["2026", "2", "3", "0,667", "1"],
        ["2025", "2", "≈ 3", "≈ 0,667", "2"],
        ["I alt", "4", "≈ 6", "≈ 0,667", "3"],
    ]
    assert f'href="{reverse("person_season", args=[named("Berit").pk, Season.objects.newest_first()[1].pk])}"' in text


def test_all_years_of_who_never_came_say_so():
    found_club(*FOUR)
    text = said(page(client_of(actor()), "person_lifetime", named("Berit").pk))
    assert "Har ikke vært på noen kveld ennå." in text


def test_late_in_the_evening_the_open_one_is_already_in_the_calendar():
    found_club(*FOUR)
    evening = open_evening(TODAY, present=["Arne", "Berit"])
    with time_machine.travel(at(TODAY, "23.00"), tick=False):
        arrive(evening, "Carl")
        strek(evening, "Berit")
        assert stamps(person("Berit")) == ["1. 1 strek"]
