"""Who may see the dashboard: the teacher, by the key in the address, which then leaves the address."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import jinja2
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.auth.identity import IdentityProvider
from markupsafe import Markup
from tornado.web import RequestHandler
from voila.request_info_handler import RequestInfoSocketHandler
from voila.static_file_handler import AllowListFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from wwlv.look import TOKENS_CSS
from wwlv.server.page import TEMPLATE
from wwlv.text import LANGUAGES, catalog

HERE = Path(__file__).parent


class KeyIdentity(IdentityProvider):
    """Whoever has the key is the teacher; there are no accounts, and no login page but the door."""

    def get_handlers(self) -> list[tuple[str, object]]:
        """None: the door is drawn in place of the dashboard."""
        return []


def door_html(*, action: str, wrong: bool, join: str) -> str:
    """The page for whoever has no key, in every language at once as nobody knows theirs."""
    env = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return env.from_string((HERE / "door.html").read_text(encoding="utf-8")).render(
        texts=[catalog(lang) for lang in LANGUAGES],
        tokens=Markup(TOKENS_CSS.read_text(encoding="utf-8")),
        icon=Markup((TEMPLATE / "icon.txt").read_text(encoding="utf-8").strip()),
        action=action,
        wrong=wrong,
        join=join,
    )


class DashboardHandler(TornadoVoilaHandler):  # type: ignore[misc]
    """The dashboard behind its door."""

    def check_xsrf_cookie(self) -> None:
        """Not asked for: all that a POST does here is to try a key."""

    @allow_unauthenticated
    async def get(self, path: str | None = None) -> None:
        """Draw the dashboard; a key in the address first becomes a cookie."""
        if self.current_user is None:
            self._refuse(path)
        elif "token" in self.request.query_arguments:
            self._forward(path, 302)
        elif path:
            self.send_error(404)
        else:
            await self.kernel_manager.drop_dead(self.notebook_path)
            await super().get(path)

    @allow_unauthenticated
    async def post(self, path: str | None = None) -> None:
        """Try a key that was pasted; the cookie is already set if it fits."""
        if self.current_user is None:
            self._refuse(path)
        else:
            self._forward(path, 303)

    def write_error(self, status_code: int, **_: Any) -> None:
        """Say so in words; Voilà's page for it would ask a CDN for its icons."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        key = "door.broken" if status_code >= 500 else "door.nothing"
        self.finish("\n".join([str(status_code), *(catalog(lang)(key) for lang in LANGUAGES)]))

    def _refuse(self, path: str | None) -> None:
        self.set_status(403)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self._unseen()
        tried = bool(self.get_argument("token", ""))
        self.finish(door_html(action=self._address(path), wrong=tried, join=f"{self.base_url}wwlv/"))

    def _forward(self, path: str | None, status: int) -> None:
        self._unseen()
        self.redirect(self._address(path), status=status)

    def _unseen(self) -> None:
        """Neither a cache nor the next site may learn this address."""
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")

    def _address(self, path: str | None) -> str:
        """This address without the key, and certainly on this server."""
        inside = quote((path or "").lstrip("/\\"))
        query = [(k, v) for k, v in parse_qsl(urlsplit(self.request.uri or "").query) if k != "token"]
        return f"{self.base_url}{inside}" + (f"?{urlencode(query)}" if query else "")


_OPEN: tuple[type[RequestHandler], ...] = (RequestInfoSocketHandler, AllowListFileHandler)


def guarded(handlers: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Voilà's handlers with ours for its page, and without those that tell anybody about the visitor or the folder."""
    kept = [h for h in handlers if h[1] not in _OPEN]
    return [(h[0], DashboardHandler, *h[2:]) if h[1] is TornadoVoilaHandler else h for h in kept]
