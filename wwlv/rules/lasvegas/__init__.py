"""Las Vegas: roll, place, tie, pay."""

from wwlv.rules.lasvegas.deciding import decide, phase, seconds, start, time_up, waiting_for
from wwlv.rules.lasvegas.events import EVENTS, evolve
from wwlv.rules.lasvegas.moves import MOVES
from wwlv.rules.lasvegas.scoring import outcome
from wwlv.rules.lasvegas.view import notation, view

NAME = "lasvegas"

__all__ = [
    "EVENTS",
    "MOVES",
    "NAME",
    "decide",
    "evolve",
    "notation",
    "outcome",
    "phase",
    "seconds",
    "start",
    "time_up",
    "view",
    "waiting_for",
]
