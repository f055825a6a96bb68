"""The season's curve on a member's page."""

import re
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.utils import translation

from league.chart import Curve, season_chart

NEW_YEAR = date(2025, 1, 1)


@pytest.fixture(autouse=True)
def _in_norwegian():
    with translation.override("nb"):
        yield


def curve(name: str, *sums: float, first: date = date(2025, 1, 9), every: int = 14) -> Curve:
    return Curve(name, tuple((first + timedelta(days=every * i), total) for i, total in enumerate(sums)))


def drawings(svg: str) -> tuple[str, str]:
    wide, narrow = svg.split('<svg class="narrow"')
    return wide, narrow


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


KARE = curve("Kåre", 2, 2, 6, 7)
OTHERS = [curve("Arne", 0, 1, 1, 2), curve("Geir", 1, 1, 2, 3), curve("Håkon", 3, 3, 4, 9)]
EXPECTED = curve("", 1.2, 2.1, 3.3, 4.4).points


def test_the_chart_is_drawn_wide_and_narrow():
    svg = season_chart(KARE, OTHERS, EXPECTED, first_day=NEW_YEAR)
    assert svg.count('class="wide"') == svg.count('class="narrow"') == 1


def test_the_chart_says_in_words_what_it_shows():
    svg = season_chart(KARE, OTHERS, EXPECTED, first_day=NEW_YEAR)
    said = "Kåre har 7 streker etter 4 gyldige kvelder. Ventet var 4. Flest på én kveld: 4, 6. februar."
    assert svg.count(f'role="img" aria-label="{said}"') == 2


def test_one_strek_on_one_evening_is_said_in_the_singular():
    svg = season_chart(curve("Kåre", 1), [], (), first_day=NEW_YEAR)
    assert 'aria-label="Kåre har 1 strek etter 1 gyldig kveld. Ventet var 0."' in svg


def test_he_stands_in_red_and_everyone_else_in_grey():
    wide, _narrow = drawings(season_chart(KARE, OTHERS, EXPECTED, first_day=NEW_YEAR))
    assert [wide.count(f'class="{kind}"') for kind in ("me", "other", "mean", "end")] == [1, 3, 1, 1]


def test_every_evening_that_gave_strek_has_a_point():
    wide, _narrow = drawings(season_chart(KARE, [], EXPECTED, first_day=NEW_YEAR))
    assert wide.count('class="dot"') == 3


def test_the_ends_name_him_what_was_expected_and_the_most_and_the_fewest():
    wide, _narrow = drawings(season_chart(KARE, OTHERS, EXPECTED, first_day=NEW_YEAR))
    assert texts(wide)[-4:] == ["Håkon 9", "Kåre 7", "ventet 4", "Arne 2"]


def test_names_at_the_ends_never_lie_on_each_other():
    many = [curve(name, 5) for name in ("Arne", "Geir")]
    for drawing in drawings(season_chart(curve("Kåre", 5), many, curve("", 5).points, first_day=NEW_YEAR)):
        heights = [float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', drawing)[-4:]]
        assert all(below - above >= 16.9 for above, below in pairwise(heights))


def test_names_at_the_foot_stay_on_the_drawing():
    svg = season_chart(curve("Kåre", 0), [curve("Arne", 0), curve("Geir", 0)], curve("", 0).points, first_day=NEW_YEAR)
    for drawing, bottom in zip(drawings(svg), (398, 300), strict=True):
        assert max(float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', drawing)[-4:]) <= bottom + 4


def test_the_biggest_evening_is_named_with_its_day_where_there_is_room():
    wide, narrow = drawings(season_chart(KARE, OTHERS, EXPECTED, first_day=NEW_YEAR))
    assert "4 på én kveld, 6. februar" in texts(wide)
    assert "4 på én kveld" in texts(narrow)


def test_months_are_named_along_the_axis():
    wide, narrow = drawings(season_chart(curve("Kåre", *range(24)), [], (), first_day=NEW_YEAR))
    assert [name for name in texts(wide) if name.endswith(".") or name == "mai"] == (
        ["jan.", "feb.", "mar.", "apr.", "mai", "jun.", "jul.", "aug.", "sept.", "okt.", "nov."]
    )
    assert [name for name in texts(narrow) if name.endswith(".") or name == "mai"] == (
        ["jan.", "mar.", "mai", "jul.", "sept.", "nov."]
    )


def test_a_season_may_begin_in_august():
    wide, _narrow = drawings(season_chart(KARE, [], (), first_day=date(2024, 8, 1)))
    months = [name for name in texts(wide) if name.endswith(".")]
    assert months == ["aug.", "sept.", "okt.", "nov.", "des.", "jan.", "feb."]


def test_a_season_nobody_closed_for_six_years_names_years():
    wide, _narrow = drawings(season_chart(curve("Kåre", *range(70), every=30), [], (), first_day=NEW_YEAR))
    assert {"2025", "2026", "2030"} <= set(texts(wide))


def test_the_day_before_the_first_evening_there_is_a_chart_with_nothing_on_it():
    svg = season_chart(Curve("Kåre", ()), [], (), first_day=NEW_YEAR)
    assert 'aria-label="Kåre har 0 streker etter 0 gyldige kvelder. Ventet var 0."' in svg
    assert 'class="dot"' not in svg


def test_a_very_long_name_is_cut_to_its_place():
    long = curve("Bartholomeus Fredriksen-Østensjøvannet", 3)
    wide, _narrow = drawings(season_chart(long, [], (), first_day=NEW_YEAR))
    assert "Barthol… 3" in texts(wide)


def test_a_name_is_never_markup():
    svg = season_chart(curve("<b>Kåre", 1), [curve('"><script>', 2)], (), first_day=NEW_YEAR)
    assert "<b>" not in svg
    assert "<script" not in svg
