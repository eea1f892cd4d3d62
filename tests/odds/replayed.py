"""The same dice and choices through both implementations: recorded by the odds, replayed by the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from wwlv.odds.dice import Counts, Whole
from wwlv.odds.payout import STEP, Marks
from wwlv.odds.pile import piles, shuffled
from wwlv.odds.rounds import Setting, rest
from wwlv.rules import lasvegas
from wwlv.rules.game import T
from wwlv.rules.lasvegas.model import WHITE, Setup, State
from wwlv.rules.lasvegas.moves import DealRound, FinishGame, PayCasino, PlaceDice, RollDice
from wwlv.rules.lasvegas.scoring import payment_after, payment_now

Turn = tuple[int, tuple[int, ...], tuple[int, ...], int]
"""Seat, own dice, white dice, face 1 to 6."""


class Script:
    """Chance with a given pile and nothing else."""

    def __init__(self, pile: Sequence[int]) -> None:
        self.pile = tuple(pile)

    def dice(self, count: int) -> tuple[int, ...]:
        raise AssertionError("every die of this game is in the record")

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        assert sorted(items) == sorted(self.pile)  # type: ignore[type-var]
        return self.pile  # type: ignore[return-value]


@dataclass
class Record:
    """What happened in many games played by the odds."""

    table: Setting
    piles: list[tuple[int, ...]]
    turns: list[list[Turn]]
    marks: Marks = field(default_factory=lambda: np.zeros((0, 0), dtype=np.uint16))

    def watch(self, seat: int, games: Whole, own: Counts, white: Counts | None, face: Whole) -> None:
        whites = np.zeros_like(own) if white is None else white
        rows = zip(games.tolist(), own.T.tolist(), whites.T.tolist(), face.tolist(), strict=True)
        for game, mine, theirs, placed in rows:
            self.turns[game].append((seat, as_faces(mine), as_faces(theirs), placed + 1))


def as_faces(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(face for face, n in enumerate(counts, start=1) for _ in range(n))


def recorded(table: Setting, games: int, *, rng: np.random.Generator) -> Record:
    """Games played by the odds, every pile, roll and choice kept."""
    top = shuffled(table.values, rng=rng, games=games)
    record = Record(table, [tuple(int(n) * STEP for n in pile) for pile in top.T], [[] for _ in range(games)])
    banked = np.zeros((table.seats, games), dtype=np.uint16)
    pile = piles(top, room=table.room)
    record.marks = rest(table, pile, banked, start=0, rounds=table.rules.rounds, rng=rng, watch=record.watch)
    return record


def _spare(turns: Iterator[Turn], count: int) -> tuple[int, ...] | None:
    if not count:
        return None
    seat, own, white, _ = next(turns)
    assert (seat, own) == (WHITE, ())
    return white


def replayed(record: Record, game: int) -> tuple[State, list[tuple[State, int]]]:
    """The last state of a game as the rules play it, and each state in which a face was to be chosen, with that face."""
    chance, rules = Script(record.piles[game]), record.table.rules
    turns = iter(record.turns[game])
    state: State | None = None
    for event in lasvegas.start(Setup(rules, record.table.seats), chance):
        state = lasvegas.evolve(state, event)
    assert state is not None
    choices: list[tuple[State, int]] = []
    face = 0
    while state.phase != "over":
        if state.phase == "roll":
            seat, own, white, face = next(turns)
            assert state.turn == seat
            move: object = RollDice(seat, state.round, own, white)
        elif state.phase == "place":
            choices.append((state, face))
            move = PlaceDice(state.turn or 0, state.round, face)
        elif state.phase == "pay":
            move = PayCasino()
        else:
            move = (
                FinishGame()
                if state.round == rules.rounds
                else DealRound(_spare(turns, rules.spare_white(state.seats)))
            )
        for event in lasvegas.decide(state, move, chance):  # type: ignore[arg-type]
            state = lasvegas.evolve(state, event)
    assert next(turns, None) is None
    return state, choices


def lead_by_the_rules(state: State) -> int:
    """The policy in plain words over the rules, for a state with a roll."""
    assert state.roll is not None
    turn = state.turn or 0

    def lead(face: int) -> int:
        totals = list(state.money)
        for casino in range(1, 7):
            now = payment_after(state, face) if casino == face else payment_now(state, casino)
            for seat, note in now.paid:
                if seat != WHITE:
                    totals[seat] += note
        return totals[turn] - max(m for s, m in enumerate(totals) if s != turn)

    roll = state.roll
    return max(roll.faces(), key=lambda face: (lead(face), sum(roll.count(face)), -face))
