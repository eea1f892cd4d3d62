"""What phones show: every moment of both games, in both languages, for every seat, and the files of the page."""

import re
from collections.abc import Iterator
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.room.conftest import BOX
from wwlv.room import people
from wwlv.room.forward import forward
from wwlv.room.log import Phones, Team
from wwlv.room.room import Room
from wwlv.room.store import Grant, Store
from wwlv.rules.lasvegas.model import Setup as StreetSetup
from wwlv.rules.lasvegas.presets import rules_of as street_rules
from wwlv.rules.wits.model import Setup
from wwlv.rules.wits.presets import PRESETS, rules_of
from wwlv.server.phone.page import POLICY, STATIC, page_html, part
from wwlv.server.phone.screens import Screens, door
from wwlv.text import LANGUAGES, catalog

NASTY = "<b onx=1>&amp;\"'"
COLOURS = ("red", "yellow", "blue", "green", "orange", "purple", "grey")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'wwlv.sqlite'}")
    yield opened
    opened.close()


def wits(store: Store, preset: str, seats: int = 5) -> Room:
    teams = [Team(f"T{k} {NASTY}", COLOURS[k]) for k in range(seats)]
    return Room.open(
        store, game="wits", setup=Setup(rules_of(preset, {"rounds": 2}), seats), teams=teams, box=BOX
    )


def street(store: Store, seats: int = 3) -> Room:
    teams = [Team(f"T{k} {NASTY}", COLOURS[k]) for k in range(seats)]
    rules = street_rules("las-vegas", {"rounds": 1})
    return Room.open(store, game="lasvegas", setup=StreetSetup(rules, seats, 0), teams=teams)


def seated(room: Room, count: int, **phones: Any) -> None:
    room.do(lambda: people.phones_set(room, Phones(**phones)))
    for k in range(count):
        room.do(lambda k=k: people.joined(room, f"P{k}{NASTY}"), by="person:0")
        if room.phones.seating == "choose":
            room.do(lambda k=k: people.moved(room, k + 1, k % len(room.teams)))


class _Tags(HTMLParser):
    """Checks that HTML is well-formed, that fields have labels and buttons have words."""

    VOID = frozenset({"input", "br", "hr", "img", "meta", "link", "circle", "rect", "path"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.labels: set[str] = set()
        self.fields: list[str] = []
        self.silent: list[str] = []
        self._button: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert not any(name.startswith("on") for name in found), found
        assert "style" not in found  # the policy of the page would drop it
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "label":
            self.labels.add(found.get("for") or "")
        if tag == "input":
            self.fields.append(found.get("id") or "")
        if tag == "button":
            self._button = [found.get("aria-label") or ""]

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._button.append(data.strip())

    def handle_endtag(self, tag: str) -> None:
        if tag in self.VOID:
            return
        assert self.open.pop() == tag
        if tag == "button" and self._button is not None:
            if not "".join(self._button):
                self.silent.append("a button without words")
            self._button = None


def check(html: str) -> str:
    tags = _Tags()
    tags.feed(html)
    tags.close()
    assert tags.open == []
    assert set(tags.fields) <= tags.labels
    assert tags.silent == []
    assert NASTY not in html
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def all_screens(room: Room) -> dict[str, str]:
    """Every device's words, by language, role and person."""
    screens, found = Screens(room), {}
    for lang in LANGUAGES:
        text = catalog(lang)
        grants = [Grant("", room.id, "person", p.id, 0, 1) for p in room.roster.people]
        for grant in [*grants, Grant("", room.id, "remote", 0, 0, 1), Grant("", room.id, "asking", 47, 0, 1)]:
            shown = screens.snapshot(grant, text)
            words = check(shown.html)
            assert len(words) > 10
            found[f"{lang}.{grant.role}.{grant.person}"] = words + " ".join(shown.mine.values())
    return found


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("guess", ["latest", "median", "captain"])
def test_every_moment_of_wits_and_wagers_has_a_screen(store: Store, preset: str, guess: str) -> None:
    room = wits(store, preset)
    seated(room, 7, guess=guess)
    seen = set()
    while room.state.phase != "over":
        seen.add(room.state.phase)
        all_screens(room)
        if room.state.phase == "guess":
            for k in range(7):
                value = Decimal(10 + 7 * k)
                room.do(lambda k=k, v=value: people.estimated(room, k + 1, room.phase, room.question, v))
                all_screens(room)
        elif room.state.phase == "long-shot":
            room.do(lambda: people.shot(room, 1, room.phase, room.question, 0, 2))
            all_screens(room)
        elif room.state.phase == "bet":
            for k in range(5):
                token = 1 if room.state.long_shots and room.state.long_shots[k] else 0
                space = (
                    f"board:{k}"
                    if room.state.rules.duplicates != "stack"
                    else f"guess:{room.state.spaces[0].value}"
                )
                chips = room.state.chips[k]
                room.do(
                    lambda k=k, t=token, s=space, c=chips: people.laid(
                        room, k + 1, room.phase, room.question, t, s, c
                    )
                )
            all_screens(room)
        forward(room, anyway=True)
    words = all_screens(room)
    assert {"ready", "guess", "sorted", "bet", "answer", "paid"} <= seen
    assert ("long-shot" in seen) == (room.state.rules.long_shot_odds is not None)
    assert any(catalog("en")("phone.place.won") in w for w in words.values())


def test_every_moment_of_las_vegas_has_a_screen(store: Store) -> None:
    room = street(store)
    seated(room, 4, choice="captain")
    seen = set()
    while room.state.phase != "over":
        seen.add(room.state.phase)
        if room.state.phase == "place":
            seat = room.state.turn
            member = room.roster.team(seat)[-1]
            face = room.state.roll.faces()[0]
            room.do(lambda m=member.id, f=face: people.face_chosen(room, m, room.phase, f))
        words = all_screens(room)
        if room.state.phase == "roll":
            turns = [w for w in words.values() if catalog("en")("phone.street.your_turn") in w]
            assert len(turns) == len(room.roster.team(room.state.turn))
        forward(room)
    all_screens(room)
    assert seen == {"ready", "roll", "place", "pay", "paid"}


def test_the_answer_is_on_the_remote_alone_until_its_reveal(store: Store) -> None:
    room = wits(store, "vegas")
    seated(room, 5)
    forward(room)
    for k in range(5):
        room.do(lambda k=k: people.estimated(room, k + 1, room.phase, room.question, Decimal(71_000_003 + k)))
    while room.state.phase != "paid":
        secret = room.questions[room.question].wording("en").explanation
        for whose, words in all_screens(room).items():
            if room.state.phase in ("guess", "long-shot"):
                others = {f"71,000,00{3 + k}" for k in range(5) if f".person.{k + 1}" not in whose}
                assert not [v for v in others if v in words], whose
            if "remote" not in whose:
                assert secret not in words
        forward(room)
    assert all(secret in words for whose, words in all_screens(room).items() if whose.startswith("en.person"))


def test_hidden_standings_are_in_no_phone_until_the_podium(store: Store) -> None:
    room = wits(store, "original")
    seated(room, 5, standings=False)
    word = catalog("en")("phone.standing", rank=1, n=5)[:9]
    assert not any(word in w for w in all_screens(room).values())
    room.do(lambda: people.phones_set(room, Phones()))
    assert any(word in w for w in all_screens(room).values())


@pytest.mark.parametrize("seating", ["choose", "even", "host"])
@pytest.mark.parametrize("moment", [0, 1, 4, 7, 9])
def test_whoever_comes_late_finds_a_sensible_screen(store: Store, seating: str, moment: int) -> None:
    room = wits(store, "vegas")
    seated(room, 1, seating=seating)
    for _ in range(moment):
        if room.state.phase == "guess":
            room.do(lambda: people.moved(room, 1, 0))
            room.do(lambda: people.estimated(room, 1, room.phase, room.question, Decimal(5)))
        forward(room, anyway=True)
    room.do(lambda: people.joined(room, "Late"), by="person:0")
    late = room.roster.people[-1]
    assert (late.seat is None) == (seating != "even")
    assert all_screens(room)[f"en.person.{late.id}"]


def test_a_paused_class_is_told_so_on_every_phone(store: Store) -> None:
    room = wits(store, "vegas")
    seated(room, 2)
    forward(room)
    room.pause()
    for whose, words in all_screens(room).items():
        if ".person." in whose:
            assert catalog(whose.split(".")[0])("phone.paused_why") in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_way_in_has_words_for_every_case(store: Store, lang: str) -> None:
    room, text = wits(store, "vegas"), catalog(lang)
    assert text("phone.door.title") in check(door(text, 'AB"<', known=None).html)
    assert text("phone.name.title") in check(door(text, "", known=room).html)
    room.do(lambda: people.phones_set(room, Phones(names="made")))
    assert text("phone.name.made") in check(door(text, "", known=room).html)
    room.do(lambda: people.locked(room, True))
    assert text("illegal.room-locked") in check(door(text, "", known=room).html)
    room.close()
    assert text("illegal.room-closed") in check(door(text, "", known=room).html)


def test_the_page_is_under_sixty_kilobytes_and_asks_nobody_else() -> None:
    page = page_html(base="/user/x@y/", code="ABCD", text=catalog("zh-Hant"))
    parts = [part(name).plain.decode() for name in ("phone.js", "phone.css")]
    assert sum(len(t.encode()) for t in (page, *parts)) < 60_000
    for text in (page, *parts):
        assert not re.search(r"(?:https?:)?//(?!www\.w3\.org)[a-z0-9-]+\.[a-z]", text)
    assert 'src="/user/x@y/wwlv/static/phone.js?v=' in page
    assert "unsafe" not in POLICY
    assert "<style" not in page


def test_a_code_in_the_address_cannot_break_out_of_the_page() -> None:
    page = page_html(base='/"><script>/', code='"><b>', text=catalog("en"))
    assert "<script>" not in page
    assert '"><b>' not in page


def test_templates_use_every_class_of_team_colour() -> None:
    css = (STATIC / "phone.css").read_text(encoding="utf-8")
    assert all(f".t-{colour}" in css for colour in COLOURS)
