"""What a game is to everything above it: five pure functions over frozen data, and chance from outside."""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from wwlv.errors import WwlvError

Seat = int
"""Index of a team at the table, 0 for the first; `None` in its place means everybody: the public view."""

T = TypeVar("T", bound=Hashable)


class IllegalMove(WwlvError):
    """A move the rules refuse: a code with parameters, never a sentence; the state is unchanged.

    Parameters
    ----------
    code : a stable, hyphenated name such as ``not-enough-chips``
    params : what the sentence about it needs (seats as indices, numbers exact)
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code


class Chance(Protocol):
    """Where luck comes from; what it gives is written into events, so that a log replays without it."""

    def dice(self, count: int) -> tuple[int, ...]:
        """`count` faces 1..6."""
        ...

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order each of which is equally likely."""
        ...


@runtime_checkable
class Game(Protocol):
    """A module that is a game. State, move, event and view are the module's own frozen data."""

    NAME: str
    EVENTS: tuple[type[Any], ...]
    MOVES: tuple[type[Any], ...]

    def start(self, setup: Any, chance: Chance) -> tuple[Any, ...]:
        """The events that open a game; raises IllegalMove for a table that cannot play."""
        ...

    def decide(self, state: Any, move: Any, chance: Chance) -> tuple[Any, ...]:
        """The events a move causes; raises IllegalMove and changes nothing."""
        ...

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event: total, never raises, never draws, never checks. `state` is None at first."""
        ...

    def waiting_for(self, state: Any) -> tuple[Seat, ...]:
        """Seats whose move the table waits for; empty: the host moves, or the game is over."""
        ...

    def seconds(self, state: Any) -> int | None:
        """Time limit of the present phase by the rules in force, None without one."""
        ...

    def time_up(self, state: Any) -> Any:
        """The host's move that closes the present phase when its time is up, None where nothing closes."""
        ...

    def phase(self, state: Any) -> str:
        """A name for where the game is that no other moment of it shares, such as ``3.bet``."""
        ...

    def view(self, state: Any, seat: Seat | None) -> Any:
        """What a seat may see, built field by field; None is the public view, which the projector shows."""
        ...

    def outcome(self, state: Any) -> Any:
        """Who won and why, or None while the game runs."""
        ...

    def notation(self, state: Any) -> str:
        """The state in one line of text, for tests and logs."""
        ...
