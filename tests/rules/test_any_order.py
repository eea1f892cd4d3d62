"""Any order of moves, legal or not: what must hold after each, at every mat and house rule."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, note, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.rules.table import Table
from wwlv.rules import wits
from wwlv.rules.game import IllegalMove
from wwlv.rules.wits.model import Bet, LongShot, State, Target
from wwlv.rules.wits.moves import (
    AskQuestion,
    CloseBetting,
    CloseGuesses,
    CloseLongShots,
    CorrectGuess,
    FinishGame,
    NameYoungest,
    OpenBetting,
    PlaceBets,
    PlaceLongShots,
    RevealAnswer,
    SubmitGuess,
    VoidQuestion,
    WithdrawGuess,
)
from wwlv.rules.wits.presets import PRESETS

VALUES = st.one_of(
    st.sampled_from([Decimal(v) for v in ("0", "-1", "5", "5.0", "7", "12", "0.30", "0.3")]),
    st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-999, max_value=999),
)
SEATS = st.integers(0, 7)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "author_bonus": st.sampled_from([0, 3]),
        "late_guess": st.sampled_from(["none", "zero", "wait"]),
        "no_guesses": st.sampled_from(["skip", "redraw"]),
        "allow_negative": st.booleans(),
        "secret_bets": st.booleans(),
        "hidden_long_shots": st.booleans(),
        "duplicate_odds": st.sampled_from(["own", "highest"]),
        "max_long_shots": st.integers(0, 2),
        "centre_colour": st.sampled_from([None, "red", "black"]),
        "tie": st.sampled_from(["youngest", "shared", "sudden-death"]),
        "rounds": st.integers(1, 3),
        "bet_limit": st.sampled_from([None, 10]),
        "small_tables": st.booleans(),
    },
)


def targets(state: State) -> st.SearchStrategy[Target]:
    """Mostly spaces that lie there, sometimes not."""
    cards = [Target("guess", value=s.value) for s in state.spaces]
    boards = [Target("board", seat=s) for s in range(state.seats)]
    others = [Target("too-high"), Target("red"), Target("black"), Target("guess", value=Decimal("0.123"))]
    return st.sampled_from([*cards, *boards, *others])


class AnyOrder(RuleBasedStateMachine):
    """The table plays whatever comes; a shadow of what must stay constant stands beside it."""

    @initialize(preset=st.sampled_from(sorted(PRESETS)), seats=st.integers(3, 7), options=OPTIONS)
    def sit_down(self, preset: str, seats: int, options: dict[str, Any]) -> None:
        if seats < 5 and "vegas" in preset:
            options["small_tables"] = True
        self.table = Table(preset, seats, **options)
        self.asked = 0

    def question(self) -> str:
        return self.table.state.question or "none"

    def play(self, move: Any) -> None:
        state = self.table.state
        copy = replace(state)
        try:
            self.table.play(move)
        except IllegalMove as refusal:
            note(f"refused: {refusal}")
            assert self.table.state is state
            assert state == copy
        else:
            self.conserved(state, self.table.state)

    def conserved(self, before: State, after: State) -> None:
        """Chips move only where a question is settled or voided, and then by exactly what its lines say."""
        if len(after.results) == len(before.results) + 1:
            result = after.results[-1]
            paid = [0] * after.seats
            for line in result.lines:
                paid[line.seat] += line.change
                assert line.change == (
                    line.odds * (line.token + line.chips) if line.won else -line.chips
                ) or (line.kind == "bonus")
            assert tuple(paid) == result.deltas
            assert after.chips == tuple(c + d for c, d in zip(before.chips, result.deltas, strict=True))
        elif len(after.results) == len(before.results):
            assert after.chips == before.chips

    @rule(answer=VALUES)
    def ask(self, answer: Decimal) -> None:
        self.asked += 1
        self.play(AskQuestion(f"q{self.asked}", answer))

    @rule(seat=SEATS, value=VALUES)
    def guess(self, seat: int, value: Decimal) -> None:
        self.play(SubmitGuess(seat, self.question(), value))

    @rule(values=st.lists(VALUES, min_size=7, max_size=7))
    def all_guess(self, values: list[Decimal]) -> None:
        for seat in range(self.table.state.seats):
            self.play(SubmitGuess(seat, self.question(), values[seat]))

    @rule(seat=SEATS)
    def withdraw(self, seat: int) -> None:
        self.play(WithdrawGuess(seat, self.question()))

    @rule(seat=SEATS, teams=st.lists(SEATS, max_size=3))
    def long_shot(self, seat: int, teams: list[int]) -> None:
        shots = tuple(LongShot(k, team) for k, team in enumerate(teams))
        self.play(PlaceLongShots(seat, self.question(), shots))

    @rule(seat=SEATS, data=st.data())
    def bet(self, seat: int, data: st.DataObject) -> None:
        state = self.table.state
        free = [
            t for t in (0, 1) if seat >= state.seats or t not in {s.token for s in state.long_shots[seat]}
        ]
        owned = state.chips[seat] if seat < state.seats else 5
        count = data.draw(st.integers(0, 3))
        bets = tuple(
            Bet(
                free[k] if k < len(free) else k,
                data.draw(targets(state)),
                data.draw(st.integers(-1, max(1, owned))),
            )
            for k in range(count)
        )
        self.play(PlaceBets(seat, self.question(), bets))

    @rule(anyway=st.booleans())
    def next(self, anyway: bool) -> None:
        question = self.question()
        step = {
            "guess": CloseGuesses(question, anyway),
            "long-shot": CloseLongShots(question),
            "sorted": OpenBetting(question),
            "bet": CloseBetting(question),
            "answer": RevealAnswer(question),
            "paid": FinishGame(),
        }.get(self.table.state.phase)
        if step is not None:
            self.play(step)

    @rule(seat=SEATS, value=VALUES)
    def correct(self, seat: int, value: Decimal) -> None:
        self.play(CorrectGuess(seat, self.question(), value))

    @rule()
    def void(self) -> None:
        chips, paid = self.table.state.chips, self.table.state.result
        self.play(VoidQuestion(self.question()))
        if paid is not None:
            assert self.table.state.chips == tuple(c - d for c, d in zip(chips, paid.deltas, strict=True))

    @rule(seats=st.lists(SEATS, max_size=3, unique=True))
    def youngest(self, seats: list[int]) -> None:
        self.play(NameYoungest(tuple(seats)))

    @rule(stale=st.text(max_size=3), seat=SEATS)
    def stale(self, stale: str, seat: int) -> None:
        self.play(SubmitGuess(seat, f"late-{stale}", Decimal(1)))

    @invariant()
    def refolding_the_log_gives_the_state(self) -> None:
        if hasattr(self, "table"):
            assert self.table.refolded() == self.table.state

    @invariant()
    def tokens_are_constant_and_chips_are_covered(self) -> None:
        if not hasattr(self, "table"):
            return
        state = self.table.state
        for seat in range(state.seats):
            tokens = [s.token for s in state.long_shots[seat]] + [b.token for b in state.bets[seat]]
            assert len(tokens) == len(set(tokens)) <= 2
            assert 0 <= sum(b.chips for b in state.bets[seat]) <= state.chips[seat]
            assert all(b.chips >= 0 for b in state.bets[seat])

    @invariant()
    def every_card_lies_on_the_mat_once_sorted(self) -> None:
        if hasattr(self, "table") and self.table.state.spaces:
            state = self.table.state
            laid = sorted(s for space in state.spaces for s in space.seats)
            assert laid == [s for s, g in enumerate(state.guesses) if g is not None]
            values = [space.value for space in state.spaces]
            assert values == sorted(values)


AnyOrder.TestCase.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
TestAnyOrder = AnyOrder.TestCase


PHASES = st.sampled_from(["guess", "long-shot", "sorted", "bet", "answer"])


@st.composite
def tables(draw: st.DrawFn) -> State:
    """A Vegas table somewhere in a question, with bets where the phase has them."""
    seats = draw(st.integers(5, 7))
    options = draw(st.fixed_dictionaries({"secret_bets": st.booleans(), "hidden_long_shots": st.booleans()}))
    table = Table("vegas", seats, **options).ask(draw(VALUES), *(draw(VALUES) for _ in range(seats)))
    phase = draw(PHASES)
    if phase == "guess":
        return table.state
    table.play(CloseGuesses("q1"))
    for seat in range(seats):
        if draw(st.booleans()):
            table.play(PlaceLongShots(seat, "q1", (LongShot(0, draw(st.integers(0, seats - 1))),)))
    if phase == "long-shot":
        return table.state
    table.play(CloseLongShots("q1"))
    if phase == "sorted":
        return table.state
    table.play(OpenBetting("q1"))
    for seat in range(seats):
        if draw(st.booleans()):
            board = Target("board", seat=draw(st.integers(0, seats - 1)))
            table.play(PlaceBets(seat, "q1", (Bet(1, board),)))
    return table.state if phase == "bet" else table.play(CloseBetting("q1")).state


@given(state=tables(), data=st.data(), eye=st.one_of(st.none(), st.integers(0, 4)))
@settings(max_examples=300, deadline=None)
def test_no_view_changes_with_a_value_it_must_not_show(
    state: State, data: st.DataObject, eye: int | None
) -> None:
    """Every hidden value is drawn anew, not shifted: a view that leaks any function of it would change."""

    def others(values: tuple[Any, ...], anew: st.SearchStrategy[Any]) -> tuple[Any, ...]:
        return tuple(v if s == eye or v is None else data.draw(anew) for s, v in enumerate(values))

    seat = st.integers(0, state.seats - 1)
    changed = replace(state, answer=data.draw(VALUES))
    if state.phase in ("guess", "long-shot"):
        changed = replace(changed, guesses=others(state.guesses, VALUES))
    if state.phase == "long-shot" and state.rules.hidden_long_shots:
        shots = st.one_of(st.just(()), st.tuples(st.builds(LongShot, st.just(0), seat)))
        changed = replace(changed, long_shots=others(state.long_shots, shots))
    if state.phase == "bet" and state.rules.secret_bets:
        bets = st.one_of(
            st.just(()),
            st.tuples(st.builds(Bet, st.just(1), st.builds(Target, st.just("board"), st.none(), seat))),
        )
        changed = replace(changed, bets=others(state.bets, bets))
    assert wits.view(changed, eye) == wits.view(state, eye)
