"""Much work in blocks: memory that does not grow with it, any number of workers, the same result from all of them.

Block i draws from the i-th child of the seed (`numpy.random.SeedSequence.spawn`), so neither how many workers there are nor
the order in which they finish changes a number.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice
from typing import Protocol, Self, TypeVar

import numpy as np

from wwlv.errors import WwlvError

GAMES = 4096
"""Games of a block, unless said otherwise: long enough for numpy, short enough for the cache."""

BLOCKS = 8
"""Blocks of a task that goes to a worker, unless said otherwise."""

TASKS = 64
"""Tasks handed out at once, so that a long simulation does not fill the memory with those waiting."""


class Sum(Protocol):
    """What blocks come to; adding must not depend on the order, so it holds whole numbers."""

    def __add__(self, other: Self, /) -> Self: ...


S = TypeVar("S", bound=Sum)
Work = Callable[[int, np.random.Generator], S]
"""Plays some games with a generator; must be picklable for workers in other processes."""

Progress = Callable[[int, int], object]
"""Told after each task how many blocks are done and how many there are."""


class NoSeed(WwlvError):
    """Chance was not given: exactly one of a generator and a seed is wanted."""


def root(*, rng: np.random.Generator | None, seed: int | None) -> np.random.SeedSequence:
    """The seed of all blocks, from a generator or from a number.

    Raises
    ------
    NoSeed
        Unless exactly one is given.
    """
    if (rng is None) == (seed is None):
        raise NoSeed("give either rng or seed")
    if rng is None:
        return np.random.SeedSequence(seed)
    return np.random.SeedSequence(rng.integers(2**32, size=8).tolist())


def generator(seed: np.random.SeedSequence, block: int) -> np.random.Generator:
    """The generator of a block."""
    child = np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, block), pool_size=seed.pool_size)
    return np.random.Generator(np.random.SFC64(child))


def merged(
    work: Work[S],
    *,
    games: int,
    seed: np.random.SeedSequence,
    size: int = GAMES,
    per_task: int = BLOCKS,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> S:
    """The sum of all blocks' tallies.

    Parameters
    ----------
    size : games of a block
    per_task : blocks of a task that goes to a worker
    executor : any of `concurrent.futures`, or a Dask client's `get_executor()`; without one the caller does the work
    """
    if games < 1:
        raise WwlvError(f"{games} games cannot be played; one at least")
    blocks = -(-games // size)
    tasks = ((first, min(per_task, blocks - first)) for first in range(0, blocks, per_task))
    total: S | None = None
    done = 0
    for tally, count in _finished(work, games, seed, size, tasks, executor):
        total = tally if total is None else total + tally
        done += count
        if progress is not None:
            progress(done, blocks)
    assert total is not None
    return total


def task(
    work: Work[S], games: int, seed: np.random.SeedSequence, size: int, first: int, count: int
) -> tuple[S, int]:
    """The tally of some blocks on end, of a simulation of so many games in all, and how many blocks that were."""
    total: S | None = None
    for block in range(first, first + count):
        tally = work(min(size, games - block * size), generator(seed, block))
        total = tally if total is None else total + tally
    assert total is not None
    return total, count


def _finished(
    work: Work[S],
    games: int,
    seed: np.random.SeedSequence,
    size: int,
    tasks: Iterator[tuple[int, int]],
    executor: Executor | None,
) -> Iterator[tuple[S, int]]:
    """Results of the tasks as they come in."""
    if executor is None:
        yield from (task(work, games, seed, size, *which) for which in tasks)
        return
    waiting: set[Future[tuple[S, int]]] = set()
    try:
        while True:
            for which in islice(tasks, TASKS - len(waiting)):
                waiting.add(executor.submit(task, work, games, seed, size, which[0], which[1]))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        for future in waiting:
            future.cancel()
