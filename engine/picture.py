"""A position as a picture in text, for people."""

from engine.cards import SUITS, names
from engine.phase import SHED
from engine.position import Position
from engine.presets import rules_text
from engine.text import play_text, seats_text


def picture(position: Position) -> str:
    """The table as text, a line for each seat."""
    rows = [f"{rules_text(position.rules)}, {position.phase}"]
    if position.trump is not None:
        rows[0] += f", trump {SUITS[position.trump]}"
    if position.stock:
        rows[0] += f", stock {position.stock}"
    for seat in range(position.players):
        mark = ">" if seat == position.turn else " "
        state = "out" if seat in position.finish else "waits" if position.waiting >> seat & 1 else ""
        held = " ".join(names(position.hands[seat])) + (f" +{position.unseen[seat]}" if position.unseen[seat] else "")
        won = position.piles[seat].bit_count() + position.unseen_piles[seat]
        rows.append(f"{mark}{seat}  {held or '·'}{f'   won {won}' if won else ''}  {state}".rstrip())
    if position.table:
        full = f" of {position.size}" if position.phase is SHED else ""
        rows.append(f"table: {'  '.join(map(play_text, position.table))}   ({len(position.table)}{full})")
    if position.fighters:
        rows.append(f"war {position.war_round}: {seats_text(position.fighters)}")
    if position.losers:
        rows.append(f"mattis: {seats_text(position.losers)}")
    return "\n".join(rows)
