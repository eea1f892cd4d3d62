"""The teacher's dashboard: widgets over a room; a view in, moves out."""

from typing import Any

__all__ = ["dashboard"]


def dashboard() -> Any:
    """The dashboard as a widget to display: the whole second cell of `notebooks/dashboard.ipynb`."""
    from wwlv.ui.dashboard import Dashboard

    return Dashboard().widget
