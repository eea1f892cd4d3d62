"""A plotly figure on the page without `FigureWidget`: its 5 MB of script per figure are loaded once a page instead."""

import importlib.util
import json
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from wwlv.charts.theme import CONFIG

if TYPE_CHECKING:
    import plotly.graph_objects as go

_STATIC = Path(__file__).with_name("static")


def plotly_js() -> bytes:
    """The plotly.js that ships inside the plotly package, found without importing it (which takes a second)."""
    found = importlib.util.find_spec("plotly")
    assert found is not None
    assert found.submodule_search_locations
    return (Path(found.submodule_search_locations[0]) / "package_data" / "plotly.min.js").read_bytes()


class Chart(anywidget.AnyWidget):
    """Draws `figure` (plotly JSON) with `alt` as its text equivalent; an empty figure draws nothing.

    The page fetches plotly.js from our handlers; where they are not mounted it asks this widget for it.
    """

    _esm = _STATIC / "chart.js"
    _css = _STATIC / "chart.css"
    figure = traitlets.Dict().tag(sync=True)
    alt = traitlets.Unicode("").tag(sync=True)
    place = traitlets.Unicode("").tag(sync=True)  # where on the page; nowhere hides it
    failed = traitlets.Unicode("").tag(sync=True)  # what to say where no chart can be drawn
    config = traitlets.Dict(CONFIG).tag(sync=True)
    plotly = traitlets.Unicode(version("plotly")).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(self._message)

    def show(self, figure: "go.Figure | None", alt: str = "") -> None:
        """Draw a figure in place of the last one, or with None nothing."""
        with self.hold_sync():
            self.figure = json.loads(figure.to_json()) if figure is not None else {}
            self.alt = alt

    def _message(self, _: Any, content: Any, buffers: Any) -> None:
        if isinstance(content, dict) and content.get("want") == "plotly":
            self.send({"plotly": True}, buffers=[plotly_js()])
