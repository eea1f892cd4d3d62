"""Which events a move causes, and whom the table waits for."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from wwlv.rules.game import Chance, IllegalMove, Seat
from wwlv.rules.wits.events import (
    BetsPlaced,
    BettingClosed,
    BettingOpened,
    Event,
    Events,
    GameFinished,
    GameStarted,
    GuessCorrected,
    GuessesClosed,
    GuessesSorted,
    GuessSubmitted,
    GuessWithdrawn,
    LongShotsOpened,
    LongShotsPlaced,
    QuestionAsked,
    QuestionSettled,
    QuestionVoided,
    SuddenDeathStarted,
    YoungestNamed,
    evolve,
)
from wwlv.rules.wits.model import Bet, Phase, Result, Rules, Setup, Space, State
from wwlv.rules.wits.moves import (
    AskQuestion,
    CloseBetting,
    CloseGuesses,
    CloseLongShots,
    CorrectGuess,
    FinishGame,
    Move,
    NameYoungest,
    OpenBetting,
    PlaceBets,
    PlaceLongShots,
    RevealAnswer,
    SubmitGuess,
    VoidQuestion,
    WithdrawGuess,
)
from wwlv.rules.wits.scoring import check_bets, check_long_shots, leaders, mat, settlement, space_at


def start(setup: Setup, chance: Chance) -> Events:
    """The events that open a game.

    Raises
    ------
    IllegalMove
        ``too-few-teams``, ``too-many-teams``, ``no-such-seat``.
    """
    allowed = setup.rules.seats_allowed
    if setup.seats < allowed.start:
        raise IllegalMove("too-few-teams", teams=setup.seats, fewest=allowed.start, most=allowed.stop - 1)
    if setup.seats >= allowed.stop:
        raise IllegalMove("too-many-teams", teams=setup.seats, fewest=allowed.start, most=allowed.stop - 1)
    _check_seats(setup.youngest, setup.seats)
    return (GameStarted(setup.rules, setup.seats, setup.youngest),)


def _check_seats(seats: tuple[Seat, ...], count: int) -> None:
    for seat in seats:
        if seat not in range(count):
            raise IllegalMove("no-such-seat", seat=seat)


def decide(state: State, move: Move, chance: Chance) -> Events:
    """The events a move causes. Chance plays no part: questions are drawn by whoever asks them.

    Raises
    ------
    IllegalMove
        ``wrong-phase``, ``stale-question``, ``no-such-seat``, ``not-a-number``, ``negative-guess``, ``not-a-contender``,
        ``guesses-missing``, ``nothing-to-void``, and the codes of `scoring.check_bets` and `scoring.check_long_shots`.
    """
    named = getattr(move, "question", None)
    if named is not None and not isinstance(move, AskQuestion) and named != state.question:
        raise IllegalMove("stale-question", question=named)
    if (seat := getattr(move, "seat", None)) is not None:
        _check_seats((seat,), state.seats)
    return _DECIDE[type(move)](state, move)


def _in(state: State, *phases: Phase) -> None:
    if state.phase not in phases:
        raise IllegalMove("wrong-phase", phase=state.phase, wanted=phases)


def _ask(state: State, move: AskQuestion) -> Events:
    _in(state, "ready", "paid")
    if not move.answer.is_finite():
        raise IllegalMove("not-a-number", value=str(move.answer))
    if state.phase == "paid" and state.is_last_round() and not state.sudden_death:
        raise IllegalMove("no-more-rounds", rounds=state.rules.rounds)
    return (QuestionAsked(state.round + 1, move.question, move.answer),)


def _check_guess(state: State, seat: Seat, value: Decimal) -> None:
    if not value.is_finite():
        raise IllegalMove("not-a-number", value=str(value))
    if value < 0 and not state.rules.allow_negative:
        raise IllegalMove("negative-guess", value=str(value))
    if state.sudden_death and seat not in state.contenders:
        raise IllegalMove("not-a-contender", seat=seat)


def _submit(state: State, move: SubmitGuess) -> Events:
    _in(state, "guess")
    _check_guess(state, move.seat, move.value)
    return (GuessSubmitted(move.seat, move.value),)


def _withdraw(state: State, move: WithdrawGuess) -> Events:
    _in(state, "guess")
    if state.guesses[move.seat] is None:
        raise IllegalMove("no-guess", seat=move.seat)
    return (GuessWithdrawn(move.seat),)


def _close_guesses(state: State, move: CloseGuesses) -> Events:
    _in(state, "guess")
    late = waiting_for(state)
    if late and state.rules.late_guess == "wait" and not move.anyway:
        raise IllegalMove("guesses-missing", seats=late)
    zeros = late if state.rules.late_guess == "zero" else ()
    closed = GuessesClosed(zeros)
    after = evolve(state, closed)
    if all(g is None for g in after.guesses):
        return (closed, *_nobody_guessed(after))
    if state.rules.long_shot_odds is not None and state.rules.max_long_shots and not state.sudden_death:
        return (closed, LongShotsOpened())
    return (closed, *_sorted(after))


def _nobody_guessed(state: State) -> Events:
    assert state.question is not None
    if state.rules.no_guesses == "redraw" or state.sudden_death:
        return (QuestionVoided(state.question, (0,) * state.seats, "no-guesses"),)
    return (QuestionSettled(_settlement(state)),)


def _sorted(state: State) -> Events:
    spaces = GuessesSorted(mat(state.guesses, state.rules))
    return (spaces, BettingClosed()) if state.sudden_death else (spaces,)


def _long_shots(state: State, move: PlaceLongShots) -> Events:
    _in(state, "long-shot")
    check_long_shots(move.shots, state.guesses, state.rules)
    return (LongShotsPlaced(move.seat, move.shots),)


def _close_long_shots(state: State, move: CloseLongShots) -> Events:
    _in(state, "long-shot")
    return _sorted(state)


def _open_betting(state: State, move: OpenBetting) -> Events:
    _in(state, "sorted")
    return (BettingOpened(),)


def _bets(state: State, move: PlaceBets) -> Events:
    _in(state, "bet")
    check_bets(
        move.bets,
        state.spaces,
        state.rules,
        used=[s.token for s in state.long_shots[move.seat]],
        chips=state.chips[move.seat],
        last=state.is_last_round(),
    )
    return (BetsPlaced(move.seat, move.bets),)


def _close_betting(state: State, move: CloseBetting) -> Events:
    _in(state, "bet")
    return (BettingClosed(),)


def _settlement(state: State) -> Result:
    assert state.question is not None
    assert state.answer is not None
    return settlement(
        round=state.round,
        question=state.question,
        answer=state.answer,
        spaces=state.spaces,
        bets=state.bets,
        long_shots=state.long_shots,
        rules=state.rules,
        sudden_death=state.sudden_death,
    )


def _reveal(state: State, move: RevealAnswer) -> Events:
    _in(state, "answer")
    result = _settlement(state)
    settled = QuestionSettled(result)
    if state.sudden_death and len(result.winners) == 1:
        return (settled, GameFinished("sudden-death", result.winners))
    return (settled,)


def _correct(state: State, move: CorrectGuess) -> Events:
    _in(state, "guess", "long-shot", "sorted", "bet", "answer")
    _check_guess(state, move.seat, move.value)
    corrected = GuessCorrected(move.seat, move.value)
    if state.phase in ("guess", "long-shot"):
        return (corrected,)
    spaces = mat(evolve(state, corrected).guesses, state.rules)
    kept = tuple(tuple(b for b in own if _still_there(b, spaces, state.rules)) for own in state.bets)
    events: list[Event] = [corrected, GuessesSorted(spaces)]
    if state.sudden_death:
        return (*events, BettingClosed())
    if state.phase in ("bet", "answer"):  # teams that lose a bet to the correction may lay it anew
        events.append(BettingOpened())
        events += [BetsPlaced(s, bets) for s, bets in enumerate(kept) if bets]
    return tuple(events)


def _still_there(bet: Bet, spaces: tuple[Space, ...], rules: Rules) -> bool:
    try:
        space_at(spaces, bet.space, rules)
    except IllegalMove:
        return False
    return True


def _void(state: State, move: VoidQuestion) -> Events:
    _in(state, "guess", "long-shot", "sorted", "bet", "answer", "paid")
    paid = state.results[-1].deltas if state.phase == "paid" else (0,) * state.seats
    return (QuestionVoided(move.question, tuple(-d for d in paid), "host"),)


def _name_youngest(state: State, move: NameYoungest) -> Events:
    _check_seats(move.seats, state.seats)
    return (YoungestNamed(move.seats),)


def _finish(state: State, move: FinishGame) -> Events:
    if state.phase == "over":
        raise IllegalMove("game-over")
    if move.bell:
        return (GameFinished("bell"),)
    _in(state, "paid")
    if state.sudden_death:
        raise IllegalMove("play-off", seats=state.contenders)
    if not state.is_last_round():
        raise IllegalMove("rounds-left", n=state.rules.rounds - state.round)
    tied = leaders(state)
    if state.rules.tie == "sudden-death" and len(tied) > 1:
        return (SuddenDeathStarted(tied),)
    return (GameFinished("rounds"),)


_DECIDE: dict[type[Any], Callable[[State, Any], Events]] = {
    AskQuestion: _ask,
    SubmitGuess: _submit,
    WithdrawGuess: _withdraw,
    CloseGuesses: _close_guesses,
    PlaceLongShots: _long_shots,
    CloseLongShots: _close_long_shots,
    OpenBetting: _open_betting,
    PlaceBets: _bets,
    CloseBetting: _close_betting,
    RevealAnswer: _reveal,
    CorrectGuess: _correct,
    VoidQuestion: _void,
    NameYoungest: _name_youngest,
    FinishGame: _finish,
}


def waiting_for(state: State) -> tuple[Seat, ...]:
    """Seats that have not answered in this phase; empty when the host moves."""
    if state.phase == "guess":
        players = state.contenders or tuple(range(state.seats))
        return tuple(s for s in players if state.guesses[s] is None)
    if state.phase == "long-shot":
        return tuple(s for s in range(state.seats) if s not in state.answered)
    if state.phase == "bet":
        tokens = len(state.rules.token_values)
        return tuple(
            s for s in range(state.seats) if s not in state.answered and len(state.long_shots[s]) < tokens
        )
    return ()


def phase(state: State) -> str:
    """Round and phase, ``3.bet``."""
    return f"{state.round}.{state.phase}"


def seconds(state: State) -> int | None:
    """Time limit of the phase (O-6, O-10, D-V15)."""
    rules = state.rules
    return {"guess": rules.guess_s, "long-shot": rules.long_shot_s, "bet": rules.bet_s}.get(state.phase)


def time_up(state: State) -> CloseGuesses | CloseLongShots | CloseBetting | None:
    """The host's move that closes the phase; a phase without its late cards goes on without them."""
    question = state.question or ""
    if state.phase == "guess":
        return CloseGuesses(question, anyway=True)
    if state.phase == "long-shot":
        return CloseLongShots(question)
    return CloseBetting(question) if state.phase == "bet" else None
