"""Where the money lies, and what the bank pays for it: one row a space."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wwlv.charts.drawing import bars, canvas, clipped, label, patch, span
from wwlv.charts.picture import Picture
from wwlv.charts.theme import TEXT, Theme
from wwlv.text import Text

TALLEST_ROW = 52.0
NAME_SHARE = 0.36
"""The most of the width that the names of the spaces may take."""
GAP = 10.0
CHECK = "✓ "


@dataclass(frozen=True, slots=True)
class SpaceStake:
    """A space with all that lies on it. `label` is what people call it: its guess, "too high", "red".

    `odds` n means n to 1 as profit; `staked` counts chips and tokens, in chips. `winning` is None until the reveal.
    """

    label: str
    odds: int
    staked: int
    winning: bool | None

    @property
    def pays(self) -> int:
        """What the bank adds if this space wins; stakes go back to their owners on top of it."""
        return self.odds * self.staked


def pays_against_staked(
    *,
    spaces: Sequence[SpaceStake],
    text: Text,
    theme: Theme,
    money: Callable[[int], str] | None = None,
) -> Picture:
    """What is staked on each space (up to ten, in the order of the mat) against what it would pay.

    Once `winning` is known, the winning spaces keep their pay-out and the others only show what was lost.
    `money` writes an amount; without it amounts are plain numbers.
    """
    write = money or text.number
    title = _title(spaces, write, text)
    if not spaces:
        return Picture(canvas(theme, []), title, "", title)
    return Picture(
        _figure(spaces, write, theme), title, text("chart.stakes.note"), _alt(spaces, title, write, text)
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """Where things lie: the rows from the top, the bars from `left`, `unit` design pixels a chip."""

    height: float
    middles: tuple[float, ...]
    size: float
    left: float
    unit: float


def _rows(spaces: Sequence[SpaceStake], write: Callable[[int], str], theme: Theme) -> _Rows:
    """Room for everything that the reveal may add, so that it moves nothing."""
    height = min(TALLEST_ROW, theme.height / len(spaces))
    size = min(float(TEXT), height * 0.66)
    names = max(span(CHECK + space.label, size) for space in spaces)
    left = min(names, NAME_SHARE * theme.width) + GAP
    room = theme.width - left - 2 * GAP
    unit = min(
        max(0.0, room - span(_open_words(space, write), size)) / max(space.pays, space.staked, 1)
        for space in spaces
    )
    middles = tuple(theme.height - (k + 0.5) * height for k in range(len(spaces)))
    return _Rows(height, middles, size, left, unit)


def _open_words(space: SpaceStake, write: Callable[[int], str]) -> str:
    return f"{write(space.staked)} → {write(space.pays)}" if space.staked else "–"


def _figure(spaces: Sequence[SpaceStake], write: Callable[[int], str], theme: Theme) -> Any:
    rows = _rows(spaces, write, theme)
    labels: list[dict[str, Any]] = []
    for space, y in zip(spaces, rows.middles, strict=True):
        labels += _row_labels(space, y, rows, write, theme)
    line = patch(rows.left - 2, theme.height - rows.height * len(spaces), rows.left, theme.height, theme.line)
    paid = [0.0 if space.winning is False else rows.unit * space.pays for space in spaces]
    staked = [rows.unit * space.staked for space in spaces]
    calm = [theme.line if space.winning is False else theme.dot for space in spaces]
    pale = [theme.pale] * len(spaces)
    thick, thin = rows.height * 0.68, rows.height * 0.34
    return canvas(
        theme,
        [
            bars(theme, paid, rows.middles, start=rows.left, thickness=thick, colours=pale, edge=theme.gold),
            bars(theme, staked, rows.middles, start=rows.left, thickness=thin, colours=calm),
        ],
        [line],
        labels,
    )


def _row_labels(
    space: SpaceStake, y: float, rows: _Rows, write: Callable[[int], str], theme: Theme
) -> list[dict[str, Any]]:
    lost = space.winning is False
    colour = theme.win if space.winning else theme.ink_2 if lost or not space.staked else theme.ink
    amounts = write(space.staked) if lost and space.staked else _open_words(space, write)
    longest = space.staked if lost else max(space.pays, space.staked)
    end = rows.left + rows.unit * longest + GAP
    name = clipped((CHECK if space.winning else "") + space.label, rows.left - GAP, rows.size)
    return [
        label(theme, name, rows.left - GAP, y, colour=colour, anchor="right", size=rows.size, bold=not lost),
        label(theme, amounts, end, y, colour=colour, anchor="left", size=rows.size, bold=not lost),
    ]


def _title(spaces: Sequence[SpaceStake], write: Callable[[int], str], text: Text) -> str:
    most = max((space.staked for space in spaces), default=0)
    if any(space.winning is not None for space in spaces):
        return _result(spaces, write, text)
    if not most:
        return text("chart.stakes.none")
    first = [space.label for space in spaces if space.staked == most]
    if len(first) == 1:
        return text("chart.stakes.most", space=first[0])
    return text("chart.stakes.level", spaces=text.join(first))


def _result(spaces: Sequence[SpaceStake], write: Callable[[int], str], text: Text) -> str:
    winners = [space for space in spaces if space.winning]
    if not winners:
        return text("chart.stakes.no_winner")
    backed = [space for space in winners if space.staked]
    names = text.join([space.label for space in backed or winners])
    if not backed:
        return text("chart.stakes.unbacked", spaces=names)
    return text("chart.stakes.paid", spaces=names, money=write(sum(space.pays for space in backed)))


def _alt(spaces: Sequence[SpaceStake], title: str, write: Callable[[int], str], text: Text) -> str:
    key = {None: "chart.stakes.alt_open", True: "chart.stakes.alt_won", False: "chart.stakes.alt_lost"}
    rows = [
        text(key[s.winning], space=s.label, odds=s.odds, staked=write(s.staked), pays=write(s.pays))
        for s in spaces
    ]
    return " ".join([text("chart.alt.title", title=title), *rows])
