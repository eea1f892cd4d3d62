"""A team's own view of Las Vegas, as its phones show it."""

from typing import Any

from wwlv.room.room import Room
from wwlv.room.roster import Person
from wwlv.room.view import RoomView
from wwlv.rules.game import Seat
from wwlv.rules.lasvegas.scoring import winnings
from wwlv.rules.lasvegas.view import View
from wwlv.screens.common import tags
from wwlv.screens.howto import howto_steps
from wwlv.screens.street import paid_line, street_screen
from wwlv.server.phone.standings import places, ranked
from wwlv.text import Text


def context(room: Room, view: RoomView, seat: Seat, text: Text) -> dict[str, Any]:
    """Everything the templates of this game show to a seat."""
    game: View = view.table
    screen = street_screen(view, text)
    captain = room.roster.captain(seat)
    turn = tags(view.teams)[game.turn] if game.turn is not None else None
    dice = game.own[seat] + game.white[seat] if game.own else 0
    return {
        "s": screen,
        "my_turn": game.turn == seat,
        "turn": turn,
        "amount": text.money(game.money[seat]),
        "where": text("phone.where_round", round=max(1, game.round), rounds=game.rules.rounds),
        "phase_name": screen.phase_name,
        "dice": dice,
        "asks_captain": view.phones.choice == "captain",
        "captain": captain.name if captain else "",
        "votes": _votes(room, view, text),
        "paid": _paid(view, text),
        "won_now": _won_now(view, seat, text),
        "standings": places(view, game.money, [text.money(n) for n in game.money]),
        "place": _place(view, seat, text),
        "howto": howto_steps(game.rules, text),
    }


def mine(room: Room, view: RoomView, person: Person, text: Text) -> dict[str, str]:
    """What differs from member to member: the face they have tapped."""
    face = view.choices.get(person.id)
    return {"face": "" if face is None else str(face)}


def _votes(room: Room, view: RoomView, text: Text) -> dict[int, str]:
    """Who of the team would place where, by face."""
    by_face: dict[int, list[str]] = {}
    for person, face in view.choices.items():
        who = room.roster.person(person)
        if who is not None:
            by_face.setdefault(face, []).append(who.name)
    return {
        face: text("phone.votes", names=text.join(names), n=len(names)) for face, names in by_face.items()
    }


def _paid(view: RoomView, text: Text) -> list[dict[str, str]]:
    """What the casinos of this round have paid so far, the last first."""
    teams = tags(view.teams)
    return [
        {"casino": text(f"casino.{p.casino}"), "line": paid_line(p, teams, text)}
        for p in reversed(view.table.payments)
    ]


def _won_now(view: RoomView, seat: Seat, text: Text) -> str:
    game: View = view.table
    if game.phase not in ("pay", "paid") or not game.payments:
        return ""
    won = winnings(game.payments, game.seats)[seat]
    return text("phone.street.won" if won else "phone.street.won_nothing", amount=text.money(won))


def _place(view: RoomView, seat: Seat, text: Text) -> dict[str, Any]:
    game: View = view.table
    if game.outcome is None:
        return {}
    standings = {s.seat: (s.rank, text.money(s.total)) for s in game.outcome.standings}
    return ranked(view, seat, standings, game.outcome.winners, text)
