"""The ink for words on a coloured part of a chart."""

from wwlv.charts.theme import Theme
from wwlv.look.colour import contrast, readable


def ink_on(fill: str, theme: Theme) -> str:
    """The page's ink or its paper, whichever stands out more from `fill`, and more than that if it is not enough."""
    best = max((theme.ink, theme.panel), key=lambda ink: contrast(ink, fill))
    return readable(best, fill)
