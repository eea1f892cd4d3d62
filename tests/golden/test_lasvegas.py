"""Golden playthroughs of Las Vegas: read them when they change."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.golden.playthrough import playthrough
from tests.rules.street import Street
from wwlv.room.chance import SeededChance
from wwlv.rules import lasvegas
from wwlv.rules.lasvegas.model import Setup
from wwlv.rules.lasvegas.moves import DealRound, FinishGame, PayCasino, PlaceDice, RollDice
from wwlv.rules.lasvegas.presets import rules_of

Golden = Callable[[str, str], None]


def moves(seats: int, preset: str, options: dict[str, Any], seed: int) -> Iterator[Any]:
    """A whole round in which each team places its most dice, of equals the highest, and two moves that are refused."""
    street = Street(seats, preset, chance=SeededChance(seed), **options)

    def play(move: Any) -> Any:
        street.play(move)
        return move

    yield play(DealRound())
    yield PayCasino()  # refused: nobody has placed
    while street.state.phase in ("roll", "place"):
        seat = street.state.turn or 0
        if street.state.phase == "roll":
            yield play(RollDice(seat, street.state.round))
            continue
        roll = street.state.roll
        assert roll is not None
        yield play(
            PlaceDice(seat, street.state.round, max(roll.faces(), key=lambda f: (sum(roll.count(f)), f)))
        )
    yield RollDice(0, 1)  # refused: no dice are left
    while street.state.phase == "pay":
        yield play(PayCasino())
    yield play(FinishGame(bell=street.state.round < street.state.rules.rounds))


@pytest.mark.parametrize(
    ("seats", "preset", "seed"),
    [(2, "las-vegas-neutral", 2), (3, "las-vegas-neutral", 3), (5, "las-vegas", 5)],
)
def test_a_round_as_everybody_sees_it(golden: Golden, seats: int, preset: str, seed: int) -> None:
    options = {"rounds": 1}
    setup = Setup(rules_of(preset, options), seats)
    told = playthrough(lasvegas, setup, moves(seats, preset, options, seed), SeededChance(seed))
    golden(f"lasvegas-{seats}", told)
