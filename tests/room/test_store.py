"""The log in a database: durable, ordered, shared by equal peers, and clear when it cannot be written."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wwlv.room.store import PRESENT_MS, Conflict, Grant, RoomNotFound, Row, Store, StoreError, default_url


def row(seq: int, body: str = "{}") -> Row:
    return Row(seq, 5, "host", "step", "RoomClosed", body)


def new_room(store: Store, code: str = "ABCD") -> int:
    return store.create_room(code=code, game="wits", title="", now_ms=1)


def test_what_was_appended_is_read_in_order(store: Store) -> None:
    room = new_room(store)
    store.append(room, 0, [row(1), row(2)])
    store.append(room, 2, [row(3)])
    assert [r.seq for r in store.read(room)] == [1, 2, 3]
    assert [r.seq for r in store.read(room, after=2)] == [3]
    assert store.rooms()[0].touched_ms == 5


def test_whoever_writes_second_is_told_and_nothing_of_it_is_kept(store: Store, url: str) -> None:
    room, other = new_room(store), Store(url)
    store.append(room, 0, [row(1)])
    with pytest.raises(Conflict):
        other.append(room, 0, [row(1, "other"), row(2, "other")])
    assert [r.body for r in store.read(room)] == ["{}"]
    other.close()


def test_rows_with_a_gap_are_a_bug(store: Store) -> None:
    with pytest.raises(ValueError, match="without a gap"):
        store.append(new_room(store), 0, [row(2)])


def test_the_pulse_changes_when_another_connection_writes(store: Store, url: str) -> None:
    room, other = new_room(store), Store(url)
    before = other.pulse(room)
    assert other.pulse(room) == before
    store.append(room, 0, [row(1)])
    assert other.pulse(room) != before
    other.close()


def test_rooms_do_not_see_each_other(store: Store) -> None:
    first, second = new_room(store, "AAAA"), new_room(store, "BBBB")
    store.append(first, 0, [row(1)])
    assert store.read(second) == ()
    assert store.room_id("BBBB") == second
    with pytest.raises(RoomNotFound):
        store.room_id("CCCC")
    with pytest.raises(Conflict):
        new_room(store, "AAAA")


def test_a_card_is_taken_once_even_by_two_at_the_same_time(store: Store, url: str) -> None:
    other = Store(url)
    store.draw_card("c1", 0)
    with pytest.raises(Conflict):
        other.draw_card("c1", 0)
    other.draw_card("c1", 1)
    with pytest.raises(Conflict):
        store.draw_card("c1", 1)
    assert store.cards_drawn() == {"c1": 2}
    other.close()


def test_what_a_teacher_keeps_is_kept_under_its_name(store: Store) -> None:
    store.save("class", "7A", "one")
    store.save("class", "7A", "two")
    store.save("other", "7A", "three")
    assert store.saved("class") == {"7A": "two"}
    store.forget("class", "7A")
    assert store.saved("class") == {}


def test_the_database_lies_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WWLV_DATABASE_URL", "sqlite:////tmp/x.sqlite")
    assert default_url() == "sqlite:////tmp/x.sqlite"
    monkeypatch.delenv("WWLV_DATABASE_URL")
    assert default_url().endswith("wwlv.sqlite")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(StoreError) as refused:
        Store(f"sqlite:///{blocked / 'wwlv.sqlite'}")
    assert refused.value.code == "read-only"
    assert "file" in str(refused.value.params["where"])


def test_the_file_is_in_wal_mode(store: Store) -> None:
    with sqlite3.connect(store.where) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()


WRITER = """
import sys
from wwlv.room.store import Conflict, Row, Store
store, room, name = Store(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
done = 0
while done < int(sys.argv[4]):
    after = len(store.read(room))
    try:
        store.append(room, after, [Row(after + 1, 1, name, name, "RoomClosed", str(done))])
    except Conflict:
        continue
    done += 1
    print(done, flush=True)
"""


def test_two_processes_append_to_one_log_and_nothing_is_lost(store: Store, url: str) -> None:
    room = new_room(store)
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, url, str(room), name, "60"], stdout=subprocess.DEVNULL
        )
        for name in ("a", "b")
    ]
    assert [w.wait(timeout=120) for w in writers] == [0, 0]
    rows = store.read(room)
    assert [r.seq for r in rows] == list(range(1, 121))
    for name in ("a", "b"):
        assert [r.body for r in rows if r.by == name] == [str(k) for k in range(60)]


def test_what_was_acknowledged_survives_a_killed_writer(store: Store, url: str) -> None:
    room = new_room(store)
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, url, str(room), "a", "100000"], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    acknowledged = 0
    while acknowledged < 40:
        acknowledged = int(writer.stdout.readline())
    os.kill(writer.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    acknowledged += sum(1 for _ in writer.stdout)
    writer.wait(timeout=60)
    writer.stdout.close()
    rows = Store(url).read(room)
    assert [r.body for r in rows[:acknowledged]] == [str(k) for k in range(acknowledged)]
    assert len(rows) - acknowledged in (0, 1)  # the last may have been written but not yet told


# --- tokens and presence
def grant(store: Store, room: int, digest: str, **changes: Any) -> Grant:
    made = Grant(
        **{"digest": digest, "room": room, "role": "person", "person": 1, "made_ms": 1, "until_ms": 100}
        | changes
    )
    store.grant(made)
    return made


def test_a_grant_is_found_by_its_digest_until_it_runs_out(store: Store, url: str) -> None:
    made, other = grant(store, new_room(store), "d1"), Store(url)
    assert other.granted("d1", 99) == made
    assert other.granted("d1", 100) is None
    assert other.granted("d2", 1) is None
    other.close()


def test_the_grants_of_a_role_come_oldest_first(store: Store) -> None:
    room = new_room(store)
    late, early = grant(store, room, "d1", made_ms=9), grant(store, room, "d2", made_ms=3)
    grant(store, room, "d3", role="remote")
    grant(store, room, "d4", until_ms=5)
    grant(store, new_room(store, "BBBB"), "d5")
    assert store.grants(room, "person", 50) == (early, late)


def test_revoking_ends_the_tokens_of_a_role_or_of_a_person_and_says_how_many(store: Store) -> None:
    room = new_room(store)
    for k in (1, 2, 3):
        grant(store, room, f"p{k}", person=k)
    grant(store, room, "asking", role="asking", person=2)
    assert store.revoke(room, role="person", person=2) == 1
    assert store.granted("asking", 1) is not None  # the number a phone shows is nobody's
    assert store.revoke(room, role="person") == 2
    assert store.revoke(room) == 1
    assert store.revoke(room) == 0


def test_a_token_changes_its_role_and_belongs_to_nobody_then(store: Store) -> None:
    grant(store, new_room(store), "d1", role="asking", person=42)
    store.set_role("d1", "remote", 500)
    found = store.granted("d1", 400)
    assert found is not None
    assert (found.role, found.person, found.until_ms) == ("remote", 0, 500)


def test_all_devices_of_a_room_move_to_another(store: Store) -> None:
    first, second = new_room(store, "AAAA"), new_room(store, "BBBB")
    grant(store, first, "d1")
    grant(store, first, "d2", role="remote", person=0)
    store.move_grants(first, second)
    assert store.grants(first, "person", 1) == store.grants(first, "remote", 1) == ()
    assert [g.digest for g in (*store.grants(second, "person", 1), *store.grants(second, "remote", 1))] == [
        "d1",
        "d2",
    ]


def test_what_servers_said_long_ago_about_who_is_there_is_thrown_away(store: Store) -> None:
    room = new_room(store)
    store.set_present(room, "old", [1], 0)
    store.set_present(room, "new", [2], 10 * PRESENT_MS + 1)
    with sqlite3.connect(store.where) as db:
        assert db.execute("SELECT server FROM present").fetchall() == [("new",)]
    db.close()
