"""How a team chooses among the faces it rolled, for many games at once.

Every policy takes a `Moment` and gives a score for each face, shape (6, n_sims); the highest score is placed, and among equal
scores the face with more dice, then the lower number. Faces not shown are left out afterwards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from wwlv.errors import WwlvError
from wwlv.odds.dice import Counts, Real, Whole
from wwlv.odds.payout import BASE, NOTE_BITS, Marks, Small, places

NOTE_SLOTS = 8
"""Room for the notes of a casino in the tables that policies read; the last stays empty for who takes none."""


class UnknownPolicy(WwlvError):
    """No policy of this name, or not one a seat; the message names what there is."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A roll on the table of many games, the same seat to move in all.

    `own`, `white` (6, n_sims): the dice of the roll by face · `codes` (6, n_sims): the casinos before it · `notes`: the notes
    of all games, flat, `NOTE_SLOTS` a casino · `at` (6, n_sims): where in it a casino's notes begin · `banked` (seats, n_sims):
    marks won in casinos that have paid · `left` (seats, n_sims): dice of each seat still in hand, white ones too, this roll included.
    """

    seat: int
    seats: int
    columns: int
    own: Counts
    white: Counts | None
    codes: Whole
    notes: Small
    at: Whole
    banked: Marks
    left: Whole
    rng: np.random.Generator

    @property
    def count(self) -> Counts:
        """Dice of each face, own and white."""
        return self.own if self.white is None else self.own + self.white

    def after(self) -> Whole:
        """Codes of the casinos if the dice of their number were placed, each face by itself."""
        codes = self.codes + self.own * np.int64(BASE**self.seat)
        if self.white is not None:
            codes += self.white * np.int64(BASE**self.seats)
        return codes

    def paid(self, codes: Whole, seat: int) -> Small:
        """What each casino would pay a seat, in $10 000."""
        place = self.at + places(self.columns)[seat].take(codes)
        return self.notes.take(place)


Policy = Callable[[Moment], NDArray[np.generic]]


def at_random(moment: Moment) -> Real:
    """Uniformly among the distinct faces shown."""
    return moment.rng.random(moment.codes.shape)


def greedy(moment: Moment) -> Small:
    """The money the casino would pay the team as the dice would lie, as the dashboard's button does."""
    return moment.paid(moment.after(), moment.seat)


def lead(moment: Moment) -> NDArray[np.int16]:
    """The team's money less that of the richest other, if every casino paid as the dice would lie."""
    after = moment.after()
    gap: NDArray[np.int16] | None = None
    mine = None
    for seat in (moment.seat, *(s for s in range(moment.seats) if s != moment.seat)):
        now = moment.paid(moment.codes, seat).astype(np.int16)
        total = (moment.banked[seat] >> NOTE_BITS).astype(np.int16) + now.sum(axis=0, dtype=np.int16)
        then = moment.paid(after, seat) - now + total
        if mine is None:
            mine = then
        else:
            gap = mine - then if gap is None else np.minimum(gap, mine - then)
    assert gap is not None
    return gap


def lookahead(moment: Moment) -> Real:
    """Placeholder."""
    now = moment.paid(moment.codes, moment.seat)
    then = moment.paid(moment.after(), moment.seat)
    return then.astype(np.float64) - now - 0.6 * moment.count


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
        return np.argmax(np.where(count > 0, score + count * 1e-9, -np.inf), axis=0)
    low = np.int16(0 if score.dtype.kind == "u" else 512)
    key = score + low  # at most 512 + 24 notes of 10
    key <<= 4
    key += count
    key <<= 1
    return np.argmax(np.where(count > 0, key, -1), axis=0)
