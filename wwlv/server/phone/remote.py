"""The teacher's remote: the answer, the big button, the clock, and who is in."""

from typing import Any

from wwlv.room.room import Room
from wwlv.room.view import RoomView
from wwlv.screens.common import tags, written
from wwlv.screens.next import Primary, primary, street_primary
from wwlv.screens.table import prompt
from wwlv.text import Text


def context(room: Room, view: RoomView, text: Text) -> dict[str, Any]:
    """Everything the remote shows. This alone of all screens may hold the answer."""
    question = room.questions.get(room.question)
    words, unit = prompt(view, text.lang)
    game = view.table
    over = game.phase == "over"
    return {
        "question": words,
        "unit": unit,
        "answer": written(question.answer, text, year=question.is_year) if question else "",
        "why": question.wording(text.lang).explanation if question else "",
        "button": Primary("") if over else _button(view, text),
        "over": over,
        "where": _where(view, text),
        "phase_name": _phase_name(view, text),
        "waiting": text.join([view.teams[s].name for s in game.waiting]) if game.waiting else "",
        "blocked": _blocked(view),
        "rooms": [
            {"team": team, "people": [p for p in view.people if p.seat == team.seat]}
            for team in tags(view.teams)
        ],
        "loose": [p for p in view.people if p.seat is None],
        "timed": game.phase in ("guess", "long-shot", "bet", "roll", "place"),
    }


def _button(view: RoomView, text: Text) -> Primary:
    return primary(view, text) if view.game == "wits" else street_primary(view, text)


def _blocked(view: RoomView) -> bool:
    """Whether the rules wait for every card, so that going on needs a second word."""
    game = view.table
    return (
        view.game == "wits"
        and game.phase == "guess"
        and bool(game.waiting)
        and game.rules.late_guess == "wait"
    )


def _where(view: RoomView, text: Text) -> str:
    key = "phone.where" if view.game == "wits" else "phone.where_round"
    return text(key, round=max(1, view.table.round), rounds=view.table.rules.rounds)


def _phase_name(view: RoomView, text: Text) -> str:
    game = view.table
    if view.game == "wits":
        return text(f"phase.{game.phase}")
    return text(
        f"street.phase.{game.phase}", team=view.teams[game.turn].name if game.turn is not None else ""
    )
