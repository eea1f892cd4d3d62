"""The odds board."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.charts.figures import collisions, content, outside, words
from wwlv.charts.board import BEST, odds_board, profit
from wwlv.charts.picture import Picture
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.odds.crowd import crowd_odds
from wwlv.odds.spaces import SpaceOdds
from wwlv.rules.wits.model import Target
from wwlv.rules.wits.presets import PRESETS
from wwlv.rules.wits.scoring import mat
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
PAGES = [LIGHT.sized(1.0, 500, 288), DARK.sized(0.7, 500, 288)]
BONES = [Decimal(v) for v in (150, 180, 200, 208, 212, 240, 320)]


def spaces_of(preset: str, guesses: list[Decimal]) -> tuple[list[str], tuple[SpaceOdds, ...]]:
    """Labels and odds of a mat, as the table has them."""
    rules = PRESETS[preset]
    own = mat(guesses, rules)
    crowd = crowd_odds(spaces=own, estimates=(), year=False, rules=rules)
    assert crowd is not None
    values = iter(own)
    labels = [
        EN.number(next(values).value) if s.target.kind in ("guess", "board") else EN(f"space.{s.target}")
        for s in crowd.spaces
    ]
    return labels, crowd.spaces


def board(
    labels: list[str], spaces: tuple[SpaceOdds, ...], text: Text = EN, theme: Theme = PAGES[0]
) -> Picture:
    return odds_board(labels=labels, spaces=spaces, text=text, theme=theme)


def bar(picture: Picture) -> dict[str, Any]:
    (found,) = [trace for trace in content(picture)["data"] if trace["type"] == "bar"]
    return found


def marks(picture: Picture) -> list[float]:
    return [shape["x0"] for shape in content(picture)["layout"]["shapes"] if shape["type"] == "line"]


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.decimals(1, 10**12, places=2, allow_nan=False), min_size=3, max_size=7, unique=True),
    st.sampled_from(list(PRESETS)),
    st.sampled_from([EN, ZH]),
    st.sampled_from(PAGES),
)
def test_labels_can_be_read_and_never_overlap_or_leave_the_panel(
    guesses: list[Decimal], preset: str, text: Text, theme: Theme
) -> None:
    labels, spaces = spaces_of(preset, guesses)
    picture = board(labels, spaces, text, theme)
    found = words(picture, theme)
    assert collisions(found) == []
    assert outside(found, theme) == []
    assert all(w.size >= 17 for w in found)
    base = bar(picture)["base"]
    assert all(base <= x <= theme.width for x in marks(picture))


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_bar_reaches_its_mark_exactly_where_a_chip_loses_nothing(preset: str) -> None:
    labels, spaces = spaces_of(preset, BONES)
    picture = board(labels, spaces)
    drawn = bar(picture)
    unit = max(
        length / space.chance for length, space in zip(drawn["x"], spaces, strict=True) if space.chance
    )
    for length, mark, space in zip(drawn["x"], marks(picture), spaces, strict=True):
        assert length == pytest.approx(unit * space.chance)
        assert mark - drawn["base"] == pytest.approx(unit / (space.odds + 1))
        assert (drawn["base"] + length > mark) == (space.per_chip > 0)


def test_the_best_space_has_a_star_and_the_title_names_it_with_its_profit() -> None:
    odds = (
        SpaceOdds(Target("guess", value=Decimal(3)), 4, 0.30),
        SpaceOdds(Target("guess", value=Decimal(7)), 2, 0.70),
        SpaceOdds(Target("red"), 1, 0.30),
    )
    picture = board(["3", "7", "red"], odds)
    assert picture.title == "Best: 7, +1.10 a chip"
    starred = [w.text for w in words(picture, PAGES[0]) if w.text.startswith(BEST)]
    assert starred == [BEST + "7"]
    assert "7 pays 2 to 1: chance 70%, break-even at 33%" in picture.alt
    assert "on average a chip brings +1.10, a token +1.40" in picture.alt


def test_nothing_is_praised_where_no_space_earns_its_chip() -> None:
    odds = (
        SpaceOdds(Target("guess", value=Decimal(3)), 2, 0.2),
        SpaceOdds(Target("guess", value=Decimal(7)), 2, 1 / 3),
    )
    picture = board(["3", "7"], odds)
    assert picture.title == "No space is worth its chip"
    assert BEST not in "".join(w.text for w in words(picture, PAGES[0]))


def test_a_profit_has_its_sign_and_two_decimals() -> None:
    assert [profit(x, EN) for x in (1.5, -0.994, 0.001, -0.001, -0.6)] == [
        "+1.50",
        "−0.99",
        "±0",
        "±0",
        "−0.60",
    ]
