"""Questions as the game holds them."""

from pathlib import Path

import pytest

from tests.decks.sheets import card, translation, write
from wwlv.decks import read_deck


def test_decks_are_values_that_can_be_compared_and_kept_in_sets(tmp_path: Path) -> None:
    path = write(tmp_path / "d.csv", card())
    write(tmp_path / "d.zh-Hant.csv", translation())
    one, two = read_deck(path), read_deck(path)
    assert one == two
    assert len({one, two}) == 1
    assert len({q for deck in (one, two) for c in deck.cards for q in c.questions}) == 7


def test_a_language_without_a_translation_is_answered_in_english(tmp_path: Path) -> None:
    question = read_deck(write(tmp_path / "d.csv", card())).cards[0].questions[0]
    assert question.wording("zh-Hant") == question.wording("tlh") == question.wording("en")


@pytest.mark.parametrize(
    ("unit", "tags", "year"), [("year", "", True), ("things", "space year", True), ("years", "yearly", False)]
)
def test_a_calendar_year_is_known_by_its_unit_or_tag(
    tmp_path: Path, unit: str, tags: str, year: bool
) -> None:
    rows = [row | {"unit": unit, "tags": tags} for row in card()]
    assert read_deck(write(tmp_path / "d.csv", rows)).cards[0].questions[0].is_year is year
