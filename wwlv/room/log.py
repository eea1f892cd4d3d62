"""What is written into a room's log besides the moves of its game."""

from dataclasses import dataclass
from typing import Any, Literal

from wwlv.decks.model import Question
from wwlv.rules.game import Seat

TimeUp = Literal["ring", "close"]


@dataclass(frozen=True, slots=True)
class Team:
    """A team at a seat: its name, and the colour of the box that gives it its shape."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class RoomOpened:
    """A class sits down. `time_up`: whether a clock that runs out only rings or also closes the phase."""

    code: str
    game: str
    teams: tuple[Team, ...]
    decks: tuple[str, ...]
    language: str
    time_up: TimeUp
    seed: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class QuestionDrawn:
    """A question left the box: the whole card text, so that a later edit of the deck changes no past game."""

    question: Question


@dataclass(frozen=True, slots=True)
class TeamRenamed:
    """A team has another name from here on."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Rewound:
    """The table is again as it was after entry `to` of the log; nothing is taken out of it."""

    to: int


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """A phase has a time limit; times are milliseconds since the epoch by the clock of the machine that writes."""

    deadline_ms: int
    total_ms: int


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The class waits; `left_ms` stay on the clock."""

    left_ms: int


@dataclass(frozen=True, slots=True)
class ClockRang:
    """Time was up."""


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """The phase goes on without a limit."""


@dataclass(frozen=True, slots=True)
class RoomClosed:
    """The class has gone; the room is kept but no longer offered for resuming."""


ROOM_EVENTS: tuple[type[Any], ...] = (
    RoomOpened,
    QuestionDrawn,
    TeamRenamed,
    Rewound,
    ClockStarted,
    ClockPaused,
    ClockRang,
    ClockStopped,
    RoomClosed,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a log. `seq` counts from 1; `step` joins the entries of one move; `by` is host, clock or seat:N."""

    seq: int
    at_ms: int
    by: str
    step: str
    event: Any
