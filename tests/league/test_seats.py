"""The seats at a table, and the deal that goes round by them where the club says so."""

import pytest
import time_machine
from django.urls import reverse

from league.deal import Turn
from league.errors import Refused, Stale
from league.facts import Deal
from league.models import Club
from league.services import attendance, settings
from league.tool_page import ToolPage
from tests.factories import actor, arrive, at, client_of, day, found_club, named, open_evening, strek
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

MARCH = day(3, 5)
FIVE = ("Arne", "Berit", "Carl", "Dina", "Einar")


@pytest.fixture
def evening():
    found_club(*FIVE)
    settings.change_club(actor=actor(), seen=1, next_deal=Deal.CLOCKWISE)
    with time_machine.travel(at(MARCH, "20.00")):
        yield open_evening(MARCH, host="Carl")


@pytest.fixture
def keeper(evening):
    return client_of(actor())


def ids(evening, *names):
    return [evening.attendances.get(person=named(name)).pk for name in names]


def sit(evening, *names, seen=None):
    return attendance.seat(actor=actor(), evening_id=evening.pk, table=1, order=ids(evening, *names), seen=seen or {})


def seats(evening):
    sitting = evening.attendances.exclude(seat=None).order_by("table", "seat")
    return list(sitting.values_list("person__name", "seat"))


def dealer(evening, table=1):
    evening.refresh_from_db()
    return ToolPage(evening, table).dealer


def test_the_deal_goes_round_by_the_seats_and_each_round_remembers_its_dealer(evening):
    """Seats with the clock: Arne, Dina, Berit, Einar, Carl. Carl is host: Carl, Arne, Dina, Berit."""
    sit(evening, "Arne", "Dina", "Berit", "Einar", "Carl")
    assert dealer(evening) == "Carl"
    for loser in ("Dina", "Dina", "Arne"):
        strek(evening, loser)
    assert [one.dealer.name for one in evening.rounds.in_order()] == ["Carl", "Arne", "Dina"]
    assert (dealer(evening), ToolPage(evening, 1).leader) == ("Berit", "Arne")


def test_a_new_order_takes_the_place_of_the_old_one(evening):
    sit(evening, *FIVE)
    sit(evening, "Carl", "Arne")
    assert seats(evening) == [("Carl", 1), ("Arne", 2)]


def test_seats_seen_before_somebody_changed_table_are_refused(evening):
    (arne,) = ids(evening, "Arne")
    seen = dict(evening.attendances.values_list("pk", "version"))
    attendance.sit_out(actor=actor(), attendance_id=arne, seen=1, out=True)
    with pytest.raises(Stale):
        sit(evening, *FIVE, seen=seen)
    attendance.change_table(actor=actor(), attendance_id=arne, seen=2, table=2)
    with pytest.raises(Refused, match="sitter ikke ved bordet"):
        sit(evening, *FIVE)


def test_who_changes_table_leaves_his_seat_behind(evening):
    sit(evening, *FIVE)
    (arne,) = ids(evening, "Arne")
    version = evening.attendances.get(pk=arne).version
    attendance.change_table(actor=actor(), attendance_id=arne, seen=version, table=2)
    assert ("Arne", 1) not in seats(evening)


def test_somebody_who_comes_late_has_no_seat_and_the_page_says_so(evening, keeper):
    sit(evening, *FIVE)
    strek(evening, "Dina")
    assert dealer(evening) == "Dina", "the seat after the host's"
    with time_machine.travel(at(MARCH, "20.30")):
        attendance.add_guest(actor=actor(), evening_id=evening.pk, name="Gro", token="g")
    shown = said(page(keeper, "evening", evening.pk))
    assert ToolPage(evening, 1).deal.reason is Turn.NO_SEATS
    assert "Hvem gir?" in shown
    assert "Plassene er ikke ført." in shown


def test_the_keeper_taps_the_names_in_order_and_the_last_tap_stores_them(evening, keeper):
    path = reverse("seats", args=[evening.pk, 1])
    assert path in page(keeper, "evening", evening.pk)
    order = ids(evening, "Dina", "Arne", "Einar", "Carl", "Berit")
    sent = dict(keeper.get(path).context["seen"])
    for number in range(1, 5):
        answer = keeper.post(path, {"seat": order[:number]} | {f"version-{pk}": v for pk, v in sent.items()})
        assert answer.status_code == 200
        assert [name.label for name in answer.context["seated"]] == ["Dina", "Arne", "Einar", "Carl"][:number]
    assert seats(evening) == []
    answer = keeper.post(path, {"seat": order} | {f"version-{pk}": v for pk, v in sent.items()})
    assert answer.headers["Location"] == reverse("evening_table", args=[evening.pk, 1])
    assert [name for name, _seat in seats(evening)] == ["Dina", "Arne", "Einar", "Carl", "Berit"]
    assert "Arne førte plassene ved bordet: 1. Dina, 2. Arne, 3. Einar, 4. Carl, 5. Berit" in said(page(keeper, "log"))


def test_a_name_tapped_twice_sits_once_and_nonsense_nowhere(evening, keeper):
    (arne,) = ids(evening, "Arne")
    answer = keeper.post(reverse("seats", args=[evening.pk, 1]), {"seat": [arne, arne, "x", "999999"]})
    assert [name.label for name in answer.context["seated"]] == ["Arne"]


def test_seats_that_have_gone_stale_are_refused_with_a_word(evening, keeper):
    order = ids(evening, *FIVE)
    versions = {f"version-{pk}": "9" for pk in order}
    answer = keeper.post(reverse("seats", args=[evening.pk, 1]), {"seat": order} | versions, follow=True)
    assert "Ingenting er lagret" in answer.text
    assert seats(evening) == []


def test_where_the_previous_mattis_deals_the_page_does_not_ask_for_seats(evening, keeper):
    settings.change_club(actor=actor(), seen=Club.objects.get().version, next_deal=Deal.PREVIOUS_MATTIS)
    strek(evening, "Dina")
    assert reverse("seats", args=[evening.pk, 1]) not in page(keeper, "evening", evening.pk)
    assert dealer(evening) == "Dina"


def test_each_table_has_its_own_seats(evening):
    for name in ("Dina", "Einar"):
        one = evening.attendances.get(person=named(name))
        attendance.change_table(actor=actor(), attendance_id=one.pk, seen=one.version, table=2)
    sit(evening, "Arne", "Carl", "Berit")
    attendance.seat(actor=actor(), evening_id=evening.pk, table=2, order=ids(evening, "Einar", "Dina"), seen={})
    strek(evening, "Arne")
    assert (dealer(evening), dealer(evening, 2)) == ("Berit", "")
    assert arrive(evening, "Arne").seat == 1
