"""The teacher's session without a browser: what they do, what they see, and what they must not see."""

import html
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.room.conftest import BOX
from wwlv.decks.model import Deck
from wwlv.frames import neutral
from wwlv.room.store import Store
from wwlv.screens.common import written
from wwlv.text import LANGUAGES, catalog
from wwlv.ui.host import Host
from wwlv.ui.stage import Act, act_of

MARKED = Decimal("7391846.25")  # an answer nobody would type


class Teacher:
    """Presses and types, and looks at the screen."""

    def __init__(self, store: Store, cards: Any = BOX, **hello: str) -> None:
        self.files: dict[str, bytes] = {}
        self.told: list[dict[str, Any]] = []
        self.screen = ""
        self.host = Host(
            store,
            [Deck("test", tuple(cards))],
            show=self._show,
            tell=self.told.append,
            save=lambda name, mime, content: self.files.update({name: content}),
        )
        self.do("hello", **{"language": "en", **hello})

    def _show(self, shown: str) -> None:
        self.screen = shown

    def do(self, act: str, value: str = "", **args: object) -> "Teacher":
        self.host.receive(Act(act, {k: str(v) for k, v in args.items()}, value, ""))
        return self

    def next(self, **args: object) -> "Teacher":
        assert self.host.playing is not None
        return self.do("next", phase=self.host.playing.view.phase, **args)

    def guesses(self, *typed: str) -> "Teacher":
        for seat, number in enumerate(typed):
            self.do("guess", number, seat=seat)
        return self

    @property
    def phase(self) -> str:
        return re.findall(r'data-phase="([^"]*)"', self.screen)[0]

    @property
    def banner(self) -> str:
        found = re.findall(r'class="banner [^"]*".*?<span>(.*?)</span>', self.screen, re.DOTALL)
        return html.unescape(found[0]) if found else ""

    @property
    def table(self) -> Any:
        assert self.host.playing is not None
        return self.host.playing.view.table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'wwlv.sqlite'}")
    yield opened
    opened.close()


@pytest.fixture
def teacher(store: Store) -> Teacher:
    return Teacher(store)


def vegas(teacher: Teacher, **options: str) -> Teacher:
    teacher.do("set", field="preset", value="vegas")
    for name, value in options.items():
        teacher.do("option", value, name=name)
    return teacher.do("start")


def test_the_lobby_opens_with_five_teams_and_starts_by_enter(teacher: Teacher) -> None:
    assert 'data-screen="lobby"' in teacher.screen
    assert teacher.screen.count('class="teamrow"') == 5
    assert len(re.findall("data-primary", teacher.screen)) == 1
    assert teacher.do("start").phase == "0.ready"
    assert teacher.told[-1] == {"room": teacher.host.room.opened.code if teacher.host.room else ""}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", ["original", "original-published", "vegas", "vegas-back", "vegas-edition"])
def test_every_screen_of_every_game_can_be_drawn(store: Store, preset: str, lang: str) -> None:
    teacher = Teacher(store, language=lang)
    teacher.do("set", field="preset", value=preset).do("overlay", name="house").do("overlay", name="howto")
    assert 'data-screen="howto"' in teacher.screen
    teacher.do("overlay").do("start").next().guesses("1", "2", "2", "4", "5")
    while "over" not in teacher.phase:
        before = teacher.phase
        assert len(re.findall("data-primary", teacher.screen)) == 1
        teacher.next() if teacher.phase.endswith(".bet") else None
        if teacher.phase == before:
            teacher.next()
        if teacher.phase == "1.paid":
            assert "verdict" in teacher.screen
            teacher.do("finish", phase="1.paid")
    assert 'data-screen="podium"' in teacher.screen
    assert teacher.banner == ""


def test_too_few_teams_for_a_mat_is_a_sentence_and_the_button_waits(teacher: Teacher) -> None:
    teacher.do("remove-team", seat=0).do("set", field="preset", value="vegas")
    assert "needs 5 to 7 teams; there are 4" in teacher.screen
    assert re.search(r'data-primary data-act="start" disabled', teacher.screen)
    teacher.do("start")
    assert "5 to 7 teams" in teacher.banner


def test_names_are_cleaned_unique_and_escaped(teacher: Teacher) -> None:
    teacher.do("name", "<script>alert(1)</script>\u202e x", seat=0)
    assert "<script>" not in teacher.screen
    assert teacher.host.form.teams[0].name == "<script>alert(1)</script> x"[:24]
    teacher.do("name", "BEES", seat=0)
    assert "already a team called BEES" in teacher.banner
    teacher.do("name", "  ", seat=0)
    assert teacher.banner == "Please type a name."
    teacher.do("start")
    assert "<script>" not in teacher.screen


def test_colours_stay_unique(teacher: Teacher) -> None:
    for _ in range(9):
        teacher.do("colour", seat=0)
        colours = [t.colour for t in teacher.host.form.teams]
        assert len(set(colours)) == len(colours)


def test_a_class_is_kept_and_taken_up_again(store: Store, teacher: Teacher) -> None:
    teacher.do("name", "Comets", seat=1).do("remove-team", seat=4).do("save-class", "7A")
    other = Teacher(store)
    other.do("name", "Rockets", seat=1).do("load-class", "7A")
    assert [t.name for t in other.host.form.teams] == ["Ants", "Comets", "Crabs", "Deer"]
    other.do("forget-class", name="7A")
    assert store.saved("class") == {}


def test_a_lobby_half_filled_in_survives_a_refresh(store: Store, teacher: Teacher) -> None:
    teacher.do("name", "Comets", seat=1).do("option", "3", name="rounds").do(
        "set", field="preset", value="vegas"
    )
    again = Teacher(store)
    assert again.host.form.teams[1].name == "Comets"
    assert (again.host.form.preset, again.host.form.rules.rounds) == ("vegas", 3)


def test_the_language_changes_at_once_and_names_nobody_changed_follow(teacher: Teacher) -> None:
    teacher.do("name", "Comets", seat=1).do("language", lang="zh-Hant")
    assert "隊伍" in teacher.screen
    assert [t.name for t in teacher.host.form.teams][:3] == ["螞蟻隊", "Comets", "螃蟹隊"]


def test_a_stale_press_of_the_big_button_does_nothing(teacher: Teacher) -> None:
    teacher.do("start").next()
    assert teacher.phase == "1.guess"
    teacher.do("next", phase="0.ready")  # the second half of a double click
    assert teacher.phase == "1.guess"


def test_missing_cards_are_asked_about_once(teacher: Teacher) -> None:
    teacher.do("start").next().guesses("1", "2", "3")
    teacher.next()
    assert teacher.banner == "Deer and Foxes have no card yet. Press again to turn the cards without them."
    assert teacher.phase == "1.guess"
    assert teacher.next().phase == "1.sorted"


def test_vegas_waits_and_says_for_whom_until_told_not_to(teacher: Teacher) -> None:
    vegas(teacher).next().guesses("1", "2", "3", "4")
    assert "Waiting for Foxes." in teacher.screen
    teacher.next()
    assert teacher.phase == "1.guess"
    assert teacher.next(anyway="yes").phase == "1.long-shot"


def test_an_ambiguous_number_is_asked_about_without_its_digits(teacher: Teacher) -> None:
    teacher.do("start").next().do("guess", "71,23", seat=0)
    assert "two ways" in teacher.screen
    assert "71" not in re.sub(r"data-[\w-]+=\"[^\"]*\"", "", teacher.screen)
    teacher.do("reading", **{"as": "decimal"})
    assert teacher.host.room is not None
    assert teacher.host.room.state.guesses[0] == Decimal("71.23")


def test_a_number_that_is_none_gets_a_sentence_and_loses_nothing(teacher: Teacher) -> None:
    teacher.do("start").next().guesses("5").do("guess", "five or so", seat=1)
    assert teacher.banner.startswith("There is no number in that")
    assert teacher.table.guessed == (0,)


def marked(cards: Any) -> Any:
    return [
        replace(card, questions=tuple(replace(q, answer=MARKED) for q in card.questions)) for card in cards
    ]


def shown(teacher: Teacher) -> str:
    return teacher.screen + json.dumps(teacher.told)


def test_no_byte_of_any_screen_holds_the_answer_before_its_reveal_nor_a_guess_before_the_sort(
    store: Store,
) -> None:
    teacher = Teacher(store, marked(BOX))
    secret = re.compile("7391846|7,391,846|5550001|5,550,001")
    vegas(teacher, secret_bets="true", hidden_long_shots="true").next()
    teacher.guesses("5550001", "2", "3", "4", "5")
    assert not secret.search(shown(teacher))
    for kind in ("jsonl", "csv", "xlsx"):
        teacher.do("export", kind=kind)
    for content in teacher.files.values():
        assert b"7391846" not in content
        assert b"5550001" not in content
    teacher.next()
    teacher.do("secret", "2", seat=0)
    assert "stake" not in teacher.screen.split('class="backs"')[1].split("<footer>")[0].split("tok")[0]
    assert teacher.host.room is not None
    assert teacher.host.room.state.long_shots[0][0].team == 1
    teacher.next()
    assert re.search("5,550,001", teacher.screen)
    assert "7,391,846" not in teacher.screen
    teacher.next().do("secret", "r", seat=0)
    assert 'class="tok' not in teacher.screen.split('class="colours"')[1].split('class="long"')[0]
    for _ in range(2):
        teacher.next()
    assert teacher.phase == "1.answer"
    assert "7,391,846" not in teacher.screen
    teacher.next()
    assert "7,391,846.25" in teacher.screen
    for kind in ("jsonl", "csv"):
        teacher.do("export", kind=kind)
    assert b"7391846.25" in teacher.files[f"wwlv-{teacher.host.room.opened.code}.jsonl"]


def test_a_skipped_question_keeps_its_answer_to_itself(store: Store) -> None:
    teacher = Teacher(store, marked(BOX)).do("start").next().guesses("1")
    teacher.do("void", phase=teacher.phase)
    assert "does not count" in teacher.banner
    teacher.do("export", kind="jsonl")
    (content,) = teacher.files.values()
    assert b"7391846" not in content
    assert teacher.phase == "0.ready"


def bet(teacher: Teacher, seat: int, *spaces: str) -> None:
    teacher.do("hand", seat=seat)
    for space in spaces:
        teacher.do("place", space=space)


def test_tokens_are_laid_by_tapping_and_chips_added_and_taken_back(teacher: Teacher) -> None:
    teacher.do("start").next().guesses("1", "2", "3", "4", "5").next().next()
    bet(teacher, 0, "guess:3", "guess:3")
    assert teacher.host.playing is not None
    assert teacher.host.playing.hand.seat == 1  # no chips yet: on to the next team
    bet(teacher, 1, "too-high", "guess:5")
    for _ in range(3):
        teacher.next()
    assert teacher.phase == "1.paid"
    gained = teacher.table.chips[0] + teacher.table.chips[1]
    assert gained > 0
    rich = 0 if teacher.table.chips[0] else 1
    owned = teacher.table.chips[rich]
    teacher.next().guesses("1", "2", "3", "4", "5").next().next()
    bet(teacher, rich, "guess:2")
    teacher.do("chips", token=0, by="all")
    assert teacher.table.bets[rich][0].chips == owned
    teacher.do("chips", token=0, by=-1)
    assert teacher.table.bets[rich][0].chips == owned - 1
    teacher.do("chips-set", str(owned + 5), token=0)
    assert f"{owned + 5} staked, but the team owns {owned}" in teacher.banner
    assert teacher.table.bets[rich][0].chips == owned - 1
    teacher.do("chips-set", "1.5", token=0)
    assert "whole numbers" in teacher.banner
    teacher.do("place", space="guess:99")
    assert "nothing to bet on" in teacher.banner
    teacher.do("clear")
    assert teacher.table.bets[rich] == ()
    teacher.do("next-team")
    assert rich not in teacher.table.waiting  # laying nothing is an answer too


def test_undo_goes_back_step_by_step_and_redo_forward(teacher: Teacher) -> None:
    teacher.do("start").next().guesses("1", "2", "3", "4", "5").next()
    assert teacher.phase == "1.sorted"
    assert teacher.do("undo").phase == "1.guess"
    assert teacher.table.guessed == (0, 1, 2, 3, 4)
    teacher.do("undo")
    assert teacher.table.guessed == (0, 1, 2, 3)
    teacher.do("redo").do("redo")
    assert teacher.phase == "1.sorted"


def test_a_slip_of_the_pen_is_corrected_after_the_sort(teacher: Teacher) -> None:
    teacher.do("start").next().guesses("1", "2", "3", "4", "5").next()
    teacher.do("correct-open").do("correct-open", seat=0).do("correct", "10", seat=0)
    assert [str(s.value) for s in teacher.table.spaces] == ["2", "3", "4", "5", "10"]


def test_a_tie_asks_for_the_youngest_only_when_it_matters(teacher: Teacher) -> None:
    teacher.do("option", "1", name="rounds").do("start").next().guesses("1", "2", "3", "4", "5")
    for _ in range(3):
        teacher.next()
    while not teacher.phase.endswith("paid"):
        teacher.next()
    teacher.next()
    assert "Who has the youngest player?" in teacher.screen
    teacher.do("youngest", seat=2)
    assert "Crabs win!" in teacher.screen
    assert "youngest" in teacher.screen


def test_a_game_left_in_the_middle_is_offered_and_goes_on_where_it_was(
    store: Store, teacher: Teacher
) -> None:
    teacher.do("start").next().guesses("1", "2")
    code = teacher.host.room.opened.code if teacher.host.room else ""
    fresh = Teacher(store)  # another browser, another day
    assert "A game is waiting." in fresh.screen
    fresh.do("resume", code=code)
    assert (fresh.phase, fresh.table.guessed) == ("1.guess", (0, 1))
    same_tab = Teacher(store, room=code)  # a refresh
    assert same_tab.phase == "1.guess"
    fresh.do("to-lobby").do("leave", code=code)
    assert "A game is waiting." not in fresh.screen
    assert Teacher(store, room="XXXX").screen.count('data-screen="lobby"') == 1


def test_two_dashboards_of_one_room_press_next_at_once(store: Store, teacher: Teacher) -> None:
    teacher.do("start")
    other = Teacher(store, room=teacher.host.room.opened.code if teacher.host.room else "")
    phase = teacher.phase
    teacher.do("next", phase=phase)
    other.do("next", phase=phase)
    assert other.banner == "" or "not possible" in other.banner
    other.host.beat()
    assert teacher.phase == other.phase == "1.guess"
    assert sum(store.cards_drawn().values()) == 1


def test_another_game_with_the_same_teams_and_rules(teacher: Teacher) -> None:
    vegas(teacher, rounds="2").next().do("finish", phase="1.guess")
    assert "No question was played" in teacher.screen
    teacher.do("again")
    assert teacher.phase == "0.ready"
    assert (teacher.table.rules.preset, teacher.table.rules.rounds) == ("vegas", 2)


def test_a_bug_is_a_banner_and_a_log_line_never_silence(
    teacher: Teacher, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    teacher.do("start")
    assert teacher.host.room is not None

    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(teacher.host.room, "ask", broken)
    teacher.next()
    assert "Something went wrong on our side" in teacher.banner
    assert "planted" in caplog.text
    assert "planted" not in teacher.screen
    monkeypatch.undo()
    assert teacher.next().phase == "1.guess"


def test_exports_hold_everything_and_disarm_formulas(teacher: Teacher) -> None:
    teacher.do("name", "=cmd()", seat=0).do("start").next().guesses("-5", "20", "3", "4", "5").next().next()
    bet(teacher, 0, "guess:20", "too-high")
    while not teacher.phase.endswith("paid"):
        teacher.next()
    for kind in ("xlsx", "csv", "jsonl"):
        teacher.do("export", kind=kind)
    assert {Path(name).suffix for name in teacher.files} == {".xlsx", ".zip", ".jsonl"}
    files = {Path(name).suffix: content for name, content in teacher.files.items()}
    book = openpyxl.load_workbook(io.BytesIO(files[".xlsx"]))
    guesses = list(book["guesses"].iter_rows(values_only=True))
    assert guesses[1][1:3] == ("'=cmd()", -5)
    with zipfile.ZipFile(io.BytesIO(files[".zip"])) as archive:
        table = archive.read("guesses.csv").decode("utf-8-sig").splitlines()
        assert {
            "questions.csv",
            "guesses.csv",
            "estimates.csv",
            "bets.csv",
            "bonuses.csv",
            "scores.csv",
        } == set(archive.namelist())
    assert table[1].startswith("1,'=cmd(),-5,")
    lines = [json.loads(x) for x in files[".jsonl"].decode().splitlines()]
    assert lines[0]["format"] == 1
    assert len(lines) == 1 + (teacher.host.room.rev if teacher.host.room else 0)


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\tx", "\rx"])
def test_a_text_that_a_spreadsheet_would_run_is_disarmed(text: str) -> None:
    assert neutral(text) == "'" + text
    assert neutral(-1) == -1


@pytest.mark.parametrize(
    "content",
    [None, [], "x", {}, {"act": 3}, {"act": "next", "args": []}, {"act": "next", "args": {"phase": 3}}],
)
def test_a_message_that_is_no_act_is_ignored(content: object) -> None:
    assert act_of(content) is None


@pytest.mark.parametrize(
    "act",
    [
        "guess",
        "place",
        "chips",
        "chips-set",
        "slot",
        "correct",
        "shot",
        "secret",
        "hand",
        "name",
        "option",
        "reading",
        "export",
        "colour",
        "nothing-like-it",
        "_do",
        "draw",
        "__init__",
    ],
)
@pytest.mark.parametrize("value", ["", "'; drop table rooms", "9" * 400, "٣", "-1"])
def test_nonsense_is_answered_and_never_shown_as_a_bug(teacher: Teacher, act: str, value: str) -> None:
    teacher.do("start").next().guesses("1", "2", "3", "4", "5").next().next()
    args = {
        "seat": value,
        "token": value,
        "space": value,
        "by": value,
        "team": value,
        "name": value,
        "as": value,
        "kind": value,
    }
    teacher.do(act, value, **args)
    assert "on our side" not in teacher.banner
    assert teacher.phase == "1.bet"


def test_a_database_that_cannot_be_written_is_a_sentence_and_play_goes_on_after(
    teacher: Teacher, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wwlv.room.store import StoreError

    teacher.do("start")

    def full(*_: object) -> None:
        raise StoreError("full", "disk")

    monkeypatch.setattr(store, "append", full)
    teacher.next()
    assert "is full" in teacher.banner
    monkeypatch.undo()
    assert teacher.next().phase == "1.guess"


def test_both_catalogs_fill_every_refusal(teacher: Teacher) -> None:
    assert catalog("en")("illegal.guesses-missing", seats="Ants") != catalog("zh-Hant")(
        "illegal.guesses-missing", seats="Ants"
    )


def test_a_number_too_long_for_a_card_is_rounded_on_screen_only(teacher: Teacher) -> None:
    text = catalog("en")
    assert written(Decimal("43252003274489856000"), text) == "≈4.3252×10¹⁹"
    assert written(Decimal("1234567.125"), text) == "1,234,567.125"
    assert written(Decimal("1.00000000000000000001"), text) == "≈1"
    teacher.do("start").next().guesses("43252003274489856001", "43252003274489856000", "1", "2", "3").next()
    assert [len(s.seats) for s in teacher.table.spaces] == [1, 1, 1, 1, 1]
    assert teacher.screen.count("≈4.3252×10¹⁹") >= 2
