"""What a log amounts to: every entry changes the fold, nothing else does."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from wwlv.decks.model import Question
from wwlv.room.log import (
    CaptainNamed,
    ClockPaused,
    ClockRang,
    ClockStarted,
    ClockStopped,
    Entry,
    EstimateGiven,
    FaceChosen,
    OddsShown,
    PersonId,
    PersonJoined,
    PersonRemoved,
    PersonRenamed,
    PersonSeated,
    Phones,
    PhonesSet,
    QuestionDrawn,
    Rewound,
    RoomClosed,
    RoomLeftFor,
    RoomOpened,
    RoomPaused,
    RoomResumed,
    Team,
    TeamRenamed,
)
from wwlv.room.roster import Roster
from wwlv.room.wire import GAMES
from wwlv.rules.game import Game, Seat
from wwlv.rules.wits.events import GuessCorrected, GuessSubmitted, GuessWithdrawn

PERSON = "person:"
"""How the author of an entry begins who is a person of the room: ``person:7``."""
BOT = "bot:"
"""How the author of an entry begins that is a bot: ``bot:2`` plays for seat 2."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Time on a phase, in milliseconds: running to a deadline, or paused with some left, or rung."""

    total_ms: int
    deadline_ms: int | None = None
    left_ms: int | None = None
    rang: bool = False


@dataclass(frozen=True, slots=True)
class _Moment:
    """What an undo goes back to."""

    state: Any
    guess_by: Mapping[Seat, PersonId]


class Fold:
    """The state of a room. Every attribute but the log holds a value that is replaced, never changed in place."""

    opened: RoomOpened

    def __init__(self) -> None:
        self.log: list[Entry] = []
        self.teams: tuple[Team, ...] = ()
        self.questions: Mapping[str, Question] = {}
        self.state: Any = None
        self.clock: Clock | None = None
        self.is_open = True
        self.phones = Phones()
        self.odds: tuple[str, ...] = ()
        self.roster = Roster()
        self.estimates: Mapping[str, Mapping[PersonId, Decimal]] = {}
        self.guess_by: Mapping[Seat, PersonId] = {}
        self.choices: tuple[str, Mapping[PersonId, int]] = ("", {})
        self.left_for: RoomLeftFor | None = None
        self._waits = False
        self._moments: list[_Moment] = [_Moment(None, {})]  # after each entry
        self._undo: tuple[int, ...] = ()
        self._redo: tuple[int, ...] = ()
        self._step: str | None = None
        self._steps: dict[str, int] = {}  # of people: in which entry each began

    @property
    def game(self) -> Game:
        """The rules in play."""
        return GAMES[self.opened.game]

    @property
    def rev(self) -> int:
        """How many entries are folded."""
        return len(self.log)

    @property
    def phase(self) -> str:
        """The name of this moment of the game, ``3.bet``."""
        return self.game.phase(self.state)

    @property
    def paused(self) -> bool:
        """Whether the class waits: people's moves are refused."""
        return self._waits or (self.clock is not None and self.clock.left_ms is not None)

    @property
    def question(self) -> str:
        """The question on the table, empty where there is none."""
        return getattr(self.state, "question", None) or ""

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats whose move the table waits for."""
        return self.game.waiting_for(self.state)

    @property
    def bots(self) -> frozenset[Seat]:
        """Seats that bots play for."""
        return frozenset(seat for seat, team in enumerate(self.teams) if team.bot)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether there is one to play again."""
        return bool(self._redo)

    def state_after(self, entries: int) -> Any:
        """The table after so many entries of the log."""
        return self._moments[entries].state

    def has_step(self, step: str) -> bool:
        """Whether a person's message of that id is already in the log: a retry then has nothing to do."""
        return step in self._steps

    def entry_of(self, step: str) -> Entry | None:
        """The first entry of a person's message of that id."""
        return self.log[self._steps[step]] if step in self._steps else None

    # --- going back to an earlier fold, when what was folded could not be written
    def mark(self) -> dict[str, Any]:
        """What `restore` needs."""
        return dict(self.__dict__)

    def restore(self, mark: Mapping[str, Any], rev: int) -> None:
        """The fold as it was at a mark, `rev` entries long."""
        for step in {entry.step for entry in self.log[rev:]}:
            self._steps.pop(step, None)
        del self.log[rev:]
        del self._moments[rev + 1 :]
        self.__dict__.update(mark)

    # --- folding
    def add(self, entry: Entry) -> None:
        """Fold an entry."""
        event, before = entry.event, self.rev
        self.log.append(entry)
        if entry.by.startswith(PERSON):
            self._steps.setdefault(entry.step, before)
        if not (self._add_to_room(event) or self._add_to_people(event)):
            if isinstance(event, Rewound):
                self._rewind(before, event.to, entry.step)
            else:
                self._add_to_game(entry, before)
        self._moments.append(_Moment(self.state, self.guess_by))

    def _add_to_room(self, event: Any) -> bool:
        match event:
            case RoomOpened():
                self.opened, self.teams = event, event.teams
            case QuestionDrawn():
                self.questions = {**self.questions, event.question.id: event.question}
                self.guess_by = {}
                # a small box asks a question again: what was thought then is no estimate of now
                self.estimates = {q: given for q, given in self.estimates.items() if q != event.question.id}
            case TeamRenamed():
                teams = list(self.teams)
                teams[event.seat] = replace(teams[event.seat], name=event.name)
                self.teams = tuple(teams)
            case RoomClosed():
                self.is_open = False
            case RoomLeftFor():
                self.is_open, self.left_for = False, event
            case OddsShown():
                self.odds = event.charts
            case RoomPaused():
                self._waits = True
            case RoomResumed():
                self._waits = False
            case ClockStarted():
                self.clock = Clock(event.total_ms, deadline_ms=event.deadline_ms)
            case ClockPaused():
                total = self.clock.total_ms if self.clock else event.left_ms
                self.clock = Clock(total, left_ms=event.left_ms)
            case ClockRang():
                self.clock = replace(self.clock, deadline_ms=None, rang=True) if self.clock else None
            case ClockStopped():
                self.clock = None
            case _:
                return False
        return True

    def _add_to_people(self, event: Any) -> bool:
        match event:
            case PhonesSet():
                self.phones = event.phones
            case PersonJoined() | PersonSeated() | PersonRenamed() | PersonRemoved() | CaptainNamed():
                self.roster = self.roster.after(event)
            case EstimateGiven():
                given = {**self.estimates.get(event.question, {}), event.person: event.value}
                self.estimates = {**self.estimates, event.question: given}
            case FaceChosen():
                phase, chosen = self.choices
                kept = chosen if phase == event.phase else {}
                self.choices = (event.phase, {**kept, event.person: event.face})
            case _:
                return False
        return True

    def _add_to_game(self, entry: Entry, before: int) -> None:
        by_person, by_bot = entry.by.startswith(PERSON), entry.by.startswith(BOT)
        state = self.game.evolve(self.state, entry.event)
        if isinstance(entry.event, GuessSubmitted | GuessWithdrawn | GuessCorrected):
            others = {seat: who for seat, who in self.guess_by.items() if seat != entry.event.seat}
            mine = {entry.event.seat: int(entry.by.removeprefix(PERSON))} if by_person else {}
            self.guess_by = {**others, **mine}
        # what a bot does is no step: an undo takes it back with the step before it, the bot moves again, and a redo still may
        if entry.step != self._step and self.state is not None and not by_bot:
            # a card or a bet from a phone is the team's to change; the teacher takes back what moved the game
            if not by_person or self.game.phase(state) != self.game.phase(self.state):
                self._undo = (*self._undo, before)
            self._redo = ()
        self._step = entry.step
        self.state = state

    def _rewind(self, head: int, to: int, step: str) -> None:
        """An undo and the redo that follows it are told apart by where they lead."""
        if self._undo and self._undo[-1] == to:
            self._redo = (*self._redo, head)
            self._undo = self._undo[:-1]
        elif self._redo and self._redo[-1] == to:
            self._undo = (*self._undo, head)
            self._redo = self._redo[:-1]
        else:
            self._undo = (*self._undo, head)
            self._redo = ()
        self.state, self.guess_by = self._moments[to].state, self._moments[to].guess_by
        self.clock = None  # a clock that ran then says nothing about now
        self._step = step  # moves of people that an undo keeps belong to it
