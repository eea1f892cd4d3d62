"""Requests that follow no redirect and keep no cookie, unless told to."""

import urllib.error
import urllib.request
from dataclasses import dataclass
from email.message import Message


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers and body."""

    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def ask(url: str, *, data: bytes | None = None, **headers: str) -> Answer:
    """GET, or POST with data; header names with _ for -."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, data=data, headers=named)
    try:
        with urllib.request.build_opener(_Stay).open(request, timeout=30) as got:
            return Answer(got.status, got.headers, got.read())
    except urllib.error.HTTPError as refused:
        with refused:
            return Answer(refused.code, refused.headers, refused.read())


def cookie(answer: Answer) -> str:
    """What a browser would send back."""
    return "; ".join(line.split(";", 1)[0] for line in answer.headers.get_all("Set-Cookie") or [])
