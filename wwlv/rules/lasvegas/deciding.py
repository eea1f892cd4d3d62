"""Which events a move causes, and whom the table waits for."""

from collections.abc import Callable
from typing import Any

from wwlv.rules.game import Chance, IllegalMove, Seat
from wwlv.rules.lasvegas.events import (
    CasinoPaid,
    DicePlaced,
    DiceRolled,
    Event,
    Events,
    GameFinished,
    GameStarted,
    RoundDealt,
    RoundEnded,
    SpareDiceRolled,
    TeamGone,
)
from wwlv.rules.lasvegas.model import FACES, Phase, Roll, Setup, State
from wwlv.rules.lasvegas.moves import (
    DealRound,
    FinishGame,
    Move,
    PayCasino,
    PlaceDice,
    PlayAbsent,
    RollDice,
)
from wwlv.rules.lasvegas.scoring import payment_now


def start(setup: Setup, chance: Chance) -> Events:
    """The events that open a game: the pile is shuffled.

    Raises
    ------
    IllegalMove
        ``too-few-teams``, ``too-many-teams``, ``no-such-seat``.
    """
    allowed = setup.rules.seats_allowed
    if setup.seats not in allowed:
        code = "too-few-teams" if setup.seats < allowed.start else "too-many-teams"
        raise IllegalMove(code, teams=setup.seats, fewest=allowed.start, most=allowed.stop - 1)
    if setup.start not in range(setup.seats):
        raise IllegalMove("no-such-seat", seat=setup.start)
    return (GameStarted(setup.rules, setup.seats, setup.start, chance.shuffled(setup.rules.notes())),)


def decide(state: State, move: Move, chance: Chance) -> Events:
    """The events a move causes.

    Raises
    ------
    IllegalMove
        ``wrong-phase``, ``stale-round``, ``not-your-turn``, ``wrong-dice``, ``no-such-face``, ``no-more-rounds``, ``rounds-left``,
        ``game-over``.
    """
    return _DECIDE[type(move)](state, move, chance)


def _in(state: State, *phases: Phase) -> None:
    if state.phase not in phases:
        raise IllegalMove("wrong-phase", phase=state.phase, wanted=phases)


def _turn(state: State, seat: Seat, round: int) -> None:
    if seat not in range(state.seats):
        raise IllegalMove("no-such-seat", seat=seat)
    if round != state.round:
        raise IllegalMove("stale-round", round=round)
    if seat != state.turn:
        raise IllegalMove("not-your-turn", seat=seat)


def filled(pile: tuple[int, ...], minimum: int) -> tuple[tuple[int, ...], ...]:
    """Notes for the casinos 1..6 from the top of the pile, each until its sum reaches the minimum (L-2).

    A casino stays below it when the pile is through, which only variants can bring about (RULES 4.3).
    """
    notes, top = [], 0
    for _ in range(FACES):
        here: tuple[int, ...] = ()
        while sum(here) < minimum and top < len(pile):
            here, top = (*here, pile[top]), top + 1
        notes.append(here)
    return tuple(notes)


def _dice(given: tuple[int, ...] | None, count: int, chance: Chance) -> tuple[int, ...]:
    """The faces the class typed in, checked, or those that chance rolls."""
    if given is None:
        return chance.dice(count) if count else ()
    if len(given) != count or any(face not in range(1, FACES + 1) for face in given):
        raise IllegalMove("wrong-dice", count=count)
    return given


def _deal(state: State, move: DealRound, chance: Chance) -> Events:
    _in(state, "ready", "paid")
    if state.round >= state.rules.rounds:
        raise IllegalMove("no-more-rounds", rounds=state.rules.rounds)
    dealt = RoundDealt(state.round + 1, filled(state.pile, state.rules.minimum_for(state.seats)))
    spare = state.rules.spare_white(state.seats)
    return (dealt, SpareDiceRolled(_dice(move.spare, spare, chance))) if spare else (dealt,)


def _roll(state: State, move: RollDice, chance: Chance) -> Events:
    _in(state, "roll")
    _turn(state, move.seat, move.round)
    own = _dice(move.own, state.own[move.seat], chance)
    typed_white = move.white if move.own is None or move.white is not None else ()
    return (DiceRolled(move.seat, Roll(own, _dice(typed_white, state.white[move.seat], chance))),)


def _place(state: State, move: PlaceDice, chance: Chance) -> Events:
    _in(state, "place")
    _turn(state, move.seat, move.round)
    assert state.roll is not None
    own, white = state.roll.count(move.face)
    if own + white == 0:
        raise IllegalMove("no-such-face", face=move.face)
    return (DicePlaced(move.seat, move.face, own, white),)


def _absent(state: State, move: PlayAbsent, chance: Chance) -> Events:
    _in(state, "roll", "place")
    _turn(state, move.seat, move.round)
    if state.rules.absent != "auto-play":
        return (TeamGone(move.seat, removed=state.rules.absent == "remove-dice"),)
    events: list[Event] = []
    roll = state.roll
    if roll is None:
        own, white = state.own[move.seat], state.white[move.seat]
        roll = Roll(_dice(None, own, chance), _dice(None, white, chance))
        events.append(DiceRolled(move.seat, roll))
    # most dice, of equals the lowest number
    face = max(roll.faces(), key=lambda f: (sum(roll.count(f)), -f))
    return (*events, DicePlaced(move.seat, face, *roll.count(face), absent=True))


def _pay(state: State, move: PayCasino, chance: Chance) -> Events:
    _in(state, "pay")
    casino = len(state.payments) + 1
    paid = CasinoPaid(payment_now(state, casino))
    if casino < FACES:
        return (paid,)
    return (paid, RoundEnded((state.start + 1) % state.seats))


def _finish(state: State, move: FinishGame, chance: Chance) -> Events:
    if state.phase == "over":
        raise IllegalMove("game-over")
    if move.bell:
        return (GameFinished("bell"),)
    _in(state, "paid")
    if state.round < state.rules.rounds:
        raise IllegalMove("rounds-left", n=state.rules.rounds - state.round)
    return (GameFinished("rounds"),)


_DECIDE: dict[type[Any], Callable[[State, Any, Chance], Events]] = {
    DealRound: _deal,
    RollDice: _roll,
    PlaceDice: _place,
    PlayAbsent: _absent,
    PayCasino: _pay,
    FinishGame: _finish,
}


def waiting_for(state: State) -> tuple[Seat, ...]:
    """The team to move; empty when the host moves."""
    return () if state.turn is None else (state.turn,)


def phase(state: State) -> str:
    """Round, phase and how far it has come: ``2.place.17`` counts dice placed, ``2.pay.3`` casinos paid."""
    done = len(state.payments) if state.phase == "pay" else sum(sum(row) for row in state.dice)
    return f"{state.round}.{state.phase}.{done}"


def seconds(state: State) -> int | None:
    """Time limit of a turn, if the house has one."""
    return state.rules.turn_s if state.phase in ("roll", "place") else None


def time_up(state: State) -> PlayAbsent | None:
    """A team that does not move in time is played by the house rule."""
    return None if state.turn is None else PlayAbsent(state.turn, state.round)
