"""What a class's guesses say about the truth."""

import math
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wwlv.odds.crowd import (
    Prior,
    belief,
    crowd_odds,
    far_off,
    student,
    student_density,
    student_quantile,
)
from wwlv.odds.spaces import SpaceOdds
from wwlv.rules.wits.model import Rules
from wwlv.rules.wits.presets import PRESETS, rules_of
from wwlv.rules.wits.scoring import mat

ORIGINAL = PRESETS["original"]
HOUSES = [*PRESETS.values(), rules_of("vegas", {"centre_colour": "red", "small_tables": True})]
ANY = st.decimals(Decimal("-1e60"), Decimal("1e60"), allow_nan=False) | st.integers(-50, 4000).map(Decimal)
POSITIVE = st.decimals(Decimal("0.001"), Decimal(10**9), places=3)
BONES = [Decimal(v) for v in (150, 180, 200, 208, 212, 240, 320)]


# --- Student's t
@pytest.mark.parametrize(
    ("freedom", "t"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (8, 2.306), (30, 2.042)]
)
def test_students_t_is_the_one_of_the_tables(freedom: int, t: float) -> None:
    assert student(t, freedom) == pytest.approx(0.975, abs=2e-5)
    assert student(-t, freedom) == pytest.approx(0.025, abs=2e-5)
    assert student_quantile(0.975, freedom) == pytest.approx(t, abs=5e-4)


@given(st.integers(1, 400), st.floats(-30, 30))
def test_the_density_is_the_slope_of_the_distribution(freedom: int, t: float) -> None:
    step = 1e-4
    slope = (student(t + step, freedom) - student(t - step, freedom)) / (2 * step)
    assert slope == pytest.approx(student_density(t, freedom), abs=1e-7)


def test_no_quantile_at_the_ends() -> None:
    for share in (0.0, 1.0):
        with pytest.raises(ValueError, match="no quantile"):
            student_quantile(share, 5)


# --- the belief
@settings(max_examples=150)
@given(st.lists(ANY, min_size=1, max_size=40), st.booleans(), st.lists(ANY, min_size=2, max_size=6))
def test_any_guesses_give_a_distribution(guesses: list[Decimal], year: bool, at: list[Decimal]) -> None:
    believed = belief(guesses, year=year)
    assert believed.spread > 0
    assert math.isfinite(believed.centre)
    assert believed.guesses + believed.set_aside == len(guesses)
    above = [believed.at_least(value) for value in sorted(at)]
    assert all(1 >= a >= b >= 0 for a, b in pairwise(above))
    assert all(believed.density(value) >= 0 for value in at)


@given(st.lists(ANY, min_size=1, max_size=12), st.floats(0.01, 0.99))
def test_a_quantile_has_its_share_below(guesses: list[Decimal], share: float) -> None:
    believed = belief(guesses, year=False)
    assert 1 - believed.at_least(believed.quantile(share)) == pytest.approx(share, abs=1e-6)


@given(st.lists(POSITIVE, min_size=1, max_size=12), st.sampled_from(["0.001", "0.3048", "1000", "1e30"]))
def test_centimetres_and_feet_give_the_same_odds(guesses: list[Decimal], unit: str) -> None:
    spaces = [mat([g * factor for g in guesses], ORIGINAL) for factor in (Decimal(1), Decimal(unit))]
    here, there = (crowd_odds(spaces=s, estimates=(), year=False, rules=ORIGINAL) for s in spaces)
    assert here is not None
    assert there is not None
    assert there.chances == pytest.approx(here.chances, abs=1e-9)


@given(st.lists(st.integers(-900, 900).map(Decimal), min_size=1, max_size=12))
def test_numbers_around_zero_give_the_same_odds_in_any_unit_and_mirrored(guesses: list[Decimal]) -> None:
    around = [Decimal(-1000), *guesses]
    one, scaled, mirrored = (
        belief([g * f for g in around], year=False) for f in (Decimal(1), Decimal(50), Decimal(-1))
    )
    for value in guesses:
        assert scaled.at_least(50 * value) == pytest.approx(one.at_least(value), abs=1e-9)
        if min(-g for g in around) <= 0:
            assert 1 - mirrored.at_least(-value) == pytest.approx(one.at_least(value), abs=1e-9)


def test_the_median_of_the_belief_is_the_geometric_mean_of_positive_guesses() -> None:
    believed = belief([Decimal(10), Decimal(1000)], year=False)
    assert believed.scale == "log"
    assert believed.quantile(0.5) == pytest.approx(Decimal(100))
    assert belief([Decimal(-10), Decimal(30)], year=False).quantile(0.5) == pytest.approx(Decimal(10))


def test_years_are_believed_on_their_own_scale_and_count_as_whole() -> None:
    believed = belief([Decimal(1960), Decimal(1970), Decimal(1980)], year=True)
    assert believed.scale == "linear"
    assert believed.at_least(Decimal(1970)) > 0.5 > believed.at_least(Decimal(1971))
    assert believed.at_least(Decimal(1970)) + believed.at_least(Decimal(1971)) == pytest.approx(1)


def test_equal_guesses_leave_doubt_and_more_of_them_leave_less() -> None:
    widths = []
    for n in (1, 3, 7, 30, 300):
        believed = belief([Decimal(42)] * n, year=False)
        widths.append(believed.quantile(0.9) / believed.quantile(0.1))
    assert all(a > b for a, b in pairwise(widths))
    assert widths[0] > 3
    assert widths[-1] > 1
    assert belief([Decimal(0)] * 5, year=False).spread > 0


def test_no_number_of_guesses_averages_the_bias_away() -> None:
    rng = np.random.default_rng(1)
    crowd = [Decimal(repr(v)) for v in rng.lognormal(5, 0.8, 300).tolist()]
    sure = belief(crowd, year=False, prior=Prior(bias=0))
    doubting = belief(crowd, year=False)
    assert sure.spread == pytest.approx(0.8 / math.sqrt(300), rel=0.1)
    assert doubting.spread == pytest.approx(0.8 * 0.5, rel=0.1)


def test_one_joker_in_a_class_changes_little() -> None:
    joker = Decimal(10) ** 30
    alone, with_joker = belief(BONES, year=False), belief([*BONES, joker], year=False)
    assert with_joker.set_aside == 1
    assert replace(with_joker, set_aside=0) == alone
    assert far_off([Decimal(1), joker]) == frozenset()  # of two, who is the joker?


def test_no_guess_is_no_belief() -> None:
    with pytest.raises(ValueError, match="no guess"):
        belief([], year=False)
    assert crowd_odds(spaces=(), estimates=[Decimal(3)], year=False, rules=ORIGINAL) is None


@pytest.mark.parametrize("n", [1, 2, 3, 7, 25])
@pytest.mark.parametrize("scale", ["log", "linear"])
def test_intervals_hold_the_truth_as_often_as_they_say(n: int, scale: str) -> None:
    """Crowds drawn from the stated prior: spread, then bias, then guesses; far from absurd ones are not drawn apart."""
    rng, rounds, prior = np.random.default_rng(n), 3000, Prior()
    shares, truth = np.array([0.5, 0.8, 0.95]), 1000
    held = np.zeros(3)
    for _ in range(rounds):
        expected = prior.logs if scale == "log" else prior.years
        spread = expected * math.sqrt(prior.weight / rng.chisquare(prior.weight))
        bias = rng.normal(0, prior.bias * spread)
        places = rng.normal(bias, spread, n)
        values = truth * np.exp(places) if scale == "log" else truth + places
        believed = belief([Decimal(repr(float(v))) for v in values], year=scale == "linear")
        below = student((_place(truth, believed) - believed.centre) / believed.spread, believed.freedom)
        held += abs(2 * below - 1) <= shares
    error = np.sqrt(shares * (1 - shares) / rounds)
    assert (abs(held / rounds - shares) <= 3 * error).all()


def _place(truth: int, believed: object) -> float:
    origin, scale = believed.origin, believed.scale  # type: ignore[attr-defined]
    return float((truth / origin).ln()) if scale == "log" else float(truth - origin)


# --- the worth of the spaces
@settings(max_examples=150)
@given(
    st.lists(ANY | st.none(), min_size=1, max_size=9),
    st.lists(ANY, max_size=20),
    st.booleans(),
    st.sampled_from(HOUSES),
)
def test_the_chances_sum_to_one_whatever_lies_there(
    cards: list[Decimal | None], estimates: list[Decimal], year: bool, rules: Rules
) -> None:
    odds = crowd_odds(spaces=mat(cards, rules), estimates=estimates, year=year, rules=rules)
    if all(c is None for c in cards):
        assert odds is None
        return
    assert odds is not None
    assert sum(odds.chances) == pytest.approx(1)
    assert min(odds.chances) >= 0
    assert list(odds.values) == sorted({c for c in cards if c is not None})
    assert len(odds.chances) == len(odds.values) + 1
    assert all(0 <= s.chance <= 1 + 1e-12 and 0 <= s.kelly <= 1 for s in odds.spaces)
    assert odds.best.per_chip == max(s.per_chip for s in odds.spaces)


def test_everybodys_estimate_counts_if_there_are_as_many_as_cards() -> None:
    spaces = mat(BONES, ORIGINAL)
    low = [Decimal(100 + v) for v in range(20)]

    def too_high(estimates: list[Decimal]) -> SpaceOdds:
        odds = crowd_odds(spaces=spaces, estimates=estimates, year=False, rules=ORIGINAL)
        assert odds is not None
        return odds.spaces[0]

    assert too_high(low).chance > 0.5
    assert too_high(low[:6]) == too_high([])


def test_a_stack_counts_for_each_of_its_authors_and_a_dummy_for_nobody() -> None:
    stacked = crowd_odds(
        spaces=mat([Decimal(5), Decimal(5), Decimal(9)], ORIGINAL), estimates=(), year=False, rules=ORIGINAL
    )
    assert stacked is not None
    assert stacked.belief == belief([Decimal(5), Decimal(5), Decimal(9)], year=False)
    house = rules_of("original", {"two_player_dummy": True})
    two = crowd_odds(spaces=mat([Decimal(5), Decimal(9)], house), estimates=(), year=False, rules=house)
    assert two is not None
    assert two.belief == belief([Decimal(5), Decimal(9)], year=False)
    assert two.values == (5, 7, 9)


def test_red_and_black_and_the_centre_make_up_what_is_not_too_high() -> None:
    rules = PRESETS["vegas"]
    odds = crowd_odds(spaces=mat(BONES, rules), estimates=(), year=False, rules=rules)
    assert odds is not None
    red, black = (s for s in odds.spaces if s.target.kind in ("red", "black"))
    assert odds.chances[0] + red.chance + odds.chances[4] + black.chance == pytest.approx(1)
    assert [s.target.seat for s in odds.long_shots] == list(range(7))
    assert [s.chance for s in odds.long_shots] == pytest.approx(odds.chances[1:])


def test_cards_at_the_eighths_of_the_belief_win_equally_often() -> None:
    even = [belief(BONES, year=False).quantile(k / 8) for k in range(1, 8)]
    odds = crowd_odds(spaces=mat(even, ORIGINAL), estimates=BONES, year=False, rules=ORIGINAL)
    assert odds is not None
    assert odds.chances == pytest.approx([1 / 8] * 8, abs=1e-6)
