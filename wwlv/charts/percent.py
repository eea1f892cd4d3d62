"""Chances as whole percentages that add up to 100, and never a 0 for what may happen."""

from collections.abc import Sequence
from math import floor

from wwlv.charts.drawing import span
from wwlv.text import Text

WHOLE = 100
_EXACT = 1e-12
"""Nearer to 0 or 1 than this is what adding floats leaves of an exact 0 or 1."""
_SIGN = 0.32
"""How much wider a percent sign is than `span` takes a letter to be, in em."""


def percentages(shares: Sequence[float]) -> list[int]:
    """`shares` of a whole in percent, rounded so that the sum is 100 (largest remainder, the first of equals).

    Shares that do not add up to 1 are taken as parts of their sum; all 0 stay 0.

    Raises
    ------
    ValueError
        A share is negative or not a number.
    """
    if not all(share >= 0 for share in shares):
        raise ValueError(f"chances {list(shares)} are not all 0 or more")
    whole = sum(shares)
    if not whole:
        return [0] * len(shares)
    exact = [round(WHOLE * share / whole, 9) for share in shares]  # 28.999999999 is 29
    rounded = [floor(part) for part in exact]
    order = sorted(range(len(exact)), key=lambda k: rounded[k] - exact[k])
    for k in order[: WHOLE - sum(rounded)]:
        rounded[k] += 1
    return rounded


def written(shares: Sequence[float], text: Text) -> list[str]:
    """`percentages` in the words of the page: "<1%" for what is rounded to nothing, ">99%" for what is not certain."""
    whole = sum(shares)
    return [
        _percent(n, share / whole if whole else 0.0, text)
        for n, share in zip(percentages(shares), shares, strict=True)
    ]


def single(share: float, text: Text) -> str:
    """One chance in the words of the page, by itself: nothing adds up to 100 with it."""
    return _percent(floor(WHOLE * share + 0.5), share, text)


def _percent(n: int, share: float, text: Text) -> str:
    if n == 0 and share > _EXACT:
        return text("chart.percent.hardly")
    if n == WHOLE and share < 1 - _EXACT:
        return text("chart.percent.nearly")
    return text("chart.percent", share=n)


def percent_span(words: str, size: float) -> float:
    """An upper estimate of the width of words that hold a percentage: its sign is wider than other letters."""
    return span(words, size) + size * _SIGN * words.count("%")
