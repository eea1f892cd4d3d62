"""The podium: places, the reason of a tie-break, and the table of rounds."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from wwlv.room.room import RoomView
from wwlv.rules.wits.view import View
from wwlv.screens.common import TeamTag, change, money, tags, written
from wwlv.screens.table import size_of
from wwlv.text import Text


def podium_context(view: RoomView, text: Text) -> dict[str, Any]:
    """Everything the podium's template shows beyond the table's header."""
    game: View = view.table
    outcome = game.outcome
    assert outcome is not None
    teams = tags(view.teams)
    names = text.join([teams[s].name for s in outcome.winners])
    played = len(game.results)
    headline = text("podium.wins", names=names, n=len(outcome.winners)) if played else text("podium.nothing")
    return {
        "headline": headline,
        "size": size_of(headline),
        "reason": _reason(view, text) if played else text("podium.nothing_line"),
        "places": _places(view, text),
        "tied": [teams[s] for s in outcome.tied] if outcome.reason == "shared" and _may_ask(game) else [],
        "history": {"head": _head(teams, text), "rows": _rows(view, text)},
    }


def _may_ask(game: View) -> bool:
    return game.rules.tie == "youngest" and bool(game.results)


def _reason(view: RoomView, text: Text) -> str:
    game: View = view.table
    outcome = game.outcome
    assert outcome is not None
    best = money(outcome.standings[0].total, game.rules, text)
    tied = text.join([view.teams[s].name for s in outcome.tied])
    regular = sum(not r.sudden_death for r in game.results)
    key = f"podium.reason_{outcome.reason.replace('-', '_')}"
    sentence = text(key, amount=best, tied=tied)
    if game.rules.token_total:
        sentence += " " + text("podium.tokens", amount=game.rules.token_total)
    if regular < game.rules.rounds:
        sentence += " " + text("podium.bell", played=regular, rounds=game.rules.rounds)
    return sentence


def _places(view: RoomView, text: Text) -> list[dict[str, Any]]:
    """Places with their totals; height by place."""
    game: View = view.table
    outcome = game.outcome
    assert outcome is not None
    teams = tags(view.teams)
    last = max(p.rank for p in outcome.standings)
    placed = [
        {
            "rank": p.rank,
            "team": teams[p.seat],
            "total": money(p.total, game.rules, text),
            "winner": p.seat in outcome.winners,
            "detail": "",
            "height": f"{1 - 0.85 * (p.rank - 1) / max(1, last - 1):.2f}" if last > 1 else "1",
        }
        for p in outcome.standings
    ]
    return in_the_middle(placed)


def in_the_middle(placed: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first in the middle, the others on both sides, as on a real podium."""
    middle: list[dict[str, Any]] = []
    for k, place in enumerate(placed):
        middle = [*middle, place] if k % 2 == 0 else [place, *middle]
    return middle


def _head(teams: Sequence[TeamTag], text: Text) -> list[tuple[Any, str]]:
    columns = [(text("podium.round"), ""), (text("podium.question"), "wide"), (text("podium.answer"), "")]
    return [*columns, *((named(team), "") for team in teams)]


def named(team: TeamTag) -> Markup:
    """A team's shape, with its name for who cannot see it."""
    return Markup('{}<span class="sr">{}</span>').format(team.shape, team.name)


def _rows(view: RoomView, text: Text) -> list[list[tuple[str, str]]]:
    game: View = view.table
    asked = {q.id: q for q in view.past}
    rows = []
    for result in game.results:
        question = asked.get(result.question)
        year = question is not None and question.is_year
        cells = [
            (text("podium.play_off") if result.sudden_death else text.number(result.round), ""),
            (question.wording(text.lang).question if question else result.question, "wide"),
            (written(result.answer, text, year=year), ""),
        ]
        moved = [
            (change(d, game.rules, text) if d else "·", "up" if d > 0 else "down" if d < 0 else "")
            for d in result.deltas
        ]
        rows.append([*cells, *moved])
    return rows
