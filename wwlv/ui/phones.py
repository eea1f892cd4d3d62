"""The dashboard's side of the phones: the way in, the people, and the teacher's own phone as a remote."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wwlv.room import people, tokens
from wwlv.room.room import Room, RoomView
from wwlv.room.store import now_ms
from wwlv.ui import addresses
from wwlv.ui.screens.phones import HOUSE, Way, join_context, people_context, qr
from wwlv.ui.stage import Act

if TYPE_CHECKING:
    from wwlv.ui.host import Host

LOOK_MS = 2000
"""How often presence is asked for while nobody writes."""


class Phones:
    """What one open dashboard knows of the phones beside the log. Lost with it, all but the log and the tokens."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self.server: str | None = None  # None until the page has said so, "" where phones have no way in
        self.addresses: tuple[str, ...] = ()
        self.address = ""
        self.listens = True
        self.sat()

    def sat(self) -> None:
        """At another table, or at none: nothing is in hand."""
        self._panel: tuple[str, bool] | None = (
            None  # the phase for which the teacher opened or hid the way in
        )
        self.picked: int | None = None
        self.removing = False
        self.secret = ""
        self.asking: int | None = None
        self.remote = False
        self._pulse, self._looked = -1, 0

    @property
    def _room(self) -> Room | None:
        return self.host.room

    # --- the way in
    def on_server(self, act: Act) -> None:
        """The page has found out where our handlers are, or that there are none."""
        self.server = addresses.base_of(act.args.get("server", ""))
        self._find()

    def _find(self) -> None:
        """Which of this machine's addresses phones may use, and whether the server answers there."""
        if not self.server or not addresses.is_local(self.server):
            self.addresses, self.address, self.listens = (), "", True
            return
        self.addresses = addresses.ordered(addresses.found())
        self.address = addresses.chosen(self.addresses, self.address)
        self.listens = not self.address or addresses.answers(self.base)

    @property
    def base(self) -> str:
        """Where phones find the server; empty where they cannot."""
        if not self.server:
            return ""
        if not addresses.is_local(self.server):
            return self.server
        return addresses.at(self.server, self.address) if self.address else ""

    @property
    def way(self) -> Way:
        """The way in as the panel tells it."""
        trouble = ""
        if self.server is None:
            trouble = "waiting"
        elif not self.server:
            trouble = "standalone"
        elif not self.base:
            trouble = "no_network"
        elif not self.listens:
            trouble = "not_listening"
        number = self.addresses.index(self.address) + 1 if self.address in self.addresses else 0
        return Way(self.base, trouble, number, len(self.addresses))

    def on_address(self, _: Act) -> None:
        """The next address of this machine, or a look whether there is one by now."""
        known = self.addresses
        if self.address in known:
            self.address = known[(known.index(self.address) + 1) % len(known)]
        self._find()

    def open(self, view: RoomView) -> bool:
        """Whether the way in is shown: at a tap, and by itself before the first question."""
        if view.table.phase == "over" or (self.host.demo.on and self._panel is None):
            return False
        if self._panel is not None and self._panel[0] == view.phase:
            return self._panel[1]
        return bool(self.server) and view.table.phase == "ready" and view.table.round == 0

    def on_join_panel(self, act: Act) -> None:
        """Show or hide the way in until the table moves on."""
        if self.host.playing is not None:
            self._panel = (self.host.playing.view.phase, act.args.get("open") == "yes")
            if act.args.get("open") == "yes":
                self._find()

    # --- the people
    def _do(self, events: Callable[[Room], Sequence[Any]]) -> None:
        room = self._room
        if room is not None:
            room.do(lambda: events(room))

    def on_person_pick(self, act: Act) -> None:
        """Take a person in hand, or put them down."""
        person = _number(act.args.get("person", ""))
        self.picked = None if person == self.picked else person
        self.removing = False

    def on_person_name(self, act: Act) -> None:
        """Give a person another name."""
        person = _number(act.args.get("person", ""))
        self.host.taken[f"person-{person}"] += 1
        self._do(lambda room: people.renamed(room, person, act.value))

    def on_person_move(self, act: Act) -> None:
        """Put a person into a team, or into none."""
        seat = act.seat() if act.args.get("seat") != "none" else None
        self._do(lambda room: people.moved(room, _number(act.args.get("person", "")), seat))

    def on_person_captain(self, act: Act) -> None:
        """A person decides for their team."""
        self._do(lambda room: people.captain(room, _number(act.args.get("person", ""))))

    def on_person_remove(self, act: Act) -> None:
        """Ask once whether a person is really to go."""
        self.picked, self.removing = _number(act.args.get("person", "")), True

    def on_person_keep(self, _: Act) -> None:
        """They stay."""
        self.removing = False

    def on_person_gone(self, act: Act) -> None:
        """Send a person away: their phone is signed out, their name is free."""
        person, room = _number(act.args.get("person", "")), self._room
        if room is None or not self.removing or person != self.picked:
            return
        self.picked, self.removing = None, False
        self._do(lambda room: people.removed(room, person))
        self.host.store.revoke(room.id, role="person", person=person)

    def on_spread(self, _: Act) -> None:
        """Everybody without a team gets one."""
        self._do(people.spread)

    def on_house_phones(self, act: Act) -> None:
        """How phones join and decide."""
        name, value = act.args.get("name", ""), act.args.get("value") or act.value
        choices = HOUSE.get(name)
        if choices is None or value not in (choices or ("true", "false")):
            return
        kept: Any = value if choices else value == "true"
        self._do(lambda room: people.phones_set(room, replace(room.phones, **{name: kept})))

    # --- the remote
    def opened(self, overlay: str) -> None:
        """A screen over the table has been opened or, with no name, closed: the way in for the remote lives as long as its own."""
        room = self._room
        self.picked, self.removing = None, False
        if room is None:
            return
        if self.secret:
            self._close_pairing(room)
        if overlay == "remote":
            self._find()
            self._open_pairing(room)

    def _open_pairing(self, room: Room) -> None:
        """A new picture. Whoever asks already goes on asking."""
        self.host.store.revoke(room.id, role="pairing")
        self.secret = tokens.let_in(self.host.store, room.id, "pairing", now_ms()) if self.base else ""

    def _close_pairing(self, room: Room) -> None:
        self.secret, self.asking = "", None
        self.host.store.revoke(room.id, role="pairing")
        self.host.store.revoke(room.id, role="asking")

    def on_remote_yes(self, act: Act) -> None:
        """The number is the one on the teacher's phone: it is the remote."""
        room, number = self._room, _number(act.args.get("number", ""))
        if room is None or number != self.asking:
            return
        done = tokens.let_remote_in(self.host.store, room.id, number, now_ms())
        self.host.close_overlay()
        self.remote = done or self.remote
        self.host.warn(self.host.text("remote.done" if done else "remote.too_late"))

    def on_remote_no(self, _: Act) -> None:
        """It is somebody else's: it is sent away, and the picture is a new one."""
        if self._room is not None:
            self.host.store.revoke(self._room.id, role="asking")
            self.asking = None
            self.opened("remote")

    def on_remote_end(self, _: Act) -> None:
        """No phone is the remote any more."""
        if self._room is not None:
            self.host.store.revoke(self._room.id, role="remote")
            self.remote = False

    # --- looking
    def look(self) -> bool:
        """Ask who is connected and whether a phone asks to be the remote, when something was written or some time has passed; whether it changed."""
        host, room = self.host, self._room
        if room is None or host.playing is None:
            return False
        at, pulse = now_ms(), host.store.pulse(room.id)
        if pulse == self._pulse and at - self._looked < LOOK_MS:
            return False
        self._pulse, self._looked = pulse, at
        before = self._seen(host.playing.present)
        host.playing.look()
        if self.server and not self.base:
            self._find()  # the teacher may be switching the WiFi on
        self.remote = bool(host.store.grants(room.id, "remote", at))
        asking = host.store.grants(room.id, "asking", at) if host.overlay == "remote" else ()
        self.asking = asking[-1].person if asking else None
        if host.overlay == "remote" and not asking and not host.store.grants(room.id, "pairing", at):
            self._open_pairing(room)  # the last picture was used or has run out
        return before != self._seen(host.playing.present)

    def _seen(self, present: frozenset[int]) -> tuple[object, ...]:
        return present, self.asking, self.remote, self.addresses, self.secret

    # --- out
    def context(self) -> dict[str, Any]:
        """What the header and the way in show."""
        host = self.host
        assert host.playing is not None
        view, present = host.playing.view, host.playing.present
        shown = self.open(view)
        join = join_context(view, present, self.way, host.text) if shown else None
        return {
            "phones": {
                "connected": sum(p.id in present for p in view.people),
                "all": len(view.people),
                "open": shown,
                "remote": self.remote,
                "standings": view.phones.standings,
            },
            "join": join,
        }

    def people(self) -> dict[str, Any]:
        """What the screen of people shows."""
        playing = self.host.playing
        assert playing is not None
        return people_context(playing.view, playing.present, self.picked, self.removing, self.host.text)

    def pairing(self) -> dict[str, Any]:
        """What the screen of the remote shows; its secret is in the picture and nowhere else."""
        url = f"{self.base}wwlv/remote#{self.secret}" if self.secret and self.base else ""
        return {
            "qr": qr(url) if url else "",
            "asking": self.asking,
            "trouble": self.way.trouble,
            "remote": self.remote,
        }


def _number(sent: str) -> int:
    """A number that a page sent; 0, which nobody has, for anything else."""
    return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 10 else 0
