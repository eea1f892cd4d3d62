"""Where a whole hand of dice ends up under the random policy, as one draw from an exact table.

The random policy looks at nothing but its own roll, so what a team places in a round does not depend on the others, nor on
the order of turns. Its law is found by recursion over the first turn (`dice.placed_at_random`): with f a face and (k, j) the
own and white dice placed,

    P(n, w → a, b) = Σ over f, k, j of  P(f, k, j | n, w) · P(n - k, w - j → a - k at f, b - j at f).

Eight dice end up in 1 287 ways, with two white dice in 27 027, with four in 162 162.
"""

from functools import cache

import numpy as np

from wwlv.odds.dice import Alias, Counts, Real, Whole, alias, compositions, placed_at_random
from wwlv.rules.lasvegas.model import DICE, FACES

_RADIX = (DICE + 1) ** np.arange(FACES, dtype=np.int64)


@cache
def _rank(dice: int) -> Whole:
    """Row of `compositions(dice)` by the row's digits to the base 9."""
    counts = compositions(dice)
    rank = np.zeros((DICE + 1) ** FACES, dtype=np.int64)
    rank[counts.astype(np.int64) @ _RADIX] = np.arange(len(counts))
    return rank


@cache
def _shifted(dice: int, face: int, more: int) -> Whole:
    """For each row of `compositions(dice)` the row of `compositions(dice + more)` with `more` dice added at `face`."""
    rows: Whole = compositions(dice).astype(np.int64) @ _RADIX + more * _RADIX[face]
    return _rank(dice + more).take(rows)


@cache
def law(own: int, white: int = 0) -> Real:
    """P(the hand ends up as row a of `compositions(own)` and row b of `compositions(white)`), shape (rows, white rows)."""
    if own + white == 0:
        return np.ones((1, 1))
    result = np.zeros((len(compositions(own)), len(compositions(white))))
    turn = placed_at_random(own, white)
    for k, j in zip(*np.nonzero(turn), strict=True):
        if k + j:
            then = law(own - int(k), white - int(j)) * turn[k, j]
            for face in range(FACES):
                rows, columns = _shifted(own - int(k), face, int(k)), _shifted(white - int(j), face, int(j))
                result[np.ix_(rows, columns)] += then
    return result


@cache
def whole(own: int, white: int) -> tuple[Alias, Counts, Counts]:
    """The law of a hand to draw from, and its outcomes as own and white dice by casino, shape (6, outcomes) each."""
    mine, theirs = compositions(own), compositions(white)
    rows, columns = np.divmod(np.arange(len(mine) * len(theirs)), len(theirs))
    table = alias([law(own, white).ravel()])
    return table, np.ascontiguousarray(mine[rows].T), np.ascontiguousarray(theirs[columns].T)


@cache
def any_alias() -> Alias:
    """Law n is a hand of n dice, 0 to 8, without white ones; the outcomes are the columns of `dice.roll_counts`."""
    return alias([law(n).ravel() for n in range(DICE + 1)])
