"""Whole games of Las Vegas, as many as wanted."""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial

import numpy as np

from wwlv.odds.blocks import Progress, merged, root
from wwlv.odds.payout import Marks
from wwlv.odds.pile import piles, shuffled
from wwlv.odds.rounds import Setting, rest, setting
from wwlv.odds.tally import Outcomes, Tally
from wwlv.rules.lasvegas.model import Rules


def simulated(
    *,
    seats: int,
    rules: Rules,
    policies: str | Sequence[str],
    games: int,
    rng: np.random.Generator | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Outcomes:
    """What teams win that play by these policies, in whole games; seat 0 begins the first round.

    Parameters
    ----------
    policies : a name of `policies.POLICIES` for all seats, or one for each
    rng, seed : exactly one; the same seed gives the same numbers with any executor
    executor : spreads the work; see `blocks.merged`
    progress : called with blocks done and blocks in all

    Raises
    ------
    CannotSimulate, UnknownPolicy, NoSeed
        For a table, a policy or chance that will not do.
    """
    work = partial(block, setting(seats=seats, rules=rules, policies=policies))
    tally = merged(work, games=games, seed=root(rng=rng, seed=seed), executor=executor, progress=progress)
    return Outcomes.of(tally)


def block(table: Setting, games: int, rng: np.random.Generator) -> Tally:
    """The tally of some games."""
    return Tally.of(played(table, games, rng=rng))


def played(table: Setting, games: int, *, rng: np.random.Generator) -> Marks:
    """Final marks of some games, shape (seats, games)."""
    pile = piles(shuffled(table.values, rng=rng, games=games), room=table.room)
    banked = np.zeros((table.seats, games), dtype=np.uint16)
    return rest(table, pile, banked, start=0, rounds=table.rules.rounds, rng=rng)
