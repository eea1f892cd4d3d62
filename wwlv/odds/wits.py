"""Wits & Wagers in numbers: the exact law of the winning space, and many rounds settled at once.

The law holds for guesses that come from one continuous distribution independently of each other (or are at least
exchangeable given `p`): with p = P(guess <= truth) the number of guesses not over the truth is binomial, and the largest
of them wins. So the k-th lowest guess wins with C(n, k) p^k (1-p)^(n-k), and with k = 0 all are too high.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import islice, repeat
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wwlv.odds.spaces import Floats, SpaceOdds, odds_of
from wwlv.rules.wits.model import Rules, Space
from wwlv.rules.wits.presets import PRESETS
from wwlv.rules.wits.scoring import mat

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

NO_BET, TOO_HIGH, RED, BLACK, DUMMY = range(5)
"""Where a token of `settled` lies: nowhere, too high, a colour, the third card of a two-team game; or `card`, `long_shot`."""
_FIRST_CARD = 6
_LINES = 4096  # rounds settled at once: what they need stays in the processor's cache
_BLOCK, _WAVE = 1 << 16, 32  # rounds of a block of the simulation, blocks in hand at once


def card(seat: int) -> int:
    """The code of the card of a team; where cards are stacked, of the stack that it is in."""
    return _FIRST_CARD + 2 * seat


def long_shot(team: int) -> int:
    """The code of the icon of a team, for a token as a Long Shot."""
    return _FIRST_CARD + 2 * team + 1


# --- exact
def winning_law(*, guesses: int, p: float) -> Floats:
    """Probability of each space to win, axis (space): all too high, then the cards from the lowest to the highest.

    >>> winning_law(guesses=3, p=0.5)
    array([0.125, 0.375, 0.375, 0.125])
    """
    if not 0 <= p <= 1 or guesses < 0:
        raise ValueError(f"no law for {guesses} guesses with p = {p}")
    return np.array([comb(guesses, k) * p**k * (1 - p) ** (guesses - k) for k in range(guesses + 1)])


def space_values(*, guesses: int, p: float, rules: Rules) -> tuple[SpaceOdds, ...]:
    """What every space of the mat is worth when `guesses` different cards lie on it; their values are 1, 2, ….

    With the third card of a two-team game the law alone does not say on which side of the mean of both cards a truth
    between them lies; each side gets half, which is exact for p = 1/2 and a symmetric distribution.
    """
    spaces = _numbered(guesses, rules)
    chances = winning_law(guesses=guesses, p=p)
    if len(spaces) > guesses:
        chances = np.array([chances[0], chances[1] / 2, chances[1] / 2, chances[2]])
    return odds_of(spaces, chances, rules)


def _numbered(guesses: int, rules: Rules) -> tuple[Space, ...]:
    return mat([Decimal(k + 1) for k in range(guesses)], rules)


# --- given rounds
@dataclass(frozen=True, slots=True)
class Settled:
    """Rounds settled. `change`: chips by (n_rounds, n_seats), what each team wins or loses; tokens come back.

    `winners`: by (n_rounds, n_seats), whether the team's card wins. `too_high`: by (n_rounds,), whether none does.
    """

    change: Ints
    winners: Bools
    too_high: Bools


def settled(
    guesses: ArrayLike,
    truths: ArrayLike,
    bets: ArrayLike,
    chips: ArrayLike = 0,
    *,
    rules: Rules,
    round: int = 1,
) -> Settled:
    """Place the cards of many rounds on the mat and pay all bets, as `wwlv.rules.wits.scoring.settlement` would.

    Parameters
    ----------
    guesses
        Floats by (n_rounds, n_seats), NaN for a team without a card; equal cards are equal floats.
    truths
        By (n_rounds,), or one for all.
    bets
        Codes by (n_rounds, n_seats, 2): where the two tokens of each team lie. One (n_seats, 2) serves for all rounds.
    chips
        Chips under each token, as the bets; 0 for none.
    round
        Number of the question, for a bonus that grows.

    Raises
    ------
    ValueError
        A bet lies on a card or space that is not there, or chips lie without a token or under a Long Shot.
    """
    cards = np.asarray(guesses, dtype=np.float64)
    rounds, seats = cards.shape
    answers = np.broadcast_to(np.asarray(truths, dtype=np.float64), (rounds,))
    codes = np.broadcast_to(np.asarray(bets), (rounds, seats, 2))
    stakes = np.broadcast_to(np.asarray(chips), (rounds, seats, 2))
    result = Settled(
        np.empty((rounds, seats), np.int64), np.empty((rounds, seats), np.bool_), np.empty(rounds, np.bool_)
    )
    bonus = rules.author_bonus + rules.round_bonus * round
    for start in range(0, rounds, _LINES):
        lines = slice(start, start + _LINES)
        table = _table(cards[lines], answers[lines], rules)
        authors = table.won[:: 2 if table.has_dummy else 1]
        paid = _paid(_pays(table, authors, rules), codes[lines], stakes[lines], rules)
        result.change[lines] = (paid + bonus * authors).T
        result.winners[lines] = authors.T
        result.too_high[lines] = table.too_high
    return result


@dataclass(frozen=True, slots=True)
class _Table:
    """Rounds side by side, axes (card, n_rounds) with the third card of a two-team game between the others.

    `won`: cards that hold the largest value not over the truth. `below`: places of the mat taken by lower values,
    `places`: by all, both by (n_rounds,).
    """

    lies: Bools  # not missing
    won: Bools
    too_high: Bools
    below: NDArray[np.uint8]
    places: NDArray[np.uint8]
    has_dummy: bool


def _table(guesses: Floats, truths: Floats, rules: Rules) -> _Table:
    dummy = rules.two_player_dummy and guesses.shape[1] == 2
    cards = np.ascontiguousarray(guesses.T)
    if dummy:  # NaN if a card is missing
        cards = np.stack([cards[0], (cards[0] + cards[1]) / 2, cards[1]])
    lies, fits = ~np.isnan(cards), cards <= truths
    best = np.where(fits, cards, -np.inf).max(axis=0, initial=-np.inf)
    counted = _firsts(cards, lies) if rules.duplicates == "stack" else lies
    return _Table(
        lies=lies,
        won=fits & (cards == best),
        too_high=np.logical_not(fits.any(axis=0)),
        below=(counted & (cards < best)).sum(axis=0, dtype=np.uint8),
        places=counted.sum(axis=0, dtype=np.uint8),
        has_dummy=dummy,
    )


def _firsts(cards: Floats, lies: Bools) -> Bools:
    """By card and round: whether it is the first of its value, so that a stack counts once."""
    first = lies.copy()
    for later in range(1, len(cards)):
        for earlier in range(later):
            first[later] &= cards[earlier] != cards[later]
    return first


@lru_cache(maxsize=64)
def _mats(cards: int, rules: Rules) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """Odds, and colour as 1 red and 2 black, of each place of the mat; axes (places taken, place from the left)."""
    odds = np.zeros((cards + 1, cards + 1), np.int16)
    colours = np.zeros((cards + 1, cards + 1), np.uint8)
    for taken in range(1, cards + 1):
        for k, space in enumerate(_numbered(taken, replace(rules, two_player_dummy=False))):
            odds[taken, k] = space.odds
            colours[taken, k] = (None, "red", "black").index(space.colour)
    return odds, colours


def _pays(table: _Table, authors: Bools, rules: Rules) -> NDArray[np.int16]:
    """Profit odds by (code, n_rounds): 0 for a loss, -1 where no bet can lie."""
    seats, rounds = authors.shape
    pays = np.full((_FIRST_CARD + 2 * seats, rounds), -1, np.int16)
    pays[NO_BET] = 0
    cards, colours = _winning_places(table, rules)
    cards[~table.lies] = -1
    pays[_FIRST_CARD::2] = cards[:: 2 if table.has_dummy else 1]
    if table.has_dummy:
        equal = table.won[0] & table.won[1]  # it is named by its value, and the first board has the same
        pays[DUMMY] = np.where(equal, cards[0], cards[1])
    if rules.long_shot_odds is not None:
        shots = authors * np.int16(rules.long_shot_odds)
        shots[cards[:: 2 if table.has_dummy else 1] < 0] = -1
        pays[_FIRST_CARD + 1 :: 2] = shots
    if rules.too_high_odds is not None:
        pays[TOO_HIGH] = table.too_high * np.int16(rules.too_high_odds)
    if rules.colour_odds is not None:
        pays[RED] = ((colours & 1) > 0) * np.int16(rules.colour_odds)
        pays[BLACK] = ((colours & 2) > 0) * np.int16(rules.colour_odds)
    return pays


def _winning_places(table: _Table, rules: Rules) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """What each card pays if it won, else 0, by (card, n_rounds), and which colours won (1 red, 2 black, 3 both)."""
    cards, rounds = table.won.shape
    odds, colours = (each.ravel() for each in _mats(cards, rules))
    place = table.places.astype(np.intp) * (cards + 1) + table.below
    if rules.duplicates == "stack":  # one place wins
        return table.won * odds[place], colours[place] * table.won.any(axis=0)
    pays, colour = np.zeros((cards, rounds), np.int16), np.zeros(rounds, np.uint8)
    for k, won in enumerate(table.won):  # equal cards take one place after the other
        pays[k] = won * odds[place]
        colour |= won * colours[place]
        place += won
    if rules.duplicate_odds == "highest":
        pays = table.won * pays.max(axis=0, initial=0)
    return pays, colour


def _paid(pays: NDArray[np.int16], codes: NDArray[np.int8], stakes: Ints, rules: Rules) -> Ints:
    """Profit of all bets by (seat, n_rounds)."""
    rounds, seats, tokens = codes.shape
    where = np.ascontiguousarray(codes.reshape(rounds, -1).T).astype(np.intp)
    chips = np.ascontiguousarray(stakes.reshape(rounds, -1).T).astype(np.int64)
    if where.size and not (where.min() >= 0 and where.max() < len(pays)):
        raise ValueError("a bet lies on a team that is not there")
    if (chips < 0).any() or (chips * ((where == NO_BET) | ((where >= _FIRST_CARD) & (where % 2 == 1)))).any():
        raise ValueError("chips lie without a token or under a Long Shot")
    where *= rounds
    where += np.arange(rounds)
    odds = pays.ravel().take(where)
    if (odds < 0).any():
        raise ValueError("a bet lies on a card or space that is not there")
    stake = chips + np.tile(np.array(rules.token_values, np.int64), seats)[:, None]
    profit = np.where(odds > 0, odds * stake, -chips).reshape(seats, tokens, rounds)
    total: Ints = profit.sum(axis=1)
    return total


# --- many random rounds
@dataclass(frozen=True, slots=True)
class Simulated:
    """What happened in many rounds; arrays by (space,): all too high, then the cards from the lowest to the highest.

    `odds` are 0 and `expected_value` is NaN for a space that the mat does not have. `expected_value` is the mean profit
    of one chip; a chip that a token is worth earns `token_value`.
    """

    rounds: int
    odds: Ints
    win_probability: Floats

    @property
    def win_probability_se(self) -> Floats:
        """Standard errors."""
        return np.sqrt(self.win_probability * (1 - self.win_probability) / self.rounds)

    @property
    def expected_value(self) -> Floats:
        """Chips for each chip staked."""
        return np.where(self.odds > 0, self.win_probability * (self.odds + 1) - 1, np.nan)

    @property
    def expected_value_se(self) -> Floats:
        """Standard errors."""
        return np.where(self.odds > 0, self.win_probability_se * (self.odds + 1), np.nan)

    @property
    def token_value(self) -> Floats:
        """Chips for each chip that a token there is worth."""
        return np.where(self.odds > 0, self.win_probability * self.odds, np.nan)


def simulated(
    *,
    guesses: int = 7,
    p: float,
    rounds: int,
    rng: np.random.Generator,
    executor: Executor | None = None,
    rules: Rules = PRESETS["original"],
    progress: Callable[[int], object] = lambda rounds: None,
) -> Simulated:
    """Draw guesses and play `rounds` rounds; `p` is the chance of a guess not to be over the truth.

    Only the order of guesses and truth matters, so the guesses are uniform between 0 and 1 and the truth is `p`. Each
    block of rounds has a generator of its own, spawned from `rng`: the result is the same with any `executor` and any
    number of workers. Memory does not grow with `rounds`. `progress` is told how many rounds are done.
    """
    if not 0 <= p <= 1 or guesses < 1 or rounds < 1:
        raise ValueError(f"nothing to play with {guesses} guesses, p = {p}, {rounds} rounds")
    spaces = _numbered(guesses, rules)
    spread = map if executor is None else executor.map
    counts, done, sizes = np.zeros(len(spaces) + 1, np.int64), 0, _blocks(rounds)
    while wave := list(islice(sizes, _WAVE)):
        for block in spread(_block, wave, rng.spawn(len(wave)), repeat(guesses), repeat(p), repeat(rules)):
            counts += block
        done += sum(wave)
        progress(done)
    odds = np.array([rules.too_high_odds or 0, *(space.odds for space in spaces)])
    return Simulated(rounds, odds, counts / rounds)


def _blocks(rounds: int) -> Iterator[int]:
    for start in range(0, rounds, _BLOCK):
        yield min(_BLOCK, rounds - start)


def _block(rounds: int, rng: np.random.Generator, guesses: int, p: float, rules: Rules) -> Ints:
    """How often each space won, by (space,)."""
    counts = np.zeros(len(_numbered(guesses, rules)) + 1, np.int64)
    for start in range(0, rounds, _LINES):
        cards = rng.random((min(_LINES, rounds - start), guesses))
        table = _table(cards, np.full(len(cards), p), rules)
        space = np.where(table.too_high, 0, table.below + 1)
        counts += np.bincount(space, minlength=len(counts))
    return counts
