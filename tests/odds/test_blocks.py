"""Any number of workers, any order: the same numbers; however many games: the same memory."""

import tracemalloc
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from wwlv.errors import WwlvError
from wwlv.odds import blocks
from wwlv.odds.blocks import NoSeed, merged
from wwlv.odds.position import odds
from wwlv.odds.rounds import setting
from wwlv.odds.street import block, simulated
from wwlv.odds.tally import Outcomes, Tally
from wwlv.rules.lasvegas.presets import rules_of

RULES = rules_of("las-vegas")
GAMES = 3 * blocks.GAMES * blocks.BLOCKS + 17


def outcomes(executor: Executor | None = None, **options: Any) -> Outcomes:
    return simulated(
        seats=5, rules=RULES, policies="random", games=GAMES, seed=7, executor=executor, **options
    )


def same(one: Outcomes, other: Outcomes) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("games", "mean", "se", "win_share", "win_share_se", "notes", "histogram")
    )


@pytest.fixture(scope="module")
def alone() -> Outcomes:
    return outcomes()


class LastFirst(Executor):
    """Runs what it was given only when nobody gives more, the last first."""

    def __init__(self) -> None:
        self.kept: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.kept.append((future, fn, args))
        if len(self.kept) == 4:
            for waiting, work, given in reversed(self.kept):
                waiting.set_result(work(*given))
        return future


def test_every_game_is_played_once(alone: Outcomes) -> None:
    assert alone.games == GAMES
    assert alone.histogram.sum(axis=1).tolist() == [GAMES] * 5


@pytest.mark.parametrize("workers", [1, 2])
def test_processes_give_the_same_numbers_however_many(alone: Outcomes, workers: int) -> None:
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        assert same(outcomes(pool), alone)


def test_the_order_in_which_blocks_finish_changes_nothing(alone: Outcomes) -> None:
    assert same(outcomes(LastFirst()), alone)


def test_a_dask_cluster_gives_the_same_numbers(alone: Outcomes) -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client, client.get_executor() as executor:
        assert same(outcomes(executor), alone)


def test_another_seed_gives_other_numbers_and_a_generator_is_as_good_as_a_seed(alone: Outcomes) -> None:
    def drawn(**chance: Any) -> Outcomes:
        return simulated(seats=5, rules=RULES, policies="random", games=5_000, **chance)

    assert not same(drawn(seed=7), drawn(seed=8))
    assert same(drawn(rng=np.random.default_rng(3)), drawn(rng=np.random.default_rng(3)))
    with pytest.raises(NoSeed):
        drawn()
    with pytest.raises(NoSeed):
        drawn(seed=1, rng=np.random.default_rng(1))


def test_progress_counts_blocks_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    outcomes(progress=lambda done, of: told.append((done, of)))
    assert told == [(8, 25), (16, 25), (24, 25), (25, 25)]


def test_an_error_in_a_block_comes_back_and_what_waits_is_cancelled() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(ZeroDivisionError):
        merged(failing, games=GAMES, seed=np.random.SeedSequence(1), executor=pool)
    with pytest.raises(WwlvError, match="0 games"):
        simulated(seats=5, rules=RULES, policies="random", games=0, seed=1)


def failing(games: int, rng: np.random.Generator) -> Tally:
    raise ZeroDivisionError


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    work = partial(block, setting(seats=5, rules=RULES, policies="random"))

    def peak(games: int) -> int:
        tracemalloc.start()
        merged(work, games=games, seed=np.random.SeedSequence(1))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(blocks.GAMES)  # tables that stay are built
    few, many = peak(4 * blocks.GAMES), peak(60 * blocks.GAMES)
    assert many < 1.2 * few
    assert many < 60e6


def test_odds_of_a_position_are_the_same_with_an_executor_and_without() -> None:
    from tests.rules.street import Street
    from wwlv.rules.lasvegas.moves import DealRound, RollDice

    state = Street(5).play(DealRound(), RollDice(0, 1)).state
    with ThreadPoolExecutor(2) as pool:
        one, other = (
            odds(state, policies="greedy", games=11_000, rng=np.random.default_rng(1), executor=executor)
            for executor in (None, pool)
        )
    assert np.array_equal(one.win, other.win)
    assert one.face_worth == other.face_worth
