"""The stage: a widget that draws HTML in the browser and reports what the teacher does there."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from wwlv.look import MORPH_JS, TOKENS_CSS

_STATIC = Path(__file__).with_name("static")
_LONGEST = 400  # characters of anything that arrives: a name, a number, a sentence


@dataclass(frozen=True, slots=True)
class Act:
    """Something the teacher did: its name, named details, what stood in the field, and the revision they saw."""

    name: str
    args: dict[str, str]
    value: str
    rev: str

    def seat(self) -> int:
        """The team it is about; -1 where none is named."""
        seat = self.args.get("seat", "")
        return int(seat) if seat.isdecimal() and len(seat) <= 2 else -1


def act_of(content: Any) -> Act | None:
    """A message of the page as an act; None for anything that is not of that form."""
    if not isinstance(content, dict) or not isinstance(content.get("act"), str):
        return None
    args = content.get("args", {})
    if not isinstance(args, dict) or not all(isinstance(v, str) for v in args.values()):
        return None
    return Act(
        content["act"][:60],
        {str(k)[:60]: v[:_LONGEST] for k, v in args.items()},
        str(content.get("value", ""))[:_LONGEST],
        str(content.get("rev", ""))[:_LONGEST],
    )


class Stage(anywidget.AnyWidget):
    """Draws `html`; whatever arrives from the page goes to `receive`."""

    _esm = MORPH_JS.read_text("utf-8") + (_STATIC / "stage.js").read_text("utf-8")
    _css = TOKENS_CSS.read_text("utf-8") + (_STATIC / "stage.css").read_text("utf-8")
    html = traitlets.Unicode("").tag(sync=True)

    def __init__(self, receive: Callable[[Act], None], **traits: Any) -> None:
        super().__init__(**traits)
        self._receive = receive
        self.on_msg(self._message)

    def _message(self, _: Any, content: Any, buffers: Any) -> None:
        act = act_of(content)
        if act is None:
            return
        if act.name == "ping":
            self.tell({})
        else:
            self._receive(act)

    def tell(self, message: dict[str, Any]) -> None:
        """Send the page something beside its HTML, with the kernel's clock for the countdowns."""
        self.send({**message, "now": time.time_ns() // 1_000_000})

    def download(self, name: str, mime: str, content: bytes) -> None:
        """Let the browser save a file."""
        self.send({"file": name, "type": mime, "now": time.time_ns() // 1_000_000}, buffers=[content])
