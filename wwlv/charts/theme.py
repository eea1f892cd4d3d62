"""What every chart shares: colours for a light and a dark page, and sizes for the projector.

A chart is laid out in *design pixels*: CSS pixels of its panel at 1920x1080. The axes of a figure count these, so
that "does not overlap" is plain arithmetic and holds in the browser too.
"""

from dataclasses import dataclass, replace
from typing import Any

from wwlv.look import tokens

_T = tokens()

CONFIG: dict[str, Any] = {
    "staticPlot": True,
    "displayModeBar": False,
    "responsive": True,
    "typesetMath": False,
}
"""What the page hands to plotly.js beside the figure: nothing moves by accident, and "$5 → $9" is not a formula."""

TEXT = 22
"""Font size of labels, in design pixels."""
SMALL = 20
"""Font size of axis numbers, the smallest there is, in design pixels."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours and sizes of one page.

    `panel` is the background the colours are tuned to: the page draws it, the figure is transparent.
    `scale` is real CSS pixels for one design pixel: 1.0 at 1920x1080, 0.7 at 1280x720. `width` and `height` are the
    figure's room in design pixels.
    """

    name: str
    panel: str
    ink: str
    ink_2: str
    line: str
    gold: str
    gold_ink: str
    dot: str
    pale: str
    win: str
    scale: float = 1.0
    width: int = 480
    height: int = 330

    def sized(self, scale: float, width: int = 480, height: int = 330) -> "Theme":
        """The same colours for a page of another size."""
        return replace(self, scale=scale, width=width, height=height)


LIGHT = Theme(
    name="light",
    panel=_T["paper-2"],
    ink=_T["ink"],
    ink_2=_T["ink-2"],
    line="#b8ab8a",
    gold=_T["gold"],
    gold_ink=_T["gold-ink"],
    dot=_T["felt"],
    pale=_T["gold-2"],
    win=_T["good"],
)
DARK = Theme(
    name="dark",
    panel="#1b211e",
    ink="#f6f1e4",
    ink_2="#c9cfc6",
    line="#6b756c",
    gold="#e0b54a",
    gold_ink="#f0cf78",
    dot="#6cc79b",
    pale="#7d6524",
    win="#58c98a",
)
