"""A room of Las Vegas: rolls that stay, absent teams, peers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.room.conftest import COLOURS, Time
from wwlv.room.log import Team
from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.rules.lasvegas.model import Setup
from wwlv.rules.lasvegas.moves import DealRound, RollDice
from wwlv.rules.lasvegas.presets import rules_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'wwlv.sqlite'}")
    yield opened
    opened.close()


def street(store: Store, time: Time, **options: object) -> Room:
    return Room.open(
        store,
        game="lasvegas",
        setup=Setup(rules_of("las-vegas", options), 3),
        teams=[Team(f"Team {k}", COLOURS[k]) for k in range(3)],
        time_up="close",
        clock=time,
    )


def test_a_roll_is_kept_for_every_peer_until_it_is_placed(store: Store, time: Time) -> None:
    room = street(store, time)
    room.play(DealRound())
    room.play(RollDice(0, 1))
    assert Room(store, room.id, clock=time).state == room.state


def test_an_undone_roll_falls_the_same_way_again(store: Store, time: Time) -> None:
    room = street(store, time)
    room.play(DealRound())
    room.play(RollDice(0, 1))
    rolled = room.state.roll
    room.undo()
    assert room.state.roll is None
    room.play(RollDice(0, 1))
    assert room.state.roll == rolled


def test_two_games_and_two_turns_do_not_roll_alike(store: Store, time: Time) -> None:
    rolls = set()
    for _ in range(4):
        room = street(store, time)
        room.play(DealRound())
        room.play(RollDice(0, 1))
        rolls.add(room.state.roll)
    assert len(rolls) > 1


def test_a_team_that_does_not_move_in_time_is_played_for(store: Store, time: Time) -> None:
    room = street(store, time, turn_s=30)
    room.play(DealRound())
    assert room.clock is not None
    time.ms += 30_000
    assert room.tick()
    assert room.state.turn == 1
    assert sum(row[0] for row in room.state.dice) > 0
    assert room.clock is not None
    assert room.clock.deadline_ms == time.ms + 30_000
