"""The look-ahead: what a team can expect of the whole street after each placement, the dice still in hand counted in.

For every casino and every number y of dice that the team may still add, the expected note is found from the law of what each
opponent will have there: its dice now plus its share of its hand, which is taken to fall as under the random policy
(`hands.law`), each opponent apart. With e and a the chances that an opponent ends equal or above, the chance of exactly j
above and none equal is the coefficient of z^j in the product of (1 - e - a + a z) over the opponents; that is the chance of
the j-th note. What the team itself adds later is weighted the same way. Neglected: that opponents above may cancel each
other, that one hand's dice at two casinos depend on each other, and notes from the fourth on. Since the team will not go on
at random, a die kept is worth more than so reckoned; `DIE_KEPT` is that price, found by play against greedy.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from wwlv.odds.dice import Whole, compositions
from wwlv.odds.hands import law
from wwlv.odds.moment import Moment
from wwlv.odds.payout import BASE
from wwlv.rules.lasvegas.model import DICE, FACES

Values = NDArray[np.float32]

NOTES_SEEN = 3
DIE_KEPT = 0.4
"""Price of a die placed, in $10 000. One such team among four greedy ones wins 39 % of the games, one greedy team 20 %."""

_SPAN = 2 * DICE + 1


@cache
def share_of_hand() -> Values:
    """P(x of a hand of n dice end up at a given casino, under the random policy), shape (9, 9) as [n, x]."""
    shares = np.zeros((DICE + 1, DICE + 1), dtype=np.float32)
    for n in range(DICE + 1):
        shares[n, : n + 1] = np.bincount(compositions(n)[:, 0], weights=law(n).ravel(), minlength=n + 1)
    return shares


@cache
def _against() -> tuple[Values, Values]:
    """P(a hand of n dice adds exactly, more than d) for d = -8..8, flat by n * 17 + d + 8."""
    shares = share_of_hand()
    equal = np.zeros((DICE + 1, _SPAN), dtype=np.float32)
    equal[:, DICE:] = shares
    above = 1 - np.cumsum(equal, axis=1)
    return equal.ravel(), above.clip(0, 1).astype(np.float32).ravel()


def lookahead(moment: Moment) -> Values:
    """Expected money of the round in $10 000 after placing each face, less the price of the dice: shape (6, n_sims)."""
    me = moment.seat
    digits = [moment.codes // BASE**column % BASE for column in range(moment.columns)]
    offsets = [
        moment.hands[column] * _SPAN + DICE - digits[column] + digits[me]
        for column in range(moment.columns)
        if column != me
    ]
    notes = [moment.notes.take(moment.at + j).astype(np.float32) for j in range(NOTES_SEEN)]
    more = int(moment.hands[me].max())
    elsewhere = here = _values(offsets, notes, digits[me], more)
    if moment.white is not None:
        # white dice placed along stand beside the team's own: n falls by j, and so does the distance
        here = _values(
            [*offsets[:-1], offsets[-1] - moment.white * np.int64(_SPAN + 1)], notes, digits[me], more
        )
    return _over_own_hand(moment, elsewhere, here) - np.float32(DIE_KEPT) * moment.own


def _values(offsets: list[Whole], notes: list[Values], own: Whole, more: int) -> Values:
    """Expected note at each casino if the team adds y dice: shape (more + 1, 6, n_sims)."""
    equal, above = _against()
    values = np.empty((more + 1, *own.shape), dtype=np.float32)
    for y in range(more + 1):
        chances: list[Values] = [np.ones(own.shape, dtype=np.float32)]
        for offset in offsets:
            at = np.minimum(offset + y, len(equal) - 1)
            higher, lower = above.take(at), 1 - equal.take(at)
            lower -= higher
            moved = [chance * higher for chance in chances]
            chances = [chance * lower for chance in chances]
            for j, chance in enumerate(moved[: NOTES_SEEN - 1], start=1):
                if j < len(chances):
                    chances[j] += chance
                else:
                    chances.append(chance)
        values[y] = sum(chance * note for chance, note in zip(chances, notes, strict=False))
    values[0] *= own > 0
    return values


def _over_own_hand(moment: Moment, elsewhere: Values, here: Values) -> Values:
    """The whole street's expectation over what the team itself adds after each placement, shape (6, n_sims)."""
    more, cells = len(elsewhere) - 1, elsewhere[0].size
    shares, flat = share_of_hand().ravel(), here.ravel()
    left = (moment.hands[moment.seat] - moment.own) * np.int64(DICE + 1)
    street = elsewhere.sum(axis=1)
    cell = np.arange(cells).reshape(FACES, -1)
    total = np.zeros(moment.codes.shape, dtype=np.float32)
    for x in range(more + 1):
        placed = np.minimum(moment.own + np.int64(x), more) * cells + cell
        total += shares.take(left + x) * (street[x] - elsewhere[x] + flat.take(placed))
    return total
