"""The money of a game of Las Vegas: which notes each team won, and which casino paid whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wwlv.charts.drawing import bars, canvas, clipped, label, span, stroke, symbols
from wwlv.charts.ink import ink_on
from wwlv.charts.picture import Picture
from wwlv.charts.theme import SMALL, TEXT, Theme
from wwlv.look import Mark
from wwlv.look.colour import mixed, readable
from wwlv.text import Text

TALLEST_ROW = 78.0
TALLEST_BAR = 36.0
LINE_HEIGHT = 25.0
"""A line of words, in design pixels."""
SYMBOL = 19.0
GAP = 8.0
AROUND = 4.0
"""Between a line of words and the bar it heads, and half of what is below the bar."""
SEAM = 3.0
"""Panel that shows between two notes."""
LEAST_DOLLARS = 200_000
"""A bar has room for as much even if nobody has it yet, so that the first note does not fill the panel."""

TALLEST_CELL = 52.0
WIDEST_CELL = 110.0
NAME_SHARE = 0.38
"""The most of the width that the names of the casinos may take."""
FAINTEST = 0.3
"""How much of a team's colour there is in the cell of a casino that paid it once, if others paid it often."""


# --- notes by value
def notes_by_value(
    *, notes: Sequence[Sequence[int]], names: Sequence[str], marks: Sequence[Mark], text: Text, theme: Theme
) -> Picture:
    """The notes of each team as blocks as long as their value, highest first, and what they come to.

    `notes` has axes (team, notes won), in dollars.
    """
    own = [sorted(won, reverse=True) for won in notes]
    title = _notes_title(own, names, text)
    alt = " ".join(
        [
            text("chart.alt.title", title=title),
            *(_notes_row(won, name, text) for won, name in zip(own, names, strict=True)),
        ]
    )
    return Picture(_notes_figure(own, names, marks, text, theme), title, text("chart.notes.note"), alt)


def short_note(dollars: int, text: Text) -> str:
    """A note where room is short: "90k", 「9萬」."""
    power, word = text("chart.notes.unit").split(" ", 1)
    unit = 10 ** int(power)
    return text.money(dollars) if dollars % unit else text.number(dollars // unit) + word


def _notes_title(notes: Sequence[Sequence[int]], names: Sequence[str], text: Text) -> str:
    sums = [sum(won) for won in notes]
    most = max(sums, default=0)
    if not most:
        return text("chart.notes.none")
    first = [k for k, dollars in enumerate(sums) if dollars == most]
    if len(first) > 1:
        return text("chart.notes.level", names=text.join([names[k] for k in first]), money=text.money(most))
    return text("chart.notes.most", name=names[first[0]], money=text.money(most), n=len(notes[first[0]]))


def _notes_row(won: Sequence[int], name: str, text: Text) -> str:
    if not won:
        return text("chart.notes.alt_nothing", name=name)
    listed = text.join([text.money(note) for note in won])
    return text("chart.notes.alt_row", name=name, notes=listed, money=text.money(sum(won)))


def _notes_figure(
    notes: Sequence[Sequence[int]], names: Sequence[str], marks: Sequence[Mark], text: Text, theme: Theme
) -> Any:
    height = min(TALLEST_ROW, theme.height / max(1, len(names)))
    thickness = min(TALLEST_BAR, height - LINE_HEIGHT - 2.5 * AROUND)
    unit = theme.width / max(LEAST_DOLLARS, *map(sum, notes)) if notes else 0.0
    traces: list[Any] = []
    labels: list[dict[str, Any]] = []
    heads = [theme.height - k * height - LINE_HEIGHT / 2 for k in range(len(names))]
    for won, name, mark, y in zip(notes, names, marks, heads, strict=True):
        labels += _head(name, mark, sum(won), y, text, theme)
        below = y - (LINE_HEIGHT + thickness) / 2 - AROUND
        bar, inside = _notes_bar(won, mark, below, thickness, unit, text, theme)
        traces += bar
        labels += inside
    floor = [y - LINE_HEIGHT / 2 - AROUND - thickness for y in heads]
    lines = [stroke(theme, 0, y, theme.width, y, colour=theme.line, width=1) for y in floor]
    ends = _team_symbols([SYMBOL * 0.6] * len(heads), heads, marks, theme)
    return canvas(theme, [*traces, ends], lines, labels)


def _head(name: str, mark: Mark, dollars: int, y: float, text: Text, theme: Theme) -> list[dict[str, Any]]:
    """The team and its sum on the line above its notes."""
    ink, total = readable(mark.colour, theme.panel), text.money(dollars)
    start = 1.2 * SYMBOL + GAP
    room = theme.width - start - GAP - span(total)
    return [
        label(theme, clipped(name, room), start, y, colour=ink, anchor="left", bold=True),
        label(theme, total, theme.width, y, colour=ink, anchor="right", bold=True),
    ]


def _notes_bar(
    won: Sequence[int], mark: Mark, y: float, thickness: float, unit: float, text: Text, theme: Theme
) -> tuple[list[Any], list[dict[str, Any]]]:
    """One block a note, with its value where that fits."""
    blocks, labels, left = [], [], 0.0
    edge, ink = readable(mark.colour, theme.panel, 3), ink_on(mark.colour, theme)
    for note in won:
        right, words = left + unit * note, short_note(note, text)
        blocks.append(
            bars(
                theme,
                [right - left - SEAM],
                [y],
                start=left + SEAM / 2,
                thickness=thickness,
                colours=[mark.colour],
                edge=edge,
            )
        )
        if span(words, SMALL) <= right - left - SEAM - 2:
            labels.append(label(theme, words, (left + right) / 2, y, colour=ink, size=SMALL, bold=True))
        left = right
    return blocks, labels


def _team_symbols(xs: Sequence[float], ys: Sequence[float], marks: Sequence[Mark], theme: Theme) -> Any:
    return symbols(
        theme,
        xs,
        ys,
        size=SYMBOL,
        shapes=[mark.shape for mark in marks],
        fills=[mark.colour for mark in marks],
        edges=[readable(mark.colour, theme.panel, 3) for mark in marks],
    )


# --- which casino paid whom
@dataclass(frozen=True, slots=True)
class _Grid:
    """A row a casino from the top, a column a team; the teams are named in the two lines above."""

    left: float
    width: float
    height: float
    top: float
    size: float

    def x(self, team: int) -> float:
        return self.left + (team + 0.5) * self.width

    def y(self, casino: int) -> float:
        return self.top - (casino + 0.5) * self.height


def paid_whom(
    *,
    paid: Sequence[Sequence[int]],
    casinos: Sequence[str],
    names: Sequence[str],
    marks: Sequence[Mark],
    text: Text,
    theme: Theme,
) -> Picture:
    """How often each casino paid each team over the game: a table, the fuller the colour the more often.

    `paid` has axes (casino, team).
    """
    title = _paid_title(paid, casinos, names, text)
    rows = [_paid_row(row, casino, names, text) for row, casino in zip(paid, casinos, strict=True)]
    figure = _paid_figure(paid, casinos, names, marks, text, theme)
    alt = " ".join([text("chart.alt.title", title=title), *rows])
    return Picture(figure, title, text("chart.paid.note"), alt)


def _paid_title(
    paid: Sequence[Sequence[int]], casinos: Sequence[str], names: Sequence[str], text: Text
) -> str:
    most = max((times for row in paid for times in row), default=0)
    if not most:
        return text("chart.paid.none")
    places = [(c, t) for c, row in enumerate(paid) for t, times in enumerate(row) if times == most]
    if len(places) > 1:
        return text("chart.paid.level", n=most)
    casino, team = places[0]
    return text("chart.paid.most", casino=casinos[casino], name=names[team], n=most)


def _paid_row(row: Sequence[int], casino: str, names: Sequence[str], text: Text) -> str:
    if not any(row):
        return text("chart.paid.alt_nobody", casino=casino)
    pairs = [
        text("chart.paid.alt_team", name=name, n=times)
        for name, times in zip(names, row, strict=True)
        if times
    ]
    return text("chart.paid.alt_row", casino=casino, teams=text.join(pairs))


def _grid(casinos: Sequence[str], teams: int, theme: Theme) -> _Grid:
    head = 2 * LINE_HEIGHT
    height = min(TALLEST_CELL, (theme.height - head) / max(1, len(casinos)))
    widest = NAME_SHARE * theme.width
    size = float(TEXT if all(span(name, TEXT) <= widest for name in casinos) else SMALL)
    left = min(max((span(name, size) for name in casinos), default=0.0), widest) + GAP
    width = min(WIDEST_CELL, (theme.width - left) / max(1, teams))
    return _Grid(left, width, height, theme.height - head, size)


def _paid_figure(
    paid: Sequence[Sequence[int]],
    casinos: Sequence[str],
    names: Sequence[str],
    marks: Sequence[Mark],
    text: Text,
    theme: Theme,
) -> Any:
    grid = _grid(casinos, len(names), theme)
    most = max((times for row in paid for times in row), default=0)
    ends = [grid.x(t) for t in range(len(names))]
    heads = _team_symbols(ends, [grid.top + 1.5 * LINE_HEIGHT] * len(ends), marks, theme)
    traces: list[Any] = [heads]
    labels = [_column_name(grid, t, name, marks[t], theme) for t, name in enumerate(names)]
    labels += [_row_name(grid, c, name, theme) for c, name in enumerate(casinos)]
    for c, row in enumerate(paid):
        for t, times in enumerate(row):
            fill = _tint(marks[t].colour, times, most, theme)
            traces += [_cell(grid, c, t, fill, theme)] if times else []
            labels.append(_times(grid, c, t, times, fill, text, theme))
    return canvas(theme, traces, (), labels)


def _column_name(grid: _Grid, team: int, name: str, mark: Mark, theme: Theme) -> dict[str, Any]:
    ink, y = readable(mark.colour, theme.panel), grid.top + LINE_HEIGHT / 2
    return label(theme, clipped(name, grid.width, SMALL), grid.x(team), y, colour=ink, size=SMALL, bold=True)


def _row_name(grid: _Grid, casino: int, name: str, theme: Theme) -> dict[str, Any]:
    end = grid.left - GAP
    words = clipped(name, end, grid.size)
    return label(
        theme, words, end, grid.y(casino), colour=theme.ink, anchor="right", size=grid.size, bold=True
    )


def _tint(colour: str, times: int, most: int, theme: Theme) -> str:
    """The colour of a team, paler the less often it was paid."""
    return mixed(theme.panel, colour, FAINTEST + (1 - FAINTEST) * times / most) if times else theme.panel


def _cell(grid: _Grid, casino: int, team: int, fill: str, theme: Theme) -> Any:
    width = grid.width - 2 * SEAM
    return bars(
        theme,
        [width],
        [grid.y(casino)],
        start=grid.x(team) - width / 2,
        thickness=grid.height - 2 * SEAM,
        colours=[fill],
    )


def _times(
    grid: _Grid, casino: int, team: int, times: int, fill: str, text: Text, theme: Theme
) -> dict[str, Any]:
    words, ink = (text.number(times), ink_on(fill, theme)) if times else ("–", theme.ink_2)
    return label(theme, words, grid.x(team), grid.y(casino), colour=ink, bold=bool(times))
