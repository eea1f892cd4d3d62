"""The live odds of a dice game: play-outs beside the kernel's loop, so that no tap ever waits for them."""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from wwlv.room import kept
from wwlv.room.log import ODDS
from wwlv.room.room import Room, RoomView
from wwlv.room.store import Store

log = logging.getLogger("wwlv")

GAMES = 10_000
"""Play-outs of the position on the table: the standard error of a chance to win is half a percentage point."""
PAST_GAMES = 1_500
"""Play-outs of a position that lies behind, for the line over the turns."""
POLICY = "greedy"
KEPT = 400

_SHELF = "odds"


def wanted(store: Store) -> tuple[str, ...]:
    """The odds that the teacher chose last, for the next room."""
    return tuple(name for name in store.saved(_SHELF).get("shown", "").split(",") if name)


def toggled(room: Room, name: str) -> None:
    """Show these odds, or no longer; the next room begins with the same."""
    room.show_odds(_toggled(room.odds, name))
    _keep(room.store, room.odds)


def chosen(store: Store, name: str) -> None:
    """The next room shows these odds from its beginning, or no longer."""
    _keep(store, [n for n in ODDS if n in _toggled(wanted(store), name)])


def _toggled(names: Sequence[str], name: str) -> list[str]:
    return [n for n in names if n != name] if name in names else [*names, name]


def _keep(store: Store, names: Sequence[str]) -> None:
    store.save(_SHELF, "shown", ",".join(names))


@dataclass(frozen=True, slots=True)
class Turning:
    """Chances to win the game at a moment behind; `label` is its round."""

    label: str
    win: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Live:
    """What has been found so far: the odds of the position on the table, while they are looked for those of the one before
    it in the same round, and the line over the turns."""

    now: Any = None
    recent: Any = None
    turning: tuple[Turning, ...] = ()


NOTHING = Live()


class LiveOdds:
    """Finds the odds of positions one after the other in a thread of its own, the one on the table first."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="odds")
        self._found: OrderedDict[tuple[str, str, int], Any] = OrderedDict()
        self._running: tuple[tuple[str, str, int], Future[Any]] | None = None
        self.version = 0

    def look(self, room: Room) -> bool:
        """Called with every beat: take what was found, look for what is missing; whether there is news."""
        news = self._take()
        if self._running is None and (job := self._next(room)) is not None:
            key, position = job
            self._running = (key, self._pool.submit(_odds, position, key[2]))
        return news

    def _take(self) -> bool:
        if self._running is None or not self._running[1].done():
            return False
        key, future = self._running
        self._running = None
        try:
            self._found[key] = future.result()
        except Exception:  # odds are a help; a game goes on without them
            log.exception("no odds for %s", key)
            self._found[key] = None
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        self.version += 1
        return True

    def _next(self, room: Room) -> tuple[tuple[str, str, int], Any] | None:
        if room.opened.game != "lasvegas":
            return None
        view = room.view()
        if {"chances", "worth"} & set(room.odds) and view.table.phase in ("roll", "place", "pay"):
            key = (view.code, view.phase, GAMES)
            if key not in self._found:
                return key, view.table
        if "turning" in room.odds:
            for phase, state in _behind(room):
                key = (view.code, phase, PAST_GAMES)
                if key not in self._found:
                    return key, state
        return None

    def now(self, view: RoomView) -> Any:
        """The odds of the position on the table, None while they are being found."""
        return self._found.get((view.code, view.phase, GAMES))

    def recent(self, view: RoomView) -> Any:
        """The latest odds found in this round of the game, so that a panel does not blink between two moves."""
        same = [
            found
            for (code, phase, games), found in self._found.items()
            if code == view.code and games == GAMES and phase.split(".")[0] == str(view.table.round)
        ]
        return self.now(view) or (same[-1] if same else None)

    def turning(self, room: Room) -> list[Turning]:
        """Chances to win after every turn that has been looked at, in order."""
        code, line = room.opened.code, []
        for phase, _ in _behind(room):
            found = self._found.get((code, phase, PAST_GAMES))
            if found is not None:
                line.append(Turning(phase.split(".")[0], tuple(float(p) for p in found.win)))
        return line


def _odds(position: Any, games: int) -> Any:
    import numpy as np

    from wwlv.odds.position import odds

    return odds(position, policies=POLICY, games=games, rng=np.random.default_rng())


def _behind(room: Room) -> list[tuple[str, Any]]:
    """Moments of the game at which a team was about to roll, or a round was paid, each once and in order."""
    found: dict[str, Any] = {}
    for state in kept.states(room):
        if state is not None and state.phase in ("roll", "paid", "over"):
            found[room.game.phase(state)] = state
    return list(found.items())
