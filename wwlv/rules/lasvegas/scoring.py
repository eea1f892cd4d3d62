"""What a casino pays, what a placement would bring, and who has won."""

from collections.abc import Mapping, Sequence
from typing import Literal

from wwlv.rules.game import Seat
from wwlv.rules.lasvegas.model import WHITE, Outcome, Payment, Standing, State


def payment(casino: int, notes: Sequence[int], dice: Mapping[Seat, int]) -> Payment:
    """What a casino pays for dice by seat (`WHITE` for the white ones): L-6 to L-10, N-5, N-6.

    Every group of equal counts cancels; the most dice left take the highest note, the next the next. A note the white dice
    win goes under the pile, and so does what nobody takes.
    """
    counts = {seat: n for seat, n in dice.items() if n > 0}
    groups: dict[int, list[Seat]] = {}
    for seat, n in counts.items():
        groups.setdefault(n, []).append(seat)
    cancelled = tuple(tuple(group) for n, group in sorted(groups.items(), reverse=True) if len(group) > 1)
    order = [group[0] for n, group in sorted(groups.items(), reverse=True) if len(group) == 1]
    money = sorted(notes, reverse=True)
    paid = tuple(zip(order, money, strict=False))
    returned = sorted((*money[len(paid) :], *(note for seat, note in paid if seat == WHITE)), reverse=True)
    return Payment(casino, cancelled, paid, tuple(returned))


def dice_at(state: State, casino: int) -> dict[Seat, int]:
    """Dice at a casino 1..6 by seat, the white ones under `WHITE`."""
    row = state.dice[casino - 1]
    return {**{s: row[s] for s in range(state.seats)}, WHITE: row[state.seats]}


def payment_now(state: State, casino: int) -> Payment:
    """What a casino would pay if all dice were placed as they lie."""
    return payment(casino, state.notes[casino - 1], dice_at(state, casino))


def payment_after(state: State, face: int) -> Payment:
    """What a casino would pay if the team to move placed the dice of a face there and nobody placed more."""
    assert state.roll is not None
    assert state.turn is not None
    own, white = state.roll.count(face)
    dice = dice_at(state, face)
    dice[state.turn] += own
    dice[WHITE] += white
    return payment(face, state.notes[face - 1], dice)


def winnings(payments: Sequence[Payment], seats: int) -> tuple[int, ...]:
    """Dollars by seat that these payments brought; what the white dice won is nobody's."""
    money = [0] * seats
    for seat, note in (pair for payment in payments for pair in payment.paid if pair[0] != WHITE):
        money[seat] += note
    return tuple(money)


def leaders(state: State) -> tuple[Seat, ...]:
    """The richest seats."""
    most = max(state.money)
    return tuple(s for s, m in enumerate(state.money) if m == most)


def outcome(state: State) -> Outcome | None:
    """Who won and why, None while the game runs (L-11)."""
    if state.phase != "over":
        return None
    rich = leaders(state)
    notes = [len(own) for own in state.won]
    most = max(notes[s] for s in rich)
    winners = tuple(s for s in rich if notes[s] == most)
    reason: Literal["money", "notes", "shared"] = (
        "money" if len(rich) == 1 else "notes" if len(winners) == 1 else "shared"
    )
    order = sorted(range(state.seats), key=lambda s: (-state.money[s], -notes[s], s))
    places: list[Standing] = []
    for position, seat in enumerate(order, start=1):
        same = bool(places) and (places[-1].total, places[-1].notes) == (state.money[seat], notes[seat])
        places.append(Standing(places[-1].rank if same else position, seat, state.money[seat], notes[seat]))
    return Outcome(winners, reason, rich if len(rich) > 1 else (), tuple(places))
