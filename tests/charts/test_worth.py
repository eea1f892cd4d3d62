"""What every face is worth."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.charts.figures import collisions, content, outside, words
from wwlv.charts.picture import Picture
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.charts.worth import face_worth
from wwlv.look import MARKS, Mark
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
PAGES = [LIGHT.sized(1.0, 500, 288), DARK.sized(0.7, 500, 288)]
CALM = settings(max_examples=60, deadline=None)

WORTH = st.dictionaries(
    st.integers(1, 6),
    st.tuples(st.just(0.0) | st.floats(1, 300_000), st.floats(0, 5_000)),
    min_size=1,
    max_size=6,
)


def chart(
    worth: dict[int, tuple[float, float]], text: Text = EN, theme: Theme = PAGES[0], mark: Mark = MARKS[2]
) -> Picture:
    casinos = [text(f"casino.{number}") for number in range(1, 7)]
    return face_worth(
        worth=worth, casinos=casinos, team="Crabs", mark=mark, games=5_000, text=text, theme=theme
    )


@CALM
@given(WORTH, st.sampled_from([EN, ZH]), st.sampled_from(PAGES), st.sampled_from(MARKS))
def test_labels_can_be_read_and_never_overlap_or_leave_the_panel(
    worth: dict[int, tuple[float, float]], text: Text, theme: Theme, mark: Mark
) -> None:
    picture = chart(worth, text, theme, mark)
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert all(w.size >= 20 for w in labels)


@CALM
@given(WORTH)
def test_bars_are_as_long_as_the_money(worth: dict[int, tuple[float, float]]) -> None:
    drawn = [bar for bar in content(chart(worth))["data"] if bar["type"] == "bar"]
    told = [worth[face][0] for face in sorted(worth) if worth[face][0] > 0]
    assert len(drawn) == len(told)
    for a, b in zip(drawn, told, strict=True):
        assert a["x"][0] * max(told) == pytest.approx(
            b * max(bar["x"][0] for bar in drawn), rel=1e-6, abs=1e-6
        )


def test_the_best_is_told_by_a_word_and_named_in_the_title() -> None:
    picture = chart({2: (41_200.0, 900.0), 5: (18_000.0, 800.0)})
    assert picture.title == "2 is worth most: $41,000 on average"
    assert [w.text for w in words(picture, PAGES[0]) if "best" in w.text] == ["$41,000 best"]
    assert "5,000" in picture.note
    assert picture.alt.index("Caesar's Palace") < picture.alt.index("Luxor")


def test_what_was_counted_exactly_says_so_and_has_no_whisker() -> None:
    exact, played = chart({1: (10_000.0, 0.0)}), chart({1: (10_000.0, 500.0)})
    assert "exactly" in exact.note
    lines = [len([s for s in content(p)["layout"]["shapes"] if s["type"] == "line"]) for p in (exact, played)]
    assert lines == [0, 1]


def test_a_table_without_a_roll_says_so() -> None:
    assert chart({}).title == EN("chart.worth.none")
