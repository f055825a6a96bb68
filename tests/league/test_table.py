"""The year's table, all years, and how it is reckoned, over HTTP. Figures are counted by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.facts import Minimum
from league.models import Attendance, Evening, Office, Round, Season
from league.services import people, seasons
from tests.factories import actor, at, client_of, day, found_club, guest, login, member, named, open_evening, play
from tests.league.seen import line, names, page, rows, said, tabs

pytestmark = pytest.mark.django_db

FIVE = ("Arne", "Berit", "Carl", "Dina", "Einar")


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(at(day(4, 1), "12.00"), tick=False) as traveller:
        yield traveller


@pytest.fixture
def client() -> Client:
    """The chairman's browser, in a club of five."""
    return client_of(found_club(*FIVE))


@pytest.fixture
def spring(client: Client) -> Client:
    """Two evenings: four rounds with all five, two rounds with four of them."""
    play(day(3, 5), losers=["Arne", "Berit", "Arne", "Carl"])
    play(day(3, 19), losers=["Arne", "Dina"], present=FIVE[:4])
    return client


def change_rules(season: Season, **rules: object) -> None:
    Season.objects.filter(pk=season.pk).update(**rules)


# --- What a line says


def test_every_cell_of_a_season_counted_by_hand(spring: Client):
    headings, *lines = rows(page(spring))
    assert " | ".join(headings) == (
        "Plass | Endring | Navn | Strek | Strek per runde | Av ventet | Runder | Frammøte | Siste fem | I kåringen"
    )
    assert [" | ".join(line) for line in lines] == [
        # 5 / (4/5 + 5); shared the first place with Dina before
        "1 | uendret | Einar | strek: 0 | 0,000 | 0,86 av ventet | 4 runder | 1 av 2 kvelder | fri, fri, fri, fri | ja",
        # 6 / (4/5 + 2/4 + 5)
        "2 | opp 1 | Berit delt plass | strek: 1 | 0,167 | 0,95 av ventet | 6 runder | 2 av 2 kvelder"
        " | strek, fri, fri, fri, fri | ja",
        "2 | opp 1 | Carl delt plass | strek: 1 | 0,167 | 0,95 av ventet | 6 runder | 2 av 2 kvelder"
        " | fri, fri, strek, fri, fri | ja",
        "2 | ned 1 | Dina bærer Mattishatten delt plass | strek: 1 | 0,167 | 0,95 av ventet | 6 runder"
        " | 2 av 2 kvelder | fri, fri, fri, fri, strek | ja",
        # 8 / (4/5 + 2/4 + 5)
        "5 | uendret | Arne | strek: 3 | 0,500 | 1,27 av ventet | 6 runder | 2 av 2 kvelder"
        " | fri, strek, fri, strek, fri | ja",
    ]


def test_the_head_says_how_much_counts_and_until_when(spring: Client):
    assert "2 gyldige kvelder og 6 runder til 19.03.2026" in said(page(spring))


def test_the_hat_and_the_mattis_of_the_year_are_honoured(spring: Client):
    html = page(spring)
    assert "Mattishatten Dina i 13 dager, siden 19. mars" in said(html)
    assert "Årets Mattis så langt Arne 3 streker" in said(html)


@pytest.mark.parametrize("name", ["front", "lifetime", "evening_new"])
def test_f18_two_members_of_one_name_are_told_apart(client: Client, name: str):
    other = member("Berit", day(1, 1))
    shown = client.get(reverse(name)).text
    assert f">Berit ({other.pk})<" in shown
    assert shown.count(">Berit (") == 2


def test_each_name_leads_to_the_season_of_its_person(spring: Client):
    season = Season.objects.get()
    assert f'href="{reverse("person_season", args=[named("Carl").pk, season.pk])}"' in page(spring)


def test_an_evening_that_does_not_count_is_not_in_the_table(spring: Client):
    play(day(3, 26), losers=["Einar"] * 3, present=["Arne", "Einar"])
    html = page(spring)
    assert line(html, "Einar")[3] == "strek: 0"
    assert line(html, "Arne")[7] == "2 av 2 kvelder"
    assert "Mattishatten Einar" in said(html)  # it was the last round all the same


def test_who_lacks_rounds_stands_below_and_is_told_how_many(spring: Client):
    member("Frode", day(3, 10))
    play(day(3, 26), losers=["Berit", "Berit"])  # eight rounds by now, of which Frode has played two
    html = page(spring)
    assert rows(html)[-2] == ["Mangler runder for å bli årets spiller (4 kreves nå)"]
    assert rows(html)[-1][:3] == ["–", "ingen plass", "Frode"]
    assert rows(html)[-1][-1] == "mangler 2 runder"


def test_who_lacks_one_lacks_it_in_the_singular(spring: Client):
    member("Frode", day(3, 10))
    play(day(3, 26), losers=["Berit", "Berit"])
    change_rules(Season.objects.get(), minimum_percent=33)  # 2.64 of 8, so 3
    assert line(page(spring), "Frode")[-1] == "mangler 1 runde"


def test_a_minimum_of_evenings_is_told_in_evenings(spring: Client):
    member("Frode", day(3, 10))
    play(day(3, 26), losers=["Berit"])
    change_rules(Season.objects.get(), minimum=Minimum.EVENINGS, minimum_percent=60)  # 1.8 of 3, so 2
    html = page(spring)
    assert ["Mangler kvelder for å bli årets spiller (2 kreves nå)"] in rows(html)
    assert line(html, "Frode")[-1] == "mangler 1 kveld"
    assert line(html, "Dina")[-1] == "ja"


def test_without_a_minimum_only_who_has_not_played_is_left_out(spring: Client):
    member("Frode", day(3, 10))
    change_rules(Season.objects.get(), minimum=Minimum.NONE)
    html = page(spring)
    assert rows(html)[-2] == ["Har ikke spilt ennå"]
    frode = "– | ingen plass | Frode | strek: 0 | – | – | 0 runder | 0 av 1 kveld | – | har ikke spilt"
    assert " | ".join(rows(html)[-1]) == frode


def test_who_is_ranked_for_the_first_time_is_new(spring: Client):
    member("Frode", day(3, 10))
    play(day(3, 26), losers=["Berit"])
    change_rules(Season.objects.get(), minimum=Minimum.NONE)
    assert line(page(spring), "Frode")[1] == "ny"


def test_figures_that_rest_on_what_is_not_recorded_are_marked(client: Client):
    evening = Evening.objects.create(date=day(2, 1), host=named("Arne"))
    for name in FIVE[:4]:
        Attendance.objects.create(evening=evening, person=named(name))
    for name in ("Arne", "Arne", "Berit"):
        Round.objects.create(evening=evening, mattis=named(name), players_recorded=False)
    html = page(client)
    assert line(html, "Berit")[3:9] == [
        "strek: 1",
        "≈ 0,333",
        "≈ 1,04 av ventet",  # (1 + 5) / (3 × 1/4 + 5)
        "≈ 3 runder",
        "1 av 1 kveld",
        "–",
    ]
    assert "≈ spillerne er ikke ført i alle runder" in said(html)
    assert "≈" not in said(page(client, "how")).split("Hva som er klubbens egen avgjørelse")[1]


def test_attendance_that_may_be_higher_says_at_least(client: Client):
    evening = Evening.objects.create(
        date=day(2, 1), host=named("Arne"), attendance_recorded=False, counts_by_decision=True
    )
    for name in ("Arne", "Berit"):
        Attendance.objects.create(evening=evening, person=named(name))
    Round.objects.create(evening=evening, mattis=named("Arne"), players_recorded=False)
    html = page(client)
    assert line(html, "Arne")[7] == "1 av 1 kveld"
    assert line(html, "Carl")[7] == "minst 0 av 1 kveld"


def test_f15_a_guest_who_loses_has_no_line(spring: Client):
    guest("Gunnar")
    play(day(3, 26), losers=["Gunnar", "Arne"], present=[*FIVE, "Gunnar"])
    html = page(spring)
    assert sorted(names(html)) == sorted(FIVE)
    assert "3 gyldige kvelder og 8 runder" in said(html)


# --- In which order


def test_f21_equals_stand_as_the_norwegian_alphabet_has_them():
    chairman = found_club("Zakariassen", "Aasen", "Ås", "Ødegård", "Berg", "Ærlig", "Aalto")
    people.rename(actor=chairman, person=named("Aalto"), seen=1, name="Aalto", short_name="", sort_name="Alto")
    play(day(3, 5), losers=["Berg"], host="Berg")
    html = page(client_of(chairman))
    assert [said(row[2]).removesuffix(" delt plass") for row in rows(html)[1:7]] == [
        "Aalto",
        "Zakariassen",
        "Ærlig",
        "Ødegård",
        "Ås",
        "Aasen",
    ]
    by_name = names(page(client_of(chairman), query="?sort=who"))
    assert by_name[:3] == ["Aalto", "Berg", "Zakariassen"]


def test_f22_equals_share_a_place_the_next_is_passed_over_and_the_line_says_so(client: Client):
    play(day(3, 5), losers=["Berit", "Carl", "Dina", "Dina", "Einar", "Einar", "Einar"])
    assert [row[0] for row in rows(page(client))[1:]] == ["1", "2", "2", "4", "5"]
    assert [row[2] for row in rows(page(client))[1:4]] == ["Arne", "Berit delt plass", "Carl delt plass"]


def test_f22_where_more_rounds_decided_the_lines_say_so(client: Client):
    play(day(3, 5), losers=["Arne", "Berit"])
    play(day(3, 19), losers=["Arne", "Arne"], present=FIVE[:4])  # Einar stays away
    html = page(client)
    decided = "likt, flest runder først"
    assert [(row[0], row[2]) for row in rows(html)[1:4]] == [
        ("1", "Carl delt plass"),
        ("1", "Dina delt plass"),
        ("3", f"Einar {decided}"),
    ]


def test_the_table_is_sorted_by_the_heading_chosen(spring: Client):
    assert names(page(spring, query="?sort=-marks"))[0] == "Arne"
    assert names(page(spring, query="?sort=marks"))[-1] == "Arne"
    assert names(page(spring, query="?sort=-rounds"))[-1] == "Einar"
    assert names(page(spring, query="?sort=-place"))[0] == "Arne"


def test_a_heading_leads_to_the_other_direction_once_it_is_chosen(spring: Client):
    html = page(spring, query="?sort=-marks")
    assert re.search(r'<th class="marks[^>]*aria-sort="descending"', html)
    assert 'href="?sort=marks" hx-get="?sort=marks"' in html
    assert 'href="?sort=-marks" hx-get="?sort=-marks"' in page(spring)


def test_equals_in_the_column_sorted_by_keep_the_order_of_the_table(spring: Client):
    strek = names(page(spring, query="?sort=-marks"))
    assert strek == ["Arne", "Berit", "Carl", "Dina", "Einar"]
    assert names(page(spring, query="?sort=marks")) == ["Einar", "Berit", "Carl", "Dina", "Arne"]


def test_those_not_ranked_stay_below_however_it_is_sorted(spring: Client):
    member("Frode", day(3, 10))
    for column in ("place", "move", "who", "marks", "rate", "fair", "rounds", "att"):
        for sign in ("", "-"):
            assert names(page(spring, query=f"?sort={sign}{column}"))[-1] == "Frode", sign + column


@pytest.mark.parametrize(
    "query",
    [
        "?sort=nothing",
        "?sort=",
        "?sort=--place",
        "?sort=recent",  # a column one cannot sort by
        "?sort=row__person&sort=a,b,c",
        "?per_page=50000",
        "?per_page=-1",
        "?per_page=0",
        "?per_page=x",
        "?page=99",
        "?page=-1",
        "?page=x",
        "?page=" + "9" * 5000,
    ],
)
def test_nonsense_in_the_address_shows_the_table_as_it_is(spring: Client, query: str):
    assert names(page(spring, query=query)) == names(page(spring))


# --- A part, and a page


def test_htmx_gets_the_table_alone(spring: Client):
    html = page(spring, query="?sort=-marks", HX_Request="true")
    assert html.lstrip().startswith("<div")
    assert "<html" not in html
    assert 'id="tabell"' in html
    assert names(html)[0] == "Arne"


def test_going_back_gets_the_whole_page(spring: Client):
    headers = {"HX_Request": "true", "HX_History_Restore_Request": "true"}
    assert "<html" in page(spring, query="?sort=-marks", **headers)


# --- Which season


def test_f23_january_is_in_the_season_begun_in_august_and_both_dates_are_told():
    chairman = found_club(*FIVE, first_day=day(8, 1, 2025))
    play(day(9, 4, 2025), losers=["Berit"])
    play(day(1, 15), losers=["Arne"])
    html = page(client_of(chairman))
    assert "2 gyldige kvelder og 2 runder til 15.01.2026" in said(html)
    assert "Sesongen: 1. august 2025–31. juli 2026" in said(html)
    assert tabs(html) == ["2025/26", "Alle år"]


def test_f23_a_season_that_is_over_ends_the_day_before_the_next(spring: Client):
    seasons.season_for(day(5, 1, 2025), actor=actor())
    html = page(spring, "table", Season.objects.get(name="2025").pk)
    assert "Tabellen 2025" in said(html)
    assert "Sesongen: 1. januar–31. desember 2025" in said(html)
    assert "Ingen gyldig kveld" in said(html)


def test_an_older_season_shows_its_own_table_and_no_way_to_tonight(spring: Client):
    member("Gamle", day(1, 1, 2025), day(12, 31, 2025))
    seasons.season_for(day(5, 1, 2025), actor=actor())
    html = page(spring, "table", Season.objects.get(name="2025").pk)
    assert names(html) == ["Gamle"]
    assert "Åpne kvelden" not in html
    assert "Åpne kvelden" in page(spring)


def test_in_a_season_that_is_over_nobody_wears_the_hat_and_what_was_required_is_past(spring: Client):
    member("Frode", day(3, 10))
    play(day(3, 26), losers=["Berit", "Berit"])
    season = Season.objects.get()
    with time_machine.travel(at(day(2, 1, 2027), "12.00"), tick=False):
        seasons.season_for(day(2, 1, 2027), actor=actor())
        html = page(client_of(actor()), "table", season.pk)
    assert "Mattishatten" not in html
    assert "Årets Mattis Arne og Berit 3 streker" in said(html)
    assert ["Mangler runder for å bli årets spiller (4 krevdes)"] in rows(html)


def test_a_season_that_does_not_exist_is_not_found(client: Client):
    for name in ("table", "how"):
        assert client.get(reverse(name, args=[999])).status_code == 404


def test_of_many_seasons_the_newest_and_the_chosen_one_have_tabs_and_all_stand_with_all_years(client: Client):
    seasons.season_for(day(5, 1, 2019), actor=actor())
    chosen = Season.objects.get(name="2020")
    assert tabs(page(client)) == ["2026", "2025", "2024", "Eldre", "Alle år"]
    assert tabs(page(client, "table", chosen.pk)) == ["2026", "2025", "2020", "Eldre", "Alle år"]
    all_years = page(client, "lifetime")
    for season in Season.objects.all():
        assert f'href="{reverse("table", args=[season.pk])}"' in all_years


def test_four_seasons_all_have_tabs(client: Client):
    seasons.season_for(day(5, 1, 2023), actor=actor())
    assert tabs(page(client)) == ["2026", "2025", "2024", "2023", "Alle år"]


def test_the_night_after_new_years_eve_still_belongs_to_the_old_year(spring: Client, clock: Any):
    seasons.season_for(day(1, 1, 2027), actor=actor())
    clock.move_to(at(day(12, 31), "02.00"))
    assert "6 runder til 19.03.2026" in said(page(client_of(actor())))
    clock.move_to(at(day(1, 1, 2027), "07.00"))
    assert "Ingen gyldig kveld ennå" in said(page(client_of(actor())))


# --- Odd clubs


def test_before_the_first_evening_every_member_stands_there_in_order(client: Client):
    html = page(client)
    assert "Ingen gyldig kveld ennå" in said(html)
    assert names(html) == list(FIVE)
    assert {row[-1] for row in rows(html)[2:]} == {"har ikke spilt"}
    assert "Mattishatten" not in html


def test_a_season_without_members_says_so(client: Client):
    seasons.season_for(day(5, 1, 2025), actor=actor())
    html = page(client, "table", Season.objects.get(name="2025").pk)
    assert "Ingen er medlem i denne sesongen ennå." in said(html)
    assert reverse("people") in html


def test_a_club_of_one_has_a_table():
    assert names(page(client_of(found_club("Arne")))) == ["Arne"]


def test_many_strek_are_drawn_smaller_in_every_line(client: Client):
    assert '<svg class="tally small"' not in page(client)
    play(day(3, 5), losers=["Arne"] * 31 + ["Berit"])
    html = page(client)
    assert html.count('<svg class="tally small"') == 2
    assert line(html, "Arne")[3] == "strek: 31"


# --- What it costs


@pytest.mark.parametrize("name", ["front", "lifetime", "how"])
def test_the_queries_do_not_grow_with_the_book(spring: Client, name: str):
    url = reverse(name)
    with CaptureQueriesContext(connection) as few:
        spring.get(url)
    seasons.season_for(day(5, 1, 2017), actor=actor())
    for number in range(6):
        guest(f"Gjest {number}")
        member(f"Medlem {number}", day(1, 1))
        play(day(3, 20 + number), losers=["Arne", "Berit", f"Gjest {number}"], present=[*FIVE, f"Gjest {number}"])
    with CaptureQueriesContext(connection) as many:
        spring.get(url)
    # all seasons are listed with all years once they no longer have a tab each
    assert len(many) == len(few) + (name == "lifetime")


# --- Who sees what


def test_only_who_keeps_the_book_may_open_an_evening_from_the_table(spring: Client):
    keeper, ordinary = login("Berit", office=Office.Kind.KEEPER), login("Carl")
    assert "Åpne kvelden" in page(client_of(keeper))
    assert "Åpne kvelden" not in page(client_of(ordinary))


def test_an_open_evening_is_offered_to_all(spring: Client):
    open_evening(day(4, 1))
    assert "Se kvelden" in page(client_of(login("Carl")))
