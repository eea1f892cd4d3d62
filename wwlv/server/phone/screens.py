"""What a device sees: the table of its own seat in its own language, written once for all who see the same."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wwlv.errors import WwlvError
from wwlv.look import MARKS
from wwlv.room.room import Room, Stale
from wwlv.room.roster import Person
from wwlv.room.store import Grant, RoomNotFound, StoreError
from wwlv.room.view import RoomView
from wwlv.rules.game import IllegalMove, Seat
from wwlv.screens.common import shape, tags, templates
from wwlv.server.phone import remote, street, wits
from wwlv.text import NotANumber, Text

_TEMPLATES = templates(Path(__file__).with_name("templates"))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A screen. `mine` are the few words that differ from person to person, by the place they are put in."""

    rev: int
    screen: str
    phase: str
    question: str
    html: str
    mine: Mapping[str, str] = field(default_factory=dict)

    def same(self, other: "Snapshot") -> bool:
        """Whether a device that shows this one need not be told the other."""
        return (self.screen, self.phase, self.html, self.mine) == (
            other.screen,
            other.phase,
            other.html,
            other.mine,
        )

    def as_json(self) -> dict[str, Any]:
        """What is sent."""
        return {
            "rev": self.rev,
            "screen": self.screen,
            "phase": self.phase,
            "question": self.question,
            "html": self.html,
            "mine": self.mine,
        }


def words(problem: WwlvError, text: Text, names: tuple[str, ...] = ()) -> tuple[str, str]:
    """A refusal as a code and a sentence in the language of the person."""
    if isinstance(problem, IllegalMove):
        params: dict[str, Any] = dict(problem.params)
        for key, value in params.items():
            if key in ("seat", "seats"):
                seats = value if isinstance(value, tuple) else (value,)
                params[key] = text.join([names[s] if s in range(len(names)) else "?" for s in seats])
        return problem.code, text(f"illegal.{problem.code}", **params)
    if isinstance(problem, NotANumber):
        return problem.code, text(f"number.{problem.code}", **problem.params)
    if isinstance(problem, Stale):
        return "busy", text("phone.refused.busy")
    if isinstance(problem, StoreError):
        return problem.code, text("phone.refused.not-saved")
    if isinstance(problem, RoomNotFound):
        return "no-such-room", text("illegal.no-such-room")
    return "broken", text("phone.refused.broken")


def door(text: Text, code: str, *, known: Room | None) -> Snapshot:
    """The way in: first the code, and with a room that is known by it the name."""
    room = None if known is None else known.view()
    context = {
        "code": room.code if room else code.strip().upper()[:8],
        "room": room,
        "names": room.phones.names if room else "own",
        "brand": text(f"brand.{brand_of(room)}") if room else text("phone.brand"),
        "locked": room is not None and (room.phones.locked or not room.is_open),
        "is_open": room is None or room.is_open,
        "marks": [shape(mark) for mark in MARKS],
    }
    screen = "name" if room else "door"
    return Snapshot(room.rev if room else 0, screen, "", "", _drawn(f"{screen}.html", text, context))


def brand_of(view: RoomView) -> str:
    """Which game a room plays, as the catalog names it."""
    if view.game == "lasvegas":
        return "lasvegas"
    return "vegas" if view.table.rules.token_values[0] >= 100 else "original"


def _drawn(name: str, text: Text, context: Mapping[str, Any]) -> str:
    return _TEMPLATES.get_template(name).render(t=text, **context).strip()


class Screens:
    """The screens of a room. What is drawn is kept until the log has grown."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._rev = -1
        self._views: dict[Seat | None, RoomView] = {}
        self._drawings: dict[Any, Snapshot] = {}

    def sentence(self, problem: WwlvError, text: Text) -> tuple[str, str]:
        """A refusal as a code and a sentence."""
        return words(problem, text, tuple(team.name for team in self._room.teams))

    def snapshot(self, grant: Grant | None, text: Text) -> Snapshot:
        """What the holder of a token sees now."""
        room = self._room
        if room.rev != self._rev:
            self._rev = room.rev
            self._views.clear()
            self._drawings.clear()
        if grant is not None and grant.role == "asking":
            return self._once(("asking", grant.person, text.lang), lambda: self._asking(grant.person, text))
        if grant is not None and grant.role == "remote":
            return self._once(("remote", text.lang), lambda: self._remote(text))
        person = room.roster.person(grant.person) if grant is not None else None
        if person is None:
            return door(text, room.opened.code, known=room)
        if person.seat is None:
            return self._with_name(
                self._once(("seat", text.lang), lambda: self._without_team(text)), person, {}
            )
        seat = person.seat
        is_captain = self._view(seat).captains[seat] == person.id
        key = ("seat", seat, is_captain, text.lang)
        shared = self._once(key, lambda: self._at_table(seat, is_captain, text))
        game = wits if room.opened.game == "wits" else street
        return self._with_name(shared, person, game.mine(room, self._view(seat), person, text))

    def _once(self, key: Any, draw: Callable[[], Snapshot]) -> Snapshot:
        if key not in self._drawings:
            self._drawings[key] = draw()
        return self._drawings[key]

    def _view(self, seat: Seat | None) -> RoomView:
        if seat not in self._views:
            self._views[seat] = self._room.view(seat)
        return self._views[seat]

    @staticmethod
    def _with_name(shared: Snapshot, person: Person, mine: Mapping[str, str]) -> Snapshot:
        return Snapshot(
            shared.rev,
            shared.screen,
            shared.phase,
            shared.question,
            shared.html,
            {"name": person.name, **mine},
        )

    def _shot(self, screen: str, view: RoomView, html: str) -> Snapshot:
        question = getattr(view.table, "question", None) or ""
        return Snapshot(view.rev, screen, view.phase, question, html)

    def _frame(self, view: RoomView, text: Text) -> dict[str, Any]:
        """What every screen of a room shows around its own."""
        return {
            "view": view,
            "game": view.table,
            "teams": tags(view.teams),
            "brand": text(f"brand.{brand_of(view)}"),
            "clock": view.clock,
            "paused": view.paused,
        }

    def _without_team(self, text: Text) -> Snapshot:
        view = self._view(None)
        sizes = [sum(p.seat == s for p in view.people) for s in range(len(view.teams))]
        context = {**self._frame(view, text), "sizes": sizes, "choose": view.phones.seating == "choose"}
        return self._shot("teams", view, _drawn("teams.html", text, context))

    def _at_table(self, seat: Seat, is_captain: bool, text: Text) -> Snapshot:
        view = self._view(seat)
        game = wits if view.game == "wits" else street
        context = self._frame(view, text) | {"me": tags(view.teams)[seat], "is_captain": is_captain}
        context |= game.context(self._room, view, seat, text)
        over = view.table.phase == "over"
        screen = "podium" if over else view.game
        return self._shot(screen, view, _drawn(f"{screen}.html", text, context))

    def _asking(self, number: int, text: Text) -> Snapshot:
        view = self._view(None)
        context = {**self._frame(view, text), "number": number}
        return self._shot("asking", view, _drawn("asking.html", text, context))

    def _remote(self, text: Text) -> Snapshot:
        view = self._view(None)
        context = {**self._frame(view, text), **remote.context(self._room, view, text)}
        return self._shot("remote", view, _drawn("remote.html", text, context))
