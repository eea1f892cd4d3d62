"""`wwlv simulate`, as a teacher or a script runs it."""

import json
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from wwlv.cli import main


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["simulate", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_las_vegas_as_json_has_a_list_by_seat(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "las-vegas", "--players", "4", "--games", "3000", "--seed", "1")
    for key in ("mean", "se", "win_share", "notes"):
        assert len(found[key]) == 4
    assert abs(sum(found["win_share"]) - 1) < 1e-9
    assert all(len(row) == 4 for row in found["quantiles"].values())
    assert found["games_per_second"] > 0
    for mean, se in zip(found["mean"], found["se"], strict=True):
        assert abs(mean - 340_100) < 4 * (se**2 + 2_800**2) ** 0.5  # FIELD_NOTES, from another program


def test_the_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "las-vegas",
        "--games",
        "500",
        "--seed",
        "7",
        "--policy",
        "random",
        "greedy",
        "lead",
        "random",
        "greedy",
    )
    first, second = simulated(capsys, *words), simulated(capsys, *words)
    del first["games_per_second"], second["games_per_second"]
    assert first == second
    assert first != simulated(capsys, *words[:3], "--seed", "8", *words[5:])


def test_a_better_policy_wins_more(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(
        capsys,
        "las-vegas",
        "--players",
        "2",
        "--games",
        "1500",
        "--policy",
        "random",
        "lookahead",
        "--seed",
        "3",
    )
    assert found["win_share"][1] > 0.75


def test_wits_as_json_has_the_spaces_from_too_high_upwards(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "wits", "--guesses", "7", "--p", "0.5", "--rounds", "200000", "--seed", "1")
    assert len(found["win_probability"]) == len(found["expected_value"]) == 8
    assert abs(found["expected_value"][3] - 0.09) < 0.03
    assert found["rounds_per_second"] > 0


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_a_table_for_people(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    assert (
        main(["simulate", "las-vegas", "--players", "3", "--neutral", "--games", "200", "--lang", lang]) == 0
    )
    assert len(capsys.readouterr().out.splitlines()) == 5
    assert main(["simulate", "wits", "--guesses", "3", "--rounds", "1000", "--lang", lang]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 6


@pytest.mark.parametrize(
    "words",
    [
        ("las-vegas", "--players", "5", "--neutral"),
        ("las-vegas", "--policy", "random", "greedy"),
        ("las-vegas", "--policy", "clever"),
        ("las-vegas", "--players", "9"),
        ("wits", "--p", "1.5"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    try:
        code = main(["simulate", *words])
    except SystemExit as end:
        code = int(end.code or 0)
    said = capsys.readouterr()
    assert code == 2
    assert said.err.strip()
    assert "Traceback" not in said.err


def test_ctrl_c_leaves_a_clean_message() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "wwlv", "simulate", "las-vegas", "--games", "900000000", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(4)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert out == b""
    assert b"Interrupted" in err
    assert b"Traceback" not in err


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "2 policies for 4 seats"), ("zh-Hant", "4 個座位卻有 2 種策略")]
)
def test_another_number_of_policies_than_of_seats_is_told_in_the_persons_language(
    capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    words = ["simulate", "las-vegas", "--players", "4", "--policy", "random", "greedy", "--lang", lang]
    assert main(words) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""
