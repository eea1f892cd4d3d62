"""What a phone or the remote may send: one frozen shape an act, read strictly."""

import json
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from wwlv.room.wire import BadMessage, structured

LONGEST = 2048
"""Bytes of one message; a longer one ends the connection."""

MOST_SIGNS = 200
"""Characters of any text in it."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A device is here, with the token it was given or with none. `code` is the room it was sent to."""

    id: str
    lang: str
    token: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Ping:
    """Is anybody there?"""

    id: str


@dataclass(frozen=True, slots=True)
class Look:
    """Is there a room with this code, and does it ask for a name?"""

    id: str
    code: str


@dataclass(frozen=True, slots=True)
class Join:
    """Come into a room under a name."""

    id: str
    code: str
    name: str
    device: str = ""


@dataclass(frozen=True, slots=True)
class Language:
    """Speak another language."""

    id: str
    lang: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Forget this device; the seat stays until the teacher takes it away."""

    id: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Choose a team."""

    id: str
    seat: int


@dataclass(frozen=True, slots=True)
class Read:
    """How would this be read as a number? Nothing is handed in."""

    id: str
    typed: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """Hand in an estimate, as `Read` has shown it."""

    id: str
    phase: str
    question: str
    value: Decimal


@dataclass(frozen=True, slots=True)
class Shoot:
    """A token on the icon of a team; with None it comes back."""

    id: str
    phase: str
    question: str
    token: int
    team: int | None


@dataclass(frozen=True, slots=True)
class Lay:
    """A token on a space with exactly so many chips; with no space it comes back."""

    id: str
    phase: str
    question: str
    token: int
    space: str
    chips: int


@dataclass(frozen=True, slots=True)
class Pass:
    """The team is done with this phase."""

    id: str
    phase: str
    question: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice."""

    id: str
    phase: str


@dataclass(frozen=True, slots=True)
class Vote:
    """Where this member would place."""

    id: str
    phase: str
    face: int


@dataclass(frozen=True, slots=True)
class Place:
    """Place every die of a face."""

    id: str
    phase: str
    face: int


# --- the remote
@dataclass(frozen=True, slots=True)
class Pair:
    """Ask to be the remote, with the secret of the QR code."""

    id: str
    secret: str


@dataclass(frozen=True, slots=True)
class Next:
    """Press the big button of the dashboard."""

    id: str
    phase: str
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """The class waits."""

    id: str


@dataclass(frozen=True, slots=True)
class Resume:
    """The class goes on."""

    id: str


@dataclass(frozen=True, slots=True)
class Extend:
    """Thirty seconds more."""

    id: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last move of the teacher's back."""

    id: str
    phase: str


@dataclass(frozen=True, slots=True)
class Lock:
    """Shut the door of the room, or open it."""

    id: str
    locked: bool


@dataclass(frozen=True, slots=True)
class Kick:
    """Send a person away."""

    id: str
    person: int


Message = (
    Hello
    | Ping
    | Look
    | Join
    | Language
    | Leave
    | Sit
    | Read
    | Estimate
    | Shoot
    | Lay
    | Pass
    | Roll
    | Vote
    | Place
    | Pair
    | Next
    | Pause
    | Resume
    | Extend
    | Undo
    | Lock
    | Kick
)
ACTS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in Message.__args__}
REMOTE: frozenset[type[Any]] = frozenset({Next, Pause, Resume, Extend, Undo, Lock, Kick})
"""Acts of the teacher's remote alone."""


def message_of(raw: str | bytes) -> Message:
    """A message as it came over the wire.

    Raises
    ------
    BadMessage
        It is not exactly one of the shapes above; `problems` name each place.
    """
    if isinstance(raw, bytes):
        raise BadMessage(["binary messages are not read"])
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadMessage(["not JSON"]) from None
    if not isinstance(document, dict):
        raise BadMessage(["not an object"])
    act = document.pop("act", None)
    if not isinstance(act, str) or act not in ACTS:
        raise BadMessage(["act: unknown"])
    found: Message = structured(document, ACTS[act])
    long = [k for k, v in document.items() if isinstance(v, str) and len(v) > MOST_SIGNS]
    if long or not 0 < len(found.id) <= 40 or not _is_text(document):
        raise BadMessage([f"{name}: too long" for name in long] or ["id: 1 to 40 characters"])
    big = [k for k, v in document.items() if isinstance(v, int) and abs(v) >= 10**15]
    if big:
        raise BadMessage([f"{name}: too big" for name in big])
    return found


def _is_text(document: dict[str, Any]) -> bool:
    """Whether every text can be written down: half a surrogate pair cannot."""
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def id_of(raw: str | bytes) -> str:
    """The id of a message that could not be read otherwise, so that it can be answered; empty if it has none."""
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        return ""
    found = document.get("id") if isinstance(document, dict) else None
    return found[:40] if isinstance(found, str) and found.isascii() else ""
