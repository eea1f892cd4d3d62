"""Question cards as the box holds them: seven questions a card, whole cards in a deck."""

from dataclasses import dataclass
from decimal import Decimal

CARD_SIZE = 7


@dataclass(frozen=True, slots=True)
class Wording:
    """A question in one language. `unit` is what the answer counts; `explanation` is shown after the reveal."""

    question: str
    unit: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a card. `answer` is exact; `as_of` is a year or empty; `texts` holds (language, wording)."""

    id: str
    card: str
    number: int
    answer: Decimal
    source: str
    as_of: str
    subject: str
    level: str
    texts: tuple[tuple[str, Wording], ...]
    tolerance: Decimal | None = None
    tags: tuple[str, ...] = ()
    check: str = ""

    def wording(self, lang: str) -> Wording:
        """The question in a language, in English where it has not been translated."""
        by_lang = dict(self.texts)
        return by_lang.get(lang) or by_lang["en"]

    @property
    def is_year(self) -> bool:
        """Whether the answer is a calendar year, which is written without grouping."""
        return "year" in self.tags or self.wording("en").unit.strip().lower() in (
            "year",
            "year ce",
            "year ad",
        )


@dataclass(frozen=True, slots=True)
class Card:
    """Seven questions under one name; round r asks question r."""

    id: str
    deck: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A file of whole cards."""

    name: str
    cards: tuple[Card, ...]
