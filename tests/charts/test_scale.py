"""Axes."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wwlv.charts.amounts import exact, short
from wwlv.charts.drawing import span
from wwlv.charts.scale import ROOM, Scale, axis_of, far_off, ticks
from wwlv.charts.theme import SMALL
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
D = Decimal
EXTREMES = st.decimals(D("-1e100"), D("1e100"), allow_nan=False) | st.sampled_from(
    [D("1e-60"), D("1e100"), D("-1e100"), D(0), D("-0.0"), D("0E+5")]
)


@pytest.mark.parametrize(
    ("values", "axis"),
    [
        (["1", "50"], "linear"),
        (["1", "50.01"], "log"),
        (["0", "1000000"], "linear"),
        (["-3", "1000000"], "linear"),
        (["7"], "linear"),
        (["1e-60", "1e100"], "log"),
    ],
)
def test_a_wide_positive_spread_has_a_log_axis(values: list[str], axis: str) -> None:
    assert axis_of([D(v) for v in values]) == axis


def test_years_always_have_equal_steps() -> None:
    assert axis_of([D(30), D(2020)], year=True) == "linear"


def test_one_absurd_guess_is_set_aside() -> None:
    bones = [D(v) for v in (150, 180, 200, 208, 212, 240)]
    assert far_off([*bones, D("99999999999")]) == (set(), {6})
    assert far_off([D("0.001"), *bones]) == ({0}, set())
    assert far_off([*bones, D(1200)]) == (set(), set())


def test_two_camps_are_no_outliers() -> None:
    assert far_off([D(v) for v in (3, 4, 5, 4000000, 5000000)]) == (set(), set())


@given(st.lists(EXTREMES, min_size=1, max_size=40))
def test_any_values_keep_their_order_on_paper(values: list[Decimal]) -> None:
    scale = Scale(axis_of(values), min(values), max(values), 26, 454)
    places = [scale.at(v) for v in sorted(values)]
    assert all(26 <= p <= 454 for p in places)
    assert places == sorted(places)


@given(st.lists(EXTREMES, min_size=1, max_size=40), st.sampled_from([EN, ZH]), st.booleans())
def test_ticks_fit_side_by_side_inside_the_panel(values: list[Decimal], text: Text, year: bool) -> None:
    scale = Scale(axis_of(values, year=year), min(values), max(values), 26, 454)
    marks = ticks(scale, text, year=year)
    assert 1 <= len(marks) <= 6
    for mark in marks:
        assert 26 <= mark.place <= 454
        if span(mark.words, SMALL) < 480:
            assert mark.centre - span(mark.words, SMALL) / 2 >= 26 - ROOM - 1e-6
            assert mark.centre + span(mark.words, SMALL) / 2 <= 454 + ROOM + 1e-6
    for a, b in pairwise(marks):
        assert a.centre + span(a.words, SMALL) / 2 < b.centre - span(b.words, SMALL) / 2


def test_ticks_are_round_numbers() -> None:
    assert [t.words for t in ticks(Scale("linear", D(150), D(320), 26, 454), EN)] == [
        "150",
        "200",
        "250",
        "300",
    ]
    assert [t.words for t in ticks(Scale("linear", D(1950), D(1989), 26, 454), EN, year=True)] == [
        "1950",
        "1960",
        "1970",
        "1980",
    ]
    assert [t.words for t in ticks(Scale("log", D(20), D(4000000), 26, 454), EN)] == ["100", "10,000", "1M"]
    assert [t.words for t in ticks(Scale("log", D("1e-60"), D("1e100"), 26, 454), EN)] == [
        "10⁻⁵⁰",
        "1",
        "10⁵⁰",
        "10¹⁰⁰",
    ]


@pytest.mark.parametrize(
    ("value", "en", "zh"),
    [
        ("206", "206", "206"),
        ("29029", "29,029", "29,029"),
        ("2500000", "2.5M", "250萬"),
        ("384000000000", "384B", "3,840億"),
        ("3e18", "3×10¹⁸", "3×10¹⁸"),
        ("1e-60", "10⁻⁶⁰", "10⁻⁶⁰"),
        ("-2000000", "−2M", "−200萬"),
        ("0.5", "0.5", "0.5"),
        ("200.0", "200", "200"),
        ("0E+5", "0", "0"),
    ],
)
def test_axis_numbers_are_short(value: str, en: str, zh: str) -> None:
    assert short(D(value), EN) == en
    assert short(D(value), ZH) == zh


def test_labels_are_exact_where_that_is_short() -> None:
    assert exact(D("299792458"), EN) == "299,792,458"
    assert exact(D("3.14159265"), EN) == "3.14159265"
    assert exact(D("1990"), EN, year=True) == "1990"
    assert exact(D("12345678901234567890"), EN) == "1.23×10¹⁹"


@given(EXTREMES)
def test_every_number_has_short_words(value: Decimal) -> None:
    for words in (short(value, EN), exact(value, EN), short(value, ZH, year=True)):
        assert 0 < len(words) <= 16
