"""`wwlv simulate`: games by the hundred thousand, as numbers for people or as JSON."""

import argparse
import json
import math
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from tqdm import tqdm

from wwlv.errors import WwlvError
from wwlv.odds import street, wits
from wwlv.odds.policies import POLICIES, UnknownPolicy
from wwlv.odds.tally import QUANTILES
from wwlv.rules.game import IllegalMove
from wwlv.rules.lasvegas import presets as street_presets
from wwlv.text import LANGUAGES, Text, catalog

LONG = 20_000
"""From so many games on a bar shows how far it has come."""


def add_parser(tools: Any) -> None:
    """The command's options."""
    simulate = tools.add_parser("simulate", help="play many games and say what came out on average")
    games = simulate.add_subparsers(dest="game", metavar="GAME", required=True)
    dice = games.add_parser("las-vegas", help="whole games of the dice game")
    dice.add_argument("--players", type=_whole(2, 5), default=5, help="2 to 5 (default 5)")
    dice.add_argument("--games", type=_whole(2, 10**9), default=100_000, help="how many (default 100000)")
    dice.add_argument(
        "--policy",
        nargs="+",
        choices=POLICIES,
        default=["random"],
        help="one for all, or one for each seat",
    )
    dice.add_argument("--neutral", action="store_true", help="with the white dice, for 2 to 4 players")
    cards = games.add_parser("wits", help="the law of the winning space")
    cards.add_argument(
        "--guesses", type=_whole(1, 7), default=7, help="different guesses on the mat (default 7)"
    )
    cards.add_argument("--p", type=_chance, default=0.5, help="chance that a guess is not over the answer")
    cards.add_argument(
        "--rounds", type=_whole(2, 10**10), default=1_000_000, help="how many (default 1000000)"
    )
    for game in (dice, cards):
        game.add_argument(
            "--seed", type=_whole(0, 2**63), default=None, help="the same seed, the same result"
        )
        game.add_argument("--json", action="store_true", help="a JSON object instead of a table")
        game.add_argument("--lang", choices=LANGUAGES, default="en", help="language of messages")


def _whole(least: int, most: int) -> Callable[[str], int]:
    def number(typed: str) -> int:
        value = int(typed)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{typed}: {least} to {most}")
        return value

    return number


def _chance(typed: str) -> float:
    value = float(typed)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{typed}: 0 to 1")
    return value


def main(options: argparse.Namespace) -> int:
    """Play, and print what came out; 2 for what cannot be played, 130 when it was interrupted."""
    text = catalog(options.lang)
    try:
        found = _street(options) if options.game == "las-vegas" else _wits(options)
    except KeyboardInterrupt:
        print(text("simulate.interrupted"), file=sys.stderr)
        return 130
    except IllegalMove as refusal:
        print(text(f"illegal.{refusal.code}", **refusal.params), file=sys.stderr)
        return 2
    except UnknownPolicy:  # every name is one of the choices, so their number is what does not fit
        print(text("simulate.policies", count=len(options.policy), seats=options.players), file=sys.stderr)
        return 2
    except WwlvError as problem:
        print(problem, file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(found))
    else:
        print(
            "\n".join(_street_table(found, text) if options.game == "las-vegas" else _wits_table(found, text))
        )
    return 0


def _bar(total: int, unit: str) -> Any:
    return tqdm(total=total, unit=unit, unit_scale=True, disable=total < LONG, leave=False, file=sys.stderr)


def _street(options: argparse.Namespace) -> dict[str, Any]:
    """Keys `mean`, `se`, `win_share`, `notes` by seat; `quantiles` by part of the games, then by seat."""
    rules = street_presets.rules_of("las-vegas", {"neutral_dice": True} if options.neutral else {})
    policies = options.policy[0] if len(options.policy) == 1 else options.policy
    seed = secrets.randbits(32) if options.seed is None else options.seed
    start = time.perf_counter()
    with _bar(options.games, " games") as bar:

        def progress(done: int, blocks: int) -> None:
            bar.update(options.games * done // blocks - bar.n)

        outcomes = street.simulated(
            seats=options.players,
            rules=rules,
            policies=policies,
            games=options.games,
            seed=seed,
            progress=progress,
        )
    seconds = time.perf_counter() - start
    quantiles = outcomes.quantiles(QUANTILES)
    return {
        "game": "las-vegas",
        "players": options.players,
        "games": options.games,
        "policy": options.policy,
        "seed": seed,
        "mean": [round(v, 2) for v in outcomes.mean.tolist()],
        "se": [round(v, 2) for v in outcomes.se.tolist()],
        "win_share": outcomes.win_share.tolist(),
        "notes": outcomes.notes.tolist(),
        "quantiles": {str(q): quantiles[:, k].tolist() for k, q in enumerate(QUANTILES)},
        "games_per_second": round(options.games / seconds, 1),
    }


def _wits(options: argparse.Namespace) -> dict[str, Any]:
    """Keys `win_probability` and `expected_value` (per chip), from too high to the highest guess."""
    seed = secrets.randbits(32) if options.seed is None else options.seed
    start = time.perf_counter()
    with _bar(options.rounds, " rounds") as bar:
        law = wits.simulated(
            guesses=options.guesses,
            p=options.p,
            rounds=options.rounds,
            rng=np.random.default_rng(seed),
            progress=lambda done: bar.update(done - bar.n),
        )
    seconds = time.perf_counter() - start
    return {
        "game": "wits",
        "guesses": options.guesses,
        "p": options.p,
        "rounds": options.rounds,
        "seed": seed,
        "win_probability": law.win_probability.tolist(),
        "expected_value": [None if math.isnan(v) else v for v in law.expected_value.tolist()],
        "rounds_per_second": round(options.rounds / seconds, 1),
    }


def _street_table(found: dict[str, Any], text: Text) -> Sequence[str]:
    lines = [text("simulate.street", games=found["games"], players=found["players"], seed=str(found["seed"]))]
    policies = found["policy"] * found["players"] if len(found["policy"]) == 1 else found["policy"]
    for seat, policy in enumerate(policies):
        lines.append(
            text(
                "simulate.seat",
                seat=seat + 1,
                policy=policy,
                mean=text.money(round(found["mean"][seat])),
                se=text.money(round(found["se"][seat])),
                share=f"{100 * found['win_share'][seat]:.1f}",
                notes=f"{found['notes'][seat]:.2f}",
                low=text.money(found["quantiles"]["0.05"][seat]),
                high=text.money(found["quantiles"]["0.95"][seat]),
            )
        )
    return [*lines, text("simulate.speed", n=round(found["games_per_second"]))]


def _wits_table(found: dict[str, Any], text: Text) -> Sequence[str]:
    lines = [
        text(
            "simulate.wits",
            rounds=found["rounds"],
            guesses=found["guesses"],
            p=str(found["p"]),
            seed=str(found["seed"]),
        )
    ]
    pairs = zip(found["win_probability"], found["expected_value"], strict=True)
    for k, (chance, value) in enumerate(pairs):
        name = text("space.too-high") if k == 0 else text("simulate.guess", n=k)
        lines.append(
            text(
                "simulate.space",
                name=name,
                chance=f"{100 * chance:.2f}",
                value="·" if value is None else f"{value:+.3f}",
            )
        )
    return [*lines, text("simulate.speed_rounds", n=round(found["rounds_per_second"]))]
