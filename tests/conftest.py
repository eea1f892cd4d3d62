"""What every test may use: a browser, its pages, real servers, golden files."""

import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import FLAGS, chromium
from tests.served import Server, free_port, started

pytest_plugins = ["tests.regold"]

FAILURES = Path(__file__).parent / "e2e" / "failures"
_REPORT = pytest.StashKey[dict[str, pytest.TestReport]]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, and run it last: Playwright's loop stays in the thread, where no other may run."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash.setdefault(_REPORT, {})[report.when] = report
    return report


def _failed(request: pytest.FixtureRequest) -> bool:
    return any(report.failed for report in request.node.stash.get(_REPORT, {}).values())


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        executable = chromium(playwright.chromium.executable_path)
        running = playwright.chromium.launch(executable_path=executable, headless=True, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Callable[..., Page]]:
    """`page(**context)` opens a page in a context of its own: page(viewport={"width": 1024, "height": 768}).

    A screenshot of each page of a failed test is kept.
    """
    pages: list[Page] = []

    def opened(**context: Any) -> Page:
        new = browser.new_context(**({"viewport": {"width": 1920, "height": 1080}} | context)).new_page()
        pages.append(new)
        return new

    yield opened
    for k, one in enumerate(pages):
        if _failed(request) and not one.is_closed():
            name = re.sub(r"[^\w.-]+", "-", request.node.nodeid.removeprefix("tests/"))
            FAILURES.mkdir(parents=True, exist_ok=True)
            one.screenshot(path=FAILURES / f"{name}-{k}.png")
        one.context.close()


@pytest.fixture
def serve(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Server]]:
    """`serve("wwlv", "--no-browser", "--port={port}")` runs `python -m wwlv …` until the test ends.

    `base` is the base URL it was told, `ready` the path under it that answers once it is up, `env` more
    environment, `home` an existing folder to live in. What it said is shown when the test fails.
    """
    servers: list[Server] = []

    def run(
        *words: str,
        base: str = "/",
        ready: str = "wwlv/health",
        env: dict[str, str] | None = None,
        home: Path | None = None,
        port: int | None = None,
    ) -> Server:
        place = home if home is not None else tmp_path_factory.mktemp("home")
        server = started(words, place, base=base, ready=ready, env=env or {}, port=port or free_port())
        servers.append(server)
        return server

    yield run
    for server in servers:
        server.end()
        if _failed(request):
            for name, said in (("output", server.out), ("log", server.log)):
                if said:
                    print(f"--- {name} of the server {server.url}\n{said[-8000:]}")
