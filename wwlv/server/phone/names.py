"""Friendly names, for rooms where nobody types one."""

import secrets
from collections.abc import Iterator

from wwlv.text import Text

_random = secrets.SystemRandom()


def made_up(text: Text) -> Iterator[str]:
    """Names such as "Brave Otter", each once, in an order nobody can foresee."""
    firsts, seconds = (text(f"phone.names.{part}").split("|") for part in ("first", "second"))
    pairs = [(a, b) for a in firsts for b in seconds]
    _random.shuffle(pairs)
    yield from (text("phone.names.pair", first=a, second=b) for a, b in pairs)
