"""The last turns of a round, exactly: every roll, weighted by its chance, answered as the policies answer it."""

from collections.abc import Sequence

import numpy as np

from wwlv.errors import WwlvError
from wwlv.odds.dice import Counts, Real, chances, compositions
from wwlv.odds.moment import NOTE_SLOTS, Moment, note_table
from wwlv.odds.payout import BASE, NOTE_BITS, STEP, winners
from wwlv.odds.pile import tens
from wwlv.odds.policies import by_seat, chosen
from wwlv.rules.lasvegas.model import FACES, State
from wwlv.rules.lasvegas.view import View

NODES = 400
"""Different positions that are looked at before the work is called too much: about a tenth of a second."""

Node = tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The seat to move, codes of the casinos, own and white dice in hand by seat."""


class TooMuchWork(WwlvError):
    """There are more positions before the end of the round than were allowed; simulate instead."""


def expected_by_face(
    position: State | View, *, policies: str | Sequence[str], nodes: int = NODES
) -> dict[int, Real]:
    """For every face of the roll on the table the exact expected dollars of each seat in this round, shape (n_seats,).

    Raises
    ------
    TooMuchWork
        After so many positions.
    """
    assert position.roll is not None
    assert position.turn is not None
    tree = _Tree(position, by_seat(policies, position.seats), nodes)
    here: Node = (position.turn, tree.codes, tuple(position.own), tuple(position.white))
    faces = position.roll.faces()
    return {face: tree.worth(tree.after(here, face - 1, *position.roll.count(face))) for face in faces}


def expected(position: State | View, *, policies: str | Sequence[str], nodes: int = NODES) -> Real:
    """The exact expected dollars of each seat in this round, before the team to move has rolled, shape (n_seats,)."""
    tree = _Tree(position, by_seat(policies, position.seats), nodes)
    return tree.worth((position.turn or 0, tree.codes, tuple(position.own), tuple(position.white)))


class _Tree:
    """The positions that can follow, each looked at once."""

    def __init__(self, position: State | View, policies: tuple[str, ...], nodes: int) -> None:
        self.seats = position.seats
        self.columns = position.seats + position.rules.neutral_dice
        rows = np.array(position.dice, dtype=np.int64)[:, : self.columns]
        self.codes = tuple(int(code) for code in rows @ BASE ** np.arange(self.columns, dtype=np.int64))
        self.notes = tuple(tuple(int(n) for n in tens(here)) for here in position.notes)
        self.banked = np.array([sum(won) // STEP << NOTE_BITS for won in position.won], dtype=np.uint16)
        self.policies = policies
        self.nodes = nodes
        self.seen: dict[Node, Real] = {}

    def worth(self, node: Node) -> Real:
        """Expected dollars of each seat."""
        known = self.seen.get(node)
        if known is None:
            if len(self.seen) >= self.nodes:
                raise TooMuchWork(f"more than {self.nodes} positions")
            self.seen[node] = known = self._worth(node)
        return known

    def _worth(self, node: Node) -> Real:
        seat, codes, own, white = node
        for _ in range(self.seats):
            if own[seat] + white[seat]:
                return self._over_rolls((seat, codes, own, white))
            seat = (seat + 1) % self.seats
        return self._paid(codes)

    def after(self, node: Node, face: int, mine: int, theirs: int) -> Node:
        """The position when the team to move has placed so many own and white dice."""
        seat, codes, own, white = node
        added = codes[face] + mine * BASE**seat + (theirs * BASE**self.seats if theirs else 0)
        return (
            (seat + 1) % self.seats,
            (*codes[:face], added, *codes[face + 1 :]),
            (*own[:seat], own[seat] - mine, *own[seat + 1 :]),
            (*white[:seat], white[seat] - theirs, *white[seat + 1 :]),
        )

    def _paid(self, codes: tuple[int, ...]) -> Real:
        table = winners(self.columns)
        won = np.zeros(self.seats)
        for code, notes in zip(codes, self.notes, strict=True):
            for place, note in enumerate(notes[: self.columns]):
                who = int(table[place, code])
                if who < self.seats:
                    won[who] += note * STEP
        return won

    def _over_rolls(self, node: Node) -> Real:
        seat, _, own, white = node
        mine, theirs = compositions(own[seat]), compositions(white[seat])
        rows, others = np.divmod(np.arange(len(mine) * len(theirs)), len(theirs))
        weights = chances(mine)[rows] * chances(theirs)[others]
        own_counts = np.ascontiguousarray(mine[rows].T)
        white_counts = np.ascontiguousarray(theirs[others].T)
        shares: dict[tuple[int, int, int], float] = {}
        for face, share in self._choices(node, own_counts, white_counts):
            for roll in np.flatnonzero(share):
                key = (face, int(own_counts[face, roll]), int(white_counts[face, roll]))
                shares[key] = shares.get(key, 0.0) + float(weights[roll] * share[roll])
        total = np.zeros(self.seats)
        for placed, weight in shares.items():
            total += weight * self.worth(self.after(node, *placed))
        return total

    def _choices(self, node: Node, own: Counts, white: Counts) -> list[tuple[int, Real]]:
        """For each face (0 to 5) the chance that the policy places it, by roll."""
        policy = self.policies[node[0]]
        if policy == "random":
            shown = own + white > 0
            return [(face, shown[face] / shown.sum(axis=0)) for face in range(FACES)]
        placed = chosen(policy, self._moment(node, own, white))
        return [(face, (placed == face).astype(np.float64)) for face in range(FACES)]

    def _moment(self, node: Node, own: Counts, white: Counts) -> Moment:
        """All rolls of a position as so many games."""
        seat, codes, hands, white_hands = node
        rolls = own.shape[1]
        notes = np.zeros((max(1, *map(len, self.notes)), FACES, 1), dtype=np.uint8)
        for casino, here in enumerate(self.notes):
            notes[: len(here), casino, 0] = here
        in_hand = (*hands, sum(white_hands))[: self.columns]
        return Moment(
            seat,
            self.seats,
            self.columns,
            own,
            white if self.columns > self.seats else None,
            np.repeat(np.array(codes, dtype=np.int64)[:, None], rolls, axis=1),
            note_table(notes),
            np.repeat(np.arange(FACES, dtype=np.int64)[:, None] * NOTE_SLOTS, rolls, axis=1),
            np.repeat(self.banked[:, None], rolls, axis=1),
            np.repeat(np.array(in_hand, dtype=np.int64)[:, None], rolls, axis=1),
            np.random.Generator(np.random.SFC64(0)),  # no policy that comes here draws
        )
