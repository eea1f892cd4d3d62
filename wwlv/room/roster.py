"""The people of a room: who they are, in which team, and what names they may have."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data

from wwlv.room.log import (
    CaptainNamed,
    PersonId,
    PersonJoined,
    PersonRemoved,
    PersonRenamed,
    PersonSeated,
    Team,
)
from wwlv.rules.game import IllegalMove, Seat

LONGEST_NAME = 24
MOST_ACCENTS = 3
"""On one letter: enough for every language, too few for a tower."""
MOST_PEOPLE = 1200
"""In one room. A guard, far beyond a lecture hall."""

RosterEvent = PersonJoined | PersonSeated | PersonRenamed | PersonRemoved | CaptainNamed


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a device."""

    id: PersonId
    name: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody who is in, in the order they came. `last` counts everybody who ever was."""

    people: tuple[Person, ...] = ()
    named_captains: tuple[PersonId, ...] = ()
    last: PersonId = 0
    _by_id: dict[PersonId, Person] = field(default_factory=dict, compare=False)

    def person(self, id: PersonId) -> Person | None:
        """Who has this number, None for somebody who was removed or never came."""
        return self._by_id.get(id)

    def team(self, seat: Seat) -> tuple[Person, ...]:
        """The members of a team, first come first."""
        return tuple(p for p in self.people if p.seat == seat)

    def captain(self, seat: Seat) -> Person | None:
        """Who decides for a team: whom the teacher named last, else who sat down first."""
        members = self.team(seat)
        named = [p for id in self.named_captains for p in members if p.id == id]
        return named[-1] if named else members[0] if members else None

    def after(self, event: RosterEvent) -> "Roster":
        """The roster after an event of the log."""
        match event:
            case PersonJoined():
                joined = Person(event.person, event.name, event.seat)
                return self._with((*self.people, joined), last=max(self.last, event.person))
            case PersonSeated():
                return self._changed(event.person, seat=event.seat)
            case PersonRenamed():
                return self._changed(event.person, name=event.name)
            case PersonRemoved():
                left = tuple(p for p in self.people if p.id != event.person)
                return self._with(left, last=max(self.last, event.person))
            case CaptainNamed():
                kept = tuple(id for id in self.named_captains if id != event.person)
                return replace(self, named_captains=(*kept, event.person))

    def _with(self, people: tuple[Person, ...], last: PersonId = 0) -> "Roster":
        return replace(self, people=people, _by_id={p.id: p for p in people}, last=last or self.last)

    def _changed(self, id: PersonId, **changes: object) -> "Roster":
        return self._with(tuple(replace(p, **changes) if p.id == id else p for p in self.people))  # type: ignore[arg-type]

    def emptiest(self, seats: Iterable[Seat]) -> Seat | None:
        """Of these teams the one with the fewest members, of equals the first; None where there is no team."""
        sizes = dict.fromkeys(seats, 0)
        for person in self.people:
            if person.seat in sizes:
                sizes[person.seat] += 1
        return min(sizes, key=lambda s: (sizes[s], s), default=None)

    def checked_name(self, typed: str, person: PersonId | None = None) -> str:
        """The name as it may stand on the projector.

        Raises
        ------
        IllegalMove
            ``empty-name``, or ``name-in-use`` by somebody whose name looks the same.
        """
        name = clean_name(typed)
        if not name:
            raise IllegalMove("empty-name")
        looks = skeleton(name)
        if any(skeleton(p.name) == looks for p in self.people if p.id != person):
            raise IllegalMove("name-in-use", name=name)
        return name


def seat_at(teams: Sequence[Team], seat: Seat | None) -> Seat | None:
    """The same seat at another table, None where there is none or a bot plays for it."""
    return None if seat is None or seat >= len(teams) or teams[seat].bot else seat


_UNSEEN = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}  # joiners, fillers and blanks
    | {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}  # variation selectors
)
"""Characters that show nothing, though Unicode calls them letters, signs or accents."""


def clean_name(typed: str) -> str:
    """NFC, one line, nothing that cannot be seen (control, direction, zero width, unassigned), trimmed, at most `LONGEST_NAME`."""
    spaced = " ".join(typed[:400].split())
    seen = "".join(c for c in spaced if ord(c) not in _UNSEEN and unicodedata.category(c)[0] != "C")
    kept: list[str] = []
    letters = accents = 0
    for c in unicodedata.normalize("NFC", seen).lstrip():
        accents = accents + 1 if unicodedata.category(c) in ("Mn", "Me") else 0
        letters += not accents
        if letters > LONGEST_NAME:
            break
        if (
            accents <= MOST_ACCENTS and letters
        ):  # an accent without a letter would sit on what stands before the name
            kept.append(c)
    return " ".join("".join(kept).split())


_SAME = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", " ": "", "-": "", "_": "", ".": "", "'": ""})


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What a name looks like: two names with one skeleton cannot be told apart from the last row (after UTS 39)."""
    plain = unicodedata.normalize("NFKD", name)
    seen = "".join(_ascii(c) for c in plain if not unicodedata.combining(c))
    return seen.casefold().translate(_SAME).replace("rn", "m") or name


def _ascii(c: str) -> str:
    """The letter or digit of ASCII that a character is taken for, itself if there is none."""
    if c.isascii():
        return c
    alike: Iterable[str] = (found["c"] for found in confusables_data.get(c, ()))
    return next((a for a in alike if len(a) == 1 and a.isascii() and a.isalnum()), c)
