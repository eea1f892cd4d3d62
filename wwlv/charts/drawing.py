"""The bare canvas and the few strokes charts are made of, in design pixels, and how wide a word is.

The only module here that knows plotly.
"""

import html
import unicodedata
from collections.abc import Sequence
from typing import Any, Literal

import plotly.graph_objects as go

from wwlv.charts.theme import TEXT, Theme
from wwlv.look import tokens

Anchor = Literal["left", "center", "right"]

SYMBOLS = {
    "circle": "circle",
    "square": "square",
    "triangle": "triangle-up",
    "diamond": "diamond",
    "star": "star",
    "hexagon": "hexagon2",
    "cross": "cross",
}
"""Plotly's symbol for the shape of a team's mark."""

_NARROW, _WIDE = 0.6, 1.02  # widths in em, on the safe side for a bold sans


def span(words: str, size: float = TEXT) -> float:
    """An upper estimate of the width of a line of text, in the unit of `size`."""
    ems = (
        0.0 if unicodedata.combining(c) else _WIDE if unicodedata.east_asian_width(c) in "WFA" else _NARROW
        for c in words
    )
    return size * sum(ems)


def clipped(words: str, room: float, size: float = TEXT) -> str:
    """The words, or their beginning and an ellipsis, so that they fit into `room`."""
    if span(words, size) <= room:
        return words
    while words and span(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def literal(words: str) -> str:
    """Text that plotly.js draws as it stands: no tags, and no formula between two dollar signs."""
    return html.escape(words, quote=False).replace("$", "&#36;")


def label(
    theme: Theme,
    words: str,
    x: float,
    y: float,
    *,
    colour: str,
    anchor: Anchor = "center",
    size: float = TEXT,
    bold: bool = False,
    backed: bool = False,
) -> dict[str, Any]:
    """Words at a point, vertically centred on it. `backed`: on a patch of panel colour that hides lines behind."""
    return {
        "text": literal(words),
        "x": x,
        "y": y,
        "xanchor": anchor,
        "yanchor": "middle",
        "showarrow": False,
        "borderpad": 0,
        "font": {"size": size * theme.scale, "color": colour, "weight": 700 if bold else 400},
        **({"bgcolor": theme.panel} if backed else {}),
    }


def stroke(
    theme: Theme,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    *,
    colour: str,
    width: float,
    dash: str = "solid",
) -> dict[str, Any]:
    """A straight line behind the traces."""
    line = {"color": colour, "width": width * theme.scale, "dash": dash}
    return {"type": "line", "layer": "below", "x0": x0, "y0": y0, "x1": x1, "y1": y1, "line": line}


def patch(x0: float, y0: float, x1: float, y1: float, colour: str) -> dict[str, Any]:
    """A filled rectangle behind the traces."""
    sides = {"x0": x0, "y0": y0, "x1": x1, "y1": y1}
    return {"type": "rect", "layer": "below", "fillcolor": colour, "line": {"width": 0}, **sides}


def hill(
    theme: Theme, xs: Sequence[float], ys: Sequence[float], *, floor: float, fill: str, line: str
) -> list[dict[str, Any]]:
    """A line through points and the area between it and `floor`, both behind the traces and what is drawn after them."""
    top = " L ".join(f"{x:.2f},{y:.2f}" for x, y in zip(xs, ys, strict=True))
    shape = {"type": "path", "layer": "below"}
    area = f"M {xs[0]:.2f},{floor} L {top} L {xs[-1]:.2f},{floor} Z"
    return [
        {**shape, "path": area, "fillcolor": fill, "line": {"width": 0}},
        {**shape, "path": f"M {top}", "line": {"color": line, "width": 3 * theme.scale}},
    ]


def symbols(
    theme: Theme,
    xs: Sequence[float],
    ys: Sequence[float],
    *,
    size: float,
    shapes: Sequence[str],
    fills: Sequence[str],
    edges: Sequence[str],
) -> go.Scatter:
    """Marks of `size` design pixels across, one shape and colour each."""
    marker = {
        "size": size * theme.scale,
        "symbol": [SYMBOLS[shape] for shape in shapes],
        "color": list(fills),
        "opacity": 1,
        "line": {"width": min(2.0, size / 8) * theme.scale, "color": list(edges)},
    }
    return go.Scatter(
        x=list(xs), y=list(ys), mode="markers", marker=marker, hoverinfo="skip", cliponaxis=False
    )


def path(theme: Theme, xs: Sequence[float], ys: Sequence[float], *, colour: str, width: float) -> go.Scatter:
    """A line through points; a single point becomes a dot."""
    return go.Scatter(
        x=list(xs),
        y=list(ys),
        mode="lines" if len(xs) > 1 else "markers",
        line={"color": colour, "width": width * theme.scale},
        marker={"color": colour, "size": 2 * width * theme.scale},
        hoverinfo="skip",
        cliponaxis=False,
    )


def bars(
    theme: Theme,
    lengths: Sequence[float],
    heights: Sequence[float],
    *,
    start: float,
    thickness: float,
    colours: Sequence[str],
    edge: str | None = None,
) -> go.Bar:
    """Horizontal bars from `start`, centred on `heights`."""
    return go.Bar(
        orientation="h",
        base=start,
        x=list(lengths),
        y=list(heights),
        width=thickness,
        offset=-thickness / 2,
        marker={"color": list(colours), "line": {"width": 2 * theme.scale if edge else 0, "color": edge}},
        hoverinfo="skip",
    )


def canvas(
    theme: Theme,
    traces: Sequence[Any],
    shapes: Sequence[dict[str, Any]] = (),
    annotations: Sequence[dict[str, Any]] = (),
) -> go.Figure:
    """A figure whose axes count design pixels from the bottom left, with nothing drawn but what is given."""
    bare: dict[str, Any] = {"visible": False, "fixedrange": True, "showgrid": False, "zeroline": False}
    layout: dict[str, Any] = {
        "template": {},
        "autosize": True,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": tokens()["sans"], "size": TEXT * theme.scale, "color": theme.ink},
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0},
        "showlegend": False,
        "hovermode": False,
        "dragmode": False,
        "xaxis": {**bare, "range": [0, theme.width]},
        "yaxis": {**bare, "range": [0, theme.height]},
        "shapes": list(shapes),
        "annotations": list(annotations),
    }
    return go.Figure(data=list(traces), layout=layout)
