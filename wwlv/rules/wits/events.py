"""What happened at the table, in the past tense, and how each event changes it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from wwlv.rules.game import Seat
from wwlv.rules.wits.model import Bet, LongShot, Result, Rules, Space, State


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A table sat down."""

    rules: Rules
    seats: int
    youngest: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """A question lies on the table, its answer face down."""

    round: int
    question: str
    answer: Decimal


@dataclass(frozen=True, slots=True)
class GuessSubmitted:
    """A card lies face down on the table."""

    seat: Seat
    value: Decimal


@dataclass(frozen=True, slots=True)
class GuessWithdrawn:
    """A card was taken back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GuessesClosed:
    """No more cards. `zeros`: late teams whose card the house rule fills with 0."""

    zeros: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class LongShotsOpened:
    """Tokens may lie on the icons of teams."""


@dataclass(frozen=True, slots=True)
class LongShotsPlaced:
    """All Long Shots of a seat."""

    seat: Seat
    shots: tuple[LongShot, ...]


@dataclass(frozen=True, slots=True)
class GuessesSorted:
    """The cards lie open on their spaces, lowest first."""

    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class BettingOpened:
    """Tokens and chips may lie on spaces."""


@dataclass(frozen=True, slots=True)
class BetsPlaced:
    """All bets of a seat."""

    seat: Seat
    bets: tuple[Bet, ...]


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """No more bets."""


@dataclass(frozen=True, slots=True)
class QuestionSettled:
    """The answer is known, and this is what it paid."""

    result: Result


@dataclass(frozen=True, slots=True)
class GuessCorrected:
    """A misread card now shows `value`."""

    seat: Seat
    value: Decimal


@dataclass(frozen=True, slots=True)
class QuestionVoided:
    """The question does not count; `returned` is what each seat's chips change by."""

    question: str
    returned: tuple[int, ...]
    reason: Literal["host", "no-guesses"]


@dataclass(frozen=True, slots=True)
class YoungestNamed:
    """Seats in order of youth."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SuddenDeathStarted:
    """The tied seats play it off: closest without going over."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The podium. `seats`: the winners of a sudden death, else empty."""

    by: Literal["rounds", "bell", "sudden-death"]
    seats: tuple[Seat, ...] = ()


Event = (
    GameStarted
    | QuestionAsked
    | GuessSubmitted
    | GuessWithdrawn
    | GuessesClosed
    | LongShotsOpened
    | LongShotsPlaced
    | GuessesSorted
    | BettingOpened
    | BetsPlaced
    | BettingClosed
    | QuestionSettled
    | GuessCorrected
    | QuestionVoided
    | YoungestNamed
    | SuddenDeathStarted
    | GameFinished
)
EVENTS: tuple[type[Any], ...] = Event.__args__
Events = tuple[Event, ...]


def evolve(state: State | None, event: Event) -> State:
    """The table after an event; total over the events of this game. `state` is None before GameStarted."""
    if isinstance(event, GameStarted):
        blank = State(event.rules, event.seats, event.youngest, chips=(0,) * event.seats)
        return _cleared(blank)
    assert state is not None
    return _EVOLVE[type(event)](state, event)


def _cleared(state: State) -> State:
    none: tuple[()] = ()
    return replace(
        state,
        question=None,
        answer=None,
        guesses=(None,) * state.seats,
        long_shots=(none,) * state.seats,
        bets=(none,) * state.seats,
        answered=frozenset(),
        spaces=(),
    )


def _with(items: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*items[:index], value, *items[index + 1 :])


def _asked(state: State, event: QuestionAsked) -> State:
    return replace(
        _cleared(state), phase="guess", round=event.round, question=event.question, answer=event.answer
    )


def _submitted(state: State, event: GuessSubmitted) -> State:
    return replace(
        state,
        guesses=_with(state.guesses, event.seat, event.value),
        answered=state.answered | {event.seat},
    )


def _withdrawn(state: State, event: GuessWithdrawn) -> State:
    return replace(
        state, guesses=_with(state.guesses, event.seat, None), answered=state.answered - {event.seat}
    )


def _guesses_closed(state: State, event: GuessesClosed) -> State:
    guesses = tuple(Decimal(0) if s in event.zeros else g for s, g in enumerate(state.guesses))
    return replace(state, guesses=guesses, answered=frozenset())


def _shots_placed(state: State, event: LongShotsPlaced) -> State:
    return replace(
        state,
        long_shots=_with(state.long_shots, event.seat, event.shots),
        answered=state.answered | {event.seat},
    )


def _on_the_mat(state: State, event: GuessesSorted) -> State:
    return replace(state, phase="sorted", spaces=event.spaces, bets=((),) * state.seats, answered=frozenset())


def _bets_placed(state: State, event: BetsPlaced) -> State:
    return replace(
        state, bets=_with(state.bets, event.seat, event.bets), answered=state.answered | {event.seat}
    )


def _settled(state: State, event: QuestionSettled) -> State:
    chips = tuple(c + d for c, d in zip(state.chips, event.result.deltas, strict=True))
    contenders = event.result.winners if state.sudden_death and event.result.winners else state.contenders
    return replace(
        state,
        phase="paid",
        chips=chips,
        results=(*state.results, event.result),
        answered=frozenset(),
        contenders=contenders,
    )


def _corrected(state: State, event: GuessCorrected) -> State:
    return replace(state, guesses=_with(state.guesses, event.seat, event.value))


def _voided(state: State, event: QuestionVoided) -> State:
    results = state.results[:-1] if state.phase == "paid" else state.results
    chips = tuple(c + d for c, d in zip(state.chips, event.returned, strict=True))
    return replace(_cleared(state), phase="ready", round=state.round - 1, chips=chips, results=results)


def _sudden_death(state: State, event: SuddenDeathStarted) -> State:
    return replace(_cleared(state), phase="ready", contenders=event.seats)


def _finished(state: State, event: GameFinished) -> State:
    return replace(
        _cleared(state), phase="over", ended_by=event.by, contenders=event.seats or state.contenders
    )


_EVOLVE: dict[type[Any], Callable[[State, Any], State]] = {
    QuestionAsked: _asked,
    GuessSubmitted: _submitted,
    GuessWithdrawn: _withdrawn,
    GuessesClosed: _guesses_closed,
    LongShotsOpened: lambda state, _: replace(state, phase="long-shot", answered=frozenset()),
    LongShotsPlaced: _shots_placed,
    GuessesSorted: _on_the_mat,
    BettingOpened: lambda state, _: replace(state, phase="bet", answered=frozenset()),
    BetsPlaced: _bets_placed,
    BettingClosed: lambda state, _: replace(state, phase="answer", answered=frozenset()),
    QuestionSettled: _settled,
    GuessCorrected: _corrected,
    QuestionVoided: _voided,
    YoungestNamed: lambda state, event: replace(state, youngest=event.seats),
    SuddenDeathStarted: _sudden_death,
    GameFinished: _finished,
}
