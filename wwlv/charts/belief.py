"""The predictive curve under the guesses: where they put the truth."""

from decimal import Decimal, localcontext
from typing import Any

from wwlv.charts.amounts import exact, short
from wwlv.charts.drawing import hill
from wwlv.charts.scale import WIDE, Scale
from wwlv.charts.theme import Theme
from wwlv.look.colour import mixed, readable
from wwlv.odds.crowd import Belief
from wwlv.text import Text

TAIL = 0.1
"""Share of the belief below the lower end that is told, and above the upper one."""
STEPS = 96
PALE = 0.22
"""How much of its colour the area keeps, so that dots stand out from it."""


def ends_of(believed: Belief, *, year: bool) -> tuple[Decimal, Decimal]:
    """The values between which the truth lies with a probability of 1 - 2 · `TAIL`; whole ones for years."""
    low, high = believed.quantile(TAIL), believed.quantile(1 - TAIL)
    return (low.to_integral_value(), high.to_integral_value()) if year else (low, high)


def curve(
    believed: Belief, scale: Scale, *, floor: float, ceiling: float, theme: Theme
) -> list[dict[str, Any]]:
    """The density over the axis from `floor` up, its highest point at `ceiling` (design pixels).

    It is the density per step *of this axis*: equal areas are equal probabilities, on logarithms as on plain numbers.
    """
    wide = scale.right - scale.left
    xs = [scale.left + wide * k / STEPS for k in range(STEPS + 1)]
    heights = [_density(believed, scale, x) for x in xs]
    most = max(heights) or 1.0
    ys = [floor + (ceiling - floor) * height / most for height in heights]
    line = readable(theme.dot, theme.panel, 3)
    return hill(theme, xs, ys, floor=floor, fill=mixed(theme.panel, theme.dot, PALE), line=line)


def _density(believed: Belief, scale: Scale, x: float) -> float:
    value = scale.value(x)
    density = believed.density(value)
    if believed.scale == scale.axis or not density:
        return density
    with localcontext(WIDE):
        steps = value / believed.origin if scale.axis == "log" else believed.origin / value
        return density * float(steps)


def told(believed: Belief, text: Text, *, year: bool) -> str:
    """The curve in words, for the note."""
    return text("chart.belief.note", **_words(believed, text, year=year))


def alt(believed: Belief, text: Text, *, year: bool) -> str:
    """The curve in a sentence, for who cannot see it."""
    return text("chart.belief.alt", **_words(believed, text, year=year))


def _words(believed: Belief, text: Text, *, year: bool) -> dict[str, Any]:
    low, high = (
        exact(end, text, year=True) if year else short(end, text) for end in ends_of(believed, year=year)
    )
    return {"low": low, "high": high, "share": text("chart.percent", share=round(100 * (1 - 2 * TAIL)))}
