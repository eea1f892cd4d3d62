"""The lobby, the house rules and how to play: from the form to what the templates show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wwlv.decks.model import Deck
from wwlv.room.log import ODDS_OF
from wwlv.room.room import RoomView
from wwlv.rules.lasvegas import model as street
from wwlv.rules.wits.model import Rules
from wwlv.screens.common import in_dollars, mark_of, shape_of
from wwlv.screens.howto import howto_steps
from wwlv.text import Text
from wwlv.ui.lobby import GAMES, PRESETS, Form

_MINI = (-3, -2, -1, 0, 1, 2, 3)

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "author_bonus": ("0", "3"),
    "too_high_odds": ("", "6"),
    "duplicates": ("stack", "side-by-side"),
    "duplicate_odds": ("own", "highest"),
    "token_values": ("100,100", "100,200"),
    "max_long_shots": ("2", "1", "0"),
    "centre_colour": ("", "red", "black"),
    "late_guess": ("none", "zero", "wait"),
    "no_guesses": ("skip", "redraw"),
    "tie": ("youngest", "shared", "sudden-death"),
    "allow_negative": (),
    "secret_bets": (),
    "hidden_long_shots": (),
    "small_tables": (),
    "two_player_dummy": (),
    "bet_limit": ("", "10", "20"),
}
STREET_SWITCHES: Mapping[str, tuple[str, ...]] = {
    "minimum": ("30000", "50000", "70000"),
    "minimum_by_players": (),
    "hundred_thousands": (),
    "neutral_dice": (),
    "absent": ("auto-play", "keep-dice", "remove-dice"),
}
"""House rules a teacher may set in the lobby, with the choices of those that are no switch."""


@dataclass(frozen=True, slots=True)
class LobbyTeam:
    """A team in the lobby's list."""

    name: str
    colour: str
    colour_name: str
    shape: Any
    bot: str


def mini_mat(rules: Rules | street.Rules) -> tuple[tuple[str, int], ...]:
    """The seven printed spaces: tint and odds; of a dice game the six casinos."""
    if isinstance(rules, street.Rules):
        return tuple(("house", number) for number in range(1, 7))
    coloured = rules.colour_odds is not None
    return tuple(
        ("centre" if k == 0 else "plain" if not coloured else "red" if k < 0 else "black", 2 + abs(k))
        for k in _MINI
    )


def lobby_context(
    form: Form,
    *,
    decks: Sequence[Deck],
    drawn: Mapping[str, int],
    unfinished: Mapping[str, str] | None,
    classes: Sequence[str],
    text: Text,
) -> dict[str, Any]:
    """Everything the lobby's template shows."""
    rules = form.rules
    return {
        "form": _FormView(form, rules, text),
        "presets": [_preset(name, preset, text) for name, preset in PRESETS.items()],
        "decks": _decks(form, decks, drawn, text),
        "unfinished": unfinished,
        "classes": list(classes),
    }


class _FormView:
    def __init__(self, form: Form, rules: Rules | street.Rules, text: Text) -> None:
        allowed = rules.seats_allowed
        self.preset, self.rules, self.deck, self.time_up = form.preset, rules, form.deck, form.time_up
        self.title, self.changed, self.game = form.title, form.changed, form.game
        self.youngest, self.oldest = form.youngest, form.oldest
        self.too_many = len(form.teams) >= allowed.stop and form.game == "lasvegas"
        self.most = allowed.stop - 1
        self.longest = PRESETS[form.preset].rounds
        self.teams = [LobbyTeam(t.name, mark_of(t).colour, t.colour, shape_of(t), t.bot) for t in form.teams]
        self.fits = len(form.teams) in allowed
        span = {"low": allowed.start, "high": allowed.stop - 1}
        self.fits_line = (
            text("lobby.fits", **span) if self.fits else text("lobby.fits_not", n=len(form.teams), **span)
        )


def _preset(name: str, rules: Rules | street.Rules, text: Text) -> dict[str, Any]:
    high_odds = None if isinstance(rules, street.Rules) else rules.too_high_odds
    high = [("high", high_odds)] if high_odds is not None else []
    mini = [*high, *mini_mat(rules)]
    return {"name": name, "title": text(f"preset.{name}"), "line": text(f"preset.{name}_line"), "mini": mini}


def _decks(form: Form, decks: Sequence[Deck], drawn: Mapping[str, int], text: Text) -> dict[str, Any]:
    chosen = [card for deck in decks if form.deck in ("", deck.name) for card in deck.cards]
    fewest = min((drawn.get(card.id, 0) for card in chosen), default=0)
    fresh = sum(drawn.get(card.id, 0) == fewest for card in chosen)
    each = [{"name": d.name, "title": deck_title(d.name, text), "cards": len(d.cards)} for d in decks]
    return {
        "all": sum(len(d.cards) for d in decks),
        "each": each,
        "left": text("lobby.cards_left", n=fresh, all=len(chosen)),
    }


def deck_title(name: str, text: Text) -> str:
    """The name of a deck in the language of the page; a teacher's own deck goes by its file name."""
    try:
        return text(f"deck_name.{name}")
    except KeyError:
        return name


def house_context(form: Form, odds: Sequence[str], text: Text) -> dict[str, Any]:
    """The house rules that make sense on the chosen mat, and the odds the class will see of it."""
    rules = form.rules
    changed = GAMES[form.game].differences(rules)
    rows = []
    switches = STREET_SWITCHES if isinstance(rules, street.Rules) else SWITCHES
    for name, choices in switches.items():
        if not isinstance(rules, street.Rules) and not _applies(name, rules):
            continue
        value = _as_typed(getattr(rules, name))
        listed = choices if value in choices or not choices else (*choices, value)
        labels = [(c, _label(name, c, text)) for c in listed]
        rows.append({"name": name, "value": value, "choices": labels, "changed": name in changed})
    shown = [(name, name in odds) for name in ODDS_OF[form.game]]
    return {"rules": rules, "switches": rows, "changed": form.changed, "odds": shown}


def _applies(name: str, rules: Rules) -> bool:
    vegas = rules.long_shot_odds is not None
    return {
        "token_values": in_dollars(rules),
        "max_long_shots": vegas,
        "hidden_long_shots": vegas,
        "centre_colour": rules.colour_odds is not None,
        "duplicate_odds": rules.duplicates == "side-by-side",
        "duplicates": not in_dollars(rules),
        "author_bonus": not in_dollars(rules),
        "small_tables": rules.min_seats > 3,
        "two_player_dummy": rules.min_seats <= 3,
        "bet_limit": not in_dollars(rules),
    }.get(name, True)


def _as_typed(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _label(name: str, choice: str, text: Text) -> str:
    if name in ("author_bonus", "max_long_shots", "bet_limit", "too_high_odds") and choice:
        return text(f"house.{name}_n", n=int(choice))
    if name == "minimum":
        return text.money(int(choice))
    if name == "token_values":
        first, second = choice.split(",")
        return text("house.token_values_n", first=text.money(int(first)), second=text.money(int(second)))
    return text(f"house.{name}.{choice or 'none'}")


def howto_context(rules: Rules | street.Rules, text: Text) -> dict[str, Any]:
    """How to play by these rules, on one screen."""
    game, switches = ("wits", SWITCHES) if isinstance(rules, Rules) else ("lasvegas", STREET_SWITCHES)
    allowed = rules.seats_allowed
    changed = [text(f"house.{name}") for name in GAMES[game].differences(rules) if name in switches]
    return {
        "game": game,
        "rules": rules,
        "steps": howto_steps(rules, text),
        "mini": mini_mat(rules),
        "low": allowed.start,
        "high": allowed.stop - 1,
        "house": text.join(changed) if changed else "",
    }


def unfinished_line(view: RoomView, text: Text) -> str:
    """A game left in the middle, in a sentence."""
    names = text.join([team.name for team in view.teams])
    return text(
        "lobby.unfinished_line",
        preset=text(f"preset.{view.table.rules.preset}"),
        round=max(1, view.table.round),
        rounds=view.table.rules.rounds,
        names=names,
    )
