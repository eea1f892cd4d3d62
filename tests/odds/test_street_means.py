"""Whole games by the rules engine with its own luck, and by the odds: on average the same money under every policy."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.odds.replayed import lead_by_the_rules
from tests.rules.street import Street
from wwlv.odds.position import choice
from wwlv.odds.street import simulated
from wwlv.room.chance import SeededChance
from wwlv.room.forward import best_face
from wwlv.rules.lasvegas.model import State
from wwlv.rules.lasvegas.moves import PlaceDice
from wwlv.rules.lasvegas.presets import rules_of
from wwlv.rules.lasvegas.view import view

Choose = Callable[[State, np.random.Generator], int]


def at_random(state: State, rng: np.random.Generator) -> int:
    assert state.roll is not None
    return int(rng.choice(state.roll.faces()))


def greedy(state: State, rng: np.random.Generator) -> int:
    return best_face(view(state, None))


def lead(state: State, rng: np.random.Generator) -> int:
    return lead_by_the_rules(state)


def lookahead(state: State, rng: np.random.Generator) -> int:
    return choice(state, policy="lookahead", rng=rng)


def totals(
    preset: str, seats: int, games: int, choose: Choose
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Final dollars, shape (seats, games)."""
    rng = np.random.default_rng(11)
    money = np.zeros((seats, games))
    for game in range(games):
        street = Street(seats, preset, chance=SeededChance(game))
        while street.state.phase != "over":
            state = street.state
            if state.phase == "place":
                street.play(PlaceDice(state.turn or 0, state.round, choose(state, rng)))
            else:
                street.play(street.step(None))
        money[:, game] = street.state.money
    return money


@pytest.mark.parametrize(
    ("policy", "choose", "preset", "seats", "by_rules", "by_odds"),
    [
        ("random", at_random, "las-vegas", 5, 400, 1_000_000),
        ("random", at_random, "las-vegas-neutral", 3, 300, 1_000_000),
        ("greedy", greedy, "las-vegas", 5, 350, 100_000),
        ("greedy", greedy, "las-vegas-neutral", 2, 300, 100_000),
        ("lead", lead, "las-vegas", 4, 300, 100_000),
        ("lookahead", lookahead, "las-vegas", 3, 300, 100_000),
    ],
)
def test_means_of_each_policy_agree_with_the_rules(
    policy: str, choose: Choose, preset: str, seats: int, by_rules: int, by_odds: int
) -> None:
    theirs = totals(preset, seats, by_rules, choose)
    ours = simulated(seats=seats, rules=rules_of(preset), policies=policy, games=by_odds, seed=9)
    error = np.hypot(theirs.std(axis=1, ddof=1) / np.sqrt(by_rules), ours.se)
    # a seat alone may be off by three once in 370 times; all seats together are one test, so the mean over seats is held
    # to three standard errors and each seat to four
    assert np.all(abs(theirs.mean(axis=1) - ours.mean) < 4 * error)
    together = theirs.mean(axis=0).std(ddof=1) / np.sqrt(by_rules)
    assert abs(theirs.mean() - ours.mean.mean()) < 3 * np.hypot(together, ours.se.max())
