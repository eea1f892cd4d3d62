"""What the decks say can be computed, or read from a table of places, elements or the sky, is, and agrees to the last place."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal, localcontext
from pathlib import Path

import pytest

from tests.decks.computed import COMPUTED, Exact, last_place, rounded
from tests.decks.tabled import ASTRONOMY, ELEMENTS, GAZETTEER
from wwlv.decks import Question, shipped_decks

BY_CHECK: dict[str, dict[str, Callable[[], Exact]]] = {
    "compute": COMPUTED,
    "gazetteer": GAZETTEER,
    "elements": ELEMENTS,
    "astronomy": ASTRONOMY,
}
FOUND = {id: find for kind in BY_CHECK.values() for id, find in kind.items()}
ASKED: dict[str, Question] = {
    question.id: question for deck in shipped_decks() for card in deck.cards for question in card.questions
}


def off(questions: Iterable[Question]) -> set[str]:
    """Ids of the questions whose answer is not what comes out, rounded to the places that the answer shows."""
    with localcontext(prec=60):
        return {q.id for q in questions if rounded(FOUND[q.id](), q.answer) != q.answer}


@pytest.mark.parametrize("check", sorted(BY_CHECK))
def test_every_answer_that_can_be_computed_is(check: str) -> None:
    assert set(BY_CHECK[check]) == {q.id for q in ASKED.values() if q.check == check}


@pytest.mark.parametrize("id", sorted(FOUND))
def test_the_answer_is_what_comes_out(id: str) -> None:
    assert off([ASKED[id]]) == set()


@pytest.mark.parametrize("by", [1, -1])
def test_one_in_the_last_place_is_noticed(by: int) -> None:
    with localcontext(prec=60):
        shifted = [
            replace(ASKED[id], answer=ASKED[id].answer + by * Decimal(1).scaleb(last_place(ASKED[id].answer)))
            for id in FOUND
        ]
    assert off(shifted) == set(FOUND)


def test_halves_go_up_and_the_places_are_those_of_the_answer() -> None:
    assert rounded(0.125, Decimal("0.25")) == Decimal("0.13")
    assert rounded(-40, Decimal("-40")) == -40
    assert rounded(2.5, Decimal("7")) == 3


def test_the_table_of_the_box_counts_what_is_in_it() -> None:
    readme = (Path(__file__).parents[2] / "questions" / "README.md").read_text("utf-8")
    head, _, *rows = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in readme.partition("## What is in the box")[2].split("\n")
        if line.startswith("|")
    ]
    kinds = head[3:]
    decks = {deck.name: [q for card in deck.cards for q in card.questions] for deck in shipped_decks()}
    decks[f"all {len(decks)} decks"] = list(ASKED.values())
    counted = {
        name: [len({q.card for q in asked}), len(asked), *(Counter(q.check for q in asked)[k] for k in kinds)]
        for name, asked in decks.items()
    }
    assert {name: [int(cell) for cell in cells] for name, *cells in rows} == counted
