"""Golden playthroughs of Wits & Wagers: read them when they change."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from tests.golden.playthrough import playthrough
from wwlv.rules import wits
from wwlv.rules.wits.model import Bet, LongShot, Setup, Target
from wwlv.rules.wits.moves import (
    AskQuestion,
    CloseBetting,
    CloseGuesses,
    CloseLongShots,
    CorrectGuess,
    FinishGame,
    OpenBetting,
    PlaceBets,
    PlaceLongShots,
    RevealAnswer,
    SubmitGuess,
    VoidQuestion,
)
from wwlv.rules.wits.presets import rules_of

Golden = Callable[[str, str], None]


def question(name: str, answer: str, guesses: str) -> Iterator[Any]:
    yield AskQuestion(name, Decimal(answer))
    for seat, value in enumerate(guesses.split()):
        if value != "-":
            yield SubmitGuess(seat, name, Decimal(value))
    yield CloseGuesses(name)


def settled(name: str) -> Iterator[Any]:
    yield CloseBetting(name)
    yield RevealAnswer(name)


def card(value: str, token: int = 0, chips: int = 0) -> Bet:
    return Bet(token, Target("guess", value=Decimal(value)), chips)


def on(kind: Any, token: int = 0, chips: int = 0, seat: int | None = None) -> Bet:
    return Bet(token, Target(kind, seat=seat), chips)


def test_original_published_with_a_duplicate_an_all_too_high_and_a_void(golden: Golden) -> None:
    def moves() -> Iterator[Any]:
        yield from question("q1", "8", "5 5.0 9 -")
        yield OpenBetting("q1")
        yield PlaceBets(0, "q1", (card("5"), card("5", 1)))
        yield PlaceBets(3, "q1", (card("9"),))
        yield PlaceBets(3, "q1", (card("7"),))  # refused: nothing lies there
        yield from settled("q1")
        yield from question("q2", "1", "2 3 4 5")
        yield OpenBetting("q2")
        yield PlaceBets(0, "q2", (on("too-high", 0, 2), card("2", 1, 3)))
        yield CorrectGuess(1, "q2", Decimal(30))
        yield from settled("q2")
        yield from question("q3", "4", "1 2 3 4")
        yield VoidQuestion("q3")
        yield from question("q3b", "4", "1 2 3 4")
        yield OpenBetting("q3b")
        yield from settled("q3b")
        yield FinishGame()

    golden("original", playthrough(wits, Setup(rules_of("original-published", {"rounds": 3}), 4), moves()))


def test_vegas_with_long_shots_colours_and_duplicates(golden: Golden) -> None:
    def moves() -> Iterator[Any]:
        yield from question("q1", "36", "23 30 34 34 43 54")
        yield PlaceLongShots(0, "q1", (LongShot(0, 2), LongShot(1, 3)))
        yield PlaceLongShots(1, "q1", (LongShot(0, 1),))
        yield CloseLongShots("q1")
        yield OpenBetting("q1")
        yield PlaceBets(1, "q1", (on("red", 1),))
        yield PlaceBets(2, "q1", (on("red"), on("black", 1)))
        yield PlaceBets(3, "q1", (on("board", 0, 0, 2), on("board", 1, 0, 3)))
        yield PlaceBets(0, "q1", (on("red"),))  # refused: both tokens are on icons
        yield from settled("q1")
        yield from question("q2", "1", "2 3 4 5 6 7")
        yield CloseLongShots("q2")
        yield OpenBetting("q2")
        yield PlaceBets(0, "q2", (on("red", 0, 500),))
        yield from settled("q2")
        yield FinishGame(bell=True)

    golden("vegas", playthrough(wits, Setup(rules_of("vegas"), 6, (5,)), moves()))


def test_sudden_death_with_hidden_bets(golden: Golden) -> None:
    rules = rules_of("original", {"rounds": 1, "tie": "sudden-death", "secret_bets": True})

    def moves() -> Iterator[Any]:
        yield from question("q1", "20", "10 20 30")
        yield OpenBetting("q1")
        yield PlaceBets(0, "q1", (card("20"),))
        yield PlaceBets(1, "q1", (card("20"),))
        yield from settled("q1")
        yield FinishGame()
        yield from question("q2", "5", "6 7 -")
        yield RevealAnswer("q2")
        yield from question("q3", "5", "4 5 -")
        yield RevealAnswer("q3")

    golden("sudden-death", playthrough(wits, Setup(rules, 3), moves()))
