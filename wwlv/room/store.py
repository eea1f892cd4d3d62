"""The log in a database: SQLite in the user's data folder, or any that a URL names."""

import json
import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from platformdirs import user_data_path

from wwlv.errors import WwlvError

_META = sa.MetaData()
_ROOMS = sa.Table(
    "rooms",
    _META,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(8), nullable=False, unique=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("opened_ms", sa.BigInteger, nullable=False),
    sa.Column("touched_ms", sa.BigInteger, nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),
)
_ENTRIES = sa.Table(
    "entries",
    _META,
    sa.Column("room", sa.Integer, sa.ForeignKey("rooms.id"), primary_key=True, autoincrement=False),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("by_whom", sa.String(60), nullable=False),
    sa.Column("step", sa.String(60), nullable=False),
    sa.Column("kind", sa.String(60), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
_CARDS = sa.Table(
    "cards",
    _META,
    sa.Column("card", sa.String(120), primary_key=True),
    sa.Column("times", sa.Integer, nullable=False),
)
_SAVED = sa.Table(
    "saved",
    _META,
    sa.Column("shelf", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(120), primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
_GRANTS = sa.Table(
    "grants",
    _META,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("room", sa.Integer, sa.ForeignKey("rooms.id"), nullable=False, index=True),
    sa.Column("role", sa.String(12), nullable=False),
    sa.Column("person", sa.Integer, nullable=False),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
_PRESENT = sa.Table(
    "present",
    _META,
    sa.Column("room", sa.Integer, sa.ForeignKey("rooms.id"), primary_key=True, autoincrement=False),
    sa.Column("server", sa.String(40), primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("people", sa.Text, nullable=False),
)


PRESENT_MS = 15_000
"""A server that has not said who is there for so long is gone."""


class StoreError(WwlvError):
    """The database cannot be used: a code (``read-only``, ``full``, ``locked``, ``unreachable``) and where it lies."""

    def __init__(self, code: str, where: str) -> None:
        super().__init__(code, where)
        self.code = code
        self.params = {"where": where}


class Conflict(WwlvError):
    """Somebody else wrote first: fold the log again and decide again."""


class RoomNotFound(WwlvError):
    """There is no such room."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it is stored."""

    seq: int
    at_ms: int
    by: str
    step: str
    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class RoomInfo:
    """A room in the list of rooms; times in milliseconds since the epoch."""

    id: int
    code: str
    game: str
    title: str
    opened_ms: int
    touched_ms: int
    is_open: bool


Role = Literal["person", "remote", "pairing", "asking"]
"""What a token opens: a seat, the teacher's remote, asking to be it, or waiting for the teacher's yes."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A token's rights: one room, one role. Only a digest of the token is kept. Times in milliseconds."""

    digest: str
    room: int
    role: Role
    person: int  # 0 for the teacher's remote; the number shown by a phone that asks to be it
    made_ms: int
    until_ms: int


def default_url() -> str:
    """`WWLV_DATABASE_URL`, or a SQLite file in the user's data folder."""
    return os.environ.get("WWLV_DATABASE_URL") or f"sqlite:///{user_data_path('wwlv') / 'wwlv.sqlite'}"


class Store:
    """A connection to the logs of all rooms. Equal peers in several processes may hold one each."""

    def __init__(self, url: str | None = None) -> None:
        self._url = sa.make_url(url or default_url())
        self._is_sqlite = self._url.get_backend_name() == "sqlite"
        if self._is_sqlite and self._url.database:
            self._make_folder(Path(self._url.database).parent)
        self._engine = sa.create_engine(self._url, hide_parameters=True)  # an error must not print a guess
        if self._is_sqlite:
            sa.event.listen(self._engine, "connect", _durable)
        self._watch: sa.Connection | None = None
        with self._errors():
            _META.create_all(self._engine)

    @property
    def where(self) -> str:
        """The database, without its password."""
        return self._url.database or "" if self._is_sqlite else self._url.render_as_string(hide_password=True)

    def _make_folder(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise StoreError("read-only", str(folder)) from None

    def _errors(self) -> "_Errors":
        return _Errors(self.where)

    def close(self) -> None:
        """Give the connections back."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None
        self._engine.dispose()

    # --- rooms
    def create_room(self, *, code: str, game: str, title: str, now_ms: int) -> int:
        """A new, empty room; its id. Conflict if an earlier room has that code."""
        values = {"opened_ms": now_ms, "touched_ms": now_ms, "is_open": True}
        with self._errors(), self._engine.begin() as db:
            done = db.execute(sa.insert(_ROOMS).values(code=code, game=game, title=title, **values))
            key: Any = done.inserted_primary_key
            return int(key[0])

    def rooms(self, *, open_only: bool = False) -> tuple[RoomInfo, ...]:
        """All rooms, the one played last first."""
        query = sa.select(_ROOMS).order_by(_ROOMS.c.touched_ms.desc(), _ROOMS.c.id.desc())
        if open_only:
            query = query.where(_ROOMS.c.is_open)
        with self._errors(), self._engine.connect() as db:
            return tuple(RoomInfo(**row) for row in db.execute(query).mappings())

    def room_id(self, code: str) -> int:
        """The room with that code; RoomNotFound otherwise."""
        with self._errors(), self._engine.connect() as db:
            found = db.scalar(sa.select(_ROOMS.c.id).where(_ROOMS.c.code == code))
        if found is None:
            raise RoomNotFound(code)
        return int(found)

    def close_room(self, room: int) -> None:
        """No longer offer a room for resuming; its log stays."""
        with self._errors(), self._engine.begin() as db:
            db.execute(sa.update(_ROOMS).where(_ROOMS.c.id == room).values(is_open=False))

    # --- the log
    def append(self, room: int, after: int, rows: Sequence[Row]) -> None:
        """Write rows behind entry `after`, all or none, durable on return.

        Raises
        ------
        Conflict
            The log is longer than `after`: somebody else wrote first.
        """
        values = [
            {
                "room": room,
                "seq": r.seq,
                "at_ms": r.at_ms,
                "by_whom": r.by,
                "step": r.step,
                "kind": r.kind,
                "body": r.body,
            }
            for r in rows
        ]
        if [r.seq for r in rows] != list(range(after + 1, after + 1 + len(rows))):
            raise ValueError("rows must follow entry `after` without a gap")
        with self._errors(), self._engine.begin() as db:
            db.execute(sa.insert(_ENTRIES), values)
            db.execute(sa.update(_ROOMS).where(_ROOMS.c.id == room).values(touched_ms=rows[-1].at_ms))

    def read(self, room: int, after: int = 0) -> tuple[Row, ...]:
        """The entries behind number `after`."""
        columns = (c for c in _ENTRIES.c if c is not _ENTRIES.c.room)
        query = sa.select(*columns).where(_ENTRIES.c.room == room, _ENTRIES.c.seq > after)
        with self._errors(), self._engine.connect() as db:
            return tuple(Row(*row) for row in db.execute(query.order_by(_ENTRIES.c.seq)))

    def pulse(self, room: int) -> int:
        """A number that changes when somebody else has written; cheap enough to ask ten times a second."""
        with self._errors():
            if not self._is_sqlite:
                with self._engine.connect() as db:
                    return int(
                        db.scalar(sa.select(sa.func.max(_ENTRIES.c.seq)).where(_ENTRIES.c.room == room)) or 0
                    )
            if self._watch is None:  # data_version is told per connection, so one is kept for asking
                self._watch = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            return int(self._watch.exec_driver_sql("PRAGMA data_version").scalar_one())

    # --- the box of cards
    def cards_drawn(self) -> dict[str, int]:
        """How often each card has left the box, over all games."""
        with self._errors(), self._engine.connect() as db:
            return {card: times for card, times in db.execute(sa.select(_CARDS))}  # noqa: C416 rows are not pairs to mypy

    def draw_card(self, card: str, before: int) -> None:
        """Take a card that has been drawn `before` times; Conflict if somebody else took it just now."""
        with self._errors(), self._engine.begin() as db:
            if before == 0:
                db.execute(sa.insert(_CARDS).values(card=card, times=1))
                return
            taken = sa.update(_CARDS).where(_CARDS.c.card == card, _CARDS.c.times == before)
            if db.execute(taken.values(times=before + 1)).rowcount != 1:
                raise Conflict(card)

    # --- who may come in, and who is there
    def grant(self, grant: Grant) -> None:
        """Let the holder of a token in."""
        with self._errors(), self._engine.begin() as db:
            db.execute(sa.insert(_GRANTS).values(**asdict(grant)))

    def granted(self, digest: str, now_ms: int) -> Grant | None:
        """What a token opens; None for one that is wrong, has run out or was revoked."""
        query = sa.select(_GRANTS).where(_GRANTS.c.digest == digest, _GRANTS.c.until_ms > now_ms)
        with self._errors(), self._engine.connect() as db:
            found = db.execute(query).mappings().first()
        return None if found is None else Grant(**found)

    def grants(self, room: int, role: Role, now_ms: int) -> tuple[Grant, ...]:
        """The tokens of a role that are good in a room, the oldest first."""
        query = sa.select(_GRANTS).where(
            _GRANTS.c.room == room, _GRANTS.c.role == role, _GRANTS.c.until_ms > now_ms
        )
        with self._errors(), self._engine.connect() as db:
            return tuple(Grant(**row) for row in db.execute(query.order_by(_GRANTS.c.made_ms)).mappings())

    def set_role(self, digest: str, role: Role, until_ms: int) -> None:
        """A token opens something else from here on."""
        changed = sa.update(_GRANTS).where(_GRANTS.c.digest == digest)
        with self._errors(), self._engine.begin() as db:
            db.execute(changed.values(role=role, person=0, until_ms=until_ms))

    def revoke(self, room: int, *, role: Role | None = None, person: int | None = None) -> int:
        """End tokens of a room at once: of a role, of a person, or all; how many there were."""
        gone = sa.delete(_GRANTS).where(_GRANTS.c.room == room)
        if role is not None:
            gone = gone.where(_GRANTS.c.role == role)
        if person is not None:
            gone = gone.where(_GRANTS.c.person == person)
        with self._errors(), self._engine.begin() as db:
            return int(db.execute(gone).rowcount)

    def move_grants(self, room: int, other: int) -> None:
        """The devices of a room are let into another instead."""
        with self._errors(), self._engine.begin() as db:
            db.execute(sa.update(_GRANTS).where(_GRANTS.c.room == room).values(room=other))

    def set_present(self, room: int, server: str, people: Iterable[int], at_ms: int) -> None:
        """Which people of a room are connected to a server process now."""
        body = json.dumps(sorted(people))
        mine = (_PRESENT.c.room == room, _PRESENT.c.server == server)
        with self._errors(), self._engine.begin() as db:
            changed = db.execute(sa.update(_PRESENT).where(*mine).values(at_ms=at_ms, people=body))
            if changed.rowcount == 0:
                db.execute(sa.insert(_PRESENT).values(room=room, server=server, at_ms=at_ms, people=body))
            db.execute(sa.delete(_PRESENT).where(_PRESENT.c.at_ms < at_ms - 10 * PRESENT_MS))

    def present(self, room: int, now_ms: int) -> frozenset[int]:
        """The people of a room who are connected to any server that has said so lately."""
        query = sa.select(_PRESENT.c.people).where(
            _PRESENT.c.room == room, _PRESENT.c.at_ms > now_ms - PRESENT_MS
        )
        with self._errors(), self._engine.connect() as db:
            return frozenset(person for (body,) in db.execute(query) for person in json.loads(body))

    # --- things a teacher keeps
    def save(self, shelf: str, name: str, body: str) -> None:
        """Keep a text under a name, replacing an earlier one."""
        with self._errors(), self._engine.begin() as db:
            db.execute(sa.delete(_SAVED).where(_SAVED.c.shelf == shelf, _SAVED.c.name == name))
            db.execute(sa.insert(_SAVED).values(shelf=shelf, name=name, body=body))

    def saved(self, shelf: str) -> dict[str, str]:
        """Everything on a shelf, by name."""
        query = sa.select(_SAVED.c.name, _SAVED.c.body).where(_SAVED.c.shelf == shelf).order_by(_SAVED.c.name)
        with self._errors(), self._engine.connect() as db:
            return dict(tuple(row) for row in db.execute(query))

    def forget(self, shelf: str, name: str) -> None:
        """Throw a kept text away."""
        with self._errors(), self._engine.begin() as db:
            db.execute(sa.delete(_SAVED).where(_SAVED.c.shelf == shelf, _SAVED.c.name == name))


def _durable(connection: Any, _: Any) -> None:
    """An acknowledged entry survives a power cut (synchronous=FULL), and readers never block a writer (WAL)."""
    cursor = connection.cursor()
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class _Errors:
    """Turns what a database driver raises into errors of this module."""

    _CODES: Iterable[tuple[str, str]] = (
        ("readonly", "read-only"),
        ("read-only", "read-only"),
        ("permission", "read-only"),
        ("unable to open", "read-only"),
        ("full", "full"),
        ("locked", "locked"),
    )

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, sa.exc.IntegrityError):
            raise Conflict(str(error.orig)) from None
        if isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError):
            said = str(error.orig).lower()
            code = next((code for word, code in self._CODES if word in said), "unreachable")
            raise StoreError(code, self._where) from error


def now_ms() -> int:
    """Milliseconds since the epoch by this machine's clock."""
    return time.time_ns() // 1_000_000
