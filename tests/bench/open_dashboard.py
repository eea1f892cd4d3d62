"""How long a teacher waits: an empty Voilà notebook and the dashboard, opened in turn on one machine in one run.

    python -m tests.bench.open_dashboard --times 7

Both are served by the `wwlv` command with a kernel warmed up, in a real Chromium, and each page is opened when the next
kernel has been warmed. Prints seconds from the request to

- `empty`: the output of the empty notebook is on the page,
- `ready`: the lobby has answered a click,
- `charts`: a running game is on the table and both charts are drawn,
- `refresh`: the same after the browser's refresh button,

their medians, and the ratios to `empty` pair by pair. Targets: ready <= 1.6, charts and refresh <= 3.
"""

import argparse
import json
import re
import statistics
import tempfile
import time
from decimal import Decimal
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import FLAGS, chromium
from tests.served import Server, free_port, started
from wwlv.decks import shipped_decks
from wwlv.room.log import Team
from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.rules.wits.model import Setup
from wwlv.rules.wits.moves import CloseGuesses, OpenBetting, SubmitGuess
from wwlv.rules.wits.presets import rules_of

WARM_S = 8.0  # the next kernel starts and runs the notebook; measured: 3 to 5 s on 2 cores
TARGETS = {"ready": 1.6, "charts": 3.0, "refresh": 3.0}


def empty_notebook(folder: Path) -> Path:
    """One cell that shows one widget, the least a page can hold."""
    code = "import ipywidgets\nipywidgets.HTML('<b id=\"here\">here</b>')"
    cell = {
        "cell_type": "code",
        "id": "a",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": code,
    }
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path = folder / "empty.ipynb"
    path.write_text(json.dumps({"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}))
    return path


def running_game(server: Server) -> str:
    """A room in the middle of its betting; its code."""
    box = tuple(card for deck in shipped_decks() for card in deck.cards)
    store = Store(f"sqlite:///{(server.home / 'wwlv.db').as_posix()}")
    colours = ("red", "yellow", "blue", "green", "orange")
    teams = [
        Team(name, c) for name, c in zip(("Ants", "Bees", "Crabs", "Deer", "Foxes"), colours, strict=True)
    ]
    room = Room.open(store, game="wits", setup=Setup(rules_of("original"), 5), teams=teams, box=box)
    room.ask()
    question = room.state.question
    for seat in range(5):
        room.play(SubmitGuess(seat, question, Decimal(100 + 7 * seat)))
    room.play(CloseGuesses(question))
    room.play(OpenBetting(question))
    store.close()
    return room.opened.code


def served(words: tuple[str, ...], home: Path) -> Server:
    """The `wwlv` command on a free port."""
    return started(words, home, base="/", ready="wwlv/health", env={}, port=free_port())


def address(server: Server) -> str:
    """Where the server says it is, key included."""
    (found,) = re.findall(r"http\S+token=\w+", server.out)
    return str(found)


def timed_empty(page: Page, url: str) -> float:
    """Seconds to the output of the empty notebook."""
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("#here")
    return time.perf_counter() - start


def timed_ready(page: Page, url: str) -> float:
    """Seconds until the lobby has answered a click."""
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("[data-ready=true] .preset.vegas").click()
    page.wait_for_selector(".preset.vegas.on")
    return time.perf_counter() - start


def drawn(page: Page, start: float) -> float:
    """Seconds until the table stands and both charts are drawn."""
    page.wait_for_selector("[data-ready=true][data-screen=table]")
    page.wait_for_function("document.querySelectorAll('.wwlv-chart[data-drawn=true]').length === 2")
    return time.perf_counter() - start


def timed_charts(page: Page, url: str, code: str) -> float:
    """Seconds until a running game is back with its charts, in a tab that had it open."""
    page.add_init_script(f"sessionStorage.setItem('wwlv.room', {json.dumps(code)})")
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    return drawn(page, start)


def measured(times: int) -> dict[str, list[float]]:
    """Seconds by name, each list in the order of the rounds."""
    seconds: dict[str, list[float]] = {name: [] for name in ("empty", "ready", "charts", "refresh")}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        root = Path(folder)
        homes = [root / "a", root / "b"]
        for home in homes:
            home.mkdir()
        options = ("wwlv", "--no-browser", "--port={port}")
        bare = served((*options, f"--notebook={empty_notebook(root)}"), homes[0])
        ours = served(options, homes[1])
        executable = chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        try:
            code = running_game(ours)
            for k in range(-1, times):
                for name in seconds:
                    page = browser.new_page(viewport={"width": 1920, "height": 1080})
                    time.sleep(WARM_S)
                    if name == "empty":
                        took = timed_empty(page, address(bare))
                    elif name == "ready":
                        took = timed_ready(page, address(ours))
                    else:
                        took = timed_charts(page, address(ours), code)
                    if name == "refresh":
                        time.sleep(WARM_S)
                        start = time.perf_counter()
                        page.reload(wait_until="commit")
                        took = drawn(page, start)
                    page.close()
                    if k >= 0:  # the first round fills caches
                        seconds[name].append(took)
        finally:
            browser.close()
            for server in (bare, ours):
                server.end()
    return seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Seconds to an empty Voilà page and to the dashboard")
    parser.add_argument("--times", type=int, default=7, help="rounds counted, after one that is not")
    seconds = measured(parser.parse_args().times)
    empty = seconds["empty"]
    for name, took in seconds.items():
        line = (
            f"{name:8} median {statistics.median(took):6.2f} s   min {min(took):6.2f}   max {max(took):6.2f}"
        )
        if name != "empty":
            ratio = statistics.median(t / e for t, e in zip(took, empty, strict=True))
            line += f"   ratio {ratio:5.2f}   target <= {TARGETS[name]}"
        print(line)


if __name__ == "__main__":
    main()
