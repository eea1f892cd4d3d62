"""Bots that play for seats without people: what they move, from the view of their seat, and when."""

from wwlv.bots.pace import Bots

__all__ = ["Bots"]
