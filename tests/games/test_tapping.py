"""A record tapped in: the text is the one truth, and no tap counts twice."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import referee
from games.models import Draft, Record
from league.models import Attendance, Round
from tests.factories import actor, client_of, day, found_club, login, named, play

pytestmark = pytest.mark.django_db
# The last cards of a round: trump is clubs, Arne leads
PARTIAL = "Regler: club\nSpillere: Arne, Berit, Carl\nStilling: club shed 5h9h/7h2c/8h+1 0 trump=c size=3\n\n"


@pytest.fixture
def round_() -> Round:
    found_club("Arne", "Berit", "Carl", "Dina")
    return play(day(3, 5), losers=["Berit"], present=["Arne", "Berit", "Carl"]).rounds.get()


@pytest.fixture
def keeper(round_: Round) -> Client:
    return client_of(actor())


def drafted(round_: Round, text: str = PARTIAL) -> None:
    Draft.objects.update_or_create(user=actor(), round=round_, defaults={"text": text})


def body(text: str = "") -> str:
    """What happened, of a record's text or the draft's."""
    return " ".join((text or Draft.objects.get().text).partition("\n\n")[2].split())


def shown(client: Client, round_: Round) -> str:
    return client.get(reverse("record_tap", args=[round_.pk])).text


def tap(client: Client, round_: Round, ply: object, move: str, **more: object):
    address = reverse("record_tap_play", args=[round_.pk])
    return client.post(address, {"ply": ply, "move": move, **more})


def choices(page: str) -> list[str]:
    return re.findall(r'name="move" value="([^"]*)" aria-label', page)


def seats(*hands: str) -> str:
    """The `bord` of a start: the players in the order of the book, each with what stands after his number."""
    return ".".join(f"{named(name).pk}_{hand}" for name, hand in zip(("Arne", "Berit", "Carl"), hands, strict=True))


def start(client: Client, round_: Round, **fields: object):
    return client.post(reverse("record_start", args=[round_.pk]), fields)


def test_without_a_start_the_start_is_asked_for(keeper: Client, round_: Round):
    answer = keeper.get(reverse("record_tap", args=[round_.pk]))
    assert answer["Location"] == reverse("record_start", args=[round_.pk])
    page = keeper.get(answer["Location"]).text
    assert "Hvor begynner referatet?" in page
    assert [name for name in ("Arne", "Berit", "Carl", "Dina") if f">{name}</a>" in page] == ["Arne", "Berit", "Carl"]


def test_a_start_with_unknown_hands_becomes_a_draft_and_leads_to_the_table(keeper: Client, round_: Round):
    answer = start(keeper, round_, bord=seats("7h8h_1", "__b", "9s_2"), trumf="c", forst="2")
    assert answer["Location"] == reverse("record_tap", args=[round_.pk])
    text = Draft.objects.get().text
    assert "Spillere: Arne, Berit, Carl" in text
    assert "Stilling: club shed 7h8h+1/-/9s+2 2 trump=c size=2 waiting=1 partial=yes" in text
    assert "Dato: 05.03.2026" in text
    page = shown(keeper, round_)
    assert choices(page) == ["9s"], "what the engine knows of"
    assert "Et annet kort" in page


def test_a_start_at_the_last_trick_leaves_those_out_who_are(keeper: Client, round_: Round):
    start(keeper, round_, bord=seats("7h", "9h", "__u"), trumf="d")
    assert "shed 7h/9h/- 0 trump=d size=2 out=2" in Draft.objects.get().text


def test_the_start_may_be_the_deal_with_all_cards_unseen(keeper: Client, round_: Round):
    start(keeper, round_, bord=seats("", "", ""), fra="deling", forst="2")
    page = shown(keeper, round_)
    assert "Kortfordelingen" in page
    assert choices(page) == [], "a chance is only known by the card it turns up"
    tap(keeper, round_, 0, "sjans=7h")
    tap(keeper, round_, 1, "8h")
    assert body() == "1. sjans=7h 8h"


def test_the_deal_may_name_the_trump_card_and_then_reaches_the_shed_phase(keeper: Client, round_: Round):
    page = keeper.get(
        reverse("record_start", args=[round_.pk]), {"bord": seats("", "", ""), "fra": "deling", "ved": "3"}
    )
    assert "bunn=As" in page.text
    start(keeper, round_, bord=seats("", "", ""), fra="deling", bunn="4d")
    tapped = referee.tapped(Draft.objects.get().text)
    while tapped.collects:
        text = Draft.objects.get().text
        for card in sorted(tapped.possible[tapped.turn]):
            longer = referee.tapped(referee.with_play(text, card))
            if not longer.verdict:
                break
        tap(keeper, round_, tapped.ply, card)
        tapped = referee.tapped(Draft.objects.get().text)
    assert tapped.felt.trump == "d"
    assert not tapped.unsure, "once the stock is gone every card has been seen"


@pytest.mark.parametrize(
    ("hands", "fields", "said"),
    [
        (("7h", "8h", "9h"), {}, "Velg trumf."),
        (("7h", "", "9h"), {"trumf": "c"}, "Berit har ingen kort."),
        (("7h", "__u", "__u"), {"trumf": "c"}, "Runden er over om ikke to har kort."),
        (("7h", "8h", "__u"), {"trumf": "c", "forst": "2"}, "Den som spiller ut, kan ikke være ute."),
        (("7h_50", "8h_50", "9h"), {"trumf": "c"}, "Slik kan det ikke ligge på bordet etter disse reglene."),
    ],
)
def test_a_start_there_cannot_be_is_said_and_keeps_what_was_tapped(
    keeper: Client, round_: Round, hands: tuple[str, ...], fields: dict[str, str], said: str
):
    answer = start(keeper, round_, bord=seats(*hands), **fields)
    assert answer.status_code == 409
    assert said in answer.text
    assert 'aria-label="hjerter 7"' in answer.text
    assert not Draft.objects.exists()


def test_a_card_tapped_is_not_offered_again_and_the_suit_stays_chosen(keeper: Client, round_: Round):
    address = reverse("record_start", args=[round_.pk])
    page = keeper.get(address, {"bord": seats("7h", "", ""), "sort": "h"}).text
    assert '<span class="btn" aria-disabled="true">7</span>' in page
    assert page.count("sort=h") > 20
    with_eight = next(link for link in re.findall(r'href="([^"]*)"', page) if "7h8h" in link)
    assert 'aria-label="hjerter 8"' in keeper.get(address + with_eight.replace("&amp;", "&").partition("#")[0]).text


def test_moving_a_player_up_moves_his_hand_and_the_lead_with_him(keeper: Client, round_: Round):
    page = keeper.get(reverse("record_start", args=[round_.pk]), {"bord": seats("7h", "8h", "9h"), "forst": "1"}).text
    moved = re.search(r'href="([^"]*)" aria-label="Flytt Berit fram"', page)
    assert moved
    fields = dict(re.findall(r"(\w+)=([^&#]*)", moved[1].replace("&amp;", "&")))
    start(keeper, round_, **fields | {"trumf": "c"})
    assert "Spillere: Berit, Arne, Carl\nStilling: club shed 8h/7h/9h 0" in Draft.objects.get().text


def test_those_whose_seats_are_entered_come_with_the_clock(keeper: Client, round_: Round):
    for seat, name in enumerate(("Carl", "Arne", "Berit"), 1):
        Attendance.objects.filter(person=named(name)).update(seat=seat)
    page = keeper.get(reverse("record_start", args=[round_.pk])).text
    assert re.findall(r'aria-label="Flytt (\w+) fram"', page) == ["Arne", "Berit"]


@pytest.mark.parametrize("noise", [{"bord": "x_y_z.._1"}, {"forst": "99", "ved": "-1", "sort": "hh", "fra": "?"}])
def test_an_address_that_says_nothing_shows_the_start_all_the_same(
    keeper: Client, round_: Round, noise: dict[str, str]
):
    assert keeper.get(reverse("record_start", args=[round_.pk]), noise).status_code == 200
    assert start(keeper, round_, **noise).status_code == 409


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(st.sampled_from(["fra", "bunn", "trumf", "forst", "ved", "sort"]), st.text(max_size=5)), st.data()
)
def test_whatever_stands_in_the_address_of_a_start_it_is_shown_and_never_an_error(
    keeper: Client, round_: Round, fields: dict[str, str], data: st.DataObject
):
    whole = seats("7h8h_1", "__b", "9s_2")
    at = data.draw(st.integers(0, len(whole)))
    fields["bord"] = whole[:at] + data.draw(st.text("_.0123456789Thsdcub", max_size=12)) + whole[at + 2 :]
    assert keeper.get(reverse("record_start", args=[round_.pk]), fields).status_code == 200
    assert start(keeper, round_, **fields).status_code in {302, 409}
    Draft.objects.all().delete()


def test_a_round_nobody_is_known_to_have_played_can_only_be_typed(keeper: Client, round_: Round):
    round_.seats.all().delete()
    assert keeper.get(reverse("record_start", args=[round_.pk])).status_code == 200
    for fields in ({"trumf": "c"}, {"fra": "deling"}):
        answer = start(keeper, round_, **fields)
        assert answer.status_code == 409
        assert 'role="alert"' in answer.text


def test_a_draft_somebody_has_is_not_begun_anew_unseen(keeper: Client, round_: Round):
    drafted(round_, "noe jeg skrev")
    fields = {"bord": seats("7h", "8h", "9h"), "trumf": "c"}
    answer = start(keeper, round_, **fields)
    assert answer.status_code == 409
    assert "Den blir borte om du begynner på nytt." in answer.text
    assert Draft.objects.get().text == "noe jeg skrev"
    mark = re.search(r'name="kladd" value="([^"]*)"', answer.text)
    assert mark
    assert start(keeper, round_, **fields, kladd=mark[1]).status_code == 302
    assert "Stilling" in Draft.objects.get().text


def test_what_is_legal_is_offered_and_a_tap_puts_it_down(keeper: Client, round_: Round):
    drafted(round_)
    assert choices(shown(keeper, round_)) == ["5h", "9h"]
    tap(keeper, round_, 0, "5h")
    assert body() == "1. 5h"
    assert choices(shown(keeper, round_)) == ["7h"], "Berit can beat in the suit and has to"


def test_the_same_tap_twice_and_a_stale_one_only_redraw(keeper: Client, round_: Round):
    drafted(round_)
    for _twice in range(2):
        assert tap(keeper, round_, 0, "5h").status_code == 302
    for ply in ("", "tull", "-1", "7", "1" * 50):
        assert tap(keeper, round_, ply, "7h").status_code == 302
    assert body() == "1. 5h"


def test_an_illegal_play_is_entered_on_purpose_and_judged(keeper: Client, round_: Round):
    drafted(round_)
    tap(keeper, round_, 0, "5h")
    tap(keeper, round_, 1, "2c", spiller="1")
    assert body() == "1. 5h 2c?"
    page = shown(keeper, round_)
    assert "Ulovlig" in page
    assert "Berit kunne stikke i sorten med hjerter sju" in page


def test_somebody_out_of_turn_is_named(keeper: Client, round_: Round):
    drafted(round_)
    tap(keeper, round_, 0, "8h", spiller="2")
    assert body() == "1. Carl: 8h?"
    assert "Ulovlig" in shown(keeper, round_)


def test_an_unseen_card_is_tapped_by_suit_and_rank_and_is_no_fault(keeper: Client, round_: Round):
    drafted(round_)
    tap(keeper, round_, 0, "5h")
    tap(keeper, round_, 1, "7h")
    page = keeper.get(reverse("record_tap", args=[round_.pk]), {"spiller": "2", "sort": "h", "kort": "Th"}).text
    assert 'name="move" value="Th"' in page
    assert 'aria-disabled="true">9<' in page, "Arne has it"
    tap(keeper, round_, 2, "Th", spiller="2")
    assert body() == "1. 5h 7h Th"


def test_a_series_is_put_together_from_its_cards(keeper: Client, round_: Round):
    drafted(round_, PARTIAL.replace("5h9h", "5h6h9h"))
    page = keeper.get(reverse("record_tap", args=[round_.pk]), {"spiller": "0", "sort": "h", "kort": "6h5h"}).text
    assert 'name="move" value="5h-6h"' in page
    tap(keeper, round_, 0, "5h-6h", spiller="0")
    assert body() == "1. 5h-6h"


@pytest.mark.parametrize("move", ["7h", "tull", "", "x" * 9000, "{", "5h 9h", "5h\n\nRegler: club", "inn", "\x00"])
def test_what_cannot_have_happened_is_said_and_nothing_is_lost(keeper: Client, round_: Round, move: str):
    drafted(round_)
    answer = tap(keeper, round_, 0, move, spiller="0", kort="5h", sort="h")
    assert body() in {"", "1. 5h-9h?"}
    if answer.status_code != 302:
        assert 'role="alert"' in answer.text
        assert 'aria-label="hjerter 5"' in answer.text


@pytest.mark.parametrize("seat", ["9", "x", "-1", "99999"])
def test_a_player_there_is_not_does_nothing(keeper: Client, round_: Round, seat: str):
    drafted(round_)
    assert tap(keeper, round_, 0, "tull", spiller=seat).status_code == 409
    assert body() == ""


def test_undo_takes_the_last_one_off_and_only_once(keeper: Client, round_: Round):
    drafted(round_, PARTIAL + "1. 5h 2c? {han var sikker}\n")
    for _twice in range(2):
        keeper.post(reverse("record_tap_undo", args=[round_.pk]), {"ply": "2"})
    assert body() == "1. 5h"
    keeper.post(reverse("record_tap_undo", args=[round_.pk]), {"ply": "1"})
    keeper.post(reverse("record_tap_undo", args=[round_.pk]), {"ply": "0"})
    assert body() == ""


def test_a_whole_round_is_tapped_in_and_stored(keeper: Client, round_: Round):
    drafted(round_, PARTIAL.replace("8h+1", "8h"))
    for ply in range(40):
        offered = choices(shown(keeper, round_))
        if not offered:
            break
        tap(keeper, round_, ply, offered[0])
    assert "Runden er over." in shown(keeper, round_)
    answer = keeper.post(reverse("record_tap_save", args=[round_.pk]))
    record = Record.objects.get()
    assert answer["Location"] == reverse("record", args=[record.pk])
    assert not any(step.foul for step in referee.replay(record.text).steps)
    assert not Draft.objects.exists()
    again = keeper.post(reverse("record_tap_save", args=[round_.pk]))
    assert again["Location"] == reverse("record_tap", args=[round_.pk])


def test_a_stored_record_is_tapped_on_from_where_it_ends(keeper: Client, round_: Round):
    drafted(round_, PARTIAL + "1. 5h\n")
    keeper.post(reverse("record_tap_save", args=[round_.pk]))
    record = Record.objects.get()
    tap(keeper, round_, 1, "7h")
    assert body(record.text) == "1. 5h", "until it is stored again"
    assert "Runden har alt et referat" in shown(keeper, round_)
    keeper.post(reverse("record_tap_save", args=[round_.pk]), {"version": record.version})
    record.refresh_from_db()
    assert body(record.text) == "1. 5h 7h"


def test_a_record_another_one_stored_meanwhile_is_not_overwritten(keeper: Client, round_: Round):
    drafted(round_, PARTIAL + "1. 9h\n")
    carl = client_of(login("Carl"))
    carl.post(reverse("record_write", args=[round_.pk]), {"text": PARTIAL + "1. 5h\n"})
    answer = keeper.post(reverse("record_tap_save", args=[round_.pk]))
    assert answer.status_code == 409
    assert "Noen andre har lagret et referat" in answer.text
    assert body(Record.objects.get().text) == "1. 5h"
    assert body() == "1. 9h"


def test_a_draft_with_faults_is_mended_in_its_text_first(keeper: Client, round_: Round):
    text = PARTIAL + "1. 5h tull 7h\n"
    drafted(round_, text)
    page = keeper.get(reverse("record_tap", args=[round_.pk]))
    assert page.status_code == 409
    assert "Kladden har feil som må rettes i teksten først." in page.text
    for address in ("record_tap_play", "record_tap_undo", "record_tap_save"):
        assert keeper.post(reverse(address, args=[round_.pk]), {"ply": "2", "move": "2c"}).status_code == 409
    assert Draft.objects.get().text == text


def test_the_page_costs_the_same_queries_however_long_the_draft(
    keeper: Client, round_: Round, django_assert_max_num_queries
):
    for text in (PARTIAL, PARTIAL + "1. 5h 7h 8h?\n"):
        drafted(round_, text)
        with django_assert_max_num_queries(11):
            shown(keeper, round_)


def test_the_record_says_which_round_it_is_of_and_who_may_goes_on_from_there(keeper: Client, round_: Round):
    drafted(round_)
    keeper.post(reverse("record_tap_save", args=[round_.pk]))
    address = reverse("record", args=[Record.objects.get().pk])
    page = keeper.get(address).text
    assert "Referat av runde 1" in page
    assert "strek til Berit" in page
    assert reverse("evening_table", args=[round_.evening_id, 1]) in page
    assert "Trykk inn videre" in page
    assert "Trykk inn videre" not in client_of(login("Dina")).get(address).text, "she was not there"
