"""The things on the street: notes, casinos, dice, and the state of a game of Las Vegas. Money in dollars."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from wwlv.rules.game import Seat

Phase = Literal["ready", "roll", "place", "pay", "paid", "over"]
"""ready: the host deals the next round · roll · place: a roll lies on the table · pay: all dice are placed, the casinos pay
one after the other · paid: the round is over · over."""

FACES = 6
DICE = 8
"""Dice of a colour that each team has."""

NOTES: Mapping[int, int] = MappingProxyType(
    {10_000: 6, 20_000: 8, 30_000: 8, 40_000: 6, 50_000: 6, 60_000: 5, 70_000: 5, 80_000: 5, 90_000: 5}
)
"""The 54 banknotes: dollars to how many there are (L-1)."""

HUNDRED_THOUSANDS = 5
"""Notes of 100 000 that a house rule adds."""

NEUTRAL_DICE: Mapping[int, int] = MappingProxyType({2: 4, 3: 2, 4: 2})
"""White dice each team rolls along, by the number of teams (N-1)."""

WHITE_DICE = 8
MINIMUM_BY_PLAYERS: Mapping[int, int] = MappingProxyType({2: 30_000, 3: 40_000, 4: 50_000, 5: 60_000})

WHITE = -1
"""In a pay-out the white dice stand as this seat: the imaginary player."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play, with its house rules; money in dollars."""

    preset: str = "las-vegas"
    neutral_dice: bool = False
    minimum: int = 50_000  # dollars a casino holds at least
    minimum_by_players: bool = False
    hundred_thousands: bool = False
    rounds: int = 4
    absent: Literal["auto-play", "keep-dice", "remove-dice"] = "auto-play"
    turn_s: int | None = None

    @property
    def seats_allowed(self) -> range:
        """How many teams may play; the white dice suffice for four."""
        return range(2, 5 if self.neutral_dice else 6)

    def minimum_for(self, seats: int) -> int:
        """Dollars at which a casino is full."""
        return MINIMUM_BY_PLAYERS[seats] if self.minimum_by_players else self.minimum

    def white_for(self, seats: int) -> int:
        """White dice each team rolls along."""
        return NEUTRAL_DICE[seats] if self.neutral_dice else 0

    def spare_white(self, seats: int) -> int:
        """White dice that are rolled before the first turn of a round (N-4)."""
        return WHITE_DICE - seats * NEUTRAL_DICE[seats] if self.neutral_dice else 0

    def notes(self) -> tuple[int, ...]:
        """Every note of the pile, in order of value."""
        extra = (100_000,) * HUNDRED_THOUSANDS if self.hundred_thousands else ()
        return tuple(value for value, count in NOTES.items() for _ in range(count)) + extra


@dataclass(frozen=True, slots=True)
class Setup:
    """A table about to play; `start` is the seat of the oldest player, who has the start card first."""

    rules: Rules
    seats: int
    start: Seat = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice on the table: the team's own and the white ones rolled along, faces 1 to 6."""

    own: tuple[int, ...]
    white: tuple[int, ...] = ()

    def count(self, face: int) -> tuple[int, int]:
        """Own and white dice that show a face."""
        return self.own.count(face), self.white.count(face)

    def faces(self) -> tuple[int, ...]:
        """The faces shown, in order."""
        return tuple(sorted({*self.own, *self.white}))


@dataclass(frozen=True, slots=True)
class Payment:
    """What a casino paid. Seats as indices, `WHITE` for the white dice.

    `cancelled` are groups of seats with equally many dice; `paid` (seat, note), the best first; `returned` the notes that go
    under the pile, what the white dice won among them, highest first.
    """

    casino: int  # 1..6
    cancelled: tuple[tuple[Seat, ...], ...]
    paid: tuple[tuple[Seat, int], ...]
    returned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A place on the podium: money, then notes; equal for teams that share it."""

    rank: int
    seat: Seat
    total: int
    notes: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why: most money, among equals most notes, else shared. `tied`: equally rich before the notes."""

    winners: tuple[Seat, ...]
    reason: Literal["money", "notes", "shared"]
    tied: tuple[Seat, ...]
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game in progress. `dice[casino][seat]` counts placed dice, the last column the white ones."""

    rules: Rules
    seats: int
    start: Seat  # who has the start card
    pile: tuple[int, ...]  # the next note first; secret
    phase: Phase = "ready"
    round: int = 0
    notes: tuple[tuple[int, ...], ...] = ((),) * FACES  # at each casino, highest first
    dice: tuple[tuple[int, ...], ...] = ()
    own: tuple[int, ...] = ()  # dice of each team still in hand
    white: tuple[int, ...] = ()  # white dice of each team still in hand
    turn: Seat | None = None
    roll: Roll | None = None
    won: tuple[tuple[int, ...], ...] = ()  # notes of each team, in the order won
    payments: tuple[Payment, ...] = ()  # of this round
    history: tuple[tuple[Payment, ...], ...] = ()  # of all finished rounds
    ended_by: Literal["rounds", "bell"] | None = None

    @property
    def money(self) -> tuple[int, ...]:
        """Dollars of each team."""
        return tuple(sum(notes) for notes in self.won)

    def left(self, seat: Seat) -> int:
        """Dice a team has in hand, own and white."""
        return self.own[seat] + self.white[seat]
