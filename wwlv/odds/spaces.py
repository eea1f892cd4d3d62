"""What a bet on each space of the mat is worth, from how likely each card is to win."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from wwlv.rules.wits.model import Rules, Space, Target

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SpaceOdds:
    """A space that bets may lie on, or a team's icon for Long Shots (then `long_shot`, and `per_chip` is for nobody).

    `odds` n means n to 1 as profit, the most the space pays when it wins; `chance` is its probability to win.
    """

    target: Target
    odds: int
    chance: float
    long_shot: bool = False

    @property
    def break_even(self) -> float:
        """The chance from which on chips here lose nothing in the long run: 1 / (odds + 1)."""
        return 1 / (self.odds + 1)

    @property
    def per_chip(self) -> float:
        """Expected profit of one chip: it is lost on a miss and comes back with n more on a win."""
        return self.chance * (self.odds + 1) - 1

    @property
    def per_token(self) -> float:
        """Expected profit for each chip a token is worth: a token is never lost."""
        return self.chance * self.odds

    @property
    def kelly(self) -> float:
        """Share of all chips to stake here, and nowhere else, for the fastest growth (Kelly 1956); 0 without an edge."""
        return max(0.0, self.per_chip / self.odds)


def values_of(spaces: Sequence[Space]) -> list[list[int]]:
    """Indices of the spaces by equal value, lowest first: cards that win together are one group."""
    return [list(group) for _, group in groupby(range(len(spaces)), key=lambda k: spaces[k].value)]


def odds_of(
    spaces: Sequence[Space], chances: Sequence[float] | Floats, rules: Rules
) -> tuple[SpaceOdds, ...]:
    """The worth of every space bets may lie on, in the order of the mat: too high, cards, red, black.

    `spaces` are the mat of `wwlv.rules.wits.scoring.mat`. `chances` has one entry more than there are different
    values: that all are too high, then that each value, lowest first, is the largest one not over the truth.
    """
    groups = values_of(spaces)
    _check(chances, len(groups))
    if not spaces:
        return ()
    return tuple(_places(spaces, groups, chances, rules))


def long_shots_of(
    spaces: Sequence[Space], chances: Sequence[float] | Floats, rules: Rules
) -> tuple[SpaceOdds, ...]:
    """The worth of a token on the icon of every team with a card, by seat; empty where the mat has no Long Shot."""
    groups = values_of(spaces)
    _check(chances, len(groups))
    if rules.long_shot_odds is None:
        return ()
    chance_of = {
        seat: float(chances[j + 1])
        for j, group in enumerate(groups)
        for k in group
        for seat in spaces[k].seats
    }
    return tuple(
        SpaceOdds(Target("board", seat=seat), rules.long_shot_odds, chance, long_shot=True)
        for seat, chance in sorted(chance_of.items())
    )


def _check(chances: Sequence[float] | Floats, values: int) -> None:
    if len(chances) != values + 1:
        raise ValueError(f"{len(chances)} chances for {values} different values: there must be one more")


def _places(
    spaces: Sequence[Space], groups: Sequence[Sequence[int]], chances: Sequence[float] | Floats, rules: Rules
) -> Iterator[SpaceOdds]:
    if rules.too_high_odds is not None:
        yield SpaceOdds(Target("too-high"), rules.too_high_odds, float(chances[0]))
    for j, group in enumerate(groups):
        best = max(spaces[k].odds for k in group)
        for k in group:
            named = (
                k if spaces[k].seats else group[0]
            )  # the card of nobody goes by its value, as does the first of it
            pays = best if rules.duplicate_odds == "highest" else spaces[named].odds
            yield SpaceOdds(_target(spaces[k], rules), pays, float(chances[j + 1]))
    if rules.colour_odds is not None:
        for colour in ("red", "black"):
            wins = [j for j, group in enumerate(groups) if any(spaces[k].colour == colour for k in group)]
            if wins:  # a single card in the centre lies on no colour
                chance = float(sum(chances[j + 1] for j in wins))
                yield SpaceOdds(Target(colour), rules.colour_odds, chance)


def _target(space: Space, rules: Rules) -> Target:
    """How a bet names the space: a stack, and the card of nobody, by its value; else the board of its team."""
    if rules.duplicates == "stack" or not space.seats:
        return Target("guess", value=space.value)
    return Target("board", seat=space.seats[0])
