"""The page a phone loads: one HTML, one script, one style sheet, together under 60 kB."""

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from tornado.web import HTTPError

from wwlv.look import MORPH_JS, TOKENS_CSS
from wwlv.screens.common import templates
from wwlv.server.plain import Plain
from wwlv.text import LANGUAGES, Text, catalog

STATIC = Path(__file__).with_name("static")
YEAR = "public, max-age=31536000, immutable"  # the page asks with ?v=digest, so a change is a new address

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from elsewhere, nothing inline, in nobody's frame."""

_PAGE = templates(STATIC)
_WORDS = (
    "connected",
    "trying",
    "offline",
    "sending",
    "waiting",
    "sent",
    "not_sent",
    "nothing",
    "read_as",
    "send",
)


@dataclass(frozen=True, slots=True)
class Part:
    """A file in memory, as it is and compressed."""

    mime: str
    plain: bytes
    packed: bytes
    etag: str


@cache
def part(name: str) -> Part:
    """The script or the style sheet: the project's colours and the way pages change come before what is the phone's own."""
    before, mime = {
        "phone.js": (MORPH_JS, "text/javascript; charset=utf-8"),
        "phone.css": (TOKENS_CSS, "text/css; charset=utf-8"),
    }[name]
    plain = before.read_bytes() + (STATIC / name).read_bytes()
    return Part(mime, plain, gzip.compress(plain, 9, mtime=0), hashlib.sha256(plain).hexdigest()[:16])


def version() -> str:
    """Changes with either file."""
    return (part("phone.js").etag + part("phone.css").etag)[::4]


def page_html(*, base: str, code: str, text: Text) -> str:
    """The page in a language; `words` are what the script says by itself, also while nobody answers."""
    other = catalog(next(lang for lang in LANGUAGES if lang != text.lang))
    said = {name: text(f"phone.word.{name}", value="{value}") for name in _WORDS}
    return _PAGE.get_template("phone.html").render(
        base=base,
        code=code,
        lang=text.html_lang,
        text=text,
        other=other,
        version=version(),
        words=json.dumps(said, ensure_ascii=False),
    )


class PhonePage(Plain):
    """`wwlv/`, `wwlv/CODE` and `wwlv/remote`: for everybody."""

    def set_default_headers(self) -> None:
        """Nobody may frame it, and it loads nothing but its own."""
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("Cache-Control", "no-store")

    def set_cors_headers(self) -> None:
        """None."""

    @allow_unauthenticated
    def get(self, code: str = "") -> None:
        """Send the page in the language the browser asks for."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        asked = self.get_argument("lang", "") or self.request.headers.get("Accept-Language", "")
        text = catalog("zh-Hant" if asked.lower().startswith("zh") else "en")
        self.finish(page_html(base=self.base_url, code=code.upper() if code != "remote" else "", text=text))


class PhonePart(Plain):
    """`wwlv/static/phone.js` and `phone.css`."""

    def set_cors_headers(self) -> None:
        """None."""

    @allow_unauthenticated
    def get(self, name: str) -> None:
        """Send it, compressed if the browser can read that, or nothing new."""
        try:
            found = part(name)
        except OSError as error:
            raise HTTPError(404, str(error)) from None
        self.set_header("Content-Type", found.mime)
        self.set_header("Cache-Control", YEAR)
        self.set_header("Etag", f'"{found.etag}"')
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("X-Content-Type-Options", "nosniff")
        if self.check_etag_header():
            self.set_status(304)
            self.finish()
        elif "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(found.packed)
        else:
            self.finish(found.plain)


def pages() -> list[tuple[str, Any]]:
    """Addresses below `wwlv`, and who answers there."""
    return [
        (r"wwlv/?", PhonePage),
        (r"wwlv/(remote|[A-Za-z0-9]{4})/?", PhonePage),
        (r"wwlv/static/(phone\.(?:js|css))", PhonePart),
    ]
