"""A teacher at a real browser, and an oracle that reads the room's log in this process."""

import json
import os
import re
import signal
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import psutil
from playwright.sync_api import Page

from tests.served import Server
from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.rules.wits.model import Target
from wwlv.rules.wits.presets import differences
from wwlv.rules.wits.view import View
from wwlv.settle import settle

WAIT_MS = 60_000


class Oracle:
    """What the database says, read by another process than the one that wrote it."""

    def __init__(self, server: Server) -> None:
        self._store = Store(f"sqlite:///{(server.home / 'wwlv.db').as_posix()}")

    @property
    def room(self) -> Room:
        return Room(self._store, max(info.id for info in self._store.rooms()))

    @property
    def view(self) -> View:
        view: View = self.room.view().table
        return view

    @property
    def answer(self) -> Decimal:
        answer: Decimal = self.room.state.answer
        return answer


class Teacher:
    """Opens the dashboard and works it as a teacher does: with mouse, keys and eyes."""

    def __init__(self, server: Server, page: Page, *, query: str = "lang=en") -> None:
        self.server, self.page, self.oracle = server, page, Oracle(server)
        self.received: list[str] = []
        page.set_default_timeout(WAIT_MS)
        page.on(
            "websocket", lambda ws: ws.on("framereceived", lambda frame: self.received.append(_text(frame)))
        )
        self.open(query)

    def open(self, query: str) -> None:
        (address,) = re.findall(r"http\S+token=\w+", self.server.out)
        self.page.goto(f"{address}&{query}", wait_until="commit")
        self.ready()
        if query not in self.page.url:  # the key left the address bar, and what followed it stayed
            raise AssertionError(self.page.url)

    def ready(self, screen: str | None = None) -> None:
        self.page.wait_for_selector(f'[data-ready="true"]{f"[data-screen={screen}]" if screen else ""}')

    def until(self, condition: str) -> None:
        self.page.wait_for_function(condition)

    @property
    def phase(self) -> str:
        return self.page.get_attribute("[data-phase]", "data-phase") or ""

    def leave(self, phase: str) -> None:
        self.until(f"document.querySelector('[data-phase]').dataset.phase !== '{phase}'")

    def next(self) -> None:
        """Enter; where the table asks whether we are sure, Enter again."""
        before = self.phase
        self.page.evaluate("document.activeElement?.blur()")
        self.page.keyboard.press("Enter")
        self.until(
            f"document.querySelector('[data-phase]').dataset.phase !== '{before}' || document.querySelector('.banner')"
        )
        if self.phase == before:
            self.page.keyboard.press("Enter")
        self.leave(before)

    # --- the lobby
    def seat(self, teams: int, preset: str) -> None:
        rows = ".teamrow:not(.add)"
        while (now := self.page.locator(rows).count()) != teams:
            self.page.locator("[data-act=add-team]" if now < teams else "[data-act=remove-team]").last.click()
            self.until(f"document.querySelectorAll('{rows}').length !== {now}")
        self.page.click(f".preset.{preset}")
        self.page.wait_for_selector(f".preset.{preset}.on")

    def start(self) -> None:
        self.page.keyboard.press("Enter")
        self.ready("table")

    # --- the table
    def type_guess(self, seat: int, typed: str) -> None:
        field = f"[data-key=guess-{seat}]"
        self.page.fill(field, typed)
        self.page.press(field, "Enter")
        self.page.wait_for_selector(field, state="detached")

    def take(self, seat: int) -> None:
        self.page.click(f"[data-act=hand][data-a-seat='{seat}']")
        self.page.wait_for_selector(f".team.now[data-a-seat='{seat}']")

    def lay(self, seat: int, *spaces: str) -> None:
        """Lay a team's tokens; what is placed shows on the felt before the next."""
        for k, space in enumerate(spaces):
            if not self.page.locator(f".team.now[data-a-seat='{seat}']").count():
                self.take(seat)
            before = self.oracle.room.rev
            self.page.click(f".hit[data-a-space='{space}']")
            self.until(f"Number(document.querySelector('[data-rev]').dataset.rev) > {before}")
            assert len(self.oracle.view.bets[seat] or ()) >= k + 1

    def shoot(self, seat: int, team: int) -> None:
        self.take(seat)
        before = self.oracle.room.rev
        self.page.click(f"[data-act=shot][data-a-team='{team}']")
        self.until(f"Number(document.querySelector('[data-rev]').dataset.rev) > {before}")

    def stake_all(self, seat: int) -> None:
        self.take(seat)
        self.page.click("[data-act=slot] >> nth=0")
        self.page.click("[data-act=chips][data-a-by=all]")
        self.page.wait_for_selector(".slot .chips")

    # --- trouble
    def kernels(self) -> Iterator[psutil.Process]:
        for child in psutil.Process(self.server.process.pid).children(recursive=True):
            if any("ipykernel" in word for word in child.cmdline()):
                yield child

    def kill_kernels(self) -> int:
        killed = 0
        for kernel in list(self.kernels()):
            os.kill(kernel.pid, signal.SIGKILL)
            killed += 1
        return killed


def _text(frame: Any) -> str:
    return frame if isinstance(frame, str) else bytes(frame).decode("utf-8", "replace")


def settled(view: View, teams: list[str], answer: Decimal) -> dict[str, int]:
    """What `wwlv settle` says a table with these cards and bets pays."""
    bets: dict[str, list[dict[str, Any]]] = {}
    for seat, own in enumerate(view.bets):
        laid = {b.token: {"space": _name(b.space, teams), "chips": b.chips} for b in own or ()}
        laid |= {
            s.token: {"space": f"long-shot:{teams[s.team]}", "chips": 0} for s in view.long_shots[seat] or ()
        }
        if laid:
            bets[teams[seat]] = [laid[token] for token in sorted(laid)]
    case = {
        "game": view.rules.preset,
        "rules": differences(view.rules),
        "round": view.round,
        "guesses": {t: str(g) for t, g in zip(teams, view.guesses, strict=True) if g is not None},
        "answer": str(answer),
        "bets": bets,
        "holdings": dict(zip(teams, view.chips, strict=True)),
    }
    delta: dict[str, int] = settle(json.loads(json.dumps(case)))["delta"]
    return delta


def _name(target: Target, teams: list[str]) -> str:
    return f"board:{teams[target.seat]}" if target.seat is not None else str(target)
