"""Where the dots of a dot plot lie: stacked from the axis up, none over another, at any number of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

FEW = 12
"""Up to so many dots lie exactly at their values; more are gathered in bins."""
LARGEST, SMALLEST = 36.0, 1.0
LARGEST_IN_BINS = 24.0
LARGEST_IN_CROWD = 14.0
WIDEST_BIN = 48.0
SHRINK = 0.94


@dataclass(frozen=True, slots=True)
class Dots:
    """Centres in the order of the values, and the room a dot takes (all in design pixels)."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    diameter: float


def stacked(
    places: Sequence[float],
    floor: float,
    ceiling: float,
    line: float,
    *,
    cut: bool,
    largest: float | None = None,
) -> Dots:
    """Dots for `places` (design pixels along the axis) between the heights `floor` and `ceiling`.

    A bin is centred on `line`, or with `cut` one ends there: then what lies at or left of the line is drawn left of
    it, and the rest right of it. No dot is larger than `largest`.
    """
    few = len(places) <= FEW
    diameter = min(LARGEST if few else LARGEST_IN_BINS, largest or LARGEST)
    while True:
        dots = (
            _exact(places, floor, diameter) if few else _binned(places, floor, ceiling, line, diameter, cut)
        )
        if diameter <= SMALLEST or max(dots.ys, default=floor) + dots.diameter / 2 <= ceiling:
            return dots
        diameter = max(SMALLEST, diameter * SHRINK)


def _exact(places: Sequence[float], floor: float, diameter: float) -> Dots:
    """Each dot at its value, on the lowest level where it touches no other."""
    ys = [0.0] * len(places)
    ends: list[float] = []  # right edge of the last dot of each level
    for k in sorted(range(len(places)), key=places.__getitem__):
        left = places[k] - diameter / 2
        level = next((j for j, end in enumerate(ends) if end <= left), len(ends))
        ends[level : level + 1] = [left + diameter]
        ys[k] = floor + (level + 0.5) * diameter
    return Dots(tuple(places), tuple(ys), diameter)


def _binned(
    places: Sequence[float], floor: float, ceiling: float, line: float, diameter: float, cut: bool
) -> Dots:
    """Bins of equal width, as few columns of dots wide as lets the fullest one stay under the ceiling."""
    widest = max(1, int(WIDEST_BIN // diameter))
    rows = max(1, int((ceiling - floor) // diameter))
    for columns in range(1, widest + 1):
        end = line if cut else line + columns * diameter / 2
        bins = _bins(places, end, columns * diameter)
        if max(len(members) for members in bins.values()) <= rows * columns:
            break
    xs, ys = [0.0] * len(places), [0.0] * len(places)
    for number, members in bins.items():
        centre = end + (number - 0.5) * columns * diameter
        for rank, k in enumerate(members):
            row, column = divmod(rank, columns)
            in_row = min(columns, len(members) - row * columns)
            xs[k] = centre + (column - (in_row - 1) / 2) * diameter
            ys[k] = floor + (row + 0.5) * diameter
    return Dots(tuple(xs), tuple(ys), diameter)


def _bins(places: Sequence[float], end: float, width: float) -> dict[int, list[int]]:
    """Indices by bin: bin 0 ends with `end`, bin 1 begins after it."""
    bins: dict[int, list[int]] = {}
    for k in sorted(range(len(places)), key=places.__getitem__):
        bins.setdefault(ceil((places[k] - end) / width), []).append(k)
    return bins
