"""The handlers of our own, the same in `wwlv` and in any Jupyter server."""

import gzip
import hashlib
import importlib.util
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import APIHandler
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError

from wwlv import __version__
from wwlv.server.hall import Halls
from wwlv.server.phone.page import pages
from wwlv.server.plain import Plain
from wwlv.server.socket import Desk, PhoneSocket

YEAR = (
    "public, max-age=31536000, immutable"  # the page asks with ?v=version, so a new plotly is a new address
)


@dataclass(frozen=True, slots=True)
class Script:
    """A file in memory, as it is and compressed."""

    plain: bytes
    packed: bytes
    etag: str


@cache
def plotly_js() -> Script:
    """The plotly.js inside the installed plotly, which is not imported: that would take a second.

    Raises
    ------
    FileNotFoundError
        There is no plotly here, or it has moved the file.
    """
    found = importlib.util.find_spec("plotly")
    if found is None or not found.submodule_search_locations:
        raise FileNotFoundError("plotly is not installed")
    plain = (Path(found.submodule_search_locations[0]) / "package_data" / "plotly.min.js").read_bytes()
    return Script(plain, gzip.compress(plain, 6, mtime=0), f'"{hashlib.sha256(plain).hexdigest()[:32]}"')


class PlotlyHandler(Plain):
    """`wwlv/static/plotly.min.js`: for everyone, since it holds nothing of the class."""

    @allow_unauthenticated
    def get(self) -> None:
        """Send the script, compressed if the browser can read that, or nothing new."""
        try:
            script = plotly_js()
        except OSError as error:
            raise HTTPError(404, str(error)) from None
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", YEAR)
        self.set_header("Etag", script.etag)
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("X-Content-Type-Options", "nosniff")
        if self.check_etag_header():
            self.set_status(304)
            self.finish()
        elif _takes_gzip(self.request.headers.get("Accept-Encoding", "")):
            self.set_header("Content-Encoding", "gzip")
            self.finish(script.packed)
        else:
            self.finish(script.plain)

    head = get


class HealthHandler(APIHandler):
    """`wwlv/health`: is this server ours and up?"""

    @allow_unauthenticated
    def get(self) -> None:
        """Say which version answers."""
        self.set_header("Cache-Control", "no-store")
        self.finish({"wwlv": __version__})


def _takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header allows gzip (RFC 9110, 12.5.3)."""
    for part in accepted.lower().split(","):
        coding, _, weight = part.replace(" ", "").partition(";q=")
        if coding in ("gzip", "x-gzip", "*"):
            return weight not in ("0", "0.0", "0.00", "0.000")
    return False


def handlers(base_url: str, halls: Halls | None = None) -> list[tuple[Any, ...]]:
    """Tornado handlers under the base URL of a server, "/" or "/user/x/". One desk serves all phones of a process."""
    desk = Desk(halls or Halls())
    base = re.escape(base_url)
    return [
        (url_path_join(base, "wwlv/static/plotly\\.min\\.js"), PlotlyHandler),
        (url_path_join(base, "wwlv/health"), HealthHandler),
        (url_path_join(base, "wwlv/socket"), PhoneSocket, {"desk": desk}),
        *((url_path_join(base, address), handler) for address, handler in pages()),
    ]
