"""Stakes and what they would pay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.charts.figures import collisions, content, outside, words
from wwlv.charts.picture import Picture
from wwlv.charts.stakes import SpaceStake, pays_against_staked
from wwlv.charts.theme import DARK, LIGHT
from wwlv.look.colour import contrast
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
STAKES = st.integers(0, 50_000)


def dollars(chips: int) -> str:
    return f"${chips:,}"


def chart(*stakes: tuple[str, int, int, bool | None], text: Text = EN) -> Picture:
    return pays_against_staked(spaces=[SpaceStake(*s) for s in stakes], text=text, theme=LIGHT, money=dollars)


def test_bars_are_as_long_as_the_money() -> None:
    paid, staked = content(chart(("180", 4, 100, None), ("200", 3, 300, None), ("208", 2, 0, None)))["data"]
    unit = staked["x"][0] / 100
    assert staked["x"] == pytest.approx([100 * unit, 300 * unit, 0])
    assert paid["x"] == pytest.approx([400 * unit, 900 * unit, 0])


@given(
    st.lists(st.tuples(st.text(min_size=1, max_size=12), st.integers(1, 6), STAKES), min_size=1, max_size=10),
    st.sampled_from([None, 0, 3]),
    st.sampled_from([LIGHT, DARK.sized(0.7)]),
)
def test_nothing_collides_or_leaves_the_panel(rows, winner, theme) -> None:
    won = [None if winner is None else k == winner for k in range(len(rows))]
    spaces = [SpaceStake(*row, w) for row, w in zip(rows, won, strict=True)]
    labels = words(pays_against_staked(spaces=spaces, text=ZH, theme=theme, money=dollars), theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert all(w.size >= 18 for w in labels)
    assert all(contrast(w.colour, theme.panel) >= 4.5 for w in labels)


def test_the_title_is_the_finding() -> None:
    assert chart(("180", 4, 100, None), ("200", 3, 300, None)).title == EN("chart.stakes.most", space="200")
    assert chart(("180", 4, 0, None), ("200", 3, 0, None)).title == EN("chart.stakes.none")
    assert chart(("180", 4, 5, None), ("200", 3, 5, None)).title == EN(
        "chart.stakes.level", spaces="180 and 200"
    )
    assert chart(("180", 4, 5, None), ("200", 3, 5, None), text=ZH).title == ZH(
        "chart.stakes.level", spaces="180和200"
    )


def test_after_the_reveal_the_bank_pays_the_winners_only() -> None:
    open_, paid = (
        chart(
            ("180", 4, 100, w and False), ("200", 3, 300, w), ("red", 1, 50, w), ("black", 1, 0, w and False)
        )
        for w in (None, True)
    )
    assert paid.title == EN("chart.stakes.paid", spaces="200 and red", money="$950")
    assert [w.text for w in words(paid, LIGHT)] == [
        "180", "$100", "✓ 200", "$300 → $900", "✓ red", "$50 → $50", "black", "–",
    ]  # fmt: skip
    before, after = content(open_)["data"], content(paid)["data"]
    assert after[1]["x"] == before[1]["x"]
    assert after[1]["base"] == before[1]["base"]
    assert after[0]["x"] == [0, before[0]["x"][1], before[0]["x"][2], 0]


def test_a_win_without_stakes_and_no_win_at_all() -> None:
    assert chart(("180", 4, 5, False), ("200", 3, 0, True)).title == EN("chart.stakes.unbacked", spaces="200")
    assert chart(("180", 4, 5, False), ("200", 3, 0, False)).title == EN("chart.stakes.no_winner")


def test_the_text_equivalent_has_every_number() -> None:
    alt = chart(("180", 4, 100, None), ("200", 3, 300, None)).alt
    for part in ("180", "4 to 1", "$100", "$400", "200", "3 to 1", "$300", "$900"):
        assert part in alt


def test_dollar_signs_make_no_formula_and_names_no_markup() -> None:
    raw = content(chart(("<b>x</b>", 4, 100, None)))["layout"]["annotations"]
    assert not any("$" in note["text"] or "<" in note["text"] for note in raw)


def test_no_spaces_is_said() -> None:
    assert chart().title == EN("chart.stakes.none")
