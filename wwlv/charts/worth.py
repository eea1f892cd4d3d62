"""What every face of a roll is worth to the team that must place it."""

from collections.abc import Mapping, Sequence
from typing import Any

from wwlv.charts.die import die
from wwlv.charts.drawing import bars, canvas, clipped, label, span, stroke
from wwlv.charts.picture import Picture
from wwlv.charts.theme import SMALL, TEXT, Theme
from wwlv.look import Mark
from wwlv.look.colour import mixed, readable
from wwlv.text import Text

DIE, GAP, SEAM = 32.0, 8.0, 8.0
TALLEST = 46.0
NAMES = 0.34
"""The most of the width that the casinos' names may take."""
OTHERS = 0.35
"""How much of the team's colour a face has that is not the best."""


def face_worth(
    *,
    worth: Mapping[int, tuple[float, float]],
    casinos: Sequence[str],
    team: str,
    mark: Mark,
    games: int,
    text: Text,
    theme: Theme,
) -> Picture:
    """Expected dollars of this round by face, with the standard error as a whisker (0 where it was counted exactly).

    `worth` maps the faces of the roll, 1 to 6, to (mean, standard error); `casinos` are the names in order.
    """
    if not worth:
        words = text("chart.worth.none")
        return Picture(canvas(theme, []), words, "", words)
    faces = sorted(worth)
    best = max(faces, key=lambda face: (worth[face][0], -face))
    amounts = {face: _money(worth[face][0], text) for face in faces}
    names = {face: clipped(casinos[face - 1], NAMES * theme.width, SMALL) for face in faces}
    left = DIE + 2 * GAP + max(span(name, SMALL) for name in names.values())
    end = max(span(_told(face, best, amounts, text), TEXT) for face in faces) + 2 * GAP
    longest = theme.width - left - end
    most = max(1.0, *(mean + error for mean, error in worth.values()))
    height = min(TALLEST, theme.height / len(faces))
    shapes: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    traces: list[Any] = []
    edge = readable(mark.colour, theme.panel, 3)
    for k, face in enumerate(faces):
        y = theme.height - height * (k + 0.5)
        mean, error = worth[face]
        drawn, numeral = die(theme, face, DIE / 2, y, min(DIE, height - SEAM))
        shapes += drawn
        labels.append(numeral)
        labels.append(label(theme, names[face], DIE + GAP, y, colour=theme.ink, anchor="left", size=SMALL))
        wide = longest * max(0.0, mean) / most
        fill = mark.colour if face == best else mixed(theme.panel, mark.colour, OTHERS)
        if wide > 0:
            traces.append(
                bars(theme, [wide], [y], start=left, thickness=height - 2 * SEAM, colours=[fill], edge=edge)
            )
        reach = longest * (mean + error) / most
        if error > 0:
            low = left + longest * max(0.0, mean - error) / most
            shapes.append(
                {**stroke(theme, low, y, left + reach, y, colour=theme.ink, width=2), "layer": "above"}
            )
        labels.append(
            label(
                theme,
                _told(face, best, amounts, text),
                left + max(wide, reach) + GAP,
                y,
                colour=theme.ink,
                anchor="left",
                bold=face == best,
            )
        )
    title = text("chart.worth.title", face=best, casino=casinos[best - 1], money=amounts[best])
    said = [
        text("chart.worth.alt_row", face=face, casino=casinos[face - 1], money=amounts[face])
        for face in faces
    ]
    exact = all(error == 0 for _, error in worth.values())
    note = text("chart.worth.exact", team=team) if exact else text("chart.worth.note", team=team, n=games)
    return Picture(
        canvas(theme, traces, shapes, labels),
        title,
        note,
        " ".join([text("chart.alt.title", title=title), text.join(said) + "."]),
    )


def _told(face: int, best: int, amounts: Mapping[int, str], text: Text) -> str:
    """The amount, and for the best face a word beside it: colour is never alone."""
    return text("chart.worth.best", money=amounts[face]) if face == best else amounts[face]


def _money(dollars: float, text: Text) -> str:
    """To the nearest thousand, finer than which no class can see."""
    return text.money(round(dollars / 1000) * 1000)
