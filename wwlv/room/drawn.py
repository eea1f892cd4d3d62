"""The card of a bot, drawn by the room round the truth: the bot gets to know what it has written, never the answer."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import ROUND_HALF_EVEN, Context, Decimal
from types import MappingProxyType
from typing import Any

from wwlv.decks.model import Question
from wwlv.room.log import Skill
from wwlv.room.room import Room
from wwlv.rules.game import Seat
from wwlv.rules.wits.moves import SubmitGuess

_WIDE = Context(prec=60)
_SHARES = ("%", "percent", "per cent")


@dataclass(frozen=True, slots=True)
class Spread:
    """How far a guess lies from the truth: bias and standard deviation of its natural logarithm."""

    bias: float
    sigma: float


SPREADS: Mapping[Skill, Spread] = MappingProxyType(
    {"rough": Spread(-0.12, 0.9), "fair": Spread(-0.06, 0.45), "sharp": Spread(-0.02, 0.2)}
)
"""People guess large numbers too low rather than too high, the more so the less they know."""


def guessed(room: Room, seat: Seat) -> Sequence[Any]:
    """The events of a bot's card for the question on the table; an undo and a peer draw the same again.

    Raises
    ------
    IllegalMove
        As for any card.
    """
    question = room.questions[room.question]
    rng = random.Random(f"{room.opened.seed}.{room.phase}.{question.id}.bot.{seat}")
    opened = datetime.fromtimestamp(room.log[0].at_ms / 1000, UTC)
    value = draw(question, room.teams[seat].bot, this_year=opened.year, rng=rng)
    if value < 0 and not room.state.rules.allow_negative:
        value = Decimal(0)
    return room.decided(SubmitGuess(seat, question.id, value))


def draw(question: Question, skill: Skill, *, this_year: int, rng: random.Random) -> Decimal:
    """A guess at an answer, rounded as people round: to two or three digits, and whole where the answer is.

    Log-normal for a positive answer, logistic for a share, and symmetric for zero, what lies below it and for years, of
    which people know the less the longer ago they are.
    """
    answer, spread = question.answer, SPREADS[skill]
    error = rng.gauss(spread.bias, spread.sigma)
    digits = 2 if rng.random() < 0.7 else 3
    unit = question.wording("en").unit.strip().lower()
    if question.is_year:
        return _year(answer, rng.gauss(0, spread.sigma), this_year)
    value: Decimal
    if unit in _SHARES and 0 < answer < 100:
        odds = float(answer) / (100 - float(answer)) * math.exp(error)
        value = Decimal(100 * odds / (1 + odds))
    elif answer > 0:
        value = _WIDE.multiply(answer, Decimal(math.exp(error)))
    else:
        width = max(abs(answer), Decimal(10))
        value = _WIDE.add(answer, _WIDE.multiply(width, Decimal(rng.gauss(0, spread.sigma))))
    return _as_written(value, answer, digits)


def _year(answer: Decimal, error: float, this_year: int) -> Decimal:
    """Some years off; what has happened is not put into the future."""
    off = round(error * (10 + 0.15 * abs(this_year - float(answer))))
    ahead = answer <= this_year < answer + off
    return answer - off if ahead else answer + off


def _as_written(value: Decimal, answer: Decimal, digits: int) -> Decimal:
    rounded = Context(prec=digits, rounding=ROUND_HALF_EVEN).plus(value)
    if answer != answer.to_integral_value():
        return rounded if rounded.as_tuple().exponent < 0 else Decimal(int(rounded))  # type: ignore[operator]  # it is finite
    whole = Decimal(int(rounded.to_integral_value(ROUND_HALF_EVEN)))
    return max(whole, Decimal(1)) if answer >= 1 else whole
