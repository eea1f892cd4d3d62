"""The predictive curve under the guesses."""

import re
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.charts.figures import content
from wwlv.charts.belief import TAIL, curve, ends_of
from wwlv.charts.guesses import guess_dots
from wwlv.charts.picture import Picture
from wwlv.charts.scale import Scale, axis_of
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.odds.crowd import belief
from wwlv.text import catalog

EN = catalog("en")
PAGE = LIGHT.sized(1.0, 500, 288)
BONES = [Decimal(v) for v in (150, 180, 200, 208, 212, 240, 320)]
YEARS = [Decimal(v) for v in (1889, 1905, 1920, 1931, 1950)]


def hill(path: str) -> list[tuple[float, float]]:
    """The points of the line of a curve."""
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)]


def picture(
    guesses: list[Decimal], *, year: bool = False, theme: Theme = PAGE, shown: bool = True
) -> Picture:
    believed = belief(guesses, year=year) if shown else None
    return guess_dots(
        guesses=guesses,
        marks=None,
        answer=None,
        unit="bones",
        year=year,
        text=EN,
        theme=theme,
        believed=believed,
    )


def paths(drawn: Picture) -> list[str]:
    return [s["path"] for s in content(drawn)["layout"]["shapes"] if s["type"] == "path"]


def test_no_curve_is_drawn_unless_it_is_asked_for() -> None:
    assert paths(picture(BONES, shown=False)) == []
    assert len(paths(picture(BONES))) == 2  # the area, and the line on it


@pytest.mark.parametrize("year", [False, True])
def test_equal_areas_are_equal_chances_on_the_axis_that_is_drawn(year: bool) -> None:
    guesses = YEARS if year else BONES
    believed = belief(guesses, year=year)
    low, high = believed.quantile(0.001), believed.quantile(0.999)
    for axis in ("linear",) if year else ("linear", "log"):
        scale = Scale(axis, low, high, 0.0, 480.0)
        points = hill(curve(believed, scale, floor=0.0, ceiling=1000.0, theme=PAGE)[1]["path"])
        parts = [(b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points)]
        middle = scale.at(believed.quantile(0.5))
        left = sum(part for part, (x, _) in zip(parts, points[1:], strict=True) if x <= middle)
        assert left / sum(parts) == pytest.approx(0.5, abs=0.03), axis


def test_the_ends_of_the_note_hold_four_fifths_of_the_belief() -> None:
    believed = belief(BONES, year=False)
    low, high = ends_of(believed, year=False)
    assert believed.at_least(low) - believed.at_least(high) == pytest.approx(1 - 2 * TAIL)
    drawn = picture(BONES)
    assert "curve: 80% between" in drawn.note
    assert "80% between" in drawn.alt
    whole = ends_of(belief(YEARS, year=True), year=True)
    assert all(end == end.to_integral_value() for end in whole)
    assert f"between {whole[0]} and {whole[1]}" in picture(YEARS, year=True).note


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.decimals(Decimal("-1e60"), Decimal("1e60"), allow_nan=False) | st.integers(0, 4000).map(Decimal),
        min_size=1,
        max_size=30,
    ),
    st.booleans(),
    st.sampled_from([PAGE, DARK.sized(0.7, 500, 288)]),
)
def test_any_guesses_get_a_curve_inside_the_panel(guesses: list[Decimal], year: bool, theme: Theme) -> None:
    for path in paths(picture(guesses, year=year, theme=theme)):
        for x, y in hill(path):
            assert -0.01 <= x <= theme.width + 0.01
            assert 0 <= y <= theme.height


@given(st.sampled_from([BONES, YEARS, [Decimal(-3), Decimal(8)]]), st.floats(0, 480))
def test_the_value_at_a_place_lies_at_that_place(values: list[Decimal], place: float) -> None:
    for axis in {axis_of(values), "linear"}:
        scale = Scale(axis, min(values), max(values), 0.0, 480.0)
        assert scale.at(scale.value(place)) == pytest.approx(place, abs=1e-6)
