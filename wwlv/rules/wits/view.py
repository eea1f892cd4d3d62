"""What each may see: an allow-list, built field by field. `None` is everybody: the projector."""

from dataclasses import dataclass
from decimal import Decimal

from wwlv.rules.game import Seat
from wwlv.rules.wits.deciding import waiting_for
from wwlv.rules.wits.model import Bet, LongShot, Outcome, Phase, Result, Rules, Space, State
from wwlv.rules.wits.scoring import outcome


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat, or everybody, sees it. Tuples run over the seats; None in them means hidden."""

    seat: Seat | None
    rules: Rules
    seats: int
    phase: Phase
    round: int
    question: str | None
    waiting: tuple[Seat, ...]
    answered: tuple[Seat, ...]
    guessed: tuple[Seat, ...]  # seats with a card on the table
    guesses: tuple[Decimal | None, ...]
    spaces: tuple[Space, ...]
    long_shots: tuple[tuple[LongShot, ...] | None, ...]
    bets: tuple[tuple[Bet, ...] | None, ...]
    chips: tuple[int, ...]
    answer: Decimal | None
    result: Result | None
    results: tuple[Result, ...]
    contenders: tuple[Seat, ...]
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
    """The view of a seat, or with None the public one."""
    cards_open = state.phase not in ("guess", "long-shot")
    shots_hidden = state.rules.hidden_long_shots and state.phase == "long-shot"
    bets_hidden = state.rules.secret_bets and state.phase == "bet"
    result = state.result
    return View(
        seat=seat,
        rules=state.rules,
        seats=state.seats,
        phase=state.phase,
        round=state.round,
        question=state.question,
        waiting=waiting_for(state),
        answered=tuple(sorted(state.answered)),
        guessed=tuple(s for s, g in enumerate(state.guesses) if g is not None),
        guesses=tuple(g if cards_open or s == seat else None for s, g in enumerate(state.guesses)),
        spaces=state.spaces,
        long_shots=tuple(
            None if shots_hidden and s != seat else shots for s, shots in enumerate(state.long_shots)
        ),
        bets=tuple(None if bets_hidden and s != seat else bets for s, bets in enumerate(state.bets)),
        chips=state.chips,
        answer=None if result is None else result.answer,
        result=result,
        results=state.results,
        contenders=state.contenders,
        outcome=outcome(state),
    )


def notation(state: State) -> str:
    """The whole state, secrets too, in one line: for tests and for the reader of a log."""
    parts = [f"{state.rules.preset} r{state.round}/{state.rules.rounds} {state.phase}"]
    if state.question is not None:
        parts.append(f"q={state.question}:{state.answer}")
        parts.append("guesses=" + ",".join("-" if g is None else str(g) for g in state.guesses))
    if any(state.long_shots):
        parts.append(
            "shots=" + ",".join("+".join(str(s.team) for s in own) or "-" for own in state.long_shots)
        )
    if state.spaces:
        parts.append("mat=" + " ".join(_space(s) for s in state.spaces))
    if any(state.bets):
        parts.append("bets=" + ",".join("+".join(_bet(b) for b in own) or "-" for own in state.bets))
    if state.contenders:
        parts.append("playoff=" + ",".join(map(str, state.contenders)))
    parts.append("chips=" + ",".join(map(str, state.chips)))
    return " ".join(parts)


def _space(space: Space) -> str:
    authors = "".join(map(str, space.seats))
    return f"{space.odds}{(space.colour or '')[:1]}[{space.value}@{authors}]"


def _bet(bet: Bet) -> str:
    return f"{bet.space}/{bet.token}" + (f"${bet.chips}" if bet.chips else "")
