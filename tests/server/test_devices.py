"""Devices come and go: joining, coming back after a crash, being sent away, and following the class into the next room."""

import re
import signal
import time
from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest

from tests.served import Server
from tests.server.phones import WORDS, Class, Phone, room_in, store_of
from wwlv.room import people, tokens
from wwlv.room.forward import forward
from wwlv.room.log import EstimateGiven, PersonJoined, Phones, PhonesSet
from wwlv.room.room import Room
from wwlv.room.store import Store, now_ms
from wwlv.rules.wits.moves import SubmitGuess


# --- coming in
def test_a_locked_room_a_wrong_code_and_a_name_in_use_are_said(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    code = room.opened.code
    ann, other = pupils.member(house, room, "Ann"), pupils.phone(house)
    assert other.join("0000", "Bob")["code"] == "no-such-room"
    assert other.join(code, "ANN ")["code"] == "name-in-use"
    assert other.join(code, " ​ ")["code"] == "empty-name"
    room.do(lambda: [PhonesSet(Phones(locked=True))])
    assert other.join(code, "Bob")["code"] == "room-locked"
    assert "<form" not in pupils.phone(house).hello(code=code)["show"]["html"]
    room.do(lambda: [PhonesSet(Phones())])
    assert other.join(code.lower(), "Bob")["ok"]
    assert other.join(code, "Carl")["code"] == "already-in"
    room.refresh()
    assert [p.name for p in room.roster.people] == ["Ann", "Bob"]
    assert ann.ask("ping")["ok"]


def test_who_tries_many_codes_waits_and_another_behind_the_same_address_does_not(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    guessing, other = pupils.phone(house), pupils.phone(house)
    codes = [guessing.join(f"00{k:02d}", "Ann", device="one device")["code"] for k in range(12)]
    assert codes[0] == "no-such-room"
    assert codes[-1] == "too-many-tries"
    assert guessing.join(room.opened.code, "Ann", device="one device")["code"] == "too-many-tries"
    again = pupils.phone(house)  # a new line is the same device
    assert again.join(room.opened.code, "Ann", device="one device")["code"] == "too-many-tries"
    assert other.join(room.opened.code, "Bob", device="another device")["ok"]


def test_a_join_that_is_tried_again_is_the_same_person(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    one, two = pupils.phone(house), pupils.phone(house)
    assert one.join(room.opened.code, "Ann", id="a join", device="a phone")["ok"]
    one.close()  # the answer did not get through
    assert two.join(room.opened.code, "Ann", id="a join", device="a phone")["ok"]
    room.refresh()
    assert len(room.roster.people) == 1
    assert two.ask("sit", seat=1)["ok"]
    assert two.shown["mine"]["name"] == "Ann"


def test_the_id_of_somebody_elses_join_opens_nothing(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    ann, bob = pupils.phone(house), pupils.phone(house)
    assert ann.join(room.opened.code, "Ann", id="1", device="hers")["ok"]
    assert bob.join(room.opened.code, "Bob", id="1", device="his")["ok"]
    assert bob.shown["mine"]["name"] == "Bob"
    room.refresh()
    assert [p.name for p in room.roster.people] == ["Ann", "Bob"]


# --- a crash
def test_an_estimate_tried_again_after_the_server_was_killed_is_written_once(
    serve: Callable[..., Server], pupils: Class
) -> None:
    server = serve(*WORDS)
    store = store_of(server)
    room = room_in(store)
    phone = pupils.member(server, room, "Ann", 0)
    room.ask()
    act = {"id": "try", "phase": room.phase, "question": room.question, "value": "12"}
    assert phone.until(lambda line: line.shown["phase"] == room.phase)
    assert phone.ask("estimate", **act)["ok"]
    server.end(signal.SIGKILL)
    assert phone.until(lambda line: line.is_closed)
    again = serve(*WORDS, home=server.home, port=server.port)
    back = pupils.phone(again)
    assert back.hello(token=phone.token)["show"]["mine"]["own_value"] == "12"
    assert back.ask("estimate", **act)["ok"]
    room.refresh()
    assert [e.event for e in room.log if isinstance(e.event, EstimateGiven)] == [
        EstimateGiven(1, room.question, Decimal(12))
    ]
    store.close()


# --- going
def test_who_is_sent_away_by_another_process_is_signed_out_and_the_token_is_dead(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    ann, bob = pupils.member(house, room, "Ann", 0), pupils.member(house, room, "Bob", 1)
    room.do(lambda: people.removed(room, 1))  # and the process died before it could revoke the token
    assert ann.until(lambda line: line.gone == ["removed"], 2)
    assert ann.ask("sit", seat=1)["code"] == "not-in"
    answer = pupils.phone(house).hello(token=ann.token)
    assert (answer["gone"], answer["show"]["screen"]) == ("unknown", "door")
    assert bob.ask("sit", seat=2)["ok"]
    assert bob.gone == []


def test_who_is_sent_away_while_not_connected_is_told_on_coming_back(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    ann = pupils.member(house, room, "Ann", 0)
    ann.close()
    room.do(lambda: people.removed(room, 1))
    back = pupils.phone(house)
    answer = back.hello(token=ann.token, code=room.opened.code)
    assert (answer["gone"], answer["show"]["screen"]) == ("unknown", "name")
    assert back.ask("sit", seat=1)["code"] == "not-in"


def test_a_phone_that_leaves_is_signed_out_on_all_its_lines(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    one = pupils.member(house, room, "Ann", 0)
    two = pupils.phone(house)
    assert two.hello(token=one.token)["ok"]
    assert one.ask("leave")["ok"]
    assert one.until(lambda line: line.gone == ["left"])
    assert two.until(lambda line: line.gone == ["left"])
    assert two.ask("sit", seat=1)["code"] == "not-in"
    assert pupils.phone(house).hello(token=one.token)["gone"] == "unknown"


# --- into the next room
def test_phones_follow_the_class_into_its_next_room_and_play_on_there(
    house: Server, store: Store, pupils: Class
) -> None:
    first = room_in(store)
    ann, bob = pupils.member(house, first, "Ann", 0), pupils.member(house, first, "Bob", 4)
    away = pupils.member(house, first, "Cleo", 1)
    away.close()
    remote = pupils.phone(house)
    assert remote.hello(token=tokens.let_in(store, first.id, "remote", now_ms()))["ok"]
    first.refresh()
    second = room_in(store, people=people.carried(first, first.teams))
    first.leave_for(second)
    for phone in (ann, bob, remote):
        assert phone.until(
            lambda line: second.opened.code in line.shown["html"] or line.shown["screen"] == "wits"
        )
    assert remote.ask("next", phase=second.phase)["ok"]
    second.refresh()
    assert ann.until(lambda line: line.shown["question"] == second.question)
    place = {"phase": second.phase, "question": second.question}
    assert ann.ask("estimate", **place, value="1")["ok"]
    assert bob.ask("estimate", **place, value="2")["ok"]
    back = pupils.phone(house)
    assert back.hello(token=away.token, code=first.opened.code)["show"]["mine"]["name"] == "Cleo"
    assert back.ask("estimate", **place, value="3")["ok"]
    late = pupils.phone(house)
    assert late.join(first.opened.code, "Dora")["code"] == second.opened.code
    second.refresh()
    assert second.estimates[second.question] == {1: Decimal(1), 2: Decimal(2), 3: Decimal(3)}
    assert ann.gone == bob.gone == remote.gone == []
    bob.close()
    assert soon(lambda: 2 not in store.present(second.id, now_ms()))
    assert 1 in store.present(second.id, now_ms())


def soon(fact: Callable[[], bool]) -> bool:
    """Whether a fact about another process comes true."""
    end = time.monotonic() + 15
    while time.monotonic() < end:
        if fact():
            return True
        time.sleep(0.05)
    return False


# --- at any time
def phases(room: Room) -> Iterator[str]:
    """Play a room to its end, stopping once in each kind of phase."""
    seen: set[str] = set()
    while True:
        room.refresh()
        if room.state.phase not in seen:
            seen.add(room.state.phase)
            yield room.state.phase
        if room.state.phase == "over":
            return
        if room.state.phase == "guess":
            for seat in range(len(room.teams)):
                room.play(SubmitGuess(seat, room.question, Decimal(10 + seat)))
        forward(room, anyway=True)


def words_of(phone: Phone) -> str:
    """What is to be read on a screen."""
    return " ".join(re.sub(r"<[^>]+>", " ", phone.shown["html"]).split())


WITS = {"ready", "guess", "long-shot", "sorted", "bet", "answer", "paid", "over"}
STREET = {"ready", "roll", "place", "pay", "paid", "over"}


@pytest.mark.parametrize(("game", "expected"), [("wits", WITS), ("lasvegas", STREET)])
def test_whoever_comes_late_reads_something_in_every_phase_of_both_games(
    house: Server, store: Store, pupils: Class, game: str, expected: set[str]
) -> None:
    room = room_in(store, game, options={"rounds": 1})
    come: set[str] = set()
    for phase in phases(room):
        come.add(phase)
        late = pupils.member(house, room, f"Late {phase}")
        assert late.shown["screen"] == "teams", phase
        without = words_of(late)
        assert late.ask("sit", seat=len(come) % 5)["ok"], phase
        with_team = words_of(late)
        assert late.ask("language", lang="zh-Hant")["ok"]
        for said in (without, with_team, words_of(late)):
            assert len(said) > 20, phase
            assert "phone." not in said
            assert "None" not in said
        assert re.search(r"[一-鿿]{2}", words_of(late))
        assert late.shown["mine"]["name"] == f"Late {phase}"
        assert "<main" in late.shown["html"]
    assert come == expected


def test_who_waits_for_a_team_sees_it_when_the_teacher_gives_one(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store, phones=Phones(seating="host"))
    ann = pupils.member(house, room, "Ann")
    assert ann.shown["screen"] == "teams"
    assert ann.ask("sit", seat=0)["code"] == "seat-by-host"
    room.do(lambda: people.moved(room, 1, 3))
    assert ann.until(lambda line: line.shown["screen"] == "wits")
    assert "Team 4" in ann.shown["html"]


def test_names_are_made_up_where_the_room_says_so(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store, phones=Phones(names="made", seating="even"))
    came = [pupils.phone(house) for _ in range(6)]
    for phone in came:
        assert phone.join(room.opened.code, "")["ok"]
    room.refresh()
    joined = [e.event for e in room.log if isinstance(e.event, PersonJoined)]
    assert [p.seat for p in joined] == [0, 1, 2, 3, 4, 0]
    assert len({p.name for p in joined}) == 6
    assert all(p.name for p in joined)


def test_who_is_connected_is_told_to_the_other_processes(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    ann, bob = pupils.member(house, room, "Ann", 0), pupils.member(house, room, "Bob", 1)
    assert soon(lambda: store.present(room.id, now_ms()) == {1, 2})
    ann.close()
    assert soon(lambda: store.present(room.id, now_ms()) == {2})
    assert bob.gone == []
