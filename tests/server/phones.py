"""Phones without a screen: they talk to a real server over its socket, and rooms beside it stand for the dashboard."""

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Future
from decimal import Decimal
from typing import Any, TypeVar

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.served import Server
from wwlv.decks import cards_of, shipped_decks
from wwlv.room.log import Phones, PhonesSet, Team
from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.rules.lasvegas import model as street
from wwlv.rules.lasvegas.presets import rules_of as street_rules_of
from wwlv.rules.wits.model import Setup
from wwlv.rules.wits.moves import CloseGuesses, CloseLongShots, OpenBetting, SubmitGuess
from wwlv.rules.wits.presets import rules_of

T = TypeVar("T")

WORDS = ("wwlv", "--no-browser", "--port={port}", "--ip=127.0.0.1", "--preheat_kernel=False")
"""A server without a kernel that waits for the teacher's page: phones need none."""
COLOURS = ("red", "yellow", "blue", "green", "orange", "purple", "grey")
PATIENCE_S = 15.0
"""After so long a fact about another process is taken to be false."""


# --- rooms
def store_of(server: Server) -> Store:
    """The database of a server, opened a second time, as the dashboard's process does."""
    return Store(f"sqlite:///{(server.home / 'wwlv.db').as_posix()}")


def room_in(
    store: Store,
    game: str = "wits",
    *,
    seats: int = 5,
    phones: Phones | None = None,
    options: Mapping[str, object] | None = None,
    people: Sequence[Any] = (),
) -> Room:
    """A room with so many teams, of Las Vegas or of the Vegas edition with the shipped cards."""
    teams = [Team(f"Team {k + 1}", COLOURS[k]) for k in range(seats)]
    setup: Any = Setup(rules_of("vegas", options or {}), seats)
    if game == "lasvegas":
        setup = street.Setup(street_rules_of("las-vegas", options or {}), seats)
    box = cards_of(shipped_decks(), ())
    room = Room.open(store, game=game, setup=setup, teams=teams, box=box, people=people)
    if phones is not None:
        room.do(lambda: [PhonesSet(phones)])
    return room


def betting(room: Room) -> None:
    """Play a room of five teams on to its first betting: the guesses are 100 to 104."""
    room.ask()
    for seat in range(5):
        room.play(SubmitGuess(seat, room.question, Decimal(100 + seat)))
    room.play(CloseGuesses(room.question))
    room.play(CloseLongShots(room.question))
    room.play(OpenBetting(room.question))


# --- lines
class Line:
    """A connection of a phone. `heard` is everything that came, with the time it came; `gone` why it was signed out."""

    def __init__(self, keep: bool = True) -> None:
        self.keep = keep
        self.heard: list[tuple[float, dict[str, Any]]] = []
        self.gone: list[str] = []
        self.shown: dict[str, Any] = {}
        self.is_closed = False
        self._asked: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._stirred = asyncio.Event()
        self._connection: WebSocketClientConnection | None = None

    @classmethod
    async def open(cls, server: str, **headers: str) -> "Line":
        """Connect to a server by its address; header names with _ for -. HTTPClientError where it refuses."""
        line = cls()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = HTTPRequest(f"{server.replace('http', 'ws', 1)}wwlv/socket", headers=named)
        line._connection = await websocket_connect(request, on_message_callback=line._take)
        return line

    @property
    def code(self) -> int | None:
        """Why the server closed the connection, as a number of the protocol."""
        return None if self._connection is None else self._connection.close_code

    def _take(self, raw: str | bytes | None) -> None:
        if raw is None:
            self.is_closed = True
            for waits in self._asked.values():
                waits.cancel()
        else:
            message = json.loads(raw)
            if self.keep:
                self.heard.append((time.monotonic(), message))
            if "gone" in message:
                self.gone.append(message["gone"])
            if "show" in message:
                self.shown = message["show"]
            answers = self._asked.pop(message.get("id", ""), None)
            if answers is not None and not answers.done():
                answers.set_result(message)
        self._stirred.set()

    async def put(self, raw: str | bytes) -> None:
        """Send something as it is."""
        assert self._connection is not None
        await self._connection.write_message(raw, binary=isinstance(raw, bytes))

    async def ask(self, act: str, *, id: str = "", **fields: Any) -> dict[str, Any]:
        """Send an act and return its answer."""
        id = id or secrets.token_hex(8)
        waits = self._asked[id] = asyncio.get_running_loop().create_future()
        await self.put(json.dumps({"id": id, "act": act, **fields}))
        return await asyncio.wait_for(waits, PATIENCE_S)

    async def until(self, fact: Callable[["Line"], bool], seconds: float = PATIENCE_S) -> bool:
        """Whether a fact about what was heard came true in time."""
        end = time.monotonic() + seconds
        while not fact(self):
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._stirred.clear()
            try:
                await asyncio.wait_for(self._stirred.wait(), left)
            except TimeoutError:
                return fact(self)
        return True

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()


class Phone:
    """A line used from a test's own thread. `token` is what it was given when it joined."""

    def __init__(self, class_: "Class", line: Line) -> None:
        self._class, self.line = class_, line
        self.token = ""

    @property
    def shown(self) -> dict[str, Any]:
        """The last snapshot."""
        return self.line.shown

    @property
    def gone(self) -> list[str]:
        """Why it was signed out, each time."""
        return self.line.gone

    def put(self, raw: str | bytes) -> None:
        """Send something as it is."""
        self._class.run(self.line.put(raw))

    def ask(self, act: str, **fields: Any) -> dict[str, Any]:
        """Send an act and return its answer."""
        return self._class.run(self.line.ask(act, **fields))

    def until(self, fact: Callable[[Line], bool], seconds: float = PATIENCE_S) -> bool:
        """Whether a fact about what was heard came true in time."""
        return self._class.run(self.line.until(fact, seconds))

    def hello(self, token: str = "", code: str = "", lang: str = "en") -> dict[str, Any]:
        """Say who this is."""
        return self.ask("hello", lang=lang, token=token, code=code)

    def join(self, code: str, name: str, **more: Any) -> dict[str, Any]:
        """Come into a room; the answer, whatever it is."""
        answer = self.ask("join", code=code, name=name, **more)
        self.token = answer.get("token", self.token)
        return answer

    def close(self) -> None:
        """Hang up."""
        self._class.call(self.line.close)


class Class:
    """All phones of a test, on a loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._phones: list[Phone] = []

    def run(self, doing: Awaitable[T]) -> T:
        """Wait for something that is done on the loop."""

        async def awaited() -> T:
            return await doing

        done: Future[T] = asyncio.run_coroutine_threadsafe(awaited(), self._loop)
        return done.result(PATIENCE_S * 2)

    def call(self, what: Callable[[], None]) -> None:
        """Do something on the loop."""

        async def called() -> None:
            what()

        self.run(called())

    def phone(self, server: Server, **headers: str) -> Phone:
        """A phone that is connected and has said nothing."""
        phone = Phone(self, self.run(Line.open(server.url, **headers)))
        self._phones.append(phone)
        return phone

    def member(self, server: Server, room: Room, name: str, seat: int | None = None) -> Phone:
        """A phone of somebody who has joined a room and sits in a team."""
        phone = self.phone(server)
        assert phone.hello(code=room.opened.code)["ok"]
        assert phone.join(room.opened.code, name)["ok"]
        if seat is not None:
            assert phone.ask("sit", seat=seat)["ok"]
        return phone

    def close(self) -> None:
        """Hang up everywhere and end the loop."""
        for phone in self._phones:
            phone.close()
        for phone in self._phones:
            phone.until(lambda line: line.is_closed, 2)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
