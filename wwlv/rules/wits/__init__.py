"""Wits & Wagers: the original mat and the Vegas mat as one engine; mats and house rules are data."""

from wwlv.rules.wits.deciding import decide, phase, seconds, start, time_up, waiting_for
from wwlv.rules.wits.events import EVENTS, evolve
from wwlv.rules.wits.moves import MOVES
from wwlv.rules.wits.scoring import outcome
from wwlv.rules.wits.view import notation, view

NAME = "wits"

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
