"""The odds board: what the bank pays for each space, what that needs, and what the class's guesses imply."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wwlv.charts.drawing import bars, canvas, clipped, label, patch, span, stroke
from wwlv.charts.percent import percent_span, single
from wwlv.charts.picture import Picture
from wwlv.charts.theme import TEXT, Theme
from wwlv.look.colour import mixed, readable
from wwlv.odds.spaces import SpaceOdds
from wwlv.text import Text

TALLEST_ROW = 52.0
NAME_SHARE = 0.36
"""The most of the width that the names of the spaces may take."""
GAP = 10.0
BEST = "★ "
CALM = 0.35
"""How much of its colour a bar keeps that does not reach its mark."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where things lie: names end at `name`, the bank's odds at `odds`; bars start at `left`, `unit` pixels for certainty."""

    height: float
    middles: tuple[float, ...]
    size: float
    name: float
    odds: float
    left: float
    unit: float


def odds_board(*, labels: Sequence[str], spaces: Sequence[SpaceOdds], text: Text, theme: Theme) -> Picture:
    """A row for each space (one to eleven, in the order of the mat): the bank's odds, the chance, a chip's mean profit.

    `labels` are what people call the spaces. The bar is the chance, the mark
    on it the chance from which on a chip loses nothing in the long run.
    """
    best = max(spaces, key=lambda space: space.per_chip)
    named = {id(space): name for space, name in zip(spaces, labels, strict=True)}
    if best.per_chip > 0:
        title = text("chart.board.title", space=named[id(best)], profit=profit(best.per_chip, text))
    else:
        title = text("chart.board.none_pays")
    said = [
        text(
            "chart.board.alt_row",
            space=name,
            odds=space.odds,
            chance=single(space.chance, text),
            needed=single(space.break_even, text),
            chip=profit(space.per_chip, text),
            token=profit(space.per_token, text),
        )
        for name, space in zip(labels, spaces, strict=True)
    ]
    return Picture(
        _figure(labels, spaces, best, text, theme),
        title,
        text("chart.board.note"),
        " ".join([text("chart.alt.title", title=title), *said]),
    )


def profit(chips: float, text: Text) -> str:
    """An average profit with its sign, to a hundredth of a chip."""
    hundredths = round(100 * chips)
    if not hundredths:
        return text("chart.board.even")
    return ("+" if hundredths > 0 else "−") + text.fixed(abs(hundredths) / 100, 2)


def _columns(names: Sequence[str], spaces: Sequence[SpaceOdds], text: Text, theme: Theme) -> _Columns:
    height = min(TALLEST_ROW, theme.height / len(spaces))
    size = min(float(TEXT), height * 0.66)
    name = min(max(span(words, size) for words in names), NAME_SHARE * theme.width)
    odds = name + GAP + max(span(_pays(space, text), size) for space in spaces)
    left = odds + GAP
    end = theme.width - max(span(profit(space.per_chip, text), size) for space in spaces) - GAP
    percents = max(percent_span(single(space.chance, text), size) for space in spaces)
    room = end - left - percents - 2 * GAP
    unit = max(0.0, room) / max(max(space.chance, space.break_even) for space in spaces)
    middles = tuple(theme.height - (k + 0.5) * height for k in range(len(spaces)))
    return _Columns(height, middles, size, name, odds, left, unit)


def _pays(space: SpaceOdds, text: Text) -> str:
    return text("chart.board.odds", odds=space.odds)


def _figure(
    labels: Sequence[str], spaces: Sequence[SpaceOdds], best: SpaceOdds, text: Text, theme: Theme
) -> Any:
    names = [
        BEST + name if _is_best(space, best) else name for name, space in zip(labels, spaces, strict=True)
    ]
    at = _columns(names, spaces, text, theme)
    words: list[dict[str, Any]] = []
    shapes = [patch(at.left - 2, theme.height - at.height * len(spaces), at.left, theme.height, theme.line)]
    for name, space, y in zip(names, spaces, at.middles, strict=True):
        words += _row(name, space, y, at, _is_best(space, best), text, theme)
        mark = at.left + at.unit * space.break_even
        reach = at.height * 0.42
        shapes.append(
            {**stroke(theme, mark, y - reach, mark, y + reach, colour=theme.ink, width=4), "layer": "above"}
        )
    fills = [theme.dot if space.per_chip > 0 else mixed(theme.panel, theme.dot, CALM) for space in spaces]
    bar = bars(
        theme,
        [at.unit * space.chance for space in spaces],
        at.middles,
        start=at.left,
        thickness=at.height * 0.58,
        colours=fills,
        edge=readable(theme.dot, theme.panel, 3),
    )
    return canvas(theme, [bar], shapes, words)


def _is_best(space: SpaceOdds, best: SpaceOdds) -> bool:
    """Only a space that earns its chip is worth a star."""
    return space is best and space.per_chip > 0


def _row(
    name: str, space: SpaceOdds, y: float, at: _Columns, first: bool, text: Text, theme: Theme
) -> list[dict[str, Any]]:
    pays = space.per_chip > 0
    shown = clipped(name, at.name, at.size)
    end = at.left + at.unit * max(space.chance, space.break_even) + GAP
    gain = profit(space.per_chip, text)
    ink = theme.win if pays else theme.ink_2
    size = at.size
    return [
        label(theme, shown, at.name, y, colour=theme.ink, anchor="right", size=size, bold=first),
        label(theme, _pays(space, text), at.odds, y, colour=theme.ink_2, anchor="right", size=size),
        label(theme, single(space.chance, text), end, y, colour=theme.ink, anchor="left", size=size),
        label(theme, gain, theme.width, y, colour=ink, anchor="right", size=size, bold=pays),
    ]
