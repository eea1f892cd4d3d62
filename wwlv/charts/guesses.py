"""What the class guessed: one dot a guess, the median, and after the reveal the answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from statistics import median
from typing import Any

from wwlv.charts.amounts import exact, short
from wwlv.charts.belief import alt as curve_alt
from wwlv.charts.belief import curve, ends_of, told
from wwlv.charts.dots import FEW, LARGEST_IN_CROWD, WIDEST_BIN, Dots, stacked
from wwlv.charts.drawing import canvas, label, span, stroke, symbols
from wwlv.charts.picture import Picture
from wwlv.charts.scale import ROOM, WIDE, Axis, Scale, axis_of, far_off, ticks
from wwlv.charts.theme import SMALL, TEXT, Theme
from wwlv.look import Mark
from wwlv.look.colour import readable
from wwlv.odds.crowd import Belief
from wwlv.text import Text

FLOOR = 44
"""Height of the axis, in design pixels; its numbers stand below."""
ROW = 28
"""Height of a line of words above the dots: the top one for the answer, the next one for the median."""
MOST_MARKS = 7
LANE, MARK = 96.0, 25.0
"""Height that the teams' shapes may take between the axis and a crowd, and the size of one."""


@dataclass(frozen=True, slots=True)
class _Plot:
    """The guesses laid out on a theme's paper."""

    theme: Theme
    scale: Scale
    places: tuple[float, ...]
    edges: tuple[tuple[float, str], ...]  # columns of far-off guesses: place, words
    dots: Dots
    crowd: Dots | None = None  # of everybody, above the teams' shapes
    believed: Belief | None = None


def guess_dots(
    *,
    guesses: Sequence[Decimal],
    marks: Sequence[Mark] | None,
    answer: Decimal | None,
    unit: str,
    year: bool,
    text: Text,
    theme: Theme,
    crowd: Sequence[Decimal] = (),
    names: Sequence[str] = (),
    believed: Belief | None = None,
) -> Picture:
    """A dot a guess, stacked; `marks` (one a guess, at most seven are drawn as such) give it its team's look.

    `crowd`: what each person in the class estimated. Then the dots are theirs, and the finding, and the guesses stand
    as the teams' shapes between the dots and the axis; `names` are the teams' for the text equivalent.
    `believed`: what the guesses say of the truth, drawn as a curve behind them.
    `answer` is None until it may be seen by all: what is not given cannot be in the figure.
    """
    if crowd:
        teams = _Teams(tuple(guesses), tuple(marks or ()), tuple(names))
        return _of_the_class(tuple(crowd), teams, answer, unit, year, text, theme, believed)
    if not guesses:
        words = text("chart.guesses.none")
        return Picture(canvas(theme, [], [_axis(theme, 0, theme.width)]), words, "", words)
    with localcontext(WIDE):
        middle = median(guesses)
    plot = _layout(guesses, middle, answer, year, text, theme, believed=believed)
    middle_words, answer_words = exact(middle, text, year=year), None
    if answer is not None:
        answer_words = exact(answer, text, year=year)
    shapes, labels = _axis_of(plot, text, year)
    lines, flags = _lines(plot, middle, middle_words, answer, answer_words, text)
    own = marks if marks is not None and len(marks) == len(guesses) <= MOST_MARKS else None
    order = shapes + lines if own else shapes + [{**line, "layer": "above"} for line in lines]
    figure = canvas(theme, [_trace(plot, own)], _curve(plot) + order, labels + flags)
    too_high = sum(g > answer for g in guesses) if answer is not None else None
    return Picture(
        figure,
        _title(len(guesses), too_high, middle_words, text),
        _note(plot, len(guesses), unit, text, year),
        _with_curve(_alt(guesses, answer, middle_words, unit, year, text), plot, text, year),
    )


@dataclass(frozen=True, slots=True)
class _Teams:
    """The guesses of the teams beside those of the class: values, looks and names in one order."""

    guesses: tuple[Decimal, ...]
    marks: tuple[Mark, ...]
    names: tuple[str, ...]


def _of_the_class(
    crowd: tuple[Decimal, ...],
    teams: _Teams,
    answer: Decimal | None,
    unit: str,
    year: bool,
    text: Text,
    theme: Theme,
    believed: Belief | None,
) -> Picture:
    """Everybody's estimate as a small dot, and the teams' guesses as their shapes on the axis."""
    with localcontext(WIDE):
        middle = median(crowd)
    plot = _layout(teams.guesses, middle, answer, year, text, theme, crowd, believed)
    middle_words = exact(middle, text, year=year)
    answer_words = None if answer is None else exact(answer, text, year=year)
    shapes, labels = _axis_of(plot, text, year)
    lines, flags = _lines(plot, middle, middle_words, answer, answer_words, text)
    traces = [_crowd_trace(plot)] + ([_trace(plot, teams.marks)] if teams.guesses else [])
    figure = canvas(theme, traces, _curve(plot) + shapes + lines, labels + flags)
    too_high = sum(g > answer for g in crowd) if answer is not None else None
    return Picture(
        figure,
        _crowd_title(len(crowd), too_high, middle_words, text),
        _note(plot, len(crowd), unit, text, year),
        _with_curve(_crowd_alt(crowd, teams, answer, middle_words, unit, year, text), plot, text, year),
    )


def _layout(
    guesses: Sequence[Decimal],
    middle: Decimal,
    answer: Decimal | None,
    year: bool,
    text: Text,
    theme: Theme,
    crowd: Sequence[Decimal] = (),
    believed: Belief | None = None,
) -> _Plot:
    values = [*guesses, *crowd]
    below, above = far_off(values)
    near = [g for k, g in enumerate(values) if k not in below | above]
    shown = near if answer is None else [*near, answer]
    if crowd:  # the teams' guesses, too, decide what is far off: the median of a small class could be
        shown = [*shown, middle]
    if believed is not None:  # the curve is not cut where it still stands high
        shown = [*shown, *ends_of(believed, year=year)]
    room = ROOM if len(values) <= FEW else WIDEST_BIN  # a bin lies up to its whole width beside its values
    left_words = _edge_words([values[k] for k in below], "≤", text, year)
    right_words = _edge_words([values[k] for k in above], "≥", text, year)
    left, right = (
        max(2 * room, span(words, SMALL) + 8) if words else 0.0 for words in (left_words, right_words)
    )
    axis: Axis = axis_of(shown, year=year)
    scale = Scale(axis, min(shown), max(shown), room + left, theme.width - room - right)
    edges = ((left / 2, left_words), (theme.width - right / 2, right_words))
    places = tuple(
        edges[0][0] if k in below else edges[1][0] if k in above else scale.at(g)
        for k, g in enumerate(values)
    )
    said = tuple(e for e in edges if e[1])
    ceiling, at, cut = (
        theme.height - 2 * ROW - 6,
        scale.at(middle if answer is None else answer),
        answer is not None,
    )
    if not crowd:
        dots = stacked(places, FLOOR, ceiling, at, cut=cut)
        return _Plot(theme, scale, places, said, dots, believed=believed)
    own, theirs = places[: len(guesses)], places[len(guesses) :]
    lane = stacked(own, FLOOR, FLOOR + LANE, at, cut=cut, largest=MARK)  # few: each exactly at its value
    above_lane = max((y + lane.diameter / 2 + 5 for y in lane.ys), default=FLOOR)
    people = stacked(theirs, above_lane, ceiling, at, cut=cut, largest=LARGEST_IN_CROWD)
    return _Plot(theme, scale, own, said, lane, people, believed)


def _curve(plot: _Plot) -> list[dict[str, Any]]:
    """What the guesses say of the truth, behind them."""
    if plot.believed is None:
        return []
    ceiling = plot.theme.height - 2 * ROW - 6
    return curve(plot.believed, plot.scale, floor=FLOOR, ceiling=ceiling, theme=plot.theme)


def _with_curve(words: str, plot: _Plot, text: Text, year: bool) -> str:
    return words if plot.believed is None else f"{words} {curve_alt(plot.believed, text, year=year)}"


def _edge_words(values: Sequence[Decimal], sign: str, text: Text, year: bool) -> str:
    if not values:
        return ""
    nearest = short(min(values) if sign == "≥" else max(values), text, year=year)
    return nearest if len(values) == 1 else f"{sign} {nearest}"


def _axis(theme: Theme, start: float, end: float) -> dict[str, Any]:
    return stroke(theme, start, FLOOR, end, FLOOR, colour=theme.line, width=2)


def _axis_of(plot: _Plot, text: Text, year: bool) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The line with its numbers, and a piece of line of its own under each column of far-off guesses."""
    theme, scale = plot.theme, plot.scale
    shapes = [_axis(theme, scale.left - ROOM, scale.right + ROOM)]
    words = []
    for tick in ticks(scale, text, year=year):
        shapes.append(stroke(theme, tick.place, FLOOR - 7, tick.place, FLOOR, colour=theme.line, width=2))
        words.append((tick.centre, tick.words))
    for place, far in plot.edges:
        shapes.append(_axis(theme, place - 22, place + 22))
        words.append((place, far))
    return shapes, [label(theme, w, x, FLOOR - 24, colour=theme.ink_2, size=SMALL) for x, w in words]


def _lines(
    plot: _Plot,
    middle: Decimal,
    middle_words: str,
    answer: Decimal | None,
    answer_words: str | None,
    text: Text,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The median and the answer: a line each, words on rows of their own, the median's on the answer's far side."""
    theme, x = plot.theme, plot.scale.at(middle)
    top = theme.height - ROW / 2
    words = text("chart.guesses.median", value=middle_words)
    room, at_answer = span(words, TEXT), None if answer is None else plot.scale.at(answer)
    rightwards = x + 8 + room <= theme.width if at_answer is None or at_answer <= x else x - 8 - room < 0
    start = min(x + 8, theme.width - room) if rightwards else max(0.0, x - 8 - room)
    lines = [stroke(theme, x, FLOOR, x, top - ROW / 2, colour=theme.gold, width=4, dash="dash")]
    flags = [
        label(
            theme,
            words,
            start if rightwards else start + room,
            top - ROW,
            colour=theme.gold_ink,
            bold=True,
            anchor="left" if rightwards else "right",
            backed=True,
        )
    ]
    if at_answer is not None and answer_words is not None:
        words = text("chart.guesses.answer", value=answer_words)
        half = span(words, TEXT) / 2
        centre = max(half, min(theme.width - half, at_answer))
        lines.insert(0, stroke(theme, at_answer, FLOOR, at_answer, top - 12, colour=theme.ink, width=6))
        flags.append(label(theme, words, centre, top, colour=theme.ink, bold=True, backed=True))
    return lines, flags


def _trace(plot: _Plot, marks: Sequence[Mark] | None) -> Any:
    theme, dots = plot.theme, plot.dots
    count, size = len(dots.xs), dots.diameter * 0.92
    if marks is None:
        plain = [theme.dot] * count
        return symbols(
            theme,
            dots.xs,
            dots.ys,
            size=size,
            shapes=["circle"] * count,
            fills=plain,
            edges=[theme.panel] * count,
        )
    fills = [mark.colour for mark in marks]
    return symbols(
        theme,
        dots.xs,
        dots.ys,
        size=size,
        shapes=[mark.shape for mark in marks],
        fills=fills,
        edges=[readable(fill, theme.panel, 3) for fill in fills],
    )


def _crowd_trace(plot: _Plot) -> Any:
    assert plot.crowd is not None
    theme, dots = plot.theme, plot.crowd
    count = len(dots.xs)
    return symbols(
        theme,
        dots.xs,
        dots.ys,
        size=dots.diameter * 0.92,
        shapes=["circle"] * count,
        fills=[theme.ink_2] * count,
        edges=[theme.panel] * count,
    )


def _crowd_title(count: int, too_high: int | None, middle: str, text: Text) -> str:
    if too_high is None:
        return text("chart.guesses.crowd_title", value=middle)
    if too_high == 0:
        return text("chart.guesses.crowd_none_high")
    if too_high == count:
        return text("chart.guesses.crowd_all_high")
    return text("chart.guesses.crowd_high", high=too_high, n=count)


def _title(count: int, too_high: int | None, middle: str, text: Text) -> str:
    if too_high is None:
        return text("chart.guesses.title", value=middle)
    if too_high == 0:
        return text("chart.guesses.title_none_high")
    if too_high == count:
        return text("chart.guesses.title_all_high")
    return text("chart.guesses.title_high", high=too_high, n=count)


def _note(plot: _Plot, count: int, unit: str, text: Text, year: bool) -> str:
    people = plot.crowd is not None
    guesses = text("chart.guesses.count_one") if count == 1 else text("chart.guesses.count", n=count)
    parts = [
        text("chart.guesses.crowd_count", n=count) if people else guesses,
        text("chart.guesses.crowd_teams") if people and plot.places else "",
        unit,
        text("chart.axis.log") if plot.scale.axis == "log" else text("chart.axis.linear"),
        text("chart.guesses.far") if plot.edges else "",
        told(plot.believed, text, year=year) if plot.believed is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def _alt(
    guesses: Sequence[Decimal], answer: Decimal | None, middle: str, unit: str, year: bool, text: Text
) -> str:
    ends = {"low": exact(min(guesses), text, year=year), "high": exact(max(guesses), text, year=year)}
    if unit:
        said = [text("chart.guesses.alt", n=len(guesses), unit=unit, middle=middle, **ends)]
    else:
        said = [text("chart.guesses.alt_no_unit", n=len(guesses), middle=middle, **ends)]
    if answer is not None:
        counts = {
            "below": sum(g < answer for g in guesses),
            "equal": sum(g == answer for g in guesses),
            "above": sum(g > answer for g in guesses),
        }
        said.append(text("chart.guesses.alt_answer", answer=exact(answer, text, year=year), **counts))
    return " ".join(said)


def _crowd_alt(
    crowd: Sequence[Decimal],
    teams: _Teams,
    answer: Decimal | None,
    middle: str,
    unit: str,
    year: bool,
    text: Text,
) -> str:
    ends = {"low": exact(min(crowd), text, year=year), "high": exact(max(crowd), text, year=year)}
    if unit:
        said = [text("chart.guesses.crowd_alt", n=len(crowd), unit=unit, middle=middle, **ends)]
    else:
        said = [text("chart.guesses.crowd_alt_no_unit", n=len(crowd), middle=middle, **ends)]
    if teams.names:
        each = [f"{n} {exact(g, text, year=year)}" for n, g in zip(teams.names, teams.guesses, strict=True)]
        said.append(text("chart.guesses.crowd_alt_teams", teams=text.join(each)))
    if answer is not None:
        counts = {
            "below": sum(g < answer for g in crowd),
            "equal": sum(g == answer for g in crowd),
            "above": sum(g > answer for g in crowd),
        }
        said.append(text("chart.guesses.crowd_alt_answer", answer=exact(answer, text, year=year), **counts))
    return " ".join(said)
