"""The street of Las Vegas: from a room's public view to what the template shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from wwlv.look.colour import readable
from wwlv.room.room import RoomView
from wwlv.rules.lasvegas.model import WHITE, Payment
from wwlv.rules.lasvegas.scoring import winnings
from wwlv.rules.lasvegas.view import Choice, View
from wwlv.screens.common import TeamTag, tags
from wwlv.screens.podium import in_the_middle, named
from wwlv.screens.table import hides_standings, size_of
from wwlv.text import Text

_PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (3, 1), (1, 3), (3, 3)),
    5: ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3)),
    6: ((1, 1), (3, 1), (1, 2), (3, 2), (1, 3), (3, 3)),
}
_WHITE_SHAPE = Markup(
    '<svg class="shape" viewBox="0 0 24 24" aria-hidden="true" fill="#fdf8e6" stroke="#4a544e" stroke-width="2">'
    '<rect x="3" y="3" width="18" height="18" rx="5"/><circle cx="12" cy="12" r="3" fill="#4a544e" stroke="none"/></svg>'
)


def die(face: int, colour: str, *, white: bool = False) -> Markup:
    """A die as inline SVG, its pips in the team's colour, dark enough to be read; a white die has dark pips on cream."""
    colour = readable(colour, "#ffffff")
    pips = Markup("").join(
        Markup('<circle cx="{}" cy="{}" r="4.7" fill="{}"/>').format(x * 10, y * 10, colour)
        for x, y in _PIPS[face]
    )
    kind = "die white" if white else "die"
    return Markup('<svg class="{}" viewBox="0 0 40 40" aria-hidden="true">{}</svg>').format(kind, pips)


@dataclass(frozen=True, slots=True)
class Row:
    """Dice of a team, or of white, at a casino. `fate`: tie, first, in, or empty before anything counts."""

    team: TeamTag
    count: int
    tied: bool
    note: str = ""  # what it takes, or would take


@dataclass(frozen=True, slots=True)
class Casino:
    """A house on the street."""

    number: int
    name: str
    notes: tuple[str, ...]
    rows: tuple[Row, ...]
    has_tie: bool
    can: bool  # the roll shows its number
    paying: bool  # it has paid last
    paid: bool
    line: str  # what it paid, in a sentence


@dataclass(frozen=True, slots=True)
class Group:
    """Dice of a roll that show the same face, and what placing them would do."""

    face: int
    dice: tuple[Markup, ...]
    what: str
    then: str
    best: bool


@dataclass(frozen=True, slots=True)
class Purse:
    """A team in the strip at the bottom."""

    team: TeamTag
    money: str
    count: int
    left: str
    now: bool
    notes: str


@dataclass(frozen=True, slots=True)
class StreetScreen:
    """Everything the street's template shows."""

    view: RoomView
    teams: tuple[TeamTag, ...]
    casinos: tuple[Casino, ...]
    groups: tuple[Group, ...]
    purses: tuple[Purse, ...]
    turn: TeamTag | None
    phase_name: str
    pips: tuple[tuple[int, str], ...]
    clock: Any
    say: str


def white_tag(text: Text) -> TeamTag:
    """The imaginary player."""
    return TeamTag(WHITE, text("street.white"), _WHITE_SHAPE, "#b8ab8a")


def street_screen(view: RoomView, text: Text) -> StreetScreen:
    """The street as everybody sees it."""
    game: View = view.table
    teams = tags(view.teams)
    turn = teams[game.turn] if game.turn is not None else None
    now = game.round + (game.phase == "ready")
    return StreetScreen(
        view=view,
        teams=teams,
        casinos=tuple(_casino(view, teams, number, text) for number in range(1, 7)),
        groups=tuple(_group(view, teams, choice, text) for choice in game.choices),
        purses=tuple(_purse(view, team, text) for team in teams),
        turn=turn,
        phase_name=text(f"street.phase.{game.phase}", team=turn.name if turn else ""),
        pips=tuple(
            (k, "done" if k < now else "now" if k == now else "") for k in range(1, game.rules.rounds + 1)
        ),
        clock=view.clock,
        say=_say(game, turn, text),
    )


def _say(game: View, turn: TeamTag | None, text: Text) -> str:
    if game.phase == "roll" and turn is not None:
        return text("street.say.roll", team=turn.name, n=game.own[turn.seat] + game.white[turn.seat])
    return text(f"street.say.{game.phase}")


def _purse(view: RoomView, team: TeamTag, text: Text) -> Purse:
    game: View = view.table
    own, white = game.own[team.seat], game.white[team.seat]
    left = text("street.left", n=own + white) if game.phase in ("roll", "place") else ""
    if hides_standings(view):
        return Purse(team, "", 0, left, game.turn == team.seat, "")
    notes = text("street.notes", n=len(game.won[team.seat])) if game.won[team.seat] else ""
    money = game.money[team.seat]
    return Purse(team, text.money(money), money, left, game.turn == team.seat, notes)


# --- casinos
def _casino(view: RoomView, teams: Sequence[TeamTag], number: int, text: Text) -> Casino:
    game: View = view.table
    done = next((p for p in game.payments if p.casino == number), None)
    counted = done or game.standing[number - 1]
    tied = {seat for group in counted.cancelled for seat in group}
    takes = dict(counted.paid)
    rows = []
    for seat, count in enumerate(game.dice[number - 1]):
        if count:
            team = teams[seat] if seat < game.seats else white_tag(text)
            key = team.seat
            rows.append(Row(team, count, key in tied, text.money(takes[key]) if key in takes else ""))
    rows.sort(key=lambda r: (r.tied, -r.count))
    last = bool(game.payments) and game.payments[-1].casino == number and game.phase in ("pay", "paid")
    return Casino(
        number=number,
        name=text(f"casino.{number}"),
        notes=tuple(text.money(note) for note in game.notes[number - 1]),
        rows=tuple(rows),
        has_tie=bool(tied),
        can=any(c.face == number for c in game.choices),
        paying=last,
        paid=done is not None,
        line=paid_line(done, teams, text) if done else "",
    )


def paid_line(paid: Payment, teams: Sequence[TeamTag], text: Text) -> str:
    """What a casino did, in a sentence: who cancelled, who took which note, what went under the pile."""
    names = {team.seat: team.name for team in teams} | {WHITE: text("street.white")}
    parts = [text("street.paid.tie", names=text.join([names[s] for s in group])) for group in paid.cancelled]
    parts += [
        text("street.paid.white", amount=text.money(note))
        if seat == WHITE
        else text("street.paid.takes", name=names[seat], amount=text.money(note))
        for seat, note in paid.paid
    ]
    if not paid.paid and not paid.cancelled:
        parts.append(text("street.paid.nobody"))
    elif not paid.paid:
        parts.append(text("street.paid.none_left"))
    return " ".join(parts)


# --- the roll
def _group(view: RoomView, teams: Sequence[TeamTag], choice: Choice, text: Text) -> Group:
    game: View = view.table
    assert game.turn is not None
    team = teams[game.turn]
    dice = [die(choice.face, team.colour)] * choice.own + [
        die(choice.face, "#4a544e", white=True)
    ] * choice.white
    best = max(game.choices, key=lambda c: (_brings(c, team.seat), c.own + c.white, -c.face))
    return Group(
        face=choice.face,
        dice=tuple(dice),
        what=text("street.place", n=choice.own + choice.white, casino=text(f"casino.{choice.face}")),
        then=_then(view, teams, choice, text),
        best=choice.face == best.face and _brings(best, team.seat) > 0,
    )


def _brings(choice: Choice, seat: int) -> int:
    return dict(choice.then.paid).get(seat, 0)


def _then(view: RoomView, teams: Sequence[TeamTag], choice: Choice, text: Text) -> str:
    """Where the team would stand at that casino: its place, by how many dice, and for which note."""
    game: View = view.table
    assert game.turn is not None
    seat = game.turn
    counts = dict(enumerate(game.dice[choice.face - 1][: game.seats]))
    counts[WHITE] = game.dice[choice.face - 1][game.seats] + choice.white
    counts[seat] += choice.own
    mine = counts[seat]
    others = [n for s, n in counts.items() if s != seat and n]
    if not mine:
        return text("street.then.white_only")
    if mine in others:
        rival = next(s for s, n in counts.items() if s != seat and n == mine)
        name = text("street.white") if rival == WHITE else teams[rival].name
        return text("street.then.tie", name=name, n=mine)
    note = dict(choice.then.paid).get(seat)
    amount = text("street.then.for", amount=text.money(note)) if note else text("street.then.no_note")
    above = [n for n in others if n > mine]
    if not others:
        where = text("street.then.alone", n=mine)
    elif not above:
        where = text("street.then.lead", n=mine, next=max(others))
    else:
        where = text("street.then.behind", n=mine, best=max(above))
    return f"{where}{amount}"


# --- the podium
def street_podium(view: RoomView, text: Text) -> dict[str, Any]:
    """The podium of a dice game: places with their reason, and a table of what each casino paid in each round."""
    game: View = view.table
    outcome = game.outcome
    assert outcome is not None
    teams = tags(view.teams)
    names = text.join([teams[s].name for s in outcome.winners])
    played = len(game.history)
    best = outcome.standings[0]
    tied = text.join([teams[s].name for s in outcome.tied])
    reason = text(
        f"street.reason.{outcome.reason}",
        amount=text.money(best.total),
        notes=best.notes,
        tied=tied,
        names=names,
    )
    if played < game.rules.rounds:
        reason += " " + text("street.bell", played=played, rounds=game.rules.rounds)
    last = max(p.rank for p in outcome.standings)
    headline = text("podium.wins", names=names, n=len(outcome.winners)) if played else text("street.nothing")
    places = [
        {
            "rank": p.rank,
            "team": teams[p.seat],
            "total": text.money(p.total),
            "detail": text("street.notes", n=p.notes),
            "winner": p.seat in outcome.winners,
            "height": f"{1 - 0.85 * (p.rank - 1) / max(1, last - 1):.2f}",
        }
        for p in outcome.standings
    ]
    head = [(text("podium.round"), ""), *((named(team), "") for team in teams)]
    rows = [_round(k, payments, teams, text) for k, payments in enumerate(game.history, start=1)]
    return {
        "headline": headline,
        "size": size_of(headline),
        "reason": reason if played else text("street.nothing_line"),
        "places": in_the_middle(places),
        "tied": [],
        "history": {"head": head, "rows": rows},
    }


def _round(
    number: int, payments: Sequence[Payment], teams: Sequence[TeamTag], text: Text
) -> list[tuple[str, str]]:
    cells = [(text.money(won), "up") if won else ("·", "") for won in winnings(payments, len(teams))]
    return [(text.number(number), ""), *cells]
