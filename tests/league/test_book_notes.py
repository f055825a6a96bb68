"""The corrections in the book: nothing vanishes, and each has its number and its reason."""

import re

import pytest
import time_machine

from league import books
from league.models import Evening, Person, Round, Season
from league.services import rounds
from tests.factories import actor, arrive, at, client_of, day, found_club, guest, named, open_evening, play, strek
from tests.league.seen import line, page, rows, said

pytestmark = pytest.mark.django_db

FOUR = ("Arne", "Berit", "Carl", "Dina")
MARCH = day(3, 5)
APRIL = day(4, 2)


@pytest.fixture(autouse=True)
def club():
    found_club(*FOUR)


def book() -> str:
    return page(client_of(actor()), "book")


def notes() -> list[str]:
    """What the notes say, the first one first."""
    found = re.search(r'<h2 id="rett">.*?<ol>(.*?)</ol>', book(), re.DOTALL)
    return [said(note).replace("\u00a0", " ") for note in re.findall(r"<li>(.*?)</li>", found[1], re.DOTALL)]


def nth(evening: Evening, number: int) -> Round:
    """The round played as number so and so, counted from 1."""
    return evening.rounds.in_order()[number - 1]


def strike(round_: Round, reason: str = "registrert to ganger", when=APRIL) -> None:
    with time_machine.travel(at(when, "12.00"), tick=False):
        rounds.strike_round(actor=actor(), round_id=round_.pk, seen=round_.version, reason=reason)


def correct(round_: Round, mattis: str, when=APRIL, players: list[Person] | None = None) -> None:
    with time_machine.travel(at(when, "12.00"), tick=False):
        rounds.correct_round(
            actor=actor(),
            round_id=round_.pk,
            seen=round_.version,
            mattis=named(mattis),
            players=players,
            reason="feil navn",
        )


def test_a_struck_strek_stays_crossed_out_with_a_number_to_its_reason():
    evening = play(MARCH, losers=["Berit", "Carl", "Carl"])
    strike(nth(evening, 3))
    assert notes() == ["5. mars, etter runde 2: Carl strøket. Registrert to ganger. Strøket av Arne 2. april."]
    text = book()
    assert line(text, "05.03.") == ["05.03. hos Arne", "0", "1", "1 strek, se rettelse 1", "0", "2"]
    assert text.count('opacity=".55"') == 2  # in the cell, and beside it where the signs are told
    assert "<del>Carl</del> strøket" in text


def test_a_corrected_strek_is_crossed_out_where_it_was_and_red_where_it_is():
    evening = play(MARCH, losers=["Berit", "Carl"])
    correct(nth(evening, 1), "Dina")
    assert notes() == ["5. mars, runde 1: Berit rettet til Dina. Feil navn. Rettet av Arne 2. april."]
    text = book()
    cells = ["05.03. hos Arne", "0", "0 streker, se rettelse 1", "1", "1 strek, se rettelse 1", "2"]
    assert line(text, "05.03.") == cells
    _berit, _carl, dina = re.findall(r"<td>.*?</td>", text.split("<tbody>")[1].split("</tbody>")[0])
    assert '<path class="red"' in dina
    assert "opacity" not in dina


def test_sums_follow_the_correction():
    evening = play(MARCH, losers=["Berit", "Carl", "Carl"])
    correct(nth(evening, 1), "Dina")
    strike(nth(evening, 2))
    sums = rows(book())[-4:]
    assert sums[0] == ["Strek", "0", "0", "1", "1", "2"]
    assert sums[3] == ["Med kvelder som ikke teller", "0", "0", "1", "1", "2"]


def test_what_is_undone_the_same_evening_is_not_in_the_book():
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        stored = strek(evening, "Berit")
        rounds.undo_round(actor=actor(), round_id=stored.pk, seen=stored.version)
        strek(evening, "Carl")
    assert notes() == []
    assert line(book(), "05.03.") == ["05.03. hos Arne", "0", "0", "1", "0", "1"]


def test_a_round_corrected_twice_tells_both_and_crosses_out_both():
    evening = play(MARCH, losers=["Berit"])
    correct(nth(evening, 1), "Carl")
    correct(nth(evening, 1), "Dina", when=day(4, 3))
    [note] = notes()
    assert note == (
        "5. mars, runde 1: Berit rettet til Carl. Feil navn. Rettet av Arne 2. april."
        " Carl rettet til Dina. Feil navn. Rettet av Arne 3. april."
    )
    marked = ["0 streker, se rettelse 1", "0 streker, se rettelse 1", "1 strek, se rettelse 1"]
    assert line(book(), "05.03.")[2:5] == marked


def test_a_round_corrected_back_is_crossed_out_only_where_it_is_not():
    evening = play(MARCH, losers=["Berit"])
    correct(nth(evening, 1), "Carl")
    correct(nth(evening, 1), "Berit")
    assert line(book(), "05.03.")[2:4] == ["1 strek, se rettelse 1", "0 streker, se rettelse 1"]


def test_a_struck_round_set_back_stands_and_tells_of_both():
    evening = play(MARCH, losers=["Berit"])
    strike(nth(evening, 1))
    restored = nth(evening, 1)
    with time_machine.travel(at(day(4, 3), "12.00"), tick=False):
        rounds.restore_round(actor=actor(), round_id=restored.pk, seen=restored.version, reason="den var riktig")
    assert notes() == [
        "5. mars, runde 1: Berit strøket. Registrert to ganger. Strøket av Arne 2. april."
        " Berit satt tilbake. Den var riktig. Satt tilbake av Arne 3. april."
    ]
    text = book()
    assert line(text, "05.03.")[2] == "1 strek, se rettelse 1"
    assert text.count('opacity=".55"') == 1  # only where the signs are told


def test_other_players_with_the_same_mattis_are_a_correction_too():
    evening = play(MARCH, losers=["Berit"])
    correct(nth(evening, 1), "Berit", players=[named("Arne"), named("Berit")])
    assert notes() == ["5. mars, runde 1: Berit er fortsatt Mattis. Feil navn. Rettet av Arne 2. april."]
    assert line(book(), "05.03.")[2] == "1 strek, se rettelse 1"


def test_a_round_that_loses_its_mattis_says_so():
    evening = play(MARCH, losers=["Berit", "Carl"])
    voided = nth(evening, 1)
    with time_machine.travel(at(APRIL, "12.00"), tick=False):
        rounds.void_round(actor=actor(), round_id=voided.pk, seen=voided.version, reason="kortene ble mikset")
    assert notes() == [
        "5. mars, før runde 1: Berit strøket, runden er uten Mattis. Kortene ble mikset. Rettet av Arne 2. april."
    ]
    assert line(book(), "05.03.")[2:] == ["0 streker, se rettelse 1", "1", "0", "1"]


def test_a_round_that_never_had_a_mattis_is_noted_beside_the_number_of_rounds():
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        strek(evening, "Berit")
        rounds.add_round(actor=actor(), evening_id=evening.pk, table=1, mattis=None, reason="brutt kl. 23")
    assert notes() == ["5. mars, etter runde 1: uten Mattis. Brutt kl. 23."]
    assert line(book(), "05.03.")[-1] == "1, se rettelse 1"


def test_a_forgotten_round_is_put_in_its_place():
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        first = strek(evening, "Berit")
        strek(evening, "Carl")
        rounds.insert_round(
            actor=actor(),
            evening_id=evening.pk,
            table=1,
            after=first,
            mattis=named("Dina"),
            players=[named(name) for name in FOUR],
        )
    assert notes() == ["5. mars, runde 2: Dina, en glemt runde. Satt inn av Arne 5. mars."]
    assert line(book(), "05.03.")[4:] == ["1 strek, se rettelse 1", "3"]


def test_f01_moved_rounds_are_noted_once_at_both_evenings_and_no_strek_is_lost():
    wrong = play(MARCH, losers=["Berit", "Carl", "Dina"])
    right = play(APRIL, losers=["Berit"], host="Berit")
    assert rows(book())[-1] == ["Med kvelder som ikke teller", "0", "2", "1", "1", "4"]
    moved = list(wrong.rounds.in_order()[1:])
    with time_machine.travel(at(day(4, 3), "12.00"), tick=False):
        rounds.move_rounds(
            actor=actor(),
            seen={round_.pk: round_.version for round_ in moved},
            to_evening_id=right.pk,
            table=1,
            reason="ført på feil kveld",
        )
    assert notes() == ["2. april: 2 runder flyttet fra 5. mars. Ført på feil kveld. Flyttet av Arne 3. april."]
    text = book()
    assert line(text, "05.03.")[-1] == "1, se rettelse 1"
    assert line(text, "02.04.") == ["02.04. hos Berit", "0", "1", "1", "1", "3, se rettelse 1"]
    assert rows(text)[-1] == ["Med kvelder som ikke teller", "0", "2", "1", "1", "4"]


def test_a_round_moved_from_another_year_brings_its_corrections_along():
    with time_machine.travel(at(day(12, 18, 2025), "19.00"), tick=False):
        old = play(day(12, 18, 2025), losers=["Berit", "Carl"], present=["Berit", "Carl"])
    new = play(MARCH, losers=["Dina"])
    correct(nth(old, 1), "Carl", when=day(12, 19, 2025))
    moved = nth(old, 1)
    with time_machine.travel(at(APRIL, "12.00"), tick=False):
        rounds.move_rounds(
            actor=actor(), seen={moved.pk: moved.version}, to_evening_id=new.pk, table=1, reason="feil år"
        )
    assert notes() == [
        "5. mars: 1 runde flyttet fra 18.12.2025. Feil år. Flyttet av Arne 2. april.",
        "5. mars, runde 2: Berit rettet til Carl. Feil navn. Rettet av Arne 19.12.2025.",
    ]
    assert books.last_day_of(Season.objects.get(first_day__year=2025)) == day(12, 31, 2025)


def test_rounds_moved_to_another_table_of_the_evening_say_so():
    evening = play(MARCH, losers=["Berit", "Carl"])
    moved = nth(evening, 2)
    with time_machine.travel(at(APRIL, "12.00"), tick=False):
        rounds.move_rounds(
            actor=actor(), seen={moved.pk: moved.version}, to_evening_id=evening.pk, table=2, reason="to bord"
        )
    assert notes() == ["5. mars: 1 runde flyttet til et annet bord. To bord. Flyttet av Arne 2. april."]


def test_with_several_tables_a_note_names_the_table():
    evening = open_evening(MARCH, present=["Arne", "Berit"])
    with time_machine.travel(at(MARCH, "20.00"), tick=False):
        arrive(evening, "Carl", table=2)
        strek(evening, "Berit")
        other = strek(evening, "Dina", table=2)
        strek(evening, "Carl", table=2)
    strike(other)
    assert notes()[0].startswith("5. mars, bord 2, før runde 1: Dina strøket.")


def test_notes_are_numbered_in_the_order_of_the_book_not_of_the_corrections():
    first = play(MARCH, losers=["Berit", "Carl"])
    second = play(APRIL, losers=["Dina"], host="Berit")
    strike(nth(second, 1), when=day(4, 3))
    strike(nth(first, 2), when=day(4, 4))
    strike(nth(first, 1), when=day(4, 5))
    assert [re.match(r"[^:]*", note)[0] for note in notes()] == [
        "5. mars, før runde 1",
        "5. mars, før runde 1",
        "2. april, før runde 1",
    ]
    text = book()
    assert line(text, "05.03.")[2:4] == ["0 streker, se rettelse 1", "0 streker, se rettelse 2"]
    assert line(text, "02.04.")[4] == "0 streker, se rettelse 3"


def test_several_notes_in_one_cell_stand_beside_each_other():
    evening = play(MARCH, losers=["Berit", "Berit"])
    strike(nth(evening, 1))
    strike(nth(evening, 2))
    assert line(book(), "05.03.")[2] == "0 streker, se rettelse 1, 2"


def test_a_strek_taken_from_a_guest_is_crossed_out_in_the_guests_column():
    guest("Gunnar")
    evening = play(MARCH, losers=["Gunnar"], present=[*FOUR, "Gunnar"])
    correct(nth(evening, 1), "Berit")
    assert line(book(), "05.03.") == [
        *("05.03. hos Arne", "0", "1 strek, se rettelse 1", "0", "0"),
        *("0 streker, se rettelse 1 Gunnar", "1"),
    ]


def test_a_correction_in_another_year_says_which():
    evening = play(MARCH, losers=["Berit"])
    strike(nth(evening, 1), when=day(1, 7, 2027))
    with time_machine.travel(at(APRIL, "12.00"), tick=False):
        assert notes()[0].endswith("Strøket av Arne 07.01.2027.")


def test_reasons_and_names_are_text_whatever_they_hold():
    member = named("Berit")
    Person.objects.filter(pk=member.pk).update(name="<b>Berit</b>")
    evening = play(MARCH, losers=["<b>Berit</b>"])
    strike(nth(evening, 1), reason="<i>feil</i>")
    text = book()
    assert "<i>" not in text
    assert "<b>" not in text


def test_without_corrections_the_book_says_so():
    play(MARCH, losers=["Berit"])
    text = said(book())
    assert "Rettelser Ingen." in text
    assert "rettet strek" not in text
