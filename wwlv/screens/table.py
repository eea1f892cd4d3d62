"""The table of Wits & Wagers: from a room's public view to what the template shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context
from typing import Any

from wwlv.room.room import Clock, RoomView
from wwlv.rules.wits.model import Line, Space, Target
from wwlv.rules.wits.view import View
from wwlv.screens.common import TeamTag, change, money, tags, written
from wwlv.text import Text

_EXACT = Context(prec=1000)  # wide enough that no guess is rounded when its zeros are dropped
_SIDE = 3  # the mats are printed with three spaces on each side of the centre


@dataclass(frozen=True, slots=True)
class Hand:
    """What the teacher is doing for one team: `slot` is the token the next tap on a space moves."""

    seat: int | None = None
    slot: int = 0
    asks: bool = False  # a typed number must be settled first
    correcting: int | None = None


@dataclass(frozen=True, slots=True)
class Stake:
    """Tokens and chips of a team on a space. `fate`: won, lost or open."""

    team: TeamTag
    amount: str
    fate: str
    gain: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A space of the mat. `key` names it in moves; `hotkey` is the key that bets on it."""

    offset: int
    odds: int
    tint: str  # red, black, centre, plain
    covered: bool = False
    card: str = ""
    authors: tuple[TeamTag, ...] = ()
    stakes: tuple[Stake, ...] = ()
    winning: bool = False
    key: str = ""
    hotkey: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """A team in the strip at the bottom. Where standings are hidden it says nothing of chips."""

    team: TeamTag
    amount: str
    count: int
    done: bool
    chosen: bool
    delta: str = ""
    delta_sign: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A token of the team whose bets are being laid."""

    token: int
    value: str
    where: str
    chips: int
    placed: bool
    active: bool
    locked: bool


@dataclass(frozen=True, slots=True)
class HandStrip:
    """The strip of the team whose bets or Long Shots are being laid."""

    team: TeamTag
    slots: tuple[Slot, ...]
    left: str
    owns_chips: bool
    steps: tuple[int, ...]
    hidden: bool
    next_seat: int | None


@dataclass(frozen=True, slots=True)
class TableScreen:
    """Everything the table's template shows."""

    view: RoomView
    teams: tuple[TeamTag, ...]
    question: str
    unit: str
    as_of: str
    size: int
    columns: tuple[Column, ...] = ()
    too_high: Column | None = None
    red: tuple[Stake, ...] = ()
    black: tuple[Stake, ...] = ()
    shots: tuple[tuple[Stake, TeamTag], ...] = ()
    strips: tuple[Strip, ...] = ()
    hand: HandStrip | None = None
    answer: str = ""
    verdict: str = ""
    explanation: str = ""
    source: str = ""
    focus: str = ""
    phase_name: str = ""
    pips: tuple[tuple[int, str], ...] = ()
    clock: Clock | None = None


def table_screen(view: RoomView, hand: Hand, text: Text) -> TableScreen:
    """The table as everybody may see it, with what the teacher has in hand."""
    game: View = view.table
    teams = tags(view.teams)
    question, unit = prompt(view, text.lang)
    lines = game.result.lines if game.result else ()
    return TableScreen(
        view=view,
        teams=teams,
        question=question,
        unit=unit,
        as_of=view.as_of,
        size=size_of(question),
        columns=_columns(view, teams, text),
        too_high=_too_high(view, teams, text),
        red=_stakes_on(view, teams, "red", text),
        black=_stakes_on(view, teams, "black", text),
        shots=_shots(view, teams, lines, text),
        strips=_strips(view, teams, hand, text),
        hand=_hand(view, teams, hand, text) if game.phase in ("bet", "long-shot") else None,
        answer=written(game.answer, text, year=view.is_year) if game.answer is not None else "",
        verdict=verdict(view, teams, text) if game.result else "",
        explanation=_explanation(view, text),
        source=view.past[-1].source if game.result and view.past else "",
        focus=_focus(view, hand),
        phase_name=text(f"phase.{game.phase}"),
        pips=_pips(game),
        clock=view.clock,
    )


def prompt(view: RoomView, lang: str) -> tuple[str, str]:
    """Question and unit in a language, in English where the card is not translated; empty without a question."""
    by_lang = {language: (question, unit) for language, question, unit in view.prompts}
    if not by_lang:
        return "", ""
    return by_lang.get(lang) or by_lang.get("en") or next(iter(by_lang.values()))


def size_of(question: str) -> int:
    """How long a question is on screen: 1 fits in the largest type, 3 needs the smallest."""
    width = sum(2 if ord(c) > 0x2E80 else 1 for c in question)  # Chinese signs are twice as wide
    return 1 if width <= 60 else 2 if width <= 92 else 3


def _explanation(view: RoomView, text: Text) -> str:
    if view.table.result is None or not view.past:
        return ""
    return view.past[-1].wording(text.lang).explanation


def _pips(game: View) -> tuple[tuple[int, str], ...]:
    now = game.round if game.phase != "ready" else game.round + 1
    last = max(game.rules.rounds, now if game.contenders else 0)
    return tuple((k, "done" if k < now else "now" if k == now else "") for k in range(1, last + 1))


def _focus(view: RoomView, hand: Hand) -> str:
    """The field of the first team that the teacher may have to type for."""
    missing = by_hand(view)
    if view.table.phase == "guess" and missing and hand.correcting is None and not hand.asks:
        return f"guess-{missing[0]}"
    return ""


def by_hand(view: RoomView) -> tuple[int, ...]:
    """The seats the table waits for that no bot plays for."""
    return tuple(seat for seat in view.table.waiting if not view.teams[seat].bot)


# --- the mat
def _columns(view: RoomView, teams: Sequence[TeamTag], text: Text) -> tuple[Column, ...]:
    game: View = view.table
    side = max([_SIDE, *(abs(s.offset) for s in game.spaces)])
    lying = {s.offset: (k, s) for k, s in enumerate(game.spaces)}
    coloured = game.rules.colour_odds is not None
    covers = game.rules.duplicates == "side-by-side" and bool(game.spaces)
    columns = []
    for offset in range(-side, side + 1):
        tint = _tint(offset, coloured, game.rules.centre_colour)
        found = lying.get(offset)
        if found is None:
            columns.append(Column(offset, 2 + abs(offset), tint, covered=covers))
            continue
        index, space = found
        columns.append(_column(view, teams, index, space, tint, text))
    return tuple(columns)


def _tint(offset: int, coloured: bool, centre: str | None) -> str:
    if offset == 0:
        return centre if coloured and centre else "centre"
    if not coloured:
        return "plain"
    return "red" if offset < 0 else "black"


def _column(
    view: RoomView, teams: Sequence[TeamTag], index: int, space: Space, tint: str, text: Text
) -> Column:
    game: View = view.table
    key = space_key(space, game.rules.duplicates)
    return Column(
        offset=space.offset,
        odds=space.odds,
        tint=tint,
        card=written(space.value, text, year=view.is_year),
        authors=tuple(teams[s] for s in space.seats),
        stakes=_stakes_on(view, teams, key, text),
        winning=game.result is not None and index in game.result.winning,
        key=key,
        hotkey=str(index + 1),
    )


def space_key(space: Space, duplicates: str) -> str:
    """How a move names a space: by its value where cards are stacked, by its team where they lie side by side."""
    if duplicates == "stack" or not space.seats:
        return target_key(Target("guess", value=space.value))
    return target_key(Target("board", seat=space.seats[0]))


def target_key(target: Target) -> str:
    """One name for one space: 5 and 5.0 are the same guess."""
    if target.value is None:
        return str(target)
    return f"guess:{target.value.normalize(_EXACT)}"


def _too_high(view: RoomView, teams: Sequence[TeamTag], text: Text) -> Column | None:
    game: View = view.table
    odds = game.rules.too_high_odds
    if odds is None:
        return None
    stakes = _stakes_on(view, teams, "too-high", text)
    won = game.result is not None and game.result.too_high
    key, hotkey = ("too-high", "0") if game.spaces else ("", "")
    return Column(-9, odds, "high", stakes=stakes, winning=won, key=key, hotkey=hotkey)


def _stakes_on(view: RoomView, teams: Sequence[TeamTag], key: str, text: Text) -> tuple[Stake, ...]:
    game: View = view.table
    if game.result is not None:
        mine = [
            ln for ln in game.result.lines if ln.kind == "bet" and ln.target and target_key(ln.target) == key
        ]
        return tuple(_paid_stake(ln, teams, game, text) for ln in mine)
    stakes = []
    for seat, own in enumerate(game.bets):
        on_it = [b for b in own or () if target_key(b.space) == key]
        if on_it:
            amount = sum(game.rules.token_values[b.token] + b.chips for b in on_it)
            stakes.append(Stake(teams[seat], money(amount, game.rules, text), "open"))
    return tuple(stakes)


def _paid_stake(line: Line, teams: Sequence[TeamTag], game: View, text: Text) -> Stake:
    amount = money(line.token + line.chips, game.rules, text)
    gain = change(line.change, game.rules, text) if line.change else ""
    return Stake(teams[line.seat], amount, "won" if line.won else "lost", gain)


def _shots(
    view: RoomView, teams: Sequence[TeamTag], lines: Sequence[Line], text: Text
) -> tuple[tuple[Stake, TeamTag], ...]:
    game: View = view.table
    if game.result is not None:
        paid = [ln for ln in lines if ln.kind == "long-shot" and ln.target is not None]
        return tuple(
            (_paid_stake(ln, teams, game, text), teams[ln.target.seat or 0]) for ln in paid if ln.target
        )
    return tuple(
        (
            Stake(teams[seat], money(game.rules.token_values[shot.token], game.rules, text), "open"),
            teams[shot.team],
        )
        for seat, own in enumerate(game.long_shots)
        for shot in own or ()
    )


# --- the strip of teams, and the hand
def hides_standings(view: RoomView) -> bool:
    """Whether nobody is to see who leads; at the podium everybody is."""
    return not view.phones.standings and view.table.phase != "over"


def _strips(view: RoomView, teams: Sequence[TeamTag], hand: Hand, text: Text) -> tuple[Strip, ...]:
    game: View = view.table
    deltas = game.result.deltas if game.result else (0,) * game.seats
    done = set(game.guessed if game.phase == "guess" else game.answered)
    if hides_standings(view):
        return tuple(
            Strip(
                team, "", 0, team.seat in done, hand.seat == team.seat and game.phase in ("bet", "long-shot")
            )
            for team in teams
        )
    return tuple(
        Strip(
            team=team,
            amount=money(chips, game.rules, text),
            count=chips,
            done=team.seat in done,
            chosen=hand.seat == team.seat and game.phase in ("bet", "long-shot"),
            delta=change(delta, game.rules, text) if delta else "",
            delta_sign="up" if delta > 0 else "down" if delta < 0 else "",
        )
        for team, chips, delta in zip(teams, game.chips, deltas, strict=True)
    )


def _hand(view: RoomView, teams: Sequence[TeamTag], hand: Hand, text: Text) -> HandStrip | None:
    game: View = view.table
    if hand.seat is None:
        return None
    shots, bets = game.long_shots[hand.seat], game.bets[hand.seat]
    hidden = (shots if game.phase == "long-shot" else bets) is None
    slots = tuple(_slot(view, teams, hand, token, text) for token in range(len(game.rules.token_values)))
    staked = sum(b.chips for b in bets or ())
    waiting = [s for s in by_hand(view) if s != hand.seat]
    after = [s for s in waiting if s > hand.seat] or waiting
    return HandStrip(
        team=teams[hand.seat],
        slots=slots,
        left=money(game.chips[hand.seat] - staked, game.rules, text),
        owns_chips=game.phase == "bet" and game.chips[hand.seat] > 0,
        steps=(100, 500) if game.rules.token_values[0] >= 100 else (1, 5),
        hidden=hidden,
        next_seat=after[0] if after else None,
    )


def _slot(view: RoomView, teams: Sequence[TeamTag], hand: Hand, token: int, text: Text) -> Slot:
    game: View = view.table
    assert hand.seat is not None
    value = money(game.rules.token_values[token], game.rules, text)
    for shot in game.long_shots[hand.seat] or ():
        if shot.token == token:
            where = text("table.slot_shot", team=teams[shot.team].name)
            return Slot(token, value, where, 0, True, hand.slot == token, locked=game.phase == "bet")
    for bet in game.bets[hand.seat] or ():
        if bet.token == token:
            return Slot(
                token, value, _where(view, teams, bet.space, text), bet.chips, True, hand.slot == token, False
            )
    return Slot(token, value, "", 0, False, hand.slot == token, False)


def _where(view: RoomView, teams: Sequence[TeamTag], target: Any, text: Text) -> str:
    if target.kind == "board":
        guess = view.table.guesses[target.seat]
        return text(
            "table.slot_board", value=written(guess, text, year=view.is_year), team=teams[target.seat].name
        )
    if target.kind == "guess":
        return written(target.value, text, year=view.is_year)
    return text(f"space.{target.kind}")


# --- the verdict
def verdict(view: RoomView, teams: Sequence[TeamTag], text: Text) -> str:
    """A sentence that says who won the question and why, also when every guess was too high."""
    game: View = view.table
    result = game.result
    assert result is not None
    answer = written(result.answer, text, year=view.is_year)
    if not result.spaces:
        return text("verdict.nobody", answer=answer)
    lowest = written(result.spaces[0].value, text, year=view.is_year)
    if result.too_high:
        if result.sudden_death:
            return text("verdict.again_too_high", lowest=lowest, answer=answer)
        if game.rules.too_high_odds is None:
            return text("verdict.too_high_lost", lowest=lowest, answer=answer)
        return text("verdict.too_high", lowest=lowest, answer=answer, odds=game.rules.too_high_odds)
    space = result.spaces[result.winning[0]]
    names = text.join([teams[s].name for s in result.winners]) or text("verdict.dummy")
    value = written(space.value, text, year=view.is_year)
    how = "exact" if space.value == result.answer else "closest"
    if result.sudden_death:
        return text(f"verdict.play_off_{how}", names=names, value=value, answer=answer, n=len(result.winners))
    odds = max(result.spaces[k].odds for k in result.winning)
    return text(
        f"verdict.{how}", names=names, value=value, answer=answer, odds=odds, n=max(1, len(result.winners))
    )
