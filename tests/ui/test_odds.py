"""Live odds: switched by the teacher, found beside the loop, never of what may not be known."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.room.conftest import BOX, COLOURS
from wwlv.room.forward import forward
from wwlv.room.log import ODDS, Team
from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.rules.lasvegas.model import Setup as StreetSetup
from wwlv.rules.lasvegas.presets import rules_of as street_rules
from wwlv.rules.wits.model import Setup
from wwlv.rules.wits.presets import rules_of
from wwlv.ui.odds import GAMES, LiveOdds, chosen, toggled, wanted


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'wwlv.sqlite'}")
    yield opened
    opened.close()


def street(store: Store, seats: int = 3) -> Room:
    teams = [Team(f"Team {k + 1}", COLOURS[k]) for k in range(seats)]
    return Room.open(
        store, game="lasvegas", setup=StreetSetup(street_rules("las-vegas", {}), seats, 0), teams=teams
    )


def until(live: LiveOdds, room: Room, found: object) -> None:
    """Beat until something is there; a minute is far more than any machine needs."""
    end = time.monotonic() + 60
    while not found():  # type: ignore[operator]
        assert time.monotonic() < end
        live.look(room)
        time.sleep(0.01)


def test_a_switch_is_kept_for_the_next_room_and_an_unknown_one_is_dropped(store: Store) -> None:
    room = street(store)
    toggled(room, "chances")
    toggled(room, "worth")
    toggled(room, "nonsense")
    assert room.odds == ("chances", "worth")
    assert wanted(store) == ("chances", "worth")
    toggled(room, "chances")
    assert Room(store, room.id).odds == ("worth",)
    assert set(room.odds) < set(ODDS)


def test_odds_chosen_before_the_game_are_kept_and_an_unknown_one_is_dropped(store: Store) -> None:
    chosen(store, "worth")
    chosen(store, "board")
    chosen(store, "nonsense")
    assert wanted(store) == ("board", "worth")
    chosen(store, "board")
    assert wanted(store) == ("worth",)


def test_nothing_is_computed_while_no_odds_are_shown(store: Store) -> None:
    room, live = street(store), LiveOdds()
    forward(room)
    for _ in range(5):
        assert not live.look(room)
    assert live.now(room.view()) is None


def test_the_position_on_the_table_gets_its_odds(store: Store) -> None:
    room, live = street(store), LiveOdds()
    toggled(room, "chances")
    forward(room)
    until(live, room, lambda: live.now(room.view()))
    found = live.now(room.view())
    assert found.games == GAMES
    assert abs(sum(found.win) - 1) < 1e-9
    assert max(found.win_se) <= 0.01
    assert len(found.notes) == 6
    forward(room)
    assert live.now(room.view()) is None  # a roll is another position
    until(live, room, lambda: live.now(room.view()))
    assert set(live.now(room.view()).face_worth) == {c.face for c in room.view().table.choices}


def test_the_line_over_the_turns_follows_the_game_and_an_undo(store: Store) -> None:
    room, live = street(store), LiveOdds()
    toggled(room, "turning")
    for _ in range(7):
        forward(room)
    assert room.state.phase == "roll"
    until(live, room, lambda: len(live.turning(room)) == 4)
    for point in live.turning(room):
        assert point.label == "1"
        assert abs(sum(point.win) - 1) < 1e-9
    room.undo()
    assert len(live.turning(room)) == 3
    room.redo()
    assert len(live.turning(room)) == 4


def test_a_game_of_questions_has_no_play_outs(store: Store) -> None:
    teams = [Team(f"Team {k + 1}", COLOURS[k]) for k in range(3)]
    room = Room.open(store, game="wits", setup=Setup(rules_of("original", {}), 3), teams=teams, box=BOX)
    live = LiveOdds()
    for name in ODDS:
        toggled(room, name)
    forward(room)
    assert not live.look(room)
    assert live.turning(room) == []
