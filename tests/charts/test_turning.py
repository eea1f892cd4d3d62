"""When did it turn?"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.charts.figures import collisions, content, outside, words
from wwlv.charts.picture import Picture
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.charts.turning import win_chances
from wwlv.look import MARKS
from wwlv.look.colour import contrast
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
NAMES = ["Ants", "Bees", "Crabs", "夜晚的貓頭鷹隊", "Deer", "Foxes", "Maximiliane-Charlotte vo"]
PAGES = [LIGHT.sized(1.0, 500, 288), DARK.sized(0.7, 500, 288)]
CALM = settings(max_examples=60, deadline=None)


def chart(chances: list[list[float]], rounds: list[str], text: Text = EN, theme: Theme = PAGES[0]) -> Picture:
    teams = len(chances[0]) if chances else 2
    return win_chances(
        rounds=rounds,
        chances=chances,
        names=NAMES[:teams],
        marks=MARKS[:teams],
        games=1_500,
        text=text,
        theme=theme,
    )


@st.composite
def games(draw: st.DrawFn) -> tuple[list[list[float]], list[str]]:
    teams, moments = draw(st.integers(2, 7)), draw(st.integers(1, 150))
    share = st.floats(0, 1).filter(lambda v: v > 1e-3) | st.just(0.0)
    row = st.lists(share, min_size=teams, max_size=teams).filter(lambda r: sum(r) > 0.01)
    few = [[v / sum(r) for v in r] for r in draw(st.lists(row, min_size=1, max_size=12))]
    chances = [few[k % len(few)] for k in range(moments)]
    return chances, [str(1 + 4 * k // moments) for k in range(moments)]


@CALM
@given(games(), st.sampled_from([EN, ZH]), st.sampled_from(PAGES))
def test_labels_can_be_read_and_never_overlap_or_leave_the_panel(
    game: tuple[list[list[float]], list[str]], text: Text, theme: Theme
) -> None:
    picture = chart(*game, text, theme)
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert all(w.size >= 20 for w in labels)
    assert all(contrast(w.colour, theme.panel) >= 4.5 for w in labels)


@CALM
@given(games())
def test_every_team_has_a_line_through_all_moments_inside_the_panel(
    game: tuple[list[list[float]], list[str]],
) -> None:
    chances, rounds = game
    lines = content(chart(chances, rounds))["data"][:-1]
    assert len(lines) == len(chances[0])
    for line in lines:
        assert len(line["x"]) == len(chances)
        assert line["x"] == sorted(line["x"])
        assert 0 <= min(line["y"]) <= max(line["y"]) <= PAGES[0].height


def test_the_title_names_the_leader_and_the_round_of_the_turn() -> None:
    calm = [[0.3, 0.7], [0.28, 0.72]]
    assert chart(calm, ["1", "1"]).title == "Bees lead with 72%"
    turned = [[0.7, 0.3], [0.65, 0.35], [0.2, 0.8]]
    assert chart(turned, ["1", "2", "3"]).title == "Bees lead with 80%; it turned in round 3"
    assert chart([[0.5, 0.5]], ["1"]).title == "Ants and Bees are level at 50%"


def test_the_words_tell_it_without_the_picture() -> None:
    picture = chart([[0.2, 0.5, 0.3]], ["1"])
    assert picture.alt.index("Bees") < picture.alt.index("Crabs") < picture.alt.rindex("Ants")
    assert "50%" in picture.alt
    assert "1,500" in picture.note


@pytest.mark.parametrize("text", [EN, ZH])
def test_before_the_first_turn_it_says_so(text: Text) -> None:
    assert chart([], [], text).title == text("chart.turning.none")
