"""The chart widget without a browser."""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from wwlv.ui.chart import Chart, plotly_js


def test_what_a_page_gets_is_plain_json_with_its_words() -> None:
    chart = Chart()
    x = pd.Series(pd.to_datetime(["2024-01-01", "2024-01-02"]))
    chart.show(go.Figure([go.Scatter(x=x, y=np.array([1, 2])), go.Bar(y=[np.float64(1.5)])]), "Two kinds")
    state = chart.get_state(["figure", "alt"])
    assert json.loads(json.dumps(state, allow_nan=False)) == state
    assert [trace["type"] for trace in state["figure"]["data"]] == ["scatter", "bar"]
    assert state["alt"] == "Two kinds"
    chart.show(None)
    assert (chart.figure, chart.alt) == ({}, "")


def test_the_widget_costs_no_import_of_plotly() -> None:
    code = "import sys, wwlv.ui.chart; print([m for m in ('plotly', 'numpy', 'pandas') if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_plotly_is_sent_once_for_each_page_that_asks(monkeypatch) -> None:
    chart, sent = Chart(), []
    monkeypatch.setattr(chart, "send", lambda content, buffers: sent.append((content, buffers)))
    chart._handle_custom_msg({"want": "plotly"}, [])
    assert sent == [({"plotly": True}, [plotly_js()])]
    assert b"plotly.js v" in plotly_js()[:200]
    for noise in ({"want": "else"}, {}, [], "plotly", None):
        chart._handle_custom_msg(noise, [])
    assert len(sent) == 1
