"""`wwlv check`: problems as lines, or what the box holds."""

import io
import sys
from pathlib import Path

import pytest

from tests.decks.sheets import card, translation, write
from wwlv.decks.check import checked, main


def test_a_clean_box_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"check": ""} | row for row in card()]
    for row, answer in zip(rows, ["0", "-0.5", "1", "-999.9", "1000", "999999", "1" + "0" * 20], strict=True):
        row["answer"] = answer
    rows[0] |= {"level": "upper", "subject": "art", "check": "lookup"}
    write(tmp_path / "d.zh-Hant.csv", translation())
    assert main([write(tmp_path / "d.csv", rows), write(tmp_path / "e.csv", card("e-01", "e"))]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "2 decks, 2 cards, 14 questions: all clean.",
        "by subject: art (1); science (13)",
        "by level: lower (13); upper (1)",
        "by magnitude: below 1 (2); from 1 (2); from 1,000 (9); from 10¹⁸ (1)",
        "by kind of check: - (13); lookup (1)",
        "by languages: en (14); zh-Hant (7)",
    ]


def test_one_of_each_is_said_in_the_singular(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([write(tmp_path / "d.csv", card())]) == 0
    assert capsys.readouterr().out.startswith("1 deck, 1 card, 7 questions: all clean.\n")
    assert main([tmp_path / "d.csv"], "zh-Hant") == 0
    assert capsys.readouterr().out.startswith("1 個題庫、1 張卡、7 題，全部沒問題。\n")


def test_problems_are_lines_with_file_row_and_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = card()
    rows[2]["answer"], rows[4]["level"] = "many", "hard"
    path = write(tmp_path / "bad.csv", rows)
    assert main([path]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "bad.csv:4:answer: many is no plain number. Write digits with a point for decimals, without grouping: 1200 or 2.5.",
        "bad.csv:6:level: hard is neither lower nor upper.",
        "2 problems.",
    ]
    assert main([path], "zh-Hant") == 1
    assert "bad.csv:6:level: hard 不是 lower 也不是 upper。" in capsys.readouterr().out


def test_a_path_that_cannot_be_read_ends_with_2_and_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write(tmp_path / "d.csv", card())
    for path in (tmp_path / "absent.csv", tmp_path):
        assert main([good, path]) == 2
        assert capsys.readouterr().out.splitlines() == [
            f"{path.name}: The file cannot be read. Check its name and that it may be opened.",
            "1 problem.",
        ]


def test_a_translation_is_checked_against_the_deck_beside_it(tmp_path: Path) -> None:
    deck, rows = write(tmp_path / "d.csv", card()), translation()
    path = write(tmp_path / "d.zh-Hant.csv", rows)
    assert [d.name for d in checked([path])[0]] == ["d"]
    rows[0]["id"] = "b-1"
    write(path, rows)
    assert {(p.file, p.code) for p in checked([path])[1]} == {
        ("d.zh-Hant.csv", "unknown-id"),
        ("d.zh-Hant.csv", "not-translated"),
    }
    deck.unlink()
    assert [(p.file, p.code) for p in checked([path])[1]] == [("d.zh-Hant.csv", "no-deck-beside")]


def test_a_deck_named_twice_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "d.csv", card())
    monkeypatch.chdir(tmp_path)
    beside = write(tmp_path / "d.zh-Hant.csv", translation())
    decks, problems = checked([path, Path("d.csv"), beside])
    assert (len(decks), problems) == (1, ())


def test_what_a_file_says_cannot_act_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row | {"\x1b[2J" + "x" * 99: ""} for row in card()]
    rows[0]["answer"] = "\u202e5"
    rows[1]["answer"] = "9" * 5000 + "\x1b"
    assert main([write(tmp_path / "d.csv", rows)]) == 1
    printed = capsys.readouterr().out
    assert all(line.isprintable() for line in printed.splitlines())
    assert max(map(len, printed.splitlines())) < 250


def test_a_console_without_chinese_still_gets_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="\n")
    monkeypatch.setattr(sys, "stdout", console)
    assert main([write(tmp_path / "d.csv", card())], "zh-Hant") == 0
    console.flush()
    assert console.buffer.getvalue().startswith(b"1 \\u500b")  # type: ignore[attr-defined]
