"""What the one big button does: the host's next move, from the dashboard or from the remote."""

from collections.abc import Callable, Set
from typing import Any

from wwlv.room.log import PersonId
from wwlv.room.room import Room, RoomView
from wwlv.rules.game import Seat
from wwlv.rules.lasvegas import moves as street
from wwlv.rules.lasvegas.view import Choice, View
from wwlv.rules.wits import moves as wits


def forward(room: Room, *, phase: str | None = None, anyway: bool = False, by: str = "host") -> None:
    """Play the host's next move.

    Parameters
    ----------
    phase : the moment for which the button was pressed; where the table has moved on since, nothing happens
    anyway : close the guesses also where the house rule waits for every team

    Raises
    ------
    IllegalMove
        As the rules refuse it, or ``empty-box``.
    """
    room.refresh()
    if phase not in (None, room.phase):
        return
    game = room.view().table
    if room.opened.game == "lasvegas":
        room.play(_on_street(game), by)
        return
    question = game.question or ""
    if game.phase in ("ready", "paid"):
        over = game.phase == "paid" and game.round >= game.rules.rounds and not game.contenders
        room.play(wits.FinishGame(), by) if over else room.ask(by)
        return
    move = {
        "guess": wits.CloseGuesses(question, anyway=anyway),
        "long-shot": wits.CloseLongShots(question),
        "sorted": wits.OpenBetting(question),
        "bet": wits.CloseBetting(question),
        "answer": wits.RevealAnswer(question),
    }.get(game.phase, wits.FinishGame())
    room.play(move, by)


def _on_street(game: View) -> Any:
    if game.phase in ("ready", "paid"):
        return street.FinishGame() if game.round == game.rules.rounds else street.DealRound()
    if game.phase == "roll":
        return street.RollDice(game.turn or 0, game.round)
    if game.phase == "place":
        return street.PlaceDice(game.turn or 0, game.round, best_face(game))
    return street.PayCasino() if game.phase == "pay" else street.FinishGame()


def best_face(game: View) -> int:
    """What the button places: the face that brings most as the dice lie, then most dice, then the lowest number."""
    return max(game.choices, key=_worth(game)).face


def _worth(game: View) -> Callable[[Choice], tuple[int, int, int]]:
    seat = game.turn or 0
    return lambda c: (dict(c.then.paid).get(seat, 0), c.own + c.white, -c.face)


def absent(view: RoomView, present: Set[PersonId]) -> tuple[Seat, ...]:
    """Teams that are played on phones of which none is connected: nobody need wait for them.

    A team without people is not absent: the teacher plays for it, or a bot does.
    """
    members: dict[Seat, list[PersonId]] = {}
    for person in view.people:
        if person.seat is not None:
            members.setdefault(person.seat, []).append(person.id)
    return tuple(s for s, people in sorted(members.items()) if not present & set(people))


def awaited(view: RoomView, present: Set[PersonId]) -> tuple[Seat, ...]:
    """The teams the table waits for, without those that are absent."""
    gone = absent(view, present)
    return tuple(s for s in view.table.waiting if s not in gone)


def thinking(view: RoomView, present: Set[PersonId]) -> tuple[PersonId, ...]:
    """Connected people with a team who have not yet given an own estimate of the question on the table.

    In a play-off only the tied teams think.
    """
    playing = getattr(view.table, "contenders", ()) or range(len(view.teams))
    return tuple(p.id for p in view.people if p.seat in playing and p.id in present - view.estimated)
