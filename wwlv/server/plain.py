"""Refusals in a line of plain text."""

from http import HTTPStatus
from typing import Any

from jupyter_server.base.handlers import JupyterHandler


class Plain(JupyterHandler):
    """A handler whose refusals need no page: Jupyter's own is not there in every server that we run in."""

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say what it is in the protocol's own words."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(HTTPStatus(status_code).phrase)
