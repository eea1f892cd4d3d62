"""When bots move: each after a humane moment, one at a time, and never while the class waits."""

import logging
import random
from collections.abc import Sequence
from typing import Any

from wwlv.bots import street as on_street
from wwlv.bots import wits as at_table
from wwlv.room.drawn import guessed
from wwlv.room.fold import BOT
from wwlv.room.forward import best_face
from wwlv.room.log import Skill
from wwlv.room.room import Room, Stale
from wwlv.room.store import StoreError
from wwlv.room.view import RoomView
from wwlv.rules.game import IllegalMove, Seat
from wwlv.rules.lasvegas.moves import PlaceDice, RollDice
from wwlv.rules.wits.moves import PlaceBets, PlaceLongShots

log = logging.getLogger("wwlv")

MOMENTS_S = {
    "guess": (2.0, 6.0),
    "long-shot": (1.5, 4.0),
    "bet": (2.0, 6.0),
    "roll": (1.5, 2.5),
    "place": (2.0, 4.0),
}
"""Between which limits a bot thinks, by phase."""
_AGAIN_MS = 2000
"""After this a bot tries again whose move could not be written."""


class Bots:
    """The bots of a room as one dashboard plays them. Whatever is here may be lost: a bot moves because its seat has not.

    Parameters
    ----------
    rng : what decides how long a bot thinks, and what it does where its policy leaves it open
    speed : how many times faster than people it thinks
    """

    def __init__(self, room: Room, rng: random.Random | None = None, *, speed: float = 1.0) -> None:
        self._room, self._speed = room, speed
        self._seed = (rng or random.Random()).getrandbits(64)
        self._due: dict[tuple[Seat, str], float] = {}

    def step(self, now_ms: int) -> bool:
        """Let at most one bot move whose time has come; whether one did.

        Raises StoreError where its move cannot be written.
        """
        self._look(now_ms)
        ready = [key for key, at in self._due.items() if at <= now_ms]
        if not ready:
            return False
        first = min(ready, key=lambda key: (self._due[key], key))
        self._due[first] = now_ms + _AGAIN_MS
        done = self._move(*first)
        self._look(now_ms)  # whose turn it is now begins to think
        return done

    def _look(self, now_ms: int) -> None:
        """Who is waited for, and until when they think; in a break nobody does."""
        room = self._room
        awaited = [] if room.paused or not room.is_open else [s for s in room.waiting if s in room.bots]
        phase = room.phase if awaited else ""
        self._due = {
            (s, phase): self._due.get((s, phase), now_ms + self._moment_ms(s, phase)) for s in awaited
        }

    def hurry(self) -> bool:
        """Every bot the table waits for moves now, whoever has gone for coffee; whether one did."""
        phase = self._room.phase
        waiting = [s for s in self._room.waiting if s in self._room.bots]
        moves = [self._move(seat, phase, hurried=True) for seat in waiting]
        return any(moves)

    def _rng(self, seat: Seat, phase: str, use: str) -> random.Random:
        """The same luck however often a move is decided anew because somebody else wrote first."""
        return random.Random(f"{self._seed}.{seat}.{phase}.{use}")

    def _moment_ms(self, seat: Seat, phase: str) -> float:
        low, high = MOMENTS_S.get(phase.split(".")[1], (1.5, 6.0))
        return self._rng(seat, phase, "moment").uniform(low, high) * 1000 / self._speed

    def _move(self, seat: Seat, phase: str, *, hurried: bool = False) -> bool:
        room = self._room
        before = room.rev
        try:
            room.do(lambda: self._events(seat, phase, hurried=hurried), f"{BOT}{seat}")
        except Stale:
            return room.rev > before
        except StoreError:
            raise
        except Exception as problem:  # a bug of ours must not stop a class
            log.error(
                "a bot's move was refused in %s: %r",
                phase,
                problem,
                exc_info=not isinstance(problem, IllegalMove),
            )
            self._pass(seat, phase)
        return room.rev > before

    def _events(
        self, seat: Seat, phase: str, *, hurried: bool = False, passing: bool = False
    ) -> Sequence[Any]:
        """What the bot does as the table lies when it is written: nothing where its seat is no longer waited for."""
        room = self._room
        if (
            not room.is_open
            or (room.paused and not hurried)
            or room.phase != phase
            or seat not in room.waiting
        ):
            return ()
        view = room.view(seat)
        if view.table.phase == "guess":
            return guessed(room, seat)
        if passing:
            return room.decided(passed(view.table))
        return room.decided(moved(view, room.teams[seat].bot, self._rng(seat, phase, "move")))

    def _pass(self, seat: Seat, phase: str) -> None:
        try:
            self._room.do(lambda: self._events(seat, phase, hurried=True, passing=True), f"{BOT}{seat}")
        except IllegalMove as problem:
            log.error("a bot cannot even pass in %s: %s", phase, problem)


def moved(view: RoomView, skill: Skill, rng: random.Random) -> Any:
    """The move of a bot, from the view of its seat; its card alone is drawn by the room."""
    table = view.table
    seat = table.seat
    match table.phase:
        case "long-shot":
            return PlaceLongShots(seat, table.question, at_table.shots(table, skill, rng))
        case "bet":
            return PlaceBets(seat, table.question, at_table.bets(view, skill, rng))
        case "roll":
            return RollDice(seat, table.round)
        case _:
            return PlaceDice(seat, table.round, on_street.face(table, skill, rng))


def passed(table: Any) -> Any:
    """The least a seat can do."""
    match table.phase:
        case "long-shot":
            return PlaceLongShots(table.seat, table.question, ())
        case "bet":
            return PlaceBets(table.seat, table.question, ())
        case "roll":
            return RollDice(table.seat, table.round)
        case _:
            return PlaceDice(table.seat, table.round, best_face(table))
