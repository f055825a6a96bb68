"""The checks of looks.py find what they are for, and nothing else."""

import pytest

from tests.browser import looks

PAGE = '<!doctype html><html lang="nb"><title>Side</title><main><h1>Side</h1>{}</main></html>'


@pytest.mark.parametrize(
    "control",
    [
        '<button style="height: 43px; width: 60px">Angre</button>',
        '<button style="height: 60px; width: 43px">+</button>',
        '<a href="/bok/">Boka</a>',
        '<p><a href="/bok/">Boka</a></p>',
        '<label><input type="checkbox"> Kåre</label>',
    ],
)
def test_a_target_smaller_than_a_finger_is_found(page, control):
    page.set_content(PAGE.format(control))
    assert len(looks.small_targets(page)) == 1


@pytest.mark.parametrize(
    "control",
    [
        '<button style="height: 44px; width: 44px">+</button>',
        '<p>Mer står i <a href="/bok/">boka</a>.</p>',
        '<label style="display: block; height: 44px"><input type="checkbox"> Kåre</label>',
        '<button hidden style="height: 4px">Angre</button>',
        '<details><summary style="display: block; height: 44px">Mer</summary><button>Angre</button></details>',
    ],
)
def test_a_target_for_a_finger_or_out_of_sight_will_do(page, control):
    page.set_content(PAGE.format(control))
    assert looks.small_targets(page) == []


def test_what_makes_a_page_scroll_sideways_is_named(page):
    page.set_content(PAGE.format('<p id="vid" style="width: 400px">Bred</p>'))
    assert any('id="vid"' in fault for fault in looks.sideways(page))


def test_a_wide_table_in_a_box_that_scrolls_is_no_page_that_scrolls(page):
    page.set_content(PAGE.format('<div style="overflow-x: auto"><p style="width: 400px">Bred</p></div>'))
    assert looks.sideways(page) == []


def test_an_id_that_stands_twice_is_found(page):
    page.set_content(PAGE.format('<p id="en"></p><p id="to"></p><p id="to"></p>'))
    assert looks.same_ids(page) == ["to"]


def test_axe_finds_a_picture_without_words(page):
    page.set_content(PAGE.format('<img src="data:,">'))
    assert any(fault.startswith("image-alt") for fault in looks.violations(page))


def test_axe_finds_nothing_on_a_plain_page(page):
    page.set_content('<meta name="viewport" content="width=device-width">' + PAGE.format("<p>Tekst.</p>"))
    assert looks.violations(page) == []
