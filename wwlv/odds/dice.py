"""The laws of n dice: exact, as tables, and drawn many at a time from those tables.

Counts of faces are multinomial, the count of one face is binomial (Feller, *An Introduction to Probability Theory and Its
Applications* I, VI.9 and II.5). Eight dice fall in only 1 287 ways if it does not matter which die is which.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from wwlv.rules.lasvegas.model import DICE, FACES

Counts = NDArray[np.uint8]
Whole = NDArray[np.int64]
Real = NDArray[np.float64]


def compositions(dice: int) -> Counts:
    """Every way in which `dice` dice show the faces: shape (C(dice + 5, 5), 6), each row a number of ones, twos … sixes."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(FACES - 1):
        rows = [(*row, k) for row in rows for k in range(dice - sum(row) + 1)]
    return np.array([(*row, dice - sum(row)) for row in rows], dtype=np.uint8)


def chances(counts: Counts) -> Real:
    """The probability of each row of `compositions`: n! / (c1! … c6! 6^n), shape (rows,)."""
    dice = int(counts[0].sum())
    ways = [factorial(dice) // prod(factorial(int(c)) for c in row) for row in counts]
    probabilities: Real = np.array(ways, dtype=np.float64) / FACES**dice
    return probabilities


def count_of_face(dice: int) -> Real:
    """P(exactly k of the dice show a given face) for k = 0..dice, shape (dice + 1,)."""
    return np.array([comb(dice, k) * 5 ** (dice - k) / FACES**dice for k in range(dice + 1)])


def at_least(dice: int, of_face: int) -> float:
    """P(at least `of_face` of the dice show a given face)."""
    return float(count_of_face(dice)[max(of_face, 0) :].sum())


def at_least_somewhere(dice: int, alike: int) -> float:
    """P(some face, whichever, is shown by at least `alike` of the dice)."""
    counts = compositions(dice)
    return float(chances(counts)[counts.max(axis=1) >= alike].sum())


def distinct_faces(dice: int) -> Real:
    """P(the dice show exactly d different faces) for d = 0..6, shape (7,)."""
    counts = compositions(dice)
    law = np.zeros(FACES + 1)
    np.add.at(law, (counts > 0).sum(axis=1), chances(counts))
    return law


def placed_at_random(own: int, white: int = 0) -> Real:
    """One turn of the random policy: P(it places k own and j white dice of a given face), shape (own + 1, white + 1).

    The policy chooses uniformly among the distinct faces shown, so by symmetry every face has the same law; entry (0, 0) is
    the chance that it chooses another one.
    """
    law = np.zeros((own + 1, white + 1))
    mine, theirs = compositions(own), compositions(white)
    own_chances, white_chances = chances(mine), chances(theirs)
    for row, p in zip(theirs, white_chances, strict=True):
        shown = ((mine + row) > 0).sum(axis=1)
        chosen = (mine[:, 0] + row[0] > 0) / np.maximum(shown, 1)
        law[:, row[0]] += np.bincount(mine[:, 0], weights=own_chances * p * chosen, minlength=own + 1)
    law[0, 0] = 1 - (law.sum() - law[0, 0])
    return law


@dataclass(frozen=True, slots=True)
class Alias:
    """Several finite laws, each drawn from with one random number (Walker 1977, in Vose's form of 1991).

    `first` and `size` of law i, shape (n_laws,); `keep` and `other` over all outcomes of all laws laid end to end.
    """

    first: Whole
    size: Whole
    keep: Real
    other: Whole

    def drawn(self, law: Whole | int, *, rng: np.random.Generator, games: int) -> Whole:
        """Outcomes as positions in the joined table, shape (games,); `law` is one number or one for each game."""
        x = rng.random(games)
        x *= self.size[law]
        cell = x.astype(np.int64)
        x -= cell
        cell += self.first[law]
        other = self.other.take(cell)
        np.copyto(other, cell, where=x < self.keep.take(cell))
        return other


def alias(laws: Sequence[Real]) -> Alias:
    """The table of several laws, each a vector of probabilities that sum to one."""
    size = np.array([len(law) for law in laws], dtype=np.int64)
    first = np.cumsum(size) - size
    cells = [_cells(law) for law in laws]
    keep = np.concatenate([keep for keep, _ in cells])
    other = np.concatenate([other + at for (_, other), at in zip(cells, first, strict=True)])
    return Alias(first, size, keep, other)


def _cells(law: Real) -> tuple[Real, Whole]:
    """Vose's method: every cell keeps a part of its own outcome and gives the rest to one that has too much."""
    rest = (law * len(law)).tolist()
    keep, other = np.ones(len(law)), np.arange(len(law))
    small = [i for i, r in enumerate(rest) if r < 1]
    large = [i for i, r in enumerate(rest) if r >= 1]
    while small and large:
        i, donor = small.pop(), large[-1]
        keep[i], other[i] = rest[i], donor
        rest[donor] -= 1 - rest[i]
        if rest[donor] < 1:
            small.append(large.pop())
    return keep, other


@cache
def roll_alias() -> Alias:
    """Law n is a roll of n dice, 0 to 8; the outcomes are the columns of `roll_counts`."""
    return alias([chances(compositions(n)) for n in range(DICE + 1)])


@cache
def roll_counts() -> Counts:
    """Number of dice by face, shape (6, outcomes of all rolls of 0 to 8 dice)."""
    return np.ascontiguousarray(np.concatenate([compositions(n) for n in range(DICE + 1)]).T)


def rolled(dice: Whole | int, *, rng: np.random.Generator, games: int) -> Counts:
    """Rolls of `dice` dice (0 to 8, one number or one a game), shape (6, games): how many show each face."""
    return roll_counts().take(roll_alias().drawn(dice, rng=rng, games=games), axis=1)
