"""The dice at the six casinos: one bar a casino, striped where equal counts cancel."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wwlv.charts.drawing import bars, canvas, clipped, label, patch, span, symbols
from wwlv.charts.ink import ink_on
from wwlv.charts.picture import Picture
from wwlv.charts.theme import SMALL, TEXT, Theme
from wwlv.look import Mark
from wwlv.look.colour import readable
from wwlv.text import Text

TALLEST_ROW = 52.0
NAME_SHARE = 0.43
"""The most of the width that the names of the casinos may take."""
GAP = 10.0
SEAM = 3.0
"""Panel that shows between two parts of a bar."""
FEWEST = 8
"""Dice a bar has room for even if none lie there, so that the first ones do not fill the panel."""
SYMBOL, SMALLEST_SYMBOL = 16.0, 10.0
PAD = 3.0
APART = 6.0
"""Between the symbol and the count."""
WHITE_DIE = "#ffffff"


@dataclass(frozen=True, slots=True)
class _Part:
    """The dice of one column of the counts at one casino; `tied` if another column has as many."""

    who: int
    count: int
    tied: bool


@dataclass(frozen=True, slots=True)
class _Rows:
    """Where things lie: the rows from the top, the bars from `left`, `unit` design pixels a die."""

    height: float
    middles: tuple[float, ...]
    size: float
    left: float
    unit: float


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of a bar with its place, and with what it has room for: symbol (0: none) and count."""

    part: _Part
    mark: Mark | None
    left: float
    right: float
    y: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def room(self) -> float:
        return self.right - self.left - 2 * PAD

    @property
    def figures(self) -> float:
        """Width of the count, 0 if it is not written."""
        wide = span(str(self.part.count), SMALL)
        return wide if wide + (SYMBOL + APART if self.mark else 0) <= self.room else 0.0

    @property
    def symbol(self) -> float:
        if self.mark is None or self.room < SMALLEST_SYMBOL:
            return 0.0
        return min(SYMBOL, self.room)

    @property
    def symbol_x(self) -> float:
        return self.middle - ((self.figures + APART) / 2 if self.figures else 0)

    @property
    def figures_x(self) -> float:
        return self.middle + ((self.symbol + APART) / 2 if self.symbol else 0)


def casino_dice(
    *,
    counts: Sequence[Sequence[int]],
    marks: Sequence[Mark],
    names: Sequence[str],
    white: bool,
    casinos: Sequence[str],
    text: Text,
    theme: Theme,
) -> Picture:
    """Dice by casino and team, most first; the parts that would cancel each other now are striped.

    `counts` has axes (casino, team), and with `white` one more column, the last, for the white dice. `marks` and
    `names` are those of the teams, `casinos` the names of the casinos 1, 2, …
    """
    people = [*names, text("chart.street.white")] if white else list(names)
    parts = [_parts(casino, row, len(people)) for casino, row in enumerate(counts)]
    title = _title(parts, casinos, text)
    note = text("chart.street.note_white") if white else text("chart.street.note")
    looks = [*marks, None] if white else list(marks)
    return Picture(
        _figure(parts, looks, casinos, text, theme), title, note, _alt(parts, people, casinos, title, text)
    )


def _parts(casino: int, row: Sequence[int], columns: int) -> list[_Part]:
    """Most dice first, as the notes are given out: those that tie lie side by side."""
    if len(row) != columns:
        raise ValueError(f"{len(row)} counts at casino {casino + 1} for {columns} who place dice")
    times = Counter(row)
    placed = [_Part(who, count, times[count] > 1) for who, count in enumerate(row) if count]
    return sorted(placed, key=lambda part: (-part.count, part.who))


def _dice(parts: Sequence[_Part]) -> int:
    return sum(part.count for part in parts)


# --- the figure
def _rows(parts: Sequence[Sequence[_Part]], names: Sequence[str], text: Text, theme: Theme) -> _Rows:
    height = min(TALLEST_ROW, theme.height / max(1, len(names)))
    most = max((_dice(own) for own in parts), default=0)
    widest = NAME_SHARE * theme.width
    roomy = all(span(name, TEXT) <= widest for name in names)
    size = min(float(TEXT if roomy else SMALL), height * 0.66)
    left = min(max((span(name, size) for name in names), default=0.0), widest) + GAP
    room = theme.width - left - 2 * GAP - span(text.number(most), TEXT)
    middles = tuple(theme.height - (k + 0.5) * height for k in range(len(names)))
    return _Rows(height, middles, size, left, room / max(most, FEWEST))


def _figure(
    parts: Sequence[Sequence[_Part]],
    looks: Sequence[Mark | None],
    casinos: Sequence[str],
    text: Text,
    theme: Theme,
) -> Any:
    names = [f"{number} {name}" for number, name in enumerate(casinos, start=1)]
    rows = _rows(parts, names, text, theme)
    blocks = [b for own, y in zip(parts, rows.middles, strict=True) for b in _blocks(own, looks, y, rows)]
    labels = [
        words for k, own in enumerate(parts) for words in _row_labels(names[k], own, k, rows, text, theme)
    ]
    labels += [_count(block, theme) for block in blocks if block.figures]
    line = patch(rows.left - 2, theme.height - rows.height * len(names), rows.left, theme.height, theme.line)
    thickness = rows.height * 0.7
    traces = [_bar(block, thickness, theme) for block in blocks]
    return canvas(theme, [*traces, *_symbols(blocks, theme)], [line], labels)


def _blocks(parts: Sequence[_Part], looks: Sequence[Mark | None], y: float, rows: _Rows) -> list[_Block]:
    blocks, left = [], rows.left + SEAM
    for part in parts:
        right = left + rows.unit * part.count
        blocks.append(_Block(part, looks[part.who], left, right - SEAM, y))
        left = right
    return blocks


def _row_labels(
    name: str, own: Sequence[_Part], index: int, rows: _Rows, text: Text, theme: Theme
) -> list[dict[str, Any]]:
    """The casino before its bar, and behind it how many dice lie there."""
    y, dice = rows.middles[index], _dice(own)
    shown = clipped(name, rows.left - GAP, rows.size)
    colour, end = (theme.ink if dice else theme.ink_2), rows.left + rows.unit * dice + GAP
    number = text.number(dice) if dice else "–"
    return [
        label(theme, shown, rows.left - GAP, y, colour=colour, anchor="right", size=rows.size, bold=True),
        label(theme, number, end, y, colour=colour, anchor="left", size=rows.size, bold=bool(dice)),
    ]


def _fill(block: _Block) -> str:
    return block.mark.colour if block.mark else WHITE_DIE


def _line(block: _Block, theme: Theme) -> str:
    """The colour of the part as edges and stripes show it on the panel."""
    return readable(_fill(block), theme.panel, 3) if block.mark else theme.ink_2


def _ink(block: _Block, theme: Theme) -> str:
    """For the count: on the part's own colour, or on the panel where a patch of it covers the stripes."""
    return theme.ink if block.part.tied else ink_on(_fill(block), theme)


def _bar(block: _Block, thickness: float, theme: Theme) -> Any:
    bar = bars(
        theme,
        [block.right - block.left],
        [block.y],
        start=block.left,
        thickness=thickness,
        colours=[_fill(block)],
        edge=_line(block, theme),
    )
    if block.part.tied:
        stripes = {
            "shape": "/",
            "fgcolor": _line(block, theme),
            "bgcolor": theme.panel,
            "size": 9 * theme.scale,
            "solidity": 0.3,
        }
        bar.update(marker={"pattern": stripes})
    return bar


def _symbols(blocks: Sequence[_Block], theme: Theme) -> list[Any]:
    """Each part's shape, on a rim of panel colour where there are stripes around it."""
    shown = [block for block in blocks if block.symbol and block.mark]
    traces = []
    for size in sorted({block.symbol for block in shown}):
        alike = [block for block in shown if block.symbol == size]
        striped = [block for block in alike if block.part.tied]
        traces += [_marks(striped, size + 8, [theme.panel] * len(striped), theme)] if striped else []
        inks = [_line(block, theme) if block.part.tied else _ink(block, theme) for block in alike]
        traces.append(_marks(alike, size, inks, theme))
    return traces


def _marks(blocks: Sequence[_Block], size: float, colours: Sequence[str], theme: Theme) -> Any:
    return symbols(
        theme,
        [block.symbol_x for block in blocks],
        [block.y for block in blocks],
        size=size,
        shapes=[block.mark.shape for block in blocks if block.mark],
        fills=colours,
        edges=colours,
    )


def _count(block: _Block, theme: Theme) -> dict[str, Any]:
    return label(
        theme,
        str(block.part.count),
        block.figures_x,
        block.y,
        colour=_ink(block, theme),
        size=SMALL,
        bold=True,
        backed=block.part.tied,
    )


# --- the words
def _title(parts: Sequence[Sequence[_Part]], casinos: Sequence[str], text: Text) -> str:
    cancelled = sum(part.count for own in parts for part in own if part.tied)
    most = max((_dice(own) for own in parts), default=0)
    if not most:
        return text("chart.street.none")
    if cancelled:
        return text("chart.street.cancelled", n=cancelled)
    crowded = [name for name, own in zip(casinos, parts, strict=True) if _dice(own) == most]
    if len(crowded) == 1:
        return text("chart.street.most", casino=crowded[0], n=most)
    if len(crowded) == 2:
        return text("chart.street.level", casinos=text.join(crowded), n=most)
    return text("chart.street.even", casinos=len(crowded), n=most)


def _alt(
    parts: Sequence[Sequence[_Part]], people: Sequence[str], casinos: Sequence[str], title: str, text: Text
) -> str:
    said = [text("chart.alt.title", title=title)]
    for name, own in zip(casinos, parts, strict=True):
        if not own:
            said.append(text("chart.street.alt_empty", casino=name))
            continue
        dice = [text("chart.street.alt_part", name=people[part.who], count=part.count) for part in own]
        said.append(text("chart.street.alt_casino", casino=name, dice=text.join(dice)))
        said += [
            text(
                "chart.street.alt_tie",
                names=text.join([people[part.who] for part in tie]),
                n=len(tie) * count,
            )
            for count, tie in _ties(own)
        ]
    return " ".join(said)


def _ties(own: Sequence[_Part]) -> list[tuple[int, list[_Part]]]:
    """The groups that cancel, most dice first."""
    counts = sorted({part.count for part in own if part.tied}, reverse=True)
    return [(count, [part for part in own if part.count == count]) for count in counts]
