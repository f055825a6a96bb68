"""A position as the card table that is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import NAMES, SUIT_OF, SUITS, each, names
from engine.moves import Play
from engine.phase import NOBODY
from engine.position import Position
from games.felt import Felt, OnTable, Seat, kind_of


def felt_of(
    position: Position,
    players: Sequence[str],
    *,
    swept: Sequence[Play] = (),
    foul: int | None = None,
) -> Felt:
    """The table as it is drawn: on an empty one, the trick just completed (`swept`).

    `foul` is the number of the play on it that broke a rule.
    """
    collect = position.phase == "collect"
    table = position.table or tuple(swept)
    laid = [tuple(names(play.cards)) for play in table]
    trump = "" if position.trump is None else SUITS[position.trump]

    def kind(number: int) -> str:
        if not position.table:
            return ""
        if table[number].move.kind == "slough":
            return "slough"
        if collect:
            return "war" if number >= position.rounds[-1] > 0 else ""
        return kind_of(laid, number, trump)

    return Felt(
        phase=str(position.phase),
        trump=trump,
        stock=position.stock if collect else 0,
        size=position.size,
        seats=tuple(_seat(position, seat, players[seat]) for seat in range(position.players)),
        plays=tuple(
            OnTable(
                name=players[play.seat],
                cards=laid[number],
                kind=kind(number),
                war=bool(position.table) and number in position.rounds[1:],
                foul=number == foul,
                swept=not position.table,
            )
            for number, play in enumerate(table)
        ),
    )


def _seat(position: Position, seat: int, name: str) -> Seat:
    held = sorted(each(position.hands[seat]), key=lambda card: (SUIT_OF[card], card))
    collect = position.phase == "collect"
    pile = position.piles[seat].bit_count() + position.unseen_piles[seat]
    return Seat(
        number=seat,
        name=name,
        cards=tuple(NAMES[card] for card in held),
        unseen=position.unseen[seat],
        won=pile if collect else 0,
        deals=seat == position.dealer,
        in_turn=position.turn == seat != NOBODY,
        fights=seat in position.fighters,
        waits=bool(position.waiting >> seat & 1),
        out=position.finish.index(seat) + 1 if seat in position.finish else 0,
        excluded=seat in position.excluded,
        lost=seat in position.losers,
        trump_card=collect and position.trump_holder == seat and position.trump_card is not None,
    )
