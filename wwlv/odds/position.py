"""The odds of a running game, from what everybody at the table can see.

The order of the pile is secret, also for a `State` that knows it: the notes never turned are shuffled anew in every game, and
those that went under the pile lie below them in the order in which they went.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from wwlv.odds.blocks import merged, root
from wwlv.odds.dice import Real, Whole
from wwlv.odds.endgame import TooMuchWork, expected_by_face
from wwlv.odds.payout import BASE, NOTE_BITS, STEP, Marks, money, winners
from wwlv.odds.pile import Piles, piles, shuffled, tens
from wwlv.odds.policies import chosen
from wwlv.odds.rounds import CannotSimulate, Setting, paid, rest, setting
from wwlv.odds.tally import Outcomes, Tally
from wwlv.odds.turns import Lying, Table, alike, moment, play
from wwlv.rules.lasvegas.model import DICE, FACES, WHITE_DICE, State
from wwlv.rules.lasvegas.view import View

Position = State | View

ROUND = ("roll", "place", "pay")
"""The phases of a round that is going on."""

BLOCK = 5000
"""Play-outs of a block, so that two cores share 10 000."""

LAST_DICE = 3
"""Dice in hand after a placement up to which its worth is found exactly."""


@dataclass(frozen=True, slots=True, eq=False)
class PositionOdds:
    """What a position is worth to each team; arrays by seat unless said otherwise.

    `win`, `win_se`: chance to win the game, a shared win counted in parts, and its standard error · `final_money`,
    `final_money_se`: expected dollars at the end · `notes[casino][note]`: chance of each seat, and in the last entry of
    nobody or the white dice, to take that note in this round, shape (n_seats + 1,), casinos 1 to 6 in order and notes as the
    view has them; empty between rounds · `face_worth[face]`: for a roll on the table the dollars its team can expect to win in
    this round if it places that face, with the standard error, which is 0 where they are exact.
    """

    games: int
    win: Real
    win_se: Real
    final_money: Real
    final_money_se: Real
    notes: tuple[tuple[Real, ...], ...]
    face_worth: Mapping[int, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class _Part:
    """What a block of play-outs came to, in whole numbers. `taken` (6, slots, n_seats + 1): games in which a note was taken by
    each; `worth` (6, 3): for each face play-outs, money of the team to move in $10 000, and its squares.
    """

    tally: Tally
    taken: Whole
    worth: Whole

    def __add__(self, other: "_Part", /) -> "_Part":
        return _Part(self.tally + other.tally, self.taken + other.taken, self.worth + other.worth)


def odds(
    position: Position,
    *,
    policies: str | Sequence[str],
    games: int,
    rng: np.random.Generator,
    executor: Executor | None = None,
) -> PositionOdds:
    """The odds from `games` play-outs in which teams play by these policies (a name for all, or one for each seat).

    An executor spreads them in blocks; the numbers are the same with any and with none. Half as many short play-outs, to the
    end of this round, are shared among the faces of a roll on the table.

    Raises
    ------
    CannotSimulate, UnknownPolicy
        For a position or a policy that will not do.
    """
    table = setting(seats=position.seats, rules=position.rules, policies=policies)
    _check(position)
    exact = _exact_worth(position, table)
    work = partial(_part, position, table, exact is None)
    part = merged(work, games=games, seed=root(rng=rng, seed=None), size=BLOCK, per_task=1, executor=executor)
    outcomes = Outcomes.of(part.tally)
    return PositionOdds(
        games,
        outcomes.win_share,
        outcomes.win_share_se,
        outcomes.mean,
        outcomes.se,
        _note_chances(position, part),
        _estimated_worth(part.worth) if exact is None else exact,
    )


def _part(position: Position, table: Setting, worth: bool, games: int, rng: np.random.Generator) -> _Part:
    pile, banked = unseen(position, table, games, rng=rng), banked_marks(position, games)
    taken = np.zeros((FACES, _slots(position), table.seats + 1), dtype=np.int64)
    start = position.start
    if position.phase in ROUND:
        now = laid_out(position, games)
        lying = None if position.roll is None else Lying(position.roll)
        if position.turn is not None:
            play(now, turn=position.turn, policies=table.policies, rng=rng, lying=lying)
        taken = _takers(now)
        banked, start = paid(table, pile, now), (start + 1) % table.seats
    rounds = 0 if position.phase == "over" else table.rules.rounds - position.round
    tally = Tally.of(rest(table, pile, banked, start=start, rounds=rounds, rng=rng))
    trials = _trials(position, table, games // 2, rng=rng) if worth else np.zeros((FACES, 3), dtype=np.int64)
    return _Part(tally, taken, trials)


def choice(position: Position, *, policy: str, rng: np.random.Generator) -> int:
    """The face 1 to 6 that a policy places of the roll on the table."""
    if position.roll is None or position.turn is None:
        raise CannotSimulate("there is no roll on the table")
    table, here = laid_out(position, 1), np.zeros(1, dtype=np.int64)
    own = alike(position.roll.own, 1)
    white = None if table.white is None else alike(position.roll.white, 1)
    return int(chosen(policy, moment(table, position.turn, here, own, white, rng=rng))[0]) + 1


def _exact_worth(position: Position, table: Setting) -> dict[int, tuple[float, float]] | None:
    """The worth of each face where it can be found exactly, also that there is none; None where it must be played out."""
    if position.roll is None or position.turn is None:
        return {}
    roll, seat = position.roll, position.turn
    fewest = min(sum(roll.count(face)) for face in roll.faces())
    if sum(position.own) + sum(position.white) - fewest > LAST_DICE:
        return None
    try:
        exact = expected_by_face(position, policies=table.policies)
    except TooMuchWork:
        return None
    return {face: (float(by_seat[seat]), 0.0) for face, by_seat in exact.items()}


def _trials(position: Position, table: Setting, games: int, *, rng: np.random.Generator) -> Whole:
    """Play-outs of this round shared among the faces of the roll on the table; see `_Part.worth`."""
    assert position.roll is not None
    assert position.turn is not None
    faces = position.roll.faces()
    each = games // len(faces) + 1
    now = laid_out(position, each * len(faces))
    placed = np.repeat(np.array(faces, dtype=np.int64) - 1, each)
    play(now, turn=position.turn, policies=table.policies, rng=rng, lying=Lying(position.roll, placed))
    won = money(now.won())[position.turn].reshape(len(faces), each).astype(np.int64)
    trials = np.zeros((FACES, 3), dtype=np.int64)
    trials[np.array(faces) - 1] = np.stack(
        [np.full(len(faces), each), won.sum(1), (won * won).sum(1)], axis=1
    )
    return trials


def _estimated_worth(trials: Whole) -> dict[int, tuple[float, float]]:
    worth = {}
    for face, (games, total, squares) in enumerate(trials.tolist(), start=1):
        if games:
            mean = total / games
            worth[face] = (mean * STEP, STEP * sqrt(max(squares / games - mean * mean, 0) / games))
    return worth


def _check(position: Position) -> None:
    rows = np.array(position.dice, dtype=np.int64)
    whites = WHITE_DICE if position.rules.neutral_dice else 0
    if rows[:, :-1].sum(axis=0).max() > DICE or rows[:, -1].sum() > whites:
        raise CannotSimulate("there are more dice at the casinos than the game has")


def _slots(position: Position) -> int:
    return max(1, *map(len, position.notes))


def laid_out(position: Position, games: int) -> Table:
    """The present round in so many games."""
    seats, columns = position.seats, position.seats + position.rules.neutral_dice
    rows = np.array(position.dice, dtype=np.int64)
    codes = rows[:, :columns] @ BASE ** np.arange(columns, dtype=np.int64)
    notes = np.zeros((_slots(position), FACES), dtype=np.uint8)
    for casino, here in enumerate(position.notes):
        notes[: len(here), casino] = tens(here)
    white = _in_each(np.array(position.white, dtype=np.int64), games) if columns > seats else None
    return Table(
        _in_each(codes, games),
        np.repeat(notes[:, :, None], games, axis=2),
        _in_each(np.array(position.own, dtype=np.int64), games),
        white,
        banked_marks(position, games),
    )


def _in_each(values: Whole, games: int) -> Whole:
    return np.repeat(values[:, None], games, axis=1)


def banked_marks(position: Position, games: int) -> Marks:
    """What the teams have won so far, shape (seats, games)."""
    marks = np.array([(sum(won) // STEP << NOTE_BITS) + len(won) for won in position.won], dtype=np.uint16)
    return np.repeat(marks[:, None], games, axis=1)


def unseen(position: Position, table: Setting, games: int, *, rng: np.random.Generator) -> Piles:
    """Piles that agree with all that has been seen."""
    count = position.pile if isinstance(position.pile, int) else len(position.pile)
    rounds = (
        (*position.history, position.payments)
        if position.phase in ("roll", "place", "pay")
        else position.history
    )
    under = [note for payments in rounds for payment in payments for note in payment.returned]
    known = under[len(under) - min(count, len(under)) :]
    gone = [note for here in (*position.notes, *position.won) for note in here]
    fresh = Counter(position.rules.notes())
    fresh.subtract(gone)
    fresh.subtract(known)
    values: NDArray[np.uint8] = tens(tuple(fresh.elements()))
    if len(values) + len(known) != count or min(fresh.values()) < 0:
        raise CannotSimulate("the notes do not add up to the bank's")
    return piles(shuffled(values, rng=rng, games=games), under=tens(tuple(known)), room=table.room)


def _takers(played: Table) -> Whole:
    """See `_Part.taken`."""
    seats, table = played.seats, winners(played.columns)
    taken = np.zeros((FACES, len(played.notes), seats + 1), dtype=np.int64)
    taken[..., seats] = played.games
    for casino in range(FACES):
        for place in range(min(len(played.notes), played.columns)):
            who = np.minimum(table[place].take(played.codes[casino]), seats)
            taken[casino, place] = np.bincount(who, minlength=seats + 1)
    return taken


def _note_chances(position: Position, part: _Part) -> tuple[tuple[Real, ...], ...]:
    if position.phase not in ROUND:
        return ()
    return tuple(
        tuple(part.taken[casino, place] / part.tally.games for place in range(len(notes)))
        for casino, notes in enumerate(position.notes)
    )
