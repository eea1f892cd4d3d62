"""Strict reading and writing of log entries as JSON: every problem of a document at once, each with its path."""

import json
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

from cattrs import BaseValidationError, Converter
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.v import transform_error

from wwlv.errors import WwlvError
from wwlv.room.log import ROOM_EVENTS
from wwlv.rules import lasvegas, wits
from wwlv.rules.game import Game

T = TypeVar("T")

FORMAT = 1
"""Version of the log format; a later version must go on reading earlier ones."""

GAMES: dict[str, Game] = {game.NAME: game for game in (wits, lasvegas)}
"""Every game a room can play, by name."""


class BadMessage(WwlvError):
    """A document that is not what it should be. `problems`: sentences for a developer, each with its path."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def _strict(kind: type[T]) -> Callable[[Any, Any], T]:
    def structure(value: Any, _: Any) -> T:
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}, not {type(value).__name__}")
        return value

    return structure


def _decimal(value: Any, _: Any) -> Decimal:
    if not isinstance(value, str) or len(value) > 200:
        raise TypeError("expected a decimal number as text")
    try:
        number = Decimal(value)
    except InvalidOperation:
        raise ValueError("expected a decimal number as text") from None
    if not number.is_finite():
        raise ValueError("expected a finite number")
    return number


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _strict(kind))
    converter.register_structure_hook(Decimal, _decimal)
    converter.register_unstructure_hook(Decimal, str)
    return converter


_CONVERTER = _converter()


def _kinds() -> dict[str, type[Any]]:
    kinds = {event.__name__: event for event in ROOM_EVENTS}
    for name, game in GAMES.items():
        kinds |= {f"{name}.{event.__name__}": event for event in game.EVENTS}
    return kinds


KINDS = _kinds()
_NAMES = {event: kind for kind, event in KINDS.items()}


def kind_of(event: Any) -> str:
    """The name under which an event is written: `QuestionDrawn`, `wits.GuessSubmitted`."""
    return _NAMES[type(event)]


def unstructured(event: Any) -> Any:
    """An event as plain JSON data; decimals as text."""
    return _CONVERTER.unstructure(event)


def dumped(event: Any) -> str:
    """The body of an event as one line of JSON."""
    return json.dumps(unstructured(event), ensure_ascii=False, separators=(",", ":"))


def loaded(kind: str, body: str) -> Any:
    """The event a row holds.

    Raises
    ------
    BadMessage
        The kind is unknown, or the body is not exactly an event of that kind.
    """
    if kind not in KINDS:
        raise BadMessage([f"unknown kind {kind!r}"])
    try:
        document = json.loads(body)
    except ValueError as error:
        raise BadMessage([f"{kind}: {error}"]) from None
    return structured(document, KINDS[kind])


def structured(document: Any, kind: type[T]) -> T:
    """A JSON document as a frozen dataclass, read strictly."""
    try:
        return _CONVERTER.structure(document, kind)
    except (BaseValidationError, ForbiddenExtraKeysError) as error:
        raise BadMessage(transform_error(error, path=kind.__name__)) from None
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise BadMessage([f"{kind.__name__}: {error}"]) from None
