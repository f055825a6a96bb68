"""The drawn cards."""

from xml.etree import ElementTree

from games.faces import FILE, RANKS, SUITS, drawing

SVG = "{http://www.w3.org/2000/svg}"


def test_the_file_of_the_cards_is_the_one_that_is_drawn():
    """After a change of the drawing: `python -m games.faces`."""
    assert FILE.read_text() == drawing()


def test_every_card_has_a_face_and_as_many_pips_as_its_rank():
    symbols = {symbol.get("id"): symbol for symbol in ElementTree.fromstring(drawing()).iter(f"{SVG}symbol")}
    for suit in SUITS:
        for rank in RANKS:
            pips = [use for use in symbols[rank + suit].findall(f"{SVG}use") if use.get("href") == f"#{suit}"]
            in_a_corner = 1  # and its twin, upside down
            number = 10 if rank == "T" else int(rank) if rank.isdigit() else 1
            assert len(pips) - in_a_corner == number, rank + suit


def test_the_corners_are_norwegian():
    letters = {text.text for text in ElementTree.fromstring(drawing()).iter(f"{SVG}text")}
    assert letters == {"E", "K", "D", "Kn", "10", *"98765432"}
