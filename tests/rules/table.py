"""A table for tests: plays moves through the rules alone."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from wwlv.rules import wits
from wwlv.rules.game import T
from wwlv.rules.wits.model import Setup, State
from wwlv.rules.wits.moves import AskQuestion, SubmitGuess
from wwlv.rules.wits.presets import rules_of


class NoChance:
    """Fails where a rule draws: this game must not."""

    def dice(self, count: int) -> tuple[int, ...]:
        raise AssertionError("the rules rolled dice")

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        raise AssertionError("the rules shuffled")


NO_CHANCE = NoChance()


class Table:
    """The state of a game and the log that led there."""

    def __init__(self, preset: str, seats: int, **options: Any) -> None:
        self.log = list(wits.start(Setup(rules_of(preset, options), seats), NO_CHANCE))
        self.state: State = self.refolded()
        self.asked = 0

    @classmethod
    def at(cls, state: State) -> "Table":
        table = cls.__new__(cls)
        table.log, table.state, table.asked = [], state, 0
        return table

    def refolded(self) -> State:
        state: Any = None
        for event in self.log:
            state = wits.evolve(state, event)
        return state  # type: ignore[no-any-return]

    def play(self, *moves: Any) -> "Table":
        for move in moves:
            events = wits.decide(self.state, move, NO_CHANCE)
            self.log += events
            for event in events:
                self.state = wits.evolve(self.state, event)
        return self

    def ask(self, answer: object, *guesses: object) -> "Table":
        """Ask question q1, q2 … and hand in a guess for each seat that has one."""
        self.asked += 1
        question = f"q{self.asked}"
        self.play(AskQuestion(question, Decimal(str(answer))))
        for seat, value in enumerate(guesses):
            if value is not None:
                self.play(SubmitGuess(seat, question, Decimal(str(value))))
        return self
