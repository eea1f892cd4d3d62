"""Question cards: the box that ships, and what a teacher brings."""

from collections.abc import Iterable

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
    "cards_of",
    "read_box",
    "read_deck",
    "shipped_decks",
]


def cards_of(decks: Iterable[Deck], names: Iterable[str]) -> tuple[Card, ...]:
    """The cards of the named decks, of all where none is named."""
    wanted = {name for name in names if name}
    return tuple(card for deck in decks if not wanted or deck.name in wanted for card in deck.cards)
