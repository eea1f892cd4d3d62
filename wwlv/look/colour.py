"""Colours as numbers: how far two of them are apart for the eye, and the shade that can be read."""

CHANNELS = ((1, 3), (3, 5), (5, 7))
STEPS = 40


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[a:b], 16) for a, b in CHANNELS)
    return red, green, blue


def _luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2)."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in _rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours `#rrggbb`, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def mixed(colour: str, other: str, share: float) -> str:
    """`colour` with `share` (0 to 1) of `other` in it."""
    pairs = zip(_rgb(colour), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def readable(colour: str, background: str, ratio: float = 4.5) -> str:
    """The shade nearest to `colour` that has at least `ratio` contrast with `background`.

    Darker on a light background, lighter on a dark one. 4.5 is what WCAG AA asks of text, 3 of lines and shapes.
    """
    end = max("#000000", "#ffffff", key=lambda pole: contrast(pole, background))
    shades = (mixed(colour, end, step / STEPS) for step in range(STEPS + 1))
    return next((shade for shade in shades if contrast(shade, background) >= ratio), end)
