"""The WebSocket of a phone: strict messages in, answers and snapshots out."""

import json
import logging
import secrets
from asyncio import Future
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any
from urllib.parse import urlsplit

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.websocket import WebSocketMixin
from tornado.iostream import IOStream, StreamBufferFullError
from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from wwlv.errors import WwlvError
from wwlv.room.store import Grant
from wwlv.room.wire import BadMessage
from wwlv.server import acts
from wwlv.server.hall import Broken, Hall, Halls
from wwlv.server.limits import (
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    MOST_SOCKETS,
    MOST_STRANGERS,
    PATIENCE,
    Bucket,
    Tries,
)
from wwlv.server.messages import LONGEST, id_of, message_of
from wwlv.server.phone.screens import Snapshot, words
from wwlv.server.plain import Plain
from wwlv.text import Text, catalog

log = logging.getLogger("wwlv")

PING_MS = 20_000
ON_THE_WAY = 64 * 1024
"""Bytes that the system may hold for a phone that does not read, ten screens or so; by itself it takes megabytes."""
MOST_WAITING = 1024 * 1024
"""Bytes that may wait here beyond those; then the phone is hung up on. A remote's screen of 1200 people is a third of it."""


class Desk:
    """What all sockets of a server share."""

    def __init__(self, halls: Halls) -> None:
        self.halls = halls
        self.tries = Tries()
        self.sockets: set[PhoneSocket] = set()

    @property
    def is_full(self) -> bool:
        """Whether no further device that is in no room can be served."""
        strangers = sum(s.grant is None for s in self.sockets)
        return len(self.sockets) >= MOST_SOCKETS or strangers >= MOST_STRANGERS


class PhoneSocket(WebSocketMixin, WebSocketHandler, Plain):
    """`wwlv/socket`: anybody may connect; what a device sees depends on the token it shows."""

    desk: Desk

    def initialize(self, desk: Desk) -> None:
        """The objects that the server's sockets share."""
        self.desk = desk
        self.grant: Grant | None = None
        self.hall: Hall | None = None
        self.text: Text = catalog("en")
        self.seen: Snapshot | None = None
        self.device = secrets.token_hex(8)  # until it says which one it is
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._patience = Bucket(MESSAGES_A_SECOND, PATIENCE)

    # --- the connection
    @property
    def max_message_size(self) -> int:
        """A longer message ends the connection."""
        return LONGEST

    @property
    def ping_interval(self) -> int:
        """Milliseconds; below the half minute after which many proxies cut a silent connection."""
        return PING_MS

    def get_compression_options(self) -> None:
        """None: a compressor a phone would cost more memory than all the rest of it."""

    def check_origin(self, origin: str | None = None) -> bool:
        """A page of this server, whatever name a proxy gives it, or a program that is no browser."""
        origin = origin or self.request.headers.get("Origin")
        if origin is None:
            return True
        names = [self.request.headers.get(name, "") for name in ("Host", "X-Forwarded-Host")]
        page = urlsplit(origin.lower())
        if any(_same(page.scheme, page.netloc, name.lower().split(",")[0].strip()) for name in names if name):
            return True
        return bool(super().check_origin(origin))

    @allow_unauthenticated
    async def get(self, *args: Any, **kwargs: Any) -> None:
        """Become a WebSocket, unless the house is full."""
        if not _is_address(self.request.headers.get("Origin", "")):
            raise HTTPError(403)
        if self.desk.is_full:
            self.set_status(503)
            await self.finish("full")
            return
        await super().get(*args, **kwargs)

    def open(self, *args: Any, **kwargs: Any) -> None:
        """A device is here; it says who it is first."""
        self.set_nodelay(True)
        if self._stream is not None:
            self._stream.socket.setsockopt(SOL_SOCKET, SO_SNDBUF, ON_THE_WAY)
            self._stream.max_write_buffer_size = MOST_WAITING
        self.desk.sockets.add(self)
        super().open(*args, **kwargs)

    def on_close(self) -> None:
        """It has gone."""
        self.desk.sockets.discard(self)
        if self.hall is not None:
            self.hall.leave(self)
        super().on_close()

    @property
    def address(self) -> str:
        """Where it comes from, as far as this server is told."""
        return str(self.request.remote_ip or "")

    @property
    def _stream(self) -> IOStream | None:
        return None if self.ws_connection is None else self.ws_connection.stream

    # --- in
    def on_message(self, message: str | bytes) -> None:
        """Answer it, whatever it is."""
        if not self._bucket.take():
            if not self._patience.take():
                self.close(1008, "too many messages")
                return
            self.refuse(id_of(message), "too-fast")
            return
        id = ""
        try:
            read = message_of(message)
            id = read.id
            acts.handle(self, read)
        except BadMessage as problem:
            self.tell({**self._refusal(id_of(message), "bad-message"), "problems": problem.problems[:5]})
        except WwlvError as problem:
            self.answer(id, problem)
        except Exception:  # a bug must not end the lesson
            log.exception("a message of a phone failed")
            self.answer(id, Broken())

    # --- out
    def tell(self, message: dict[str, Any]) -> None:
        """Send it, unless the device has just gone."""
        try:
            sent = self.write_message(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
            sent.add_done_callback(_heard)
        except WebSocketClosedError:
            return
        except StreamBufferFullError:
            if self._stream is not None:
                self._stream.close()

    @property
    def is_behind(self) -> bool:
        """Whether it has not yet taken what it was sent: a phone in a pocket, or in the last row of a full Wi-Fi."""
        return self._stream is not None and self._stream.writing()

    def answer(self, id: str, problem: WwlvError | None = None, **more: Any) -> None:
        """Say whether it was done."""
        if self.hall is not None:
            self.hall.answer(self, id, problem, **more)
        elif problem is None:
            self.tell({"id": id, "ok": True, **more})
        else:
            code, say = words(problem, self.text)
            self.tell({"id": id, "ok": False, "code": code, "say": say, **more})

    def refuse(self, id: str, code: str) -> None:
        """Say that a message was not taken, and nothing else."""
        self.tell(self._refusal(id, code))

    def _refusal(self, id: str, code: str) -> dict[str, Any]:
        return {"id": id, "ok": False, "code": code, "say": self.text(f"phone.refused.{code}")}

    def settle(self, hall: Hall | None, grant: Grant | None) -> None:
        """The device is in this room as this person from now on, or in none."""
        if self.hall is not None:
            self.hall.leave(self)
        self.hall, self.grant, self.seen = hall, grant, None
        if hall is not None:
            hall.enter(self)

    def sign_out(self, why: str) -> None:
        """The token is dead: the device forgets it."""
        self.settle(None, None)
        self.tell({"gone": why, "say": self.text(f"phone.gone.{why}")})


def _heard(sent: "Future[None]") -> None:
    """A phone that has gone before a message reached it is no news; it asks anew when it is back."""
    if not sent.cancelled():
        sent.exception()


def _is_address(origin: str) -> bool:
    """Whether an Origin can be read at all: tornado takes it for granted."""
    try:
        urlsplit(origin)
    except ValueError:
        return False
    return True


def _same(scheme: str, page: str, host: str) -> bool:
    """Whether a page's host and a header's are the same but for the port that is understood."""
    port = {"http": ":80", "https": ":443"}.get(scheme, "")
    return page.removesuffix(port) == host.removesuffix(port)
