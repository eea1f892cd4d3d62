"""Whole rounds one after the other: notes are turned, dice are played, casinos pay, the start card goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from wwlv.errors import WwlvError
from wwlv.odds import hands
from wwlv.odds.dice import rolled
from wwlv.odds.payout import BASE, STEP, Marks, Small
from wwlv.odds.pile import Piles, runs_through, slots, tens
from wwlv.odds.policies import by_seat
from wwlv.odds.turns import Table, Watch, play
from wwlv.rules.lasvegas.model import DICE, FACES, WHITE, Rules


class CannotSimulate(WwlvError):
    """A table or a position for which there is no play-out; the message says why."""


@dataclass(frozen=True)
class Setting:
    """A table: how many teams, the rules, one policy a seat. Options that only concern absent teams or clocks change nothing."""

    seats: int
    rules: Rules
    policies: tuple[str, ...]

    @cached_property
    def columns(self) -> int:
        """Seats, and the white dice."""
        return self.seats + self.rules.neutral_dice

    @cached_property
    def values(self) -> Small:
        """Every note in $10 000."""
        return tens(self.rules.notes())

    @cached_property
    def minimum(self) -> int:
        """Least money of a casino in $10 000, rounded up, which changes nothing as all notes are such steps."""
        return -(-self.rules.minimum_for(self.seats) // STEP)

    @cached_property
    def slots(self) -> int:
        """Notes of a casino at most."""
        return slots(self.values, self.minimum)

    @cached_property
    def returns(self) -> bool:
        """Whether a note that went under the pile may be turned again."""
        return runs_through(self.values, self.minimum, self.rules.rounds * FACES)

    @property
    def room(self) -> int:
        """Notes that may be given back in a game, as far as that matters."""
        return self.rules.rounds * FACES * self.slots if self.returns else 0


def setting(*, seats: int, rules: Rules, policies: str | Sequence[str]) -> Setting:
    """A table that can be simulated.

    Raises
    ------
    CannotSimulate
        For a number of teams the rules do not allow, or rounds outside 1 to 4.
    UnknownPolicy
        See `policies.by_seat`.
    """
    allowed = rules.seats_allowed
    if seats not in allowed:
        raise CannotSimulate(f"{seats} teams; these rules are for {allowed.start} to {allowed.stop - 1}")
    if rules.rounds not in range(1, 5):
        raise CannotSimulate(f"{rules.rounds} rounds; the money of 1 to 4 can be counted")
    if not 0 < rules.minimum_for(seats) <= 20 * STEP:
        raise CannotSimulate(f"a minimum of {rules.minimum}; at most {20 * STEP} can be dealt")
    return Setting(seats, rules, by_seat(policies, seats))


def dealt(
    table: Setting, piles: Piles, banked: Marks, *, rng: np.random.Generator, watch: Watch | None = None
) -> Table:
    """The beginning of a round: notes at the casinos, full hands, the spare white dice of three teams placed (RULES N-4)."""
    games, rules = banked.shape[1], table.rules
    notes = piles.turned(minimum=table.minimum, casinos=FACES, slots=table.slots)
    codes = np.zeros((FACES, games), dtype=np.int64)
    white = None
    if rules.neutral_dice:
        white = np.full((table.seats, games), rules.white_for(table.seats), dtype=np.int64)
        spare = rules.spare_white(table.seats)
        if spare:
            white_dice = rolled(spare, rng=rng, games=games)
            codes += white_dice * np.int64(BASE**table.seats)
            if watch is not None:
                none = np.zeros_like(white_dice)
                watch(WHITE, np.arange(games), none, white_dice, np.zeros(games, dtype=np.int64))
    return Table(codes, notes, np.full((table.seats, games), DICE, dtype=np.int64), white, banked)


def play_at_random(table: Table, *, rng: np.random.Generator) -> None:
    """Place the full hands of all seats as the random policy does; see `hands` for why no turns are needed."""
    white = 0 if table.white is None else int(table.white[0, 0])
    law, own_counts, white_counts = hands.whole(int(table.own[0, 0]), white)
    for seat in range(table.seats):
        outcome = law.drawn(0, rng=rng, games=table.games)
        table.codes += own_counts.take(outcome, axis=1) * np.int64(BASE**seat)
        if white:
            table.codes += white_counts.take(outcome, axis=1) * np.int64(BASE**table.seats)


def paid(table: Setting, piles: Piles, played: Table) -> Marks:
    """Marks of each seat after the casinos have paid; what no team won is given back where that matters."""
    if table.returns:
        piles.given_back(played.codes, played.notes, seats=table.seats, columns=table.columns)
    return played.banked + played.won()


def rest(
    table: Setting,
    piles: Piles,
    banked: Marks,
    *,
    start: int,
    rounds: int,
    rng: np.random.Generator,
    watch: Watch | None = None,
) -> Marks:
    """Marks of each seat after so many whole rounds more, the first begun by seat `start`: shape (seats, n_sims)."""
    by_hands = watch is None and set(table.policies) == {"random"}
    for number in range(rounds):
        played = dealt(table, piles, banked, rng=rng, watch=watch)
        if by_hands:
            play_at_random(played, rng=rng)
        else:
            turn = (start + number) % table.seats
            play(played, turn=turn, policies=table.policies, rng=rng, watch=watch)
        banked = paid(table, piles, played)
    return banked
