"""The marks: as many strokes as there are strek, and always the same hand."""

import re

import pytest

from league.drawing import bar, form, hat, quorum_bar, tally


def strokes(svg: str, kind: str | None = None) -> int:
    """Strokes in the paths of one class; of those without one by default."""
    return sum(d.count("M") for c, d in paths(svg) if c == kind)


def paths(svg: str) -> list[tuple[str | None, str]]:
    found = re.findall(r'<path(?: class="(\w+)")?(?: opacity="[^"]+")? d="([^"]+)"', svg)
    return [(name or None, d) for name, d in found]


def box(svg: str) -> tuple[float, float, float, float]:
    """Width and height in pixels, width and height of the viewBox."""
    found = re.search(r'width="(\d+)" height="(\d+)" viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found
    width, height, inner_width, inner_height = map(float, found.groups())
    return width, height, inner_width, inner_height


@pytest.mark.parametrize("count", [1, 4, 5, 6, 20, 21, 25, 60, 120])
def test_every_strek_is_one_stroke(count):
    assert strokes(tally(count, seed=1)) == count


@pytest.mark.parametrize("count", [1, 4, 5, 9, 20])
def test_every_fifth_stroke_lies_across_the_four_before(count):
    across = [d for _name, d in paths(tally(count, seed=1)) for d in d.split("M") if " 21.6 " in d]
    assert len(across) == count // 5


def test_nothing_is_drawn_of_no_strek():
    assert tally(0, seed=1) == ""


def test_the_same_seed_gives_the_same_hand_and_another_another():
    hands = {tally(7, seed=("evening", n)) for n in range(20)}
    assert tally(7, seed=("evening", 3)) == tally(7, seed=("evening", 3))
    assert len(hands) > 10


def test_a_number_has_few_hands_so_that_they_can_be_remembered():
    assert len({tally(3, seed=n) for n in range(500)}) <= 32


def test_the_newest_strek_stands_alone_in_its_own_colour():
    svg = tally(5, seed=1, new=True)
    assert (strokes(svg), strokes(svg, "new")) == (4, 1)


def test_corrected_strek_are_red():
    svg = tally(4, seed=1, red=(1, 3))
    assert (strokes(svg), strokes(svg, "red")) == (2, 2)


def test_struck_strek_stand_faint_behind_with_one_red_line_through_them():
    svg = tally(3, seed=1, struck=2)
    assert strokes(svg) == 3 + 2
    assert svg.count('opacity=".55"') == 1
    assert strokes(svg, "red") == 1


def test_a_struck_strek_is_drawn_where_no_other_stands():
    assert strokes(tally(0, seed=1, struck=1)) == 1


def test_an_evening_that_does_not_count_breaks_its_strokes():
    assert 'class="tally broken"' in tally(3, seed=1, broken=True)


def test_twenty_stand_on_one_line_of_full_height():
    assert box(tally(20, seed=1, height=22))[:2] == (121, 22)


def test_more_than_twenty_stand_on_lines_of_half_the_height():
    assert box(tally(25, seed=1, height=22))[1] == 11
    assert box(tally(41, seed=1, height=22))[1] > 22


@pytest.mark.parametrize("count", [25, 60, 120, 400])
def test_ever_so_many_are_no_wider_than_twenty(count):
    assert box(tally(count, seed=1))[0] <= box(tally(20, seed=1))[0] + 1


def test_a_column_is_drawn_in_one_scale():
    few, many = tally(5, seed=1, among=60), tally(10, seed=1, among=60)
    assert box(few)[1] == box(many)[1] == 10
    assert box(tally(5, seed=1, among=20))[1] == 20


def test_strokes_keep_within_their_box():
    for count in (1, 4, 9, 20, 37, 120):
        svg = tally(count, seed=count)
        _width, _height, wide, high = box(svg)
        starts = [tuple(map(float, at)) for at in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", svg)]
        assert all(-1 <= x <= wide and 0 <= y <= high for x, y in starts)


def test_marks_are_hidden_from_screen_readers():
    for svg in (tally(3, seed=1), form((True,)), quorum_bar(1, 2, 2), hat(), bar(0.5)):
        assert 'aria-hidden="true" focusable="false"' in svg


def test_no_mark_brings_a_style_or_script_of_its_own():
    for svg in (tally(30, seed=1, new=True, struck=1), form((True, False)), quorum_bar(1, 2, 2), hat(), bar(0.5, 0.3)):
        assert "style" not in svg
        assert "script" not in svg


def test_the_last_rounds_are_strokes_and_points():
    svg = form((True, False, False, True))
    assert (strokes(svg), svg.count("<circle")) == (2, 2)
    assert form(()) == ""


def test_the_quorum_bar_has_a_piece_for_each_member():
    svg = quorum_bar(7, 12, 8)
    assert (svg.count('class="seg on"'), svg.count('class="seg"')) == (7, 5)


@pytest.mark.parametrize(("members", "needed"), [(12, 8), (60, 39), (1, 1)])
def test_the_red_line_stands_after_the_last_member_needed(members, needed):
    svg = quorum_bar(0, members, needed)
    pieces = [(float(x), float(w)) for x, w in re.findall(r'x="([\d.]+)" y="1" width="([\d.]+)"', svg)]
    line = float(re.findall(r'class="need" d="M([\d.]+)', svg)[0])
    x, width = pieces[needed - 1]
    assert x + width < line
    assert needed == members or line < pieces[needed][0]
    assert pieces[-1][0] + pieces[-1][1] <= 240


def test_there_is_no_bar_where_nobody_is_a_member():
    assert quorum_bar(0, 0, 0) == ""


def test_a_bar_is_as_long_as_its_share():
    assert 'd="M0 6H50.0"' in bar(0.25)
    assert 'class="pen"' not in bar(0)
    assert 'class="need" d="M100.0 0v12"' in bar(0.25, 0.5)
