"""The number of a casino as a face of a die, so that a row is found by what was rolled."""

from typing import Any

from wwlv.charts.drawing import label, patch
from wwlv.charts.ink import ink_on
from wwlv.charts.theme import SMALL, Theme

FRAME = 2.0


def die(
    theme: Theme, number: int, x: float, y: float, size: float, *, quiet: bool = False
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The shapes and the numeral of a die centred on a point; `quiet`: an outline for what was not rolled."""
    half = size / 2
    fill = theme.ink_2 if quiet else theme.ink
    shapes = [patch(x - half, y - half, x + half, y + half, fill)]
    if quiet:
        inner = half - FRAME
        shapes.append(patch(x - inner, y - inner, x + inner, y + inner, theme.panel))
    ink = theme.ink_2 if quiet else ink_on(fill, theme)
    return shapes, label(theme, str(number), x, y, colour=ink, size=SMALL, bold=True)
