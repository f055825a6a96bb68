"""How a season is reckoned, told with its own figures."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.facts import Deal, Minimum, Ranking, UnlawfulPlay
from league.models import Evening, Season
from league.services import penalties, seasons, settings
from tests.factories import actor, at, client_of, day, found_club, named, play
from tests.league.seen import page, said, tabs

pytestmark = pytest.mark.django_db

FIVE = ("Arne", "Berit", "Carl", "Dina", "Einar")


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(at(day(4, 1), "12.00"), tick=False) as traveller:
        yield traveller


@pytest.fixture
def client() -> Client:
    """Three rounds with all five, two with four, and an evening with too few."""
    chairman = found_club(*FIVE)
    play(day(3, 5), losers=["Arne", "Berit", "Carl"])
    play(day(3, 12), losers=["Einar"], present=["Arne", "Berit", "Einar"])
    play(day(3, 19), losers=["Arne", "Carl"], present=FIVE[:4])
    return client_of(chairman)


def how(client: Client, **rules: object) -> str:
    Season.objects.update(**rules)
    return said(page(client, "how"))


def test_the_line_on_top_is_the_example(client: Client):
    told = how(client)
    assert "Årets spiller har færrest strek per runde." in told
    assert "Øverst står Dina med 0 streker på 5 runder. 0 / 5 = 0,000" in told
    # 3/5 + 2/4; then 5 / (1.1 + 5)
    assert "Dina var ventet å få 1,10 og har 0 streker. (0 + 5) / (1,10 + 5) = 0,82" in told


def test_another_ranking_and_another_weight_are_told(client: Client):
    told = how(client, ranking=Ranking.MOST, a=2)
    assert "Årets spiller har flest strek." in told
    assert "Øverst står Arne med 2 streker på 5 runder. Av ventet" in told  # no figure but the strek
    assert "Arne var ventet å få 1,10 og har 2 streker. (2 + 2) / (1,10 + 2) = 1,29" in told


def test_the_minimum_is_reckoned_with_its_rounding(client: Client):
    assert "Så langt teller 5 runder. 50 % av 5 = 2,50, rundet opp til 3" in how(client)
    assert "Så langt teller 5 runder. 60 % av 5 = 3 " in how(client, minimum_percent=60)


def test_a_minimum_of_evenings_and_none_are_told(client: Client):
    told = how(client, minimum=Minimum.EVENINGS)
    assert "minst 50 % av kveldene" in told
    assert "Så langt teller 2 kvelder. 50 % av 2 = 1 " in told
    assert "Det er ikke noe minstekrav." in how(client, minimum=Minimum.NONE)


def test_an_evening_that_counts_and_one_that_does_not_are_the_examples(client: Client):
    told = how(client)
    assert "Torsdag 19. mars 2026 kom 4 av 5. Det er 80 %, og kvelden teller: 4 var nok." in told
    assert "Torsdag 12. mars 2026 kom 3 av 5. Det er 60 %, og kvelden teller ikke: 4 trengtes." in told


def test_those_who_share_a_place_are_named(client: Client):
    # Arne and Carl have 2 of 5 each; Dina 0 of 5, Einar 0 of 3, Berit 1 of 5
    assert "Arne og Carl deler nå 4. plass." in how(client)


def test_what_the_rules_say_is_kept_apart_from_what_the_club_decided(client: Client):
    told = how(client)
    rules, club = told.split("Dette står i klubbens regler:")[1].split("Resten har klubben bestemt selv")
    assert "65 %" in rules
    assert "Rundens Mattis får en strek i boken." in rules
    assert "Boken avgjør hvem som blir årets spiller." in rules
    assert "færrest strek per runde" in club
    assert "50 % av rundene" in club
    assert "Flest runder går foran" in club
    assert "65" not in club


def test_a_quorum_that_is_not_that_of_the_rules_is_the_clubs_own(client: Client):
    told = how(client, percent=80)
    assert "Minst 80 % av medlemmene må ha kommet." in told
    assert "Kravet til frammøte er 80 %, ikke 65." in told.split("Resten har klubben bestemt selv")[1]


def test_whether_the_whole_evening_counts_is_told(client: Client):
    assert "Bare rundene som begynte etter at det var kommet nok, teller." in how(client, whole_evening=False)


def test_before_the_first_evening_there_are_no_examples():
    told = said(page(client_of(found_club(*FIVE)), "how"))
    assert "Øverst står" not in told
    assert "Så langt teller" not in told
    assert "Årets spiller har færrest strek per runde." in told


def test_each_season_tells_its_own(client: Client):
    seasons.season_for(day(5, 1, 2025), actor=actor())
    older = Season.objects.get(name="2025")
    Season.objects.filter(pk=older.pk).update(percent=50)
    html = page(client, "how", older.pk)
    assert "Tabellen 2025, 1. januar–31. desember 2025" in said(html)
    assert "Minst 50 % av medlemmene" in said(html)
    assert tabs(html) == ["2026", "2025"]


# --- Rules that change, and the club's own


def test_f22_each_season_keeps_the_rules_it_was_played_by(client: Client):
    """The season of last year, made for an evening then, has rules of its own; this year's are changed since."""
    play(date(2025, 11, 6), losers=[], present=[])
    last, this = Season.objects.all()
    before = said(page(client, "how", last.pk))
    settings.change_season(
        actor=actor(), season=this, seen=1, ranking=Ranking.MOST, minimum=Minimum.NONE, percent=50, a=9
    )
    assert said(page(client, "how", last.pk)) == before
    assert "Årets spiller har færrest strek per runde." in before
    now = said(page(client, "how", this.pk))
    assert "Årets spiller har flest strek." in now
    assert "Det er ikke noe minstekrav." in now
    assert "Kravet til frammøte er 50 %, ikke 65." in now


def test_a_requirement_changed_within_the_season_is_told_from_its_day(client: Client):
    settings.add_quorum_change(actor=actor(), first_day=day(3, 15), percent=85, whole_evening=False)
    text = said(page(client, "how"))
    assert "Fra 1. januar: Minst 65 % av medlemmene må møte. Når det har kommet nok, teller hele kvelden." in text
    assert (
        "Fra 15. mars: Minst 85 % av medlemmene må møte. "
        "Bare rundene som begynte etter at det var kommet nok, teller." in text
    )
    assert "Kravet til frammøte er fra 15. mars 85 %, ikke 65." in text
    assert "19. mars 2026 kom 4 av 5. Det er 80 %, og kvelden teller ikke: 5 trengtes." in text


def test_penalties_are_told_where_there_are_any_and_whether_they_count(client: Client):
    assert "traffestrek" not in page(client, "how")
    evening = Evening.objects.order_by("date")[0]
    penalties.give_penalty(actor=actor(), evening_id=evening.pk, person=named("Dina"), reason="ufullstendig serie")
    assert "En straffestrek står i boken, men teller ikke i tabellen." in said(page(client, "how"))
    text = said(how(client, penalties_count=True, minimum=Minimum.NONE))
    assert "En straffestrek teller som en strek i tabellen" in text


def test_the_example_on_top_counts_his_penalty_where_it_counts(client: Client):
    """Einar lacks rounds; Dina has no strek in five and one penalty, Berit one strek and one penalty."""
    evening = Evening.objects.order_by("date")[0]
    for name in ("Berit", "Dina"):
        penalties.give_penalty(actor=actor(), evening_id=evening.pk, person=named(name), reason="ulovlig utspill")
    text = said(how(client, penalties_count=True, minimum_percent=90))
    assert "Øverst står Dina" in text
    assert "(0 + 1 straffestrek) / 5 = 0,200" in text


def test_what_holds_at_the_table_is_told_too(client: Client):
    text = said(page(client, "how"))
    assert "siden gir forrige Mattis" in text
    assert "Følgen av et ulovlig utspill er ikke fastsatt." in text
    settings.change_club(actor=actor(), seen=1, next_deal=Deal.CLOCKWISE, unlawful_play=UnlawfulPlay.HAT)
    text = said(page(client, "how"))
    assert "på omgang med klokken" in text
    assert "Følgen av et ulovlig utspill: Mattishatten." in text
