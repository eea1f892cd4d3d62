"""Question cards: the box that ships, and what a teacher brings."""

from wwlv.decks.load import DeckError, read_box, read_deck, shipped_decks
from wwlv.decks.model import Card, Deck, Question, Wording

__all__ = ["Card", "Deck", "DeckError", "Question", "Wording", "read_box", "read_deck", "shipped_decks"]
