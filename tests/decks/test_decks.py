"""Decks: strict reading with every problem in its place, and the box that ships."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wwlv.decks import DeckError, read_box, read_deck, shipped_decks
from wwlv.decks.check import checked, line, main
from wwlv.decks.load import COLUMNS
from wwlv.text import LANGUAGES, catalog

Rows = list[dict[str, str]]


def rows(card: str = "a-01", prefix: str = "a") -> Rows:
    return [
        {
            "id": f"{prefix}-{k}", "card": card, "number": str(k), "question": f"How many, {k}?", "answer": "1200.5",
            "unit": "things", "source": "Book, Press, 2001", "as_of": "", "subject": "science", "level": "lower",
            "explanation": "Because it is.",
        }
        for k in range(1, 8)
    ]  # fmt: skip


def write(path: Path, table: Rows, columns: tuple[str, ...] | None = None) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns or tuple(table[0]))
        writer.writeheader()
        writer.writerows(table)
    return path


@pytest.fixture
def deck(tmp_path: Path) -> Callable[..., Path]:
    def written(table: Rows | None = None, name: str = "deck.csv") -> Path:
        return write(tmp_path / name, rows() if table is None else table)

    return written


def problems(path: Path) -> set[tuple[int, str, str]]:
    with pytest.raises(DeckError) as refused:
        read_deck(path)
    for problem in refused.value.problems:
        for lang in LANGUAGES:
            assert line(problem, catalog(lang))
    return {(p.row, p.column, p.code) for p in refused.value.problems}


def test_a_clean_deck_is_read(deck: Callable[..., Path]) -> None:
    found = read_deck(deck())
    assert [q.number for q in found.cards[0].questions] == [1, 2, 3, 4, 5, 6, 7]
    assert str(found.cards[0].questions[0].answer) == "1200.5"
    assert found.cards[0].questions[0].wording("zh-Hant").question == "How many, 1?"  # not translated


def test_a_translation_beside_it_is_read(deck: Callable[..., Path]) -> None:
    path = deck()
    zh = [
        {"id": f"a-{k}", "question": f"多少 {k}？", "unit": "個", "explanation": "因為。"}
        for k in range(1, 8)
    ]
    write(path.with_name("deck.zh-Hant.csv"), zh)
    assert read_deck(path).cards[0].questions[2].wording("zh-Hant").question == "多少 3？"
    zh[0]["id"], zh[1]["unit"] = "b-1", ""
    write(path.with_name("deck.zh-Hant.csv"), zh)
    assert problems(path) == {(2, "id", "unknown-id"), (3, "unit", "empty-cell"), (0, "id", "not-translated")}


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        ("answer", "1,200", "not-a-number"),
        ("answer", "NaN", "not-a-number"),
        ("answer", "1e3", "not-a-number"),
        ("answer", "", "empty-cell"),
        ("number", "8", "bad-number"),
        ("as_of", "24", "not-a-year"),
        ("level", "hard", "bad-level"),
        ("id", "A 1", "bad-name"),
        ("question", "<b>How</b>?", "markup"),
        ("question", "How\u202e many?", "markup"),
        ("question", "x" * 241, "too-long"),
        ("unit", "", "empty-cell"),
    ],
)
def test_what_is_wrong_in_a_cell_is_named_with_row_and_column(
    deck: Callable[..., Path], column: str, value: str, code: str
) -> None:
    table = rows()
    table[2][column] = value
    assert problems(deck(table)) == {(4, column, code)}


def test_all_problems_are_reported_at_once(deck: Callable[..., Path]) -> None:
    table = rows()
    table[0]["answer"], table[3]["level"], table[5]["unit"] = "x", "y", ""
    assert problems(deck(table)) == {
        (2, "answer", "not-a-number"),
        (5, "level", "bad-level"),
        (7, "unit", "empty-cell"),
    }


def test_a_card_needs_its_seven_questions_once(deck: Callable[..., Path]) -> None:
    assert problems(deck(rows()[:6])) == {(2, "number", "bad-card")}
    table = rows()
    table[6]["number"] = "6"
    assert problems(deck(table)) == {(2, "number", "bad-card")}
    table = rows()
    table[6]["id"] = "a-1"
    assert (8, "id", "twice") in problems(deck(table))


def test_columns_are_checked(tmp_path: Path) -> None:
    table = [{k: v for k, v in row.items() if k != "unit"} | {"colour": "red"} for row in rows()]
    found = problems(write(tmp_path / "deck.csv", table))
    assert {(1, "unit", "missing-column"), (1, "colour", "unknown-column")} <= found


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty-file"),
        (b"\xff\xfe\x00", "not-utf8"),
        (b'id,card\n"a', "not-csv"),
        (b"id,card\n\n", "empty-file"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "deck.csv"
    path.write_bytes(content)
    assert (0, "", code) in problems(path)


@given(content=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_raise_anything_else(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "deck.csv"
    path.write_bytes((",".join(COLUMNS) + "\n").encode() + content)
    try:
        read_deck(path)
    except DeckError as refused:
        assert refused.problems


def test_cards_and_ids_are_unique_over_the_box(tmp_path: Path) -> None:
    first = write(tmp_path / "one.csv", rows())
    second = write(tmp_path / "two.csv", rows())
    with pytest.raises(DeckError) as refused:
        read_box([first, second])
    assert {p.code for p in refused.value.problems} == {"card-in-two", "id-in-two"}
    write(second, rows("b-01", "b"))
    assert len(read_box([first, second])) == 2


def test_the_command_lists_problems_or_what_the_box_holds(
    deck: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([deck()]) == 0
    assert "1 decks, 1 cards, 7 questions" in capsys.readouterr().out
    table = rows()
    table[2]["answer"] = "x"
    assert main([deck(table, "bad.csv"), tmp_path / "absent.csv"]) == 1
    printed = capsys.readouterr().out
    assert "bad.csv:4:answer: x is no plain number" in printed
    assert "absent.csv: The file cannot be read" in printed


def test_a_translation_may_be_named_alone(deck: Callable[..., Path]) -> None:
    path = deck()
    zh = write(
        path.with_name("deck.zh-Hant.csv"),
        [{"id": f"a-{k}", "question": "多少？", "unit": "個", "explanation": "因為。"} for k in range(1, 8)],
    )
    decks, wrong = checked([zh])
    assert (len(decks), wrong) == (1, ())
    path.unlink()
    assert [p.code for p in checked([zh])[1]] == ["no-deck-beside"]


# --- the box that ships
BOX = shipped_decks()
QUESTIONS = [q for deck in BOX for card in deck.cards for q in card.questions]


def test_the_box_holds_at_least_ten_cards_in_both_languages() -> None:
    assert sum(len(deck.cards) for deck in BOX) >= 10
    assert {lang for q in QUESTIONS for lang, _ in q.texts} == set(LANGUAGES)
    assert all(len(q.texts) == len(LANGUAGES) for q in QUESTIONS)


def test_no_question_gives_its_answer_away() -> None:
    for q in QUESTIONS:
        for _, wording in q.texts:
            numbers = re.findall(r"\d+(?:\.\d+)?", wording.question.replace(",", ""))
            assert str(q.answer) not in numbers, q.id


def test_a_card_asks_for_at_most_one_year() -> None:
    for deck in BOX:
        for card in deck.cards:
            assert sum(q.is_year for q in card.questions) <= 1, card.id


def test_the_answers_are_of_very_different_size() -> None:
    sizes = [abs(q.answer) for q in QUESTIONS]
    assert any(0 < s < 1 for s in sizes)
    assert any(s > 10**9 for s in sizes)
    assert sum(q.answer != q.answer.to_integral_value() for q in QUESTIONS) >= 5


def test_no_two_questions_are_the_same() -> None:
    for lang in LANGUAGES:
        asked = [q.wording(lang).question for q in QUESTIONS]
        assert len(asked) == len(set(asked))
