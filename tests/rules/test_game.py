"""The course of a game: phases, who is waited for, corrections, voids, ties, secrets."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from tests.rules.table import NO_CHANCE, Table
from wwlv.rules import wits
from wwlv.rules.game import Game, IllegalMove
from wwlv.rules.wits.model import Bet, LongShot, Setup, Target
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
from wwlv.rules.wits.presets import rules_of


def on(value: object, token: int = 0, chips: int = 0) -> Bet:
    return Bet(token, Target("guess", value=Decimal(str(value))), chips)


def refusal(table: Table, move: Any) -> str:
    before = table.state
    with pytest.raises(IllegalMove) as refused:
        table.play(move)
    assert table.state is before
    return refused.value.code


def test_wits_is_a_game() -> None:
    assert isinstance(wits, Game)


@pytest.mark.parametrize(
    ("preset", "options", "seats", "code"),
    [
        ("original", {}, 2, "too-few-teams"),
        ("original", {}, 8, "too-many-teams"),
        ("vegas", {}, 4, "too-few-teams"),
        ("vegas", {}, 8, "too-many-teams"),
        ("vegas-back", {}, 4, "too-few-teams"),
        ("vegas", {"small_tables": True}, 2, "too-few-teams"),
    ],
)
def test_a_table_of_the_wrong_size_is_refused(
    preset: str, options: dict[str, Any], seats: int, code: str
) -> None:
    with pytest.raises(IllegalMove, match=code):
        wits.start(Setup(rules_of(preset, options), seats), NO_CHANCE)


@pytest.mark.parametrize(
    ("preset", "options", "seats"),
    [("original", {}, 3), ("original", {"two_player_dummy": True}, 2), ("vegas", {"small_tables": True}, 3)],
)
def test_a_table_of_the_right_size_sits_down(preset: str, options: dict[str, Any], seats: int) -> None:
    assert wits.start(Setup(rules_of(preset, options), seats), NO_CHANCE)


def test_a_question_goes_through_its_phases() -> None:
    table = Table("vegas", 5)
    phases = [table.state.phase]
    for move in (
        AskQuestion("q1", Decimal(7)),
        *(SubmitGuess(s, "q1", Decimal(s)) for s in range(5)),
        CloseGuesses("q1"),
        CloseLongShots("q1"),
        OpenBetting("q1"),
        CloseBetting("q1"),
        RevealAnswer("q1"),
    ):
        table.play(move)
        if table.state.phase != phases[-1]:
            phases.append(table.state.phase)
    assert phases == ["ready", "guess", "long-shot", "sorted", "bet", "answer", "paid"]
    assert table.state.chips == (0, 0, 0, 0, 100)


def test_vegas_waits_for_every_board_unless_the_host_goes_on_anyway() -> None:
    table = Table("vegas", 5).ask(7, 1, 2, 3, 4, None)
    assert refusal(table, CloseGuesses("q1")) == "guesses-missing"
    assert refusal(table, PlaceLongShots(0, "q1", ())) == "wrong-phase"
    table.play(CloseGuesses("q1", anyway=True))
    assert refusal(table, PlaceLongShots(0, "q1", (LongShot(0, 4),))) == "no-such-space"
    table.play(PlaceLongShots(4, "q1", (LongShot(0, 3), LongShot(1, 3))))  # without a board it may still bet
    table.play(CloseLongShots("q1"), OpenBetting("q1"))
    assert 4 not in wits.waiting_for(table.state)
    assert refusal(table, PlaceBets(4, "q1", (Bet(0, Target("red")),))) == "too-many-bets"
    table.play(CloseBetting("q1"), RevealAnswer("q1"))
    assert table.state.chips == (0, 0, 0, 100, 2000)


def test_a_late_team_has_no_card_or_by_house_rule_a_zero() -> None:
    table = Table("original", 3).ask(5, 1, None, 9).play(CloseGuesses("q1"))
    assert [s.seats for s in table.state.spaces] == [(0,), (2,)]
    table = Table("original", 3, late_guess="zero").ask(5, 1, None, 9).play(CloseGuesses("q1"))
    assert [s.seats for s in table.state.spaces] == [(1,), (0,), (2,)]


def test_no_guess_at_all_skips_the_betting_or_draws_another_question() -> None:
    table = Table("original", 3).ask(5).play(CloseGuesses("q1"))
    assert (table.state.phase, table.state.round, table.state.chips) == ("paid", 1, (0, 0, 0))
    assert table.state.result is not None
    assert not table.state.result.too_high
    table = Table("original", 3, no_guesses="redraw").ask(5).play(CloseGuesses("q1"))
    assert (table.state.phase, table.state.round) == ("ready", 0)


def test_a_late_packet_cannot_land_on_the_next_question() -> None:
    table = Table("original", 3).ask(5, 1, 2, 3)
    assert refusal(table, SubmitGuess(0, "q0", Decimal(1))) == "stale-question"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (SubmitGuess(3, "q1", Decimal(1)), "no-such-seat"),
        (SubmitGuess(-1, "q1", Decimal(1)), "no-such-seat"),
        (SubmitGuess(0, "q1", Decimal("NaN")), "not-a-number"),
        (SubmitGuess(0, "q1", Decimal("Infinity")), "not-a-number"),
        (SubmitGuess(0, "q1", Decimal(-1)), "negative-guess"),
        (WithdrawGuess(2, "q1"), "no-guess"),
        (RevealAnswer("q1"), "wrong-phase"),
        (FinishGame(), "wrong-phase"),
        (AskQuestion("q2", Decimal(1)), "wrong-phase"),
    ],
)
def test_a_move_out_of_place_is_refused(move: Any, code: str) -> None:
    table = Table("original", 3, allow_negative=False).ask(5, 1, 2, None)
    assert refusal(table, move) == code


def test_chips_cannot_be_staked_before_they_are_won_nor_twice() -> None:
    table = Table("original", 3).ask(2, 1, 2, 3).play(CloseGuesses("q1"), OpenBetting("q1"))
    assert refusal(table, PlaceBets(0, "q1", (on(2, chips=1),))) == "not-enough-chips"
    table.play(PlaceBets(0, "q1", (on(2), on(2, 1))), CloseBetting("q1"), RevealAnswer("q1"))
    table.ask(2, 1, 2, 3).play(CloseGuesses("q2"), OpenBetting("q2"))
    assert table.state.chips[0] == 4
    assert refusal(table, PlaceBets(0, "q2", (on(2, 0, 3), on(1, 1, 2)))) == "not-enough-chips"
    assert refusal(table, PlaceBets(0, "q2", (on(2, 0, -1),))) == "negative-chips"
    assert refusal(table, PlaceBets(0, "q2", (on(2, 0), on(1, 0)))) == "no-such-token"
    table.play(PlaceBets(0, "q2", (on(2, 0, 3), on(1, 1, 1))))
    table.play(PlaceBets(0, "q2", (on(3, 1, 4),)))  # moved until time is up
    assert wits.waiting_for(table.state) == (1, 2)
    table.play(CloseBetting("q2"))
    assert refusal(table, PlaceBets(0, "q2", ())) == "wrong-phase"
    table.play(RevealAnswer("q2"))
    assert table.state.chips[0] == 0


def test_a_corrected_card_is_sorted_anew_and_bets_on_a_space_that_is_gone_come_back() -> None:
    table = Table("original", 3).ask(60, 5, 20, 30).play(CloseGuesses("q1"), OpenBetting("q1"))
    table.play(PlaceBets(0, "q1", (on(5), on(20, 1))), PlaceBets(1, "q1", (on(5),)), CloseBetting("q1"))
    table.play(CorrectGuess(0, "q1", Decimal(50)))
    assert table.state.phase == "bet"
    assert [s.value for s in table.state.spaces] == [20, 30, 50]
    assert table.state.bets == ((on(20, 1),), (), ())
    assert wits.waiting_for(table.state) == (1, 2)


def test_a_corrected_board_in_vegas_keeps_its_bets() -> None:
    table = (
        Table("vegas", 5)
        .ask(60, 1, 2, 3, 4, 5)
        .play(CloseGuesses("q1"), CloseLongShots("q1"), OpenBetting("q1"))
    )
    mine = Bet(0, Target("board", seat=0))
    table.play(PlaceBets(0, "q1", (mine,)), CorrectGuess(0, "q1", Decimal(50)))
    assert table.state.bets[0] == (mine,)
    assert table.state.spaces[-1].seats == (0,)


def test_a_void_question_returns_the_stakes_or_undoes_the_pay_out_and_the_round_is_asked_again() -> None:
    table = Table("original", 3, author_bonus=3).ask(2, 1, 2, 3)
    table.play(CloseGuesses("q1"), OpenBetting("q1"), PlaceBets(0, "q1", (on(2),)), CloseBetting("q1"))
    open_table = Table.at(table.state).play(VoidQuestion("q1"))
    assert (open_table.state.phase, open_table.state.round, open_table.state.chips) == ("ready", 0, (0, 0, 0))
    table.play(RevealAnswer("q1"))
    assert table.state.chips == (2, 3, 0)
    table.play(VoidQuestion("q1"))
    assert (table.state.round, table.state.chips, table.state.results) == (0, (0, 0, 0), ())


def finished(*chips: int, tie: str = "youngest", youngest: tuple[int, ...] = ()) -> Table:
    table = (
        Table("original", len(chips), rounds=1, tie=tie)
        .ask(1, *chips)
        .play(CloseGuesses("q1"), OpenBetting("q1"))
    )
    table.play(CloseBetting("q1"), RevealAnswer("q1"))
    return Table.at(replace(table.state, chips=chips, youngest=youngest)).play(FinishGame())


def test_the_most_chips_win_and_tokens_count_a_constant() -> None:
    outcome = wits.outcome(finished(3, 9, 4).state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "chips")
    assert [(p.rank, p.seat, p.total) for p in outcome.standings] == [(1, 1, 11), (2, 2, 6), (3, 0, 5)]


def test_a_tie_goes_to_the_youngest_if_known_else_it_is_shared() -> None:
    outcome = wits.outcome(finished(9, 9, 4, youngest=(2, 1)).state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.tied) == ((1,), "youngest", (0, 1))
    assert [(p.rank, p.seat) for p in outcome.standings] == [(1, 1), (2, 0), (3, 2)]
    shared = finished(9, 9, 4, youngest=(2,))
    outcome = wits.outcome(shared.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1), "shared")
    assert [(p.rank, p.seat) for p in outcome.standings] == [(1, 0), (1, 1), (3, 2)]
    outcome = wits.outcome(shared.play(NameYoungest((0,))).state)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_sudden_death_is_played_by_the_tied_teams_until_one_is_closest() -> None:
    table = finished(9, 9, 4, tie="sudden-death")
    assert (table.state.phase, table.state.contenders) == ("ready", (0, 1))
    assert wits.outcome(table.state) is None
    table.play(AskQuestion("x", Decimal(10)))
    assert refusal(table, SubmitGuess(2, "x", Decimal(1))) == "not-a-contender"
    table.play(SubmitGuess(0, "x", Decimal(11)), SubmitGuess(1, "x", Decimal(12)), CloseGuesses("x"))
    assert table.state.phase == "answer"
    table.play(RevealAnswer("x"))
    assert refusal(table, FinishGame()) == "play-off"
    table.play(AskQuestion("y", Decimal(10)))
    table.play(
        SubmitGuess(0, "y", Decimal(8)), SubmitGuess(1, "y", Decimal(9)), CloseGuesses("y"), RevealAnswer("y")
    )
    outcome = wits.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.tied) == ((1,), "sudden-death", (0, 1))
    assert table.state.chips == (9, 9, 4)


def test_the_bell_ends_the_game_from_the_rounds_played() -> None:
    table = Table("original", 3, author_bonus=3).ask(2, 1, 2, 3)
    table.play(CloseGuesses("q1"), OpenBetting("q1"), CloseBetting("q1"), RevealAnswer("q1"))
    table.ask(2, 3, 1, 1).play(FinishGame(bell=True))
    outcome = wits.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert len(table.state.results) == 1
    assert refusal(table, FinishGame(bell=True)) == "game-over"
    assert refusal(table, AskQuestion("q9", Decimal(1))) == "wrong-phase"


def test_the_game_ends_after_its_last_round_and_not_before() -> None:
    table = Table("original", 3, rounds=2)
    for question in ("q1", "q2"):
        table.ask(2, 1, 2, 3).play(CloseGuesses(question), OpenBetting(question))
        table.play(CloseBetting(question), RevealAnswer(question))
        if question == "q1":
            assert refusal(table, FinishGame()) == "rounds-left"
    assert refusal(table, AskQuestion("q3", Decimal(1))) == "no-more-rounds"
    assert table.play(FinishGame()).state.phase == "over"


def test_hidden_bets_and_long_shots_are_seen_by_their_own_seat_only() -> None:
    table = Table("vegas", 5, secret_bets=True, hidden_long_shots=True).ask(7, 1, 2, 3, 4, 5)
    table.play(CloseGuesses("q1"), PlaceLongShots(0, "q1", (LongShot(0, 1),)))
    assert wits.view(table.state, None).long_shots[0] is None
    assert wits.view(table.state, 1).long_shots[0] is None
    assert wits.view(table.state, 0).long_shots[0] == (LongShot(0, 1),)
    table.play(CloseLongShots("q1"), OpenBetting("q1"), PlaceBets(1, "q1", (Bet(0, Target("red")),)))
    assert wits.view(table.state, None).long_shots[0] == (LongShot(0, 1),)
    assert wits.view(table.state, 0).bets[1] is None
    assert wits.view(table.state, 1).bets[1] == (Bet(0, Target("red")),)
    table.play(CloseBetting("q1"))
    assert wits.view(table.state, None).bets[1] == (Bet(0, Target("red")),)


def test_bets_lie_open_without_a_house_rule() -> None:
    table = Table("original", 3).ask(2, 1, 2, 3).play(CloseGuesses("q1"), OpenBetting("q1"))
    table.play(PlaceBets(0, "q1", (on(2),)))
    assert wits.view(table.state, 1).bets[0] == (on(2),)
