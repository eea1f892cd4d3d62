"""The socket of the phones on a real server: every message is answered, and nobody can spoil it for others."""

import base64
import json
import socket
import struct
import time
from contextlib import suppress
from typing import Any

import pytest
from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClosedError

from tests.served import Server
from tests.server.phones import Class, Line, Phone, betting, room_in
from tests.server.web import ask
from wwlv.room.fold import PERSON
from wwlv.room.room import Room
from wwlv.room.store import Grant, Store, now_ms
from wwlv.room.tokens import digest_of, let_in
from wwlv.server.limits import MESSAGES_AT_ONCE, PATIENCE
from wwlv.server.messages import LONGEST


def last(phone: Phone, id: str = "") -> dict[str, Any]:
    """The last answer with an id."""
    assert phone.until(lambda line: any(m.get("id") == id for _, m in line.heard))
    return [m for _, m in phone.line.heard if m.get("id") == id][-1]


def own_entries(room: Room) -> list[str]:
    """What people have written, by the names of the events."""
    room.refresh()
    return [type(e.event).__name__ for e in room.log if e.by.startswith(PERSON)]


# --- messages
def test_every_message_is_answered_under_its_id(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    phone = pupils.phone(house)
    for k, (act, fields) in enumerate(
        [
            ("ping", {}),
            ("hello", {"lang": "en"}),
            ("look", {"code": room.opened.code}),
            ("look", {"code": "0000"}),
            ("language", {"lang": "zh-Hant"}),
            ("sit", {"seat": 1}),
            ("pair", {"secret": "nothing"}),
            ("pause", {}),
            ("join", {"code": room.opened.code, "name": "Ann"}),
            ("read", {"typed": "1,5"}),
            ("sit", {"seat": 1}),
            ("roll", {"phase": "1.roll"}),
            ("leave", {}),
        ]
    ):
        answer = phone.ask(act, id=f"message {k}", **fields)
        assert answer["id"] == f"message {k}"
        assert answer["ok"] or (answer["code"] and answer["say"]), act


@pytest.mark.parametrize(
    ("raw", "id"),
    [
        ('{"id": "7", "act": "fly"}', "7"),
        ('{"id": "7", "act": "ping", "more": 1}', "7"),
        ('{"id": "7", "act": "sit", "seat": "1"}', "7"),
        ('{"act": "ping"}', ""),
        ("what", ""),
        ("[]", ""),
        (b'{"id": "7", "act": "ping"}', "7"),
        (b"\xff\xfe", ""),
    ],
)
def test_what_is_no_message_is_answered_and_the_line_lives_on(
    house: Server, pupils: Class, raw: str | bytes, id: str
) -> None:
    phone = pupils.phone(house)
    phone.put(raw)
    answer = last(phone, id)
    assert (answer["ok"], answer["code"]) == (False, "bad-message")
    assert answer["say"]
    assert phone.ask("ping")["ok"]


def test_an_oversized_message_ends_the_line_that_sent_it_and_no_other(house: Server, pupils: Class) -> None:
    phone, other = pupils.phone(house), pupils.phone(house)
    fitting = json.dumps({"id": "1", "act": "ping", "x": ""})
    phone.put(fitting.replace('""', f'"{"x" * (LONGEST - len(fitting))}"'))
    assert last(phone, "1")["code"] == "bad-message"
    phone.put("x" * (LONGEST + 1))
    assert phone.until(lambda line: line.is_closed)
    assert phone.line.code == 1009
    assert other.ask("ping")["ok"]


# --- where from
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "http://127.0.0.1.elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://"},
        {"Origin": "http://elsewhere.example", "X_Forwarded_Host": "class.example"},
    ],
)
def test_a_page_of_another_host_is_refused(house: Server, pupils: Class, headers: dict[str, str]) -> None:
    with pytest.raises(HTTPClientError) as refused:
        pupils.phone(house, **headers)
    assert refused.value.code == 403


def test_a_page_of_the_same_host_is_let_in_also_behind_a_proxy(house: Server, pupils: Class) -> None:
    for headers in (
        {"Origin": house.origin},
        {"Origin": house.origin.upper().replace("HTTP", "http")},
        {"Origin": "https://class.example", "X_Forwarded_Host": "class.example"},
        {"Origin": "https://class.example", "X_Forwarded_Host": "class.example:443, inner.example"},
        {"Origin": "http://class.example", "Host": "class.example:80"},
        {},
    ):
        assert pupils.phone(house, **headers).ask("ping")["ok"], headers


def test_what_is_no_socket_is_refused_in_a_word(house: Server) -> None:
    assert ask(house.url + "wwlv/socket").status == 400
    posted = ask(house.url + "wwlv/socket", data=b"x")
    assert (posted.status, posted.text) == (403, "Forbidden")


# --- how often
def test_more_than_the_rate_is_told_so_and_changes_nothing(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    phone, other = pupils.member(house, room, "Ann", 0), pupils.member(house, room, "Bob", 1)
    before = own_entries(room)
    for _ in range(int(MESSAGES_AT_ONCE) + 30):
        phone.put('{"id": "p", "act": "ping"}')
    answer = phone.ask("sit", seat=2)
    assert (answer["ok"], answer["code"]) == (False, "too-fast")
    assert own_entries(room) == before
    assert other.ask("sit", seat=2)["ok"]
    time.sleep(0.5)
    assert phone.ask("sit", seat=2)["ok"]


def test_who_goes_on_far_above_the_rate_is_cut_off_alone(house: Server, pupils: Class) -> None:
    phone, other = pupils.phone(house), pupils.phone(house)
    with suppress(WebSocketClosedError):  # the server may close between two messages
        for _ in range(4 * int(PATIENCE + MESSAGES_AT_ONCE)):
            phone.put('{"id": "p", "act": "ping"}')
    assert phone.until(lambda line: line.is_closed)
    assert phone.line.code == 1008
    assert other.ask("ping")["ok"]


def test_a_phone_that_is_now_and_then_too_fast_is_not_cut_off_for_it(house: Server, pupils: Class) -> None:
    phone = pupils.phone(house)
    for _ in range(4):
        for _ in range(150):
            phone.put('{"id": "p", "act": "ping"}')
        time.sleep(2.2)
        assert phone.ask("ping")["ok"]
    assert not phone.line.is_closed


# --- tokens
def test_a_dead_token_gets_the_door_and_is_told_that_it_is_dead(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    store.grant(Grant(digest_of("expired"), room.id, "person", 1, 0, now_ms() - 1))
    let_in(store, room.id, "pairing", now_ms())
    revoked = pupils.member(house, room, "Ann").token
    store.revoke(room.id, role="person")
    pairing = let_in(store, room.id, "pairing", now_ms())
    for token in ("wrong", "expired", revoked, pairing, "x" * 200):
        answer = pupils.phone(house).hello(token=token, code=room.opened.code)
        assert answer["gone"] == "unknown", token
        assert answer["say"]
        assert answer["show"]["screen"] == "name"
    assert "gone" not in pupils.phone(house).hello(code=room.opened.code)


def test_a_person_may_not_do_what_the_remote_does_and_the_remote_not_what_a_person_does(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    person = pupils.member(house, room, "Ann", 0)
    rev = own_entries(room), room.rev
    for act, fields in (
        ("next", {"phase": room.phase}),
        ("pause", {}),
        ("resume", {}),
        ("extend", {}),
        ("undo", {"phase": room.phase}),
        ("lock", {"locked": True}),
        ("kick", {"person": 1}),
    ):
        assert person.ask(act, **fields)["code"] == "not-yours", act
    remote = pupils.phone(house)
    assert remote.hello(token=let_in(store, room.id, "remote", now_ms()))["ok"]
    place = {"phase": room.phase, "question": ""}
    for act, fields in (
        ("sit", {"seat": 1}),
        ("estimate", {**place, "value": "1"}),
        ("lay", {**place, "token": 0, "space": "red", "chips": 0}),
        ("shoot", {**place, "token": 0, "team": 1}),
        ("pass", place),
        ("roll", {"phase": room.phase}),
        ("vote", {"phase": room.phase, "face": 1}),
        ("place", {"phase": room.phase, "face": 1}),
    ):
        assert remote.ask(act, **fields)["code"] == "not-yours", act
    assert (own_entries(room), room.rev) == rev
    stranger = pupils.phone(house)
    assert stranger.ask("pause")["code"] == stranger.ask("sit", seat=0)["code"] == "not-in"


def test_a_token_of_one_room_opens_nothing_of_another(house: Server, store: Store, pupils: Class) -> None:
    here, there = room_in(store), room_in(store)
    token = pupils.member(house, here, "Ann", 0).token
    pupils.member(house, there, "Zoe", 1)
    phone = pupils.phone(house)
    answer = phone.hello(token=token, code=there.opened.code)
    assert answer["show"]["screen"] == "name"
    assert "gone" not in answer  # it is good still, where it came from
    assert "Zoe" not in json.dumps(answer)
    assert phone.ask("sit", seat=2)["code"] == "not-in"
    assert own_entries(there) == ["PersonJoined", "PersonSeated"]
    assert phone.hello(token=token)["show"]["mine"]["name"] == "Ann"


def test_two_lines_with_one_token_see_the_same_seat(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    one = pupils.member(house, room, "Ann", 2)
    two = pupils.phone(house)
    shown = two.hello(token=one.token)["show"]
    assert (shown["html"], shown["mine"]) == (one.shown["html"], one.shown["mine"])
    room.ask()
    assert one.until(lambda line: line.shown["phase"] == room.phase)
    assert two.until(lambda line: line.shown["phase"] == room.phase)
    place = {"phase": room.phase, "question": room.question}
    assert two.ask("estimate", **place, value="12")["ok"]
    assert one.until(lambda line: line.shown["mine"].get("own_value") == "12")


# --- what comes by itself
def shows(line: Line, since: float = 0) -> list[tuple[float, dict[str, Any]]]:
    """The snapshots that came without being asked for."""
    return [(t, m["show"]) for t, m in line.heard if "show" in m and "id" not in m and t >= since]


def test_others_moves_come_a_few_times_a_second_and_each_later_than_the_last(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    watching, moving = pupils.member(house, room, "Ann", 0), pupils.member(house, room, "Bob", 0)
    room.ask()
    assert moving.until(lambda line: line.shown["phase"] == room.phase)
    place = {"phase": room.phase, "question": room.question}
    start = time.monotonic()
    for k in range(40):
        assert moving.ask("estimate", **place, value=str(834 + k))["ok"]
        time.sleep(0.05)
    took = time.monotonic() - start
    assert watching.until(lambda line: "873" in line.shown["html"])
    came = shows(watching.line, start)
    assert 4 <= len(came) <= took * 5 + 3
    revs = [show["rev"] for _, show in shows(watching.line)]
    assert revs == sorted(set(revs))


def test_a_phone_is_shown_what_it_did_itself_with_the_answer(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    room.ask()
    phone = pupils.member(house, room, "Ann", 0)
    answer = phone.ask("estimate", phase=room.phase, question=room.question, value="873")
    assert answer["show"]["mine"]["own_value"] == "873"
    assert "873" in answer["show"]["html"]


def test_another_language_is_shown_at_once_in_a_room_and_at_the_door(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    phone = pupils.member(house, room, "Ann")
    assert "選" in phone.ask("language", lang="zh-TW")["show"]["html"]
    assert "沒有" in phone.ask("sit", seat=99)["say"]
    assert "Choose" in phone.ask("language", lang="en")["show"]["html"]
    stranger = pupils.phone(house)
    assert "代碼" in stranger.ask("language", lang="zh-Hant")["show"]["html"]


# --- phones that sleep
def sleeper(house: Server, token: str) -> socket.socket:
    """A connection that has said who it is and reads no more, as of a phone in a pocket."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", house.port))
    key = base64.b64encode(bytes(16)).decode()
    line.sendall(
        f"GET /wwlv/socket HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert line.recv(12) == b"HTTP/1.1 101"
    line.sendall(frame({"id": "h", "act": "hello", "lang": "en", "token": token}))
    return line


def frame(message: dict[str, Any]) -> bytes:
    """A text message as it goes over the wire, under a mask of zeros."""
    raw = json.dumps(message).encode()
    return b"\x81" + bytes([0x80 | 126]) + len(raw).to_bytes(2) + bytes(4) + raw


def reset(line: socket.socket) -> None:
    """Vanish without a word."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def test_a_phone_that_sleeps_and_vanishes_is_no_trouble(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    ann, bob = pupils.member(house, room, "Ann", 0), pupils.member(house, room, "Bob", 1)
    betting(room)
    asleep = sleeper(house, ann.token)
    for k in range(int(MESSAGES_AT_ONCE) - 1):  # more than the buffers on the way hold
        asleep.sendall(frame({"id": str(k), "act": "language", "lang": "zh" if k % 2 else "en"}))
    act = {"phase": room.phase, "question": room.question, "token": 0, "chips": 0}
    assert bob.ask("lay", **act, space="red")["ok"]
    before = house.log
    reset(asleep)
    assert bob.ask("lay", **act, space="black")["ok"]
    time.sleep(0.5)
    assert bob.ask("lay", **act, space="red")["ok"]
    assert house.log == before
    assert ann.ask("pass", phase=room.phase, question=room.question)["ok"]


def pester(line: socket.socket) -> None:
    """Ask for a new screen twenty times a second, a minute long."""
    for k in range(20 * 60):
        line.sendall(frame({"id": "l", "act": "language", "lang": "zh" if k % 2 else "en"}))
        time.sleep(0.05)


def test_a_phone_that_asks_and_never_reads_is_hung_up_on(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    ann = pupils.member(house, room, "Ann", 0)
    betting(room)
    asleep = sleeper(house, ann.token)
    with pytest.raises(OSError, match=r"reset|pipe|abort"):
        pester(asleep)
    asleep.close()
    assert ann.ask("ping")["ok"]
