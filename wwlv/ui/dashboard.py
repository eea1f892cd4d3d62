"""The dashboard: one stage and two charts in a box, a heartbeat, and the host behind them."""

import asyncio
import logging
from typing import Any

import ipywidgets as widgets

from wwlv.decks import shipped_decks
from wwlv.errors import WwlvError
from wwlv.room.store import Store
from wwlv.text import catalog
from wwlv.ui.chart import Chart
from wwlv.ui.host import Host, rescued
from wwlv.ui.pictures import Pictures
from wwlv.ui.stage import Stage

BEAT_S = 0.1


class Dashboard:
    """What one open page holds. `widget` is what the notebook displays."""

    def __init__(self, store: Store | None = None) -> None:
        self.stage = Stage(self._receive)
        self.stage.add_class("wwlv-stage-host")
        charts = (Chart(), Chart())
        for chart in charts:
            chart.add_class("wwlv-chart")
        self.widget = widgets.Box([self.stage, *charts])
        self.widget.add_class("wwlv-page")
        try:
            self.store = store or Store()
            self.host = Host(
                self.store,
                shipped_decks(),
                show=self._show,
                tell=self.stage.tell,
                save=self.stage.download,
            )
        except WwlvError as error:
            self._cannot_open(error)
            return
        self.pictures = Pictures(self.host, charts)
        self.host.draw()
        self._beating = _in_background(self._beat())

    def _cannot_open(self, error: WwlvError) -> None:
        logging.getLogger("wwlv").error("the dashboard cannot open: %s", error)
        both = "".join(f"<p>{rescued(error, catalog(lang))}</p>" for lang in ("en", "zh-Hant"))
        self.stage.html = (
            f'<div class="page stopped" data-ready="true" role="alert"><main>{both}</main></div>'
        )

    def _receive(self, act: Any) -> None:
        self.host.receive(act)

    def _show(self, html: str) -> None:
        if self.stage.html != html:
            self.stage.html = html

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            self.host.beat()


def _in_background(task: Any) -> asyncio.Task[Any] | None:
    """Run a task on the kernel's loop; where there is none (a plain script) the dashboard only answers acts."""
    try:
        return asyncio.get_running_loop().create_task(task)
    except RuntimeError:
        task.close()
        return None
