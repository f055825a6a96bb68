"""Tests of the cards: games/."""
