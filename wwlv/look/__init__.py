"""The visual language: the tokens of `tokens.css`, how a page changes (`morph.js`), and each team's colour with its shape."""

import re
from dataclasses import dataclass
from pathlib import Path

TOKENS_CSS = Path(__file__).with_name("tokens.css")
MORPH_JS = Path(__file__).with_name("morph.js")
"""How a page changes into new HTML: the dashboard's and the phones' scripts begin with it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How a team is told apart: never by colour alone."""

    name: str  # "red", the colour of the box
    shape: str  # "circle": the same on cards, chips, charts and phones
    colour: str  # "#c8372d"


def tokens() -> dict[str, str]:
    """Every custom property of the first `:root` block of tokens.css (the light theme), without the dashes."""
    root = TOKENS_CSS.read_text(encoding="utf-8").split(":root", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", root))


_T = tokens()
MARKS: tuple[Mark, ...] = tuple(
    Mark(name, shape, _T[f"t{k}"])
    for k, (name, shape) in enumerate(
        [
            ("red", "circle"),
            ("yellow", "square"),
            ("blue", "triangle"),
            ("green", "diamond"),
            ("orange", "star"),
            ("purple", "hexagon"),
            ("grey", "cross"),
        ],
        start=1,
    )
)
"""The seven colours of the box, in its order."""

BY_NAME: dict[str, Mark] = {mark.name: mark for mark in MARKS}
