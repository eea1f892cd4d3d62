"""What a chart function gives back: the figure and its words."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import plotly.graph_objects as go


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart. The page writes `title` (the finding) and `note` (how to read it) above the figure.

    `alt` says the same in sentences with the numbers, for who cannot see the figure. All three are plain text.
    """

    figure: "go.Figure"
    title: str
    note: str
    alt: str
