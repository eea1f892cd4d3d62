"""Tokens: told once, kept as a digest, good for one role in one room until they run out or are revoked."""

import sqlite3
from collections.abc import Callable
from functools import partial

from tests.room.conftest import Time, came
from wwlv.room import people, tokens
from wwlv.room.room import Room
from wwlv.room.store import Store

NOW = 1_700_000_000_000
Rooms = Callable[..., Room]


def paired(store: Store, room: int, now: int = NOW) -> str:
    """The token of a phone that the teacher has let be the remote."""
    asked = tokens.asked(store, tokens.let_in(store, room, "pairing", now), now)
    assert asked is not None
    token, number = asked
    assert tokens.let_remote_in(store, room, number, now)
    return token


def test_a_token_opens_its_room_its_role_and_its_person(store: Store, room: Rooms) -> None:
    first, second = room().id, room().id
    tokens.let_in(store, second, "person", NOW, person=4)
    grant = tokens.holder(store, tokens.let_in(store, first, "person", NOW, person=3), NOW)
    assert grant is not None
    assert (grant.room, grant.role, grant.person) == (first, "person", 3)


def test_a_wrong_token_opens_nothing(store: Store, room: Rooms) -> None:
    token = tokens.let_in(store, room().id, "person", NOW, person=1)
    for wrong in ("", "x", token[:-1], token + "x", token.swapcase(), tokens.digest_of(token), "\ud7ff"):
        assert tokens.holder(store, wrong, NOW) is None


def test_the_database_knows_no_token(store: Store, room: Rooms) -> None:
    token = tokens.let_in(store, room().id, "person", NOW, person=1)
    with sqlite3.connect(store.where) as db:
        dump = "\n".join(db.iterdump())
    db.close()
    assert tokens.digest_of(token) in dump
    assert token not in dump


def test_a_token_runs_out(store: Store, room: Rooms) -> None:
    at = room().id
    for role, lasts in tokens.LASTS_MS.items():
        token = tokens.let_in(store, at, role, NOW, person=1)
        assert tokens.holder(store, token, NOW + lasts - 1) is not None
        assert tokens.holder(store, token, NOW + lasts) is None


def test_a_revoked_token_opens_nothing_and_the_others_still_do(store: Store, room: Rooms) -> None:
    at, elsewhere = room().id, room().id
    anna = tokens.let_in(store, at, "person", NOW, person=1)
    again = tokens.let_in(store, at, "person", NOW, person=1)
    ben = tokens.let_in(store, at, "person", NOW, person=2)
    other = tokens.let_in(store, elsewhere, "person", NOW, person=1)
    assert store.revoke(at, role="person", person=1) == 2
    assert [tokens.holder(store, t, NOW) is not None for t in (anna, again, ben, other)] == [
        False, False, True, True,
    ]  # fmt: skip


def test_a_pairing_secret_works_once(store: Store, room: Rooms, url: str) -> None:
    at, other = room().id, Store(url)
    secret = tokens.let_in(store, at, "pairing", NOW)
    assert tokens.asked(store, secret, NOW) is not None
    assert tokens.asked(store, secret, NOW) is None
    assert tokens.asked(other, secret, NOW) is None
    other.close()


def test_of_two_phones_that_use_a_secret_at_once_one_asks(store: Store, room: Rooms) -> None:
    at = room().id
    secret = tokens.let_in(store, at, "pairing", NOW)
    granted = store.granted
    seen: list[object] = []

    def another_phone_is_first(digest: str, now_ms: int) -> object:
        found = granted(digest, now_ms)
        if not seen:
            seen.append(found)
            seen.append(tokens.asked(store, secret, NOW))
        return found

    store.granted = another_phone_is_first  # type: ignore[method-assign, assignment]
    assert tokens.asked(store, secret, NOW) is None
    assert seen[1] is not None


def test_no_other_token_asks_to_be_the_remote(store: Store, room: Rooms) -> None:
    at = room().id
    for role in ("person", "remote", "asking"):
        assert tokens.asked(store, tokens.let_in(store, at, role, NOW, person=1), NOW) is None
    assert tokens.asked(store, "guessed", NOW) is None
    late = tokens.let_in(store, at, "pairing", NOW)
    assert tokens.asked(store, late, NOW + tokens.LASTS_MS["pairing"]) is None


def test_a_phone_that_asks_is_no_remote_until_the_teacher_tells_its_number(store: Store, room: Rooms) -> None:
    at = room().id
    asked = tokens.asked(store, tokens.let_in(store, at, "pairing", NOW), NOW)
    assert asked is not None
    token, number = asked
    assert 10 <= number <= 99
    for wrong in (number + 1, number - 1, 0):
        assert not tokens.let_remote_in(store, at, wrong, NOW)
    waiting = tokens.holder(store, token, NOW)
    assert waiting is not None
    assert waiting.role == "asking"
    assert not tokens.let_remote_in(store, room().id, number, NOW)
    assert not tokens.let_remote_in(store, at, number, NOW + tokens.LASTS_MS["asking"])
    assert tokens.let_remote_in(store, at, number, NOW)
    remote = tokens.holder(store, token, NOW)
    assert remote is not None
    assert (remote.role, remote.person, remote.until_ms) == ("remote", 0, NOW + tokens.LASTS_MS["remote"])


def test_two_phones_that_ask_never_show_one_number(store: Store, room: Rooms) -> None:
    at = room().id
    numbers = []
    for _ in range(90):
        asked = tokens.asked(store, tokens.let_in(store, at, "pairing", NOW), NOW)
        assert asked is not None
        numbers.append(asked[1])
    assert sorted(numbers) == list(range(10, 100))


def test_letting_one_in_ends_the_earlier_remote_and_whoever_else_was_asking(
    store: Store, room: Rooms
) -> None:
    at, elsewhere = room().id, room().id
    earlier, theirs = paired(store, at), paired(store, elsewhere)
    asking = tokens.asked(store, tokens.let_in(store, at, "pairing", NOW), NOW)
    assert asking is not None
    now = paired(store, at)
    assert tokens.holder(store, earlier, NOW) is None
    assert tokens.holder(store, asking[0], NOW) is None
    for token in (now, theirs):
        found = tokens.holder(store, token, NOW)
        assert found is not None
        assert found.role == "remote"


def test_devices_follow_their_class_into_the_next_room(store: Store, room: Rooms, time: Time) -> None:
    old = room()
    anna, ben = came(old, "Anna", 0), came(old, "Ben", 2)
    held = {p: tokens.let_in(store, old.id, "person", time.ms, person=p) for p in (anna, ben)}
    remote = paired(store, old.id, time.ms)
    new = room()
    new.do(lambda: people.carried(old, new.teams))
    old.leave_for(new)
    for person, token in held.items():
        grant = tokens.holder(store, token, time.ms)
        assert grant is not None
        assert (grant.room, grant.person) == (new.id, person)
        assert new.roster.person(person) == old.roster.person(person)
    found = tokens.holder(store, remote, time.ms)
    assert found is not None
    assert (found.room, found.role) == (new.id, "remote")
    assert (old.is_open, old.left_for and old.left_for.room) == (False, new.id)
    assert [info.id for info in store.rooms(open_only=True)] == [new.id]


def test_whoever_came_in_at_the_last_moment_follows_too_and_nobody_gets_their_number(
    store: Store, room: Rooms, time: Time
) -> None:
    old = room()
    came(old, "Anna", 0)
    new = room()
    new.do(lambda: people.carried(old, new.teams))
    door = Room(store, old.id, clock=time)
    late = came(door, "Late", 1)
    old.leave_for(new)
    found = new.roster.person(late)
    assert found is not None
    assert (found.name, found.seat) == ("Late", 1)
    assert came(new, "Next") == late + 1


def test_a_token_of_somebody_sent_away_is_for_the_server_to_end(
    store: Store, room: Rooms, time: Time
) -> None:
    host = room()
    anna = came(host, "Anna", 0)
    token = tokens.let_in(store, host.id, "person", time.ms, person=anna)
    host.do(partial(people.removed, host, anna))
    grant = tokens.holder(store, token, time.ms)
    assert grant is not None
    assert host.roster.person(grant.person) is None  # the number leads to nobody, and is not given again
