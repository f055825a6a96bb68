"""*Krøniken*: what its pages show of hat, luck, records and pictures."""

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league import log
from league.facts import Extra, Minimum, Ranking
from league.models import Attendance, Club, Evening, Round, Season
from league.services import rounds, seasons
from league.verbs import Verb
from tests.factories import (
    actor,
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

FOUR = ("Arne", "Berit", "Carl", "Dina")
FIRST, SECOND, THIRD = day(3, 5), day(3, 19), day(4, 2)
TODAY = day(4, 25)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(at(TODAY, "12.00"), tick=False) as clock:
        yield clock


@pytest.fixture
def club():
    """Three evenings of four: Berit takes the hat home, then Carl twice."""
    found_club(*FOUR)
    play(FIRST, losers=["Arne", "Arne", "Arne", "Berit"])
    play(SECOND, losers=["Dina", "Carl"], host="Berit")
    play(THIRD, losers=["Berit", "Carl", "Carl"], host="Carl")
    change(minimum=Minimum.NONE)


def change(**rules):
    season = Season.objects.get(first_day__year=2026)
    Season.objects.filter(pk=season.pk).update(**rules)


def old_evening(date, losers):
    """An evening out of an old book, of whose rounds only the mattis is known."""
    with log.entry(Verb.IMPORT_BOOK, actor=None) as entry:
        old = entry.create(Evening(date=date, host=named("Arne")))
        entry.create_all([Attendance(evening=old, person=named(name)) for name in FOUR])
        entry.create_all([Round(evening=old, mattis=named(name), players_recorded=False) for name in losers])


def switch_off(*extras: Extra):
    Club.objects.update(switched_off=list(extras))


def section(html: str, heading: str) -> str:
    """What is said below a heading."""
    found = re.search(rf'<section[^>]*aria-labelledby="{heading}">.*?</section>', html, re.DOTALL)
    return said(found[0]) if found else ""


PARTS = ("chronicle", "chronicle_luck", "chronicle_hat", "chronicle_records")


def chronicle(season: Season | None = None, *, query: str = "") -> str:
    """All parts of a season's chronicle, one after the other."""
    season, client = season or Season.objects.latest("first_day"), client_of(actor())
    return "".join(page(client, part, season.pk, query=query) for part in PARTS)


def of(name: str) -> str:
    return page(client_of(actor()), "person_chronicle", named(name).pk, Season.objects.get(first_day__year=2026).pk)


# --- The hat


def test_the_hats_journey_is_told_newest_first(club):
    html = chronicle()
    assert "Hos Carl i 37 dager, siden 19. mars." in section(html, "hatten")
    assert "Lengst på ett sted: hos Carl i 37 dager fra 19. mars." in section(html, "hatten")
    assert rows(html)[:3] == [
        ["Fra kvelden", "Hos", "Dager"],
        ["19.03.2026", "Carl", "37"],
        ["05.03.2026", "Berit", "14"],
    ]


def test_the_hat_comes_over_from_the_season_before(club):
    season = Season.objects.get()
    with time_machine.travel(at(day(2, 10, 2027), "12.00"), tick=False):
        seasons.season_for(day(2, 10, 2027), actor=actor())
        play(day(2, 4, 2027), losers=["Dina"])
        assert rows(chronicle())[1:3] == [["04.02.2027", "Dina", "6"], ["19.03.2026", "Carl", "322"]]
        old = chronicle(season)
        assert rows(old)[1] == ["19.03.2026", "Carl", "322"]  # until the next evening, though that was another year
        assert "Hos Carl i" not in old


def test_in_a_new_season_the_hat_is_worn_still(club):
    with time_machine.travel(at(day(1, 2, 2027), "12.00"), tick=False):
        seasons.season_for(day(1, 2, 2027), actor=actor())
        client = client_of(actor())
        assert "Mattishatten Carl i 289 dager, siden 19. mars" in said(page(client))


def test_where_the_order_is_not_recorded_nobody_knows_where_the_hat_went(club):
    old_evening(day(2, 5), ["Arne", "Arne"])
    html = chronicle()
    assert rows(html)[3] == ["05.02.2026", "≈ ukjent, rekkefølgen er ikke ført", "28"]
    assert "2 runder mangler spillere eller rekkefølge" in said(html)


# --- Beside what luck would give


def test_med_alle_fordeler_is_told_beside_what_luck_gives(club):
    # Arne twice, then Berit, Dina and Carl got off and Carl did not: 3 of 6, where 6/4 were expected.
    # So many or more: (20 × 27 + 15 × 9 + 6 × 3 + 1) / 4096 = 694/4096
    told = section(chronicle(), "fordeler")
    assert "Han var med i 6 runder rett etterpå og tapte 3." in told
    assert "Ventet 1,5. Så mange eller flere får 17 av 100 klubber ved ren flaks." in told


def test_vertens_forbannelse_is_told_at_home_and_away(club):
    # Home: Arne 3 of 4, Berit 0 of 2, Carl 2 of 3: 5 of 9 where 9/4 were expected. So many or more:
    # (126 × 81 + 84 × 27 + 36 × 9 + 9 × 3 + 1) / 262144 = 12826/262144. Away: Arne 0 of 5, Berit 2 of 7, Carl 1 of 6.
    told = section(chronicle(), "forbannelsen")
    assert "Vertene fikk 5 streker på 9 runder hjemme. Ventet 2,3. Så mange eller flere får 5 av 100" in told
    assert "De samme fikk 3 streker på 18 runder borte, der 4,5 var ventet." in told


def test_few_rounds_together_make_no_tormentor(club):
    assert "nok runder sammen ennå" in section(chronicle(), "plageand")
    assert 'class="whom"' not in chronicle()


def test_who_loses_with_whom_stands_in_a_grid(club):
    play(day(4, 16), losers=["Arne"] * 15)
    html = chronicle()
    # 24 rounds, of which Arne lost 18 where 6 were expected: six spreads of 4.5 above
    assert "Arne fikk 18 streker på 24 runder sammen med Berit. Ventet 6,0." in section(html, "plageand")
    assert "færre enn 1 av 1000 spillere" in section(html, "plageand")
    assert "Dette er de skjeveste av 12 slike tall. Ren flaks alene gjør høyst 0,0 av dem" in section(html, "plageand")
    grid = rows(re.search(r'<table class="whom".*?</table>', html, re.DOTALL)[0])
    assert grid == [
        ["", *FOUR],
        ["Arne", "", "18", "18", "18"],
        ["Berit", "2", "", "2", "2"],
        ["Carl", "3", "3", "", "3"],
        ["Dina", "1", "1", "1", ""],
    ]
    assert html.count('class="far-3"') == 3


# --- Records


def test_the_records_of_the_season(club):
    told = section(chronicle(), "rekorder")
    assert told.startswith(
        "Rekorder Reneste kveld 4 runder uten strek Carl, 05.03.2026 Dina, 05.03.2026"
        # Dina: four, then lost; Arne lost three and had six; Carl's five ended on the second evening
        " Lengst uten strek 6 runder, og det varer ennå Arne, 02.04.2026"
        " Flest på én kveld 3 streker Arne, 05.03.2026"
        " Hat trick 3 på rad Arne, 05.03.2026"
    )


def test_the_hundredth_strek_is_told_with_whom_and_when(club):
    old_evening(day(4, 9), ["Arne"] * 90)  # after the nine before
    play(day(4, 16), losers=["Dina", "Arne"])
    assert "Strek nr. 100 Dina, 16.04.2026" in section(chronicle(), "rekorder")


def test_more_than_three_who_share_a_record_are_counted(club):
    for number in range(4):
        play(day(4, 6 + number), losers=["Arne", "Arne", "Arne", "Berit"])
    assert "og 7 til" in section(chronicle(), "rekorder")  # ten clean evenings of four rounds, three of them named


# --- Pictures


def test_the_leader_stands_out_in_the_race_or_he_who_looks_or_the_one_chosen(club):
    def followed(html: str) -> str:
        return re.search(r'hvem=\d+" aria-current="true">([^<]*)</a>', html)[1]

    stranger = login("Dina")
    assert followed(page(client_of(stranger), "chronicle")) == "Dina"
    assert followed(chronicle()) == "Arne"
    assert followed(chronicle(query=f"?hvem={named('Carl').pk}")) == "Carl"
    for nonsense in ("x", "-1", "999999", "9" * 60, "²"):
        assert followed(chronicle(query=f"?hvem={nonsense}")) in ("Arne", "Dina")


def test_the_race_is_told_in_figures_too(club):
    html = chronicle()
    told = dict(re.findall(r"<dt>([^<]*)</dt><dd>([\d, –]*)</dd>", html))
    assert told == {"Arne": "4, 4, 3", "Berit": "3, 1, 2", "Carl": "1, 2, 4", "Dina": "2, 3, 1"}


def test_every_evening_stands_in_the_calendar_and_says_its_strek(club):
    html = chronicle()
    stamps = [said(stamp) for stamp in re.findall(r'<a class="stamp.*?</a>', html, re.DOTALL)]
    assert stamps == ["5. 4 strek", "19. 2 strek", "2. 3 strek"]
    assert [int(shade) for shade in re.findall(r"shade-(\d)", html)] == [2, 0, 1]


def test_an_evening_that_does_not_count_is_marked_in_the_calendar(club):
    play(day(4, 16), losers=["Arne"], present=["Arne", "Berit"])
    assert "16. 1 strek (teller ikke)" in said(chronicle())


# --- One person


def test_the_chase_is_told_on_the_table_to_him_who_looks_and_on_his_page_to_all(club):
    # Dina 1 of 9, Berit 2 of 9, Arne and Carl 3 of 9
    told = "Jakten Du passerer Dina med 9 rene runder. Arne og Carl er 5 rene runder bak."
    assert told in said(page(client_of(login("Berit"))))
    assert "Berit passerer Dina med 9 rene runder." in section(of("Berit"), "jakten")
    assert "Du passerer Berit med 5 rene runder." in section(of("Arne"), "jakten")  # whose log-in it is


def test_the_chase_follows_the_seasons_rule(club):
    change(ranking=Ranking.MOST)
    assert "Berit passerer Arne og Carl med 2 streker på rad." not in section(of("Dina"), "jakten")
    assert "Berit passerer Arne og Carl med 1 strek på rad." in section(of("Berit"), "jakten")  # three in more rounds
    change(ranking=Ranking.FEWEST)
    assert "Berit passerer Dina når Dina får 2 streker til." in section(of("Berit"), "jakten")
    change(ranking=Ranking.ADJUSTED)
    # (2+5)/(9/4+5) against 6/(9/4+5): 7/(9/4+5+k/4) is less from 7.25 × 7/6 = 8.458, so k = 5
    assert "Berit passerer Dina med 5 rene runder." in section(of("Berit"), "jakten")


def test_a_guest_is_in_no_chase_but_in_the_rest(club):
    guest("Gunnar")
    play(day(4, 16), losers=["Gunnar"], present=[*FOUR, "Gunnar"])
    html = of("Gunnar")
    assert "Gunnar er ikke med i kåringen." in section(html, "jakten")
    assert "Hatten har vært hos Gunnar 1 gang, 9 dager i alt." in section(html, "hatten")
    assert "Gunnar har ikke spilt nok runder sammen med noen" in section(html, "plageand")


def test_somebody_who_never_came_has_a_page(club):
    member("Frode", day(4, 20))
    html = of("Frode")
    assert "Hatten har ikke vært hos Frode." in section(html, "hatten")
    assert "Ingen ennå." in section(html, "rekorder")


def test_his_own_figures_stand_beside_luck(club):
    html = of("Carl")
    # After 19 March's last nobody; on 2 April he lost twice in a row: 1 of 1
    assert "Som forrige Mattis var Carl med i 1 runde rett etterpå og tapte 1." in section(html, "fordeler")
    assert "Carl fikk 2 streker på 3 runder hjemme. Ventet 0,8." in section(html, "forbannelsen")
    assert "Borte: 1 strek på 6 runder. Ventet 1,5." in section(html, "forbannelsen")
    assert "Flest på én kveld 2 streker 02.04.2026" in section(html, "rekorder")


def test_the_tormentor_is_who_he_fares_worst_with(club):
    play(day(4, 10), losers=["Arne"] * 8 + ["Carl"] * 12, present=["Arne", "Carl"])
    play(day(4, 16), losers=["Berit", "Carl"] * 6, present=["Arne", "Berit", "Carl"])
    html = of("Carl")
    # With Arne 41 rounds: 3 of nine at four (9/4), 12 of twenty at two (10), 6 of twelve at three (4): 21 where 16.25
    # were expected; with Berit 21 rounds: 9 where 6.25 were
    assert ["Arne", "41", "21", "16,3", "11"] in rows(html)
    assert ["Berit", "21", "9", "6,3", "8"] in rows(html)
    assert "Verst er det med Arne ved bordet: 21 streker til Carl på 41 runder." in section(html, "plageand")
    assert "Dette er det skjeveste av 2 tall." in section(html, "plageand")


# --- All years


def test_all_years_sum_the_hats_days_and_the_records(club):
    seasons.season_for(day(5, 1, 2025), actor=actor())
    client = client_of(actor())
    play(day(10, 9, 2025), losers=["Dina", "Dina", "Dina", "Dina"], present=FOUR)
    html = page(client, "lifetime_hat") + page(client, "lifetime_records")
    days = dict(re.findall(r"<dt>([^<]*)</dt><dd>(\d+)</dd>", html))
    assert days == {"Dina": "147", "Carl": "37", "Berit": "14"}  # from 9 October to 5 March
    assert "Lengst på ett sted: hos Dina i 147 dager fra 09.10.2025." in said(html)
    assert "Flest på én kveld 4 streker Dina, 09.10.2025" in section(html, "rekorder")
    assert tabs(page(client, "lifetime_records")) == ["2026", "2025", "Alle år"]


def test_an_empty_book_has_a_chronicle():
    found_club(*FOUR)
    client = client_of(actor())
    assert "Hatten er ikke delt ut ennå." in said(chronicle())
    assert "Ingen er med i kåringen ennå." in said(chronicle())
    assert "Ingen vet hvor hatten har vært." in said(page(client, "lifetime_hat"))
    assert "Ingen ennå." in said(of("Berit"))


# --- A round number as it falls


def test_strek_number_hundred_is_told_as_it_falls_and_not_after_the_next(today):
    found_club(*FOUR)
    old_evening(FIRST, ["Berit"] * 98)
    evening = open_evening(TODAY)
    today.move_to(at(TODAY, "20.00"))
    client = client_of(actor())

    def tap(name: str) -> str:
        url = reverse("round_add", args=[evening.pk, 1])
        data = {"mattis": named(name).pk, "token": name * 8}
        return said(client.post(url, data, headers={"HX-Request": "true"}).content.decode())

    assert "i boken" not in tap("Arne")
    assert "Strek nr. 100 i boken" in tap("Carl")
    assert "Strek nr. 100 i boken" in said(page(client, "evening", evening.pk))
    undone = Round.objects.latest("pk")
    rounds.undo_round(actor=actor(), round_id=undone.pk, seen=undone.version)
    assert "i boken" not in said(page(client, "evening", evening.pk))
    assert "Strek nr. 100 i boken" in tap("Dina")
    switch_off(Extra.RECORDS)
    assert "i boken" not in said(page(client, "evening", evening.pk))
    switch_off()
    assert "i boken" not in tap("Berit")


def test_an_evening_entered_afterwards_announces_nothing():
    found_club(*FOUR)
    old_evening(FIRST, ["Berit"] * 99)
    evening = open_evening(SECOND)
    client = client_of(actor())
    with time_machine.travel(at(SECOND, "20.00"), tick=False):
        strek(evening, "Carl")
    assert "i boken" not in said(page(client, "evening", evening.pk))


# --- Switched off


@pytest.mark.parametrize(
    ("extra", "heading"),
    [
        (Extra.HAT, "hatten"),
        (Extra.REPEAT, "fordeler"),
        (Extra.CURSE, "forbannelsen"),
        (Extra.RECORDS, "rekorder"),
        (Extra.TORMENTOR, "plageand"),
        (Extra.CHASE, "jakten"),
        (Extra.PICTURES, "kal"),
    ],
)
def test_each_may_be_switched_off(club, extra, heading):
    client = client_of(actor())
    season = Season.objects.get().pk
    addresses = [reverse("lifetime_hat"), reverse("lifetime_records"), reverse("front")]
    addresses += [reverse(part, args=[season]) for part in PARTS]
    addresses.append(reverse("person_chronicle", args=[named("Carl").pk, season]))

    def seen() -> str:
        html = "".join(client.get(address).content.decode() for address in addresses)
        return re.sub(r"<title>[^<]*</title>", "", html)

    assert f'id="{heading}"' in seen()
    switch_off(extra)
    assert f'id="{heading}"' not in seen()
    assert {Extra.HAT: "Mattishatten", Extra.CHASE: "Jakten"}.get(extra, "Ingensteds") not in said(seen())


def test_with_the_hat_switched_off_nobody_wears_it_anywhere(club):
    client = client_of(actor())
    last = Evening.objects.latest("date").pk
    addresses = [reverse("front"), reverse("person", args=[named("Carl").pk]), reverse("evening", args=[last])]
    assert all("Mattishatten" in client.get(address).text for address in addresses)
    switch_off(Extra.HAT)
    assert not any("Mattishatten" in client.get(address).text for address in addresses)


# --- What it costs


@pytest.mark.parametrize("name", [*PARTS, "lifetime_hat", "lifetime_records", "person_chronicle"])
def test_the_queries_do_not_grow_with_the_book(club, name):
    client = client_of(actor())
    season = Season.objects.get().pk
    guest("Gerd")
    guest("Gunn")
    play(day(4, 5), losers=["Gerd", "Gunn"], present=[*FOUR, "Gerd", "Gunn"])
    url = reverse(
        name, args=[named("Carl").pk, season] if name == "person_chronicle" else [season] if name in PARTS else []
    )
    with CaptureQueriesContext(connection) as few:
        client.get(url)
    for number in range(4):
        guest(f"Gjest {number}")
        play(day(4, 6 + number), losers=["Arne", f"Gjest {number}"], present=[*FOUR, f"Gjest {number}"])
    with CaptureQueriesContext(connection) as many:
        client.get(url)
    assert len(many) == len(few)
