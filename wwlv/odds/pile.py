"""Piles of notes, shuffled many at a time, and what is turned from them at the casinos (RULES L-2, L-9, 4.3).

Notes are whole numbers of $10 000, 0 where there is none. Games lie on the last axis.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wwlv.odds.dice import Whole
from wwlv.odds.payout import STEP, Small, winners
from wwlv.rules.lasvegas.model import FACES


def shuffled(notes: NDArray[np.integer], *, rng: np.random.Generator, games: int) -> Small:
    """Piles in random order, shape (n_notes, games), the next note first.

    Notes are sorted by 28 random bits each; two bit strings of a pile are equal in 5 of a million piles, and then the
    smaller note lies first.
    """
    if len(notes) == 0:
        return np.zeros((0, games), dtype=np.uint8)
    words = games * len(notes) + 1 >> 1
    raw = rng.integers(0, 2**64, words, dtype=np.uint64).view(np.uint32)[: games * len(notes)]
    keys = raw.reshape(games, len(notes))
    keys &= np.uint32(0xFFFFFFF0)
    keys |= notes.astype(np.uint32)
    keys.sort(axis=1)
    return np.ascontiguousarray((keys & np.uint32(15)).astype(np.uint8).T)


def slots(values: NDArray[np.integer], minimum: int) -> int:
    """Notes a casino can hold at most, if the smallest are turned first; both in $10 000."""
    return int(np.searchsorted(np.cumsum(np.sort(values)), minimum)) + 1


def runs_through(values: NDArray[np.integer], minimum: int, casinos: int) -> bool:
    """Whether a note that went under the pile could be turned again while `casinos` casinos are filled.

    A note of at least the minimum closes its casino, so it cannot while there are as many of those as casinos (RULES 4.3).
    """
    return int((values >= minimum).sum()) < casinos


@dataclass(slots=True)
class Piles:
    """The piles of many games: `notes` of shape (capacity + 1, n_sims), the last row always 0; `top` and `end` of shape (n_sims,)."""

    notes: Small
    top: Whole
    end: Whole

    def turned(self, *, minimum: int, casinos: int, slots: int) -> Small:
        """Notes at the casinos, each until its sum reaches the minimum: shape (slots, casinos, n_sims), highest first."""
        games = self.notes.shape[1]
        flat, at = self.notes.ravel(), self.top * games + np.arange(games)
        dealt = np.zeros((slots, casinos, games), dtype=np.uint8)
        for casino in range(casinos):
            total = np.zeros(games, dtype=np.uint8)
            wanted = np.ones(games, dtype=bool)
            for slot in range(slots):
                note = flat.take(at)
                note *= wanted
                dealt[slot, casino] = note
                total += note
                found = note > 0
                np.add(at, games, out=at, where=found)
                wanted &= found
                wanted &= total < minimum
                if not wanted.any():
                    break
        self.top = at // games
        return _sorted(dealt)

    def given_back(self, codes: Whole, notes: Small, *, seats: int, columns: int) -> None:
        """Put what no seat has won under the piles: casino after casino, each from its highest note (as `rules` does).

        `codes` of shape (6, n_sims) and `notes` of shape (slots, 6, n_sims).
        """
        rows = np.arange(notes.shape[2])
        table = winners(columns)
        for casino in range(FACES):
            for slot in range(len(notes)):
                taken = table[slot].take(codes[casino]) < seats if slot < columns else False
                back = (notes[slot, casino] > 0) & ~np.asarray(taken)
                self.notes[self.end[back], rows[back]] = notes[slot, casino][back]
                self.end += back


def _sorted(dealt: Small) -> Small:
    """The slots of each casino in falling order, by a network of comparisons (odd-even transposition)."""
    used = int(dealt.any(axis=(1, 2)).sum())
    for stage in range(used):
        for low in range(stage % 2, used - 1, 2):
            high = np.maximum(dealt[low], dealt[low + 1])
            np.minimum(dealt[low], dealt[low + 1], out=dealt[low + 1])
            dealt[low] = high
    return dealt


def piles(top: Small, *, under: NDArray[np.integer] | None = None, room: int = 0) -> Piles:
    """Piles of `top` (n_notes, n_sims), below it the known notes `under`, and room for `room` notes to be given back."""
    games = top.shape[1]
    known = np.zeros(0, dtype=np.uint8) if under is None else under.astype(np.uint8)
    fixed = np.repeat(known[:, None], games, axis=1)
    blank = np.zeros((room + 1, games), dtype=np.uint8)
    count = len(top) + len(known)
    return Piles(
        np.concatenate([top, fixed, blank]),
        np.zeros(games, dtype=np.int64),
        np.full(games, count, dtype=np.int64),
    )


def tens(notes: tuple[int, ...]) -> NDArray[np.uint8]:
    """Notes of dollars in $10 000."""
    return (np.array(notes, dtype=np.int64) // STEP).astype(np.uint8)
