"""What comes next, in words: the one big button, and the strip under the felt."""

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Literal

from wwlv.room.forward import awaited, best_face, thinking
from wwlv.room.log import PersonId
from wwlv.room.room import RoomView
from wwlv.room.roster import Person
from wwlv.rules.lasvegas.view import View as Street
from wwlv.rules.wits.view import View
from wwlv.text import Text


@dataclass(frozen=True, slots=True)
class Primary:
    """The one button that says what comes next. `live`: nobody is waited for any more."""

    label: str
    hint: str = ""
    disabled: bool = False
    live: bool = False


def primary(view: RoomView, text: Text, present: Set[PersonId] | None = None) -> Primary:
    """The big button in this phase. `present`: who is connected, where that is known; nobody waits for the others."""
    game: View = view.table
    if present is not None and game.phase in ("guess", "long-shot", "bet"):
        return _among_people(view, text, present)
    return _by_phase(view, text)


def _among_people(view: RoomView, text: Text, present: Set[PersonId]) -> Primary:
    """Blocked only by people who can still answer (bots move at once when told), and live when nobody is left to wait for."""
    button = _by_phase(view, text)
    if left := awaited(view, present):
        return replace(button, disabled=button.disabled and not all(view.teams[s].bot for s in left))
    if view.table.phase == "guess" and _thinking(view, present):
        return replace(button, disabled=False)
    return replace(button, disabled=False, hint=text("next.everyone"), live=True)


def _guessers(view: RoomView, present: Set[PersonId]) -> list[Person]:
    """Connected people whose team may guess now: in a play-off only some do."""
    playing = view.table.contenders or range(len(view.teams))
    return [p for p in view.people if p.id in present and p.seat in playing]


def _thinking(view: RoomView, present: Set[PersonId]) -> int:
    guessers = {p.id for p in _guessers(view, present)}
    return sum(person in guessers for person in thinking(view, present))


def estimates(view: RoomView, present: Set[PersonId], text: Text) -> str:
    """How many of the connected people have given an estimate, while the teams guess; empty without people."""
    if view.table.phase != "guess" or not (guessers := len(_guessers(view, present))):
        return ""
    return text("table.estimates_in", n=guessers - _thinking(view, present), all=guessers)


def _by_phase(view: RoomView, text: Text) -> Primary:
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


def say(view: RoomView, text: Text, present: Set[PersonId] | None = None) -> str:
    """What the strip under the felt says while nothing is in hand."""
    game: View = view.table
    waiting = game.waiting if present is None else awaited(view, present)
    if (
        game.phase == "guess"
        and waiting
        and game.rules.late_guess == "wait"
        and len(game.waiting) < game.seats
    ):
        return text("say.waiting", names=text.join([view.teams[s].name for s in waiting]))
    if game.phase == "ready" and game.round:
        return text("say.ready_again")
    if game.phase == "guess" and view.people:
        return text("say.guess_phones")
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
