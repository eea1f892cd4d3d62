"""The heart that beats for the phones of a server."""

import asyncio
from pathlib import Path

from tests.server.phones import room_in
from wwlv.room.store import Store
from wwlv.server.hall import Halls


def test_a_loop_may_end_between_two_beats(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'wwlv.db'}")
    room = room_in(store)
    halls = Halls(lambda: store)

    async def lesson() -> None:
        before = asyncio.all_tasks()
        halls.hall(room.id)
        assert asyncio.all_tasks() == before
        while halls.halls:  # a hall without anybody in it is put away by a beat
            await asyncio.sleep(0.01)
        halls.hall(room.id)

    asyncio.run(asyncio.wait_for(lesson(), 20))
    store.close()
