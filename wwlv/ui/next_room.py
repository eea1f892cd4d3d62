"""A class that plays on: its phones wait at the last table until the next room is open, and then follow into it."""

from collections.abc import Sequence
from typing import Any

from wwlv.room import people
from wwlv.room.log import CaptainNamed, Phones, PhonesSet, Team
from wwlv.room.room import Room
from wwlv.room.store import Store, now_ms

_LEFT = "left"
_PUT_AWAY = "put away"
WAITS_MS = 3 * 3_600_000
"""After so long without a move a class has gone home."""


def leave(store: Store, room: Room, *, put_away: bool = False) -> None:
    """The teacher has left a table. Where phones are in, they stay; `put_away`: the game itself is not offered again."""
    over = room.state is not None and room.view().table.phase == "over"
    if room.roster.people:
        store.save(_LEFT, room.opened.code, _PUT_AWAY if put_away or over else _LEFT)
    elif put_away or over:
        room.close()


def taken_up(store: Store, room: Room) -> None:
    """The teacher sits at a table (again)."""
    store.forget(_LEFT, room.opened.code)


def is_put_away(store: Store, code: str) -> bool:
    """Whether a game is kept open only for the phones that wait in it."""
    return store.saved(_LEFT).get(code) == _PUT_AWAY


def waiting(store: Store, at_ms: int | None = None) -> Room | None:
    """The room in which phones wait for the next one: over or left, the one touched last; None where no class waits."""
    at_ms = now_ms() if at_ms is None else at_ms
    left = store.saved(_LEFT)
    for info in store.rooms(open_only=True)[:10]:
        if info.touched_ms < at_ms - WAITS_MS and not store.present(info.id, at_ms):
            continue
        room = Room(store, info.id)
        if room.roster.people and (info.code in left or room.view().table.phase == "over"):
            return room
    return None


def before(store: Store, room: Room | None) -> Room | None:
    """The room whose class will follow: the one just played, or one that waits. One without people is over here."""
    if room is None:
        return waiting(store)
    if room.roster.people:
        return room
    room.close()
    return None


def send_home(store: Store, room: Room) -> None:
    """The class has gone: its phones are told so."""
    store.forget(_LEFT, room.opened.code)
    room.close()


def brought(old: Room | None, teams: Sequence[Team]) -> Sequence[Any]:
    """What a room begins with that follows another: its people, who decides among them, and how phones join."""
    if old is None:
        return ()
    rules = [PhonesSet(old.phones)] if old.phones != Phones() else []
    known = {person.id for person in old.roster.people}
    captains = [CaptainNamed(id) for id in old.roster.named_captains if id in known]
    return [*rules, *people.carried(old, teams), *captains]


def follow(old: Room | None, new: Room) -> None:
    """Whoever waits in the old room goes on in the new one."""
    if old is not None:
        old.leave_for(new)
        old.store.forget(_LEFT, old.opened.code)
