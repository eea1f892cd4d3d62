"""Whole games of Las Vegas through the dashboard, in a real browser, against a real server."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.e2e.teacher import Teacher
from tests.e2e.test_wits import fits
from tests.served import Server
from wwlv.rules.lasvegas.model import WHITE
from wwlv.rules.lasvegas.view import View
from wwlv.text import catalog

Pages = Callable[..., Page]
Serve = Callable[..., Server]
pytestmark = pytest.mark.browser


@pytest.fixture
def server(serve: Serve) -> Server:
    return serve("wwlv", "--no-browser", "--port={port}")


def street(teacher: Teacher) -> View:
    view: View = teacher.oracle.room.view().table
    return view


def sit_down(teacher: Teacher, teams: int, preset: str) -> None:
    teacher.seat(teams, preset)
    teacher.page.keyboard.press("Enter")
    teacher.ready("street")


def dice(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def play(teacher: Teacher, *, typed: random.Random | None = None, reload_at: int = 0) -> None:
    """Play to the podium: Enter goes on; with `typed` the class rolls real dice; a reload between a roll and its choice."""
    turns = 0
    while True:
        phase = teacher.phase
        kind = phase.split(".")[1]
        if kind == "place":
            turns += 1
            if turns == reload_at:
                before = street(teacher)
                teacher.page.reload(wait_until="commit")
                teacher.ready("street")
                assert teacher.phase == phase
                assert street(teacher) == before  # the same roll, never another
        if kind == "roll" and typed is not None:
            game = street(teacher)
            seat = game.turn or 0
            own = tuple(typed.randint(1, 6) for _ in range(game.own[seat]))
            if own:
                teacher.page.fill("[data-key=dice-own]", dice(own))
            if game.white[seat]:
                teacher.page.fill(
                    "[data-key=dice-white]", dice(tuple(typed.randint(1, 6) for _ in range(game.white[seat])))
                )
            teacher.page.click("[data-act=typed-dice] button[type=submit]")
            teacher.leave(phase)
            roll = street(teacher).roll
            assert roll is not None
            assert roll.own == own
            continue
        if kind == "paid" and phase.startswith("4."):
            teacher.page.keyboard.press("Enter")
            teacher.ready("podium")
            return
        teacher.next()


def held(teacher: Teacher) -> None:
    """The podium shows what the log says, and the log adds up."""
    game = street(teacher)
    money = [0] * game.seats
    for payment in (p for payments in game.history for p in payments):
        for seat, note in payment.paid:
            if seat != WHITE:
                money[seat] += note
    assert tuple(money) == game.money
    assert len(game.history) == 4
    names = [t.name for t in teacher.oracle.room.teams]
    shown = {
        place.locator(".name").inner_text(): place.locator(".total").inner_text()
        for place in teacher.page.locator(".place").all()
    }
    assert shown == {name: catalog("en").money(m) for name, m in zip(names, money, strict=True)}


def test_two_teams_roll_real_dice(server: Server, page: Pages) -> None:
    teacher = Teacher(server, page(viewport={"width": 1280, "height": 720}))
    sit_down(teacher, 2, "las-vegas")
    teacher.next()
    teacher.page.fill("[data-key=dice-own]", "1 2 3")
    teacher.page.click("[data-act=typed-dice] button[type=submit]")
    teacher.page.wait_for_selector(".banner")
    assert "8 dice" in teacher.page.locator(".banner").inner_text()
    assert teacher.page.input_value("[data-key=dice-own]") == "1 2 3"  # nothing typed is lost
    play(teacher, typed=random.Random(2))
    held(teacher)


def test_three_teams_with_white_dice_and_a_reload_between_roll_and_choice(
    server: Server, page: Pages
) -> None:
    teacher = Teacher(server, page())
    sit_down(teacher, 3, "las-vegas-neutral")
    teacher.next()
    assert sum(row[3] for row in street(teacher).dice) == 2  # the spare white dice lie before the first turn
    play(teacher, reload_at=5)
    held(teacher)


def test_five_teams_by_enter_alone_then_straight_into_the_other_game(server: Server, page: Pages) -> None:
    teacher = Teacher(server, page())
    sit_down(teacher, 5, "las-vegas")
    play(teacher)
    held(teacher)
    teacher.page.click("[data-act=overlay][data-a-name=today]")
    teacher.ready("today")
    assert "Ants" in teacher.page.locator("table").inner_text()
    teacher.page.keyboard.press("Enter")
    teacher.ready("podium")
    teacher.page.click("[data-act=other-game]")
    teacher.ready("table")
    assert [t.name for t in teacher.oracle.room.teams] == ["Ants", "Bees", "Crabs", "Deer", "Foxes"]


def test_seven_teams_are_merged_on_request(server: Server, page: Pages) -> None:
    teacher = Teacher(server, page())
    teacher.seat(7, "las-vegas")
    assert teacher.page.is_disabled("[data-primary]")
    teacher.page.click("[data-act=merge-teams]")
    teacher.until("document.querySelectorAll('.teamrow:not(.add)').length === 5")
    teacher.page.keyboard.press("Enter")
    teacher.ready("street")
    assert any(" + " in t.name for t in teacher.oracle.room.teams)


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_the_street_fits_in_every_phase(
    server: Server, page: Pages, width: int, height: int, lang: str
) -> None:
    teacher = Teacher(server, page(viewport={"width": width, "height": height}), query=f"lang={lang}")
    teacher.seat(4, "las-vegas-neutral")
    for overlay in ("house", "howto"):
        teacher.page.click(f"[data-act=overlay][data-a-name={overlay}]")
        teacher.ready(overlay)
        fits(teacher)
        teacher.page.keyboard.press("Enter")
        teacher.ready("lobby")
    fits(teacher)
    teacher.page.keyboard.press("Enter")
    teacher.ready("street")
    seen: dict[str, int] = {}
    while not teacher.phase.startswith("1.paid"):
        kind = teacher.phase.split(".")[1]
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] in (1, 8, 20):
            fits(teacher)
        teacher.next()
    fits(teacher)
    teacher.page.click("details.menu summary")
    teacher.page.click("[data-act=finish]")
    teacher.ready("podium")
    fits(teacher)
