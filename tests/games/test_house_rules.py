"""The rules the club plays by, from a day on."""

import pytest
import time_machine
from django.urls import reverse

from engine.presets import ALL
from games import referee
from games.house import rules_on
from games.models import HouseRules
from games.services import house
from league.models import LogEntry
from league.verbs import Verb
from tests.factories import actor, at, client_of, day, found_club

pytestmark = pytest.mark.django_db


def test_before_the_club_has_chosen_its_own_rules_are_in_force():
    assert rules_on(day(3, 5)) == "club"


def test_a_choice_holds_from_its_day_and_not_before():
    found_club("Arne")
    house.choose_rules(actor=actor(), first_day=day(3, 1), rules="club,series=3")
    assert (rules_on(day(2, 28)), rules_on(day(3, 1))) == ("club", "club,series=3")


def test_every_rule_set_has_a_title_a_description_and_titles_for_its_options():
    for word in ALL:
        words = referee.rule_set(word)
        assert words.title != word
        assert "Spillerunden:" in words.described
        assert all(option.title != option.name for option in referee.options(word))


def test_options_are_chosen_on_the_page_and_what_cannot_go_together_is_refused():
    client = client_of(found_club("Arne"))
    address = reverse("house_rules_choose") + "?regler=club"
    chosen = {option.name: option.value for option in referee.options("club")} | {"first_day": "2026-03-01"}
    assert client.post(address, chosen | {"series": "0", "series_start": "two"}).status_code == 409
    assert not HouseRules.objects.exists()
    assert client.post(address, chosen | {"series": "3"}).status_code == 302
    assert HouseRules.objects.get().rules == "club,series=3"
    assert LogEntry.objects.filter(verb=Verb.CHANGE_HOUSE_RULES).count() == 1
    assert "Klubbens regler, med endringer" in client.get(reverse("house_rules")).text


def test_rules_with_nearly_every_option_changed_are_rules_like_others():
    """Their word is long, and every page that answers by it reads it whole."""
    rules = referee.with_options(
        "skitgubbe-sequences",
        {
            "first_lead": "dealer",
            "draw": "trick",
            "running_out": "skip",
            "unresolved_war": "last fighter",
            "tie_split": "True",
            "must_tie": "True",
            "shed_lead": "previous mattis",
            "trump_when": "void in suit",
            "series_start": "two",
            "series_beat": "series by series",
            "trump_ends_trick": "True",
            "blank": "gets low cards",
            "counter_trump": "electric clubs",
        },
    )
    assert len(rules) > 200
    client = client_of(found_club("Arne", "Berit"))
    house.choose_rules(actor=actor(), first_day=day(3, 1), rules=rules)
    with time_machine.travel(at(day(3, 5), "20.00")):
        for page in ("house_rules", "house_rules_choose", "referee", "practice"):
            assert client.get(reverse(page)).status_code == 200, page
        assert client.post(reverse("practice_begin"), {"rules": rules, "players": 3}).status_code == 302
        assert client.get(reverse("practice")).status_code == 200


def test_the_referee_answers_by_the_rules_in_force_today():
    """Under three-card series a series of two is too short; under the club's own it is not."""
    client = client_of(found_club("Arne"))
    address = "/dommer/utspill/?trumf=c&hand=7h8h&lagt=7h8h"
    with time_machine.travel(at(day(3, 5), "20.00")):
        assert "Lovlig" in client.get(address).text
        house.choose_rules(actor=actor(), first_day=day(3, 1), rules="club,series=3")
        assert "Serien er for kort." in client.get(address).text


def test_a_choice_made_by_mistake_is_taken_back():
    found_club("Arne")
    chosen = house.choose_rules(actor=actor(), first_day=day(3, 1), rules="club,series=3")
    client = client_of(actor())
    client.post(reverse("house_rules_drop", args=[chosen.pk]), {"version": 7})
    assert HouseRules.objects.exists(), "stale"
    client.post(reverse("house_rules_drop", args=[chosen.pk]), {"version": 1})
    assert not HouseRules.objects.exists()
