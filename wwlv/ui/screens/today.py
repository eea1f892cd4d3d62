"""The day's standings: every game played today, over both games, by team name."""

from datetime import datetime
from typing import Any

from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.screens.common import shape_of
from wwlv.text import Text


def today_context(store: Store, text: Text) -> dict[str, Any]:
    """Games of this calendar day as columns in the order played, teams as rows, the most wins first; bots among themselves do not count."""
    today = datetime.now().astimezone().date()
    games: list[dict[str, Any]] = []
    for info in reversed(store.rooms()):
        if datetime.fromtimestamp(info.touched_ms / 1000).astimezone().date() != today:
            continue
        view = Room(store, info.id).view()
        if all(team.bot for team in view.teams):
            continue
        outcome = view.table.outcome
        if outcome is None or not (getattr(view.table, "results", ()) or getattr(view.table, "history", ())):
            continue
        dollars = view.game == "lasvegas" or view.table.rules.token_values[0] >= 100
        cells = {
            view.teams[p.seat].name: {
                "total": text.money(p.total) if dollars else text.number(p.total),
                "won": p.seat in outcome.winners,
                "shape": shape_of(view.teams[p.seat]),
            }
            for p in outcome.standings
        }
        games.append({"title": text(f"preset.{view.table.rules.preset}"), "cells": cells})
    names = list(dict.fromkeys(name for game in games for name in game["cells"]))
    rows = [
        {
            "name": name,
            "shape": next(g["cells"][name]["shape"] for g in games if name in g["cells"]),
            "wins": sum(g["cells"].get(name, {}).get("won", False) for g in games),
            "cells": [g["cells"].get(name) for g in games],
        }
        for name in names
    ]
    rows.sort(key=lambda row: -row["wins"])
    return {"games": games, "rows": rows}
