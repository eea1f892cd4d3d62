"""What happened on the street, in the past tense, and how each event changes it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from wwlv.rules.game import Seat
from wwlv.rules.lasvegas.model import DICE, FACES, WHITE, Payment, Roll, Rules, State


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A table sat down; `pile` is the shuffled pile, the next note first."""

    rules: Rules
    seats: int
    start: Seat
    pile: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """Notes were turned at the casinos 1..6."""

    round: int
    notes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SpareDiceRolled:
    """The spare white dice of a three-team game went to the casinos of their numbers."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """A team rolled; the roll lies until it is placed."""

    seat: Seat
    roll: Roll


@dataclass(frozen=True, slots=True)
class DicePlaced:
    """A team placed its dice of a face."""

    seat: Seat
    face: int
    own: int
    white: int
    absent: bool = False


@dataclass(frozen=True, slots=True)
class TeamGone:
    """An absent team places no more dice this round; `removed`: nor do those it placed stay."""

    seat: Seat
    removed: bool


@dataclass(frozen=True, slots=True)
class CasinoPaid:
    """A casino paid."""

    payment: Payment


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All casinos have paid; the start card went on to `start`."""

    start: Seat


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The podium."""

    by: Literal["rounds", "bell"]


Event = (
    GameStarted
    | RoundDealt
    | SpareDiceRolled
    | DiceRolled
    | DicePlaced
    | TeamGone
    | CasinoPaid
    | RoundEnded
    | GameFinished
)
EVENTS: tuple[type[Any], ...] = Event.__args__
Events = tuple[Event, ...]


def evolve(state: State | None, event: Event) -> State:
    """The street after an event; total over the events of this game. `state` is None before GameStarted."""
    if isinstance(event, GameStarted):
        blank = State(event.rules, event.seats, event.start, event.pile, won=((),) * event.seats)
        return _swept(blank)
    assert state is not None
    return _EVOLVE[type(event)](state, event)


def _swept(state: State) -> State:
    """Empty casinos and full hands."""
    empty = (0,) * (state.seats + 1)
    return replace(
        state,
        notes=((),) * FACES,
        dice=(empty,) * FACES,
        own=(DICE,) * state.seats,
        white=(state.rules.white_for(state.seats),) * state.seats,
        turn=None,
        roll=None,
        payments=(),
    )


def with_item(items: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], value, *items[index + 1 :])


def _dealt(state: State, event: RoundDealt) -> State:
    turned = sum(len(own) for own in event.notes)
    notes = tuple(tuple(sorted(own, reverse=True)) for own in event.notes)
    swept = _swept(state)
    return replace(
        swept, phase="roll", round=event.round, pile=state.pile[turned:], notes=notes, turn=state.start
    )


def _added(state: State, face: int, column: int, count: int) -> State:
    row = state.dice[face - 1]
    return replace(state, dice=with_item(state.dice, face - 1, with_item(row, column, row[column] + count)))


def _spare(state: State, event: SpareDiceRolled) -> State:
    for face in event.faces:
        state = _added(state, face, state.seats, 1)
    return state


def _placed(state: State, event: DicePlaced) -> State:
    state = _added(state, event.face, event.seat, event.own)
    state = _added(state, event.face, state.seats, event.white)
    own = with_item(state.own, event.seat, state.own[event.seat] - event.own)
    white = with_item(state.white, event.seat, state.white[event.seat] - event.white)
    return passed_on(replace(state, own=own, white=white, roll=None))


def passed_on(state: State) -> State:
    """The turn goes to the next team that has dice; without one the casinos pay."""
    assert state.turn is not None
    for step in range(1, state.seats + 1):
        seat = (state.turn + step) % state.seats
        if state.left(seat):
            return replace(state, phase="roll", turn=seat)
    return replace(state, phase="pay", turn=None)


def _gone(state: State, event: TeamGone) -> State:
    dice = tuple(with_item(row, event.seat, 0) for row in state.dice) if event.removed else state.dice
    own, white = with_item(state.own, event.seat, 0), with_item(state.white, event.seat, 0)
    return passed_on(replace(state, dice=dice, own=own, white=white, roll=None))


def _casino_paid(state: State, event: CasinoPaid) -> State:
    won = list(state.won)
    for seat, note in event.payment.paid:
        if seat != WHITE:
            won[seat] = (*won[seat], note)
    return replace(
        state,
        won=tuple(won),
        pile=state.pile + event.payment.returned,
        notes=with_item(state.notes, event.payment.casino - 1, ()),
        payments=(*state.payments, event.payment),
    )


def _round_ended(state: State, event: RoundEnded) -> State:
    return replace(state, phase="paid", start=event.start, history=(*state.history, state.payments))


def _finished(state: State, event: GameFinished) -> State:
    """An unfinished round is dropped: its unpaid notes go under the pile, what it has paid stays."""
    left = tuple(note for own in state.notes for note in own)
    history = (*state.history, state.payments) if state.phase == "pay" and state.payments else state.history
    return replace(_swept(state), phase="over", ended_by=event.by, pile=state.pile + left, history=history)


_EVOLVE: dict[type[Any], Callable[[State, Any], State]] = {
    RoundDealt: _dealt,
    SpareDiceRolled: _spare,
    DiceRolled: lambda state, event: replace(state, phase="place", roll=event.roll),
    DicePlaced: _placed,
    TeamGone: _gone,
    CasinoPaid: _casino_paid,
    RoundEnded: _round_ended,
    GameFinished: _finished,
}
