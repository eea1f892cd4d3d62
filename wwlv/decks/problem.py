"""What can be wrong with a deck, where it is, and how it is said."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wwlv.errors import WwlvError
from wwlv.text import Text

CODES = (
    "unreadable",
    "too-large",
    "not-utf8",
    "not-csv",
    "not-commas",
    "empty-file",
    "missing-column",
    "unknown-column",
    "column-twice",
    "too-many-cells",
    "twice",
    "empty-cell",
    "bad-name",
    "bad-number",
    "not-a-number",
    "negative",
    "not-a-year",
    "bad-level",
    "too-long",
    "markup",
    "unknown-id",
    "not-translated",
    "bad-card",
    "card-in-two",
    "id-in-two",
    "no-deck-beside",
)
"""Every code of a problem; the catalogs hold a sentence "deck.<code>" for each."""

_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong and where: a code of `CODES` and what its sentence needs.

    `row` counts the rows of the table as a spreadsheet does, 1 for the header; 0 stands for the whole file. `column` is
    a name from the header, or "#12" for the twelfth cell, or empty.
    """

    file: str
    row: int
    column: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)

    def sentence(self, text: Text) -> str:
        """What is wrong, in words. What the file says is shown short and without invisible characters."""
        shown = {k: _plain(v) if isinstance(v, str) else v for k, v in self.params.items()}
        return text(f"deck.{self.code}", **shown)

    def line(self, text: Text) -> str:
        """One line for a terminal: `file:row:column: sentence`."""
        place = [_plain(self.file), str(self.row) if self.row else "", _plain(self.column)]
        return f"{':'.join(part for part in place if part)}: {self.sentence(text)}"


class DeckError(WwlvError):
    """Decks that cannot be used, with every problem found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{p.file}:{p.row}:{p.column}: {p.code}" for p in problems))
        self.problems = tuple(problems)


def invisible(character: str) -> bool:
    """Whether a character draws nothing and may change what is around it: controls, direction marks, line breaks."""
    return (
        unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp") and character not in _JOINERS
    )


_JOINERS = "\u200c\u200d"  # they shape letters and emoji


def _plain(value: str) -> str:
    shown = "".join(
        c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in value[:_LONGEST_SHOWN]
    )
    return shown + "…" if len(value) > _LONGEST_SHOWN else shown
