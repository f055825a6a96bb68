"""Storing an evening of a book that Mattisboken itself has written."""

from __future__ import annotations

from collections.abc import Mapping

from league.exporting.kept import KeptEvening
from league.log import Entry
from league.models import Attendance, Evening, Penalty, Person, Round, RoundPlayer
from league.services.attendance import is_nameless_name


def write_kept(entry: Entry, evening: Evening, kept: KeptEvening, people: Mapping[str, Person]) -> None:
    """Within an entry: all that the file says of an evening just stored, its host apart.

    A guest without a name is nobody's acquaintance: each evening has its own.
    """
    nameless = {name: entry.create(Person(name=name)) for name in _named(kept) if is_nameless_name(name)}
    who = {**people, **nameless}
    arrived = dict(kept.arrived)
    tables = {name: one.table for one in kept.rounds for name in one.players or ()}
    entry.create_all(
        [
            Attendance(evening=evening, person=who[name], table=tables.get(name, 1), arrived_at=arrived.get(name))
            for name in kept.present
        ]
    )
    rounds = [
        Round(
            evening=evening,
            table=one.table,
            place=one.number,
            state=one.state,
            reason=one.reason,
            mattis=who[one.mattis] if one.mattis else None,
            dealer=who[one.dealer] if one.dealer else None,
            players_recorded=one.players is not None,
            logged_at=one.logged_at,
            bladmattis=who[one.bladmattis] if one.bladmattis else None,
            trump=one.trump,
            remark=one.remark,
        )
        for one in kept.rounds
    ]
    entry.create_all(rounds)
    entry.create_all(
        [
            RoundPlayer(round=round_, person=who[name], finish=finish.get(name))
            for round_, one in zip(rounds, kept.rounds, strict=True)
            for finish in [{name: number for number, name in one.finish}]
            for name in one.players or ()
        ]
    )
    entry.create_all(
        [
            Penalty(evening=evening, person=who[one.person], reason=one.reason, struck=one.struck)
            for one in kept.penalties
        ]
    )


def _named(kept: KeptEvening) -> dict[str, None]:
    """Everybody in the evening, each once."""
    found = dict.fromkeys([kept.host, *kept.present, *(one.person for one in kept.penalties)])
    for one in kept.rounds:
        found |= dict.fromkeys([one.mattis, *(one.players or ()), one.bladmattis, one.dealer])
    return found
