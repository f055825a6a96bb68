"""The columns of an exported book, and the words in them: the same in every language, for the importer reads them.

A line is an evening, a round of it or a *straffestrek* of it. Every line says of which evening it is.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from django.utils import timezone

from league.facts import State


class Column(StrEnum):
    BOOK = "Bok"  # which book the ids are of
    EVENING = "Kveld-id"
    DATE = "Dato"
    HOST = "Vert"
    PLACE = "Sted"
    REMARK = "Merknad"
    LINE = "Linje"
    # Of a round
    TABLE = "Bord"
    NUMBER = "Plass"  # among the table's rounds, struck ones included; blank: not recorded
    ROUND = "Runde-id"
    STATE = "Tilstand"
    REASON = "Begrunnelse"
    MATTIS = "Mattis"
    PLAYERS = "Spillere"  # blank: not recorded
    FINISH = "Rekkefølge ut"  # 1 Kåre, 2 Per
    BLADMATTIS = "Bladmattis"
    TRUMP = "Trumf"
    DEALER = "Giver"
    ROUND_REMARK = "Om runden"
    LOGGED = "Ført"
    # Of a penalty; its state and reason stand where a round's do
    PENALIZED = "Straffet"
    # Of an evening
    ATTENDANCE = "Frammøte"
    DECISION = "Avgjort"  # the keeper's word on whether it counts, where attendance is not recorded
    PRESENT = "Til stede"
    GUESTS = "Gjester"  # those present who were no members
    ARRIVED = "Kom"
    OPENED = "Åpnet"


OF_EVERY_LINE = (Column.BOOK, Column.EVENING, Column.DATE, Column.HOST, Column.PLACE, Column.REMARK)


class Line(StrEnum):
    EVENING = "kveld"
    ROUND = "runde"
    PENALTY = "straffestrek"


STATES = {State.STANDING: "står", State.STRUCK: "strøket", State.VOID: "uten Mattis"}
TRUMPS = {"": "", "s": "spar", "h": "hjerter", "d": "ruter", "c": "kløver"}
ATTENDANCE = {True: "ført", False: "ikke ført"}
DECISION = {None: "", True: "teller", False: "teller ikke"}


def joined(names: Iterable[str]) -> str:
    """Names in one cell; one with a comma in it stands in quotation marks."""
    return ", ".join(_quoted(name) if "," in name or '"' in name else name for name in names)


def parted(cell: str) -> list[str]:
    """The names in a cell. Raises csv.Error for an open quotation mark."""
    return [name for name in next(csv.reader([cell], skipinitialspace=True, strict=True), []) if name]


def moment(time: datetime | None) -> str:
    """A time to the last fraction, for which of two came first may decide what counts."""
    return timezone.localtime(time).isoformat() if time else ""


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))
