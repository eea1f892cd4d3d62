"""Chips over the rounds."""

import os
import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.charts.figures import collisions, content, outside, words
from wwlv.charts.drawing import SYMBOLS
from wwlv.charts.picture import Picture
from wwlv.charts.race import race, spread
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.look import MARKS
from wwlv.look.colour import contrast
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
NAMES = ["Ants", "Bees", "Crabs", "Foxes", "Deer", "Owls of the night", "夜晚的貓頭鷹隊"]


def dollars(chips: int) -> str:
    return f"${chips:,}"


def chart(totals: list[list[int]], *, rounds: int = 7, text: Text = EN, theme: Theme = LIGHT) -> Picture:
    teams = len(totals[0]) if totals else 0
    return race(
        totals=totals,
        names=NAMES[:teams],
        marks=MARKS[:teams],
        money=dollars,
        text=text,
        theme=theme,
        rounds=rounds,
    )


@st.composite
def games(draw: st.DrawFn) -> list[list[int]]:
    teams, played = draw(st.integers(1, 7)), draw(st.integers(0, 7))
    row = st.lists(st.integers(0, 60_000), min_size=teams, max_size=teams)
    return draw(st.lists(row, min_size=played + 1, max_size=played + 1))


@given(games(), st.sampled_from([EN, ZH]), st.sampled_from([LIGHT, DARK.sized(0.7)]))
def test_labels_never_overlap_and_can_be_read(totals: list[list[int]], text: Text, theme: Theme) -> None:
    picture = chart(totals, text=text, theme=theme)
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert all(contrast(w.colour, theme.panel) >= 4.5 for w in labels)
    assert all(w.size >= 20 for w in labels)


@given(st.lists(st.floats(50, 320), min_size=1, max_size=7))
def test_spread_labels_keep_their_order_and_distance(wanted: list[float]) -> None:
    heights = spread(wanted, 30, 50, 320)
    ranked = sorted(zip(wanted, heights, strict=True))
    assert all(50 - 1e-9 <= y <= 320 + 1e-9 for y in heights)
    assert all(b - a >= 30 - 1e-9 for a, b in pairwise(sorted(heights)))
    assert all(a[1] < b[1] for a, b in pairwise(ranked) if a[0] < b[0])


def test_labels_with_room_stay_where_they_belong() -> None:
    assert spread([60, 200, 120], 30, 50, 320) == [60, 200, 120]
    assert spread([100, 110], 30, 50, 320) == [90, 120]
    assert spread([50, 50, 50], 30, 50, 320) == [110, 80, 50]
    assert spread([0, 0, 0], 100, 0, 100) == [100, 50, 0]


def test_rounds_to_come_are_on_the_axis_from_the_start() -> None:
    def numbers(totals: list[list[int]]) -> list[tuple[str, float]]:
        labels = words(chart(totals), LIGHT)
        return [(w.text, (w.left + w.right) / 2) for w in labels if len(w.text) == 1]

    early = numbers([[0, 0]])
    assert [word for word, _ in early] == list("1234567")
    assert numbers([[0, 0], [500, 30], [6000, 90]]) == early


def test_lines_follow_the_chips() -> None:
    first, second, ends = content(chart([[0, 0], [100, 300], [400, 200]]))["data"]
    floor = first["y"][0]
    assert (first["y"][2] - floor) / (second["y"][1] - floor) == pytest.approx(400 / 300)
    assert second["y"][2] - floor == pytest.approx((second["y"][1] - floor) * 2 / 3)
    assert ends["marker"]["symbol"] == [SYMBOLS[mark.shape] for mark in MARKS[:2]]
    assert ends["y"][0] > ends["y"][1]


@pytest.mark.parametrize(
    ("totals", "title"),
    [
        ([[0, 0]], EN("chart.race.start", money="$0")),
        ([[0, 0], [100, 300]], EN("chart.race.lead", name="Bees", money="$300")),
        ([[0, 0], [300, 300]], EN("chart.race.all_level", money="$300")),
        ([[0, 0, 0], [300, 300, 1]], EN("chart.race.level", names="Ants and Bees", money="$300")),
        ([[0, 0]] * 7 + [[100, 300]], EN("chart.race.finish", name="Bees", money="$300")),
        ([], EN("chart.race.none")),
    ],
)
def test_the_title_says_who_leads(totals: list[list[int]], title: str) -> None:
    assert chart(totals).title == title


def test_the_text_equivalent_ranks_the_teams() -> None:
    alt = chart([[0, 0, 0], [100, 300, 200]]).alt
    assert alt.index("Bees $300") < alt.index("Crabs $200") < alt.index("Ants $100")


def test_the_package_itself_loads_no_plotly() -> None:
    code = "import sys, wwlv.charts, wwlv.charts.theme; sys.exit('plotly' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], env={**os.environ}, timeout=60).returncode == 0
