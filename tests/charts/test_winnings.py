"""Notes won, and which casino paid whom."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.charts.figures import collisions, content, outside, words
from wwlv.charts.drawing import SYMBOLS
from wwlv.charts.picture import Picture
from wwlv.charts.race import race
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.charts.winnings import notes_by_value, paid_whom, short_note
from wwlv.look import MARKS
from wwlv.look.colour import contrast
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
NAMES = ["Ants", "Bees", "Owls of the night and of the day", "夜晚的貓頭鷹隊", "Deer"]
CASINOS = ["Golden Nugget", "Caesar’s Palace", "Mirage", "撒哈拉", "Luxor", "Circus Circus"]
PAGES = [LIGHT.sized(1.0, 500, 288), DARK.sized(0.7, 500, 288), DARK.sized(1.0, 500, 712)]
PAGE = PAGES[0]
NOTE = st.sampled_from(range(10_000, 100_001, 10_000))
SEAM = 3.0
CALM = settings(max_examples=60, deadline=None)

on_every_page = st.sampled_from(PAGES)
in_every_language = st.sampled_from([EN, ZH])


def won(notes: list[list[int]], text: Text = EN, theme: Theme = PAGE) -> Picture:
    teams = len(notes)
    return notes_by_value(notes=notes, names=NAMES[:teams], marks=MARKS[:teams], text=text, theme=theme)


def grid(paid: list[list[int]], text: Text = EN, theme: Theme = PAGE) -> Picture:
    teams = len(paid[0])
    return paid_whom(
        paid=paid, casinos=CASINOS, names=NAMES[:teams], marks=MARKS[:teams], text=text, theme=theme
    )


def bars(picture: Picture) -> list[dict[str, Any]]:
    return [trace for trace in content(picture)["data"] if trace["type"] == "bar"]


def readable_on_its_ground(picture: Picture, theme: Theme) -> bool:
    """Every word against the bar it lies in, or against the panel."""
    grounds, parts = [], bars(picture)
    for word in words(picture, theme):
        x, y = (word.left + word.right) / 2, (word.top + word.bottom) / 2
        under = [
            bar["marker"]["color"][0]
            for bar in parts
            if bar["base"] < x < bar["base"] + bar["x"][0] and abs(bar["y"][0] - y) < bar["width"] / 2
        ]
        grounds.append(contrast(word.colour, under[0] if under else theme.panel))
    return min(grounds) >= 4.5


# --- notes by value
@CALM
@given(st.lists(st.lists(NOTE, max_size=12), min_size=2, max_size=5), in_every_language, on_every_page)
def test_notes_and_their_words_lie_apart_and_inside(notes: list[list[int]], text: Text, theme: Theme) -> None:
    picture = won(notes, text, theme)
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert all(w.size >= 20 for w in labels)
    assert readable_on_its_ground(picture, theme)
    for bar in bars(picture):
        low, high = bar["y"][0] - bar["width"] / 2, bar["y"][0] + bar["width"] / 2
        left, right = bar["base"], bar["base"] + bar["x"][0]
        assert low >= 0 <= left <= right <= theme.width
        for w in labels:
            if w.left < right and left < w.right and w.bottom < high and low < w.top:
                assert left <= w.left <= w.right <= right
                assert low <= w.bottom <= w.top <= high


def test_a_block_is_as_long_as_its_note_and_the_highest_comes_first() -> None:
    blocks = bars(won([[10_000, 90_000, 60_000], [100_000]]))
    lengths = [bar["x"][0] + SEAM for bar in blocks]
    full = lengths[3]
    assert lengths == pytest.approx([0.9 * full, 0.6 * full, 0.1 * full, full])
    assert [bar["base"] for bar in blocks[:3]] == sorted(bar["base"] for bar in blocks[:3])
    assert {bar["marker"]["color"][0] for bar in blocks[:3]} == {MARKS[0].colour}
    assert blocks[3]["y"] < blocks[0]["y"]


def test_blocks_name_their_note_where_it_fits_and_teams_their_sum() -> None:
    shown = [w.text for w in words(won([[10_000, 90_000], []]), PAGE)]
    assert shown == ["Ants", "$100,000", "90k", "Bees", "$0"]
    assert "9萬" in [w.text for w in words(won([[90_000], []], ZH), PAGE)]


def test_notes_are_written_short_and_other_amounts_in_full() -> None:
    assert [short_note(n, EN) for n in (10_000, 100_000, 12_500)] == ["10k", "100k", "$12,500"]
    assert [short_note(n, ZH) for n in (10_000, 100_000, 12_000)] == ["1萬", "10萬", "$12,000"]


@pytest.mark.parametrize(
    ("notes", "key", "params"),
    [
        ([[], []], "chart.notes.none", {}),
        ([[60_000, 60_000], [100_000]], "chart.notes.most", {"name": "Ants", "money": "$120,000", "n": 2}),
        ([[60_000, 40_000], [100_000]], "chart.notes.level", {"names": "Ants and Bees", "money": "$100,000"}),
    ],
)
def test_the_title_of_the_notes_is_the_finding(
    notes: list[list[int]], key: str, params: dict[str, Any]
) -> None:
    assert won(notes).title == EN(key, **params)


def test_the_text_equivalent_lists_every_note() -> None:
    alt = won([[10_000, 90_000], []]).alt
    assert "Ants won $90,000 and $10,000: $100,000 in all." in alt
    assert "Bees has no notes yet." in alt


def test_nobody_at_the_table_breaks_nothing() -> None:
    assert won([]).title == EN("chart.notes.none")


# --- which casino paid whom
@st.composite
def payments(draw: st.DrawFn) -> list[list[int]]:
    teams = draw(st.integers(2, 5))
    row = st.lists(st.integers(0, draw(st.sampled_from([0, 1, 4, 12]))), min_size=teams, max_size=teams)
    return draw(st.lists(row, min_size=6, max_size=6))


@CALM
@given(payments(), in_every_language, on_every_page)
def test_the_table_of_payments_can_be_read(paid: list[list[int]], text: Text, theme: Theme) -> None:
    picture = grid(paid, text, theme)
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert all(w.size >= 20 for w in labels)
    assert readable_on_its_ground(picture, theme)


@CALM
@given(payments())
def test_every_payment_has_its_cell_and_every_cell_its_number(paid: list[list[int]]) -> None:
    picture = grid(paid)
    cells = bars(picture)
    heads = next(t for t in content(picture)["data"] if t["type"] == "scatter")
    assert heads["marker"]["symbol"] == [SYMBOLS[mark.shape] for mark in MARKS[: len(paid[0])]]
    assert len(cells) == sum(times > 0 for row in paid for times in row)
    numbers = [w for w in words(picture, PAGE) if w.text == "–" or w.text.isdecimal()]
    table = sorted(numbers, key=lambda w: (-round(w.top), w.left))
    assert [0 if w.text == "–" else int(w.text) for w in table] == [times for row in paid for times in row]
    for k, word in enumerate(table):
        assert (word.left + word.right) / 2 == pytest.approx(heads["x"][k % len(paid[0])])


def test_the_colour_is_fuller_the_more_often_a_casino_paid() -> None:
    for theme in PAGES:
        cells = bars(grid([[1, 2], [0, 4], *[[0, 0]] * 4], theme=theme))
        fills = [bar["marker"]["color"][0] for bar in cells]
        bees = [contrast(fill, theme.panel) for fill in fills[1:]]
        assert bees[0] < bees[1]
        assert fills[2] == MARKS[1].colour


@pytest.mark.parametrize(
    ("paid", "key", "params"),
    [
        ([[0, 0]] * 6, "chart.paid.none", {}),
        (
            [[1, 0], [0, 3], *[[1, 1]] * 4],
            "chart.paid.most",
            {"casino": "Caesar’s Palace", "name": "Bees", "n": 3},
        ),
        (
            [[0, 0], [0, 1], *[[0, 0]] * 4],
            "chart.paid.most",
            {"casino": "Caesar’s Palace", "name": "Bees", "n": 1},
        ),
        ([[2, 0], [0, 2], *[[1, 1]] * 4], "chart.paid.level", {"n": 2}),
    ],
)
def test_the_title_of_the_payments_is_the_finding(
    paid: list[list[int]], key: str, params: dict[str, Any]
) -> None:
    assert grid(paid).title == EN(key, **params)


def test_the_text_equivalent_says_every_payment() -> None:
    alt = grid([[1, 2], *[[0, 0]] * 4, [0, 3]]).alt
    assert "Golden Nugget paid Ants once and Bees 2 times." in alt
    assert "Circus Circus paid Bees 3 times." in alt
    assert "Mirage paid nobody." in alt


def test_names_and_sums_are_no_markup() -> None:
    raw = content(won([[90_000], [20_000]]))["layout"]["annotations"]
    assert not any("$" in note["text"] for note in raw)


# --- the race of the money
@CALM
@given(
    st.lists(
        st.lists(st.integers(0, 100).map(lambda n: 10_000 * n), min_size=5, max_size=5),
        min_size=1,
        max_size=5,
    ),
    in_every_language,
    on_every_page,
)
def test_the_race_has_room_for_a_million_dollars(totals: list[list[int]], text: Text, theme: Theme) -> None:
    picture = money_race(totals, text, theme)
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert {text.money(dollars) for dollars in totals[-1]} <= {w.text for w in labels}
    names = [w.text for w in labels if w.size == 20 and not w.text.isdecimal()]
    assert len(names) == 5
    assert all(len(name) >= 3 for name in names)


def money_race(totals: list[list[int]], text: Text, theme: Theme) -> Picture:
    return race(
        totals=totals,
        names=NAMES,
        marks=MARKS[:5],
        money=text.money,
        text=text,
        theme=theme,
        rounds=4,
        notes=True,
    )


def test_the_race_of_the_money_speaks_of_money_and_keeps_its_rounds_where_they_are() -> None:
    early, late = (
        money_race([[0] * 5] + [[k * 10_000] * 4 + [top]] * 4, EN, PAGE)
        for k, top in ((1, 20_000), (3, 990_000))
    )
    assert early.title == EN("chart.race.finish_money", name="Deer", money="$20,000")
    assert "chips" not in early.title + early.note + early.alt
    rounds = [[(w.text, w.left) for w in words(p, PAGE) if w.text in set("1234")] for p in (early, late)]
    assert rounds[0] == rounds[1]
    assert [word for word, _ in rounds[0]] == list("1234")
