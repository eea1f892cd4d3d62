"""Values nobody could guess, and a search that finds them however they are written."""

import base64
import io
import random
import re
import secrets
import struct
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import Any, Protocol

from playwright.sync_api import Error, Page, Response, WebSocket

from wwlv.text import LANGUAGES, catalog

_NO_DIGITS = bytes(n for n in range(256) if not 0x30 <= n <= 0x39)
_TAGS = re.compile(rb"<[^<>]*>")
_PACKED = re.compile(rb'bdata\\*": *\\*"([A-Za-z0-9+/=]+)')


class Mark(Protocol):
    """Something that is searched for."""

    def is_in(self, heard: bytes) -> bool:
        """Whether it can be read out of these bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Word:
    """A text that stands for a sentence, or a token, as it is."""

    letters: str

    @classmethod
    def drawn(cls) -> "Word":
        return cls(f"zq{secrets.token_hex(6)}qz")

    def is_in(self, heard: bytes) -> bool:
        return self.letters.encode() in heard


@dataclass(frozen=True, slots=True)
class Number:
    """A number of so many digits that its digits in a row are no accident."""

    value: int

    @classmethod
    def drawn(cls, digits: int) -> "Number":
        """One that needs every digit, and whose shortened forms would need some of them too."""
        while True:
            value = random.SystemRandom().randrange(10 ** (digits - 1), 10**digits)
            if len(set(str(value)[:7])) > 4 and value % 10:
                return cls(value)

    def is_in(self, heard: bytes) -> bool:
        """Its digits in this order, whatever stands between them; rounded as a screen would; or as bytes of a chart."""
        plain = str(self.value).encode()
        if any(plain in text.translate(None, _NO_DIGITS) for text in (heard, _TAGS.sub(b"", heard))):
            return True
        if any(form in heard for form in self._rounded()):
            return True
        unpacked = heard + b"".join(_unpacked(found) for found in _PACKED.findall(heard))
        return any(struct.pack(kind, self.value) in unpacked for kind in ("<d", ">d", "<q", ">q"))

    def _rounded(self) -> Iterator[bytes]:
        for digits in range(7, len(str(self.value))):
            short = Context(prec=digits, rounding=ROUND_HALF_EVEN).plus(Decimal(self.value))
            first, *rest = str(int(short.scaleb(-short.adjusted() + digits - 1)))
            yield f"{first}.{''.join(rest)}".encode()  # of 1.234567e+10, of 1.234567×10¹⁰
            yield str(int(short)).encode()
            yield from (catalog(lang).number(int(short)).encode() for lang in LANGUAGES)


@dataclass(frozen=True, slots=True)
class Amount:
    """A few chips: found where the amount stands by itself, grouped or not."""

    value: int

    def is_in(self, heard: bytes) -> bool:
        forms = {str(self.value), *(catalog(lang).number(self.value) for lang in LANGUAGES)}
        return any(re.search(rb"(?<![\w.,])%s(?![\w.]|,\d)" % re.escape(f.encode()), heard) for f in forms)


def _unpacked(found: bytes) -> bytes:
    try:
        return base64.b64decode(found)
    except ValueError:
        return b""


def unzipped(content: bytes) -> bytes:
    """What is in a file: of an archive every member, of a workbook every sheet."""
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return b"\n".join(archive.read(name) for name in archive.namelist())


class Ear:
    """Everything a client has received, in order."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._heard: list[bytes | Callable[[], bytes]] = []

    @classmethod
    def at(cls, name: str, page: Page) -> "Ear":
        """Listen to a page that has loaded nothing yet: every response with its headers, every WebSocket frame."""
        ear = cls(name)

        def opened(socket: WebSocket) -> None:
            socket.on("framereceived", lambda frame: ear.take(frame))

        page.on("requestfinished", lambda request: ear._later(request.response()))
        page.on("websocket", opened)
        return ear

    def take(self, message: str | bytes) -> None:
        """A message that came in."""
        self._heard.append(message.encode() if isinstance(message, str) else bytes(message))

    def _later(self, response: Response | None) -> None:
        if response is not None:
            self._heard.append(lambda: _read(response))

    @property
    def messages(self) -> Sequence[bytes]:
        """All of it, response by response and frame by frame."""
        for k, one in enumerate(self._heard):
            if callable(one):
                self._heard[k] = one()
        return [one for one in self._heard if isinstance(one, bytes)]

    @property
    def all(self) -> bytes:
        """All of it."""
        return b"\n".join(self.messages)

    def before(self, phase: str) -> bytes:
        """What it heard before it was told of a phase; everything if it never was."""
        told = re.compile(rb'phase[\\"=: ]+%s\b' % re.escape(phase.encode()))
        messages = self.messages
        end = next((k for k, message in enumerate(messages) if told.search(message)), len(messages))
        return b"\n".join(messages[:end])


def _read(response: Response) -> bytes:
    headers: Any = response.all_headers()
    head = "\n".join([response.url, *(f"{name}: {value}" for name, value in headers.items())]).encode()
    if response.status in (204, 301, 302, 303, 304):
        return head
    try:
        return head + b"\n" + response.body()
    except Error as gone:  # a page that was left takes its responses with it
        raise AssertionError(f"{response.url} was not read in time") from gone
