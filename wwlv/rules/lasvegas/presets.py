"""The ways to play as named presets, and house rules by name."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType

from wwlv.rules.game import IllegalMove
from wwlv.rules.lasvegas.model import Rules

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {"las-vegas": Rules(), "las-vegas-neutral": Rules(preset="las-vegas-neutral", neutral_dice=True)}
)


def _whole(low: int, high: int, *, or_none: bool = False) -> Callable[[object], bool]:
    def fits(value: object) -> bool:
        if value is None:
            return or_none
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return fits


def _switch(value: object) -> bool:
    return isinstance(value, bool)


OPTIONS: Mapping[str, Callable[[object], bool]] = MappingProxyType(
    {
        "neutral_dice": _switch,
        "minimum": _whole(10_000, 200_000),
        "minimum_by_players": _switch,
        "hundred_thousands": _switch,
        "rounds": _whole(1, 4),
        "absent": lambda value: value in ("auto-play", "keep-dice", "remove-dice"),
        "turn_s": _whole(5, 3_600, or_none=True),
    }
)
"""Every house rule by name, with the test of its values."""


def rules_of(preset: str, options: Mapping[str, object] = MappingProxyType({})) -> Rules:
    """The rules of a preset with house rules laid over it.

    Raises
    ------
    IllegalMove
        ``unknown-preset``, ``unknown-option`` or ``bad-option``, each naming what it is about.
    """
    if preset not in PRESETS:
        raise IllegalMove("unknown-preset", preset=preset)
    for name, value in options.items():
        if name not in OPTIONS:
            raise IllegalMove("unknown-option", option=name)
        if not OPTIONS[name](value):
            raise IllegalMove("bad-option", option=name, value=repr(value))
    return replace(PRESETS[preset], **options)  # type: ignore[arg-type]  # every value is checked above


def differences(rules: Rules) -> dict[str, object]:
    """The house rules by which a table differs from its preset."""
    base = PRESETS[rules.preset]
    return {
        f.name: getattr(rules, f.name)
        for f in fields(rules)
        if f.name in OPTIONS and getattr(rules, f.name) != getattr(base, f.name)
    }
