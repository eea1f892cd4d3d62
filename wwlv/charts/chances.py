"""Who will take each note: at every casino a bar a note, split by the chance of each team."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from wwlv.charts.die import die
from wwlv.charts.drawing import bars, canvas, label, span, symbols
from wwlv.charts.ink import ink_on
from wwlv.charts.percent import percent_span, percentages, written
from wwlv.charts.picture import Picture
from wwlv.charts.theme import SMALL, TEXT, Theme
from wwlv.charts.winnings import short_note
from wwlv.look import Mark
from wwlv.look.colour import mixed, readable
from wwlv.text import Text

DIE = 30.0
GAP = 8.0
BETWEEN = 4.0
"""Between two casinos, where all six stand in the small panel."""
HEAD = 30.0
"""The line that names a casino, where there is room for one."""
READ_FROM = 23.0
"""A row as high as this has words in it."""
TALLEST, THINNEST = 44.0, 8.0
SEAM = 3.0
"""Panel that shows between two bars, and between two parts of one."""
SYMBOL, PAD, APART = 15.0, 3.0, 6.0
OTHERS = 0.3
"""How much of its colour a team keeps where it is not the favourite."""


@dataclass(frozen=True, slots=True)
class _Note:
    """A note and the chances for it, most likely first and nobody last: (column, share)."""

    casino: int
    dollars: int
    shares: tuple[float, ...]

    @property
    def ranked(self) -> list[tuple[int, float]]:
        *teams, nobody = enumerate(self.shares)
        likely = sorted((pair for pair in teams if pair[1] > 0), key=lambda pair: -pair[1])
        return [*likely, nobody] if nobody[1] > 0 else likely


@dataclass(frozen=True, slots=True)
class _Row:
    """Where the bar of a note lies."""

    note: _Note
    y: float
    height: float

    @property
    def read(self) -> bool:
        return self.height >= READ_FROM - 1e-9


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of a bar: who (the column), how likely, and where."""

    column: int
    percent: str
    first: bool
    left: float
    right: float
    y: float

    @property
    def room(self) -> float:
        return self.right - self.left - 2 * PAD


def note_chances(
    *,
    chances: Sequence[Sequence[Sequence[float]]],
    notes: Sequence[Sequence[int]],
    casinos: Sequence[str],
    names: Sequence[str],
    marks: Sequence[Mark],
    games: int,
    text: Text,
    theme: Theme,
) -> Picture:
    """The chance of each team to take each note, by casino.

    `chances` has axes (casino, note, team), the last column being that no team takes it (nobody, or the white dice);
    each row adds up to 1. `notes` has axes (casino, note), in dollars, in the order in which they are given out.
    `games` is how many games were played out for it.
    """
    street = [
        _Note(c, dollars, tuple(shares))
        for c, (own, rows) in enumerate(zip(notes, chances, strict=True))
        for dollars, shares in zip(own, rows, strict=True)
    ]
    for note in street:
        if len(note.shares) != len(names) + 1:
            raise ValueError(f"{len(note.shares)} chances at casino {note.casino + 1} for {len(names)} teams")
    title = _title(street, casinos, names, text)
    said = [_sentence(note, casinos, names, text) for note in street]
    return Picture(
        _figure(street, casinos, marks, text, theme),
        title,
        text("chart.chances.note", n=games),
        " ".join([text("chart.alt.title", title=title), *said]),
    )


# --- where the rows lie
def _headed(street: Sequence[_Note], casinos: int, theme: Theme) -> bool:
    """Whether there is room for a line with its name above the notes of each casino."""
    return casinos * (HEAD + 2 * BETWEEN) + len(street) * (READ_FROM + BETWEEN) <= theme.height


def _rows(street: Sequence[_Note], casinos: int, theme: Theme) -> list[_Row]:
    """From the top; if not all rows can have words, the first note of each casino and then the highest ones do."""
    head = HEAD + BETWEEN if _headed(street, casinos, theme) else 0.0
    room = theme.height - casinos * head - (casinos - 1) * BETWEEN
    heights = _heights(street, room)
    rows: list[_Row] = []
    y = float(theme.height)
    for k, (note, height) in enumerate(zip(street, heights, strict=True)):
        if not k or street[k - 1].casino != note.casino:
            y -= head + (BETWEEN if k else 0.0)
        rows.append(_Row(note, y - height / 2, height))
        y -= height
    return rows


def _heights(street: Sequence[_Note], room: float) -> list[float]:
    if len(street) * READ_FROM <= room:
        return [min(TALLEST, room / max(1, len(street)))] * len(street)
    first = [k for k, note in enumerate(street) if not k or street[k - 1].casino != note.casino]
    rest = sorted(set(range(len(street))) - set(first), key=lambda k: -street[k].dollars)
    tall = max(len(first), int((room - THINNEST * len(street)) // (READ_FROM - THINNEST)))
    chosen = {*first, *rest[: tall - len(first)]}
    thin = min(THINNEST, (room - READ_FROM * len(chosen)) / (len(street) - len(chosen)))
    return [READ_FROM if k in chosen else thin for k in range(len(street))]


# --- the figure
def _figure(
    street: Sequence[_Note], casinos: Sequence[str], marks: Sequence[Mark], text: Text, theme: Theme
) -> Any:
    if not street:
        return canvas(theme, [])
    headed = _headed(street, len(casinos), theme)
    rows = _rows(street, len(casinos), theme)
    value = max(span(short_note(note.dollars, text), SMALL) for note in street)
    left = value + GAP + (0.0 if headed else DIE + GAP)
    shapes: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    for number, name in enumerate(casinos):
        own = [row for row in rows if row.note.casino == number]
        if own:
            die_drawn, named = _casino(number, name, own, theme, headed=headed)
            shapes += die_drawn
            labels += named
    for row in (row for row in rows if row.read):
        worth = short_note(row.note.dollars, text)
        labels.append(label(theme, worth, left - GAP, row.y, colour=theme.ink, anchor="right", size=SMALL))
    traces: list[Any] = []
    for row in rows:
        drawn, words = _bar(row, left, marks, text, theme)
        traces += drawn
        labels += words
    return canvas(theme, traces, shapes, labels)


def _casino(
    number: int, name: str, own: Sequence[_Row], theme: Theme, *, headed: bool
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The die of a casino beside its rows, or above them with its name."""
    top, bottom = own[0].y + own[0].height / 2, own[-1].y - own[-1].height / 2
    if not headed:
        size = min(DIE, top - bottom - SEAM)
        shapes, numeral = die(theme, number + 1, DIE / 2, (top + bottom) / 2, size)
        return shapes, [numeral]
    y = top + HEAD / 2
    shapes, numeral = die(theme, number + 1, DIE / 2, y, HEAD - SEAM)
    title = label(theme, name, DIE + GAP, y, colour=theme.ink, anchor="left", size=TEXT, bold=True)
    return shapes, [numeral, title]


def _bar(
    row: _Row, left: float, marks: Sequence[Mark], text: Text, theme: Theme
) -> tuple[list[Any], list[dict[str, Any]]]:
    """The parts of a bar with symbol and percentage where they fit."""
    thickness = row.height - SEAM if row.height > 2 * SEAM else 0.7 * row.height
    blocks = _blocks(row, left, text, theme)
    traces: list[Any] = [_part(block, thickness, marks, theme) for block in blocks]
    labels: list[dict[str, Any]] = []
    if row.read:
        for block in blocks:
            drawn, words = _inside(block, marks, text, theme)
            traces += drawn
            labels += words
    return traces, labels


def _blocks(row: _Row, left: float, text: Text, theme: Theme) -> list[_Block]:
    ranked = row.note.ranked
    percent = written(row.note.shares, text)
    unit = (theme.width - left) / (sum(row.note.shares) or 1.0)
    ends = list(accumulate((unit * share for _, share in ranked), initial=left))
    blocks = []
    for k, (column, _) in enumerate(ranked):
        seam = min(SEAM, (ends[k + 1] - ends[k]) / 2) if k < len(ranked) - 1 else 0.0
        blocks.append(_Block(column, percent[column], k == 0, ends[k], ends[k + 1] - seam, row.y))
    return blocks


def _fill(block: _Block, marks: Sequence[Mark], theme: Theme) -> str:
    if block.column == len(marks):
        return theme.panel
    colour = marks[block.column].colour
    return colour if block.first else mixed(theme.panel, colour, OTHERS)


def _part(block: _Block, thickness: float, marks: Sequence[Mark], theme: Theme) -> Any:
    nobody = block.column == len(marks)
    edge = theme.ink_2 if nobody else readable(marks[block.column].colour, theme.panel, 3)
    wide = block.right - block.left
    line = min(2.0, wide / 2)  # the line is centred on the edge: it stays inside
    bar = bars(
        theme,
        [wide - line],
        [block.y],
        start=block.left + line / 2,
        thickness=max(thickness - line, thickness / 2),
        colours=[_fill(block, marks, theme)],
        edge=edge,
    )
    bar.update(marker={"line": {"width": line * theme.scale}})
    return bar


def _inside(
    block: _Block, marks: Sequence[Mark], text: Text, theme: Theme
) -> tuple[list[Any], list[dict[str, Any]]]:
    ink = ink_on(_fill(block, marks, theme), theme)
    if block.column == len(marks):
        return [], _nobody(block, text, theme)
    words = percent_span(block.percent, SMALL)
    fits = SYMBOL + APART + words <= block.room
    if not fits and block.room < SYMBOL:
        return [], []
    middle = (block.left + block.right) / 2
    x = middle - (APART + words) / 2 if fits else middle
    shape = symbols(
        theme, [x], [block.y], size=SYMBOL, shapes=[marks[block.column].shape], fills=[ink], edges=[ink]
    )
    if not fits:
        return [shape], []
    start = x + SYMBOL / 2 + APART
    words_at = label(
        theme, block.percent, start, block.y, colour=ink, anchor="left", size=SMALL, bold=block.first
    )
    return [shape], [words_at]


def _nobody(block: _Block, text: Text, theme: Theme) -> list[dict[str, Any]]:
    full = text("chart.chances.nobody_share", share=block.percent)
    shown = next((words for words in (full, block.percent) if percent_span(words, SMALL) <= block.room), None)
    if shown is None:
        return []
    x = (block.left + block.right) / 2
    return [label(theme, shown, x, block.y, colour=theme.ink_2, size=SMALL, bold=block.first)]


# --- the words
def _title(street: Sequence[_Note], casinos: Sequence[str], names: Sequence[str], text: Text) -> str:
    """Who is ahead for the highest note; of equal notes, the one that is clearest."""
    if not street:
        return text("chart.chances.none")
    note = max(street, key=lambda note: (note.dollars, max(note.shares)))
    rounded = percentages(note.shares)
    *teams, _ = rounded
    most = max(rounded)
    share = written(note.shares, text)[rounded.index(most)]
    casino, money = casinos[note.casino], text.money(note.dollars)
    first = [name for name, percent in zip(names, teams, strict=True) if percent == most]
    if not first:
        return text("chart.chances.most_nobody", casino=casino, money=money, share=share)
    if len(first) == len(names) > 2:
        return text("chart.chances.even", casino=casino, money=money, share=share)
    if len(first) > 1:
        who = text.join(first)
        return text("chart.chances.level", casino=casino, money=money, names=who, share=share)
    return text("chart.chances.favourite", casino=casino, money=money, name=first[0], share=share)


def _sentence(note: _Note, casinos: Sequence[str], names: Sequence[str], text: Text) -> str:
    percent = written(note.shares, text)
    people = [*names, text("chart.chances.nobody")]
    listed = sorted(note.ranked, key=lambda pair: -pair[1])
    said = [text("chart.chances.alt_part", name=people[k], share=percent[k]) for k, _ in listed]
    return text(
        "chart.chances.alt_row",
        casino=casinos[note.casino],
        money=text.money(note.dollars),
        chances=text.join(said),
    )
