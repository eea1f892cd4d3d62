"""The box that ships."""

import re

import pytest

from wwlv.decks import Card, Question, shipped_decks
from wwlv.text import LANGUAGES


@pytest.fixture(scope="module")
def cards() -> list[Card]:
    return [card for deck in shipped_decks() for card in deck.cards]


@pytest.fixture(scope="module")
def questions(cards: list[Card]) -> list[Question]:
    return [question for card in cards for question in card.questions]


def test_the_box_is_clean_and_holds_at_least_ten_cards(cards: list[Card]) -> None:
    assert len(cards) >= 10


def test_every_question_is_asked_in_every_language(questions: list[Question]) -> None:
    assert {q.id for q in questions if {lang for lang, _ in q.texts} != set(LANGUAGES)} == set()


def test_no_question_gives_its_answer_away(questions: list[Question]) -> None:
    told = set()
    for question in questions:
        for _, wording in question.texts:
            numbers = re.findall(r"\d+(?:\.\d+)?", wording.question.replace(",", ""))
            told |= {question.id} if str(question.answer) in numbers else set()
    assert told == set()


def test_a_card_asks_for_at_most_one_year(cards: list[Card]) -> None:
    assert {card.id for card in cards if sum(q.is_year for q in card.questions) > 1} == set()


def test_the_answers_are_of_very_different_size(questions: list[Question]) -> None:
    sizes = [abs(q.answer) for q in questions]
    assert any(0 < size < 1 for size in sizes)
    assert any(size > 10**9 for size in sizes)
    assert sum(q.answer != q.answer.to_integral_value() for q in questions) >= 5


def test_no_two_questions_are_the_same(questions: list[Question]) -> None:
    for lang in LANGUAGES:
        asked = [q.wording(lang).question for q in questions]
        assert len(asked) == len(set(asked))
