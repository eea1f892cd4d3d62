"""The way in, the people and the remote: from a room's public view to what the templates show."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import segno
from markupsafe import Markup

from wwlv.room.log import PersonId
from wwlv.room.room import RoomView
from wwlv.room.roster import Person
from wwlv.screens.common import TeamTag, tags
from wwlv.text import Text
from wwlv.ui.addresses import spoken

HOUSE: Mapping[str, tuple[str, ...]] = {
    "locked": (),
    "seating": ("choose", "even", "host"),
    "names": ("own", "made"),
    "guess": ("latest", "median", "captain"),
    "choice": ("latest", "captain"),
    "standings": (),
}
"""House rules of phones, with the choices of those that are no switch."""

_HEIGHT, _LINE = 690, 38  # design pixels: of all groups of the way in, and of a line of names


@dataclass(frozen=True, slots=True)
class Way:
    """The address of the server for phones, or why there is none; which of how many addresses it is."""

    base: str
    trouble: str
    number: int
    addresses: int


@dataclass(frozen=True, slots=True)
class Chip:
    """A person with their state."""

    id: PersonId
    name: str
    connected: bool
    captain: bool
    estimated: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The people of a team, or with no tag those without one. `more` are in but not listed."""

    tag: TeamTag | None
    chips: tuple[Chip, ...]
    more: int
    all: int
    connected: int


@dataclass(frozen=True, slots=True)
class Crew:
    """The people of a team while they guess: one mark each, and in numbers."""

    marks: tuple[str, ...]  # in, here, away
    given: int
    all: int


def qr(url: str) -> Markup:
    """A QR code, black on white with its quiet zone, as inline SVG that fills its box; the address is in its path alone."""
    code = segno.make(url, error="m", micro=False)
    svg: str = code.svg_inline(
        omitsize=True, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None
    )
    return Markup(svg)


def groups(view: RoomView, present: Set[PersonId], most: int | None = None) -> tuple[Group, ...]:
    """Everybody by team; those without a team last, if there are any. `most`: only the latest so many of each group."""
    members: dict[int | None, list[Person]] = {}
    for person in view.people:
        members.setdefault(person.seat, []).append(person)
    found = [_group(view, present, tag, members.get(tag.seat, ()), most) for tag in tags(view.teams)]
    if None in members:
        found.append(_group(view, present, None, members[None], most))
    return tuple(found)


def _group(
    view: RoomView, present: Set[PersonId], tag: TeamTag | None, members: Sequence[Person], most: int | None
) -> Group:
    captain = None if tag is None else view.captains[tag.seat]
    fit = len(members) if most is None or len(members) <= most else most - 1  # one place says how many more
    chips = tuple(
        Chip(p.id, p.name, p.id in present, p.id == captain, p.id in view.estimated)
        for p in members[len(members) - fit :]
    )
    return Group(tag, chips, len(members) - fit, len(members), sum(p.id in present for p in members))


def join_context(view: RoomView, present: Set[PersonId], way: Way, text: Text) -> dict[str, Any]:
    """The way in: code, address and picture, and who is in already."""
    count = len(view.teams) + any(p.seat is None for p in view.people)
    columns = 3 if count <= 6 else 4
    lines = max(1, int(_HEIGHT / count - 8) // _LINE)
    url = f"{way.base}wwlv/{view.code}" if way.base else ""
    address = spoken(f"{way.base}wwlv") if way.base else ""
    return {
        "code": view.code,
        "url": url,
        "qr": qr(url) if url else "",
        "address": address,
        "trouble": way.trouble,
        "number": way.number,
        "addresses": way.addresses,
        "groups": groups(view, present, lines * columns),
        "columns": columns,
        "locked": view.phones.locked,
        "count": text("join.in", n=len(view.people)) if view.people else text("join.nobody"),
    }


def people_context(
    view: RoomView, present: Set[PersonId], picked: PersonId | None, removing: bool, text: Text
) -> dict[str, Any]:
    """Everybody with their state, who is in hand, and the house rules of phones."""
    everybody = groups(view, present)
    hand = next((c for g in everybody for c in g.chips if c.id == picked), None)
    seat = next((p.seat for p in view.people if p.id == picked), None)
    return {
        "groups": everybody,
        "hand": hand,
        "hand_seat": seat,
        "removing": removing and hand is not None,
        "loose": sum(p.seat is None for p in view.people),
        "teams": tags(view.teams),
        "guessing": view.table.phase == "guess",
        "rules": [
            _rule(view, name, choices, text) for name, choices in HOUSE.items() if _applies(view, name)
        ],
        "all": len(view.people),
        "connected": sum(g.connected for g in everybody),
    }


def _applies(view: RoomView, name: str) -> bool:
    """A team's guess belongs to one game, its choice of dice to the other."""
    return {"guess": view.game == "wits", "choice": view.game == "lasvegas"}.get(name, True)


def _rule(view: RoomView, name: str, choices: Sequence[str], text: Text) -> dict[str, Any]:
    value = getattr(view.phones, name)
    return {
        "name": name,
        "on": value is True,
        "value": value,
        "choices": [(c, text(f"people.{name}.{c}")) for c in choices],
    }


def crews(view: RoomView, present: Set[PersonId]) -> dict[int, Crew]:
    """Per team that plays on phones, how many of its people have given an estimate; never which."""
    found = {}
    for group in groups(view, present):
        if group.tag is not None and group.all:
            marks = tuple("in" if c.estimated else "here" if c.connected else "away" for c in group.chips)
            found[group.tag.seat] = Crew(marks, marks.count("in"), group.all)
    return found
