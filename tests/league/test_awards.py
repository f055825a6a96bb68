"""Kåring: who the book names, who the meeting named, and what is said when the two no longer agree."""

import json
import re
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from league.award_page import Roll, SeasonPage
from league.awards import Line, Table, Word, word
from league.books import season_facts
from league.errors import Refused, Stale
from league.facts import Ranking, Title
from league.models import Award, Club, Evening, LogEntry, Season
from league.services import annual_meeting, awards, identity, rounds
from league.standings import standings
from league.verbs import Verb
from tests.factories import actor, at, client_of, day, found_club, guest, login, named, play
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

MEETING = day(1, 12, 2027)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(at(MEETING, "12.00"), tick=False):
        yield


@pytest.fixture
def evening() -> Evening:
    """The one evening of 2026, everybody at the table: Arne lost 2 of 6 rounds, Berit 3, Carl 1."""
    found_club("Arne", "Berit", "Carl")
    return play(day(3, 5), losers=["Berit", "Arne", "Berit", "Carl", "Arne", "Berit"])


@pytest.fixture
def closed(evening: Evening) -> Season:
    return close(Season.objects.get())


def close(season: Season) -> Season:
    return annual_meeting.close_season(actor=actor(), season=season, seen=season.version, meeting=MEETING)


def reopen(season: Season) -> Season:
    season.refresh_from_db()
    return annual_meeting.reopen_season(actor=actor(), season=season, seen=season.version, reason="feil navn")


def name(season: Season, title: Title, *names: str, when: date = MEETING) -> list[Award]:
    people = [named(one) for one in names]
    return awards.name_award(actor=actor(), season=season, title=title, people=people, day=when, meeting="årsmøtet")


def correct(evening: Evening, number: int, mattis: str) -> None:
    """The round played as number so and so was another's."""
    round_ = evening.rounds.in_order()[number - 1]
    rounds.correct_round(
        actor=actor(), round_id=round_.pk, seen=round_.version, mattis=named(mattis), players=None, reason="feil navn"
    )


def table_of(*lines: tuple[int, int | None, int]) -> Table:
    """A table of people with their places and strek."""
    return Table(
        Ranking.RATE,
        evenings=1,
        rounds=9,
        lines=tuple(
            Line(person, place, strek, 0, 9, Fraction(strek, 9), None, False) for person, place, strek in lines
        ),
    )


# --- Whom the book names


def test_the_player_is_whoever_has_the_first_place_and_the_mattis_whoever_has_most_strek():
    table = table_of((1, 1, 2), (2, 2, 3), (3, None, 5))
    assert table.named(Title.PLAYER) == {1}
    assert table.named(Title.MATTIS) == {3}  # ranked or not


def test_those_who_share_the_first_place_or_the_most_strek_share_the_title():
    table = table_of((1, 1, 2), (2, 1, 2), (3, 3, 4), (4, 4, 4))
    assert table.named(Title.PLAYER) == {1, 2}
    assert table.named(Title.MATTIS) == {3, 4}


def test_nobody_is_named_where_nobody_is_ranked_or_has_a_strek():
    assert table_of((1, None, 0)).named(Title.PLAYER) == set()
    assert table_of((1, None, 0)).named(Title.MATTIS) == set()


def test_the_stored_table_comes_back_as_it_was_and_names_nobody(evening):
    facts = season_facts(Season.objects.get())
    table = Table.of(standings(facts), facts.rules)
    stored = json.loads(json.dumps(table.as_json()))
    assert Table.from_json(stored) == table
    assert not any(one in json.dumps(stored) for one in ("Arne", "Berit", "Carl"))
    assert [(line.strek, line.rounds, line.rate) for line in table.lines] == [
        (1, 6, Fraction(1, 6)),
        (2, 6, Fraction(1, 3)),
        (3, 6, Fraction(1, 2)),
    ]


def test_the_book_agrees_or_said_otherwise_then_or_says_otherwise_now():
    one, other = table_of((1, 1, 0), (2, 2, 3)), table_of((2, 1, 0), (1, 2, 3))
    assert word(Title.PLAYER, {1}, one, one) is Word.AGREES
    assert word(Title.PLAYER, {2}, one, one) is Word.OTHERWISE_THEN
    assert word(Title.PLAYER, {1}, one, other) is Word.OTHERWISE_NOW
    assert word(Title.PLAYER, {2}, one, other) is Word.AGREES  # the book has come round to the meeting's view


# --- Naming


def test_a_naming_stores_the_season_the_person_the_day_and_the_table(closed):
    (award,) = name(closed, Title.PLAYER, "Carl")
    assert (award.season, award.year, award.person, award.day, award.meeting) == (
        closed,
        "2026",
        named("Carl"),
        MEETING,
        "årsmøtet",
    )
    lines = [(line["person"], line["place"], line["strek"], line["rate"]) for line in award.table[1:]]
    assert lines == [
        (named("Carl").pk, 1, 1, "1/6"),
        (named("Arne").pk, 2, 2, "1/3"),
        (named("Berit").pk, 3, 3, "1/2"),
    ]
    assert LogEntry.objects.filter(verb=Verb.NAME_AWARD).count() == 1


def test_several_who_stand_alike_are_named_each_with_an_award_of_his_own(closed):
    name(closed, Title.MATTIS, "Arne", "Berit")
    assert {award.person.name for award in Award.objects.all()} == {"Arne", "Berit"}


def test_naming_the_same_again_names_nobody_twice(closed):
    assert name(closed, Title.PLAYER, "Carl") == name(closed, Title.PLAYER, "Carl")
    assert Award.objects.count() == 1


def test_the_meeting_may_name_another_than_the_book_does(closed):
    (award,) = name(closed, Title.PLAYER, "Berit")
    assert award.person == named("Berit")


def test_nobody_is_named_while_the_season_is_open_nor_for_nothing_nor_tomorrow(evening):
    season = Season.objects.get()
    with pytest.raises(Refused, match="Avslutt sesongen først"):
        name(season, Title.PLAYER, "Carl")
    season = close(season)
    with pytest.raises(Refused, match="hvem som er kåret"):
        name(season, Title.PLAYER)
    with pytest.raises(Refused, match=r"13.01.2027"):
        name(season, Title.PLAYER, "Carl", when=day(1, 13, 2027))
    assert not Award.objects.exists()


def test_a_naming_taken_back_is_gone_from_the_list_and_kept_in_the_log(closed):
    (award,) = name(closed, Title.PLAYER, "Carl")
    with pytest.raises(Refused, match="hvorfor"):
        awards.take_back_award(actor=actor(), award=award, seen=1, reason="")
    with pytest.raises(Stale):
        awards.take_back_award(actor=actor(), award=award, seen=7, reason="feil navn")
    awards.take_back_award(actor=actor(), award=award, seen=1, reason="feil navn")
    assert not Award.objects.exists()
    entry = LogEntry.objects.get(verb=Verb.TAKE_BACK_AWARD)
    assert entry.changes[0]["before"]["person_id"] == named("Carl").pk


# --- Before the book


def test_winners_from_before_the_book_are_a_year_and_a_person_or_a_name():
    found_club("Arne", "Berit")
    known = awards.add_winner(actor=actor(), title=Title.PLAYER, year="2012", person=named("Berit"))
    unknown = awards.add_winner(actor=actor(), title=Title.MATTIS, year="1998/99", name="Ola Nordmann")
    assert (known.season, known.person, known.name) == (None, named("Berit"), "")
    assert (unknown.season, unknown.person, unknown.name) == (None, None, "Ola Nordmann")


def test_a_winner_needs_a_name_and_stands_there_once():
    found_club("Arne", "Berit")
    awards.add_winner(actor=actor(), title=Title.PLAYER, year="2012", name="Ola Nordmann")
    with pytest.raises(Refused, match="fra før"):
        awards.add_winner(actor=actor(), title=Title.PLAYER, year="2012", name="Ola Nordmann")
    with pytest.raises(Refused, match="hvem det var"):
        awards.add_winner(actor=actor(), title=Title.PLAYER, year="2012", name=" ")


def test_the_winner_of_a_season_in_the_book_is_not_from_before_it():
    found_club("Arne", "Berit")
    with pytest.raises(Refused, match=r"Sesongen 2026 står i boken\."):
        awards.add_winner(actor=actor(), title=Title.PLAYER, year="2026", person=named("Berit"))
    assert not Award.objects.exists()


def test_who_was_named_as_his_own_double_too_stands_there_once():
    found_club("Arne", "Berit")
    for double in (named("Berit"), guest("B. Nes")):
        awards.add_winner(actor=actor(), title=Title.PLAYER, year="2012", person=double)
    identity.merge(actor=actor(), double=named("B. Nes"), kept=named("Berit"), seen=1)
    assert Roll().trophy == "Berit"
    identity.unmerge(actor=actor(), double=named("B. Nes"), seen=2)
    assert Roll().trophy == "Berit og B. Nes"


def test_a_winner_with_a_title_has_history_and_cannot_be_deleted():
    found_club("Arne", "Berit")
    awards.add_winner(actor=actor(), title=Title.PLAYER, year="2012", person=named("Berit"))
    assert named("Berit").has_history()


# --- The trophy


def test_the_trophy_goes_with_the_title_until_somebody_is_said_to_have_it(closed):
    assert Roll().trophy == ""
    name(closed, Title.PLAYER, "Carl")
    assert (Roll().trophy, Roll().trophy_follows) == ("Carl", True)
    awards.place_trophy(actor=actor(), seen=1, person=named("Berit"))
    assert (Roll().trophy, Roll().trophy_follows) == ("Berit", False)
    with pytest.raises(Stale):
        awards.place_trophy(actor=actor(), seen=1, person=None)
    awards.place_trophy(actor=actor(), seen=2, person=None)
    assert Club.objects.get().trophy is None


# --- The book changes its mind


@pytest.fixture
def changed(closed, evening) -> Season:
    """Carl was named; then Berit's three strek turned out to be Carl's."""
    name(closed, Title.PLAYER, "Carl")
    name(closed, Title.MATTIS, "Berit")
    season = reopen(closed)
    for number in (1, 3, 6):
        correct(evening, number, "Carl")
    return season


def titles(season: Season) -> dict[Title, tuple[str, Word, str]]:
    season.refresh_from_db()
    return {one.title: (one.winners, one.word, one.book_says) for one in SeasonPage(season).titles}


def test_a_later_difference_is_told_beside_the_naming_which_stays(changed):
    expected = {
        Title.PLAYER: ("Carl", Word.OTHERWISE_NOW, "Berit"),  # 0 of 6 rounds
        Title.MATTIS: ("Berit", Word.OTHERWISE_NOW, "Carl"),  # 4 of them
    }
    assert titles(changed) == expected
    close(changed)
    assert titles(changed) == expected
    assert Award.objects.count() == 2


def test_both_tables_can_be_read_once_they_differ(changed):
    shown = SeasonPage(changed)
    assert shown.differs
    assert [(name, line.strek) for line, name in shown.table_then] == [("Carl", 1), ("Arne", 2), ("Berit", 3)]
    assert [(name, line.strek) for line, name in shown.table_now] == [("Berit", 0), ("Arne", 2), ("Carl", 4)]
    html = said(page(client_of(login("Berit")), "season", changed.pk))
    assert "Kåret: Carl. Boken sier nå: Berit." in html
    assert "Tabellen ved kåringen" in html
    assert "Tabellen nå" in html


def test_the_list_of_honours_tells_the_difference_too_open_or_closed_again(changed):
    told = "Kåret: Carl. Boken sier nå: Berit."
    assert told in said(page(client_of(actor()), "roll"))
    close(changed)
    assert told in said(page(client_of(actor()), "roll"))


def test_a_correction_that_changes_no_title_is_told_only_by_the_tables(closed, evening):
    name(closed, Title.PLAYER, "Carl")
    season = reopen(closed)
    correct(evening, 1, "Arne")
    assert titles(season)[Title.PLAYER] == ("Carl", Word.AGREES, "Carl")
    assert SeasonPage(season).differs
    assert "Boken sier" not in said(page(client_of(actor()), "roll"))


def test_another_choice_of_the_meeting_is_no_change_of_the_book(closed):
    name(closed, Title.PLAYER, "Berit")
    assert titles(closed)[Title.PLAYER] == ("Berit", Word.OTHERWISE_THEN, "Carl")
    assert "Møtet kåret Berit. Boken sa: Carl." in said(page(client_of(actor()), "roll"))


def test_a_season_that_nothing_can_have_changed_is_not_judged_again_for_the_list(closed, django_assert_max_num_queries):
    name(closed, Title.PLAYER, "Carl")
    with django_assert_max_num_queries(3):  # the doubles, the awards, the club
        Roll()


# --- The pages


def chairman(address: str, *args: Any, **data: Any) -> Any:
    return client_of(actor()).post(reverse(address, args=args), data, follow=True)


def test_the_form_suggests_whom_the_book_names_and_the_meeting_decides(closed):
    shown = page(client_of(actor()), "player_name", closed.pk)
    assert re.findall(r'value="(\d+)"[^>]*checked', shown) == [str(named("Carl").pk)]
    assert "Boken sier: Carl." in shown
    answer = chairman("player_name", closed.pk, people=[named("Arne").pk], day="2027-01-12", meeting="årsmøtet")
    assert "Lagret." in answer.content.decode()
    assert Award.objects.get().person == named("Arne")


def test_naming_in_an_open_season_is_refused_on_the_page(evening):
    season = Season.objects.get()
    answer = chairman("player_name", season.pk, people=[named("Carl").pk], day="2027-01-12")
    assert answer.status_code == 409
    assert "Avslutt sesongen først" in answer.content.decode()


def test_the_list_of_honours_stands_newest_first_with_those_of_before_the_book(closed):
    name(closed, Title.PLAYER, "Carl")
    name(closed, Title.MATTIS, "Berit")
    awards.add_winner(actor=actor(), title=Title.PLAYER, year="1998/99", name="Ola Nordmann")
    awards.add_winner(actor=actor(), title=Title.MATTIS, year="2012", person=named("Arne"))
    found = [(year.year, year.player.winners, year.mattis.winners) for year in Roll().years]
    assert found == [("2026", "Carl", "Berit"), ("2012", "", "Arne"), ("1998/99", "Ola Nordmann", "")]
    shown = said(page(client_of(login("Berit")), "roll"))
    assert "Pokalen står hos Carl. Den følger tittelen." in shown
    assert "Ola Nordmann" in shown
    assert "trekk tilbake" not in shown


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"title": "player", "year": "98", "name": "Ola"}, "Skriv et år"),
        ({"title": "player", "year": "1998"}, "men ikke begge deler"),
        ({"title": "player", "name": "Ola"}, "påkrevet"),
    ],
)
def test_a_bad_winner_is_said_and_what_was_typed_is_kept(data, told):
    found_club("Arne", "Berit")
    answer = chairman("winner_add", **data)
    assert not Award.objects.exists()
    html = answer.content.decode()
    assert told in html
    assert 'value="Ola"' in html or "name" not in data


def test_a_winner_is_added_and_taken_back_from_the_list():
    found_club("Arne", "Berit")
    chairman("winner_add", title="mattis", year="1998", name="Ola Nordmann")
    award = Award.objects.get()
    assert (award.title, award.year, award.name) == ("mattis", "1998", "Ola Nordmann")
    chairman("award_take_back", award.pk, words="feil år", version=1)
    assert not Award.objects.exists()


def test_the_trophy_is_placed_from_its_form():
    found_club("Arne", "Berit")
    chairman("trophy", person=named("Berit").pk, version=1)
    assert Roll().trophy == "Berit"
    stale = chairman("trophy", person="", version=1)
    assert stale.status_code == 409
    assert Roll().trophy == "Berit"


def test_a_diploma_has_the_club_the_title_the_name_the_figures_and_the_meeting(closed):
    (award,) = name(closed, Title.PLAYER, "Carl")
    shown = said(page(client_of(login("Berit")), "diploma", award.pk))
    for told in ("Klubben", "Årets spiller 2026", "Carl", "1 strek på 6 runder", "0,167 per runde", "formann"):
        assert told in shown
    assert "Årsmøtet, 12. januar 2027" in shown


def test_a_diploma_keeps_the_figures_of_the_day_whatever_has_been_corrected(changed):
    award = Award.objects.get(title=Title.PLAYER)
    assert "1 strek på 6 runder" in said(page(client_of(actor()), "diploma", award.pk))


def test_a_diploma_from_before_the_book_has_a_name_and_no_figures():
    found_club("Arne")
    award = awards.add_winner(actor=actor(), title=Title.MATTIS, year="1998", name="Ola Nordmann")
    shown = said(page(client_of(actor()), "diploma", award.pk))
    assert "Årets Mattis 1998" in shown
    assert "runder" not in shown


def test_the_book_tells_who_was_named_once_the_meeting_has_been(closed):
    assert "Avsluttet på årsmøtet 12.01.2027." in said(page(client_of(actor()), "book_season", closed.pk))
    name(closed, Title.PLAYER, "Carl")
    assert "Årets spiller: Carl." in said(page(client_of(actor()), "book_season", closed.pk))
