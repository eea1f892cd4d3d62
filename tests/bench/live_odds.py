"""How long a class waits for the odds: from a move on the page to the odds of the new position, drawn.

    python -m tests.bench.live_odds --moves 20

The `wwlv` command, a real Chromium at 1920x1080, and a game of Las Vegas of five teams with both live panels on. For every
roll and every placing it prints milliseconds from the key press to

- `seen`: the new position stands on the page,
- `odds`: the panel that the move changes has been drawn with new odds (after a placing who takes which note, after a roll what
  every face is worth),

their medians, and how many times as long as `seen` the odds take, pair by pair. Odds are known by their text equivalent, which
changes with every number in them.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.bench.open_dashboard import served
from tests.browser import FLAGS, chromium
from tests.e2e.teacher import Teacher

TIMED = """place => {
  const chart = () => document.querySelector(`.wwlv-chart[data-place="${place}"]`);
  const said = () => chart()?.querySelector("[role=img]")?.getAttribute("aria-label") ?? "";
  const phase = () => document.querySelector("[data-phase]").dataset.phase;
  const before = [phase(), said()], start = performance.now(), found = {};
  window.wwlvTimed = new Promise((done) => {
    const look = () => {
      if (!found.seen && phase() !== before[0]) found.seen = performance.now() - start;
      if (found.seen && chart()?.dataset.drawn === "true" && said() && said() !== before[1]) found.odds = performance.now() - start;
      if (found.odds || performance.now() - start > 10_000) done(found); else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}"""
PLACE = {"roll": "second", "place": "first"}  # which panel the move changes, by the phase that it ends


def timed(teacher: Teacher) -> dict[str, float]:
    """Milliseconds of the next move, by name."""
    page: Page = teacher.page
    page.wait_for_timeout(1500)  # the odds of this position are there
    ends = teacher.phase.split(".")[1]
    page.evaluate(TIMED, PLACE[ends])
    page.keyboard.press("Enter")
    found: dict[str, float] = page.evaluate("wwlvTimed")
    return found


def measured(moves: int) -> dict[str, list[dict[str, float]]]:
    """What was measured, by the kind of move."""
    taken: dict[str, list[dict[str, float]]] = {"roll": [], "place": []}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = served(("wwlv", "--no-browser", "--port={port}"), Path(folder))
        executable = chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1920, "height": 1080})
            teacher = Teacher(server, page)
            teacher.seat(5, "las-vegas")
            page.keyboard.press("Enter")
            teacher.ready("street")
            for name in ("chances", "worth"):
                page.click("details.menu summary")
                page.click(f"[data-act=odds][data-a-name={name}]")
            page.keyboard.press("Escape")
            teacher.next()  # the first odds come with the first roll
            page.wait_for_selector('.wwlv-chart[data-place="first"][data-drawn=true]', state="attached")
            for k in range(-4, 2 * moves):
                kind = teacher.phase.split(".")[1]
                if kind not in taken:
                    break
                found = timed(teacher)
                if k >= 0:  # the first moves load plotly and numpy
                    taken[kind].append(found)
        finally:
            browser.close()
            server.end()
    return taken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Milliseconds from a move to the drawn odds")
    parser.add_argument("--moves", type=int, default=20, help="rolls, and placings, counted")
    for kind, found in measured(parser.parse_args().moves).items():
        whole = [f for f in found if "odds" in f]
        for name in ("seen", "odds"):
            took = [f[name] for f in whole]
            print(
                f"{kind:6} {name:5} median {statistics.median(took):5.0f} ms   min {min(took):5.0f}   max {max(took):5.0f}"
            )
        ratio = statistics.median(f["odds"] / f["seen"] for f in whole)
        print(f"{kind:6} odds/seen {ratio:.2f}   {len(whole)} of {len(found)} moves changed the panel")


if __name__ == "__main__":
    main()
