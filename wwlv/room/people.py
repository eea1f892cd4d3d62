"""What the people of a room do, as the events it causes: who may, for which team, and what the house rules make of it.

Each function decides against the room as it stands and raises IllegalMove, changing nothing. Besides the codes of the rules:
``room-closed``, ``removed``, ``no-team``, ``paused``, ``stale-phase`` (the table has moved on), ``captain-decides``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Context, Decimal
from typing import Any

from wwlv.room.fold import Fold
from wwlv.room.log import (
    CaptainNamed,
    EstimateGiven,
    FaceChosen,
    PersonId,
    PersonJoined,
    PersonRemoved,
    PersonRenamed,
    PersonSeated,
    Phones,
    PhonesSet,
    Team,
)
from wwlv.room.room import Room
from wwlv.room.roster import MOST_PEOPLE, Person, seat_at, skeleton
from wwlv.rules.game import IllegalMove, Seat
from wwlv.rules.lasvegas.moves import PlaceDice, RollDice
from wwlv.rules.wits.model import Bet, LongShot, Target
from wwlv.rules.wits.moves import PlaceBets, PlaceLongShots, SubmitGuess
from wwlv.text.numbers import check_size

Events = Sequence[Any]
_EXACT = Context(prec=1000)


# --- coming in
def joined(room: Fold, name: str, made: Iterable[str] = ()) -> Events:
    """A device comes in under a name, or where the room makes names up under the first of `made` that is free.

    Raises
    ------
    IllegalMove
        ``room-closed``, ``room-locked``, ``room-full``, ``empty-name``, ``name-in-use``.
    """
    if not room.is_open:
        raise IllegalMove("room-closed")
    if room.phones.locked:
        raise IllegalMove("room-locked")
    if len(room.roster.people) >= MOST_PEOPLE:
        raise IllegalMove("room-full", most=MOST_PEOPLE)
    if room.phones.names == "made":
        name = _free(room, made)
    seat = room.roster.emptiest(_open_to_people(room)) if room.phones.seating == "even" else None
    return [PersonJoined(room.roster.last + 1, room.roster.checked_name(name), seat)]


def _open_to_people(room: Fold) -> tuple[Seat, ...]:
    return tuple(s for s in range(len(room.teams)) if s not in room.bots)


def _check_seat(room: Fold, seat: Seat) -> None:
    if seat not in range(len(room.teams)):
        raise IllegalMove("no-such-seat", seat=seat)
    if seat in room.bots:
        raise IllegalMove("bot-team", seat=seat)


def _free(room: Fold, made: Iterable[str]) -> str:
    taken = {skeleton(p.name) for p in room.roster.people}
    last = ""
    for name in made:
        if skeleton(name) not in taken:
            return name
        last = name
    numbers = (f"{last} {k}" for k in range(2, MOST_PEOPLE + 2))
    return next(name for name in numbers if skeleton(name) not in taken)


def seated(room: Fold, person: PersonId, seat: Seat) -> Events:
    """A person chooses a team; once the game is on, only the teacher moves people.

    Raises
    ------
    IllegalMove
        ``room-closed``, ``removed``, ``no-such-seat``, ``bot-team``, ``seat-by-host``.
    """
    if not room.is_open:
        raise IllegalMove("room-closed")
    who = room.roster.person(person)
    if who is None:
        raise IllegalMove("removed")
    _check_seat(room, seat)
    if who.seat == seat:
        return []
    if room.phones.seating != "choose" or (who.seat is not None and room.state.round > 0):
        raise IllegalMove("seat-by-host")
    return [PersonSeated(person, seat)]


def seat_of(room: Fold, person: PersonId, phase: str, game: str) -> Seat:
    """The team for which a person makes a move of a game at this moment; IllegalMove where they may not."""
    if not room.is_open:
        raise IllegalMove("room-closed")
    who = room.roster.person(person)
    if who is None:
        raise IllegalMove("removed")
    if who.seat is None:
        raise IllegalMove("no-team")
    if room.paused:
        raise IllegalMove("paused")
    if phase != room.phase:
        raise IllegalMove("stale-phase")
    if game != room.opened.game:
        raise IllegalMove("wrong-game")
    return who.seat


def _is_captain(room: Fold, person: PersonId, seat: Seat) -> bool:
    captain = room.roster.captain(seat)
    return captain is not None and captain.id == person


# --- Wits & Wagers
def estimated(room: Room, person: PersonId, phase: str, question: str, value: Decimal) -> Events:
    """A person's own estimate, and the team's guess as the house rule makes it of its members' estimates.

    Besides IllegalMove raises NotANumber ``too-big``.
    """
    seat = seat_of(room, person, phase, "wits")
    check_size(value)  # or one phone could write what no room can read again
    decided = room.decided(SubmitGuess(seat, question, value))  # is it a guess that the rules take?
    before = room.estimates.get(question, {})
    mine: list[Any] = [] if before.get(person) == value else [EstimateGiven(person, question, value)]
    rule = room.phones.guess
    if rule == "captain" and not _is_captain(room, person, seat):
        return mine
    if rule == "median":
        members = {p.id for p in room.roster.team(seat)}
        theirs = [v for who, v in {**before, person: value}.items() if who in members]
        decided = room.decided(SubmitGuess(seat, question, median(theirs)))
    if room.state.guesses[seat] == decided[0].value and (not mine or room.guess_by.get(seat) == person):
        return mine
    return [*mine, *decided]


def median(values: Sequence[Decimal]) -> Decimal:
    """The middle value, of an even number of values the mean of the two in the middle."""
    ordered = sorted(values)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return _EXACT.divide(_EXACT.add(ordered[half - 1], ordered[half]), Decimal(2))


def shot(room: Room, person: PersonId, phase: str, question: str, token: int, team: Seat | None) -> Events:
    """A token of the team on the icon of a team, or with None taken back."""
    seat = seat_of(room, person, phase, "wits")
    others = _open(room.state.long_shots, seat, question, room)
    shots = [s for s in others if s.token != token]
    if team is not None:
        shots.append(LongShot(token, team))
    return room.decided(PlaceLongShots(seat, question, tuple(sorted(shots, key=lambda s: s.token))))


def laid(
    room: Room, person: PersonId, phase: str, question: str, token: int, space: str, chips: int
) -> Events:
    """A token of the team on a space with exactly so many chips under it, or with no space taken back.

    Only this token moves: whoever lays the other one at the same time undoes nothing.
    """
    seat = seat_of(room, person, phase, "wits")
    bets = [b for b in _open(room.state.bets, seat, question, room) if b.token != token]
    if space:
        bets.append(Bet(token, Target.parse(space), chips))
    return room.decided(PlaceBets(seat, question, tuple(sorted(bets, key=lambda b: b.token))))


def passed(room: Room, person: PersonId, phase: str, question: str) -> Events:
    """The team is done with this phase as its tokens lie."""
    seat = seat_of(room, person, phase, "wits")
    if room.state.phase == "long-shot":
        return room.decided(
            PlaceLongShots(seat, question, _open(room.state.long_shots, seat, question, room))
        )
    return room.decided(PlaceBets(seat, question, _open(room.state.bets, seat, question, room)))


def _open(tokens: Any, seat: Seat, question: str, room: Fold) -> Any:
    """A team's own tokens of a phase."""
    if question != room.question:
        raise IllegalMove("stale-question", question=question)
    return tokens[seat] if seat < len(tokens) else ()


# --- Las Vegas
def rolled(room: Room, person: PersonId, phase: str) -> Events:
    """The team to move rolls all dice in its hand."""
    seat = seat_of(room, person, phase, "lasvegas")
    return room.decided(RollDice(seat, room.state.round))


def face_chosen(room: Room, person: PersonId, phase: str, face: int) -> Events:
    """A member of the team to move says where they would place; the team sees it."""
    seat = seat_of(room, person, phase, "lasvegas")
    room.decided(PlaceDice(seat, room.state.round, face))  # may it be placed at all?
    when, chosen = room.choices
    if when == phase and chosen.get(person) == face:
        return []
    return [FaceChosen(person, phase, face)]


def placed(room: Room, person: PersonId, phase: str, face: int) -> Events:
    """The team places every die of a face: whoever taps last before it lies there decides, or the captain alone."""
    seat = seat_of(room, person, phase, "lasvegas")
    if room.phones.choice == "captain" and not _is_captain(room, person, seat):
        raise IllegalMove("captain-decides", name=room.roster.captain(seat).name)  # type: ignore[union-attr]  # a team of one has one
    return room.decided(PlaceDice(seat, room.state.round, face))


# --- the teacher
def _known(room: Fold, person: PersonId) -> Person:
    who = room.roster.person(person)
    if who is None:
        raise IllegalMove("removed")
    return who


def moved(room: Fold, person: PersonId, seat: Seat | None) -> Events:
    """The teacher puts a person into a team, or with None into none; ``removed``, ``no-such-seat``, ``bot-team``."""
    if seat is not None:
        _check_seat(room, seat)
    return [] if _known(room, person).seat == seat else [PersonSeated(person, seat)]


def spread(room: Fold) -> Events:
    """Everybody who has no team yet is spread evenly."""
    events: list[PersonSeated] = []
    roster, teams = room.roster, _open_to_people(room)
    for person in room.roster.people:
        if person.seat is None and teams:
            events.append(PersonSeated(person.id, roster.emptiest(teams)))
            roster = roster.after(events[-1])
    return events


def renamed(room: Fold, person: PersonId, name: str) -> Events:
    """The teacher gives a person another name; ``removed``, ``empty-name``, ``name-in-use``."""
    clean = room.roster.checked_name(name, _known(room, person).id)
    return [PersonRenamed(person, clean)]


def removed(room: Fold, person: PersonId) -> Events:
    """The teacher sends a device away; ``removed`` if it has gone already."""
    return [PersonRemoved(_known(room, person).id)]


def captain(room: Fold, person: PersonId) -> Events:
    """The teacher names a captain; ``removed``, ``no-team``."""
    if _known(room, person).seat is None:
        raise IllegalMove("no-team")
    return [CaptainNamed(person)]


def phones_set(room: Fold, phones: Phones) -> Events:
    """The teacher chooses how people join and decide."""
    return [] if phones == room.phones else [PhonesSet(phones)]


# --- a class that plays on
def carried(old: Fold, teams: Sequence[Team]) -> Events:
    """Everybody who was in a room, in the order they came, for the room that follows it; teams are kept by seat."""
    people: list[Any] = []
    if old.roster.person(old.roster.last) is None and old.roster.last:
        people.append(PersonRemoved(old.roster.last))  # so that nobody gets the number of somebody sent away
    for person in old.roster.people:
        people.append(PersonJoined(person.id, person.name, seat_at(teams, person.seat)))
    return people


def locked(room: Fold, locked: bool) -> Events:
    """The teacher shuts the door of the room, or opens it."""
    return phones_set(room, replace(room.phones, locked=locked))
