"""How fast chance is counted: whole games against the peer, rounds of Wits & Wagers, and the odds of a position.

    python -m tests.bench.simulate --times 5

Makes a virtual environment of its own for PyPI `lasvegas` 0.2.0, which needs an old numpy, and runs in turn, in pairs and on
one core: full games of 5 players and 4 rounds at the rulebook's settings under the random policy, by the peer and by
`wwlv.odds.street`. Prints games a second of both, and the ratio pair by pair with its median. The odds draw under this policy
where a whole hand ends up from its exact law (`wwlv.odds.hands`); for comparison, without a target, also the speed with every
roll and choice made, as under the other policies. Then

- rounds a second in which 7 given guesses are placed and all bets are settled (`wwlv.odds.wits`),
- milliseconds from a position to its odds, 5 players at the first turn of 4 rounds, 10 000 play-outs, on all cores, before the
  roll and with a roll on the table (then also what every face is worth), with the largest standard error of a win.

Targets: ratio >= 300, rounds >= 1 000 000 a second, odds of the live board (greedy) in the median <= 200 ms with a standard
error <= 0.01. Exit code 1 if one is missed.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.rules.street import Street
from wwlv.odds.blocks import GAMES
from wwlv.odds.pile import piles, shuffled
from wwlv.odds.position import odds
from wwlv.odds.rounds import rest, setting
from wwlv.odds.street import simulated
from wwlv.rules.lasvegas.model import NOTES
from wwlv.rules.lasvegas.moves import DealRound, RollDice
from wwlv.rules.lasvegas.presets import rules_of
from wwlv.rules.lasvegas.view import view

PEER = ("lasvegas==0.2.0", "numpy<2")
RATIO, ROUNDS_S, LATENCY_MS, SE = 300, 1_000_000, 200, 0.01
PLAY_OUTS = 10_000
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

PEER_SCRIPT = f"""
import sys, time
from lasvegas import Game
game = Game(num_players=5, num_xtr_players=0, bills_pool={dict(NOTES)})
assert sum({dict(NOTES)}.values()) == 54
for line in sys.stdin:
    games = int(line)
    start = time.perf_counter()
    for _ in range(games):
        game.run()
    print(games / (time.perf_counter() - start), flush=True)
"""


class Peer:
    """The peer in a process of its own, which plays so many games when it is told to."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=True)
        python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PEER], check=True)
        self.process = subprocess.Popen(
            [python, "-c", PEER_SCRIPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | ONE_THREAD,
        )

    def games_per_second(self, games: int) -> float:
        """Speed over so many games."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{games}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=10)


def seconds(work: Callable[[], object]) -> float:
    """Time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def against_the_peer(times: int) -> bool:
    """Pairs of both on one core."""
    rules = rules_of("las-vegas")

    def ours(games: int, seed: int) -> float:
        return games / seconds(
            lambda: simulated(seats=5, rules=rules, policies="random", games=games, seed=seed)
        )

    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(Path(folder) / "peer")
        peer.games_per_second(50)
        ours(10_000, 0)
        ratios = []
        for number in range(1, times + 1):
            theirs, mine = peer.games_per_second(300), ours(200_000, number)
            ratios.append(mine / theirs)
            print(f"games a second: peer {theirs:7.0f}   odds {mine:9.0f}   ratio {ratios[-1]:6.0f}")
        peer.close()
    print(f"with every turn played: {turn_by_turn():.0f} games a second")
    ratio = statistics.median(ratios)
    return told(f"ratio, median {ratio:.0f}, least {min(ratios):.0f}", ratio >= RATIO, f">= {RATIO}")


def turn_by_turn(games: int = 20_000) -> float:
    """Games a second under the random policy with every roll and choice made."""
    table, rng = setting(seats=5, rules=rules_of("las-vegas"), policies="random"), np.random.default_rng(1)

    def work() -> None:
        for _ in range(0, games, GAMES):
            pile = piles(shuffled(table.values, rng=rng, games=GAMES))
            nothing = np.zeros((5, GAMES), dtype=np.uint16)
            rest(table, pile, nothing, start=0, rounds=4, rng=rng, watch=lambda *_: None)

    return -(-games // GAMES) * GAMES / seconds(work)


def rounds_of_wits(times: int) -> bool:
    """Seven given guesses, every team with two bets, placed and settled."""
    try:
        from wwlv.odds.wits import card, settled
        from wwlv.rules.wits.presets import rules_of as wits_rules_of
    except ImportError:
        print("rounds of Wits & Wagers: missing")
        return False
    rng, rounds = np.random.default_rng(1), 200_000
    guesses = np.round(np.exp(rng.normal(5, 1, (rounds, 7))))
    truths = np.round(np.exp(rng.normal(5, 0.5, rounds)))
    bets = np.array([card(seat) for seat in range(7)])[rng.integers(0, 7, (rounds, 7, 2))]
    chips = rng.integers(0, 3, (rounds, 7, 2))
    rules = wits_rules_of("original")
    speed = [
        rounds / seconds(lambda: settled(guesses, truths, bets, chips, rules=rules)) for _ in range(times + 1)
    ][1:]
    rate = statistics.median(speed)
    return told(f"rounds of Wits & Wagers a second, median {rate:,.0f}", rate >= ROUNDS_S, f">= {ROUNDS_S:,}")


def position_odds(times: int) -> bool:
    """From a view to its odds."""
    street = Street(5).play(DealRound())
    good = True
    for moment in ("before the roll", "roll on the table"):
        if moment == "roll on the table":
            street.play(RollDice(0, 1))
        seen = view(street.state, None)
        for policy in ("greedy", "lead", "random", "lookahead"):
            rng, taken, error = np.random.default_rng(1), [], 0.0
            for _ in range(times + 1):
                start = time.perf_counter()
                result = odds(seen, policies=policy, games=PLAY_OUTS, rng=rng)
                taken.append(1_000 * (time.perf_counter() - start))
                error = max(error, float(result.win_se.max()))
            middle = statistics.median(taken[1:])
            text = f"odds {moment}, {policy:9}: median {middle:5.0f} ms, standard error of a win {error:.4f}"
            if policy == "greedy":
                good &= told(text, middle <= LATENCY_MS and error <= SE, f"<= {LATENCY_MS} ms, <= {SE}")
            else:
                print(text)
    return good


def told(text: str, good: bool, target: str) -> bool:
    """Say whether a target is met."""
    print(f"{text}   target {target}: {'met' if good else 'MISSED'}")
    return good


def main() -> int:
    """Run all three."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {max(cores)})
    results = [against_the_peer(times), rounds_of_wits(times)]
    if cores:
        os.sched_setaffinity(0, cores)
    results.append(position_odds(times))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
