"""Rounds of Las Vegas played turn by turn, many games in lockstep.

All games of a block have the same start player, so that the same seat is to move in all of them; a seat without dice is
passed over in its games alone. Games lie on the last axis.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from wwlv.odds.dice import Counts, Whole, rolled
from wwlv.odds.payout import BASE, Marks, Small
from wwlv.odds.policies import NOTE_SLOTS, Moment, chosen
from wwlv.rules.lasvegas.model import FACES, Roll


class Watch(Protocol):
    """Told of every turn: the games it is played in, what was rolled and which face (0 to 5) was placed."""

    def __call__(self, seat: int, games: Whole, own: Counts, white: Counts | None, face: Whole) -> None:
        """See the class; `own` and `white` of shape (6, len(games))."""


@dataclass(slots=True)
class Table:
    """A round in progress in many games.

    `codes` (6, n_sims) · `notes` (slots, 6, n_sims), highest first · `own`, `white` (seats, n_sims): dice in hand ·
    `banked` (seats, n_sims): marks won so far.
    """

    seats: int
    columns: int
    codes: Whole
    notes: Small
    own: Whole
    white: Whole
    banked: Marks

    @property
    def games(self) -> int:
        """Games on the table."""
        return self.codes.shape[1]


def _note_table(notes: Small) -> Small:
    """The highest notes of each casino, flat, game by game of a casino: `NOTE_SLOTS` each."""
    shown = notes[: NOTE_SLOTS - 1]
    table = np.zeros((*notes.shape[1:], NOTE_SLOTS), dtype=np.uint8)
    table[..., : len(shown)] = np.moveaxis(shown, 0, 2)
    return table.ravel()


def play(
    table: Table,
    *,
    turn: int,
    policies: Sequence[str],
    rng: np.random.Generator,
    roll: Roll | None = None,
    face: int | None = None,
    watch: Watch | None = None,
) -> None:
    """Play the round to its last die; `table` holds how the dice lie then.

    Parameters
    ----------
    turn : the seat to move
    roll : a roll that lies on the table
    face : the casino 1 to 6 on which that roll is to be placed, whatever the policy
    """
    games, notes = table.games, _note_table(table.notes)
    at = np.arange(FACES * games, dtype=np.int64).reshape(FACES, games) * NOTE_SLOTS
    seat, idle = turn, 0
    while idle < table.seats:
        hand = table.own[seat] + table.white[seat]
        here = np.flatnonzero(hand)
        idle = 0 if len(here) else idle + 1
        if len(here):
            all_of_them = slice(None) if len(here) == games else here
            _turn(table, seat, all_of_them, here, notes, at, policies[seat], rng, roll, face, watch)
            roll = face = None
        seat = (seat + 1) % table.seats


def _turn(
    table: Table,
    seat: int,
    which: slice | Whole,
    here: Whole,
    notes: Small,
    at: Whole,
    policy: str,
    rng: np.random.Generator,
    roll: Roll | None,
    face: int | None,
    watch: Watch | None,
) -> None:
    every = isinstance(which, slice)
    own_hand = table.own[seat][which]
    white_hand = table.white[seat][which]
    games = len(here)
    white: Counts | None = None
    if roll is not None:
        own, white = shown(roll.own, games), shown(roll.white, games)
    else:
        own = rolled(own_hand, rng=rng, games=games)
        if table.columns > table.seats:
            white = rolled(white_hand, rng=rng, games=games)
    if face is not None:
        place = np.full(games, face - 1)
    else:
        moment = Moment(
            seat,
            table.seats,
            table.columns,
            own,
            white if table.columns > table.seats else None,
            table.codes if every else table.codes.take(here, axis=1),
            notes,
            at if every else at.take(here, axis=1),
            table.banked if every else table.banked.take(here, axis=1),
            (table.own + table.white) if every else (table.own + table.white).take(here, axis=1),
            rng,
        )
        place = chosen(policy, moment)
    flat = place * games + np.arange(games)
    mine = own.take(flat).astype(np.int64)
    added = mine * BASE**seat
    table.own[seat, which] -= mine
    if white is not None and table.columns > table.seats:
        theirs = white.take(flat).astype(np.int64)
        added += theirs * BASE**table.seats
        table.white[seat, which] -= theirs
    codes = table.codes.ravel()
    codes[place * table.games + here] += added
    if watch is not None:
        watch(seat, here, own, white, place)


def shown(faces: tuple[int, ...], games: int) -> Counts:
    """The same dice in every game, shape (6, games)."""
    counts = np.bincount(np.array(faces, dtype=np.int64) - 1, minlength=FACES) if faces else np.zeros(FACES)
    return np.repeat(counts.astype(np.uint8)[:, None], games, axis=1)
