"""The phones of a room: who is connected, what they ask for, and when they are told what has changed.

A hall is one peer of a room beside the teacher's dashboard. What arrives within a few milliseconds is decided one after the
other and written in one transaction; what others changed is told a few times a second. Nothing here must survive: a
server that starts again finds everything in the database, and the phones come back by themselves.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, Protocol

from wwlv.errors import WwlvError
from wwlv.room.fold import PERSON
from wwlv.room.room import Request, Room, Stale
from wwlv.room.store import Grant, Store, StoreError, now_ms
from wwlv.server.phone.screens import Screens, Snapshot
from wwlv.text import Text

log = logging.getLogger("wwlv")

GATHER_S = 0.004
"""Messages that arrive within this time share a transaction."""
BEAT_S = 0.05
REST_S = 1.0  # until the next beat after one that failed
FAN_MS = 220
"""A phone is told what others did at most every so often; what it did itself at once."""
PRESENT_EVERY_MS = 5_000
PRESENT_SOONEST_MS = 400
GRANTS_EVERY_MS = 700


class Line(Protocol):
    """A connected device."""

    grant: Grant | None
    text: Text
    seen: Snapshot | None

    @property
    def is_behind(self) -> bool:
        """Whether it has not yet taken what it was sent."""
        ...

    def tell(self, message: dict[str, Any]) -> None:
        """Send it something."""
        ...

    def settle(self, hall: "Hall | None", grant: Grant | None) -> None:
        """It is in another room from now on, or in none."""
        ...

    def sign_out(self, why: str) -> None:
        """Its token no longer opens anything."""
        ...


class Hall:
    """One room's devices."""

    def __init__(self, store: Store, room: int, server: str) -> None:
        self.store, self.server = store, server
        self.room = Room(store, room)
        self.screens = Screens(self.room)
        self.lines: set[Line] = set()
        self._asked: list[tuple[Line, str, Request]] = []
        self._gathering = False
        self._due: set[Line] = set()
        self._told_ms = self._present_ms = self._grants_ms = 0
        self._present: frozenset[int] | None = None

    # --- who is here
    def enter(self, line: Line) -> None:
        """A device is here from now on."""
        self.lines.add(line)

    def leave(self, line: Line) -> None:
        """A device has gone."""
        self.lines.discard(line)
        self._due.discard(line)

    def lines_of(self, grant: Grant) -> list[Line]:
        """The devices of one person, or of the remote."""
        return [
            li
            for li in self.lines
            if li.grant and (li.grant.role, li.grant.person) == (grant.role, grant.person)
        ]

    def people(self) -> frozenset[int]:
        """The people who are connected here."""
        return frozenset(li.grant.person for li in self.lines if li.grant and li.grant.role == "person")

    # --- what they ask for
    def ask(self, line: Line, id: str, request: Request) -> None:
        """Decide a request soon, together with whatever else comes in; the line is answered either way."""
        self._asked.append((line, id, request))
        if not self._gathering:
            self._gathering = True
            asyncio.get_running_loop().call_later(GATHER_S, self._decide)

    def _decide(self) -> None:
        self._gathering = False
        asked, self._asked = self._asked, []
        try:
            answers: list[WwlvError | None] = list(self.room.decide_all([request for _, _, request in asked]))
        except (StoreError, Stale) as problem:
            answers = [problem] * len(asked)
        except Exception:
            log.exception("a move of a phone failed")
            answers = self._one_by_one(asked)
        self._due |= self.lines
        for (line, id, _), answer in zip(asked, answers, strict=True):
            self.answer(line, id, answer)

    def _one_by_one(self, asked: list[tuple[Line, str, Request]]) -> list[WwlvError | None]:
        """A request that is a bug must not take the others with it."""
        answers: list[WwlvError | None] = []
        for _, _, request in asked:
            try:
                answers += self.room.decide_all([request])
            except WwlvError as problem:
                answers.append(problem)
            except Exception:
                answers.append(Broken())
        return answers

    def answer(self, line: Line, id: str, problem: WwlvError | None, **more: Any) -> None:
        """Say whether it was done, and show the table as it stands now."""
        if problem is None:
            line.tell({"id": id, "ok": True, **more, **self._news(line)})
        else:
            code, say = self.screens.sentence(problem, line.text)
            line.tell({"id": id, "ok": False, "code": code, "say": say, **self._news(line)})

    # --- what they are told
    def _news(self, line: Line) -> dict[str, Any]:
        """The snapshot for a device, nothing where it has that already."""
        self._due.discard(line)
        if line not in self.lines:
            return {}
        shown = self.screens.snapshot(line.grant, line.text)
        if line.seen is not None and line.seen.same(shown):
            return {}
        line.seen = shown
        return {"show": shown.as_json(), "now": now_ms()}

    def show(self, line: Line) -> None:
        """Tell a device what it does not know yet."""
        news = self._news(line)
        if news:
            line.tell(news)

    def wake(self) -> None:
        """Something happened that everybody should see with the next beat."""
        self._due |= self.lines
        self._told_ms = 0

    def beat(self, now: int) -> None:
        """Called many times a second: fold what others wrote, ring the clock, tell who is due."""
        if self.room.changed() | self.room.tick():
            self._due |= self.lines
        if self.room.left_for is None:
            self._send_away([li for li in self.lines if li.grant and not self.is_in(li.grant)])
        if self._due and now - self._told_ms >= FAN_MS:
            self._told_ms = now
            for line in [li for li in self._due if not li.is_behind]:  # the latest screen is all it needs
                self.show(line)
        self._say_who_is_present(now)
        if now - self._grants_ms >= GRANTS_EVERY_MS:
            self._grants_ms = now
            self._check_remotes(now)

    def is_in(self, grant: Grant) -> bool:
        """Whether the holder of a token is in the room, as far as its log says."""
        return grant.role != "person" or self.room.roster.person(grant.person) is not None

    def _send_away(self, lines: list[Line]) -> None:
        """Whoever removed them may have had no time to end their tokens."""
        for person in {line.grant.person for line in lines if line.grant}:
            self.store.revoke(self.room.id, role="person", person=person)
        for line in lines:
            self.leave(line)
            line.sign_out("removed")

    def _say_who_is_present(self, now: int) -> None:
        present = self.people()
        waited = now - self._present_ms
        if (present != self._present and waited >= PRESENT_SOONEST_MS) or waited >= PRESENT_EVERY_MS:
            self.store.set_present(self.room.id, self.server, present, now)
            self._present, self._present_ms = present, now

    def _check_remotes(self, now: int) -> None:
        """The teacher lets a remote in, or ends it, on the dashboard: another process."""
        for line in [li for li in self.lines if li.grant and li.grant.role != "person"]:
            assert line.grant is not None
            found = self.store.granted(line.grant.digest, now)
            if found is None:
                self.leave(line)
                line.sign_out("remote-ended")
            elif found != line.grant and found.room == self.room.id:  # else it is about to follow the class
                line.grant = found
                self.show(line)


class Broken(WwlvError):
    """A bug met a phone's message; the log has the traceback."""


class Halls:
    """The halls of a server process, and the heart that beats for them."""

    def __init__(self, store: Callable[[], Store] = Store) -> None:
        self._open_store = store
        self._store: Store | None = None
        self.server = secrets.token_hex(8)
        self.halls: dict[int, Hall] = {}
        self._next: asyncio.TimerHandle | None = None

    @property
    def store(self) -> Store:
        """The database, opened when the first phone comes; StoreError where it cannot be."""
        if self._store is None:
            self._store = self._open_store()
        return self._store

    def hall(self, room: int) -> Hall:
        """The hall of a room; RoomNotFound if there is no such room."""
        if room not in self.halls:
            self.halls[room] = Hall(self.store, room, self.server)
        self._start()
        return self.halls[room]

    def _start(self) -> None:
        if self._next is None:
            self._next = asyncio.get_running_loop().call_later(BEAT_S, self._beat)

    def _beat(self) -> None:
        """A call and not a task: a loop that ends, as a Jupyter server's does, leaves nothing unfinished behind."""
        self._next, well = None, True
        for hall in list(self.halls.values()):
            try:
                hall.beat(now_ms())
                self._follow(hall)
            except StoreError as problem:  # said to whoever asks for something; it may pass
                log.warning("the database: %s", problem)
                well = False
            except Exception:
                log.exception("a room's phones could not be told")
                well = False
            if not hall.lines and hall._present == frozenset():
                del self.halls[hall.room.id]
        if self.halls and self._next is None:  # else a class that moved on has started it
            loop = asyncio.get_running_loop()
            self._next = loop.call_later(BEAT_S if well else REST_S, self._beat)

    def _follow(self, hall: Hall) -> None:
        """A class that plays on in another room takes its devices there."""
        if hall.room.left_for is None:
            return
        for line in list(hall.lines):
            found = self.store.granted(line.grant.digest, now_ms()) if line.grant else None
            if found is None:
                line.sign_out("closed")
            elif found.room != hall.room.id:  # else its token moves with the next beat
                other = self.hall(found.room)
                line.settle(other, found)
                other.show(line)


def step_of(person: int, id: str) -> str:
    """The step of a message in the log: a retry, even by another server, is known by it."""
    return f"p{person}.{id}"


def author(person: int) -> str:
    """How the log names a person."""
    return f"{PERSON}{person}"
