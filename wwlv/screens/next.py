"""What comes next, in words: the one big button, and the strip under the felt."""

from dataclasses import dataclass
from typing import Literal

from wwlv.room.forward import best_face
from wwlv.room.room import RoomView
from wwlv.rules.lasvegas.view import View as Street
from wwlv.rules.wits.view import View
from wwlv.text import Text


@dataclass(frozen=True, slots=True)
class Primary:
    """The one button that says what comes next."""

    label: str
    hint: str = ""
    disabled: bool = False


def primary(view: RoomView, text: Text) -> Primary:
    """The big button in this phase."""
    game: View = view.table
    waits, n = len(game.waiting), game.seats if not game.contenders else len(game.contenders)
    enter = text("app.enter")
    if game.phase == "ready":
        label = text("next.play_off") if game.contenders else text("next.ask", n=game.round + 1)
        return Primary(label, enter)
    if game.phase == "guess":
        label = text("next.long_shots") if game.rules.long_shot_odds is not None else text("next.turn")
        blocked = bool(waits) and game.rules.late_guess == "wait"
        return Primary(label, text("next.guesses_in", n=n - waits, all=n), disabled=blocked)
    if game.phase == "long-shot":
        return Primary(text("next.turn"), text("next.shots_in", n=n - waits, all=n))
    if game.phase == "sorted":
        return Primary(text("next.open_bets"), enter)
    if game.phase == "bet":
        return Primary(text("next.close_bets"), text("next.bets_in", n=n - waits, all=n))
    if game.phase == "answer":
        return Primary(text("next.reveal"), enter)
    if game.phase == "paid" and game.contenders:
        return Primary(text("next.play_off"), enter)
    if game.phase == "paid" and game.round >= game.rules.rounds:
        return Primary(text("next.podium"), enter)
    return Primary(text("next.ask", n=game.round + 1), enter)


def say(view: RoomView, text: Text) -> str:
    """What the strip under the felt says while nothing is in hand."""
    game: View = view.table
    if (
        game.phase == "guess"
        and game.waiting
        and game.rules.late_guess == "wait"
        and len(game.waiting) < game.seats
    ):
        return text("say.waiting", names=text.join([view.teams[s].name for s in game.waiting]))
    if game.phase == "ready" and game.round:
        return text("say.ready_again")
    kind: Literal["_vegas", ""] = "_vegas" if game.rules.colour_odds is not None else ""
    flavour = kind if game.phase in ("sorted", "bet") else ""
    return text(f"say.{game.phase.replace('-', '_')}{flavour}")


def street_primary(view: RoomView, text: Text) -> Primary:
    """The big button on the street."""
    game: Street = view.table
    enter = text("app.enter")
    if game.phase in ("ready", "paid"):
        if game.round == game.rules.rounds:
            return Primary(text("next.podium"), enter)
        return Primary(text("street.next.deal", n=game.round + 1), enter)
    if game.phase == "roll":
        left = game.own[game.turn or 0] + game.white[game.turn or 0]
        return Primary(text("street.next.roll", n=left), enter)
    if game.phase == "place":
        face = best_face(game)
        return Primary(text("street.next.place", casino=text(f"casino.{face}")), text("street.next.or_tap"))
    casino = min(6, len(game.payments) + 1)
    return Primary(text("street.next.pay", casino=text(f"casino.{casino}")), enter)
