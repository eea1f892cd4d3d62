"""The odds of Las Vegas are those of the rules: the same dice, the same money."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest

from tests.odds.replayed import Record, lead_by_the_rules, recorded, replayed
from wwlv.odds.payout import COLUMNS, STEP, money, shares, winners
from wwlv.odds.pile import piles, shuffled
from wwlv.odds.policies import UnknownPolicy
from wwlv.odds.position import choice
from wwlv.odds.rounds import CannotSimulate, rest, setting
from wwlv.odds.street import simulated
from wwlv.odds.tally import Outcomes, Tally
from wwlv.room.forward import best_face
from wwlv.rules.lasvegas.model import Rules
from wwlv.rules.lasvegas.presets import rules_of
from wwlv.rules.lasvegas.scoring import outcome, payment
from wwlv.rules.lasvegas.view import view

STREET, WITH_WHITE = rules_of("las-vegas"), rules_of("las-vegas-neutral")

TABLES = [
    (2, STREET, ("random", "greedy")),
    (3, STREET, ("random", "lead", "greedy")),
    (4, STREET, ("lead", "lookahead", "random", "greedy")),
    (5, STREET, ("random",) * 5),
    (5, STREET, ("greedy", "greedy", "lead", "lookahead", "random")),
    (2, WITH_WHITE, ("greedy", "random")),
    (3, WITH_WHITE, ("random", "greedy", "lookahead")),
    (4, WITH_WHITE, ("lead", "greedy", "random", "lookahead")),
]


@pytest.mark.parametrize(("seats", "rules", "policies"), TABLES)
def test_the_same_dice_and_choices_bring_the_same_money(
    seats: int, rules: Rules, policies: Sequence[str]
) -> None:
    rng = np.random.default_rng(seats)
    games = recorded(setting(seats=seats, rules=rules, policies=policies), 280, rng=rng)
    _same_as_the_rules(games, 280)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (4, {"minimum": 200_000, "hundred_thousands": True}),
        (3, {"minimum": 200_000}),
        (5, {"minimum_by_players": True}),
        (2, {"minimum_by_players": True, "neutral_dice": True, "rounds": 2}),
        (3, {"minimum": 15_000, "neutral_dice": True, "rounds": 1}),
    ],
)
def test_house_rules_bring_the_same_money_also_when_the_pile_runs_through(
    seats: int, options: Mapping[str, object]
) -> None:
    table = setting(seats=seats, rules=rules_of("las-vegas", options), policies="random")
    games = recorded(table, 50, rng=np.random.default_rng(2))
    _same_as_the_rules(games, 50)


def _same_as_the_rules(games: Record, count: int) -> None:
    dollars, won = money(games.marks).astype(int) * STEP, shares(games.marks)
    for game in range(count):
        state, _ = replayed(games, game)
        assert state.money == tuple(dollars[:, game])
        end = outcome(state)
        assert end is not None
        assert {s: Fraction(int(w), 60) for s, w in enumerate(won[:, game]) if w} == {
            s: Fraction(1, len(end.winners)) for s in end.winners
        }


@pytest.mark.parametrize(("seats", "rules"), [(5, STREET), (2, STREET), (3, WITH_WHITE)])
def test_policies_choose_what_their_words_say_and_the_button_is_greedy(seats: int, rules: Rules) -> None:
    policies = ("greedy", "lead", "lookahead", "greedy", "lead")[:seats]
    rng = np.random.default_rng(5)
    games = recorded(setting(seats=seats, rules=rules, policies=policies), 12, rng=rng)
    for game in range(12):
        _, choices = replayed(games, game)
        for state, face in choices:
            policy = policies[state.turn or 0]
            if policy == "greedy":
                assert face == best_face(view(state, None))
            elif policy == "lead":
                assert face == lead_by_the_rules(state)
            assert face == choice(view(state, None), policy=policy, rng=rng)


def test_every_pay_out_of_the_table_is_that_of_the_rules() -> None:
    rng = np.random.default_rng(3)
    notes = (90_000, 50_000, 30_000, 20_000, 10_000)
    for columns in range(2, COLUMNS + 1):
        table = winners(columns)
        for code in rng.integers(0, 9**columns, 3_000).tolist():
            dice = {c: code // 9**c % 9 for c in range(columns)}
            paid = payment(1, notes[:columns], dice).paid
            assert [seat for seat, _ in paid] == [int(s) for s in table[:, code] if s < columns]


@pytest.mark.parametrize(
    ("seats", "mean", "se"),
    [(2, 600_900, 4_400), (3, 432_600, 3_500), (4, 340_100, 2_800), (5, 274_900, 2_400)],
)
def test_means_of_the_random_policy_are_the_reference_values(seats: int, mean: int, se: int) -> None:
    # PyPI lasvegas 0.2.0, 300 games each: FIELD_NOTES section 4
    ours = simulated(seats=seats, rules=STREET, policies="random", games=200_000, seed=1)
    assert abs(ours.mean.mean() - mean) < 3 * np.hypot(se, ours.se.max())


@pytest.mark.parametrize("rules", [STREET, WITH_WHITE])
def test_hands_drawn_whole_win_as_much_as_hands_played_turn_by_turn(rules: Rules) -> None:
    whole = simulated(seats=3, rules=rules, policies="random", games=60_000, seed=1)
    table, rng = setting(seats=3, rules=rules, policies="random"), np.random.default_rng(2)
    pile = piles(shuffled(table.values, rng=rng, games=60_000))
    nothing = np.zeros((3, 60_000), dtype=np.uint16)
    # whoever watches wants to see turns
    marks = rest(table, pile, nothing, start=0, rounds=4, rng=rng, watch=lambda *_: None)
    turns = Outcomes.of(Tally.of(marks))
    assert np.all(abs(whole.mean - turns.mean) < 4 * np.hypot(whole.se, turns.se))
    assert np.all(abs(whole.notes - turns.notes) < 0.03)
    assert np.all(
        abs(whole.win_share - turns.win_share) < 4 * np.hypot(whole.win_share_se, turns.win_share_se)
    )


def test_looking_ahead_beats_greed_and_greed_beats_chance() -> None:
    ahead = simulated(seats=5, rules=STREET, policies=("lookahead", *["greedy"] * 4), games=8_000, seed=1)
    assert ahead.win_share[0] > 0.35  # a fifth if it were no better
    greed = simulated(seats=5, rules=STREET, policies=("greedy", *["random"] * 4), games=8_000, seed=1)
    assert greed.win_share[0] > 0.5


def test_shares_of_the_win_add_up_to_one_and_quantiles_are_in_order() -> None:
    end = simulated(seats=4, rules=STREET, policies="greedy", games=5_000, rng=np.random.default_rng(1))
    assert end.win_share.sum() == pytest.approx(1)
    assert end.histogram.sum(axis=1).tolist() == [5_000] * 4
    quantiles = end.quantiles((0.05, 0.5, 0.95, 1))
    assert np.all(np.diff(quantiles, axis=1) >= 0)
    most = [np.flatnonzero(row)[-1] * STEP for row in end.histogram]
    assert quantiles[:, 3].tolist() == most


def test_what_cannot_be_simulated_is_refused_by_name() -> None:
    with pytest.raises(CannotSimulate, match="6 teams; these rules are for 2 to 5"):
        simulated(seats=6, rules=STREET, policies="random", games=10, seed=1)
    with pytest.raises(CannotSimulate, match="5 teams; these rules are for 2 to 4"):
        simulated(seats=5, rules=WITH_WHITE, policies="random", games=10, seed=1)
    with pytest.raises(CannotSimulate, match="7 rounds"):
        simulated(seats=5, rules=Rules(rounds=7), policies="random", games=10, seed=1)
    with pytest.raises(CannotSimulate, match="minimum"):
        simulated(seats=5, rules=Rules(minimum=900_000), policies="random", games=10, seed=1)
    with pytest.raises(UnknownPolicy, match="'wise'; there are random, greedy, lead, lookahead"):
        simulated(seats=5, rules=STREET, policies="wise", games=10, seed=1)
    with pytest.raises(UnknownPolicy, match="2 policies for 5 seats"):
        simulated(seats=5, rules=STREET, policies=("greedy", "random"), games=10, seed=1)
