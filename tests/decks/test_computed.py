"""What the decks say can be computed is computed, and agrees to the last place."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal, localcontext

import pytest

from tests.decks.computed import COMPUTED, rounded
from wwlv.decks import Question, shipped_decks

ASKED: dict[str, Question] = {
    question.id: question for deck in shipped_decks() for card in deck.cards for question in card.questions
}


def off(questions: Iterable[Question]) -> set[str]:
    """Ids of the questions whose answer is not what comes out, rounded to the places that the answer shows."""
    with localcontext(prec=60):
        return {q.id for q in questions if rounded(COMPUTED[q.id](), q.answer) != q.answer}


def test_every_answer_that_can_be_computed_is() -> None:
    assert set(COMPUTED) == {q.id for q in ASKED.values() if q.check == "compute"}


@pytest.mark.parametrize("id", sorted(COMPUTED))
def test_the_answer_is_what_comes_out(id: str) -> None:
    assert off([ASKED[id]]) == set()


@pytest.mark.parametrize("by", [1, -1])
def test_one_in_the_last_place_is_noticed(by: int) -> None:
    with localcontext(prec=60):
        shifted = [
            replace(ASKED[id], answer=ASKED[id].answer + by * Decimal(1).scaleb(places(ASKED[id].answer)))
            for id in COMPUTED
        ]
    assert off(shifted) == set(COMPUTED)


def places(answer: Decimal) -> int:
    """Power of ten of the last place that the answer shows, 0 for a whole number."""
    return min(0, int(answer.as_tuple().exponent))


def test_halves_go_up_and_the_places_are_those_of_the_answer() -> None:
    assert rounded(0.125, Decimal("0.25")) == Decimal("0.13")
    assert rounded(-40, Decimal("-40")) == -40
    assert rounded(2.5, Decimal("7")) == 3
