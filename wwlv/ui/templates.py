"""The dashboard's templates."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wwlv.room.log import ODDS_OF
from wwlv.screens.common import templates
from wwlv.text import Text

_TEMPLATES = templates(Path(__file__).with_name("templates"))


def rendered(name: str, text: Text, context: Mapping[str, Any]) -> str:
    """A template filled in."""
    return _TEMPLATES.get_template(name).render(t=text, odds_of=ODDS_OF, **context)
