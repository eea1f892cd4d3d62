"""Bots at the dashboard: seated in the lobby, marked on every screen, waited for only a moment, and in a demo by themselves."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.test_host import Teacher
from wwlv.room.store import Store
from wwlv.screens.common import bare
from wwlv.text import catalog
from wwlv.ui import demo as demo_module
from wwlv.ui import host as host_module
from wwlv.ui import lobby


class Time:
    """The dashboard's clock, which tests move."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'wwlv.sqlite'}")
    yield opened
    opened.close()


@pytest.fixture
def teacher(store: Store) -> Teacher:
    return Teacher(store)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(host_module, "now_ms", clock)
    return clock


def names(teacher: Teacher) -> list[str]:
    return [team.name for team in teacher.host.form.teams]


def three_and_two(teacher: Teacher) -> Teacher:
    """A class of three teams and two bots at the Vegas table."""
    teacher.do("remove-team", seat=4).do("remove-team", seat=3).do("add-bot").do("add-bot")
    return teacher.do("set", field="preset", value="vegas").do("start")


def seconds(teacher: Teacher, time: Time, count: float) -> None:
    for _ in range(round(count * 10)):
        time.ms += 100
        teacher.host.beat()


# --- the lobby
def test_a_team_becomes_a_bot_and_people_again(teacher: Teacher) -> None:
    teacher.do("bot", "sharp", seat=1)
    assert names(teacher)[1] == "Bees (bot)"
    assert teacher.host.form.teams[1].bot == "sharp"
    assert '<option value="sharp" selected>' in teacher.screen
    assert teacher.screen.count('class="eyes"') == 1
    teacher.do("bot", "rough", seat=1)
    assert names(teacher)[1] == "Bees (bot)"
    teacher.do("bot", "", seat=1)
    assert names(teacher)[1] == "Bees"
    assert teacher.host.form.teams[1].bot == ""
    assert 'class="eyes"' not in teacher.screen


def test_a_bot_stays_marked_whatever_it_is_called_and_in_both_languages(teacher: Teacher) -> None:
    teacher.do("bot", "fair", seat=0).do("name", "The Very Clever Calculators", seat=0)
    assert names(teacher)[0].endswith(" (bot)")
    assert len(names(teacher)[0]) <= lobby.NAME_LENGTH
    teacher.do("name", "Robbie (bot)", seat=0)
    assert names(teacher)[0] == "Robbie (bot)"
    teacher.do("bot", "fair", seat=1).do("language", lang="zh-Hant")
    assert names(teacher)[:3] == ["Robbie（電腦）", "蜜蜂隊（電腦）", "螃蟹隊"]
    assert bare("Robbie（電腦）") == bare("Robbie (bot)") == "Robbie"
    teacher.do("name", "Robbie", seat=2)
    assert names(teacher)[2] == "Robbie"  # people and a bot may share a name: the mark tells them apart


def test_bots_are_kept_with_the_class_and_over_a_refresh(store: Store, teacher: Teacher) -> None:
    teacher.do("bot", "sharp", seat=4).do("save-class", "7A")
    assert Teacher(store).host.form.teams[4].bot == "sharp"
    other = Teacher(store).do("bot", "", seat=4).do("load-class", "7A")
    assert [t.bot for t in other.host.form.teams] == ["", "", "", "", "sharp"]


def test_a_skill_that_there_is_not_is_refused(teacher: Teacher) -> None:
    teacher.do("bot", "all-knowing", seat=0)
    assert teacher.banner
    assert teacher.host.form.teams[0].bot == ""


def test_a_form_kept_before_there_were_bots_is_read() -> None:
    form = lobby.loaded(
        '{"preset": "original", "options": {}, "teams": [{"name": "A", "colour": "red"}, {"name": "B", "colour": "blue"}]}'
    )
    assert form is not None
    assert [t.bot for t in form.teams] == ["", ""]


def test_another_colour_leaves_a_bot_a_bot(teacher: Teacher) -> None:
    teacher.do("bot", "sharp", seat=0)
    for _ in range(8):
        teacher.do("colour", seat=0)
    assert [t.bot for t in teacher.host.form.teams] == ["sharp", "", "", "", ""]


def test_where_teams_are_too_many_bots_leave_first(teacher: Teacher) -> None:
    teacher.do("add-bot").do("add-bot").do("set", field="preset", value="las-vegas").do("merge-teams")
    assert names(teacher) == ["Ants", "Bees", "Crabs", "Deer", "Foxes"]


def test_three_teams_and_two_bots_start_vegas(teacher: Teacher) -> None:
    three_and_two(teacher)
    assert teacher.phase == "0.ready"
    assert [team.bot for team in teacher.host.room.teams] == ["", "", "", "fair", "fair"]  # type: ignore[union-attr]


# --- at the table
def test_bots_hand_in_by_themselves_and_count_when_everyone_is_in(teacher: Teacher, time: Time) -> None:
    three_and_two(teacher).next()
    assert teacher.screen.count("is thinking") == 2
    assert len(re.findall(r'data-act="guess"', teacher.screen)) == 3  # nobody types for a bot
    seconds(teacher, time, 7)
    assert teacher.table.guessed == (3, 4)
    assert "is thinking" not in teacher.screen
    teacher.guesses("5", "6", "7")
    assert catalog("en")("next.everyone") in teacher.screen
    assert re.search(r'class="go live"', teacher.screen)
    assert teacher.next().phase == "1.long-shot"


def test_the_button_makes_bots_hurry_when_only_they_are_missing(teacher: Teacher, time: Time) -> None:
    three_and_two(teacher).next().guesses("5", "6", "7")
    assert not re.search(r"data-primary[^>]* disabled", teacher.screen)
    assert teacher.next().phase == "1.long-shot"
    assert teacher.table.guessed == (0, 1, 2, 3, 4)
    assert teacher.banner == ""


def test_the_button_still_waits_for_people(teacher: Teacher, time: Time) -> None:
    three_and_two(teacher).next().guesses("5", "6")
    assert re.search(r"data-primary[^>]* disabled", teacher.screen)
    teacher.next()
    assert teacher.phase == "1.guess"


def test_the_teacher_takes_no_bots_tokens_in_hand(teacher: Teacher, time: Time) -> None:
    teacher.do("bot", "fair", seat=0).do("bot", "fair", seat=2).do("start").next()
    teacher.do("guess", "3", seat=1).do("guess", "4", seat=3).do("guess", "5", seat=4)
    teacher.next().next()
    assert teacher.phase == "1.bet"
    taken = []
    while teacher.host.playing is not None and teacher.host.playing.hand.seat is not None:  # type: ignore[attr-defined]
        taken.append(teacher.host.playing.hand.seat)  # type: ignore[attr-defined]
        teacher.do("next-team")
    assert taken == [1, 3, 4]


def test_on_the_street_a_bot_rolls_and_places_and_the_button_does_it_at_once(
    teacher: Teacher, time: Time
) -> None:
    teacher.do("bot", "rough", seat=0).do("set", field="preset", value="las-vegas").do("start").next()
    assert teacher.table.turn == 0
    seconds(teacher, time, 8)
    assert teacher.table.turn == 1
    placed = sum(map(sum, teacher.table.dice))
    assert placed > 0
    for _ in range(4 * 2):
        teacher.next()
    assert teacher.table.turn == 0
    teacher.next()
    assert teacher.table.phase == "place"
    teacher.next()
    assert teacher.table.turn == 1
    assert teacher.host.room is not None
    assert sum(e.by == "bot:0" for e in teacher.host.room.log) >= 4


def test_two_dashboards_play_each_bot_once(store: Store, teacher: Teacher, time: Time) -> None:
    three_and_two(teacher).next()
    assert teacher.host.room is not None
    other = Teacher(store, room=teacher.host.room.opened.code)
    for _ in range(80):
        time.ms += 100
        other.host.beat()
        teacher.host.beat()
    assert [e.by for e in teacher.host.room.log if e.by.startswith("bot:")] in (
        ["bot:3", "bot:4"],
        ["bot:4", "bot:3"],
    )


def test_a_bot_is_marked_on_the_table_the_podium_and_in_exports(teacher: Teacher, time: Time) -> None:
    three_and_two(teacher).next()
    assert teacher.screen.count('class="eyes"') >= 4
    teacher.guesses("5", "6", "7").next()
    while not teacher.phase.endswith("paid"):
        teacher.next()
    teacher.do("finish", phase=teacher.phase)
    assert 'data-screen="podium"' in teacher.screen
    assert 'class="eyes"' in teacher.screen
    assert "Deer (bot)" in teacher.screen or "Foxes (bot)" in teacher.screen
    teacher.do("export", kind="jsonl")
    (content,) = teacher.files.values()
    assert "(bot)" in content.decode()


# --- the demo
@pytest.fixture
def shown(store: Store, monkeypatch: pytest.MonkeyPatch, time: Time) -> Teacher:
    monkeypatch.setenv("WWLV_DEMO_SPEED", "100")
    return Teacher(store, demo="1")


def test_a_demo_plays_both_games_in_turn_by_itself(shown: Teacher, time: Time) -> None:
    assert ">Demo<" in shown.screen
    assert len(shown.host.room.bots) == 7  # type: ignore[union-attr]
    seen = []
    for _ in range(4000):
        seconds(shown, time, 0.1)
        game = (shown.table.rules.preset, shown.table.phase == "over")
        if not seen or seen[-1] != game:
            seen.append(game)
        if len(seen) == 5:
            break
    assert seen == [
        ("vegas", False),
        ("vegas", True),
        ("las-vegas", False),
        ("las-vegas", True),
        ("vegas", False),
    ]
    assert shown.banner == ""


def test_a_demo_goes_at_reading_pace(store: Store, time: Time) -> None:
    teacher = Teacher(store, demo="1")
    seconds(teacher, time, demo_module.PAUSES_S["ready"] - 0.5)
    assert teacher.phase == "0.ready"
    seconds(teacher, time, 1)
    assert teacher.phase == "1.guess"
    seconds(teacher, time, 4)
    assert teacher.phase == "1.guess"  # six seconds and more to read the question


def test_a_demo_uses_up_no_card_and_asks_no_question_twice(shown: Teacher, store: Store, time: Time) -> None:
    while shown.table.phase != "over":
        seconds(shown, time, 0.1)
    assert store.cards_drawn() == {}
    asked = [q.id for q in shown.host.playing.view.past]  # type: ignore[union-attr]
    assert len(asked) == len(set(asked)) == 5


def test_a_demo_leaves_the_teachers_lobby_as_it_was(store: Store, shown: Teacher) -> None:
    assert [t.bot for t in Teacher(store).host.form.teams] == [""] * 5
    shown.do("to-lobby")
    assert 'data-screen="lobby"' in shown.screen
    assert [t.bot for t in shown.host.form.teams] == [""] * 5


def test_who_stops_a_demo_has_the_button_and_a_refresh_does_not_begin_it_again(
    store: Store, shown: Teacher, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    while not shown.phase.endswith("sorted"):
        seconds(shown, time, 0.1)
    shown.do("stop-demo")
    assert ">Demo<" not in shown.screen
    assert "The demo has stopped" in shown.banner
    phase = shown.phase
    seconds(shown, time, 60)
    assert shown.phase == phase
    assert {"demo": "off"} in shown.told
    monkeypatch.setenv("WWLV_DEMO", "1")
    again = Teacher(store, demo="off", room=shown.host.room.opened.code)  # type: ignore[union-attr]
    seconds(again, time, 60)
    assert (again.phase, again.host.demo.on) == (phase, False)
    assert again.next().phase == "1.bet"
    seconds(again, time, 7)
    assert again.table.waiting == ()  # the bots play on


def test_a_refresh_goes_on_with_the_demo(store: Store, shown: Teacher, time: Time) -> None:
    seconds(shown, time, 0.5)
    code = shown.host.room.opened.code  # type: ignore[union-attr]
    again = Teacher(store, demo="1", room=code)
    assert again.host.room is not None
    assert again.host.room.opened.code == code
    assert again.host.demo.on


def test_no_demo_takes_over_a_class_that_plays(store: Store, teacher: Teacher) -> None:
    teacher.do("start")
    again = Teacher(store, demo="1", room=teacher.host.room.opened.code)  # type: ignore[union-attr]
    assert not again.host.demo.on


def test_the_command_asks_for_a_demo_by_the_environment(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not Teacher(store).host.demo.on
    monkeypatch.setenv("WWLV_DEMO", "1")
    assert Teacher(store).host.demo.on


def test_a_demo_waits_while_somebody_reads_or_pauses(shown: Teacher, time: Time) -> None:
    while not shown.phase.endswith("sorted"):
        seconds(shown, time, 0.1)
    shown.do("overlay", name="howto")
    seconds(shown, time, 30)
    assert shown.phase == "1.sorted"
    shown.do("overlay").do("pause")
    seconds(shown, time, 30)
    assert shown.phase == "1.sorted"
    shown.do("resume-clock")
    seconds(shown, time, 1)
    assert shown.phase != "1.sorted"


def test_bots_among_themselves_are_no_game_of_the_day_and_none_to_take_up(
    store: Store, shown: Teacher, time: Time
) -> None:
    seconds(shown, time, 1)
    assert "A game is waiting" not in Teacher(store).screen
    while shown.table.phase != "over":
        seconds(shown, time, 0.1)
    assert "(bot)" not in Teacher(store).do("overlay", name="today").screen
