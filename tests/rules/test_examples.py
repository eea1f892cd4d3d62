"""The worked examples of the rulebooks, as `wwlv settle` sees them. `examples.json` is this project's own copy."""

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from wwlv.rules.game import IllegalMove
from wwlv.settle import settle

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"), parse_float=Decimal)
PAID = [e for e in EXAMPLES if "expect" in e]
REFUSED = [e for e in EXAMPLES if "error" in e]


@pytest.mark.parametrize("example", PAID, ids=[e["id"] for e in PAID])
def test_a_worked_example_pays_as_written(example: dict[str, Any]) -> None:
    assert settle(example["input"]) == example["expect"]


@pytest.mark.parametrize("example", REFUSED, ids=[e["id"] for e in REFUSED])
def test_a_forbidden_bet_is_refused_by_its_code(example: dict[str, Any]) -> None:
    with pytest.raises(IllegalMove) as refusal:
        settle(example["input"])
    assert refusal.value.code == example["error"]


def run(case: object, *, path: Path | None = None) -> tuple[int, Any]:
    text = case if isinstance(case, str) else json.dumps(case)
    if path is not None:
        path.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "wwlv", "settle", str(path) if path else "-"],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    return done.returncode, json.loads(done.stdout)


def test_the_command_prints_what_a_question_pays(tmp_path: Path) -> None:
    for example in (PAID[0], PAID[-1]):
        assert run(example["input"]) == (0, example["expect"])
        assert run(example["input"], path=tmp_path / "case.json") == (0, example["expect"])


def test_the_command_answers_a_refusal_with_json_and_exit_code_2() -> None:
    code, printed = run(REFUSED[0]["input"])
    assert code == 2
    assert printed["error"]["code"] == "too-many-bets"
    assert "2" in printed["error"]["message"]


@pytest.mark.parametrize("nonsense", ["", "{", "[]", "3", '{"game": 7}', '{"guesses": []}', '{"hello": 1}'])
def test_the_command_answers_nonsense_with_a_sentence(nonsense: str) -> None:
    code, printed = run(nonsense)
    assert code == 2
    assert printed["error"]["code"] == "bad-input"
    assert printed["error"]["message"].endswith(".")


def code_of(case: dict[str, Any]) -> str:
    with pytest.raises(IllegalMove) as refusal:
        settle(case)
    return refusal.value.code


BASE: dict[str, Any] = {"game": "original", "guesses": {"T1": "1", "T2": "2", "T3": "3"}, "answer": "3"}


def bets(*own: dict[str, Any]) -> dict[str, Any]:
    return {**BASE, "bets": {"T1": list(own)}}


@pytest.mark.parametrize(
    ("case", "code"),
    [
        (bets({"space": "guess:3", "chips": -1}), "negative-chips"),
        (bets({"space": "guess:three", "chips": 0}), "not-a-number"),
        (bets({"space": "guess:", "chips": 0}), "not-a-number"),
        (bets({"space": "red", "chips": 0}), "no-such-space"),
        (bets({"space": "long-shot:T1", "chips": 0}), "no-such-space"),
        (bets({"space": "board:T9", "chips": 0}), "no-such-space"),
        ({**BASE, "answer": "NaN"}, "not-a-number"),
        ({**BASE, "answer": "1_000"}, "not-a-number"),
        ({**BASE, "answer": None}, "not-a-number"),
        ({**BASE, "guesses": {"T1": "Infinity"}}, "not-a-number"),
        ({**BASE, "guesses": {"T1": True}}, "not-a-number"),
        ({**BASE, "rules": {"allow_negative": False}, "guesses": {"T1": "-1"}}, "negative-guess"),
        ({**BASE, "rules": {"colour": 1}}, "unknown-option"),
        ({**BASE, "rules": {"rounds": 8}}, "bad-option"),
        ({**BASE, "rules": {"tie": "oldest"}}, "bad-option"),
        ({**BASE, "game": "poker"}, "unknown-preset"),
        ({**BASE, "bets": {"T1": "all"}}, "bad-input"),
        ({"game": "las-vegas-casino", "notes": 5, "dice": {}}, "bad-input"),
        ({"game": "las-vegas-casino", "notes": ["5"], "dice": {}}, "bad-input"),
        ({"game": "las-vegas-casino", "notes": [], "dice": {"A": -1}}, "bad-input"),
        ({"game": "las-vegas-casino", "notes": [], "dice": {}, "answer": 1}, "bad-input"),
        ({**BASE, "bets": {"T1": [{"space": "guess:1", "chips": 0.5}]}}, "bad-input"),
    ],
)
def test_what_is_wrong_has_a_code(case: dict[str, Any], code: str) -> None:
    assert code_of(case) == code


def test_an_option_that_is_wrong_is_named() -> None:
    with pytest.raises(IllegalMove) as refusal:
        settle({**BASE, "rules": {"author_bonos": 3}})
    assert refusal.value.params == {"option": "author_bonos"}


def test_a_team_without_a_card_may_bet() -> None:
    paid = settle({**BASE, "bets": {"T4": [{"space": "guess:3.0", "chips": 2}]}})
    assert paid["delta"] == {"T1": 0, "T2": 0, "T3": 0, "T4": 9}
    assert [s["teams"] for s in paid["spaces"]] == [["T1"], ["T2"], ["T3"]]


def test_numbers_may_be_json_numbers_and_stay_exact() -> None:
    case = json.loads('{"guesses": {"A": 0.1, "B": 0.30, "C": 0.3}, "answer": 0.3}', parse_float=Decimal)
    assert settle(case)["winners"] == ["B", "C"]


def test_a_duplicate_space_side_by_side_is_named_by_its_team() -> None:
    case = {
        "game": "vegas",
        "guesses": {"A": "1", "B": "5", "C": "5", "D": "7", "E": "9"},
        "answer": "6",
        "bets": {"A": [{"space": "guess:5", "chips": 0}]},
    }
    assert code_of(case) == "no-such-space"
    case["bets"] = {"A": [{"space": "guess:7", "chips": 0}, {"space": "board:B", "chips": 0}]}
    assert settle(case)["delta"]["A"] == 300
