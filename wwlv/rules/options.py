"""House rules by name, for any game: which values an option may take, and how a table differs from its preset."""

from collections.abc import Callable, Mapping
from typing import Any

from wwlv.rules.game import IllegalMove

Fits = Callable[[object], bool]
Allowed = Mapping[str, Fits]


def whole(low: int, high: int, *, or_none: bool = False) -> Fits:
    """A whole number in a range, or None where that means "off"."""

    def fits(value: object) -> bool:
        if value is None:
            return or_none
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return fits


def one_of(*values: object) -> Fits:
    """One of these values, and of its type: 1 is not True."""
    return lambda value: any(value is v or (type(value) is type(v) and value == v) for v in values)


SWITCH = one_of(True, False)


def preset_named(preset: str, presets: Mapping[str, Any]) -> Any:
    """The rules of a preset; IllegalMove ``unknown-preset`` names one there is none of."""
    if preset not in presets:
        raise IllegalMove("unknown-preset", preset=preset)
    return presets[preset]


def check(options: Mapping[str, object], allowed: Allowed) -> None:
    """Raise IllegalMove ``unknown-option`` or ``bad-option``, naming what is wrong."""
    for name, value in options.items():
        if name not in allowed:
            raise IllegalMove("unknown-option", option=name)
        if not allowed[name](value):
            raise IllegalMove("bad-option", option=name, value=repr(value))


def changed(rules: object, base: object, allowed: Allowed) -> dict[str, object]:
    """The options by which rules differ from those of their preset."""
    return {name: getattr(rules, name) for name in allowed if getattr(rules, name) != getattr(base, name)}
