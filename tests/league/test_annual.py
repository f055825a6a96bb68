"""*Årsmøtearket*: the figures of a season, counted by hand, and the sheet that shows them."""

import pytest
import time_machine

from league.annual import Attended, year_figures
from league.books import season_facts
from league.facts import Ruling, Title
from league.models import Evening, Leave, Penalty, Season
from league.services import annual_meeting, awards, people, rounds, rulings
from tests.factories import actor, at, client_of, day, found_club, guest, named, play
from tests.league.seen import page, rows, said

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("came", "held", "percent"),
    [(0, 0, None), (0, 3, 0), (3, 3, 100), (1, 3, 33), (2, 3, 67), (1, 8, 13), (199, 200, 99), (1, 300, 1)],
)
def test_attendance_in_per_cent_rounds_half_up_but_only_every_evening_is_a_hundred(came, held, percent):
    assert Attended(came, held).percent == percent


# The season, by hand. Members: Arne, Berit, Carl and Dina; Dina has leave in April; Eva becomes a member on 1 May.
# Gro and Hans are guests. 65 % of four is three, of the three in April two, of five four.
#
#   evening        host   came                        members  counts  rounds (void in brackets)
#   5 March        Arne   Arne Berit Carl Gro          3 of 4   yes     4
#   2 April        Berit  Arne Berit                   2 of 3   yes     3, of which one is void: 2
#   16 April       –      Arne Dina Gro Hans           2 of 4   no      2   (Dina came in spite of her leave)
#   7 May          Arne   Arne Berit Carl Dina         4 of 5   yes     1
#   21 May         Gro    not recorded                           no      1   (an old book: Berit lost)
#
# Held 5, valid 3. Rounds that stand 4 + 2 + 2 + 1 + 1 = 10, counting 4 + 2 + 1 = 7.
# Guests Gro and Hans, three visits: 5 March and twice on 16 April.
# Attendance, the four recorded evenings:
#   Arne 4 of 4 · Berit 5 March, 2 April, 7 May: 3 of 4 · Carl 5 March, 7 May: 2 of 4
#   Dina not 5 March; 2 April away on leave, not asked; 16 April came; 7 May came: 2 of 3 · Eva 0 of 1
# Hosts: Arne 2, Berit 1, nobody 1, Gro 1. Together they came 11 times of 16: 69 %.
@pytest.fixture
def season() -> Season:
    found_club("Arne", "Berit", "Carl", "Dina")
    people.add_person(actor=actor(), name="Eva", member_from=day(5, 1))
    guest("Gro")
    guest("Hans")
    people.add_period(actor=actor(), kind=Leave, person=named("Dina"), first_day=day(4, 1), last_day=day(4, 30))
    march = play(day(3, 5), losers=["Arne", "Berit", "Carl", "Berit"], present=["Arne", "Berit", "Carl", "Gro"])
    april = play(day(4, 2), losers=["Arne", "Berit", "Arne"], host="Berit", present=["Arne", "Berit"])
    void(april, 3)
    play(day(4, 16), losers=["Gro", "Dina"], host=None, present=["Arne", "Dina", "Gro", "Hans"])
    play(day(5, 7), losers=["Carl"], present=["Arne", "Berit", "Carl", "Dina"])
    old = play(day(5, 21), losers=["Berit"], host="Gro", present=["Berit", "Carl"])
    Evening.objects.filter(pk=old.pk).update(attendance_recorded=False)
    Penalty.objects.create(evening=march, person=named("Carl"), reason="ufullstendig serie")
    uphold(march, 1)
    return Season.objects.get()


def void(evening: Evening, number: int) -> None:
    round_ = evening.rounds.in_order()[number - 1]
    rounds.void_round(actor=actor(), round_id=round_.pk, seen=round_.version, reason="brutt av")


def uphold(evening: Evening, number: int) -> None:
    round_ = evening.rounds.in_order()[number - 1]
    round_ = rulings.contest_round(actor=actor(), round_id=round_.pk, seen=round_.version, reason="nei")
    rulings.rule_on_round(
        actor=actor(), round_id=round_.pk, seen=round_.version, ruling=Ruling.UPHOLD, reason="regel 4"
    )


def test_a_season_adds_up_as_by_hand(season):
    figures = year_figures(season_facts(season))
    assert (figures.held, figures.valid, figures.unrecorded) == (5, 3, 1)
    assert (figures.rounds, figures.counting_rounds) == (10, 7)
    assert (figures.guests, figures.visits) == (2, 3)
    assert figures.penalties == 1
    hosts = {"Arne": 2, "Berit": 1, "Gro": 1}
    assert figures.hosts == {named(name).pk: count for name, count in hosts.items()} | {None: 1}
    attendance = {"Arne": (4, 4), "Berit": (3, 4), "Carl": (2, 4), "Dina": (2, 3), "Eva": (0, 1)}
    assert figures.attendance == {named(name).pk: Attended(*count) for name, count in attendance.items()}


def sheet(season: Season) -> str:
    with time_machine.travel(at(day(6, 1), "12.00"), tick=False):
        return page(client_of(actor()), "annual_sheet", season.pk)


def test_the_sheet_shows_the_figures_and_the_members_by_their_attendance(season):
    found = {row[0]: row[1:] for row in rows(sheet(season))}
    assert found["Kvelder holdt"] == ["5", "–"]
    assert found["Gyldige kvelder"] == ["3", "–"]
    assert found["Runder"] == ["10", "–"]
    assert found["Runder som teller"] == ["7", "–"]
    assert found["Frammøte"][0] == "69 %"
    assert found["Gjester"] == ["2, på 3 besøk", "–"]
    assert found["Kvelder uten vert"] == ["1", "–"]
    assert found["Kjennelser"] == ["1", "–"]
    assert found["Straffestrek"] == ["1", "–"]
    members = [row for row in rows(sheet(season)) if len(row) == 5]
    assert members[1:] == [
        ["Arne", "100 %", "4 av 4", "–", "2"],
        ["Berit", "75 %", "3 av 4", "–", "1"],
        ["Dina", "67 %", "2 av 3", "–", "0"],
        ["Carl", "50 %", "2 av 4", "–", "0"],
        ["Eva", "0 %", "0 av 1", "–", "0"],
    ]
    shown = said(sheet(season))
    assert "Andre verter: Gro (1)." in shown
    assert "1 kveld der frammøtet ikke er ført, er holdt utenfor." in shown


# Of the seven counting rounds Arne lost 1 + 1, Berit 2 + 1, Carl 1 + 1, Dina none. Arne and Berit played all seven,
# Carl 4 + 1, Dina one: four are required.  Arne 2/7, Berit 3/7, Carl 2/5.
def test_both_titles_stand_on_the_sheet_with_their_figures(season):
    found = {row[0]: row[1:] for row in rows(sheet(season))}
    assert found["Årets spiller"] == ["Arne, 2 streker på 7 runder", "–"]
    assert found["Årets Mattis"] == ["Berit, 3 streker på 7 runder", "–"]


def test_every_figure_stands_beside_that_of_the_year_before():
    found_club("Arne", "Berit", first_day=day(1, 1, 2025))
    play(day(3, 5, 2025), losers=["Arne", "Arne"])
    play(day(3, 6, 2025), losers=["Arne"])
    play(day(3, 5), losers=["Berit"])
    found = {row[0]: row[1:] for row in rows(sheet(Season.objects.get(first_day__year=2026)))}
    assert found[""] == ["2026", "2025"]
    assert found["Kvelder holdt"] == ["1", "2"]
    assert found["Runder som teller"] == ["1", "3"]
    assert found["Årets spiller"] == ["Arne, 0 streker på 1 runde", "Berit, 0 streker på 3 runder"]
    assert found["Årets Mattis"] == ["Berit, 1 strek på 1 runde", "Arne, 3 streker på 3 runder"]
    assert found["Arne"] == ["100 %", "1 av 1", "100 %", "1"]


def test_who_was_named_stands_on_the_sheet_whatever_the_book_says(season):
    with time_machine.travel(at(day(6, 1), "12.00"), tick=False):
        closed = annual_meeting.close_season(actor=actor(), season=season, seen=1, meeting=day(6, 1))
        awards.name_award(
            actor=actor(), season=closed, title=Title.PLAYER, people=[named("Carl")], day=day(6, 1), meeting=""
        )
    found = {row[0]: row[1:] for row in rows(sheet(closed))}
    assert found["Årets spiller"][0] == "Carl, 2 streker på 5 runder"
    assert "Sesongen er ikke avsluttet." not in sheet(closed)
