"""Chances in percent."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wwlv.charts.percent import percentages, written
from wwlv.text import catalog

EN = catalog("en")
WEIGHTS = st.lists(st.floats(0, 1), min_size=1, max_size=8).filter(lambda ws: sum(ws) > 1e-6)


@given(WEIGHTS)
def test_percentages_add_up_to_100_and_are_off_by_less_than_1(weights: list[float]) -> None:
    whole = sum(weights)
    rounded = percentages(weights)
    assert sum(rounded) == 100
    assert all(abs(n - 100 * w / whole) < 1 for n, w in zip(rounded, weights, strict=True))


@given(WEIGHTS)
def test_the_likelier_never_has_the_smaller_percentage(weights: list[float]) -> None:
    ranked = sorted(zip(weights, percentages(weights), strict=True))
    assert all(a[1] <= b[1] for a, b in pairwise(ranked) if b[0] - a[0] > 1e-9)


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([1 / 3, 1 / 3, 1 / 3], [34, 33, 33]),
        ([0.405, 0.405, 0.19], [41, 40, 19]),
        ([0.29, 0.71], [29, 71]),
        ([1.0, 0.0], [100, 0]),
        ([0.0, 0.0], [0, 0]),
        ([], []),
    ],
)
def test_what_is_left_goes_to_the_largest_remainders(shares: list[float], expected: list[int]) -> None:
    assert percentages(shares) == expected


def test_what_may_happen_is_never_0_and_what_is_not_certain_never_100() -> None:
    assert written([0.997, 0.003, 0.0], EN) == [">99%", "<1%", "0%"]
    assert written([1.0, 0.0], EN) == ["100%", "0%"]
    assert written([0.5, 0.496, 0.004], EN) == ["50%", "50%", "<1%"]
    assert written([0.1] * 10, EN) == ["10%"] * 10


@pytest.mark.parametrize("wrong", [-0.1, math.nan])
def test_what_is_no_chance_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="chances"):
        percentages([0.5, wrong])
