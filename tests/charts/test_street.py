"""The dice at the casinos."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.charts.figures import Words, collisions, content, outside, words
from wwlv.charts.drawing import SYMBOLS
from wwlv.charts.picture import Picture
from wwlv.charts.street import casino_dice
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.look import MARKS
from wwlv.look.colour import contrast
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
NAMES = ["Ants", "Bees", "Crabs", "夜晚的貓頭鷹隊", "Deer"]
CASINOS = ["Golden Nugget", "Caesar’s Palace", "Mirage", "撒哈拉", "Luxor", "Circus Circus"]
EMPTY = [0, 0, 0]
PAGES = [LIGHT.sized(1.0, 500, 288), DARK.sized(0.7, 500, 288), DARK.sized(1.0, 500, 712)]
PAGE = PAGES[0]
CALM = settings(max_examples=60, deadline=None)


def chart(
    counts: list[list[int]],
    *,
    white: bool = False,
    text: Text = EN,
    theme: Theme = PAGE,
    casinos: list[str] = CASINOS,
) -> Picture:
    teams = len(counts[0]) - white
    return casino_dice(
        counts=counts,
        marks=MARKS[:teams],
        names=NAMES[:teams],
        white=white,
        casinos=casinos,
        text=text,
        theme=theme,
    )


def bars(picture: Picture) -> list[dict[str, Any]]:
    return [trace for trace in content(picture)["data"] if trace["type"] == "bar"]


def rows(picture: Picture) -> dict[float, list[dict[str, Any]]]:
    """Parts by height, the top casino first, each row from left to right."""
    found: dict[float, list[dict[str, Any]]] = {}
    for bar in sorted(bars(picture), key=lambda bar: (-bar["y"][0], bar["base"])):
        found.setdefault(bar["y"][0], []).append(bar)
    return found


def striped(bar: dict[str, Any]) -> bool:
    return bool(bar["marker"].get("pattern", {}).get("shape"))


@st.composite
def streets(draw: st.DrawFn) -> tuple[list[list[int]], bool]:
    teams, white = draw(st.integers(2, 5)), draw(st.booleans())
    most = draw(st.sampled_from([1, 3, 8]))
    row = st.lists(st.integers(0, most), min_size=teams + white, max_size=teams + white)
    return draw(st.lists(row, min_size=6, max_size=6)), white


@CALM
@given(streets(), st.sampled_from([EN, ZH]), st.sampled_from(PAGES))
def test_labels_never_overlap_or_leave_the_panel(
    street: tuple[list[list[int]], bool], text: Text, theme: Theme
) -> None:
    counts, white = street
    picture = chart(counts, white=white, text=text, theme=theme)
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert all(w.size >= 20 for w in labels)
    parts, backs = bars(picture), backings(picture)
    assert all(contrast(w.colour, ground(w, parts, backs, theme)) >= 4.5 for w in labels)


def backings(picture: Picture) -> dict[tuple[float, float], str]:
    """The patches of colour behind words, by the middle of the words."""
    notes = content(picture)["layout"]["annotations"]
    return {(round(n["x"], 3), round(n["y"], 3)): n["bgcolor"] for n in notes if "bgcolor" in n}


def ground(
    word: Words, parts: list[dict[str, Any]], backs: dict[tuple[float, float], str], theme: Theme
) -> str:
    """The colour behind a word: a part's or the panel's. Words among stripes must have their own."""
    x, y = (word.left + word.right) / 2, (word.top + word.bottom) / 2
    for bar in parts:
        if bar["base"] <= x <= bar["base"] + bar["x"][0] and abs(bar["y"][0] - y) < 1:
            return backs[round(x, 3), round(y, 3)] if striped(bar) else str(bar["marker"]["color"][0])
    return theme.panel


@CALM
@given(streets())
def test_exactly_the_parts_with_equal_counts_are_striped(street: tuple[list[list[int]], bool]) -> None:
    counts, white = street
    picture = chart(counts, white=white)
    unit = 0.0
    found = iter(rows(picture).values())
    for row in counts:
        placed = sorted((n for n in row if n), reverse=True)
        if not placed:
            continue
        parts = next(found)
        times = Counter(placed)
        assert [striped(bar) for bar in parts] == [times[n] > 1 for n in placed]
        unit = unit or (parts[0]["x"][0] + 3) / placed[0]
        assert [bar["x"][0] + 3 for bar in parts] == pytest.approx([unit * n for n in placed])
    assert next(found, None) is None


@CALM
@given(streets(), st.sampled_from(PAGES))
def test_parts_lie_side_by_side_inside_the_panel_with_their_words_in_them(
    street: tuple[list[list[int]], bool], theme: Theme
) -> None:
    counts, white = street
    picture = chart(counts, white=white, theme=theme)
    labels = words(picture, theme)
    for y, parts in rows(picture).items():
        edges = [edge for bar in parts for edge in (bar["base"], bar["base"] + bar["x"][0])]
        assert edges == sorted(edges)
        assert edges[-1] <= theme.width
        inner = [w for w in labels if edges[0] < w.left < edges[-1] and abs((w.top + w.bottom) / 2 - y) < 1]
        for word in inner:
            assert any(bar["base"] <= word.left and word.right <= bar["base"] + bar["x"][0] for bar in parts)


@CALM
@given(streets())
def test_symbols_lie_in_a_part_of_their_team_and_off_its_count(street: tuple[list[list[int]], bool]) -> None:
    counts, white = street
    picture = chart(counts, white=white)
    labels = words(picture, PAGE)
    teams, parts = {SYMBOLS[mark.shape]: mark.colour for mark in MARKS}, bars(picture)
    for trace in content(picture)["data"]:
        if trace["type"] == "bar":
            continue
        half = trace["marker"]["size"] / 2
        for x, y, symbol in zip(trace["x"], trace["y"], trace["marker"]["symbol"], strict=True):
            [own] = [b for b in parts if b["y"][0] == y and b["base"] < x < b["base"] + b["x"][0]]
            assert own["marker"]["color"] == [teams[symbol]]
            if trace["marker"]["color"][0] != PAGE.panel or not striped(own):  # the rim may touch
                assert own["base"] <= x - half
                assert x + half <= own["base"] + own["x"][0]
                assert not any(
                    w.left < x + half and x - half < w.right and w.bottom < y < w.top for w in labels
                )


def test_with_room_a_part_says_whose_it_is_and_how_many() -> None:
    picture = chart([[3, 2, 0], EMPTY, EMPTY, EMPTY, EMPTY, EMPTY])
    inside = [w.text for w in words(picture, PAGE) if w.text in {"2", "3"}]
    assert sorted(inside) == ["2", "3"]
    drawn = [trace["marker"]["symbol"] for trace in content(picture)["data"] if trace["type"] == "scatter"]
    assert drawn == [[SYMBOLS["circle"], SYMBOLS["square"]]]


def test_white_dice_are_white_and_can_cancel() -> None:
    first, second, third = bars(chart([[1, 2, 2], *[EMPTY] * 5], white=True))
    assert [first["marker"]["color"], second["marker"]["color"]] == [[MARKS[1].colour], ["#ffffff"]]
    assert [striped(first), striped(second), striped(third)] == [True, True, False]


def test_every_casino_says_how_many_dice_lie_there() -> None:
    labels = words(chart([[3, 2, 7], EMPTY, [1, 0, 0], EMPTY, EMPTY, [9, 1, 0]]), PAGE)
    last = {round(w.bottom): w.text for w in sorted(labels, key=lambda w: w.left)}
    assert [last[height] for height in sorted(last, reverse=True)] == ["12", "–", "1", "–", "–", "10"]


@pytest.mark.parametrize(
    ("counts", "key", "params"),
    [
        ([EMPTY] * 6, "chart.street.none", {}),
        ([[2, 2, 0], [1, 1, 1], [5, 0, 0], EMPTY, EMPTY, EMPTY], "chart.street.cancelled", {"n": 7}),
        (
            [[2, 1, 0], EMPTY, [5, 0, 0], EMPTY, EMPTY, EMPTY],
            "chart.street.most",
            {"casino": "Mirage", "n": 5},
        ),
        (
            [[2, 1, 0], EMPTY, [0, 3, 0], EMPTY, EMPTY, EMPTY],
            "chart.street.level",
            {"casinos": "Golden Nugget and Mirage", "n": 3},
        ),
        ([[1, 0, 0], [1, 0, 0], [0, 1, 0], EMPTY, EMPTY, EMPTY], "chart.street.even", {"casinos": 3, "n": 1}),
    ],
)
def test_the_title_is_the_finding(counts: list[list[int]], key: str, params: dict[str, Any]) -> None:
    assert chart(counts).title == EN(key, **params)


def test_the_note_says_what_stripes_are_and_names_white_only_if_it_plays() -> None:
    assert chart([EMPTY] * 6).note == EN("chart.street.note")
    assert chart([EMPTY] * 6, white=True).note == EN("chart.street.note_white")


def test_the_text_equivalent_has_every_number_and_every_tie() -> None:
    alt = chart([[2, 2, 0, 1], *[[0] * 4] * 4, [0, 3, 0, 3]], white=True).alt
    assert "Golden Nugget: Ants 2, Bees 2 and white 1." in alt
    assert "Ants and Bees would cancel, 4 dice" in alt
    assert "Circus Circus: Bees 3 and white 3." in alt
    assert "Bees and white would cancel, 6 dice" in alt
    assert "Mirage: no dice." in alt


def test_a_row_that_does_not_fit_the_teams_is_refused() -> None:
    with pytest.raises(ValueError, match="casino 2"):
        casino_dice(
            counts=[[1, 2], [1, 2, 3]],
            marks=MARKS[:2],
            names=NAMES[:2],
            white=False,
            casinos=CASINOS[:2],
            text=EN,
            theme=PAGE,
        )


def test_names_are_no_markup() -> None:
    raw = content(chart([EMPTY] * 6, casinos=["<b>$x$</b>", *CASINOS[1:]]))["layout"]["annotations"]
    assert not any("$" in note["text"] or "<" in note["text"] for note in raw)
