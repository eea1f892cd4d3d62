"""`wwlv --demo` in a real browser: nobody touches anything, and bots play both games to the end."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser import listen
from tests.e2e.teacher import Teacher
from tests.served import Server

pytestmark = pytest.mark.browser

SPEED = "20"


def test_bots_play_both_games_to_the_end_unattended(
    serve: Callable[..., Server], page: Callable[..., Page]
) -> None:
    server = serve("wwlv", "--no-browser", "--port={port}", "--demo", env={"WWLV_DEMO_SPEED": SPEED})
    shown = page()
    heard = listen(shown)
    teacher = Teacher(server, shown)
    shown.set_default_timeout(150_000)  # a whole game lies between two screens
    for screen, preset, teams, rounds in (("table", "vegas", 7, 5), ("street", "las-vegas", 5, 2)):
        teacher.ready(screen)
        assert shown.inner_text("[data-key=demo]") == "Demo"
        assert shown.locator("footer .team .eyes").count() == teams
        assert "(bot)" in shown.inner_text("footer .teams")
        room = teacher.oracle.room
        teacher.ready("podium")
        assert "(bot)" in shown.inner_text("main")
        room.refresh()
        game = room.view().table
        assert (game.rules.preset, game.phase, game.round) == (preset, "over", rounds)
        assert game.outcome is not None
        assert len(room.bots) == teams
    teacher.ready("table")  # and from the beginning
    shown.click("[data-act=stop-demo]")
    shown.wait_for_selector("[data-key=demo]", state="detached")
    assert heard.errors == []
    assert heard.outside == []


def test_a_page_may_ask_for_a_demo_itself(serve: Callable[..., Server], page: Callable[..., Page]) -> None:
    """As a link from a web page does; with the other language, and stopped it stays stopped over a refresh."""
    server = serve("wwlv", "--no-browser", "--port={port}", env={"WWLV_DEMO_SPEED": SPEED})
    shown = page()
    teacher = Teacher(server, shown, query="lang=zh-Hant&demo=1")
    teacher.ready("table")
    assert shown.inner_text("[data-key=demo]") == "示範"
    assert "（電腦）" in shown.inner_text("footer .teams")
    shown.wait_for_selector(".sp .card")
    shown.click("[data-act=stop-demo]")
    shown.wait_for_selector("[data-key=demo]", state="detached")
    shown.reload(wait_until="commit")
    teacher.ready("table")
    assert shown.locator("[data-key=demo]").count() == 0
