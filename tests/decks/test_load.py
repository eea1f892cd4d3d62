"""Decks are read strictly: every problem of every file at once, each in its place."""

import random
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.decks.sheets import card, translation, write
from wwlv.decks import DeckError, read_box, read_deck
from wwlv.decks.load import COLUMNS, deck_files
from wwlv.decks.problem import CODES
from wwlv.decks.table import MOST_BYTES
from wwlv.errors import WwlvError
from wwlv.text import LANGUAGES, catalog

Places = list[tuple[str, int, str, str]]


def found(*paths: Path) -> Places:
    """Where what is wrong: (file, row, column, code)."""
    with pytest.raises(DeckError) as refused:
        read_box(paths)
    for problem in refused.value.problems:
        assert problem.code in CODES
        for lang in LANGUAGES:
            assert problem.sentence(catalog(lang))
    return [(p.file, p.row, p.column, p.code) for p in refused.value.problems]


def in_file(*paths: Path) -> set[tuple[int, str, str]]:
    return {(row, column, code) for _, row, column, code in found(*paths)}


def test_a_deck_is_read_whole(tmp_path: Path) -> None:
    rows = card()
    rows[0] |= {
        "answer": "-0.50",
        "as_of": "2024",
        "tolerance": "0.5",
        "tags": "year  big",
        "check": "compute",
    }
    deck = read_deck(
        write(tmp_path / "small.csv", [{"tolerance": "", "tags": "", "check": ""} | r for r in rows])
    )
    assert (deck.name, [c.id for c in deck.cards]) == ("small", ["a-01"])
    first, second, *_ = deck.cards[0].questions
    assert first.answer == Decimal("-0.50")
    assert (first.tolerance, first.as_of, first.tags, first.check) == (
        Decimal("0.5"),
        "2024",
        ("year", "big"),
        "compute",
    )
    assert (second.tolerance, second.as_of, second.tags, second.check) == (None, "", (), "")
    assert (first.id, first.card, first.number, first.subject, first.level) == (
        "a-1",
        "a-01",
        1,
        "science",
        "lower",
    )
    assert first.wording("en").question == "How many, 1?"


def test_rows_and_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    rows = [*card(), *card("a-02", "b")]
    random.Random(7).shuffle(rows)
    deck = read_deck(write(tmp_path / "d.csv", [dict(reversed(row.items())) for row in rows]))
    assert {c.id for c in deck.cards} == {"a-01", "a-02"}
    assert all([q.number for q in c.questions] == [1, 2, 3, 4, 5, 6, 7] for c in deck.cards)


def test_a_byte_order_mark_blank_lines_and_spaces_do_no_harm(tmp_path: Path) -> None:
    path = write(
        tmp_path / "d.csv", [{k: f"  {v} " for k, v in row.items()} for row in card()], encoding="utf-8-sig"
    )
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\r\n\r\n") + b",,,\r\n\r\n")
    assert read_deck(path).cards[0].questions[0].id == "a-1"


def test_text_of_every_language_is_plain_text(tmp_path: Path) -> None:
    rows = card()
    rows[0]["question"] = "Wie groß ist 3 < 5,\u00a0höchstens\u3000？"
    rows[0]["explanation"] = "Cafe\u0301 & Tea: 1 <2, R&D; 👩\u200d🔬"
    first = read_deck(write(tmp_path / "d.csv", rows)).cards[0].questions[0].wording("en")
    assert first.explanation == "Café & Tea: 1 <2, R&D; 👩\u200d🔬"


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        *((column, "", "empty-cell") for column in COLUMNS if column != "as_of"),
        *(("answer", value, "not-a-number") for value in ["1,200", "NaN", "inf", "1e3", "½", "１２", "5 km", "1.", "−5"]),
        *(("number", value, "bad-number") for value in ["0", "8", "1.0", "01", "x"]),
        *(("as_of", value, "not-a-year") for value in ["24", "2024-01", "２０２４", "now"]),
        *(("level", value, "bad-level") for value in ["hard", "Lower"]),
        *(("id", value, "bad-name") for value in ["A 1", "-a", "é"]),
        ("card", "A", "bad-name"),
        ("tolerance", "-1", "negative"),
        ("tolerance", "some", "not-a-number"),
        ("question", "<b>How</b>?", "markup"),
        ("question", "How\nmany?", "markup"),
        ("question", "How\u202e many?", "markup"),
        ("unit", "things\x00", "markup"),
        ("explanation", "Fish &amp; chips", "markup"),
        ("explanation", "&#60;", "markup"),
        ("source", "javascript:alert(1)", "markup"),
        ("subject", "<!-- -->", "markup"),
        ("question", "x" * 241, "too-long"),
        ("unit", "x" * 41, "too-long"),
        ("explanation", "x" * 401, "too-long"),
        ("id", "x" * 61, "too-long"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_cell_is_named_with_row_and_column(
    tmp_path: Path, column: str, value: str, code: str
) -> None:
    rows = [{"tolerance": ""} | row for row in card()]
    rows[2][column] = value
    assert found(write(tmp_path / "d.csv", rows)) == [("d.csv", 4, column, code)]


@pytest.mark.parametrize(
    ("column", "most"), [("question", 240), ("unit", 40), ("explanation", 400), ("id", 60)]
)
def test_a_text_of_exactly_the_limit_fits(tmp_path: Path, column: str, most: int) -> None:
    rows = card()
    rows[0][column] = "x" * most
    assert read_deck(write(tmp_path / "d.csv", rows))


def test_all_problems_of_a_file_are_named_at_once(tmp_path: Path) -> None:
    rows = [*card(), *card("a-02", "b")[:6]]
    rows[0]["answer"], rows[3]["level"], rows[5]["unit"], rows[6]["id"] = "x", "y", "", "a-1"
    rows[6]["question"] = "<i>" + "x" * 240
    assert in_file(write(tmp_path / "d.csv", rows)) == {
        (2, "answer", "not-a-number"),
        (5, "level", "bad-level"),
        (7, "unit", "empty-cell"),
        (8, "id", "twice"),
        (8, "question", "markup"),
        (8, "question", "too-long"),
        (9, "number", "bad-card"),
    }


def test_a_card_has_the_numbers_1_to_7_once_each(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    assert found(write(path, card()[:6])) == [("d.csv", 2, "number", "bad-card")]
    twice = card()
    twice[6]["number"] = "6"
    assert found(write(path, twice)) == [("d.csv", 2, "number", "bad-card")]
    eight = [*card(), card(prefix="b")[3]]
    assert found(write(path, eight)) == [("d.csv", 2, "number", "bad-card")]


def test_a_row_whose_card_is_wrong_does_not_make_its_card_wrong_too(tmp_path: Path) -> None:
    rows = [*card(), *card("a-02", "b")[:5]]
    rows[2]["card"] = "A 1"
    assert found(write(tmp_path / "d.csv", rows)) == [
        ("d.csv", 4, "card", "bad-name"),
        ("d.csv", 9, "number", "bad-card"),
    ]


def test_columns_are_missing_unknown_or_double(tmp_path: Path) -> None:
    rows = [{k: v for k, v in row.items() if k != "unit"} | {"colour": "red"} for row in card()]
    path = write(tmp_path / "d.csv", rows)
    assert found(path) == [("d.csv", 1, "unit", "missing-column"), ("d.csv", 1, "colour", "unknown-column")]
    path = write(tmp_path / "d.csv", [row | {"x": ""} for row in card()])
    path.write_bytes(path.read_bytes().replace(b",x\r\n", b",level\r\n", 1))
    assert (1, "level", "column-twice") in in_file(path)


def test_a_row_with_too_many_cells_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "d.csv", card())
    lines = path.read_bytes().split(b"\r\n")
    lines[3] += b",really"
    lines[4] += b",,"  # empty ones are left by spreadsheets
    path.write_bytes(b"\r\n".join(lines))
    assert found(path) == [("d.csv", 4, "#12", "too-many-cells")]


@pytest.mark.parametrize(
    ("content", "row", "code"),
    [
        (b"", 0, "empty-file"),
        (b"\xef\xbb\xbf", 0, "empty-file"),
        (",".join(COLUMNS).encode(), 0, "empty-file"),
        ("id,question".encode("utf-16"), 0, "not-utf8"),
        ("id,größe".encode("cp1252"), 0, "not-utf8"),
        ((",".join(COLUMNS) + '\na,b,"c').encode(), 2, "not-csv"),
        ((",".join(COLUMNS) + '\na,"b"c,d').encode(), 2, "not-csv"),
        (b"x" * (MOST_BYTES + 1), 0, "too-large"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path: Path, content: bytes, row: int, code: str) -> None:
    path = tmp_path / "d.csv"
    path.write_bytes(content)
    assert (row, "", code) in in_file(path)


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_a_table_parted_by_something_else_is_told_so_once(tmp_path: Path, delimiter: str) -> None:
    assert found(write(tmp_path / "d.csv", card(), delimiter=delimiter)) == [("d.csv", 1, "", "not-commas")]


def test_what_is_no_file_is_unreadable(tmp_path: Path) -> None:
    assert found(tmp_path / "absent.csv") == [("absent.csv", 0, "", "unreadable")]
    assert found(tmp_path) == [(tmp_path.name, 0, "", "unreadable")]


# --- translations
def test_a_translation_beside_the_deck_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "d.csv", card())
    assert read_deck(path).cards[0].questions[2].wording("zh-Hant").question == "How many, 3?"
    write(tmp_path / "d.zh-Hant.csv", translation())
    question = read_deck(path).cards[0].questions[2]
    assert question.wording("zh-Hant").question == "多少 3？"
    assert question.wording("en").question == "How many, 3?"


def test_a_translation_has_every_question_of_its_deck_and_no_other(tmp_path: Path) -> None:
    path = write(tmp_path / "d.csv", card())
    rows = translation()
    rows[0]["id"], rows[1]["unit"], rows[2]["question"], rows[3]["id"] = "b-1", "", "<b>", "a-5"
    write(tmp_path / "d.zh-Hant.csv", rows)
    assert sorted(found(path)) == [
        ("d.zh-Hant.csv", 0, "id", "not-translated"),
        ("d.zh-Hant.csv", 0, "id", "not-translated"),
        ("d.zh-Hant.csv", 2, "id", "unknown-id"),
        ("d.zh-Hant.csv", 3, "unit", "empty-cell"),
        ("d.zh-Hant.csv", 4, "question", "markup"),
        ("d.zh-Hant.csv", 6, "id", "twice"),
    ]


def test_a_fault_in_the_deck_is_not_blamed_on_its_translation(tmp_path: Path) -> None:
    rows = card()
    rows[2]["answer"] = "many"
    write(tmp_path / "d.zh-Hant.csv", translation())
    assert found(write(tmp_path / "d.csv", rows)) == [("d.csv", 4, "answer", "not-a-number")]


def test_a_translation_with_a_column_too_few_says_only_that(tmp_path: Path) -> None:
    path = write(tmp_path / "d.csv", card())
    write(
        tmp_path / "d.zh-Hant.csv", [{k: v for k, v in row.items() if k != "unit"} for row in translation()]
    )
    assert found(path) == [("d.zh-Hant.csv", 1, "unit", "missing-column")]


def test_the_decks_of_a_folder_are_its_tables_without_translations(tmp_path: Path) -> None:
    for name in ("b.csv", "a.csv", "a.zh-Hant.csv", "README.md"):
        (tmp_path / name).touch()
    assert [path.name for path in deck_files(tmp_path)] == ["a.csv", "b.csv"]


# --- the box
def test_cards_and_ids_are_unique_over_the_box(tmp_path: Path) -> None:
    first, second = write(tmp_path / "one.csv", card()), write(tmp_path / "two.csv", card("b-01", "b"))
    assert [deck.name for deck in read_box([first, second])] == ["one", "two"]
    rows = card("b-01", "b")
    rows[4]["id"] = "a-3"
    assert found(first, write(second, rows)) == [("two.csv", 6, "id", "id-in-two")]
    assert found(first, write(second, card("a-01", "b"))) == [("two.csv", 2, "card", "card-in-two")]


def test_the_problems_of_all_files_are_named_at_once(tmp_path: Path) -> None:
    one, two = card(), card("a-01", "b")
    one[0]["answer"], two[6]["level"] = "x", "y"
    assert found(write(tmp_path / "one.csv", one), write(tmp_path / "two.csv", two)) == [
        ("one.csv", 2, "answer", "not-a-number"),
        ("two.csv", 8, "level", "bad-level"),
        ("two.csv", 2, "card", "card-in-two"),
    ]


def test_every_code_of_a_problem_has_a_sentence() -> None:
    for lang in LANGUAGES:
        assert {code for code in CODES if f"deck.{code}" not in catalog(lang).keys} == set()


def test_the_error_is_the_packages_own() -> None:
    assert issubclass(DeckError, WwlvError)


# --- any bytes
HEADER = ",".join(COLUMNS).encode() + b"\n"
cells = st.text(st.sampled_from('a1,.-"\n\r\x00\u202e<>&;﻿½ 多\ud800'[:-1]), max_size=12)


@given(
    content=st.binary(max_size=300)
    | st.text(max_size=300).map(lambda t: t.encode("utf-8", "surrogatepass"))
    | st.lists(st.lists(cells, max_size=13).map(",".join), max_size=9).map(
        lambda rows: "\n".join(rows).encode()
    ),
    translated=st.binary(max_size=100) | st.lists(cells, max_size=9).map(lambda row: ",".join(row).encode()),
    headed=st.booleans(),
)
@example(b'"' + b"x" * 200_000, b"", True)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_bytes_are_a_deck_or_its_problems(
    tmp_path: Path, content: bytes, translated: bytes, headed: bool
) -> None:
    path = tmp_path / "d.csv"
    path.write_bytes((HEADER if headed else b"") + content)
    (tmp_path / "d.zh-Hant.csv").write_bytes(b"id,question,unit,explanation\n" + translated)
    with pytest.raises(DeckError) as refused:  # seven good rows do not come by chance
        read_deck(path)
    assert refused.value.problems
    for problem in refused.value.problems:
        for lang in LANGUAGES:
            assert problem.line(catalog(lang)).isprintable()


@given(column=st.sampled_from(COLUMNS), value=st.text(max_size=30))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_cell_is_taken_or_named_in_its_place(tmp_path: Path, column: str, value: str) -> None:
    rows = card()
    rows[3][column] = value
    try:
        path = write(tmp_path / "d.csv", rows, encoding="utf-8")
        read_deck(path)
    except DeckError as refused:
        assert {(p.row, p.column) for p in refused.problems} <= {(5, column), (2, "number"), (5, "number")}
    except UnicodeEncodeError:  # a lone surrogate cannot be written
        assert any("\ud800" <= c <= "\udfff" for c in value)
