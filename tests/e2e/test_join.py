"""The codes on the projector, read from its picture as a phone's camera reads them, and where they lead."""

import io
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.e2e.student import Student
from tests.e2e.teacher import Teacher
from tests.served import Server

Pages = Callable[..., Page]
Serve = Callable[..., Server]
pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LAST_ROW = (320, 180)  # pixels of a whole projector picture that a camera in the last row may have to do with


@pytest.fixture
def server(serve: Serve) -> Server:
    return serve("wwlv", "--no-browser", "--port={port}")


def scanned(page: Page, size: tuple[int, int] | None = None) -> str:
    """The one address that the picture holds, path and all, without the host."""
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    if size is not None:
        picture = picture.resize(size)
    (found,) = zxingcpp.read_barcodes(picture)
    parts = urlsplit(found.text)
    return parts.path.lstrip("/") + (f"#{parts.fragment}" if parts.fragment else "")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_the_last_row_can_scan_the_way_in(
    server: Server, page: Pages, width: int, height: int, theme: str
) -> None:
    teacher = Teacher(
        server, page(viewport={"width": width, "height": height}), query=f"lang=en&theme={theme}"
    )
    teacher.start()
    teacher.page.wait_for_selector(".jp-qr svg")
    path = scanned(teacher.page, LAST_ROW)
    assert path == f"wwlv/{teacher.oracle.room.opened.code}"
    phone = page(**PHONE)
    phone.goto(server.url + path)
    expect(phone.locator("#name")).to_be_visible()
    # at a tap it is gone, and nothing of it is left to scan
    teacher.page.click("header [data-act=join-panel]")
    teacher.page.wait_for_selector(".jp-qr", state="detached")
    picture = Image.open(io.BytesIO(teacher.page.screenshot()))
    assert zxingcpp.read_barcodes(picture) == []


def test_the_teachers_own_phone_becomes_the_remote_and_runs_the_game(server: Server, page: Pages) -> None:
    teacher = Teacher(server, page())
    teacher.seat(5, "vegas")
    teacher.start()
    room = teacher.oracle.room
    student = Student(server, page(**PHONE), room.opened.code, "Lena", room.teams[0].name)
    teacher.page.click("details.menu summary")
    teacher.page.click(".menu [data-act=overlay][data-a-name=remote]")
    teacher.ready("remote")
    path = scanned(teacher.page)
    secret = path.split("#")[1]
    assert secret not in teacher.page.content()
    remote = page(**PHONE)
    remote.goto(server.url + path)
    number = remote.locator(".number").inner_text()
    assert secret not in remote.url
    expect(teacher.page.locator("main")).to_contain_text(number)
    # a student who has photographed the code comes too late
    thief = page(**PHONE)
    thief.goto(server.url + path)
    expect(thief.locator("#link")).to_have_text("connected")
    expect(thief.locator("#code")).to_be_visible()
    expect(thief.locator("#status.bad")).to_be_visible()
    teacher.page.click("[data-act=remote-yes]")
    remote.wait_for_selector("[data-act=next]")
    remote.click("[data-act=next]")
    student.at("1.guess")
    remote.click("details.secret summary")
    shown = remote.locator("details.secret b").inner_text()
    assert re.sub(r"[^\d]", "", shown)
    remote.click("[data-act=pause]")
    student.page.wait_for_selector(".paused")
    student.page.fill("#guess", "12")
    student.page.click("[data-send]:not([disabled])")
    expect(student.page.locator("#status.bad")).to_be_visible()
    remote.click("[data-act=resume]")
    student.page.wait_for_selector(".paused", state="detached")
    student.guess("12")
    remote.click("[data-act=next][data-a-anyway]")
    student.at("1.long-shot")
    remote.click("details[data-key=people] > summary")
    remote.click(".kick summary")
    remote.click("[data-act=kick]")
    expect(student.page.locator("#name")).to_be_visible()
    # one tap on the dashboard ends it
    if teacher.page.locator("[data-screen=remote]").count():
        teacher.page.keyboard.press("Escape")
    teacher.page.click("details.menu summary")
    teacher.page.click(".menu [data-act=remote-end]")
    expect(remote.locator("#status.bad")).to_be_visible()
    expect(remote.locator("#code")).to_be_visible()
