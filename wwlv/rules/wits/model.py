"""The things on the table: house rules, spaces, bets, and the state of a game of Wits & Wagers."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from wwlv.rules.game import IllegalMove, Seat

Phase = Literal["ready", "guess", "long-shot", "sorted", "bet", "answer", "paid", "over"]
"""ready: the host asks next · guess · long-shot: bets on teams, before the reveal · sorted: cards lie open, no bet yet ·
bet · answer: no more bets, the answer still hidden · paid · over."""

Colour = Literal["red", "black"]
Centre = Literal["red", "black"]


@dataclass(frozen=True, slots=True)
class Rules:
    """One mat with its house rules; money in chips (points on the original mat, dollars on the Vegas mat)."""

    preset: str = "original"
    min_seats: int = 3
    max_seats: int = 7
    author_bonus: int = 0  # chips for each team whose guess wins
    too_high_odds: int | None = 6  # profit odds of "all guesses too high"; None: no such space
    duplicates: Literal["stack", "side-by-side"] = "stack"
    duplicate_odds: Literal["own", "highest"] = "own"
    token_values: tuple[int, int] = (1, 1)  # chips; a token is never lost
    long_shot_odds: int | None = None
    max_long_shots: int = 2
    colour_odds: int | None = None  # profit odds of red and black; None: no colours
    centre_colour: Centre | None = None
    round_bonus: int = 0  # chips x round for each team whose guess wins
    late_guess: Literal["none", "zero", "wait"] = "none"
    no_guesses: Literal["skip", "redraw"] = "skip"
    allow_negative: bool = True
    secret_bets: bool = False
    hidden_long_shots: bool = False
    small_tables: bool = False
    two_player_dummy: bool = False  # two teams play with a third card, the mean of their guesses
    bet_limit: int | None = None  # chips a team may stake on a question, the last one excepted
    tie: Literal["youngest", "shared", "sudden-death"] = "youngest"
    rounds: int = 7
    guess_s: int | None = 30
    long_shot_s: int | None = None
    bet_s: int | None = 30
    tokens_in_total: bool = True

    @property
    def seats_allowed(self) -> range:
        """How many teams may play."""
        fewest = min(self.min_seats, 3) if self.small_tables else self.min_seats
        return range(2 if self.two_player_dummy else fewest, self.max_seats + 1)

    @property
    def token_total(self) -> int:
        """Chips that the tokens count for in the final total."""
        return sum(self.token_values) if self.tokens_in_total else 0


@dataclass(frozen=True, slots=True)
class Setup:
    """A table about to play. `youngest`: seats in order of youth as far as known, for ties."""

    rules: Rules
    seats: int
    youngest: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """Where a bet lies: a guess (stacked cards), a team's board (side by side), too high, red or black."""

    kind: Literal["guess", "board", "too-high", "red", "black"]
    value: Decimal | None = None
    seat: Seat | None = None

    def __str__(self) -> str:
        detail = self.value if self.kind == "guess" else self.seat
        return self.kind if detail is None else f"{self.kind}:{detail}"

    @classmethod
    def parse(cls, key: str) -> "Target":
        """The space that a text of the form of `str` names; IllegalMove ``no-such-space``."""
        kind, _, detail = key.partition(":")
        if kind == "guess" and len(detail) <= 200:
            try:
                value = Decimal(detail)
            except InvalidOperation:
                raise IllegalMove("no-such-space", space=key) from None
            if value.is_finite():
                return cls("guess", value=value)
        if kind == "board" and detail.isdecimal() and len(detail) <= 2:
            return cls("board", seat=int(detail))
        if key in ("too-high", "red", "black"):
            return cls(key)  # type: ignore[arg-type]  # one of the three
        raise IllegalMove("no-such-space", space=key)


@dataclass(frozen=True, slots=True)
class Bet:
    """Token number `token` (0 or 1) on a space, with `chips` under it."""

    token: int
    space: Target
    chips: int = 0


@dataclass(frozen=True, slots=True)
class LongShot:
    """Token number `token` (0 or 1) on the icon of a team."""

    token: int
    team: Seat


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the mat with a guess on it; `offset` counts from the centre, negative to the left."""

    offset: int
    odds: int
    colour: Colour | None
    value: Decimal
    seats: tuple[Seat, ...]  # the authors; empty for the dummy card of a two-team game


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the pay-out: a bet, a Long Shot or an author's bonus, and what it moved.

    `change` is what the seat's chips change by: the profit, or minus the chips lost; tokens always come back.
    """

    seat: Seat
    kind: Literal["bet", "long-shot", "bonus"]
    target: Target | None  # None for a bonus
    token: int  # value of the token, 0 for a bonus
    chips: int
    odds: int
    won: bool
    change: int


@dataclass(frozen=True, slots=True)
class Result:
    """A question settled. `winning` are indices into `spaces`; empty with `too_high`, or when nobody guessed."""

    round: int
    question: str
    answer: Decimal
    spaces: tuple[Space, ...]
    winning: tuple[int, ...]
    too_high: bool
    winners: tuple[Seat, ...]
    lines: tuple[Line, ...]
    deltas: tuple[int, ...]  # chips per seat
    sudden_death: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A place on the podium: `rank` counts from 1, equal for teams that share it."""

    rank: int
    seat: Seat
    total: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why. `tied`: the seats that had equally many before the tie-break, empty without a tie."""

    winners: tuple[Seat, ...]
    reason: Literal["chips", "youngest", "shared", "sudden-death"]
    tied: tuple[Seat, ...]
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game in progress. Tuples indexed by seat have one entry a team."""

    rules: Rules
    seats: int
    youngest: tuple[Seat, ...]
    chips: tuple[int, ...]
    phase: Phase = "ready"
    round: int = 0  # 1-based; 0 before the first question
    question: str | None = None
    answer: Decimal | None = None
    guesses: tuple[Decimal | None, ...] = ()
    long_shots: tuple[tuple[LongShot, ...], ...] = ()
    bets: tuple[tuple[Bet, ...], ...] = ()
    answered: frozenset[Seat] = frozenset()  # seats that have moved in this phase
    spaces: tuple[Space, ...] = ()
    results: tuple[Result, ...] = ()
    contenders: tuple[Seat, ...] = ()  # the tied seats of a sudden death
    ended_by: Literal["rounds", "bell", "sudden-death"] | None = None

    @property
    def sudden_death(self) -> bool:
        """Whether the tied teams are playing it off."""
        return bool(self.contenders)

    @property
    def result(self) -> Result | None:
        """The settlement of the question on the table, once paid."""
        return self.results[-1] if self.phase == "paid" else None

    def used_tokens(self, seat: Seat) -> frozenset[int]:
        """Tokens of a seat that lie on a team's icon or on a space."""
        return frozenset(s.token for s in self.long_shots[seat]) | {b.token for b in self.bets[seat]}

    def is_last_round(self) -> bool:
        """Whether no further regular question follows the one on the table."""
        return self.round >= self.rules.rounds
