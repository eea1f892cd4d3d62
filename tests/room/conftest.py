"""A store in a file, a box of cards, and rooms."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from wwlv.decks.model import Card, Question, Wording
from wwlv.room import people
from wwlv.room.fold import PERSON
from wwlv.room.forward import forward
from wwlv.room.log import Team
from wwlv.room.room import Request, Room
from wwlv.room.store import Store
from wwlv.rules.lasvegas.model import Setup as Street
from wwlv.rules.lasvegas.presets import rules_of as rules_of_street
from wwlv.rules.wits.model import Setup
from wwlv.rules.wits.presets import rules_of

COLOURS = ("red", "yellow", "blue", "green", "orange", "purple", "grey")


def card(name: str) -> Card:
    return Card(name, "test", tuple(question(name, k) for k in range(1, 8)))


def question(card: str, number: int) -> Question:
    texts = (
        ("en", Wording(f"How many {card}-{number}?", "things", "Because.")),
        ("zh-Hant", Wording("多少？", "個", "因為。")),
    )
    return Question(
        id=f"{card}-{number}", card=card, number=number, answer=Decimal(10 * number), source="Test", as_of="",
        subject="science", level="lower", texts=texts,
    )  # fmt: skip


BOX = tuple(card(f"c{k}") for k in range(1, 9))


class Time:
    """A clock that tests move: milliseconds."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'deep' / 'wwlv.sqlite'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    yield opened
    opened.close()


@pytest.fixture
def room(store: Store, time: Time) -> Callable[..., Room]:
    def opened(preset: str = "original", seats: int = 3, *, time_up: Any = "ring", **options: Any) -> Room:
        return Room.open(
            store,
            game="wits",
            setup=Setup(rules_of(preset, options), seats),
            teams=[Team(f"Team {k + 1}", COLOURS[k]) for k in range(seats)],
            time_up=time_up,
            box=BOX,
            clock=time,
        )

    return opened


@pytest.fixture
def street(store: Store, time: Time) -> Callable[..., Room]:
    def opened(seats: int = 3, **options: object) -> Room:
        return Room.open(
            store,
            game="lasvegas",
            setup=Street(rules_of_street("las-vegas", options), seats),
            teams=[Team(f"Team {k + 1}", COLOURS[k]) for k in range(seats)],
            clock=time,
        )

    return opened


# --- people, as a server would let them in and pass on what they do
def came(room: Room, name: str, seat: int | None = None) -> int:
    """Somebody joins, and sits in a team; their number."""
    room.do(partial(people.joined, room, name))
    person = room.roster.last
    if seat is not None:
        room.do(partial(people.moved, room, person, seat))
    return person


def does(room: Room, person: int, act: Callable[..., Any], *told: Any, step: str = "") -> None:
    """A person's move; raises where it is refused."""
    (refused,) = room.decide_all([asks(room, person, act, *told, step=step)])
    if refused is not None:
        raise refused


def asks(room: Room, person: int, act: Callable[..., Any], *told: Any, step: str = "") -> Request:
    """A person's move that is still to be decided."""
    return Request(partial(act, room, person, *told), f"{PERSON}{person}", step)


def estimates(room: Room, person: int, value: object, **step: str) -> None:
    """A person's estimate of the question on the table."""
    does(room, person, people.estimated, room.phase, room.question, Decimal(str(value)), **step)


def lays(room: Room, person: int, token: int, space: str, chips: int = 0, **step: str) -> None:
    """A person lays a token."""
    does(room, person, people.laid, room.phase, room.question, token, space, chips, **step)


def to(room: Room, phase: str) -> None:
    """The teacher goes on until that phase."""
    for _ in range(200):
        if room.phase.partition(".")[2].partition(".")[0] == phase:
            return
        forward(room)
    raise AssertionError(f"{phase} never came")
