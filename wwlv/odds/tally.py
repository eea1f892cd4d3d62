"""What many games came to: counts that add up exactly, whatever the order, and the estimates drawn from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from wwlv.odds.dice import Real, Whole
from wwlv.odds.payout import NOTE_BITS, STEP, Marks, money, shares

BINS = 24 * 10 + 1
"""Money on steps of $10 000: at most a note of $100 000 at each of 24 casinos."""

SHARE = 60
"""A win in whole parts, so that two to five can share it."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(slots=True)
class Tally:
    """Running sums over games, all whole numbers; their size does not depend on how many games.

    `histogram` (n_seats, 241): games by money in $10 000 · `wins`, `squared_wins` (n_seats,): shares of wins in sixtieths, and
    their squares · `notes` (n_seats,): notes won.
    """

    games: int
    histogram: Whole
    wins: Whole
    squared_wins: Whole
    notes: Whole

    @classmethod
    def of(cls, marks: Marks) -> Self:
        """The tally of games that ended with these marks, shape (n_seats, n_sims)."""
        won = shares(marks).astype(np.int64)
        histogram = np.stack([np.bincount(row, minlength=BINS) for row in money(marks)])
        notes = (marks & (1 << NOTE_BITS) - 1).sum(axis=1, dtype=np.int64)
        return cls(marks.shape[1], histogram, won.sum(axis=1), (won * won).sum(axis=1), notes)

    def __add__(self, other: "Tally", /) -> "Tally":
        return Tally(
            self.games + other.games,
            self.histogram + other.histogram,
            self.wins + other.wins,
            self.squared_wins + other.squared_wins,
            self.notes + other.notes,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Estimates from play-outs, each array by seat, shape (n_seats,).

    `mean`, `se`: final money in dollars and the standard error of its mean · `win_share`, `win_share_se`: share of games won,
    by money, then notes, else shared (RULES L-11) · `notes`: mean number of notes · `histogram` (n_seats, 241): games by final
    money in steps of $10 000.
    """

    games: int
    mean: Real
    se: Real
    win_share: Real
    win_share_se: Real
    notes: Real
    histogram: Whole

    @property
    def seats(self) -> int:
        """Teams at the table."""
        return len(self.mean)

    def quantiles(self, of: Sequence[float] = QUANTILES) -> NDArray[np.int64]:
        """Smallest money in dollars that at least this part of the games does not exceed, shape (n_seats, len(of))."""
        reached = np.cumsum(self.histogram, axis=1)
        # a billionth lets 0.95 of 100 games be 95 of them
        wanted = np.ceil(np.asarray(of) * self.games - 1e-9).clip(1)
        return np.stack([np.searchsorted(row, wanted) for row in reached]) * STEP

    @classmethod
    def of(cls, tally: Tally) -> Self:
        """The estimates of a tally of at least one game."""
        n = tally.games
        dollars = np.arange(tally.histogram.shape[1]) * float(STEP)
        mean = tally.histogram @ dollars / n
        spread = np.array(
            [row @ (dollars - m) ** 2 / n for row, m in zip(tally.histogram, mean, strict=True)]
        )
        share = tally.wins / (SHARE * n)
        variance = np.maximum(tally.squared_wins / (SHARE**2 * n) - share**2, 0)
        return cls(
            n, mean, np.sqrt(spread / n), share, np.sqrt(variance / n), tally.notes / n, tally.histogram
        )
