"""When did it turn? The chance of each team to win the game, over the turns, each line named where it ends."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from wwlv.charts.drawing import canvas, clipped, label, path, span, stroke, symbols
from wwlv.charts.percent import percent_span, percentages, written
from wwlv.charts.picture import Picture
from wwlv.charts.race import spread
from wwlv.charts.theme import SMALL, TEXT, Theme
from wwlv.look import Mark
from wwlv.look.colour import readable
from wwlv.text import Text

FLOOR, EDGE = 40.0, 14.0
LEADER, SYMBOL = 30.0, 19.0
LINE_HEIGHT = 30.0
LABEL_SHARE = 0.5
"""The most of the width that symbols, percentages and names may take."""
TURNED = 0.1
"""From this change of a chance on, between two moments, the title speaks of a turn."""


def win_chances(
    *,
    rounds: Sequence[str],
    chances: Sequence[Sequence[float]],
    names: Sequence[str],
    marks: Sequence[Mark],
    games: int,
    text: Text,
    theme: Theme,
) -> Picture:
    """Chances over the moments that were looked at; `chances` has axes (moment, team), `rounds` names each moment's round.

    Each moment's chances add up to 1; `games` play-outs were made for each.
    """
    if not chances:
        words = text("chart.turning.none")
        return Picture(canvas(theme, []), words, "", words)
    now = [*chances[-1], 0.0]
    shares = written(now, text)[:-1]
    room = LABEL_SHARE * theme.width - LEADER - SYMBOL - percent_span("100%", TEXT) - 8
    short = [clipped(name, room, SMALL) for name in names]
    column = max(percent_span(share, TEXT) for share in shares) + 8
    right = theme.width - LEADER - SYMBOL - column - max(span(name, SMALL) for name in short)
    top = theme.height - EDGE
    most = max(0.5, *(share for row in chances for share in row))

    def x(moment: int) -> float:
        return EDGE + (right - EDGE) * moment / max(1, len(chances) - 1)

    def y(share: float) -> float:
        return FLOOR + (top - FLOOR) * share / most

    last = x(len(chances) - 1)
    ys = spread([y(share) for share in chances[-1]], LINE_HEIGHT, FLOOR + LINE_HEIGHT / 2, top)
    shapes, labels = _axis(rounds, x, right, theme)
    traces: list[Any] = []
    for k, mark in enumerate(marks):
        ink, line = readable(mark.colour, theme.panel), readable(mark.colour, theme.panel, 3)
        xs = [x(moment) for moment in range(len(chances))]
        traces.append(path(theme, xs, [y(row[k]) for row in chances], colour=line, width=4))
        shapes.append(
            stroke(theme, last, y(chances[-1][k]), last + LEADER, ys[k], colour=line, width=2, dash="dot")
        )
        start = last + LEADER + SYMBOL * 0.8
        labels.append(label(theme, shares[k], start, ys[k], colour=ink, anchor="left", bold=True))
        labels.append(label(theme, short[k], start + column, ys[k], colour=ink, anchor="left", size=SMALL))
    traces.append(
        symbols(
            theme,
            [last + LEADER] * len(marks),
            ys,
            size=SYMBOL,
            shapes=[mark.shape for mark in marks],
            fills=[mark.colour for mark in marks],
            edges=[readable(mark.colour, theme.panel, 3) for mark in marks],
        )
    )
    title = _title(rounds, chances, names, shares, text)
    return Picture(
        canvas(theme, traces, shapes, labels),
        title,
        text("chart.turning.note", n=games),
        _alt(title, chances, names, shares, text),
    )


def _axis(
    rounds: Sequence[str], x: Any, right: float, theme: Theme
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A line at the bottom, and the number of a round where it begins, as far as there is room for it."""
    shapes = [stroke(theme, 0, FLOOR, right, FLOOR, colour=theme.line, width=2)]
    labels: list[dict[str, Any]] = []
    free = -1.0
    for moment, name in enumerate(rounds):
        at = x(moment)
        if (moment == 0 or rounds[moment - 1] != name) and at - span(name, SMALL) / 2 >= free:
            labels.append(label(theme, name, at, FLOOR - 22, colour=theme.ink_2, size=SMALL))
            free = at + span(name, SMALL) / 2 + 8
    return shapes, labels


def _title(
    rounds: Sequence[str],
    chances: Sequence[Sequence[float]],
    names: Sequence[str],
    shares: Sequence[str],
    text: Text,
) -> str:
    rounded = percentages([*chances[-1], 0.0])[:-1]
    best = max(rounded)
    first = [k for k, share in enumerate(rounded) if share == best]
    if len(first) > 1:
        return text("chart.turning.level", names=text.join([names[k] for k in first]), share=shares[first[0]])
    leader = text("chart.turning.lead", name=names[first[0]], share=shares[first[0]])
    swings = [
        (after[first[0]] - before[first[0]], at) for at, (before, after) in enumerate(pairwise(chances), 1)
    ]
    gain, at = max(swings, default=(0.0, 0))
    if gain < TURNED:
        return leader
    return text("chart.turning.turned", lead=leader, round=rounds[at])


def _alt(
    title: str,
    chances: Sequence[Sequence[float]],
    names: Sequence[str],
    shares: Sequence[str],
    text: Text,
) -> str:
    ranked = sorted(range(len(names)), key=lambda k: -chances[-1][k])
    said = [text("chart.chances.alt_part", name=names[k], share=shares[k]) for k in ranked]
    return " ".join([text("chart.alt.title", title=title), text("chart.turning.alt", teams=text.join(said))])
