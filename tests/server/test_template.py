"""The page's template: found where nobody installed it, and dark from its first moment for whoever likes it dark."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page
from voila.paths import collect_template_paths

from tests.browser import listen
from tests.served import Server
from tests.server.notebooks import BUTTON, notebook
from tests.server.ways import served
from wwlv.server import page as template

PAPER, NIGHT = "rgb(246, 241, 228)", "rgb(18, 24, 21)"


def test_voila_finds_the_template_in_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    template.offer()
    template.offer()
    assert os.environ["JUPYTER_PATH"] == os.pathsep.join([str(template.DATA), str(tmp_path)])
    assert collect_template_paths(["voila"], "wwlv", prune=True)[0] == str(template.TEMPLATE)
    assert template.is_installed()


def test_a_template_that_is_not_there_is_missed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(template, "jupyter_path", lambda *parts: [str(tmp_path.joinpath(*parts))])
    assert not template.is_installed()


@pytest.mark.parametrize(
    ("query", "kept", "colour"),
    [("", "", PAPER), ("&theme=dark", "", NIGHT), ("", "dark", NIGHT), ("&theme=light", "dark", PAPER)],
)
def test_the_first_paint_is_as_dark_as_the_page_will_be(
    query: str,
    kept: str,
    colour: str,
    serve: Callable[..., Server],
    page: Callable[..., Page],
    tmp_path: Path,
) -> None:
    gate = tmp_path / "gate"
    wait = f"import os, time\nfor _ in range(600):\n    if os.path.exists({str(gate)!r}): break\n    time.sleep(.1)"
    _, address = served(serve, "wwlv", notebook(tmp_path, wait, BUTTON))
    tab = page()
    tab.add_init_script(f"localStorage.setItem('wwlv.theme', {kept!r})")
    tab.goto(address + query, wait_until="commit")
    tab.get_by_text("Shuffling the cards").wait_for()
    colours = (
        "[document.getElementById('loading'), document.body].map(e => getComputedStyle(e).backgroundColor)"
    )
    assert tab.evaluate(colours) == [colour, colour]
    gate.touch()
    tab.get_by_role("button", name="press").wait_for()
    tab.locator("#loading").wait_for(state="detached")


@pytest.mark.parametrize("way", ["wwlv", "hub"])
def test_a_page_leaves_the_key_and_what_it_has_no_use_for_behind(
    way: str, serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    tab = page()
    heard = listen(tab)
    _, address = served(serve, way, notebook(tmp_path, BUTTON))
    tab.goto(f"{address}&lang=en")
    tab.get_by_role("button", name="press").wait_for()
    assert tab.url == address.split("?", 1)[0] + "?lang=en"
    assert any("anywidget" in url for url in heard.requests)
    assert not [url for url in heard.requests if "jupyterlab-plotly" in url]
