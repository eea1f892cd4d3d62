"""The pictures of the README, taken of the real dashboard in a real browser.

    python -m tests.screenshots.make

Writes small JPEG files beside this script: lobby, guessing, the odds board, betting on both mats, the answer, the podium,
the street of Las Vegas, and the way in for phones, at 1920x1080 and 1280x720.
"""

import tempfile
from decimal import Decimal
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import FLAGS, chromium
from tests.e2e.teacher import Teacher
from tests.served import Server, free_port, started
from wwlv.room import people
from wwlv.room.store import now_ms
from wwlv.screens.table import space_key

HERE = Path(__file__).parent
SIZES = ((1920, 1080), (1280, 720))
QUALITY = 68
CLASS = (
    "Lena",
    "Ade",
    "小美",
    "Tom",
    "Zoë",
    "Kofi",
    "Mia",
    "Ivan",
    "阿德",
    "Noor",
    "Sara",
    "Ben",
    "Yuki",
    "Omar",
    "Eva",
    "Lin",
)
TILT = (-31, 12, -9, 4, -17, 26, 60)  # per cent by which each team misses the answer


def shot(teacher: Teacher, name: str) -> None:
    """One picture, once everything has come to rest."""
    teacher.page.wait_for_timeout(1500)
    size = teacher.page.viewport_size
    assert size is not None
    teacher.page.screenshot(path=HERE / f"{name}-{size['width']}.jpg", type="jpeg", quality=QUALITY)


def odds(teacher: Teacher, *charts: str) -> None:
    """Let the class see these odds from here on, as a teacher does among the house rules."""
    teacher.page.click("[data-act=overlay][data-a-name=house]")
    for name in charts:
        teacher.page.click(f"[data-act=odds][data-a-name={name}]")
        teacher.page.wait_for_selector(f"[data-act=odds][data-a-name={name}][checked]")
    teacher.page.keyboard.press("Escape")
    teacher.page.wait_for_selector("[data-act=odds]", state="detached")


def cards(teacher: Teacher, teams: int) -> None:
    """Guesses as a class makes them: round numbers on both sides of the answer."""
    answer = teacher.oracle.answer
    for seat in range(teams):
        value = answer * (100 + TILT[seat]) / 100
        places = max(0, 2 - max(0, value.adjusted()))
        teacher.type_guess(seat, str(round(value, places) if places else value.to_integral_value()))


def bets(teacher: Teacher, teams: int, *, colour: bool) -> None:
    """Two tokens a team, most of them near the middle."""
    view = teacher.oracle.view
    spaces = [space_key(s, view.rules.duplicates) for s in view.spaces]
    middle = len(spaces) // 2
    for seat in range(teams):
        used = len(view.long_shots[seat] or ())
        wanted = [spaces[(middle + seat % 3 - 1) % len(spaces)], spaces[(middle + seat) % len(spaces)]]
        if colour and seat % 3 == 1:
            wanted[1] = "red" if seat < 3 else "black"
        teacher.lay(seat, *wanted[used:])
        if view.chips[seat] and not used:
            teacher.stake_all(seat)


def original(teacher: Teacher) -> None:
    """Lobby, and two questions on the original mat."""
    teacher.seat(5, "original")
    shot(teacher, "lobby")
    odds(teacher, "board", "belief")
    teacher.start()
    for round in (1, 2):
        teacher.next()
        cards(teacher, 3 if round == 2 else 5)
        if round == 2:
            shot(teacher, "guessing")
            for seat in (3, 4):
                teacher.type_guess(seat, str(teacher.oracle.answer * Decimal("1.1")))
        teacher.next()
        teacher.next()
        if round == 2:
            shot(teacher, "odds-board")
            teacher.oracle.room.show_odds([])
        bets(teacher, 5, colour=False)
        if round == 2:
            shot(teacher, "betting-original")
        teacher.next()
        teacher.next()
    teacher.page.click("details.menu summary")
    teacher.page.click("[data-act=to-lobby]")
    teacher.ready("lobby")


def vegas(teacher: Teacher) -> None:
    """A short Vegas game to its podium."""
    teacher.page.click("[data-act=leave]")
    teacher.page.wait_for_selector(".resume", state="detached")
    teacher.seat(7, "vegas")
    teacher.page.select_option("[data-act=option][data-a-name=rounds]", "3")
    teacher.page.wait_for_timeout(300)
    teacher.start()
    for round in (1, 2, 3):
        teacher.next()
        cards(teacher, 7)
        teacher.next()
        teacher.shoot(1, 3)
        teacher.shoot(6, 4)
        teacher.next()
        teacher.next()
        bets(teacher, 7, colour=True)
        if round == 3:
            shot(teacher, "betting-vegas")
        teacher.next()
        teacher.next()
        if round == 3:
            shot(teacher, "answer")
    teacher.next()
    teacher.ready("podium")
    shot(teacher, "podium")


def street(teacher: Teacher) -> None:
    """A round of Las Vegas: a roll to place, and a casino that pays."""
    teacher.page.click(".exports [data-act=to-lobby]")
    teacher.ready("lobby")
    teacher.seat(5, "las-vegas")
    teacher.page.keyboard.press("Enter")
    teacher.ready("street")
    turns = 0
    while ".pay.3" not in teacher.phase:
        if ".place." in teacher.phase:
            turns += 1
            if turns == 12:
                shot(teacher, "street")
        teacher.next()
    shot(teacher, "street-pays")


def joining(teacher: Teacher) -> None:
    """The way in for phones, with half a class already there."""
    teacher.page.click("details.menu summary")
    teacher.page.click("[data-act=to-lobby]")
    teacher.ready("lobby")
    teacher.seat(7, "vegas")
    teacher.start()
    room = teacher.oracle.room
    for k, name in enumerate(CLASS):
        room.do(partial(people.joined, room, name), by="person:0")
        room.do(partial(people.moved, room, k + 1, k % 7))
    room.store.set_present(room.id, "pictures", range(1, len(CLASS)), now_ms())
    teacher.page.get_by_text(CLASS[-1]).first.wait_for()
    shot(teacher, "join")


def taken(browser: Browser, server: Server, width: int, height: int) -> None:
    """All pictures of one size."""
    page = browser.new_page(viewport={"width": width, "height": height})
    teacher = Teacher(server, page)
    original(teacher)
    vegas(teacher)
    street(teacher)
    joining(teacher)
    page.close()


def main() -> None:
    """Take every picture anew."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(playwright.chromium.executable_path), args=FLAGS
        )
        for width, height in SIZES:
            with tempfile.TemporaryDirectory() as folder:
                words = ("wwlv", "--no-browser", "--port={port}")
                server = started(words, Path(folder), base="/", ready="wwlv/health", env={}, port=free_port())
                try:
                    taken(browser, server, width, height)
                finally:
                    server.end()
        browser.close()


if __name__ == "__main__":
    main()
