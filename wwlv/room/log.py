"""What is written into a room's log besides the moves of its game."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from wwlv.decks.model import Question
from wwlv.rules.game import Seat

TimeUp = Literal["ring", "close"]
Skill = Literal["", "rough", "fair", "sharp"]
"""How well a bot guesses and plays; empty for a team of people."""
PersonId = int
"""Number of a person in a room, from 1; never given twice."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team at a seat: its name, the colour of the box that gives it its shape, and the skill of the bot that plays it."""

    name: str
    colour: str
    bot: Skill = ""


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
class RoomPaused:
    """The class waits, whether or not a clock runs; people's moves are refused until it goes on."""


@dataclass(frozen=True, slots=True)
class RoomResumed:
    """The class goes on."""


@dataclass(frozen=True, slots=True)
class RoomClosed:
    """The class has gone; the room is kept but no longer offered for resuming."""


@dataclass(frozen=True, slots=True)
class RoomLeftFor:
    """The class plays on in another room: whoever is still here follows."""

    room: int
    code: str


ODDS_OF: dict[str, tuple[str, ...]] = {
    "wits": ("board", "belief"),
    "lasvegas": ("chances", "worth", "turning"),
}
"""What a room can show of the odds, by game: the odds board and the predictive curve under the guesses; each casino's race,
what every face is worth, and when the game turned."""
ODDS: tuple[str, ...] = tuple(name for names in ODDS_OF.values() for name in names)


@dataclass(frozen=True, slots=True)
class OddsShown:
    """The teacher chose which odds the class sees, of `ODDS`."""

    charts: tuple[str, ...]


# --- people and their phones
@dataclass(frozen=True, slots=True)
class Phones:
    """House rules of joining and of deciding in a team.

    `seating`: people choose their team, are spread evenly, or wait for the teacher. `names`: their own, or made up by
    the room. `guess`: a team's guess is the latest entry of its members, the median of their own estimates, or the
    captain's. `choice`: whose tap places the dice. `standings`: whether phones and projector show who leads.
    """

    locked: bool = False
    seating: Literal["choose", "even", "host"] = "choose"
    names: Literal["own", "made"] = "own"
    guess: Literal["latest", "median", "captain"] = "latest"
    choice: Literal["latest", "captain"] = "latest"
    standings: bool = True


@dataclass(frozen=True, slots=True)
class PhonesSet:
    """The teacher chose how people join and decide."""

    phones: Phones


@dataclass(frozen=True, slots=True)
class PersonJoined:
    """A device came in under a name; `seat` is None until it has a team."""

    person: PersonId
    name: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class PersonSeated:
    """A person sits in a team, or with None in none."""

    person: PersonId
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class PersonRenamed:
    """A person has another name from here on."""

    person: PersonId
    name: str


@dataclass(frozen=True, slots=True)
class PersonRemoved:
    """The teacher sent a device away: its token is dead and its name free."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class CaptainNamed:
    """A person decides for the team they sit in."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class EstimateGiven:
    """What one person thinks, for the distribution of the class; the team's guess is another entry."""

    person: PersonId
    question: str
    value: Decimal


@dataclass(frozen=True, slots=True)
class FaceChosen:
    """The face a member of the team to move would place, at a moment of the game."""

    person: PersonId
    phase: str
    face: int


ROOM_EVENTS: tuple[type[Any], ...] = (
    RoomOpened,
    QuestionDrawn,
    TeamRenamed,
    Rewound,
    ClockStarted,
    ClockPaused,
    ClockRang,
    ClockStopped,
    RoomPaused,
    RoomResumed,
    RoomClosed,
    RoomLeftFor,
    OddsShown,
    PhonesSet,
    PersonJoined,
    PersonSeated,
    PersonRenamed,
    PersonRemoved,
    CaptainNamed,
    EstimateGiven,
    FaceChosen,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a log. `seq` counts from 1; `step` joins the entries of one move; `by` is host, clock, person:N or bot:SEAT."""

    seq: int
    at_ms: int
    by: str
    step: str
    event: Any
