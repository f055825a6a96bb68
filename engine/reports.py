"""What the commands print about records, plays and tricks."""

import json
from collections.abc import Sequence

from engine import reader, text
from engine.dispute import verdict_json
from engine.errors import Message, Unreadable
from engine.fault_words import said, say_fault
from engine.faults import FaultKind
from engine.picture import picture
from engine.reader import read_move
from engine.ruleset import RuleSet
from engine.spelling import read_card
from engine.trick import judge_trick, say_trick
from engine.verdict import Attempt, Judgement, adjudicate, say
from engine.words import Language

_ILLEGAL, _IMPOSSIBLE = Message("illegal"), Message("cannot have happened")


def check(source: str, language: Language, *, as_json: bool) -> int:
    """Print the verdict on every play of a record, and its faults. 0: all legal, 1: not, 2: not all was readable."""
    reading = reader.read(source)
    record = reading.record
    verdicts = [adjudicate(position, Attempt(entry.seat, entry.move)) for position, entry in record.positions()]
    if as_json:
        faults = [{"kind": fault.kind, "line": fault.line, "column": fault.column,
                   "message": said(fault.message, language), "hint": said(fault.hint, language)}
                  for fault in reading.faults]  # fmt: skip
        plays = [{"number": number, "player": verdict.attempt.seat, "move": str(verdict.attempt.move),
                  **verdict_json(verdict)} for number, verdict in enumerate(verdicts, 1)]  # fmt: skip
        print(json.dumps({"plays": plays, "faults": faults, "mattis": record.mattis}, ensure_ascii=False))
    else:
        for number, verdict in enumerate(verdicts, 1):
            if verdict.judgement is not Judgement.LEGAL:
                print(f"{number}. {say(verdict, language, record.players)}")
        for fault in reading.faults:
            print(say_fault(fault, language))
        print(_sum(len(verdicts), record.mattis, language))
    if any(fault.kind is not FaultKind.ILLEGAL for fault in reading.faults):
        return 2
    return int(any(verdict.judgement is Judgement.ILLEGAL for verdict in verdicts))


def _sum(plays: int, mattis: str, language: Language) -> str:
    if language is Language.NB:
        return f"{plays} utspill" + (f", Mattis: {mattis}" if mattis else "")
    return f"{plays} plays" + (f", mattis: {mattis}" if mattis else "")


def replay(source: str, language: Language) -> int:
    """Print a record move by move, as pictures. 2 if not all was readable, 1 if something was illegal."""
    reading = reader.read(source)
    for number, (position, entry) in enumerate(reading.record.positions(), 1):
        print(picture(position))
        mark = "" if entry.legal else f"  ({said(_ILLEGAL if entry.made else _IMPOSSIBLE, language)})"
        comment = f"  {{{entry.comment}}}" if entry.comment else ""
        print(f"{number}. {reading.record.players[entry.seat]}: {entry.move}{mark}{comment}\n")
    print(picture(reading.record.end()))
    for fault in reading.faults:
        print(say_fault(fault, language))
    kinds = {fault.kind for fault in reading.faults}
    return 2 if kinds - {FaultKind.ILLEGAL} else int(bool(kinds))


def say_verdict(line: str, play: str, player: int | None, language: Language, *, as_json: bool) -> int:
    """Print the verdict on one play in a position. 0: legal, 1: not, or it depends."""
    position = text.read(line)
    seat = max(position.turn, 0) if player is None else player
    verdict = adjudicate(position, Attempt(seat, read_move(position, play)))
    print(json.dumps(verdict_json(verdict), ensure_ascii=False) if as_json else say(verdict, language))
    return int(verdict.judgement is not Judgement.LEGAL)


def trick(rules: RuleSet, cards: Sequence[str], language: Language, *, empty: str, as_json: bool) -> int:
    """Print who takes a trick or fights on. The first player is 1; in a war the fighters play in the same order."""
    groups = [group.split() for group in " ".join(cards).split("/")]
    without = _players(empty, len(groups[0]))
    rounds: list[list[tuple[int, int]]] = []
    for words in groups:
        order = judge_trick(rules, rounds).fighters if rounds else range(52)
        if len(words) > len(order):
            raise Unreadable("{} fight, and {} cards were laid", len(order), len(words))
        rounds.append([(seat, read_card(word)) for seat, word in zip(order, words, strict=False)])
    verdict = judge_trick(rules, rounds, empty=without)
    if as_json:
        print(json.dumps({"outcome": verdict.outcome, "taker": verdict.taker, "fighters": verdict.fighters,
                          "ties": verdict.ties}))  # fmt: skip
    else:
        print(say_trick(verdict, language))
    return 0


def _players(words: str, players: int) -> list[int]:
    """Seats from the numbers of players, `1,3`; raises Unreadable for one who did not play."""
    numbers = [part.strip() for part in words.split(",") if part.strip()]
    for number in numbers:
        if not number.isdecimal() or not 1 <= int(number[:3]) <= players:
            raise Unreadable("no such player in this trick: {}", number[:20])
    return [int(number) - 1 for number in numbers]
