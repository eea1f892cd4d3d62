"""The chart in a browser: one plotly a page, wherever it comes from, and words where none comes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import listen
from tests.served import Server
from tests.server.notebooks import notebook
from tests.server.ways import WAYS, served

CHARTS = """
import ipywidgets as w
import plotly.graph_objects as go
from wwlv.ui.chart import Chart

def bars(*heights, **layout):
    return go.Figure(go.Bar(x=list("abcdefg")[:len(heights)], y=heights), go.Layout(**layout))

size = w.Layout(width="600px", height="300px")
charts = [Chart(layout=size, failed="It could not be drawn"), Chart(layout=size)]
charts[0].show(bars(1, 2, 3), "Three bars")
charts[1].show(bars(5, 4, 3, 2), "Four bars")

def button(name, act):
    made = w.Button(description=name)
    made.on_click(lambda _: act())
    return made
"""
SHOW = "w.VBox([*charts, *buttons])"
DRAWN = "[data-drawn=true]"


def _bars(page: Page) -> list[int]:
    """How many bars each chart has."""
    counts: list[int] = page.evaluate(
        "[...document.querySelectorAll('.wwlv-chart-view')].map(c => c.querySelectorAll('.bars .point path').length)"
    )
    return counts


def _opened(
    serve: Callable[..., Server], tab: Page, folder: Path, *cells: str, way: str = "wwlv", drawn: int = 2
) -> None:
    _, address = served(serve, way, notebook(folder, CHARTS, *cells))
    tab.goto(address)
    tab.wait_for_function(f"document.querySelectorAll('{DRAWN}').length === {drawn}")


@pytest.mark.parametrize("way", WAYS)
def test_two_charts_are_drawn_with_one_plotly(
    way: str, serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    tab = page()
    heard = listen(tab)
    _opened(serve, tab, tmp_path, "buttons = []", SHOW, way=way)
    assert _bars(tab) == [3, 4]
    assert tab.locator(".js-plotly-plot svg.main-svg").count() >= 2
    assert tab.locator(".modebar").count() == 0
    for words in ("Three bars", "Four bars"):
        assert tab.get_by_role("img", name=words, exact=True).count() == 1
    ours = [url for url in heard.requests if "/wwlv/static/plotly.min.js?v=" in url]
    assert len(ours) == 1
    from_kernel = "[...document.scripts].filter(script => script.src.startsWith('blob:')).length"
    assert tab.evaluate(from_kernel) == (1 if way == "voila" else 0)
    assert heard.outside == []


def test_where_the_server_has_no_plotly_the_kernel_sends_it(
    serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    tab = page()
    tab.route("**/wwlv/static/**", lambda route: route.abort())
    _opened(serve, tab, tmp_path, "buttons = []", SHOW)
    assert _bars(tab) == [3, 4]


def test_a_chart_that_cannot_be_drawn_says_so_and_a_press_tries_again(
    serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    spoiled = """
import wwlv.ui.chart
real, sent = wwlv.ui.chart.plotly_js, []
wwlv.ui.chart.plotly_js = lambda: real() if len(sent) else (sent.append(1), b"'no plotly in here'")[1]
charts, buttons = charts[:1], []
"""
    tab = page()
    tab.route("**/wwlv/static/**", lambda route: route.abort())
    _, address = served(serve, "wwlv", notebook(tmp_path, CHARTS, spoiled, SHOW))
    tab.goto(address)
    again = tab.get_by_role("button", name="It could not be drawn")
    again.wait_for()
    assert tab.locator("[data-drawn=failed]").count() == 1
    again.focus()
    tab.keyboard.press("Enter")
    tab.locator(DRAWN).wait_for()
    assert _bars(tab) == [3]
    assert not again.is_visible()


def test_a_chart_follows_its_figure_its_words_and_its_place(
    serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    acts = """
buttons = [
    button("more", lambda: charts[0].show(bars(1, 2, 3, 4, 5), "Five bars")),
    button("none", lambda: charts[0].show(None)),
]
"""
    tab = page()
    _opened(serve, tab, tmp_path, acts, SHOW)
    box = tab.locator(".wwlv-chart-box").first
    tab.get_by_role("button", name="more").click()
    tab.locator("[aria-label='Five bars']").wait_for()
    tab.wait_for_function("document.querySelectorAll('.bars .point path').length === 9")
    assert box.locator("svg.main-svg").first.get_attribute("width") == "600"
    tab.evaluate("document.querySelector('.wwlv-chart-view').style.width = '900px'")
    tab.wait_for_function("document.querySelector('svg.main-svg').getAttribute('width') === '900'")
    tab.get_by_role("button", name="none").click()
    tab.locator("[data-drawn=empty]").wait_for()
    assert _bars(tab) == [0, 4]
    assert not box.is_visible()
    tab.get_by_role("button", name="more").click()
    tab.wait_for_function("document.querySelectorAll('.bars .point path').length === 9")


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_nothing_moves_for_whoever_asks_for_calm(
    motion: str, moves: bool, serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    tab = page(reduced_motion=motion)
    _opened(serve, tab, tmp_path, "charts[0].show(bars(1, transition={'duration': 700})); buttons = []", SHOW)
    assert tab.evaluate("document.querySelector('.wwlv-chart-box').layout.transition !== undefined") is moves
