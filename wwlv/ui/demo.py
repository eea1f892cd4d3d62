"""The demo: a room in which bots play both games in turn, and whose host presses the big button by itself."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from wwlv.bots import Bots
from wwlv.room.log import ODDS, Skill
from wwlv.room.room import Room, RoomView
from wwlv.ui import lobby, next_room
from wwlv.ui.stage import Act

if TYPE_CHECKING:
    from wwlv.ui.host import Host

PAUSES_S: Mapping[str, float] = {
    "ready": 4,
    "guess": 3,  # after the last card; the bots think while the question is read
    "long-shot": 3,
    "sorted": 5,
    "bet": 3,
    "answer": 3,
    "paid": 8,
    "pay": 3,
    "over": 12,
}
"""How long each phase of the host is shown before the button is pressed."""
_AGAIN_MS = 5000
_SKILLS: tuple[Skill, ...] = ("fair", "sharp", "rough", "fair", "sharp", "rough", "fair")
TABLES: Mapping[str, tuple[tuple[Skill, ...], int]] = {"vegas": (_SKILLS, 5), "las-vegas": (_SKILLS[:5], 2)}
"""What is played, one after the other: by whom, and over how many rounds, so that each game is seen to its end."""


class Demo:
    """Whether this page shows a demo, and when its button is pressed next."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self.on = False
        self._shown = ("", "")  # room and phase
        self._due = 0.0

    @property
    def speed(self) -> float:
        """How many times faster than at reading pace a demo goes; bots of a class think at their own."""
        if not self.on:
            return 1.0
        try:
            return min(1000.0, max(0.1, float(os.environ.get("WWLV_DEMO_SPEED", "1"))))
        except ValueError:
            return 1.0

    def opened(self, told: str) -> None:
        """A page has opened: begin where it, or else the command, asks for a demo; after a refresh go on with the one that runs."""
        wanted = told == "1" or (told == "" and os.environ.get("WWLV_DEMO") == "1")
        room = self.host.room
        if not wanted or (room is not None and len(room.bots) < len(room.teams)):
            return
        self.on = True
        if room is None:
            self._begin(next(iter(TABLES)), None)
        else:
            self.host.bots = Bots(room, speed=self.speed)
            room.uses_up_cards = False

    def on_stop_demo(self, _: Act) -> None:
        """From here on the button is the teacher's; the bots play on at their own pace."""
        self._off()
        if self.host.room is not None:
            self.host.bots = Bots(self.host.room)
        self.host.warn(self.host.text("demo.stopped"))

    def left(self) -> None:
        """The teacher has gone back to the lobby."""
        if not self.on:
            return
        room = self.host.room
        if room is not None and not room.roster.people:
            room.close()
        self._off()

    def _off(self) -> None:
        self.on = False
        self.host.tell({"demo": "off"})  # also after a refresh

    def step(self, now_ms: int) -> bool:
        """Press the button if it has been shown long enough; whether it was pressed. While somebody reads a screen that lies over
        the table, or has paused, the demo waits.
        """
        host = self.host
        if not self.on or host.room is None or host.playing is None:
            return False
        if host.room.waiting or host.room.paused or host.overlay:
            self._shown = ("", "")
            return False
        shown = (host.room.opened.code, host.room.phase)
        if shown != self._shown:
            self._shown = shown
            self._due = now_ms + PAUSES_S.get(host.room.phase.split(".")[1], 4) * 1000 / self.speed
        if now_ms < self._due:
            return False
        self._due = now_ms + _AGAIN_MS  # should it fail
        self._press(host.playing.view)
        return True

    def _begin(self, preset: str, old: Room | None) -> None:
        """Sit bots down, with everything on show; whoever waits with a phone comes along and watches."""
        skills, rounds = TABLES[preset]
        form = lobby.with_option(lobby.table_of_bots(preset, skills, self.host.text), "rounds", rounds)
        self.host.sit_down(form, old)
        if self.host.room is not None:
            self.host.room.show_odds(ODDS)

    def _press(self, view: RoomView) -> None:
        host = self.host
        if view.table.phase == "over":
            names = list(TABLES)
            at = names.index(view.table.rules.preset) if view.table.rules.preset in names else -1
            preset = names[(at + 1) % len(names)]
            self._begin(preset, next_room.before(host.store, host.room))
            return
        host.receive(Act("next", {"phase": view.phase}, "", ""))  # as if the teacher had pressed it
