"""How long a teacher waits: an empty page and the dashboard, opened in turn by the same server and browser.

    python -m tests.bench.open_dashboard --times 5

Every opening has an empty browser cache and finds a warmed-up kernel, as the first one of a lesson does. Measured from
the moment the address is entered:

empty      an empty notebook shows its output
lobby      the dashboard's lobby has answered a click
charts     a dashboard that goes on with a game has drawn both charts
"""

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import FLAGS, found_chromium
from tests.served import Server, free_port, started
from wwlv.decks import shipped_decks
from wwlv.room.store import Store
from wwlv.ui.host import Host
from wwlv.ui.stage import Act

KEY = "bench"
LONGEST_MS = 60_000
SETTLE_S = 3.0
FILLED = "is filled with"  # Voilà's word for a kernel that waits for a page


def empty_notebook(folder: Path) -> Path:
    """A notebook in our template that shows one line."""
    made = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("print('nothing here')")],
        metadata={
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "voila": {"template": "wwlv"},
        },
    )
    path = folder / "empty.ipynb"
    nbformat.write(made, path)
    return path


def game_in_progress(store: Store) -> str:
    """Play until both charts have something to show; the code of the room."""
    told: list[dict[str, Any]] = []
    host = Host(store, shipped_decks(), show=lambda _: None, tell=told.append, save=lambda *_: None)

    def do(name: str, value: str = "", **args: str) -> None:
        host.receive(Act(name, args, value, ""))

    do("hello", language="en")
    do("start")
    assert host.playing is not None
    do("next", phase=host.playing.view.phase)
    for seat in range(len(host.playing.view.teams)):
        do("guess", str(100 + 30 * seat), seat=str(seat))
    do("next", phase=host.playing.view.phase)
    assert host.playing.view.table.phase == "sorted", host.banner
    return str(told[0]["room"])


class Warm:
    """A server, and how many kernels it has warmed up so far."""

    def __init__(self, server: Server) -> None:
        self.server, self._used = server, 0

    def wait(self) -> str:
        """Return the address once a kernel waits for the next page."""
        self._used += 1
        end = time.monotonic() + LONGEST_MS / 1000
        while self.server.log.count(FILLED) < self._used:
            if time.monotonic() > end:
                raise AssertionError(f"no kernel was warmed up\n{self.server.log[-2000:]}")
            time.sleep(0.1)
        time.sleep(SETTLE_S)  # that kernel draws the page ahead
        return f"{self.server.url}?token={KEY}&lang=en"


@contextmanager
def served(home: Path, *words: str) -> Iterator[Warm]:
    """`wwlv` in a process of its own."""
    home.mkdir()
    usual = ("--no-browser", "--port={port}", f"--token={KEY}", "--WwlvApp.log_level=INFO")
    server = started(("wwlv", *usual, *words), home, base="/", ready="wwlv/health", env={}, port=free_port())
    try:
        yield Warm(server)
    finally:
        server.end()


def shown(page: Page) -> None:
    """The empty page stands."""
    page.get_by_text("nothing here").wait_for(timeout=LONGEST_MS)


def answered(page: Page) -> None:
    """The lobby has answered a click."""
    page.locator('[data-ready="true"] [data-act="language"][data-a-lang="zh-Hant"]').click(timeout=LONGEST_MS)
    page.locator('[data-lang="zh-Hant"]').wait_for(timeout=LONGEST_MS)


def drawn(page: Page) -> None:
    """Both charts of the game are drawn."""
    page.wait_for_function(
        """() => {
          const charts = [...document.querySelectorAll('[data-drawn]')];
          return charts.length === 2 && charts.every((chart) => chart.dataset.drawn === 'true');
        }""",
        timeout=LONGEST_MS,
    )


def seconds(browser: Browser, address: str, room: str, until: Callable[[Page], None]) -> float:
    """Open the address in a browser that has seen nothing yet; how long it took."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en")
    if room:
        context.add_init_script(f"sessionStorage.setItem('wwlv.room', {json.dumps(room)})")
    page = context.new_page()
    start = time.perf_counter()
    page.goto(address, wait_until="commit", timeout=LONGEST_MS)
    until(page)
    took = time.perf_counter() - start
    context.close()
    return took


def measured(times: int) -> dict[str, list[float]]:
    """Seconds of each opening, in turn."""
    taken: dict[str, list[float]] = {"empty": [], "lobby": [], "charts": []}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = found_chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        root = Path(folder)
        notebook = empty_notebook(root)
        with served(root / "a", f"--notebook={notebook}") as empty, served(root / "b") as dashboard:
            store = Store(f"sqlite:///{(root / 'b' / 'wwlv.db').as_posix()}")
            room = game_in_progress(store)
            store.close()
            for k in range(times):
                taken["empty"].append(seconds(browser, empty.wait(), "", shown))
                taken["lobby"].append(seconds(browser, dashboard.wait(), "", answered))
                taken["charts"].append(seconds(browser, dashboard.wait(), room, drawn))
                print(f"{k + 1:2}  " + "  ".join(f"{n} {t[-1]:5.2f} s" for n, t in taken.items()), flush=True)
        browser.close()
    return taken


def main() -> None:
    """Measure and print medians and ratios."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=5, help="openings of each page")
    taken = measured(parser.parse_args().times)
    median = {name: statistics.median(times) for name, times in taken.items()}
    for name, value in median.items():
        print(f"{name:7} {value:5.2f} s   {value / median['empty']:4.2f} x empty")


if __name__ == "__main__":
    main()
