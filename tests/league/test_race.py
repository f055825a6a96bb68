"""The season as a race: ranks after each evening, and the drawing of them."""

import re
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.utils import translation

from league.facts import Minimum, Rules
from league.race import Runner, race_chart
from league.standings import race, standings
from tests.league.plain import DAY, evening, lost, members, season

FORTNIGHT = timedelta(days=14)


def facts(*, minimum: Minimum = Minimum.NONE):
    """1 loses on the first evening, 2 twice on the third; the second does not count. 3 comes late, 4 never."""
    return season(
        evening(3, lost(2, 1, 2, 3), lost(2, 1, 2, 3), present=[1, 2, 3], day=DAY + 2 * FORTNIGHT),
        evening(1, lost(1, 1, 2), lost(9, 1, 2, 9), present=[1, 2, 9]),
        evening(2, lost(3, 2, 3), present=[3], day=DAY + FORTNIGHT),
        periods=members(1, 2, 3, 4),
        rules=Rules(percent=50, minimum=minimum),
    )


def test_ranks_are_those_of_the_table_after_each_counting_evening():
    # After the first 2 has 0 of 2, 1 has 1 of 2. After the third 3 has 0 of 2, 1 has 1 of 4, 2 has 2 of 4.
    assert race(facts()) == {1: (2, 2), 2: (1, 3), 3: (None, 1)}


def test_the_last_ranks_are_the_order_of_the_table():
    last = {person: ranks[-1] for person, ranks in race(facts(), [3, 2, 1]).items()}
    rows = [row.person for row in standings(facts(), alphabet=[3, 2, 1]).rows if row.place]
    assert rows == sorted(last, key=lambda person: last[person] or 0)


def test_who_has_not_reached_the_minimum_is_not_in_the_race_yet():
    assert race(facts(minimum=Minimum.EVENINGS))[3] == (None, 1)  # half of one is one, half of two is one


def test_equals_stand_by_the_alphabet():
    played = season(evening(1, lost(3, 1, 2, 3), present=[1, 2, 3]), periods=members(1, 2, 3), rules=Rules())
    assert race(played, [2, 1, 3]) == {2: (1,), 1: (2,), 3: (3,)}


# --- The drawing


DAYS = [date(2025, 1, 9), date(2025, 1, 23), date(2025, 2, 6)]
THREE = [Runner("Arne", (1, 1, 2)), Runner("Kåre", (2, None, 1), chosen=True), Runner("Pål", (None, 2, None))]


@pytest.fixture(autouse=True)
def _in_norwegian():
    with translation.override("nb"):
        yield


def drawings(svg: str) -> tuple[str, str]:
    wide, narrow = svg.split('<svg class="narrow"')
    return wide, narrow


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_the_chosen_one_stands_out_and_lies_on_top():
    for drawing in drawings(race_chart(THREE, DAYS)):
        assert (drawing.count('class="me"'), drawing.count('class="other"'), drawing.count('class="dot"')) == (1, 2, 2)
        assert drawing.rindex('class="other"') < drawing.index('class="me"')


def test_where_somebody_was_not_ranked_his_line_is_broken():
    wide, _narrow = drawings(race_chart(THREE, DAYS))
    path = re.search(r'class="me" d="([^"]*)"', wide)[1]
    assert re.sub(r"[\d. ]", "", path) == "MM"


def test_the_names_stand_at_the_ends_of_those_who_are_ranked_still():
    for drawing in drawings(race_chart(THREE, DAYS)):
        assert set(texts(drawing)) == {"1", "2", "jan.", "feb.", "Arne", "Kåre"}


def test_names_never_lie_on_each_other():
    runners = [Runner(f"Medlem {number}", (number,)) for number in range(1, 21)]
    for drawing in drawings(race_chart(runners, DAYS[:1])):
        heights = sorted(float(y) for y in re.findall(r'y="([\d.]+)">Medlem', drawing))
        assert len(heights) == 20
        assert all(below - above >= 17 for above, below in pairwise(heights))


def test_the_drawing_says_in_words_what_it_shows():
    svg = race_chart(THREE, DAYS)
    said = "Rekkefølgen i tabellen etter hver av 3 gyldige kvelder. Kåre: best nummer 1, dårligst nummer 2."
    assert svg.count(f'role="img" aria-label="{said}"') == 2


def test_a_name_is_never_markup_and_a_long_one_is_cut():
    wide, narrow = drawings(race_chart([Runner('"><script>' + "x" * 40, (1,), chosen=True)], DAYS[:1]))
    assert "<script" not in wide + narrow
    assert texts(wide)[-1].endswith("…")


def test_before_anybody_is_ranked_there_is_no_drawing():
    assert race_chart([], []) == ""
    assert race_chart([Runner("Arne", (None,))], DAYS[:1]) == ""


def test_month_names_keep_apart():
    days = [date(2025, 1, 1) + timedelta(days=7 * week) for week in range(52)]
    for drawing in drawings(race_chart([Runner("Arne", (1,) * 52)], days)):
        xs = [float(x) for x in re.findall(r'<text x="([\d.]+)" y="[\d.]+">[a-z]', drawing)]
        assert len(xs) >= 5
        assert all(right - left >= 39.9 for left, right in pairwise(xs))
