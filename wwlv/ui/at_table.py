"""What a teacher does at any table, whichever game lies on it."""

from typing import TYPE_CHECKING, Any

from wwlv.room.log import PersonId
from wwlv.room.room import Room, RoomView
from wwlv.room.store import now_ms
from wwlv.ui import odds
from wwlv.ui.stage import Act

if TYPE_CHECKING:
    from wwlv.ui.host import Host

EXTENSION_S = 30


class AtTable:
    """The table the teacher stands at. What is in hand here is never needed to go on after a refresh."""

    template = ""  # of the table while the game runs

    def __init__(self, host: "Host", room: Room) -> None:
        self.host, self.room = host, room
        self.present: frozenset[PersonId] = frozenset()
        self.look()
        self.fresh()

    @property
    def view(self) -> RoomView:
        """The table as everybody may see it."""
        return self.room.view()

    def look(self) -> None:
        """Ask which people are connected now."""
        self.present = self.room.store.present(self.room.id, now_ms())

    def fresh(self) -> None:
        """Put down whatever is in hand; the table has moved on."""

    def context(self) -> dict[str, Any]:
        """Everything the template of the table or the podium shows."""
        raise NotImplementedError

    def finish(self) -> Any:
        """The move that ends this game when the bell rings."""
        raise NotImplementedError

    def on_undo(self, _: Act) -> None:
        """Take the last move back."""
        self.room.undo()
        self.fresh()

    def on_redo(self, _: Act) -> None:
        """Play again what was taken back."""
        self.room.redo()
        self.fresh()

    def on_pause(self, _: Act) -> None:
        """The class waits, and a running clock with it."""
        self.room.pause()

    def on_resume_clock(self, _: Act) -> None:
        """The class goes on."""
        self.room.resume()

    def on_extend(self, _: Act) -> None:
        """More time, also where no clock runs."""
        self.room.extend(EXTENSION_S)

    def on_stop_clock(self, _: Act) -> None:
        """Go on without a limit."""
        self.room.stop_clock()

    def on_odds(self, act: Act) -> None:
        """Show one kind of odds, or no longer."""
        odds.toggled(self.room, act.args.get("name", ""))

    def on_finish(self, act: Act) -> None:
        """The bell rings: to the podium from the rounds played."""
        if act.args.get("phase") == self.view.phase:
            self.room.play(self.finish())
            self.fresh()

    def on_export(self, act: Act) -> None:
        """Everything of this room as a file."""
        from wwlv.frames import exported  # pandas is loaded when it is wanted

        name, mime, content = exported(self.room, act.args.get("kind", "xlsx"))
        self.host.save(name, mime, content)


def whole(typed: str) -> int:
    """A whole number that a page sent; -1 for anything else."""
    return int(typed) if typed.removeprefix("-").isdecimal() and len(typed) < 19 else -1
