"""The ways to play as named presets, and house rules by name."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from wwlv.rules.lasvegas.model import Rules
from wwlv.rules.options import SWITCH, Allowed, changed, check, one_of, preset_named, whole

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {"las-vegas": Rules(), "las-vegas-neutral": Rules(preset="las-vegas-neutral", neutral_dice=True)}
)


OPTIONS: Allowed = MappingProxyType(
    {
        "neutral_dice": SWITCH,
        "minimum": whole(10_000, 200_000),
        "minimum_by_players": SWITCH,
        "hundred_thousands": SWITCH,
        "rounds": whole(1, 4),
        "absent": one_of("auto-play", "keep-dice", "remove-dice"),
        "turn_s": whole(5, 3_600, or_none=True),
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
    base: Rules = preset_named(preset, PRESETS)
    check(options, OPTIONS)
    return replace(base, **options)  # type: ignore[arg-type]  # every value is checked above


def differences(rules: Rules) -> dict[str, object]:
    """The house rules by which a table differs from its preset."""
    return changed(rules, PRESETS[rules.preset], OPTIONS)
