"""Odds of a running game: from what is seen, right at the end, the same exactly and by play-out."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.rules.street import Street
from wwlv.odds.endgame import TooMuchWork, expected, expected_by_face
from wwlv.odds.position import odds, unseen
from wwlv.odds.rounds import CannotSimulate, setting
from wwlv.odds.street import simulated
from wwlv.room.chance import SeededChance
from wwlv.rules import lasvegas
from wwlv.rules.lasvegas.model import State
from wwlv.rules.lasvegas.moves import DealRound, FinishGame, PayCasino, PlaceDice, RollDice
from wwlv.rules.lasvegas.view import view


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def stopped(
    seats: int,
    *,
    dice: int,
    phase: str,
    round: int = 1,
    preset: str = "las-vegas",
    seed: int = 3,
    **options: Any,
) -> State:
    """A game by chance, stopped in a round as soon as so few dice are in hand in this phase."""
    luck = random.Random(seed)
    street = Street(seats, preset, chance=SeededChance(seed), **options)
    while True:
        state = street.state
        in_hand = sum(state.own) + sum(state.white)
        if (state.round, state.phase) == (round, phase) and in_hand <= dice:
            return state
        assert state.phase != "over"
        street.play(street.step(luck.choice))


def test_before_the_first_turn_the_odds_are_those_of_whole_games() -> None:
    street = Street(5)
    ready = odds(street.state, policies="random", games=40_000, rng=rng())
    whole = simulated(seats=5, rules=street.state.rules, policies="random", games=200_000, seed=1)
    assert ready.notes == ()
    assert np.all(abs(ready.final_money - whole.mean) < 4 * np.hypot(ready.final_money_se, whole.se))
    assert np.all(abs(ready.win - 0.2) < 4 * ready.win_se)


def test_ten_thousand_play_outs_know_a_win_within_a_percentage_point() -> None:
    state = stopped(5, dice=40, phase="place")
    result = odds(view(state, None), policies="greedy", games=10_000, rng=rng())
    assert result.win.sum() == pytest.approx(1)
    assert result.win_se.max() <= 0.01


@pytest.mark.parametrize(
    ("seats", "phase", "preset", "round"),
    [
        (5, "roll", "las-vegas", 1),
        (5, "place", "las-vegas", 3),
        (3, "place", "las-vegas-neutral", 2),
        (2, "roll", "las-vegas-neutral", 4),
        (4, "pay", "las-vegas", 2),
        (4, "paid", "las-vegas", 2),
    ],
)
def test_odds_are_those_of_the_rules_played_on(seats: int, phase: str, preset: str, round: int) -> None:
    state = (
        stopped(seats, dice=14, phase=phase, round=round, preset=preset)
        if phase != "paid"
        else stopped(seats, dice=99, phase=phase, round=round, preset=preset)
    )
    result = odds(state, policies="random", games=40_000, rng=rng())
    luck, money, taken = random.Random(5), [], np.zeros((6, seats + 1))
    for game in range(150):
        end, first = played_on(state, game, luck)
        money.append(end.money)
        for payment in first:
            for seat, note in payment.paid:
                if state.notes[payment.casino - 1][:1] == (note,):
                    taken[payment.casino - 1, seat] += 1
                    break
    error = np.hypot(np.std(money, axis=0) / np.sqrt(150), result.final_money_se)
    assert np.all(abs(np.mean(money, axis=0) - result.final_money) < 4 * error + 1)
    for casino, chances in enumerate(result.notes):
        if chances:
            p = chances[0][:seats]
            assert chances[0].sum() == pytest.approx(1)
            assert np.all(abs(taken[casino, :seats] / 150 - p) < 4.5 * np.sqrt(p * (1 - p) / 150) + 0.02)


def played_on(state: State, seed: int, luck: random.Random) -> tuple[State, tuple[Any, ...]]:
    """The end of a game and the payments of the round it was in, the unseen part of the pile shuffled anew."""
    street = Street(state.seats, chance=SeededChance(seed))
    returned = sum(
        len(p.returned)
        for payments in (*state.history, *([state.payments] if state.phase != "paid" else []))
        for p in payments
    )
    unknown = len(state.pile) - returned
    street.state = replace(state, pile=(*luck.sample(state.pile[:unknown], unknown), *state.pile[unknown:]))
    while street.state.phase != "over":
        street.play(street.step(luck.choice))
    at = state.round - 1
    return street.state, street.state.history[at] if state.phase != "paid" else ()


def test_a_view_and_a_state_have_the_same_odds_and_the_order_of_the_pile_changes_nothing() -> None:
    state = stopped(5, dice=20, phase="place", round=2)
    returned = sum(len(p.returned) for payments in state.history for p in payments)
    unknown = len(state.pile) - returned
    turned = replace(state, pile=(*reversed(state.pile[:unknown]), *state.pile[unknown:]))
    one, two, three = (
        odds(position, policies="lead", games=2_000, rng=rng())
        for position in (state, view(state, None), turned)
    )
    assert np.array_equal(one.final_money, two.final_money)
    assert np.array_equal(one.final_money, three.final_money)
    assert one.face_worth == two.face_worth == three.face_worth


def test_the_unseen_pile_holds_what_the_bank_still_has() -> None:
    state = stopped(4, dice=3, phase="roll", round=3)
    table = setting(seats=4, rules=state.rules, policies="random")
    pile = unseen(view(state, None), table, 50, rng=rng())
    for game in range(50):
        notes = [int(n) * 10_000 for n in pile.notes[:-1, game]]
        assert sorted(notes) == sorted(state.pile)
        returned = [note for payments in state.history for p in payments for note in p.returned]
        assert notes[len(notes) - len(returned) :] == returned


def test_a_pile_that_ran_through_is_known_to_the_last_note() -> None:
    state = stopped(3, dice=3, phase="roll", round=4, minimum=200_000)
    returned = [note for payments in state.history for p in payments for note in p.returned]
    assert len(state.pile) < len(returned)
    table = setting(seats=3, rules=state.rules, policies="random")
    pile = unseen(view(state, None), table, 3, rng=rng())
    notes = pile.notes[: len(state.pile), 0].astype(int) * 10_000
    assert tuple(notes) == state.pile


def test_a_finished_game_is_certain_and_a_bell_ends_it_where_it_was() -> None:
    state = stopped(4, dice=99, phase="paid", round=2)
    for event in lasvegas.decide(state, FinishGame(bell=True), SeededChance(1)):
        state = lasvegas.evolve(state, event)
    result = odds(state, policies="greedy", games=100, rng=rng())
    end = lasvegas.outcome(state)
    assert end is not None
    assert result.final_money.tolist() == list(state.money)
    assert result.final_money_se.max() == 0
    assert [s for s, w in enumerate(result.win) if w] == list(end.winners)


def test_the_last_two_dice_are_worth_what_counting_by_hand_gives() -> None:
    state = stopped(2, dice=2, phase="roll", seed=0)
    assert state.own == (0, 2)  # one team rolls until the end
    sums, rolls = np.zeros(2), list(product(range(1, 7), repeat=2))
    for roll in rolls:
        sums += _by_hand(state, roll) / len(rolls)
    assert expected(state, policies="random") == pytest.approx(sums)


def _by_hand(state: State, roll: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Mean money of the round when the team rolls this, chooses at random, and rolls on; through the rules alone."""
    turn, choices = state.turn or 0, sorted(set(roll))
    money = np.zeros(state.seats)
    for face in choices:
        after = _played(state, RollDice(turn, state.round, roll, ()), PlaceDice(turn, state.round, face))
        if after.phase == "roll":
            rest = list(product(range(1, 7), repeat=sum(after.own)))
            value = sum((_by_hand(after, again) for again in rest), np.zeros(state.seats)) / len(rest)
        else:
            end = _played(after, *[PayCasino()] * 6)
            value = np.array(end.money, dtype=float) - np.array(state.money)
        money += value / len(choices)
    return money


def _played(state: State, *moves: Any) -> State:
    for move in moves:
        for event in lasvegas.decide(state, move, SeededChance(1)):
            state = lasvegas.evolve(state, event)
    return state


@pytest.mark.parametrize("policy", ["random", "greedy", "lead", "lookahead"])
@pytest.mark.parametrize(("preset", "seats"), [("las-vegas", 4), ("las-vegas-neutral", 2)])
def test_exact_worth_and_play_outs_agree(
    policy: str, preset: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = stopped(seats, dice=5, phase="place", preset=preset, round=2, seed=4)
    exact = expected_by_face(state, policies=policy, nodes=50_000)
    monkeypatch.setattr("wwlv.odds.position.LAST_DICE", -1)
    played = odds(state, policies=policy, games=20_000, rng=rng()).face_worth
    assert exact.keys() == played.keys()
    for face, (mean, se) in played.items():
        assert abs(mean - exact[face][state.turn or 0]) <= 4 * se + 1e-6


def test_near_the_end_of_a_round_the_worth_of_a_face_is_exact() -> None:
    state = stopped(5, dice=3, phase="place")
    assert {se for _, se in odds(state, policies="greedy", games=100, rng=rng()).face_worth.values()} == {0.0}


def test_too_much_to_enumerate_is_said_not_tried() -> None:
    with pytest.raises(TooMuchWork, match="400"):
        expected(stopped(5, dice=40, phase="roll"), policies="greedy")


def test_impossible_positions_are_refused() -> None:
    state = Street(3).play(DealRound()).state
    crowded = replace(state, dice=((9, 0, 0, 0), *state.dice[1:]))
    with pytest.raises(CannotSimulate, match="more dice"):
        odds(crowded, policies="random", games=10, rng=rng())
    rich = replace(state, won=((90_000,) * 6, (), ()))
    with pytest.raises(CannotSimulate, match="do not add up"):
        odds(rich, policies="random", games=10, rng=rng())
