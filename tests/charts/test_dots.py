"""Where dots lie."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wwlv.charts.dots import FEW, WIDEST_BIN, Dots, stacked

FLOOR, CEILING = 44.0, 268.0
PLACES = st.lists(st.floats(48, 432), min_size=1, max_size=300)


def overlaps(dots: Dots) -> list[tuple[int, int]]:
    centres = list(zip(dots.xs, dots.ys, strict=True))
    least = (dots.diameter - 1e-6) ** 2
    return [
        (i, j)
        for (i, (ax, ay)), (j, (bx, by)) in combinations(enumerate(centres), 2)
        if (ax - bx) ** 2 + (ay - by) ** 2 < least
    ]


@given(PLACES, st.floats(48, 432), st.booleans())
def test_no_dot_lies_over_another_and_all_stay_in_the_room(
    places: list[float], line: float, cut: bool
) -> None:
    dots = stacked(places, FLOOR, CEILING, line, cut=cut)
    assert overlaps(dots) == []
    assert len(dots.xs) == len(dots.ys) == len(places)
    assert min(dots.ys) - dots.diameter / 2 >= FLOOR - 1e-9
    assert max(dots.ys) + dots.diameter / 2 <= CEILING + 1e-9


@pytest.mark.parametrize("count", [1, 7, 31, 300])
def test_equal_guesses_make_one_heap(count: int) -> None:
    dots = stacked([240.0] * count, FLOOR, CEILING, 240.0, cut=False)
    assert overlaps(dots) == []
    assert max(dots.xs) - min(dots.xs) <= WIDEST_BIN
    assert max(dots.xs) + min(dots.xs) == pytest.approx(480)  # centred on its value
    assert max(dots.ys) + dots.diameter / 2 <= CEILING


@given(st.lists(st.floats(48, 432), min_size=1, max_size=FEW))
def test_few_dots_lie_exactly_at_their_values(places: list[float]) -> None:
    assert stacked(places, FLOOR, CEILING, 240.0, cut=False).xs == tuple(places)


@given(st.lists(st.floats(48, 432), min_size=FEW + 1, max_size=300), st.data())
def test_bins_never_carry_a_dot_across_the_cut(places: list[float], data: st.DataObject) -> None:
    cut = data.draw(st.sampled_from(places))
    dots = stacked(places, FLOOR, CEILING, cut, cut=True)
    for place, x in zip(places, dots.xs, strict=True):
        assert abs(place - x) <= WIDEST_BIN
        assert (x < cut) == (place <= cut)
        assert abs(x - cut) >= dots.diameter / 2 - 1e-9


def test_more_dots_are_smaller_ones() -> None:
    sizes = [stacked([240.0] * n, FLOOR, CEILING, 240.0, cut=False).diameter for n in (5, 13, 60, 300)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= 5
