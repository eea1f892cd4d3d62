"""How a bot places its dice in Las Vegas."""

import random
from collections.abc import Mapping

from wwlv.room.forward import best_face
from wwlv.room.log import Skill
from wwlv.rules.game import Seat
from wwlv.rules.lasvegas.view import Choice, View

_OTHERS = 0.3
"""What a dollar of a rival counts who is not the richest."""


def face(game: View, skill: Skill, rng: random.Random) -> int:
    """The face a bot places: any of those shown, the one that brings most, or with the lead in mind."""
    if skill == "rough":
        return rng.choice(game.choices).face
    return best_face(game) if skill == "fair" else _with_the_lead_in_mind(game)


def _with_the_lead_in_mind(game: View) -> int:
    """What it brings and takes from rivals, from the richest in full; of equals what leaves most dice in hand."""
    seat = game.turn or 0
    rivals = [s for s in range(game.seats) if s != seat]
    richest = max(rivals, key=lambda s: game.money[s])
    weights = {s: -1.0 if s == richest else -_OTHERS for s in rivals} | {seat: 1.0}

    def worth(choice: Choice) -> tuple[float, int, int]:
        now = dict(game.standing[choice.face - 1].paid)
        gain = _weighed(dict(choice.then.paid), weights) - _weighed(now, weights)
        return gain, -choice.own, -choice.face

    return max(game.choices, key=worth).face


def _weighed(paid: Mapping[Seat, int], weights: Mapping[Seat, float]) -> float:
    return sum(weights.get(seat, 0.0) * note for seat, note in paid.items())
