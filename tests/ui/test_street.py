"""The teacher's session of Las Vegas without a browser."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.test_host import Teacher
from wwlv.room.store import Store
from wwlv.text import LANGUAGES, catalog


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'wwlv.sqlite'}")
    yield opened
    opened.close()


def street(store: Store, preset: str = "las-vegas", teams: int = 5, lang: str = "en") -> Teacher:
    teacher = Teacher(store, language=lang)
    while len(teacher.host.form.teams) > teams:
        teacher.do("remove-team", seat=0)
    return teacher.do("set", field="preset", value=preset).do("start")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("preset", "teams"), [("las-vegas", 5), ("las-vegas", 2), ("las-vegas-neutral", 3)])
def test_every_screen_of_a_whole_game_can_be_drawn(store: Store, preset: str, teams: int, lang: str) -> None:
    teacher = street(store, preset, teams, lang)
    for _ in range(600):
        assert len(re.findall("data-primary", teacher.screen)) == 1
        assert teacher.banner == ""
        if 'data-screen="podium"' in teacher.screen:
            break
        before = teacher.phase
        teacher.next()
        assert teacher.phase != before
    assert 'data-screen="podium"' in teacher.screen
    teacher.do("overlay", name="today")
    assert "★" in teacher.screen


def test_typed_dice_are_checked_and_laid_down(store: Store) -> None:
    teacher = street(store, teams=2).next()
    phase = teacher.phase
    teacher.do("typed-dice", "1 2 three", phase=phase)
    assert teacher.banner == catalog("en")("illegal.not-dice")
    teacher.do("typed-dice", "1 2 3 4 5 6 6 7", phase=phase)
    assert "8 dice" in teacher.banner
    teacher.do("typed-dice", "11234566", phase=phase)
    assert teacher.table.roll.own == (1, 1, 2, 3, 4, 5, 6, 6)
    teacher.do("place-face", face=6, phase=teacher.phase)
    assert teacher.table.dice[5][0] == 2


def test_a_double_press_places_once(store: Store) -> None:
    teacher = street(store).next().next()
    phase = teacher.phase
    teacher.do("next", phase=phase).do("next", phase=phase)
    assert sum(sum(row) for row in teacher.table.dice) == sum(row[0] for row in teacher.table.dice)


def test_an_export_during_play_hides_the_order_of_the_pile(store: Store) -> None:
    teacher = street(store).next()
    teacher.do("export", kind="jsonl").do("export", kind="xlsx").do("export", kind="csv")
    log = next(content for name, content in teacher.files.items() if name.endswith("jsonl"))
    started = next(json.loads(x) for x in log.decode().splitlines() if "GameStarted" in x)
    assert started["data"]["pile"] == sorted(started["data"]["pile"])


def test_from_the_podium_into_the_other_game_or_the_lobby_where_the_teams_do_not_fit(store: Store) -> None:
    teacher = street(store, teams=2).next()
    teacher.do("finish", phase=teacher.phase)
    assert "No round was paid" in teacher.screen
    teacher.do("other-game")
    assert 'data-screen="lobby"' in teacher.screen
    assert "needs 3 to 7 teams; there are 2" in teacher.screen
    teacher.do("add-team").do("start")
    assert 'data-screen="table"' in teacher.screen
    teacher.do("finish", phase=teacher.phase).do("other-game")
    assert 'data-screen="street"' in teacher.screen
    assert [t.name for t in teacher.host.form.teams] == [t.name for t in teacher.host.room.teams]  # type: ignore[union-attr]


def test_seven_teams_merge_to_five(store: Store) -> None:
    teacher = Teacher(store)
    teacher.do("add-team").do("add-team").do("set", field="preset", value="las-vegas").do("merge-teams")
    names = [t.name for t in teacher.host.form.teams]
    assert names == ["Ants", "Bees", "Crabs", "Deer + Foxes", "Owls + Yaks"]
