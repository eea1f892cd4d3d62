"""The odds of a game of questions: behind their switches, and never before the guesses lie on the mat."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from tests.room.conftest import BOX, COLOURS, came, estimates, to
from wwlv.charts.picture import Picture
from wwlv.charts.theme import LIGHT
from wwlv.room.forward import forward
from wwlv.room.log import Team
from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.rules.wits.model import Setup
from wwlv.rules.wits.moves import SubmitGuess
from wwlv.rules.wits.presets import rules_of
from wwlv.text import catalog
from wwlv.ui.pictures import pictures_of

EN = catalog("en")
THEME = LIGHT.sized(1.0, 500, 288)
CURVE = "curve: 80% between"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'wwlv.sqlite'}")
    yield opened
    opened.close()


def panels(room: Room) -> tuple[Picture | None, Picture | None]:
    return pictures_of(room.view(), EN, THEME)


def opened(store: Store, preset: str = "original") -> Room:
    teams = [Team(f"Team {k + 1}", COLOURS[k]) for k in range(5)]
    return Room.open(store, game="wits", setup=Setup(rules_of(preset, {}), 5), teams=teams, box=BOX)


def guessing(store: Store, preset: str = "original", **shown: bool) -> Room:
    room = opened(store, preset)
    room.show_odds([name for name, on in shown.items() if on])
    to(room, "guess")
    for seat, value in enumerate((40, 60, 90, 90, 120)):
        room.play(SubmitGuess(seat, room.question, Decimal(value)))
    return room


@pytest.mark.parametrize("preset", ["original", "vegas"])
def test_the_board_and_the_curve_come_with_the_sorted_cards_and_not_before(store: Store, preset: str) -> None:
    table = guessing(store, preset, board=True, belief=True)
    while table.phase.partition(".")[2] in ("guess", "long-shot"):
        assert all(picture is None or CURVE not in picture.note for picture in panels(table))
        assert panels(table)[1] is None
        forward(table)
    for phase in ("sorted", "bet"):
        to(table, phase)
        dots, board = panels(table)
        assert dots is not None
        assert CURVE in dots.note
        assert board is not None
        assert f"40 pays {table.view().table.spaces[0].odds} to 1: chance" in board.alt


def test_the_stakes_take_the_place_of_the_board_once_all_bets_are_laid(store: Store) -> None:
    table = guessing(store, board=True)
    to(table, "answer")
    stakes = panels(table)[1]
    assert stakes is not None
    assert "break-even" not in stakes.alt


def test_nothing_is_shown_without_its_switch(store: Store) -> None:
    table = guessing(store)
    to(table, "bet")
    dots, board = panels(table)
    assert board is not None
    assert "staked" in board.note
    assert dots is not None
    assert CURVE not in dots.note


def test_every_persons_estimate_counts_where_there_are_some(store: Store) -> None:
    boards = []
    for overruled in (31, 900):
        table = opened(store)
        table.show_odds(["board"])
        people = [came(table, f"Person {k}", k % 5) for k in range(10)]
        to(table, "guess")
        for k, person in enumerate(people):  # the last entry of a team is its card
            estimates(table, person, overruled if k < 5 else 30 + 10 * k)
        to(table, "bet")
        board = panels(table)[1]
        assert board is not None
        boards.append(board.alt)
    assert all("120 pays" in alt for alt in boards)
    assert boards[0] != boards[1]
