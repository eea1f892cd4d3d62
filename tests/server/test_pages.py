"""The page in all three ways to serve it: nothing comes from outside, and it lives through what happens in class."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import listen
from tests.served import Server
from tests.server.notebooks import BUTTON, notebook
from tests.server.ways import KEY, WAYS, served
from tests.server.web import ask


@pytest.mark.parametrize("way", WAYS)
def test_a_page_needs_nothing_from_outside(
    way: str, serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    latex = "import ipywidgets as w; from IPython.display import Math; display(Math(r'\\frac{1}{2}'), w.HTML('$x$'))"
    server, address = served(serve, way, notebook(tmp_path, latex, BUTTON))
    tab = page()
    heard = listen(tab)
    tab.goto(address)
    tab.get_by_role("button", name="press").click()
    tab.get_by_role("button", name="pressed in").wait_for()
    tab.locator("mjx-container").first.wait_for()
    assert tab.title() == "Small"
    tab.locator("#loading").wait_for(state="detached")
    tab.wait_for_load_state("networkidle")
    assert len(heard.requests) > 5
    assert heard.outside == []
    assert [e for e in heard.errors if "ERR_" in e or "Failed to load" in e] == []
    assert KEY not in server.log


@pytest.mark.parametrize("way", ["wwlv", "voila", "jupyter"])
def test_a_dashboard_may_fill_the_window(
    way: str, serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    full = "import ipywidgets as w; w.HTML('<div id=full style=\"width:100vw;height:100vh\"></div>')"
    _, address = served(serve, way, notebook(tmp_path, full))
    tab = page(viewport={"width": 1024, "height": 768})
    tab.goto(address)
    tab.locator("#full").wait_for(state="attached")
    tab.locator("#loading").wait_for(state="detached")
    box = tab.locator("#full").bounding_box()
    assert box is not None
    assert (box["x"], box["y"]) == (0, 0)
    size = tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert size == [1024, 1024]


@pytest.mark.parametrize("way", ["wwlv", "voila", "jupyter"])
def test_a_notebook_that_fails_says_so_in_words(
    way: str, serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    server, address = served(serve, way, notebook(tmp_path, "raise RuntimeError('the database is locked')"))
    tab = page()
    tab.goto(address)
    alert = tab.get_by_role("alert")
    alert.wait_for()
    assert "The dashboard could not start" in alert.inner_text()
    assert "遊戲畫面打不開" in alert.inner_text()
    tab.locator("#loading").wait_for(state="detached")
    assert "the database is locked" in server.log


def test_the_page_is_drawn_while_the_notebook_still_runs(
    serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    wait = f"import os, time\nfor _ in range(600):\n    if os.path.exists({str(gate)!r}): break\n    time.sleep(.1)"
    _, address = served(serve, "wwlv", notebook(tmp_path, wait, BUTTON))
    tab = page()
    tab.goto(address, wait_until="commit")
    tab.get_by_text("Shuffling the cards").wait_for()
    tab.get_by_text("正在洗牌").wait_for()
    assert tab.get_by_role("button").count() == 0
    colour = "getComputedStyle(document.getElementById('loading')).backgroundColor"
    assert tab.evaluate(colour) == "rgb(246, 241, 228)"
    gate.touch()
    tab.get_by_role("button", name="press").wait_for()
    tab.locator("#loading").wait_for(state="detached")


def _kernels(server: Server) -> list[int]:
    """Process ids of the kernels of a server, by its children (Linux)."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    return [int(pid) for pid in children.split() if b"ipykernel" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def _gone(server: Server, kernels: list[int]) -> bool:
    """Whether these have ended; until a process has, nobody can see that it will."""
    return not {*kernels} & {*_kernels(server)}


def _soon(fact: Callable[[], bool], what: str) -> None:
    """Wait for a fact about another process."""
    for _ in range(300):
        if fact():
            return
        time.sleep(0.1)
    raise AssertionError(what)


@pytest.mark.skipif(sys.platform != "linux", reason="finds the kernels in /proc")
@pytest.mark.parametrize("way", WAYS)
def test_leaving_a_page_ends_its_kernel(
    way: str, serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    server, address = served(serve, way, notebook(tmp_path, BUTTON))
    tab = page()
    tab.goto(address)
    tab.get_by_role("button", name="press").click()
    kernel = int(tab.get_by_role("button", name="pressed in").inner_text().rsplit(" ", 1)[1])
    assert kernel in _kernels(server)
    tab.goto("about:blank")
    _soon(lambda: kernel not in _kernels(server), "the kernel lives on")


@pytest.mark.skipif(sys.platform != "linux", reason="finds the kernels in /proc")
def test_a_kernel_is_culled_when_its_page_has_gone_without_a_word_and_only_then(
    serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    words = ("--no-browser", "--port={port}", f"--token={KEY}", f"--notebook={notebook(tmp_path, BUTTON)}")
    cull = ("--MappingKernelManager.cull_idle_timeout=2", "--MappingKernelManager.cull_interval=1")
    server = serve("wwlv", *words, *cull)
    kernels = []
    tabs = [page(), page()]
    for tab in tabs:
        tab.goto(f"{server.url}?token={KEY}")
        tab.get_by_role("button", name="press").click()
        said = tab.get_by_role("button", name="pressed in").inner_text()
        kernels.append(int(said.rsplit(" ", 1)[1]))
    stays, goes = kernels
    tabs[1].evaluate("navigator.sendBeacon = () => true")  # a crash says nothing
    tabs[1].goto("about:blank")
    _soon(lambda: goes not in _kernels(server), "the kernel without a page lives on")
    assert stays in _kernels(server)
    tabs[0].get_by_role("button", name="pressed in").click()
    assert len(_kernels(server)) == 2  # the one of the open page, and the one that waits for the next


@pytest.mark.skipif(sys.platform != "linux", reason="finds the kernels in /proc")
def test_killed_kernels_leave_the_server_alive_and_a_reload_works(
    serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    server, address = served(serve, "wwlv", notebook(tmp_path, BUTTON))
    tab = page()
    tab.goto(address)
    tab.get_by_role("button", name="press").click()
    tab.get_by_role("button", name="pressed in").wait_for()
    for _ in range(2):
        before = _kernels(server)
        for pid in before:  # the one of the page, and the one that waits for the next page
            os.kill(pid, signal.SIGKILL)
        _soon(partial(_gone, server, before), "a kernel outlives its end")
        tab.reload()
        tab.get_by_role("button", name="press").click()
        said = tab.get_by_role("button", name="pressed in").inner_text()
        assert int(said.rsplit(" ", 1)[1]) not in before
    assert json.loads(ask(server.url + "wwlv/health").body)


@pytest.mark.skipif(sys.platform != "linux", reason="finds the kernels in /proc")
def test_kernels_end_with_the_server(
    serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        server, address = served(serve, "wwlv", notebook(tmp_path, BUTTON))
        tab = page()
        tab.goto(address)
        tab.get_by_role("button", name="press").wait_for()
        pids = _kernels(server)
        assert pids
        assert server.end(number) == 0
        assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
        assert server.log == ""


@pytest.mark.skipif(sys.platform != "linux", reason="finds the kernels in /proc")
def test_a_server_told_to_stop_while_a_kernel_is_starting_ends_in_peace(
    serve: Callable[..., Server], page: Callable[..., Page], tmp_path: Path
) -> None:
    server, address = served(serve, "wwlv", notebook(tmp_path, BUTTON))
    page().goto(address, wait_until="commit")  # takes the kernel that waited; the next one starts
    _soon(lambda: len(_kernels(server)) == 2, "no kernel starts for the next page")
    pids = _kernels(server)
    assert server.end(signal.SIGTERM) == 0
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
    assert server.log == ""
