"""What must hold in any round, tried on random ones of every preset, house rule and number of players."""

from random import Random

import pytest

from engine import findings, reader, record, shed, text
from engine.cards import PACK
from engine.errors import ShuffleMissing
from engine.moves import TAKE, lay, play
from engine.phase import COLLECT, SHED
from engine.position import Position
from engine.presets import ALL
from engine.ruleset import Blank
from tests.engine.tables import TABLES, dealt, everything

ENDLESS = 3000  # moves after which a random round is given up


def cards_of(position):
    """Every place where cards lie, as sets."""
    places = [*position.hands, *position.piles, *position.aside, *(play.cards for play in position.table)]
    places += [1 << card for card in position.deck[position.drawn :]]
    if position.phase is COLLECT and position.trump_holder >= 0 and not position.rules.is_mas:
        places.append(1 << position.trump_card)
    return places


def check_pack(position, gone):
    """No card lies in two places or is lost but by a full trick; returns those that have left the game."""
    places = cards_of(position)
    found = sum(places)
    assert found.bit_count() == sum(place.bit_count() for place in places)
    left = PACK & ~found & ~position.removed
    assert left & gone == gone
    if position.phase is COLLECT:
        assert not left
    return left


def check_verdicts(position):
    """The moves offered are exactly those that nothing speaks against."""
    seat, offered = position.turn, set(position.legal_moves())
    tried = {TAKE, *offered}
    held = position.hands[seat]
    for low in range(52):
        tried |= {play(low), lay(1 << low)}
        tried |= {lay((1 << low + n) - (1 << low)) for n in (2, 3) if low % 13 + n <= 13 and held >> low & 1}
    for move in tried:
        if position.phase is SHED:
            assert shed.allows(position, move) == (move in offered), (text.line(position), move)
        assert (not list(findings.findings(position, seat, move))) == (move in offered), (text.line(position), move)


def check_result(position):
    rules = position.rules
    assert position.legal_moves() == ()
    if rules.blank is Blank.LOSES and len(position.losers) != 1:
        return
    if rules.blank is Blank.EXCLUDED and not position.losers:
        assert len(position.excluded) >= position.players - 1
        return
    assert len(position.losers) == 1
    if rules.blank is not Blank.LOSES:
        assert sorted([*position.finish, *position.losers, *position.excluded]) == list(range(position.players))


def play_out(name, players, seed, *, verdicts_every, lines_every, longest=ENDLESS):
    position = dealt(name, players, seed)
    rng = Random(seed)
    gone = 0
    while not position.over and position.ply < longest:
        made = position.ply
        gone = check_pack(position, gone)
        if made % lines_every == 0:
            read = text.read(text.line(position))
            assert read == position
            assert read.key == position.key
        if made % verdicts_every == 0:
            check_verdicts(position)
        before, key, legal = everything(position), position.key, position.legal_moves()
        move = rng.choice(legal)
        position.push(move)
        assert position.pop() is move
        assert everything(position) == before
        assert (position.key, position.legal_moves()) == (key, legal)
        position.push(move)
    if position.over:
        check_result(position)
    line = position.moves
    if len(line) < longest:
        written = record.of_moves(dealt(name, players, seed), line)
        assert reader.read(record.write(written)).record.end() == position
    while position._undo:
        position.pop()
    assert position == dealt(name, players, seed)
    for move in line:
        position.push(move)
    return position


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_round_keeps_its_cards_and_can_be_taken_back(name, players):
    play_out(name, players, 0, verdicts_every=61, lines_every=29, longest=120)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("seed", range(1, 31))
def test_many_rounds_keep_their_cards_and_can_be_taken_back(name, players, seed):
    play_out(name, players, seed, verdicts_every=5, lines_every=7)


@pytest.mark.parametrize("name", ["club", "skitgubbe", "koira", "mas", "atlanta"])
def test_what_is_taken_back_in_a_copy_stays_in_the_original(name):
    position, rng = dealt(name, 3, 2), Random(2)
    stood: list[Position] = []
    while not position.over and len(stood) < 300:
        stood.append(position.copy(history=False))
        position.push(rng.choice(position.legal_moves()))
    copy = position.copy()
    for _ in position.moves:
        copy.pop()
    while stood:
        position.pop()
        assert position == stood.pop()
    assert position == copy


@pytest.mark.parametrize("name", ALL)
def test_what_a_player_sees_offers_him_the_same_moves(name):
    position = dealt(name, ALL[name].rules.players[1], 5)
    rng = Random(5)
    while not position.over and len(position.moves) < 80:
        if len(position.moves) % 5:
            position.push(rng.choice(position.legal_moves()))
            continue
        seen = position.seen_by(position.turn)
        assert seen.legal_moves() == position.legal_moves()
        assert text.read(text.line(seen)) == seen
        others = [seat for seat in range(position.players) if seat != position.turn]
        assert not any(seen.hands[seat] for seat in others)
        if position.phase is SHED:
            assert seen.could_be_unseen & seen.known == 0
        position.push(rng.choice(position.legal_moves()))


def test_a_shuffle_that_is_not_known_leaves_the_position_as_it_was():
    position = dealt("koira", 8, 11)
    rng = Random(0)
    while not position.shuffled:
        position.push(rng.choice(position.legal_moves()))
    move = position.pop()
    position.seed = None
    before = everything(position)
    with pytest.raises(ShuffleMissing):
        position.push(move)
    assert everything(position) == before


def test_players_who_always_take_circle_and_the_engine_says_so():
    position = text.read("skitgubbe shed 7s2h/9s3h/4d5d 0 trump=c size=3")
    counts = []
    while not position.may_be_declared_endless and len(position.moves) < 200:
        moves = position.legal_moves()
        position.push(TAKE if TAKE in moves else moves[0])
        counts.append(position.occurrences())
    assert max(counts) == 3
    assert not position.over
