"""Rounds of Las Vegas played turn by turn, many games in lockstep.

All games of a block have the same start player, so that the same seat is to move in all of them; a seat without dice is
passed over in its games alone. Games lie on the last axis.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from wwlv.odds.dice import Counts, Whole, rolled
from wwlv.odds.moment import NOTE_SLOTS, Moment, note_table
from wwlv.odds.payout import BASE, Marks, Small, marks_won
from wwlv.odds.policies import chosen
from wwlv.rules.lasvegas.model import FACES, Roll


class Watch(Protocol):
    """Told of every turn: the games it is played in, what was rolled and which face (0 to 5) was placed.

    Seat `WHITE` stands for the spare white dice, each of which goes to its own casino.
    """

    def __call__(self, seat: int, games: Whole, own: Counts, white: Counts | None, face: Whole) -> None:
        """See the class; `own` and `white` of shape (6, len(games))."""


@dataclass(slots=True)
class Table:
    """A round in progress in many games.

    `codes` (6, n_sims): dice at the casinos (their codes, see `payout`) · `notes` (slots, 6, n_sims): highest first, in $10 000 · `own`
    (seats, n_sims), `white` (seats, n_sims) or None: dice in hand · `banked` (seats, n_sims): marks won so far.
    """

    codes: Whole
    notes: Small
    own: Whole
    white: Whole | None
    banked: Marks

    @property
    def seats(self) -> int:
        """Teams at the table."""
        return len(self.own)

    @property
    def columns(self) -> int:
        """Those and the white dice."""
        return self.seats + (self.white is not None)

    @property
    def games(self) -> int:
        """Games on the table."""
        return int(self.codes.shape[1])

    def won(self) -> Marks:
        """Marks that the casinos pay as the dice lie, shape (seats, n_sims)."""
        return marks_won(self.codes, self.notes, seats=self.seats, columns=self.columns)

    def hands(self) -> Whole:
        """Dice in hand by column, the white ones of all teams in the last, shape (columns, n_sims)."""
        return self.own if self.white is None else np.vstack([self.own, self.white.sum(axis=0)])


@dataclass(frozen=True, slots=True)
class Lying:
    """A roll that lies on the table of every game, and, unless the policy is to choose, the face (0 to 5) each places."""

    roll: Roll
    face: Whole | None = None


def play(
    table: Table,
    *,
    turn: int,
    policies: Sequence[str],
    rng: np.random.Generator,
    lying: Lying | None = None,
    watch: Watch | None = None,
) -> None:
    """Play the round to its last die, from the turn of seat `turn`; `table` holds how the dice lie then."""
    notes = note_table(table.notes)
    seat, idle = turn, 0
    while idle < table.seats:
        here = np.flatnonzero(table.own[seat] if table.white is None else table.own[seat] + table.white[seat])
        idle += 1
        if len(here):
            idle = 0
            _turn(table, seat, here, notes, policies[seat], rng, lying, watch)
            lying = None
        seat = (seat + 1) % table.seats


def _turn(
    table: Table,
    seat: int,
    here: Whole,
    notes: Small,
    policy: str,
    rng: np.random.Generator,
    lying: Lying | None,
    watch: Watch | None,
) -> None:
    """One turn of a seat in the games `here`."""
    own, white = _roll(table, seat, here, rng, lying)
    if lying is not None and lying.face is not None:
        face = lying.face
    else:
        face = chosen(policy, moment(table, seat, here, own, white, rng=rng, notes=notes))
    _place(table, seat, here, own, white, face)
    if watch is not None:
        watch(seat, here, own, white, face)


def _roll(
    table: Table, seat: int, here: Whole, rng: np.random.Generator, lying: Lying | None
) -> tuple[Counts, Counts | None]:
    games = len(here)
    if lying is not None:
        white = None if table.white is None else alike(lying.roll.white, games)
        return alike(lying.roll.own, games), white
    own = rolled(table.own[seat].take(here), rng=rng, games=games)
    if table.white is None:
        return own, None
    return own, rolled(table.white[seat].take(here), rng=rng, games=games)


def moment(
    table: Table,
    seat: int,
    here: Whole,
    own: Counts,
    white: Counts | None,
    *,
    rng: np.random.Generator,
    notes: Small | None = None,
) -> Moment:
    """What a seat that has rolled sees in the games `here`; `notes` is their `note_table` if it is at hand."""
    notes = note_table(table.notes) if notes is None else notes
    at = (np.arange(FACES)[:, None] * table.games + here) * NOTE_SLOTS
    codes, banked, hands = table.codes, table.banked, table.hands()
    if len(here) < table.games:
        codes, banked, hands = codes.take(here, axis=1), banked.take(here, axis=1), hands.take(here, axis=1)
    return Moment(seat, table.seats, table.columns, own, white, codes, notes, at, banked, hands, rng)


def _place(table: Table, seat: int, here: Whole, own: Counts, white: Counts | None, face: Whole) -> None:
    at = face * len(here) + np.arange(len(here))
    mine = own.take(at).astype(np.int64)
    table.own[seat, here] -= mine
    added = mine * BASE**seat
    if white is not None and table.white is not None:
        theirs = white.take(at).astype(np.int64)
        table.white[seat, here] -= theirs
        added += theirs * BASE**table.seats
    table.codes[face, here] += added


def alike(faces: tuple[int, ...], games: int) -> Counts:
    """The same dice in every game, shape (6, games): how many show each face."""
    counts = np.array([faces.count(face) for face in range(1, FACES + 1)], dtype=np.uint8)
    return np.repeat(counts[:, None], games, axis=1)
