"""What a policy sees: a roll on the table, in many games at once."""

from dataclasses import dataclass

import numpy as np

from wwlv.odds.dice import Counts, Whole
from wwlv.odds.payout import BASE, Marks, Small, places

NOTE_SLOTS = 8
"""Room for the notes of a casino in the flat table; the last stays empty for who takes none."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A roll on the table of many games, the same seat to move in all; games lie on the last axis.

    `own`, `white` (6, n_sims): the dice of the roll by face, `white` None in games without them · `codes` (6, n_sims): the
    casinos before it (their codes, see `payout`) · `notes`: the notes of all games, flat, `NOTE_SLOTS` a casino, in $10 000 · `at`
    (6, n_sims): where in it a casino's notes begin · `banked` (seats, n_sims): marks won in earlier rounds · `hands`
    (columns, n_sims): dice in hand, this roll included; of the white column all that teams still hold.
    """

    seat: int
    seats: int
    columns: int
    own: Counts
    white: Counts | None
    codes: Whole
    notes: Small
    at: Whole
    banked: Marks
    hands: Whole
    rng: np.random.Generator

    @property
    def count(self) -> Counts:
        """Dice of each face, own and white, shape (6, n_sims)."""
        return self.own if self.white is None else self.own + self.white

    def after(self) -> Whole:
        """Codes of the casinos if the dice of their number were placed, each face by itself."""
        codes = self.codes + self.own * np.int64(BASE**self.seat)
        if self.white is not None:
            codes += self.white * np.int64(BASE**self.seats)
        return codes

    def paid(self, codes: Whole, seat: int) -> Small:
        """What each casino would pay a seat, in $10 000, shape (6, n_sims)."""
        place: Whole = self.at + places(self.columns)[seat].take(codes)
        return self.notes.take(place)


def note_table(notes: Small) -> Small:
    """The flat table of a `Moment` from notes of shape (slots, 6, n_sims)."""
    shown = notes[: NOTE_SLOTS - 1]
    table = np.zeros((*notes.shape[1:], NOTE_SLOTS), dtype=np.uint8)
    table[..., : len(shown)] = np.moveaxis(shown, 0, 2)
    return table.ravel()
