"""A team's own view of Wits & Wagers, as its phones show it."""

from dataclasses import dataclass
from typing import Any

from wwlv.room.room import Room
from wwlv.room.roster import Person
from wwlv.room.view import RoomView
from wwlv.rules.game import Seat
from wwlv.rules.wits.model import Bet, Line, Target
from wwlv.rules.wits.scoring import settlement, space_at
from wwlv.rules.wits.view import View
from wwlv.screens.common import change, in_dollars, money, tags, written
from wwlv.screens.howto import howto_steps
from wwlv.screens.table import (
    Hand,
    Stake,
    prompt,
    table_screen,
    target_key,
    verdict,
)
from wwlv.server.phone.standings import Place, places, ranked
from wwlv.text import Text


@dataclass(frozen=True, slots=True)
class Token:
    """A betting token of the team: what it counts, where it lies in words, and whether it may still be moved."""

    number: int
    value: str
    where: str
    chips: int
    space: str
    locked: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A space to bet on, with what the team has there and what that would win."""

    key: str
    tint: str
    odds: int
    value: str
    who: str
    mine: tuple[Token, ...]
    pays: str
    others: tuple[Stake, ...]
    winning: bool


def context(room: Room, view: RoomView, seat: Seat, text: Text) -> dict[str, Any]:
    """Everything the templates of this game show to a seat."""
    game: View = view.table
    question, unit = prompt(view, text.lang)
    plays = not game.contenders or seat in game.contenders
    chips = [money(n, game.rules, text) for n in game.chips]
    return {
        "question": question,
        "unit": unit,
        "as_of": view.as_of,
        "plays": plays,
        "amount": chips[seat],
        "where": text("phone.where", round=max(1, game.round), rounds=game.rules.rounds),
        "phase_name": text(f"phase.{game.phase}"),
        "team_line": _team_line(room, view, seat, text),
        "scales": text("phone.scales").split("|"),
        "tokens": _tokens(view, seat, text),
        "rows": _rows(view, seat, text),
        "left": money(_left(game, seat), game.rules, text),
        "owns_chips": game.chips[seat] > 0,
        "steps": (100, 500) if in_dollars(game.rules) else (1, 5),
        "left_chips": _left(game, seat),
        "targets": [t for t in tags(view.teams) if t.seat in game.guessed],
        "answer": written(game.answer, text, year=view.is_year) if game.answer is not None else "",
        "verdict": verdict(view, tags(view.teams), text) if game.result else "",
        "why": view.past[-1].wording(text.lang).explanation if game.result and view.past else "",
        "result": _result(view, seat, text) if game.result else None,
        "answered": seat in (game.guessed if game.phase == "guess" else game.answered),
        "standings": _standings(view, seat, text),
        "place": _place(view, seat, text),
        "howto": howto_steps(game.rules, text),
    }


def mine(room: Room, view: RoomView, person: Person, text: Text) -> dict[str, str]:
    """What differs from member to member: the own estimate."""
    own = room.estimates.get(room.question, {}).get(person.id)
    if own is None:
        return {"own": "", "own_value": ""}
    said = written(own, text, year=view.is_year)
    return {"own": text("phone.own", value=said), "own_value": said}


def _team_line(room: Room, view: RoomView, seat: Seat, text: Text) -> str:
    """What the team's guess is now, whose it is and how it can change."""
    game: View = view.table
    if game.phase != "guess":
        return ""
    rule, guess = view.phones.guess, game.guesses[seat] if game.guesses else None
    captain = room.roster.captain(seat)
    if guess is None:
        return text(f"phone.team.none_{rule}", name=captain.name if captain else "")
    value = written(guess, text, year=view.is_year)
    who = room.roster.person(view.guess_by) if view.guess_by is not None else None
    if who is None:
        return text("phone.team.host", value=value)
    if rule == "median":
        members = {p.id for p in room.roster.team(seat)}
        count = len(members & set(room.estimates.get(room.question, {})))
        return text("phone.team.median", value=value, n=count)
    return text(f"phone.team.{rule}", value=value, name=who.name)


# --- betting
def _left(game: View, seat: Seat) -> int:
    return game.chips[seat] - sum(b.chips for b in game.bets[seat] or ()) if game.bets else game.chips[seat]


def _tokens(view: RoomView, seat: Seat, text: Text) -> tuple[Token, ...]:
    game: View = view.table
    if game.phase not in ("long-shot", "sorted", "bet", "answer"):
        return ()
    shots = {s.token: s.team for s in (game.long_shots[seat] if game.long_shots else None) or ()}
    bets = {b.token: b for b in (game.bets[seat] if game.bets else None) or ()}
    tokens = []
    for number, worth in enumerate(game.rules.token_values):
        value = money(worth, game.rules, text)
        if number in shots:
            where = text("table.slot_shot", team=view.teams[shots[number]].name)
            tokens.append(Token(number, value, where, 0, f"team:{shots[number]}", game.phase != "long-shot"))
        elif number in bets:
            bet = bets[number]
            where = _where(view, bet.space, text)
            tokens.append(Token(number, value, where, bet.chips, target_key(bet.space), False))
        else:
            tokens.append(Token(number, value, "", 0, "", False))
    return tuple(tokens)


def _where(view: RoomView, target: Target, text: Text) -> str:
    if target.kind == "board" and target.seat is not None:
        guess = view.table.guesses[target.seat]
        value = written(guess, text, year=view.is_year) if guess is not None else ""
        return text("table.slot_board", value=value, team=view.teams[target.seat].name)
    if target.kind == "guess" and target.value is not None:
        return written(target.value, text, year=view.is_year)
    return text(f"space.{target.kind}")


def _rows(view: RoomView, seat: Seat, text: Text) -> tuple[Row, ...]:
    """The spaces of the mat as a list: too high first, then the guesses upwards, then the colours."""
    game: View = view.table
    if game.phase not in ("sorted", "bet", "answer", "paid"):
        return ()
    screen = table_screen(view, Hand(), text)
    tokens = _tokens(view, seat, text)
    columns = [*([screen.too_high] if screen.too_high else []), *(c for c in screen.columns if c.card)]
    rows = [
        Row(
            key=c.key,
            tint="high" if c.tint == "high" else c.tint,
            odds=c.odds,
            value=c.card or text("table.all_too_high"),
            who=text.join([a.name for a in c.authors]) if c.authors else "",
            mine=tuple(t for t in tokens if t.space == c.key),
            pays=_pays(view, seat, c.key, text),
            others=tuple(s for s in c.stakes if s.team.seat != seat),
            winning=c.winning,
        )
        for c in columns
    ]
    wins = {game.result.spaces[k].colour for k in game.result.winning} if game.result else set()
    for colour, stakes in (("red", screen.red), ("black", screen.black)):
        if game.rules.colour_odds is not None and any(s.colour == colour for s in game.spaces):
            rows.append(
                Row(
                    key=colour,
                    tint=colour,
                    odds=game.rules.colour_odds,
                    value=text(f"phone.{colour}"),
                    who=text(f"phone.any_{colour}"),
                    mine=tuple(t for t in tokens if t.space == colour),
                    pays=_pays(view, seat, colour, text),
                    others=tuple(s for s in stakes if s.team.seat != seat),
                    winning=colour in wins,
                )
            )
    return tuple(rows)


def _pays(view: RoomView, seat: Seat, key: str, text: Text) -> str:
    """What the team's bets on a space would win, and when, settled by the rules themselves."""
    game: View = view.table
    bets = [b for b in (game.bets[seat] if game.bets else None) or () if target_key(b.space) == key]
    if not bets or game.result is not None:
        return ""
    gain = money(sum(_profit(game, seat, bet) for bet in bets), game.rules, text)
    values = sorted({s.value for s in game.spaces})
    if key == "too-high":
        return text("phone.wins_below", gain=gain, value=written(values[0], text, year=view.is_year))
    if key in ("red", "black"):
        return text(f"phone.wins_{key}", gain=gain)
    at = space_at(game.spaces, bets[0].space, game.rules)
    value = game.spaces[at or 0].value
    above = [v for v in values if v > value]
    low = written(value, text, year=view.is_year)
    if not above:
        return text("phone.wins_from", gain=gain, value=low)
    high = written(above[0], text, year=view.is_year)
    return text("phone.wins_between", gain=gain, low=low, high=high)


def _profit(game: View, seat: Seat, bet: Bet) -> int:
    """What a bet gains if its space wins."""
    at = space_at(game.spaces, bet.space, game.rules)
    if at is not None:
        answer = game.spaces[at].value
    elif bet.space.kind == "too-high":
        answer = min(s.value for s in game.spaces) - 1
    else:
        answer = next(s.value for s in game.spaces if s.colour == bet.space.kind)
    alone = tuple((bet,) if s == seat else () for s in range(game.seats))
    none = tuple(() for _ in range(game.seats))
    result = settlement(
        round=game.round,
        question=game.question or "",
        answer=answer,
        spaces=game.spaces,
        bets=alone,
        long_shots=none,
        rules=game.rules,
        sudden_death=False,
    )
    return sum(line.change for line in result.lines if line.seat == seat and line.kind == "bet")


# --- the pay-out
def _result(view: RoomView, seat: Seat, text: Text) -> dict[str, Any]:
    """What the team won or lost with this question, in one number and line by line."""
    game: View = view.table
    result = game.result
    assert result is not None
    delta = result.deltas[seat]
    sign = "up" if delta > 0 else "down" if delta < 0 else "same"
    amount = money(abs(delta), game.rules, text)
    return {
        "sign": sign,
        "headline": text(f"phone.result.{sign}", amount=amount),
        "lines": [_line(view, line, text) for line in result.lines if line.seat == seat],
        "won_question": seat in result.winners,
    }


def _line(view: RoomView, line: Line, text: Text) -> dict[str, str]:
    rules = view.table.rules
    sign = "up" if line.change > 0 else "down" if line.change < 0 else "same"
    amount = change(line.change, rules, text) if line.change else "·"
    if line.kind == "bonus":
        return {"sign": sign, "say": text("phone.line.bonus"), "amount": amount}
    stake = money(line.token + line.chips, rules, text)
    assert line.target is not None
    if line.kind == "long-shot":
        where = text("table.slot_shot", team=view.teams[line.target.seat or 0].name)
    else:
        where = _where(view, line.target, text)
    key = "won" if line.won else "lost" if line.chips else "back"
    say = text(f"phone.line.{key}", where=where, stake=stake, odds=line.odds)
    return {"sign": sign, "say": say, "amount": amount}


def _standings(view: RoomView, seat: Seat, text: Text) -> tuple[Place, ...]:
    game: View = view.table
    return places(view, game.chips, [money(n, game.rules, text) for n in game.chips])


def _place(view: RoomView, seat: Seat, text: Text) -> dict[str, Any]:
    """Where the team ended, on the podium."""
    game: View = view.table
    if game.outcome is None:
        return {}
    standings = {s.seat: (s.rank, money(s.total, game.rules, text)) for s in game.outcome.standings}
    return ranked(view, seat, standings, game.outcome.winners, text)
