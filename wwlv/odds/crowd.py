"""What the class's own guesses say about the truth, and with it the worth of every space. Nothing here needs the answer.

**The model.** On the scale where guesses spread evenly (logarithms if all are positive, the numbers themselves for
years or if one is not positive) the n guesses are normal around a common centre with spread s. The truth is that centre
less the *bias* of the crowd, which no number of guesses can average away. The bias is normal around 0 with standard
deviation `Prior.bias` times s: who knows little disagrees more and is further off together. s² has a scaled inverse
chi-squared prior that counts as `Prior.weight` guesses, and nothing is assumed about the centre. Then the truth given
the guesses has, in closed form, Student's t distribution with n - 1 + weight degrees of freedom around the mean, with
scale² = (weight · prior spread² + sum of squares) / (n - 1 + weight) · (1/n + bias²)
(Gelman et al., *Bayesian Data Analysis*, section 3.2, with the bias added).

**The numbers are a choice**, guided by published crowds, not a measurement. Estimates of one quantity are close to
log-normal (Lorenz et al. 2011, PNAS 108; Kao et al. 2018, J. R. Soc. Interface 15: 20180130). Our prior gives half of
all classes a spread below 0.48 on natural logarithms, a factor of 1.6; Galton's fairgoers, who knew oxen, had 0.05
(1907, Nature 75), people without a clue have more than 1. The centre of a crowd is off by a fair part of its spread, mostly too low where
the quantity is large (Kao et al. 2018; Jayles et al. 2017, PNAS 114; 2021, PLOS Comput. Biol. 17): we take half a
spread, and no direction, since classroom questions ask of large and small things alike.

**Limits.** A percentage may be believed to exceed 100; whole numbers other than years are treated as if anything
between them were possible; guesses made after hearing others carry less than they seem to; and a class may be sure and
wrong, which only its answers will show. A handful of absurd guesses is set aside, by the rule of the dot plot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from functools import cached_property
from itertools import pairwise
from math import atan, cos, exp, lgamma, log, pi, sin, sqrt
from statistics import median
from typing import Literal

from wwlv.odds.spaces import SpaceOdds, long_shots_of, odds_of, values_of
from wwlv.rules.wits.model import Rules, Space

_WIDE = Context(prec=60, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
_FAR_DECADES, _FAR_SPREADS, _FAR_LINEAR = Decimal("1.5"), 5, 20
_FARTHEST = 1e150
"""Places further out than this are as good as infinite; their squares are still numbers."""


@dataclass(frozen=True, slots=True)
class Prior:
    """What is believed of any class before it has guessed; every number is a choice, see above.

    `bias`: standard deviation of the crowd's bias, in spreads. `weight`: guesses that the prior spread counts for.
    The spread expected: `logs` on natural logarithms, `years` for a year, else `share` of the largest guess.
    """

    bias: float = 0.5
    weight: int = 2
    logs: float = 0.4
    years: int = 20
    share: float = 0.25


@dataclass(frozen=True)
class Belief:
    """A distribution of the truth: Student's t with `freedom` degrees around `centre`, `spread` wide.

    Both are *places*: logarithms of value / `origin` on the scale ``log``, else (value - `origin`) / `unit`.
    `guesses` went into it, `set_aside` were too absurd to. `half` is what a whole number reaches to either side.
    """

    scale: Literal["log", "linear"]
    origin: Decimal
    unit: Decimal
    centre: float
    spread: float
    freedom: int
    guesses: int
    set_aside: int
    half: Decimal

    def at_least(self, value: Decimal) -> float:
        """Probability that the truth is this value or more."""
        return student(-self._standing(value - self.half), self.freedom)

    def density(self, value: Decimal) -> float:
        """Probability per unit of place (not of value) at a value; 0 where no truth can be."""
        z = self._standing(value)
        return 0.0 if abs(z) >= _FARTHEST else student_density(z, self.freedom) / self.spread

    def quantile(self, share: float) -> Decimal:
        """The value that the truth is below with probability `share`, 0 < share < 1."""
        place = self.centre + self.spread * student_quantile(share, self.freedom)
        with localcontext(_WIDE):
            if self.scale == "log":
                return self.origin * Decimal(place).exp()
            return self.origin + self.unit * Decimal(place)

    def _standing(self, value: Decimal) -> float:
        """How many spreads a value lies above the centre."""
        if self.scale == "log" and value <= 0:
            return -_FARTHEST
        place = _places([value], self.scale, self.origin, self.unit)[0]
        return max(-_FARTHEST, min(_FARTHEST, (place - self.centre) / self.spread))


def belief(guesses: Sequence[Decimal], *, year: bool, prior: Prior = Prior()) -> Belief:  # frozen
    """The distribution of the truth given at least one guess.

    Raises
    ------
    ValueError
        There is no guess.
    """
    if not guesses:
        raise ValueError("no guess, no belief")
    far = far_off(guesses)
    near = [g for k, g in enumerate(guesses) if k not in far]
    scale: Literal["log", "linear"] = "log" if min(near) > 0 and not year else "linear"
    with localcontext(_WIDE):
        origin = median(near)
        unit = Decimal(1) if year or scale == "log" else max(map(abs, near)) or Decimal(1)
    places = _places(near, scale, origin, unit)
    n, expected = len(near), prior.logs if scale == "log" else prior.years if year else prior.share
    mean = sum(places) / n
    squares = prior.weight * expected**2 + sum((place - mean) ** 2 for place in places)
    freedom = n - 1 + prior.weight
    spread = sqrt(squares / freedom * (1 / n + prior.bias**2))
    half = Decimal("0.5") if year else Decimal(0)
    return Belief(scale, origin, unit, mean, spread, freedom, n, len(far), half)


def _places(
    values: Sequence[Decimal], scale: Literal["log", "linear"], origin: Decimal, unit: Decimal
) -> list[float]:
    """Exact up to the last step, so that 10²⁰ and 10²⁰ + 1 are still two places."""
    with localcontext(_WIDE):
        exact = [(v / origin).ln() if scale == "log" else (v - origin) / unit for v in values]
        return [max(-_FARTHEST, min(_FARTHEST, float(place))) for place in exact]


def far_off(values: Sequence[Decimal]) -> frozenset[int]:
    """Indices of the values too absurd to say anything: those that the dot plot puts beside its axis.

    Further from the median than 5 times the distance between the quartiles and than 1.5 powers of ten on logarithms,
    or than 20 times that distance if not all are positive; none if that were more than one value in five.
    """
    n = len(values)
    with localcontext(_WIDE):
        logs = min(values) > 0
        places = [v.log10() if logs else v for v in values]
        ranked = sorted(places)
        middle, between = ranked[n // 2], ranked[(3 * n) // 4] - ranked[n // 4]
        reach = max(_FAR_DECADES, _FAR_SPREADS * between) if logs else _FAR_LINEAR * between
        far = frozenset(k for k, place in enumerate(places) if reach > 0 and abs(place - middle) > reach)
    return far if 5 * len(far) <= n else frozenset()


# --- the worth of the spaces
@dataclass(frozen=True)
class CrowdOdds:
    """What the class's guesses say each space is worth.

    `chances`: probability that all cards are too high, then that each different `values`, lowest first, wins.
    `spaces` come in the order of the mat: too high, cards, red, black; `long_shots` by seat.
    """

    belief: Belief
    values: tuple[Decimal, ...]
    chances: tuple[float, ...]
    spaces: tuple[SpaceOdds, ...]
    long_shots: tuple[SpaceOdds, ...]

    @cached_property
    def best(self) -> SpaceOdds:
        """The space where a chip is worth most, the first of them if there are several."""
        return max(self.spaces, key=lambda space: space.per_chip)


def crowd_odds(
    *, spaces: Sequence[Space], estimates: Sequence[Decimal], year: bool, rules: Rules
) -> CrowdOdds | None:
    """The odds of the cards on the mat, None where no team laid a card or no bet can lie.

    Every person's estimate counts if there are at least as many as cards, else the cards themselves, a stack as often
    as it has authors.
    """
    cards = [space.value for space in spaces for _ in space.seats]
    if not cards:
        return None
    believed = belief(estimates if len(estimates) >= len(cards) else cards, year=year)
    values = tuple(spaces[group[0]].value for group in values_of(spaces))
    reached = [1.0, *(believed.at_least(value) for value in values), 0.0]
    chances = tuple(max(0.0, a - b) for a, b in pairwise(reached))
    return CrowdOdds(
        believed,
        values,
        chances,
        odds_of(spaces, chances, rules),
        long_shots_of(spaces, chances, rules),
    )


# --- Student's t with a whole number of degrees of freedom
def student(t: float, freedom: int) -> float:
    """Probability of at most t, as a finite sum (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    square, odd = cos(angle) ** 2, freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= square * k / (k + 1)
    within = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return min(1.0, max(0.0, 0.5 + within / 2))


def student_density(t: float, freedom: int) -> float:
    """Probability per unit of t."""
    scale = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(freedom * pi) / 2
    return exp(scale - (freedom + 1) / 2 * log(1 + t * t / freedom))


def student_quantile(share: float, freedom: int) -> float:
    """The t that `student` gives `share` for, by halving an interval."""
    if not 0 < share < 1:
        raise ValueError(f"no quantile at {share}")
    low, high = -1.0, 1.0
    while student(low, freedom) > share and low > -_FARTHEST:
        low *= 2
    while student(high, freedom) < share and high < _FARTHEST:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if student(middle, freedom) < share else (low, middle)
    return (low + high) / 2
