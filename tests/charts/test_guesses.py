"""The dot plot of the class."""

import json
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.charts.figures import collisions, content, outside, words
from wwlv.charts.drawing import SYMBOLS
from wwlv.charts.guesses import guess_dots
from wwlv.charts.picture import Picture
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.look import MARKS, Mark
from wwlv.text import Text, catalog

EN, ZH = catalog("en"), catalog("zh-Hant")
SMALL_PAGE = DARK.sized(0.7)
BONES = [Decimal(v) for v in (150, 180, 200, 208, 212, 240, 320)]
VALUES = st.decimals(Decimal("-1e100"), Decimal("1e100"), allow_nan=False) | st.integers(0, 4000).map(Decimal)


def dots(
    guesses: Sequence[Decimal],
    answer: Decimal | None = None,
    marks: Sequence[Mark] | None = None,
    *,
    year: bool = False,
    text: Text = EN,
    theme: Theme = LIGHT,
) -> Picture:
    return guess_dots(
        guesses=guesses, marks=marks, answer=answer, unit="bones", year=year, text=text, theme=theme
    )


@settings(max_examples=60)
@given(
    st.lists(VALUES, min_size=1, max_size=120),
    st.none() | VALUES,
    st.booleans(),
    st.sampled_from([EN, ZH]),
    st.sampled_from([LIGHT, SMALL_PAGE]),
)
def test_any_guesses_can_be_drawn(
    guesses: list[Decimal], answer: Decimal | None, year: bool, text: Text, theme: Theme
) -> None:
    picture = dots(guesses, answer, year=year, text=text, theme=theme)
    [trace] = content(picture)["data"]
    assert len(trace["x"]) == len(guesses)
    reach = trace["marker"]["size"] / theme.scale
    places = list(zip(trace["x"], trace["y"], strict=True))
    assert all(0 <= x <= theme.width and 0 <= y <= theme.height for x, y in places)
    assert all((ax - bx) ** 2 + (ay - by) ** 2 >= reach**2 for (ax, ay), (bx, by) in combinations(places, 2))
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert picture.title
    assert picture.alt


@given(st.integers(100, 420), st.integers(100, 420))
def test_the_words_of_median_and_answer_never_collide(middle: int, answer: int) -> None:
    picture = dots([Decimal(100), Decimal(middle), Decimal(420)], Decimal(answer))
    assert collisions(words(picture, LIGHT)) == []


def test_an_answer_that_is_not_given_is_nowhere() -> None:
    before, after = dots(BONES), dots(BONES, Decimal(206))
    for said in (json.dumps(content(before)), before.title, before.note, before.alt):
        assert "206" not in said
        assert "answer" not in said
    assert "answer 206" in json.dumps(content(after))
    assert "206" in after.alt
    assert len(content(after)["layout"]["shapes"]) == len(content(before)["layout"]["shapes"]) + 1


def test_each_team_has_its_shape_and_colour() -> None:
    [trace] = content(dots(BONES, marks=MARKS))["data"]
    assert trace["marker"]["symbol"] == [SYMBOLS[mark.shape] for mark in MARKS]
    assert trace["marker"]["color"] == [mark.colour for mark in MARKS]
    assert len(set(trace["marker"]["symbol"])) == 7


def test_a_crowd_is_drawn_in_one_colour() -> None:
    [trace] = content(dots(BONES * 3, marks=MARKS * 3))["data"]
    assert set(trace["marker"]["color"]) == {LIGHT.dot}


def test_dots_right_of_the_answer_are_the_guesses_that_are_too_high() -> None:
    guesses = [Decimal(v) for v in range(100, 400, 7)]
    answer = guesses[17]
    picture = dots(guesses, answer)
    [trace] = content(picture)["data"]
    line = next(s for s in content(picture)["layout"]["shapes"] if s["line"]["color"] == LIGHT.ink)
    assert sum(x > line["x0"] for x in trace["x"]) == sum(g > answer for g in guesses) == 25
    assert picture.title == EN("chart.guesses.title_high", high=25, n=43)


@pytest.mark.parametrize(
    ("answer", "key"), [("149", "chart.guesses.title_all_high"), ("320", "chart.guesses.title_none_high")]
)
def test_the_title_says_what_came_out(answer: str, key: str) -> None:
    assert dots(BONES, Decimal(answer)).title == EN(key)


@pytest.mark.parametrize("text", [EN, ZH], ids=["en", "zh"])
def test_the_note_tells_how_many_and_which_axis(text: Text) -> None:
    assert text("chart.guesses.count", n=7) in dots(BONES, text=text).note
    assert text("chart.axis.linear") in dots(BONES, text=text).note
    wide = [Decimal(10) ** k for k in range(6)]
    assert text("chart.axis.log") in dots(wide, text=text).note
    assert text("chart.guesses.count_one") in dots(BONES[:1], text=text).note
    assert text("chart.guesses.far") in dots([*BONES, Decimal(10) ** 12], text=text).note


def test_the_median_of_an_even_number_lies_between() -> None:
    assert dots([Decimal(200), Decimal(209)]).title == EN("chart.guesses.title", value="204.5")


def test_years_are_written_without_grouping() -> None:
    picture = dots([Decimal(1950), Decimal(1969), Decimal(1989)], Decimal(1969), year=True)
    said = " ".join(w.text for w in words(picture, LIGHT)) + picture.title + picture.alt
    assert "1969" in said
    assert "1,9" not in said


def test_one_absurd_guess_does_not_squeeze_the_others() -> None:
    [trace] = content(dots([*BONES[:6], Decimal("99999999999")], Decimal(206)))["data"]
    assert max(trace["x"][:6]) - min(trace["x"][:6]) > LIGHT.width / 2
    assert trace["x"][6] > max(trace["x"][:6])


def test_no_guesses_is_said() -> None:
    assert dots([]).title == EN("chart.guesses.none")
    assert content(dots([]))["data"] == []


def test_sizes_follow_the_page() -> None:
    big, small = (content(dots(BONES, theme=LIGHT.sized(scale))) for scale in (1.0, 0.7))
    assert small["data"][0]["marker"]["size"] == pytest.approx(0.7 * big["data"][0]["marker"]["size"])
    for a, b in zip(small["layout"]["annotations"], big["layout"]["annotations"], strict=True):
        assert a["font"]["size"] == pytest.approx(0.7 * b["font"]["size"])
        assert b["font"]["size"] >= 20


def of_the_class(
    crowd: Sequence[Decimal],
    guesses: Sequence[Decimal] = BONES,
    answer: Decimal | None = None,
    *,
    unit: str = "bones",
    text: Text = EN,
    theme: Theme = LIGHT,
) -> Picture:
    return guess_dots(
        guesses=guesses,
        marks=MARKS[: len(guesses)],
        names=[mark.name for mark in MARKS[: len(guesses)]],
        crowd=crowd,
        answer=answer,
        unit=unit,
        year=False,
        text=text,
        theme=theme,
    )


@settings(max_examples=60)
@given(
    st.lists(VALUES, min_size=1, max_size=300),
    st.lists(VALUES, max_size=7),
    st.none() | VALUES,
    st.sampled_from([EN, ZH]),
    st.sampled_from([LIGHT, SMALL_PAGE, LIGHT.sized(1.0, 500, 288)]),
)
def test_any_class_can_be_drawn(
    crowd: list[Decimal], guesses: list[Decimal], answer: Decimal | None, text: Text, theme: Theme
) -> None:
    picture = of_the_class(crowd, guesses, answer, text=text, theme=theme)
    people, *teams = content(picture)["data"]
    assert len(people["x"]) == len(crowd)
    assert [len(trace["x"]) for trace in teams] == ([len(guesses)] if guesses else [])
    reach = people["marker"]["size"] / theme.scale
    places = list(zip(people["x"], people["y"], strict=True))
    assert all((ax - bx) ** 2 + (ay - by) ** 2 >= reach**2 for (ax, ay), (bx, by) in combinations(places, 2))
    for trace in teams:
        marks = list(zip(trace["x"], trace["y"], strict=True))
        assert all(0 <= x <= theme.width and 0 <= y <= theme.height for x, y in marks + places)
        apart = (trace["marker"]["size"] / theme.scale + reach) / 2
        assert max(y for _, y in marks) + apart <= min(y for _, y in places)
    labels = words(picture, theme)
    assert collisions(labels) == []
    assert outside(labels, theme) == []
    assert picture.title
    assert picture.alt


def test_the_finding_speaks_of_the_class_and_not_of_the_teams() -> None:
    crowd = [Decimal(v) for v in (100, 110, 120, 300, 310)]
    before, after = of_the_class(crowd), of_the_class(crowd, answer=Decimal(206))
    assert before.title == EN("chart.guesses.crowd_title", value="120")
    assert after.title == EN("chart.guesses.crowd_high", high=2, n=5)
    assert of_the_class(crowd, answer=Decimal(99)).title == EN("chart.guesses.crowd_all_high")
    assert of_the_class(crowd, answer=Decimal(310)).title == EN("chart.guesses.crowd_none_high")
    assert "206" not in json.dumps(content(before)) + before.alt
    assert "5 people" in before.note


def test_the_teams_keep_their_shapes_exactly_at_their_guesses() -> None:
    answer = Decimal(210)
    picture = of_the_class([Decimal(v) for v in range(150, 321, 2)], answer=answer)
    people, teams = content(picture)["data"]
    assert teams["marker"]["symbol"] == [SYMBOLS[mark.shape] for mark in MARKS]
    assert set(people["marker"]["color"]) == {LIGHT.ink_2}
    assert people["marker"]["size"] < teams["marker"]["size"]
    line = next(s for s in content(picture)["layout"]["shapes"] if s["line"]["color"] == LIGHT.ink)
    assert [x > line["x0"] for x in teams["x"]] == [g > answer for g in BONES]


@pytest.mark.parametrize("text", [EN, ZH], ids=["en", "zh"])
def test_who_cannot_see_the_class_is_told_of_it(text: Text) -> None:
    said = of_the_class([Decimal(7), Decimal(9)], BONES[:2], Decimal(8), text=text).alt
    assert "red 150" in said
    assert text("chart.guesses.crowd_alt_answer", answer="8", below=1, equal=0, above=1) in said
    assert (
        text("chart.guesses.crowd_alt_no_unit", n=1, low="7", middle="7", high="7")
        in of_the_class([Decimal(7)], (), unit="", text=text).alt
    )
