"""From exact numbers to places on paper: which axis, which far-off values, which marks on the axis.

Guesses are `Decimal` of any size; only a place between 0 and the width of the panel ever becomes a float.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from itertools import pairwise
from typing import Literal

from wwlv.charts.amounts import short
from wwlv.charts.drawing import span
from wwlv.charts.theme import SMALL
from wwlv.text import Text

Axis = Literal["linear", "log"]

LOG_SPREAD = 50
"""From this ratio of largest to smallest on, equal steps would squeeze most guesses into one spot."""
FAR_DECADES = Decimal("1.5")
FAR_SPREADS = 5
MAX_TICKS = 6
ROOM = 26
"""Design pixels that words and dots may reach beyond either end of an axis."""

WIDE = Context(prec=60, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])


def axis_of(values: Sequence[Decimal], *, year: bool = False) -> Axis:
    """`log` if all values are positive and the largest is more than 50 times the smallest; never for years."""
    low, high = min(values), max(values)
    return "log" if not year and low > 0 and high > WIDE.multiply(low, Decimal(LOG_SPREAD)) else "linear"


def far_off(values: Sequence[Decimal]) -> tuple[set[int], set[int]]:
    """Indices of the values that lie absurdly far below and above the rest: too far for one axis with them.

    Measured on the logarithms if all values are positive, on the values themselves if not: further from the median
    than 5 times the distance between the quartiles, and than 1.5 powers of ten. At most one value in five.
    """
    low: set[int] = set()
    high: set[int] = set()
    with localcontext(WIDE):
        logs = min(values) > 0
        places = [v.log10() if logs else v for v in values]
        ranked = sorted(places)
        n = len(ranked)
        middle, spread = ranked[n // 2], ranked[(3 * n) // 4] - ranked[n // 4]
        reach = max(FAR_DECADES, FAR_SPREADS * spread) if logs else 4 * FAR_SPREADS * spread
        for k, place in enumerate(places):
            if reach > 0 and abs(place - middle) > reach:
                (low if place < middle else high).add(k)
    return (low, high) if 5 * (len(low) + len(high)) <= n else (set(), set())


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from `low` to `high` drawn from `left` to `right` (design pixels)."""

    axis: Axis
    low: Decimal
    high: Decimal
    left: float
    right: float

    def at(self, value: Decimal) -> float:
        """Where a value lies; the middle if the axis has a single value."""
        with localcontext(WIDE):
            low, high, place = self.low, self.high, value
            if self.axis == "log":
                low, high, place = low.log10(), high.log10(), place.log10()
            share = (place - low) / (high - low) if high > low else Decimal("0.5")
            return self.left + float(share) * (self.right - self.left)

    def value(self, place: float) -> Decimal:
        """The value that lies at a place between `left` and `right`: the inverse of `at`."""
        with localcontext(WIDE):
            low, high = self.low, self.high
            if self.axis == "log":
                low, high = low.log10(), high.log10()
            wide = self.right - self.left
            value = low + (high - low) * Decimal((place - self.left) / wide if wide else 0.5)
            return Decimal(10) ** value if self.axis == "log" else value


def _step(spread: Decimal, parts: int) -> Decimal:
    """The smallest of 1, 2, 5 times a power of ten that divides `spread` into at most `parts` parts."""
    rough = spread / parts
    ten = Decimal(1).scaleb(rough.adjusted())
    return next(ten * m for m in (1, 2, 5, 10) if ten * m >= rough)


def _equal_steps(scale: Scale, parts: int, *, whole: bool) -> list[Decimal]:
    with localcontext(WIDE):
        step = _step(scale.high - scale.low, parts)
        if whole and step < 1:
            step = Decimal(1)
        first = (scale.low / step).to_integral_value(rounding="ROUND_CEILING")
        ticks = [(first + k) * step for k in range(parts + 2)]
        return [tick for tick in ticks if scale.low <= tick <= scale.high]


def _powers(scale: Scale, factors: tuple[int, ...], every: int) -> list[Decimal]:
    """`factors` times every `every`-th power of ten inside the axis."""
    with localcontext(WIDE):
        first = scale.low.adjusted() // every * every
        powers = range(first, scale.high.adjusted() + 1, every)
        ticks = [Decimal(f).scaleb(power) for power in powers for f in factors]
        return [tick for tick in ticks if scale.low <= tick <= scale.high]


def _candidates(scale: Scale, *, whole: bool) -> Iterator[list[Decimal]]:
    """Ever fewer marks."""
    if scale.axis == "linear":
        for parts in (5, 4, 3, 2, 1):
            yield _equal_steps(scale, parts, whole=whole)
        return
    decades = scale.high.adjusted() - scale.low.adjusted() + 1
    if decades <= MAX_TICKS:
        yield from (_powers(scale, factors, 1) for factors in ((1, 2, 5), (1, 3), (1,)))
    shortest = max(1, decades // MAX_TICKS)
    with localcontext(WIDE):
        every = int(_step(Decimal(shortest), 1))
        while every <= decades:
            yield _powers(scale, (1,), every)
            every = int(_step(Decimal(every + 1), 1))


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on the axis at `place`; its words are centred on `centre`, which differs near the panel's edge."""

    place: float
    centre: float
    words: str


def _tick(value: Decimal, scale: Scale, text: Text, *, year: bool) -> Tick:
    words = short(value, text, year=year)
    half, place = span(words, SMALL) / 2, scale.at(value)
    return Tick(place, max(scale.left - ROOM + half, min(scale.right + ROOM - half, place)), words)


def _fit(marks: Sequence[Tick]) -> bool:
    gap = SMALL * 0.8
    return all(
        b.centre - a.centre >= (span(a.words, SMALL) + span(b.words, SMALL)) / 2 + gap
        for a, b in pairwise(marks)
    )


def ticks(scale: Scale, text: Text, *, year: bool = False) -> list[Tick]:
    """Round numbers along the axis, as many as fit side by side, at least one."""
    ends = [_tick(end, scale, text, year=year) for end in (scale.low, scale.high)]
    if scale.low == scale.high:
        return ends[:1]
    for values in _candidates(scale, whole=year):
        marks = [_tick(value, scale, text, year=year) for value in values]
        if 1 < len(marks) <= MAX_TICKS and len({m.words for m in marks}) == len(marks) and _fit(marks):
            return marks
    return ends if _fit(ends) else ends[:1]  # fewer than two round numbers inside, or they read alike
