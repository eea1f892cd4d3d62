"""The chips or dollars of the teams from round to round, each line named where it ends."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wwlv.charts.drawing import canvas, clipped, label, path, span, stroke, symbols
from wwlv.charts.picture import Picture
from wwlv.charts.theme import SMALL, TEXT, Theme
from wwlv.look import Mark
from wwlv.look.colour import readable
from wwlv.text import Text

FLOOR = 40.0
EDGE = 14.0
LEADER = 34.0
"""From the end of a line to the middle of its team's symbol."""
SYMBOL = 19.0
LABEL_SHARE = 0.52
"""The most of the width that symbols, totals and names may take."""
LINE_HEIGHT = 30.0
AFTER = 8.0
KEPT_FOR, KEPT_FOR_NOTES = 9_999, 999_999
"""Totals up to this one, in chips and in the notes of Las Vegas, find their room kept, so that the rounds do not move while the chips grow."""


@dataclass(frozen=True, slots=True)
class _Track:
    """Where rounds and chips lie."""

    right: float
    top: float
    rounds: int
    low: int
    high: int

    def x(self, round_: int) -> float:
        return EDGE + (self.right - EDGE) * round_ / max(1, self.rounds)

    def y(self, chips: int) -> float:
        return FLOOR + EDGE + (self.top - FLOOR - EDGE) * (chips - self.low) / (self.high - self.low)


def race(
    *,
    totals: Sequence[Sequence[int]],
    names: Sequence[str],
    marks: Sequence[Mark],
    money: Callable[[int], str],
    text: Text,
    theme: Theme,
    rounds: int,
    notes: bool = False,
) -> Picture:
    """Chips over the rounds; `totals` has axes (round 0..k, team) with k up to `rounds`, round 0 being the start.

    With `notes` the totals are the banknotes of Las Vegas, in dollars, and the words say so.
    """
    if not totals or not names:
        words = text("chart.race.none")
        return Picture(canvas(theme, []), words, "", words)
    now, played = totals[-1], len(totals) - 1
    length = max(rounds, played)
    amounts = [money(chips) for chips in now]
    column = max(span(words, TEXT) for words in amounts) + AFTER
    kept = max(column, span(money(KEPT_FOR_NOTES if notes else KEPT_FOR), TEXT) + AFTER)
    room = LABEL_SHARE * theme.width - LEADER - SYMBOL - kept
    short_names = [clipped(name, room, SMALL) for name in names]
    widest = LEADER + SYMBOL + kept + max(span(name, SMALL) for name in short_names)
    all_chips = [chips for row in totals for chips in row]
    low = min(0, *all_chips)
    track = _Track(theme.width - widest, theme.height - EDGE, length, low, max(low + 1, *all_chips))
    x = track.x(played)
    ys = spread(
        [track.y(chips) for chips in now], LINE_HEIGHT, track.y(track.low) + LINE_HEIGHT / 2, track.top
    )
    shapes, labels = _axis(track, theme)
    for k, mark in enumerate(marks):
        ink = readable(mark.colour, theme.panel)
        start = x + LEADER + SYMBOL * 0.8
        labels.append(label(theme, amounts[k], start, ys[k], colour=ink, anchor="left", bold=True))
        labels.append(
            label(theme, short_names[k], start + column, ys[k], colour=ink, anchor="left", size=SMALL)
        )
        line = readable(mark.colour, theme.panel, 3)
        shapes.append(stroke(theme, x, track.y(now[k]), x + LEADER, ys[k], colour=line, width=2, dash="dot"))
    traces = [*_lines(totals, marks, track, theme), _ends(x + LEADER, ys, marks, theme)]
    return Picture(
        canvas(theme, traces, shapes, labels),
        _title(now, names, played, rounds, money, text, notes=notes),
        text("chart.race.note_money" if notes else "chart.race.note", round=played, rounds=length),
        _alt(now, names, played, rounds, money, text, notes=notes),
    )


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Heights as near as can be to the `wanted` ones, at least `gap` apart, between `low` and `high`, in their order.

    Least squares: neighbours that would touch form a block about their mean. If there is no room for the gap, the
    room is shared out evenly.
    """
    if len(wanted) > 1:
        gap = min(gap, (high - low) / (len(wanted) - 1))
    order = sorted(range(len(wanted)), key=lambda k: (wanted[k], -k))
    blocks: list[tuple[float, int]] = []  # mean of (wanted - rank * gap), how many
    for rank, k in enumerate(order):
        mean, size = wanted[k] - rank * gap, 1
        while blocks and blocks[-1][0] > mean:
            before, count = blocks.pop()
            mean, size = (before * count + mean * size) / (count + size), count + size
        blocks.append((mean, size))
    shifts = [mean for mean, size in blocks for _ in range(size)]
    ceiling = high - gap * (len(wanted) - 1)
    heights = [0.0] * len(wanted)
    for rank, (k, shift) in enumerate(zip(order, shifts, strict=True)):
        heights[k] = max(low, min(ceiling, shift)) + rank * gap
    return heights


def _axis(track: _Track, theme: Theme) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    zero = track.y(0)
    shapes = [stroke(theme, 0, zero, track.right, zero, colour=theme.line, width=2)]
    widest = span(str(track.rounds), SMALL) + 10
    every = next(
        n for n in range(1, track.rounds + 2) if n * (track.x(1) - track.x(0)) >= widest or n > track.rounds
    )
    labels = [
        label(theme, str(n), track.x(n), FLOOR - 22, colour=theme.ink_2, size=SMALL)
        for n in range(every, track.rounds + 1, every)
    ]
    return shapes, labels


def _lines(totals: Sequence[Sequence[int]], marks: Sequence[Mark], track: _Track, theme: Theme) -> list[Any]:
    xs = [track.x(n) for n in range(len(totals))]
    return [
        path(
            theme,
            xs,
            [track.y(row[k]) for row in totals],
            colour=readable(mark.colour, theme.panel, 3),
            width=4,
        )
        for k, mark in enumerate(marks)
    ]


def _ends(x: float, ys: Sequence[float], marks: Sequence[Mark], theme: Theme) -> Any:
    return symbols(
        theme,
        [x] * len(ys),
        ys,
        size=SYMBOL,
        shapes=[mark.shape for mark in marks],
        fills=[mark.colour for mark in marks],
        edges=[readable(mark.colour, theme.panel, 3) for mark in marks],
    )


def _title(
    now: Sequence[int],
    names: Sequence[str],
    played: int,
    rounds: int,
    money: Callable[[int], str],
    text: Text,
    *,
    notes: bool,
) -> str:
    best = max(now)
    first = [name for name, chips in zip(names, now, strict=True) if chips == best]
    if played == 0 and len(first) == len(names):
        return text("chart.race.start", money=money(best))
    if len(first) == len(names) > 1:
        return text("chart.race.all_level", money=money(best))
    who = text.join(first)
    if len(first) > 1:
        return text("chart.race.level", names=who, money=money(best))
    if played < rounds:
        return text("chart.race.lead", name=who, money=money(best))
    return text("chart.race.finish_money" if notes else "chart.race.finish", name=who, money=money(best))


def _alt(
    now: Sequence[int],
    names: Sequence[str],
    played: int,
    rounds: int,
    money: Callable[[int], str],
    text: Text,
    *,
    notes: bool,
) -> str:
    ranked = sorted(zip(names, now, strict=True), key=lambda pair: -pair[1])
    rows = [text("chart.race.alt_row", name=name, money=money(chips)) for name, chips in ranked]
    listed = text.join(rows)
    key = "chart.race.alt_money" if notes else "chart.race.alt"
    return text(key, round=played, rounds=max(rounds, played), teams=listed)
