"""Question cards: the box that ships, and what a teacher brings."""

from wwlv.decks.load import read_box, read_deck, shipped_decks
from wwlv.decks.model import Card, Deck, Question, Wording
from wwlv.decks.problem import DeckError, Problem

__all__ = [
    "Card",
    "Deck",
    "DeckError",
    "Problem",
    "Question",
    "Wording",
    "read_box",
    "read_deck",
    "shipped_decks",
]
