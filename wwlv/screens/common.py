"""What every screen shares: team marks, money, numbers, the way templates are read."""

from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from wwlv.look import BY_NAME, MARKS, Mark
from wwlv.room.log import Team
from wwlv.rules.wits.model import Rules
from wwlv.text import LANGUAGES, Text, catalog


def templates(folder: Path) -> Environment:
    """The templates of a folder: every inserted value is escaped, and a name that is missing is a bug."""
    return Environment(
        loader=FileSystemLoader(folder, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


_CARD_SIGNS = 15
_SEVEN = Context(prec=7, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])

_SHAPES = {
    "circle": '<circle cx="12" cy="12" r="10"/>',
    "square": '<rect x="3" y="3" width="18" height="18" rx="1.5"/>',
    "triangle": '<path d="M12 2 23 21H1z"/>',
    "diamond": '<path d="M12 1 23 12 12 23 1 12z"/>',
    "star": '<path d="M12 1.200l3.200 6.900 7.500.9-5.500 5.200 1.400 7.400L12 18l-6.600 3.600 1.400-7.400L1.300 9l7.500-.9z"/>',
    "hexagon": '<path d="M6.500 2h11L23 12l-5.500 10h-11L1 12z"/>',
    "cross": '<path d="M8 1h8v7h7v8h-7v7H8v-7H1V8h7z"/>',
}


_EYES = Markup(
    '<g class="eyes" stroke="none"><g fill="#fff"><circle cx="9" cy="13" r="2.700"/><circle cx="15" cy="13" r="2.700"/></g>'
    '<g fill="#111"><circle cx="9" cy="13" r="1.300"/><circle cx="15" cy="13" r="1.300"/></g></g>'
)


def shape(mark: Mark, *, bot: bool = False) -> Markup:
    """The team's shape in its colour as inline SVG, a bot's with two eyes; decoration beside its name, so hidden from readers."""
    return Markup(
        '<svg class="shape" viewBox="0 0 24 24" aria-hidden="true" fill="{}" stroke="#fff" stroke-width="2">{}{}</svg>'
    ).format(mark.colour, Markup(_SHAPES[mark.shape]), _EYES if bot else "")


def shape_of(team: Team) -> Markup:
    """The shape of a team as every screen shows it."""
    return shape(mark_of(team), bot=bool(team.bot))


def mark_of(team: Team) -> Mark:
    """The colour and shape of a team."""
    return BY_NAME.get(team.colour, MARKS[0])


@dataclass(frozen=True, slots=True)
class TeamTag:
    """A team as a screen shows it."""

    seat: int
    name: str
    shape: Markup
    colour: str
    bot: bool = False

    @property
    def short(self) -> str:
        """The name for where there is little room: the eyes of its shape say that it is a bot, and `mark` to who cannot see them."""
        return bare(self.name) if self.bot else self.name

    @property
    def mark(self) -> str:
        """What the short name lacks."""
        return self.name[len(self.short) :]


def bare(name: str) -> str:
    """A name without the word that marks a bot, in whatever language."""
    for lang in LANGUAGES:
        before, after = catalog(lang)("bot.name", name="\n").split("\n")
        if after and name.startswith(before) and name.endswith(after) and len(name) > len(after):
            name = name[len(before) : -len(after)]
    return name.strip()


@lru_cache(maxsize=64)
def tags(teams: tuple[Team, ...]) -> tuple[TeamTag, ...]:
    """The teams in seat order."""
    return tuple(
        TeamTag(seat, team.name, shape_of(team), mark_of(team).colour, bool(team.bot))
        for seat, team in enumerate(teams)
    )


def in_dollars(rules: Rules) -> bool:
    """The Vegas mats count dollars, the original mat points."""
    return rules.token_values[0] >= 100


def money(amount: int, rules: Rules, text: Text) -> str:
    """An amount as the table counts it: $1,200 or 12."""
    return text.money(amount) if in_dollars(rules) else text.number(amount).replace("-", "−")


def written(value: Decimal, text: Text, *, year: bool = False) -> str:
    """A guess or an answer as it fits on a card: exact, or with "≈" in seven digits where that takes too many signs.

    Only what is shown is rounded; the rules compare exact values, and exports hold them.
    """
    exact = text.number(value, year=year)
    return exact if len(exact) <= _CARD_SIGNS else f"≈{text.number(_SEVEN.plus(value))}"


def change(amount: int, rules: Rules, text: Text) -> str:
    """A gain or loss with its sign."""
    return ("+" if amount > 0 else "") + money(amount, rules, text)
