"""What each may see: everything but the order of the pile."""

from dataclasses import dataclass

from wwlv.rules.game import Seat
from wwlv.rules.lasvegas.deciding import waiting_for
from wwlv.rules.lasvegas.model import Outcome, Payment, Phase, Roll, Rules, State
from wwlv.rules.lasvegas.scoring import outcome, payment_after, payment_now


@dataclass(frozen=True, slots=True)
class Choice:
    """A face the team to move may place: own and white dice, and what its casino would pay then as the dice lie."""

    face: int
    own: int
    white: int
    then: Payment


@dataclass(frozen=True, slots=True)
class View:
    """The street as everybody sees it; tuples as in `State`."""

    seat: Seat | None
    rules: Rules
    seats: int
    phase: Phase
    round: int
    start: Seat
    waiting: tuple[Seat, ...]
    turn: Seat | None
    notes: tuple[tuple[int, ...], ...]
    dice: tuple[tuple[int, ...], ...]
    own: tuple[int, ...]
    white: tuple[int, ...]
    roll: Roll | None
    choices: tuple[Choice, ...]
    standing: tuple[Payment, ...]  # what each casino would pay if nobody placed more
    won: tuple[tuple[int, ...], ...]
    money: tuple[int, ...]
    payments: tuple[Payment, ...]
    history: tuple[tuple[Payment, ...], ...]
    pile: int  # notes left in it
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
    """The view of a seat, or with None the public one: on this table they are the same."""
    roll = state.roll
    return View(
        seat=seat,
        rules=state.rules,
        seats=state.seats,
        phase=state.phase,
        round=state.round,
        start=state.start,
        waiting=waiting_for(state),
        turn=state.turn,
        notes=state.notes,
        dice=state.dice,
        own=state.own,
        white=state.white,
        roll=roll,
        choices=tuple(Choice(f, *roll.count(f), payment_after(state, f)) for f in roll.faces())
        if roll
        else (),
        standing=tuple(payment_now(state, casino) for casino in range(1, len(state.dice) + 1)),
        won=state.won,
        money=state.money,
        payments=state.payments,
        history=state.history,
        pile=len(state.pile),
        outcome=outcome(state),
    )


def notation(state: State) -> str:
    """The whole state, the pile's top too, in one line."""
    street = " ".join(
        f"{'+'.join(str(n // 1000) for n in notes) or '-'}[{','.join(map(str, row))}]"
        for notes, row in zip(state.notes, state.dice, strict=True)
    )
    parts = [f"{state.rules.preset} r{state.round}/{state.rules.rounds} {state.phase}", street]
    if state.turn is not None:
        parts.append(f"turn={state.turn}")
    if state.roll is not None:
        parts.append("roll=" + "".join(map(str, state.roll.own)) + "/" + "".join(map(str, state.roll.white)))
    parts.append("hands=" + ",".join(f"{o}+{w}" for o, w in zip(state.own, state.white, strict=True)))
    parts.append("money=" + ",".join(str(m // 1000) for m in state.money))
    parts.append(f"pile={len(state.pile)}:{','.join(str(n // 1000) for n in state.pile[:3])}")
    return " ".join(parts)
