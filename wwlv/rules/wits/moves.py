"""What the host and the seats may do, in the imperative.

A seat's move names its question, so that a late one cannot land on the next.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from wwlv.rules.game import Seat
from wwlv.rules.wits.model import Bet, LongShot


@dataclass(frozen=True, slots=True)
class AskQuestion:
    """Host: put a question on the table."""

    question: str
    answer: Decimal


@dataclass(frozen=True, slots=True)
class SubmitGuess:
    """Seat: hand in a card, again to change it."""

    seat: Seat
    question: str
    value: Decimal


@dataclass(frozen=True, slots=True)
class WithdrawGuess:
    """Seat: take the card back."""

    seat: Seat
    question: str


@dataclass(frozen=True, slots=True)
class CloseGuesses:
    """Host: no more cards. `anyway`: also where the rules would wait for every team."""

    question: str
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class PlaceLongShots:
    """Seat: lay exactly these Long Shots, taking earlier ones back; none is an answer too."""

    seat: Seat
    question: str
    shots: tuple[LongShot, ...]


@dataclass(frozen=True, slots=True)
class CloseLongShots:
    """Host: no more Long Shots; the cards are turned."""

    question: str


@dataclass(frozen=True, slots=True)
class OpenBetting:
    """Host: the cards lie sorted, place your bets."""

    question: str


@dataclass(frozen=True, slots=True)
class PlaceBets:
    """Seat: lay exactly these bets, taking earlier ones back; none is an answer too."""

    seat: Seat
    question: str
    bets: tuple[Bet, ...]


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """Host: no more bets."""

    question: str


@dataclass(frozen=True, slots=True)
class RevealAnswer:
    """Host: turn the question card and pay."""

    question: str


@dataclass(frozen=True, slots=True)
class CorrectGuess:
    """Host: a card was misread; it is corrected, the mat sorted anew, bets on a space that is gone come back."""

    seat: Seat
    question: str
    value: Decimal


@dataclass(frozen=True, slots=True)
class VoidQuestion:
    """Host: the question does not count; stakes come back, a pay-out is undone, the round is asked again."""

    question: str


@dataclass(frozen=True, slots=True)
class NameYoungest:
    """Host: seats in order of youth, for ties."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class FinishGame:
    """Host: to the podium. `bell`: from the rounds played so far, an open question is dropped."""

    bell: bool = False


Move = (
    AskQuestion
    | SubmitGuess
    | WithdrawGuess
    | CloseGuesses
    | PlaceLongShots
    | CloseLongShots
    | OpenBetting
    | PlaceBets
    | CloseBetting
    | RevealAnswer
    | CorrectGuess
    | VoidQuestion
    | NameYoungest
    | FinishGame
)
MOVES: tuple[type[Any], ...] = Move.__args__
