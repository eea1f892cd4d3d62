"""The lobby's form: what the teacher has chosen so far, kept across refreshes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, get_args

from wwlv.errors import WwlvError
from wwlv.look import BY_NAME, MARKS
from wwlv.room.log import Skill, Team, TimeUp
from wwlv.rules.game import IllegalMove
from wwlv.rules.lasvegas import model as street
from wwlv.rules.lasvegas import presets as street_presets
from wwlv.rules.wits import model as wits
from wwlv.rules.wits import presets as wits_presets
from wwlv.screens.common import bare
from wwlv.text import LANGUAGES, Text, catalog

NAME_LENGTH = 24

GAMES: Mapping[str, Any] = {"wits": wits_presets, "lasvegas": street_presets}
"""Presets and house rules of each game a lobby offers."""
PRESETS: Mapping[str, wits.Rules | street.Rules] = {**wits_presets.PRESETS, **street_presets.PRESETS}


def game_of(preset: str) -> str:
    """The game a preset belongs to.

    Raises
    ------
    IllegalMove
        ``unknown-preset``
    """
    for name, module in GAMES.items():
        if preset in module.PRESETS:
            return name
    raise IllegalMove("unknown-preset", preset=preset)


@dataclass(frozen=True, slots=True)
class Form:
    """A table in the making. `options` are house rules by name; `deck` is empty for the whole box."""

    preset: str = "original"
    options: dict[str, Any] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    youngest: int | None = None
    oldest: int | None = None
    deck: str = ""
    time_up: TimeUp = "ring"
    title: str = ""

    @property
    def game(self) -> str:
        """Which game this is."""
        return game_of(self.preset)

    @property
    def rules(self) -> wits.Rules | street.Rules:
        """The rules these choices make."""
        rules: wits.Rules | street.Rules = GAMES[self.game].rules_of(self.preset, self.options)
        return rules

    @property
    def setup(self) -> wits.Setup | street.Setup:
        """The table to start."""
        rules = self.rules
        if isinstance(rules, street.Rules):
            return street.Setup(rules, len(self.teams), self.oldest or 0)
        return wits.Setup(rules, len(self.teams), () if self.youngest is None else (self.youngest,))

    @property
    def changed(self) -> int:
        """How many house rules differ from the preset, not counting the length of the game and the timers."""
        return len(set(self.options) - {"rounds", "guess_s", "long_shot_s", "bet_s", "turn_s"})


def default_teams(count: int, text: Text) -> tuple[Team, ...]:
    """The first `count` teams of the box under friendly names."""
    return tuple(Team(text(f"team.{mark.name}"), mark.name) for mark in MARKS[:count])


def first_form(text: Text) -> Form:
    """What a teacher finds who has never been here: five teams fit both mats."""
    return Form(teams=default_teams(5, text))


def translated(form: Form, text: Text) -> Form:
    """The form with names that nobody has changed in the language of the page, and bots marked in it."""
    return replace(form, teams=tuple(_translated(team, text) for team in form.teams))


def _translated(team: Team, text: Text) -> Team:
    name = bare(team.name) if team.bot else team.name
    if name in {catalog(lang)(f"team.{team.colour}") for lang in LANGUAGES}:
        name = text(f"team.{team.colour}")
    return _marked(replace(team, name=name), text)


# --- bots
def _marked(team: Team, text: Text) -> Team:
    """The team with the word behind its name if a bot plays for it."""
    if not team.bot:
        return team
    room = NAME_LENGTH - len(text("bot.name", name=""))
    return replace(team, name=text("bot.name", name=bare(team.name)[:room].strip()))


def with_player(form: Form, seat: int, skill: str, text: Text) -> Form:
    """Who plays for a team: a bot of that skill, or with none people."""
    _check(form, seat)
    if skill not in get_args(Skill):
        raise IllegalMove("bad-option", option="bot", value=repr(skill[:20]))
    team = form.teams[seat]
    name = bare(team.name) if team.bot else team.name
    changed = _marked(replace(team, name=name, bot=skill), text)  # type: ignore[arg-type]  # one of them
    return replace(form, teams=_replaced(form.teams, seat, changed))


def with_bot(form: Form, text: Text) -> Form:
    """One more team, which a bot of middling skill plays for."""
    more = with_team(form, text)
    return with_player(more, len(form.teams), "fair", text)


def table_of_bots(preset: str, skills: Sequence[Skill], text: Text) -> Form:
    """A table at which bots alone play."""
    teams = (
        replace(team, bot=skill) for team, skill in zip(default_teams(len(skills), text), skills, strict=True)
    )
    return Form(preset=preset, teams=tuple(_marked(team, text) for team in teams))


def clean_name(typed: str) -> str:
    """A name without control and direction characters, trimmed and bounded."""
    kept = "".join(c for c in typed if c.isprintable())
    return " ".join(kept.split())[:NAME_LENGTH]


def with_option(form: Form, name: str, value: Any) -> Form:
    """The form with a house rule set; a value equal to the preset's is no change.

    Raises
    ------
    IllegalMove
        ``unknown-option`` or ``bad-option``.
    """
    options = {**form.options, name: value}
    GAMES[form.game].rules_of(form.preset, options)
    if getattr(PRESETS[form.preset], name) == (tuple(value) if isinstance(value, list) else value):
        options.pop(name)
    return replace(form, options=options)


def with_preset(form: Form, preset: str) -> Form:
    """Another mat; the length of the game stays, other house rules belong to the mat they were made for."""
    same = game_of(preset) == form.game
    kept = {k: v for k, v in form.options.items() if k == "rounds" and same}
    return replace(form, preset=preset, options=kept)


def option_value(name: str, typed: str) -> Any:
    """The value a field of the lobby stands for."""
    if not any(name in module.OPTIONS for module in GAMES.values()):
        raise IllegalMove("unknown-option", option=name)
    if typed in ("true", "false"):
        return typed == "true"
    if typed in ("", "none") and name != "late_guess":
        return None
    if typed.lstrip("-").isdecimal():
        return int(typed)
    if "," in typed:
        return [int(part) for part in typed.split(",") if part.strip().isdecimal()]
    return typed


def with_team(form: Form, text: Text) -> Form:
    """One more team, in the first colour nobody has."""
    used = {team.colour for team in form.teams}
    free = [mark for mark in MARKS if mark.name not in used]
    if not free:
        raise IllegalMove("too-many-teams", teams=len(form.teams) + 1, fewest=3, most=len(MARKS))
    names = {bare(team.name) for team in form.teams}
    name = next(
        n for n in (text(f"team.{free[0].name}"), f"{text(f'team.{free[0].name}')} 2") if n not in names
    )
    return replace(form, teams=(*form.teams, Team(name, free[0].name)))


def without_team(form: Form, seat: int) -> Form:
    """One team fewer."""
    _check(form, seat)
    teams = (*form.teams[:seat], *form.teams[seat + 1 :])
    return replace(
        form, teams=teams, youngest=_without(form.youngest, seat), oldest=_without(form.oldest, seat)
    )


def _without(marked: int | None, seat: int) -> int | None:
    if marked is None or marked == seat:
        return None
    return marked - (marked > seat)


def merged(form: Form) -> Form:
    """As many teams as the game takes: bots leave first, the last of them before the others; then, from the end, two teams
    become one under both names.
    """
    most = form.rules.seats_allowed.stop - 1
    teams = list(form.teams)
    while len(teams) > most and (bots := [k for k, team in enumerate(teams) if team.bot]):
        del teams[bots[-1]]
    at = len(teams) - 2
    while len(teams) > most:
        first, second = teams[at], teams.pop(at + 1)
        teams[at] = Team(f"{first.name} + {second.name}"[:NAME_LENGTH], first.colour)
        at = at - 2 if at >= 2 else len(teams) - 2
    return replace(form, teams=tuple(teams), youngest=None, oldest=None)


def renamed(form: Form, seat: int, typed: str, text: Text) -> Form:
    """A team under another name; an empty or taken one is refused, and a bot stays marked as one."""
    _check(form, seat)
    name = clean_name(typed)
    if not name:
        raise IllegalMove("empty-name")
    if any(team.name.casefold() == name.casefold() for k, team in enumerate(form.teams) if k != seat):
        raise IllegalMove("taken-name", name=name)
    team = _marked(replace(form.teams[seat], name=name), text)
    return replace(form, teams=_replaced(form.teams, seat, team))


def recoloured(form: Form, seat: int) -> Form:
    """A team in the next colour of the box; whoever has it takes the team's old one, so colours stay unique."""
    _check(form, seat)
    order = [mark.name for mark in MARKS]
    old = form.teams[seat].colour
    new = order[(order.index(old) + 1) % len(order)]
    teams = tuple(
        replace(team, colour=new if k == seat else old if team.colour == new else team.colour)
        for k, team in enumerate(form.teams)
    )
    return replace(form, teams=teams)


def _check(form: Form, seat: int) -> None:
    if seat not in range(len(form.teams)):
        raise IllegalMove("no-such-seat", seat=seat)


def _replaced(teams: tuple[Team, ...], seat: int, team: Team) -> tuple[Team, ...]:
    return (*teams[:seat], team, *teams[seat + 1 :])


def dumped(form: Form) -> str:
    """The form as text for the teacher's shelf."""
    return json.dumps(asdict(form), ensure_ascii=False)


def loaded(body: str) -> Form | None:
    """A form from the shelf; None for one that an earlier version wrote and this one cannot read."""
    try:
        found = json.loads(body)
        teams = tuple(
            Team(str(t["name"])[:NAME_LENGTH], t["colour"], t.get("bot", "")) for t in found.pop("teams")
        )
        form = Form(**{**found, "teams": teams})
        ok = (
            all(t.colour in BY_NAME and t.bot in get_args(Skill) for t in teams)
            and 2 <= len(teams) <= len(MARKS)
            and form.rules is not None
        )
    except (ValueError, TypeError, KeyError, AttributeError, WwlvError):
        return None
    return form if ok else None
