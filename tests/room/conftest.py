"""A store in a file, a box of cards, and rooms."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from wwlv.decks.model import Card, Question, Wording
from wwlv.room.log import Team
from wwlv.room.room import Room
from wwlv.room.store import Store
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
