"""Who will take each note."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.charts.figures import collisions, content, outside, words
from wwlv.charts.chances import note_chances
from wwlv.charts.drawing import SYMBOLS
from wwlv.charts.picture import Picture
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.look import MARKS
from wwlv.look.colour import contrast
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
NAMES = ["Ants", "Bees", "Crabs", "夜晚的貓頭鷹隊", "Deer"]
CASINOS = ["Golden Nugget", "Caesar’s Palace", "Mirage", "撒哈拉", "Luxor", "Circus Circus"]
SMALL_PAGES = [LIGHT.sized(1.0, 500, 288), DARK.sized(0.7, 500, 288)]
PAGES = [*SMALL_PAGES, DARK.sized(1.0, 500, 712)]
PAGE, TALL = PAGES[0], PAGES[2]
CALM = settings(max_examples=40, deadline=None)

Chances = list[list[list[float]]]


def chart(chances: Chances, notes: list[list[int]], text: Text = EN, theme: Theme = PAGE) -> Picture:
    teams = max((len(row) for own in chances for row in own), default=2) - 1
    return note_chances(
        chances=chances,
        notes=notes,
        casinos=CASINOS,
        names=NAMES[:teams],
        marks=MARKS[:teams],
        games=10_000,
        text=text,
        theme=theme,
    )


def one(*shares: float, theme: Theme = PAGE, text: Text = EN) -> Picture:
    """A street on which a single note of $90,000 lies, at Luxor."""
    chances: Chances = [[], [], [], [], [list(shares)], []]
    return chart(chances, [[], [], [], [], [90_000], []], text, theme)


def bars(picture: Picture) -> list[dict[str, Any]]:
    return [trace for trace in content(picture)["data"] if trace["type"] == "bar"]


def rows(picture: Picture) -> list[list[dict[str, Any]]]:
    """Parts by height from the top, each row from left to right."""
    found: dict[float, list[dict[str, Any]]] = {}
    for bar in sorted(bars(picture), key=lambda bar: (-bar["y"][0], bar["base"])):
        found.setdefault(bar["y"][0], []).append(bar)
    return list(found.values())


def dies(picture: Picture) -> list[dict[str, Any]]:
    return content(picture)["layout"]["shapes"]


def grounds(picture: Picture, theme: Theme) -> list[float]:
    """The contrast of every word with what lies behind it."""
    found, parts, shapes = [], bars(picture), dies(picture)
    for word in words(picture, theme):
        x, y = (word.left + word.right) / 2, (word.top + word.bottom) / 2
        under = [
            bar["marker"]["color"][0]
            for bar in parts
            if bar["base"] < x < bar["base"] + bar["x"][0] and abs(bar["y"][0] - y) < bar["width"] / 2
        ]
        under += [d["fillcolor"] for d in shapes if d["x0"] < x < d["x1"] and d["y0"] < y < d["y1"]]
        found.append(contrast(word.colour, under[-1] if under else theme.panel))
    return found


@st.composite
def streets(draw: st.DrawFn, most: int = 5) -> tuple[Chances, list[list[int]]]:
    teams = draw(st.integers(2, 5))
    note = st.sampled_from(range(10_000, 100_001, 10_000))
    notes = draw(st.lists(st.lists(note, min_size=1, max_size=most), min_size=6, max_size=6))
    weights = st.lists(
        st.sampled_from([0.0, 0.001, 0.1, 0.5, 1.0]) | st.floats(0, 1), min_size=teams + 1, max_size=teams + 1
    ).filter(lambda row: sum(row) > 0.01)
    chances = [
        [[w / sum(row) for w in row] for row in (draw(weights) for _ in sorted(own, reverse=True))]
        for own in notes
    ]
    return chances, [sorted(own, reverse=True) for own in notes]


@CALM
@given(streets(), st.sampled_from([EN, ZH]), st.sampled_from(PAGES))
def test_labels_can_be_read_and_never_overlap_or_leave_the_panel(
    street: tuple[Chances, list[list[int]]], text: Text, theme: Theme
) -> None:
    picture = chart(*street, text, theme)
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert all(w.size >= 20 for w in labels)
    assert min(grounds(picture, theme)) >= 4.5


@CALM
@given(streets(), st.sampled_from(PAGES))
def test_every_note_has_a_bar_as_wide_as_all_others_inside_the_panel(
    street: tuple[Chances, list[list[int]]], theme: Theme
) -> None:
    found = rows(chart(*street, theme=theme))
    assert len(found) == sum(map(len, street[1]))
    for row in found:
        edges = [edge for bar in row for edge in (bar["base"], bar["base"] + bar["x"][0])]
        assert edges == sorted(edges)
        assert edges[-1] <= theme.width + 1e-6
        assert abs(edges[0] - found[0][0]["base"]) <= 1
        assert row[0]["y"][0] - row[0]["width"] / 2 >= 0
        assert row[0]["y"][0] + row[0]["width"] / 2 <= theme.height
    for above, below in pairwise(found):
        assert above[0]["y"][0] - above[0]["width"] / 2 > below[0]["y"][0] + below[0]["width"] / 2


@CALM
@given(streets(), st.sampled_from(PAGES))
def test_words_and_symbols_lie_in_the_part_of_their_team(
    street: tuple[Chances, list[list[int]]], theme: Theme
) -> None:
    picture = chart(*street, theme=theme)
    parts, labels = bars(picture), words(picture, theme)
    start = min(bar["base"] for bar in parts)
    for word in (w for w in labels if w.left > start and w.text.endswith("%")):
        y = (word.top + word.bottom) / 2
        own = [b for b in parts if abs(b["y"][0] - y) < 1 and b["base"] <= word.left]
        last = max(own, key=lambda b: b["base"])
        assert word.right <= last["base"] + last["x"][0] + 2
    for trace in content(picture)["data"]:
        if trace["type"] == "scatter":
            [x], [y], half = trace["x"], trace["y"], trace["marker"]["size"] / theme.scale / 2
            assert any(
                b["base"] <= x - half and x + half <= b["base"] + b["x"][0] and b["y"][0] == y for b in parts
            )
            assert not any(w.left < x + half and x - half < w.right and w.bottom < y < w.top for w in labels)


@CALM
@given(streets(most=3), st.sampled_from(SMALL_PAGES))
def test_the_first_note_of_every_casino_has_words_however_many_there_are(
    street: tuple[Chances, list[list[int]]], theme: Theme
) -> None:
    picture = chart(*street, theme=theme)
    values = [w for w in words(picture, theme) if w.text.endswith("k")]
    found = iter(rows(picture))
    for own in street[1]:
        first = next(found)[0]["y"][0]
        assert f"{own[0] // 1000}k" in [w.text for w in values if w.bottom < first < w.top]
        for _ in own[1:]:
            next(found)


def test_parts_are_as_long_as_the_chances_most_likely_first_and_nobody_last() -> None:
    first, second, nobody = bars(one(0.25, 0.5, 0.25))
    assert first["marker"]["color"] == [MARKS[1].colour]
    assert nobody["marker"]["color"] == [PAGE.panel]
    ends = [first["base"], second["base"], nobody["base"], PAGE.width]
    lengths = [b - a for a, b in pairwise(ends)]
    assert [length / sum(lengths) for length in lengths] == pytest.approx([0.5, 0.25, 0.25], abs=0.005)


def test_who_cannot_take_a_note_has_no_part_in_its_bar() -> None:
    assert len(bars(one(0.0, 1.0, 0.0))) == 1


def test_parts_say_whose_they_are_and_how_likely_where_that_fits() -> None:
    picture = one(0.02, 0.68, 0.30)
    drawn = [t["marker"]["symbol"] for t in content(picture)["data"] if t["type"] == "scatter"]
    assert drawn == [[SYMBOLS["square"]]]
    assert [w.text for w in words(picture, PAGE)] == ["5", "Luxor", "90k", "68%", "nobody 30%"]


def test_the_number_of_the_casino_stands_beside_its_bars_and_with_room_its_name_above() -> None:
    chances: Chances = [[[0.5, 0.3, 0.2]]] * 6
    notes = [[50_000]] * 6
    assert not {w.text for w in words(chart(chances, notes), PAGE)} & set(CASINOS)
    tall = [w.text for w in words(chart(chances, notes, theme=TALL), TALL)]
    assert [w for w in tall if w in CASINOS] == CASINOS
    for page in (PAGE, TALL):
        numbers = [
            w
            for w in words(chart(chances, notes, theme=page), page)
            if w.text in {"1", "2", "3", "4", "5", "6"}
        ]
        assert [w.text for w in sorted(numbers, key=lambda w: -w.top)] == list("123456")


@pytest.mark.parametrize(
    ("shares", "key", "params"),
    [
        ([0.2, 0.64, 0.16], "favourite", {"name": "Bees", "share": "64%"}),
        ([0.4, 0.4, 0.1, 0.1], "level", {"names": "Ants and Bees", "share": "40%"}),
        ([0.3, 0.3, 0.3, 0.1], "even", {"share": "30%"}),
        ([0.2, 0.3, 0.5], "most_nobody", {"share": "50%"}),
        ([0.003, 0.997, 0.0], "favourite", {"name": "Bees", "share": ">99%"}),
    ],
)
def test_the_title_is_the_finding(shares: list[float], key: str, params: dict[str, Any]) -> None:
    assert one(*shares).title == EN(f"chart.chances.{key}", casino="Luxor", money="$90,000", **params)


def test_the_title_speaks_of_the_highest_note_and_of_equal_ones_of_the_clearest() -> None:
    chances = [[[0.9, 0.1, 0]], [[0.6, 0.4, 0]], [[0.3, 0.7, 0]], [], [], []]
    title = chart(chances, [[50_000], [80_000], [80_000], [], [], []]).title
    assert title == EN("chart.chances.favourite", casino="Mirage", money="$80,000", name="Bees", share="70%")


def test_a_street_without_notes_says_so() -> None:
    empty = chart([[]] * 6, [[]] * 6)
    assert empty.title == EN("chart.chances.none")
    assert words(empty, PAGE) == []


def test_the_note_says_by_how_many_games() -> None:
    assert "10,000 games played out from here" in one(0.5, 0.5, 0.0).note


def test_the_text_equivalent_names_the_favourite_of_every_note_first() -> None:
    chances = [[[0.2, 0.6, 0.2], [0.003, 0.6, 0.397]], [], [[0.5, 0.0, 0.5]], [], [], []]
    alt = chart(chances, [[60_000, 10_000], [], [30_000], [], [], []]).alt
    assert "Golden Nugget, $60,000: Bees 60%, Ants 20% and nobody 20%." in alt
    assert "Golden Nugget, $10,000: Bees 60%, nobody 40% and Ants <1%." in alt
    assert "Mirage, $30,000: Ants 50% and nobody 50%." in alt


def test_a_row_that_does_not_fit_the_teams_is_refused() -> None:
    with pytest.raises(ValueError, match="casino 2"):
        chart([[[0.5, 0.3, 0.2]], [[0.5, 0.5]], [], [], [], []], [[60_000], [50_000], [], [], [], []])


def test_amounts_and_percentages_are_no_markup() -> None:
    raw = content(one(0.003, 0.0, 0.997))["layout"]["annotations"]
    assert not any("$" in note["text"] or "<" in note["text"] for note in raw)
