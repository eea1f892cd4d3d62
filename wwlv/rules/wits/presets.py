"""The mats as named presets, and house rules by name: an unknown option or value is an error that names it."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from wwlv.rules.options import SWITCH, Allowed, changed, check, one_of, preset_named, whole
from wwlv.rules.wits.model import Rules

_ORIGINAL = Rules()
_VEGAS = Rules(
    preset="vegas",
    min_seats=5,
    too_high_odds=None,
    duplicates="side-by-side",
    token_values=(100, 100),
    long_shot_odds=10,
    colour_odds=1,
    round_bonus=100,
    late_guess="wait",
    guess_s=None,
    bet_s=None,
    tokens_in_total=False,
)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "original": _ORIGINAL,
        "original-published": replace(_ORIGINAL, preset="original-published", author_bonus=3),
        "vegas": _VEGAS,
        "vegas-back": replace(_ORIGINAL, preset="vegas-back", min_seats=5, duplicates="side-by-side"),
        "vegas-edition": replace(
            _VEGAS, preset="vegas-edition", long_shot_odds=None, too_high_odds=6, duplicate_odds="highest"
        ),
    }
)


def _token_pair(value: object) -> bool:
    each = whole(1, 1_000_000)
    return isinstance(value, list | tuple) and len(value) == 2 and all(each(v) for v in value)


_MONEY = whole(0, 1_000_000)
_ODDS = whole(1, 1_000, or_none=True)
_SECONDS = whole(5, 3_600, or_none=True)

OPTIONS: Allowed = MappingProxyType(
    {
        "author_bonus": _MONEY,
        "too_high_odds": _ODDS,
        "duplicates": one_of("stack", "side-by-side"),
        "duplicate_odds": one_of("own", "highest"),
        "token_values": _token_pair,
        "long_shot_odds": _ODDS,
        "max_long_shots": whole(0, 2),
        "colour_odds": _ODDS,
        "centre_colour": one_of(None, "red", "black"),
        "round_bonus": _MONEY,
        "late_guess": one_of("none", "zero", "wait"),
        "no_guesses": one_of("skip", "redraw"),
        "allow_negative": SWITCH,
        "secret_bets": SWITCH,
        "hidden_long_shots": SWITCH,
        "small_tables": SWITCH,
        "two_player_dummy": SWITCH,
        "bet_limit": whole(0, 1_000_000, or_none=True),
        "tie": one_of("youngest", "shared", "sudden-death"),
        "rounds": whole(1, 7),
        "guess_s": _SECONDS,
        "long_shot_s": _SECONDS,
        "bet_s": _SECONDS,
        "tokens_in_total": SWITCH,
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
    chosen = dict(options)
    if "token_values" in chosen:
        chosen["token_values"] = tuple(chosen["token_values"])  # type: ignore[arg-type]  # checked above
    if base.late_guess == "wait" and chosen.get("guess_s") is not None:
        chosen.setdefault("late_guess", "none")  # a Vegas table with a timer plays without the late board
    return replace(base, **chosen)  # type: ignore[arg-type]  # every value is checked above


def differences(rules: Rules) -> dict[str, object]:
    """The house rules by which a table differs from its preset."""
    return changed(rules, PRESETS[rules.preset], OPTIONS)
