"""Every screen of a phone at 390x844, and the way in on the projector, taken of the real thing.

    python -m tests.screenshots.phones [FOLDER]

Writes strips of phones side by side as small JPEG files beside this script (for the README), and with a folder also every single
screen there as a PNG, to be looked at one by one.
"""

import base64
import sys
import tempfile
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import FLAGS, chromium
from tests.e2e.student import Student
from tests.e2e.teacher import Teacher
from tests.served import Server, free_port, started
from wwlv.room import people, tokens
from wwlv.room.forward import forward
from wwlv.room.room import Room
from wwlv.room.store import now_ms
from wwlv.screens.table import space_key

HERE = Path(__file__).parent
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
QUALITY = 62
SHOWN = 0.62  # of its size is a phone in a strip
STRIPS = {
    "phones-wits": ("name", "guess-read", "bet", "paid"),
    "phones-street": ("place", "other-zh", "podium-dark", "remote-question"),
}

Shot = Callable[[Page, str], None]


def shot(pictures: dict[str, bytes], page: Page, name: str) -> None:
    """One picture, once the screen has come to rest."""
    page.wait_for_timeout(600)
    pictures[name] = page.screenshot()


def wits(browser: Browser, server: Server, teacher: Teacher, take: Shot) -> None:
    """Joining, and two questions on the Vegas mat."""
    teacher.seat(5, "vegas")
    teacher.start()
    room = teacher.oracle.room
    names = [t.name for t in room.teams]
    page = browser.new_context(**PHONE).new_page()
    page.goto(f"{server.url}wwlv/")
    page.wait_for_selector("#code")
    take(page, "door")
    page.fill("#code", "ZZZZ")
    page.click("button.go")
    page.wait_for_selector("#status.bad")
    take(page, "door-wrong")
    page.fill("#code", room.opened.code)
    page.click("button.go")
    page.wait_for_selector("#name")
    page.fill("#name", "Lena")
    take(page, "name")
    page.click("main button.go")
    page.wait_for_selector(".row.team")
    for who, seat in (("Ade", 0), ("小美", 1), ("Tom", 2), ("Zoë", 3), ("Mia", 4), ("Kofi", 2)):
        room.do(partial(people.joined, room, who), by="person:0")
        room.do(partial(people.moved, room, room.roster.people[-1].id, seat))
    take(page, "teams")
    page.close()
    lena = Student(server, browser.new_context(**PHONE).new_page(), room.opened.code, "Lena B", names[2])
    take(lena.page, "ready")
    mei = browser.new_context(**PHONE, locale="zh-TW", color_scheme="dark").new_page()
    two = Student(server, mei, room.opened.code, "阿美", names[1])
    teacher.page.wait_for_timeout(1200)
    for round in (1, 2):
        room.refresh()
        teacher.next()
        room.refresh()
        lena.at(f"{round}.guess")
        take(lena.page, f"guess-{round}")
        answer = teacher.oracle.answer
        values = [answer * (100 + t) / 100 for t in (-31, 12, -9, 4, 40)]
        for person in room.roster.people[1:6]:
            value = values[person.seat or 0].quantize(Decimal(1)) if answer > 50 else values[person.seat or 0]
            room.do(partial(people.estimated, room, person.id, room.phase, room.question, value))
        lena.page.fill("#guess", "2,5 million")
        lena.page.wait_for_selector(".reading")
        take(lena.page, f"guess-two-{round}")
        lena.page.fill("#guess", str((answer * Decimal("0.93")).quantize(Decimal("0.1"))))
        lena.page.wait_for_selector("[data-send]:not([disabled])")
        take(lena.page, "guess-read")
        lena.page.click("[data-send]")
        lena.sent()
        take(lena.page, "guess-sent")
        take(two.page, "guess-zh")
        forward(room, anyway=True)
        lena.at("long-shot")
        take(lena.page, "long-shot")
        forward(room)
        lena.at("sorted")
        take(lena.page, "sorted")
        forward(room)
        lena.at("bet")
        spaces = [space_key(s, "side-by-side") for s in room.view().table.spaces]
        lena.lay(spaces[2])
        lena.lay("red" if round == 1 else spaces[3])
        if room.view().table.chips[2]:
            lena.page.click(f".sp[data-key='sp-{spaces[2]}'] .chips .wide >> nth=0")
        for seat in (0, 1, 3):
            who = room.roster.team(seat)[0]
            room.do(partial(people.laid, room, who.id, room.phase, room.question, 0, spaces[2], 0))
        lena.page.evaluate("scrollTo(0, 0)")
        take(lena.page, "bet")
        take(two.page, "bet-zh")
        if round == 2:
            room.pause()
            take(lena.page, "paused")
            room.resume()
        forward(room)
        take(lena.page, "answer")
        forward(room)
        lena.at("paid")
        take(lena.page, "paid")
        take(two.page, "paid-zh")
        lena.page.click("details.fold summary >> nth=0")
        take(lena.page, "standings")
        lena.page.click("details.fold summary >> nth=1")
        take(lena.page, "howto")
    remote(browser, server, room, take)
    lena.cut_off()
    take(lena.page, "offline")
    lena.back()
    gone = next(p for p in room.roster.people if p.name == "Lena B")
    room.do(partial(people.removed, room, gone.id))
    lena.page.wait_for_selector("#name")
    take(lena.page, "removed")


def remote(browser: Browser, server: Server, room: Room, take: Shot) -> None:
    """The teacher's own phone."""
    secret = tokens.let_in(room.store, room.id, "pairing", now_ms())
    page = browser.new_context(**PHONE).new_page()
    page.goto(f"{server.url}wwlv/remote#{secret}")
    page.wait_for_selector(".number")
    take(page, "remote-asking")
    tokens.let_remote_in(
        room.store, room.id, room.store.grants(room.id, "asking", now_ms())[0].person, now_ms()
    )
    page.wait_for_selector("[data-act=next]")
    page.click("[data-act=next]")
    page.wait_for_selector("details.secret")
    page.wait_for_timeout(700)
    page.click("details.secret summary")
    take(page, "remote-question")
    page.click("details.fold summary >> nth=0")
    page.wait_for_timeout(200)
    page.click(".kick summary >> nth=0")
    take(page, "remote-people")


def street(browser: Browser, server: Server, teacher: Teacher, take: Shot) -> None:
    """Las Vegas: a turn, somebody else's turn, a pay-out, the podium."""
    teacher.page.click("details.menu summary")
    teacher.page.click("[data-act=to-lobby]")
    teacher.ready("lobby")
    teacher.seat(5, "las-vegas")
    teacher.page.keyboard.press("Enter")
    teacher.ready("street")
    room = teacher.oracle.room
    names = [t.name for t in room.teams]
    code = room.opened.code
    lena = Student(server, browser.new_context(**PHONE).new_page(), code, "Lena C", names[0])
    page = browser.new_context(**PHONE, locale="zh-TW").new_page()
    mei = Student(server, page, code, "小安", names[1])
    dark = browser.new_context(**PHONE, color_scheme="dark").new_page()
    zoe = Student(server, dark, code, "Zoë C", names[2])
    room.refresh()
    forward(room)
    turns = 0
    while room.view().table.phase in ("roll", "place"):
        table = room.view().table
        if table.turn == 0 and turns > 14 and table.phase == "roll" and turns < 100:
            take(lena.page, "roll")
            lena.roll()
            take(mei.page, "other-zh")
            lena.page.click(".face >> nth=0")
            lena.sent()
            take(lena.page, "place")
            turns = 100
            room.refresh()
        forward(room)
        turns += 1
    for _ in range(3):
        forward(room)
    take(lena.page, "pays")
    take(zoe.page, "pays-dark")
    while room.view().table.phase != "over":
        forward(room)
    zoe.page.wait_for_selector("#screen[data-name=podium] .podium")
    take(zoe.page, "podium-dark")
    take(mei.page, "podium-zh")


def strip(browser: Browser, pictures: dict[str, bytes], names: tuple[str, ...], path: Path) -> None:
    """Phones side by side."""
    page = browser.new_page(viewport={"width": 1100, "height": 400})
    width = round(390 * SHOWN)
    images = "".join(
        f'<img width="{width}" src="data:image/png;base64,{base64.b64encode(pictures[n]).decode()}">'
        for n in names
    )
    look = "margin:0;padding:14px;display:inline-flex;gap:14px;background:#d8cdb2"
    page.set_content(f'<div id="s" style="{look}">{images}</div>')
    page.locator("img").last.wait_for()
    page.wait_for_timeout(300)
    page.locator("#s").screenshot(path=path, type="jpeg", quality=QUALITY)
    page.close()


def main(folder: str = "") -> None:
    """Take every picture anew."""
    pictures: dict[str, bytes] = {}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        executable = chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        words = ("wwlv", "--no-browser", "--port={port}")
        server = started(words, Path(home), base="/", ready="wwlv/health", env={}, port=free_port())
        try:
            teacher = Teacher(server, browser.new_page(viewport={"width": 1280, "height": 720}))
            wits(browser, server, teacher, partial(shot, pictures))
            street(browser, server, teacher, partial(shot, pictures))
            for name, shown in STRIPS.items():
                strip(browser, pictures, shown, HERE / f"{name}.jpg")
        finally:
            server.end()
            browser.close()
            if folder:
                Path(folder).mkdir(parents=True, exist_ok=True)
                for name, picture in pictures.items():
                    (Path(folder) / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main(*sys.argv[1:2])
