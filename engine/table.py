"""A round in the terminal: a person in seat 0 against bots."""

from random import Random

from engine.bots import Bot
from engine.errors import EngineError
from engine.fault_words import said
from engine.moves import Move
from engine.picture import picture
from engine.position import Position
from engine.reader import read_move
from engine.verdict import Attempt, Judgement, adjudicate, say
from engine.words import NB, Language, move_words, player_words

YOU = 0
QUIT = {"slutt", "quit", "q"}


def play(position: Position, bot: Bot, rng: Random, language: Language) -> int:
    """Play a round to its end or until the person leaves; returns 0, or 1 if he left."""
    while not position.over:
        if position.turn != YOU:
            move = bot(position.seen_by(position.turn), rng)
            print(f"{player_words(position.turn, None, language)}: {move_words(move, language, done=True)}")
            position.push(move)
            continue
        chosen = _ask(position, language)
        if chosen is None:
            return 1
        position.push(chosen)
    print(picture(position))
    return 0


def _ask(position: Position, language: Language) -> Move | None:
    """The legal move that the person types; None if he leaves. What is illegal is explained."""
    print(picture(position.seen_by(YOU)))
    while True:
        try:
            typed = input("Ditt utspill (slutt går ut): " if language is NB else "Your play (quit leaves): ").strip()
        except EOFError:
            return None
        if typed.lower() in QUIT:
            return None
        try:
            move = read_move(position, typed)
        except EngineError as fault:
            print(said(fault.message, language))
            continue
        verdict = adjudicate(position, Attempt(YOU, move))
        if verdict.judgement is Judgement.LEGAL and move in position.legal_moves():
            return move
        print(say(verdict, language))
