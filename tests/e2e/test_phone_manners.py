"""How a phone behaves in the hand: by keyboard alone, while others play, on small screens, in two tabs."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.student import Student
from tests.served import Server
from tests.server.test_phone_screens import COLOURS
from wwlv.decks import shipped_decks
from wwlv.room import people
from wwlv.room.forward import forward
from wwlv.room.log import Team
from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.rules.lasvegas.model import Setup as StreetSetup
from wwlv.rules.lasvegas.presets import rules_of as street_rules
from wwlv.rules.wits.model import Setup
from wwlv.rules.wits.presets import rules_of
from wwlv.screens.table import space_key

Pages = Callable[..., Page]
Serve = Callable[..., Server]
pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 568}


@pytest.fixture
def server(serve: Serve) -> Server:
    return serve("wwlv", "--no-browser", "--port={port}")


def store_of(server: Server) -> Store:
    return Store(f"sqlite:///{(server.home / 'wwlv.db').as_posix()}")


def a_room(server: Server, game: str = "wits", seats: int = 5) -> Room:
    teams = [Team(f"Team {k + 1}", COLOURS[k]) for k in range(seats)]
    if game == "wits":
        cards = tuple(card for deck in shipped_decks() for card in deck.cards)
        setup = Setup(rules_of("vegas", {"rounds": 2}), seats)
        return Room.open(store_of(server), game="wits", setup=setup, teams=teams, box=cards)
    street = StreetSetup(street_rules("las-vegas", {}), seats, 0)
    return Room.open(store_of(server), game="lasvegas", setup=street, teams=teams)


def the_others_guess(room: Room, but: int) -> None:
    """Somebody without a phone in every other team hands in a card."""
    for seat in range(len(room.teams)):
        if seat != but:
            if not room.roster.team(seat):
                room.do(partial(people.joined, room, f"Other {seat}"), by="person:0")
                room.do(partial(people.moved, room, room.roster.last, seat))
            who = room.roster.team(seat)[0].id
            value = Decimal(10 * seat + 7)
            room.do(partial(people.estimated, room, who, room.phase, room.question, value))


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement?.id || document.activeElement?.dataset?.key || ''")
    return found


def test_a_whole_round_by_keyboard_alone(server: Server, page: Pages) -> None:
    room = a_room(server)
    phone = page(viewport=PHONE)
    keys = phone.keyboard
    phone.goto(f"{server.url}wwlv/")

    def tab_to(selector: str) -> None:
        """Tab until this is in focus; a round through the page is enough."""
        expect(phone.locator(selector).first).to_be_visible()
        for _ in range(60):
            if phone.evaluate("s => document.activeElement?.matches(s) || false", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")

    tab_to("#code")
    keys.type(room.opened.code.lower())
    keys.press("Enter")
    tab_to("#name")
    keys.type("Lena")
    keys.press("Enter")
    tab_to(".row.team[data-a-seat='2']")
    keys.press("Enter")
    phone.wait_for_selector("#screen[data-name=wits]")
    room.refresh()
    forward(room)
    tab_to("#guess")
    keys.type("1200")
    tab_to("[data-send]:not([disabled])")
    keys.press("Enter")
    expect(phone.locator("#status.good")).to_be_visible()
    the_others_guess(room, 2)
    forward(room)
    tab_to("[data-act=shoot]")
    keys.press("Space")
    expect(phone.locator(".row .mytok")).to_have_count(1)
    forward(room)
    forward(room)
    tab_to(".sp .hit")
    keys.press("Enter")
    expect(phone.locator(".sp .own")).to_have_count(1)
    expect(phone.locator("[data-act=pass][disabled]")).to_be_visible()
    room.refresh()
    assert len(room.state.bets[2]) == len(room.state.long_shots[2]) == 1
    tab_to("details[data-key=howto] summary")
    keys.press("Enter")
    expect(phone.locator(".howto")).to_be_visible()


def test_what_others_do_takes_neither_focus_nor_typed_text(server: Server, page: Pages) -> None:
    room = a_room(server)
    student = Student(server, page(viewport=PHONE), room.opened.code, "Lena", "Team 3")
    room.refresh()
    room.do(partial(people.joined, room, "Mate"), by="person:0")
    mate = room.roster.last
    room.do(partial(people.moved, room, mate, 2))
    forward(room)
    student.at("1.guess")
    student.page.click("#guess")
    student.page.keyboard.type("12")
    room.do(partial(people.estimated, room, mate, room.phase, room.question, Decimal(555)))
    expect(student.page.locator("main")).to_contain_text("555")
    student.page.keyboard.type("34")
    the_others_guess(room, 2)
    room.pause()
    student.page.wait_for_selector(".paused")
    student.page.keyboard.type("5")
    room.resume()
    student.page.wait_for_selector(".paused", state="detached")
    assert student.page.input_value("#guess") == "12345"
    assert focused(student.page) == "guess"


@pytest.mark.parametrize("locale", ["en-GB", "zh-TW"])
@pytest.mark.parametrize("game", ["wits", "lasvegas"])
def test_no_screen_is_wider_than_a_small_phone(server: Server, page: Pages, game: str, locale: str) -> None:
    room = a_room(server, game)
    student = Student(
        server, page(viewport=NARROW, locale=locale), room.opened.code, "Maximiliane-Charlotte von", "Team 1"
    )
    room.refresh()
    steps = 0
    while room.state.phase != "over" and steps < 60:
        steps += 1
        student.at(room.phase)
        if room.state.phase == "guess":
            the_others_guess(room, 0)
            student.guess("2.5 million" if locale == "en-GB" else "250 萬")
        if room.state.phase == "bet":
            space = space_key(room.view().table.spaces[-1], "side-by-side")
            student.lay(space)
            room.refresh()
        width = student.page.evaluate(
            "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)"
        )
        assert width <= NARROW["width"], room.phase
        small = student.page.evaluate(
            "[...document.querySelectorAll('button, summary, input')].filter(n => n.offsetParent && (n.offsetHeight < 38 || n.offsetWidth < 32)).map(n => n.outerHTML)"
        )
        assert small == []
        forward(room, anyway=True)
        if game == "lasvegas" and room.state.round > 1:
            break


def test_two_tabs_of_one_phone_are_one_seat(server: Server, page: Pages) -> None:
    room = a_room(server)
    student = Student(server, page(viewport=PHONE), room.opened.code, "Lena", "Team 2")
    second = student.page.context.new_page()
    second.goto(f"{server.url}wwlv/")
    second.wait_for_selector("#screen[data-name=wits]")
    room.refresh()
    forward(room)
    student.guess("77")
    expect(second.locator("[data-mine=own]")).to_contain_text("77")
    room.refresh()
    assert [p.name for p in room.roster.people] == ["Lena"]


def test_a_double_tap_is_one_bet_and_a_wrong_number_says_what_to_do(server: Server, page: Pages) -> None:
    room = a_room(server)
    student = Student(server, page(viewport=PHONE), room.opened.code, "Lena", "Team 1")
    room.refresh()
    forward(room)
    student.at("1.guess")
    student.page.fill("#guess", "twelve-ish")
    expect(student.page.locator("#said")).not_to_be_empty()
    expect(student.page.locator("[data-send]")).to_be_disabled()
    student.page.fill("#guess", "1e200")
    expect(student.page.locator("#said")).to_contain_text("100")
    expect(student.page.locator("[data-send]")).to_be_disabled()
    assert student.page.input_value("#guess") == "1e200"
    student.guess("40")
    the_others_guess(room, 0)
    forward(room)
    forward(room)
    forward(room)
    student.at("1.bet")
    student.page.dblclick(".sp .hit >> nth=1")
    student.sent()
    student.page.wait_for_timeout(500)
    room.refresh()
    spaces = {str(bet.space) for bet in room.state.bets[0]}
    assert len(spaces) == 1
