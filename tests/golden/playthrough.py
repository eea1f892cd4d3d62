"""A playthrough as text: each move, its events, the state's line and every seat's view."""

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from tests.rules.table import NO_CHANCE
from wwlv.rules.game import IllegalMove

HERE = Path(__file__).parent


def playthrough(game: Any, setup: Any, moves: Iterable[Any], chance: Any = NO_CHANCE) -> str:
    """Play moves through the rules and tell what happened, one move a paragraph."""
    state: Any = None
    lines: list[str] = []
    for event in game.start(setup, chance):
        state = game.evolve(state, event)
        lines.append(f"  ! {event}")
    for move in moves:
        lines.append(f"\n> {move}")
        try:
            events = game.decide(state, move, chance)
        except IllegalMove as refusal:
            lines.append(f"  x {refusal}")
            continue
        for event in events:
            state = game.evolve(state, event)
            lines.append(f"  ! {event}")
        lines.append(f"  = {game.notation(state)}")
        lines += views(game, state)
    return "\n".join(lines) + "\n"


def views(game: Any, state: Any) -> Iterable[str]:
    """The public view in full, of each seat's view what differs from it."""
    public = game.view(state, None)
    yield "  everybody: " + "; ".join(f"{n}={v!r}" for n, v in shown(public))
    for seat in range(state.seats):
        own = [(n, v) for n, v in shown(game.view(state, seat)) if v != getattr(public, n) and n != "seat"]
        if own:
            yield f"  seat {seat}: " + "; ".join(f"{n}={v!r}" for n, v in own)


def shown(view: Any) -> list[tuple[str, Any]]:
    """Fields of a view that say something at this point; the rules and past results are constant."""
    skip = {"rules", "results", "seats", "history", "standing"}
    return [(f.name, getattr(view, f.name)) for f in fields(view) if f.name not in skip]


def check(name: str, text: str, regold: bool) -> None:
    """Compare with the golden file, or with --regold rewrite it."""
    path = HERE / f"{name}.txt"
    if regold:
        path.write_text(text, "utf-8")
    assert path.is_file(), f"no golden file {path.name}; run pytest --regold"
    assert text == path.read_text("utf-8")
