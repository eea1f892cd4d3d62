"""A console a teacher can read: only real problems, and never the token."""

import logging
import re

from jupyter_server.log import log_request
from tornado.web import RequestHandler
from traitlets.config.application import LevelFormatter

_IN_URL = re.compile(r"(token(?:=|%3[dD]))[^&\s\"'<>)]+")
_secrets: set[str] = set()


def hide(secret: str) -> None:
    """Blot this text out of every log line from now on."""
    if secret:
        _secrets.add(secret)


def scrubbed(line: str) -> str:
    """The line without tokens, right or wrong ones."""
    for secret in _secrets:
        line = line.replace(secret, "[secret]")
    return _IN_URL.sub(r"\1[secret]", line)


class ScrubbingFormatter(LevelFormatter):
    """Tracebacks and the arguments of a message are scrubbed too, so it is done last."""

    def format(self, record: logging.LogRecord) -> str:
        """The finished line, scrubbed."""
        return scrubbed(super().format(record))


class NoNews(logging.Filter):
    """A notebook that came with the package never carries this user's signature, and needs none to be run."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to say it."""
        return "is not trusted" not in record.getMessage()


def one_console() -> None:
    """Whatever any library logs goes through one scrubbing handler on standard error, from warnings on."""
    handler = logging.StreamHandler()
    handler.setFormatter(ScrubbingFormatter("[%(name)s]%(highlevel)s %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tornado.general").setLevel(logging.ERROR)  # its warnings are about visitors' nonsense


def log_answer(handler: RequestHandler) -> None:
    """Log a request for tornado; a refusal or a missing file is the visitor's problem, not the teacher's."""
    if handler.get_status() >= 500:
        log_request(handler, record_prometheus_metrics=False)  # type: ignore[no-untyped-call]
