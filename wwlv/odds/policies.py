"""How a team chooses among the faces it rolled, for many games at once.

A policy gives every face a score, shape (6, n_sims). The shown face of the highest score is placed; among equal scores the
one with more dice, then the lower number.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from wwlv.errors import WwlvError
from wwlv.odds.dice import Real, Whole
from wwlv.odds.foresight import lookahead
from wwlv.odds.moment import Moment
from wwlv.odds.payout import NOTE_BITS, Small
from wwlv.rules.lasvegas.model import FACES

_COUNT_BITS = 4  # at most eight own and four white dice
_FACE_BITS = 3


class UnknownPolicy(WwlvError):
    """No policy of this name, or not one for each seat; the message names what there is."""


Scores = NDArray[np.float64] | NDArray[np.float32] | NDArray[np.int16] | NDArray[np.uint8]
Policy = Callable[[Moment], Scores]


def at_random(moment: Moment) -> Real:
    """Uniformly among the distinct faces shown."""
    return moment.rng.random(moment.codes.shape)


def greedy(moment: Moment) -> Small:
    """The money the casino would pay the team as the dice would lie, as the dashboard's button does."""
    return moment.paid(moment.after(), moment.seat)


def lead(moment: Moment) -> NDArray[np.int16]:
    """The team's money less that of the richest other, if every casino paid as the dice would lie; in $10 000."""
    after = moment.after()

    def then(seat: int) -> NDArray[np.int16]:
        now = moment.paid(moment.codes, seat).astype(np.int16)
        total = (moment.banked[seat] >> NOTE_BITS).astype(np.int16) + now.sum(axis=0, dtype=np.int16)
        paid: NDArray[np.int16] = moment.paid(after, seat) - now + total
        return paid

    others = [seat for seat in range(moment.seats) if seat != moment.seat]
    best = then(others[0])
    for seat in others[1:]:
        np.maximum(best, then(seat), out=best)
    gap: NDArray[np.int16] = then(moment.seat) - best
    return gap


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {"random": at_random, "greedy": greedy, "lead": lead, "lookahead": lookahead}
)


def by_seat(policies: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """One policy a seat, from one for all or one for each.

    Raises
    ------
    UnknownPolicy
        For a name that is none, or another number of them than of seats.
    """
    names = (policies,) * seats if isinstance(policies, str) else tuple(policies)
    for name in names:
        if name not in POLICIES:
            raise UnknownPolicy(f"no policy {name!r}; there are {', '.join(POLICIES)}")
    if len(names) != seats:
        raise UnknownPolicy(f"{len(names)} policies for {seats} seats")
    return names


def chosen(policy: str, moment: Moment) -> Whole:
    """The face each game places, 0 to 5 for the casinos 1 to 6, shape (n_sims,)."""
    score, count = POLICIES[policy](moment), moment.count
    if score.dtype.kind == "f":
        # argmax takes the lowest of equals; a billionth of $10 000 a die comes between
        worth = np.where(count > 0, score.astype(np.float64) + count * 1e-9, -np.inf)
        best_face: Whole = np.argmax(worth, axis=0)
        return best_face
    key: NDArray[np.int16] = (score.astype(np.int16) << _COUNT_BITS) + count
    key <<= _FACE_BITS
    key += np.arange(FACES - 1, -1, -1, dtype=np.int16)[:, None]
    best = np.where(count > 0, key, np.iinfo(np.int16).min).max(axis=0)
    face: Whole = FACES - 1 - np.bitwise_and(best, (1 << _FACE_BITS) - 1).astype(np.int64)
    return face
