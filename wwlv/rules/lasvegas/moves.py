"""What the host and the team to move may do, in the imperative. A team's move names its round."""

from dataclasses import dataclass
from typing import Any

from wwlv.rules.game import Seat


@dataclass(frozen=True, slots=True)
class DealRound:
    """Host: turn notes at every casino and begin the next round. `spare`: the spare white dice as the class rolled them."""

    spare: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class RollDice:
    """Team to move: roll all dice in hand. With real dice `own` and `white` are what they show, else chance rolls."""

    seat: Seat
    round: int
    own: tuple[int, ...] | None = None
    white: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlaceDice:
    """Team to move: place every die that shows `face`, white ones too, on the casino of that number."""

    seat: Seat
    round: int
    face: int


@dataclass(frozen=True, slots=True)
class PlayAbsent:
    """Host: the team to move is not there; its turn is played by the house rule."""

    seat: Seat
    round: int


@dataclass(frozen=True, slots=True)
class PayCasino:
    """Host: the next casino pays."""


@dataclass(frozen=True, slots=True)
class FinishGame:
    """Host: to the podium. `bell`: from the rounds paid so far."""

    bell: bool = False


Move = DealRound | RollDice | PlaceDice | PlayAbsent | PayCasino | FinishGame
MOVES: tuple[type[Any], ...] = Move.__args__
