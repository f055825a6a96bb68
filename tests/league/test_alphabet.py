"""Norwegian order, and what stands on the buttons."""

from itertools import permutations

import pytest

from league.alphabet import full_names, in_order, short_names, sort_key
from league.models import Person


def people(*names, **sorted_as):
    """People with ids 1, 2, ...; `sorted_as` gives some of them a sort name."""
    return [Person(pk=pk, name=name, sort_name=sorted_as.get(name, "")) for pk, name in enumerate(names, start=1)]


def order(*names, **sorted_as):
    return [person.name for person in in_order(people(*names, **sorted_as))]


def short(*names):
    return list(short_names(people(*names)).values())


def test_f21_norwegian_letters_come_last_and_aa_among_them_but_for_an_override():
    right = ["Aalto", "Berg", "Zakariassen", "Ærlig", "Ødegård", "Ås", "Aasen"]
    assert order(*reversed(right), Aalto="Alto") == right


@pytest.mark.parametrize("typed", list(permutations(["Ærlig", "Ødegård", "Ås", "Zakariassen"])))
def test_f21_the_order_does_not_depend_on_the_order_of_typing(typed):
    assert order(*typed) == ["Zakariassen", "Ærlig", "Ødegård", "Ås"]


def test_f21_capitals_and_accents_decide_only_between_equals():
    assert order("ås", "André", "Andre", "andrea", "Ås") == ["Andre", "André", "andrea", "Ås", "ås"]


def test_swedish_and_danish_letters_stand_with_ours():
    assert order("Ömer", "Øyvind", "Älva", "Ære", "Zoe", "Åse") == ["Zoe", "Älva", "Ære", "Ömer", "Øyvind", "Åse"]


def test_a_name_typed_in_two_parts_is_the_same_letter():
    """Å may come as one sign or as A with a ring."""
    assert sort_key("A\u030as")[0] == sort_key("Ås")[0]


def test_two_of_one_name_stand_in_the_order_of_their_ids():
    assert [person.pk for person in in_order(reversed(people("Kåre Myhr", "Kåre Myhr")))] == [1, 2]


@pytest.mark.parametrize("name", ["", " ", "-", "1", "Łukasz", "Ђорђе", "李", "ß"])
def test_any_text_has_a_place(name):
    assert set(order(name, "Berg")) == {name, "Berg"}


def test_the_first_name_stands_on_the_button():
    assert short("Kåre Myhr", "Anne Marie Lie", "Arne") == ["Kåre", "Anne Marie", "Arne"]


def test_a_nickname_stands_instead():
    (person,) = people("Kåre Myhr")
    person.short_name = "Kåremann"
    assert short_names([person]) == {1: "Kåremann"}


def test_f18_two_who_look_alike_are_told_apart():
    assert short("Kåre Myhr", "Kåre Lie", "Arne Dahl") == ["Kåre Myhr", "Kåre Lie", "Arne"]
    assert short("Kåre Myhr", "Kåre Myhr") == ["Kåre Myhr (1)", "Kåre Myhr (2)"]


def test_f18_no_two_buttons_ever_say_the_same():
    names = short("Kåre", "Kåre Myhr", "Kåre Myhr", "Kåre Lie", "Kåre Myhr (2)")
    assert len(set(names)) == 5


def test_f18_two_who_share_a_whole_name_are_told_apart_by_nickname_or_number():
    one, other, third = people("Per Berg", "Per Berg", "Arne Berg")
    other.short_name = "Lille-Per"
    assert full_names([one, other, third]) == {1: "Per Berg (1)", 2: "Per Berg (Lille-Per)", 3: "Arne Berg"}
