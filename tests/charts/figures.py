"""Reading a figure back: what is written where, in design pixels."""

import json
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from wwlv.charts.drawing import span
from wwlv.charts.picture import Picture
from wwlv.charts.theme import Theme


@dataclass(frozen=True)
class Words:
    text: str
    left: float
    right: float
    bottom: float
    top: float
    colour: str
    size: float


def content(picture: Picture) -> dict[str, Any]:
    """The figure as the browser gets it."""
    return json.loads(picture.figure.to_json())


def words(picture: Picture, theme: Theme) -> list[Words]:
    found = []
    for note in content(picture)["layout"].get("annotations", []):
        size = note["font"]["size"] / theme.scale
        shown = (
            note["text"].replace("&#36;", "$").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        )
        width = span(shown, size)
        left = note["x"] - {"left": 0.0, "center": 0.5, "right": 1.0}[note["xanchor"]] * width
        half = 0.55 * size
        found.append(
            Words(shown, left, left + width, note["y"] - half, note["y"] + half, note["font"]["color"], size)
        )
    return found


def collisions(labels: list[Words]) -> list[tuple[str, str]]:
    return [
        (a.text, b.text)
        for a, b in combinations(labels, 2)
        if a.left < b.right and b.left < a.right and a.bottom < b.top and b.bottom < a.top
    ]


def outside(labels: list[Words], theme: Theme) -> list[str]:
    edge = 1e-6
    return [
        w.text
        for w in labels
        if w.left < -edge or w.right > theme.width + edge or w.bottom < -edge or w.top > theme.height + edge
    ]
