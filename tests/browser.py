"""A Chromium of this machine, and the console and requests of a page under test."""

import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def _usual_places() -> list[Path]:
    if sys.platform == "darwin":
        return [
            Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
            Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
            Path("/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
        ]
    if sys.platform == "win32":
        roots = [
            os.environ[k] for k in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA") if k in os.environ
        ]
        tails = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
        return [Path(root) / tail for root in roots for tail in tails]
    return []


def found_chromium(bundled: str) -> str | None:
    """The executable: WWLV_CHROMIUM, one on the path or in a usual place, or the one Playwright brought."""
    told = os.environ.get("WWLV_CHROMIUM")
    if told:
        return told
    for name in NAMES:
        if (path := shutil.which(name)) is not None:
            return path
    return next((str(p) for p in [*_usual_places(), Path(bundled)] if p.is_file()), None)


def chromium(bundled: str) -> str:
    """The executable, or the test is skipped; on CI a missing browser is a failure."""
    path = found_chromium(bundled)
    if path is not None:
        return path
    line = "NO BROWSER TEST HAS RUN: no Chromium, Chrome or Edge here; install one or set WWLV_CHROMIUM"
    if os.environ.get("CI", "").lower() in ("true", "1"):
        pytest.fail(line, pytrace=False)
    pytest.skip(line)


@dataclass(slots=True)
class Heard:
    """What a page asked for and complained about since it was opened."""

    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def outside(self) -> list[str]:
        """Requests that left this machine; a class without internet must not need one."""
        schemes = ("http", "https", "ws", "wss")
        split = [(url, urlsplit(url)) for url in self.requests]
        return [url for url, parts in split if parts.scheme in schemes and parts.hostname not in LOOPBACK]


def listen(page: Page) -> Heard:
    """Note every request, websocket, console error and uncaught exception of the page from now on."""
    heard = Heard()

    def asked(request: Request) -> None:
        heard.requests.append(request.url)

    page.on("request", asked)
    page.on("websocket", lambda socket: heard.requests.append(socket.url))
    page.on("console", lambda said: heard.errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: heard.errors.append(str(error)))
    return heard
