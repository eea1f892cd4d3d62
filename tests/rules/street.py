"""A street for tests: plays moves through the rules alone, with seeded or scripted dice."""

from typing import Any

from wwlv.room.chance import SeededChance
from wwlv.rules import lasvegas
from wwlv.rules.game import Chance
from wwlv.rules.lasvegas.model import Setup, State
from wwlv.rules.lasvegas.moves import DealRound, FinishGame, PayCasino, PlaceDice, RollDice
from wwlv.rules.lasvegas.presets import rules_of


class Street:
    """The state of a game and the log that led there."""

    def __init__(
        self,
        seats: int,
        preset: str = "las-vegas",
        *,
        chance: Chance | None = None,
        start: int = 0,
        **options: Any,
    ) -> None:
        self.chance = chance or SeededChance(7)
        self.log: list[Any] = list(
            lasvegas.start(Setup(rules_of(preset, options), seats, start), self.chance)
        )
        self.state: State = self.refolded()

    def refolded(self) -> State:
        state: Any = None
        for event in self.log:
            state = lasvegas.evolve(state, event)
        return state  # type: ignore[no-any-return]

    def play(self, *moves: Any) -> "Street":
        for move in moves:
            events = lasvegas.decide(self.state, move, self.chance)
            self.log += events
            for event in events:
                self.state = lasvegas.evolve(self.state, event)
        return self

    def turn(self, *own: int, white: tuple[int, ...] | None = None, face: int) -> "Street":
        """The team to move rolls these dice and places a face."""
        seat, round = self.state.turn, self.state.round
        assert seat is not None
        return self.play(RollDice(seat, round, own, white), PlaceDice(seat, round, face))

    def step(self, choose: Any) -> Any:
        """The next move of a game in which `choose(faces)` picks the face."""
        state = self.state
        if state.phase == "roll":
            return RollDice(state.turn or 0, state.round)
        if state.phase == "place":
            assert state.roll is not None
            return PlaceDice(state.turn or 0, state.round, choose(state.roll.faces()))
        if state.phase == "pay":
            return PayCasino()
        return FinishGame() if state.round == state.rules.rounds else DealRound()
