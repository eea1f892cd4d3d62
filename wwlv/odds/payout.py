"""What casinos pay, by table: equal counts cancel, the most dice left take the highest note (RULES L-6 to L-10, N-5, N-6).

Arrays have the games on their last axis, where every operation runs along it. A *column* is a seat, or, after the seats, the
white dice; the *code* of a casino is its counts of 0 to 8 dice as digits to the base 9, column 0 the lowest. At most five
columns make 59 049 codes. Notes are whole numbers of $10 000. A *mark* is 32 times the money and one for each note, so that
marks compare as the podium does: money first, then notes (L-11).
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from wwlv.odds.dice import Whole
from wwlv.rules.lasvegas.model import DICE

Small = NDArray[np.uint8]
Marks = NDArray[np.uint16]

BASE = DICE + 1
STEP = 10_000
"""Dollars of the smallest note, of which every other is a multiple."""

NOTE_BITS = 5
"""Notes of a game: at most one from each of 24 casinos."""

NOBODY = 7
COLUMNS = 5
"""Columns at most: five seats, or four and the white dice."""


@cache
def winners(columns: int) -> Small:
    """Who takes the first, second … note at a casino, shape (columns, 9 ** columns); `NOBODY` where none is left."""
    codes = np.arange(BASE**columns)
    counts = np.stack([codes // BASE**c % BASE for c in range(columns)])
    alone = counts > 0
    for c in range(columns):
        for other in range(columns):
            if other != c:
                alone[c] &= counts[c] != counts[other]
    order = np.argsort(np.where(alone, -counts, 1), axis=0, kind="stable").astype(np.uint8)
    place = np.arange(columns)[:, None]
    return np.where(place < alone.sum(axis=0), order, NOBODY).astype(np.uint8)


@cache
def places(columns: int) -> Small:
    """Which note each column takes, shape (columns, 9 ** columns): 0 the highest, `NOBODY` where it takes none."""
    taken = winners(columns)
    result = np.full_like(taken, NOBODY)
    for place in range(columns):
        for c in range(columns):
            result[c, taken[place] == c] = place
    return result


def marks_won(codes: Whole, notes: Small, *, seats: int, columns: int) -> Marks:
    """What each seat wins.

    Parameters
    ----------
    codes : shape (casinos, n_sims)
    notes : shape (slots, casinos, n_sims), the highest first, in $10 000, 0 for none

    Returns
    -------
    marks, shape (seats, n_sims)
    """
    table = winners(columns)
    won = np.zeros((seats, codes.shape[1]), dtype=np.uint16)
    for place in range(min(columns, len(notes))):
        here = notes[place]
        if not here.any():
            break
        mark = (here.astype(np.uint16) << NOTE_BITS) + (here > 0)
        who = table[place].take(codes)
        for seat in range(seats):
            won[seat] += np.multiply(mark, who == seat).sum(axis=0, dtype=np.uint16)
    return won


def money(marks: Marks) -> NDArray[np.uint16]:
    """Money of marks in $10 000."""
    return np.right_shift(marks, NOTE_BITS, dtype=np.uint16)


def shares(marks: Marks) -> Small:
    """Shares of the win in sixtieths, shape (seats, n_sims): the highest marks win, equal ones share (L-11)."""
    best = marks == marks.max(axis=0)
    part: Small = np.uint8(60) // best.sum(axis=0, dtype=np.uint8)
    won: Small = best * part
    return won
