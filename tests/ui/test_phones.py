"""The teacher's side of the phones without a browser: the way in, the people, the remote, and what must not be seen."""

import html
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
import segno

from tests.ui.test_host import Teacher
from wwlv.room import people, tokens
from wwlv.room.log import Phones
from wwlv.room.room import Request, Room, Stale
from wwlv.room.store import Store, now_ms
from wwlv.rules.game import IllegalMove
from wwlv.text import LANGUAGES
from wwlv.ui import addresses
from wwlv.ui.addresses import Found

SERVER = "http://192.168.1.5:8866/"
NAMES = ("Lena", "Mehmet", "Aiko", "王小明", "Jonas", "Olu")
ESTIMATE = Decimal("5550001")  # nobody would type it


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'wwlv.sqlite'}")
    yield opened
    opened.close()


@pytest.fixture
def teacher(store: Store) -> Teacher:
    return Teacher(store).do("server", server=SERVER).do("start")


def room_of(teacher: Teacher) -> Room:
    """The same room as another process holds it: that of the phones."""
    assert teacher.host.room is not None
    return Room(teacher.host.store, teacher.host.room.id)


def come(teacher: Teacher, *names: str, seats: int = 5, here: bool = True) -> Room:
    """People join, one a team in turn, and are connected."""
    room = room_of(teacher)
    asked = []
    for k, name in enumerate(names):
        asked.append(Request(partial(people.joined, room, name)))
        asked.append(Request(partial(people.seated, room, room.roster.last + k + 1, k % seats)))
    assert not any(room.decide_all(asked))
    connected(room, *(p.id for p in room.roster.people if here))
    teacher.host.beat()
    return room


def connected(room: Room, *ids: int) -> None:
    room.store.set_present(room.id, "phones", ids, now_ms())


def estimate(room: Room, person: int, value: Decimal | int) -> None:
    room.do(
        lambda: people.estimated(room, person, room.phase, room.question, Decimal(value)), f"person:{person}"
    )


def main(teacher: Teacher) -> str:
    return re.findall(r"<main.*?</main>", teacher.screen, re.DOTALL)[0]


def picture(url: str) -> str:
    """What scanning the picture of an address must find: its modules, drawn by segno."""
    drawn: str = segno.make(url, error="m", micro=False).svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True
    )
    return re.findall(r'd="(M4 [^"]*)"', drawn)[0]


# --- the way in
def test_before_the_first_question_the_class_is_shown_the_way_in(teacher: Teacher) -> None:
    code = room_of(teacher).opened.code
    assert f">{code}</b>" in main(teacher)
    assert ">192.168.1.5:8866/wwlv</b>" in main(teacher)
    assert picture(f"{SERVER}wwlv/{code}") in main(teacher)
    assert 'class="backs"' not in teacher.screen
    assert len(re.findall("data-primary", teacher.screen)) == 1


def test_it_is_hidden_and_shown_at_a_tap_and_gives_way_to_the_question(teacher: Teacher) -> None:
    teacher.do("join-panel", open="no")
    assert 'class="backs"' in teacher.screen
    teacher.do("join-panel", open="yes")
    assert "jp-qr" in teacher.screen
    teacher.next()
    assert teacher.phase == "1.guess"
    assert "jp-qr" not in teacher.screen
    assert "jp-qr" in teacher.do("join-panel", open="yes").screen  # somebody is late
    assert "jp-qr" not in teacher.next(anyway="yes").screen


def test_the_street_shows_the_way_in_too(store: Store) -> None:
    teacher = (
        Teacher(store).do("server", server=SERVER).do("set", field="preset", value="las-vegas").do("start")
    )
    assert picture(f"{SERVER}wwlv/{room_of(teacher).opened.code}") in main(teacher)


def test_without_our_server_the_table_is_as_ever_and_the_panel_says_what_is_missing(store: Store) -> None:
    teacher = Teacher(store).do("server", server="").do("start")
    assert 'class="backs"' in teacher.screen
    teacher.do("join-panel", open="yes")
    assert "Phones need the command wwlv" in teacher.screen
    assert "jp-qr" not in teacher.screen
    assert teacher.next().phase == "1.guess"


def test_the_way_in_does_not_wait_for_the_page_to_find_it(store: Store) -> None:
    teacher = Teacher(store).do("start")
    assert 'class="backs"' in teacher.screen
    assert "jp-qr" in teacher.do("server", server=SERVER).screen


def test_on_this_machine_alone_its_addresses_are_offered_in_turn(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        addresses, "found", lambda: [Found("eth0", "10.0.0.2"), Found("wlan0", "192.168.0.7")]
    )
    monkeypatch.setattr(addresses, "answers", lambda _: False)  # nobody listens at those here
    teacher = Teacher(store).do("server", server="http://localhost:8866/x/").do("start")
    code = room_of(teacher).opened.code
    assert ">192.168.0.7:8866/x/wwlv</b>" in teacher.screen
    assert "(1 of 2)" in teacher.screen
    teacher.do("address")
    assert picture(f"http://10.0.0.2:8866/x/wwlv/{code}") in teacher.screen
    assert ">192.168.0.7:8866/x/wwlv</b>" in teacher.do("address").screen
    assert "answers this computer alone" in teacher.screen


def test_without_any_network_it_is_said_and_found_once_there_is_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "found", lambda: [Found("lo", "127.0.0.1")])
    monkeypatch.setattr(addresses, "answers", lambda _: True)
    teacher = Teacher(store).do("server", server="http://127.0.0.1:8866/").do("start")
    assert "in no network" in teacher.screen
    monkeypatch.setattr(addresses, "found", lambda: [Found("wlan0", "192.168.0.7")])
    assert "jp-qr" in teacher.do("address").screen


def test_people_arrive_under_their_team_and_those_without_one_apart(teacher: Teacher) -> None:
    room = come(teacher, "Lena", "Mehmet")
    room.do(lambda: people.joined(room, "<b>Ines"))
    teacher.host.beat()
    assert "3 people are in" in teacher.screen
    groups = re.findall(r'data-key="jg-(\w+)".*?</div>', teacher.screen, re.DOTALL)
    assert groups == ["0", "1", "2", "3", "4", "none"]
    loose = teacher.screen.split('data-key="jg-none"')[1]
    assert "&lt;b&gt;Ines" in loose
    assert "<b>Ines" not in teacher.screen


def test_a_lecture_hall_fits_on_the_panel(teacher: Teacher) -> None:
    come(teacher, *(f"P{k}" for k in range(300)))
    assert "300 people are in" in teacher.screen
    assert teacher.screen.count('data-key="jc-') <= 60
    assert "P299" in main(teacher)  # who comes now sees themselves


# --- the people
def test_the_header_counts_who_is_connected_and_follows(teacher: Teacher) -> None:
    room = come(teacher, *NAMES)
    teacher.do("join-panel", open="no")
    assert 'aria-label="6 of 6 connected"' in teacher.screen
    connected(room, 1, 2)
    teacher.host.beat()
    assert 'aria-label="2 of 6 connected"' in teacher.screen


def test_a_person_is_renamed_moved_and_made_captain(teacher: Teacher) -> None:
    room = come(teacher, "Lena", "Mehmet")
    teacher.do("overlay", name="people").do("person-pick", person=2)
    teacher.do("person-name", "Memo", person=2).do("person-move", person=2, seat=0)
    teacher.do("person-captain", person=2)
    room.refresh()
    assert [(p.name, p.seat) for p in room.roster.people] == [("Lena", 0), ("Memo", 0)]
    assert room.roster.captain(0) == room.roster.person(2)
    teacher.do("person-name", "lena", person=2)
    assert "taken" in teacher.banner
    teacher.do("person-move", person=2, seat="none")
    assert room_of(teacher).roster.people[1].seat is None
    teacher.do("spread")
    assert room_of(teacher).roster.people[1].seat == 1  # the first team that is empty


def test_removing_asks_once_then_frees_the_name_and_kills_the_token(teacher: Teacher, store: Store) -> None:
    room = come(teacher, "Lena", "Mehmet")
    token = tokens.let_in(store, room.id, "person", now_ms(), person=1)
    other = tokens.let_in(store, room.id, "person", now_ms(), person=2)
    teacher.do("overlay", name="people").do("person-gone", person=1)
    assert room_of(teacher).roster.person(1) is not None  # nobody was asked about yet
    teacher.do("person-remove", person=1)
    assert "Remove Lena?" in teacher.screen
    teacher.do("person-keep").do("person-gone", person=1)
    assert room_of(teacher).roster.person(1) is not None
    teacher.do("person-remove", person=1).do("person-gone", person=1)
    assert room_of(teacher).roster.person(1) is None
    assert tokens.holder(store, token, now_ms()) is None
    assert tokens.holder(store, other, now_ms()) is not None
    room = room_of(teacher)
    room.do(lambda: people.joined(room, "Lena"))
    assert room.roster.last == 3


def test_the_house_rules_of_phones_are_switches(teacher: Teacher) -> None:
    for name, value in (
        ("locked", "true"),
        ("seating", "even"),
        ("names", "made"),
        ("guess", "median"),
        ("choice", "captain"),
        ("standings", "false"),
    ):
        teacher.do("house-phones", name=name, value=value)
    assert room_of(teacher).phones == Phones(True, "even", "made", "median", "captain", False)
    before = room_of(teacher).rev
    for name, value in (("locked", "perhaps"), ("seating", "anyhow"), ("__class__", "x"), ("guess", "")):
        teacher.do("house-phones", name=name, value=value)
    assert room_of(teacher).rev == before
    room = room_of(teacher)
    with pytest.raises(IllegalMove, match="room-locked"):
        room.do(lambda: people.joined(room, "Lena"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_screen_of_phones_can_be_drawn(store: Store, lang: str) -> None:
    teacher = Teacher(store, language=lang).do("server", server=SERVER).do("start")
    come(teacher, *NAMES)
    for name in ("people", "remote", "people"):
        teacher.do("overlay", name=name)
        assert f'data-screen="{name}"' in teacher.screen
        assert len(re.findall("data-primary", teacher.screen)) == 1
    teacher.do("person-pick", person=1).do("person-remove", person=1).do("overlay")
    assert teacher.next().phase == "1.guess"
    assert teacher.banner == ""


# --- who is waited for
def test_everyone_in_makes_the_button_live(teacher: Teacher) -> None:
    room = come(teacher, *NAMES[:5])
    teacher.next()
    room.refresh()
    for person in range(1, 5):
        estimate(room, person, person)
    teacher.host.beat()
    assert "4 of 5 estimates" in teacher.screen
    assert 'class="go live"' not in teacher.screen
    estimate(room, 5, 9)
    teacher.host.beat()
    assert "5 of 5 estimates" in teacher.screen
    assert 'class="go live"' in teacher.screen
    assert "Everyone is in" in teacher.screen


def test_a_hot_seat_is_live_when_all_cards_are_in(teacher: Teacher) -> None:
    teacher.next().guesses("1", "2", "3", "4")
    assert 'class="go live"' not in teacher.screen
    teacher.do("guess", "5", seat=4)
    assert 'class="go live"' in teacher.screen


def test_nobody_waits_for_a_team_whose_phones_are_away(store: Store) -> None:
    teacher = (
        Teacher(store).do("set", field="preset", value="vegas").do("start")
    )  # this mat waits for every card
    room = come(teacher, *NAMES[:5])
    teacher.next()
    room.refresh()
    for person in range(1, 5):
        estimate(room, person, person)
    teacher.host.beat()
    assert "Waiting for Foxes." in teacher.screen
    assert re.search(r"data-primary[^>]* disabled", teacher.screen)
    connected(room, 1, 2, 3, 4)
    teacher.host.beat()
    assert not re.search(r"data-primary[^>]* disabled", teacher.screen)
    assert 'class="go live"' in teacher.screen
    assert teacher.next().phase == "1.long-shot"
    assert teacher.banner == ""


def test_a_team_without_people_is_the_teachers_to_type_for(teacher: Teacher) -> None:
    room = come(teacher, "Lena")
    teacher.next()
    room.refresh()
    estimate(room, 1, 7)
    teacher.host.beat()
    teacher.next()
    assert "Bees, Crabs, Deer and Foxes have no card yet" in teacher.banner
    teacher.do("guess", "12", seat=1)
    assert teacher.table.guessed == (0, 1)


def test_a_card_tells_how_many_of_its_team_are_in(teacher: Teacher) -> None:
    room = come(teacher, "Lena", "Mehmet", "Aiko", seats=1)
    connected(room, 1, 2)
    teacher.next()
    room.refresh()
    estimate(room, 1, 7)
    teacher.host.beat()
    card = teacher.screen.split('data-key="back-0"')[1].split('data-key="back-1"')[0]
    assert re.findall(r'<i class="(\w+)">', card) == ["in", "here", "away"]
    assert "1/3" in card
    assert "pp-crew" not in teacher.screen.split('data-key="back-1"')[1]


# --- pausing
def test_the_class_is_paused_with_and_without_a_clock(store: Store) -> None:
    teacher = Teacher(store).do("option", "", name="guess_s").do("start")
    room = come(teacher, "Lena")
    teacher.next()
    assert teacher.host.room is not None
    assert teacher.host.room.clock is None
    teacher.do("pause")
    assert "Paused" in teacher.screen
    room.refresh()
    with pytest.raises(IllegalMove, match="paused"):
        estimate(room, 1, 7)
    teacher.do("resume-clock")
    assert "Paused" not in teacher.screen
    estimate(room, 1, 7)


# --- hidden standings
def test_hidden_standings_are_nowhere_before_the_podium(store: Store) -> None:
    teacher = Teacher(store).do("option", "2", name="rounds").do("start")
    teacher.do("house-phones", name="standings", value="false")
    for _ in range(2):
        teacher.next().guesses("1", "2", "3", "4", "5").next().next()
        for seat in range(5):
            teacher.do("hand", seat=seat).do("place", space=f"guess:{seat + 1}").do("place", space="too-high")
        for _ in range(3):
            if not teacher.phase.endswith("paid"):
                teacher.next()
        assert teacher.phase.endswith("paid")
        assert any(teacher.table.chips)
        assert "data-count" not in teacher.screen
        assert 'class="delta' not in teacher.screen
        footer = re.findall(r"<footer>.*?</footer>", teacher.screen, re.DOTALL)[0]
        assert "<em></em>" in footer
    teacher.do("house-phones", name="standings", value="true")
    assert teacher.screen.count("data-count=") == 5
    teacher.do("house-phones", name="standings", value="false").next()
    assert 'data-screen="podium"' in teacher.screen
    assert teacher.screen.count('class="total"') == 5


def test_a_street_with_hidden_standings_shows_no_purse(store: Store) -> None:
    teacher = Teacher(store).do("set", field="preset", value="las-vegas").do("start")
    teacher.do("house-phones", name="standings", value="false")
    for _ in range(400):
        if teacher.phase.endswith("paid"):
            break
        teacher.next()
    assert sum(teacher.table.money)
    assert "data-count" not in teacher.screen
    assert " notes</span>" not in teacher.screen


def test_with_hidden_standings_there_is_no_race(store: Store) -> None:
    from wwlv.charts.theme import LIGHT
    from wwlv.ui.pictures import pictures_of

    teacher = Teacher(store).do("start").next().guesses("1", "2", "3", "4", "5").next().next()
    for _ in range(3):
        if not teacher.phase.endswith("paid"):
            teacher.next()
    assert teacher.host.playing is not None
    assert pictures_of(teacher.host.playing.view, teacher.host.text, LIGHT)[1] is not None
    teacher.do("house-phones", name="standings", value="false")
    guesses, race = pictures_of(teacher.host.playing.view, teacher.host.text, LIGHT)
    assert guesses is not None
    assert race is None


# --- the remote
def secret_of(teacher: Teacher) -> str:
    return teacher.host.phones.secret


def test_the_remote_is_paired_by_a_picture_and_a_number(teacher: Teacher, store: Store) -> None:
    teacher.do("overlay", name="remote")
    secret = secret_of(teacher)
    assert picture(f"{SERVER}wwlv/remote#{secret}") in main(teacher)
    asked = tokens.asked(store, secret, now_ms())
    assert asked is not None
    token, number = asked
    teacher.host.beat()
    assert f"Does yours show {number}?" in teacher.screen
    teacher.do("remote-yes", number=100)  # a number nobody shows
    assert tokens.holder(store, token, now_ms()).role == "asking"  # type: ignore[union-attr]
    teacher.do("remote-yes", number=number)
    assert tokens.holder(store, token, now_ms()).role == "remote"  # type: ignore[union-attr]
    assert "Your phone is the remote now" in teacher.banner
    assert 'data-screen="table"' in teacher.screen
    assert "End the remote" in teacher.screen
    teacher.do("remote-end")
    assert tokens.holder(store, token, now_ms()) is None
    assert "Use my phone as a remote" in teacher.screen


def test_a_stranger_who_asks_is_sent_away_and_the_picture_is_new(teacher: Teacher, store: Store) -> None:
    teacher.do("overlay", name="remote")
    secret = secret_of(teacher)
    token, _ = tokens.asked(store, secret, now_ms()) or ("", 0)
    teacher.host.beat()
    teacher.do("remote-no")
    assert tokens.holder(store, token, now_ms()) is None
    assert secret_of(teacher) not in ("", secret)
    assert picture(f"{SERVER}wwlv/remote#{secret_of(teacher)}") in main(teacher)


@pytest.mark.parametrize("way", ["overlay", "to-lobby"])
def test_leaving_the_screen_of_the_remote_ends_its_secret(teacher: Teacher, store: Store, way: str) -> None:
    teacher.do("overlay", name="remote")
    secret = secret_of(teacher)
    teacher.do(way)
    assert tokens.holder(store, secret, now_ms()) is None


def test_the_secret_of_the_remote_is_text_nowhere(teacher: Teacher, store: Store) -> None:
    shown = [teacher.do("overlay", name="remote").screen]
    secret = secret_of(teacher)
    assert len(secret) > 20
    tokens.asked(store, secret, now_ms())
    teacher.host.beat()
    shown += [teacher.screen, teacher.do("overlay").screen, json.dumps(teacher.told)]
    for screen in shown:
        assert secret not in html.unescape(screen)
        assert "remote#" not in screen


# --- secrets of the people
def test_no_estimate_is_in_any_screen_before_the_sort(teacher: Teacher) -> None:
    room = come(teacher, *NAMES)
    teacher.next()
    room.refresh()
    for person in range(1, 7):
        estimate(room, person, ESTIMATE + person)
    teacher.host.beat()
    shown = [teacher.screen, teacher.do("overlay", name="people").screen]
    shown += [teacher.do("person-pick", person=1).screen, teacher.do("overlay").screen]
    shown += [
        teacher.do("join-panel", open="yes").screen,
        teacher.do("pause").screen,
        json.dumps(teacher.told),
    ]
    secret = re.compile(r"555000\d|5,550,00\d")
    assert not any(secret.search(screen) for screen in shown)
    assert "estimate in" in shown[1]
    assert secret.search(teacher.next().screen)


def test_the_chart_of_guesses_is_the_classs_own(teacher: Teacher) -> None:
    from wwlv.charts.theme import LIGHT
    from wwlv.ui.pictures import pictures_of

    room = come(teacher, *NAMES, *(f"P{k}" for k in range(30)))
    teacher.next()
    room.refresh()
    for person in range(1, 37):
        estimate(room, person, person)
    teacher.host.beat()
    assert teacher.next().phase == "1.sorted"
    assert teacher.host.playing is not None
    picture, _ = pictures_of(teacher.host.playing.view, teacher.host.text, LIGHT)
    assert picture is not None
    assert picture.title == teacher.host.text("chart.guesses.crowd_title", value="18.5")
    people_, teams = picture.figure.data
    assert (len(people_.x), len(teams.x)) == (36, 5)


# --- from game to game
def finish(teacher: Teacher) -> Teacher:
    return teacher.next().do("finish", phase=teacher.phase)


@pytest.mark.parametrize("way", ["again", "other-game"])
def test_phones_follow_into_the_next_game(teacher: Teacher, store: Store, way: str) -> None:
    old = come(teacher, *NAMES)
    token = tokens.let_in(store, old.id, "person", now_ms(), person=4)
    teacher.do("person-captain", person=6).do("house-phones", name="seating", value="even")
    finish(teacher).do(way)
    new = room_of(teacher)
    assert new.id != old.id
    old.refresh()
    assert old.left_for is not None
    assert old.left_for.room == new.id
    assert [(p.name, p.seat) for p in new.roster.people] == [(p.name, p.seat) for p in old.roster.people]
    assert new.phones.seating == "even"
    assert new.roster.captain(0) == new.roster.person(6)
    assert tokens.holder(store, token, now_ms()).room == new.id  # type: ignore[union-attr]


def test_phones_wait_while_the_teacher_is_in_the_lobby_even_over_a_refresh(
    teacher: Teacher, store: Store
) -> None:
    old = come(teacher, *NAMES)
    finish(teacher).do("to-lobby")
    assert "6 phones wait for the next game" in teacher.screen
    old.refresh()
    assert old.is_open
    fresh = Teacher(store).do("remove-team", seat=4).do("start")
    new = room_of(fresh)
    assert [p.seat for p in new.roster.people] == [0, 1, 2, 3, None, 0]  # the fifth team is no more
    old.refresh()
    assert old.left_for is not None


def test_a_game_left_in_the_middle_keeps_its_phones_and_may_go_on(teacher: Teacher, store: Store) -> None:
    old = come(teacher, *NAMES)
    teacher.next().do("to-lobby")
    assert "A game is waiting." in teacher.screen
    teacher.do("resume", code=old.opened.code)
    assert teacher.phase == "1.guess"
    teacher.do("to-lobby").do("leave", code=old.opened.code)
    assert "A game is waiting." not in teacher.screen
    old.refresh()
    assert old.is_open
    assert len(room_of(teacher.do("start")).roster.people) == 6


def test_a_game_that_is_played_elsewhere_keeps_its_class(teacher: Teacher, store: Store) -> None:
    come(teacher, *NAMES)
    teacher.next()
    other = Teacher(store).do("start")
    assert room_of(other).roster.people == ()


def test_a_class_that_has_gone_can_be_let_go(teacher: Teacher, store: Store) -> None:
    old = come(teacher, *NAMES)
    finish(teacher).do("to-lobby").do("send-home")
    assert "wait for the next game" not in teacher.screen
    old.refresh()
    assert not old.is_open
    assert room_of(teacher.do("start")).roster.people == ()


def test_another_dashboard_of_the_class_follows_too(teacher: Teacher, store: Store) -> None:
    old = come(teacher, *NAMES)
    finish(teacher)
    other = Teacher(store, room=old.opened.code)
    teacher.do("again")
    other.host.beat()
    assert room_of(other).id == room_of(teacher).id
    assert room_of(Teacher(store, room=old.opened.code)).id == room_of(teacher).id  # and one that is reloaded


# --- when others are faster
def test_a_table_that_moved_on_is_a_sentence_to_press_again(
    teacher: Teacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert teacher.host.room is not None

    def overtaken(*_: object) -> None:
        raise Stale("room")

    monkeypatch.setattr(teacher.host.room, "ask", overtaken)
    teacher.next()
    assert "Press again" in teacher.banner
    assert "on our side" not in teacher.screen


@pytest.mark.parametrize(
    "act",
    ["person-pick", "person-name", "person-move", "person-captain", "person-remove", "person-gone", "spread",
     "house-phones", "remote-yes", "remote-no", "remote-end", "server", "address", "join-panel", "send-home"],
)  # fmt: skip
def test_nonsense_is_answered_and_never_shown_as_a_bug(teacher: Teacher, act: str) -> None:
    come(teacher, "Lena")
    for value in ("", "'; drop table rooms", "9" * 300, "٣", "-1", "http://[", "99"):
        args = dict.fromkeys(("person", "seat", "name", "number", "server", "open"), value)
        teacher.do(act, value, **args)
        assert "on our side" not in teacher.screen, value
    assert room_of(teacher).roster.people[0].name == "Lena"
