"""The teacher's remote on a real server, from the secret of the QR code to its end."""

from tests.served import Server
from tests.server.phones import Class, Phone, room_in
from wwlv.room import tokens
from wwlv.room.room import Room
from wwlv.room.store import Store, now_ms


def paired(house: Server, store: Store, pupils: Class, room: Room) -> Phone:
    """The teacher's phone, let in by the dashboard."""
    phone = pupils.phone(house)
    secret = tokens.let_in(store, room.id, "pairing", now_ms())
    answer = phone.ask("pair", secret=secret)
    assert answer["ok"]
    phone.token = answer["token"]
    (asking,) = store.grants(room.id, "asking", now_ms())
    assert tokens.let_remote_in(store, room.id, asking.person, now_ms())
    assert phone.until(lambda line: line.shown["screen"] == "remote")
    return phone


def test_a_phone_shows_a_number_until_the_teacher_lets_it_in(
    house: Server, store: Store, pupils: Class
) -> None:
    room = room_in(store)
    phone, late = pupils.phone(house), pupils.phone(house)
    secret = tokens.let_in(store, room.id, "pairing", now_ms())
    answer = phone.ask("pair", secret=secret)
    assert answer["show"]["screen"] == "asking"
    (asking,) = store.grants(room.id, "asking", now_ms())
    assert f">{asking.person}<" in answer["show"]["html"]
    assert phone.ask("pause")["code"] == "not-yours"
    assert late.ask("pair", secret=secret)["code"] == "pairing-over"
    assert not tokens.let_remote_in(store, room.id, 100, now_ms())
    assert tokens.let_remote_in(store, room.id, asking.person, now_ms())
    assert phone.until(lambda line: line.shown["screen"] == "remote", 5)
    assert late.ask("pair", secret=secret)["code"] == "pairing-over"
    back = pupils.phone(house)  # the page was reloaded
    assert back.hello(token=answer["token"])["show"]["screen"] == "remote"


def test_the_remote_plays_the_game(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    remote = paired(house, store, pupils, room)
    ann = pupils.member(house, room, "Ann", 0)
    before = room.phase
    assert remote.ask("next", phase=room.phase)["ok"]
    assert room.refresh()
    assert room.state.phase == "guess"
    assert ann.until(lambda line: line.shown["question"] == room.question)
    remote.ask("next", phase=before)  # pressed a second time: done already
    assert not room.refresh()
    assert remote.ask("next", phase=room.phase)["code"] == "guesses-missing"
    assert ann.ask("estimate", phase=room.phase, question=room.question, value="7")["ok"]
    assert remote.ask("next", phase=room.phase, anyway=True)["ok"]
    room.refresh()
    assert room.state.phase == "long-shot"
    assert remote.ask("undo", phase=room.phase)["ok"]
    room.refresh()
    assert room.state.phase == "guess"


def test_the_remote_stops_the_class_and_lets_it_go_on(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    remote = paired(house, store, pupils, room)
    ann = pupils.member(house, room, "Ann", 0)
    assert remote.ask("next", phase=room.phase)["ok"]
    room.refresh()
    act = {"phase": room.phase, "question": room.question, "value": "7"}
    assert remote.ask("pause")["ok"]
    assert ann.ask("estimate", **act)["code"] == "paused"
    assert remote.ask("resume")["ok"]
    assert ann.ask("estimate", **act)["ok"]
    assert remote.ask("extend")["ok"]
    room.refresh()
    assert room.clock is not None
    assert remote.ask("lock", locked=True)["ok"]
    assert pupils.phone(house).join(room.opened.code, "Bob")["code"] == "room-locked"


def test_the_remote_sends_a_person_away(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    remote = paired(house, store, pupils, room)
    ann, bob = pupils.member(house, room, "Ann", 0), pupils.member(house, room, "Bob", 0)
    assert remote.ask("kick", person=2)["ok"]
    assert bob.until(lambda line: line.gone == ["removed"], 2)
    assert remote.ask("kick", person=2)["code"] == "removed"
    assert remote.ask("kick", person=99)["code"] == "removed"
    assert ann.ask("sit", seat=1)["ok"]
    assert pupils.phone(house).hello(token=bob.token)["gone"] == "unknown"


def test_only_the_remote_is_told_the_answer(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    remote = paired(house, store, pupils, room)
    ann = pupils.member(house, room, "Ann", 0)
    assert remote.ask("next", phase=room.phase)["ok"]
    room.refresh()
    why = room.questions[room.question].wording("en").explanation
    assert remote.until(lambda line: line.shown["question"] == room.question)
    assert ann.until(lambda line: line.shown["question"] == room.question)
    assert why[:20].split("'")[0] in remote.shown["html"]
    assert why[:20].split("'")[0] not in str(ann.line.heard)


def test_the_dashboard_ends_the_remote(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    remote = paired(house, store, pupils, room)
    store.revoke(room.id, role="remote")
    assert remote.until(lambda line: line.gone == ["remote-ended"], 5)
    assert remote.ask("pause")["code"] == "not-in"
    assert pupils.phone(house).hello(token=remote.token)["gone"] == "unknown"
    room.refresh()
    assert not room.paused


def test_a_new_remote_takes_the_place_of_the_old_one(house: Server, store: Store, pupils: Class) -> None:
    room = room_in(store)
    old = paired(house, store, pupils, room)
    new = paired(house, store, pupils, room)
    assert old.until(lambda line: line.gone == ["remote-ended"], 5)
    assert new.ask("pause")["ok"]
