"""Colours that can be read."""

import pytest

from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.look import MARKS, Mark
from wwlv.look.colour import contrast, mixed, readable

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)


def test_contrast_runs_from_1_to_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)  # the lightest AA grey on white


def test_a_mix_has_its_share_of_both() -> None:
    assert mixed("#000000", "#ffffff", 0) == "#000000"
    assert mixed("#000000", "#c86432", 0.5) == "#643219"
    assert mixed("#000000", "#ffffff", 1) == "#ffffff"


@THEMES
@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.name)
@pytest.mark.parametrize("ratio", [3.0, 4.5])
def test_every_team_can_be_read(theme: Theme, mark: Mark, ratio: float) -> None:
    shade = readable(mark.colour, theme.panel, ratio)
    assert contrast(shade, theme.panel) >= ratio
    if contrast(mark.colour, theme.panel) >= ratio:
        assert shade == mark.colour
    else:
        assert contrast(shade, theme.panel) <= 1.1 * ratio  # no darker or lighter than it has to be


@THEMES
@pytest.mark.parametrize("ratio", [3.0, 4.5])
def test_teams_keep_colours_of_their_own(theme: Theme, ratio: float) -> None:
    assert len({readable(mark.colour, theme.panel, ratio) for mark in MARKS}) == len(MARKS)


@THEMES
def test_words_and_marks_of_a_theme_stand_out(theme: Theme) -> None:
    for colour in (theme.ink, theme.ink_2, theme.gold_ink, theme.win):
        assert contrast(colour, theme.panel) >= 4.5
    assert contrast(theme.dot, theme.panel) >= 3
    assert contrast(theme.dot, theme.pale) >= 2.5  # the thin bar in the wide one
