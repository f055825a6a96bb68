import pytest

from league.importing.names import fold, near


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bjorn Aasheim", "Bjørn Åsheim"),
        ("kåre myhr", "Kåre Myhr"),
        ("KÅRE MYHR", "Kåre Myhr"),
        ("Eirik Saether", "Eirik Sæther"),
        ("Pål Oedegaard", "Pål Ødegård"),
        ("Dag Erik Lie", "Dag-Erik Lie"),
        ("Dagerik Lie", "Dag-Erik Lie"),
        ("André Lie", "Andre Lie"),
        ("Kåre", "Kåre Myhr"),
        ("Kåre M.", "Kåre Myhr"),
        ("K. Myhr", "Kåre Myhr"),
        ("KM", "KM"),
        ("Jan Vik", "Jan Åge Vik"),
        ("Jan Å. Vik", "Jan Åge Vik"),
        ("Frode Nygrd", "Frode Nygård"),
        ("Frode Nyågrd", "Frode Nygård"),
        ("Magne Tvet", "Magne Tveit"),
        ("Geir Haagensen", "Geir Hågensen"),
        ("Geir Hagenssen", "Geir Hågensen"),
    ],
)
def test_slips_short_forms_and_other_spellings_are_near(one, other):
    assert near(fold(one), fold(other))
    assert near(fold(other), fold(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Per Hansen", "Pål Hansen"),
        ("Kåre Myhr", "Magne Tveit"),
        ("Ole Lie", "Dag-Erik Lie"),
        ("Jan Åge Vik", "Jan Erik Vik"),
        ("Kåre Myhr", "Kåre Lie"),
        ("Bo", "Bjørn Åsheim"),
        ("", "Bjørn Åsheim"),
    ],
)
def test_brothers_and_namesakes_are_not_near(one, other):
    assert not near(fold(one), fold(other))
