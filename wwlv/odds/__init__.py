"""Odds: a second, vectorised implementation of what the rules say, held to them by tests. Chance is always given.

Import from the module that has it (`wwlv.odds.wits`, `.crowd`, `.dice`, …); this package itself loads nothing.
"""
