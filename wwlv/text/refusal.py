"""Why something typed was not taken as a number."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal

from wwlv.errors import WwlvError

Reading = Literal["thousands", "decimal"]

CODES = (
    "empty",
    "no-digits",
    "trailing-text",
    "two-numbers",
    "bad-grouping",
    "not-finite",
    "too-long",
    "too-big",
    "repeating-fraction",
)
"""Every code of `NotANumber`; the catalogs hold a sentence "number.<code>" for each."""


class NotANumber(WwlvError):
    """What was typed is no number this project takes: one of `CODES`, and what its sentence needs.

    `params["text"]` of ``trailing-text`` names what was not understood and never holds a digit: it may be shown on
    the projector while the guess is still secret.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class AmbiguousNumber(WwlvError):
    """What was typed can be read in two ways, and the language does not settle which.

    `readings` holds the whole value, sign and "million" included, as each way gives it.
    """

    def __init__(self, typed: str, readings: Mapping[Reading, Decimal]) -> None:
        super().__init__("two readings")  # a traceback must not tell a guess
        self.typed = typed
        self.readings: dict[Reading, Decimal] = dict(readings)
