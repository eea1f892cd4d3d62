"""What an undo of the teacher's keeps: the cards and bets that phones handed in since, in the same phase."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wwlv.room.fold import PERSON, Fold
from wwlv.room.log import Entry, Rewound
from wwlv.rules.game import IllegalMove
from wwlv.rules.wits.events import BetsPlaced, LongShotsPlaced
from wwlv.rules.wits.scoring import check_long_shots, space_at


def since(room: Fold, to: int) -> list[Entry]:
    """People's moves that led from the fold after entry `to` to the present one, oldest first.

    An undo and a redo are entries too: of what lies between only that counts which the present fold rests on.
    """
    before = set(_line(room.log, to))
    moves = [room.log[k] for k in _line(room.log, room.rev) if k not in before]
    return [e for e in reversed(moves) if e.by.startswith(PERSON) and type(e.event) in room.game.EVENTS]


def _line(log: Sequence[Entry], head: int) -> Iterator[int]:
    """Indices of the entries that the fold after `head` entries rests on, the latest first."""
    while head:
        event = log[head - 1].event
        if isinstance(event, Rewound):
            head = event.to
        else:
            head -= 1
            yield head


def again(room: Fold, event: Any) -> list[Any]:
    """The event of a seat as it may stand on the table as it lies now: a correction undone takes its space along."""
    state = room.state
    if isinstance(event, BetsPlaced):
        bets = (b for b in event.bets if _fits(space_at, state.spaces, b.space, state.rules))
        return [BetsPlaced(event.seat, tuple(bets))]
    if isinstance(event, LongShotsPlaced):
        shots = (s for s in event.shots if _fits(check_long_shots, [s], state.guesses, state.rules))
        return [LongShotsPlaced(event.seat, tuple(shots))]
    return [event]


def _fits(check: Callable[..., object], *of: Any) -> bool:
    try:
        check(*of)
    except IllegalMove:
        return False
    return True


def states(room: Fold) -> list[Any]:
    """The tables that the present one has come from, the first first; what an undo took back is not among them."""
    line = sorted(_line(room.log, room.rev))
    return [room.state_after(k + 1) for k in line]
